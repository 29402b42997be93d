"""The application factory: configuration, extensions and blueprints. It names no game."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request
from flask.json.provider import DefaultJSONProvider
from flask_babel import Babel
from jinja2 import ChoiceLoader, FileSystemLoader, ModuleLoader, PrefixLoader
from werkzeug.middleware.proxy_fix import ProxyFix

import scorers
from scorers._version import __version__
from web import groups, sync, together
from web.api import views as api_views
from web.common import http, languages, pages, static_files, templates
from web.compare import views as compare_views
from web.groups import api as groups_api
from web.groups import entrances as group_entrances
from web.groups import views as groups_views
from web.home import about
from web.home import scorebook as scorebook_views
from web.home import views as home_views
from web.offline import bundle as offline_bundle
from web.offline import views as offline_views
from web.result import views as result_views
from web.rules import calculators
from web.rules import views as rules_views
from web.search import views as search_views
from web.serving.logs import AccessLog
from web.serving.settings import Settings, read_settings
from web.sheet import drawings
from web.together import api as together_api
from web.together import column
from web.together import views as together_views

HERE = Path(__file__).parent


class Json(DefaultJSONProvider):
    """JSON without ASCII escapes, with keys in the order of declaration."""

    ensure_ascii = False
    sort_keys = False


class Tally(Flask):
    """Flask, whose log has no secret in it."""

    def log_exception(self, exc_info: Any) -> None:
        """Log an exception with the address of its request, without the secret that may be in that."""
        self.logger.error("Exception on %s [%s]", http.hide_secret(request.path), request.method, exc_info=exc_info)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Build the application.

    `config` may contain TRUSTED_PROXIES, PUBLIC_URL, HSTS, ACCESS_LOG, DATA_DIR, DATABASE_URL, SECRET_KEY and Flask's
    own keys; by default, they are read from the environment. Without DATA_DIR and DATABASE_URL there are no shared
    sheets and no groups. Raises StartError, with a sentence, if Tally cannot start.
    """
    app = Tally(__name__, static_folder=None)
    app.config.update(
        **Settings().app_config,
        IN_BROWSER=False,
        BABEL_DEFAULT_LOCALE="en",
        BABEL_TRANSLATION_DIRECTORIES=str(HERE / "translations"),
    )
    app.config.update(read_settings(os.environ).app_config if config is None else config)

    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.loader = (
        ModuleLoader(HERE / "templates") if app.config["IN_BROWSER"] else _templates()
    )  # the bundle has them compiled
    app.jinja_env.globals["version"] = __version__
    app.json = Json(app)

    Babel(app, locale_selector=languages.babel_locale)
    languages.load_translations(app)
    static_files.register(app)
    offline_bundle.register(app)
    if not app.config["IN_BROWSER"]:
        from web.serving import server_only

        server_only.register(
            app
        )  # Flask-Compress and WhiteNoise; before `http`, since the last hook of a response runs first
    http.register(app)
    http.register_converters(app)
    templates.register(app)
    pages.register(app)
    sync.register(app)  # SQLAlchemy, Alembic and CSRF protection, if there is a database
    together.register(app)
    groups.register(app)

    app.register_blueprint(home_views.blueprint)
    app.register_blueprint(column.blueprint)
    app.register_blueprint(result_views.blueprint)
    app.register_blueprint(compare_views.blueprint)
    app.register_blueprint(rules_views.blueprint)
    app.register_blueprint(search_views.blueprint)
    app.register_blueprint(calculators.blueprint)
    app.register_blueprint(scorebook_views.blueprint)
    app.register_blueprint(drawings.blueprint)
    app.register_blueprint(about.blueprint)
    app.register_blueprint(offline_views.blueprint)
    app.register_blueprint(api_views.blueprint)
    app.register_blueprint(together_api.blueprint)
    app.register_blueprint(together_views.blueprint)
    app.register_blueprint(groups_api.blueprint)
    app.register_blueprint(groups_views.blueprint)
    app.register_blueprint(group_entrances.blueprint)

    if proxies := app.config["TRUSTED_PROXIES"]:
        fixed = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
        app.wsgi_app = http.ProxyWatch(fixed, proxies)  # type: ignore[method-assign]
    if app.config["ACCESS_LOG"]:
        app.wsgi_app = AccessLog(app.wsgi_app)  # type: ignore[method-assign]
    return app


def _templates() -> ChoiceLoader:
    """Return the loader of the shared templates and, under `games/<slug>/`, of the games' own."""
    return ChoiceLoader(
        [FileSystemLoader(HERE / "templates"), PrefixLoader({"games": FileSystemLoader(list(scorers.__path__))})]
    )
