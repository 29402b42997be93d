"""Honshu: every number here is reckoned by hand in the comment beside it, or stands in the rulebook's example and the facts' tables."""

from functools import partial
from typing import Any

import pytest
import tables

from scorers.honshu.examples import EXAMPLES
from scorers.honshu.score import END_CARDS, GAME, VARIANTS
from scorers.service import compare_data

GOLDEN: dict[str, Any] = EXAMPLES["rulebook"].sheet["players"][0]
PLUS = ". T . / T T T / . T ."
answer = partial(tables.answer, "honshu")


def lines(player: dict[str, Any], **options: Any) -> dict[str, dict[str, Any]]:
    return {line["key"]: line for line in answer(player, **options)["players"][0]["lines"]}


def points(player: dict[str, Any], key: str = "end_card", **options: Any) -> int:
    return int(lines(player, **options)[key]["points"])


def card(card: str, map_text: str, reading: str = "") -> int:
    """What a scoring card adds for a map."""
    return points({"map": map_text}, end_card=card, **({card: reading} if reading else {}))


def field(rows: int, columns: int, square: str) -> str:
    return " / ".join([" ".join([square] * columns)] * rows)


# The rulebook's example


def test_the_rulebooks_land_scores_line_by_line() -> None:
    found = lines(GOLDEN)
    assert [(line["points"], line["working"]) for line in found.values()] == [
        (20, "2 × 10"), (17, "1 × 17"), (12, "12 + 0"), (14, "3 + 2 + 4 + 2 + 3"), (0, ""),
    ]  # fmt: skip
    assert list(found) == ["forest", "town", "lake", "factory", "end_card"] == list(GAME.lines)
    assert [line["rule"] for line in found.values()] == [
        "scoring-forest", "scoring-town", "scoring-lake", "scoring-factory", "scoring-end-card",
    ]  # fmt: skip


def test_the_rulebooks_land_shows_where_its_points_come_from() -> None:
    found = {key: line["parts"] for key, line in lines(GOLDEN).items()}
    assert found["lake"] == [
        {"points": 12, "working": "3 × (5 − 1)", "at": ["r4c5", "r5c5", "r5c6", "r6c6", "r6c7"]},
        {"points": 0, "working": "3 × (1 − 1)", "at": ["r2c2"]},
    ]
    assert [(part["points"], part["at"]) for part in found["factory"]] == [
        (3, ["r2c5"]), (2, ["r2c6"]), (4, ["r6c1"]), (2, ["r7c3"]), (3, ["r9c7"]),
    ]  # fmt: skip
    assert found["forest"][0]["at"] == ["r2c7", "r3c2", "r3c4", "r4c7", "r5c2", "r6c9", "r8c2", "r8c3", "r8c5", "r8c6"]
    assert [len(part["at"]) for part in found["town"]] == [17]
    assert found["end_card"] == []


def test_the_rulebooks_land_under_each_scoring_card() -> None:
    # 63 but for: lakes 2 × 6 as well; one cross; 10 empty production squares; blue 3 and yellow 3; grey 4, grey 2 and brown 2
    totals = {"town_crosses": 66, "empty_production": 83, "blue_yellow": 67, "grey_brown": 69}
    columns = compare_data("honshu", {"players": [GOLDEN, {"map": "F"}]})["columns"]
    assert [column["key"] for column in columns] == list(END_CARDS) == [variant.key for variant in VARIANTS]
    assert {column["key"]: column["result"]["players"][0]["total"] for column in columns} == {key: totals.get(key, 63) for key in END_CARDS}
    assert lines(GOLDEN, end_card="town_crosses")["end_card"]["parts"] == [{"points": 3, "working": "3", "at": ["r6c4"]}]


def test_the_readings_of_the_sheet_stay_in_the_columns() -> None:
    data = {"players": [GOLDEN, {}], "empty_production": "before"}
    columns = {column["key"]: column for column in compare_data("honshu", data | {"variants": ["empty_production"]})["columns"]}
    assert list(columns) == ["empty_production"]
    assert columns["empty_production"]["needs"] == ["players.1.empty"]
    # before delivering: of ten without a cube, five sent theirs to factories: 2 × (10 − 5)
    assert lines(GOLDEN, end_card="empty_production", empty_production="before")["end_card"]["working"] == "2 × (10 − 5)"


# Forest, towns, lakes and factories


