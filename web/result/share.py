"""Sharing a result: text for a chat, a link into BG Stats, tables, and QR codes."""

import csv
import hashlib
import io
import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlencode

import segno
from flask import Response
from markupsafe import Markup

from scorers.entries import Boolean, Choice, MultipleChoice, clean_name
from scorers.model import N_, POINTS, AnyGame, Result
from scorers.sheet import options_of
from web.common.languages import message, translate
from web.result.headline import headline, say_amount
from web.sheet.form import Filled
from web.sheet.links import Pairs, address
from web.sheet.seats import seat_colours

MAX_QR_BYTES = 1273
"""Capacity of QR version 25-L, the largest that phones scan easily from another phone's screen."""
MAX_CHAIN_CODES = 4
"""Upper limit of codes that a longer link is split into."""
MASK = 4
"""Any mask can be read; scoring all eight would cost eight times the CPU time."""


def draw_code(link: str) -> Markup | None:
    """Draw a link as a QR code, always dark on light with a margin, as scanners need; None if it is too long."""
    if len(link) > MAX_QR_BYTES:
        return None
    code = segno.make_qr(link, error="l", boost_error=False, mask=MASK)
    return Markup(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="code", lineclass=None))  # noqa: S704  segno's


def chain_links(text: str, lang: str, slug: str) -> list[str]:
    """Split a packed sheet into links that each fit a QR code; none if more than `MAX_CHAIN_CODES` would be needed.

    The phone that opens them collects the pieces; `sum` identifies the pieces of one sheet.
    """
    digest = {"sum": hashlib.sha256(text.encode()).hexdigest()[:8]}
    room = MAX_QR_BYTES - len(
        address("result.chain_part", {"part": 1, "parts": 1, **digest, "z": ""}, lang=lang, slug=slug)
    )
    count = -(-len(text) // room)
    if not 0 < count <= MAX_CHAIN_CODES:
        return []
    step = -(-len(text) // count)
    pieces = [text[at * step : (at + 1) * step] for at in range(count)]
    return [
        address("result.chain_part", {"part": at, "parts": count, **digest, "z": piece}, lang=lang, slug=slug)
        for at, piece in enumerate(pieces, 1)
    ]


BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
HOUSE_RULES = N_("House rule: %(rules)s")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of texts that a spreadsheet would take for a formula."""
MAX_GUARDED_CHARACTERS = 1000
"""How far a formula is looked for behind blanks."""


def bg_stats_address(result: Result, filled: Filled) -> str:
    """Return the link that records a result in BG Stats."""
    play = bg_stats_play(result, filled.sheet, filled.pairs, datetime.now(UTC))
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def chat_text(result: Result, link: str, house: str) -> str:
    """Return a result as plain text: the game, the winner, everyone's points by rank, house rules if there are any,
    the link.
    """
    game = result.game
    players = sorted(result.players, key=lambda player: player.rank)
    # A bare number is taken for points.
    counts = [str(player.total) if game.unit is POINTS else say_amount(game, player.total) for player in players]
    places = [
        f"{player.name} {counted}" if game.cooperative else f"{player.rank}. {player.name} {counted}"
        for player, counted in zip(players, counts, strict=True)
    ]
    if house:
        places.append(message(HOUSE_RULES, rules=house))
    return "\n".join([translate(game.title), headline(result).striptags(), *places, link])


PLAYED_WITH = ("edition", "board", "module", "cards")
"""The kinds of options that BG Stats calls the board."""


def _say_board(game: AnyGame, sheet: Any) -> Iterator[N_]:
    """Yield the names of the variant and of the other boards, modules and cards in use, except for defaults."""
    variant = next((variant for variant in game.variants if variant.is_in_use(sheet)), None)
    if variant and len(game.variants) > 1:
        yield variant.label
    for name, option in options_of(type(sheet)).items():
        value = getattr(sheet, name)
        if option.kind not in PLAYED_WITH or value == option.empty or (variant and name in variant.options):
            continue
        if isinstance(option, Boolean):
            yield option.label
        elif isinstance(option, Choice | MultipleChoice):
            yield from (option.options[one] for one in (value if isinstance(option, MultipleChoice) else (value,)))


def bg_stats_play(result: Result, sheet: Any, pairs: Pairs, now: datetime) -> dict[str, Any]:
    """Return a play in BG Stats' format. A tie that can still be settled has no winner yet."""
    game = result.game
    winners = () if result.tie_inputs else result.winners
    return {
        "sourceName": "Tally",
        "sourcePlayId": hashlib.sha256(repr((game.slug, pairs)).encode()).hexdigest()[:16],
        "playDate": f"{now:%Y-%m-%d %H:%M}:00",  # to the minute, so that the page's ETag stays the same meanwhile
        "board": translate(N_(", ")).join(translate(label) for label in _say_board(game, sheet)),
        "game": {
            "name": str(game.title),
            "sourceGameId": game.slug,
            "highestWins": not game.fewest_win,
            "noPoints": False,
            **({"bggId": game.bgg} if game.bgg else {}),
        },
        "players": [
            {
                "name": player.name,
                "score": player.total,
                "rank": player.rank,
                "winner": seat in winners,
                "startPlayer": False,
            }
            for seat, player in enumerate(result.players)
        ],
    }


def score_pad_csv(result: Result, house: str = "") -> str:
    """Return the score pad as CSV, a row per line and a column per player, with the byte order mark that Excel
    needs.
    """
    players = result.players
    rows: list[list[object]] = [["", *(player.name for player in players)]]
    for at, line in enumerate(players[0].lines):
        rows.append([translate(result.game.lines[line.key]), *(player.lines[at].points for player in players)])
    rows.append([translate("Total"), *(player.total for player in players)])
    if not result.game.cooperative:
        rows.append([translate("Place"), *(player.rank for player in players)])
    if house:
        rows.append([message(HOUSE_RULES, rules=house)])
    return write_table(rows)


def write_table(rows: Iterable[Sequence[object]]) -> str:
    """Return a table as CSV, with the byte order mark that Excel needs."""
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + write_rows(rows)


def write_rows(rows: Iterable[Sequence[object]]) -> str:
    """Return further rows of such a table."""
    table = io.StringIO()
    csv.writer(table).writerows([_guard_cell(cell) for cell in row] for row in rows)
    return table.getvalue()


def _guard_cell(cell: object) -> object:
    """Prefix text that a spreadsheet would take for a formula with an apostrophe; numbers stay numbers.

    Blanks and invisible characters before it, and full-width signs, hide no formula.
    """
    return f"'{cell}" if isinstance(cell, str) and _is_formula(cell) else cell


def _is_formula(cell: str) -> bool:
    shown = unicodedata.normalize("NFKC", clean_name(cell[:MAX_GUARDED_CHARACTERS]))
    return shown.startswith(_FORMULA) or cell.startswith(_FORMULA)


def download(text: str | Iterable[str], mimetype: str, name: str) -> Response:
    """Return a file to be saved under a name; its text may come piece by piece."""
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def stored_result(result: Result, filled: Filled) -> dict[str, Any]:
    """Return a result as the scorebook stores it: independent of language and without workings, which the entries
    yield again.
    """
    colours = seat_colours(result.game, filled.sheet.players)
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
    return {"query": urlencode(filled.pairs), "result": data}
