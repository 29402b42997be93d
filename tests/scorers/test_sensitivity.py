"""Whether another reading changes the winner, and what would have turned a result: against a reckoning that knows only `score`."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from scorers.registry import game, slugs
from scorers.sensitivity import MAX_CHANGES, MAX_SCORINGS, Sensitivity, find_sensitivity, lead
from scorers.service import compare_data, score_data
from scorers.sheet import load_sheet

INTERPRETATIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "chang_cheng": {
        "tower": ("region", "all"),
        "tower_majority": ("nobody", "pass_on"),
        "neutral": ("competes", "ignored"),
        "overlord_tie": ("all", "none"),
    },
    "hansa_teutonica": {"edition": ("2009", "big_box")},
    "honshu": {
        "double_factories": ("each", "once"),
        "forest_runs": ("per_three", "sliding", "strict"),
        "fallow_blocks": ("disjoint", "overlapping"),
        "town_crosses": ("any", "largest_only"),
        "empty_production": ("after", "before"),
    },
    "qin": {},
    "trajan": {"waiting_tiles": ("one_each", "none"), "demand_wilds": ("counts", "ignored")},
}
"""What the sheets of the games call the readings, written down here once more."""


def analyse(slug: str, data: Mapping[str, Any]) -> Sensitivity:
    sheet = load_sheet(game(slug), dict(data))
    assert not isinstance(sheet, list), sheet
    return find_sensitivity(game(slug), sheet)


# Sheets by hand, from the disputed sections of the rules


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
    # The Big Box is not for two, so that there is but one reading.
    "hansa, a tie of two": (
        "hansa_teutonica",
        {"players": [{"prestige": 30, "actions": 3}, {"prestige": 30, "actions": 1}]},
        {"winners": [[0, 1]], "changes": []},
    ),
    # Nothing that is disputed about Qin shows in what is left at the end.
    "qin": ("qin", {"players": [{"left": 3}, {"left": 4}]}, {"winners": [[0]], "changes": []}),
}


@pytest.mark.parametrize("case", BY_HAND)
def test_reading_changes_the_winner_or_not(case: str) -> None:
    slug, data, expected = BY_HAND[case]
    found = analyse(slug, data)
    assert [list(winners) for winners in found.winners] == expected["winners"]
    changes = [(dict(change.options), list(change.result.winners), change.totals) for change in found.changes]
    assert changes == expected["changes"]
    assert found.complete


# Random sheets


def random_sheet(slug: str, chance: random.Random) -> dict[str, Any]:
    """A sheet of few points, so that the players are near each other, with all entries that any reading needs."""
    count = chance.randint(2, 3 if slug == "hansa_teutonica" else 4)
    return {"players": [PLAYERS[slug](chance) for _ in range(count)]} | TABLES[slug](chance, count)


def _honshu_land(chance: random.Random) -> dict[str, Any]:
    kinds = chance.choices(["F", "T", "A", "L", "Pb*", "Pb", "Mb2", "Mb3*"], [5, 4, 4, 1, 1, 1, 1, 1], k=24)
    return {"map": " / ".join(" ".join(kinds[row : row + 6]) for row in range(0, 24, 6))}


def _trajan_player(chance: random.Random) -> dict[str, Any]:
    return {
        "points": chance.randint(40, 56),
        "trajan_tiles": chance.randint(0, 7),
        "wild_demand": 0,
        "bread": 0,
        "games": 0,
        "senate": chance.randint(1, 4),
    }


PLAYERS: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "chang_cheng": lambda chance: {"track": chance.randint(20, 26), "chain": chance.randint(1, 4), "provinces": 1, "unplayed": 0},
    "hansa_teutonica": lambda chance: {
        "prestige": chance.randint(30, 31), "actions": chance.randint(0, 4), "keys": 0, "network": chance.randint(0, 1), "cities": 0,
        "markers": chance.randint(0, 2), "privilege": 0, "book": 0, "bag": 0,
    },
    "honshu": _honshu_land,
    "qin": lambda chance: {"left": chance.randint(0, 4)},
    "trajan": _trajan_player,
}  # fmt: skip


def _chang_cheng_table(chance: random.Random, count: int) -> dict[str, Any]:
    walls = [[chance.randint(0, 3) for _ in range(count)] for _ in range(5)]
    regions: list[dict[str, Any]] = [{"threat": chance.choice([0, 2, 3, 4]), "walls": row} for row in walls]
    for region in regions if count == 2 else ():
        region["neutral"] = chance.randint(0, 2)
    for seat in range(count):
        if standing := [region for region in regions if region["walls"][seat]]:
            chance.choice(standing).setdefault("towers", []).append(seat)
    return {"regions": regions, "events": chance.choice([[], ["overlord"]])}


def _trajan_table(chance: random.Random, count: int) -> dict[str, Any]:
    owner = chance.randrange(count)
    tile = {"bonus": {chance.choice(["bread", "games"]): chance.choice(["gold", "grey"])}, "wild_demand": 1}
    return {"owner": (owner, tile)}


TABLES: dict[str, Callable[[random.Random, int], dict[str, Any]]] = {
    "chang_cheng": _chang_cheng_table,
    "hansa_teutonica": lambda _chance, _count: {},
    "honshu": lambda chance, _count: {"end_card": chance.choice(list(INTERPRETATIONS["honshu"]))},
    "qin": lambda _chance, _count: {},
    "trajan": _trajan_table,
}


def random_sheets(slug: str, count: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(f"readings of {slug}")
    for _ in range(count):
        data = random_sheet(slug, chance)
        if "owner" in data:
            seat, tile = data.pop("owner")
            data["players"][seat] |= tile
        for name, values in INTERPRETATIONS[slug].items():
            data[name] = chance.choice(values)
        if "faults" not in score_data(slug, data):
            yield data


def brute_force(slug: str, data: Mapping[str, Any]) -> dict[tuple[tuple[str, Any], ...], dict[str, Any]]:
    """The JSON results of all readings of a sheet, those that make no difference too, by the options that differ from its own."""
    results = {}
    options = INTERPRETATIONS[slug]
    for values in product(*options.values()):
        changed = dict(zip(options, values, strict=True))
        result = score_data(slug, {**data, **changed})
        if "faults" not in result:
            results[tuple((name, value) for name, value in changed.items() if value != data[name])] = result
    return results


@pytest.mark.parametrize("slug", INTERPRETATIONS)
def test_verdict_is_that_of_brute_force(slug: str) -> None:
    turned = 0
    for data in random_sheets(slug, 60):
        every = brute_force(slug, data)
        own = every[()]["winners"]
        found = analyse(slug, data).as_json()
        assert found["winners"][0] == own
        assert {tuple(winners) for winners in found["winners"]} == {tuple(result["winners"]) for result in every.values()}
        assert len(found["winners"]) == len({tuple(winners) for winners in found["winners"]})
        changing = {frozenset(options): result for options, result in every.items() if result["winners"] != own}
        smallest = {options for options in changing if not any(other < options for other in changing)}
        assert {frozenset(change["options"].items()) for change in found["changes"]} == smallest
        assert len(found["changes"]) == len(smallest)
        sizes = [len(change["options"]) for change in found["changes"]]
        assert sizes == sorted(sizes)
        for change in found["changes"]:
            result = changing[frozenset(change["options"].items())]
            assert (change["winners"], change["totals"]) == (result["winners"], [player["total"] for player in result["players"]])
        assert found["complete"]
        turned += len(smallest) > 0
    assert turned > 3 or slug == "qin"


# What would have turned it


def change_entry(data: Mapping[str, Any], path: str, number: int) -> dict[str, Any]:
    """A sheet's JSON data with another number at a path."""
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


