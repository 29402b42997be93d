"""Event streams, presence and typing indicators, on both databases."""

import os
from collections.abc import Callable

import pytest
from databases import DATABASES_IN_LANGUAGES
from flask import Flask
from plain_table import get, sit
from plain_table import open_table as open_table_by_form
from program import Listener, ask, open_sheet, sync
from proofreader import Page, Proofreader
from serving import Server, wait_until
from sqlalchemy import event
from table import Clock, Table, type_entry
from table import open_sheet as open_in_store

from web.sync.links import hash_secret as hash_id
from web.together import limits, signs
from web.together.signs import Sign, Signs
from web.together.store import Store

UNKNOWN_ID = "AAAAAAAAAAAAAAAAAAAAAA"


def test_every_stream_gets_every_change_in_order(server: Server) -> None:
    """Whichever worker holds the stream."""
    secret_id = open_sheet(server)
    listeners = [Listener(server, secret_id) for _ in range(8)]
    for n in range(1, 11):
        sync(server, secret_id, ("players.0.left", n, n))
    for listener in listeners:
        assert listener.status == 200
        ids = listener.listen_until("players.0.left", 10)
        assert ids == sorted(ids)
        assert ids[-1] == 10


def test_stream_begins_where_its_reader_left_off(server: Server) -> None:
    secret_id = open_sheet(server)
    for n in range(1, 4):
        sync(server, secret_id, (f"players.{n}.left", n, n))
    assert sorted(Listener(server, secret_id).message()["entries"]) == [
        "players.1.left",
        "players.2.left",
        "players.3.left",
    ]
    assert list(Listener(server, secret_id, "since=2").message()["entries"]) == ["players.3.left"]
    assert len(Listener(server, secret_id, "since=0", Last_Event_ID="1").message()["entries"]) == 2
    up_to_date = Listener(server, secret_id, "since=3")
    sync(server, secret_id, ("players.0.left", 9, 4))
    message = up_to_date.message()
    assert (message["id"], message["seq"], list(message["entries"])) == (4, 4, ["players.0.left"])


def test_message_equals_an_answer_to_sync(server: Server) -> None:
    secret_id = open_sheet(server)
    answer = sync(server, secret_id, ("players.0.left", 5, 1))
    assert Listener(server, secret_id).message() == {"id": 1} | answer | {"kept": 0}


def test_streams_have_paths_for_programs_and_fields_for_pages(server: Server) -> None:
    secret_id = open_sheet(server, "hansa_teutonica")
    programs = [Listener(server, secret_id) for _ in range(3)]
    pages = [Listener(server, secret_id, "since=0&fields=1&device=a-page-0123456789") for _ in range(3)]
    sync(server, secret_id, ("players.1.coellen", [7, 9], 1))
    for program in programs:
        assert program.message()["entries"]["players.1.coellen"]["value"] == [7, 9]
    for page in pages:
        fields = page.message()["fields"]
        assert {name: entry["value"] for name, entry in fields.items() if entry["value"]} == {
            "coellen.7": ["1"],
            "coellen.9": ["1"],
        }


def test_stream_is_private_and_not_cached(server: Server) -> None:
    head = Listener(server, open_sheet(server)).head
    for header in (
        "content-type: text/event-stream", "cache-control: no-store", "x-robots-tag: noindex",
        "referrer-policy: no-referrer",
        "x-accel-buffering: no", "x-content-type-options: nosniff",
    ):  # fmt: skip
        assert f"\r\n{header}" in head


def test_stream_of_an_unknown_sheet_is_404(server: Server) -> None:
    status, headers, data = ask(server, "GET", f"/api/v1/shared/{UNKNOWN_ID}/events", Accept_Language="en")
    assert status == 404
    assert data["faults"][0]["message"].startswith("This shared sheet is gone")
    assert headers["cache-control"] == "no-store"


