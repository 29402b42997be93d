"""Hansa Teutonica's boards and modules: each expectation is reckoned by hand beside it, from the Big Box rulebook."""

from functools import partial
from typing import Any

import pytest
import tables

from scorers.hansa_teutonica.box import MISSIONS
from scorers.hansa_teutonica.examples import EXAMPLES
from scorers.hansa_teutonica.options import map_in_use
from scorers.hansa_teutonica.score import GAME
from scorers.querystring import drop_unused_places, sheet_from_query, sheet_to_query
from scorers.service import compare_data, score_data
from scorers.sheet import load_sheet

SLUG = "hansa_teutonica"
LINES = ["prestige", "abilities", "markers", "coellen", "cities", "network"]
MISSIONS_ON, FAVOURS_ON = {"modules": ["missions"]}, {"modules": ["favours"]}
answer = partial(tables.answer, SLUG)
line = partial(tables.line, SLUG)


def column(key: str, *players: dict[str, Any], **options: Any) -> list[tuple[int, str]]:
    """Points and working of a line of every player."""
    result = answer(*players, **options)
    return [(entry["points"], entry["working"]) for player in result["players"] for entry in player["lines"] if entry["key"] == key]


def points(key: str, *players: dict[str, Any], **options: Any) -> list[int]:
    return [number for number, _ in column(key, *players, **options)]


def keys(**options: Any) -> list[str]:
    return [entry["key"] for entry in answer({}, {}, {}, **options)["players"][0]["lines"]]


# What is in use


@pytest.mark.parametrize(
    ("options", "further"),
    [
        ({}, []),
        ({"modules": ["favours"]}, []),
        ({"modules": ["missions"]}, ["missions"]),
        ({"board": "east", "modules": ["favours"]}, []),
        ({"board": "britannia"}, ["wales"]),
        ({"board": "britannia", "side": "2-3"}, ["wales"]),
        ({"board": "britannia", "side": "4-5"}, ["wales", "scotland"]),
    ],
)
def test_lines_of_a_module_are_there_where_it_is_in_use(options: dict[str, Any], further: list[str]) -> None:
    assert keys(**options) == LINES + further


@pytest.mark.parametrize(
    ("board", "seats", "side", "name"),
    [
        ("standard", 3, None, "2-3"), ("standard", 4, None, "4-5"), ("standard", 5, "2-3", "2-3"),
        ("east", 3, None, "east"), ("east", 5, None, "east"), ("east", 3, "2-3", "east"), ("east", 4, "4-5", "east"),
        ("britannia", 2, None, "britannia-2-3"), ("britannia", 3, None, "britannia-2-3"), ("britannia", 4, None, "britannia-4-5"),
        ("britannia", 2, "4-5", "britannia-4-5"), ("britannia", 5, "2-3", "britannia-2-3"),
    ],
)  # fmt: skip
def test_map_follows_board_side_and_players(board: str, seats: int, side: str | None, name: str) -> None:
    assert map_in_use(load_sheet(GAME, {"players": [{}] * seats, "board": board, "side": side})) == name


def test_blank_needs_what_the_modules_ask_for() -> None:
    """By counts the counts, with offices the mission card alone; on Britannia the countries of the side."""
    desk = dict.fromkeys(("prestige", "keys", "actions", "privilege", "book", "bag", "markers"), 0)
    blank = [desk] * 3
    counts = [f"players.{seat}.{name}" for seat in range(3) for name in ("cities", "network")]
    assert answer(*blank)["blank"] == counts
    assert answer(*blank, **FAVOURS_ON)["blank"] == counts
    assert answer(*blank, **MISSIONS_ON)["blank"] == [
        f"players.{seat}.{name}" for seat in range(3) for name in ("cities", "network", "mission_cities")
    ]
    assert answer(*blank, **MISSIONS_ON, offices={})["blank"] == [f"players.{seat}.mission" for seat in range(3)]
    assert answer(*blank, board="east", offices={})["blank"] == []
    assert answer(*blank, board="britannia", offices={})["blank"] == []
    wales = ("cities", "network", "wales_cities", "wales_offices")
    assert answer(*blank, board="britannia")["blank"] == [f"players.{seat}.{name}" for seat in range(3) for name in wales]
    both = (*wales, "scotland_cities", "scotland_offices")
    assert answer(*blank, board="britannia", side="4-5")["blank"] == [f"players.{seat}.{name}" for seat in range(3) for name in both]


def test_entries_of_modules_not_in_use_are_left_out() -> None:
    player = {
        "mission": 3,
        "mission_cities": 3,
        "mission_control": True,
        "favours": ["city"],
        "wales_cities": 2,
        "wales_offices": 2,
        "cities": 5,
    }
    assert answer(player, player)["players"][0]["total"] == 10
    assert answer(player, player, {}, board="east")["players"][0]["total"] == 10


