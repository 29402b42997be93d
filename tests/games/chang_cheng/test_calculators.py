"""The calculator of Chang Cheng for a full province: examples reckoned by hand, the numbers of the rules, and a law."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_tables import numbers
from tables import check_reply, read_cases

from scorers.chang_cheng import calculators
from scorers.chang_cheng.score import GAME
from scorers.service import ask_calculator


def province(*walls: int, **data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["province"], {"walls": list(walls), **data})


@pytest.mark.parametrize("case", read_cases(__file__, "calculators.tsv"))
def test_calculator_replies_as_reckoned(case: dict[str, str]) -> None:
    check_reply("chang_cheng", case)


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
    space, destroyed, least, most, raised, lowered, architect = (
        row[0] for row in numbers("chang_cheng", "en", "province-value")
    )
    assert (space, destroyed, least, most) == (1, -1, 0, calculators.MAX_PRESTIGE)
    assert (raised, lowered) == (calculators.FLOOD["raise"], calculators.FLOOD["lower"])
    assert architect == calculators.ARCHITECT_POINTS
    walls = [row[0] for row in numbers("chang_cheng", "en", "province-majority")]
    assert walls == [1, 1, 1, 0, calculators.ARCHITECT_WALLS, calculators.GREAT_ARCHITECT_WALLS]


COUNTS = st.lists(st.integers(0, 6), min_size=4, max_size=4)


@given(COUNTS, st.integers(0, 3), st.integers(0, 3), st.integers(0, 4), st.sampled_from(["none", "raise", "lower"]))
def test_only_players_with_most_walls_score(
    walls: list[int], neutral: int, destroyed: int, prestige: int, flood: str
) -> None:
    answer = province(*walls, neutral=neutral, destroyed=destroyed, prestige=prestige, flood=flood)
    if "faults" in answer:
        assert not 3 <= sum(walls) + neutral + destroyed <= 6
        return
    most = max(*walls, neutral)
    assert answer["points"] == [answer["value"] if count == most and count else 0 for count in walls]
    assert answer["value"] == max(0, sum(walls) + neutral + prestige + {"none": 0, "raise": 2, "lower": -2}[flood])
