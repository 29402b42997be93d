"""Coordinates for the drawings of a comparison: lines from the sheet as scored to other rulesets, and points along
the rows.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count, pairwise
from typing import NamedTuple

from scorers.model import Result
from web.compare.comparison import Comparison, Row

LEFT, RIGHT = 92, 236
"""The left and right ends of the large slope's lines."""
TOP, PLOT_HEIGHT = 22, 176
"""The large slope's plot: its top and height."""
LABEL_GAP = 30
"""The least distance between two labels of the large slope."""
SMALL_WIDTH, SMALL_HEIGHT, SMALL_EDGE = 74, 50, 6
MAX_SMALL = 16
"""Upper limit of small slopes."""
CHART_EDGE = 6
"""Margin at each side of the chart, in per cent of its width."""
MAX_TICKS = 6


class Stroke(NamedTuple):
    """A straight piece of one player's line; thick where that player leads."""

    seat: int
    x1: float
    y1: float
    x2: float
    y2: float
    leads: bool


class Label(NamedTuple):
    """A player's total beside an end of a line: `y` is where it stands, `at` where the line ends."""

    seat: int
    total: int
    y: float
    at: float
    won: bool


class Slope(NamedTuple):
    """Two rulesets, joined by a line for each player, with a ring at (x, y) where the lead changes.

    `start` is the total at the foot of the drawing. Only a large slope has labels, whose number decides its height.
    """

    row: Row
    start: int
    strokes: list[Stroke]
    rings: list[tuple[float, float]]
    before: Sequence[Label] = ()
    after: Sequence[Label] = ()
    height: float = 0


class Point(NamedTuple):
    """A player's total in a row of the chart, in per cent of its width.

    `above` and `below` are where its line meets the rows beside it.
    """

    seat: int
    x: float
    won: bool
    above: float | None
    below: float | None


class Chart(NamedTuple):
    """A chart that shares the rows of the table: points by row, ticks on its axis, and rings by row as (x, y) in per
    cent.
    """

    points: list[list[Point]]
    rings: list[list[tuple[float, float]]]
    ticks: list[tuple[int, float]]


def _totals(*rows: Row) -> list[int]:
    return [player.total for row in rows for player in row.result.players]


def _scale(totals: Sequence[int], origin: int, start: float, length: float) -> Callable[[int], float]:
    """Return a function that places totals on an axis of this length, which starts with `origin`."""
    unit = length / ((max(totals) - min(totals)) or 1)
    return lambda total: round(start + abs(total - origin) * unit, 1)


def draw_slope(comparison: Comparison, row: Row) -> Slope:
    """Draw the large slope, from the sheet as scored to one row."""
    own, totals = comparison.own, _totals(comparison.own, row)
    place = _scale(totals, max(totals), TOP, PLOT_HEIGHT)
    before, after = _labels(own.result, place), _labels(row.result, place)
    foot = max([TOP + PLOT_HEIGHT, *(label.y for label in (*before, *after))]) + 22
    return Slope(row, min(totals), *_lines(own, row, place, LEFT, RIGHT), before, after, foot)


def draw_small_slopes(comparison: Comparison, deciding: Row) -> list[Slope]:
    """Draw a small slope for every other ruleset, all to the same scale."""
    own, others = (
        comparison.own,
        [row for row in comparison.scored[1:] if row is not deciding and len(row.interpretations) < 2],
    )
    rows = others[:MAX_SMALL]
    totals = _totals(own, *rows)
    place = _scale(totals, max(totals), SMALL_EDGE, SMALL_HEIGHT - 2 * SMALL_EDGE)
    return [Slope(row, min(totals), *_lines(own, row, place, 2, SMALL_WIDTH - 2)) for row in rows]


def _lines(
    own: Row, row: Row, place: Callable[[int], float], left: float, right: float
) -> tuple[list[Stroke], list[tuple[float, float]]]:
    """Return each player's line in pieces, thick where the player leads, and a ring at each change of lead."""
    before, after = ([place(total) for total in _totals(one)] for one in (own, row))
    seats = range(len(before))
    sign = 1 if own.result.game.fewest_win else -1  # up is more points

    def height(seat: int, t: float) -> float:
        return before[seat] + (after[seat] - before[seat]) * t

    cuts = sorted({0.0, 1.0, *_crossings(before, after)})
    winners = {*own.result.leaders, *row.result.leaders}
    leaders = [_find_leader([-sign * height(seat, (a + b) / 2) for seat in seats], winners) for a, b in pairwise(cuts)]
    strokes = []
    for seat in seats:
        for start, end, leads in _pieces(cuts, [leader == seat for leader in leaders]):
            x1, x2 = left + (right - left) * start, left + (right - left) * end
            strokes.append(
                Stroke(
                    seat, round(x1, 1), round(height(seat, start), 1), round(x2, 1), round(height(seat, end), 1), leads
                )
            )
    strokes.sort(key=lambda stroke: stroke.leads)
    rings = [
        (round(left + (right - left) * cut, 1), round(height(new, cut), 1))
        for cut, (old, new) in zip(cuts[1:], pairwise(leaders), strict=False)
        if old != new
    ]
    return strokes, rings


