"""The calculator of Chang Cheng for a full province; expectations are reckoned by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_tables import numbers

from scorers.chang_cheng import calculators
from scorers.chang_cheng.score import GAME
from scorers.service import ask_calculator


def province(*walls: int, **data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["province"], {"walls": list(walls), **data})


def test_the_example_of_the_rules() -> None:
    """Rules page, "The value of a province": 5 spaces, tile 3, a traitor destroys one wall, a flood raises."""
    assert province(2, 2, destroyed=1, prestige=3, flood="raise") == {
        "answer": "A, B are tied and score 9 each.",
        "reasons": ["Value: 5 − 1 + 3 + 2 = 9.", "Walls, with architects: A 2, B 2."],
        "value": 9,
        "points": [9, 9, 0, 0],
    }


def test_architect_walls_count_for_majority_not_for_value() -> None:
    """B has 1 wall and the great architect's 2 against A's 2; the three spaces are worth 3."""
    assert province(2, 1, added=[0, 2]) == {
        "answer": "B scores 3.",
        "reasons": ["Value: 3 = 3.", "Walls, with architects: A 2, B 3."],
        "value": 3,
        "points": [0, 3, 0, 0],
    }


def test_neutral_walls_can_be_most() -> None:
    assert province(1, 1, neutral=2) == {
        "answer": "Nobody scores: no player has the most walls.",
        "reasons": ["Value: 4 = 4.", "Walls, with architects: A 1, B 1.", "Neutral walls: 2."],
        "value": 4,
        "points": [0, 0, 0, 0],
    }
    assert province(2, 1, neutral=2, prestige=1)["points"] == [6, 0, 0, 0]


def test_province_of_destroyed_walls_pays_nobody() -> None:
    """Three spaces, all of them destroyed, make 3 − 3 = 0."""
    assert province(destroyed=3) == {
        "answer": "Nobody scores: no player has the most walls.",
        "reasons": ["Value: 3 − 3 = 0."],
        "value": 0,
        "points": [0, 0, 0, 0],
    }


def test_value_of_a_province_is_never_negative() -> None:
    """Three spaces, two of them destroyed, under a flood: 3 − 2 − 2 = −1, with the same sign throughout."""
    reply = province(0, 0, 0, 1, destroyed=2, flood="lower")
    assert reply["reasons"][0] == "Value: 3 − 2 − 2 = −1."
    assert (reply["answer"], reply["value"], reply["points"]) == ("D scores 0.", 0, [0, 0, 0, 0])
    assert reply["reasons"][1:] == ["A province is never worth less than 0.", "Walls, with architects: D 1."]


def test_an_architect_raises_the_value_by_two_or_adds_a_wall() -> None:
    answer = province(2, 1, architect="points", prestige=1)
    assert (answer["value"], answer["points"]) == (6, [6, 0, 0, 0])
    assert answer["reasons"][0] == "Value: 3 + 1 + 2 = 6."
    assert province(2, 1, added=[0, 1])["points"] == [3, 3, 0, 0]


@pytest.mark.parametrize("walls", [[3], [1, 2], [6], [3, 3]])
def test_a_province_has_from_three_to_six_spaces(walls: list[int]) -> None:
    assert province(*walls)["value"] == sum(walls)


@pytest.mark.parametrize(("walls", "spaces"), [([2], 2), ([4, 3], 7), ([], 0)])
def test_other_provinces_are_not_printed(walls: list[int], spaces: int) -> None:
    message = f"This makes {spaces} spaces, but a full province has from 3 to 6"
    assert province(*walls)["faults"] == [{"path": "walls", "code": "impossible", "message": message}]


def test_neutral_and_destroyed_walls_are_spaces_too() -> None:
    assert province(1, neutral=1, destroyed=1)["value"] == 2
    assert province(4, neutral=2, destroyed=1)["faults"][0]["path"] == "walls"


@pytest.mark.parametrize(
    ("architect", "added", "possible"),
    [
        ("none", [], True),
        ("none", [1], True),
        ("none", [0, 2], True),
        ("none", [2, 1], True),
        ("none", [3], True),
        ("none", [1, 1], False),
        ("none", [2, 2], False),
        ("none", [1, 3], False),
        ("none", [3, 1], False),
        ("none", [1, 1, 1], False),
        ("points", [], True),
        ("points", [2], True),
        ("points", [1], False),
        ("points", [3], False),
        ("points", [1, 2], False),
    ],
)
def test_there_is_one_architect_and_one_great_architect(architect: str, added: list[int], possible: bool) -> None:  # noqa: FBT001
    answer = province(3, added=added, architect=architect)
    if possible:
        assert "points" in answer
        return
    (fault,) = answer["faults"]
    assert (fault["path"], fault["code"]) == ("added", "impossible")
    assert fault["message"].startswith("Cards of one number cancel each other")


@pytest.mark.usefixtures("application_context")
def test_numbers_match_the_rules() -> None:
    space, destroyed, least, most, raised, lowered, architect = (row[0] for row in numbers("chang_cheng", "en", "province-value"))
    assert (space, destroyed, least, most) == (1, -1, 0, calculators.MAX_PRESTIGE)
    assert (raised, lowered) == (calculators.FLOOD["raise"], calculators.FLOOD["lower"])
    assert architect == calculators.ARCHITECT_POINTS
    walls = [row[0] for row in numbers("chang_cheng", "en", "province-majority")]
    assert walls == [1, 1, 1, 0, calculators.ARCHITECT_WALLS, calculators.GREAT_ARCHITECT_WALLS]


COUNTS = st.lists(st.integers(0, 6), min_size=4, max_size=4)


@given(COUNTS, st.integers(0, 3), st.integers(0, 3), st.integers(0, 4), st.sampled_from(["none", "raise", "lower"]))
def test_only_players_with_most_walls_score(walls: list[int], neutral: int, destroyed: int, prestige: int, flood: str) -> None:
    answer = province(*walls, neutral=neutral, destroyed=destroyed, prestige=prestige, flood=flood)
    if "faults" in answer:
        assert not 3 <= sum(walls) + neutral + destroyed <= 6
        return
    most = max(*walls, neutral)
    assert answer["points"] == [answer["value"] if count == most and count else 0 for count in walls]
    assert answer["value"] == max(0, sum(walls) + neutral + prestige + {"none": 0, "raise": 2, "lower": -2}[flood])