# Mission cards


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        ({}, (0, "")),
        ({"mission_cities": 0}, (0, "0")),
        ({"mission_cities": 2}, (2, "2")),
        ({"mission_cities": 3}, (3, "3")),
        ({"mission_cities": 3, "mission_control": True}, (8, "3 + 5")),
        ({"mission_control": True}, (5, "5")),
        ({"mission": 4}, (0, "")),
    ],
)
def test_a_mission_pays_by_counts(player: dict[str, Any], expected: tuple[int, str]) -> None:
    assert line("missions", player, **MISSIONS_ON) == expected


def test_a_mission_pays_on_the_map() -> None:
    """Card 8, Minden, Osnabrück and Magdeburg: 3 for own offices; Magdeburg is Bo's, whose office is further right."""
    offices = {"minden": [0, None, None, None], "osnabruck": [0, None, None], "magdeburg": [0, 1]}
    cards = {"mission": 8}, {"mission": 4}
    assert column("missions", *cards, offices=offices, **MISSIONS_ON) == [(3, "3"), (0, "0")]
    # With an annex there Ann has 2 of 3 offices and controls all three.
    assert column("missions", *cards, offices=offices, annexes={"magdeburg": [0]}, **MISSIONS_ON) == [(8, "3 + 5"), (0, "0")]
    assert column("missions", {}, {"mission": 8}, offices=offices, **MISSIONS_ON) == [(0, ""), (1, "1")]


def test_counts_of_a_mission_are_ignored_with_offices() -> None:
    player = {"mission_cities": 3, "mission_control": True}
    assert line("missions", player, offices={}, **MISSIONS_ON) == (0, "")
    assert line("missions", player | {"mission": 1}, offices={}, **MISSIONS_ON) == (0, "0")


def test_mission_cards_are_those_of_the_box() -> None:
    """The rulebook: two cities of a card are on two other cards, too, and the third on no other."""
    cards = [mission.cities for mission in MISSIONS]
    places = [city for card in cards for city in card]
    assert sorted(places.count(city) for city in set(places)) == [1] * 9 + [3] * 6
    assert [places.count(card[2]) for card in cards] == [1] * 9
    plain = str.maketrans({"ü": "u"})
    assert [tuple(mission.label.lower().translate(plain).split(", ")) for mission in MISSIONS] == cards
    # In the facts' order, the cities that no other card has.
    assert [card[2] for card in cards] == [
        "paderborn", "luneburg", "goslar", "hannover", "kampen", "hildesheim", "bremen", "magdeburg", "munster",
    ]  # fmt: skip


# Emperor's Favour


def test_the_city_tile_makes_cities_four_each() -> None:
    assert column("cities", {"cities": 5, "favours": ["city"]}, {"cities": 5, "favours": ["ability"]}, {"cities": 5}, **FAVOURS_ON) == [
        (20, "5 × 4"), (10, "5 × 2"), (10, "5 × 2"),
    ]  # fmt: skip
    assert line("cities", {"favours": ["city"]}, offices={"brunswiek": [0]}, **FAVOURS_ON) == (4, "1 × 4")


def test_the_ability_tile_makes_abilities_seven_each() -> None:
    full = {"keys": 4, "actions": 5, "bag": 3, "network": 0}
    assert column("abilities", full | {"favours": ["ability"]}, full | {"favours": ["city"]}, **FAVOURS_ON) == [(14, "2 × 7"), (8, "2 × 4")]


def test_one_player_may_have_both_tiles() -> None:
    player = {"cities": 3, "book": 3, "favours": ["ability", "city"]}
    assert answer(player, **FAVOURS_ON)["players"][0]["total"] == 3 * 4 + 7
    assert answer(player, **FAVOURS_ON, board="britannia")["players"][0]["total"] == 3 * 4 + 7


# The Eastern board


def test_green_cities_fill_by_annexes_and_permanent_offices() -> None:
    """Waren: Bo's annex, Ann's permanent office further right: one each, so that Ann controls it. Waren – Wismar joins 2 offices."""
    options: dict[str, Any] = {"board": "east", "offices": {"wismar": [0, None]}}
    ann = answer({}, {}, {}, **options, annexes={"waren": [1]}, permanent={"waren": [0]})["players"][0]
    assert [(entry["key"], entry["points"]) for entry in ann["lines"][4:]] == [("cities", 4), ("network", 2)]
    assert [part["at"] for part in ann["lines"][4]["parts"]] == [["wismar"], ["waren"]]
    # Two annexes of Bo's outnumber it; they are not joined to anything of his.
    lines = answer({}, {}, {}, **options, annexes={"waren": [1, 1]}, permanent={"waren": [0]})["players"][1]["lines"]
    assert [entry["points"] for entry in lines[4:]] == [2, 2]


