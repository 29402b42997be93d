"""Event streams of a running server with two workers, on both databases."""

from program import Listener, ask, open_sheet, sync
from serving import Server, wait_until

from web.together import limits

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
        "content-type: text/event-stream", "cache-control: no-store", "x-robots-tag: noindex", "referrer-policy: no-referrer",
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
