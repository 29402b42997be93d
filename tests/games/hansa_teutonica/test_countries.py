"""Wales and Scotland on Britannia: each expectation is reckoned by hand beside it.

Source: the Big Box rulebook, whose own example is that two tied for first get 5 each and the next player 2. Whether three share two
places or three is disputed.
"""

from functools import partial

import pytest
import tables

from scorers.hansa_teutonica.modules import score_country

answer = partial(tables.answer, "hansa_teutonica")
column = partial(tables.column, "hansa_teutonica")
points = partial(tables.points, "hansa_teutonica")


def share(*standings: tuple[int, int], shares_all: bool = False) -> list[int]:
    return [one.points for one in score_country("wales", standings, shares_all=shares_all)]


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(3, 3), (2, 5), (1, 1)], [7, 4, 2]),  # cities come before offices
        ([(1, 1), (3, 3), (2, 5)], [2, 7, 4]),
        ([(2, 3), (2, 4), (2, 2)], [4, 7, 2]),  # equal in cities: offices decide
        ([(4, 4), (3, 3), (2, 2), (1, 1)], [7, 4, 2, 0]),  # a fourth place is worth nothing
        ([(2, 2), (0, 9)], [7, 4]),  # the places left over go by offices, after everyone with a city
        ([(1, 1), (0, 3), (0, 5)], [7, 2, 4]),
        ([(0, 1), (0, 0)], [7, 0]),  # without any city in the country the first place is left over
        ([(0, 0), (0, 0)], [0, 0]),  # no office, no points
        ([(1, 2), (1, 2), (0, 1)], [5, 5, 2]),  # the rulebook's: (7 + 4) / 2 = 5.5, and the next has the third place
        ([(2, 2), (1, 1), (1, 1)], [7, 3, 3]),  # (4 + 2) / 2 = 3
        ([(3, 3), (2, 2), (1, 1), (1, 1)], [7, 4, 1, 1]),  # (2 + 0) / 2 = 1
        ([(4, 4), (3, 3), (2, 2), (1, 1), (1, 1)], [7, 4, 2, 0, 0]),
        ([(0, 2), (0, 2), (0, 1)], [5, 5, 2]),  # ties without a city are shared alike
        ([(1, 2), (1, 2), (0, 1), (0, 1)], [5, 5, 1, 1]),  # third place: (2 + 0) / 2
        ([(1, 1), (1, 1), (1, 1)], [3, 3, 3]),  # (7 + 4) / 3 = 3.67
        ([(1, 1), (1, 1), (1, 1), (0, 1)], [3, 3, 3, 0]),  # they take up all three places
        ([(2, 2), (1, 1), (1, 1), (1, 1)], [7, 2, 2, 2]),  # (4 + 2) / 3 = 2
        ([(2, 2), (2, 2), (2, 2), (2, 2), (1, 1)], [2, 2, 2, 2, 0]),  # (7 + 4) / 4 = 2.75
        ([(1, 1)] * 5, [2] * 5),  # 11 / 5 = 2.2
        ([(3, 3), (2, 2), (1, 1), (1, 1), (1, 1)], [7, 4, 0, 0, 0]),  # 2 / 3
    ],
)  # fmt: skip
def test_a_country_pays_places_and_shares(standings: list[tuple[int, int]], expected: list[int]) -> None:
    assert share(*standings) == expected


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(1, 1), (1, 1), (1, 1)], [4, 4, 4]),  # (7 + 4 + 2) / 3 = 4.33
        ([(1, 1), (1, 1), (0, 1)], [5, 5, 2]),  # two share two places either way
        ([(2, 2), (1, 1), (1, 1), (1, 1)], [7, 2, 2, 2]),  # (4 + 2 + 0) / 3 = 2
        ([(1, 1)] * 4, [3] * 4),  # (7 + 4 + 2 + 0) / 4 = 3.25
        ([(1, 1)] * 5, [2] * 5),  # 13 / 5 = 2.6
        ([(2, 2), (2, 2), (1, 1), (1, 1), (1, 1)], [5, 5, 0, 0, 0]),  # 2 / 3
    ],
)
def test_all_places_are_shared_where_chosen(standings: list[tuple[int, int]], expected: list[int]) -> None:
    assert share(*standings, shares_all=True) == expected


@pytest.mark.parametrize(
    ("standings", "shares_all", "expected"),
    [
        ([(2, 2), (1, 1), (0, 1), (0, 0)], False, ["7", "4", "2", "0"]),
        ([(1, 1), (1, 1), (0, 1)], False, ["(7 + 4 − 1) ÷ 2", "(7 + 4 − 1) ÷ 2", "2"]),
        ([(2, 2), (1, 1), (1, 1)], False, ["7", "(4 + 2) ÷ 2", "(4 + 2) ÷ 2"]),
        ([(3, 3), (2, 2), (1, 1), (1, 1)], False, ["7", "4", "2 ÷ 2", "2 ÷ 2"]),
        ([(1, 1), (1, 1), (1, 1)], False, ["(7 + 4 − 2) ÷ 3"] * 3),
        ([(1, 1), (1, 1), (1, 1)], True, ["(7 + 4 + 2 − 1) ÷ 3"] * 3),
        ([(4, 4), (3, 3), (2, 2), (1, 1), (1, 1)], False, ["7", "4", "2", "0", "0"]),
        ([(3, 3), (2, 2), (1, 1), (1, 1), (1, 1)], False, ["7", "4", "0", "0", "0"]),
        ([(3, 3), (2, 2), (2, 2), (1, 1)], True, ["7", "(4 + 2) ÷ 2", "(4 + 2) ÷ 2", "0"]),
        ([(1, 1), None], False, ["7", ""]),
    ],
)
def test_the_working_of_a_country_is_its_shares(
    standings: list[tuple[int, int] | None],
    shares_all: bool,  # noqa: FBT001
    expected: list[str],
) -> None:
    assert [one.working for one in score_country("scotland", standings, shares_all=shares_all)] == expected
    assert {one.key for one in score_country("scotland", standings, shares_all=shares_all)} == {"scotland"}


def test_carlisle_is_scottish_on_the_large_side_only() -> None:
    """Carlisle and Newcastle have 5 and 3 offices for 4 and 5 players, 3 and 3 for fewer; 2 cities, 2 offices that no route joins."""
    large = {"carlisle": [0, None, None, None, None], "newcastle": [0, None, None]}
    result = answer({}, {}, board="britannia", side="4-5", offices=large)["players"][0]
    assert [entry["points"] for entry in result["lines"][4:]] == [4, 1, 0, 7]
    small = {"carlisle": [0, None, None], "newcastle": [0, None, None]}
    result = answer({}, {}, board="britannia", side="2-3", offices=small)["players"][0]
    assert [entry["points"] for entry in result["lines"][4:]] == [4, 2, 0]  # here a route joins them
