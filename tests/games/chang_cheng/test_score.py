"""Chang Cheng scored by regions: points of each line under each interpretation, reckoned by hand beside them."""

import re
from typing import Any
from urllib.parse import parse_qsl

import pytest
import tables
from hypothesis import given
from hypothesis import strategies as st
from proofreader import Proofreader
from rule_tables import numbers
from tables import check_reply, read_cases

from scorers.chang_cheng import calculators
from scorers.chang_cheng.examples import EXAMPLES
from scorers.chang_cheng.score import GAME
from scorers.chang_cheng.sheet import Player, Sheet, _beside_the_wall
from scorers.entries import EntryList, Number
from scorers.model import N_
from scorers.service import ask_calculator, compare_data, score_data

Data = dict[str, Any]
LINES = ("track", "invasion", "diplomacy", "overlord", "emperors_reward")


def answer(*players: Data, **table: Any) -> Data:
    result = score_data("chang_cheng", {"players": list(players), **table})
    assert "faults" not in result, result
    return result


def line(result: Data, key: str) -> list[int]:
    return [player["lines"][LINES.index(key)]["points"] for player in result["players"]]


def parts(result: Data, key: str) -> list[Any]:
    """Return the parts of a line as (points, working, places) by seat, None for a line without parts."""
    players = [player["lines"][LINES.index(key)].get("parts") for player in result["players"]]
    return [
        one if one is None else [(part["points"], part["working"], " ".join(part["at"])) for part in one]
        for one in players
    ]


def totals(result: Data) -> list[int]:
    return [player["total"] for player in result["players"]]


WALL = {"wall": "A B A Ad Ad x At C C . Bd Bd Ct", "china": [5, 3, 5], "mongol": [4, 4, 5], "threats": [3, 2, 4]}
"""Provinces: A B A Ad Ad | x At C | C . Bd Bd Ct. Regions: A B A Ad (A 3, B 1), Ad x At C (A 2, C 1), C .

Bd Bd Ct (C 2, B 2).
"""


@pytest.mark.parametrize("case", tables.read_cases(__file__, "scores.tsv"))
def test_score_is_that_of_the_table(case: dict[str, str]) -> None:
    tables.check_result("chang_cheng", case)


@pytest.mark.parametrize("case", tables.read_cases(__file__, "losses.tsv"))
def test_region_costs_what_the_table_says(case: dict[str, str]) -> None:
    region = {
        "threat": int(case["threat"]),
        "walls": [None if walls == "-" else int(walls) for walls in case["walls"].split()],
        "towers": ["ABCD".index(seat) for seat in case["towers"]],
        "neutral": int(case["neutral"] or 0),
    }
    result = answer(*({} for _ in case["walls"].split()), regions=[region], **dict(parse_qsl(case["options"])))
    assert line(result, "invasion") == [int(points) for points in case["losses"].split()]


# Mongol invasion


def test_losses_add_up_region_by_region() -> None:
    regions = [
        {"threat": 3, "walls": [2, 1]},
        {"threat": 0, "walls": [2, 1]},
        {"threat": 2, "walls": [1, 1]},
        {"threat": 4, "walls": [0, 1]},
    ]
    result = answer({}, {}, regions=regions)
    assert line(result, "invasion") == [-5, -6]
    assert [player["lines"][1]["working"] for player in result["players"]] == ["−3 − 2", "−2 − 4"]
    assert parts(result, "invasion") == [[(-3, "−3", "m1"), (-2, "−2", "m3")], [(-2, "−2", "m3"), (-4, "−4", "m4")]]


REGIONS = [
    {"threat": 4, "walls": [2, 1], "towers": [0]},
    {"threat": 3, "walls": [2, 1]},
    {"threat": 2, "walls": [1, 2]},
]


@pytest.mark.parametrize(
    ("tower", "tower_majority", "points"),
    [
        ("region", "nobody", [-3, -2]),
        ("region", "pass_on", [-3, -6]),
        ("all", "nobody", [0, -2]),
        ("all", "pass_on", [0, -9]),
    ],
)
def test_tower_protects_in_its_region_or_everywhere(tower: str, tower_majority: str, points: list[int]) -> None:
    assert line(answer({}, {}, regions=REGIONS, tower=tower, tower_majority=tower_majority), "invasion") == points


# Event cards by counts


def test_diplomacy_pays_four_to_all_with_most_provinces() -> None:
    data = ({"provinces": 5}, {"provinces": 7}, {"provinces": 7})
    result = answer(*data, events=["diplomacy"])
    assert line(result, "diplomacy") == [0, 4, 4]
    assert [player["lines"][2]["working"] for player in result["players"]] == ["", "4", "4"]
    assert parts(result, "diplomacy") == [None] * 3
    assert line(answer(*data), "diplomacy") == [0, 0, 0]


# Named variants


def test_comparison_shows_the_named_variants() -> None:
    # The example of the whole wall. Unplayed 0, 1, 2: rewards 0, 2, 4. Basic: 38 − 11, 31 − 7, 29 − 4. With towers that
    # protect everywhere nobody loses anything, as everybody has built one; the sheet's own event cards stay.
    data = dict(EXAMPLES["whole_wall"].sheet)
    data["players"] = [player | {"unplayed": seat} for seat, player in enumerate(data["players"])]
    columns = compare_data("chang_cheng", data)["columns"]
    assert [(column["key"], totals(column["result"]), column["result"]["winners"]) for column in columns] == [
        ("basic", [27, 24, 25], [0]),
        ("diplomacy_overlord", [27, 32, 33], [2]),
        ("diplomacy_reward", [27, 30, 33], [2]),
        ("overlord_reward", [27, 30, 33], [2]),
        ("tower_all", [38, 39, 37], [1]),
    ]


