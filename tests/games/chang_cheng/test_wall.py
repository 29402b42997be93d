"""Chang Cheng scored from the whole wall, and its board query: expectations are reckoned by hand beside each wall."""

from typing import Any

import pytest

from scorers.chang_cheng.board_queries import wall
from scorers.chang_cheng.examples import EXAMPLES
from scorers.chang_cheng.invasion import find_majority
from scorers.chang_cheng.score import GAME, Sheet
from scorers.chang_cheng.wall import Region
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
        found = {name for name in kinds if name != "players" and kinds[name].asked_if(sheet, None)}
        return found | {f"regions.{name}" for name in region if region[name].asked_if(sheet, None)}

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


WHOLE = EXAMPLES["whole_wall"].sheet


def ask_wall(spaces: str, seats: int = 2, **given: Any) -> dict[str, Any]:
    """Return the answer for a wall in one region and one province, with a threat of 2."""
    size = len(spaces.split())
    return wall({"players": [{}] * seats, "wall": spaces, "china": [size], "mongol": [size], "threats": [2]} | given)


def test_rules_example_equals_its_score() -> None:
    result = wall(WHOLE)
    # Losses, provinces and rows as the example's source reckons them
    assert [player["invasion"] for player in result["players"]] == [-11, -7, -4]
    assert [len(player["provinces"]) for player in result["players"]] == [7, 8, 8]
    assert [player["row"] for player in result["players"]] == [
        {"first": 9, "length": 2}, {"first": 30, "length": 4}, {"first": 23, "length": 4},
    ]  # fmt: skip
    assert result["regions"][0] == {"walls": [2, 2, 0], "neutral": 0, "most": [0, 1], "loses": [0, 1], "safe": []}
    assert result["regions"][4] == {"walls": [2, 1, 0], "neutral": 0, "most": [0], "loses": [], "safe": [0]}
    assert result["regions"][5] == {"walls": [0, 0, 4], "neutral": 0, "most": [2], "loses": [2], "safe": []}


def test_wall_query_ignores_other_entries() -> None:
    assert wall(dict(WHOLE) | {"players": [{"track": "many"}, {}, {}], "events": ["flood"]}) == wall(WHOLE)
    assert wall(dict(WHOLE) | {"players": ["Ann", 7, None]}) == wall(WHOLE)
    assert ask_wall("At B B x", tower="region")["players"][1]["invasion"] == -2
    assert ask_wall("At A B B", tower_majority="nobody")["regions"][0] == {
        "walls": [2, 2],
        "neutral": 0,
        "most": [0, 1],
        "loses": [1],
        "safe": [0],
    }
    assert ask_wall("At A B", tower_majority="pass_on")["regions"][0]["loses"] == [1]


def test_a_tower_may_protect_in_every_region() -> None:
    """A's tower stands in the first region, and A has most walls in the second."""
    lists = {"china": [5], "mongol": [2, 3], "threats": [2, 3]}
    one, every = (ask_wall("At B A A B", tower=tower, **lists) for tower in ("region", "all"))
    assert one["regions"][1] == {"walls": [2, 1], "neutral": 0, "most": [0], "loses": [0], "safe": []}
    assert every["regions"][1] == {"walls": [2, 1], "neutral": 0, "most": [0], "loses": [], "safe": [0]}
    assert [answer["players"][0]["invasion"] for answer in (one, every)] == [-3, 0]


def test_neutral_walls_with_most_leave_no_majority() -> None:
    assert ask_wall("n n A")["regions"][0] == {"walls": [1, 0], "neutral": 2, "most": [], "loses": [], "safe": []}
    assert ask_wall("n n A", neutral="ignored")["regions"][0] == {
        "walls": [1, 0],
        "neutral": 2,
        "most": [0],
        "loses": [0],
        "safe": [],
    }
    assert find_majority(Region(walls=(1, 0), neutral=1), "competes") == [0]
    assert find_majority(Region(), "competes") == []


def test_remaining_pieces_exclude_laid_ones() -> None:
    # 14 single walls, a tower and a double wall each; 12 neutral walls
    result = ask_wall("A A At B Bd Bd n x .")
    assert [player["left"] for player in result["players"]] == [
        {"single": 12, "tower": 0, "double": 1}, {"single": 13, "tower": 1, "double": 0},
    ]  # fmt: skip
    assert result["neutral_left"] == 11


def test_an_empty_wall_has_no_row() -> None:
    assert ask_wall(". . x")["players"][0] == {
        "invasion": 0, "provinces": [], "row": {"first": 0, "length": 0},
        "left": {"single": 14, "tower": 1, "double": 1},
    }  # fmt: skip


def test_all_contradictions_are_reported_together() -> None:
    paths = [(fault["path"], fault["code"]) for fault in ask_wall("C A", threats=[], china=[3])["faults"]]
    assert paths == [("wall", "choice"), ("threats", "missing"), ("china", "impossible")]
    assert [fault["path"] for fault in wall({"players": [{}] * 2})["faults"]] == ["china", "mongol", "threats"]
    assert [fault["code"] for fault in ask_wall("A", mongol=["one"])["faults"]] == ["type"]
    assert [fault["path"] for fault in wall({})["faults"]] == ["players"]


def test_contradictions_name_the_owner_of_a_piece() -> None:
    named = {"players": [{"name": "小明", "track": "many"}, {"name": 7}]}
    assert [fault["message"] for fault in ask_wall("At At Bt Bt", **named)["faults"]] == [
        "Space 2: 小明 has only one tower", "Space 4: B has only one tower",
    ]  # fmt: skip


def test_contradictions_are_told_in_the_readers_language() -> None:
    data = {"players": [{}, {}], "wall": "At At", "china": [2], "mongol": [2], "threats": [2]}
    words = {"Space %(space)s: %(owner)s has only one tower": "第%(space)s格：%(owner)s只有一個塔樓"}
    (fault,) = wall(data, lambda text: words.get(text, text))["faults"]
    assert fault["message"] == "第2格：A只有一個塔樓"
