"""The rules of Hansa Teutonica's boards and modules agree with the scoring code."""

import re

import pytest
from rule_tables import column, name_city, numbers, table

from scorers.hansa_teutonica import britannia, east
from scorers.hansa_teutonica import map as standard
from scorers.hansa_teutonica.boards import MAPS
from scorers.hansa_teutonica.box import MISSIONS, POINTS_BY_PLACE, POINTS_FOR_MISSION_CONTROL, POINTS_PER_MISSION_CITY
from scorers.hansa_teutonica.britannia import BRITANNIA_LARGE, BRITANNIA_SMALL
from scorers.hansa_teutonica.east import EAST
from scorers.hansa_teutonica.map import INKS, LARGE, PIECES, Office
from scorers.hansa_teutonica.modules import score_country
from scorers.registry import folder
from web.rules.model import rules

pytestmark = pytest.mark.usefixtures("application_context")
GAME = "hansa_teutonica"
LETTERS = {
    lang: dict(zip(letters, INKS.values(), strict=True)) for lang, letters in (("en", "WOPB"), ("zh-Hant", "白橘粉黑"))
}
BOARDS = {
    "map": (standard.CITIES, standard.ROUTES, (standard.LARGE, standard.SMALL)),
    "module-east": (east.CITIES, east.ROUTES, (EAST,)),
    "module-britannia": (britannia.CITIES, britannia.ROUTES, (BRITANNIA_LARGE, BRITANNIA_SMALL)),
}
"""Chapter -> cities, routes, and the maps in the order of their columns."""
MARKS = {
    "en": {
        "east_west": "red", "special_points": "special spaces", "actions": "Actions", "privilege": "Privilege", "book": "Book",
        "bag": "Money Bag", "keys": "City Keys", "wales": "Wales", "scotland": "Scotland", "england": "", "": "", "green": "green",
    },
    "zh-Hant": {
        "east_west": "紅色", "special_points": "特別聲望格", "actions": "行動", "privilege": "特權", "book": "知識書",
        "bag": "錢袋", "keys": "城市鑰匙", "wales": "威爾斯", "scotland": "蘇格蘭", "england": "", "": "", "green": "綠色",
    },
}  # fmt: skip
modules = pytest.mark.parametrize("chapter", [chapter for chapter in BOARDS if chapter != "map"])


def _read_offices(cell: str, lang: str) -> tuple[Office, ...]:
    codes = [] if cell == "–" else cell.split()
    return tuple(Office(PIECES[code[0]], LETTERS[lang][code[1]], int(code[2:] or 0)) for code in codes)


def _split(cell: str) -> list[str]:
    return re.split(", |、", cell.replace("\xa0", " "))


@pytest.mark.parametrize("chapter", BOARDS)
def test_every_office_of_a_board_is_listed(lang: str, chapter: str) -> None:
    cities, _, maps = BOARDS[chapter]
    rows = table(GAME, lang, f"{chapter}-cities")
    assert [row[0] for row in rows] == [name_city(city, lang) for city in cities.values()]
    for row, city in zip(rows, cities.values(), strict=True):
        for at, name in enumerate(maps, 1):
            cell = row[1] if row[at] == "=" else row[at]
            if name in city.offices:
                assert _read_offices(cell, lang) == city.offices[name], (city.name, name)
            else:
                assert cell == "–", (city.name, name)


@modules
def test_marks_and_countries_of_a_board_are_listed(lang: str, chapter: str) -> None:
    cities, _, (name, *_) = BOARDS[chapter]
    for row, city in zip(table(GAME, lang, f"{chapter}-cities"), cities.values(), strict=True):
        green = () if city.offices[name] else ("green",)
        marks = {MARKS[lang][mark] for mark in (city.mark, city.second_mark, *city.countries.get(name, ()), *green)} - {
            ""
        }
        assert set(_split(row[-1])) - {"–"} == marks, city.name


@modules
def test_every_route_of_a_board_is_listed_at_both_ends(lang: str, chapter: str) -> None:
    cities, routes, maps = BOARDS[chapter]
    expected: dict[str, set[str]] = {city_id: set() for city_id in cities}
    for route in routes:
        sides = {side for twin in routes if (twin.one, twin.other) == (route.one, route.other) for side in twin.sides}
        one_side = "" if sides == set(maps) else "*" if sides == {BRITANNIA_LARGE} else "†"
        for here, there in ((route.one, route.other), (route.other, route.one)):
            expected[here].add(f"{cities[there].name} {route.spaces}{'~' if route.sea else ''}{one_side}")
    for row, (city_id, city) in zip(table(GAME, lang, f"{chapter}-routes"), cities.items(), strict=True):
        assert row[0] == name_city(city, lang)
        assert set(_split(row[1])) == expected[city_id]


@modules
def test_sums_and_taverns_of_a_board_are_listed(lang: str, chapter: str) -> None:
    cities, _, maps = BOARDS[chapter]
    sections = rules(GAME, lang).by_id
    for heading, pairs in (
        (
            "cities",
            [
                (len(MAPS[name].cities), sum(len(city.offices[name]) for city in MAPS[name].cities.values()))
                for name in maps
            ],
        ),
        ("routes", [(len(MAPS[name].routes), sum(route.spaces for route in MAPS[name].routes)) for name in maps]),
    ):
        text = re.sub(r"\d–\d", "", sections[f"{chapter}-{heading}"].text)
        assert [int(number) for number in re.findall(r"\d+", text)[: 2 * len(maps)]] == [
            number for pair in pairs for number in pair
        ]
    for name in maps:
        taverns = [
            f"{cities[route.one].name}–{cities[route.other].name}" for route in MAPS[name].routes if route.tavern
        ]
        assert len(taverns) == 3
        for heading in (f"{chapter}-routes", "setup-modules"):
            assert [tavern for tavern in taverns if tavern not in sections[heading].text] == []