def test_a_permanent_office_stands_alone() -> None:
    assert points("cities", {}, {}, {}, board="east", offices={}, permanent={"dresden": [2, 1]}) == [0, 2, 0]


def test_permanent_offices_are_left_out_elsewhere() -> None:
    assert points("cities", {}, {}, offices={}, permanent={"waren": [0]}) == [0, 0]
    assert points("cities", {}, {}, {}, board="east", permanent={"waren": [0]}) == [0, 0, 0]


# Comparing, links, ties


def test_each_module_in_use_adds_a_variant_without_it() -> None:
    sheet = dict(EXAMPLES["missions"].sheet)
    columns = compare_data(SLUG, sheet)["columns"]
    assert [(column["key"], column["label"], column["options"]) for column in columns[2:]] == [
        ("no_missions", "Without mission cards", {"modules": ("favours",)}),
        ("no_favours", "Without Emperor's Favour", {"modules": ("missions",)}),
    ]
    totals = [[player["total"] for player in column["result"]["players"]] for column in columns if "result" in column]
    # Two full editions; without missions 71 − 8, 73 − 2, 51 − 1; without tiles 71 − 6 × 2, 73 − 2 × 3, 51.
    assert totals == [[71, 73, 51], [71, 73, 51], [63, 71, 50], [59, 67, 51]]
    assert [entry["key"] for entry in columns[2]["result"]["players"][0]["lines"]] == LINES
    assert [column["key"] for column in compare_data(SLUG, {"players": [{}, {}], **FAVOURS_ON})["columns"]] == [
        "2009",
        "big_box",
        "no_favours",
    ]
    narrowed = compare_data(SLUG, sheet | {"variants": ["no_favours", "2009"]})["columns"]
    assert [column["key"] for column in narrowed] == ["2009", "no_favours"]
    unknown = compare_data(SLUG, {"players": [{}, {}], "variants": ["no_missions"]})["faults"]
    assert [(fault["path"], fault["code"]) for fault in unknown] == [("variants.0", "choice")]


def test_module_variant_keeps_the_sheets_edition() -> None:
    """20 + 4 against 24: in the Big Box the fewer Actions win, with the module and without."""
    players = [{"prestige": 24, "actions": 2, "keys": 0, "network": 0}, {"prestige": 24, "actions": 1, "keys": 0, "network": 0}, {}]
    columns = compare_data(SLUG, {"players": players, "edition": "big_box", **FAVOURS_ON})["columns"]
    assert [column["result"]["winners"] for column in columns] == [[0, 1], [1], [1]]


def test_network_breaks_a_tie_where_countries_follow_it() -> None:
    """Ann 9 + 1 × 1 + 7 = 17; Bo 8 + 5 × 1 + 4 = 17; Bo has more points in the network."""
    players = [
        {"prestige": 9, "keys": 0, "network": 1, "actions": 1, "wales_cities": 2, "wales_offices": 2},
        {"prestige": 8, "keys": 0, "network": 5, "actions": 1, "wales_cities": 1, "wales_offices": 1},
        {},
    ]
    result = answer(*players, board="britannia", edition="big_box")
    assert [player["total"] for player in result["players"]] == [17, 17, 0]
    assert (result["winners"], result["decided_by"]) == ([1], "network")


@pytest.mark.parametrize("key", ["wales", "east", "missions"])
def test_link_of_a_module_sheet_restores_it(key: str) -> None:
    sheet = load_sheet(GAME, dict(EXAMPLES[key].sheet))
    query: dict[str, list[str]] = {}
    for name, text in sheet_to_query(sheet):
        query.setdefault(name, []).append(text)
    assert load_sheet(GAME, sheet_from_query(GAME.sheet, query)) == sheet


def test_a_form_drops_the_cities_of_another_board() -> None:
    data = {"players": [{}, {}, {}], "offices": {"bremen": [0], "halle": [0, None]}, "annexes": {"halle": [1]}, "permanent": {"waren": [0]}}
    kept = {"offices": {"halle": [0, None]}, "annexes": {"halle": [1]}}
    assert drop_unused_places(GAME.sheet, data) == {**data, "permanent": None}
    assert drop_unused_places(GAME.sheet, {**data, "board": "east"}) == {**data, **kept, "board": "east"}
    britannia = drop_unused_places(GAME.sheet, {**data, "board": "britannia"})
    assert (britannia["offices"], britannia["annexes"], britannia["permanent"]) == (None, None, None)
    assert drop_unused_places(GAME.sheet, {"players": []} | {"offices": {"bremen": [0]}}) == {"players": [], "offices": {"bremen": [0]}}


def test_sheets_of_before_have_the_lines_of_before() -> None:
    result = score_data(SLUG, {"players": [{"cities": 1}, {}]})
    assert [entry["key"] for entry in result["players"][0]["lines"]] == LINES
    assert "house" not in result
