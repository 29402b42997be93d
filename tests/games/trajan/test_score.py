"""Trajan: expectations are reckoned by hand in the comments, or are in the tables of the facts."""

from functools import partial
from itertools import product
from typing import Any

import pytest
import tables
from hypothesis import given
from hypothesis import strategies as st
from proofreader import Proofreader
from rule_tables import numbers
from tables import check_reply, read_cases

from scorers.entries import Holdings, entries_of
from scorers.service import ask_calculator, compare_data, score_data
from scorers.trajan.bonus import TILES
from scorers.trajan.box import TYPES
from scorers.trajan.calculators import COMMODITIES, LOSSES, SHIPS, find_loads
from scorers.trajan.examples import EXAMPLES
from scorers.trajan.score import GAME, Player, Sheet, score

PAIRS = ("scroll_oil", "wine_fish", "jewellery_gems", "columns_furs", "fruit_ceramics", "cattle_wheat")
DEMANDS = ("bread", "games", "religion")
answer = partial(tables.answer, "trajan")
line = partial(tables.line, "trajan")


@pytest.mark.parametrize("case", tables.read_cases(__file__, "scores.tsv"))
def test_score_is_that_of_the_table(case: dict[str, str]) -> None:
    tables.check_result("trajan", case)


# Construction tiles


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize(("tiles", "points"), [(0, 0), (1, 0), (2, 0), (3, 10), (4, 20)])
def test_three_tiles_of_a_type_pay_ten_and_four_twenty(kind: str, tiles: int, points: int) -> None:
    assert line("construction", {"construction": {kind: tiles}}) == (points, str(points) if points else "")


@pytest.mark.parametrize(
    ("tiles", "wild", "points"),
    [
        ((2, 0, 0, 0, 0), 1, 10),  # a third
        ((3, 0, 0, 0, 0), 1, 20),  # a fourth
        ((3, 2, 0, 0, 0), 1, 20),  # 20 + 0 or 10 + 10
        ((1, 0, 0, 0, 0), 1, 0),
        ((1, 0, 0, 0, 0), 2, 10),  # both on one
        ((2, 1, 0, 0, 0), 2, 20),  # both on the two
        ((3, 1, 0, 0, 0), 2, 20),  # one makes four; the other makes only two
        ((4, 1, 0, 0, 0), 2, 30),  # 20 stay, and 10
        ((2, 2, 0, 0, 0), 2, 20),
        ((3, 3, 2, 0, 0), 2, 40),  # 20 + 20 + 0
        ((0, 0, 0, 0, 0), 2, 0),
        ((4, 4, 4, 4, 4), 2, 100),  # a fifth of a type adds nothing
    ],
)
def test_wild_construction_tiles_go_where_they_pay_most(tiles: tuple[int, ...], wild: int, points: int) -> None:
    player = {"construction": dict(zip(TYPES, tiles, strict=True)), "wild_construction": wild}
    assert line("construction", player)[0] == points


def test_construction_tiles_agree_with_trying_all_wild_types() -> None:
    points_of = {0: 0, 1: 0, 2: 0, 3: 10, 4: 20}
    empty = Player()
    for tiles in product(range(5), repeat=5):
        if list(tiles) != sorted(tiles):
            continue
        for wild in range(3):
            best = max(
                sum(points_of[min(4, n + sum(chosen == i for chosen in choices))] for i, n in enumerate(tiles))
                for choices in product(range(5), repeat=wild)
            )
            player = Player(construction=dict(zip(TYPES, tiles, strict=True)), wild_construction=wild)
            assert score(Sheet(players=(player, empty))).players[0].total == best


# Bonus tiles


def test_bonus_tiles_are_in_the_printed_order() -> None:
    assert tuple(TILES) == (*PAIRS, "military", "building", "bonus_tiles", *DEMANDS)


@pytest.mark.parametrize("pair", PAIRS)
def test_commodity_tile_pays_per_card_on_display(pair: str) -> None:
    display = dict.fromkeys(PAIRS, 9) | {pair: 4}
    assert line("bonus", {"bonus": {pair: "gold"}, "display": display}) == (12, "3 × 4")
    assert line("bonus", {"bonus": {pair: "grey"}, "display": display}) == (8, "2 × 4")
    assert line("bonus", {"bonus": {pair: "gold"}, "hand": 20}) == (0, "3 × 0")


@pytest.mark.parametrize(
    ("workers", "gold", "grey"), [(0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 3, 2), (7, 7, 4), (8, 8, 4), (15, 15, 8)]
)
def test_construction_tile_pays_for_workers_on_the_field(workers: int, gold: int, grey: int) -> None:
    assert line("bonus", {"workers_field": workers, "bonus": {"building": "gold"}})[0] == gold
    assert line("bonus", {"workers_field": workers, "bonus": {"building": "grey"}})[0] == grey
    assert line("bonus", {"workers_camp": workers, "bonus": {"building": "gold"}})[0] == 0


