"""Hansa Teutonica: faults of sheets, blank entries, and sheets compared."""

from functools import partial
from random import Random
from typing import Any

import pytest
import tables
from hansa_facts import deal
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.hansa_teutonica.examples import EXAMPLES
from scorers.hansa_teutonica.map import CITIES
from scorers.hansa_teutonica.sheet import Sheet
from scorers.registry import game
from scorers.service import compare_data, score_data
from scorers.sheet import load_sheet, sheet_schema

SLUG = "hansa_teutonica"
FAVOURS_ON = {"modules": ["favours"]}
KEYS = ["prestige", "abilities", "markers", "coellen", "cities", "network"]
LEVELS = ("keys", "actions", "privilege", "book", "bag")
answer = partial(tables.answer, SLUG)


def faults(*players: dict[str, Any], **options: Any) -> set[tuple[str, str]]:
    """Return the path and the code of all faults."""
    return {(fault["path"], fault["code"]) for fault in answer(*players, **options).get("faults", [])}


@pytest.mark.parametrize("case", tables.read_cases(__file__, "faults.tsv"))
def test_faults_are_those_of_the_table(case: dict[str, str]) -> None:
    found = score_data(SLUG, tables.read_query(SLUG, case["sheet"])).get("faults", [])
    assert "; ".join(f"{fault['path']} {fault['code']}" for fault in found) == case["faults"]
    assert case["sentences"] in ("", " | ".join(fault["message"] for fault in found))


@pytest.mark.parametrize(
    ("players", "options", "expected_faults"),
    [
        ([{"coellen": [7]}, {"coellen": [7]}], {}, {("players", "impossible")}),
        ([{"coellen": [7, 7]}], {}, {("players.0.coellen.1", "impossible")}),
        ([{"coellen": [10]}], {}, {("players.0.coellen.0", "choice")}),
        ([], {"side": 23}, {("side", "type")}),
        ([], {"offices": {"berlin": [0]}}, {("offices.berlin", "unknown")}),
        ([], {"modules": "missions"}, {("modules", "type")}),
        ([{"mission_control": 1}], {}, {("players.0.mission_control", "type")}),
        ([{"favours": ["city"]}, {"favours": ["city"]}], FAVOURS_ON, {("players", "impossible")}),
        ([{"favours": ["city", "city"]}], {}, {("players.0.favours.1", "impossible")}),
        ([{"favours": ["book"]}], {}, {("players.0.favours.0", "choice")}),
        ([{}, {}, {}], {"board": "east", "offices": {"atlantis": [0]}}, {("offices.atlantis", "unknown")}),
        (
            [{}, {}, {}],
            {"board": "east", "offices": {}, "permanent": {"danzig": [0]}},
            {("permanent.danzig", "unknown")},
        ),
    ],
)
def test_sheet_that_no_link_can_spell_has_faults(
    players: list[dict[str, Any]], options: dict[str, Any], expected_faults: set[tuple[str, str]]
) -> None:
    assert faults(*players, **options) == expected_faults


def test_each_tile_of_two_players_is_a_fault() -> None:
    both = {"favours": ["city", "ability"]}
    assert tables.faults(SLUG, both, both, **FAVOURS_ON) == [("players", "impossible")] * 2


def test_nobody_has_more_offices_than_pieces() -> None:
    # 4 + 4 + 4 + 3 + 3 + 3 + 2 + 2 + 2 + 2 = 29 offices, with one annex 30, with two 31
    cities = [
        "arnheim",
        "minden",
        "stendal",
        "hamburg",
        "osnabruck",
        "perleberg",
        "coellen",
        "emden",
        "groningen",
        "halle",
    ]
    offices = {city: [0] * len(CITIES[city].offices["2-3"]) for city in cities}
    assert faults(offices=offices, annexes={"emden": [0]}) == set()
    result = answer({"name": "Ann"}, offices=offices, annexes={"emden": [0, 0]})
    assert [(fault["path"], fault["code"], fault["message"]) for fault in result["faults"]] == [
        ("players", "impossible", "Ann cannot have 31 offices: there are 30 pieces")
    ]


def test_blank_names_the_number_entries_that_are_needed() -> None:
    entries = dict.fromkeys(("prestige", "markers", *LEVELS), 0)
    assert answer(entries, {**entries, "cities": 1, "network": 2})["blank"] == ["players.0.cities", "players.0.network"]
    assert answer(entries, entries, offices={})["blank"] == []
    assert answer({}, entries, offices={})["blank"] == [
        f"players.0.{entry}" for entry in ("prestige", *LEVELS, "markers")
    ]


def test_the_named_variants_are_the_editions() -> None:
    columns = compare_data(SLUG, EXAMPLES["tie"].sheet)["columns"]
    assert [(column["key"], column["options"]) for column in columns] == [
        (key, {"edition": key}) for key in ("2009", "big_box")
    ]
    assert [column["result"]["winners"] for column in columns] == [[0, 1], [1]]


