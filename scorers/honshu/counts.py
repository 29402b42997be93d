"""The numbers that the drawn lands of Honshu count."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorers.game import LinePart
from scorers.honshu.land import Land
from scorers.honshu.parts import POINTS_OF_THINGS, find_parts
from scorers.honshu.sheet import COUNTED_AS, FACTORIES, Player, Sheet, interpretation_in_use, second_cubes_pay

ONE_EACH = dict.fromkeys(POINTS_OF_THINGS, 1)


def count_position(sheet: Sheet) -> Sheet:
    """Return a sheet with the numbers that each map yields in place of the map.

    >>> sheet = count_position(Sheet((Player(map="T T F / L L F"), Player())))
    >>> ann = sheet.players[0]
    >>> ann.map, ann.forest, ann.town, ann.lakes, ann.fallow
    (None, 2, 2, (2,), 0)
    """
    players = (player if player.land is None else _count(sheet, player, player.land) for player in sheet.players)
    return replace(sheet, players=tuple(players))


def _count(sheet: Sheet, player: Player, land: Land) -> Player:
    parts = find_parts(land, sheet.end_card, interpretation_in_use(sheet), ONE_EACH)
    numbers: dict[str, Any] = {
        "forest": sum(part.points for part in parts["forest"]),
        "town": sum(part.points for part in parts["town"]),
        "lakes": tuple(len(part.at) for part in parts["lake"]),
        "factories": _by_points(parts["factory"]),
        "fallow": len(land.kinds["A"]),
    }
    if second_cubes_pay(sheet):
        numbers["second_resources"] = _by_points(parts["end_card"])
    elif name := COUNTED_AS.get(sheet.end_card):
        numbers[name] = sum(part.points for part in parts["end_card"])
    return replace(player, map=None, **numbers)


def _by_points(parts: Sequence[LinePart]) -> dict[str, int]:
    cubes = Counter(str(part.points) for part in parts)
    return {points: cubes[points] for points in FACTORIES}
