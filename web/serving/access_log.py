"""WSGI middleware that logs each request, without its query (what people typed) and without what is secret in its
path.
"""

import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from web.common.http import log_request


class AccessLog:
    """Logs the client's address, method, path, status and response time."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass a request on and log it."""
        start, code = time.perf_counter(), ""

        def note_status(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            nonlocal code
            code = status[:3]
            return start_response(status, headers, exc_info)

        body = self._app(environ, note_status)
        path, address = quote(environ["PATH_INFO"], encoding="latin-1"), environ.get("REMOTE_ADDR", "-")
        log_request(address, environ["REQUEST_METHOD"], path, code, time.perf_counter() - start)
        return body
