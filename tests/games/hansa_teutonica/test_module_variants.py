"""Hansa Teutonica's module sheets compared, tied and linked: expectations are reckoned by hand beside them."""

from functools import partial

import pytest
import tables

from scorers.hansa_teutonica.examples import EXAMPLES
from scorers.hansa_teutonica.score import GAME
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.service import compare_data, score_data
from scorers.sheet import load_sheet

SLUG = "hansa_teutonica"
LINES = ["prestige", "abilities", "markers", "coellen", "cities", "network"]
FAVOURS_ON = {"modules": ["favours"]}
answer = partial(tables.answer, SLUG)


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


def test_another_mission_card_is_not_what_turns_a_game() -> None:
    """Ann 2 × 2 + 1 = 5, Bo 4 + 2 + 1 = 7. The next card, 8, would make 8 of 5, one more for a number; a change
    of that size would be told first."""
    offices = {"minden": [0, None, None, None], "osnabruck": [0, None, None], "magdeburg": [0, 1]}
    players = [{"prestige": 0, "mission": 9}, {"prestige": 4}]
    assert answer({"prestige": 0, "mission": 8}, players[1], offices=offices, modules=["missions"])["players"][0]["total"] == 8
    turned = compare_data(SLUG, {"players": players, "offices": offices, "modules": ["missions"], "sensitivity": True})["sensitivity"][
        "turned_by"
    ]
    assert len(turned) == 3
    assert [change["path"] for change in turned if change["path"].endswith(".mission")] == []


@pytest.mark.parametrize("key", ["wales", "east", "missions"])
def test_link_of_a_module_sheet_restores_it(key: str) -> None:
    sheet = load_sheet(GAME, dict(EXAMPLES[key].sheet))
    query: dict[str, list[str]] = {}
    for name, text in sheet_to_query(sheet):
        query.setdefault(name, []).append(text)
    assert load_sheet(GAME, sheet_from_query(GAME.sheet, query)) == sheet


def test_sheets_of_before_have_the_lines_of_before() -> None:
    result = score_data(SLUG, {"players": [{"cities": 1}, {}]})
    assert [entry["key"] for entry in result["players"][0]["lines"]] == LINES
    assert "house" not in result
