"""The scorebook page, and the JSON shape in which a device stores results."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, render_template, url_for

from scorers.model import AnyGame, Result
from scorers.querystring import sheet_to_query
from scorers.registry import games as all_games
from web.common.languages import language, translate
from web.common.pages import cached_page
from web.groups import available
from web.sheet.seats import seat_colours

blueprint = Blueprint("scorebook", __name__)
blueprint.add_app_template_global(available, "groups_available")


@blueprint.get("/<lang:lang>/scorebook")
@cached_page
def scorebook_page(lang: str) -> str:
    """Show the page on which a script lists the results that this device has stored."""
    return render_template("scorebook/scorebook.html", games=all_games())


@blueprint.app_template_global()
def stored_result(result: Result, sheet: Any) -> dict[str, Any]:
    """Return a result as the scorebook stores it: independent of language and without workings, which the entries yield again."""
    colours = seat_colours(result.game, sheet.players)
    seats = [
        {
            "name": player.name,
            "colour": colour,
            "total": player.total,
            "rank": player.rank,
            "lines": {line.key: line.points for line in player.lines},
        }
        for player, colour in zip(result.players, colours, strict=True)
    ]
    data = {"players": seats, "winners": list(result.winners), "decided_by": result.decided_by}
    return {"query": urlencode(sheet_to_query(sheet)), "result": data}


@blueprint.app_template_global()
def card_games(games: Sequence[AnyGame]) -> dict[str, dict[str, str]]:
    """Return what a script needs to list drafts of these games: title and sheet address."""
    address = {game.slug: url_for("result.score", lang=language(), slug=game.slug) for game in games}
    return {game.slug: {"title": translate(game.title), "address": address[game.slug]} for game in games}


@blueprint.app_template_global()
def book_games(games: Sequence[AnyGame]) -> dict[str, dict[str, Any]]:
    """Return what the scorebook needs as well: how to read points (`fewest`, `cooperative`), line labels, and the game's ink."""
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
