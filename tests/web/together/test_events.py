"""Event streams, presence and typing notices of shared sheets, on real servers and on pages."""

import socket
from pathlib import Path

import pytest
from databases import DATABASES_IN_LANGUAGES
from flask import Flask
from plain_table import get, open_table, sit
from program import Listener, ask, open_sheet, sync
from proofreader import Page, Proofreader
from serving import Server, wait_until
from worst_books import make_long_result

from web.sync import limits
from web.sync.links import make_handle, read_link
from web.together.kind import SharedSheet

UNKNOWN_ID = "AAAAAAAAAAAAAAAAAAAAAA"
ANN, BO = "annphone0123", "bophone01234"
PAGE = "page0000001"


def handle_of(secret_id: str, phone: str) -> str:
    """Return what others at a sheet are told of a phone."""
    return make_handle(read_link(secret_id).document_id, phone)


def watch(server: Server, secret_id: str, phone: str) -> Listener:
    """Open the stream of a phone that shows the sheet."""
    return Listener(server, secret_id, f"since=0-&device={phone}.{PAGE}")


def test_every_stream_gets_every_change_in_order(server: Server) -> None:
    """Whichever worker holds the stream. The opening counts as the first change."""
    secret_id = open_sheet(server)
    listeners = [Listener(server, secret_id) for _ in range(8)]
    for n in range(1, 11):
        sync(server, secret_id, ("0.left", n, n))
    for listener in listeners:
        assert listener.status == 200
        told = listener.listen_until("0.left", 10)
        assert told == sorted(told)
        assert told[-1] == 11


def test_stream_begins_where_its_reader_left_off(server: Server) -> None:
    secret_id = open_sheet(server)
    answers = [sync(server, secret_id, (f"{n}.left", n, n)) for n in range(1, 4)]
    ids = [f"{answer['seq']}-{answer['mark']}" for answer in answers]
    assert {"1.left", "2.left", "3.left"} <= Listener(server, secret_id).message()["values"].keys()
    assert [*Listener(server, secret_id, f"since={ids[1]}").message()["values"]] == ["3.left"]
    assert len(Listener(server, secret_id, "since=0-", Last_Event_ID=ids[0]).message()["values"]) == 2
    up_to_date = Listener(server, secret_id, f"since={ids[2]}")
    later = sync(server, secret_id, ("0.left", 9, 4))
    message = up_to_date.message()
    assert (message["id"], [*message["values"]]) == (f"{later['seq']}-{later['mark']}", ["0.left"])


def test_message_equals_an_answer_to_sync(server: Server) -> None:
    secret_id = open_sheet(server)
    answer = sync(server, secret_id, ("0.left", 5, 1))
    message = Listener(server, secret_id).message()
    for one in (answer, message):
        for value in one["values"].values():
            del value["age"]
    assert {**answer, **message} == {**answer, "id": message["id"], "kept": 0, "you": ""}


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
    crowd = [Listener(server, secret_id) for _ in range(2 * SharedSheet.limits.max_streams + 1)]
    refused = [listener for listener in crowd if listener.status != 200]
    assert refused
    assert {listener.status for listener in refused} == {429}
    assert all("\r\nretry-after: 3" in listener.head for listener in refused)
    neighbour = Listener(server, other_id)
    sync(server, other_id, ("0.left", 7, 1))
    assert neighbour.listen_until("0.left", 7)
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
        server.send(f"GET /api/v1/shared/{secret_id}/events?since=0- HTTP/1.1\r\nHost: tally\r\n\r\n".encode())
    listener = Listener(server, secret_id)
    for n in range(1, 31):
        sync(server, secret_id, ("0.left", n, n))
    assert listener.listen_until("0.left", 30)[-1] == 31


def unread_bytes(server: Server, connection: socket.socket) -> int:
    """Return what the system keeps of what the server has sent on a connection, until its client reads."""
    own, port = (f":{number:04X}" for number in (server.port, connection.getsockname()[1]))
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()]
    (queues,) = [one[4] for one in lines if one[1].endswith(own) and one[2].endswith(port)]
    return int(queues.partition(":")[0], 16)


def test_system_keeps_little_for_a_silent_reader(server: Server) -> None:
    """It would take megabytes for each stream, of which no limit knows."""
    link = ask(server, "POST", "/api/v1/groups", {"name": "Friday"})[2]["write"]
    long = [make_long_result(number, 15_900) for number in range(15)]
    for n in range(0, 15, 3):
        some = enumerate(long[n : n + 3], n + 1)
        changes = [{"name": f"results/{one['id']}", "value": one, "n": number} for number, one in some]
        ask(server, "POST", f"/api/v1/groups/{link}/sync", {"device": f"{ANN}.{PAGE}", "changes": changes})
    silent = []
    for _ in range(20):
        connection = server.connect()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(f"GET /api/v1/groups/{link}/events?since=0 HTTP/1.1\r\nHost: tally\r\n\r\n".encode())
        silent.append(connection)
    wait_until(lambda: all(unread_bytes(server, one) for one in silent))
    with server.connect() as reader:
        reader.sendall(f"GET /api/v1/groups/{link}/events?since=0 HTTP/1.1\r\nHost: tally\r\n\r\n".encode())
        data = b""
        while b'"more": false' not in data:
            data += reader.recv(65536)
    assert len(data) > 200_000
    assert max(unread_bytes(server, one) for one in silent) < 64 * 1024


