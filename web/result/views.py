"""The pages of a result: the score sheet that leads to it, its preview image, QR codes and files."""

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorers.house import house_rules
from scorers.outcome import find_outcome
from scorers.registry import game as find_game
from scorers.service import dumps, result_data
from scorers.sheet import load_sheet
from web.common.languages import translator
from web.common.pages import cached_page, needs_query, unlisted, uses_query
from web.result.chart import best_at, running_lines
from web.result.headline import say_house_rules
from web.result.page import result_page
from web.result.picture import SIZE, answer_png, draw_preview
from web.result.share import (
    MAX_CHAIN_CODES,
    MAX_QR_BYTES,
    chain_links,
    download,
    draw_code,
    score_pad_csv,
)
from web.rules.model import rules
from web.sheet.form import (
    NOT_ENTRIES,
    SheetForm,
    fill_form,
    go_to_sheet,
    read_filled,
    require_filled_form,
    sheet_form,
)
from web.sheet.links import BrokenLink, Pairs, address, read_query, sheet_link, short_link
from web.sheet.seats import MOVES, move_seats

blueprint = Blueprint("result", __name__)
blueprint.add_app_template_global(best_at)
blueprint.add_app_template_global(running_lines)
blueprint.add_app_template_global(lambda: SIZE, "preview_size")


@blueprint.get("/<lang:lang>/<game:slug>/score")
@cached_page
@uses_query
def score(lang: str, slug: str) -> ResponseReturnValue:
    """Show the empty sheet, the result of a filled one, or the sheet with its faults (422)."""
    game = find_game(slug)
    if not request.args:
        return _show_sheet(sheet_form(game)(MultiDict()), lang)
    query = read_query(game)
    if not MOVES.isdisjoint(query):
        query = move_seats(game, query)
        return redirect(f"{request.root_path}{request.path}?{urlencode(list(query.items(multi=True)))}")
    form = fill_form(game, query)
    is_submission = "n" in query and query.get("to") != "sheet" and "seats" not in query
    if not is_submission or not form.is_filled:
        # An address alone is a sheet that nobody has filled yet.
        was_pressed = "ask" in query or query.get("to") in ("score", "reveal")
        return _show_sheet(form, lang, empty=is_submission and was_pressed)
    if not form.validate():
        return make_response(_show_sheet(form, lang), 422)
    # Only the sheet's own form sends `ask`: a link to a result always shows the result.
    if "ask" in query and form.ask_again(query["ask"].split()):
        return _show_sheet(form, lang)
    outcome = find_outcome(game, form.filled.named_sheet)
    return render_template("result/result.html", **vars(result_page(form.filled, outcome, lang)))


def _show_sheet(form: SheetForm, lang: str, *, empty: bool = False) -> str:
    """Draw a game's sheet, by the game's own template if it has a board; `empty` if there was nothing to score."""
    game = form.game
    return render_template(
        [f"games/{game.slug}/board.html", "sheet/sheet.html"],
        game=game,
        form=form,
        layout=form.layout,
        rules=rules(game.slug, lang),
        board=game.board_data(form.sheet),
        empty=empty,
    )


@blueprint.get("/<lang:lang>/<game:slug>/example/<key>")
def example(lang: str, slug: str, key: str) -> ResponseReturnValue:
    """Redirect to a worked example's result."""
    game = find_game(slug)
    if key not in game.examples:
        abort(404)
    sheet = load_sheet(game, dict(game.examples[key].sheet))
    return redirect(url_for("result.score", lang=lang, slug=slug, **sheet_link(sheet)))


@blueprint.get("/<lang:lang>/<game:slug>/preview.png")
@unlisted
def preview(lang: str, slug: str) -> Response:
    """Return the preview image of a result."""
    game = find_game(slug)
    filled = read_filled(game)
    result, sheet = game.score(filled.named_sheet), filled.sheet
    return answer_png(draw_preview(result, sheet.players, by_house_rules=bool(house_rules(sheet))))


@dataclass(frozen=True, slots=True)
class Code:
    """A link and its QR code as SVG, None if the link is too long for one."""

    link: str
    svg: Markup | None


@blueprint.get("/<lang:lang>/<game:slug>/qr")
@needs_query
def qr(lang: str, slug: str) -> str:
    """Show QR codes for the result and for the sheet; a sheet with faults has the second only.

    With `to=sheet`, as the sheet links here, the sheet's code comes first.
    """
    game = find_game(slug)
    form = require_filled_form(game)
    link, to_sheet = short_link(game, _pairs(form)), form.query.get("to") == "sheet"
    sheet = address("result.score", link | {"to": "sheet"}, lang=lang, slug=slug)
    chain = [] if len(sheet) <= MAX_QR_BYTES else chain_links(link.get("z", ""), lang, slug)
    if chain:
        codes = [Code(one, draw_code(one)) for one in chain]
        return render_template("result/qr.html", game=game, to_sheet=to_sheet, chain=codes, sheet=Code(sheet, None))
    result = address("result.score", link, lang=lang, slug=slug)
    result_code = None if form.faults else Code(result, draw_code(result))
    return render_template(
        "result/qr.html", game=game, to_sheet=to_sheet, result=result_code, sheet=Code(sheet, draw_code(sheet))
    )


@blueprint.get("/<lang:lang>/<game:slug>/part")
@needs_query
def chain_part(lang: str, slug: str) -> str:
    """Show the page of one code of a chain: its script stores the piece and opens the sheet when all have arrived."""
    game = find_game(slug)
    if not request.args:
        go_to_sheet(game)
    part, parts, name, piece = (request.args.get(key, "") for key in ("part", "parts", "sum", "z"))
    if (
        not re.fullmatch(f"[1-{MAX_CHAIN_CODES}]{{2}}", part + parts)
        or part > parts
        or not re.fullmatch(r"[0-9a-f]{8}[A-Za-z0-9_-]+", name + piece)
    ):
        raise BrokenLink
    return render_template("result/qr_part.html", game=game, part=int(part), parts=int(parts), sum=name, piece=piece)


@blueprint.get("/<lang:lang>/<game:slug>/result.csv")
@needs_query
def result_csv(lang: str, slug: str) -> Response:
    """Download the score pad as CSV."""
    game = find_game(slug)
    filled = read_filled(game)
    table = score_pad_csv(game.score(filled.named_sheet), say_house_rules(filled.sheet))
    return download(table, "text/csv", f"tally-{slug}.csv")


@blueprint.get("/<lang:lang>/<game:slug>/result.json")
@needs_query
def result_json(lang: str, slug: str) -> Response:
    """Download the API's result together with its sheet."""
    game = find_game(slug)
    filled = read_filled(game)
    answer = {"sheet": filled.form.sheet_data, "result": result_data(game, filled.named_sheet, translator())}
    return download(dumps(answer), "application/json", f"tally-{slug}.json")


def _pairs(form: SheetForm) -> Pairs:
    """Return the sheet as a query; a sheet with faults unchanged, so that they can be corrected on the other phone."""
    if form.validate():
        return form.filled.query
    return [
        (name, value)
        for name, value in form.query.items(multi=True)
        if value and (name == "n" or name not in NOT_ENTRIES)
    ]
