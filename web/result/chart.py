"""The ranking of a result as bars, and pictures of its boards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorers.entries import Grid, Painting, entries_of
from scorers.model import N_, LinePart, PlayerResult, Result
from scorers.outcome import Decision

LENGTH = 100
"""Length of the whole chart, in its own units."""
GAP = 0.8
"""Gap between a bar's two parts."""
MAX_BELOW = 0.4
"""Share of the chart's length that totals below zero may take, even if nobody is above zero."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A player's bar: left end and length of the deciding line's part, drawn solid, and of the rest.

    `zero` is the axis, at the left edge unless a total is below zero; a negative bar ends there and is drawn hollow.
    """

    seat: int
    start: float
    solid: float
    rest_start: float
    rest: float
    zero: float = 0

    @property
    def below(self) -> bool:
        """Whether the total is below zero."""
        return self.start < self.zero


def in_order(result: Result) -> list[int]:
    """Return the seats in ranking order."""
    return sorted(range(len(result.players)), key=lambda seat: result.players[seat].rank)


def ranking_bars(result: Result, decision: Decision | None) -> list[Bar]:
    """Return a bar for each player, best first, all to one scale; totals below zero extend to the left.

    A deciding line that takes points away has no part of a bar, so the bars are then undivided.
    """
    if decision and any(player.lines[decision.at].points < 0 for player in result.players):
        decision = None
    totals = [player.total for player in result.players]
    zero, scale = axis_of(totals)
    return [_bar(seat, result.players[seat], decision, zero, scale) for seat in in_order(result)]


def axis_of(totals: Sequence[int]) -> tuple[float, float]:
    """Return the position of zero and the length of one point."""
    lowest, highest = min(0, 0, *totals), max(0, 0, *totals)
    scale = LENGTH / (max(highest - lowest, -lowest / MAX_BELOW) or 1)
    return round(-lowest * scale, 2), scale


def _bar(seat: int, player: PlayerResult, decision: Decision | None, zero: float, scale: float) -> Bar:
    start = round(zero + min(0, player.total) * scale, 2)
    length = round(abs(player.total) * scale, 2)
    if decision is None or player.total < 0:
        return Bar(seat, start, length, start, 0, zero)
    points = player.lines[decision.at].points
    solid = 0.0 if player.total <= 0 else round(length * min(1, max(0, points) / player.total), 2)
    gap = GAP if 0 < solid < length - GAP else 0
    return Bar(seat, start, solid, round(start + solid + gap, 2), round(max(0, length - solid - gap), 2), zero)


def used_lines(result: Result, decision: Decision | None, unused: Iterable[str]) -> tuple[list[int], list[int]]:
    """Return the indexes of the lines to show, the deciding one first, and of the empty lines, which gave nobody
    points.

    Empty lines with an `unused` key are in neither list.
    """
    scoring: list[int] = []
    empty: list[int] = []
    unused_keys = set(unused)
    for at, first in enumerate(result.players[0].lines):
        lines = [player.lines[at] for player in result.players]
        is_empty = all(line.points == 0 and line.working in ("", "0") and not line.parts for line in lines)
        if not is_empty:
            scoring.append(at)
        elif first.key not in unused_keys:
            empty.append(at)
    if decision:
        scoring.sort(key=lambda at: at != decision.at)
    return scoring or empty, empty if scoring else []


def best_at(players: Sequence[PlayerResult], at: int, *, fewest: bool) -> int | None:
    """Return the only seat with the best points of a line; None if several tie or nobody scored."""
    points = [player.lines[at].points for player in players]
    best = min(points) if fewest else max(points)
    return points.index(best) if points.count(best) == 1 and (fewest or best > 0) and len(points) > 1 else None


@dataclass(frozen=True, slots=True)
class RunningLine:
    """A line that grows round by round: each round's place id, and its part by seat (None if a player has none)."""

    key: str
    rounds: list[tuple[str, list[LinePart | None]]]


def running_lines(result: Result) -> list[RunningLine]:
    """Return the lines of a result that have running totals."""
    lines = []
    for at, line in enumerate(result.players[0].lines):
        by_seat = [
            {part.at[0]: part for part in player.lines[at].parts or () if part.running is not None}
            for player in result.players
        ]
        places = list(dict.fromkeys(place for parts in by_seat for place in parts))
        if places:
            lines.append(RunningLine(line.key, [(place, [parts.get(place) for parts in by_seat]) for place in places]))
    return lines


class PaintedSquare(NamedTuple):
    """A painted square: its place, its row and column from 0, its letter, colour and marks."""

    place: str
    row: int
    column: int
    letter: str
    colour: int
    marks: int


class PlayerPainting(NamedTuple):
    """One player's painting: the squares, and the path of the borders between districts."""

    seat: int
    squares: list[PaintedSquare]
    borders: str


class GridDrawings(NamedTuple):
    """A grid with each player's painting."""

    label: N_
    rows: int
    columns: int
    players: list[PlayerPainting]


def draw_paintings(sheet: Any) -> list[GridDrawings]:
    """Return the grids that any player painted."""
    drawings = []
    for name, grid in entries_of(type(sheet.players[0])).items():
        if isinstance(grid, Grid):
            painted = [(seat, getattr(player, name)) for seat, player in enumerate(sheet.players)]
            players = [
                PlayerPainting(seat, list(_squares(grid, painting)), _borders(grid, painting))
                for seat, painting in painted
                if painting
            ]
            drawings += [GridDrawings(grid.label, grid.rows, grid.columns, players)] if players else []
    return drawings


def _squares(grid: Grid, painting: Painting) -> Iterator[PaintedSquare]:
    colours = list(grid.palette)
    for row in range(grid.rows):
        for column in range(grid.columns):
            place = f"r{row + 1}c{column + 1}"
            if square := painting.get(place):
                yield PaintedSquare(place, row, column, square.kind, colours.index(square.kind), square.marks)


def _borders(grid: Grid, painting: Painting) -> str:
    """Return the path of the sides at which the kind changes, in units of a square."""

    def kind(row: int, column: int) -> str:
        square = painting.get(f"r{row + 1}c{column + 1}")
        return square.kind if square else ""

    sides = [
        f"M{column} {row}h1"
        for row in range(grid.rows + 1)
        for column in range(grid.columns)
        if kind(row - 1, column) != kind(row, column)
    ]
    sides += [
        f"M{column} {row}v1"
        for row in range(grid.rows)
        for column in range(grid.columns + 1)
        if kind(row, column - 1) != kind(row, column)
    ]
    return "".join(sides)
