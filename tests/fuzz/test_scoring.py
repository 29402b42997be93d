"""Random sheets and random data: any input gives a result or faults, and analyses agree with trying everything."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from interpretations import analyse, change_entry
from random_sheets import random_inputs

from scorers.hansa_teutonica.map import CITIES
from scorers.registry import slugs
from scorers.service import dumps, parse, score_data
from scorers.swings import MAX_CHANGES

INPUTS = 200_000
RUNS = 16
CODES = {"unknown", "missing", "type", "choice", "too_few", "too_many", "impossible"}


@pytest.mark.parametrize("run", [0, *(pytest.param(run, marks=pytest.mark.long) for run in range(1, RUNS))])
@pytest.mark.parametrize("slug", slugs())
def test_any_data_gives_a_result_or_faults(slug: str, run: int) -> None:
    count = 0
    for text in random_inputs(slug, run, INPUTS // (RUNS * len(slugs())) + 1):
        answer = score_data(slug, parse(text))
        if "faults" in answer:
            assert answer["faults"], text
            assert {fault["code"] for fault in answer["faults"]} <= CODES, text
            assert all(fault["message"] for fault in answer["faults"]), text
        else:
            count += 1
            assert all(
                player["total"] == sum(line["points"] for line in player["lines"]) for player in answer["players"]
            ), text
        assert json.loads(dumps(answer)), text
    assert count


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
    "chang_cheng": lambda chance: {"track": chance.randint(20, 26), "chain": chance.randint(1, 4), "provinces": 1,
    "unplayed": 0},
    "hansa_teutonica": lambda chance: {
        "prestige": chance.randint(30, 31), "actions": chance.randint(0, 4), "keys": 0, "network": chance.randint(0, 1),
        "cities": 0,
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


COUNTED: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "chang_cheng": lambda chance: {
        "regions": [
            {"threat": 3, "walls": [chance.randint(0, 4), chance.randint(0, 4)],
            "neutral": chance.randint(0, 2)} for _ in range(3)
        ],
        "players": [{"track": chance.randint(20, 30)} for _ in range(2)],
    },
    "hansa_teutonica": lambda chance: {
        "players": [
            {"prestige": chance.randint(10, 14), "keys": chance.randint(0, 4), "actions": chance.randint(0, 5),
             "privilege": chance.randint(0, 3),
             "book": chance.randint(0, 3), "bag": chance.randint(0, 3), "markers": chance.randint(0, 5),
             "cities": chance.randint(0, 6),
             "network": chance.randint(0, 9)}
            for _ in range(3)
        ]
    },
    "honshu": lambda chance: {
        "players": [
            {"forest": chance.randint(3, 9), "town": chance.randint(3, 12),
            "lakes": [chance.randint(1, 4), chance.randint(1, 4)],
             "factories": {"2": 1, "3": chance.randint(0, 3), "4": chance.randint(0, 2)},
             "fallow": chance.randint(0, 4)}
            for _ in range(3)
        ]
    },
    "qin": lambda chance: {"players": [{"left": chance.randint(0, 9)} for _ in range(4)]},
    "trajan": lambda chance: {
        "players": [
            {"points": chance.randint(40, 60), "hand": chance.randint(0, 3), "workers_camp": 1, "legionnaires_camp": 2,
            "trajan_tiles": 1,
             "construction": {"stairs": 1, "door": chance.randint(0, 2), "fountain": 0, "roof": 0, "window": 0},
             "senate": seat + 1}
            for seat in range(2)
        ]
    },
}  # fmt: skip


def find_numbers(slug: str, data: Mapping[str, Any]) -> Iterator[tuple[str, int | None, int]]:
    """Yield the path, the seat and the value of every number in the data of a sheet."""
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


def find_smallest_swings(slug: str, data: Mapping[str, Any], reach: int) -> dict[str, int]:
    """Return, by path, the smallest change of one number, up to `reach`, that makes a loser win alone."""
    own = score_data(slug, data)["winners"]
    swings: dict[str, int] = {}
    for path, seat, value in find_numbers(slug, data):
        for distance in range(1, reach + 1):
            results = [
                score_data(slug, change_entry(data, path, number)) for number in (value + distance, value - distance)
            ]
            winners = [
                result["winners"][0] for result in results if "faults" not in result and len(result["winners"]) == 1
            ]
            if any(winner not in own and (seat is None or seat == winner or seat in own) for winner in winners):
                swings[path] = distance
                break
    return swings


@pytest.mark.parametrize("slug", COUNTED)
def test_smallest_turning_changes_are_found(slug: str) -> None:
    chance = random.Random(f"swings of {slug}")
    found_any = 0
    for _ in range(12):
        data = COUNTED[slug](chance)
        own = score_data(slug, data)
        assert "faults" not in own
        swings = analyse(slug, data).as_json()["turned_by"]
        distances = [abs(swing["to"] - swing["from"]) for swing in swings]
        expected = find_smallest_swings(slug, data, 8)
        assert distances == sorted(distances)
        assert [distance for distance in distances if distance <= 8] == sorted(expected.values())[
            : len([d for d in distances if d <= 8])
        ]
        assert len(swings) == MAX_CHANGES or len(expected) <= len(swings)
        for turn, distance in zip(swings, distances, strict=True):
            assert expected.get(turn["path"], distance) == distance
            result = score_data(slug, change_entry(data, turn["path"], turn["to"]))
            assert (result["winners"], [player["total"] for player in result["players"]]) == (
                turn["winners"],
                turn["totals"],
            )
            assert turn["winners"][0] not in own["winners"]
        found_any += bool(swings)
    assert found_any > 3


def pieces_on_map(data: Mapping[str, Any], own: Sequence[int]) -> Iterator[tuple[str, int, list[int | None]]]:
    """Yield path, owner and row of every city with one more office of a loser, or one fewer of a winner."""
    for city in CITIES:
        row = list(data["offices"].get(city, [None] * len(CITIES[city].offices["2-3"])))
        free = row.index(None) if None in row else len(row)
        for seat in range(3):
            if seat not in own and free < len(row):
                yield f"offices.{city}", seat, [*row[:free], seat, *row[free + 1 :]]
            if seat in own:
                yield from (
                    (f"offices.{city}", seat, [*row[:at], *row[at + 1 :], None])
                    for at in range(free)
                    if row[at] == seat
                )


def test_pieces_that_turn_a_game_are_all_found() -> None:
    """The random maps have no numbers, so only pieces can turn the game."""
    chance = random.Random("pieces")
    found = 0
    for _ in range(25):
        cities = chance.sample([city for city in CITIES if CITIES[city].offices["2-3"]], 9)
        offices = {}
        for city in cities:
            size = len(CITIES[city].offices["2-3"])
            taken = chance.randint(1, size)
            offices[city] = [*(chance.randrange(3) for _ in range(taken)), *[None] * (size - taken)]
        data = {"offices": offices, "players": [{"coellen": [7]}, {}, {}]}
        own = score_data("hansa_teutonica", data)["winners"]
        expected: dict[str, list[list[int | None]]] = {}
        for path, owner, row in pieces_on_map(data, own):
            winners = score_data("hansa_teutonica", change_entry(data, path, row)).get("winners", [])
            if len(winners) == 1 and winners[0] not in own and (owner == winners[0] or owner in own):
                expected.setdefault(path, []).append(row if any(seat is not None for seat in row) else None)
        swings = analyse("hansa_teutonica", data).as_json()["turned_by"]
        assert len(swings) == min(MAX_CHANGES, len(expected))
        assert all(swing["to"] in expected[swing["path"]] for swing in swings)
        found += len(swings)
    assert found > 20
