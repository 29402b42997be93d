"""What the server calls: Flask behind a middleware that buffers requests and answers, and the place for event streams beside it."""

import asyncio
import multiprocessing
import os
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import quote

from asgiref.wsgi import WsgiToAsgi
from flask import Flask

from app import create_app
from web.http import MAX_BODY_BYTES

MAX_BODY_SECONDS = 10
_ASCII = bytes(range(128))

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class Buffer:
    """ASGI middleware that takes a request's body and an answer whole, so that a slow client holds a connection and nothing else.

    A body has a size and a deadline. One that is too long is read no further than shows that: the application finds its length, and refuses
    the request. An answer goes to the server in one piece, as each of several would wait until the client has read the one before.
    """

    def __init__(self, app: App, max_bytes: int, max_seconds: float) -> None:
        self._app = app
        self._max_bytes = max_bytes
        self._max_seconds = max_seconds

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        headers = [header for header in scope["headers"] if b"_" not in header[0]]  # X_Real_IP would pass for X-Real-IP
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
            replaced.append(b"host")  # HTTP/1.0 needs none, and the server says it is empty
        headers = [header for header in headers if header[0] not in replaced]
        query = quote(scope["query_string"], safe=_ASCII).encode()  # asgiref reads nothing else

        async def receive_body() -> Message:
            return {"type": "http.request", "body": body}

        answer: list[Message] = []

        async def send_whole(message: Message) -> None:
            answer.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                start, *parts = answer
                await send(start)
                await send({"type": "http.response.body", "body": b"".join(part.get("body", b"") for part in parts)})

        scope = {**scope, "query_string": query, "headers": [*headers, (b"content-length", b"%d" % length)]}
        await self._app(scope, receive_body, send_whole)


class AsgiApp:
    """The ASGI application of a worker process. Event streams will be coroutines of their own here; all else is Flask's."""

    def __init__(self, flask_app: Flask) -> None:
        self.flask_app = flask_app
        self._pages = Buffer(WsgiToAsgi(flask_app.wsgi_app), MAX_BODY_BYTES, MAX_BODY_SECONDS)  # type: ignore[no-untyped-call]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, or live from a worker's start to its end."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Say when the worker is ready and done; it ends at once when the main process is gone, however that died."""
        if main := multiprocessing.parent_process():
            asyncio.get_running_loop().add_reader(main.sentinel, os._exit, 1)
        for event in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{event}.complete"})


def create_asgi_app(config: Mapping[str, object]) -> AsgiApp:
    """Build the application that `tally serve` serves."""
    app = create_app(config)
    app.extensions["stock"].load_all()
    return AsgiApp(app)
