"""Honshu: expectations are reckoned by hand in the comments, or are in the rulebook's example and the tables of the
facts.
"""

from functools import partial
from typing import Any

import pytest
import tables
from hypothesis import given
from hypothesis import strategies as st
from tables import check_reply, read_cases

from scorers.entries import Choice, Number
from scorers.honshu.examples import EXAMPLES
from scorers.honshu.interpretations import interpretation_of_card
from scorers.honshu.score import END_CARDS, GAME, VARIANTS
from scorers.honshu.sheet import Player, Sheet, _on_card
from scorers.model import N_
from scorers.service import ask_calculator, compare_data

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
    # 63 but for: lakes 2 × 6 as well; one cross; 10 empty production squares; blue 3 and yellow 3; grey 4, grey 2 and
    # brown 2
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
    assert lines({"map": "F F", "forest": 18, "town": 34, "runs": 3}, end_card="forest_runs") == lines(
        {"map": "F F"}, end_card="forest_runs"
    )


def test_the_largest_lake_is_named_first() -> None:
    parts = lines({"map": "L T L L T"})["lake"]["parts"]
    assert [(part["points"], part["at"]) for part in parts] == [(3 * (2 - 1), ["r1c3", "r1c4"]), (0, ["r1c1"])]
    parts = lines({"map": "L L T L"})["lake"]["parts"]
    assert [(part["points"], part["at"]) for part in parts] == [(3 * (2 - 1), ["r1c1", "r1c2"]), (0, ["r1c4"])]


PLUS = ". T . / T T T / . T ."


def card(card: str, map_text: str, interpretation: str = "") -> int:
    """Return the points of a scoring card for a map."""
    return points({"map": map_text}, end_card=card, **({card: interpretation} if interpretation else {}))


def field(rows: int, columns: int, square: str) -> str:
    return " / ".join([" ".join([square] * columns)] * rows)


def test_two_cubes_to_a_factory() -> None:
    land = "Pb* Mb4 / Pb* Mb3 / Pb* Mb2"
    # the three best places pay 4, 4 again and 3
    assert [points({"map": land}, key, end_card="double_factories") for key in ("factory", "end_card")] == [7, 4]
    # where the second cube pays nothing all three factories are filled
    once = lines({"map": land}, end_card="double_factories", double_factories="once")
    assert [(once[key]["points"], once[key]["working"]) for key in ("factory", "end_card")] == [
        (9, "4 + 3 + 2"),
        (0, ""),
    ]
    assert [points({"map": "Mb3** Mb2*"}, key, end_card="double_factories") for key in ("factory", "end_card")] == [
        5,
        3,
    ]


def test_second_cubes_may_be_counted() -> None:
    player = {"factories": {"2": 2, "3": 1, "4": 0}, "second_resources": {"2": 1, "3": 1, "4": 0}}
    by_line = lines(player, end_card="double_factories")["end_card"]
    assert (by_line["points"], by_line["working"]) == (5, "2 × 1 + 3 × 1 + 4 × 0")
    assert points(player, end_card="double_factories", double_factories="once") == 0
    assert points(player) == 0
    blanks = [f"players.0.second_resources.{value}" for value in (2, 3, 4)]
    assert [
        path for path in answer({}, {"map": "F"}, end_card="double_factories")["blank"] if "second" in path
    ] == blanks
    assert not any(
        "second" in path for path in answer({}, {}, end_card="double_factories", double_factories="once")["blank"]
    )


@pytest.mark.parametrize(
    ("forests", "per_three", "sliding", "strict"),
    [(2, 0, 0, 0), (3, 4, 4, 4), (4, 4, 8, 4), (5, 4, 12, 4), (6, 8, 16, 8), (7, 8, 20, 8)],
)
def test_forests_in_one_line(forests: int, per_three: int, sliding: int, strict: int) -> None:
    for land in (field(1, forests, "F"), field(forests, 1, "F")):
        assert card("forest_runs", land) == per_three
        assert card("forest_runs", land, "sliding") == sliding
        assert card("forest_runs", land, "strict") == strict


def test_the_parts_of_a_line_of_forests() -> None:
    player = {"map": "F F F F F F F"}
    (whole,) = lines(player, end_card="forest_runs")["end_card"]["parts"]
    assert (whole["points"], whole["working"], len(whole["at"])) == (8, "4 × 2", 7)
    apart = lines(player, end_card="forest_runs", forest_runs="strict")["end_card"]
    assert apart["working"] == "4 + 4"
    assert len({place for part in apart["parts"] for place in part["at"]}) == 6