def test_the_line_has_a_part_for_each_tile() -> None:
    """Seven legionnaires in provinces at 1 are 7; two cards at 3 are 6."""
    player = {
        "legionnaires_provinces": 7,
        "display": {"wine_fish": 2},
        "bonus": {"military": "grey", "wine_fish": "gold"},
    }
    (bonus,) = (line for line in answer(player)["players"][0]["lines"] if line["key"] == "bonus")
    assert bonus["parts"] == [
        {"points": 6, "working": "3 × 2", "at": ["wine_fish"]},
        {"points": 7, "working": "1 × 7", "at": ["military"]},
    ]
    assert (bonus["points"], bonus["working"]) == (13, "3 × 2 + 1 × 7")
    assert GAME.place_name("wine_fish") == ("Wine and fish", {})


@pytest.mark.parametrize("demand", DEMANDS)
@pytest.mark.parametrize(("tiles", "times"), [(0, 0), (1, 1), (5, 1)])
def test_a_demand_tile_pays_nine_or_six_once(demand: str, tiles: int, times: int) -> None:
    others = dict.fromkeys(DEMANDS, 2) | {demand: tiles}
    assert line("bonus", others | {"bonus": {demand: "gold"}}) == (9 * times, f"9 × {times}")
    assert line("bonus", others | {"bonus": {demand: "grey"}}) == (6 * times, f"6 × {times}")


def test_things_without_a_bonus_tile_pay_nothing() -> None:
    player = {
        "display": dict.fromkeys(PAIRS, 5),
        "wild_commodity": 3,
        "legionnaires_provinces": 5,
        "workers_field": 5,
        "bread": 3,
    }
    assert answer(player)["players"][0]["total"] == 0


def test_blanks_are_all_number_entries_that_the_options_need() -> None:
    expected = [
        "points", "hand", "workers_camp", "legionnaires_camp", "trajan_tiles",
        *(f"construction.{kind}" for kind in TYPES),
        "wild_construction", *(f"display.{pair}" for pair in PAIRS), "wild_commodity", "legionnaires_provinces",
        "workers_field",
        *DEMANDS, "wild_demand",
    ]  # fmt: skip
    # Nobody typed anything: all tie on 0, so the standings are asked for as well
    paths = [f"players.{seat}.{entry}" for seat in (0, 1) for entry in expected]
    assert answer()["blank"] == [*paths, "players.0.senate", "players.1.senate"]
    less = answer({"points": 1}, {"points": 0}, waiting_tiles="none", demand_wilds="ignored")["blank"]
    assert not [path for path in less if path.endswith(("trajan_tiles", "wild_demand", "points", "senate"))]
    assert len(less) == 2 * (len(expected) - 3)


def test_a_finished_sheet_has_no_blanks() -> None:
    assert score_data("trajan", EXAMPLES["three_players"].sheet)["blank"] == []


def test_the_named_variants_differ_in_the_waiting_tiles() -> None:
    columns = compare_data("trajan", EXAMPLES["wild_tiles"].sheet)["columns"]
    assert [(column["key"], column["options"]) for column in columns] == [
        ("second_edition", {"waiting_tiles": "one_each"}),
        ("first_edition", {"waiting_tiles": "none"}),
    ]
    # Without Bo's five waiting tiles 134 : 129, so the senate is not needed
    assert [[player["total"] for player in column["result"]["players"]] for column in columns] == [
        [134, 134],
        [134, 129],
    ]
    assert [column["result"]["winners"] for column in columns] == [[1], [0]]
    assert [column["result"]["decided_by"] for column in columns] == ["senate", "total"]


def test_tiles_show_their_points_per_item_or_lot() -> None:
    """As printed: 3 or 2 a card, 9 or 6 once, and on the grey side a point for two workers."""
    shown = {key: (TILES[key].worth("gold"), TILES[key].worth("grey")) for key in ("wine_fish", "bread", "building")}
    assert shown == {"wine_fish": ("3", "2"), "bread": ("9", "6"), "building": ("1", "1\N{FRACTION SLASH}2")}


def asks_for(name: str, *bonus: dict[str, str]) -> bool:
    """Return whether the sheet shows an entry of players with these bonus tiles."""
    holdings = entries_of(Player)["bonus"]
    assert isinstance(holdings, Holdings)
    return name not in holdings.entries_beside({tile for owned in bonus for tile in owned})


def test_count_of_a_bonus_tile_is_asked_of_its_owner(client: Proofreader) -> None:
    page = client.get("/en/trajan/score?to=sheet&n=2&bonus.bread=1gold&bonus.wine_fish=0grey")
    names = {one.get("name") for one in page.all("input")}
    assert {"1.bread", "0.display.wine_fish"} <= names
    assert not {"0.bread", "1.display.wine_fish", "0.games", "1.games"} & names


