"""The ASGI application: Flask behind a middleware that limits request bodies."""

import asyncio
import multiprocessing
import os
import re
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from wsgiref.types import WSGIApplication

from asgiref.wsgi import WsgiToAsgiInstance
from flask import Flask

from app import create_app
from web.common.http import MAX_BODY_BYTES
from web.groups import FILE_PATH, MAX_FILE_BODY_BYTES
from web.serving.metrics import Count, count_requests
from web.serving.stopping import watch_signal
from web.serving.warm_up import read_all_content
from web.sync import EVENTS_PATH

if TYPE_CHECKING:
    from web.sync.events import Events

MAX_BODY_SECONDS = 10
MAX_SAME_HEADERS = 100
DATABASE_THREADS = 4
"""Threads of a worker for requests that use the database, so that no page waits behind one that waits for it."""
NEEDS_DATABASE = re.compile(
    r"/api/v1/(?:shared|groups)\b|/[^/]+/(?:together|groups)\b|/[^/]+/[^/]+/(?:together|keep)\b"
)
_ASCII = bytes(range(128))

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class BoundedBody:
    """ASGI middleware that buffers the body, within a size limit and a deadline, so that a slow client occupies a
    connection and no thread.

    A body that is too long is not read to its end: the application sees its length and refuses the request.
    """

    def __init__(self, app: App, max_bytes: int, max_seconds: float) -> None:
        self._app = app
        self._max_bytes = max_bytes
        self._max_seconds = max_seconds

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        headers = [
            header for header in scope["headers"] if b"_" not in header[0]
        ]  # X_Real_IP would become X-Real-IP in WSGI
        length, body = int(dict(headers).get(b"content-length", 0)), b""
        if scope["method"] not in ("GET", "HEAD") and length <= self._max_bytes:
            try:
                async with asyncio.timeout(self._max_seconds):
                    while len(body) <= self._max_bytes:
                        message = await receive()
                        if message["type"] == "http.disconnect":
                            return
                        body += message.get("body", b"")
                        if not message.get("more_body"):
                            break
            except TimeoutError:
                await send({"type": "http.response.start", "status": 408, "headers": [(b"connection", b"close")]})
                await send({"type": "http.response.body"})
                return
        if length <= self._max_bytes:
            length = len(body)
        replaced = [b"content-length", b"transfer-encoding"]
        if scope["http_version"] != "1.1" and not dict(headers).get(b"host"):
            replaced.append(b"host")  # optional in HTTP/1.0; granian passes an empty one
        headers = [header for header in headers if header[0] not in replaced]
        query = quote(scope["query_string"], safe=_ASCII).encode()  # asgiref reads ASCII only

        async def receive_body() -> Message:
            return {"type": "http.request", "body": body}

        scope = {**scope, "query_string": query, "headers": [*headers, (b"content-length", b"%d" % length)]}
        await self._app(scope, receive_body, send)


class Bridge(WsgiToAsgiInstance):
    """asgiref's WSGI adapter for one request, sending the response body in one piece.

    Separate chunks would each wait for the event loop, and for the client to read the previous one.
    """

    threads: ThreadPoolExecutor | None = None
    count: Count | None = None
    environ: Mapping[str, Any] = {}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle the request."""
        self.messages: list[Message] = []
        began = time.perf_counter()
        await super().__call__(scope, receive, _send_nothing)  # type: ignore[no-untyped-call]
        start, *parts = self.messages
        if self.count:
            self.count(self.environ, start["status"], time.perf_counter() - began)
        await send(start)
        await send({"type": "http.response.body", "body": b"".join(part.get("body", b"") for part in parts)})

    def build_environ(self, scope: Message, body: Any) -> Any:
        """Return what the application gets, and keep it, as it names the request's route afterwards."""
        self.environ = super().build_environ(scope, body)  # type: ignore[no-untyped-call]
        return self.environ

    def run_wsgi_app(self, body: Any) -> Any:
        """Run the application in its thread, collecting messages, as `sync_send` would wait for the event loop."""
        self.sync_send = self.messages.append  # type: ignore[assignment]
        if self.threads is None:
            return super().run_wsgi_app(body)
        run = WsgiToAsgiInstance.__dict__["run_wsgi_app"].func  # as it is without the one thread of all others
        return asyncio.get_running_loop().run_in_executor(self.threads, copy_context().run, run, self, body)


async def _send_nothing(message: Message) -> None:
    """Stand in for `send` while messages are collected."""


def bridge(app: WSGIApplication, threads: ThreadPoolExecutor | None = None, count: Count | None = None) -> App:
    """Return a WSGI application as an ASGI application, which answers in these threads, or in the one of all others,
    and counts its requests.
    """

    async def answer(scope: Message, receive: Receive, send: Send) -> None:
        one = Bridge(app, MAX_SAME_HEADERS)  # type: ignore[no-untyped-call]
        one.threads, one.count = threads, count
        await one(scope, receive, send)

    return answer


class AsgiApp:
    """The ASGI application of a worker process: event streams are coroutines of their own.

    Flask answers all other requests.
    """

    def __init__(self, flask_app: Flask) -> None:
        self.flask_app = flask_app
        # Its threads are started by the first request, so that workers can be forked before.
        threads = ThreadPoolExecutor(DATABASE_THREADS, "database")
        count = count_requests(flask_app) if flask_app.config["METRICS_PORT"] else None
        answer = bridge(flask_app.wsgi_app, count=count)
        answer_with_database = bridge(flask_app.wsgi_app, threads, count)
        self._pages = BoundedBody(answer, MAX_BODY_BYTES, MAX_BODY_SECONDS)
        self._shared = BoundedBody(answer_with_database, MAX_BODY_BYTES, MAX_BODY_SECONDS)
        self._files = BoundedBody(answer_with_database, MAX_FILE_BODY_BYTES, MAX_BODY_SECONDS)
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
