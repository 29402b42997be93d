"""The printed board of Hansa Teutonica: against the rules pages' tables, against an independent reckoning, and as it will be drawn."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.hansa_teutonica import drawing
from scorers.hansa_teutonica.boards import ALIASES, NEIGHBOURS
from scorers.hansa_teutonica.britannia import CITIES as BRITISH_CITIES
from scorers.hansa_teutonica.east import CITIES as EASTERN_CITIES
from scorers.hansa_teutonica.map import CITIES, LARGE, ROUTES, SMALL, City
from scorers.hansa_teutonica.network import find_best_networks, find_controller, find_rows

ROOM = Path(__file__).parents[3] / "scorers" / "hansa_teutonica"
SIGNS = {
    "en": {"W": "white", "O": "orange", "P": "pink", "B": "black"},
    "zh-Hant": {"白": "white", "橘": "orange", "粉": "pink", "黑": "black"},
}
NONE = {"en": "no", "zh-Hant": "無"}


@cache
def table(language: str, heading: str) -> list[list[str]]:
    """The cells of the first table under a heading of the rules page, without its head."""
    text = (ROOM / f"rules.{language}.md").read_text(encoding="utf-8").split(f"{{#{heading}}}")[1].split("{#")[0]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines() if row.startswith("|")]
    return rows[2:]


def read_offices(cell: str, language: str) -> list[tuple[str, str, bool]]:
    pieces = {"□": "trader", "○": "merchant"}
    return [(pieces[word[0]], SIGNS[language][word[1]], word.endswith("+1")) for word in cell.split()]


def name_city(city: City, language: str) -> str:
    return city.name if language == "en" else f"{city.name} {city.chinese}"


def offices(city: City, side: str) -> list[tuple[str, str, bool]]:
    return [(office.piece, office.ink, office.coin) for office in city.offices[side]]


# The board as it is printed


@pytest.mark.parametrize("language", SIGNS)
def test_cities_and_offices_are_those_of_the_rules_pages(language: str) -> None:
    rows = table(language, "map-cities")
    assert len(rows) == len(CITIES)
    for (name, large, small, _), city in zip(rows, CITIES.values(), strict=True):
        assert name == name_city(city, language)
        assert read_offices(large, language) == offices(city, LARGE)
        assert read_offices(large if small == "=" else small, language) == offices(city, SMALL)


@pytest.mark.parametrize("language", SIGNS)
def test_routes_are_those_of_the_rules_pages(language: str) -> None:
    rows = [(*name.split(" – "), int(spaces), small, tavern) for name, spaces, small, tavern in table(language, "map-routes")]
    assert rows == [
        (
            name_city(CITIES[route.one], language), name_city(CITIES[route.other], language), route.spaces,
            {"en": "yes", "zh-Hant": "有"}[language] if SMALL in route.sides else NONE[language],
            {"en": "yes", "zh-Hant": "有"}[language] if route.tavern else "–",
        )
        for route in ROUTES
    ]  # fmt: skip


@pytest.mark.parametrize(("side", "totals"), [(LARGE, (62, 34, 107, 4)), (SMALL, (57, 32, 101, 6))])
def test_offices_routes_spaces_and_coins_add_up(side: str, totals: tuple[int, int, int, int]) -> None:
    every = [office for city in CITIES.values() for office in city.offices[side]]
    routes = [route for route in ROUTES if side in route.sides]
    assert (len(every), len(routes), sum(route.spaces for route in routes), sum(office.coin for office in every)) == totals
    assert sum(map(len, NEIGHBOURS[side].values())) == 2 * len(routes)


def test_city_ids_are_names_without_accents() -> None:
    assert len(CITIES) == 27
    for city_id, city in CITIES.items():
        assert city_id == city.name.lower().translate(str.maketrans("öü", "ou"))
    assert {city_id: city.mark for city_id, city in CITIES.items() if city.mark} == {
        "arnheim": "east_west", "stendal": "east_west", "coellen": "special_points",
        "gottingen": "actions", "groningen": "book", "halle": "keys", "lubeck": "bag", "stade": "privilege",
    }  # fmt: skip
    assert [(route.one, route.other) for route in ROUTES if route.tavern] == [
        ("bremen", "osnabruck"), ("goslar", "hildesheim"), ("luneburg", "perleberg"),
    ]  # fmt: skip


def test_no_spelling_belongs_to_two_cities() -> None:
    spellings = {
        (word.casefold(), city_id)
        for board in (CITIES, EASTERN_CITIES, BRITISH_CITIES)
        for city_id, city in board.items()
        for word in (city.name, city.chinese, *city.aliases)
    }
    assert len(spellings) == len(dict(spellings)) == len(ALIASES)


# Control and networks, reckoned otherwise


@settings(max_examples=200)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=9))
def test_controller_has_most_or_the_rightmost_office(row: list[int]) -> None:
    assert find_controller(row) == max(set(row), key=lambda seat: (row.count(seat), max(i for i, other in enumerate(row) if other == seat)))


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(sorted(CITIES)), st.integers(1, 6)), st.sampled_from([SMALL, LARGE]))
def test_best_network_agrees_with_joining_routes(own: dict[str, int], side: str) -> None:
    # Groups are merged by the routes of the English rules page, in place of walking from city to city
    names = {city.name: city_id for city_id, city in CITIES.items()}
    group = {city: city for city in own}
    for name, _, small, _ in table("en", "map-routes"):
        one, other = (names[end] for end in name.split(" – "))
        if one in own and other in own and (side == LARGE or small == "yes"):
            gone = group[other]
            group = {city: group[one] if results == gone else results for city, results in group.items()}
    sizes = [sum(own[city] for city in own if group[city] == results) for results in set(group.values())]
    network = find_best_networks({city: [3] * offices + [1] for city, offices in own.items()}, 4, side)[3]
    assert sum(network.values()) == max(sizes, default=0)
    assert all(own[city] == offices for city, offices in network.items())
    assert len({group[city] for city in network}) <= 1


def test_tied_networks_are_decided_by_the_first_city() -> None:
    """No route joins Kampen and Hamburg, and the seat has one office in each."""
    assert find_best_networks({"kampen": (0,), "hamburg": (0,)}, 1, LARGE)[0] == {"kampen": 1}
    assert find_best_networks({"hamburg": (0,), "kampen": (0,)}, 1, LARGE)[0] == {"hamburg": 1}
    assert find_best_networks({"halle": (0, 0), "kampen": (0,), "osnabruck": (0,)}, 1, LARGE)[0] == {"halle": 2}
    assert find_best_networks({"kampen": (0,), "halle": (0, 0), "osnabruck": (0,)}, 1, LARGE)[0] == {"kampen": 1, "osnabruck": 1}


def test_rows_leave_free_offices_out_and_put_annexes_first() -> None:
    assert find_rows({"emden": (0, None)}, {"emden": (1, 2)}, {}) == {"emden": (1, 2, 0)}


# The board as it will be drawn


def test_texts_hold_no_stray_signs() -> None:
    assert all(re.fullmatch(r"[A-Z][a-zöü]+", city.name) and re.fullmatch(r"[\u4e00-\u9fff]+", city.chinese) for city in CITIES.values())


@pytest.mark.parametrize(
    ("across", "down", "share"),
    [(84, 0, 42 / 84), (-84, 0, 42 / 84), (0, 100, 26 / 100), (0, -100, 42 / 100), (84, 52, 0.5), (420, 52, 42 / 420),
     (84, -420, 42 / 420), (10, 0, 1), (0, 10, 1), (1, 1, 26), (0, 0, 1)],
)  # fmt: skip
def test_a_city_covers_its_route_as_far_as_its_row_reaches(across: int, down: int, share: float) -> None:
    """Two offices and their ends reach 36 + 6 = 42 to each side, 42 up and 26 down; the edge that is met first counts."""
    city = replace(CITIES["goslar"], offices={SMALL: CITIES["lubeck"].offices[LARGE][:1] * 2})
    assert drawing._measure_cover(city, SMALL, across, down) == pytest.approx(share)


@pytest.mark.parametrize("side", [SMALL, LARGE])
def test_spaces_are_even_between_their_cities(side: str) -> None:
    for way in drawing.ways(side):
        one, other = CITIES[way.route.one], CITIES[way.route.other]
        assert way.ends == ((one.x, one.y), (other.x, other.y))
        assert len(way.spaces) == way.route.spaces
        across, down = other.x - one.x, other.y - one.y
        free = (drawing._measure_cover(one, side, across, down), 1 - drawing._measure_cover(other, side, -across, -down))
        shares = [((x - one.x) * across + (y - one.y) * down) / (across**2 + down**2) for x, y in way.spaces]
        step = (free[1] - free[0]) / len(shares)
        assert shares == pytest.approx([free[0] + step * (i + 0.5) for i in range(len(shares))], abs=0.002)
        for (x, y), share in zip(way.spaces, shares, strict=True):
            assert (x, y) == pytest.approx((one.x + share * across, one.y + share * down), abs=0.2)
        middle = (one.x + sum(free) / 2 * across, one.y + sum(free) / 2 * down)
        aside = (way.sign[0] - middle[0], way.sign[1] - middle[1])
        assert (aside[0] ** 2 + aside[1] ** 2) ** 0.5 == pytest.approx(24, abs=0.2)
        assert aside[0] * across + aside[1] * down == pytest.approx(0, abs=0.2 * (abs(across) + abs(down)))