def test_streams_of_a_sheet_are_limited_and_freed_again(server: Server) -> None:
    """The limit holds for each of the two workers. Other sheets' streams go on."""
    secret_id, other_id = open_sheet(server), open_sheet(server)
    crowd = [Listener(server, secret_id) for _ in range(2 * limits.MAX_STREAMS_OF_SHEET + 1)]
    refused = [listener for listener in crowd if listener.status != 200]
    assert refused
    assert {listener.status for listener in refused} == {429}
    assert all("\r\nretry-after: 3" in listener.head for listener in refused)
    neighbour = Listener(server, other_id)
    sync(server, other_id, ("players.0.left", 7, 1))
    assert neighbour.message()["entries"]["players.0.left"]["value"] == 7
    for listener in crowd:
        listener.connection.close()

    def is_free() -> bool:
        again = [Listener(server, secret_id) for _ in range(8)]
        for listener in again:
            listener.connection.close()
        return all(listener.status == 200 for listener in again)

    wait_until(is_free)


def test_silent_readers_hold_up_nobody(server: Server) -> None:
    """Others still get every change."""
    secret_id = open_sheet(server)
    for _ in range(10):
        server.send(f"GET /api/v1/shared/{secret_id}/events?since=0 HTTP/1.1\r\nHost: tally\r\n\r\n".encode())
    listener = Listener(server, secret_id)
    for n in range(1, 31):
        sync(server, secret_id, ("players.0.left", n, n))
    assert listener.listen_until("players.0.left", 30)[-1] == 30


ANN, BO, CLEO = "ann-phone-01.tab", "bo-phone-012.tab", "cleo-phone-0.tab"


def wait_for_devices(listener: Listener, devices: set[str]) -> None:
    """Read a stream until it lists all these devices at once."""
    while not devices <= listener.here().keys():
        pass


@pytest.mark.short(server="sqlite")
def test_every_stream_lists_all_connected_phones(server: Server) -> None:
    """None of them has typed anything."""
    secret_id = open_sheet(server)
    devices = {f"phone-no-{number:03}.tab" for number in range(6)}
    listeners = [Listener(server, secret_id, f"since=0&fields=1&device={device}") for device in sorted(devices)]
    for listener in listeners:
        wait_for_devices(listener, devices)


@pytest.mark.short(server="sqlite")
def test_phone_that_polls_is_listed(server: Server) -> None:
    secret_id = open_sheet(server)
    listener = Listener(server, secret_id, f"since=0&fields=1&device={ANN}")
    sync(server, secret_id, device=BO, fields=True)
    wait_for_devices(listener, {ANN, BO})


def test_seen_counts_seconds_since_a_device_was_active(store: Store, clock: Clock) -> None:
    """Ann and Bo typed, Cleo only watches; since then Bo and Cleo have asked for news."""
    secret_id = open_in_store(store)
    for seat, device in enumerate((ANN, BO)):
        type_entry(store, secret_id, f"players.{seat}.left", 4, n=1, device=device)
    store.touch([(hash_id(secret_id), CLEO)])
    clock.now += 30
    store.hear_from(secret_id, CLEO)
    store.touch([(hash_id(secret_id), BO)])
    clock.now += 5
    assert store.seen(secret_id) == {ANN: 35, BO: 5, CLEO: 5}
    clock.now += 86_400
    assert store.seen(secret_id) == {}


def test_first_change_of_a_present_device_counts(store: Store) -> None:
    secret_id = open_in_store(store)
    store.touch([(hash_id(secret_id), ANN)])
    answer = type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN)
    assert (answer.kept, answer.seq) == (1, 1)
    store.touch([(hash_id(secret_id), ANN)])
    assert type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN).seq == 1  # sent twice


def test_devices_that_only_watch_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices that type are seen all the same."""
    monkeypatch.setattr(limits, "MAX_NOTED_DEVICES", 1)
    secret_id = open_in_store(store)
    store.touch([(hash_id(secret_id), ANN)])
    store.touch([(hash_id(secret_id), ANN), (hash_id(secret_id), BO)])
    assert store.seen(secret_id).keys() == {ANN}
    type_entry(store, secret_id, "players.0.left", 4, n=1, device=BO)
    assert store.seen(secret_id).keys() == {ANN, BO}


def test_devices_of_a_sheet_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that watched first is refused like any other; those that typed before go on."""
    monkeypatch.setattr(limits, "MAX_DEVICES", 1)
    secret_id = open_in_store(store)
    type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN)
    store.touch([(hash_id(secret_id), BO)])
    for device in (BO, CLEO):
        with pytest.raises(limits.SheetFull):
            type_entry(store, secret_id, "players.0.left", 5, n=1, device=device)
    type_entry(store, secret_id, "players.0.left", 6, n=2, device=ANN)


