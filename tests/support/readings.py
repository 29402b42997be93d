"""Final positions by hand, from the disputed sections of the rules, in which a reading does or does not change the winner."""

from collections.abc import Mapping
from typing import Any

from scorers.registry import game
from scorers.sensitivity import Sensitivity, find_sensitivity
from scorers.sheet import load_sheet


def analyse(slug: str, data: Mapping[str, Any]) -> Sensitivity:
    sheet = load_sheet(game(slug), dict(data))
    assert not isinstance(sheet, list), sheet
    return find_sensitivity(game(slug), sheet)


def change_entry(data: Mapping[str, Any], path: str, number: Any) -> dict[str, Any]:
    """A sheet's JSON data with another number, row or text at a path."""
    first, *rest = path.split(".")
    if not rest:
        return {**data, first: number}
    inner = data[first]
    if isinstance(inner, list):
        at, *deeper = rest
        items = list(inner)
        items[int(at)] = change_entry(items[int(at)], ".".join(deeper), number) if deeper else number
        return {**data, first: items}
    return {**data, first: change_entry(inner, ".".join(rest), number)}


BY_HAND: dict[str, tuple[str, dict[str, Any], dict[str, list[Any]]]] = {
    # A factory of 3 points with two cubes: 3 + 3 = 6 against 2 forests = 4 and 1 town = 5; scoring once it is 3 against 5.
    "honshu, a second cube": (
        "honshu",
        {"end_card": "double_factories", "players": [{"map": "Mb3**"}, {"map": "F F T"}]},
        {"winners": [[0], [1]], "changes": [({"double_factories": "once"}, [1], [3, 5])]},
    ),
    # Forests in a row of 4: 4 × 2 + 4 = 12 by threes and with each once, 8 + 2 × 4 = 16 where threes may overlap; against 14 towns.
    "honshu, a row of four": (
        "honshu",
        {"end_card": "forest_runs", "players": [{"map": "F F F F"}, {"map": " ".join("T" * 14)}]},
        {"winners": [[1], [0]], "changes": [({"forest_runs": "sliding"}, [0], [16, 14])]},
    ),
    # A row and a column of 3 that cross: 5 × 2 + 2 × 4 = 18, but only 10 + 4 = 14 with each forest once; against 15 towns.
    "honshu, a crossing": (
        "honshu",
        {"end_card": "forest_runs", "players": [{"map": "F F F / F . . / F . ."}, {"map": " ".join("T" * 15)}]},
        {"winners": [[0], [1]], "changes": [({"forest_runs": "strict"}, [1], [14, 15])]},
    ),
    # 2 × 3 fields: one block of 5, or two that overlap and pay 10; against 7 towns.
    "honshu, overlapping blocks": (
        "honshu",
        {"end_card": "fallow_blocks", "players": [{"map": "A A A / A A A"}, {"map": " ".join("T" * 7)}]},
        {"winners": [[1], [0]], "changes": [({"fallow_blocks": "overlapping"}, [0], [10, 7])]},
    ),
    # 2 × 2 fields are one block either way: 5 against 4.
    "honshu, one block": (
        "honshu",
        {"end_card": "fallow_blocks", "players": [{"map": "A A / A A"}, {"map": "T T T T"}]},
        {"winners": [[0]], "changes": []},
    ),
    # A cross of 5 towns and, beyond 7 lakes for 3 × 6 = 18, a row of 6, the largest district: 18 + 6, and 3 for the cross unless only the
    # largest district counts; against 12 forests and a town, 24 + 1.
    "honshu, a cross outside": (
        "honshu",
        {
            "end_card": "town_crosses",
            "players": [{"map": ". T . L / T T T L / . T . L / L L L L / T T T T T T"}, {"map": "F F F F / F F F F / F F F F / T"}],
        },
        {"winners": [[0], [1]], "changes": [({"town_crosses": "largest_only"}, [1], [24, 25])]},
    ),
    # A cube is delivered to a factory of 2: 2 + 2 for the square left empty = 4; before delivering nothing is empty: 2 against 3 towns.
    "honshu, before delivering": (
        "honshu",
        {"end_card": "empty_production", "players": [{"map": "Pb* Mb2"}, {"map": "T T T"}]},
        {"winners": [[0], [1]], "changes": [({"empty_production": "before"}, [1], [2, 3])]},
    ),
    # Without a scoring card no reading is in use: 4 against 2.
    "honshu, no card": ("honshu", {"players": [{"map": "F F"}, {"map": "T T"}]}, {"winners": [[0]], "changes": []}),
    # 3 waiting tiles are 3 points in the second edition only: 50 + 3 against 52.
    "trajan, waiting tiles": (
        "trajan",
        {"players": [{"points": 50, "trajan_tiles": 3, "wild_demand": 0}, {"points": 52, "trajan_tiles": 0, "wild_demand": 0}]},
        {"winners": [[0], [1]], "changes": [({"waiting_tiles": "none"}, [1], [50, 52])]},
    ),
    # The bread tile, gold side up, pays 9 for a wild demand tile, where such a tile may stand for bread: 50 + 9 against 55.
    "trajan, a wild demand tile": (
        "trajan",
        {
            "players": [
                {"points": 50, "trajan_tiles": 0, "bonus": {"bread": "gold"}, "bread": 0, "wild_demand": 1},
                {"points": 55, "trajan_tiles": 0, "wild_demand": 0},
            ]
        },
        {"winners": [[0], [1]], "changes": [({"demand_wilds": "ignored"}, [1], [50, 55])]},
    ),
    # 9 for the wild tile and 3 for waiting tiles: 50 + 12 against 52. Only both readings together turn it, 50 against 52.
    "trajan, both together": (
        "trajan",
        {
            "players": [
                {"points": 50, "trajan_tiles": 3, "bonus": {"bread": "gold"}, "bread": 0, "wild_demand": 1},
                {"points": 52, "trajan_tiles": 0, "wild_demand": 0},
            ]
        },
        {"winners": [[0], [1]], "changes": [({"waiting_tiles": "none", "demand_wilds": "ignored"}, [1], [50, 52])]},
    ),
    # 60 against 50: neither 3 waiting tiles nor the lack of them matters.
    "trajan, far ahead": (
        "trajan",
        {"players": [{"points": 60, "trajan_tiles": 0, "wild_demand": 0}, {"points": 50, "trajan_tiles": 3, "wild_demand": 0}]},
        {"winners": [[0]], "changes": []},
    ),
    # Bo has most walls in both regions, and a tower only in the first: 20 less 4 for the second, unless the tower protects everywhere.
    # In the first nobody else has a wall, so that nobody is next.
    "chang cheng, a tower": (
        "chang_cheng",
        {
            "regions": [{"threat": 3, "walls": [0, 2, 0], "towers": [1]}, {"threat": 4, "walls": [0, 3, 1]}],
            "players": [{"track": 18}, {"track": 20}, {"track": 5}],
        },
        {"winners": [[0], [1]], "changes": [({"tower": "all"}, [1], [18, 20, 5])]},
    ),
    # Bo alone has most walls and a tower there. If the loss is passed on, Ann loses 3: 17 against 18.
    "chang cheng, passed on": (
        "chang_cheng",
        {"regions": [{"threat": 3, "walls": [1, 2, 0], "towers": [1]}], "players": [{"track": 20}, {"track": 18}, {"track": 5}]},
        {"winners": [[0], [1]], "changes": [({"tower_majority": "pass_on"}, [1], [17, 18, 5])]},
    ),
    # Neutral walls have most and nobody loses; where they do not count, Ann loses 4: 16 against 18. There is no tower to ask about.
    "chang cheng, neutral walls": (
        "chang_cheng",
        {"regions": [{"threat": 4, "walls": [2, 1], "neutral": 3}], "players": [{"track": 20}, {"track": 18}]},
        {"winners": [[0], [1]], "changes": [({"neutral": "ignored"}, [1], [16, 18])]},
    ),
    # Bo and Cleo both have a row of 4 and score 4 each: 12 + 4 = 16 against 15; where nobody scores in a tie, 15 against 12.
    "chang cheng, tied overlords": (
        "chang_cheng",
        {
            "events": ["overlord"],
            "regions": [{"threat": 0, "walls": [1, 0, 0]}],
            "players": [{"track": 15, "chain": 1}, {"track": 12, "chain": 4}, {"track": 3, "chain": 4}],
        },
        {"winners": [[1], [0]], "changes": [({"overlord_tie": "none"}, [0], [15, 12, 3])]},
    ),
    # 30 each: shared in 2009; in the Big Box Bo, who has developed Actions less, wins alone.
    "hansa, a tie": (
        "hansa_teutonica",
        {
            "edition": "2009",
            "players": [
                {"prestige": 30, "actions": 3, "network": 0},
                {"prestige": 30, "actions": 1, "network": 0},
                {"prestige": 9, "actions": 0},
            ],
        },
        {"winners": [[0, 1], [1]], "changes": [({"edition": "big_box"}, [1], [30, 30, 9])]},
    ),
    # Three tied for Wales share 7 + 4 = 11, 3 each, or 7 + 4 + 2 = 13, 4 each: 20 + 3 = 23 each against 24, or level with it.
    "hansa, three in Wales": (
        "hansa_teutonica",
        {
            "board": "britannia",
            "side": "2-3",
            "players": [
                {"prestige": 20, "wales_cities": 1, "wales_offices": 1},
                {"prestige": 20, "wales_cities": 1, "wales_offices": 1},
                {"prestige": 20, "wales_cities": 1, "wales_offices": 1},
                {"prestige": 24, "actions": 0, "network": 0, "wales_cities": 0, "wales_offices": 0},
            ],
        },
        {"winners": [[3], [0, 1, 2, 3]], "changes": [({"three_way": "all_places"}, [0, 1, 2, 3], [24, 24, 24, 24])]},
    ),
    # On another board there are no countries: 20 each against 24.
    "hansa, no countries": (
        "hansa_teutonica",
        {"players": [{"prestige": 20, "wales_cities": 1, "wales_offices": 1}] * 3 + [{"prestige": 24, "actions": 0}]},
        {"winners": [[3]], "changes": []},
    ),
    # The Big Box is not for two, so that there is but one reading.
    "hansa, a tie of two": (
        "hansa_teutonica",
        {"players": [{"prestige": 30, "actions": 3}, {"prestige": 30, "actions": 1}]},
        {"winners": [[0, 1]], "changes": []},
    ),
    # Nothing that is disputed about Qin shows in what is left at the end.
    "qin": ("qin", {"players": [{"left": 3}, {"left": 4}]}, {"winners": [[0]], "changes": []}),
}
