"""The helpers of the middle of a game: worked examples of the rules pages, and laws."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_tables import numbers

from scorers.chang_cheng import helpers as chang_cheng
from scorers.hansa_teutonica import helpers as hansa
from scorers.hansa_teutonica.sheet import MARKER_POINTS
from scorers.po_catalog import load_translator
from scorers.registry import game
from scorers.service import ask_helper
from scorers.trajan import helpers as trajan

pytestmark = pytest.mark.usefixtures("application_context")
Data = dict[str, Any]


def ask(slug: str, name: str, lang: str = "en", **data: Any) -> Data:
    """A helper's answer."""
    return ask_helper(game(slug).helpers[name], data, load_translator(lang))


# Chang Cheng


def test_the_example_of_a_full_province_pays_nine_to_both_who_are_tied() -> None:
    """Rules page, "The value of a province": 5 spaces, tile 3, a traitor destroys one wall, a flood raises: Ann and Bo score 9 each."""
    reply = ask("chang_cheng", "province", walls=[2, 2, 0, 0], destroyed=1, prestige=3, flood="raise")
    assert (reply["value"], reply["points"]) == (9, [9, 9, 0, 0])
    assert reply["answer"] == "A, B are tied and score 9 each."
    assert reply["reasons"][0] == "Value: 5 − 1 + 3 + 2 = 9."


def test_the_parts_of_a_province_are_those_of_the_rules() -> None:
    space, destroyed, least, most, raised, lowered, architect = (row[0] for row in numbers("chang_cheng", "en", "province-value"))
    assert (space, destroyed, least, most) == (1, -1, 0, chang_cheng.MAX_PRESTIGE)
    assert (raised, lowered) == (chang_cheng.FLOOD["raise"], chang_cheng.FLOOD["lower"])
    assert architect == chang_cheng.ARCHITECT_POINTS
    walls = [row[0] for row in numbers("chang_cheng", "en", "province-majority")]
    assert walls == [1, 1, 1, 0, chang_cheng.ARCHITECT_WALLS, chang_cheng.GREAT_ARCHITECT_WALLS]


def test_architects_can_turn_the_majority() -> None:
    assert ask("chang_cheng", "province", walls=[2, 1], added=[0, 2])["points"] == [0, 3, 0, 0]
    assert ask("chang_cheng", "province", walls=[2, 1], added=[0, 1])["points"] == [3, 3, 0, 0]


def test_where_neutral_walls_alone_are_most_nobody_scores() -> None:
    """Rules page, "How neutral is compared"."""
    assert ask("chang_cheng", "province", walls=[1, 1], neutral=2)["points"] == [0, 0, 0, 0]
    assert ask("chang_cheng", "province", walls=[2, 1], neutral=2, prestige=1)["points"] == [6, 0, 0, 0]


def test_a_province_is_never_worth_less_than_nothing() -> None:
    answer = ask("chang_cheng", "province", walls=[1], destroyed=2, flood="lower")
    assert answer["value"] == 0
    assert "A province is never worth less than 0." in answer["reasons"]


@pytest.mark.parametrize("cards", [[1, 1], [2, 2], [3, 1], [1, 1, 1]])
def test_cards_of_one_number_cannot_both_be_in_force(cards: list[int]) -> None:
    assert [fault["path"] for fault in ask("chang_cheng", "province", walls=[3], added=cards)["faults"]] == ["added"]


@pytest.mark.parametrize("walls", [[], [2], [4, 3]])
def test_a_full_province_has_as_many_spaces_as_the_boards_print(walls: list[int]) -> None:
    assert [fault["path"] for fault in ask("chang_cheng", "province", walls=walls)["faults"]] == ["walls"]


@given(
    st.lists(st.integers(0, 6), min_size=4, max_size=4),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 4),
    st.sampled_from(["none", "raise", "lower"]),
)
def test_all_who_have_most_walls_score_the_same_and_nobody_else_scores(
    walls: list[int], neutral: int, destroyed: int, prestige: int, flood: str
) -> None:
    answer = ask("chang_cheng", "province", walls=walls, neutral=neutral, destroyed=destroyed, prestige=prestige, flood=flood)
    if "faults" in answer:
        assert not 3 <= sum(walls) + neutral + destroyed <= 6
        return
    most = max(*walls, neutral)
    assert answer["points"] == [answer["value"] if count == most and count else 0 for count in walls]
    assert answer["value"] == max(0, sum(walls) + neutral + prestige + {"none": 0, "raise": 2, "lower": -2}[flood])


# Trajan


def test_ships_pay_by_the_table() -> None:
    rows = numbers("trajan", "en", "ships")
    assert rows == [list(points) for ship in trajan.SHIPS.values() for points in (ship.coloured, ship.grey)]


def test_the_three_loads_that_the_rules_draw() -> None:
    """Rules page, "Ships": three equal cards, three different ones, two different pairs."""
    assert ask("trajan", "ships", cards={"oil": 3})["ships"]["equal"] == {"things": 3, "coloured": 12, "grey": 7}
    assert ask("trajan", "ships", cards={"oil": 1, "wine": 1, "fish": 1})["ships"]["different"] == {"things": 3, "coloured": 6, "grey": 3}
    assert ask("trajan", "ships", cards={"oil": 2, "wine": 2})["ships"]["pairs"] == {"things": 2, "coloured": 10, "grey": 6}


