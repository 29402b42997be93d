"""The ASGI application: event streams, and Flask behind middleware that limits request bodies and file transfers."""

import asyncio
import multiprocessing
import os
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from wsgiref.types import WSGIApplication

from asgiref.wsgi import WsgiToAsgiInstance
from flask import Flask
from werkzeug.exceptions import HTTPException

from app import create_app
from web.common.asgi import App, Message, Receive, Send, wait_for_end
from web.common.fairness import FairThreads
from web.common.http import BUSY, MAX_BODY_BYTES, STREAM, find_address, network_of
from web.groups import FILE_PATH, MAX_FILE_BODY_BYTES
from web.serving.metrics import Count, count_requests
from web.serving.stopping import watch_signal
from web.serving.warm_up import read_all_content
from web.sync import EVENTS_PATH

if TYPE_CHECKING:
    from web.sync.events import Events

MAX_BODY_SECONDS = 10
MAX_SAME_HEADERS = 100
MAX_HEADER_BYTES = 64 * 1024
MIN_PIECE_BYTES, MAX_SMALL_PIECES = 512, 64
"""A body may come in so many small pieces; more must have so many bytes on average, as each costs time."""
MAX_FILES = 4
"""Files that a worker reads or writes at once, of each address one; others wait for their turn."""
MAX_FILE_SECONDS = 120
"""How long a reader may take for a file."""
DATABASE_THREADS, FILE_THREADS = 4, 2
"""Threads of a worker for requests that use the database, so that no page waits behind one that waits for it, and for
files, which take long, so that no other request waits behind them."""
NEEDS_DATABASE = re.compile(
    r"/api/v1/(?:shared|groups)\b|/[^/]+/(?:together|groups)\b|/[^/]+/[^/]+/(?:together|keep)\b"
)
_ASCII = bytes(range(128))


class BoundedBody:
    """ASGI middleware that buffers the body, within a size limit and a deadline, so that a slow client occupies a
    connection and no thread.

    A body that is too long is not read to its end: the application sees its length and refuses the request. Nor is one
    that nobody `wants`.
    """

    def __init__(
        self, app: App, max_bytes: int, max_seconds: float, wants: Callable[[Message], Awaitable[bool]] | None = None
    ) -> None:
        self._app = app
        self._max_bytes = max_bytes
        self._max_seconds = max_seconds
        self._wants = wants

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        headers = [
            header for header in scope["headers"] if b"_" not in header[0]
        ]  # X_Real_IP would become X-Real-IP in WSGI
        if sum(len(name) + len(value) + 4 for name, value in headers) > MAX_HEADER_BYTES:
            await _refuse(send, 431)
            return
        length, pieces, size = int(dict(headers).get(b"content-length", 0)), [b""], 0
        is_wanted = scope["method"] not in ("GET", "HEAD") and length <= self._max_bytes
        if is_wanted and self._wants and not await self._wants(scope):
            is_wanted, length = False, 0
        if is_wanted:
            try:
                async with asyncio.timeout(self._max_seconds):
                    while size <= self._max_bytes:
                        message = await receive()
                        if message["type"] == "http.disconnect":
                            return
                        pieces.append(message.get("body", b""))
                        size += len(pieces[-1])
                        if not message.get("more_body"):
                            break
                        if len(pieces) > MAX_SMALL_PIECES + size // MIN_PIECE_BYTES:
                            await _refuse(send, 400)
                            return
            except TimeoutError:
                await _refuse(send, 408)
                return
        if length <= self._max_bytes:
            length = size
        replaced = [b"content-length", b"transfer-encoding"]
        if scope["http_version"] != "1.1" and not dict(headers).get(b"host"):
            replaced.append(b"host")  # optional in HTTP/1.0; granian passes an empty one
        headers = [header for header in headers if header[0] not in replaced]
        query = quote(scope["query_string"], safe=_ASCII).encode()  # asgiref reads ASCII only
        unread = [b"".join(pieces)]
        pieces.clear()

        async def receive_body() -> Message:
            return {"type": "http.request", "body": unread.pop()} if unread else await receive()

        scope = {**scope, "query_string": query, "headers": [*headers, (b"content-length", b"%d" % length)]}
        await self._app(scope, receive_body, send)


async def _refuse(send: Send, status: int) -> None:
    """Refuse a request of which the application need not hear, and close its connection."""
    await send({"type": "http.response.start", "status": status, "headers": [(b"connection", b"close")]})
    await send({"type": "http.response.body"})


