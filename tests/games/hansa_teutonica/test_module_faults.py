"""What Hansa Teutonica's boards and modules refuse, and what they do not."""

from functools import partial
from typing import Any

import pytest
import tables

from scorers.hansa_teutonica.score import GAME
from scorers.sheet import load_sheet

MISSIONS_ON, FAVOURS_ON = {"modules": ["missions"]}, {"modules": ["favours"]}
faults = partial(tables.faults, "hansa_teutonica")
WIDE = {"board": "britannia", "side": "4-5"}


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        ([{}, {}], {"board": "east"}, [("players", "too_few")]),
        ([{}, {}], {"board": "east", "edition": "big_box"}, [("players", "too_few")]),
        ([{}, {}], {"board": "north"}, [("board", "choice")]),
        ([{}, {}], {"board": "britannia"}, []),
        ([{}, {}], {"modules": ["missions", "missions"]}, [("modules.1", "impossible")]),
        ([{}, {}], {"modules": ["dice"]}, [("modules.0", "choice")]),
        ([{}, {}], {"modules": "missions"}, [("modules", "type")]),
        ([{}, {}], {"three_way": "three_places"}, [("three_way", "choice")]),
        ([{}, {}], {"modules": ["missions"], "board": "britannia"}, [("modules", "impossible")]),
        ([{}, {}, {}], {"modules": ["missions", "favours"], "board": "east"}, [("modules", "impossible")]),
        ([{"mission": 0}, {"mission": 10}], {}, [("players.0.mission", "too_few"), ("players.1.mission", "too_many")]),
        ([{"mission": 1}, {"mission": 1}], {**MISSIONS_ON, "offices": {}}, [("players", "impossible")]),
        ([{"mission": 1}, {"mission": 1}], MISSIONS_ON, []),
        ([{"mission": 1}, {"mission": 1}], {"offices": {}}, []),
        ([{"mission_cities": 4}, {}], {}, [("players.0.mission_cities", "too_many")]),
        ([{"mission_cities": 2, "mission_control": True}, {}], MISSIONS_ON, [("players", "impossible")]),
        ([{"mission_cities": 2, "mission_control": True}, {}], {}, []),
        ([{"mission_cities": 2, "mission_control": True}, {}], {**MISSIONS_ON, "offices": {}}, []),
        ([{"mission_control": 1}, {}], {}, [("players.0.mission_control", "type")]),
        ([{"favours": ["city"]}, {"favours": ["city"]}], FAVOURS_ON, [("players", "impossible")]),
        ([{"favours": ["city", "ability"]}, {"favours": ["city", "ability"]}], FAVOURS_ON, [("players", "impossible")] * 2),
        ([{"favours": ["city"]}, {"favours": ["city"]}], {}, []),
        ([{"favours": ["city", "city"]}, {}], {}, [("players.0.favours.1", "impossible")]),
        ([{"favours": ["book"]}, {}], {}, [("players.0.favours.0", "choice")]),
        ([{"wales_cities": 7}, {}], {}, [("players.0.wales_cities", "too_many")]),
        ([{"scotland_cities": 8}, {}], {}, [("players.0.scotland_cities", "too_many")]),
        # Wales has 17 printed offices on the large side, Scotland too; with 5 annexes 22.
        ([{"wales_offices": 22, "scotland_offices": 22}, {}], WIDE, []),
        (
            [{"wales_offices": 23, "scotland_offices": 23}, {}],
            WIDE,
            [("players.0.wales_offices", "too_many"), ("players.0.scotland_offices", "too_many")],
        ),
        ([{"wales_cities": 6}, {"wales_cities": 0}], WIDE, []),
        ([{"wales_cities": 3}, {"wales_cities": 4}], WIDE, [("players", "impossible")]),
        ([{"wales_cities": 3}, {"wales_cities": 4}], {}, []),
        ([{"wales_cities": 3}, {"wales_cities": 4}], {**WIDE, "offices": {}}, []),
        ([{"scotland_cities": 3}, {"scotland_cities": 4}], WIDE, []),
        ([{"scotland_cities": 4}, {"scotland_cities": 4}], WIDE, [("players", "impossible")]),
        ([{"scotland_cities": 4}, {"scotland_cities": 4}], {"board": "britannia"}, []),
        ([{"wales_cities": 2, "wales_offices": 1}, {}], WIDE, [("players", "impossible")]),
        ([{}, {"scotland_cities": 2, "scotland_offices": 1}], WIDE, [("players", "impossible")]),
        ([{"wales_cities": 2, "wales_offices": 2}, {"wales_cities": 2}], WIDE, []),
        ([{"wales_cities": 0, "wales_offices": 0}, {}], WIDE, []),
        ([{"cities": 28}, {}], {}, [("players.0.cities", "too_many")]),
        ([{"cities": 31}, {}], WIDE, [("players.0.cities", "too_many")]),
        ([{"cities": 30}, {}], WIDE, []),
        ([{"cities": 27}, {}], {"board": "britannia"}, [("players.0.cities", "too_many")]),
        ([{"cities": 26}, {}], {"board": "britannia"}, []),
        ([{"cities": 28}, {}, {}], {"board": "east"}, []),
        ([{}, {"cities": 29}, {}], {"board": "east"}, [("players.1.cities", "too_many")]),
        ([{"cities": 14}, {"cities": 15}, {}], {"board": "east"}, [("players", "impossible")]),
        ([{"cities": 27}, {"cities": 1}], {}, [("players", "impossible")]),
        ([{"cities": 28}, {}], {"offices": {}}, [("players.0.cities", "too_many")]),
    ],
)
def test_modules_refuse_what_cannot_be(players: list[dict[str, Any]], options: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert faults(*players, **options) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"board": "standard", "offices": {"danzig": [0, None, None, None]}}, [("offices.danzig", "unknown")]),
        ({"board": "standard", "offices": {"danzig": [0], "bremen": [0]}}, [("offices.danzig", "unknown")]),
        ({"board": "britannia", "offices": {"bremen": [0]}}, [("offices.bremen", "unknown")]),
        ({"board": "britannia", "offices": {"bremen": [0], "york": [0]}}, [("offices.bremen", "unknown"), ("offices.york", "too_few")]),
        ({"board": "britannia", "offices": {"dunbar": [0]}}, [("offices.dunbar", "unknown")]),
        ({"board": "britannia", "side": "4-5", "offices": {"dunbar": [0]}}, []),
        ({"board": "east", "offices": {"atlantis": [0]}}, [("offices.atlantis", "unknown")]),
        ({"board": "east", "offices": {}, "annexes": {"london": [0]}}, [("annexes.london", "unknown")]),
        ({"board": "east", "offices": {"belgard": [0]}}, [("offices.belgard", "too_many")]),
        ({"board": "east", "offices": {"danzig": [0]}}, [("offices.danzig", "too_few")]),
        ({"board": "east", "offices": {"danzig": [0, None, 1, None]}}, [("offices.danzig", "impossible")]),
        ({"board": "east", "offices": {"danzig": [None, None, 1]}}, [("offices.danzig", "too_few"), ("offices.danzig", "impossible")]),
        ({"board": "east", "offices": {}, "annexes": {"danzig": [0]}}, [("annexes.danzig", "impossible")]),
        ({"board": "east", "offices": {}, "annexes": {"belgard": [0], "waren": [1], "dresden": [2]}}, []),
        ({"board": "standard", "offices": {}, "annexes": {"belgard": [0]}}, [("annexes.belgard", "unknown")]),
        ({"board": "east", "offices": {}, "annexes": {"belgard": [0] * 3, "waren": [1] * 3}}, [("annexes", "too_many")]),
        ({"board": "east", "offices": {}, "permanent": {"danzig": [0]}}, [("permanent.danzig", "unknown")]),
        ({"board": "east", "offices": {}, "permanent": {"waren": [5]}}, [("permanent.waren.0", "choice")]),
        ({"board": "east", "offices": {}, "permanent": {"waren": [0] * 30}}, []),
        ({"board": "east", "offices": {}, "permanent": {"waren": [0] * 31}}, [("players", "impossible")]),
        ({"board": "standard", "offices": {}, "permanent": {"waren": [0] * 31}}, []),
        ({"board": "britannia", "offices": {"london": [0, 0, 0, 0, 0, 0]}}, []),
        ({"board": "britannia", "offices": {"london": [0] * 8}}, [("offices.london", "too_many")]),
        ({"board": "britannia", "side": "4-5", "offices": {"london": [0] * 8}}, []),
        ({"board": "britannia", "side": "4-5", "offices": {"london": [0] * 9}}, [("offices.london", "too_many")]),
    ],
)
def test_offices_fit_the_map_in_use(options: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert faults({}, {}, {}, **options) == expected


def test_contradiction_marks_the_cells_concerned() -> None:
    def entries(*players: dict[str, Any], **options: Any) -> list[tuple[str, ...]]:
        filled = [*players, {}, {}][: max(2, len(players))]
        return [fault.entries for fault in load_sheet(GAME, {"players": filled, **options})]

    assert entries({}, {"mission": 2}, {"mission": 2}, offices={}, **MISSIONS_ON) == [("players.1.mission", "players.2.mission")]
    assert entries({}, {"mission_cities": 1, "mission_control": True}, **MISSIONS_ON) == [
        ("players.1.mission_cities", "players.1.mission_control")
    ]
    assert entries({}, {"wales_cities": 2, "wales_offices": 1}, **WIDE) == [("players.1.wales_cities", "players.1.wales_offices")]
    assert entries({"scotland_cities": 5}, {"scotland_cities": 3}, **WIDE) == [("players.0.scotland_cities", "players.1.scotland_cities")]
    assert entries({"markers": 9}, {"markers": 9}) == [("players.0.markers", "players.1.markers")]
    assert entries({"cities": 20}, {"cities": 20}) == [("players.0.cities", "players.1.cities")]