@modules
def test_sea_routes_have_their_ship_spaces(lang: str, chapter: str) -> None:
    cities, routes, _ = BOARDS[chapter]
    listed = {}
    for row in table(GAME, lang, f"{chapter}-sea"):
        one, other = row[0].replace("，", ", ").split(", ")[0].split(" – ")
        listed[frozenset((one, other)), "2" in row[0], "4" in row[0]] = (int(row[1]), int(row[2]), row[3] != "–")
    expected = {}
    for route in routes:
        if route.sea:
            one_side = len(route.sides) == 1 and chapter == "module-britannia"
            small, large = one_side and BRITANNIA_SMALL in route.sides, one_side and BRITANNIA_LARGE in route.sides
            ends = frozenset((str(cities[route.one].name), str(cities[route.other].name)))
            expected[ends, small, large] = (route.spaces, route.sea, route.permanent)
    assert listed == expected


def test_routes_of_each_country_are_listed(lang: str) -> None:
    wales, scotland, _ = table(GAME, lang, "module-britannia-permission", 1)
    for row, country in ((wales, "wales"), (scotland, "scotland")):
        routes = [route for route in britannia.ROUTES if route.country == country]
        expected = {
            frozenset((str(britannia.CITIES[route.one].name), str(britannia.CITIES[route.other].name)))
            for route in routes
        }
        assert {frozenset(pair.split("–")) for pair in _split(row[1])} == expected


@pytest.mark.parametrize("country", ["wales", "scotland"])
def test_cities_of_each_country_are_named(lang: str, country: str) -> None:
    members = MAPS[BRITANNIA_LARGE].countries[country]
    _, sentence, *_ = rules(GAME, lang).by_id[f"scoring-{country}"].text.splitlines()
    named = re.split("[.。]", sentence)[0]
    assert {city_id for city_id, city in britannia.CITIES.items() if city.name in named} == set(members)
    words = {"en": {6: "Six", 7: "Seven"}, "zh-Hant": {6: "六座", 7: "七座"}}
    assert words[lang][len(members)] in named


def test_boards_are_compared_by_their_prints(lang: str) -> None:
    rows = {row[0]: row[1:] for row in table(GAME, lang, "modules")}
    _, red, special, coin, *_ = rows.values()
    for at, name in enumerate((LARGE, EAST, BRITANNIA_LARGE)):
        cities = MAPS[name].cities.values()
        assert set(_split(red[at])) == {city.name for city in cities if "east_west" in (city.mark, city.second_mark)}
        assert special[at] == MAPS[name].cities[MAPS[name].special].name
        assert {int(coin[at])} == {office.coin for city in cities for office in city.offices[name]} - {0}
        for ability in ("actions", "privilege", "book", "bag", "keys"):
            assert [rows[MARKS[lang][ability]][at]] == [
                city.name for city in cities if ability in (city.mark, city.second_mark)
            ]


def test_places_in_a_country_score_by_the_table(lang: str) -> None:
    """Players ahead hold more cities; those who are tied hold one city and one office each."""
    assert numbers(GAME, lang, "module-britannia") == [list(POINTS_BY_PLACE)] * 2
    for tied, *shares in numbers(GAME, lang, "scoring-wales"):
        for ahead, points in enumerate(shares):
            standings = [(3 - seat, 3) for seat in range(ahead)] + [(1, 1)] * tied
            assert {line.points for line in score_country("wales", standings, shares_all=False)[ahead:]} == {points}


def test_disputed_tie_has_points_of_both_interpretations(lang: str) -> None:
    items = re.findall(r"<li>(.*?)</li>", rules(GAME, lang).by_id["disputed-three-way"].body, re.DOTALL)
    points = {"en": r"(\d) points each", "zh-Hant": r"每人(\d)分"}[lang]
    for item, shares_all in zip(items, (False, True), strict=True):
        (listed,) = re.findall(points, item)
        assert {line.points for line in score_country("wales", [(1, 1)] * 3, shares_all=shares_all)} == {int(listed)}


def test_mission_cards_are_those_of_the_sheet(lang: str) -> None:
    names = {city_id: city.name for city_id, city in MAPS[LARGE].cities.items()}
    rows = table(GAME, lang, "module-missions-cards")
    cards = [tuple(names[city] for city in mission.cities) for mission in MISSIONS]
    assert [(*_split(first_two), last) for _, first_two, last in rows] == cards
    every = [city for card in cards for city in card]
    assert all(every.count(card[0]) == every.count(card[1]) == 3 and every.count(card[2]) == 1 for card in cards)


def test_mission_points_are_those_of_the_table(lang: str) -> None:
    points = column(GAME, lang, "scoring-missions", 1)
    assert points == [
        *(cities * POINTS_PER_MISSION_CITY for cities in range(4)),
        3 * POINTS_PER_MISSION_CITY + POINTS_FOR_MISSION_CONTROL,
    ]


def test_city_names_agree_in_terms_and_boards() -> None:
    terms = {
        line.split("\t")[0]: line.split("\t")[1:4]
        for line in (folder(GAME) / "terms.tsv").read_text(encoding="utf-8").splitlines()
    }
    for shown in MAPS.values():
        for city_id, city in shown.cities.items():
            assert terms[city_id] == [city.name, city.chinese, city.name]
