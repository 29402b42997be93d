"""What faults say, word for word: each sentence with the numbers of the rules and the names at the table."""

from typing import Any

import pytest
import tables

ANN, BO = {"name": "Ann"}, {"name": "Bo"}
THIRTY = {
    "arnheim": 4, "minden": 4, "stendal": 4, "hamburg": 3, "osnabruck": 3, "perleberg": 3, "coellen": 2, "emden": 2, "groningen": 2,
    "halle": 2,
}  # fmt: skip
"""Printed offices of cities that have 29 together; two annexes make 31."""
SAID: list[tuple[str, list[dict[str, Any]], dict[str, Any], str]] = [
    ("qin", [{"left": 20}, {}, {}], {}, "With 3 players each has only 19 pagodas"),
    ("chang_cheng", [{"provinces": 10}, {}, {}], {"events": ["diplomacy"]}, "With 3 players there are only 9 provinces"),
    ("hansa_teutonica", [{"markers": 16}, {}, {}], {"edition": "big_box"}, "Bonus markers must be 15 or fewer"),
    ("hansa_teutonica", [{"markers": 9}, {"markers": 8}], {}, "17 bonus markers are collected; the box has 16"),
    (
        "hansa_teutonica",
        [ANN | {"coellen": [8]}, BO | {"coellen": [8]}],
        {},
        "Special space 8 cannot be held by all of Ann, Bo: one player must have it",
    ),
    (
        "hansa_teutonica",
        [{"coellen": [7, 8, 9], "book": 1}, {}],
        {},
        "No more than 2 merchants on special spaces: the Book row has released no more",
    ),
    ("hansa_teutonica", [{"coellen": [9], "privilege": 1}, {}], {}, "Your Privilege allows special spaces up to 8"),
    ("hansa_teutonica", [{}, {}], {"board": "east"}, "The Eastern board needs 3 players or more"),
    (
        "hansa_teutonica",
        [{}, {}],
        {"board": "britannia", "modules": ["missions"]},
        "Mission cards are for the standard board: untick them, or choose that board",
    ),
    (
        "hansa_teutonica",
        [ANN | {"favours": ["city"]}, BO | {"favours": ["city", "ability"]}],
        {"modules": ["favours"]},
        "City tile: it cannot be held by all of Ann, Bo, one player must have it",
    ),
    (
        "hansa_teutonica",
        [ANN | {"mission": 9}, BO | {"mission": 9}],
        {"modules": ["missions"], "offices": {}},
        "Ann, Bo cannot all have the mission card Dortmund, Stendal, Münster",
    ),
    (
        "hansa_teutonica",
        [BO | {"mission_cities": 2, "mission_control": True}, {}],
        {"modules": ["missions"]},
        "Bo cannot control all 3 cities of the mission with offices in 2",
    ),
    (
        "hansa_teutonica",
        [{"wales_cities": 4}, {"wales_cities": 3}],
        {"board": "britannia"},
        "7 cities are controlled in Wales; there are 6",
    ),
    (
        "hansa_teutonica",
        [ANN | {"scotland_cities": 3, "scotland_offices": 2}, {}],
        {"board": "britannia", "side": "4-5"},
        "Ann cannot control 3 cities in Scotland with 2 offices there",
    ),
    ("hansa_teutonica", [{"cities": 29}, {}, {}], {"board": "east"}, "Cities controlled must be 28 or fewer"),
    ("hansa_teutonica", [{"cities": 14}, {"cities": 13}], {"board": "britannia"}, "27 cities are controlled; the map has 26"),
    ("hansa_teutonica", [{}, {}], {"offices": {"danzig": [0, None, None, None]}}, "Danzig is not on this board"),
    ("hansa_teutonica", [{}, {}], {"offices": {}, "annexes": {"london": [0]}}, "London is not on this board"),
    (
        "hansa_teutonica",
        [{}, {}, {}],
        {"board": "east", "offices": {"waren": [0]}},
        "Waren has no printed office spaces: enter annexes and permanent offices",
    ),
    (
        "hansa_teutonica",
        [ANN, {}],
        {"offices": {city: [0] * printed for city, printed in THIRTY.items()}, "annexes": {"emden": [0, 0]}},
        "Ann cannot have 31 offices: there are 30 pieces",
    ),
    ("hansa_teutonica", [{}, {}], {"offices": {"emden": [0]}}, "Emden has 2 printed office spaces: enter as many"),
    ("hansa_teutonica", [{}, {}], {"offices": {"emden": [None, 0]}}, "Offices in Emden must be filled from the left, without a gap"),
    (
        "hansa_teutonica",
        [{}, {}],
        {"offices": {}, "annexes": {"emden": [0]}},
        "An annex in Emden needs an office to its right, and there is none",
    ),
    ("hansa_teutonica", [{}, {}], {"edition": "big_box"}, "The Big Box needs 3 players or more"),
    (
        "chang_cheng",
        [{}, {}],
        {"wall": "A B", "mongol": [2], "threats": [2]},
        "With the whole wall, also enter the province sizes",
    ),
    ("chang_cheng", [{}, {}], {"wall": "A B", "china": [2], "threats": [2]}, "With the whole wall, also enter the region sizes"),
    ("chang_cheng", [{}, {}], {"wall": "A B", "china": [2], "mongol": [2]}, "With the whole wall, also enter the threat tiles"),
    (
        "chang_cheng",
        [{}, {}],
        {"wall": " ".join("A" * 10), "china": [1] * 10, "mongol": [10], "threats": [2]},
        "With 2 players there are only 9 on this side of the wall",
    ),
]


@pytest.mark.parametrize(("slug", "players", "options", "sentence"), SAID, ids=[f"{text[0]}: {text[3][:30]}" for text in SAID])
def test_fault_is_one_sentence(slug: str, players: list[dict[str, Any]], options: dict[str, Any], sentence: str) -> None:
    assert tables.messages(slug, *players, **options) == [sentence]


def test_unreadable_text_is_quoted_up_to_twenty_letters() -> None:
    (land,) = tables.messages("honshu", {"map": "F / F " + "Q" * 25}, {})
    assert land.startswith(f"Row 2, column 2: {'Q' * 20} is not a square")
    (wall,) = tables.messages("chang_cheng", wall="A " + "Q" * 25, china=[2], mongol=[2], threats=[2])
    assert wall.startswith(f"Space 2: {'Q' * 20} must be one of . x n A B;")


# What is at the very edge of the rules is no fault


def test_fully_built_wall_is_no_fault() -> None:
    """Three players, three boards: 39 spaces, 13 walls each."""
    full = [{"walls": [13, 13, 13]}]
    for neutral in ("competes", "ignored"):
        assert tables.messages("chang_cheng", {}, {}, {}, regions=full, neutral=neutral) == []


def test_a_blank_count_is_held_against_no_factories() -> None:
    player = {"factories": {"2": 0, "3": 0, "4": 0}}
    assert tables.messages("honshu", player, {}, end_card="grey_brown") == []


def test_fewer_actions_win_a_tie_of_the_big_box_down_to_none() -> None:
    """Both have 5 points and no network: who freed no Actions at all has fewer than who freed one level."""
    entries = {"prestige": 5, "keys": 0, "privilege": 0, "book": 0, "bag": 0, "markers": 0, "cities": 0, "network": 0}
    result = tables.answer("hansa_teutonica", entries | {"actions": 1}, entries | {"actions": 0}, {}, edition="big_box")
    assert (result["winners"], result["decided_by"]) == ([1], "actions")
