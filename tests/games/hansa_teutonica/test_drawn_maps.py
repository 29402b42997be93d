"""The drawn maps of Hansa Teutonica, read from the drawings that browsers get, against the facts' tables of the boards."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from math import hypot
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

import pytest
from flask.testing import FlaskClient
from hansa_facts import read_table

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = ("white", "orange", "pink", "black")
PIECES = {"□": "trader", "○": "merchant"}
KINDS = {"red_east_west": "red", "special_points": "special", "no_printed_office": "green"}
ABILITIES = {"Actions": "actions", "Privilege": "privilege", "Book of Knowledge": "book", "Money Bag": "bank", "City Keys": "keys"}
NAMES = ("2-3", "4-5", "east", "britannia-2-3", "britannia-4-5")
ON_THE_LINE = 0.5
"""How far the middle of a space may lie from the line of its route, for rounding."""
BESIDE = 27
"""How far a tavern or permanent marker may lie from the middle of its route's spaces: 24, and rounding."""


class City(NamedTuple):
    """A city as printed: pieces, colours and coins of its offices, what is printed beside it, and its countries."""

    offices: tuple[tuple[str, str, int], ...]
    marks: frozenset[str]
    countries: frozenset[str]


class Route(NamedTuple):
    """A route as printed: its spaces, those at sea, and what lies beside it."""

    spaces: int
    sea: int
    tavern: bool
    permanent: bool


@cache
def printed(name: str) -> tuple[dict[str, City], dict[frozenset[str], Route]]:
    """The cities by name and the routes by their ends' ids, from the facts' tables."""
    cities = {row["name"]: read_city(row) for row in read_table("facts_cities.tsv") if row["map"] == name}
    routes = {
        frozenset((row["one"], row["other"])): Route(
            int(row["spaces"]), int(row["sea"]), tavern=row["tavern"] == "yes", permanent=row["permanent"] == "yes"
        )
        for row in read_table("facts_routes.tsv")
        if row["map"] == name
    }
    return cities, routes


def read_city(row: Mapping[str, str]) -> City:
    offices = [re.fullmatch(r"([□○])([a-z]+)(?:\+(\d))?", word) for word in row["offices"].split()]
    kind, _, abilities = row["kind"].partition(":")
    return City(
        tuple((PIECES[office[1]], office[2], int(office[3] or 0)) for office in offices if office),
        frozenset(KINDS[one] for one in kind.split(",") if one in KINDS) | frozenset(abilities.split(",")) - {""},
        frozenset(row["region"].split()),
    )


def draw(client: FlaskClient, name: str, lang: str = "en") -> Element:
    """The drawing that a browser gets."""
    return fromstring(client.get(f"/{lang}/hansa_teutonica/drawing/{name}/0.svg").data)


def find(element: Element, css_class: str) -> list[Element]:
    return [one for one in element.iter() if css_class in (one.get("class") or "").split()]


def place(element: Element) -> tuple[float, float]:
    """Where an element is drawn within its parent."""
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
    return frozenset(ABILITIES[word] for word in words if word != "East–West") | {one for one in ("red", "green") if one in classes}


def name_of(town: Element) -> str:
    return find(town, "name")[0].attrib["data-name"]


@pytest.mark.parametrize("name", NAMES)
def test_drawn_cities_have_the_printed_offices(client: FlaskClient, name: str) -> None:
    cities, _ = printed(name)
    drawn = {name_of(town): town for town in towns(draw(client, name))}
    assert drawn.keys() == cities.keys()
    for city, town in drawn.items():
        offices = sorted(find(town, "office"), key=lambda office: place(office)[0])
        assert [int(office.attrib["data-slot"]) for office in offices] == list(range(len(offices)))
        assert tuple(map(read_office, offices)) == cities[city].offices, city


@pytest.mark.parametrize("name", NAMES)
def test_drawn_cities_have_their_marks_and_countries(client: FlaskClient, name: str) -> None:
    """A red city says so beside its colour, unless an ability is printed there too; special spaces are a row of their own."""
    cities, _ = printed(name)
    drawing = draw(client, name)
    for town in towns(drawing):
        city = cities[name_of(town)]
        assert read_marks(town) == city.marks - {"special"}, name_of(town)
        assert frozenset((town.get("data-countries") or "").split()) == city.countries, name_of(town)
        assert ("East–West" in "".join(town.itertext())) == ("red" in city.marks)


