"""The page of the device's scorebook."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, render_template, url_for

from scorers.model import AnyGame
from scorers.registry import games as all_games
from web.common.languages import language, translate
from web.common.pages import cached_page

blueprint = Blueprint("scorebook", __name__)


@blueprint.get("/<lang:lang>/scorebook")
@cached_page
def scorebook_page(lang: str) -> str:
    """Show the page on which a script lists the results that this device has stored."""
    return render_template("scorebook/scorebook.html", games=all_games())


@blueprint.app_template_global()
def card_games(games: Sequence[AnyGame]) -> dict[str, dict[str, str]]:
    """Return what a script needs to list drafts of these games: title and sheet address."""
    address = {game.slug: url_for("result.score", lang=language(), slug=game.slug) for game in games}
    return {game.slug: {"title": translate(game.title), "address": address[game.slug]} for game in games}


@blueprint.app_template_global()
def book_games(games: Sequence[AnyGame]) -> dict[str, dict[str, Any]]:
    """Return what the scorebook needs as well: how to read points (`fewest`, `cooperative`), line labels, and the
    game's ink.
    """
    cards = card_games(games)
    return {
        game.slug: {
            **cards[game.slug],
            "ground": game.ground,
            "fewest": game.fewest_win,
            "cooperative": game.cooperative,
            "lines": {key: translate(label) for key, label in game.lines.items()},
        }
        for game in games
    }
