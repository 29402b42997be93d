"""Faults of Chang Cheng sheets: impossible sheets have all their faults, possible ones have none."""

from functools import partial
from typing import Any

import pytest
import tables

from scorers.registry import game
from scorers.sheet import load_sheet

Data = dict[str, Any]


THREE, FOUR = ({}, {}, {}), ({}, {}, {}, {})
find_faults = partial(tables.find_faults, "chang_cheng")
faults = partial(tables.faults, "chang_cheng")
messages = partial(tables.messages, "chang_cheng")


# Single entries


@pytest.mark.parametrize(("entry", "most"), [("provinces", 12), ("chain", 17), ("unplayed", 6)])
def test_no_number_goes_over_its_bound(entry: str, most: int) -> None:
    assert faults(*({entry: most}, {}, {}, {})) == []
    assert faults({entry: most + 1}) == [(f"players.0.{entry}", "too_many")]
    assert faults({entry: -1}) == [(f"players.0.{entry}", "too_few")]
    assert faults({entry: 1.5}) == [(f"players.0.{entry}", "type")]
    assert faults({entry: None}) == []


def test_track_may_be_negative() -> None:
    assert faults({"track": -40}, {"track": 200}) == []
    assert faults({"track": "12"}) == [("players.0.track", "type")]


def test_two_event_cards_at_most_are_in_use_each_once() -> None:
    assert faults(events=["scout", "overlord"]) == []
    assert faults(events=["scout", "overlord", "diplomacy"]) == [("events", "too_many")]
    assert faults(events=["scout", "scout"]) == [("events.1", "impossible")]
    assert faults(events=["spy"]) == [("events.0", "choice")]


# Regions


def test_region_counts_are_bounded() -> None:
    assert faults(regions=[{"threat": 4, "walls": [6, 0], "towers": [0], "neutral": 5}]) == []
    assert faults(regions=[{"threat": 1}]) == [("regions.0.threat", "choice")]
    assert faults(regions=[{"walls": [7, -1]}]) == [
        ("regions.0.walls.0", "too_many"),
        ("regions.0.walls.1", "too_few"),
    ]
    assert faults(regions=[{"walls": [1, 1, 1]}]) == [("regions.0.walls", "too_many")]
    assert faults(regions=[{"towers": [2]}]) == [("regions.0.towers.0", "choice")]
    assert faults(regions=[{"towers": [1, 1]}]) == [("regions.0.towers.1", "impossible")]
    assert faults(regions=[{"neutral": 7}]) == [("regions.0.neutral", "too_many")]
    assert faults(regions=[{"wall": 1}]) == [("regions.0.wall", "unknown")]
    assert faults(regions=[4]) == [("regions.0", "type")]
    assert faults(regions={}) == [("regions", "type")]


def test_a_region_has_no_more_walls_than_spaces() -> None:
    """A board has 13 spaces for three regions, so none has more than 11."""
    assert faults(regions=[{"walls": [6, 5]}]) == []
    assert faults(regions=[{"walls": [6, 5], "neutral": 1}]) == [("regions.0.walls", "impossible")]
    assert faults(regions=[{"walls": [6, 5], "neutral": 1}], neutral="ignored") == []
    assert faults(*THREE, regions=[{}, {"walls": [6, 3, 3]}]) == [("regions.1.walls", "impossible")]
    assert messages(regions=[{"walls": [6, 6]}]) == ["There are 12 walls here, but a region has only 11 spaces"]


@pytest.mark.parametrize(("seats", "most"), [(2, 9), (3, 9), (4, 12)])
def test_there_are_no_more_regions_than_on_the_boards(seats: int, most: int) -> None:
    assert faults(*[{}] * seats, regions=[{"threat": 2}] * most) == []
    assert faults(*[{}] * seats, regions=[{"threat": 2}] * (most + 1)) == [("regions", "too_many")]