def test_best_of_equally_large_districts_counts() -> None:
    level = "T T T T T / . F . . . / " + PLUS
    by_line = lines({"map": level}, end_card="town_crosses", town_crosses="largest_only")
    assert by_line["end_card"]["points"] == 3
    assert by_line["town"]["points"] == 5
    assert by_line["end_card"]["parts"][0]["at"][0] in by_line["town"]["parts"][0]["at"]


def test_card_for_two_colours_pays_their_cubes() -> None:
    land = "Pb* Mb2 My3* Mg4* Mn2 Pn* Mn4*"
    assert card("blue_yellow", land) == 2 * 2
    assert card("grey_brown", land) == 2 * 3
    assert lines({"map": land}, end_card="grey_brown")["end_card"]["parts"][0] == {
        "points": 2,
        "working": "2",
        "at": ["r1c4"],
    }


@pytest.mark.parametrize(
    ("end_card", "entry", "each"),
    [
        ("forest_runs", "runs", 4), ("fallow_blocks", "blocks", 5), ("town_crosses", "crosses", 3),
        ("empty_production", "empty", 2), ("blue_yellow", "blue_yellow", 2), ("grey_brown", "grey_brown", 2),
    ],
)  # fmt: skip
def test_counts_of_a_scoring_card_can_be_entered(end_card: str, entry: str, each: int) -> None:
    by_line = lines({entry: 3}, end_card=end_card)["end_card"]
    assert (by_line["points"], by_line["working"]) == (3 * each, f"{each} × 3")
    assert points({entry: 3}) == points({entry: 3}, end_card="lake_squares") == 0
    blanks = answer({"map": "F"}, {}, end_card=end_card)["blank"]
    assert f"players.1.{entry}" in blanks
    assert not any(path.startswith("players.0") for path in blanks)


def test_a_card_that_pays_for_nothing_has_no_parts() -> None:
    holdings = {"end_card": "empty_production", "empty_production": "before"}
    assert lines({"map": "Pb Mb2*"}, **holdings)["end_card"]["parts"] == []
    (part,) = lines({"map": "Pb Pn Py Mb2*"}, **holdings)["end_card"]["parts"]
    assert part == {"points": 2 * (3 - 1), "working": "2 × (3 − 1)", "at": ["r1c1", "r1c2", "r1c3"]}


COUNTS, GIVES_A_MAP = Player(), Player(map="F")


def entry_of(field: Any) -> Any:
    """Return the entry declared by a field of a dataclass."""
    return field.metadata["entry"]


def table(end_card: str) -> Sheet:
    return Sheet(players=(COUNTS, GIVES_A_MAP), end_card=end_card)


def test_scoring_card_needs_a_number_without_a_map() -> None:
    result = entry_of(_on_card("forest_runs", N_("Runs"), N_("Count them."), high=5, hint=N_("In a line.")))
    assert isinstance(result, Number)
    assert (result.label, result.help, result.hint, result.high) == ("Runs", "Count them.", "In a line.", 5)
    assert (result.line, result.rule) == ("end_card", "card-forest-runs")
    assert result.asked_if(table("forest_runs"), COUNTS)
    assert not result.asked_if(table("forest_runs"), GIVES_A_MAP)
    assert not result.asked_if(table("none"), COUNTS)
    assert not result.asked_if(table("none"), GIVES_A_MAP)


@pytest.mark.parametrize("card", ["forest_runs", "double_factories"])
def test_interpretation_of_a_card_is_asked_with_the_card(card: str) -> None:
    result = entry_of(interpretation_of_card(card, N_("Interpretation"), N_("Say how."), one=N_("One"), two=N_("Two")))
    assert isinstance(result, Choice)
    assert (result.label, result.help, result.options) == ("Interpretation", "Say how.", {"one": "One", "two": "Two"})
    assert (result.kind, result.heading) == ("interpretation", f"disputed-{card.replace('_', '-')}")
    assert result.asked_if(table(card), None)
    assert not result.asked_if(table("lake_squares"), None)


def trick(*cards: int | None, **data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["trick"], {"cards": list(cards), **data})


@pytest.mark.parametrize("case", read_cases(__file__, "calculators.tsv"))
def test_calculator_replies_as_reckoned(case: dict[str, str]) -> None:
    check_reply("honshu", case)


@given(
    st.lists(st.integers(1, 60), min_size=3, max_size=5, unique=True), st.lists(st.booleans(), min_size=5, max_size=5)
)
def test_cards_with_a_cube_come_first_by_number(cards: list[int], cubes: list[bool]) -> None:
    order = trick(*cards, cubes=cubes[: len(cards)])["order"]
    assert order == sorted(range(len(cards)), key=lambda seat: (not cubes[seat], -cards[seat]))
