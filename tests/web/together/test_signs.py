"""Typing indicators: sent to the other phones of a sheet, and never stored."""

import os
from collections.abc import Callable

import pytest
from flask import Flask
from program import Listener, ask, open_sheet, sync
from serving import Server
from sqlalchemy import event
from table import Table

from web.together import limits
from web.together.live import signs
from web.together.live.signs import Sign, Signs

SHEET, OTHER = b"s" * 16, b"o" * 16
ANN, BO = "ann-phone-01.tab", "bo-phone-012.tab"


def show_typing(server: Server, secret_id: str, field: str, device: str = ANN) -> int:
    """Send that a phone is about to type; return the status."""
    return ask(server, "POST", f"/api/v1/shared/{secret_id}/typing", {"device": device, "field": field})[0]


@pytest.mark.short(server="sqlite")
def test_every_other_phone_sees_where_one_types(server: Server) -> None:
    """Whichever worker holds its stream. The phone itself, other sheets and programs get only the entry that follows."""
    secret_id, other_id = open_sheet(server), open_sheet(server)
    others = [Listener(server, secret_id, f"since=0&fields=1&device=phone-no-{number:03}.tab") for number in range(6)]
    own = Listener(server, secret_id, f"since=0&fields=1&device={ANN}")
    neighbour = Listener(server, other_id, "since=0&fields=1")
    program = Listener(server, secret_id)
    assert show_typing(server, secret_id, "0.left") == 204
    for listener in others:
        assert listener.typing() == {"device": ANN, "field": "0.left"}
    for at in (secret_id, other_id):
        sync(server, at, ("players.0.left", 4, 1))
    for listener in (own, neighbour, program):
        listener.message()
        assert b"typing" not in listener.buffer


@pytest.mark.short(server="sqlite")
def test_flood_of_signs_ends_no_stream(server: Server) -> None:
    secret_id = open_sheet(server)
    listener = Listener(server, secret_id, "since=0&fields=1")
    for number in range(3 * limits.MAX_WAITING_MESSAGES):
        assert show_typing(server, secret_id, f"{number}.left") == 204
    sync(server, secret_id, ("players.0.left", 4, 1))
    assert listener.message()["seq"] == 1


def test_sign_writes_nothing(together_app: Flask, open_table: Callable[[], Table]) -> None:
    """It only looks whether there is such a sheet."""
    table = open_table()
    table.sync()
    engine, statements = together_app.extensions["together"].engine, []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement.split()[0])

    event.listen(engine, "before_cursor_execute", note)
    answer = table.post({"device": ANN, "field": "0.left"}, "/typing")
    event.remove(engine, "before_cursor_execute", note)
    assert (answer.status_code, {*statements} - {"BEGIN"}) == (204, {"SELECT"})
    table.sync()


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"field": "0.left"}, "device"),
        ({"device": ANN}, "field"),
        ({"device": ANN, "field": 5}, "field"),
        ({"device": ANN, "field": "x" * 121}, "field"),
        ({"device": ANN, "field": "\u2028"}, "field"),
        ({"device": ANN, "field": "0.left\n\ndata: 5"}, "field"),
        ({"device": ANN, "field": "0.left", "hat": 1}, "hat"),
    ],
)
def test_invalid_sign_is_422(open_table: Callable[[], Table], body: object, path: str) -> None:
    answer = open_table().post(body, "/typing")
    assert answer.status_code == 422
    assert [fault["path"] for fault in answer.json["faults"]] == [path]


def test_signs_reach_other_processes_once() -> None:
    """A worker gets only signs that are added after it began to listen."""
    worker = Signs()
    worker.add(Sign(SHEET, BO, "0.left"))
    worker.listen()
    child = os.fork()
    if not child:
        worker.add(Sign(SHEET, ANN, "小明"))
        os._exit(0)
    os.waitpid(child, 0)
    worker.add(Sign(OTHER, BO, "1.left"))
    assert worker.read() == [Sign(SHEET, ANN, "小明"), Sign(OTHER, BO, "1.left")]
    assert worker.read() == []


def test_signs_of_one_sheet_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sheet has a limit of its own, for each second."""
    now = 100.0
    monkeypatch.setattr("web.together.live.signs.time.monotonic", lambda: now)
    worker = Signs()
    for number in range(limits.MAX_SIGNS_A_SECOND + 5):
        worker.add(Sign(SHEET, ANN, f"{number}.left"))
    worker.add(Sign(OTHER, BO, "0.left"))
    assert [sign.device for sign in worker.read()] == [ANN] * limits.MAX_SIGNS_A_SECOND + [BO]
    now = 101.0
    worker.add(Sign(SHEET, ANN, "0.left"))
    assert len(worker.read()) == 1


def test_file_of_signs_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "MAX_FILE_BYTES", 1000)
    monkeypatch.setattr(limits, "MAX_SIGNS_A_SECOND", 10_000)
    worker = Signs()
    for number in range(200):
        worker.add(Sign(SHEET, ANN, f"{number}.left"))
        assert worker.read() == [Sign(SHEET, ANN, f"{number}.left")]
    assert os.fstat(worker._file).st_size < 1200


def test_without_a_file_in_memory_signs_stay_in_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create")
    worker = Signs()
    worker.add(Sign(SHEET, ANN, "0.left"))
    assert worker.read() == [Sign(SHEET, ANN, "0.left")]
    worker.add(Sign(SHEET, ANN, "1.left"))
    worker.listen()
    assert worker.read() == []
