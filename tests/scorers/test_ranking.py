"""Ranking: ranks, tie-breaks, tie inputs, and games that the fewest points win."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorers.entries import Blank
from scorers.model import Line, Result
from scorers.ranking import TieBreak, rank_players, rank_together
from scorers.registry import game

NAMES = ("Ann", "Bo", "小明", "Mei")


def rank(
    *totals: int, blanks: Sequence[Blank] = (), tie_breaks: Sequence[TieBreak] = (), fewest: bool = False, **over: Any
) -> Result:
    """The result for players of these totals, in two lines each."""
    columns = [(Line("first", total - 1, ""), Line("second", 1, "")) for total in totals]
    return rank_players(
        replace(game("qin"), fewest_win=fewest), NAMES[: len(totals)], columns, blanks, tie_breaks, **over
    )


def ranks(result: Result) -> list[int]:
    return [player.rank for player in result.players]


def step(key: str, *values: int, missing: Sequence[Sequence[str]] = ((), (), (), ())) -> TieBreak:
    return TieBreak(key, values, missing)


def test_equal_totals_share_a_rank() -> None:
    result = rank(7, 9, 7, 3)
    assert ranks(result) == [2, 1, 2, 4]
    assert (result.leaders, result.winners, result.decided_by, result.final) == ((1,), (1,), "total", True)
    assert [player.total for player in result.players] == [7, 9, 7, 3]
    assert [player.name for player in result.players] == list(NAMES)
    assert result.players[1].lines == (Line("first", 8, ""), Line("second", 1, ""))
    assert (result.blank, result.tie_inputs) == ((), ())


def test_tied_leaders_share_first_place() -> None:
    result = rank(5, 5, 2)
    assert (ranks(result), result.leaders, result.decided_by) == ([1, 1, 3], (0, 1), "shared")


def test_a_tie_break_puts_the_larger_value_ahead() -> None:
    result = rank(5, 5, 5, 6, tie_breaks=[step("cards", 1, 3, 1, 0)])
    assert (ranks(result), result.decided_by) == ([3, 2, 3, 1], "total")
    result = rank(5, 5, 2, 5, tie_breaks=[step("cards", 1, 3, 9, 1)])
    assert (ranks(result), result.leaders, result.decided_by) == ([2, 1, 4, 2], (1,), "cards")


def test_tie_break_that_separates_the_winner_decides() -> None:
    cards, coins = step("cards", 4, 4, 4, 1), step("coins", 1, 2, 2, 9)
    result = rank(5, 5, 5, 5, tie_breaks=[cards, coins])
    assert (ranks(result), result.leaders, result.decided_by) == ([3, 1, 1, 4], (1, 2), "shared")
    result = rank(5, 5, 1, 5, tie_breaks=[cards, coins])
    assert (ranks(result), result.decided_by) == ([2, 1, 4, 3], "coins")
    result = rank(5, 5, tie_breaks=[step("cards", 4, 4), step("coins", 0, 0), step("luck", 2, 1)])
    assert (ranks(result), result.decided_by) == ([1, 2], "luck")
    result = rank(5, 5, tie_breaks=[step("cards", 4, 3), step("coins", 0, 0)])
    assert result.decided_by == "cards"


def test_blank_tie_break_becomes_a_tie_input() -> None:
    cards = step("cards", 4, 0, 2, 0, missing=[(), ("players.1.cards",), (), ("players.3.cards",)])
    result = rank(5, 5, 5, 1, tie_breaks=[cards, step("coins", 1, 2, 3, 0)])
    assert (ranks(result), result.leaders, result.decided_by) == ([1, 1, 1, 4], (0, 1, 2), "shared")
    assert result.tie_inputs == result.blank == ("players.1.cards",)
    assert result.final


def test_only_a_tie_for_first_place_is_asked_about() -> None:
    cards = step("cards", 0, 0, 0, missing=[("players.0.cards",), ("players.1.cards",), ("players.2.cards",)])
    result = rank(9, 5, 5, tie_breaks=[cards])
    assert (ranks(result), result.tie_inputs, result.decided_by) == ([1, 2, 2], (), "total")


def test_later_tie_inputs_are_asked_if_earlier_ones_tie() -> None:
    coins = step("coins", 0, 0, missing=[("players.0.coins", "players.0.stones"), ("players.1.coins",)])
    result = rank(5, 5, tie_breaks=[step("cards", 2, 2), coins])
    assert result.tie_inputs == ("players.0.coins", "players.0.stones", "players.1.coins")
    assert rank(5, 5, tie_breaks=[step("cards", 2, 1), coins]).tie_inputs == ()


def test_blank_and_tie_input_is_listed_once() -> None:
    blanks = [Blank("players.0.cards", 0), Blank("players.1.forest", 1)]
    cards = step("cards", 0, 0, missing=[("players.0.cards",), ("players.1.cards",)])
    result = rank(5, 5, blanks=blanks, tie_breaks=[cards])
    assert result.blank == ("players.0.cards", "players.1.forest", "players.1.cards")
    assert result.tie_inputs == ("players.0.cards", "players.1.cards")


def test_unfinished_game_has_leaders_and_no_winners() -> None:
    result = rank(5, 4, over=False)
    assert (result.leaders, result.winners, result.decided_by, result.final) == ((0,), (), "open", False)
    assert rank(5, 4, over=True).winners == (0,)


def test_fewest_points_reverse_the_ranking() -> None:
    result = rank(5, 2, 9, 2, fewest=True)
    assert (ranks(result), result.winners, result.decided_by) == ([3, 1, 4, 1], (1, 3), "shared")
    result = rank(5, 2, 9, 2, fewest=True, tie_breaks=[step("cards", 0, 1, 0, 2)])
    assert (ranks(result), result.winners, result.decided_by) == ([3, 2, 4, 1], (3,), "cards")
    assert rank(5, 2, blanks=[Blank("players.0.x", 0)]).final


def test_blank_never_leads_where_fewest_points_win() -> None:
    blanks = [Blank("players.1.a", 1), Blank("players.1.b", 1), Blank("players.2.a", 2)]
    result = rank(9, 1, 3, 8, blanks=blanks, fewest=True)
    assert (ranks(result), result.leaders, result.winners) == ([2, 4, 3, 1], (3,), ())
    assert (result.final, result.decided_by) == (False, "open")
    assert result.blank == ("players.1.a", "players.1.b", "players.2.a")


def test_blank_of_the_sheet_belongs_to_nobody() -> None:
    result = rank(9, 1, blanks=[Blank("storm", None)], fewest=True)
    assert (ranks(result), result.final) == ([2, 1], False)


@pytest.mark.parametrize(("leaders", "decided"), [((0, 1), "won"), ((), "lost")])
def test_cooperative_game_is_won_or_lost_together(leaders: tuple[int, ...], decided: str) -> None:
    columns = [(Line("lanterns", 4, "1 × 4"), Line("red", 2, "2 × 1")), (Line("lanterns", 1, "1 × 1"),)]
    result = rank_together(game("lanterns"), ("Ann", "Bo"), columns, [Blank("players.1.red", 1)], won=decided == "won")
    assert (result.leaders, result.winners, result.decided_by) == (leaders, leaders, decided)
    assert [(player.name, player.total, player.rank) for player in result.players] == [("Ann", 6, 1), ("Bo", 1, 1)]
    assert [player.lines for player in result.players] == [tuple(column) for column in columns]
    assert (result.blank, result.final, result.game.slug) == (("players.1.red",), True, "lanterns")
