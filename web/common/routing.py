"""URL converters for languages, games and secrets; any other value is a 404."""

from flask import Flask
from werkzeug.routing import BaseConverter

from scorers.registry import games
from web.common.languages import LANGUAGES
from web.common.secret_paths import GROUP_LINK, SHARED_ID


def register(app: Flask) -> None:
    """Register the converters `<lang:…>`, `<game:…>`, `<shared:…>` and `<group:…>`."""
    patterns = {
        "lang": "|".join(LANGUAGES),
        "game": "|".join(game.slug for game in games()),
        "shared": SHARED_ID,
        "group": GROUP_LINK,
    }
    for name, pattern in patterns.items():
        app.url_map.converters[name] = type(f"{name.title()}Converter", (BaseConverter,), {"regex": pattern})
