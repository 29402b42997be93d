"""URL converters for languages and games; any other value is a 404."""

from flask import Flask
from werkzeug.routing import BaseConverter

from scorers.registry import games
from web.languages import LANGUAGES


def register(app: Flask) -> None:
    """Register the converters `<lang:…>` and `<game:…>`."""
    app.url_map.converters["lang"] = type("LanguageConverter", (BaseConverter,), {"regex": "|".join(LANGUAGES)})
    app.url_map.converters["game"] = type("GameConverter", (BaseConverter,), {"regex": "|".join(game.slug for game in games())})
