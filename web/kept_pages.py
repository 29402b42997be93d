"""Answers that are the same for everyone: made once, compressed once a coding, and sent as they are."""

import hashlib
from collections.abc import Callable
from wsgiref.types import WSGIEnvironment

from flask import Response, current_app, request
from werkzeug.datastructures import Headers
from werkzeug.test import create_environ  # which comes with Werkzeug anyway; Flask's own for tests loads a debugger
from werkzeug.utils import get_content_type

from web.compression import SHORTEST, can_shrink, choose_coding, compress

GOOD = 5
"""Brotli's quality for pages: a millisecond a page; the highest takes fifty to save an eighth."""

FOREVER = f"public, max-age={365 * 24 * 60 * 60}, immutable"
"""How long an answer keeps whose address changes with it: a year."""

HeaderList = list[tuple[str, str]]


class KeptResponse(Response):
    """An answer to which nothing need be added."""


class KeptPage:
    """A body that does not change while the application runs, with its tag and its compressed forms."""

    def __init__(
        self, body: str | bytes, mimetype: str = "text/html", *, quality: int = GOOD, cache_control: str = "no-cache", vary: str = ""
    ) -> None:
        self.body = body.encode() if isinstance(body, str) else body
        self.content_type = get_content_type(mimetype, "utf-8")
        self._quality = quality
        self.fingerprint = hashlib.sha256(self.body).hexdigest()[:20]
        self._shrinks = len(self.body) >= SHORTEST and can_shrink(mimetype)
        vary = ", ".join(filter(None, (vary, "Accept-Encoding" if self._shrinks else "")))
        self._headers: HeaderList = [("Cache-Control", cache_control), *([("Vary", vary)] if vary else [])]
        self._bodies = {"": self.body}

    def encode(self, coding: str) -> bytes:
        """The body in a coding; the first call compresses it."""
        if coding not in self._bodies:
            self._bodies[coding] = compress(self.body, coding, self._quality)
        return self._bodies[coding]

    @property
    def smallest(self) -> bytes:
        """The body as nearly every browser takes it."""
        return self.encode("br") if self._shrinks else self.body

    def answer(self, environ: WSGIEnvironment) -> tuple[str, HeaderList, bytes]:
        """Status, headers and body for a request: in a coding that the reader takes, or 304 where the reader has the body already."""
        coding = choose_coding(environ.get("HTTP_ACCEPT_ENCODING", "")) if self._shrinks else ""
        tag = f'"{self.fingerprint}-{coding}"' if coding else f'"{self.fingerprint}"'
        headers = [*self._headers, ("ETag", tag)]
        if tag in environ.get("HTTP_IF_NONE_MATCH", ""):
            return "304 NOT MODIFIED", headers, b""
        body = self.encode(coding)
        headers += ("Content-Type", self.content_type), ("Content-Length", str(len(body)))
        if coding:
            headers.append(("Content-Encoding", coding))
        return "200 OK", headers, body

    def response(self) -> KeptResponse:
        """The answer to Flask's current request."""
        status, headers, body = self.answer(request.environ)
        return KeptResponse(body, status, Headers(headers))


def keep_page(render: Callable[[], str]) -> KeptResponse:
    """The answer that the current request's path always has, whatever its query. The first call renders it; later ones find it.

    It is rendered as for a visitor who sends neither query nor headers, so that nothing of one visitor is kept for the next. Once it is
    kept, requests without a query are answered by the guard, before Flask sees them.
    """
    pages: dict[str, KeptPage] = current_app.extensions["kept_pages"]
    path = request.path
    if path not in pages:
        with current_app.request_context(create_environ(path, f"http://localhost{request.root_path}/")):
            pages[path] = KeptPage(render())
    return pages[path].response()
