"""The drawn maps of Hansa Teutonica: true to the boards, cities apart, spaces even, and pages with a map without
scripts.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import hypot
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

import pytest
from flask.testing import FlaskClient
from hansa_facts import cities_on, read_table
from proofreader import Page, Proofreader, totals

from scorers.hansa_teutonica import drawing
from scorers.hansa_teutonica.boards import MAPS
from scorers.hansa_teutonica.drawing import CityDrawing
from scorers.hansa_teutonica.map import CITIES, LARGE, ROUTES, SMALL, City, Route
from scorers.registry import folder

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = ("white", "orange", "pink", "black")
MARKS = {"east_west": "red", "special_points": "special"}
ABILITIES = {
    "Actions": "actions",
    "Privilege": "privilege",
    "Book of Knowledge": "book",
    "Money Bag": "bag",
    "City Keys": "keys",
}
ON_THE_LINE = 0.5
"""How far the middle of a space may lie from the line of its route, for rounding."""
BESIDE = 27
"""How far a tavern or permanent marker may lie from the middle of its route's spaces: 24, and rounding."""


class DrawnRoute(NamedTuple):
    """What a drawing has of a route: its spaces, those at sea, and the signs beside it."""

    spaces: int
    sea: int
    tavern: bool
    permanent: bool


def city_of(town: Element, name: str) -> City:
    """Return the data of a drawn city, which test_boards.py compares with the facts."""
    return MAPS[name].cities[town.attrib["data-city"]]


def marks_of(city: City, name: str) -> set[str]:
    """Return what is printed beside a city; cities without printed offices are green."""
    return {MARKS.get(mark, mark) for mark in (city.mark, city.second_mark) if mark} | (
        {"green"} if not city.offices[name] else set()
    )


def draw(client: FlaskClient, name: str, lang: str = "en") -> Element:
    """Return the drawing that a browser gets."""
    return fromstring(client.get(f"/{lang}/hansa_teutonica/drawing/{name}/0.svg").data)


def find(element: Element, css_class: str) -> list[Element]:
    return [one for one in element.iter() if css_class in (one.get("class") or "").split()]


def place(element: Element) -> tuple[float, float]:
    """Return the position of an element within its parent."""
    if element.get("cx"):
        return float(element.attrib["cx"]), float(element.attrib["cy"])
    x, _, y = re.fullmatch(r"translate\((\S+)( (\S+))?\)", element.attrib["transform"]).groups()  # type: ignore[union-attr]
    return float(x), float(y or 0)


def towns(drawing: Element) -> Iterator[Element]:
    return (group for group in find(drawing, "city") if group.get("data-city"))


def read_office(office: Element) -> tuple[str, str, int]:
    (shape,) = find(office, "shape")
    colour = (set(office.attrib["class"].split()) & set(COLOURS)).pop()
    coin = "".join(text for one in find(office, "coin") for text in one.itertext()).strip()
    return {f"{SVG}circle": "merchant", f"{SVG}rect": "trader"}[shape.tag], colour, int(coin or 0)


def read_marks(town: Element) -> frozenset[str]:
    words = {word.strip() for one in find(town, "mark") for word in "".join(one.itertext()).split(",")}
    classes = town.attrib["class"].split()
    return frozenset(ABILITIES[word] for word in words if word != "East–West") | {
        one for one in ("red", "green") if one in classes
    }


def name_of(town: Element) -> str:
    return find(town, "name")[0].attrib["data-name"]


@pytest.mark.parametrize("name", MAPS)
def test_drawn_cities_have_the_printed_offices(client: FlaskClient, name: str) -> None:
    drawn = {town.attrib["data-city"]: town for town in towns(draw(client, name))}
    assert drawn.keys() == MAPS[name].cities.keys()
    for city_id, town in drawn.items():
        city = MAPS[name].cities[city_id]
        assert name_of(town) == city.name
        offices = sorted(find(town, "office"), key=lambda office: place(office)[0])
        assert [int(office.attrib["data-slot"]) for office in offices] == list(range(len(offices)))
        assert [read_office(office) for office in offices] == [
            (one.piece, one.ink, one.coin) for one in city.offices[name]
        ], city_id


@pytest.mark.parametrize("name", MAPS)
def test_drawn_cities_have_their_marks_and_countries(client: FlaskClient, name: str) -> None:
    """A red city also has the words "East–West", unless an ability is printed there.

    Special spaces are a row of their own.
    """
    for town in towns(draw(client, name)):
        city = city_of(town, name)
        assert read_marks(town) == marks_of(city, name) - {"special"}, city.name
        assert tuple((town.get("data-countries") or "").split()) == city.countries.get(name, ()), city.name
        assert ("East–West" in "".join(town.itertext())) == ("red" in marks_of(city, name))