def test_stream_that_outlives_its_sheet_is_ignored(store: Store) -> None:
    secret_id = open_in_store(store)
    store.touch([(hash_id("A" * 22), ANN), (hash_id(secret_id), BO)])
    assert store.seen(secret_id).keys() == {BO}


def test_request_for_fields_counts_as_presence(together_app: Flask, open_table: Callable[[], Table]) -> None:
    table = open_table()
    table.sync(device=BO, fields=True)
    together_app.extensions["together"].touch()
    assert table.sync(device=ANN, fields=True)["here"] == {BO: 0}


@pytest.mark.parametrize(("together_app", "lang"), DATABASES_IN_LANGUAGES, indirect=True)
def test_pages_show_who_is_offline(together_app: Flask, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """Neither phone was active for long. Only Ann's has scripts, so only Ann is shown as offline."""
    ann, bo = Proofreader(together_app, Page), Proofreader(together_app, Page)
    address = open_table_by_form(ann, lang=lang)
    phone = sit(ann, address, 0).one("form", id="sheet").get("data-phone")
    sit(bo, address, 1)
    words = {"en": "offline", "zh-Hant": "離線"}[lang]
    together_app.extensions["together"].touch([(hash_id(address.rpartition("/")[2]), f"{phone}.tab")])
    for page in ("/seats", "/open", "?view=all"):
        assert words not in " ".join(get(bo, address + page).texts("main"))
    monkeypatch.setattr("web.together.people.OFFLINE_SECONDS", -1)
    (band,) = [text for text in get(bo, f"{address}/seats").texts("button") if words in text]
    assert "Ann" in band
    (mat,) = [text for text in get(bo, f"{address}/open").texts("li") if words in text]
    assert "Ann" in mat
    assert [text for text in get(ann, f"{address}?view=all").texts("main") if words in text] == []  # not to Ann herself
    strip = get(bo, f"{address}?view=all").one("nav", class_="strip")
    assert ["away" in seat.get("class", "") for seat in strip] == [True, False, False]


def test_invitation_counts_phones_that_watch(together_app: Flask) -> None:
    """It does not count the phone with the code, seated players, or phones that have not chosen yet."""
    ann, bo = Proofreader(together_app, Page), Proofreader(together_app, Page)
    address = open_table_by_form(ann)
    phone = sit(bo, address, 1).one("form", id="sheet").get("data-phone")
    sheet = hash_id(address.rpartition("/")[2])
    together_app.extensions["together"].touch([(sheet, f"{phone}.tab"), (sheet, "cleo-phone-0.table")])
    assert get(ann, f"{address}/open").all("li", class_="watchers") == []
    together_app.extensions["together"].touch([(sheet, CLEO)])
    assert get(ann, f"{address}/open").texts("li", class_="watchers") == ["1 watching"]


SHEET, OTHER = b"s" * 16, b"o" * 16


def show_typing(server: Server, secret_id: str, field: str, device: str = ANN) -> int:
    """Send that a phone is about to type; return the status."""
    return ask(server, "POST", f"/api/v1/shared/{secret_id}/typing", {"device": device, "field": field})[0]


@pytest.mark.short(server="sqlite")
def test_every_other_phone_sees_where_one_types(server: Server) -> None:
    """Whichever worker holds its stream.

    The phone itself, other sheets and programs get only the entry that follows.
    """
    secret_id, other_id = open_sheet(server), open_sheet(server)
    others = [Listener(server, secret_id, f"since=0&fields=1&device=phone-no-{number:03}.tab") for number in range(6)]
    own = Listener(server, secret_id, f"since=0&fields=1&device={ANN}")
    neighbour = Listener(server, other_id, "since=0&fields=1")
    program = Listener(server, secret_id)
    assert show_typing(server, secret_id, "0.left") == 204
    for listener in others:
        while (notice := listener.named()) != ("typing", {"device": ANN, "field": "0.left"}):
            assert notice[0] == "here"  # a stream that was sending this has left the other out
            show_typing(server, secret_id, "0.left")
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
    monkeypatch.setattr("web.together.signs.time.monotonic", lambda: now)
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
