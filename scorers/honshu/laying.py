"""Laying cards into a land: over or under others, always overlapping, never completely hidden, never hiding a lake."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorers.game import N_, Fault
from scorers.honshu.cards import MAP_CARDS, START_CARDS, Card
from scorers.honshu.land import CARDS_IN_LAND

NEVER_COVERED = "L"
"""The kind of square that is never covered: lakes."""

Spot = tuple[int, int]
"""Row and column, relative to any origin."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A laid card: its number, the position of its top left square, and its clockwise quarter turns.

    It is under the earlier cards whose indexes in the order are in `under`, and over all others that it meets.
    """

    card: str
    row: int
    column: int
    turns: int = 0
    under: tuple[int, ...] = ()


class SeenSquare(NamedTuple):
    """A visible square in map notation, and the index of its card."""

    square: str
    laid: int


def lay(cards: Sequence[Placement]) -> Mapping[Spot, SeenSquare] | Fault:
    """Lay cards in this order, the start card first.

    Return the visible squares, or the fault of the first invalid placement.

    Fault paths are `<index>` or `<index>.<entry>`.

    >>> land = lay([Placement("A1", 0, 0), Placement("49", 2, 1)])
    >>> isinstance(land, Fault) or write_map(land)
    'A A . / Pb Pn . / T F F / . A T / . A T'
    >>> wrong = lay([Placement("A1", 0, 0), Placement("49", 3, 0)])
    >>> isinstance(wrong, Fault) and wrong.message
    'Card %(card)s must share at least one square with the cards laid before'
    """
    land: dict[Spot, SeenSquare] = {}
    for order, placement in enumerate(cards):
        new = _refuse_order(cards, order) or lay_card(land, placement, order)
        if isinstance(new, Fault):
            return new
        land |= new
    return land


def lay_card(land: Mapping[Spot, SeenSquare], placement: Placement, order: int) -> Mapping[Spot, SeenSquare] | Fault:
    """Return the visible squares of card `order` once it is laid into a land, or the fault of its placement.

    >>> lay_card({(1, 1): SeenSquare("T", 0)}, Placement("49", 0, 1, under=(0,)), 1)[1, 2]
    SeenSquare(square='T', laid=1)
    """
    squares = dict(_squares(placement))
    overlap = [spot for spot in squares if spot in land]
    under = {spot for spot in overlap if land[spot].laid in placement.under}
    view = {spot: SeenSquare(square, order) for spot, square in squares.items() if spot not in under}
    return _refuse_place(placement, order, squares, land, overlap, under) or view


def write_map(land: Mapping[Spot, SeenSquare]) -> str:
    """Return the map text of visible squares, without cubes, as in a sheet's `map`.

    >>> write_map({(-1, 4): SeenSquare("L", 0), (0, 5): SeenSquare("Pb", 0)})
    'L . / . Pb'
    """
    if not land:
        return ""
    rows, columns = (range(min(axis), max(axis) + 1) for axis in zip(*land, strict=True))
    return " / ".join(
        " ".join(land[row, column].square if (row, column) in land else "." for column in columns) for row in rows
    )


def turn_card(card: Card, turns: int) -> Card:
    """Turn a card clockwise by quarter turns.

    >>> turn_card((("L", "Pb"), ("F", "T"), ("Pg", "T")), 1)
    (('Pg', 'F', 'L'), ('T', 'T', 'Pb'))
    """
    for _ in range(turns % 4):
        card = tuple(zip(*reversed(card), strict=True))
    return card


def _turns(rows: int, columns: int) -> list[list[list[int]]]:
    """Return, for each number of quarter turns, the indexes of a card's squares in their new positions."""
    numbers = tuple(tuple(str(row * columns + column) for column in range(columns)) for row in range(rows))
    return [[[int(number) for number in row] for row in turn_card(numbers, turns)] for turns in range(4)]


TURNS = _turns(3, 2)
"""Quarter turns -> indexes of a card's squares."""


def _squares(placement: Placement) -> Iterator[tuple[Spot, str]]:
    card = turn_card((START_CARDS | MAP_CARDS)[placement.card], placement.turns)
    for row, squares in enumerate(card, placement.row):
        for column, square in enumerate(squares, placement.column):
            yield (row, column), square


def refuse_card(card: str, order: int) -> Fault | None:
    """Return why a card cannot be card `order` of any land, or None.

    >>> fault = refuse_card("17", 0)
    >>> fault and fault.path
    '0.card'
    """
    values = {"card": card[:20]}
    if order >= CARDS_IN_LAND:
        return Fault(f"{order}", "too_many", N_("A land has %(high)s cards at most"), {"high": CARDS_IN_LAND})
    if not card:
        return Fault(f"{order}.card", "choice", N_("Enter the number of the card"))
    if card not in (MAP_CARDS if order else START_CARDS):
        if card not in MAP_CARDS | START_CARDS:
            return Fault(f"{order}.card", "choice", N_("There is no card %(card)s"), values)
        return Fault(
            f"{order}.card",
            "impossible",
            N_("A land begins with a start card, and map cards follow: not card %(card)s here"),
            values,
        )
    return None


def _refuse_order(cards: Sequence[Placement], order: int) -> Fault | None:
    """Return why a card cannot be laid at this index, whatever its position, or None."""
    placement, values = cards[order], {"card": cards[order].card[:20]}
    if fault := refuse_card(placement.card, order):
        return fault
    if any(before.card == placement.card for before in cards[:order]):
        return Fault(f"{order}.card", "impossible", N_("Card %(card)s appears twice"), values)
    if any(not 0 <= other < order for other in placement.under):
        return Fault(
            f"{order}.under", "choice", N_("Card %(card)s can only go under cards already in the land"), values
        )
    return None


def _refuse_place(
    placement: Placement,
    order: int,
    squares: Mapping[Spot, str],
    land: Mapping[Spot, SeenSquare],
    overlap: Sequence[Spot],
    under: set[Spot],
) -> Fault | None:
    """Return why a card cannot be laid in its position, or None."""
    values = {"card": placement.card}
    if order and not overlap:
        return Fault(
            f"{order}",
            "impossible",
            N_("Card %(card)s must share at least one square with the cards laid before"),
            values,
        )
    if len(under) == len(squares):
        return Fault(f"{order}", "impossible", N_("At least one square of card %(card)s must stay visible"), values)
    for spot in overlap:
        if (squares[spot] if spot in under else land[spot].square) == NEVER_COVERED:
            message = N_("Card %(card)s would hide the lake in row %(row)s, column %(column)s; lakes stay visible")
            return Fault(f"{order}", "impossible", message, {**values, "row": spot[0], "column": spot[1]})
    return None