def test_four_of_a_kind_are_one_pair() -> None:
    assert ask("trajan", "ships", cards={"oil": 4})["ships"]["pairs"]["things"] == 1


def test_an_empty_hand_loads_no_ship() -> None:
    assert ask("trajan", "ships")["answer"] == "No ship can be loaded."


HANDS = st.dictionaries(st.sampled_from([*trajan.COMMODITIES]), st.integers(1, 5))


@given(HANDS, st.integers(0, 2), st.sampled_from([*trajan.COMMODITIES]))
def test_a_wild_tile_is_worth_at_least_any_card_in_its_place(hand: dict[str, int], wild: int, kind: str) -> None:
    if hand.get(kind, 0) < 5:
        with_tile, with_card = trajan.loads(hand, wild + 1), trajan.loads({**hand, kind: hand.get(kind, 0) + 1}, wild)
        assert all(with_tile[ship] >= with_card[ship] for ship in trajan.SHIPS)


@given(HANDS)
def test_pairs_without_wild_tiles_are_counted_kind_by_kind(hand: dict[str, int]) -> None:
    assert trajan.loads(hand, 0)["pairs"] == min(3, sum(count >= 2 for count in hand.values()))


def test_the_demands_that_the_rules_draw() -> None:
    """Rules page, "The people's demands": the Trajan tile is kept, the forum tile is used, the third is not met: 4 are lost."""
    answer = ask("trajan", "demands", demands={"bread": 1, "games": 1, "religion": 1}, kept={"bread": 1}, forum={"games": 1})
    assert (answer["unmet"], answer["points"]) == (1, -4)
    assert answer["used"]["bread"] == {"kept": 1, "forum": 0, "wild": 0}
    assert answer["used"]["games"] == {"kept": 0, "forum": 1, "wild": 0}


def test_losses_are_those_of_the_table() -> None:
    assert numbers("trajan", "en", "demands") == [[unmet, -points] for unmet, points in enumerate(trajan.LOSSES)]


def test_tiles_are_used_in_the_order_of_the_rules() -> None:
    answer = ask("trajan", "demands", demands={"bread": 3}, kept={"bread": 1}, forum={"bread": 1}, wild=3)
    assert answer["used"]["bread"] == {"kept": 1, "forum": 1, "wild": 1}


SYMBOLS = st.fixed_dictionaries({kind: st.integers(0, 3) for kind in ("bread", "games", "religion")})


@given(SYMBOLS, SYMBOLS, SYMBOLS, st.integers(0, 3))
def test_wild_tiles_meet_whatever_the_others_leave(demands: Data, kept: Data, forum: Data, wild: int) -> None:
    answer = ask("trajan", "demands", demands=demands, kept=kept, forum=forum, wild=wild)
    if sum(demands.values()) > 3:
        assert [fault["path"] for fault in answer["faults"]] == ["demands"]
        return
    lacking = sum(max(0, demands[kind] - kept[kind] - forum[kind]) for kind in demands)
    assert answer["unmet"] == max(0, lacking - wild)
    assert sum(used["wild"] for used in answer["used"].values()) == min(lacking, wild)


# Qin


def test_the_larger_side_absorbs() -> None:
    """Rules page, "Joining and absorbing": A's four squares and B's two become seven squares of A, and B's pagoda goes back."""
    answer = ask("qin", "province", squares=1, touched=[[4], [2]])
    assert (answer["allowed"], answer["owner"], answer["size"], answer["pagodas"]) == (True, 0, 7, [1, -1, 0, 0])


def test_equal_sizes_of_different_owners_forbid_the_tile() -> None:
    """Rules page: three squares of A and three of B."""
    answer = ask("qin", "province", squares=1, touched=[[3], [3]])
    assert (answer["allowed"], answer["owner"]) == (False, None)
    assert answer["reasons"] == ["A, B are tied for the largest province with 3 squares each."]


def test_equal_provinces_of_one_owner_may_be_joined() -> None:
    assert ask("qin", "province", squares=1, touched=[[3, 3]])["pagodas"] == [0, 0, 0, 0]
    assert ask("qin", "province", squares=1, touched=[[2, 2, 2]])["pagodas"] == [-1, 0, 0, 0]


def test_two_major_provinces_may_not_be_joined_even_by_their_owner() -> None:
    assert not ask("qin", "province", squares=1, touched=[[5, 6]])["allowed"]


def test_a_province_that_grows_keeps_its_owner_and_is_major_from_five() -> None:
    assert ask("qin", "province", squares=1, touched=[None, [3]], player="A")["pagodas"] == [0, 0, 0, 0]
    answer = ask("qin", "province", squares=1, touched=[None, [4]], player="A")
    assert (answer["owner"], answer["pagodas"]) == (1, [0, 1, 0, 0])


def test_two_squares_found_a_province_and_one_does_not() -> None:
    assert ask("qin", "province", squares=2, player="C")["pagodas"] == [0, 0, 1, 0]
    assert ask("qin", "province", squares=1, player="C")["owner"] is None