def test_blank_regions_are_no_fault() -> None:
    assert faults(*THREE, regions=[{}] * 12) == []
    assert messages(*THREE, regions=[*[{}] * 9, {"walls": [1]}]) == ["With 3 players there are only 9 regions"]


def test_neutral_walls_are_for_two_players() -> None:
    assert faults(*THREE, regions=[{"neutral": 0}, {"neutral": 1}]) == [("regions.1.neutral", "too_many")]
    assert messages(*THREE, regions=[{"neutral": 1}]) == ["Neutral walls are for two players only"]
    assert faults(regions=[{"neutral": 6}, {"neutral": 6}]) == []
    thirteen = [{"neutral": 6}, {"neutral": 6}, {"neutral": 1}]
    assert faults(regions=thirteen) == [("players", "impossible")]
    assert faults(regions=thirteen, neutral="ignored") == []
    assert messages(regions=thirteen) == ["There are 13 neutral walls in the regions, but only 12 in the game"]


def test_a_player_has_pieces_for_seventeen_spaces() -> None:
    six = {"walls": [6]}
    assert faults(regions=[six, six, {"walls": [5]}]) == []
    assert faults(regions=[six, six, six]) == [("players", "impossible")]
    assert messages({"name": "Ann"}, regions=[six, six, six]) == [
        "Ann has 18 walls in the regions, but pieces for only 17"
    ]


