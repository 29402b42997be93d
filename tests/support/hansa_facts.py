"""A second implementation of Hansa Teutonica's score, from the facts' tables and without code of the scorer.

`facts_cities.tsv` and `facts_routes.tsv` are the tables of boards, city by city and route by route.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(__file__).parents[1] / "games" / "hansa_teutonica"
MISSION_CARDS = """
Osnabrück Stendal Paderborn
Dortmund Minden Lüneburg
Minden Perleberg Goslar
Arnheim Perleberg Hannover
Dortmund Stendal Kampen
Arnheim Osnabrück Hildesheim
Arnheim Perleberg Bremen
Minden Osnabrück Magdeburg
Dortmund Stendal Münster
"""
SIDES = {"standard": ("2-3", "4-5"), "east": ("east", "east"), "britannia": ("britannia-2-3", "britannia-4-5")}
MARKERS = {0: 0, 1: 1, 2: 3, 3: 3, 4: 6, 5: 6, 6: 10, 7: 10, 8: 15, 9: 15}
KEY_VALUES = {0: 1, 1: 2, 2: 2, 3: 3, 4: 4}
FULL = {"actions": 5, "privilege": 3, "book": 3, "bag": 3}


@cache
def read_table(name: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a table of the facts."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as table:
        return tuple(csv.DictReader(table, delimiter="\t"))


def cities_on(board: str) -> dict[str, Mapping[str, str]]:
    """Return the cities on a map by id."""
    return {row["city"]: row for row in read_table("facts_cities.tsv") if row["map"] == board}


def map_of(data: Mapping[str, Any]) -> str:
    """Return the map that a sheet is played on."""
    small, large = SIDES[data.get("board") or "standard"]
    side = data.get("side") or ("2-3" if len(data["players"]) < 4 else "4-5")
    return small if side == "2-3" else large


def reckon(data: Mapping[str, Any]) -> list[dict[str, int]]:
    """Return the points of each line of each player."""
    modules = data.get("modules") or []
    scores = [_desk_lines(player, modules) for player in data["players"]]
    board = map_of(data)
    rows = None if data.get("offices") is None else _rows(data)
    owners = {city: _owner(row) for city, row in (rows or {}).items()}
    for seat, (player, score) in enumerate(zip(data["players"], scores, strict=True)):
        cities = (player.get("cities") or 0) if rows is None else list(owners.values()).count(seat)
        network = (player.get("network") or 0) if rows is None else _network(rows, seat, board)
        score["cities"] = cities * (4 if "favours" in modules and "city" in (player.get("favours") or []) else 2)
        score["network"] = network * KEY_VALUES[player.get("keys") or 0]
        if "missions" in modules:
            score["missions"] = _mission(player, seat, rows, owners)
    for country in ("wales", "scotland"):
        members = [city for city, row in cities_on(board).items() if country in row["region"]]
        if members:
            standings = [
                (player.get(f"{country}_cities") or 0, player.get(f"{country}_offices") or 0)
                if rows is None
                else (
                    sum(owners.get(city) == seat for city in members),
                    sum(rows.get(city, []).count(seat) for city in members),
                )
                for seat, player in enumerate(data["players"])
            ]
            for score, points in zip(
                scores, share_places(standings, all_places=data.get("three_way") == "all_places"), strict=True
            ):
                score[country] = points
    return scores


def _desk_lines(player: Mapping[str, Any], modules: Iterable[str]) -> dict[str, int]:
    full = [ability for ability, pieces in FULL.items() if player.get(ability) == pieces]
    return {
        "prestige": player.get("prestige") or 0,
        "abilities": len(full) * (7 if "favours" in modules and "ability" in (player.get("favours") or []) else 4),
        "markers": MARKERS.get(player.get("markers") or 0, 21),
        "coellen": sum(player.get("coellen") or []),
    }


def _rows(data: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return the offices of each city from the left, which is from the lowest value, annexes and permanent ones in
    their places.
    """
    parts = [
        data.get("annexes") or {},
        data["offices"],
        (data.get("permanent") or {}) if data.get("board") == "east" else {},
    ]
    rows = {
        city: [seat for part in parts for seat in part.get(city) or [] if seat is not None]
        for part in parts
        for city in part
    }
    return {city: row for city, row in rows.items() if row}


def _owner(row: list[int]) -> int:
    """Return who controls a city: most offices, among equals the one furthest right."""
    number = Counter(row)
    leaders = {seat for seat in number if number[seat] == max(number.values())}
    return [seat for seat in row if seat in leaders][-1]