def _find_leader(values: Sequence[float], winners: Collection[int]) -> int:
    """Return the seat with the lowest value; of several equal ones, a winner."""
    best = min(values)
    alike = [seat for seat, value in enumerate(values) if abs(value - best) < 1e-6]
    return next((seat for seat in alike if seat in winners), alike[0])


def _crossings(before: Sequence[float], after: Sequence[float]) -> Iterator[float]:
    for one in range(len(before)):
        for other in range(one):
            gap, change = before[one] - before[other], (after[one] - before[one]) - (after[other] - before[other])
            if change and 0 < -gap / change < 1:
                yield -gap / change


def _pieces(cuts: Sequence[float], leads: Sequence[bool]) -> Iterator[tuple[float, float, bool]]:
    """Merge adjacent intervals in which a player leads, or does not."""
    start = cuts[0]
    for at, lead in enumerate(leads):
        if at + 1 == len(leads) or leads[at + 1] != lead:
            yield start, cuts[at + 1], lead
            start = cuts[at + 1]


def _labels(result: Result, place: Callable[[int], float]) -> list[Label]:
    """Return the totals from the highest down, spread so that their labels do not overlap."""
    players = sorted(enumerate(result.players), key=lambda player: place(player[1].total))
    heights = [place(player.total) for _, player in players]
    places = heights.copy()
    for _ in places:
        for at in range(1, len(places)):
            lack = LABEL_GAP - (places[at] - places[at - 1])
            if lack > 0:
                places[at - 1] -= lack / 2
                places[at] += lack / 2
    shift = max(0.0, TOP - 6 - places[0])
    return [
        Label(seat, player.total, round(y + shift, 1), height, seat in result.leaders)
        for (seat, player), y, height in zip(players, places, heights, strict=True)
    ]


def draw_chart(comparison: Comparison) -> Chart:
    """Draw all totals of all scored rows on one axis; lines join rows that differ only in interpretations."""
    rows = comparison.scored
    totals = _totals(*rows)
    low, high = min(totals), max(totals)
    place = _scale(totals, low, CHART_EDGE, 100 - 2 * CHART_EDGE)
    places = [[place(total) for total in _totals(row)] for row in rows]
    is_joined = [
        False,
        *(one.variant == other.variant == comparison.own.variant for one, other in pairwise(rows)),
        False,
    ]
    points, rings = [], []
    for at, row in enumerate(rows):
        by_seat = []
        for seat in comparison.order:
            x = places[at][seat]
            above = round((x + places[at - 1][seat]) / 2, 1) if is_joined[at] else None
            below = round((x + places[at + 1][seat]) / 2, 1) if is_joined[at + 1] else None
            by_seat.append(Point(seat, x, seat in row.result.leaders, above, below))
        points.append(by_seat)
        rings.append(_row_rings(row, rows[at + 1], places[at], places[at + 1]) if is_joined[at + 1] else [])
    return Chart(points, rings, [(tick, place(tick)) for tick in _ticks(low, high)])


def _row_rings(
    row: Row, below: Row, places: Sequence[float], places_below: Sequence[float]
) -> list[tuple[float, float]]:
    """Return the point between a row and the next at which the lead changes."""
    leaders = row.result.leaders, below.result.leaders
    if any(len(seats) != 1 for seats in leaders) or leaders[0] == leaders[1]:
        return []
    (old,), (new,) = leaders
    gap, change = places[old] - places[new], places_below[old] - places_below[new]
    t = gap / (gap - change) if gap != change else 0.5
    return (
        [(round(places[old] + (places_below[old] - places[old]) * t, 1), round(50 + 100 * t, 1))] if 0 <= t <= 1 else []
    )


def _ticks(low: int, high: int) -> list[int]:
    """Return round numbers along the axis."""
    steps = (unit * 10**power for power in count() for unit in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step < MAX_TICKS)
    return list(range(-(-low // step) * step, high + 1, step))
