"""Single changes of a sheet, one at a time: another number in place of an entered one, and one piece more or fewer
on a board.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from scorers.entries import EnteredNumber, PieceChange, entries_of, record_numbers
from scorers.entries.lists import replace_item


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
            yield found.within(partial(_replace_player, sheet, seat))
    yield from record_numbers(sheet, "", None, sheet, None)


def piece_changes(sheet: Any) -> Iterator[PieceChange]:
    """Yield the copies of a sheet with one piece more or fewer on a board that the players share, legal or not.

    >>> from scorers.registry import game
    >>> from scorers.sheet import load_sheet
    >>> wall = {"wall": "A B .", "china": [3], "mongol": [3], "threats": [2]}
    >>> sheet = load_sheet(game("chang_cheng"), {"players": [{"track": 3}, {"track": 4}], **wall})
    >>> [(change.seat, change.changed.wall) for change in piece_changes(sheet)]
    [(0, '. B .'), (1, 'A . .'), (0, 'A B A'), (1, 'A B B')]
    """
    for name, declaration in entries_of(type(sheet)).items():
        if name != "players" and declaration.is_needed(sheet, None):
            for change in declaration.piece_changes(getattr(sheet, name), name, sheet):
                yield change._replace(changed=replace(sheet, **{name: change.changed}))


def _replace_player(sheet: Any, seat: int, player: Any) -> Any:
    return replace(sheet, players=replace_item(sheet.players, seat, player))
