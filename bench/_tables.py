"""Large sheets for measurements: full positions with the highest number of players, or else the largest example of a
game.
"""

import random
from collections.abc import Callable
from typing import Any

from scorers.chang_cheng.wall import REGIONS, SPACES
from scorers.hansa_teutonica.map import CITIES, LARGE
from scorers.honshu.land import VISIBLE_SQUARES
from scorers.registry import game
from scorers.sheet import load_sheet
from scorers.trajan.examples import EXAMPLES as TRAJAN


def hansa_teutonica(chance: random.Random) -> dict[str, Any]:
    """Five players, every office of the larger side taken."""
    offices = {city: [chance.randrange(5) for _ in CITIES[city].offices[LARGE]] for city in CITIES}
    own = {"prestige": 31, "keys": 3, "actions": 4, "privilege": 3, "book": 2, "bag": 3, "markers": 3}
    return {"offices": offices, "players": [{"name": f"Player {seat}", **own} for seat in range(5)]}


def honshu(chance: random.Random) -> dict[str, Any]:
    """Five lands of the maximum size with squares that the cards have, and the scoring card that is slowest to
    compute.
    """
    squares = [*"F" * 40, *"T" * 110, *"A" * 95, *"L" * 30]
    squares += ["Mb3", "Mg2", "Mn4", "My2"] * 7 + ["Pb*", "Pg", "Pn*"] * 9
    shares = [squares[seat::5] for seat in range(5)]  # evenly, as no thirteen cards show more than 34 towns
    for share in shares:
        chance.shuffle(share)
        assert len(share) == VISIBLE_SQUARES
    return {"end_card": "fallow_blocks", "players": [{"map": _land(chance, share)} for share in shares]}


def _land(chance: random.Random, left: list[str]) -> str:
    squares = {(8, 8): left.pop()}
    while left:
        row, column = chance.choice(list(squares))
        down, right = chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        if (place := (row + down, column + right)) not in squares:
            squares[place] = left.pop()
    top, left_most = (min(place[axis] for place in squares) for axis in (0, 1))
    bottom, right_most = (max(place[axis] for place in squares) for axis in (0, 1))
    rows = (
        " ".join(squares.get((row, column), ".") for column in range(left_most, right_most + 1))
        for row in range(top, bottom + 1)
    )
    return " / ".join(rows)


def trajan(chance: random.Random) -> dict[str, Any]:
    """Four players with full boards and wild tiles to place."""
    three = TRAJAN["three_players"].sheet["players"]
    return {
        "players": [
            *({**player, "points": chance.randrange(200), "wild_demand": 1} for player in three),
            {"points": 90, "hand": 4},
        ]
    }


def qin(chance: random.Random) -> dict[str, Any]:
    """Four players, with built pagodas counted."""
    return {"players": [{"provinces": chance.randrange(4), "major_provinces": 3, "villages": 5} for _ in range(4)]}


def chang_cheng(chance: random.Random) -> dict[str, Any]:
    """Four players and a wall of 52 spaces, with both event cards that use it."""
    wall = [*"ABCD" * 12, "At", "Bt", "Ct", "Dt"]
    chance.shuffle(wall)
    regions = REGIONS[4]
    sizes = [4] * (regions - 1) + [SPACES[4] - 4 * (regions - 1)]
    threats = [chance.choice([2, 3, 4]) for _ in range(regions)]
    board = {
        "wall": " ".join(wall),
        "china": sizes,
        "mongol": sizes[::-1],
        "threats": threats,
        "events": ["diplomacy", "overlord"],
    }
    return board | {"players": [{"track": 30}] * 4}


TABLES: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    table.__name__: table for table in (hansa_teutonica, honshu, trajan, qin, chang_cheng)
}


def _example(slug: str) -> dict[str, Any]:
    """Return the worked example with the most players."""
    return max(
        (dict(example.sheet) for example in game(slug).examples.values()), key=lambda sheet: len(sheet["players"])
    )


def tables(slug: str, count: int) -> list[dict[str, Any]]:
    """Return `count` different valid sheets of a game, the same in every run."""
    chance = random.Random(slug)
    sheets = [TABLES[slug](chance) if slug in TABLES else _example(slug) for _ in range(count)]
    for data in sheets:
        sheet = load_sheet(game(slug), data)
        assert not isinstance(sheet, list), sheet
    return sheets
