"""Hansa Teutonica's lines, boards and modules: numbers are reckoned by hand, or stand in the facts' tables or the
Big Box rulebook.
"""

from functools import partial
from typing import Any

import pytest
import tables
from hypothesis import given
from hypothesis import strategies as st
from rule_tables import numbers
from tables import check_reply, read_cases

from scorers.entries import entries_of
from scorers.hansa_teutonica.box import MARKER_POINTS, MISSIONS
from scorers.hansa_teutonica.calculators import EAST_WEST
from scorers.hansa_teutonica.examples import EXAMPLES
from scorers.hansa_teutonica.map import CITIES
from scorers.hansa_teutonica.modules import score_country
from scorers.hansa_teutonica.options import map_in_use
from scorers.hansa_teutonica.player import Player
from scorers.hansa_teutonica.score import GAME
from scorers.hansa_teutonica.sheet import Sheet
from scorers.service import ask_calculator, compare_data, score_data
from scorers.sheet import load_sheet

SLUG = "hansa_teutonica"
KEYS = ["prestige", "abilities", "markers", "coellen", "cities", "network"]
LEVELS = ("keys", "actions", "privilege", "book", "bag")
answer = partial(tables.answer, SLUG)
line = partial(tables.line, SLUG)


@pytest.mark.parametrize("case", tables.read_cases(__file__, "scores.tsv"))
def test_score_is_that_of_the_table(case: dict[str, str]) -> None:
    tables.check_result("hansa_teutonica", case)


# Examples and lines


def test_the_rulebooks_network_pays_27_and_leaves_kampen_out() -> None:
    network = score_data(SLUG, EXAMPLES["network"].sheet)["players"][0]["lines"][5]
    assert (network["points"], network["working"]) == (27, "9 × 3")
    assert [part["at"] for part in network["parts"]] == [
        ["bremen"], ["hamburg"], ["hannover"], ["lubeck"], ["minden"], ["paderborn"], ["warburg"],
    ]  # fmt: skip
    assert network["parts"][1] == {"points": 6, "working": "2 × 3", "at": ["hamburg"]}


@pytest.mark.parametrize(("ability", "full"), [("actions", 5), ("privilege", 3), ("book", 3), ("bag", 3)])
def test_only_a_full_ability_pays_four(ability: str, full: int) -> None:
    assert [line("abilities", {ability: level})[0] for level in range(full + 1)] == [0] * full + [4]


MARKER_TABLE = [0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 21, 21, 21, 21, 21]


@pytest.mark.parametrize(("markers", "points"), list(enumerate(MARKER_TABLE)))
def test_markers_pay_by_their_number(markers: int, points: int) -> None:
    assert line("markers", {"markers": markers}) == (points, str(points))


@pytest.mark.parametrize(("keys", "value"), list(enumerate([1, 2, 2, 3, 4])))
def test_an_office_in_the_network_pays_the_key_value(keys: int, value: int) -> None:
    assert line("network", {"keys": keys, "network": 7}) == (7 * value, f"7 × {value}")
    assert line("network", {"keys": keys}, offices={"halle": [0, None]}) == (value, f"1 × {value}")


@pytest.mark.parametrize(
    ("level", "faces"),
    [("keys", "12234"), ("actions", "233445"), ("privilege", "WOPB"), ("book", "2345"), ("bag", "357C")],
)
def test_levels_have_the_values_of_the_desk(level: str, faces: str) -> None:
    kind = entries_of(entries_of(Sheet)["players"].of)[level]
    assert "".join(face[0] for face in kind.faces) == faces
    assert len(set(kind.faces)) == len(faces) == kind.high + 1


# The map


def test_a_tie_in_a_city_goes_to_the_office_furthest_right() -> None:
    lines = [
        player["lines"][4] for player in answer({}, {}, offices={"minden": [0, 1, 1, 0], "emden": [0, 1]})["players"]
    ]
    assert [(entry["points"], [part["at"] for part in entry["parts"]]) for entry in lines] == [
        (2, [["minden"]]),
        (2, [["emden"]]),
    ]


@pytest.mark.parametrize(("seats", "side"), [(2, "2-3"), (3, "2-3"), (4, "4-5"), (5, "4-5")])
def test_the_side_follows_the_number_of_players(seats: int, side: str) -> None:
    assert map_in_use(load_sheet(GAME, {"players": [{}] * seats})) == side
    assert map_in_use(load_sheet(GAME, {"players": [{}] * seats, "side": None})) == side
    assert map_in_use(load_sheet(GAME, {"players": [{}] * seats, "side": "4-5"})) == "4-5"
    bremen = {"2-3": [0], "4-5": [0, None]}[side]
    assert "faults" not in answer(*[{}] * seats, offices={"bremen": bremen})


