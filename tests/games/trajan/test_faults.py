"""Faults of Trajan sheets: impossible sheets have all their faults, possible ones have none."""

from functools import partial

import pytest
import tables

from scorers.sheet import load_sheet
from scorers.trajan.bonus import TILES
from scorers.trajan.box import TYPES
from scorers.trajan.score import GAME

PAIRS = ("scroll_oil", "wine_fish", "jewellery_gems", "columns_furs", "fruit_ceramics", "cattle_wheat")
find_faults = partial(tables.find_faults, "trajan")
faults = partial(tables.faults, "trajan")
messages = partial(tables.messages, "trajan")


def bonus(tiles: str, side: str = "gold") -> dict[str, str]:
    return dict.fromkeys(tiles.split(), side)


@pytest.mark.parametrize(
    ("entry", "most"),
    [
        ("hand", 60), ("workers_camp", 15), ("legionnaires_camp", 15), ("legionnaires_provinces", 10),
        ("workers_field", 15),
        ("trajan_tiles", 7), ("wild_construction", 2), ("wild_commodity", 3), ("wild_demand", 3),
        ("bread", 14), ("games", 14), ("religion", 14), ("senate", 4),
    ],
)  # fmt: skip
def test_no_number_goes_over_its_bound(entry: str, most: int) -> None:
    assert faults({entry: most}) == []
    assert faults({entry: most + 1}) == [(f"players.0.{entry}", "too_many")]
    low = 1 if entry == "senate" else 0
    assert faults({entry: low - 1}) == [(f"players.0.{entry}", "too_few")]
    assert faults({entry: low + 0.5}) == [(f"players.0.{entry}", "type")]


@pytest.mark.parametrize(("group", "keys", "most"), [("construction", tuple(TYPES), 4), ("display", PAIRS, 10)])
def test_no_count_of_a_kind_goes_over_its_bound(group: str, keys: tuple[str, ...], most: int) -> None:
    for key in keys:
        assert faults({group: {key: most}}) == []
        assert faults({group: {key: most + 1}}) == [(f"players.0.{group}.{key}", "too_many")]
        assert faults({group: {key: -1}}) == [(f"players.0.{group}.{key}", "too_few")]
        # 2 + 3 tiles, or 5 + 6 cards
        assert faults({group: {key: most // 2}}, {group: {key: most - most // 2}}) == []
        assert faults({group: {key: most // 2}}, {group: {key: most - most // 2 + 1}}) == [("players", "impossible")]


@pytest.mark.parametrize(
    ("entry", "most"),
    [
        ("wild_construction", 2),
        ("wild_commodity", 3),
        ("wild_demand", 3),
        ("bread", 14),
        ("games", 14),
        ("religion", 14),
    ],
)
def test_forum_tiles_of_all_players_are_limited(entry: str, most: int) -> None:
    assert faults({entry: most - 1}, {entry: 1}) == []
    assert faults({entry: most - 1}, {}, {entry: 2}) == [("players", "impossible")]


def test_unneeded_wild_demands_are_ignored() -> None:
    assert faults({"wild_demand": 3}, {"wild_demand": 3}, demand_wilds="ignored") == []


def test_nobody_has_more_than_fifteen_tokens() -> None:
    tokens = {
        "name": "Ann",
        "workers_camp": 3,
        "workers_field": 4,
        "legionnaires_camp": 2,
        "legionnaires_provinces": 6,
    }  # 15
    assert faults(tokens, tokens) == []
    assert faults(tokens | {"workers_camp": 4}) == [("players", "impossible")]
    assert messages(tokens | {"workers_camp": 4}) == [
        "Ann has 16 tokens in camps, district and provinces; each player has only 15"
    ]
    camps, fields = {"workers_camp": 15, "workers_field": 15}, {"legionnaires_camp": 6, "legionnaires_provinces": 10}
    assert faults(camps, fields) == [("players", "impossible")] * 2


def test_there_are_sixty_cards_in_hands_and_displays() -> None:
    full = {"display": dict.fromkeys(PAIRS, 9)}  # 54
    assert faults(full | {"hand": 4}, {"hand": 2}) == []
    assert faults(full | {"hand": 4}, {"hand": 3}) == [("players", "impossible")]
    assert messages(full, {"hand": 7}) == ["Cards in hands and displays: 61 in all, but there are only 60"]


def test_a_player_has_at_most_five_bonus_tiles() -> None:
    five = "scroll_oil wine_fish military bread games"
    assert faults({"bonus": bonus(five)}) == []
    assert faults({}, {"bonus": bonus(five + " religion")}) == [("players.1.bonus", "too_many")]


def test_at_most_four_bonus_tiles_are_grey_side_up() -> None:
    four = bonus("scroll_oil wine_fish military bread", "grey")
    assert faults({"bonus": four | bonus("games")}) == []
    assert faults({"bonus": four | bonus("games", "grey")}) == [("players.0.bonus", "too_many")]
    # One grey tile a quarter is handed out, to one player
    assert faults({"bonus": four}, {"bonus": bonus("games", "grey")}) == [("players", "impossible")]
    assert messages({"bonus": four}, {"bonus": bonus("games", "grey")}) == [
        "Grey bonus tiles: 5 in all, but there are only 4"
    ]


def test_bonus_tile_has_one_owner() -> None:
    assert faults({"bonus": {"bread": "gold"}}, {"bonus": {"bread": "grey"}}) == [("players", "impossible")]
    fault_list = messages({"name": "Ann", "bonus": {"bread": "gold"}}, {"bonus": {"bread": "grey"}})
    assert fault_list == ["Ann, 2 have the bonus tile Bread, but there is only one"]


def test_bonus_tiles_are_one_each_and_eight_more() -> None:
    ids = list(TILES)
    twelve = [{"bonus": bonus(" ".join(ids[i : i + 4]))} for i in (0, 4, 8)]
    eleven = [*twelve[:2], {"bonus": bonus(" ".join(ids[8:11]))}]
    assert faults(*eleven) == []  # 3 + 8
    assert faults(*twelve) == [("players", "impossible")]
    assert faults(*twelve, {}) == []  # 4 + 8
    assert faults({"bonus": bonus(" ".join(ids[:5]))}, {"bonus": bonus(" ".join(ids[5:10]))}) == []  # 2 + 8


def test_bonus_tiles_and_sides_must_be_known() -> None:
    assert faults({"bonus": {"scrolls": "gold"}}) == [("players.0.bonus.scrolls", "unknown")]
    assert faults({"bonus": {"bread": "silver"}}) == [("players.0.bonus.bread", "choice")]
    assert faults({"bonus": ["bread"]}) == [("players.0.bonus", "type")]
    assert faults({"bonus": {"bread": None}}) == []


@pytest.mark.parametrize(
    ("table", "entries"),
    [
        (
            [{"workers_camp": 8, "legionnaires_camp": 8}, {}],
            ["workers_camp", "workers_field", "legionnaires_camp", "legionnaires_provinces"],
        ),
        ([{"bread": 14}, {"bread": 1}], ["bread"]),
    ],
)
def test_contradiction_names_its_entries(table: list[dict[str, int]], entries: list[str]) -> None:
    (fault,) = load_sheet(GAME, {"players": table})
    seats = {"0"} if len(entries) > 1 else {"0", "1"}
    assert sorted(fault.entries) == sorted(f"players.{seat}.{entry}" for seat in seats for entry in entries)