@pytest.mark.parametrize("name", NAMES)
def test_special_spaces_are_drawn_beside_their_city(client: FlaskClient, name: str) -> None:
    drawing = draw(client, name)
    (row,) = find(drawing, "special")
    (city,) = (city for city, facts in printed(name)[0].items() if "special" in facts.marks)
    (town,) = (town for town in towns(drawing) if name_of(town) == city)
    (x, y), (city_x, city_y) = place(row), place(town)
    assert hypot(x - city_x, y - city_y) < 130
    spaces = find(row, "office")
    assert [(space.attrib["data-special"], space.attrib["class"].split()[1]) for space in spaces] == [
        ("7", "white"), ("8", "orange"), ("9", "pink"), ("11", "black"),
    ]  # fmt: skip
    assert all(space.attrib["data-name"].endswith(f"in {city}") for space in spaces)


@pytest.mark.parametrize("name", NAMES)
def test_drawn_routes_join_cities_with_printed_spaces(client: FlaskClient, name: str) -> None:
    """Spaces and signs belong to the line on or beside which they lie; a sign lies beside the middle of its route's spaces."""
    drawing = draw(client, name)
    middles = {town.attrib["data-city"]: place(town) for town in towns(drawing)}
    assert set(middles) == {make_id(city) for city in printed(name)[0]}
    spaces, drawn = find(drawing, "space"), {}
    signs = {sign: [place(one) for one in find(drawing, sign)] for sign in ("tavern", "marker")}
    for line in find(drawing, "road"):
        ends = tuple(line.attrib["data-ends"].split())
        start, stop = ((float(line.attrib[f"x{end}"]), float(line.attrib[f"y{end}"])) for end in (1, 2))
        assert (start, stop) == (middles[ends[0]], middles[ends[1]])
        own = [space for space in spaces if is_on(place(space), start, stop)]
        middle = tuple(sum(place(space)[axis] for space in own) / len(own) for axis in (0, 1))
        beside = {sign: [one for one in points if hypot(one[0] - middle[0], one[1] - middle[1]) < BESIDE] for sign, points in signs.items()}
        ships = [space for space in own if "ship" in space.attrib["class"].split()]
        assert ("sea" in line.attrib["class"].split()) == bool(ships)
        drawn[frozenset(ends)] = Route(len(own), len(ships), bool(beside["tavern"]), bool(beside["marker"]))
        spaces = [space for space in spaces if space not in own]
        signs = {sign: [one for one in points if one not in beside[sign]] for sign, points in signs.items()}
    assert drawn == printed(name)[1]
    assert not spaces
    assert signs == {"tavern": [], "marker": []}


def make_id(name: str) -> str:
    """A city's id: its name in small letters without accents."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", name.lower()) if not unicodedata.combining(sign))
    return re.sub("[ -]", "_", plain)


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
        assert within == printed(name)[0][name_of(town)].countries - {"england"}, name_of(town)
    words = {"wales": "Wales", "scotland": "Scotland"}
    for ground in grounds:
        assert "".join(ground.itertext()).split(" +") == [words[one] for one in ground.attrib["class"].split() if one != "country"]


def outline(ground: Element) -> list[tuple[float, float]]:
    path = next(one for one in ground if one.tag == f"{SVG}path").attrib["d"]
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]


def is_within(point: tuple[float, float], corners: list[tuple[float, float]]) -> bool:
    """Whether a point lies within an outline: a ray from it to the right crosses the outline an odd number of times."""
    x, y = point
    crossings = [
        (y2 - y) / (y2 - y1) * (x1 - x2) + x2 > x
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True)
        if (y1 > y) != (y2 > y)
    ]
    return sum(crossings) % 2 == 1


def test_chinese_drawings_name_each_city_in_both_scripts(client: FlaskClient) -> None:
    for name in NAMES:
        for town in towns(draw(client, name, "zh-Hant")):
            latin, chinese = ("".join(one.itertext()).strip() for one in find(town, "name")[0].iter(f"{SVG}tspan"))
            assert latin in printed(name)[0]
            assert re.fullmatch(r"[\u4e00-\u9fff]+", chinese), latin
