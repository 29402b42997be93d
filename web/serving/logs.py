"""The log: its lines, in which no link of a shared sheet or a group stands, and the line of each request."""

import logging
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from web.common.http import hide_secret, log_request


class SecretFormatter(logging.Formatter):
    """Writes a record with its traceback, and leaves out what is secret in the addresses that it names."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        return hide_secret(super().format(record))


def set_up_logs(level: str) -> None:
    """Log from a level on, and every request that the access log is told of."""
    handler = logging.StreamHandler()
    handler.setFormatter(SecretFormatter("[%(levelname)s] %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler])
    logging.getLogger("tally.access").setLevel(logging.INFO)


class AccessLog:
    """WSGI middleware that logs each request: the client's address, method, path, status and response time.

    The query, which has what people typed, is left out.
    """

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
