"""Sharing a result: QR codes, CSV and JSON files, text for a chat, and a link into BG Stats."""

import csv
import hashlib
import io
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import segno
from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from scorers.model import N_, AnyGame, Result
from scorers.querystring import sheet_to_query
from scorers.registry import game as find_game
from scorers.service import dumps, result_data
from web.house import say_house_rules
from web.languages import message, translate, translator
from web.result.headline import headline
from web.sheet.form import NOT_ENTRIES, SheetForm
from web.sheet.links import BrokenLink, Pairs, address, short_link
from web.sheet.request import go_to_sheet, require_filled_form, require_valid_form
from web.view_traits import needs_query

blueprint = Blueprint("share", __name__)

MAX_QR_BYTES = 1273
"""Capacity of QR version 25-L, the largest that phones scan easily from another phone's screen."""
MAX_CHAIN_CODES = 4
"""Upper limit of codes that a longer link is split into."""
MASK = 4
"""Any mask can be read; scoring all eight would cost eight times the CPU time."""
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
HOUSE_RULES = N_("House rule: %(rules)s")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


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
    return render_template("share/qr.html", game=game, to_sheet=to_sheet, result=result_code, sheet=Code(sheet, draw_code(sheet)))


def chain_links(text: str, lang: str, slug: str) -> list[str]:
    """Split a packed sheet into links that each fit a QR code; none if more than `MAX_CHAIN_CODES` would be needed.

    The phone that opens them collects the pieces; `sum` identifies the pieces of one sheet.
    """
    of = {"sum": hashlib.sha256(text.encode()).hexdigest()[:8]}
    room = MAX_QR_BYTES - len(address("share.chain_part", {"part": 1, "parts": 1, **of, "z": ""}, lang=lang, slug=slug))
    count = -(-len(text) // room)
    if not 0 < count <= MAX_CHAIN_CODES:
        return []
    step = -(-len(text) // count)
    pieces = [text[at * step : (at + 1) * step] for at in range(count)]
    return [
        address("share.chain_part", {"part": at, "parts": count, **of, "z": piece}, lang=lang, slug=slug)
        for at, piece in enumerate(pieces, 1)
    ]


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
    return _file(score_pad_csv(game.score(form.named_sheet), say_house_rules(form.sheet)), "text/csv", f"tally-{slug}.csv")


@blueprint.get("/<lang:lang>/<game:slug>/result.json")
@needs_query
def result_json(lang: str, slug: str) -> Response:
    """Download the API's result together with its sheet."""
    game = find_game(slug)
    form = require_valid_form(game)
    result = result_data(game, form.named_sheet, translator())
    return _file(dumps({"sheet": form.sheet_data, "result": result}), "application/json", f"tally-{slug}.json")


def _file(text: str, mimetype: str, name: str) -> Response:
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _pairs(form: SheetForm) -> Pairs:
    """Return the sheet as a query; a sheet with faults unchanged, so that they can be corrected on the other phone."""
    if form.validate():
        return sheet_to_query(form.sheet)
    return [(name, value) for name, value in form.query.items(multi=True) if value and (name == "n" or name not in NOT_ENTRIES)]


def draw_code(link: str) -> Markup | None:
    """Draw a link as a QR code, always dark on light with a margin, as scanners need; None if it is too long."""
    if len(link) > MAX_QR_BYTES:
        return None
    code = segno.make_qr(link, error="l", boost_error=False, mask=MASK)
    return Markup(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="code", lineclass=None))  # noqa: S704  segno's


def share_context(game: AnyGame, result: Result, sheet: Any, lang: str) -> dict[str, Any]:
    """Return the context for sharing a result: its short link, text for a chat, and the link into BG Stats."""
    pairs = sheet_to_query(sheet)
    link = short_link(game, pairs)
    whole = address("sheet.score", link, lang=lang, slug=game.slug)
    play = bg_stats_play(game, result, sheet, datetime.now(UTC))
    return {
        "short_link": link,
        "whole_link": whole,
        "chat_text": chat_text(game, result, whole, say_house_rules(sheet)),
        "bg_stats": BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe=""),
    }


def chat_text(game: AnyGame, result: Result, link: str, house: str = "") -> str:
    """Return a result as plain text: the game, the winner, everyone's points by rank, house rules if there are any, the link."""
    players = sorted(result.players, key=lambda player: player.rank)
    places = [f"{player.name} {player.total}" if game.cooperative else f"{player.rank}. {player.name} {player.total}" for player in players]
    if house:
        places.append(message(HOUSE_RULES, rules=house))
    return "\n".join([translate(game.title), headline(result).striptags(), *places, link])


def bg_stats_play(game: AnyGame, result: Result, sheet: Any, now: datetime) -> dict[str, Any]:
    """Return a play in BG Stats' format. A tie that can still be settled has no winner yet."""
    winners = () if result.tie_inputs else result.winners
    board = next((variant.label for variant in game.variants if variant.is_in_use(sheet)), "")
    return {
        "sourceName": "Tally",
        "sourcePlayId": hashlib.sha256(repr((game.slug, sheet_to_query(sheet))).encode()).hexdigest()[:16],
        "playDate": f"{now:%Y-%m-%d %H:%M}:00",  # to the minute, so that the page's ETag stays the same meanwhile
        "board": translate(board) if board and len(game.variants) > 1 else "",
        "game": {
            "name": str(game.title),
            "sourceGameId": game.slug,
            "highestWins": not game.fewest_win,
            "noPoints": False,
            **({"bggId": game.bgg} if game.bgg else {}),
        },
        "players": [
            {"name": player.name, "score": player.total, "rank": player.rank, "winner": seat in winners, "startPlayer": False}
            for seat, player in enumerate(result.players)
        ],
    }


def score_pad_csv(result: Result, house: str = "") -> str:
    """Return the score pad as CSV, a row per line and a column per player, with the byte order mark that Excel needs."""
    players = result.players
    rows: list[list[object]] = [["", *(player.name for player in players)]]
    for at, line in enumerate(players[0].lines):
        rows.append([translate(result.game.lines[line.key]), *(player.lines[at].points for player in players)])
    rows.append([translate("Total"), *(player.total for player in players)])
    if not result.game.cooperative:
        rows.append([translate("Place"), *(player.rank for player in players)])
    if house:
        rows.append([message(HOUSE_RULES, rules=house)])
    table = io.StringIO()
    csv.writer(table).writerows([[_guard_cell(cell) for cell in row] for row in rows])
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + table.getvalue()


def _guard_cell(cell: object) -> object:
    """Prefix text that a spreadsheet would take for a formula with an apostrophe; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