COUNTED: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "chang_cheng": lambda chance: {
        "regions": [
            {"threat": 3, "walls": [chance.randint(0, 4), chance.randint(0, 4)], "neutral": chance.randint(0, 2)} for _ in range(3)
        ],
        "players": [{"track": chance.randint(20, 30)} for _ in range(2)],
    },
    "hansa_teutonica": lambda chance: {
        "players": [
            {"prestige": chance.randint(10, 14), "keys": chance.randint(0, 4), "actions": chance.randint(0, 5),
             "privilege": chance.randint(0, 3),
             "book": chance.randint(0, 3), "bag": chance.randint(0, 3), "markers": chance.randint(0, 5), "cities": chance.randint(0, 6),
             "network": chance.randint(0, 9)}
            for _ in range(3)
        ]
    },
    "honshu": lambda chance: {
        "players": [
            {"forest": chance.randint(3, 9), "town": chance.randint(3, 12), "lakes": [chance.randint(1, 4), chance.randint(1, 4)],
             "factories": {"2": 1, "3": chance.randint(0, 3), "4": chance.randint(0, 2)}, "fallow": chance.randint(0, 4)}
            for _ in range(3)
        ]
    },
    "qin": lambda chance: {"players": [{"left": chance.randint(0, 9)} for _ in range(4)]},
    "trajan": lambda chance: {
        "players": [
            {"points": chance.randint(40, 60), "hand": chance.randint(0, 3), "workers_camp": 1, "legionnaires_camp": 2, "trajan_tiles": 1,
             "construction": {"stairs": 1, "door": chance.randint(0, 2), "fountain": 0, "roof": 0, "window": 0}, "senate": seat + 1}
            for seat in range(2)
        ]
    },
}  # fmt: skip


