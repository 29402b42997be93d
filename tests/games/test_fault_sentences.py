"""The sentences of faults, with the numbers of the rules and the names of the players, and sheets just within the
rules.
"""

from typing import Any

import pytest
import tables

from scorers.service import score_data

ANN, BO = {"name": "Ann"}, {"name": "Bo"}
OF_ONE_PLAYER = [
    (
        [ANN | {"coellen": [8]}, BO | {"coellen": [8]}],
        {},
        "Special space 8 cannot belong to all of Ann, Bo: choose one player",
    ),
    (
        [ANN | {"favours": ["city"]}, BO | {"favours": ["city", "ability"]}],
        {"modules": ["favours"]},
        "City tile cannot belong to all of Ann, Bo: choose one player",
    ),
]
"""Sheets that a link cannot spell, as it names one owner of such a thing."""


@pytest.mark.parametrize(
    ("slug", "query", "sentence"),
    [
        ("qin", "n=3&0.left=20", "With 3 players each has only 19 pagodas"),
        ("chang_cheng", "n=3&events=diplomacy&0.provinces=10", "With 3 players there are only 9 provinces"),
        ("chang_cheng", "wall=A B&mongol=2&threats=2", "With the whole wall, also enter the province sizes"),
        ("chang_cheng", "wall=A B&china=2&threats=2", "With the whole wall, also enter the region sizes"),
        ("chang_cheng", "wall=A B&china=2&mongol=2", "With the whole wall, also enter the threat tiles"),
        (
            "chang_cheng",
            "wall=A A A A A A A A A A&china=1 1 1 1 1 1 1 1 1 1&mongol=10&threats=2",
            "With 2 players there are only 9 on this side of the wall",
        ),
    ],
)
def test_fault_is_one_sentence(slug: str, query: str, sentence: str) -> None:
    assert [fault["message"] for fault in score_data(slug, tables.read_query(slug, query))["faults"]] == [sentence]


@pytest.mark.parametrize(("players", "options", "sentence"), OF_ONE_PLAYER)
def test_thing_of_two_players_is_one_fault(
    players: list[dict[str, Any]], options: dict[str, Any], sentence: str
) -> None:
    assert tables.messages("hansa_teutonica", *players, **options) == [sentence]


def test_unreadable_text_is_quoted_up_to_twenty_letters() -> None:
    (land,) = tables.messages("honshu", {"map": "F / F " + "Q" * 25}, {})
    assert land.startswith(f"Row 2, column 2: {'Q' * 20} is not a square")
    (wall,) = tables.messages("chang_cheng", wall="A " + "Q" * 25, china=[2], mongol=[2], threats=[2])
    assert wall.startswith(f"Space 2: {'Q' * 20} must be one of . x n A B;")


# Sheets just within the rules


def test_fully_built_wall_is_no_fault() -> None:
    """Three players, three boards: 39 spaces, 13 walls each."""
    full = [{"walls": walls} for walls in ([2, 1, 1], [1, 2, 1], [1, 1, 2]) for _ in range(3)]
    full[0] = {"walls": [3, 2, 2]}
    for neutral in ("competes", "ignored"):
        assert tables.messages("chang_cheng", {}, {}, {}, regions=full, neutral=neutral) == []


def test_blank_factory_count_allows_any_cubes() -> None:
    player = {"factories": {"2": 0, "3": 0, "4": 0}}
    assert tables.messages("honshu", player, {}, end_card="grey_brown") == []


def test_fewer_actions_win_a_big_box_tie_down_to_none() -> None:
    """Both have 5 points and no network: B has freed no Actions, fewer than A's one level."""
    entries = {"prestige": 5, "keys": 0, "privilege": 0, "book": 0, "bag": 0, "markers": 0, "cities": 0, "network": 0}
    result = tables.answer("hansa_teutonica", entries | {"actions": 1}, entries | {"actions": 0}, {}, edition="big_box")
    assert (result["winners"], result["decided_by"]) == ([1], "actions")
