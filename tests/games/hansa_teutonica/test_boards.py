"""The boards of Hansa Teutonica as in the facts' tables and the rules, with control and networks reckoned in other
ways.
"""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hansa_facts import SIDES, cities_on, deal, read_table, reckon
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.hansa_teutonica.boards import ALIASES, CITY_NAMES, COUNTRIES, MAPS, NEIGHBOURS
from scorers.hansa_teutonica.box import MARKERS
from scorers.hansa_teutonica.britannia import CITIES as BRITISH_CITIES
from scorers.hansa_teutonica.east import CITIES as EASTERN_CITIES
from scorers.hansa_teutonica.map import CITIES, LARGE, SMALL, City, Office
from scorers.hansa_teutonica.network import find_best_networks, find_controller, find_rows
from scorers.service import score_data

SLUG = "hansa_teutonica"
ABILITIES = {"bank": "bag", "actions": "actions", "book": "book", "keys": "keys", "privilege": "privilege"}
"""The facts' names of abilities -> the sheet's."""
TOTALS = {
    "2-3": (27, 57, 32, 101, 6),
    "4-5": (27, 62, 34, 107, 4),
    "east": (28, 55, 32, 98, 3),
    "britannia-2-3": (26, 60, 35, 111, 6),
    "britannia-4-5": (30, 72, 40, 121, 6),
}
"""Map -> cities, offices, routes, road spaces and the points of all coins, as the facts add them up."""

every_map = pytest.mark.parametrize("name", TOTALS)


def marks(kind: str) -> set[str]:
    """Return the marks of a city in the facts, in the words of the board's data."""
    words, _, abilities = kind.partition(":")
    named = {ABILITIES[ability] for ability in abilities.split(",") if ability}
    return named | {word.replace("red_east_west", "east_west") for word in words.split(",")} - {
        "ordinary",
        "upgrade",
        "no_printed_office",
    }


def spell(office: Office) -> str:
    """Return an office as the facts spell it."""
    return f"{'□' if office.piece == 'trader' else '○'}{office.ink}{f'+{office.coin}' if office.coin else ''}"


@every_map
def test_each_office_and_mark_is_that_of_the_facts(name: str) -> None:
    facts = cities_on(name)
    assert sorted(MAPS[name].cities) == sorted(facts)
    for city_id, city in MAPS[name].cities.items():
        fact = facts[city_id]
        assert (city.name, " ".join(map(spell, city.offices[name]))) == (fact["name"], fact["offices"])
        assert {city.mark, city.second_mark} - {""} == marks(fact["kind"])
        assert city.countries.get(name, ()) == tuple(fact["region"].split())


@every_map
def test_each_route_is_that_of_the_facts(name: str) -> None:
    expected = [
        (
            row["one"],
            row["other"],
            int(row["spaces"]),
            int(row["sea"]),
            row["tavern"] == "yes",
            row["permanent"] == "yes",
            row["region"],
        )
        for row in read_table("facts_routes.tsv")
        if row["map"] == name
    ]
    routes = [
        (one.one, one.other, one.spaces, one.sea, one.tavern, one.permanent, one.country) for one in MAPS[name].routes
    ]
    assert sorted(routes) == sorted(expected)
    assert sum(map(len, NEIGHBOURS[name].values())) == 2 * len(expected)
    assert all(other in NEIGHBOURS[name][one] and one in NEIGHBOURS[name][other] for one, other, *_ in expected)


@every_map
def test_boards_add_up_to_the_facts_totals(name: str) -> None:
    one = MAPS[name]
    offices = [office for city in one.cities.values() for office in city.offices[name]]
    assert (
        len(one.cities), len(offices), len(one.routes), sum(route.spaces for route in one.routes),
        sum(office.coin for office in offices),
    ) == TOTALS[name]  # fmt: skip


def test_special_spaces_and_countries_are_the_facts() -> None:
    assert [one.special for one in MAPS.values()] == ["coellen", "coellen", "konigsberg", "plymouth", "plymouth"]
    for name, one in MAPS.items():
        facts = cities_on(name)
        members = {
            country: tuple(city for city in one.cities if country in facts[city]["region"].split())
            for country in COUNTRIES
        }
        assert one.countries == {country: cities for country, cities in members.items() if cities}
    assert {name: list(map(len, one.countries.values())) for name, one in MAPS.items() if one.countries} == {
        "britannia-2-3": [6],
        "britannia-4-5": [6, 7],
    }


