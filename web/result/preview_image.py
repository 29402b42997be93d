"""The picture that a chat shows beside a result's link: the game, and everyone's points as bars in the colours of the pieces, no names.

It is drawn from outlines of our own letters, so that no font of the machine has a part in it, and its address holds all that it shows:
the same picture is asked for under the same address, which may be kept for ever, and is made anew only for who has not got it.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from scorers.model import AnyGame, Result
from web.drawings import emblem
from web.formatting import minus
from web.languages import translate
from web.result.chart import Bar, ranking_bars
from web.sheet.links import Pairs, address, short_link
from web.sheet.seats import LETTERS, seat_colours

WIDE, HIGH = 800, 420
"""Of the drawing, in its own units."""
SIZE = (720, 378)
"""Of the picture in pixels: large enough for the wide form that messengers have, small enough to be made in a moment."""
PANEL = 290
"""The width of the part that tells the game and the winner's points."""
WOODS = {
    "red": "#c73335", "orange": "#ec8d38", "yellow": "#f3c035", "green": "#267543", "blue": "#1963a4", "purple": "#733e96",
    "pink": "#eb92b5", "brown": "#6a4225", "black": "#2a2522", "white": "#fbfaf7", "grey": "#686c72",
}  # fmt: skip
"""The pieces as the style sheet colours them in the light; it does so in a notation that few renderers read."""
GROUNDS = {
    "slate": "#3c4958", "sea": "#00525f", "dusk": "#3a4470", "pine": "#1d5438", "plum": "#643651", "clay": "#704416", "moss": "#434d1a",
}  # fmt: skip
PAPER, INK, SOFT, LIGHT = "#f7f2e9", "#281d15", "#61564c", "#fdfaf3"
PALE = {"orange", "yellow", "pink", "white"}
"""The colours on which dark letters are read."""


def preview_address(game: AnyGame, pairs: Pairs, lang: str) -> str:
    """Where the picture of a sheet is: the same for all sheets that differ in names alone."""
    nameless = [(name, value) for name, value in pairs if not re.fullmatch(r"\d+\.name", name)]
    return address("result.preview", short_link(game, nameless), lang=lang, slug=game.slug)


def render_png(drawing: str) -> bytes:
    """An SVG drawing as PNG."""
    import resvg_py  # only who draws needs it, and not every place where this application runs has it

    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, skip_system_fonts=True))


def draw_preview(result: Result, players: Any) -> str:
    """A result as an SVG drawing."""
    game = result.game
    colours = seat_colours(game, players)
    alone = result.final and len(result.leaders) == 1 and not result.tie_inputs and not game.cooperative
    first = colours[result.leaders[0]] if alone else ""
    ground = WOODS[first] if alone else GROUNDS[game.ground]
    letters = INK if first in PALE else LIGHT
    points = "" if game.cooperative else minus(result.players[result.leaders[0]].total)
    trace, fill, shade = (_mix(letters, ground, share) for share in (0.22, 0.09, 0.05))
    inks = dict.fromkeys(("shade", "town", "red"), shade) | dict.fromkeys(("line", "soft", "accent"), "none") | {"accent-fill": trace}
    # The paper lies over what reaches beyond the panel: a drawing within a drawing would be cut off at its edge at four times the work.
    parts = [
        f'<rect width="{PANEL}" height="{HIGH}" fill="{ground}"/>{_crest(game.slug, inks, fill, trace)}',
        f'<rect x="{PANEL}" width="{WIDE - PANEL}" height="{HIGH}" fill="{PAPER}"/>',
        _letters(translate(game.title), 32, 78, 42, letters, most=PANEL - 56),
        _letters(points, 28, 236, 150, letters, most=PANEL - 52),
        *_rows(result, colours, ranking_bars(result, None)),
    ]
    size = f'width="{SIZE[0]}" height="{SIZE[1]}" viewBox="0 0 {WIDE} {HIGH}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


