"""What the device keeps and the server only prepares: the page of the scorebook, and results and games in the shape that is kept."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Flask, render_template, url_for

from scorers.model import AnyGame, Result
from scorers.querystring import sheet_to_query
from scorers.registry import games as all_games
from web.languages import language, translate
from web.page_cache import cached_page
from web.sheet.seats import seat_colours

blueprint = Blueprint("scorebook", __name__)


@blueprint.get("/<lang:lang>/scorebook")
@cached_page
def scorebook_page(lang: str) -> str:
    """The page on which a script lists what this device has kept."""
    return render_template("scorebook.html", games=all_games())


def kept_result(result: Result, sheet: Any) -> dict[str, Any]:
    """A result as the scorebook keeps it: in no language, and without workings, which its entries give again."""
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


def card_games(games: Sequence[AnyGame]) -> dict[str, dict[str, str]]:
    """What a script needs to list sheets of these games: the title, and the address of the sheet."""
    address = {game.slug: url_for("sheet.score", lang=language(), slug=game.slug) for game in games}
    return {game.slug: {"title": translate(game.title), "address": address[game.slug]} for game in games}


def book_games(games: Sequence[AnyGame]) -> dict[str, dict[str, Any]]:
    """What the scorebook needs beside that: how points are read (`fewest`, `cooperative`), the lines by name, and the game's ink."""
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


def register(app: Flask) -> None:
    """Make these known to the templates."""
    app.jinja_env.globals.update(kept_result=kept_result, card_games=card_games, book_games=book_games)