def test_impossible_sheet_is_compared_under_possible_variants() -> None:
    first, second = compare_data(SLUG, {"players": [{}, {}], "edition": "big_box"})["columns"]
    assert first["result"]["decided_by"] == "shared"
    assert [(fault["path"], fault["code"]) for fault in second["faults"]] == [("players", "too_few")]
    assert [set(column) & {"result", "faults"} for column in compare_data(SLUG, {"players": [{}, {}]})["columns"]] == [
        {"result"},
        {"faults"},
    ]
    assert compare_data(SLUG, {"players": [{"markers": 9}, {"markers": 9}]})["faults"][0]["code"] == "impossible"
    narrowed = compare_data(SLUG, {"players": [{}, {}], "edition": "big_box", "variants": ["big_box"]})
    assert [fault["code"] for fault in narrowed["faults"]] == ["too_few"]


def test_city_given_twice_is_one_fault() -> None:
    fault_list = answer(offices={"Emden": [5, None]})["faults"]
    assert [(fault["path"], fault["code"]) for fault in fault_list] == [("offices.emden.0", "choice")]


def test_invalid_map_still_replaces_the_counts() -> None:
    fault_list = answer({"cities": 20}, {"cities": 20}, offices=[])["faults"]
    assert [(fault["path"], fault["code"]) for fault in fault_list] == [("offices", "type")]


def test_the_side_may_be_left_open_in_the_schema() -> None:
    side = sheet_schema(Sheet)["properties"]["side"]
    assert [option.get("const") for option in side["oneOf"]] == ["2-3", "4-5", None]
    assert side["default"] is None


# Laws


sheets = st.integers(0, 2**32).map(lambda seed: deal(Random(seed), "standard"))


@settings(max_examples=150)
@given(sheets)
def test_only_lines_of_the_map_have_parts_for_all_cities(data: dict[str, Any]) -> None:
    result = score_data(SLUG, data)
    for player in result["players"]:
        for entry in player["lines"]:
            assert sum(part["points"] for part in entry.get("parts", [])) == (
                entry["points"] if "parts" in entry else 0
            )
            assert ("parts" in entry) == (data.get("offices") is not None and entry["key"] in ("cities", "network"))
    if data.get("offices") is not None:
        holdings = [part["at"][0] for player in result["players"] for part in player["lines"][4]["parts"]]
        assert sorted(holdings) == sorted(data["offices"])


@pytest.mark.parametrize(
    ("options", "expected_faults"),
    [
        ({"offices": {"bremen": ["x"]}, "annexes": {"bremen": [0]}}, {("offices.bremen.0", "type")}),
        ({"side": "6", "offices": {"dortmund": [0, 0, 1]}}, {("side", "choice")}),
        ({"side": "6", "offices": {"dortmund": [0]}}, {("side", "choice"), ("offices.dortmund", "too_few")}),
        ({"edition": 2009, "offices": {"dortmund": [0, 0]}, "annexes": {"dortmund": [1] * 5}}, {("edition", "type")}),
    ],
)
def test_unreadable_entry_causes_no_second_fault(
    options: dict[str, Any], expected_faults: set[tuple[str, str]]
) -> None:
    assert faults({}, {}, {}, **options) == expected_faults


@pytest.mark.parametrize(
    ("players", "code"), [(None, "missing"), ("x", "type"), ([], "too_few"), ([{}] * 6, "too_many")]
)
def test_faulty_players_hide_faults_of_seats_on_the_map(players: object, code: str) -> None:
    sheet = {"players": players, "offices": {"minden": [0, 1, 4, None]}, "annexes": {"minden": [3]}}
    assert [(fault["path"], fault["code"]) for fault in score_data(SLUG, sheet)["faults"]] == [("players", code)]
    assert score_data(SLUG, {**sheet, "offices": {"minden": [5]}})["faults"][-1]["path"] == "offices.minden.0"


@settings(max_examples=100)
@given(sheets)
def test_one_more_office_never_lowers_a_network(data: dict[str, Any]) -> None:
    for city, row in data.get("offices", {}).items():
        if None in row:
            more = {
                **data,
                "offices": {**data["offices"], city: [*row[: row.index(None)], 0, *row[row.index(None) + 1 :]]},
            }
            before, after = (score_data(SLUG, table)["players"][0]["lines"][5]["points"] for table in (data, more))
            assert after >= before


def test_contradiction_marks_the_cells_concerned() -> None:
    def entries(*players: dict[str, Any], **options: Any) -> list[tuple[str, ...]]:
        filled = [*players, {}, {}][: max(2, len(players))]
        return [fault.entries for fault in load_sheet(game(SLUG), {"players": filled, **options})]

    assert entries({}, {"mission": 2}, {"mission": 2}, offices={}, modules=["missions"]) == [
        ("players.1.mission", "players.2.mission")
    ]
    assert entries({}, {"mission_cities": 1, "mission_control": True}, modules=["missions"]) == [
        ("players.1.mission_cities", "players.1.mission_control")
    ]
    assert entries({}, {"wales_cities": 2, "wales_offices": 1}, board="britannia", side="4-5") == [
        ("players.1.wales_cities", "players.1.wales_offices")
    ]
    assert entries({"scotland_cities": 5}, {"scotland_cities": 3}, board="britannia", side="4-5") == [
        ("players.0.scotland_cities", "players.1.scotland_cities")
    ]
    assert entries({"markers": 9}, {"markers": 9}) == [("players.0.markers", "players.1.markers")]
    assert entries({"cities": 20}, {"cities": 20}) == [("players.0.cities", "players.1.cities")]
