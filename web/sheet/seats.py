"""The letters and colours of seats."""

from collections.abc import Sequence
from typing import Any

from scorers.entries.seats import LETTERS
from scorers.model import COLOURS, AnyGame

__all__ = ["LETTERS", "seat_classes", "seat_colours"]


def seat_colours(game: AnyGame, players: Sequence[Any]) -> list[str]:
    """Return the colour of each seat of a sheet."""
    return deal_colours(game, [player.colour for player in players])


def deal_colours(game: AnyGame, choices: Sequence[str | None]) -> list[str]:
    """Return the colour of each seat: the chosen one, else the seat's default, else the first free one.

    Each seat's default comes from the game's pieces, then from the common set. It changes only if another player chose it, so that one
    player's choice changes at most one other colour.
    """
    order = list(dict.fromkeys((*game.colours, *COLOURS)))
    own = [
        choice or ("" if seat >= len(order) or order[seat] in choices else order[seat])
        for seat, choice in enumerate(choices)
    ]
    free = iter(colour for colour in order if colour not in own)
    return [colour or next(free, COLOURS[seat % len(COLOURS)]) for seat, colour in enumerate(own)]


def seat_classes(game: AnyGame, players: Sequence[Any]) -> str:
    """Return the class names that set the seats' colours within an element: `c0-red c1-blue`."""
    return " ".join(f"c{seat}-{colour}" for seat, colour in enumerate(seat_colours(game, players)))
