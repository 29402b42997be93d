"""The calculator of Hansa Teutonica for a completed route; expectations are reckoned by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_tables import numbers

from scorers.hansa_teutonica.box import MARKER_POINTS
from scorers.hansa_teutonica.calculators import EAST_WEST
from scorers.hansa_teutonica.score import GAME
from scorers.service import ask_calculator


def route(**data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["route"], data)


def test_both_controllers_get_a_point_for_a_completed_route() -> None:
    """A tie in the one city goes to A, whose office is furthest right; the other is B's. C sets up a coin and is second to connect."""
    reply = route(player="C", offices={"one": [1, 0, 1, 0], "other": [1]}, coin=True, east_west=2)
    assert reply == {
        "answer": "Prestige at once: A 1, B 1, C 5.",
        "reasons": [
            "One city: controlled by A, 1.",
            "The other city: controlled by B, 1.",
            "Coin: C, 1.",
            "East–West connection: C, 4.",
        ],
        "points": [1, 1, 5, 0, 0],
        "marker": 0,
    }


def test_a_coin_on_britannia_is_worth_two() -> None:
    reply = route(player="B", coin=True, british_coin=True)
    assert (reply["points"], reply["reasons"][-1]) == ([0, 2, 0, 0, 0], "Coin: B, 2.")
    assert route(player="B", british_coin=True)["points"] == [0] * 5


def test_a_city_takes_the_offices_of_london_and_all_annexes() -> None:
    """London has 8 printed offices for 4 and 5 players; with 5 annexes 13."""
    assert route(offices={"one": [0] * 6 + [1] * 7})["points"] == [0, 1, 0, 0, 0]
    assert "faults" in route(offices={"one": [0] * 14})


def test_controller_of_both_cities_gets_all_points() -> None:
    reply = route(player="E", offices={"one": [4], "other": [4]}, coin=True)
    assert (reply["answer"], reply["points"]) == ("Prestige at once: E 3.", [0, 0, 0, 0, 3])


def test_city_without_offices_pays_nobody() -> None:
    reply = route()
    assert reply == {
        "answer": "Nobody gets prestige.",
        "reasons": ["One city: no office, so nobody gets a point.", "The other city: no office, so nobody gets a point."],
        "points": [0, 0, 0, 0, 0],
        "marker": 0,
    }
    assert route(offices={"other": [3]})["reasons"] == [
        "One city: no office, so nobody gets a point.",
        "The other city: controlled by D, 1.",
    ]


@pytest.mark.parametrize(("place", "points"), [(1, 7), (2, 4), (3, 2)])
def test_the_east_west_connection(place: int, points: int) -> None:
    assert route(player="D", east_west=place)["points"] == [0, 0, 0, points, 0]
    assert route(player="D", east_west=place)["reasons"][-1] == f"East–West connection: D, {points}."


@pytest.mark.parametrize(
    ("before", "one", "other"),
    [(0, 0, 1), (1, 1, 3), (2, 3, 3), (3, 3, 6), (4, 6, 6), (5, 6, 10), (7, 10, 15), (9, 15, 21), (10, 21, 21), (14, 21, 21)],
)
def test_a_marker_raises_what_all_markers_pay(before: int, one: int, other: int) -> None:
    """1 marker pays 1, 2 and 3 pay 3, 4 and 5 pay 6, 6 and 7 pay 10, 8 and 9 pay 15, 10 and more pay 21."""
    answer = route(markers=before)
    text = f"At the end of the game, the bonus marker is worth {other} − {one} = {other - one} more."
    assert (answer["marker"], answer["reasons"][-1]) == (other - one, text)
    assert answer["points"] == [0] * 5


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
