"""Smallest changes that turn a result, compared with trying every change of every number and every piece."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from interpretations import analyse, change_entry

from scorers.hansa_teutonica.map import CITIES
from scorers.service import score_data
from scorers.turns import MAX_CHANGES

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


def find_smallest_turns(slug: str, data: Mapping[str, Any], reach: int) -> dict[str, int]:
    """Return, by path, the smallest change of one number, up to `reach`, that makes a loser win alone."""
    own = score_data(slug, data)["winners"]
    turns: dict[str, int] = {}
    for path, seat, value in find_numbers(slug, data):
        for distance in range(1, reach + 1):
            results = [
                score_data(slug, change_entry(data, path, number)) for number in (value + distance, value - distance)
            ]
            winners = [
                result["winners"][0] for result in results if "faults" not in result and len(result["winners"]) == 1
            ]
            if any(winner not in own and (seat is None or seat == winner or seat in own) for winner in winners):
                turns[path] = distance
                break
    return turns


@pytest.mark.parametrize("slug", COUNTED)
def test_smallest_turning_changes_are_found(slug: str) -> None:
    chance = random.Random(f"turns of {slug}")
    found_any = 0
    for _ in range(12):
        data = COUNTED[slug](chance)
        own = score_data(slug, data)
        assert "faults" not in own
        turns = analyse(slug, data).as_json()["turned_by"]
        distances = [abs(turn["to"] - turn["from"]) for turn in turns]
        expected = find_smallest_turns(slug, data, 8)
        assert distances == sorted(distances)
        assert [distance for distance in distances if distance <= 8] == sorted(expected.values())[
            : len([d for d in distances if d <= 8])
        ]
        assert len(turns) == MAX_CHANGES or len(expected) <= len(turns)
        for turn, distance in zip(turns, distances, strict=True):
            assert expected.get(turn["path"], distance) == distance
            result = score_data(slug, change_entry(data, turn["path"], turn["to"]))
            assert (result["winners"], [player["total"] for player in result["players"]]) == (
                turn["winners"],
                turn["totals"],
            )
            assert turn["winners"][0] not in own["winners"]
        found_any += bool(turns)
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
        turns = analyse("hansa_teutonica", data).as_json()["turned_by"]
        assert len(turns) == min(MAX_CHANGES, len(expected))
        assert all(turn["to"] in expected[turn["path"]] for turn in turns)
        found += len(turns)
    assert found > 20
