"""Seats at a table: the letter and the colour that each has on a page."""

from collections.abc import Sequence
from typing import Any

from scorers.entries.seats import LETTERS
from scorers.model import COLOURS, AnyGame

__all__ = ["LETTERS", "seat_classes", "seat_colours"]


def seat_colours(game: AnyGame, players: Sequence[Any]) -> list[str]:
    """The colour of each seat: the one chosen, else the next of the game's own pieces that nobody has, then of the common set."""
    player_colours = {player.colour for player in players if player.colour}
    spare = [colour for colour in dict.fromkeys((*game.colours, *COLOURS)) if colour not in player_colours]
    return [player.colour or (spare.pop(0) if spare else COLOURS[seat % len(COLOURS)]) for seat, player in enumerate(players)]


def seat_classes(game: AnyGame, players: Sequence[Any]) -> str:
    """The class names that give the seats within an element their colours: `c0-red c1-blue`."""
    return " ".join(f"c{seat}-{colour}" for seat, colour in enumerate(seat_colours(game, players)))