def _crest(slug: str, inks: dict[str, str], fill: str, trace: str) -> str:
    """A game's emblem, large, in the lower corner of the panel: its parts filled by their class, else with `fill`."""
    outer, _, inner = str(emblem(slug)).removesuffix("</svg>").partition(">")
    box = re.search(r'viewBox="0 0 (\d+)', outer)
    parts = re.sub(r'class="d-([\w-]+)"', lambda part: f'fill="{inks.get(part[1], fill)}"', inner)
    scale = 270 / int(box[1]) if box else 1
    return f'<g transform="translate(70 180) scale({scale:.3f})" stroke="{trace}" stroke-linejoin="round">{parts}</g>'


def _rows(result: Result, colours: list[str], bars: list[Bar]) -> Iterator[str]:
    """A row for each player: place, piece with the seat's letter, bar, points."""
    high = min(88.0, (HIGH - 48) / len(bars))
    top = (HIGH - high * len(bars)) / 2
    size = min(46.0, high * 0.72)
    totals = [minus(player.total) for player in result.players]
    widest = max(_width(total, size) for total in totals)
    left, right = PANEL + 32, WIDE - 32
    chip = min(44.0, high * 0.62)
    start = left + (0 if result.game.cooperative else 26) + chip + 14
    scale = (right - widest - 16 - start) / 100
    for row, bar in enumerate(bars):
        wood = WOODS[colours[bar.seat]]
        middle = top + high * (row + 0.5)
        edge = f' stroke="{SOFT}"' if colours[bar.seat] == "white" else ""
        thick = high * (0.56 if row == 0 else 0.44)
        if not result.game.cooperative:
            yield _letters(str(result.players[bar.seat].rank), left, middle + 7, 20, SOFT)
        box = f'x="{start - chip - 14:.1f}" y="{middle - chip / 2:.1f}" width="{chip:.1f}" height="{chip:.1f}" rx="7"'
        yield f'<rect {box} fill="{wood}"{edge}/>'
        letter, on = LETTERS[bar.seat], INK if colours[bar.seat] in PALE else LIGHT
        yield _letters(letter, start - 14 - chip / 2 - _width(letter, chip * 0.6) / 2, middle + chip * 0.21, chip * 0.6, on)
        box = f'x="{start + bar.start * scale:.1f}" y="{middle - thick / 2:.1f}" width="{bar.solid * scale:.1f}" height="{thick:.1f}"'
        yield f'<rect {box} fill="none" stroke="{wood}" stroke-width="3"/>' if bar.below else f'<rect {box} fill="{wood}"{edge}/>'
        yield _letters(totals[bar.seat], right - _width(totals[bar.seat], size), middle + size * 0.34, size, INK)


@cache
def _glyphs() -> dict[str, tuple[int, str]]:
    """Width and outline of every sign that our own faces have, a thousand units high; tools/subset_fonts.py writes them."""
    return dict(json.loads((Path(__file__).parent / "glyphs.json").read_text(encoding="utf-8")))


def _width(text: str, size: float) -> float:
    """How wide a text is."""
    return sum(_glyphs()[sign][0] for sign in text) * size / 1000


def _letters(text: str, x: float, y: float, size: float, ink: str, most: float = WIDE) -> str:
    """A text on its base line, smaller where it would be wider than `most`; nothing where our faces lack one of its signs."""
    if not text or not _glyphs().keys() >= set(text):
        return ""
    size *= min(1, most / _width(text, size))
    paths, at = [], 0
    for sign in text:
        wide, outline = _glyphs()[sign]
        paths.append(f'<path transform="translate({at})" d="{outline}"/>')
        at += wide
    return f'<g fill="{ink}" transform="translate({x:.1f} {y:.1f}) scale({size / 1000:.4f})">{"".join(paths)}</g>'


def _mix(one: str, other: str, share: float) -> str:
    """So much of one colour in another."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(mine * share + theirs * (1 - share)) for mine, theirs in pairs).hex()
