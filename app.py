"""The application: configuration, languages, blueprints, what every answer carries. It names no game."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request
from flask.json.provider import DefaultJSONProvider
from flask_babel import Babel
from jinja2 import ChoiceLoader, FileSystemLoader, ModuleLoader
from werkzeug.middleware.proxy_fix import ProxyFix

import scorers
from scorers._version import __version__
from web import api, catalogs, converters, links, locale, offline, pages, static_files, stock
from web.access_log import AccessLog
from web.compression import SHORTEST, can_shrink, choose_coding, compress
from web.guard import REFUSED, Guard
from web.kept_pages import KeptResponse
from web.settings import read_settings

HERE = Path(__file__).parent
_ORIGIN = re.compile(r"https?://[^/]*")


class Json(DefaultJSONProvider):
    """Text as it is, and keys in the order in which they are declared."""

    ensure_ascii = False
    sort_keys = False


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Build the application; everything that does not change while it runs is read here, once.

    `config` may hold TRUSTED_PROXIES, PUBLIC_URL, HSTS, ACCESS_LOG and Flask's own keys; without it, the environment's settings are read.
    Raises StartError, with a sentence, where Tally cannot start.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(
        TRUSTED_PROXIES=0,
        PUBLIC_URL="",
        HSTS=0,
        ACCESS_LOG=False,
        BABEL_DEFAULT_LOCALE="en",
        BABEL_TRANSLATION_DIRECTORIES=str(HERE / "translations"),
    )
    app.config.update(read_settings(os.environ).app_config if config is None else config)
    if "STOCK" not in app.config:
        catalogs.check_catalogs(HERE / "translations", [name for name in locale.LOCALES.values() if name != "en"])
    app_stock = stock.register(app, _make_stock)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.loader = ModuleLoader(app_stock.folder / stock.TEMPLATES) if app_stock.folder else _templates()
    app.jinja_env.globals["version"] = __version__
    app.json = Json(app)
    Babel(app, locale_selector=locale.babel_locale)
    locale.load_translations(app)
    app.before_request(_refuse)
    app.after_request(_complete)
    app.extensions["kept_pages"] = {}
    static_files.register(app)
    offline.register(app, offline.read_bundle(offline.BUNDLE, app_stock.sources))
    converters.register(app)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(api.blueprint)
    pages.register(app)
    app.wsgi_app = Guard(app.wsgi_app, app.extensions["kept_pages"], links.LONGEST_QUERY, app.config["HSTS"])  # type: ignore[method-assign]  # this is how Flask is wrapped
    if proxies := app.config["TRUSTED_PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    if app.config["ACCESS_LOG"]:
        app.wsgi_app = AccessLog(app.wsgi_app)  # type: ignore[method-assign]
    return app


def _templates() -> ChoiceLoader:
    """The templates as they are written: those of every page, and those of the games' boards."""
    return ChoiceLoader([FileSystemLoader(HERE / "templates"), FileSystemLoader(list(scorers.__path__))])


def _make_stock() -> dict[str, object]:
    from web.stock_maker import make_things  # it loads much that a start with a stock does without

    return make_things()


def _refuse() -> None:
    """Refuse what the guard marked: a malformed request, or an address or a body too long for any sheet, before anything reads it."""
    if status := request.environ.get(REFUSED):
        abort(status)


def _complete(response: Response) -> Response:
    """Give an answer what it lacks: how long it keeps, its tag, compression; an unchanged page is not sent again."""
    if isinstance(response, KeptResponse):
        return response
    headers = response.headers
    headers.setdefault("Cache-Control", "no-cache")
    if "Location" in headers:
        # Behind a proxy, the scheme and host that Werkzeug's router writes need not be the reader's.
        headers["Location"] = "/" + _ORIGIN.sub("", headers["Location"], count=1).lstrip("/")
        response.set_data(b"")
    if response.is_streamed or "Content-Encoding" in headers:
        return response
    environ, body, coding = request.environ, response.get_data(), ""
    if len(body) >= SHORTEST and can_shrink(response.mimetype or ""):
        headers["Vary"] = f"{headers['Vary']}, Accept-Encoding" if "Vary" in headers else "Accept-Encoding"
        coding = choose_coding(environ.get("HTTP_ACCEPT_ENCODING", ""))
    if response.status_code == 200 and environ["REQUEST_METHOD"] in ("GET", "HEAD"):
        response.add_etag()
        if coding:
            response.set_etag(f"{response.get_etag()[0]}-{coding}")
        if headers["ETag"] in environ.get("HTTP_IF_NONE_MATCH", ""):
            response.status_code = 304
            response.set_data(b"")
            return response
    if coding:
        response.set_data(compress(body, coding))
        headers["Content-Encoding"] = coding
    return response