def wait_for_phones(listener: Listener, handles: set[str]) -> None:
    """Read a stream until it lists all these phones at once."""
    while not handles <= listener.here().keys():
        pass


def test_every_stream_lists_all_connected_phones(server: Server) -> None:
    """None of them has typed anything; they are told by handles."""
    secret_id = open_sheet(server)
    phones = [f"phone0no0{number:03}" for number in range(6)]
    listeners = [watch(server, secret_id, phone) for phone in phones]
    for listener in listeners:
        wait_for_phones(listener, {handle_of(secret_id, phone) for phone in phones})


def test_phone_that_polls_is_listed(server: Server) -> None:
    secret_id = open_sheet(server)
    listener = watch(server, secret_id, ANN)
    sync(server, secret_id, device=f"{BO}.{PAGE}")
    wait_for_phones(listener, {handle_of(secret_id, ANN), handle_of(secret_id, BO)})


def show_typing(server: Server, secret_id: str, name: str) -> int:
    """Send that Ann is about to type; return the status."""
    body = {"device": f"{ANN}.{PAGE}", "name": name}
    return ask(server, "POST", f"/api/v1/shared/{secret_id}/typing", body)[0]


def test_every_other_phone_sees_where_one_types(server: Server) -> None:
    """Whichever worker holds its stream. The phone itself and other sheets get only the entry that follows."""
    secret_id, other_id = open_sheet(server), open_sheet(server)
    others = [watch(server, secret_id, f"phone0no0{number:03}") for number in range(6)]
    own, neighbour = watch(server, secret_id, ANN), Listener(server, other_id)
    assert show_typing(server, secret_id, "0.left") == 204
    for listener in others:
        while (notice := listener.named()) != ("typing", {"device": handle_of(secret_id, ANN), "name": "0.left"}):
            assert notice[0] == "here"  # a stream that was sending this has left the other out
            show_typing(server, secret_id, "0.left")
    for at in (secret_id, other_id):
        sync(server, at, ("0.left", 4, 1))
    for listener in (own, neighbour):
        listener.listen_until("0.left", 4)
        assert b"typing" not in listener.buffer


def test_flood_of_notices_ends_no_stream(server: Server) -> None:
    secret_id = open_sheet(server)
    listener = Listener(server, secret_id)
    for number in range(3 * limits.MAX_WAITING_MESSAGES):
        assert show_typing(server, secret_id, f"{number}.left") == 204
    sync(server, secret_id, ("0.left", 4, 1))
    assert listener.listen_until("0.left", 4)[-1] == 2


@pytest.mark.parametrize(("together_app", "lang"), DATABASES_IN_LANGUAGES, indirect=True)
def test_pages_show_who_is_offline(together_app: Flask, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """Neither phone was active for long. Only Ann's has scripts, so only Ann is shown as offline."""
    ann, bo = Proofreader(together_app, Page), Proofreader(together_app, Page)
    address = open_table(ann, lang=lang)
    form, secret_id = sit(ann, address, 0).one("form", id="sheet"), address.rpartition("/")[2]
    sit(bo, address, 1)
    words = {"en": "offline", "zh-Hant": "離線"}[lang]
    assert form.get("data-you") == handle_of(secret_id, form.get("data-phone", ""))
    together_app.extensions["documents"].notices.tell_here(read_link(secret_id).document_id, form.get("data-you"))
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
    ann, bo, cleo = (Proofreader(together_app, Page) for _ in range(3))
    address = open_table(ann)
    bo_handle = sit(bo, address, 1).one("form", id="sheet").get("data-you")
    assert "device=" not in get(cleo, f"{address}/seats").text  # whoever has not chosen is not told to be there
    assert "&amp;device=" in get(bo, f"{address}/open").text
    document_id = read_link(address.rpartition("/")[2]).document_id
    notices = together_app.extensions["documents"].notices
    notices.tell_here(document_id, bo_handle)
    assert get(ann, f"{address}/open").all("li", class_="watchers") == []
    notices.tell_here(document_id, "cleohandle01")
    assert get(ann, f"{address}/open").texts("li", class_="watchers") == ["1 watching"]
