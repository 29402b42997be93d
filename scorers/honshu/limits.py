"""How many squares of each kind the cards can show on one player's land."""

import re
from collections.abc import Iterable
from functools import cache

from scorers.honshu.cards import MAP_CARDS, START_CARDS, Card
from scorers.honshu.land import CARDS_IN_LAND
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


@cache
def most_squares(kind: str) -> int:
    """Return how many squares of a kind a land can show: those of the start card and the twelve map cards that have most.

    >>> most_squares("lakes"), most_squares("factories"), most_squares("factories.4")
    (14, 16, 8)
    """
    pattern = KINDS[kind]
    return max(_counts(START_CARDS.values(), pattern)) + sum(
        sorted(_counts(MAP_CARDS.values(), pattern))[1 - CARDS_IN_LAND :]
    )


def _counts(cards: Iterable[Card], pattern: str) -> list[int]:
    is_counted = re.compile(pattern).fullmatch
    return [sum(bool(is_counted(square)) for row in card for square in row) for card in cards]


MAX_RUNS = 2 * (most_squares("forest") - 2)
"""A line of forests holds two fewer threes than forests, and each forest lies in one line each way."""
MAX_BLOCKS = most_squares("fallow") - 3
"""Each block has another first square, and the last block three further ones."""
MAX_CROSSES = most_squares("town") - 4
"""Each surrounded town is another square, and there are four towns around them at least."""
