"""The two calculators of Qin, reckoned by hand: a province has 1 pagoda, or 2 from five squares on."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.qin.score import GAME
from scorers.service import ask_calculator

TIED = "%s are tied for the largest province with %s squares each."


def tile(squares: int | None, *touched: list[int] | None, player: str = "A") -> dict[str, Any]:
    return ask_calculator(GAME.calculators["province"], {"squares": squares, "touched": list(touched), "player": player})


def village(*pagodas: int, **data: str) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["village"], {"pagodas": list(pagodas), **data})


def test_a_tile_that_joins_provinces() -> None:
    """A has 4 squares and 1 pagoda, B 2 squares and 1 pagoda; 7 squares have 2."""
    assert tile(1, [4], [2]) == {
        "answer": "A owns the whole province of 7 squares.",
        "reasons": [
            "The largest province has 4 squares without the tile.",
            "A builds pagodas: 1.",
            "B takes pagodas back: 1.",
        ],
        "allowed": True,
        "owner": 0,
        "size": 7,
        "pagodas": [1, -1, 0, 0],
    }


def test_at_most_six_provinces_can_be_joined() -> None:
    """Six provinces of two squares have 6 pagodas; one of 13 squares has 2."""
    answer = tile(1, [2] * 6)
    assert (answer["owner"], answer["size"], answer["pagodas"]) == (0, 13, [-4, 0, 0, 0])
    assert answer["reasons"][1:] == ["A takes pagodas back: 4."]
    (fault,) = tile(1, [2] * 4, None, [3] * 3)["faults"]
    assert fault == {"path": "touched", "code": "too_many", "message": "No more than 6: Sizes of the provinces it touches"}


@pytest.mark.parametrize(
    ("touched", "reason"),
    [
        (([3], [3]), TIED % ("A, B", 3)),
        (([2], [3], None, [3, 2]), TIED % ("B, D", 3)),
        (([5], [4, 5]), "Two major provinces may not be joined."),
        ((None, [6, 5]), "Two major provinces may not be joined."),
    ],
)
def test_a_tile_that_may_not_be_placed(touched: tuple[list[int] | None, ...], reason: str) -> None:
    assert tile(1, *touched) == {
        "answer": "The tile may not be placed there.",
        "reasons": [reason],
        "allowed": False,
        "owner": None,
        "size": 0,
        "pagodas": [0, 0, 0, 0],
    }


def test_major_province_may_join_one_of_four_squares() -> None:
    """B has 5 squares and 2 pagodas, and 11 squares have 2 as well; C's goes back."""
    answer = tile(2, None, [5], [4])
    assert (answer["allowed"], answer["owner"], answer["size"], answer["pagodas"]) == (True, 1, 11, [0, 0, -1, 0])
    assert answer["reasons"][1:] == ["C takes pagodas back: 1."]


@pytest.mark.parametrize(("squares", "number"), [(2, 1), (4, 1), (5, 2)])
def test_a_tile_that_founds_a_province(squares: int, number: int) -> None:
    assert tile(squares, player="C") == {
        "answer": f"C founds a province of {squares} squares.",
        "reasons": [f"C builds pagodas: {number}."],
        "allowed": True,
        "owner": 2,
        "size": squares,
        "pagodas": [0, 0, number, 0],
    }


@pytest.mark.parametrize("squares", [1, None])
def test_a_single_square_and_a_blank_count_found_nothing(squares: int | None) -> None:
    assert tile(squares, player="C") == {
        "answer": "A lone square is not a province, so nothing is built.",
        "reasons": [],
        "allowed": True,
        "owner": None,
        "size": 1,
        "pagodas": [0, 0, 0, 0],
    }


def test_a_province_that_grows_stays_with_its_owner() -> None:
    assert tile(1, None, [4]) == {
        "answer": "The province grows to 5 squares and stays with B.",
        "reasons": ["B builds pagodas: 1."],
        "allowed": True,
        "owner": 1,
        "size": 5,
        "pagodas": [0, 1, 0, 0],
    }
    assert tile(None, None, [3])["answer"] == "The province grows to 4 squares and stays with B."
    assert tile(2, None, [2])["reasons"] == tile(1, [6])["reasons"] == []


@pytest.mark.parametrize(
    ("pagodas", "data", "holder", "answer", "reasons"),
    [
        (
            (2, 1),
            {"holder": "B"},
            0,
            "A holds the village.",
            ["Pagodas beside it: A 2, B 1.", "B takes the pagoda on the village back.", "A puts a pagoda on the village."],
        ),
        ((0, 1), {}, 1, "B holds the village.", ["Pagodas beside it: B 1.", "B puts a pagoda on the village."]),
        ((2, 1), {"holder": "A"}, 0, "A holds the village.", ["Pagodas beside it: A 2, B 1."]),
        (
            (1, 1),
            {"holder": "A"},
            None,
            "Nobody holds the village.",
            ["Pagodas beside it: A 1, B 1.", "A takes the pagoda on the village back."],
        ),
        ((1, 1), {"holder": "A", "tie": "stays"}, 0, "A holds the village.", ["Pagodas beside it: A 1, B 1."]),
        (
            (1, 2, 2),
            {"holder": "A", "tie": "stays"},
            None,
            "Nobody holds the village.",
            ["Pagodas beside it: A 1, B 2, C 2.", "A takes the pagoda on the village back."],
        ),
        ((1, 1), {"tie": "stays"}, None, "Nobody holds the village.", ["Pagodas beside it: A 1, B 1."]),
        ((), {}, None, "Nobody holds the village.", []),
        ((0, 0), {"holder": "B", "tie": "stays"}, None, "Nobody holds the village.", ["B takes the pagoda on the village back."]),
    ],
)
def test_village_goes_to_most_pagodas_or_its_holder(
    pagodas: tuple[int, ...], data: dict[str, str], holder: int | None, answer: str, reasons: list[str]
) -> None:
    assert village(*pagodas, **data) == {"answer": answer, "reasons": reasons, "holder": holder}


def test_equal_provinces_of_one_owner_can_be_joined() -> None:
    """Two provinces of three squares have as many pagodas as one of seven; three of two squares have one more."""
    assert tile(1, [3, 3])["pagodas"] == [0, 0, 0, 0]
    assert tile(1, [2, 2, 2])["pagodas"] == [-1, 0, 0, 0]


@given(st.lists(st.tuples(st.integers(2, 8), st.integers(0, 3)), min_size=1, max_size=4), st.integers(1, 2))
def test_pagodas_match_the_new_province(touched: list[tuple[int, int]], squares: int) -> None:
    answer = tile(squares, *([size for size, owner in touched if owner == seat] for seat in range(4)))
    if not answer["allowed"]:
        assert answer["pagodas"] == [0] * 4
        return
    before = sum(2 if size >= 5 else 1 for size, _ in touched)
    assert before + sum(answer["pagodas"]) == (2 if answer["size"] >= 5 else 1)
    assert answer["size"] == squares + sum(size for size, _ in touched)
    assert answer["owner"] == max(touched)[1]


@given(st.lists(st.integers(0, 6), min_size=4, max_size=4), st.sampled_from(["nobody", *"ABCD"]), st.sampled_from(["nobody", "stays"]))
def test_holder_of_a_village_has_most_pagodas(pagodas: list[int], holder: str, tie: str) -> None:
    after = village(*pagodas, holder=holder, tie=tie)["holder"]
    if after is not None:
        assert pagodas[after] == max(pagodas) > 0
    elif max(pagodas):
        assert pagodas.count(max(pagodas)) > 1