def test_counts_are_ignored_if_offices_are_given() -> None:
    player = answer({"cities": 9, "network": 20, "keys": 4}, {"cities": 27}, offices={})["players"][0]
    assert [(entry["points"], entry["parts"]) for entry in player["lines"][4:]] == [(0, []), (0, [])]


@pytest.mark.parametrize("name", ["Göttingen", "GOTTINGEN", "gottingen", "göttingen", "哥廷根"])
def test_a_city_may_be_called_by_its_other_names(name: str) -> None:
    assert line("cities", {}, offices={name: [0, None]}) == (2, "1 × 2")
    assert line("cities", {}, offices={"gottingen": [0, 1]}, annexes={name: [0]}) == (2, "1 × 2")


@pytest.mark.parametrize(
    ("alias", "city"),
    [
        ("Arnhem", "arnheim"), ("Brunswick", "brunswiek"), ("Braunschweig", "brunswiek"), ("Bruinswiek", "brunswiek"),
        ("Cöllen", "coellen"), ("Cologne", "coellen"), ("Köln", "coellen"), ("Gröningen", "groningen"),
        ("Lubeck", "lubeck"),
        ("Luneburg", "luneburg"), ("Münste", "munster"), ("Munster", "munster"), ("Osnabruck", "osnabruck"),
        ("Standal", "stendal"),
    ],
)  # fmt: skip
def test_the_facts_aliases_are_known(alias: str, city: str) -> None:
    row = [0] * len(CITIES[city].offices["2-3"])
    assert answer(offices={alias: row})["players"][0]["lines"][4]["parts"][0]["at"] == [city]


# Ties


def tie(edition: str, *players: dict[str, Any]) -> tuple[list[int], str, list[str], list[int]]:
    result = answer(*players, edition=edition)
    return result["winners"], result["decided_by"], result["asks"], [player["rank"] for player in result["players"]]


LINES = ["prestige", "abilities", "markers", "coellen", "cities", "network"]
MISSIONS_ON, FAVOURS_ON = {"modules": ["missions"]}, {"modules": ["favours"]}
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
        ("britannia", 2, None, "britannia-2-3"), ("britannia", 3, None, "britannia-2-3"),
        ("britannia", 4, None, "britannia-4-5"),
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
    assert {name for name in OF_MODULES if entries[name].asked_if(sheet, sheet.players[0])} == expected
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
    """Waren: Bo's annex, Ann's permanent office further right: one each, so that Ann controls it.

    Waren – Wismar joins 2 offices.
    """
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


def share(*standings: tuple[int, int], shares_all: bool = False) -> list[int]:
    return [one.points for one in score_country("wales", standings, shares_all=shares_all)]


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(3, 3), (2, 5), (1, 1)], [7, 4, 2]),  # cities come before offices
        ([(1, 1), (3, 3), (2, 5)], [2, 7, 4]),
        ([(2, 3), (2, 4), (2, 2)], [4, 7, 2]),  # equal in cities: offices decide
        ([(4, 4), (3, 3), (2, 2), (1, 1)], [7, 4, 2, 0]),  # a fourth place is worth nothing
        ([(2, 2), (0, 9)], [7, 4]),  # the places left over go by offices, after everyone with a city
        ([(1, 1), (0, 3), (0, 5)], [7, 2, 4]),
        ([(0, 1), (0, 0)], [7, 0]),  # without any city in the country the first place is left over
        ([(0, 0), (0, 0)], [0, 0]),  # no office, no points
        ([(1, 2), (1, 2), (0, 1)], [5, 5, 2]),  # the rulebook's: (7 + 4) / 2 = 5.5, and the next has the third place
        ([(2, 2), (1, 1), (1, 1)], [7, 3, 3]),  # (4 + 2) / 2 = 3
        ([(3, 3), (2, 2), (1, 1), (1, 1)], [7, 4, 1, 1]),  # (2 + 0) / 2 = 1
        ([(4, 4), (3, 3), (2, 2), (1, 1), (1, 1)], [7, 4, 2, 0, 0]),
        ([(0, 2), (0, 2), (0, 1)], [5, 5, 2]),  # ties without a city are shared alike
        ([(1, 2), (1, 2), (0, 1), (0, 1)], [5, 5, 1, 1]),  # third place: (2 + 0) / 2
        ([(1, 1), (1, 1), (1, 1)], [3, 3, 3]),  # (7 + 4) / 3 = 3.67
        ([(1, 1), (1, 1), (1, 1), (0, 1)], [3, 3, 3, 0]),  # they take up all three places
        ([(2, 2), (1, 1), (1, 1), (1, 1)], [7, 2, 2, 2]),  # (4 + 2) / 3 = 2
        ([(2, 2), (2, 2), (2, 2), (2, 2), (1, 1)], [2, 2, 2, 2, 0]),  # (7 + 4) / 4 = 2.75
        ([(1, 1)] * 5, [2] * 5),  # 11 / 5 = 2.2
        ([(3, 3), (2, 2), (1, 1), (1, 1), (1, 1)], [7, 4, 0, 0, 0]),  # 2 / 3
    ],
)  # fmt: skip
def test_a_country_pays_places_and_shares(standings: list[tuple[int, int]], expected: list[int]) -> None:
    assert share(*standings) == expected


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(1, 1), (1, 1), (1, 1)], [4, 4, 4]),  # (7 + 4 + 2) / 3 = 4.33
        ([(1, 1), (1, 1), (0, 1)], [5, 5, 2]),  # two share two places either way
        ([(2, 2), (1, 1), (1, 1), (1, 1)], [7, 2, 2, 2]),  # (4 + 2 + 0) / 3 = 2
        ([(1, 1)] * 4, [3] * 4),  # (7 + 4 + 2 + 0) / 4 = 3.25
        ([(1, 1)] * 5, [2] * 5),  # 13 / 5 = 2.6
        ([(2, 2), (2, 2), (1, 1), (1, 1), (1, 1)], [5, 5, 0, 0, 0]),  # 2 / 3
    ],
)
def test_all_places_are_shared_where_chosen(standings: list[tuple[int, int]], expected: list[int]) -> None:
    assert share(*standings, shares_all=True) == expected


