"""The way from the server (RSGI) to Flask (WSGI), on which nobody can hold up the others.

A body is read whole, within a deadline, before the application sees its request: who sends slowly holds a connection and nothing else.
Requests are answered one after the other, which wastes no time on threads that only wait for each other; those that may take long
go to a thread of their own, where they queue among themselves.
"""

import asyncio
import io
import logging
import multiprocessing
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote
from wsgiref.types import WSGIApplication, WSGIEnvironment

from granian._granian import RSGIHTTPProtocol
from granian.rsgi import Scope

SHORT_BYTES = 4 * 1024
"""Query and body together; a request with more, which few sheets need, may take long."""
SLOW_PATHS = ("/compare", "/qr", "/preview.png")
"""The ends of the paths where even a usual sheet may take long."""
SWITCH_SECONDS = 0.001
"""How long the thread of the slow requests computes while a quick one waits."""
BODY_SECONDS = 10
"""How long a body may take to arrive."""

Answer = tuple[int, list[tuple[str, str]], bytes]

_BASE: WSGIEnvironment = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.input_terminated": True,
    "wsgi.multiprocess": True,
    "wsgi.multithread": True,
    "wsgi.run_once": False,
}
_TOO_LATE: Answer = (408, [("Connection", "close"), ("Cache-Control", "no-store")], b"")
_access_log = logging.getLogger("tally.access")
_log = logging.getLogger("tally")


class Gateway:
    """A WSGI application as granian's RSGI interface calls it. Bodies longer than `longest_body` are not read to their end."""

    def __init__(self, app: WSGIApplication, longest_body: int) -> None:
        self._app = app
        self._longest_body = longest_body

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Prepare a worker process: its threads, and its end when the main process is gone, however that died."""
        self._loop = loop
        self._slow_lane = ThreadPoolExecutor(1)
        sys.setswitchinterval(SWITCH_SECONDS)
        if main := multiprocessing.parent_process():
            loop.add_reader(main.sentinel, os._exit, 1)

    async def __rsgi__(self, scope: Scope, protocol: RSGIHTTPProtocol) -> None:
        """Answer one request."""
        start = time.perf_counter()
        try:
            body = await self._body(scope, protocol)
            environ = _environ(scope, body)
            if _may_take_long(scope, body):
                answer = await self._loop.run_in_executor(self._slow_lane, self._answer, environ)
            else:
                answer = self._answer(environ)
        except TimeoutError:
            environ, answer = _environ(scope, b""), _TOO_LATE
        protocol.response_bytes(*answer)
        if _access_log.isEnabledFor(logging.INFO):
            duration = 1000 * (time.perf_counter() - start)
            _access_log.info("%s %s %s %d %.1f ms", environ["REMOTE_ADDR"], scope.method, quote(scope.path), answer[0], duration)

    async def _body(self, scope: Scope, protocol: RSGIHTTPProtocol) -> bytes:
        """The body, or so much of it as shows that it is too long."""
        if scope.method in ("GET", "HEAD") or int(scope.headers.get("content-length", 0)) > self._longest_body:
            return b""
        body = b""
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in protocol:
                body += chunk
                if len(body) > self._longest_body:
                    break
        return body

    def _answer(self, environ: WSGIEnvironment) -> Answer:
        """What the application answers."""
        response: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            response[:] = int(status[:3]), headers

        try:
            parts = self._app(environ, start)
            body = b"".join(parts)
            if hasattr(parts, "close"):
                parts.close()
        except Exception:  # noqa: BLE001  whatever fails, the visitor gets an answer and the log the reason
            _log.exception("No answer to %s %s", environ["REQUEST_METHOD"], quote(environ["PATH_INFO"], encoding="latin-1"))
            return 500, [], b""
        return response[0], response[1], body


def _may_take_long(scope: Scope, body: bytes) -> bool:
    """Whether a request goes to the slow ones: a long one, one of a slow page, or a short link, whose `z` may hold four times as much."""
    query = scope.query_string
    short_link = "z=" in query or "%7a" in query.lower()
    return short_link or len(query) + len(body) > SHORT_BYTES or scope.path.endswith(SLOW_PATHS)


def _environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """A request as WSGI describes it."""
    environ = _BASE | {
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
    }
    environ["SERVER_NAME"], _, environ["SERVER_PORT"] = scope.server.rpartition(":")
    if scope.authority:
        environ["HTTP_HOST"] = scope.authority
    for name, value in scope.headers.items():
        if "_" in name:  # it would pass for the same name with a hyphen, such as a proxy's X-Forwarded-For
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        if key == "HTTP_HOST" and scope.authority:
            continue
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    if body:
        environ.setdefault("CONTENT_LENGTH", str(len(body)))  # a body in chunks does not tell its length
    return environ
