"""Chang Cheng: what each line pays in every reading, by regions and by the whole wall; numbers are reckoned by hand beside them."""

from itertools import product
from typing import Any

import pytest

from scorers.chang_cheng.examples import EXAMPLES
from scorers.service import compare_data, score_data

Data = dict[str, Any]
LINES = ("track", "invasion", "diplomacy", "overlord", "emperors_reward")


def answer(*players: Data, **table: Any) -> Data:
    result = score_data("chang_cheng", {"players": list(players), **table})
    assert "faults" not in result, result
    return result


def line(result: Data, key: str) -> list[int]:
    return [player["lines"][LINES.index(key)]["points"] for player in result["players"]]


def parts(result: Data, key: str) -> list[Any]:
    """By seat, the parts of a line as (points, working, places); None where the line has none."""
    players = [player["lines"][LINES.index(key)].get("parts") for player in result["players"]]
    return [one if one is None else [(part["points"], part["working"], " ".join(part["at"])) for part in one] for one in players]


def totals(result: Data) -> list[int]:
    return [player["total"] for player in result["players"]]


def count_losses(
    walls: list[int | None], *, towers: tuple[int, ...] = (), neutrals: int = 0, threat: int = 3, **readings: str
) -> list[int]:
    """What each player loses in a single region."""
    region = {"threat": threat, "walls": walls, "towers": list(towers), "neutral": neutrals}
    return line(answer(*({} for _ in walls), regions=[region], **readings), "invasion")


WALL = {"wall": "A B A Ad Ad x At C C . Bd Bd Ct", "china": [5, 3, 5], "mongol": [4, 4, 5], "threats": [3, 2, 4]}
"""Provinces: A B A Ad Ad | x At C | C . Bd Bd Ct. Regions: A B A Ad (A 3, B 1), Ad x At C (A 2, C 1), C . Bd Bd Ct (C 2, B 2)."""


# Examples


# Mongol invasion


@pytest.mark.parametrize("threat", [0, 2, 3, 4])
def test_player_with_most_walls_loses_the_threat(threat: int) -> None:
    assert count_losses([1, 3, 2], threat=threat) == [0, -threat, 0]


@pytest.mark.parametrize("number", [-2, -3, -4])
def test_a_threat_is_read_as_it_is_printed_too(number: int) -> None:
    assert count_losses([2, 1], threat=number) == [number, 0]
    wall = answer({}, {}, wall="A .", china=[2], mongol=[2], threats=[number])
    assert line(wall, "invasion") == [number, 0]


def test_tied_players_each_lose_the_whole_threat() -> None:
    assert count_losses([2, 2, 1, 2]) == [-3, -3, 0, -3]


def test_region_without_walls_costs_nobody() -> None:
    for tower_majority, neutral in product(("nobody", "pass_on"), ("competes", "ignored")):
        assert count_losses([0, 0], tower_majority=tower_majority, neutral=neutral) == [0, 0]
    assert count_losses([None, None]) == [0, 0]
    assert line(answer({}, {}, regions=[{"threat": 4}]), "invasion") == [0, 0]


def test_a_blank_counts_no_wall() -> None:
    assert count_losses([None, 1]) == [0, -3]


def test_a_score_may_fall_below_nothing() -> None:
    # 1 − 3 = −2
    assert totals(answer({"track": 1}, {"track": 0}, regions=[{"threat": 3, "walls": [1, 0]}])) == [-2, 0]


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


def test_tower_saves_its_owner_but_not_a_tied_player() -> None:
    assert count_losses([2, 2, 1], towers=(0,)) == [0, -3, 0]


def test_tower_of_the_majority_spares_everybody() -> None:
    assert count_losses([3, 2, 1], towers=(0,)) == [0, 0, 0]
    assert count_losses([3, 3, 1], towers=(0, 1)) == [0, 0, 0]


def test_tower_of_a_minority_changes_nothing() -> None:
    assert count_losses([3, 2, 1], towers=(1, 2)) == [-3, 0, 0]


def test_pass_on_moves_the_loss_to_the_next_unprotected() -> None:
    assert count_losses([3, 2, 1], towers=(0,), tower_majority="pass_on") == [0, -3, 0]
    assert count_losses([4, 2, 2, 1], towers=(0,), tower_majority="pass_on") == [0, -3, -3, 0]
    assert count_losses([4, 3, 1, 0], towers=(0, 1), tower_majority="pass_on") == [0, 0, -3, 0]
    assert count_losses([4, 3, 3, 1], towers=(0, 1), tower_majority="pass_on") == [0, 0, -3, 0]
    assert count_losses([4, 3, 0, 0], towers=(0, 1), tower_majority="pass_on") == [0, 0, 0, 0]


def test_pass_on_changes_nothing_if_a_leader_loses() -> None:
    assert count_losses([3, 3, 2], towers=(0,), tower_majority="pass_on") == [0, -3, 0]


REGIONS = [{"threat": 4, "walls": [2, 1], "towers": [0]}, {"threat": 3, "walls": [2, 1]}, {"threat": 2, "walls": [1, 2]}]


@pytest.mark.parametrize(
    ("tower", "tower_majority", "points"),
    [
        ("region", "nobody", [-3, -2]),
        ("region", "pass_on", [-3, -6]),
        ("all", "nobody", [0, -2]),
        ("all", "pass_on", [0, -9]),
    ],
)
def test_a_tower_protects_in_its_region_or_everywhere(tower: str, tower_majority: str, points: list[int]) -> None:
    assert line(answer({}, {}, regions=REGIONS, tower=tower, tower_majority=tower_majority), "invasion") == points


