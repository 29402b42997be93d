"""Sensitivity of random sheets, compared with scoring them under all interpretations."""

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from interpretations import analyse

from scorers.service import score_data

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
"""The options of each game that are interpretations, written independently of their declarations."""


def random_sheet(slug: str, chance: random.Random) -> dict[str, Any]:
    """Return a sheet whose players are close to each other, with all entries that any interpretation needs."""
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
    chance = random.Random(f"sensitivity of {slug}")
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
    """Return the results under all interpretations, by the options that differ from those of the sheet."""
    results = {}
    options = INTERPRETATIONS[slug]
    for values in product(*options.values()):
        changed = dict(zip(options, values, strict=True))
        result = score_data(slug, {**data, **changed})
        if "faults" not in result:
            results[tuple((name, value) for name, value in changed.items() if value != data[name])] = result
    return results


@pytest.mark.parametrize("slug", INTERPRETATIONS)
def test_sensitivity_agrees_with_brute_force(slug: str) -> None:
    turned = 0
    for data in random_sheets(slug, 60):
        every = brute_force(slug, data)
        own = every[()]["winners"]
        found = analyse(slug, data).as_json()
        assert found["winners"][0] == own
        assert {tuple(winners) for winners in found["winners"]} == {
            tuple(result["winners"]) for result in every.values()
        }
        assert len(found["winners"]) == len({tuple(winners) for winners in found["winners"]})
        changing = {frozenset(options): result for options, result in every.items() if result["winners"] != own}
        smallest = {options for options in changing if not any(other < options for other in changing)}
        assert {frozenset(change["options"].items()) for change in found["changes"]} == smallest
        assert len(found["changes"]) == len(smallest)
        sizes = [len(change["options"]) for change in found["changes"]]
        assert sizes == sorted(sizes)
        for change in found["changes"]:
            result = changing[frozenset(change["options"].items())]
            assert (change["winners"], change["totals"]) == (
                result["winners"],
                [player["total"] for player in result["players"]],
            )
        assert found["complete"]
        turned += len(smallest) > 0
    assert turned > 3 or slug == "qin"
