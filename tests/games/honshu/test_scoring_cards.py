"""Honshu: what each scoring card pays, in each of its interpretations; every number is reckoned by hand in the comment beside it."""

import pytest

from tests.games.honshu.test_score import answer, lines, points

PLUS = ". T . / T T T / . T ."


def card(card: str, map_text: str, reading: str = "") -> int:
    """What a scoring card adds for a map."""
    return points({"map": map_text}, end_card=card, **({card: reading} if reading else {}))


def field(rows: int, columns: int, square: str) -> str:
    return " / ".join([" ".join([square] * columns)] * rows)


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
    by_line = lines(player, end_card="double_factories")["end_card"]
    assert (by_line["points"], by_line["working"]) == (5, "2 × 1 + 3 × 1 + 4 × 0")
    assert points(player, end_card="double_factories", double_factories="once") == 0
    assert points(player) == 0
    blanks = [f"players.0.second_resources.{value}" for value in (2, 3, 4)]
    assert [path for path in answer({}, {"map": "F"}, end_card="double_factories")["blank"] if "second" in path] == blanks
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


@pytest.mark.parametrize(("reading", "points"), [("per_three", 8), ("sliding", 8), ("strict", 4)])
def test_a_row_and_a_column_that_cross_in_one_forest(reading: str, points: int) -> None:
    assert card("forest_runs", PLUS.replace("T", "F"), reading) == points


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


def test_shared_town_is_in_any_district_or_in_the_largest() -> None:
    beside = PLUS + " / . F . / T T T T T T"
    assert card("town_crosses", PLUS) == card("town_crosses", PLUS, "largest_only") == 3
    assert card("town_crosses", beside) == 3
    assert card("town_crosses", beside, "largest_only") == 0
    assert card("town_crosses", "T T / T T") == 0


def test_best_of_equally_large_districts_counts() -> None:
    level = "T T T T T / . F . . . / " + PLUS
    by_line = lines({"map": level}, end_card="town_crosses", town_crosses="largest_only")
    assert by_line["end_card"]["points"] == 3
    assert by_line["town"]["points"] == 5
    assert by_line["end_card"]["parts"][0]["at"][0] in by_line["town"]["parts"][0]["at"]


def test_empty_production_squares() -> None:
    # the blue cube is delivered and leaves its square empty; the grey ones stay but for one; the yellow square was empty
    land = "Pb* Mb2 Pg* Pg* Mg3 Py"
    assert card("empty_production", land) == 2 * 3
    assert card("empty_production", land, "before") == 2 * 1
    # two squares without a cube, of which one sent its cube to the factory
    assert card("empty_production", "Pb Mb2* Py", "before") == 2 * 1
    assert card("empty_production", "Pb Mb2*", "before") == card("empty_production", "Mb2*", "before") == 0


def test_card_for_two_colours_pays_their_cubes() -> None:
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
def test_counts_of_a_scoring_card_can_be_entered(end_card: str, entry: str, each: int) -> None:
    by_line = lines({entry: 3}, end_card=end_card)["end_card"]
    assert (by_line["points"], by_line["working"]) == (3 * each, f"{each} × 3")
    assert points({entry: 3}) == points({entry: 3}, end_card="lake_squares") == 0
    blanks = answer({"map": "F"}, {}, end_card=end_card)["blank"]
    assert f"players.1.{entry}" in blanks
    assert not any(path.startswith("players.0") for path in blanks)


@pytest.mark.parametrize("rows", [[". T .", "T T T", ". T .", ". F .", "T T T T T"], ["T T T T T", ". F .", ". T .", "T T T", ". T ."]])
def test_tied_largest_town_with_more_crosses_counts(rows: list[str]) -> None:
    """A cross of five has one town in the middle, a line of five none."""
    assert card("town_crosses", " / ".join(rows), "largest_only") == 3 * 1
    assert points({"map": " / ".join(rows)}, "town") == 5


def test_a_land_without_towns_has_none_in_the_middle() -> None:
    assert card("town_crosses", "F A", "largest_only") == card("town_crosses", "F A") == 0


def test_a_card_that_pays_for_nothing_has_no_parts() -> None:
    holdings = {"end_card": "empty_production", "empty_production": "before"}
    assert lines({"map": "Pb Mb2*"}, **holdings)["end_card"]["parts"] == []
    (part,) = lines({"map": "Pb Pn Py Mb2*"}, **holdings)["end_card"]["parts"]
    assert part == {"points": 2 * (3 - 1), "working": "2 × (3 − 1)", "at": ["r1c1", "r1c2", "r1c3"]}