def test_counts_score_as_their_map_does() -> None:
    counts = {"forest": 10, "town": 17, "lakes": [5, 1], "factories": {"2": 2, "3": 2, "4": 1}}
    found = lines(counts)
    assert [(line["points"], line["working"]) for line in found.values()] == [
        (20, "2 × 10"), (17, "1 × 17"), (12, "3 × (5 − 1) + 3 × (1 − 1)"), (14, "2 × 2 + 3 × 2 + 4 × 1"), (0, ""),
    ]  # fmt: skip
    assert all("parts" not in line for line in found.values())


def test_an_empty_sheet_scores_nothing() -> None:
    assert [(line["points"], line["working"]) for line in lines({}).values()] == [(0, "")] * 5
    assert [(line["points"], line["working"], line["parts"]) for line in lines({"map": ". / ."}).values()] == [(0, "", [])] * 5


def test_only_the_largest_town_scores() -> None:
    assert points({"map": "T T F T / T F T T / F F F T"}, "town") == 4


def test_squares_that_meet_at_corners_are_not_joined() -> None:
    assert points({"map": "T F / F T"}, "town") == 1
    assert points({"map": "L F / F L"}, "lake") == 0


@pytest.mark.parametrize(
    ("size", "usual", "by_square"), [(1, 0, 2), (2, 3, 4), (3, 6, 6), (4, 9, 8), (5, 12, 10), (6, 15, 12), (8, 21, 16)]
)
def test_lakes_score_by_district_or_by_square(size: int, usual: int, by_square: int) -> None:
    for player in ({"map": " ".join("L" * size)}, {"lakes": [size]}):
        assert points(player, "lake") == usual
        assert points(player, "lake", end_card="lake_squares") == by_square
        assert points(player, end_card="lake_squares") == 0
    assert lines({"map": "L F / L"}, end_card="lake_squares")["end_card"]["parts"] == []


def test_rows_may_be_short_and_spaces_may_be_many() -> None:
    assert points({"map": "  F   F/\n. F "}, "forest") == 6
    assert points({"map": "F/F"}, "forest") == points({"map": "F . / F . ."}, "forest") == 4


@pytest.mark.parametrize("colour", "bngy")
@pytest.mark.parametrize("value", [2, 3, 4])
def test_each_factory_pays_what_is_printed_on_it(colour: str, value: int) -> None:
    assert points({"map": f"M{colour}{value}*"}, "factory") == value
    assert points({"map": f"M{colour}{value}"}, "factory") == 0
    assert points({"map": f"P{colour}* M{colour}{value}"}, "factory") == value
    assert points({"factories": {str(value): 3}}, "factory") == 3 * value


def test_cubes_go_to_the_best_factories_of_their_colour() -> None:
    # blue: 4 and 3, of three; grey: one factory for two cubes; yellow has no cube; brown holds one already
    land = "Pb* Mb2 Mb4 Mb3 Pb* / Pg* Pg* Mg2 My4 Py Mn3* Pn*"
    assert lines({"map": land})["factory"]["working"] == "4 + 3 + 2 + 3"


# The scoring cards


def test_two_cubes_to_a_factory() -> None:
    land = "Pb* Mb4 / Pb* Mb3 / Pb* Mb2"
    # the three best places pay 4, 4 again and 3
    assert [points({"map": land}, key, end_card="double_factories") for key in ("factory", "end_card")] == [7, 4]
    # where the second cube pays nothing all three factories are filled
    once = lines({"map": land}, end_card="double_factories", double_factories="once")
    assert [(once[key]["points"], once[key]["working"]) for key in ("factory", "end_card")] == [(9, "4 + 3 + 2"), (0, "")]
    assert [points({"map": "Mb3** Mb2*"}, key, end_card="double_factories") for key in ("factory", "end_card")] == [5, 3]


def test_on_equal_pay_a_first_cube_goes_before_a_second() -> None:
    assert [points({"map": "Pb* Mb3 Mb3 Pb*"}, key, end_card="double_factories") for key in ("factory", "end_card")] == [6, 0]
    # 4 as a second cube goes before 3 as a first
    assert [points({"map": "Pb* Mb4* Mb3"}, key, end_card="double_factories") for key in ("factory", "end_card")] == [4, 4]


