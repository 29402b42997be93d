"""The two calculators of Trajan, reckoned by hand from the tables of the rules page, "Ships" and "The people's demands"."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_tables import numbers

from scorers.service import ask_calculator
from scorers.trajan.calculators import COMMODITIES, LOSSES, SHIPS, find_loads
from scorers.trajan.score import GAME


def ships(wild: int = 0, **cards: int) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["ships"], {"cards": cards, "wild": wild})


def demands(**data: Any) -> dict[str, Any]:
    return ask_calculator(GAME.calculators["demands"], data)


def test_hand_pays_at_each_ship() -> None:
    assert ships(oil=3) == {
        "answer": "With all ships coloured side up, the most is 12: Equal cards.",
        "reasons": [
            "Equal cards: 3 fit; coloured side 12, grey side 7.",
            "Different cards: 1 fit; coloured side 2, grey side 0.",
            "Different pairs: 1 fit; coloured side 5, grey side 1.",
        ],
        "ships": {
            "equal": {"things": 3, "coloured": 12, "grey": 7},
            "different": {"things": 1, "coloured": 2, "grey": 0},
            "pairs": {"things": 1, "coloured": 5, "grey": 1},
        },
    }


def test_ships_that_pay_the_same_are_named_together() -> None:
    assert ships(oil=1)["answer"] == "With all ships coloured side up, the most is 2: Equal cards, Different cards."


def test_an_empty_hand_pays_nothing() -> None:
    nothing = {"things": 0, "coloured": 0, "grey": 0}
    assert ask_calculator(GAME.calculators["ships"], {}) == {
        "answer": "No ship can be loaded.",
        "reasons": [],
        "ships": {"equal": nothing, "different": nothing, "pairs": nothing},
    }


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
def test_loads_of_each_ship_are_the_largest(cards: list[int], wild: int, equal: int, different: int, pairs: int) -> None:
    """A wild tile makes a pair of a single card, and two of them are a pair; a ship holds four cards or three pairs."""
    counts = dict(zip(("oil", "wine", "fish", "gems", "furs"), cards, strict=False))
    assert find_loads(counts, wild) == {"equal": equal, "different": different, "pairs": pairs}
    assert {name: ship["things"] for name, ship in ships(wild, **counts)["ships"].items()} == find_loads(counts, wild)


def test_demands_that_are_met_in_part() -> None:
    """The rules page: the Trajan tile is kept, the forum tile is used, the third demand is not met, and 4 are lost."""
    assert demands(demands={"bread": 1, "games": 1, "religion": 1}, kept={"bread": 2}, forum={"bread": 1, "games": 2}) == {
        "answer": "Demands not met: 1. The player loses 4.",
        "reasons": [
            "Bread, 1: met by Trajan tiles 1, by forum tiles 0, by wild tiles 0.",
            "Games, 1: met by Trajan tiles 0, by forum tiles 1, by wild tiles 0.",
            "Religion, 1: met by Trajan tiles 0, by forum tiles 0, by wild tiles 0.",
        ],
        "unmet": 1,
        "points": -4,
        "used": {
            "bread": {"kept": 1, "forum": 0, "wild": 0},
            "games": {"kept": 0, "forum": 1, "wild": 0},
            "religion": {"kept": 0, "forum": 0, "wild": 0},
        },
    }


@pytest.mark.parametrize(("unmet", "lost"), [(1, 4), (2, 9), (3, 15)])
def test_demands_that_nothing_meets(unmet: int, lost: int) -> None:
    reply = demands(demands={"games": unmet})
    assert (reply["answer"], reply["unmet"], reply["points"]) == (f"Demands not met: {unmet}. The player loses {lost}.", unmet, -lost)


def test_demands_that_are_met_cost_nothing() -> None:
    reply = demands(demands={"games": 3}, kept={"games": 1}, forum={"games": 1}, wild=2)
    assert (reply["answer"], reply["unmet"], reply["points"]) == ("All demands are met, so no points are lost.", 0, 0)
    assert reply["reasons"] == ["Games, 3: met by Trajan tiles 1, by forum tiles 1, by wild tiles 1."]
    assert reply["used"]["games"] == {"kept": 1, "forum": 1, "wild": 1}
    assert demands(demands={"games": 0}) == demands(demands={"games": 0}, wild=1)


def test_demands_that_were_not_filled_in_are_asked_for() -> None:
    faults = [{"path": "demands", "code": "too_few", "message": "Fill in the demand tiles first"}]
    assert demands() == demands(forum={"bread": 1}, wild=1) == {"faults": faults}


def test_wild_tile_meets_only_one_demand() -> None:
    answer = demands(demands={"bread": 1, "games": 1, "religion": 1}, wild=2)
    assert [used["wild"] for used in answer["used"].values()] == [1, 1, 0]
    assert answer["unmet"] == 1
    assert [used["wild"] for used in demands(demands={"bread": 2, "games": 1}, wild=1)["used"].values()] == [1, 0, 0]
    assert demands(demands={"bread": 2, "games": 1}, wild=1)["points"] == -9


def test_four_demands_are_not_open_at_once() -> None:
    assert demands(demands={"bread": 2, "games": 2})["faults"] == [
        {"path": "demands", "code": "too_many", "message": "Demand tiles must be 3 or fewer"}
    ]


@pytest.mark.usefixtures("application_context")
def test_ships_and_losses_match_the_rules() -> None:
    assert numbers("trajan", "en", "ships") == [list(points) for ship in SHIPS.values() for points in (ship.coloured, ship.grey)]
    assert numbers("trajan", "en", "demands") == [[unmet, -points] for unmet, points in enumerate(LOSSES)]


def test_different_cards_and_pairs_pay_as_the_rules_draw() -> None:
    """Rules page, "Ships": three different cards, two different pairs."""
    assert ships(oil=1, wine=1, fish=1)["ships"]["different"] == {"things": 3, "coloured": 6, "grey": 3}
    assert ships(oil=2, wine=2)["ships"]["pairs"] == {"things": 2, "coloured": 10, "grey": 6}


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
def test_wild_tiles_meet_whatever_the_others_leave(needed: dict[str, int], kept: dict[str, int], forum: dict[str, int], wild: int) -> None:
    answer = demands(demands=needed, kept=kept, forum=forum, wild=wild)
    if sum(needed.values()) > 3:
        assert [fault["path"] for fault in answer["faults"]] == ["demands"]
    elif any(needed.values()):
        lacking = sum(max(0, needed[kind] - kept[kind] - forum[kind]) for kind in needed)
        assert answer["unmet"] == max(0, lacking - wild)
        assert sum(used["wild"] for used in answer["used"].values()) == min(lacking, wild)
