"""The calculator of Honshu for a trick: examples reckoned by hand, and a law."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import check_reply, read_cases

from scorers.honshu.score import GAME
from scorers.service import ask_calculator


def trick(*cards: int | None, **data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["trick"], {"cards": list(cards), **data})


@pytest.mark.parametrize("case", read_cases(__file__, "calculators.tsv"))
def test_calculator_replies_as_reckoned(case: dict[str, str]) -> None:
    check_reply("honshu", case)


@given(
    st.lists(st.integers(1, 60), min_size=3, max_size=5, unique=True), st.lists(st.booleans(), min_size=5, max_size=5)
)
def test_cards_with_a_cube_come_first_by_number(cards: list[int], cubes: list[bool]) -> None:
    order = trick(*cards, cubes=cubes[: len(cards)])["order"]
    assert order == sorted(range(len(cards)), key=lambda seat: (not cubes[seat], -cards[seat]))
