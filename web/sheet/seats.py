"""Seats at a table: the letter and the colour that each has on a page."""

from collections.abc import Sequence
from typing import Any

from scorers.entries.seats import LETTERS
from scorers.model import COLOURS, AnyGame

__all__ = ["LETTERS", "seat_classes", "seat_colours"]


def seat_colours(game: AnyGame, players: Sequence[Any]) -> list[str]:
    """The colour of each seat of a sheet."""
    return deal_colours(game, [player.colour for player in players])


def deal_colours(game: AnyGame, choices: Sequence[str | None]) -> list[str]:
    """The colour of each seat: the one chosen, else the seat's own, else the first that no seat has.

    Every seat has a colour of its own, first of the game's pieces, then of the common set. It changes only where another player chose it,
    so that a choice of one player recolours no more than one other.
    """
    order = list(dict.fromkeys((*game.colours, *COLOURS)))
    own = [choice or ("" if seat >= len(order) or order[seat] in choices else order[seat]) for seat, choice in enumerate(choices)]
    free = iter(colour for colour in order if colour not in own)
    return [colour or next(free, COLOURS[seat % len(COLOURS)]) for seat, colour in enumerate(own)]


def seat_classes(game: AnyGame, players: Sequence[Any]) -> str:
    """The class names that give the seats within an element their colours: `c0-red c1-blue`."""
    return " ".join(f"c{seat}-{colour}" for seat, colour in enumerate(seat_colours(game, players)))
