"""Honshu: expectations are reckoned by hand in the comments, or are in the rulebook's example and the tables of the facts."""

from functools import partial
from typing import Any

import pytest
import tables

from scorers.honshu.examples import EXAMPLES
from scorers.honshu.score import END_CARDS, VARIANTS
from scorers.service import compare_data

GOLDEN: dict[str, Any] = EXAMPLES["rulebook"].sheet["players"][0]
answer = partial(tables.answer, "honshu")


def lines(player: dict[str, Any], **options: Any) -> dict[str, dict[str, Any]]:
    return {line["key"]: line for line in answer(player, **options)["players"][0]["lines"]}


def points(player: dict[str, Any], key: str = "end_card", **options: Any) -> int:
    return int(lines(player, **options)[key]["points"])


@pytest.mark.parametrize("case", tables.read_cases(__file__, "scores.tsv"))
def test_score_is_that_of_the_table(case: dict[str, str]) -> None:
    tables.check_result("honshu", case)


# The rulebook's example


def test_the_rulebooks_land_scores_line_by_line() -> None:
    by_line = lines(GOLDEN)
    assert [(line["points"], line["working"]) for line in by_line.values()] == [
        (20, "2 × 10"), (17, "1 × 17"), (12, "12 + 0"), (14, "3 + 2 + 4 + 2 + 3"), (0, ""),
    ]  # fmt: skip


def test_the_rulebooks_land_shows_where_its_points_come_from() -> None:
    by_line = {key: line["parts"] for key, line in lines(GOLDEN).items()}
    assert by_line["lake"] == [
        {"points": 12, "working": "3 × (5 − 1)", "at": ["r4c5", "r5c5", "r5c6", "r6c6", "r6c7"]},
        {"points": 0, "working": "3 × (1 − 1)", "at": ["r2c2"]},
    ]
    assert [(part["points"], part["at"]) for part in by_line["factory"]] == [
        (3, ["r2c5"]), (2, ["r2c6"]), (4, ["r6c1"]), (2, ["r7c3"]), (3, ["r9c7"]),
    ]  # fmt: skip
    assert by_line["forest"][0]["at"] == [
        "r2c7",
        "r3c2",
        "r3c4",
        "r4c7",
        "r5c2",
        "r6c9",
        "r8c2",
        "r8c3",
        "r8c5",
        "r8c6",
    ]
    assert [len(part["at"]) for part in by_line["town"]] == [17]
    assert by_line["end_card"] == []


def test_the_rulebooks_land_under_each_scoring_card() -> None:
    # 63 but for: lakes 2 × 6 as well; one cross; 10 empty production squares; blue 3 and yellow 3; grey 4, grey 2 and brown 2
    totals = {"town_crosses": 66, "empty_production": 83, "blue_yellow": 67, "grey_brown": 69}
    columns = compare_data("honshu", {"players": [GOLDEN, {"map": "F"}]})["columns"]
    assert [column["key"] for column in columns] == list(END_CARDS) == [variant.key for variant in VARIANTS]
    assert {column["key"]: column["result"]["players"][0]["total"] for column in columns} == {
        key: totals.get(key, 63) for key in END_CARDS
    }
    assert lines(GOLDEN, end_card="town_crosses")["end_card"]["parts"] == [
        {"points": 3, "working": "3", "at": ["r6c4"]}
    ]


def test_the_interpretations_of_the_sheet_stay_in_the_columns() -> None:
    data = {"players": [GOLDEN, {}], "empty_production": "before"}
    columns = {
        column["key"]: column for column in compare_data("honshu", data | {"variants": ["empty_production"]})["columns"]
    }
    assert list(columns) == ["empty_production"]
    assert columns["empty_production"]["needs"] == ["players.1.empty"]
    # before delivering: of ten without a cube, five sent theirs to factories: 2 × (10 − 5)
    assert (
        lines(GOLDEN, end_card="empty_production", empty_production="before")["end_card"]["working"] == "2 × (10 − 5)"
    )


# Forest, towns, lakes and factories


def test_counts_have_no_parts() -> None:
    counts = {"forest": 10, "town": 17, "lakes": [5, 1], "factories": {"2": 2, "3": 2, "4": 1}}
    assert all("parts" not in line for line in lines(counts).values())


def test_empty_map_scores_nothing() -> None:
    assert [(line["points"], line["working"], line["parts"]) for line in lines({"map": ". / ."}).values()] == [
        (0, "", [])
    ] * 5


@pytest.mark.parametrize(
    ("size", "usual", "by_square"), [(1, 0, 2), (2, 3, 4), (3, 6, 6), (4, 9, 8), (5, 12, 10), (6, 15, 12), (8, 21, 16)]
)
def test_lakes_score_by_district_or_by_square(size: int, usual: int, by_square: int) -> None:
    for player in ({"map": " ".join("L" * size)}, {"lakes": [size]}):
        assert points(player, "lake") == usual
        assert points(player, "lake", end_card="lake_squares") == by_square
        assert points(player, end_card="lake_squares") == 0
    assert lines({"map": "L F / L"}, end_card="lake_squares")["end_card"]["parts"] == []


@pytest.mark.parametrize("colour", "bngy")
@pytest.mark.parametrize("value", [2, 3, 4])
def test_each_factory_pays_what_is_printed_on_it(colour: str, value: int) -> None:
    assert points({"map": f"M{colour}{value}*"}, "factory") == value
    assert points({"map": f"M{colour}{value}"}, "factory") == 0
    assert points({"map": f"P{colour}* M{colour}{value}"}, "factory") == value
    assert points({"factories": {str(value): 3}}, "factory") == 3 * value


# Maps


def test_counts_are_ignored_if_a_map_is_given() -> None:
    assert lines({"map": "F F", "forest": 40, "town": 40, "runs": 3}, end_card="forest_runs") == lines(
        {"map": "F F"}, end_card="forest_runs"
    )


def test_the_largest_lake_is_named_first() -> None:
    parts = lines({"map": "L T L L T"})["lake"]["parts"]
    assert [(part["points"], part["at"]) for part in parts] == [(3 * (2 - 1), ["r1c3", "r1c4"]), (0, ["r1c1"])]
    parts = lines({"map": "L L T L"})["lake"]["parts"]
    assert [(part["points"], part["at"]) for part in parts] == [(3 * (2 - 1), ["r1c1", "r1c2"]), (0, ["r1c4"])]
