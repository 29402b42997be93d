"""Notices: who is there and who is about to type, among the workers of a server."""

import os

import pytest

from web.sync import limits, notices
from web.sync.answers import Notice
from web.sync.notices import HERE, Notices

ANN, BO, CLEO = "annhandle012", "bohandle0123", "cleohandle01"
SHEET, OTHER = "sheet", "other"


class Time:
    """A clock that stands still until a test sets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("web.sync.notices.time.monotonic", lambda: self.now)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time."""
    return Time(monkeypatch)


def test_notices_reach_other_processes_once() -> None:
    """A worker gets only what is told after it began to listen."""
    worker = Notices()
    worker.tell(Notice(SHEET, "typing", BO, "0.left"))
    worker.listen()
    child = os.fork()
    if not child:
        worker.tell(Notice(SHEET, "typing", ANN, "小明"))
        worker.tell_here(SHEET, CLEO)
        os._exit(0)
    os.waitpid(child, 0)
    worker.tell(Notice(OTHER, "typing", BO, "1.left"))
    assert worker.read() == [
        Notice(SHEET, "typing", ANN, "小明"),
        Notice(SHEET, HERE, CLEO),
        Notice(OTHER, "typing", BO, "1.left"),
    ]
    assert worker.read() == []
    assert worker.seconds_since(SHEET) == {CLEO: 0}


def test_phones_are_heard_of_for_a_day(at: Time) -> None:
    worker = Notices()
    worker.tell_here(SHEET, ANN)
    worker.tell_here(SHEET, BO)
    at.now += 30
    worker.tell_here(SHEET, BO)
    worker.tell_here(OTHER, CLEO)
    at.now += 5
    assert worker.seconds_since(SHEET) == {ANN: 35, BO: 5}
    at.now += 86_400
    assert worker.seconds_since(SHEET) == {}


def test_phone_that_is_there_is_told_from_time_to_time(at: Time) -> None:
    worker = Notices()
    for _ in range(30):
        worker.tell_here(SHEET, ANN)
        at.now += 1
    assert worker.read() == [Notice(SHEET, HERE, ANN)] * 3


def test_phones_and_documents_that_are_noted_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A document with too many phones notes no more of them; of too many documents, those heard of last are noted."""
    monkeypatch.setattr(limits, "MAX_PHONES_NOTED", 2)
    monkeypatch.setattr(limits, "MAX_DOCUMENTS_NOTED", 2)
    worker = Notices()
    for device in (ANN, BO, CLEO, ANN):
        worker.tell_here(SHEET, device)
    assert worker.seconds_since(SHEET).keys() == {ANN, BO}
    for document in (OTHER, "third"):
        worker.tell_here(document, ANN)
    assert [worker.seconds_since(one).keys() for one in (SHEET, OTHER, "third")] == [set(), {ANN}, {ANN}]


def test_notices_of_one_document_are_limited(at: Time) -> None:
    """Each document has a limit of its own, for each second."""
    worker = Notices()
    for number in range(limits.MAX_NOTICES_A_SECOND + 5):
        worker.tell(Notice(SHEET, "typing", ANN, f"{number}.left"))
    worker.tell(Notice(OTHER, "typing", BO, "0.left"))
    assert [notice.device for notice in worker.read()] == [ANN] * limits.MAX_NOTICES_A_SECOND + [BO]
    at.now = 101.0
    worker.tell(Notice(SHEET, "typing", ANN, "0.left"))
    assert len(worker.read()) == 1


def test_file_of_notices_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "MAX_FILE_BYTES", 1000)
    monkeypatch.setattr(limits, "MAX_NOTICES_A_SECOND", 10_000)
    worker = Notices()
    for number in range(200):
        worker.tell(Notice(SHEET, "typing", ANN, f"{number}.left"))
        assert worker.read() == [Notice(SHEET, "typing", ANN, f"{number}.left")]
    assert os.fstat(worker._file).st_size < 1200


def test_without_a_file_in_memory_notices_stay_in_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create")
    worker = Notices()
    worker.tell(Notice(SHEET, "typing", ANN, "0.left"))
    assert worker.read() == [Notice(SHEET, "typing", ANN, "0.left")]
    worker.tell(Notice(SHEET, "typing", ANN, "1.left"))
    worker.listen()
    assert worker.read() == []