def test_second_cubes_may_be_counted() -> None:
    player = {"factories": {"2": 2, "3": 1, "4": 0}, "second_resources": {"2": 1, "3": 1, "4": 0}}
    found = lines(player, end_card="double_factories")["end_card"]
    assert (found["points"], found["working"]) == (5, "2 × 1 + 3 × 1 + 4 × 0")
    assert points(player, end_card="double_factories", double_factories="once") == 0
    assert points(player) == 0
    needed = [f"players.0.second_resources.{value}" for value in (2, 3, 4)]
    assert [path for path in answer({}, {"map": "F"}, end_card="double_factories")["blank"] if "second" in path] == needed
    assert not any("second" in path for path in answer({}, {}, end_card="double_factories", double_factories="once")["blank"])


@pytest.mark.parametrize(
    ("forests", "per_three", "sliding", "strict"),
    [(2, 0, 0, 0), (3, 4, 4, 4), (4, 4, 8, 4), (5, 4, 12, 4), (6, 8, 16, 8), (7, 8, 20, 8)],
)
def test_forests_in_one_line(forests: int, per_three: int, sliding: int, strict: int) -> None:
    for land in (field(1, forests, "F"), field(forests, 1, "F")):
        assert card("forest_runs", land) == per_three
        assert card("forest_runs", land, "sliding") == sliding
        assert card("forest_runs", land, "strict") == strict


@pytest.mark.parametrize(("reading", "paid"), [("per_three", 8), ("sliding", 8), ("strict", 4)])
def test_a_row_and_a_column_that_cross_in_one_forest(reading: str, paid: int) -> None:
    assert card("forest_runs", PLUS.replace("T", "F"), reading) == paid


def test_the_parts_of_a_line_of_forests() -> None:
    player = {"map": "F F F F F F F"}
    (whole,) = lines(player, end_card="forest_runs")["end_card"]["parts"]
    assert (whole["points"], whole["working"], len(whole["at"])) == (8, "4 × 2", 7)
    apart = lines(player, end_card="forest_runs", forest_runs="strict")["end_card"]
    assert apart["working"] == "4 + 4"
    assert len({place for part in apart["parts"] for place in part["at"]}) == 6


@pytest.mark.parametrize(
    ("rows", "columns", "disjoint", "overlapping"),
    [(2, 2, 5, 5), (2, 3, 5, 10), (2, 4, 10, 15), (3, 3, 5, 20), (4, 4, 20, 45), (1, 9, 0, 0)],
)
def test_blocks_of_fallow(rows: int, columns: int, disjoint: int, overlapping: int) -> None:
    assert card("fallow_blocks", field(rows, columns, "A")) == disjoint
    assert card("fallow_blocks", field(rows, columns, "A"), "overlapping") == overlapping


def test_a_town_in_the_middle_may_be_in_any_district_or_only_in_the_largest() -> None:
    beside = PLUS + " / . F . / T T T T T T"
    assert card("town_crosses", PLUS) == card("town_crosses", PLUS, "largest_only") == 3
    assert card("town_crosses", beside) == 3
    assert card("town_crosses", beside, "largest_only") == 0
    assert card("town_crosses", "T T / T T") == 0


def test_of_districts_equally_large_the_best_counts() -> None:
    level = "T T T T T / . F . . . / " + PLUS
    found = lines({"map": level}, end_card="town_crosses", town_crosses="largest_only")
    assert found["end_card"]["points"] == 3
    assert found["town"]["points"] == 5
    assert found["end_card"]["parts"][0]["at"][0] in found["town"]["parts"][0]["at"]


def test_empty_production_squares() -> None:
    # the blue cube is delivered and leaves its square empty; the grey ones stay but for one; the yellow square was empty
    land = "Pb* Mb2 Pg* Pg* Mg3 Py"
    assert card("empty_production", land) == 2 * 3
    assert card("empty_production", land, "before") == 2 * 1
    # two squares without a cube, of which one sent its cube to the factory
    assert card("empty_production", "Pb Mb2* Py", "before") == 2 * 1
    assert card("empty_production", "Pb Mb2*", "before") == card("empty_production", "Mb2*", "before") == 0


def test_cubes_of_two_colours() -> None:
    land = "Pb* Mb2 My3* Mg4* Mn2 Pn* Mn4*"
    assert card("blue_yellow", land) == 2 * 2
    assert card("grey_brown", land) == 2 * 3
    assert lines({"map": land}, end_card="grey_brown")["end_card"]["parts"][0] == {"points": 2, "working": "2", "at": ["r1c4"]}