@pytest.mark.parametrize(
    ("seats", "walls", "neutral"), [(2, [17, 17], 5), (3, [13, 13, 13], 0), (4, [13, 13, 13, 13], 0)]
)  # 39, 39 and 52 spaces
def test_there_are_no_more_walls_than_spaces(seats: int, walls: list[int], neutral: int) -> None:
    """The pieces lie in nine regions, one after the other as far as each number goes."""
    players = [{} for _ in range(seats)]

    def spread(number: int) -> list[int]:
        return [number // 9 + (i < number % 9) for i in range(9)]

    def full(neutral: int, first: int) -> list[dict[str, Any]]:
        columns = [spread(first), *map(spread, walls[1:])]
        return [
            {"walls": list(row), "neutral": n}
            for row, n in zip(zip(*columns, strict=True), spread(neutral), strict=True)
        ]

    fits = full(neutral, walls[0])
    assert faults(*players, regions=fits) == faults(*players, regions=fits, neutral="ignored") == []
    one_more = full(neutral, walls[0] + 1) if seats > 2 else full(neutral + 1, walls[0])
    assert faults(*players, regions=one_more) == [("players", "impossible")]


def test_tower_is_in_one_region() -> None:
    one = {"walls": [1, 1], "towers": [0]}
    assert faults(regions=[one, {"towers": [1]}]) == []
    assert faults(regions=[one, one]) == [("players", "impossible")]
    assert messages({"name": "Ann"}, regions=[one, one]) == ["Ann has only one tower, but it is in two regions"]


def test_tower_counts_as_a_wall() -> None:
    assert faults(regions=[{"walls": [None, 1], "towers": [0]}, {"towers": [1]}]) == []
    assert faults(regions=[{}, {"walls": [0, 1], "towers": [0]}]) == [("regions.1.walls.0", "impossible")]


def test_no_player_reaches_more_provinces_than_there_are() -> None:
    assert faults({"provinces": 9}, {}, {}, events=["diplomacy"]) == []
    assert faults({"provinces": 10}, {}, {}, events=["diplomacy"]) == [("players.0.provinces", "too_many")]
    assert faults({"provinces": 12}, {}, {}, {}, events=["diplomacy"]) == []
    # what no event card in use asks for is left out of account
    assert faults({"provinces": 10}, {}, {}, events=["overlord"]) == []


# The whole wall


def wall(text: str, *players: Data, **table: Any) -> list[tuple[str, str]]:
    """Return the faults of a wall in one province and one region."""
    return faults(*players, **one_region(text), **table)


def messages_of(text: str, *players: Data) -> list[str]:
    return messages(*players, **one_region(text))


def one_region(text: str) -> Data:
    length = len(text.split())
    return {"wall": text, "china": [length], "mongol": [length], "threats": [2]}


@pytest.mark.parametrize("piece", ["C", "E", "a", "X", "N", "AA", "Ax", "tA", "nt", "xd", "..", "2", "A,"])
def test_a_wall_is_made_of_the_pieces_of_the_table(piece: str) -> None:
    assert wall(f"A {piece} B") == [("wall", "choice")]
    assert messages_of(f"A {piece} B") == [
        f"Space 2: {piece} must be one of . x n A B; a player's letter may be followed by t or d"
    ]


def test_every_unknown_piece_is_named() -> None:
    assert [message[:10] for message in messages_of("Q A Q")] == ["Space 1: Q", "Space 3: Q"]
    assert wall(" . x  n A At\nAd Ad B Bt Bd Bd ") == []
    assert wall("C Ct Cd Cd", *THREE) == []


@pytest.mark.parametrize("text", ["A Ad", "Ad A Ad", "Ad", "Ad B Ad"])
def test_a_double_wall_lies_on_two_neighbouring_spaces(text: str) -> None:
    assert wall(text) == [("wall", "impossible")]
    at = 2 if text == "A Ad" else 1
    assert messages_of(text) == [f"Space {at}: the other half of this double wall must lie beside it"]


def spread(piece: str, times: int) -> str:
    return " ".join([piece] * times)


@pytest.mark.parametrize(
    ("piece", "most", "message"),
    [
        ("B", 14, "Space 15: B has only 14 single walls"),
        ("Bt", 1, "Space 2: B has only one tower"),
        ("Bd", 2, "Space 3: B has only one double wall, of two halves"),
        ("n", 12, "Space 13: there are only 12 neutral walls"),
    ],
)
def test_pieces_are_limited_by_the_box(piece: str, most: int, message: str) -> None:
    assert wall(spread(piece, most)) == []
    assert wall(spread(piece, most + 1)) == [("wall", "too_many")]
    assert messages_of(spread(piece, most + 1)) == [message]


def test_a_fault_of_pieces_names_their_owner() -> None:
    assert messages_of("At At Bt Bt", {"name": "Ann"}, {}) == [
        "Space 2: Ann has only one tower",
        "Space 4: B has only one tower",
    ]


def test_neutral_walls_need_two_players() -> None:
    assert wall("A n", *THREE) == [("wall", "too_many")]
    assert messages_of("A n n", *FOUR) == ["Space 2: neutral walls are for two players only"]


@pytest.mark.parametrize(("seats", "most"), [(2, 39), (3, 39), (4, 52)])
def test_a_wall_is_no_longer_than_the_boards(seats: int, most: int) -> None:
    players = [{} for _ in range(seats)]
    assert wall(spread("x", most), *players) == []
    longer = find_faults(*players, wall=spread("x", most + 1), china=[most], mongol=[most], threats=[2])
    assert [(fault["path"], fault["code"]) for fault in longer] == [
        ("wall", "too_many"),
        ("china", "impossible"),
        ("mongol", "impossible"),
    ]
    assert longer[0]["message"] == f"Space {most + 1}: with {seats} players the wall has only {most} spaces"


def test_both_sides_are_cut_into_the_spaces_of_the_wall() -> None:
    assert faults(wall="A B x", china=[1, 2], mongol=[3], threats=[2]) == []
    assert faults(wall="A B x", china=[1, 1], mongol=[4], threats=[2]) == [
        ("china", "impossible"),
        ("mongol", "impossible"),
    ]
    assert messages(wall="A B x", china=[1, 1], mongol=[3], threats=[2]) == [
        "These sizes make 2 spaces, but the wall has 3"
    ]
    assert faults(wall="A", china=[0], mongol=["1"], threats=[2])[:2] == [("china.0", "too_few"), ("mongol.0", "type")]


@pytest.mark.parametrize(("seats", "most"), [(2, 9), (3, 9), (4, 12)])
def test_neither_side_has_more_regions_than_the_boards(seats: int, most: int) -> None:
    players = [{} for _ in range(seats)]
    text, ones = spread("x", most), [1] * most
    assert faults(*players, wall=text, china=ones, mongol=ones, threats=[2] * most) == []
    fault_list = faults(*players, wall=f"{text} x", china=[1, *ones], mongol=[2, *ones[1:]], threats=[2] * most)
    assert fault_list[0] == ("china", "too_many")


def test_each_region_has_a_threat_tile() -> None:
    assert faults(wall="A B", china=[2], mongol=[1, 1], threats=[2]) == [("threats", "impossible")]
    assert faults(wall="A B", china=[2], mongol=[1, 1], threats=[2, 3, 4]) == [("threats", "impossible")]
    assert messages(wall="A B", china=[2], mongol=[1, 1], threats=[2]) == [
        "There must be one threat tile for each region: 2, not 1"
    ]
    assert faults(wall="A B", china=[2], mongol=[1, 1], threats=[2, 5]) == [("threats.1", "choice")]


def test_a_wall_needs_sizes_and_threats() -> None:
    assert faults(wall="A B") == [("china", "missing"), ("mongol", "missing"), ("threats", "missing")]
    assert faults(wall="A B", china=[], mongol=None, threats=[2]) == [("china", "missing"), ("mongol", "missing")]
    assert faults(china=[3], mongol=[4, 1], threats=[2]) == []
    assert faults(wall="  ", china=[3]) == []


def test_regions_are_ignored_if_a_wall_is_given() -> None:
    impossible = [{"walls": [6, 0], "towers": [1]}] * 12
    assert wall("A B", regions=impossible) == []
    assert wall("A B", {"provinces": 12}, events=["diplomacy"]) == []


def test_all_faults_come_at_once() -> None:
    assert faults(
        {"unplayed": 7}, {"track": True}, wall="Q Ad At At", china=[3], threats=[2, 2], mongol=[4], tower="no"
    ) == [
        ("players.0.unplayed", "too_many"),
        ("players.1.track", "type"),
        ("tower", "choice"),
        ("wall", "choice"),
        ("wall", "too_many"),
        ("wall", "impossible"),
        ("china", "impossible"),
        ("threats", "impossible"),
    ]


@pytest.mark.parametrize(
    ("lists", "expected_faults"),
    [
        ({"china": "x"}, [("china", "type")]),
        ({"china": ["2", 2]}, [("china.0", "type")]),
        ({"mongol": [2, 0]}, [("mongol.1", "too_few")]),
        ({"threats": 2}, [("threats", "type")]),
        ({"mongol": [2.5, 2], "threats": [2]}, [("mongol.0", "type"), ("threats", "impossible")]),
    ],
)
def test_unreadable_list_of_a_wall_is_one_fault(lists: Data, expected_faults: list[tuple[str, str]]) -> None:
    filled = {"china": [1, 3], "mongol": [2, 2], "threats": [3, 4]} | lists
    assert faults(wall="A B x .", **filled) == expected_faults


def test_too_many_walls_mark_the_players_cells() -> None:
    """3 × 6 walls of Bo, who has 14 single ones, a tower and the double wall, for 17 spaces."""
    regions = [{"threat": 2, "walls": [1, 6]}] * 3
    (fault,) = load_sheet(game("chang_cheng"), {"players": [{}, {}], "regions": regions})
    assert (fault.path, fault.entries) == ("players", tuple(f"regions.{i}.walls.1" for i in range(3)))


def test_lines_of_other_event_cards_are_unused() -> None:
    chang_cheng = game("chang_cheng")
    for events, unused in (
        ([], ["diplomacy", "overlord", "emperors_reward"]),
        (["overlord"], ["diplomacy", "emperors_reward"]),
        (["diplomacy", "emperors_reward"], ["overlord"]),
    ):
        assert (
            list(chang_cheng.unused_lines(load_sheet(chang_cheng, {"players": [{}, {}], "events": events}))) == unused
        )