class FileTurns:
    """ASGI middleware that lets few handle files at once, of each address one; who waits too long is told so."""

    def __init__(self, app: App, proxies: int) -> None:
        self._app = app
        self._proxies = proxies
        self._active: set[str] = set()
        self._ended: asyncio.Condition | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        self._ended = self._ended or asyncio.Condition()
        address = network_of(find_address(scope, self._proxies))

        def is_free() -> bool:
            return len(self._active) < MAX_FILES and address not in self._active

        try:
            async with self._ended, asyncio.timeout(MAX_BODY_SECONDS):
                await self._ended.wait_for(is_free)
                self._active.add(address)
        except TimeoutError:
            await self._app({**scope, BUSY: True}, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            async with self._ended:
                self._active.discard(address)
                self._ended.notify_all()


class Bridge(WsgiToAsgiInstance):
    """asgiref's WSGI adapter for one request, sending the response body in one piece.

    Separate chunks would each wait for the event loop, and for the client to read the previous one.
    """

    threads: FairThreads
    client: str
    """The address that the request comes from, between which the threads are fair."""
    count: Count | None = None
    environ: Mapping[str, Any] = {}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle the request."""
        self.messages: list[Message] = []
        self.rest: Iterable[bytes] | None = None
        self.application, self.wsgi_application = self.wsgi_application, self.begin_streams
        began = time.perf_counter()
        await super().__call__(scope, receive, _send_nothing)  # type: ignore[no-untyped-call]
        start, *parts = self.messages
        if self.count:
            self.count(self.environ, start["status"], time.perf_counter() - began)
        await send(start)
        if self.rest is not None and not await self.stream(self.rest, receive, send):
            return  # without the end of the body, so that the server cuts the connection
        await send({"type": "http.response.body", "body": b"".join(part.get("body", b"") for part in parts)})

    def begin_streams(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        """Run the application, and put off the body of a response that is a stream."""
        body: Iterable[bytes] = self.application(environ, start_response)
        if not environ.get(STREAM):
            return body
        self.rest = body
        return ()

    async def stream(self, body: Iterable[bytes], receive: Receive, send: Send) -> bool:
        """Send a body piece by piece, each made when the one before was sent; return whether it was all sent.

        It ends early where its reader leaves or takes too long, or the database fails, which is in the log.
        """
        pieces, end = iter(body), asyncio.get_running_loop().time() + MAX_FILE_SECONDS
        piece: bytes | None = b""
        left = asyncio.ensure_future(wait_for_end(receive))
        try:
            while not left.done() and piece is not None:
                async with asyncio.timeout_at(end):  # of sending alone: a piece that is being made cannot be stopped
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = await self.threads.run(self.client, next, pieces, None)
        except (TimeoutError, HTTPException):
            pass
        finally:
            left.cancel()
            if close := getattr(body, "close", None):
                close()
        return piece is None

    def build_environ(self, scope: Message, body: Any) -> Any:
        """Return the environment, and keep it: the application notes the request's route in it."""
        environ = super().build_environ(scope, body)  # type: ignore[no-untyped-call]
        self.environ = environ | {BUSY: scope.get(BUSY, False)}
        return self.environ

    def run_wsgi_app(self, body: Any) -> Any:
        """Run the application in a thread, collecting messages, as `sync_send` would wait for the event loop."""
        self.sync_send = self.messages.append  # type: ignore[assignment]
        run = WsgiToAsgiInstance.__dict__[
            "run_wsgi_app"
        ].func  # without the decorator that runs it in the one thread of asgiref
        return self.threads.run(self.client, run, self, body)


async def _send_nothing(message: Message) -> None:
    """Stand in for `send` while messages are collected."""


def bridge(
    app: WSGIApplication, threads: FairThreads | None = None, count: Count | None = None, proxies: int = 0
) -> App:
    """Return a WSGI application as an ASGI application that runs in these threads, or in one of its own, and counts its
    requests.
    """
    threads = threads or FairThreads(1, "pages")

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        one = Bridge(app, MAX_SAME_HEADERS)  # type: ignore[no-untyped-call]
        one.threads, one.count, one.client = threads, count, network_of(find_address(scope, proxies))
        await one(scope, receive, send)

    return answer


class AsgiApp:
    """The ASGI application of a worker process: event streams are coroutines of their own.

    Flask answers all other requests.
    """

    def __init__(self, flask_app: Flask) -> None:
        self.flask_app = flask_app
        count = count_requests(flask_app) if flask_app.config["METRICS_PORT"] else None
        proxies = flask_app.config["TRUSTED_PROXIES"]
        self._proxies, self._database_threads = proxies, FairThreads(DATABASE_THREADS, "database")
        pages, shared, files = (
            bridge(flask_app.wsgi_app, threads, count, proxies)
            for threads in (None, self._database_threads, FairThreads(FILE_THREADS, "files"))
        )
        self._pages = BoundedBody(pages, MAX_BODY_BYTES, MAX_BODY_SECONDS)
        self._shared = BoundedBody(shared, MAX_BODY_BYTES, MAX_BODY_SECONDS)
        bounded_files = BoundedBody(files, MAX_FILE_BODY_BYTES, MAX_BODY_SECONDS, self._wants_file)
        self._files = FileTurns(bounded_files, proxies)
        self._events: Events | None = None
        if "documents" in flask_app.extensions:
            from web.sync import events  # with the database, which not every server has

            self._events = events.Events(flask_app)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request, or the worker's lifespan."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._events and scope["method"] == "GET" and EVENTS_PATH.fullmatch(scope["path"]):
            await self._events.answer(scope, receive, send)
        elif self._events and FILE_PATH.fullmatch(scope["path"]):
            await self._files(scope, receive, send)
        elif self._events and NEEDS_DATABASE.match(scope["path"]):
            await self._shared(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _wants_file(self, scope: Message) -> bool:
        """Return whether a scorebook's file may be uploaded: its link is looked up before the body is read."""
        (link,) = FILE_PATH.findall(scope["path"])
        store = self.flask_app.extensions["documents"]
        client = network_of(find_address(scope, self._proxies))
        writes = await self._database_threads.run(client, store.may_write, link)
        return bool(writes) and not scope.get(BUSY)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Confirm start-up and shutdown; exit at once if the main process dies."""
        if main := multiprocessing.parent_process():
            asyncio.get_running_loop().add_reader(main.sentinel, os._exit, 1)
        await receive()
        if self._events:
            self._events.start()
        watch_signal(asyncio.get_running_loop(), self._end_streams)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._end_streams()
        await send({"type": "lifespan.shutdown.complete"})

    def _end_streams(self) -> None:
        if self._events:
            self._events.stop()


def create_asgi_app(config: Mapping[str, object]) -> AsgiApp:
    """Build the application for `tally serve`."""
    app = create_app(config)
    read_all_content()
    return AsgiApp(app)
