"""The calculator of Honshu for a trick; expectations are reckoned by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.honshu.score import GAME
from scorers.service import ask_calculator


def trick(*cards: int | None, **data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["trick"], {"cards": list(cards), **data})


def test_the_trick_of_the_rules() -> None:
    """Rules page, "New order, then pick": 14, 22 with a cube, 51, 35 with a cube."""
    assert trick(14, 22, 51, 35, cubes=[False, True, False, True]) == {
        "answer": "D takes order card 1 and picks first.",
        "reasons": [
            "Order card 1: D, 35 + 60 = 95.",
            "Order card 2: B, 22 + 60 = 82.",
            "Order card 3: C, 51.",
            "Order card 4: A, 14.",
        ],
        "order": [3, 1, 2, 0],
        "values": [14, 82, 51, 95, None],
    }


def test_three_players_may_sit_at_any_of_five_seats() -> None:
    answer = trick(None, 60, 1, None, 59)
    assert (answer["order"], answer["values"]) == ([1, 4, 2], [None, 60, 1, None, 59])
    assert answer["reasons"] == ["Order card 1: B, 60.", "Order card 2: E, 59.", "Order card 3: C, 1."]


@pytest.mark.parametrize("cards", [[], [1], [1, 2], [1, None, 2]])
def test_a_trick_has_three_cards_or_more(cards: list[int | None]) -> None:
    (fault,) = trick(*cards)["faults"]
    assert (fault["path"], fault["code"]) == ("cards", "too_few")
    assert fault["message"] == "Enter the cards of three players or more; with two players the trick works differently"


def test_each_card_is_there_once_and_has_the_cube() -> None:
    assert trick(7, 8, 7, 8, cubes=[True, False, False, False, True])["faults"] == [
        {"path": "cards.2", "code": "impossible", "message": "Card 7 appears twice"},
        {"path": "cards.3", "code": "impossible", "message": "Card 8 appears twice"},
        {"path": "cubes.4", "code": "impossible", "message": "There is a cube, but no card"},
    ]
    assert trick(7, 8, 9, cubes=[False, False, False, False])["order"] == [2, 1, 0]
    assert [fault["path"] for fault in trick(7, 8, 61)["faults"]] == ["cards.2"]


@given(st.lists(st.integers(1, 60), min_size=3, max_size=5, unique=True), st.lists(st.booleans(), min_size=5, max_size=5))
def test_cards_with_a_cube_come_first_by_number(cards: list[int], cubes: list[bool]) -> None:
    order = trick(*cards, cubes=cubes[: len(cards)])["order"]
    assert order == sorted(range(len(cards)), key=lambda seat: (not cubes[seat], -cards[seat]))