def _network(rows: Mapping[str, list[int]], seat: int, board: str) -> int:
    """Return the offices of the best chain of cities, found by spreading along the printed routes until nothing is
    added.
    """
    own = {city: row.count(seat) for city, row in rows.items() if seat in row}
    label = {city: city for city in own}
    routes = [(row["one"], row["other"]) for row in read_table("facts_routes.tsv") if row["map"] == board]
    for _ in own:
        for one, other in routes:
            if one in own and other in own:
                label[one] = label[other] = min(label[one], label[other])
    sums: Counter[str] = Counter()
    for city, offices in own.items():
        sums[label[city]] += offices
    return max(sums.values(), default=0)


def _mission(
    player: Mapping[str, Any], seat: int, rows: Mapping[str, list[int]] | None, owners: Mapping[str, int]
) -> int:
    if rows is None:
        return (player.get("mission_cities") or 0) + 5 * bool(player.get("mission_control"))
    if not player.get("mission"):
        return 0
    names = MISSION_CARDS.strip().splitlines()[player["mission"] - 1].lower().replace("ü", "u").split()
    return sum(seat in rows.get(name, []) for name in names) + 5 * all(owners.get(name) == seat for name in names)


def share_places(standings: list[tuple[int, int]], *, all_places: bool) -> list[int]:
    """Return what each player gets in a country: first those who control cities, then those who only have offices.

    Equals share.
    """
    queue = sorted({(cities, offices) for cities, offices in standings if cities}, reverse=True)
    queue += sorted({(cities, offices) for cities, offices in standings if not cities and offices}, reverse=True)
    prizes, points = [7, 4, 2, 0, 0, 0, 0], {}
    for standing in queue:
        equal = standings.count(standing)
        pot = prizes[0] if equal == 1 else prizes[0] + prizes[1] if not all_places else sum(prizes[:equal])
        points[standing] = pot // equal
        prizes = [*prizes[equal:], 0, 0]
    return [points.get(standing, 0) for standing in standings]


def deal(chance: Random, board: str) -> dict[str, Any]:
    """Return a legal sheet of a board with offices or counts, modules and blanks by chance."""
    seats = chance.randint(3 if board == "east" else 2, 5)
    highest = {
        "prestige": 60,
        "keys": 4,
        "actions": 5,
        "privilege": 3,
        "book": 3,
        "bag": 3,
        "markers": 3,
        "cities": 5,
        "network": 30,
    }
    players: list[dict[str, Any]] = [
        {entry: chance.choice([None, *range(high + 1), high]) for entry, high in highest.items()} for _ in range(seats)
    ]
    data: dict[str, Any] = {"board": board, "players": players, "side": chance.choice([None, "2-3", "4-5"])}
    data["edition"] = chance.choice(["2009", "big_box"] if seats > 2 else ["2009"])
    data["modules"] = [
        one for one in (["missions"] if board == "standard" else []) + ["favours"] if chance.random() < 0.6
    ]
    data["three_way"] = chance.choice(["two_places", "all_places"])
    cards = chance.sample(range(1, 10), seats)
    for player, card in zip(players, cards, strict=True):
        player["mission"] = chance.choice([None, card, card, card])
        player["mission_cities"] = chance.choice([None, 0, 1, 2, 3, 3])
        player["mission_control"] = player["mission_cities"] == 3 and chance.random() < 0.5
    for tile in ("city", "ability"):
        holder = chance.choice([None, *players])
        if holder is not None:
            holder["favours"] = [*holder.get("favours", []), tile]
    for country in ("wales", "scotland") if board == "britannia" else ():
        for player in players:
            cities = chance.choice([None, 0, 0, 1, 1])
            player[f"{country}_cities"] = cities
            player[f"{country}_offices"] = chance.choice([None, *range(cities or 0, 4)])
    if chance.random() < 0.7:
        _deal_offices(chance, data)
    return data


def _deal_offices(chance: Random, data: dict[str, Any]) -> None:
    """Add offices and annexes, no more than anybody's pieces; on the Eastern board also permanent ones."""
    cities, seats = cities_on(map_of(data)), range(len(data["players"]))
    printed = {city: len(row["offices"].split()) for city, row in cities.items()}
    favourite = chance.randrange(len(seats))

    def seat() -> int:
        return favourite if chance.random() < 0.3 else chance.choice(seats)

    left, data["offices"] = 23, {}
    for city in chance.sample(sorted(printed), len(printed)):
        if 0 < printed[city] <= left and chance.random() < 0.8:
            taken = chance.randint(1, printed[city])
            left -= taken
            data["offices"][city] = [*(seat() for _ in range(taken)), *[None] * (printed[city] - taken)]
    green = [city for city in printed if not printed[city]]
    where = [*data["offices"], *green]
    data["annexes"] = {}
    for _ in range(chance.randint(0, 4) if where else 0):
        data["annexes"].setdefault(chance.choice(where), []).append(seat())
    data["permanent"] = {city: [seat() for _ in range(chance.randint(0, 1))] for city in green}