def entered(slug: str, data: Mapping[str, Any]) -> Iterator[tuple[str, int | None, int]]:
    """The path, the seat and the value of every number in a sheet's JSON data."""
    for seat, player in enumerate(data["players"]):
        for name, value in player.items():
            if isinstance(value, int):
                yield f"players.{seat}.{name}", seat, value
            elif isinstance(value, dict):
                yield from ((f"players.{seat}.{name}.{key}", seat, number) for key, number in value.items())
            elif isinstance(value, list):
                yield from ((f"players.{seat}.{name}.{i}", seat, number) for i, number in enumerate(value))
    for i, region in enumerate(data.get("regions", ())):
        yield from ((f"regions.{i}.walls.{seat}", seat, number) for seat, number in enumerate(region["walls"]))
        if "neutral" in region:
            yield f"regions.{i}.neutral", None, region["neutral"]


def smallest_turns(slug: str, data: Mapping[str, Any], reach: int) -> dict[str, int]:
    """By path, how small a change of that one number makes a loser win alone, up to `reach`: all of them tried."""
    own = score_data(slug, data)["winners"]
    turns: dict[str, int] = {}
    for path, seat, value in entered(slug, data):
        for distance in range(1, reach + 1):
            for number in (value + distance, value - distance):
                result = score_data(slug, change_entry(data, path, number))
                if "faults" not in result and len(result["winners"]) == 1:
                    (winner,) = result["winners"]
                    if winner not in own and (seat is None or seat == winner or seat in own):
                        turns.setdefault(path, distance)
    return turns


@pytest.mark.parametrize("slug", COUNTED)
def test_what_would_have_turned_it_is_smallest(slug: str) -> None:
    chance = random.Random(f"turns of {slug}")
    found_any = 0
    for _ in range(12):
        data = COUNTED[slug](chance)
        own = score_data(slug, data)
        assert "faults" not in own
        turns = analyse(slug, data).as_json()["turned_by"]
        distances = [abs(turn["to"] - turn["from"]) for turn in turns]
        expected = smallest_turns(slug, data, 8)
        assert distances == sorted(distances)
        assert [distance for distance in distances if distance <= 8] == sorted(expected.values())[: len([d for d in distances if d <= 8])]
        assert len(turns) == MAX_CHANGES or len(expected) <= len(turns)
        for turn, distance in zip(turns, distances, strict=True):
            assert expected.get(turn["path"], distance) == distance
            result = score_data(slug, change_entry(data, turn["path"], turn["to"]))
            assert (result["winners"], [player["total"] for player in result["players"]]) == (turn["winners"], turn["totals"])
            assert turn["winners"][0] not in own["winners"]
        found_any += bool(turns)
    assert found_any > 3


# Limits, and what is answered where there is little to say


@pytest.mark.parametrize("slug", slugs())
def test_scorings_stay_within_the_limit(slug: str) -> None:
    """Counted on the worked examples of the game: once as many for the readings, and once for what would have turned it."""
    the_game, scored = game(slug), 0

    def count(sheet: Any) -> Any:
        nonlocal scored
        scored += 1
        return the_game.score(sheet)

    counting = replace(the_game, score=count)
    for example in the_game.examples.values():
        scored = 0
        found = find_sensitivity(counting, load_sheet(the_game, dict(example.sheet)))
        assert found.tried <= MAX_SCORINGS
        assert scored <= 2 * MAX_SCORINGS


