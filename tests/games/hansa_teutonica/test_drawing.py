"""How the board of Hansa Teutonica is read from its table and drawn, reckoned anew for each test and not kept from before."""

import pytest

from scorers.hansa_teutonica import drawing
from scorers.hansa_teutonica.map import CITIES, LARGE, ROUTES, SMALL, City, Office, Route, _city, read_offices
from scorers.model import N_

WHITE, COIN, ORANGE = Office("trader", "white", coin=False), Office("trader", "white", coin=True), Office("merchant", "orange", coin=False)
NORTH_TO_SOUTH = [
    "groningen", "emden", "stade", "hamburg", "lubeck",
    "bremen", "perleberg",
    "kampen", "osnabruck", "hannover", "luneburg",
    "minden", "brunswiek", "stendal",
    "arnheim", "munster", "paderborn", "hildesheim", "goslar", "magdeburg",
    "duisburg", "dortmund", "quedlinburg",
    "coellen", "warburg", "gottingen", "halle",
]  # fmt: skip
"""In bands of 100, each from the west to the east."""


def test_offices_are_read_by_piece_ink_and_coin() -> None:
    assert read_offices("□W □W+1 ○O") == (WHITE, COIN, ORANGE)
    assert read_offices("○P □B") == (Office("merchant", "pink", coin=False), Office("trader", "black", coin=False))


def test_sides_have_the_same_offices_unless_declared() -> None:
    assert _city(N_("Here"), "這裡", (3, 4), "□W ○O") == City(
        "Here", "這裡", 3, 4, {SMALL: (WHITE, ORANGE), LARGE: (WHITE, ORANGE)}, "", ()
    )
    city = _city(N_("Here"), "這裡", (3, 4), "□W ○O", small="□W+1", mark="keys", aliases=("Hier",))
    assert city == City("Here", "這裡", 3, 4, {SMALL: (COIN,), LARGE: (WHITE, ORANGE)}, "keys", ("Hier",))


@pytest.mark.parametrize("side", [SMALL, LARGE])
def test_cities_are_drawn_top_down_with_rows_in_the_middle(side: str) -> None:
    places = drawing.cities.__wrapped__(side)
    assert [one.id for one in places] == NORTH_TO_SOUTH
    for one in places:
        assert one.city is CITIES[one.id]
        assert one.offices == one.city.offices[side]
        assert isinstance(one.first, int)
        assert one.first + (one.first + 36 * (len(one.offices) - 1)) == 0, "the first and the last office are as far from the middle"


@pytest.mark.parametrize("side", [SMALL, LARGE])
def test_each_route_of_a_side_is_drawn(side: str) -> None:
    assert [way.route for way in drawing.ways.__wrapped__(side)] == [route for route in ROUTES if side in route.sides]


@pytest.mark.parametrize("side", [SMALL, LARGE])
@pytest.mark.parametrize("turned", [False, True])
def test_drawn_spaces_are_even_between_the_rows(side: str, turned: bool) -> None:  # noqa: FBT001
    """A row reaches 18 for each office and 6 more to each side, 42 up and 26 down; a tavern stands 24 beside the middle, below it."""
    for printed in [route for route in ROUTES if side in route.sides]:
        route = Route(printed.other, printed.one, printed.spaces) if turned else printed
        way = drawing._way(route, side)
        one, other = CITIES[route.one], CITIES[route.other]
        assert way.route is route
        assert way.ends == ((one.x, one.y), (other.x, other.y))
        assert len(way.spaces) == route.spaces
        points = [*way.spaces, way.sign]
        assert points == [(round(x, 1), round(y, 1)) for x, y in points]
        step = [(last - first) / (route.spaces - 1) for first, last in zip(way.spaces[0], way.spaces[-1], strict=True)]
        for i, point in enumerate(way.spaces):
            assert point == pytest.approx([way.spaces[0][axis] + i * step[axis] for axis in (0, 1)], abs=0.15)
        for city, space, sign in ((one, way.spaces[0], -1), (other, way.spaces[-1], 1)):
            across, down = (at + sign * step[axis] / 2 - (city.x, city.y)[axis] for axis, at in enumerate(space))
            reach = max(abs(across) / (18 * len(city.offices[side]) + 6), down / 26, -down / 42)
            assert reach == pytest.approx(1, abs=0.02), "half a step before the first space the row ends"
        middle = [(first + last) / 2 for first, last in zip(way.spaces[0], way.spaces[-1], strict=True)]
        aside = [way.sign[axis] - middle[axis] for axis in (0, 1)]
        assert (aside[0] ** 2 + aside[1] ** 2) ** 0.5 == pytest.approx(24, abs=0.2)
        assert aside[0] * (other.x - one.x) + aside[1] * (other.y - one.y) == pytest.approx(0, abs=60)
        assert aside[1] > 0
