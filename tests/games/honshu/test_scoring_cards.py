"""Honshu: points of each scoring card under each interpretation; expectations are reckoned by hand in the comments."""

import pytest

from tests.games.honshu.test_score import answer, lines, points

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