def test_a_variant_names_the_entries_that_it_needs() -> None:
    data = {"players": [{"track": 1, "chain": 2}, {"track": 2}], "regions": [{"threat": 2, "walls": [1, 0]}]}
    columns = {column["key"]: column for column in compare_data("chang_cheng", data)["columns"]}
    assert columns["overlord_reward"]["needs"] == ["players.0.unplayed", "players.1.chain", "players.1.unplayed"]
    assert totals(columns["basic"]["result"]) == totals(columns["tower_all"]["result"]) == [-1, 2]


def test_a_sheet_without_a_wall_has_no_parts_of_the_invasion() -> None:
    lines = {
        line["key"]: line
        for player in score_data("chang_cheng", {"players": [{}, {}]})["players"]
        for line in player["lines"]
    }
    assert "parts" not in lines["invasion"]


SIZE = Number(label=N_("Size"), low=1, high=9)


def test_wall_needs_its_lists() -> None:
    """Four players have 12 regions; no number of players has more."""
    result = _beside_the_wall(N_("Sizes"), item=SIZE, hint=N_("From the left.")).metadata["entry"]
    assert isinstance(result, EntryList)
    assert (result.label, result.hint, result.rule, result.most) == ("Sizes", "From the left.", "board", 12)
    assert result.item is SIZE
    by_counts, by_wall = (Sheet(players=(Player(), Player()), wall=wall) for wall in (None, "A B"))
    assert [result.is_needed(sheet, None) for sheet in (by_counts, by_wall)] == [False, True]
    assert [result.asked_if(sheet, None) for sheet in (by_counts, by_wall)] == [True, True]


def test_unchosen_threat_counts_zero(client: Proofreader) -> None:
    """Three walls against none, but no threat chosen: nobody loses a point of the 5 and 4 on the track."""
    link = "n=2&0.track=5&1.track=4&regions=1&regions.0.walls.0=3&regions.0.walls.1=0"
    page = client.get(f"/en/chang_cheng/score?to=sheet&{link}").text
    select = page.partition('name="regions.0.threat"')[2].partition("</select>")[0]
    options = re.findall(r'<option value="(.*?)"( selected)?>(.*?)</option>', select)
    assert options == [
        ("", " selected", "–"),
        ("0", "", "0, removed"),
        ("2", "", "−2"),
        ("3", "", "−3"),
        ("4", "", "−4"),
    ]
    for threat in ("", "&regions.0.threat=", "&regions.0.threat=0"):
        assert "<bdi>A</bdi> wins, 5 to 4" in client.get(f"/en/chang_cheng/score?{link}{threat}").text


def province(*walls: int, **data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["province"], {"walls": list(walls), **data})


@pytest.mark.parametrize("case", read_cases(__file__, "calculators.tsv"))
def test_calculator_replies_as_reckoned(case: dict[str, str]) -> None:
    check_reply("chang_cheng", case)


@pytest.mark.parametrize(
    ("architect", "added", "possible"),
    [
        ("none", [], True),
        ("none", [1], True),
        ("none", [0, 2], True),
        ("none", [2, 1], True),
        ("none", [3], True),
        ("none", [1, 1], False),
        ("none", [2, 2], False),
        ("none", [1, 3], False),
        ("none", [3, 1], False),
        ("none", [1, 1, 1], False),
        ("points", [], True),
        ("points", [2], True),
        ("points", [1], False),
        ("points", [3], False),
        ("points", [1, 2], False),
    ],
)
def test_there_is_one_architect_and_one_great_architect(architect: str, added: list[int], possible: bool) -> None:  # noqa: FBT001
    answer = province(3, added=added, architect=architect)
    if possible:
        assert "points" in answer
        return
    (fault,) = answer["faults"]
    assert (fault["path"], fault["code"]) == ("added", "impossible")
    assert fault["message"].startswith("Cards of one number cancel each other")


@pytest.mark.usefixtures("application_context")
def test_numbers_match_the_rules() -> None:
    space, destroyed, least, most, raised, lowered, architect = (
        row[0] for row in numbers("chang_cheng", "en", "province-value")
    )
    assert (space, destroyed, least, most) == (1, -1, 0, calculators.MAX_PRESTIGE)
    assert (raised, lowered) == (calculators.FLOOD["raise"], calculators.FLOOD["lower"])
    assert architect == calculators.ARCHITECT_POINTS
    walls = [row[0] for row in numbers("chang_cheng", "en", "province-majority")]
    assert walls == [1, 1, 1, 0, calculators.ARCHITECT_WALLS, calculators.GREAT_ARCHITECT_WALLS]


COUNTS = st.lists(st.integers(0, 6), min_size=4, max_size=4)


@given(COUNTS, st.integers(0, 3), st.integers(0, 3), st.integers(0, 4), st.sampled_from(["none", "raise", "lower"]))
def test_only_players_with_most_walls_score(
    walls: list[int], neutral: int, destroyed: int, prestige: int, flood: str
) -> None:
    answer = province(*walls, neutral=neutral, destroyed=destroyed, prestige=prestige, flood=flood)
    if "faults" in answer:
        assert not 3 <= sum(walls) + neutral + destroyed <= 6
        return
    most = max(*walls, neutral)
    assert answer["points"] == [answer["value"] if count == most and count else 0 for count in walls]
    assert answer["value"] == max(0, sum(walls) + neutral + prestige + {"none": 0, "raise": 2, "lower": -2}[flood])
