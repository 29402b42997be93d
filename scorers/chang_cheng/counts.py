"""The numbers that the whole wall of Chang Cheng counts."""

from dataclasses import replace

from scorers.chang_cheng.sheet import Sheet, by_wall, wall_arguments
from scorers.chang_cheng.wall import read_wall


def count_position(sheet: Sheet) -> Sheet:
    """Return a sheet with the numbers that its wall yields in place of the wall.

    >>> from scorers.chang_cheng.sheet import Player
    >>> players = (Player(), Player())
    >>> sheet = count_position(Sheet(players, wall="A Bt x A n", china=(5,), mongol=(2, 3), threats=(3, 4)))
    >>> sheet.wall, sheet.regions[0]
    (None, Region(threat=3, walls=(1, 1), towers=(1,), neutral=0))
    >>> [(player.provinces, player.chain) for player in sheet.players]
    [(1, 1), (1, 1)]
    """
    if not by_wall(sheet):
        return sheet
    wall = read_wall(*wall_arguments(sheet))
    players = tuple(
        replace(player, provinces=len(provinces), chain=row.length)
        for player, provinces, row in zip(sheet.players, wall.provinces, wall.rows, strict=True)
    )
    return replace(sheet, players=players, regions=wall.regions, wall=None, china=(), mongol=(), threats=())
