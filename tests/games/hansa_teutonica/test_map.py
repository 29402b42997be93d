"""The standard board of Hansa Teutonica as in the tables of the rules, and its control and networks reckoned in other ways."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.hansa_teutonica.boards import ALIASES
from scorers.hansa_teutonica.britannia import CITIES as BRITISH_CITIES
from scorers.hansa_teutonica.east import CITIES as EASTERN_CITIES
from scorers.hansa_teutonica.map import CITIES, LARGE, ROUTES, SMALL, City
from scorers.hansa_teutonica.network import find_best_networks, find_controller, find_rows

FOLDER = Path(__file__).parents[3] / "scorers" / "hansa_teutonica"
SIGNS = {
    "en": {"W": "white", "O": "orange", "P": "pink", "B": "black"},
    "zh-Hant": {"白": "white", "橘": "orange", "粉": "pink", "黑": "black"},
}
NONE = {"en": "no", "zh-Hant": "無"}


@cache
def table(language: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading of the rules page, without its head."""
    text = (FOLDER / f"rules.{language}.md").read_text(encoding="utf-8").split(f"{{#{heading}}}")[1].split("{#")[0]
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
    rows = [
        (*name.split(" – "), int(spaces), small, tavern)
        for name, spaces, small, tavern in table(language, "map-routes")
    ]
    assert rows == [
        (
            name_city(CITIES[route.one], language), name_city(CITIES[route.other], language), route.spaces,
            {"en": "yes", "zh-Hant": "有"}[language] if SMALL in route.sides else NONE[language],
            {"en": "yes", "zh-Hant": "有"}[language] if route.tavern else "–",
        )
        for route in ROUTES
    ]  # fmt: skip


def test_no_spelling_belongs_to_two_cities() -> None:
    spellings = {
        (word.casefold(), city_id)
        for board in (CITIES, EASTERN_CITIES, BRITISH_CITIES)
        for city_id, city in board.items()
        for word in (city.name, city.chinese, *city.aliases)
    }
    assert len(spellings) == len(dict(spellings)) == len(ALIASES)


# Control and networks


@settings(max_examples=200)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=9))
def test_controller_has_most_or_the_rightmost_office(row: list[int]) -> None:
    assert find_controller(row) == max(
        set(row), key=lambda seat: (row.count(seat), max(i for i, other in enumerate(row) if other == seat))
    )


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(sorted(CITIES)), st.integers(1, 6)), st.sampled_from([SMALL, LARGE]))
def test_best_network_agrees_with_joining_routes(own: dict[str, int], side: str) -> None:
    # Groups are merged by the routes of the English rules page, in place of walking from city to city
    names = {city.name: city_id for city_id, city in CITIES.items()}
    group = {city: city for city in own}
    for name, _, small, _ in table("en", "map-routes"):
        one, other = (names[end] for end in name.split(" – "))
        if one in own and other in own and (side == LARGE or small == "yes"):
            merged = group[other]
            group = {city: group[one] if name == merged else name for city, name in group.items()}
    sizes = [sum(own[city] for city in own if group[city] == name) for name in set(group.values())]
    network = find_best_networks({city: [3] * offices + [1] for city, offices in own.items()}, 4, side)[3]
    assert sum(network.values()) == max(sizes, default=0)
    assert all(own[city] == offices for city, offices in network.items())
    assert len({group[city] for city in network}) <= 1


def test_tied_networks_are_decided_by_the_first_city() -> None:
    """No route joins Kampen and Hamburg, and the seat has one office in each."""
    assert find_best_networks({"kampen": (0,), "hamburg": (0,)}, 1, LARGE)[0] == {"kampen": 1}
    assert find_best_networks({"hamburg": (0,), "kampen": (0,)}, 1, LARGE)[0] == {"hamburg": 1}
    assert find_best_networks({"halle": (0, 0), "kampen": (0,), "osnabruck": (0,)}, 1, LARGE)[0] == {"halle": 2}
    assert find_best_networks({"kampen": (0,), "halle": (0, 0), "osnabruck": (0,)}, 1, LARGE)[0] == {
        "kampen": 1,
        "osnabruck": 1,
    }


def test_rows_leave_free_offices_out_and_put_annexes_first() -> None:
    assert find_rows({"emden": (0, None)}, {"emden": (1, 2)}, {}) == {"emden": (1, 2, 0)}