def test_red_cities_and_taverns_are_the_facts() -> None:
    red = {
        name: [city for city, row in one.cities.items() if "east_west" in (row.mark, row.second_mark)]
        for name, one in MAPS.items()
    }
    assert red == {
        "2-3": ["arnheim", "stendal"],
        "4-5": ["arnheim", "stendal"],
        "east": ["danzig", "lubeck"],
        "britannia-2-3": ["oxford", "york"],
        "britannia-4-5": ["oxford", "york"],
    }
    assert {name: sum(route.tavern for route in one.routes) for name, one in MAPS.items()} == dict.fromkeys(TOTALS, 3)


def test_city_ids_are_their_names_in_small_letters() -> None:
    plain = str.maketrans({"ö": "o", "ü": "u", "-": "_", " ": "_"})
    assert len(CITY_NAMES) == 81
    assert all(city == name.lower().translate(plain) for city, name in CITY_NAMES.items())
    assert list(CITY_NAMES) == sorted(CITY_NAMES)


def test_every_city_has_a_chinese_name() -> None:
    cities: list[City] = [city for one in MAPS.values() for city in one.cities.values()]
    assert [
        city.name
        for city in cities
        if not city.chinese or any(not "\u4e00" <= letter <= "\u9fff" for letter in city.chinese)
    ] == []


# Scores, reckoned from the facts


def check(data: dict[str, Any]) -> None:
    """Compare the lines and totals of the scorer with those of the facts."""
    result = score_data(SLUG, data)
    assert "faults" not in result, (data, result)
    lines = [{line["key"]: line["points"] for line in player["lines"]} for player in result["players"]]
    assert lines == reckon(data), data
    assert [player["total"] for player in result["players"]] == [sum(line.values()) for line in lines]


@pytest.mark.parametrize("board", SIDES)
@pytest.mark.parametrize("first", [0, pytest.param(100, marks=pytest.mark.long)])
def test_random_sheets_score_as_the_facts_do(board: str, first: int) -> None:
    """100 sheets of each board, and 2,000 among the long tests."""
    for seed in range(first, 100 if first == 0 else 2000):
        check(deal(Random(f"{board} {seed}"), board))


def test_random_sheets_have_every_kind_of_position() -> None:
    """The random sheets cover what the test above should compare."""
    tables = [deal(Random(f"{board} {seed}"), board) for board in SIDES for seed in range(100)]
    scores = [(data, reckon(data)) for data in tables]
    assert {len(data["players"]) for data in tables} == {2, 3, 4, 5}
    assert sum("offices" in data for data in tables) > 150 < 2 * sum("offices" not in data for data in tables)
    missions = {score["missions"] for _, players in scores for score in players if "missions" in score}
    assert missions >= {0, 1, 2, 3, 8}
    shares = {
        score[country]
        for _, players in scores
        for score in players
        for country in ("wales", "scotland")
        if country in score
    }
    assert shares >= {0, 1, 2, 3, 4, 5, 7}
    assert any(data.get("permanent", {}).get("waren") for data in tables)
    assert (
        max(len(data["players"]) * (player.get("markers") or 0) for data in tables for player in data["players"])
        <= MARKERS["big_box"]
    )


FOLDER = Path(__file__).parents[3] / "scorers" / "hansa_teutonica"
SIGNS = {
    "en": {"W": "white", "O": "orange", "P": "pink", "B": "black"},
    "zh-Hant": {"白": "white", "橘": "orange", "粉": "pink", "黑": "black"},
}


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
    for name, ends in table("en", "city-routes"):
        for end in ends.split(", "):
            one, other = names[name], names[end.split("&nbsp;")[0]]
            if one not in own or other not in own or (side == SMALL and end.endswith("*")):
                continue
            merged = group[other]
            group = {city: group[one] if label == merged else label for city, label in group.items()}
    sizes = [sum(own[city] for city in own if group[city] == label) for label in set(group.values())]
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
