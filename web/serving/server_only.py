"""Extensions that the browser's bundle lacks: Flask-Compress and WhiteNoise."""

from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import brotli
from flask import Flask, Response
from flask_compress import Compress
from whitenoise import WhiteNoise

from web.common.http import HEADERS, IMMUTABLE
from web.common.pages import cache_key
from web.common.static_copies import find_copies
from web.common.static_files import fingerprint
from web.offline.bundle import WORKER, WORKER_POLICY, Bundle


class CompressedPages(dict[str, bytes]):
    """Flask-Compress's cache, restricted to the bodies of cached pages."""

    def set(self, key: str, body: bytes) -> None:
        """Store a body, unless its key is empty."""
        if not key.endswith(";"):
            self[key] = body


class CompressErrorsToo(Compress):
    """Flask-Compress for error responses too: a sheet with faults is as long as one without."""

    def after_request(self, response: Response | None) -> Response:
        """Compress a response."""
        code = response.status_code if response else 0
        if response and code >= 400:
            response.status_code = 200
        answer: Response = super().after_request(response)
        if code >= 400:
            answer.status_code = code
        return answer


class Files(WhiteNoise):  # type: ignore[misc]  # has no type hints
    """WhiteNoise, except that a file removed by an update is left to Flask, which has the new one or answers 404."""

    def serve(self, static_file: Any, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        """Serve a file."""
        try:
            return super().serve(static_file, environ, start_response)
        except FileNotFoundError:
            return self.application(environ, start_response)


def register(app: Flask) -> None:
    """Compress responses, and serve static files and the offline bundle before Flask sees the request.

    Register other `after_request` hooks later, since Flask calls them in reverse order.
    """
    app.config.update(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_MODE=brotli.MODE_TEXT,
        COMPRESS_BR_LEVEL=5,  # 11 takes 50 times as long and saves another 12 %
        COMPRESS_STREAMS=False,
        COMPRESS_CACHE_BACKEND=CompressedPages,
        COMPRESS_CACHE_KEY=lambda request: cache_key(),
    )
    CompressErrorsToo(app)
    files = Files(app.wsgi_app, max_age=None, allow_all_origins=False, add_headers_function=_add_headers)
    for name, file in find_copies(fingerprint()).items():
        files.add_file_to_dictionary(f"/static/{fingerprint()}/{name}", str(file))
    bundle: Bundle | None = app.extensions["offline"]
    if bundle:
        for name in bundle.files:
            files.add_file_to_dictionary(bundle.base + name, str(bundle.folder / name))
    app.wsgi_app = files  # type: ignore[method-assign]  # Flask's documented way to add middleware


def _add_headers(headers: Any, path: str, url: str) -> None:
    """Add the security headers, and cache the file forever, since its address changes with its content."""
    for name, value in HEADERS.items():
        headers[name] = value
    headers["Cache-Control"] = IMMUTABLE
    if url.startswith("/offline/") and url.endswith(f"/{WORKER}"):
        headers["Content-Security-Policy"] = WORKER_POLICY
