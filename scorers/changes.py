"""Single changes of a sheet, one at a time: another number in place of an entered one."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from scorers.entries import EnteredNumber, record_numbers


def entered_numbers(sheet: Any) -> Iterator[EnteredNumber]:
    """Yield the numbers that were entered and that the options need, by player, then those of the whole sheet.

    >>> from scorers.registry import game
    >>> from scorers.sheet import load_sheet
    >>> sheet = load_sheet(game("qin"), {"players": [{"left": 3}, {"left": 4}]})
    >>> [(number.path, number.put(9).players[1].left) for number in entered_numbers(sheet)]
    [('players.0.left', 4), ('players.1.left', 9)]
    """
    for seat, player in enumerate(sheet.players):
        for found in record_numbers(player, f"players.{seat}.", seat, sheet, player):
            yield found.within(partial(_seat_player, sheet, seat))
    yield from record_numbers(sheet, "", None, sheet, None)


def _seat_player(sheet: Any, seat: int, player: Any) -> Any:
    return replace(sheet, players=(*sheet.players[:seat], player, *sheet.players[seat + 1 :]))
