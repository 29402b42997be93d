"""Where the maps of Hansa Teutonica put their cities: rows and names apart, routes clear of other cities, and true to the compass."""

from itertools import combinations

import pytest

from scorers.hansa_teutonica import drawing
from scorers.hansa_teutonica.boards import MAPS
from scorers.hansa_teutonica.drawing import CityDrawing

OFFICE, NAME, NEAR = 34, 20, 4
"""The width of an office, the height of a name, and the least distance of one city's row from another's, in the units of a drawing."""
Point = tuple[float, float]
Box = tuple[float, float, float, float]


def box_of(town: CityDrawing, around: float = 0) -> Box:
    """Left, top, right and bottom of a city's slots, one annex left of them and the name above, with space around."""
    half, city = town.slots * OFFICE / 2, town.city
    return city.x - half - OFFICE - around, city.y - OFFICE / 2 - NAME - around, city.x + half + around, city.y + OFFICE / 2 + around


def special_box(name: str) -> Box:
    """Four special spaces, 38 apart, and the words above."""
    x, y = drawing.SPECIAL_PLACES[MAPS[name].special]
    return x - 76, y - 36, x + 76, y + 20


def is_apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def left_of(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    return left_of(a, b, c) * left_of(a, b, d) < 0 and left_of(c, d, a) * left_of(c, d, b) < 0


def runs_through(start: Point, stop: Point, box: Box) -> bool:
    """Whether a line crosses one of the diagonals of a box."""
    left, top, right, bottom = box
    return is_crossing(start, stop, (left, top), (right, bottom)) or is_crossing(start, stop, (left, bottom), (right, top))


@pytest.mark.parametrize("name", MAPS)
def test_cities_are_in_the_field_and_apart(name: str) -> None:
    left, top, width, height = drawing.FIELDS[name]
    boxes = {town.id: box_of(town) for town in drawing.cities(name)} | {"special": special_box(name)}
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
    boxes = {town.id: box_of(town) for town in drawing.cities(name)} | {"special": special_box(name)}
    for way in ways:
        for city, box in boxes.items():
            assert city in (way.route.one, way.route.other) or not runs_through(*way.ends, box), (way.route, city)


@pytest.mark.parametrize("name", MAPS)
def test_signs_beside_routes_lie_free(name: str) -> None:
    boxes = [box_of(town) for town in drawing.cities(name)] + [special_box(name)]
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
    across, down = [cities[city].x for city in west_to_east.split()], [cities[city].y for city in north_to_south.split()]
    assert across == sorted(across)
    assert down == sorted(down)
