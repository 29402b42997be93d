"""The calculator of Hansa Teutonica for a completed route: examples reckoned by hand, the numbers of the rules, and laws."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_tables import numbers
from tables import check_reply, read_cases

from scorers.hansa_teutonica.box import MARKER_POINTS
from scorers.hansa_teutonica.calculators import EAST_WEST
from scorers.hansa_teutonica.score import GAME
from scorers.service import ask_calculator


def route(**data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["route"], data)


@pytest.mark.parametrize("case", read_cases(__file__, "calculators.tsv"))
def test_calculator_replies_as_reckoned(case: dict[str, str]) -> None:
    check_reply("hansa_teutonica", case)


@pytest.mark.usefixtures("application_context")
def test_east_west_points_match_the_rules() -> None:
    assert [row[0] for row in numbers("hansa_teutonica", "en", "east-west")] == list(EAST_WEST)


@given(st.integers(0, 15))
def test_single_markers_add_up_to_the_total(markers: int) -> None:
    points = sum(route(markers=before)["marker"] for before in range(markers))
    assert points == MARKER_POINTS[min(markers, len(MARKER_POINTS) - 1)]


ROWS = st.lists(st.integers(0, 4), max_size=6)


@given(ROWS, ROWS)
def test_route_pays_a_point_per_city_with_an_office(one: list[int], other: list[int]) -> None:
    assert sum(route(offices={"one": one, "other": other})["points"]) == bool(one) + bool(other)
