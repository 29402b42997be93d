"""The form of the current request, and redirects to the sheet if it cannot be scored."""

from typing import NoReturn

from flask import abort, redirect, url_for
from werkzeug.datastructures import MultiDict

from scorers.model import AnyGame
from web.common.languages import language
from web.sheet.form import SheetForm, sheet_form
from web.sheet.links import read_query, with_query
from web.sheet.move_seats import drop_taken_colours


def fill_form(game: AnyGame, query: MultiDict[str, str]) -> SheetForm:
    """Return a game's form filled from a query; a new number of players (`seats`) overrides `n`."""
    if "seats" in query:
        query = MultiDict(query)
        query["n"] = query["seats"]
        drop_taken_colours(query)
    return sheet_form(game)(query)


def require_filled_form(game: AnyGame) -> SheetForm:
    """Return the form of this request; redirect to the sheet if nothing was entered."""
    form = fill_form(game, read_query(game))
    if not form.is_filled:
        go_to_sheet(game)
    return form


def require_valid_form(game: AnyGame) -> SheetForm:
    """Return the form of this request; redirect to the sheet, which shows the faults, if it is invalid."""
    form = require_filled_form(game)
    if not form.validate():
        go_to_sheet(game)
    return form


def go_to_sheet(game: AnyGame) -> NoReturn:
    """Abort this request with a redirect to the game's sheet, with the same query."""
    abort(redirect(with_query(url_for("sheet.score", lang=language(), slug=game.slug))))