@pytest.mark.parametrize("name", MAPS)
def test_special_spaces_are_drawn_beside_their_city(client: FlaskClient, name: str) -> None:
    drawing = draw(client, name)
    (row,) = find(drawing, "special")
    (town,) = (town for town in towns(drawing) if town.get("data-city") == MAPS[name].special)
    city = city_of(town, name).name
    (x, y), (city_x, city_y) = place(row), place(town)
    assert hypot(x - city_x, y - city_y) < 130
    spaces = find(row, "office")
    assert [(space.attrib["data-special"], space.attrib["class"].split()[1]) for space in spaces] == [
        ("7", "white"), ("8", "orange"), ("9", "pink"), ("11", "black"),
    ]  # fmt: skip
    assert all(space.attrib["data-name"].endswith(f"in {city}") for space in spaces)


@pytest.mark.parametrize("name", MAPS)
def test_drawn_routes_join_cities_with_printed_spaces(client: FlaskClient, name: str) -> None:
    """Spaces and signs belong to the line on or beside which they lie.

    A sign lies beside the middle of its route's spaces.
    """
    drawing = draw(client, name)
    middles = {town.attrib["data-city"]: place(town) for town in towns(drawing)}
    spaces, drawn = find(drawing, "space"), {}
    signs = {sign: [place(one) for one in find(drawing, sign)] for sign in ("tavern", "marker")}
    for line in find(drawing, "road"):
        ends = tuple(line.attrib["data-ends"].split())
        start, stop = ((float(line.attrib[f"x{end}"]), float(line.attrib[f"y{end}"])) for end in (1, 2))
        assert (start, stop) == (middles[ends[0]], middles[ends[1]])
        own = [space for space in spaces if is_on(place(space), start, stop)]
        middle = tuple(sum(place(space)[axis] for space in own) / len(own) for axis in (0, 1))
        beside = {
            sign: [one for one in points if hypot(one[0] - middle[0], one[1] - middle[1]) < BESIDE]
            for sign, points in signs.items()
        }
        ships = [space for space in own if "ship" in space.attrib["class"].split()]
        assert ("sea" in line.attrib["class"].split()) == bool(ships)
        drawn[frozenset(ends)] = DrawnRoute(len(own), len(ships), bool(beside["tavern"]), bool(beside["marker"]))
        spaces = [space for space in spaces if space not in own]
        signs = {sign: [one for one in points if one not in beside[sign]] for sign, points in signs.items()}
    assert drawn == {
        frozenset((route.one, route.other)): DrawnRoute(route.spaces, route.sea, route.tavern, route.permanent)
        for route in MAPS[name].routes
    }
    assert not spaces
    assert signs == {"tavern": [], "marker": []}


def is_on(point: tuple[float, float], start: tuple[float, float], stop: tuple[float, float]) -> bool:
    across, down = stop[0] - start[0], stop[1] - start[1]
    right, below = point[0] - start[0], point[1] - start[1]
    length = hypot(across, down)
    return abs(right * down - below * across) / length < ON_THE_LINE and 0 < right * across + below * down < length**2


@pytest.mark.parametrize("name", ["britannia-2-3", "britannia-4-5"])
def test_grounds_of_countries_hold_exactly_their_cities(client: FlaskClient, name: str) -> None:
    drawing = draw(client, name)
    grounds = find(drawing, "country")
    for town in towns(drawing):
        within = {
            country
            for ground in grounds
            if is_within(place(town), outline(ground))
            for country in ground.attrib["class"].split()
            if country != "country"
        }
        assert within == set(city_of(town, name).countries.get(name, ())) - {"england"}, name_of(town)
    words = {"wales": "Wales", "scotland": "Scotland"}
    for ground in grounds:
        assert "".join(ground.itertext()).split(" +") == [
            words[one] for one in ground.attrib["class"].split() if one != "country"
        ]


def outline(ground: Element) -> list[tuple[float, float]]:
    path = next(one for one in ground if one.tag == f"{SVG}path").attrib["d"]
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]


def is_within(point: tuple[float, float], corners: list[tuple[float, float]]) -> bool:
    """Return whether a point lies within an outline: a ray from it to the right crosses the outline an odd number of
    times.
    """
    x, y = point
    crossings = [
        (y2 - y) / (y2 - y1) * (x1 - x2) + x2 > x
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True)
        if (y1 > y) != (y2 > y)
    ]
    return sum(crossings) % 2 == 1


def test_chinese_drawings_name_each_city_in_both_scripts(client: FlaskClient) -> None:
    for name in MAPS:
        for town in towns(draw(client, name, "zh-Hant")):
            latin, chinese = ("".join(one.itertext()).strip() for one in find(town, "name")[0].iter(f"{SVG}tspan"))
            assert (latin, chinese) == (city_of(town, name).name, city_of(town, name).chinese)


