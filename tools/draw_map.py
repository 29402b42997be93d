"""Draw the map in the rules of Hansa Teutonica from its data. Run it when scorers/hansa_teutonica/map.py changes."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorers.hansa_teutonica.drawing import DRAWINGS, PITCH, CityDrawing, Point, RouteDrawing
from scorers.hansa_teutonica.map import INKS, LARGE
from scorers.registry import folder

SCALE = 0.5
"""Size of the diagram against the map that can be tapped; smaller numbers make a smaller file."""
SQUARE, CIRCLE = "h14v14h-14z", "a7 7 0 1 0 .1 0z"
"""A trader's office from its left top corner, and a merchant's from its top, open by a hair; both are 14 wide."""
ABILITIES = {"actions", "privilege", "book", "bag", "keys"}


def draw() -> str:
    """Return the large side of the standard board as SVG; what is only on this side is dashed."""
    board = DRAWINGS[LARGE]
    towns, ways = board["towns"], board["ways"]
    offices = defaultdict(str)
    for ink, shape in _offices(towns):
        offices[ink] += shape
    for at, ink in enumerate(INKS.values()):
        x, y = board["special"]
        offices[ink] += f"M{_point((x + (at - 1) * 38 - 19, y), 0, -7)}{CIRCLE}"
    coins = [
        (town.city.x + town.first + at * PITCH + 12, town.city.y - 14)
        for town in towns
        for at, office in enumerate(town.offices)
        if office.coin
    ]
    left, top, width, height = (side * SCALE for side in board["field"])
    lines = (
        _path("d-line", _roads(way for way in ways if len(way.route.sides) > 1), 1),
        _path("d-soft", _roads(way for way in ways if len(way.route.sides) == 1), 1),
        _path("d-line", _dots(space for way in ways for space in way.spaces), 6, round_ends=True),
        _path("d-red", "".join(_plate(town) for town in towns if "east_west" in town.marks), 1),
        _path("d-accent", "".join(_plate(town) for town in towns if ABILITIES & {*town.marks}), 2),
        *(f'<path class="d-{ink}" d="{shapes}"/>' for ink, shapes in offices.items()),
        *(_path(css, _dots(coins), width, round_ends=True) for css, width in (("d-line", 9), ("d-coin", 7))),
        _path("d-accent", _taverns(ways), 1.5),
        '<g class="d-name">',
        *(
            f'<text x="{_number(town.city.x)}" y="{_number(town.city.y, -12)}">{town.city.name}</text>'
            for town in towns
        ),
        "</g>",
    )
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" font-size="16" '
            'text-anchor="middle">',
            *lines,
            "</svg>\n",
        )
    )


def _offices(towns: Iterable[CityDrawing]) -> Iterator[tuple[str, str]]:
    """Yield the ink and the outline of every office."""
    for town in towns:
        for at, office in enumerate(town.offices):
            x, y = town.city.x + town.first + at * PITCH, town.city.y
            is_circle = office.piece == "merchant"
            yield office.ink, f"M{_point((x, y), 0 if is_circle else -7, -7)}{CIRCLE if is_circle else SQUARE}"


def _plate(town: CityDrawing) -> str:
    wide = len(town.offices) * PITCH * SCALE
    return f"M{_point((town.city.x, town.city.y), -wide / 2, -10)}h{wide:g}v20h-{wide:g}z"


def _roads(ways: Iterable[RouteDrawing]) -> str:
    return "".join(f"M{_point(way.ends[0])}L{_point(way.ends[1])}" for way in ways)


def _taverns(ways: Iterable[RouteDrawing]) -> str:
    return "".join(f"M{_point(way.sign, -3, 4)}v-5l4-4 4 4v5z" for way in ways if way.route.tavern)


def _dots(points: Iterable[tuple[float, float]]) -> str:
    return "".join(f"M{_point(point)}z" for point in points)


def _path(css: str, data: str, width: float, *, round_ends: bool = False) -> str:
    ends = ' stroke-linecap="round"' if round_ends else ""
    return f'<path class="{css}" stroke-width="{width:g}"{ends} d="{data}"/>'


def _point(point: Point | tuple[float, float], right: float = 0, down: float = 0) -> str:
    return f"{_number(point[0], right)} {_number(point[1], down)}".replace(" -", "-")


def _number(value: float, shift: float = 0) -> str:
    return f"{round(value * SCALE) + shift:g}"


if __name__ == "__main__":
    (folder("hansa_teutonica") / "diagrams" / "map.svg").write_text(draw(), encoding="utf-8")
