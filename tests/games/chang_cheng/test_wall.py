"""Chang Cheng scored from the whole wall: expectations are reckoned by hand beside each wall."""

import pytest

from scorers.chang_cheng.score import GAME, Sheet
from scorers.entries import entries_of
from scorers.sheet import load_sheet
from tests.games.chang_cheng.test_score import WALL, Data, answer, line, parts


def test_regions_are_cut_from_the_wall() -> None:
    # Region 1: A loses 3. Region 2: A has most and the tower. Region 3: B and C are level, C has the tower.
    result = answer({}, {}, {}, **WALL)
    assert parts(result, "invasion") == [[(-3, "−3", "m1")], [(-4, "−4", "m3")], []]
    assert line(answer({}, {}, {}, **WALL, tower="all"), "invasion") == [0, -4, 0]
    # Passed on in region 2 to C
    assert line(answer({}, {}, {}, **WALL, tower_majority="pass_on"), "invasion") == [-3, -4, -2]


def test_diplomacy_counts_the_provinces_that_the_wall_reaches() -> None:
    # A: 1 and 2. B: 1 and 3. C: 2 and 3. All are level with two.
    result = answer({}, {}, {}, **WALL, events=["diplomacy"])
    assert parts(result, "diplomacy") == [[(4, "4", "c1 c2")], [(4, "4", "c1 c3")], [(4, "4", "c2 c3")]]


def test_overlord_takes_the_longest_row_from_the_wall() -> None:
    # A: spaces 3 to 5. B: 11 and 12. C: 8 and 9, across a border of provinces.
    result = answer({}, {}, {}, **WALL, events=["overlord"])
    assert parts(result, "overlord") == [[(3, "1 × 3", "c1")], [], []]
    one_less = {**WALL, "wall": "B B A Bd Bd x At C C C . . Ct"}
    result = answer({}, {}, {}, **one_less, events=["overlord"])
    assert parts(result, "overlord") == [[], [], [(3, "1 × 3", "c2 c3")]]


def test_leftmost_of_equal_rows_is_shown() -> None:
    data = {"wall": "A A B A A", "china": [3, 2], "mongol": [5], "threats": [0]}
    assert parts(answer({}, {}, **data, events=["overlord"]), "overlord") == [[(2, "1 × 2", "c1")], []]


def test_a_double_wall_across_a_border_counts_on_both_sides() -> None:
    # One half in each region; there it has most
    data = {"wall": "B Ad Ad B A", "china": [5], "mongol": [2, 3], "threats": [2, 3]}
    assert parts(answer({}, {}, **data), "invasion") == [[(-2, "−2", "m1"), (-3, "−3", "m2")], [(-2, "−2", "m1")]]


def test_wall_takes_precedence_over_counts() -> None:
    counts = {"provinces": 9, "chain": 9}
    data = {**WALL, "regions": [{"threat": 4, "walls": [0, 5, 0], "towers": [0]}], "events": ["diplomacy", "overlord"]}
    with_counts = answer({}, {}, counts, **data)
    del data["regions"]
    assert with_counts == answer({}, {}, {}, **data)


def test_wall_lines_without_points_have_empty_parts() -> None:
    result = answer({}, {}, wall=". .", china=[2], mongol=[2], threats=[2])
    assert [["parts" in item for item in player["lines"]] for player in result["players"]] == [
        [False, True, True, True, False]
    ] * 2
    assert parts(result, "overlord") == [[], []]


def test_form_offers_regions_wall_and_what_the_table_needs() -> None:
    kinds = entries_of(Sheet)
    region = entries_of(kinds["regions"].of)

    def asked(data: Data) -> set[str]:
        sheet = load_sheet(GAME, data)
        found = {
            name
            for name in kinds
            if name != "players" and (kinds[name].shown_if or (lambda s, k=kinds[name]: k.required_if(s, None)))(sheet)
        }
        return found | {f"regions.{name}" for name in region if region[name].required_if(sheet, None)}

    ways = {"regions", "wall", "china", "mongol", "threats"}
    always = {"events", "tower", "tower_majority", "regions.threat", "regions.walls", "regions.towers"} | ways
    assert asked({"players": [{}] * 3}) == always
    assert asked({"players": [{}] * 3, "regions": [{"threat": 2}]}) == always
    assert asked({"players": [{}] * 3, **WALL}) == always
    assert asked({"players": [{}] * 2, "events": ["overlord"]}) == always | {
        "neutral",
        "regions.neutral",
        "overlord_tie",
    }
    assert "regions.neutral" not in asked({"players": [{}] * 2, "neutral": "ignored"})


@pytest.mark.parametrize(("seats", "regions"), [(2, 9), (3, 9), (4, 12)])
def test_a_form_shows_the_regions_of_all_boards(seats: int, regions: int) -> None:
    assert entries_of(Sheet)["regions"].shown(seats) == regions