OFFICE, NAME, NEAR = 34, 20, 4
"""The width of an office, the height of a name, and the least distance of one city's row from another's, in the
units of a drawing.
"""
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
    """Return left, top, right and bottom of a city's slots, one annex left of them and the name above, with a
    margin.
    """
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
        ("britannia-4-5", "pembroke cardiff coventry cambridge ipswich", "edinburgh falkirk carlisle chester hereford "
                                                                         "oxford southampton"),
        ("britannia-4-5", "plymouth salisbury canterbury calais", "newcastle durham york nottingham cambridge london "
                                                                  "canterbury calais"),
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
    """A row reaches 18 for each office and 6 more to each side, 42 up and 26 down.

    A tavern stands 24 beside the middle, below it.
    """
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
    """Two offices and their ends reach 36 + 6 = 42 to each side, 42 up and 26 down.

    The edge that is met first counts.
    """
    city = replace(CITIES["goslar"], offices={SMALL: CITIES["lubeck"].offices[LARGE][:1] * 2})
    assert drawing._measure_cover(city, SMALL, across, down) == pytest.approx(share)


QUERIES = {
    "4-5": "n=4",
    "east": "n=4&board=east",
    "britannia-2-3": "n=3&board=britannia",
    "britannia-4-5": "n=4&board=britannia",
}
"""Query of an empty sheet by the name of its map."""
SHEET = "hansa_teutonica/score"


def fields_of(page: Page, kind: str) -> set[str]:
    """Return the cities that have a text box for this kind of office."""
    names = [field.get("name", "") for field in page.all("input") if field.get("type") != "hidden"]
    return {name.removeprefix(f"{kind}.") for name in names if name.startswith(f"{kind}.")}


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("name", QUERIES)
def test_sheet_has_the_cities_of_the_chosen_map_alone(client: Proofreader, lang: str, name: str) -> None:
    page = client.get(f"/{lang}/{SHEET}?to=sheet&{QUERIES[name]}")
    cities = cities_on(name)
    green = {city for city, row in cities.items() if not row["offices"]}
    assert {row.get("data-row") for row in page.all("div") if row.get("data-row") in cities} == set(cities)
    assert fields_of(page, "offices") == set(cities) - green
    assert fields_of(page, "annexes") == set(cities)
    assert fields_of(page, "permanent") == green
    assert re.findall(r'data-drawing="[^"]*/drawing/([^/]+)/', page.text) == [name]
    others = {city for other in QUERIES for city in cities_on(other)} - set(cities)
    text = page.text.replace('name="sure" value="coellen"', "")  # the entry of the special spaces
    assert not {city for city in others if f'"{city}"' in text or f".{city}" in text}
    boxes = [
        field for field in page.all("input") if re.match(r"(offices|annexes|permanent)\.", field.get("name") or "")
    ]
    labels = [box.get("aria-label") for box in boxes if box.get("type") != "hidden"]
    assert len(labels) == len(set(labels)) > len(cities)
    assert all(labels)


def test_no_module_is_in_a_plain_sheet(client: Proofreader) -> None:
    page = client.get(f"/en/{SHEET}?n=4")
    for name in ("three_way", "mission", "mission_cities", "favours", "wales_cities", "scotland_offices", "permanent"):
        assert not re.search(rf'name="(\d\.)?{name}\b', page.text), name
    assert page.one("section", id="map").get("data-missions") == "[]"


POSITIONS = [
    (
        "east",
        "n=3&board=east&offices.danzig=AB--&offices.malmo=A--&annexes.belgard=C&permanent.belgard=A&0.keys=1",
        [10, 3, 1],
    ),
    ("britannia-2-3", "n=3&board=britannia&offices.isle_of_man=A-&offices.conway=AB&offices.london=C-----", [11, 7, 3]),
    (
        "britannia-4-5",
        "n=4&board=britannia&offices.isle_of_man=A-&offices.carlisle=ABB--&offices.calais=D--",
        [16, 9, 0, 3],
    ),
]
"""A map, a filled sheet and its totals.

East: in Danzig B is further right than A, in Malmö A is alone, and in Belgard A's permanent office is right of C's
annex. The three are joined. A: 2 cities, 3 offices at 2, 4 + 6 = 10. B: 2 + 1 = 3. C: 1. Smaller Britannia: A controls
the Isle of Man and B, further right, Conway; they are joined. In Wales each has a city, and A more offices: 7 to 4. A:
2 + 2 + 7 = 11. B: 2 + 1 + 4 = 7. C, in London: 2 + 1 = 3. Larger Britannia: A controls the Isle of Man and B Carlisle;
they are joined. Wales: A 7. Scotland: a city and two offices each, so they share 7 + 4, 5 each. A: 2 + 2 + 7 + 5 = 16.
B: 2 + 2 + 5 = 9. D, in Calais: 2 + 1 = 3.
"""


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize(("name", "query", "points"), POSITIONS)
def test_typed_map_is_scored_and_drawn(
    client: Proofreader, lang: str, name: str, query: str, points: list[int]
) -> None:
    page = client.get(f"/{lang}/{SHEET}?{query}")
    assert totals(page) == points
    drawing = page.one("section", class_="finished")
    assert {group.get("data-place") for group in drawing.iter() if group.get("data-place")} == set(cities_on(name))
    held = sum("held" in (element.get("class") or "").split() for element in drawing.iter())
    assert held == len(re.findall("[A-D]", re.sub(r"&?\w+(\.\w+)?=", "", query)))


