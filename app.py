"""The application: configuration, languages, blueprints, headers. It names no game."""

import hashlib
import os
from pathlib import Path

from cachelib import SimpleCache
from flask import Flask, Response, abort, g, request
from flask.json.provider import DefaultJSONProvider
from flask_babel import Babel
from flask_compress import Compress
from jinja2 import ChoiceLoader, FileSystemLoader

import scorers
from web import api, converters, locale, pages, rules, search

HERE = Path(__file__).parent
YEAR = 365 * 24 * 60 * 60
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Json(DefaultJSONProvider):
    """Text as it is, and keys in the order in which they are declared."""

    ensure_ascii = False
    sort_keys = False


def fingerprint(folder: Path) -> str:
    """A name for the state of a folder's files, so that they can be kept for a year under it."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def create_app() -> Flask:
    """Build the application; everything that does not change while it runs is read here, once."""
    locale.compile_catalogues(HERE / "translations")
    # The fingerprint is a folder of the path, so that modules and styles that name each other stay together.
    app = Flask(__name__, static_url_path=f"/static/{fingerprint(HERE / 'static')}")
    app.config.update(
        MAX_CONTENT_LENGTH=64 * 1024,
        SEND_FILE_MAX_AGE_DEFAULT=YEAR,
        BABEL_DEFAULT_LOCALE="en",
        BABEL_TRANSLATION_DIRECTORIES=str(HERE / "translations"),
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_CACHE_BACKEND=lambda: SimpleCache(threshold=500, default_timeout=0),
        COMPRESS_CACHE_KEY=lambda request: g.content,
    )
    app.jinja_loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), FileSystemLoader(list(scorers.__path__))])
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.json = Json(app)
    Babel(app, locale_selector=locale.selected)
    app.after_request(_guard)
    Compress(app)
    app.after_request(_describe)
    app.before_request(_bound)
    converters.register(app)
    rules.read_all(app)
    search.index_all(app)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(api.blueprint)
    pages.register(app)
    return app


def _bound() -> None:
    """A query too long for any sheet is not read; files are small and compressed whole, so that none is given in part."""
    request.environ.pop("HTTP_RANGE", None)
    if len(request.query_string) > pages.LONGEST_QUERY:
        abort(414)


def _guard(response: Response) -> Response:
    """The headers that every answer has; runs last, so that fewer headers stand in the way before."""
    response.headers.extend(HEADERS)
    return response


def _describe(response: Response) -> Response:
    """How long an answer keeps, and its tag; runs before compression, which then adds its own to the tag."""
    if request.endpoint == "static" and response.status_code == 200:
        response.cache_control.immutable = True
        response.cache_control.public = True
        response.direct_passthrough = False
        response.get_data()  # whole, so that it is compressed once and not at every request
    if response.is_streamed:
        return response
    response.add_etag()
    g.content = response.get_etag()[0]
    if request.method in ("GET", "HEAD") and response.status_code == 200:
        response.headers.setdefault("Cache-Control", "no-cache")
        if "If-None-Match" in request.headers:
            response.make_conditional(request)
    return response


def serve() -> None:
    """Serve on all interfaces (`HOST`, `PORT`), and show the phones at the table where."""
    import socket

    import segno
    from granian import Granian
    from granian.constants import Interfaces

    host, port = os.environ.get("HOST", "0.0.0.0"), int(os.environ.get("PORT", "8000"))  # noqa: S104  the table's phones are elsewhere
    seen = host
    if host in ("0.0.0.0", "::"):  # noqa: S104
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, the route tells our own address
                seen = probe.getsockname()[0]
            except OSError:
                seen = "127.0.0.1"
    address = f"http://{seen}:{port}/"
    create_app()  # a fault in the set-up stops here, before any worker starts
    segno.make(address, error="l").terminal(compact=True)
    print(f"Tally 算分: {address}", flush=True)
    Granian("app:create_app", factory=True, interface=Interfaces.WSGI, address=host, port=port).serve()


if __name__ == "__main__":
    serve()
