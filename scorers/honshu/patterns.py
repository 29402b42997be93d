"""Patterns of the scoring cards: forests in a line, blocks of fallow, crosses of towns; as many as each
interpretation allows.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from scorers.honshu.land import NEIGHBOURS, STRIDE, districts

RUN = 3
"""Forests in a line per run."""
EAST, SOUTH = 1, STRIDE
BLOCK = (0, EAST, SOUTH, EAST + SOUTH)

Places = tuple[int, ...]
Spot = tuple[int, int]
Shape = tuple[Spot, ...]
_Picks: TypeAlias = "tuple[()] | tuple[int, _Picks]"

_RUNS: tuple[Shape, ...] = (((0, 1), (0, 2)), ((1, 0), (2, 0)))
_BLOCKS: tuple[Shape, ...] = (((0, 1), (1, 0), (1, 1)),)
_FIRST_WIDTH, _WIDER = 4, 32  # of the pairs tried, these visit the fewest states in the hardest known lands


def lines(forests: Iterable[int]) -> list[Places]:
    """Return the maximal rows and columns of three or more, in reading order of their first squares.

    >>> [len(line) for line in lines([STRIDE + column for column in (1, 2, 3, 4, 6, 7)])]
    [4]
    """
    places = set(forests)
    all_lines = []
    for first in sorted(places):
        for step in (EAST, SOUTH):
            if first - step not in places and first + step in places and first + 2 * step in places:
                line = [first]
                while line[-1] + step in places:
                    line.append(line[-1] + step)
                all_lines.append(tuple(line))
    return all_lines


def runs(forests: Iterable[int]) -> list[Places]:
    """Return all runs of three forests, overlapping ones included.

    >>> len(runs([STRIDE + column for column in (1, 2, 3, 4)]))
    2
    """
    return [line[i : i + RUN] for line in lines(forests) for i in range(len(line) - RUN + 1)]


def separate_runs(forests: Iterable[int]) -> list[Places]:
    """Return the greatest number of runs of three that do not overlap.

    >>> len(separate_runs([STRIDE * row + column for row in (1, 2, 3) for column in (1, 2, 3, 4)]))
    4
    """
    return _pack(forests, _RUNS, lambda row, column: ((0, (row + column) % 3), (1, (row - column) % 3)))


def blocks(fields: Iterable[int]) -> list[Places]:
    """Return all 2 × 2 blocks of fallow fields, overlapping ones included.

    >>> len(blocks([STRIDE * row + column for row in (1, 2) for column in (1, 2, 3)]))
    2
    """
    places = set(fields)
    return [
        corners for corner in sorted(places) if places.issuperset(corners := tuple(corner + step for step in BLOCK))
    ]


def separate_blocks(fields: Iterable[int]) -> list[Places]:
    """Return the greatest number of 2 × 2 blocks that do not overlap.

    >>> len(separate_blocks([STRIDE * row + column for row in (1, 2) for column in (1, 2, 3)]))
    1
    """
    return _pack(fields, _BLOCKS, lambda row, column: ((row % 2, column % 2),))


def crosses(towns: Iterable[int]) -> list[int]:
    """Return the towns with a town on all four sides.

    >>> middle = 2 * STRIDE + 2
    >>> crosses([2, 3 + STRIDE]), crosses([middle, *(middle + step for step in NEIGHBOURS)]) == [middle]
    ([], True)
    """
    places = set(towns)
    return [place for place in sorted(places) if all(place + step in places for step in NEIGHBOURS)]


# Exact maximum packing of pieces. The squares are the bits of one integer, row by row. A sweep goes through them from
# the lowest bit: the lowest free square starts one of its pieces or stays unused. Three rules keep the number of states
# small: squares that no piece fits any more are dropped; a state is dropped if another has so many more pieces that the
# squares it lacks cannot make up for them (each square is worth at most one piece); and so is a state that cannot beat
# the best known packing. The bound for that comes from colouring the squares so that every piece takes one of each
# colour.


def _pack(
    places: Iterable[int], shapes: Sequence[Shape], colours: Callable[[int, int], Iterable[Spot]]
) -> list[Places]:
    """Return as many pieces as fit; a shape lists its squares relative to the first, as rows down and columns right."""
    spots = {place: divmod(place, STRIDE) for place in places}
    able = {
        place + step
        for place in spots
        for steps in ([0, *(row * STRIDE + column for row, column in shape)] for shape in shapes)
        if all(place + step in spots for step in steps)
        for step in steps
    }
    return sorted(piece for district in districts(sorted(able)) for piece in _pack_district(district, shapes, colours))


def _pack_district(
    district: Places, shapes: Sequence[Shape], colours: Callable[[int, int], Iterable[Spot]]
) -> list[Places]:
    """Sweep from all four sides, keeping more and more states per square, until one sweep had to drop none.

    A district that is hard from one side may be easy from another; narrow sweeps find the optimum, and the first
    complete one proves it.
    """
    sides = [_Side(district, turn, shapes, colours) for turn in _TURNS]
    best: list[Places] = []
    width = _FIRST_WIDTH
    while True:
        for side in sides:
            if len(best) == side.most:
                return best
            pieces, whole = side.sweep(len(best), width)
            best = pieces or best
            if whole:
                return best
        width *= _WIDER


_TURNS: tuple[Callable[[int, int], Spot], ...] = (
    lambda row, column: (row, column),
    lambda row, column: (column, row),
    lambda row, column: (-row, -column),
    lambda row, column: (-column, -row),
)


class _Side:
    """A district seen from one side, as bits. The set of shapes must be the same from all sides."""

    def __init__(
        self,
        district: Places,
        turn: Callable[[int, int], Spot],
        shapes: Sequence[Shape],
        colours: Callable[[int, int], Iterable[Spot]],
    ) -> None:
        spots = {turn(*divmod(place, STRIDE)): place for place in district}
        top, left = (min(axis) for axis in zip(*spots, strict=True))
        wide = (
            max(column for _, column in spots) - left + 2
        )  # an empty column keeps pieces from wrapping around the edge
        self.places = {(row - top) * wide + column - left: place for (row, column), place in spots.items()}
        self.shifts = [[row * wide + column for row, column in shape] for shape in shapes]
        self.pieces = [1 | sum(1 << shift for shift in shifts) for shifts in self.shifts]
        self.squares = sum(1 << bit for bit in self.places)
        masks: dict[Spot, int] = {}
        for bit in self.places:
            for colour in colours(*divmod(bit, wide)):
                masks[colour] = masks.get(colour, 0) | 1 << bit
        self.masks = sorted(masks.values(), key=int.bit_count)
        self.most = self.masks[0].bit_count()

    def sweep(self, beat: int, width: int) -> tuple[list[Places], bool]:
        """Return more pieces than `beat`, or none; and whether the search was complete."""
        best: _Picks = ()
        whole = True
        tightest = self.masks[0]  # the other colours rarely drop what this one keeps
        waiting: dict[int, dict[int, tuple[int, _Picks]]] = {_lowest_bit(self.squares): {self.squares: (0, ())}}
        for bit in sorted(self.places):
            states = self._worth_keeping(waiting.pop(bit, {}))
            for free, count, picks in islice(states, width):
                after = [(free & free - 1, count, picks)]
                after += [
                    (free ^ piece << bit, count + 1, (piece << bit, picks))
                    for piece in self.pieces
                    if free >> bit & piece == piece
                ]
                for rest, number, more_picks in after:
                    if number > beat:
                        beat, best = number, more_picks
                    if (rest & tightest).bit_count() <= beat - number:
                        continue
                    squares = self._find_fitting(rest)
                    if self._may_beat(beat - number, squares):
                        layer = waiting.setdefault(_lowest_bit(squares), {})
                        if squares not in layer or layer[squares][0] < number:
                            layer[squares] = (number, more_picks)
            whole = whole and next(states, None) is None
        return self._places_of(best), whole

    def _worth_keeping(self, layer: dict[int, tuple[int, _Picks]]) -> Iterator[tuple[int, int, _Picks]]:
        """Yield the states that waste the fewest squares first, without dominated ones."""
        size = len(self.shifts[0]) + 1
        survivors: list[tuple[int, int]] = []
        for free in sorted(layer, key=lambda free: -size * layer[free][0] - free.bit_count()):
            count, picks = layer[free]
            for other, more in survivors:
                if more - count >= (free & ~other).bit_count():
                    break
            else:  # all(...) of a generator takes twice as long
                survivors.append((free, count))
                yield free, count, picks

    def _may_beat(self, more: int, free: int) -> bool:
        """Return whether more than so many further pieces may fit: each takes a square of every colour."""
        for colour in self.masks:  # noqa: SIM110  a generator takes twice as long
            if (free & colour).bit_count() <= more:
                return False
        return True

    def _find_fitting(self, free: int) -> int:
        """Return the free squares that some piece still fits."""
        fitting = 0
        for shifts in self.shifts:
            starts = free
            for shift in shifts:
                starts &= free >> shift
            fitting |= starts
            for shift in shifts:
                fitting |= starts << shift
        return fitting

    def _places_of(self, picks: _Picks) -> list[Places]:
        places = []
        while picks:
            piece, picks = picks
            places.append(tuple(sorted(place for bit, place in self.places.items() if piece >> bit & 1)))
        return places


def _lowest_bit(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
