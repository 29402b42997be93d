"""Hansa Teutonica's boards and modules: each expectation is reckoned by hand beside it, from the Big Box rulebook."""

from functools import partial
from typing import Any

import pytest
import tables

from scorers.entries import entries_of
from scorers.hansa_teutonica.box import MISSIONS
from scorers.hansa_teutonica.examples import EXAMPLES
from scorers.hansa_teutonica.options import map_in_use
from scorers.hansa_teutonica.player import Player
from scorers.hansa_teutonica.score import GAME
from scorers.hansa_teutonica.sheet import Sheet
from scorers.service import compare_data
from scorers.sheet import load_sheet

SLUG = "hansa_teutonica"
LINES = ["prestige", "abilities", "markers", "coellen", "cities", "network"]
MISSIONS_ON, FAVOURS_ON = {"modules": ["missions"]}, {"modules": ["favours"]}
answer = partial(tables.answer, SLUG)
line = partial(tables.line, SLUG)
column = partial(tables.column, SLUG)
points = partial(tables.points, SLUG)


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
    assert answer(*blank, board="britannia")["blank"] == [
        f"players.{seat}.{name}" for seat in range(3) for name in wales
    ]
    both = (*wales, "scotland_cities", "scotland_offices")
    assert answer(*blank, board="britannia", side="4-5")["blank"] == [
        f"players.{seat}.{name}" for seat in range(3) for name in both
    ]


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


SHOWN: dict[str, tuple[dict[str, Any], str, set[str]]] = {
    "standard": ({}, "", set()),
    "missions": ({"modules": ("missions",)}, "missions", {"mission", "mission_cities", "mission_control"}),
    "wales": ({"board": "britannia"}, "wales", {"wales_cities", "wales_offices"}),
    "scotland": (
        {"board": "britannia", "side": "4-5"},
        "scotland",
        {"wales_cities", "wales_offices", "scotland_cities", "scotland_offices"},
    ),
    "no missions": ({"board": "east", "modules": ("missions",)}, "", set()),
}
"""Case -> options, a line, and the entries that the form shows for them."""
OF_MODULES = {
    "mission",
    "mission_cities",
    "mission_control",
    "wales_cities",
    "wales_offices",
    "scotland_cities",
    "scotland_offices",
}


@pytest.mark.parametrize("case", SHOWN)
@pytest.mark.parametrize("offices", [None, {}])
def test_form_shows_what_the_modules_ask_for(case: str, offices: dict[str, Any] | None) -> None:
    """With offices or without: a form may change from the one to the other."""
    options, key, expected = SHOWN[case]
    sheet = Sheet(players=(Player(),) * 3, offices=offices, **options)
    entries = entries_of(Player)
    assert {name for name in OF_MODULES if (shown := entries[name].shown_if) and shown(sheet) is True} == expected
    assert all(entries[name].line == key for name in expected if name.startswith(key[:5]))
    assert all(entries[name].help for name in OF_MODULES)


def test_form_has_two_free_slots_beside_what_stands_there() -> None:
    """For annexes no more than the box has; none in a city that is not on the map."""

    def slots(name: str, city: str, **data: Any) -> int:
        return entries_of(Sheet)[name].slots(load_sheet(GAME, {"players": [{}, {}, {}], "offices": {}, **data}), city)

    east = {"board": "east"}
    assert [slots("annexes", "waren", **east, annexes={"waren": [0] * number}) for number in range(6)] == [
        2,
        3,
        4,
        5,
        5,
        5,
    ]
    assert [
        slots("annexes", "waren", **east, edition="big_box", annexes={"waren": [0] * number}) for number in (2, 4)
    ] == [4, 4]
    assert [slots("permanent", "waren", **east, permanent={"waren": [0] * number}) for number in (0, 1, 7)] == [2, 3, 9]
    assert [slots(name, "waren") for name in ("offices", "annexes", "permanent")] == [0, 0, 0]
    assert [slots(name, "waren", **east) for name in ("offices", "annexes", "permanent")] == [0, 2, 2]
    assert [slots("offices", "london", board="britannia", side=side) for side in ("2-3", "4-5")] == [6, 8]


# Mission cards


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


# Comparisons


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
    players = [
        {"prestige": 24, "actions": 2, "keys": 0, "network": 0},
        {"prestige": 24, "actions": 1, "keys": 0, "network": 0},
        {},
    ]
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


def test_another_mission_card_does_not_turn_a_game() -> None:
    """Ann 2 × 2 + 1 = 5, Bo 4 + 2 + 1 = 7. The next card, 8, would make 8 of 5, one more for a number; a change
    of that size would be told first."""
    offices = {"minden": [0, None, None, None], "osnabruck": [0, None, None], "magdeburg": [0, 1]}
    players = [{"prestige": 0, "mission": 9}, {"prestige": 4}]
    assert (
        answer({"prestige": 0, "mission": 8}, players[1], offices=offices, modules=["missions"])["players"][0]["total"]
        == 8
    )
    turned = compare_data(SLUG, {"players": players, "offices": offices, "modules": ["missions"], "sensitivity": True})[
        "sensitivity"
    ]["turned_by"]
    assert len(turned) == 3
    assert [change["path"] for change in turned if change["path"].endswith(".mission")] == []
