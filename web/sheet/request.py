"""The sheet that a request's query holds, and the way back to it where it cannot be scored."""

from typing import NoReturn

from flask import abort, redirect, url_for
from werkzeug.datastructures import MultiDict

from scorers.model import AnyGame
from web.languages import language
from web.sheet.form import SheetForm, sheet_form
from web.sheet.links import read_query, with_query
from web.sheet.move_seats import drop_taken_colours


def fill_form(game: AnyGame, query: MultiDict[str, str]) -> SheetForm:
    """The form of a game as a query fills it, with the number of players that was just chosen (`seats`) in force."""
    if "seats" in query:
        query = MultiDict(query)
        query["n"] = query["seats"]
        drop_taken_colours(query)
    return sheet_form(game)(query)


def require_filled_form(game: AnyGame) -> SheetForm:
    """The form as this request fills it; where nothing was entered, the request is sent back to the sheet."""
    form = fill_form(game, read_query(game))
    return form if form.is_filled else go_to_sheet(game)


def require_valid_form(game: AnyGame) -> SheetForm:
    """The form as this request fills it; where its sheet cannot be scored, the request is sent back to the sheet, which says why."""
    form = require_filled_form(game)
    return form if form.validate() else go_to_sheet(game)


def go_to_sheet(game: AnyGame) -> NoReturn:
    """End this request by sending it on to the game's sheet, with its query."""
    abort(redirect(with_query(url_for("sheet.score", lang=language(), slug=game.slug))))
