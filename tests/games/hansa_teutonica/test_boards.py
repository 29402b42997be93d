"""The boards of Hansa Teutonica compared with the facts' tables, and scores with those of hansa_facts.py."""

from random import Random
from typing import Any

import pytest
from hansa_facts import SIDES, cities_on, deal, read_table, reckon

from scorers.hansa_teutonica.boards import CITY_NAMES, COUNTRIES, MAPS, NEIGHBOURS
from scorers.hansa_teutonica.box import MARKERS
from scorers.hansa_teutonica.map import City, Office
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
        len(one.cities), len(offices), len(one.routes), sum(route.spaces for route in one.routes), sum(office.coin for office in offices),
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
