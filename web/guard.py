"""What stands between the server and Flask: security headers for every answer, pages that are kept, and a mark on what is refused."""

import io
import re
from collections.abc import Iterable, Mapping
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from web.kept_pages import KeptPage

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
REFUSED = "tally.refused"
"""The key of the WSGI environment under which the application finds the status with which to refuse a request."""
_LABEL = "[a-z0-9_-]{1,63}"
_HOST = re.compile(rf"({_LABEL}(\.{_LABEL})*\.?|\[[0-9a-f:.]{{2,45}}\])(:[0-9]{{1,5}})?", re.IGNORECASE)
LONGEST_HOST = 260
LONGEST_BODY = 64 * 1024
"""Bytes."""
_LONGEST_LENGTH = len(str(LONGEST_BODY))


class Guard:
    """WSGI middleware. It answers kept pages itself: what Flask does for a request costs more than these do."""

    def __init__(self, app: WSGIApplication, kept_pages: Mapping[str, KeptPage], longest_address: int, hsts: int = 0) -> None:
        self._app = app
        self._kept_pages = kept_pages
        self._longest_address = longest_address
        self._headers = list(HEADERS.items())
        self._secure_headers = [*self._headers, ("Strict-Transport-Security", f"max-age={hsts}")] if hsts else self._headers

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request as WSGI describes it, with the headers that every answer carries."""
        headers = self._secure_headers if environ["wsgi.url_scheme"] == "https" else self._headers
        host, path, query = environ.get("HTTP_HOST", "localhost"), environ["PATH_INFO"], environ.get("QUERY_STRING", "")
        if len(host) > LONGEST_HOST or not _HOST.fullmatch(host):
            environ["HTTP_HOST"] = "localhost"  # Werkzeug cannot read it, and would fail before any handler of errors
            environ[REFUSED] = 400
        elif len(path) + len(query) > self._longest_address:
            environ[REFUSED] = 414
        elif _is_too_long(environ):
            environ[REFUSED] = 413
        elif path in self._kept_pages and not query and environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            status, own, body = self._kept_pages[path].answer(environ)
            start_response(status, own + headers)
            return [body if environ["REQUEST_METHOD"] == "GET" else b""]

        def start(status: str, extra: list[tuple[str, str]], exc_info: Any = None) -> Any:
            own = {name for name, _ in extra}  # such as the policy of the worker, in place of the common one
            return start_response(status, extra + [header for header in headers if header[0] not in own], exc_info)

        return self._app(environ, start)


def _is_too_long(environ: WSGIEnvironment) -> bool:
    """Whether the body is. Of one in chunks, which does not tell its length, no more is read than shows that; what was read is put back."""
    if "HTTP_TRANSFER_ENCODING" in environ and "CONTENT_LENGTH" not in environ:
        body = environ["wsgi.input"].read(LONGEST_BODY + 1)
        environ |= {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    length = environ.get("CONTENT_LENGTH", "")
    return length.isdecimal() and (len(length) > _LONGEST_LENGTH or int(length) > LONGEST_BODY)
