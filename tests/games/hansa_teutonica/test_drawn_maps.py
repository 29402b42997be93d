"""The drawings of the maps of Hansa Teutonica, as browsers get them, compared with the boards."""

import re
from collections.abc import Iterator
from math import hypot
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

import pytest
from flask.testing import FlaskClient

from scorers.hansa_teutonica.boards import MAPS
from scorers.hansa_teutonica.map import City

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
    """A red city also has the words "East–West", unless an ability is printed there; special spaces are a row of their own."""
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
    """Spaces and signs belong to the line on or beside which they lie; a sign lies beside the middle of its route's spaces."""
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
    """Return whether a point lies within an outline: a ray from it to the right crosses the outline an odd number of times."""
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