@given(st.lists(st.tuples(st.integers(2, 8), st.integers(0, 3)), min_size=1, max_size=4), st.integers(1, 2))
def test_pagodas_on_the_board_are_those_that_the_new_province_has(touched: list[tuple[int, int]], squares: int) -> None:
    sizes = [[size for size, owner in touched if owner == seat] for seat in range(4)]
    answer = ask("qin", "province", squares=squares, touched=sizes)
    if not answer["allowed"]:
        assert answer["pagodas"] == [0] * 4
        return
    before = sum(2 if size >= 5 else 1 for size, _ in touched)
    assert before + sum(answer["pagodas"]) == (2 if answer["size"] >= 5 else 1)
    assert answer["size"] == squares + sum(size for size, _ in touched)
    assert answer["owner"] == max(touched)[1]


def test_a_village_goes_to_most_pagodas() -> None:
    """Rules page, "Conquering a village": a major province of A, two pagodas, against one of B."""
    assert ask("qin", "village", pagodas=[2, 1], holder="B")["holder"] == 0


def test_a_tie_at_a_village_in_both_readings() -> None:
    """Rules page, "Equal pagodas at a village" and its note: nobody holds it, or the holder stays."""
    assert ask("qin", "village", pagodas=[1, 1], holder="A")["holder"] is None
    assert ask("qin", "village", pagodas=[1, 1], holder="A", tie="stays")["holder"] == 0
    assert ask("qin", "village", pagodas=[1, 2, 2], holder="A", tie="stays")["holder"] is None


@given(st.lists(st.integers(0, 6), min_size=4, max_size=4), st.sampled_from(["nobody", *"ABCD"]), st.sampled_from(["nobody", "stays"]))
def test_nobody_holds_a_village_while_another_has_more_beside_it(pagodas: list[int], holder: str, tie: str) -> None:
    after = ask("qin", "village", pagodas=pagodas, holder=holder, tie=tie)["holder"]
    if after is not None:
        assert pagodas[after] == max(pagodas) > 0
    elif max(pagodas):
        assert pagodas.count(max(pagodas)) > 1


# Hansa Teutonica


def test_each_controller_gets_a_point_and_so_does_a_coin() -> None:
    """Rules page, steps 1 and 3: a tie in a city goes to the office furthest right; who controls both gets 2."""
    assert ask("hansa_teutonica", "route", player="C", offices={"one": [1, 0, 1, 0], "other": [0]})["points"] == [2, 0, 0, 0, 0]
    assert ask("hansa_teutonica", "route", player="C", coin=True)["points"] == [0, 0, 1, 0, 0]


def test_the_east_west_connection_pays_by_the_table() -> None:
    assert [row[0] for row in numbers("hansa_teutonica", "en", "east-west")] == list(hansa.EAST_WEST)
    for place, points in enumerate(hansa.EAST_WEST, 1):
        assert ask("hansa_teutonica", "route", player="B", east_west=place)["points"] == [0, points, 0, 0, 0]


@given(st.integers(0, 15))
def test_markers_taken_one_by_one_pay_in_all_what_they_pay_together(markers: int) -> None:
    points = sum(ask("hansa_teutonica", "route", markers=before)["marker"] for before in range(markers))
    assert points == MARKER_POINTS[min(markers, len(MARKER_POINTS) - 1)]


ROWS = st.lists(st.integers(0, 4), max_size=6)


@given(ROWS, ROWS)
def test_a_route_pays_a_point_for_each_city_with_an_office(one: list[int], other: list[int]) -> None:
    points = ask("hansa_teutonica", "route", offices={"one": one, "other": other})["points"]
    assert sum(points) == bool(one) + bool(other)


# Honshu


def test_the_trick_of_the_rules() -> None:
    """Rules page, "New order, then pick": 14, 22 with a cube, 51, 35 with a cube: D, B, C, A."""
    answer = ask("honshu", "trick", cards=[14, 22, 51, 35], cubes=[False, True, False, True])
    assert answer["order"] == [3, 1, 2, 0]
    assert answer["values"] == [14, 82, 51, 95, None]


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"cards": [1, 2]}, "cards"),
        ({"cards": [7, 8, 7]}, "cards.2"),
        ({"cards": [7, 8, 9], "cubes": [False, False, False, True]}, "cubes.3"),
        ({"cards": [7, 8, 61]}, "cards.2"),
    ],
)
def test_what_is_no_trick_is_refused(data: Data, path: str) -> None:
    assert [fault["path"] for fault in ask("honshu", "trick", **data)["faults"]] == [path]


@given(st.lists(st.integers(1, 60), min_size=3, max_size=5, unique=True), st.lists(st.booleans(), min_size=5, max_size=5))
def test_cards_with_a_cube_stand_first_each_group_by_number(cards: list[int], cubes: list[bool]) -> None:
    order = ask("honshu", "trick", cards=cards, cubes=cubes[: len(cards)])["order"]
    assert order == sorted(range(len(cards)), key=lambda seat: (not cubes[seat], -cards[seat]))