@pytest.mark.parametrize(
    ("name", "hint"), [("bread", "Forum tiles left after the last demands."), ("games", ""), ("religion", "")]
)
def test_forum_tiles_count_for_the_bonus_line(name: str, hint: str) -> None:
    declaration = entries_of(Player)[name]
    assert (declaration.line, declaration.hint) == ("bonus", hint)


def test_wild_commodities_are_asked_for_with_a_commodity_tile() -> None:
    assert asks_for("wild_commodity", {}, {"wine_fish": "grey"})
    assert not asks_for("wild_commodity", {}, {"bread": "gold"})
    assert not asks_for("wild_commodity", {}, {})


def test_wild_demands_are_asked_of_owners_of_demand_tiles() -> None:
    assert asks_for("wild_demand", {"bread": "gold"}, {})
    assert not asks_for("wild_demand", {"wine_fish": "grey"}, {})


def ships(wild: int = 0, **cards: int) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["ships"], {"cards": cards, "wild": wild})


def demands(**data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["demands"], data)


@pytest.mark.parametrize("case", read_cases(__file__, "calculators.tsv"))
def test_calculator_replies_as_reckoned(case: dict[str, str]) -> None:
    check_reply("trajan", case)


@pytest.mark.parametrize(
    ("cards", "wild", "equal", "different", "pairs"),
    [
        ([1], 0, 1, 1, 0),
        ([1], 1, 2, 2, 1),
        ([1], 2, 3, 3, 1),
        ([1], 3, 4, 4, 2),
        ([], 1, 1, 1, 0),
        ([], 2, 2, 2, 1),
        ([0, 2], 0, 2, 1, 1),
        ([2, 1], 1, 3, 3, 2),
        ([1, 1, 1], 2, 3, 4, 2),
        ([2, 2, 2, 2], 0, 2, 4, 3),
        ([4], 0, 4, 1, 1),
        ([5], 3, 4, 4, 2),
        ([1] * 5, 0, 1, 4, 0),
    ],
)
def test_loads_of_each_ship_are_the_largest(
    cards: list[int], wild: int, equal: int, different: int, pairs: int
) -> None:
    """A wild tile makes a pair of a single card, and two of them are a pair; a ship holds four cards or three pairs."""
    counts = dict(zip(("oil", "wine", "fish", "gems", "furs"), cards, strict=False))
    assert find_loads(counts, wild) == {"equal": equal, "different": different, "pairs": pairs}
    assert {name: ship["things"] for name, ship in ships(wild, **counts)["ships"].items()} == find_loads(counts, wild)


@pytest.mark.usefixtures("application_context")
def test_ships_and_losses_match_the_rules() -> None:
    assert numbers("trajan", "en", "ships") == [
        list(points) for ship in SHIPS.values() for points in (ship.coloured, ship.grey)
    ]
    assert LOSSES[0] == 0, "has no row"
    assert numbers("trajan", "en", "demands") == [[unmet, -LOSSES[unmet]] for unmet in (1, 2, 3)]


HANDS = st.dictionaries(st.sampled_from([*COMMODITIES]), st.integers(1, 5))
SYMBOLS = st.fixed_dictionaries({kind: st.integers(0, 3) for kind in ("bread", "games", "religion")})


@given(HANDS, st.integers(0, 2), st.sampled_from([*COMMODITIES]))
def test_wild_tile_is_worth_at_least_any_card(hand: dict[str, int], wild: int, kind: str) -> None:
    if hand.get(kind, 0) < 5:
        with_tile, with_card = find_loads(hand, wild + 1), find_loads({**hand, kind: hand.get(kind, 0) + 1}, wild)
        assert all(with_tile[ship] >= with_card[ship] for ship in SHIPS)


@given(HANDS)
def test_pairs_without_wild_tiles_are_counted_by_kind(hand: dict[str, int]) -> None:
    assert find_loads(hand, 0)["pairs"] == min(3, sum(count >= 2 for count in hand.values()))


@given(SYMBOLS, SYMBOLS, SYMBOLS, st.integers(0, 3))
def test_wild_tiles_meet_whatever_the_others_leave(
    needed: dict[str, int], kept: dict[str, int], forum: dict[str, int], wild: int
) -> None:
    answer = demands(demands=needed, kept=kept, forum=forum, wild=wild)
    if sum(needed.values()) > 3:
        assert [fault["path"] for fault in answer["faults"]] == ["demands"]
    elif any(needed.values()):
        lacking = sum(max(0, needed[kind] - kept[kind] - forum[kind]) for kind in needed)
        assert answer["unmet"] == max(0, lacking - wild)
        assert sum(used["wild"] for used in answer["used"].values()) == min(lacking, wild)
