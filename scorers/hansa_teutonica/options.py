"""The parts of the game that a sheet's options use: the map, the modules, and the countries that score."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorers.hansa_teutonica.boards import MAPS
from scorers.hansa_teutonica.britannia import BRITANNIA_LARGE, BRITANNIA_SMALL
from scorers.hansa_teutonica.east import EAST
from scorers.hansa_teutonica.map import LARGE, SMALL

STANDARD, BRITANNIA = "standard", "britannia"
SIDES = {
    STANDARD: {SMALL: SMALL, LARGE: LARGE},
    EAST: {SMALL: EAST, LARGE: EAST},
    BRITANNIA: {SMALL: BRITANNIA_SMALL, LARGE: BRITANNIA_LARGE},
}
"""Board -> side -> name of the map; the Eastern board has one side."""


def map_in_use(sheet: Any) -> str:
    """Return the name of the map in use: the chosen side of the board, else the default of the number of players.

    >>> from scorers.hansa_teutonica.sheet import Player, Sheet
    >>> three, four = (Player(),) * 3, (Player(),) * 4
    >>> map_in_use(Sheet(players=three)), map_in_use(Sheet(players=four, board="britannia"))
    ('2-3', 'britannia-4-5')
    """
    return SIDES[sheet.board][sheet.side or (SMALL if len(sheet.players) <= 3 else LARGE)]


def scores_missions(sheet: Any) -> bool:
    """Return whether mission cards score: they name cities of the standard board."""
    return "missions" in sheet.modules and sheet.board == STANDARD


def uses_favours(sheet: Any) -> bool:
    """Return whether the tiles of Emperor's Favour are in use."""
    return "favours" in sheet.modules


def permanent_offices(sheet: Any) -> Mapping[str, Sequence[int]]:
    """Return the permanent offices; those entered for a board that has none are ignored."""
    return (sheet.permanent or {}) if sheet.board == EAST else {}


def countries_in_use(sheet: Any) -> Mapping[str, tuple[str, ...]]:
    """Return the countries that score on the map in use, each with its cities."""
    return MAPS[map_in_use(sheet)].countries
