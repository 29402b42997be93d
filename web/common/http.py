"""HTTP rules for every request and response: size limits, host check, security headers, caching headers, entity
tags, secret addresses, and the converters of addresses.
"""

import logging
import re
from collections.abc import Iterable
from urllib.parse import urlencode
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, abort, redirect, request
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response as WerkzeugResponse

from scorers.registry import games
from web.common.languages import LANGUAGES, MAX_ACCEPT_CHARACTERS

_access_log = logging.getLogger("tally.access")
MAX_QUERY_BYTES = 16 * 1024
"""Upper limit of a query, also after decompression; no real sheet comes close."""

SHARED_ID = "[A-Za-z0-9_-]{22}"
"""The pattern of a shared sheet's id: 128 bits in base64url."""
GROUP_LINK = "[A-Za-z0-9_-]{34}"
"""The pattern of a group's link: the group's id of 12 characters, and a secret of 128 bits."""
PRIVATE_HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
_SECRET = re.compile(rf"(/(?:together|shared)/){SHARED_ID}|(/groups/){GROUP_LINK}")


def holds_secret(path: str) -> bool:
    """Return whether a path holds a shared sheet's id or a group's link."""
    return bool(_SECRET.search(path))


def hide_secret(path: str) -> str:
    """Return a path as it may be logged."""
    return _SECRET.sub(r"\1\2…", path)


def log_request(address: str, method: str, path: str, status: int | str, seconds: float) -> None:
    """Log a request that was answered, without what is secret in its path."""
    _access_log.info("%s %s %s %s %.1f ms", address, method, hide_secret(path), status, 1000 * seconds)


def keep_private(response: Response) -> Response:
    """Forbid caches to store a response, search engines to list it, and browsers to tell other sites its address."""
    response.headers.update(PRIVATE_HEADERS)
    return response


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
    "connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_DEFAULTS = [*HEADERS.items(), ("Cache-Control", "no-cache")]
IMMUTABLE = f"public, max-age={365 * 24 * 60 * 60}, immutable"
"""The Cache-Control header of responses whose address changes with their content."""
MAX_BODY_BYTES = 64 * 1024
MAX_HOST_CHARACTERS = 260
_LABEL = "[a-z0-9_-]{1,63}"
_HOST = re.compile(rf"({_LABEL}(\.{_LABEL})*\.?|\[[0-9a-f:.]{{2,45}}\])(:[0-9]{{1,5}})?", re.IGNORECASE)
_BAD_HOST = "tally.bad_host"
_ORIGIN = re.compile(r"https?://[^/]*")
_TAILED_SHEET = re.compile(r"\A([A-Za-z0-9_-]{8,})[^A-Za-z0-9_-]+\Z")
_TAILED_PATH = re.compile(
    rf"(/[^/]+/(?:together/{SHARED_ID}|groups/{GROUP_LINK})(?:/[A-Za-z0-9_-]+)*)[^A-Za-z0-9_/-]+", re.DOTALL
)
"""The path of a shared sheet or a group, with characters behind it that no path of theirs has."""


class HostCheck:
    """WSGI middleware that marks requests with a malformed host, on which Werkzeug would fail before any error
    handler runs.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass a request on; the application refuses a marked one."""
        host = environ.get("HTTP_HOST", "localhost")
        if len(host) > MAX_HOST_CHARACTERS or not _HOST.fullmatch(host):
            environ |= {"HTTP_HOST": "localhost", _BAD_HOST: True}
        return self._app(environ, start_response)


def register(app: Flask) -> None:
    """Check every request before a view sees it, and add headers to every response."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES  # reading a longer one raises 413
    app.wsgi_app = HostCheck(app.wsgi_app)  # type: ignore[method-assign]  # this is how Flask is wrapped

    @app.before_request
    def check_request() -> None:
        """Refuse a request that is malformed or longer than any sheet."""
        environ = request.environ
        if len(environ.get("HTTP_ACCEPT_ENCODING", "")) > MAX_ACCEPT_CHARACTERS:
            del environ["HTTP_ACCEPT_ENCODING"]
        if _BAD_HOST in environ:
            abort(400)
        if len(environ["PATH_INFO"]) + len(environ.get("QUERY_STRING", "")) > MAX_QUERY_BYTES:
            abort(414)

    app.before_request(_cut_tail)
    hsts = app.config["HSTS"]

    @app.after_request
    def add_headers(response: Response) -> Response:
        """Add the headers that a response lacks; answer 304 if the client already has the page."""
        environ, headers = request.environ, response.headers
        if holds_secret(environ["PATH_INFO"]):
            keep_private(response)
        given = {name for name, _ in headers}
        headers.extend([default for default in _DEFAULTS if default[0] not in given])
        if hsts and request.is_secure:
            headers["Strict-Transport-Security"] = f"max-age={hsts}"
        if "Location" in given:
            # Behind a proxy, the scheme and host that Werkzeug's router writes may differ from the visitor's.
            headers["Location"] = "/" + _ORIGIN.sub("", headers["Location"], count=1).lstrip("/")
            response.set_data(b"")
        is_page = (
            environ["REQUEST_METHOD"] in ("GET", "HEAD") and response.status_code == 200 and not response.is_streamed
        )
        if is_page and headers["Cache-Control"] != "no-store":
            response.add_etag()
            response.make_conditional(request)
        return response


def _cut_tail() -> WerkzeugResponse | None:
    """Redirect from a link that took what stood behind it in a text: a full stop, a bracket, a blank."""
    if request.method not in ("GET", "HEAD"):
        return None
    found, has_sheet = _TAILED_PATH.fullmatch(request.path), "z=" in request.environ.get("QUERY_STRING", "")
    if not found and not has_sheet:
        return None
    path, pairs = found[1] if found else request.path, [*request.args.items(multi=True)]
    whole = [(name, _TAILED_SHEET.sub(r"\1", value) if name == "z" else value) for name, value in pairs]
    if not found and whole == pairs:
        return None
    return redirect(path + (f"?{urlencode(whole)}" if whole else ""))


def register_converters(app: Flask) -> None:
    """Register the converters `<lang:…>`, `<game:…>`, `<shared:…>` and `<group:…>`."""
    patterns = {
        "lang": "|".join(LANGUAGES),
        "game": "|".join(game.slug for game in games()),
        "shared": SHARED_ID,
        "group": GROUP_LINK,
    }
    for name, pattern in patterns.items():
        app.url_map.converters[name] = type(f"{name.title()}Converter", (BaseConverter,), {"regex": pattern})


def with_query(path: str) -> str:
    """Append this request's query to a path, unless it is too long."""
    if not 0 < len(request.query_string) <= MAX_QUERY_BYTES:
        return path
    query = request.query_string
    return (
        f"{path}?{query.decode() if _SAFE_QUERY.fullmatch(query) else urlencode(list(request.args.items(multi=True)))}"
    )


_SAFE_QUERY = re.compile(rb"[\w.~+*%=&-]+")
"""A query that can be repeated verbatim."""