@pytest.mark.parametrize(
    ("end_card", "entry", "each"),
    [
        ("forest_runs", "runs", 4), ("fallow_blocks", "blocks", 5), ("town_crosses", "crosses", 3),
        ("empty_production", "empty", 2), ("blue_yellow", "blue_yellow", 2), ("grey_brown", "grey_brown", 2),
    ],
)  # fmt: skip
def test_what_a_card_counts_may_be_typed(end_card: str, entry: str, each: int) -> None:
    found = lines({entry: 3}, end_card=end_card)["end_card"]
    assert (found["points"], found["working"]) == (3 * each, f"{each} × 3")
    assert points({entry: 3}) == points({entry: 3}, end_card="lake_squares") == 0
    blanks = answer({"map": "F"}, {}, end_card=end_card)["blank"]
    assert f"players.1.{entry}" in blanks
    assert not any(path.startswith("players.0") for path in blanks)


# Ties, blanks and links


def test_a_tie_goes_to_the_most_fallow_fields() -> None:
    found = answer({"forest": 3, "fallow": 2}, {"map": "F F F / A A A"}, {"forest": 2, "fallow": 9})
    assert (found["winners"], found["decided_by"], found["asks"]) == ([1], "fallow", [])
    assert [player["rank"] for player in found["players"]] == [2, 1, 3]


def test_level_on_fallow_too_the_win_is_shared() -> None:
    found = answer({"forest": 1, "fallow": 1}, {"map": "F A"}, {"forest": 1, "fallow": 0})
    assert (found["winners"], found["decided_by"]) == ([0, 1], "shared")
    assert [player["rank"] for player in found["players"]] == [1, 1, 3]


def test_a_blank_tie_break_is_asked_for_and_not_applied() -> None:
    found = answer({"forest": 1}, {"map": "F A"})
    assert (found["winners"], found["decided_by"], found["asks"]) == ([0, 1], "shared", ["players.0.fallow"])
    assert found["blank"] == [
        "players.0.town", "players.0.factories.2", "players.0.factories.3", "players.0.factories.4", "players.0.fallow",
    ]  # fmt: skip
    assert answer({"forest": 2}, {"map": "F A"})["asks"] == []


def test_counts_beside_a_map_are_left_out_of_account() -> None:
    assert lines({"map": "F F", "forest": 40, "town": 40, "runs": 3}, end_card="forest_runs") == lines(
        {"map": "F F"}, end_card="forest_runs"
    )


def test_fallow_fields_and_not_forests_break_a_tie_between_maps() -> None:
    """Both have two forests and a town, 2 × 2 + 1 = 5; Bo has two fallow fields, Ann one."""
    found = answer({"map": "F F T A"}, {"map": "F F T A A"})
    assert [player["total"] for player in found["players"]] == [5, 5]
    assert (found["winners"], found["decided_by"]) == ([1], "fallow")


def test_the_largest_lake_is_named_first() -> None:
    parts = lines({"map": "L T L L T"})["lake"]["parts"]
    assert [(part["points"], part["at"]) for part in parts] == [(3 * (2 - 1), ["r1c3", "r1c4"]), (0, ["r1c1"])]


@pytest.mark.parametrize("rows", [[". T .", "T T T", ". T .", ". F .", "T T T T T"], ["T T T T T", ". F .", ". T .", "T T T", ". T ."]])
def test_of_two_largest_towns_the_one_with_more_in_the_middle_counts(rows: list[str]) -> None:
    """A cross of five has one town in the middle, a line of five none."""
    assert card("town_crosses", " / ".join(rows), "largest_only") == 3 * 1
    assert points({"map": " / ".join(rows)}, "town") == 5


def test_a_land_without_towns_has_none_in_the_middle() -> None:
    assert card("town_crosses", "F A", "largest_only") == card("town_crosses", "F A") == 0


def test_a_card_that_pays_for_nothing_has_no_parts() -> None:
    held = {"end_card": "empty_production", "empty_production": "before"}
    assert lines({"map": "Pb Mb2*"}, **held)["end_card"]["parts"] == []
    (part,) = lines({"map": "Pb Pn Py Mb2*"}, **held)["end_card"]["parts"]
    assert part == {"points": 2 * (3 - 1), "working": "2 × (3 − 1)", "at": ["r1c1", "r1c2", "r1c3"]}
