"""The preview image of a result, and the paintings that its table is drawn with."""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flask import Response, request

from scorers.entries.seats import LETTERS
from scorers.model import AnyGame, Result
from web.common.formatting import minus
from web.common.http import IMMUTABLE
from web.common.languages import translate
from web.result.chart import Bar, ranking_bars
from web.sheet.drawings import emblem
from web.sheet.seats import seat_colours

WIDTH, HEIGHT = 800, 420
"""Size of the drawing, in SVG units."""
SIZE = (720, 378)
"""Size of the image in pixels: large enough for wide previews, small enough to render quickly."""
PANEL_WIDTH = 290
"""Width of the panel with the game and the winner's points."""
PLAYER_COLOURS = {
    "red": "#c73335", "orange": "#ec8d38", "yellow": "#f3c035", "green": "#267543", "blue": "#1963a4",
    "purple": "#733e96",
    "pink": "#eb92b5", "brown": "#6a4225", "black": "#2a2522", "white": "#fbfaf7", "grey": "#686c72",
}  # fmt: skip
"""The style sheet's piece colours in light mode; its OKLCH notation is not supported by resvg."""
GAME_COLOURS = {
    "slate": "#3c4958", "sea": "#00525f", "dusk": "#3a4470", "pine": "#1d5438", "plum": "#643651", "clay": "#704416",
    "moss": "#434d1a",
}  # fmt: skip
HOUSE = (
    '<path fill="none" stroke="{ink}" stroke-width="6" stroke-linejoin="round" d="M34 384V350l28 -26l28 '
    '26v34zM54 384v-20h16v20"/>'
)
"""The mark of a score by house rules."""
PAPER, INK, SOFT, LIGHT = "#f7f2e9", "#281d15", "#61564c", "#fdfaf3"
LIGHT_COLOURS = {"orange", "yellow", "pink", "white"}
"""The colours that need dark letters."""


def answer_png(drawing: str) -> Response:
    """Return a drawing as PNG, or 304 without rendering it if the client already has it."""
    tag = hashlib.sha256(drawing.encode()).hexdigest()[:20]
    is_current = request.if_none_match.contains(tag)
    answer = Response(status=304) if is_current else Response(render_png(drawing), mimetype="image/png")
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = IMMUTABLE
    return answer


def render_png(drawing: str) -> bytes:
    """Render an SVG drawing as PNG."""
    import resvg_py  # not in the browser's bundle

    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, skip_system_fonts=True))


def draw_preview(result: Result, players: Any, *, by_house_rules: bool = False) -> str:
    """Draw a result as SVG; one by house rules is marked with a house."""
    game = result.game
    colours = seat_colours(game, players)
    alone = result.final and len(result.leaders) == 1 and not result.tie_inputs and not game.cooperative
    first = colours[result.leaders[0]] if alone else ""
    ground = PLAYER_COLOURS[first] if alone else GAME_COLOURS[game.ground]
    letters = INK if first in LIGHT_COLOURS else LIGHT
    points = "" if game.cooperative else minus(result.players[result.leaders[0]].total)
    trace, fill, shade = (_mix(letters, ground, share) for share in (0.22, 0.09, 0.05))
    inks = (
        dict.fromkeys(("shade", "town", "red"), shade)
        | dict.fromkeys(("line", "soft", "accent"), "none")
        | {"accent-fill": trace}
    )
    # The paper covers what reaches beyond the panel: clipping with a nested SVG would take four times as long.
    parts = [
        f'<rect width="{PANEL_WIDTH}" height="{HEIGHT}" fill="{ground}"/>{_draw_emblem(game.slug, inks, fill, trace)}',
        f'<rect x="{PANEL_WIDTH}" width="{WIDTH - PANEL_WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _letters(translate(game.title), 32, 78, 42, letters, max_width=PANEL_WIDTH - 56),
        _letters(points, 28, 236, 150, letters, max_width=PANEL_WIDTH - 52),
        HOUSE.format(ink=letters) if by_house_rules else "",
        *_rows(result, colours, ranking_bars(result, None)),
    ]
    return _svg(parts)


def draw_outcomes(game: AnyGame, players: Any, results: Sequence[Result]) -> str:
    """Draw results side by side as SVG, each on its winner's colour, with the winner's points above the runner-up's."""
    colours = seat_colours(game, players)
    wide = WIDTH / len(results)
    parts = []
    for at, result in enumerate(results):
        leaders = result.leaders
        first = colours[leaders[0]] if len(leaders) == 1 else ""
        ground = PLAYER_COLOURS[first] if first else GAME_COLOURS[game.ground]
        ink, left = INK if first in LIGHT_COLOURS else LIGHT, at * wide
        others = [player.total for seat, player in enumerate(result.players) if seat not in leaders]
        next_best = (min if game.fewest_win else max)(others, default=None)
        parts += [
            f'<rect x="{left:.0f}" width="{wide:.0f}" height="{HEIGHT}" fill="{ground}"/>',
            _letters(
                minus(result.players[leaders[0]].total) if leaders else "",
                left + 34,
                300,
                210,
                ink,
                max_width=wide - 60,
            ),
            _letters(" ".join(LETTERS[seat] for seat in leaders), left + 40, 128, 44, ink, max_width=wide - 60),
            _letters("" if next_best is None else minus(next_best), left + 40, 376, 56, ink, max_width=wide - 60),
        ]
    title_ink = INK if len(results[0].leaders) == 1 and colours[results[0].leaders[0]] in LIGHT_COLOURS else LIGHT
    parts.append(_letters(translate(game.title), 40, 66, 40, title_ink, max_width=wide - 60))
    return _svg(parts)


