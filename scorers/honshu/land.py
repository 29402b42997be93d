"""A land: parsing of map text, its faults, its districts, and the names of its places."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from scorers.game import N_, Fault

T = TypeVar("T")

CARDS_IN_LAND = 13
"""The start card and a map card for each of twelve rounds."""
SQUARES_PER_CARD = 6
VISIBLE_SQUARES = SQUARES_PER_CARD + (CARDS_IN_LAND - 1) * (SQUARES_PER_CARD - 1)
"""Upper limit: the whole start card, and all but one square, which must overlap, of each later card."""
COLOURS = "bngy"
"""Blue, brown (n), grey, yellow."""

CUBE = "*"

STRIDE = 4096
"""A place is row × STRIDE + column, both from 1, so its neighbours are ± 1 and ± STRIDE.

No map text has that many columns.
"""
NEIGHBOURS = (-STRIDE, -1, 1, STRIDE)

_SQUARE = re.compile(r"[FTLA]|(P[bngy]|M[bngy][234])\**")


@dataclass(frozen=True, slots=True)
class Square:
    """A visible square: `kind` F, T, L, A, P or M, its colour and points, and the number of its cubes (`*`)."""

    kind: str
    colour: str = ""
    points: int = 0
    cubes: int = 0

    def holds(self, factory_room: int) -> int:
        """Return the most cubes that this square can hold, if factories have room for `factory_room`."""
        return 1 if self.kind == "P" else factory_room

    @property
    def face(self) -> str:
        """The square without its cubes, in map notation."""
        return f"{self.kind}{self.colour}{self.points or ''}"

    def __str__(self) -> str:
        """Return the square in map notation."""
        return self.face + CUBE * self.cubes


@dataclass(frozen=True)
class Land:
    """The visible squares of a player's cards by place, in reading order. `unread` has invalid squares by place."""

    squares: Mapping[int, Square]
    unread: Mapping[int, str]

    @cached_property
    def kinds(self) -> Mapping[str, tuple[int, ...]]:
        """Kind of square -> its places."""
        by_kind: dict[str, list[int]] = {kind: [] for kind in "FTLAPM"}
        for place, square in self.squares.items():
            by_kind[square.kind].append(place)
        return {kind: tuple(places) for kind, places in by_kind.items()}

    @cached_property
    def with_cubes(self) -> list[tuple[int, Square]]:
        """The squares with cubes, as (place, square)."""
        return [(place, square) for place, square in self.squares.items() if square.cubes]

    @cached_property
    def _findings(self) -> dict[Hashable, Any]:
        return {}

    def find_once(self, find: Callable[..., T], *arguments: Hashable) -> T:
        """Return the cached result of `find(land, …)`: the same land is scored under many interpretations and
        values.
        """
        key = (find, arguments)
        if key not in self._findings:
            self._findings[key] = find(self, *arguments)
        found: T = self._findings[key]
        return found

    @cached_property
    def pieces(self) -> list[tuple[int, ...]]:
        """The connected groups of squares, invalid ones included; a valid land is one group."""
        return districts(sorted([*self.squares, *self.unread]))


def read_land(text: str) -> Land:
    """Parse a map text: rows separated by `/`, squares by blanks, `.` for nothing; rows may be short.

    >>> land = read_land("F Pb* / . Mb3")
    >>> [(name_of(place), square.kind, square.points, square.cubes) for place, square in land.squares.items()]
    [('r1c1', 'F', 0, 0), ('r1c2', 'P', 0, 1), ('r2c2', 'M', 3, 0)]
    """
    squares: dict[int, Square] = {}
    unread: dict[int, str] = {}
    for row, words in enumerate(text.split("/"), 1):
        for column, word in enumerate(words.split(), 1):
            if word == ".":
                continue
            square = _SQUARES.get(word) or _square(word)
            if square is None:
                unread[row * STRIDE + column] = word
            else:
                squares[row * STRIDE + column] = square
    return Land(squares, unread)


def _square(word: str) -> Square | None:
    if not _SQUARE.fullmatch(word):
        return None
    face = word.rstrip(CUBE)
    return Square(face[0], face[1:2], int(face[2:3] or 0), len(word) - len(face))


FACES = (
    "F",
    "T",
    "L",
    "A",
    *(f"P{colour}" for colour in COLOURS),
    *(f"M{colour}{points}" for colour in COLOURS for points in "234"),
)
"""Every possible square without cubes, in map notation."""
_SQUARES = {word + cubes: _square(word + cubes) for word in FACES for cubes in ("", CUBE, 2 * CUBE)}
"""Text -> every possible square."""


def faults_in(land: Land, path: str, factory_room: int) -> Iterator[Fault]:
    """Yield a land's faults: invalid squares, too many cubes, more squares than 13 cards can show, a land in pieces.

    >>> [fault.code for fault in faults_in(read_land("F T* / Pb**"), "map", factory_room=1)]
    ['choice', 'too_many']
    """
    for place, word in land.unread.items():
        message = N_(
            "Row %(row)s, column %(column)s: %(square)s is not a square; squares are F, T, L, A, Pb (or n, g, y) "
            "and Mb2 to Mb4"
        )
        yield Fault(path, "choice", message, _where(place) | {"square": word[:20]})
    for place, square in land.with_cubes:
        if square.cubes > (high := square.holds(factory_room)):
            message = N_("Row %(row)s, column %(column)s: cubes (*) on a square %(square)s: %(high)s at most")
            yield Fault(
                path, "too_many", message, _where(place) | {"square": square.kind + square.colour, "high": high}
            )
    places = sorted([*land.squares, *land.unread])
    if len(places) > VISIBLE_SQUARES:
        message = N_(
            "There are %(count)s squares, but 13 cards show %(high)s at most; row %(row)s, column %(column)s is "
            "one too many"
        )
        too_many = {"count": len(places), "high": VISIBLE_SQUARES}
        yield Fault(path, "too_many", message, _where(places[VISIBLE_SQUARES]) | too_many)
    main = max(land.pieces, key=len, default=())
    for piece in land.pieces:
        if piece is not main:
            message = N_(
                "Row %(row)s, column %(column)s is not joined to the rest; a land is one piece, joined edge to edge"
            )
            yield Fault(path, "impossible", message, _where(piece[0]))


def districts(places: Iterable[int]) -> list[tuple[int, ...]]:
    """Return the groups of edge-connected places, each in reading order, ordered by their first places.

    >>> [[name_of(place) for place in group] for group in districts(read_land("T T / . . T").kinds["T"])]
    [['r1c1', 'r1c2'], ['r2c3']]
    """
    rest = dict.fromkeys(places)
    groups = []
    while rest:
        first = next(iter(rest))
        del rest[first]
        group = [first]
        for place in group:
            for step in NEIGHBOURS:
                if place + step in rest:
                    del rest[place + step]
                    group.append(place + step)
        groups.append(tuple(sorted(group)))
    return groups


def name_of(place: int) -> str:
    """Return a place's id, `r<row>c<column>` from 1."""
    return f"r{place // STRIDE}c{place % STRIDE}"


def _where(place: int) -> dict[str, object]:
    return {"row": place // STRIDE, "column": place % STRIDE}
