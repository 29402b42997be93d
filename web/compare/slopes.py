"""Coordinates for the drawings of a comparison: lines from the sheet as scored to other ways of scoring, and points along the rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorers.model import Result
from web.compare.comparison import Comparison
from web.compare.rows import Row

WIDE, LEFT, RIGHT = 328, 92, 236
"""The large slope: its width, and the left and right ends of its lines."""
TOP, PLOT = 22, 176
"""The large slope's plot: its top and height."""
LABEL_GAP = 30
"""The least distance between two labels of the large slope."""
SMALL_WIDE, SMALL_HIGH, SMALL_EDGE = 74, 50, 6
MAX_SMALL = 16
"""Upper limit of small slopes."""
CHART_EDGE = 6
"""Margin at each side of the chart, in per cent of its width."""
MAX_TICKS = 6


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight piece of one player's line; thick where that player leads."""

    seat: int
    x1: float
    y1: float
    x2: float
    y2: float
    leads: bool


@dataclass(frozen=True, slots=True)
class Ring:
    """A change of lead: its place, and the new leader."""

    seat: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Label:
    """A player's total beside an end of a line: `y` is where it stands, `at` where the line ends."""

    seat: int
    total: int
    y: float
    at: float
    won: bool


@dataclass(frozen=True, slots=True)
class Slope:
    """Two ways of scoring, joined by a line for each player; `start` is the total at the foot of the drawing."""

    row: Row
    high: float
    strokes: list[Stroke]
    rings: list[Ring]
    before: list[Label]
    after: list[Label]
    start: int


@dataclass(frozen=True, slots=True)
class Point:
    """A player's total in a row of the chart, in per cent of its width; `above` and `below` are where its line meets the rows beside it."""

    seat: int
    x: float
    won: bool
    above: float | None
    below: float | None


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart that shares the rows of the table: points by row, ticks on its axis, and rings by row as (x, y) in per cent."""

    points: list[list[Point]]
    rings: list[list[tuple[float, float]]]
    ticks: list[tuple[int, float]]


def _totals(row: Row) -> list[int]:
    assert row.result is not None  # noqa: S101  only rows that were scored are drawn
    return [player.total for player in row.result.players]


def draw_slope(comparison: Comparison, row: Row) -> Slope:
    """Draw the large slope, from the sheet as scored to one row."""
    own, other = _totals(comparison.own), _totals(row)
    low, high = min(own + other), max(own + other)
    unit = PLOT / ((high - low) or 1)

    def place(total: int) -> float:
        return round(TOP + (high - total) * unit, 1)

    strokes, rings = _strokes(comparison.own, row, [place(total) for total in own], [place(total) for total in other], LEFT, RIGHT)
    before = _labels(comparison.own, [place(total) for total in own])
    after = _labels(row, [place(total) for total in other])
    foot = max([TOP + PLOT, *(label.y for label in (*before, *after))]) + 22
    return Slope(row, foot, strokes, rings, before, after, low)


def draw_small_slopes(comparison: Comparison, deciding: Row | None) -> list[Slope]:
    """Draw a small slope for every other way of scoring, all to the same scale."""
    rows = [row for row in comparison.scored if not row.is_own and row is not deciding and len(row.interpretations) < 2][:MAX_SMALL]
    totals = [total for row in (comparison.own, *rows) for total in _totals(row)]
    low, high = min(totals), max(totals)
    unit = (SMALL_HIGH - 2 * SMALL_EDGE) / ((high - low) or 1)

    def place(total: int) -> float:
        return round(SMALL_EDGE + (high - total) * unit, 1)

    before = [place(total) for total in _totals(comparison.own)]
    slopes = []
    for row in rows:
        strokes, rings = _strokes(comparison.own, row, before, [place(total) for total in _totals(row)], 2, SMALL_WIDE - 2)
        slopes.append(Slope(row, SMALL_HIGH, strokes, rings, [], [], low))
    return slopes


def _strokes(
    own: Row, row: Row, before: Sequence[float], after: Sequence[float], left: float, right: float
) -> tuple[list[Stroke], list[Ring]]:
    """Return each player's line in pieces, thick where the player leads, and a ring at each change of lead."""
    assert own.result is not None  # noqa: S101  it was scored
    sign = 1 if own.result.game.fewest_win else -1  # up is more points

    def height(seat: int, t: float) -> float:
        return before[seat] + (after[seat] - before[seat]) * t

    cuts = sorted({0.0, 1.0, *_crossings(before, after)})
    leaders = [
        _leading(own.result, row.result, [-sign * height(seat, (a + b) / 2) for seat in range(len(before))]) for a, b in pairwise(cuts)
    ]
    strokes, rings = [], []
    for seat in range(len(before)):
        for start, end, leads in _pieces(cuts, [leader == seat for leader in leaders]):
            x1, x2 = left + (right - left) * start, left + (right - left) * end
            strokes.append(Stroke(seat, round(x1, 1), round(height(seat, start), 1), round(x2, 1), round(height(seat, end), 1), leads))
    for cut, (one, other) in zip(cuts[1:], pairwise(leaders), strict=False):
        if one != other:
            rings.append(Ring(other, round(left + (right - left) * cut, 1), round(height(other, cut), 1)))
    strokes.sort(key=lambda stroke: stroke.leads)
    return strokes, rings


