"""Lands in which the patterns of Honshu's scoring cards are hard to find."""

from pathlib import Path

from scorers.honshu.land import STRIDE

Places = list[int]
"""Places of squares on a land: row × STRIDE + column."""


def places(drawing: str) -> Places:
    """Return the places of the squares that a drawing marks with #."""
    return [
        row * STRIDE + column
        for row, text in enumerate(drawing.split(), 1)
        for column, square in enumerate(text, 1)
        if square == "#"
    ]


def block(rows: int, columns: int, more: int = 0) -> Places:
    """Return the places of a rectangle, and of `more` squares in the row below it."""
    return [row * STRIDE + column for row in range(1, rows + 1) for column in range(1, columns + 1)] + [
        (rows + 1) * STRIDE + column for column in range(1, more + 1)
    ]


DRAWN = (Path(__file__).parent / "hard_lands.txt").read_text(encoding="utf-8").split("\n\n")
HARD_LANDS = {
    "8 × 8 and 2": block(8, 8, 2),
    "6 × 11": block(6, 11),
    "5 × 13 and 1": block(5, 13, 1),
    "a grid with holes": [
        row * STRIDE + column for row in range(1, 10) for column in range(1, 10) if row % 2 or column % 2
    ],
    **{name: places(drawing) for name, _, drawing in (text.partition("\n") for text in DRAWN)},
}
"""Lands of 66 equal squares: plain ones, and the hardest found in a quarter of an hour of random changes."""
