"""The two calculators of Qin: examples reckoned by hand, and laws."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import check_reply, read_cases

from scorers.qin.score import GAME
from scorers.service import ask_calculator


def tile(squares: int | None, *touched: list[int] | None, player: str = "A") -> dict[str, Any]:
    return ask_calculator(
        GAME.calculators["province"], {"squares": squares, "touched": list(touched), "player": player}
    )


def village(*pagodas: int, **data: str) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["village"], {"pagodas": list(pagodas), **data})


@pytest.mark.parametrize("case", read_cases(__file__, "calculators.tsv"))
def test_calculator_replies_as_reckoned(case: dict[str, str]) -> None:
    check_reply("qin", case)


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


@given(
    st.lists(st.integers(0, 6), min_size=4, max_size=4),
    st.sampled_from(["nobody", *"ABCD"]),
    st.sampled_from(["nobody", "stays"]),
)
def test_holder_of_a_village_has_most_pagodas(pagodas: list[int], holder: str, tie: str) -> None:
    after = village(*pagodas, holder=holder, tie=tie)["holder"]
    if after is not None:
        assert pagodas[after] == max(pagodas) > 0
    elif max(pagodas):
        assert pagodas.count(max(pagodas)) > 1
