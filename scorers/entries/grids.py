"""Painted grids: squares of a few kinds in rows and columns, some with marks, such as a kingdom of fields with
crowns.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorers.entries.base import Entry, LoadContext, Query, first_value
from scorers.model import N_, Translate

MAX_SIDE = 12
"""Upper limit of rows and of columns."""
MAX_KINDS = 8
"""Upper limit of kinds, as many as a form has colours."""
EMPTY = "."
_ROW_END = re.compile(r"[/\n-]")
_SQUARE = re.compile(r"[^\W\d_]\d?|\S", re.ASCII)
_MAX_CHARACTERS = 4 * MAX_SIDE * MAX_SIDE


class Square(NamedTuple):
    """A painted square: its kind, and how many marks are on it."""

    kind: str
    marks: int = 0


class District(NamedTuple):
    """Squares of one kind that touch by their sides: their places, and how many marks are on them."""

    kind: str
    places: tuple[str, ...]
    marks: int


Painting = Mapping[str, Square]
"""Place -> square, row by row. A place is `r2c3` for the third square of the second row."""


def find_districts(painting: Painting) -> list[District]:
    """Return the districts of a painting, by their first squares.

    >>> find_districts({"r1c1": Square("W"), "r1c2": Square("W", 2), "r2c2": Square("F")})
    [District(kind='W', places=('r1c1', 'r1c2'), marks=2), District(kind='F', places=('r2c2',), marks=0)]
    """
    districts, rest = [], {_position(place): place for place in painting}
    while rest:
        first = next(iter(rest))
        kind, found, edge = painting[rest[first]].kind, {}, [first]
        while edge:
            row, column = at = edge.pop()
            if at in rest and painting[rest[at]].kind == kind:
                found[at] = rest.pop(at)
                edge += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        places = tuple(found[at] for at in sorted(found))
        districts.append(District(kind, places, sum(painting[place].marks for place in places)))
    return districts


def _position(place: str) -> tuple[int, int]:
    row, column = place[1:].split("c")
    return int(row), int(column)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid(Entry[Painting]):
    """A grid of `rows` and `columns` that is painted with the kinds of `palette` (a capital letter -> label).

    A square has up to `most_marks` marks, called `marks`. In JSON and in links a painting is a text: rows separated by
    `/`, each square a letter with its number of marks, `.` where nothing is.
    """

    rows: int
    columns: int
    palette: Mapping[str, N_]
    marks: N_ = N_()
    most_marks: int = 0

    @property
    def empty(self) -> Painting:
        """Nothing is painted."""
        return {}

    def load(self, raw: object, path: str, context: LoadContext) -> Painting:
        """Read the squares row by row; blanks between them do not matter."""
        if not isinstance(raw, str):
            context.add(path, "type", N_("%(label)s must be text"), label=self.label)
            return {}
        rows = _ROW_END.split(raw[: _MAX_CHARACTERS + 1].rstrip())
        painting: dict[str, Square] = {}
        if len(raw) > _MAX_CHARACTERS or len(rows) > self.rows:
            context.add(path, "too_many", N_("%(label)s has %(high)s rows at most"), label=self.label, high=self.rows)
        for row, text in enumerate(rows[: self.rows], 1):
            squares = _SQUARE.findall(text)
            if len(squares) > self.columns:
                context.add(
                    path,
                    "too_many",
                    N_("%(label)s has %(high)s squares in a row at most"),
                    label=self.label,
                    high=self.columns,
                )
            for column, square in enumerate(squares[: self.columns], 1):
                kind, marks = square[0].upper(), int(square[1:] or 0)
                if kind in self.palette and marks <= self.most_marks:
                    painting[f"r{row}c{column}"] = Square(kind, marks)
                elif square != EMPTY:
                    context.add(
                        path,
                        "choice",
                        N_("%(label)s has no square %(square)s"),
                        square=square,
                        label=self.label,
                    )
        return painting

    def write_rows(self, painting: Painting) -> list[str]:
        """Return the painting's rows as text, without empty squares at the end of a row or below the last."""
        rows = []
        for row in range(1, self.rows + 1):
            squares = [painting.get(f"r{row}c{column}") for column in range(1, self.columns + 1)]
            rows.append("".join(f"{one.kind}{one.marks or ''}" if one else EMPTY for one in squares).rstrip(EMPTY))
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def schema(self, translate: Translate) -> dict[str, Any]:
        """A text in the notation of the grid."""
        marks = f"[0-{self.most_marks}]?" if self.most_marks else ""
        return {
            "type": "string",
            "maxLength": _MAX_CHARACTERS,
            "pattern": rf"^([{''.join(self.palette)}]{marks}|[./\s-])*$",
        }

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read the notation; a text without squares is blank."""
        text = first_value(query, name)
        return text if text.strip("./- \r\n") else None

    def write_query(self, value: Painting, name: str) -> Iterator[tuple[str, str]]:
        """Write the squares without blanks, and the rows separated by `-`, which needs no escape in a link."""
        yield name, "-".join(self.write_rows(value))
