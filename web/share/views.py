"""Sharing a result: the pages of its QR codes, and its CSV and JSON files."""

import re
from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from scorers.querystring import sheet_to_query
from scorers.registry import game as find_game
from scorers.service import dumps, result_data
from web.common.languages import translator
from web.common.view_traits import needs_query
from web.result.house import say_house_rules
from web.share.exports import download, score_pad_csv
from web.share.qr_codes import MAX_CHAIN_CODES, MAX_QR_BYTES, chain_links, draw_code
from web.sheet.form import NOT_ENTRIES, SheetForm
from web.sheet.links import BrokenLink, Pairs, address, short_link
from web.sheet.request import go_to_sheet, require_filled_form, require_valid_form

blueprint = Blueprint("share", __name__)


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
    sheet = address("sheet.score", link | {"to": "sheet"}, lang=lang, slug=slug)
    chain = [] if len(sheet) <= MAX_QR_BYTES else chain_links(link.get("z", ""), lang, slug)
    if chain:
        codes = [Code(one, draw_code(one)) for one in chain]
        return render_template("share/qr.html", game=game, to_sheet=to_sheet, chain=codes, sheet=Code(sheet, None))
    result = address("sheet.score", link, lang=lang, slug=slug)
    result_code = None if form.faults else Code(result, draw_code(result))
    return render_template(
        "share/qr.html", game=game, to_sheet=to_sheet, result=result_code, sheet=Code(sheet, draw_code(sheet))
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
    return render_template("share/qr_part.html", game=game, part=int(part), parts=int(parts), sum=name, piece=piece)


@blueprint.get("/<lang:lang>/<game:slug>/result.csv")
@needs_query
def result_csv(lang: str, slug: str) -> Response:
    """Download the score pad as CSV."""
    game = find_game(slug)
    form = require_valid_form(game)
    return download(
        score_pad_csv(game.score(form.named_sheet), say_house_rules(form.sheet)), "text/csv", f"tally-{slug}.csv"
    )


@blueprint.get("/<lang:lang>/<game:slug>/result.json")
@needs_query
def result_json(lang: str, slug: str) -> Response:
    """Download the API's result together with its sheet."""
    game = find_game(slug)
    form = require_valid_form(game)
    result = result_data(game, form.named_sheet, translator())
    return download(dumps({"sheet": form.sheet_data, "result": result}), "application/json", f"tally-{slug}.json")


def _pairs(form: SheetForm) -> Pairs:
    """Return the sheet as a query; a sheet with faults unchanged, so that they can be corrected on the other phone."""
    if form.validate():
        return sheet_to_query(form.sheet)
    return [
        (name, value)
        for name, value in form.query.items(multi=True)
        if value and (name == "n" or name not in NOT_ENTRIES)
    ]