def test_neutral_walls_compete() -> None:
    assert count_losses([2, 1], neutrals=3) == [0, 0]
    assert count_losses([2, 2], neutrals=3) == [0, 0]
    assert count_losses([2, 1], neutrals=2) == [-3, 0]
    assert count_losses([2, 1], neutrals=1) == [-3, 0]
    assert count_losses([0, 0], neutrals=1) == [0, 0]


def test_neutral_walls_ignored_leave_the_loss_to_the_players() -> None:
    assert count_losses([2, 1], neutrals=3, neutral="ignored") == [-3, 0]
    assert count_losses([2, 2], neutrals=3, neutral="ignored") == [-3, -3]
    assert count_losses([3, 1], neutrals=2, towers=(0,), neutral="ignored", tower_majority="pass_on") == [0, -3]


@pytest.mark.parametrize(("neutral", "points"), [(4, 0), (3, 0), (2, 0), (1, -3), (0, -3)])
def test_a_loss_is_not_passed_on_past_neutral_walls(neutral: int, points: int) -> None:
    # Ann has 3 and the tower, Bo 1: with 3 neutral walls or more neutral is among those with most, with 2 it is the next;
    # with 1 it is level with Bo, who loses as anybody level with neutral does
    assert count_losses([3, 1], towers=(0,), neutrals=neutral, tower_majority="pass_on") == [0, points]


# Event cards by counts


def test_diplomacy_pays_four_to_all_with_most_provinces() -> None:
    data = ({"provinces": 5}, {"provinces": 7}, {"provinces": 7})
    result = answer(*data, events=["diplomacy"])
    assert line(result, "diplomacy") == [0, 4, 4]
    assert [player["lines"][2]["working"] for player in result["players"]] == ["", "4", "4"]
    assert parts(result, "diplomacy") == [None] * 3
    assert line(answer(*data), "diplomacy") == [0, 0, 0]


def test_diplomacy_and_overlord_pay_nothing_at_nothing() -> None:
    nothing = {"provinces": 0, "chain": 0}
    result = answer(nothing, nothing, events=["diplomacy", "overlord"])
    assert totals(result) == [0, 0]


def test_overlord_pays_the_length_of_the_longest_row() -> None:
    result = answer({"chain": 5}, {"chain": 6}, events=["overlord"])
    assert line(result, "overlord") == [0, 6]
    assert result["players"][1]["lines"][3]["working"] == "1 × 6"
    assert line(answer({"chain": 5}, {"chain": 6}), "overlord") == [0, 0]


@pytest.mark.parametrize(("reading", "points"), [("all", [4, 4, 0]), ("none", [0, 0, 0])])
def test_tie_for_overlord_pays_all_or_none(reading: str, points: list[int]) -> None:
    data = ({"chain": 4}, {"chain": 4}, {"chain": 3})
    assert line(answer(*data, events=["overlord"], overlord_tie=reading), "overlord") == points


def test_tie_for_second_longest_row_does_not_matter() -> None:
    data = ({"chain": 5}, {"chain": 4}, {"chain": 4})
    assert line(answer(*data, events=["overlord"], overlord_tie="none"), "overlord") == [5, 0, 0]


def test_the_emperors_reward_pays_two_for_each_unplayed_card() -> None:
    result = answer({"unplayed": 3}, {"unplayed": 0}, {}, events=["emperors_reward"])
    assert line(result, "emperors_reward") == [6, 0, 0]
    assert [player["lines"][4]["working"] for player in result["players"]] == ["2 × 3", "2 × 0", ""]
    assert line(answer({"unplayed": 3}, {}), "emperors_reward") == [0, 0]


def test_the_scout_pays_nothing() -> None:
    assert totals(answer({"provinces": 5, "chain": 4, "unplayed": 3, "track": 1}, {}, events=["scout"])) == [1, 0]


# Ties, blanks


def test_tie_on_points_shares_the_win() -> None:
    result = answer({"track": 9}, {"track": 12}, {"track": 12})
    assert (result["winners"], result["decided_by"]) == ([1, 2], "shared")
    assert [player["rank"] for player in result["players"]] == [3, 1, 1]
    assert result["asks"] == []


def test_most_points_win() -> None:
    result = answer({"track": -9}, {"track": -12})
    assert (result["winners"], result["decided_by"]) == ([0], "total")


@pytest.mark.parametrize(
    ("events", "blanks"),
    [
        ([], ["track"]),
        (["scout"], ["track"]),
        (["diplomacy"], ["track", "provinces"]),
        (["overlord"], ["track", "chain"]),
        (["emperors_reward"], ["track", "unplayed"]),
        (["overlord", "diplomacy"], ["track", "provinces", "chain"]),
    ],
)
def test_only_entries_of_event_cards_in_use_are_blank(events: list[str], blanks: list[str]) -> None:
    entries = {"track": 1, "provinces": 1, "chain": 1, "unplayed": 1}
    assert answer({}, entries, events=events)["blank"] == [f"players.0.{entry}" for entry in blanks]


def test_a_wall_needs_no_counts() -> None:
    assert answer({}, {"track": 1}, {"track": 2}, **WALL, events=["diplomacy", "overlord"])["blank"] == ["players.0.track"]
    assert answer({}, {"track": 1}, wall=".", china=[1], mongol=[1], threats=[2], events=["emperors_reward"])["blank"] == [
        "players.0.track", "players.0.unplayed", "players.1.unplayed",
    ]  # fmt: skip


# Named variants


def test_comparison_shows_the_named_variants() -> None:
    # The example of the whole wall. Unplayed 0, 1, 2: rewards 0, 2, 4. Basic: 38 − 11, 31 − 7, 29 − 4. With towers that protect
    # everywhere nobody loses anything, as everybody has built one; the sheet's own event cards stay.
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
