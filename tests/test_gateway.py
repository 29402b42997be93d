"""The way from the server to Flask, one request at a time: what becomes of its headers, its body, and of failures."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from web import gateway
from web.gateway import Gateway

LONGEST = 1000


class Headers(list[tuple[str, str]]):
    """Headers as the server gives them."""

    def items(self) -> list[tuple[str, str]]:
        return list(self)

    def get(self, name: str, default: Any = None) -> Any:
        return next((value for other, value in self if other == name), default)


@dataclass
class Scope:
    """A request as the server describes it."""

    method: str = "GET"
    path: str = "/"
    query_string: str = ""
    headers: Headers = field(default_factory=lambda: Headers([("host", "tally")]))
    authority: str | None = None
    http_version: str = "1.1"
    scheme: str = "http"
    server: str = "127.0.0.1:8000"
    client: str = "[::1]:4321"


@dataclass
class Protocol:
    """The pieces of a body, a pause before each, and the answer that was given."""

    pieces: list[bytes] = field(default_factory=list)
    pause: float = 0
    given: tuple[int, list[tuple[str, str]], bytes] | None = None
    taken: int = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self.pieces:
            await asyncio.sleep(self.pause)
            self.taken += 1
            yield piece

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        assert self.given is None
        self.given = status, headers, body


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    """Answers with the length of the body that it reads."""
    body = environ["wsgi.input"].read()
    start("200 OK", [("X-Length", environ.get("CONTENT_LENGTH", ""))])
    return [b"%d" % len(body)]


def answer(app: Any, scope: Scope, protocol: Protocol | None = None) -> tuple[int, list[tuple[str, str]], bytes]:
    """What the gateway answers to one request."""
    protocol = protocol or Protocol()

    async def run() -> None:
        passage = Gateway(app, LONGEST)
        passage.__rsgi_init__(asyncio.get_running_loop())
        await passage.__rsgi__(scope, protocol)  # type: ignore[arg-type]

    asyncio.run(run())
    assert protocol.given
    return protocol.given


def seen(scope: Scope) -> dict[str, Any]:
    """The WSGI environment of a request."""
    environs: list[dict[str, Any]] = []

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        environs.append(environ)
        return echo(environ, start)

    answer(app, scope)
    return environs[0]


def test_a_request_is_described_as_wsgi_describes_it() -> None:
    environ = seen(
        Scope(path="/漢", query_string="q=%20", headers=Headers([("host", "a"), ("x-a", "1"), ("x-a", "2"), ("content-type", "b/c")]))
    )
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/漢"
    assert (environ["QUERY_STRING"], environ["HTTP_HOST"], environ["HTTP_X_A"], environ["CONTENT_TYPE"]) == ("q=%20", "a", "1,2", "b/c")
    assert (environ["REMOTE_ADDR"], environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("::1", "127.0.0.1", "8000")


def test_a_header_with_an_underscore_passes_for_no_other() -> None:
    environ = seen(Scope(headers=Headers([("host", "a"), ("x_forwarded_for", "6.6.6.6"), ("x-forwarded-for", "1.2.3.4")])))
    assert environ["HTTP_X_FORWARDED_FOR"] == "1.2.3.4"


def test_the_host_of_an_absolute_address_goes_before_the_header() -> None:
    assert seen(Scope(authority="b", headers=Headers([("host", "a")])))["HTTP_HOST"] == "b"


def test_a_body_is_read_whole() -> None:
    sized = Scope("POST", headers=Headers([("content-length", "7")]))
    assert answer(echo, sized, Protocol([b"abc", b"defg"])) == (200, [("X-Length", "7")], b"7")
    assert answer(echo, Scope("POST"), Protocol([b"abc", b"defg"]))[2] == b"7"


def test_a_body_that_says_it_is_too_long_is_not_read() -> None:
    protocol = Protocol([b"x"])
    assert answer(echo, Scope("POST", headers=Headers([("content-length", "1001")])), protocol) == (200, [("X-Length", "1001")], b"0")
    assert protocol.taken == 0


def test_a_body_that_turns_out_too_long_is_read_no_further_and_known_to_be() -> None:
    protocol = Protocol([b"x" * 600] * 9)
    assert answer(echo, Scope("POST"), protocol) == (200, [("X-Length", "1200")], b"1200")
    assert protocol.taken == 2


def test_a_body_that_takes_too_long_is_408(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "BODY_SECONDS", 0.05)
    status, headers, body = answer(echo, Scope("POST"), Protocol([b"x"] * 9, pause=0.02))
    assert (status, body) == (408, b"")
    assert ("Connection", "close") in headers


@pytest.mark.filterwarnings("ignore")
def test_a_failure_is_logged_and_answered_500(caplog: pytest.LogCaptureFixture) -> None:
    def fails(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        raise ZeroDivisionError

    with caplog.at_level(logging.ERROR):
        assert answer(fails, Scope(path="/a\nb"))[0] == 500
    assert caplog.messages == ["No answer to GET /a%0Ab"]


def test_a_long_request_does_not_keep_the_others_waiting() -> None:
    order: list[str] = []
    is_quick_done = threading.Event()

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        if environ["PATH_INFO"] == "/quick":
            order.append("/quick")
            is_quick_done.set()
        else:
            is_quick_done.wait(60)
            order.append(environ["PATH_INFO"])
        return echo(environ, start)

    async def run() -> None:
        passage = Gateway(app, 100_000)
        passage.__rsgi_init__(asyncio.get_running_loop())
        short_links = [Scope(path="/packed", query_string=f"lang=en&{name}=1abc") for name in ("z", "%7A")]
        long = [Scope(path="/long", query_string="x" * 5000), Scope(path="/en/qin/compare"), Scope("POST", path="/body"), *short_links]
        requests = [passage.__rsgi__(scope, Protocol([b"x" * 5000])) for scope in (*long, Scope(path="/quick"))]  # type: ignore[arg-type]
        await asyncio.gather(*requests)

    asyncio.run(run())
    assert order[0] == "/quick"
    assert len(order) == 6
