"""The score sheet and the result page of a game."""

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2 import Template
from werkzeug.datastructures import MultiDict

from scorers.model import AnyGame
from scorers.registry import game as find_game
from scorers.sheet import load_sheet
from web.common.page_cache import cached_page
from web.common.view_traits import uses_query
from web.result.context import result_context
from web.rules.model import rules
from web.sheet.form import SheetForm, sheet_form
from web.sheet.links import read_query, sheet_link
from web.sheet.move_seats import MOVES, move_seats
from web.sheet.request import fill_form

blueprint = Blueprint("sheet", __name__)


@blueprint.get("/<lang:lang>/<game:slug>/score")
@cached_page
@uses_query
def score(lang: str, slug: str) -> ResponseReturnValue:
    """Show the empty sheet, the result of a filled one, or the sheet with its faults (422)."""
    game = find_game(slug)
    if not request.args:
        return render_template(_sheet_templates(slug), **_sheet_context(game, sheet_form(game)(MultiDict()), lang))
    query = read_query(game)
    if not MOVES.isdisjoint(query):
        query = move_seats(game, query)
        return redirect(f"{request.root_path}{request.path}?{urlencode(list(query.items(multi=True)))}")
    form = fill_form(game, query)
    is_submission = "n" in query and query.get("to") != "sheet" and "seats" not in query
    if not is_submission or not form.is_filled:
        was_pressed = "ask" in query or query.get("to") in (
            "score",
            "reveal",
        )  # an address alone is a sheet that nobody has filled yet
        return render_template(
            _sheet_templates(slug), **_sheet_context(game, form, lang), empty=is_submission and was_pressed
        )
    if not form.validate():
        return make_response(render_template(_sheet_templates(slug), **_sheet_context(game, form, lang)), 422)
    # Only the sheet's own form sends `ask`: a link to a result always shows the result.
    if "ask" in query and form.ask_again(query["ask"].split()):
        return render_template(_sheet_templates(slug), **_sheet_context(game, form, lang))
    return render_template("result/result.html", **result_context(game, form, lang))


def _sheet_templates(slug: str) -> list[str | Template]:
    return [f"games/{slug}/board.html", "sheet/sheet.html"]


def _sheet_context(game: AnyGame, form: SheetForm, lang: str) -> dict[str, Any]:
    """Return the context of the sheet's template."""
    return {
        "game": game,
        "form": form,
        "layout": form.layout,
        "rules": rules(game.slug, lang),
        "board": game.board_data(form.sheet),
    }


@blueprint.get("/<lang:lang>/<game:slug>/example/<key>")
def example(lang: str, slug: str, key: str) -> ResponseReturnValue:
    """Redirect to a worked example's result."""
    game = find_game(slug)
    if key not in game.examples:
        abort(404)
    sheet = load_sheet(game, dict(game.examples[key].sheet))
    return redirect(url_for("sheet.score", lang=lang, slug=slug, **sheet_link(sheet)))