def test_form_keeps_entries_of_another_board(client: Proofreader) -> None:
    """Danzig is not on the standard board, where A has Minden: 2 + 1 = 3.

    Back on the Eastern board A has Danzig instead.
    """
    query = "n=3&offices.danzig=A---&permanent.waren=B&offices.minden=A---"
    page = client.get(f"/en/{SHEET}?to=sheet&{query}")
    carried = {field.get("name"): field.get("value") for field in page.all("input", type="hidden")}
    assert (carried["offices.danzig"], carried["permanent.waren"]) == ("A---", "B")
    assert totals(client.get(f"/en/{SHEET}?{query}")) == [3, 0, 0]
    assert totals(client.get(f"/en/{SHEET}?{query}&board=east")) == [3, 3, 0]


def test_map_in_the_rules_has_what_is_printed_on_the_board() -> None:
    """The diagram is written by tools/draw_map.py; it is compared with the facts here."""
    file = folder("hansa_teutonica") / "diagrams" / "map.svg"
    diagram = fromstring(file.read_text(encoding="utf-8"))
    cities = cities_on(LARGE).values()
    middles = {
        str(text.text): (int(text.attrib["x"]), int(text.attrib["y"]) + 12) for text in diagram.iter(f"{SVG}text")
    }
    assert sorted(middles) == sorted(city["name"] for city in cities)
    drawn: dict[str, list[tuple[int, str]]] = {name: [] for name in middles}
    for colour in COLOURS:
        for x, y, piece in offices_of(diagram, colour):
            beside = [name for name, (middle, down) in middles.items() if down == y and abs(middle - x) <= 36]
            for name in beside:  # none for a special space, which is below its city's row
                drawn[name].append((x, piece + colour))
    offices = {city["name"]: [office.partition("+")[0] for office in city["offices"].split()] for city in cities}
    assert {name: [office for _, office in sorted(row)] for name, row in drawn.items()} == offices
    special = [(x, y) for colour in COLOURS for x, y, piece in offices_of(diagram, colour) if piece == "○"]
    assert len(special) - str(offices).count("○") == 4
    coins = "".join(path_data(diagram, "d-coin"))
    assert coins.count("M") == sum(city["offices"].count("+1") for city in cities)
    roads, spaces, *_ = path_data(diagram, "d-line")
    (dashed,) = path_data(diagram, "d-soft")
    routes = {(row["one"], row["other"]) for row in read_table("facts_routes.tsv") if row["map"] == LARGE}
    small = {(row["one"], row["other"]) for row in read_table("facts_routes.tsv") if row["map"] == SMALL}
    places = {city_id: "{} {}".format(*middles[row["name"]]) for city_id, row in cities_on(LARGE).items()}
    assert ends_of(roads) == sorted(sorted((places[one], places[other])) for one, other in small)
    assert ends_of(dashed) == sorted(sorted((places[one], places[other])) for one, other in routes - small)
    assert spaces.count("M") == sum(int(row["spaces"]) for row in read_table("facts_routes.tsv") if row["map"] == LARGE)


def offices_of(diagram: Element, colour: str) -> Iterator[tuple[int, int, str]]:
    """Yield the middle of each office of a colour, and the sign of the piece that fits."""
    for data in path_data(diagram, f"d-{colour}"):
        for x, y, shape in re.findall(r"M(-?\d+) ?(-?\d+)([ha])", data):
            yield int(x) + 7 * (shape == "h"), int(y) + 7, {"h": "□", "a": "○"}[shape]


def path_data(diagram: Element, css_class: str) -> list[str]:
    return [path.attrib["d"] for path in find(diagram, css_class)]


def ends_of(roads: str) -> list[list[str]]:
    return sorted(sorted(road.split("L")) for road in roads.split("M")[1:])
