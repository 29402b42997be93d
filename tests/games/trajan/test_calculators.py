"""The two calculators of Trajan: examples reckoned by hand from the rules, "Ships" and "The people's demands", and laws."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_tables import numbers
from tables import check_reply, read_cases

from scorers.service import ask_calculator
from scorers.trajan.calculators import COMMODITIES, LOSSES, SHIPS, find_loads
from scorers.trajan.score import GAME


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
    assert numbers("trajan", "en", "demands") == [[unmet, -points] for unmet, points in enumerate(LOSSES)]


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