def _svg(parts: Sequence[str]) -> str:
    size = f'width="{SIZE[0]}" height="{SIZE[1]}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


def _draw_emblem(slug: str, inks: dict[str, str], fill: str, trace: str) -> str:
    """Draw a game's emblem in the lower corner of the panel, its parts filled by their class, else with `fill`."""
    outer, _, inner = str(emblem(slug)).removesuffix("</svg>").partition(">")
    box = re.search(r'viewBox="0 0 (\d+)', outer)
    parts = re.sub(r'class="d-([\w-]+)"', lambda part: f'fill="{inks.get(part[1], fill)}"', inner)
    scale = 270 / int(box[1]) if box else 1
    return f'<g transform="translate(70 180) scale({scale:.3f})" stroke="{trace}" stroke-linejoin="round">{parts}</g>'


def _rows(result: Result, colours: list[str], bars: list[Bar]) -> Iterator[str]:
    """Draw a row for each player: rank, piece with the seat's letter, bar, points."""
    high = min(88.0, (HEIGHT - 48) / len(bars))
    top = (HEIGHT - high * len(bars)) / 2
    size = min(46.0, high * 0.72)
    totals = [minus(player.total) for player in result.players]
    widest = max(_width(total, size) for total in totals)
    left, right = PANEL_WIDTH + 32, WIDTH - 32
    chip = min(44.0, high * 0.62)
    start = left + (0 if result.game.cooperative else 26) + chip + 14
    scale = (right - widest - 16 - start) / 100
    for row, bar in enumerate(bars):
        colour = PLAYER_COLOURS[colours[bar.seat]]
        middle = top + high * (row + 0.5)
        edge = f' stroke="{SOFT}"' if colours[bar.seat] == "white" else ""
        thick = high * (0.56 if row == 0 else 0.44)
        if not result.game.cooperative:
            yield _letters(str(result.players[bar.seat].rank), left, middle + 7, 20, SOFT)
        box = f'x="{start - chip - 14:.1f}" y="{middle - chip / 2:.1f}" width="{chip:.1f}" height="{chip:.1f}" rx="7"'
        yield f'<rect {box} fill="{colour}"{edge}/>'
        letter, on = LETTERS[bar.seat], INK if colours[bar.seat] in LIGHT_COLOURS else LIGHT
        yield _letters(
            letter, start - 14 - chip / 2 - _width(letter, chip * 0.6) / 2, middle + chip * 0.21, chip * 0.6, on
        )
        box = (
            f'x="{start + bar.start * scale:.1f}" y="{middle - thick / 2:.1f}" width="{bar.solid * scale:.1f}" '
            f'height="{thick:.1f}"'
        )
        yield (
            f'<rect {box} fill="none" stroke="{colour}" stroke-width="3"/>'
            if bar.below
            else f'<rect {box} fill="{colour}"{edge}/>'
        )
        yield _letters(totals[bar.seat], right - _width(totals[bar.seat], size), middle + size * 0.34, size, INK)


@cache
def _glyphs() -> dict[str, tuple[int, str]]:
    """Return the width and outline of each glyph in our fonts, 1,000 units high, as written by
    tools/subset_fonts.py.
    """
    return dict(json.loads((Path(__file__).parent / "glyphs.json").read_text(encoding="utf-8")))


def _width(text: str, size: float) -> float:
    """Return the width of a text."""
    return sum(_glyphs()[sign][0] for sign in text) * size / 1000


def _letters(text: str, x: float, y: float, size: float, ink: str, max_width: float = WIDTH) -> str:
    """Draw a text on its baseline, shrunk to `max_width`; nothing if our fonts lack one of its characters."""
    if not text or not _glyphs().keys() >= set(text):
        return ""
    size *= min(1, max_width / _width(text, size))
    paths, at = [], 0
    for sign in text:
        wide, outline = _glyphs()[sign]
        paths.append(f'<path transform="translate({at})" d="{outline}"/>')
        at += wide
    return f'<g fill="{ink}" transform="translate({x:.1f} {y:.1f}) scale({size / 1000:.4f})">{"".join(paths)}</g>'


def _mix(one: str, other: str, share: float) -> str:
    """Mix a share of one colour into another."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(mine * share + theirs * (1 - share)) for mine, theirs in pairs).hex()