def _leading(own: Result, other: Result | None, values: Sequence[float]) -> int:
    """Return the seat with the lowest value; of several equal ones, a winner."""
    best = min(values)
    alike = [seat for seat, value in enumerate(values) if abs(value - best) < 1e-6]
    winners = [seat for seat in alike if seat in own.leaders or (other and seat in other.leaders)]
    return (winners or alike)[0]


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


def _labels(row: Row, heights: Sequence[float]) -> list[Label]:
    """Return the totals from the highest down, spread so that their labels do not overlap."""
    assert row.result is not None  # noqa: S101  it was scored
    seats = sorted(range(len(heights)), key=lambda seat: heights[seat])
    places = [heights[seat] for seat in seats]
    for _ in seats:
        for at in range(1, len(places)):
            lack = LABEL_GAP - (places[at] - places[at - 1])
            if lack > 0:
                places[at - 1] -= lack / 2
                places[at] += lack / 2
    shift = max(0.0, TOP - 6 - places[0]) if places else 0.0
    result = row.result
    return [
        Label(seat, result.players[seat].total, round(place + shift, 1), heights[seat], seat in result.leaders)
        for seat, place in zip(seats, places, strict=True)
    ]


def draw_chart(comparison: Comparison) -> Chart:
    """Draw all totals of all scored rows on one axis; lines join rows that differ only in interpretations."""
    rows = comparison.scored
    totals = [total for row in rows for total in _totals(row)]
    low, high = min(totals), max(totals)
    unit = (100 - 2 * CHART_EDGE) / ((high - low) or 1)

    def place(total: int) -> float:
        return round(CHART_EDGE + (total - low) * unit, 1)

    places = [[place(total) for total in _totals(row)] for row in rows]
    joined = [one.variant == other.variant == comparison.own.variant for one, other in pairwise(rows)]
    points, rings = [], []
    for at, row in enumerate(rows):
        result = row.result
        assert result is not None  # noqa: S101  it was scored
        by_seat = []
        for seat in comparison.order:
            x = places[at][seat]
            above = round((x + places[at - 1][seat]) / 2, 1) if at and joined[at - 1] else None
            below = round((x + places[at + 1][seat]) / 2, 1) if at < len(joined) and joined[at] else None
            by_seat.append(Point(seat, x, seat in result.leaders, above, below))
        points.append(by_seat)
        rings.append(list(_row_rings(rows, places, joined, at)))
    return Chart(points, rings, [(tick, place(tick)) for tick in _ticks(low, high)])


def _row_rings(rows: Sequence[Row], places: Sequence[Sequence[float]], joined: Sequence[bool], at: int) -> Iterator[tuple[float, float]]:
    """Yield the point between a row and the next at which the lead changes."""
    if at >= len(joined) or not joined[at]:
        return
    one, other = rows[at].result, rows[at + 1].result
    if one is None or other is None or len(one.leaders) != 1 or len(other.leaders) != 1 or one.leaders == other.leaders:
        return
    old, new = one.leaders[0], other.leaders[0]
    gap, change = places[at][old] - places[at][new], places[at + 1][old] - places[at + 1][new]
    t = gap / (gap - change) if gap != change else 0.5
    if 0 <= t <= 1:
        yield round(places[at][old] + (places[at + 1][old] - places[at][old]) * t, 1), round(50 + 100 * t, 1)


def _ticks(low: int, high: int) -> list[int]:
    """Return round numbers along the axis."""
    step = next(step for step in _steps() if (high - low) / step < MAX_TICKS)
    return list(range(-(-low // step) * step, high + 1, step))


def _steps() -> Iterator[int]:
    step = 1
    while True:
        yield from (step, 2 * step, 5 * step)
        step *= 10
