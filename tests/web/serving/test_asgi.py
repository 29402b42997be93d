"""What stands between the server and Flask: what becomes of a request's headers and body, and of a slow or endless one."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from asgi import BoundedBody, bridge

MAX_BYTES = 1000
Answer = tuple[int, dict[bytes, bytes], bytes]


class Client:
    """A client that sends a body in pieces, with a pause before each, and hears an answer."""

    def __init__(self, pieces: Iterable[bytes] = (), pause: float = 0, *, is_whole: bool = True) -> None:
        self.pieces = list(pieces)
        self.pause = pause
        self.is_whole = is_whole
        self.taken = 0
        self.heard: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(self.pause)
        if self.taken == len(self.pieces):
            return {"type": "http.request"} if self.is_whole else {"type": "http.disconnect"}
        self.taken += 1
        more = self.taken < len(self.pieces) or not self.is_whole
        return {"type": "http.request", "body": self.pieces[self.taken - 1], "more_body": more}

    async def send(self, message: dict[str, Any]) -> None:
        self.heard.append(message)


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    """Answer with the length that the request says, and that of its body."""
    start("200 OK", [("X-Length", environ.get("CONTENT_LENGTH", ""))])
    return [b"%d" % len(environ["wsgi.input"].read())]


def answer(app: Any, client: Client, seconds: float = 60, **scope: Any) -> Answer | None:
    """What an application behind the middleware answers to one request; None for nothing."""
    request = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": b"",
        "http_version": "1.1",
        "headers": [],
    } | scope
    asyncio.run(BoundedBody(bridge(app), MAX_BYTES, seconds)(request, client.receive, client.send))
    if not client.heard:
        return None
    start, *parts = client.heard
    return start["status"], dict(start["headers"]), b"".join(part.get("body", b"") for part in parts)


def seen(**scope: Any) -> dict[str, Any]:
    """The WSGI environment that the application gets for a request."""
    environs: list[dict[str, Any]] = []

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        environs.append(environ)
        return echo(environ, start)

    answer(app, Client(), **scope)
    return environs[0]


def test_a_header_with_an_underscore_passes_for_no_other() -> None:
    environ = seen(
        headers=[(b"x_forwarded_for", b"6.6.6.6"), (b"x-forwarded-for", b"1.2.3.4"), (b"content_length", b"9")]
    )
    assert (environ["HTTP_X_FORWARDED_FOR"], environ["CONTENT_LENGTH"]) == ("1.2.3.4", "0")


def test_a_query_that_is_not_encoded_is_read() -> None:
    assert seen(query_string="q=漢%20&x=1".encode())["QUERY_STRING"] == "q=%E6%BC%A2%20&x=1"


def test_http_1_0_needs_no_host() -> None:
    empty = [(b"host", b"")]
    assert "HTTP_HOST" not in seen(headers=empty, http_version="1")
    assert seen(headers=empty)["HTTP_HOST"] == ""


def test_a_body_is_read_whole() -> None:
    sized = [(b"content-length", b"7")]
    chunked = [(b"transfer-encoding", b"chunked")]
    for headers in (sized, chunked):
        assert answer(echo, Client([b"abc", b"defg"]), headers=headers) == (200, {b"x-length": b"7"}, b"7")


def test_a_body_that_says_it_is_too_long_is_not_read() -> None:
    client = Client([b"x"])
    assert answer(echo, client, headers=[(b"content-length", b"1001")]) == (200, {b"x-length": b"1001"}, b"0")
    assert client.taken == 0


def test_a_body_that_turns_out_too_long_is_cut() -> None:
    client = Client([b"x" * 600] * 9)
    assert answer(echo, client) == (200, {b"x-length": b"1200"}, b"1200")
    assert client.taken == 2


def test_get_body_is_not_awaited() -> None:
    client = Client([b"x"], pause=60)
    assert answer(echo, client, method="GET", headers=[(b"content-length", b"1")]) == (200, {b"x-length": b"0"}, b"0")


def test_a_body_that_takes_too_long_is_408() -> None:
    assert answer(echo, Client([b"x"] * 9, pause=0.02), seconds=0.05) == (408, {b"connection": b"close"}, b"")


def test_an_answer_in_pieces_is_sent_as_one() -> None:
    def app(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        start("200 OK", [])
        return [b"a", b"b", b"c"]

    client = Client()
    assert answer(app, client) == (200, {}, b"abc")
    assert len(client.heard) == 2


def test_a_client_that_leaves_gets_no_answer() -> None:
    assert answer(echo, Client([b"x"], is_whole=False)) is None


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_long_body_is_refused_for_every_method(method: str) -> None:
    assert seen(method=method, headers=[(b"content-length", b"99999")])["CONTENT_LENGTH"] == "99999"
