"""How many squares of each kind the cards can show, on one player's land and on all of a table."""

import re
from collections import Counter
from functools import cache

from scorers.honshu.cards import MAP_CARDS, START_CARDS, Card
from scorers.honshu.land import CARDS_IN_LAND, FACES, Land
from scorers.honshu.parts import COLOURS_OF_CARD

KINDS = {
    "forest": "F",
    "town": "T",
    "lakes": "L",
    "fallow": "A",
    "empty": "P.",
    "factories": "M..",
    **{f"factories.{points}": f"M.{points}" for points in "234"},
    **{card: f"M[{colours}]." for card, colours in COLOURS_OF_CARD.items()},
}
"""What a count of the sheet counts -> the pattern of these squares in map notation."""
_FACES = {kind: [face for face in FACES if re.fullmatch(pattern, face)] for kind, pattern in KINDS.items()}


@cache
def most_squares(kind: str, players: int = 1) -> int:
    """Return how many squares of a kind the lands of so many players can show together.

    They are those of the start cards, on their fuller side, and of the map cards, twelve to a player, that have most.

    >>> most_squares("lakes"), most_squares("factories"), most_squares("factories.4")
    (14, 16, 8)
    >>> most_squares("lakes", 2), most_squares("lakes", 5)
    (27, 33)
    """

    def count(card: Card) -> int:
        return sum(square in _FACES[kind] for row in card for square in row)

    starts = [max(count(START_CARDS[f"{side}{number}"]) for side in "AB") for number in range(1, 7)]
    cards = [count(card) for card in MAP_CARDS.values()]
    return sum(sorted(starts)[-players:]) + sum(sorted(cards)[-players * (CARDS_IN_LAND - 1) :])


def count_squares(land: Land) -> dict[str, int]:
    """Return how many squares of each kind a land shows."""
    faces = Counter(square.face for square in land.squares.values())
    return {kind: sum(faces[face] for face in of_kind) for kind, of_kind in _FACES.items()}


FORESTS_BESIDE_RUNS, FALLOW_BESIDE_BLOCKS, TOWNS_BESIDE_CROSSES = 2, 3, 4
"""A line of forests has two more forests than threes, and each forest lies in one line each way.

Each block has another first square, and the last block three further ones. Each surrounded town is another square, and
there are four towns around them at least.
"""
MAX_RUNS = 2 * (most_squares("forest") - FORESTS_BESIDE_RUNS)
MAX_BLOCKS = most_squares("fallow") - FALLOW_BESIDE_BLOCKS
MAX_CROSSES = most_squares("town") - TOWNS_BESIDE_CROSSES


def squares_below(card: str, count: int) -> tuple[str, int]:
    """Return the kind and the least number of squares of what a scoring card counts so often, by the name of the card.

    >>> squares_below("forest_runs", 5), squares_below("fallow_blocks", 1), squares_below("blue_yellow", 3)
    (('forest', 5), ('fallow', 4), ('blue_yellow', 3))
    """
    if card == "forest_runs":
        return "forest", (count + 1) // 2 + FORESTS_BESIDE_RUNS
    if card == "fallow_blocks":
        return "fallow", count + FALLOW_BESIDE_BLOCKS
    if card == "town_crosses":
        return "town", count + TOWNS_BESIDE_CROSSES
    return ("empty" if card == "empty_production" else card), count
