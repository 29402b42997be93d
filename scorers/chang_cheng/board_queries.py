"""The board query of Chang Cheng: majorities and losses by region, provinces, longest rows and remaining pieces of
an unfinished wall.
"""

from collections.abc import Mapping
from typing import Any

from scorers.chang_cheng.invasion import find_losers, find_majority
from scorers.chang_cheng.sheet import Sheet, owner_names, wall_arguments
from scorers.chang_cheng.wall import (
    HALF,
    HALVES,
    LETTERS,
    NEUTRAL,
    NEUTRAL_WALLS,
    SINGLES,
    TOWER,
    TOWERS,
    read_wall,
    wall_faults,
)
from scorers.game import BoardQuery, Translate, faults_json, object_schema, read_sheet, sheet_schema


def wall(data: Mapping[str, Any], translate: Translate = str) -> dict[str, Any]:
    """Return the standings on an unfinished wall.

    Of the sheet, only the wall, its boards, the interpretations and the names are read.

    >>> sizes = {"china": [2, 4], "mongol": [3, 3], "threats": [3, 4]}
    >>> answer = wall({"players": [{}, {}], "wall": "A Bt B x Ad Ad", **sizes})
    >>> answer["regions"][0]
    {'walls': [1, 2], 'neutral': 0, 'most': [1], 'loses': [], 'safe': [1]}
    >>> answer["players"][0]  # doctest: +NORMALIZE_WHITESPACE
    {'invasion': -4, 'provinces': ['c1', 'c2'], 'row': {'first': 5, 'length': 2},
     'left': {'single': 13, 'tower': 1, 'double': 0}}
    """
    players = data.get("players")
    seats = [_read_name(player) for player in players] if isinstance(players, list) else players
    sheet, faults = read_sheet(Sheet, {"players": seats, **{name: data.get(name) for name in _READ_ENTRIES}})
    if sheet is not None and not faults:
        faults = list(wall_faults(*wall_arguments(sheet), owner_names(sheet)))
    if sheet is None or faults:
        return faults_json(faults, translate)
    whole = read_wall(*wall_arguments(sheet))
    spaces = (sheet.wall or "").split()
    owners = "".join(piece[0] for piece in spaces)
    losers_by_region = find_losers(whole.regions, sheet.tower, sheet.tower_majority, sheet.neutral)
    regions = []
    for region, loser_seats in zip(whole.regions, losers_by_region, strict=True):
        most = find_majority(region, sheet.neutral)
        safe = [seat for seat in most if seat not in loser_seats]
        regions.append(
            {"walls": list(region.walls), "neutral": region.neutral, "most": most, "loses": loser_seats, "safe": safe}
        )
    columns = []
    for seat, (letter, provinces, row) in enumerate(zip(LETTERS, whole.provinces, whole.rows, strict=False)):
        invasion = -sum(
            region.threat or 0
            for region, loser_seats in zip(whole.regions, losers_by_region, strict=True)
            if seat in loser_seats
        )
        first = owners.find(letter * row.length) + 1 if row.length else 0
        pieces = {
            "single": SINGLES - spaces.count(letter),
            "tower": TOWERS - spaces.count(letter + TOWER),
            "double": (HALVES - spaces.count(letter + HALF)) // HALVES,
        }
        longest = {"first": first, "length": row.length}
        columns.append({"invasion": invasion, "provinces": list(provinces), "row": longest, "left": pieces})
    return {"regions": regions, "players": columns, "neutral_left": NEUTRAL_WALLS - spaces.count(NEUTRAL)}


def _read_name(player: Any) -> dict[str, str]:
    name = player.get("name") if isinstance(player, dict) else None
    return {"name": name} if isinstance(name, str) else {}


_READ_ENTRIES = ("wall", "china", "mongol", "threats", "tower", "tower_majority", "neutral")


_COUNT = {"type": "integer"}
_COUNTS = {"type": "array", "items": _COUNT}
_REGION = object_schema(walls=_COUNTS, neutral=_COUNT, most=_COUNTS, loses=_COUNTS, safe=_COUNTS)
_PLAYER = object_schema(
    invasion=_COUNT,
    provinces={"type": "array", "items": {"type": "string"}},
    row=object_schema(first=_COUNT, length=_COUNT),
    left=object_schema(single=_COUNT, tower=_COUNT, double=_COUNT),
)

BOARD_QUERIES = {
    "wall": BoardQuery(
        answer=wall,
        question_schema=sheet_schema(Sheet),
        answer_schema=object_schema(
            regions={"type": "array", "items": _REGION},
            players={"type": "array", "items": _PLAYER},
            neutral_left=_COUNT,
        ),
    )
}