@pytest.mark.parametrize(
    ("standings", "shares_all", "expected"),
    [
        ([(2, 2), (1, 1), (0, 1), (0, 0)], False, ["7", "4", "2", "0"]),
        ([(1, 1), (1, 1), (0, 1)], False, ["⌊(7 + 4) ÷ 2⌋", "⌊(7 + 4) ÷ 2⌋", "2"]),
        ([(2, 2), (1, 1), (1, 1)], False, ["7", "(4 + 2) ÷ 2", "(4 + 2) ÷ 2"]),
        ([(3, 3), (2, 2), (1, 1), (1, 1)], False, ["7", "4", "2 ÷ 2", "2 ÷ 2"]),
        ([(1, 1), (1, 1), (1, 1)], False, ["⌊(7 + 4) ÷ 3⌋"] * 3),
        ([(1, 1), (1, 1), (1, 1)], True, ["⌊(7 + 4 + 2) ÷ 3⌋"] * 3),
        ([(4, 4), (3, 3), (2, 2), (1, 1), (1, 1)], False, ["7", "4", "2", "0", "0"]),
        ([(3, 3), (2, 2), (1, 1), (1, 1), (1, 1)], False, ["7", "4", "0", "0", "0"]),
        ([(3, 3), (2, 2), (2, 2), (1, 1)], True, ["7", "(4 + 2) ÷ 2", "(4 + 2) ÷ 2", "0"]),
        ([(1, 1), None], False, ["7", ""]),
    ],
)
def test_the_working_of_a_country_is_its_shares(
    standings: list[tuple[int, int] | None],
    shares_all: bool,  # noqa: FBT001
    expected: list[str],
) -> None:
    assert [one.working for one in score_country("scotland", standings, shares_all=shares_all)] == expected
    assert {one.key for one in score_country("scotland", standings, shares_all=shares_all)} == {"scotland"}


def test_carlisle_is_scottish_on_the_large_side_only() -> None:
    """Carlisle and Newcastle have 5 and 3 offices for 4 and 5 players, 3 and 3 for fewer; 2 cities, 2 offices that
    no route joins.
    """
    large = {"carlisle": [0, None, None, None, None], "newcastle": [0, None, None]}
    result = answer({}, {}, board="britannia", side="4-5", offices=large)["players"][0]
    assert [entry["points"] for entry in result["lines"][4:]] == [4, 1, 0, 7]
    small = {"carlisle": [0, None, None], "newcastle": [0, None, None]}
    result = answer({}, {}, board="britannia", side="2-3", offices=small)["players"][0]
    assert [entry["points"] for entry in result["lines"][4:]] == [4, 2, 0]  # here a route joins them


def route(**data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["route"], data)


@pytest.mark.parametrize("case", read_cases(__file__, "calculators.tsv"))
def test_calculator_replies_as_reckoned(case: dict[str, str]) -> None:
    check_reply("hansa_teutonica", case)


@pytest.mark.usefixtures("application_context")
def test_east_west_points_match_the_rules() -> None:
    assert [row[0] for row in numbers("hansa_teutonica", "en", "east-west")] == list(EAST_WEST)


@given(st.integers(0, 15))
def test_single_markers_add_up_to_the_total(markers: int) -> None:
    points = sum(route(markers=before)["marker"] for before in range(markers))
    assert points == MARKER_POINTS[min(markers, len(MARKER_POINTS) - 1)]


ROWS = st.lists(st.integers(0, 4), max_size=6)


@given(ROWS, ROWS)
def test_route_pays_a_point_per_city_with_an_office(one: list[int], other: list[int]) -> None:
    assert sum(route(offices={"one": one, "other": other})["points"]) == bool(one) + bool(other)
