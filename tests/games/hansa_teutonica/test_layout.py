"""The drawn maps of Hansa Teutonica: cities apart and true to the compass, routes clear of other cities, spaces even between them."""

from dataclasses import replace
from itertools import combinations

import pytest

from scorers.hansa_teutonica import drawing
from scorers.hansa_teutonica.boards import MAPS
from scorers.hansa_teutonica.drawing import CityDrawing
from scorers.hansa_teutonica.map import CITIES, LARGE, ROUTES, SMALL, Route

OFFICE, NAME, NEAR = 34, 20, 4
"""The width of an office, the height of a name, and the least distance of one city's row from another's, in the units of a drawing."""
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
Point = tuple[float, float]
Box = tuple[float, float, float, float]


def find_box(town: CityDrawing, around: float = 0) -> Box:
    """Return left, top, right and bottom of a city's slots, one annex left of them and the name above, with a margin."""
    half, city = town.slots * OFFICE / 2, town.city
    return (
        city.x - half - OFFICE - around,
        city.y - OFFICE / 2 - NAME - around,
        city.x + half + around,
        city.y + OFFICE / 2 + around,
    )


def special_box(name: str) -> Box:
    """Return the box of four special spaces, 38 apart, and the words above."""
    x, y = drawing.SPECIAL_PLACES[MAPS[name].special]
    return x - 76, y - 36, x + 76, y + 20


def is_apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def left_of(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    return left_of(a, b, c) * left_of(a, b, d) < 0 and left_of(c, d, a) * left_of(c, d, b) < 0


def runs_through(start: Point, stop: Point, box: Box) -> bool:
    """Return whether a line crosses one of the diagonals of a box."""
    left, top, right, bottom = box
    return is_crossing(start, stop, (left, top), (right, bottom)) or is_crossing(
        start, stop, (left, bottom), (right, top)
    )


@pytest.mark.parametrize("name", MAPS)
def test_cities_are_in_the_field_and_apart(name: str) -> None:
    left, top, width, height = drawing.FIELDS[name]
    boxes = {town.id: find_box(town) for town in drawing.cities(name)} | {"special": special_box(name)}
    for city, box in boxes.items():
        assert box[0] >= left, city
        assert box[1] >= top, city
        assert box[2] <= left + width, city
        assert box[3] <= top + height, city
    for (city, one), (other_city, other) in combinations(boxes.items(), 2):
        grown = (one[0] - NEAR, one[1] - NEAR, one[2] + NEAR, one[3] + NEAR)
        assert is_apart(grown, other), (city, other_city)


@pytest.mark.parametrize("name", MAPS)
def test_no_route_crosses_another_or_a_city(name: str) -> None:
    ways = drawing.ways(name)
    for one, other in combinations(ways, 2):
        assert len({*one.ends, *other.ends}) < 4 or not is_crossing(*one.ends, *other.ends), (one.route, other.route)
    boxes = {town.id: find_box(town) for town in drawing.cities(name)} | {"special": special_box(name)}
    for way in ways:
        for city, box in boxes.items():
            assert city in (way.route.one, way.route.other) or not runs_through(*way.ends, box), (way.route, city)


@pytest.mark.parametrize("name", MAPS)
def test_signs_of_routes_overlap_nothing(name: str) -> None:
    boxes = [find_box(town) for town in drawing.cities(name)] + [special_box(name)]
    left, top, width, height = drawing.FIELDS[name]
    for way in drawing.ways(name):
        if way.route.tavern or way.route.permanent:
            x, y = way.sign
            sign = (x - 9, y - 9, x + 9, y + 9)
            assert all(is_apart(sign, box) for box in boxes), way.route
            assert not any(runs_through(*other.ends, sign) for other in drawing.ways(name)), way.route
            assert sign[0] >= left
            assert sign[1] >= top
            assert sign[2] <= left + width
            assert sign[3] <= top + height


@pytest.mark.parametrize(
    ("name", "west_to_east", "north_to_south"),
    [
        (
            "4-5", "duisburg dortmund paderborn gottingen quedlinburg halle",
            "lubeck luneburg brunswiek goslar gottingen warburg",
        ),
        (
            "east", "lubeck wismar stralsund malmo visby", "malmo anklam stettin brandenburg halle",
        ),
        ("east", "magdeburg halle dresden krakau", "konigsberg braunsberg allenstein thorn krakau"),
        ("east", "tangermunde brandenburg berlin_colln frankfurt thorn", "danzig elbing kulm breslau dresden"),
        ("britannia-4-5", "pembroke cardiff coventry cambridge ipswich", "edinburgh falkirk carlisle chester hereford oxford southampton"),
        ("britannia-4-5", "plymouth salisbury canterbury calais", "newcastle durham york nottingham cambridge london canterbury calais"),
        ("britannia-2-3", "isle_of_man carlisle newcastle durham", "isle_of_man conway pembroke cardiff plymouth"),
    ],
)  # fmt: skip
def test_maps_are_true_to_the_compass(name: str, west_to_east: str, north_to_south: str) -> None:
    cities = MAPS[name].cities
    across, down = (
        [cities[city].x for city in west_to_east.split()],
        [cities[city].y for city in north_to_south.split()],
    )
    assert across == sorted(across)
    assert down == sorted(down)


# Spaces of routes, drawn anew for each test


@pytest.mark.parametrize("side", [SMALL, LARGE])
def test_cities_are_drawn_top_down_with_rows_in_the_middle(side: str) -> None:
    places = drawing.cities.__wrapped__(side)
    assert [one.id for one in places] == NORTH_TO_SOUTH
    for one in places:
        assert one.city is CITIES[one.id]
        assert one.offices == one.city.offices[side]
        assert isinstance(one.first, int)
        assert one.first + (one.first + 36 * (len(one.offices) - 1)) == 0, (
            "the first and the last office are as far from the middle"
        )


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


@pytest.mark.parametrize(
    ("across", "down", "share"),
    [(84, 0, 42 / 84), (-84, 0, 42 / 84), (0, 100, 26 / 100), (0, -100, 42 / 100), (84, 52, 0.5), (420, 52, 42 / 420),
     (84, -420, 42 / 420), (10, 0, 1), (0, 10, 1), (1, 1, 26), (0, 0, 1)],
)  # fmt: skip
def test_city_covers_its_route_as_far_as_its_row(across: int, down: int, share: float) -> None:
    """Two offices and their ends reach 36 + 6 = 42 to each side, 42 up and 26 down; the edge that is met first counts."""
    city = replace(CITIES["goslar"], offices={SMALL: CITIES["lubeck"].offices[LARGE][:1] * 2})
    assert drawing._measure_cover(city, SMALL, across, down) == pytest.approx(share)