def test_readings_beyond_the_limit_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four readings of the wall of two players make 16 combinations; with room for 5 the sheet's own and each alone are scored."""
    monkeypatch.setattr("scorers.sensitivity.MAX_SCORINGS", 5)
    regions = [{"threat": 4, "walls": [2, 1], "neutral": 3}]
    data = {"events": ["overlord"], "regions": regions, "players": [{"track": 20, "chain": 1}, {"track": 18, "chain": 2}]}
    found = analyse("chang_cheng", data)
    assert (found.tried, found.complete) == (5, False)
    assert [len(combination.options) for combination in found.combinations] == [0, 1, 1, 1, 1]
    monkeypatch.setattr("scorers.sensitivity.MAX_SCORINGS", 16)
    assert (analyse("chang_cheng", data).tried, analyse("chang_cheng", data).complete) == (16, True)


def test_reading_that_lacks_entries_is_not_scored() -> None:
    """Ann scores 2 for a factory; a second cube would pay again, but nobody has said whether there is one."""
    ann = {"forest": 0, "town": 0, "lakes": [], "factories": {"2": 1, "3": 0, "4": 0}}
    data = {"end_card": "double_factories", "double_factories": "once", "players": [ann, ann | {"town": 3}]}
    found = analyse("honshu", data)
    assert (found.tried, found.complete) == (1, False)
    second = {"second_resources": {"2": 1, "3": 0, "4": 0}}
    nothing = {"second_resources": {"2": 0, "3": 0, "4": 0}}
    found = analyse("honshu", data | {"players": [ann | second, ann | {"town": 3} | nothing]})
    assert (found.tried, found.complete) == (2, True)


def test_reading_that_changes_nothing_is_not_live() -> None:
    """Without a tower on the wall only the neutral walls can be read in two ways."""
    found = analyse("chang_cheng", BY_HAND["chang cheng, neutral walls"][1])
    assert found.options == ("tower", "tower_majority", "neutral")
    assert found.live_options == ("neutral",)


def test_closest_call_is_told_with_its_lead() -> None:
    """Ann has 20 to 15; if neutral walls do not count she loses 4 and leads by 1."""
    found = analyse("chang_cheng", {"regions": [{"threat": 4, "walls": [2, 1], "neutral": 3}], "players": [{"track": 20}, {"track": 15}]})
    assert lead(found.own) == 5
    assert (dict(found.closest.options), lead(found.closest.result)) == ({"neutral": "ignored"}, 1)


def test_comparison_has_the_sensitivity_it_was_asked_for() -> None:
    slug, data, expected = BY_HAND["trajan, waiting tiles"]
    assert "sensitivity" not in compare_data(slug, data)
    assert "sensitivity" not in compare_data(slug, data | {"sensitivity": False})
    answer = compare_data(slug, data | {"sensitivity": True})
    assert answer["sensitivity"] == analyse(slug, data).as_json()
    assert answer["sensitivity"]["winners"] == expected["winners"]
    assert answer["columns"] == compare_data(slug, data)["columns"]


def test_sensitivity_that_is_no_boolean_is_a_fault() -> None:
    faults = compare_data("qin", {"players": [{"left": 1}, {"left": 2}], "sensitivity": 1})["faults"]
    assert [(fault["path"], fault["code"]) for fault in faults] == [("sensitivity", "type")]


def test_sheet_that_cannot_be_has_no_sensitivity() -> None:
    """Two players cannot play the Big Box, but they can be compared with the 2009 edition."""
    data = {"edition": "big_box", "players": [{"prestige": 9}, {"prestige": 8}], "sensitivity": True}
    assert compare_data("hansa_teutonica", data)["sensitivity"] is None


@pytest.mark.parametrize(("slug", "data"), [("lanterns", {"players": [{"lanterns": 3}]}), ("qin", {"players": [{"left": 3}, {"left": 3}]})])
def test_nothing_would_have_turned_a_game_without_losers(slug: str, data: dict[str, Any]) -> None:
    assert analyse(slug, data).turned_by == ()
