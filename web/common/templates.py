"""Template context and filters: language, alternate pages and number formats."""

import re
from typing import Any

from flask import Flask, current_app, request, url_for

from scorers.entries.seats import LETTERS
from scorers.model import N_, AnyGame, scoring_heading
from scorers.sheet import players_entry
from web.common.formatting import add_sign, arithmetic, join_list, minus, say_arrows, say_working
from web.common.http import with_query
from web.common.languages import (
    LANGUAGES,
    GameWords,
    language,
    message,
    translate,
    translate_game_text,
    translate_plural,
    translator,
)
from web.common.pages import has_trait, uses_query

_SQUARE = re.compile(r"r(\d+)c(\d+)", re.ASCII)
"""The place of a square in a grid."""


def register(app: Flask) -> None:
    """Register the context processor, the filters and the template functions."""
    app.context_processor(_common_context)
    # Flask-Babel's own functions look the catalogue up anew for each text.
    app.jinja_env.install_gettext_callables(translate, translate_plural, newstyle=True)  # type: ignore[attr-defined]  # jinja2.ext.i18n's
    app.jinja_env.add_extension(GameWords)
    app.jinja_env.globals["game_text"] = translate_game_text
    app.jinja_env.filters.update(
        minus=minus,
        signed=add_sign,
        listed=join_list,
        arithmetic=arithmetic,
        say_arrows=say_arrows,
        say_working=say_working,
    )
    app.jinja_env.filters.update(place=place)
    app.jinja_env.globals.update(
        scoring_heading=scoring_heading,
        players_of=lambda game: players_entry(game.sheet),
        letters=LETTERS,
    )


def _common_context() -> dict[str, Any]:
    """Return the context of every template: the language, alternate pages, and the translator of game texts."""
    site = current_app.config["PUBLIC_URL"]
    changes_with_query = has_trait(request.endpoint, uses_query)
    is_canonical = request.endpoint is not None and not (changes_with_query and request.args)
    return {
        "language": language(),
        "languages": LANGUAGES,
        "alternates": {lang: _alternate_url(lang) for lang in LANGUAGES},
        "tr": translator(),
        "site": site,
        "paper": PAPER,
        "changes_with_query": changes_with_query,
        "canonical": request.root_path + request.path if site and is_canonical else "",
    }


PAPER = {"light": "#f7f2e9", "dark": "#17120d"}
"""The page background in light and dark mode, as in style.css, for the browser's own frame."""


def _alternate_url(lang: str) -> str:
    """Return this page's address in another language, with its entries."""
    if not request.endpoint or not request.view_args or "lang" not in request.view_args:
        return url_for("home.games", lang=lang)
    address = url_for(request.endpoint, **(request.view_args | {"lang": lang}))
    return with_query(address) if has_trait(request.endpoint, uses_query) else address


def place(place_id: str, game: AnyGame) -> str:
    """Return the name of a place on the board, such as a city, a square or a province."""
    name = game.place_name(place_id)
    if name is None and (square := _SQUARE.fullmatch(place_id)):
        return message(N_("row %(row)s, column %(column)s"), row=square[1], column=square[2])
    return message(name.text, **name.values) if name else place_id
