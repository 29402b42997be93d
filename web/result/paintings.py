"""The painted grids of a result."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from scorers.entries import Grid, Painting, entries_of
from scorers.model import N_


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
