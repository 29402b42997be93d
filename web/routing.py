"""What stands in an address: a language, and a game's slug. Anything else is not found."""

from flask import Flask
from werkzeug.routing import BaseConverter

from scorers.registry import games
from web.languages import LANGUAGES


def register(app: Flask) -> None:
    """Make `<lang:…>` and `<game:…>` known to the application's addresses."""
    app.url_map.converters["lang"] = type("LanguageConverter", (BaseConverter,), {"regex": "|".join(LANGUAGES)})
    app.url_map.converters["game"] = type("GameConverter", (BaseConverter,), {"regex": "|".join(game.slug for game in games())})
