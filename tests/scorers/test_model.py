"""Messages, faults, results and variants, translated and as JSON; ranks, tie-breaks and tie inputs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorers.entries import Blank
from scorers.model import (
    N_,
    Fault,
    Line,
    LinePart,
    PlayerResult,
    Result,
    Variant,
    format_message,
    points_each,
    scoring_heading,
)
from scorers.ranking import TieBreak, rank_players, rank_together
from scorers.registry import game

WORDS = {
    "%(label)s has %(names)s": "%(names)s: %(label)s!",
    "Lakes": "Seen",
    "Nobody": "Niemand",
    ", ": " und ",
    "Rounds": "Runden",
}
translated: Callable[[str], str] = lambda text: WORDS.get(text, text)  # noqa: E731  translates only these
COLUMN = (
    Line("rounds", 5, "2 + 3", (LinePart(2, "2", ("round1",), 2), LinePart(3, "3", ("round2", "round3")))),
    Line("penalties", 0, ""),
)


def result(*, final: bool = True) -> Result:
    """A result of Oxen, an invented game, for two players."""
    seats = (PlayerResult("Ann", COLUMN, 2, 5), PlayerResult("Bo", (Line("rounds", 1, "", ()),), 1, 1))
    blank, tie_inputs = ("players.1.bets",), ("players.0.bets",)
    return Result(game("oxen"), seats, (1,), "total", blank, tie_inputs, final, open=(*blank, "players.0.tiles"))


def test_message_is_translated_before_its_values_are_filled() -> None:
    values = {"label": N_("Lakes"), "names": ("Ann", N_("Nobody"), 3)}
    assert format_message(N_("%(label)s has %(names)s"), values) == "Lakes has Ann, Nobody, 3"
    assert format_message(N_("%(label)s has %(names)s"), values, translated) == "Ann und Niemand und 3: Seen!"


def test_unmarked_text_is_not_translated() -> None:
    assert format_message("%(label)s has %(names)s", {"label": "Lakes", "names": 5}, translated) == "Lakes has 5"
    assert format_message("Lakes", {}, translated) == "Lakes"


def test_text_without_placeholders_may_have_a_percent_sign() -> None:
    assert format_message(N_("100 %"), {}) == "100 %"


def test_fault_as_json_has_path_code_and_message() -> None:
    fault = Fault("players.0", "choice", N_("%(label)s has %(names)s"), {"label": N_("Lakes"), "names": "Ann"})
    assert fault.as_json() == {"path": "players.0", "code": "choice", "message": "Lakes has Ann"}
    assert fault.as_json(translated)["message"] == "Ann: Seen!"
    assert Fault("", "type", N_("wrong")).as_json() == {"path": "", "code": "type", "message": "wrong"}


def test_line_without_entries_has_no_working() -> None:
    assert points_each("forest", 2, 10) == Line("forest", 20, "2 × 10")
    assert points_each("forest", 2, 0) == Line("forest", 0, "2 × 0")
    assert points_each("forest", 2, None) == Line("forest", 0, "")


@pytest.mark.parametrize(("key", "heading"), [("forest", "scoring-forest"), ("end_card_two", "scoring-end-card-two")])
def test_line_heading_is_derived_from_its_key(key: str, heading: str) -> None:
    assert scoring_heading(key) == heading


def test_result_as_json_has_every_field() -> None:
    assert result().as_json() == {
        "game": "oxen",
        "players": [
            {
                "name": "Ann",
                "total": 5,
                "rank": 2,
                "lines": [
                    {
                        "key": "rounds",
                        "label": "Rounds",
                        "points": 5,
                        "working": "2 + 3",
                        "rule": "scoring-rounds",
                        "parts": [
                            {"points": 2, "working": "2", "at": ["round1"], "running": 2},
                            {"points": 3, "working": "3", "at": ["round2", "round3"]},
                        ],
                    },
                    {"key": "penalties", "label": "Penalties", "points": 0, "working": "", "rule": "scoring-penalties"},
                ],
            },
            {
                "name": "Bo",
                "total": 1,
                "rank": 1,
                "lines": [
                    {
                        "key": "rounds",
                        "label": "Rounds",
                        "points": 1,
                        "working": "",
                        "rule": "scoring-rounds",
                        "parts": [],
                    }
                ],
            },
        ],
        "winners": [1],
        "decided_by": "total",
        "blank": ["players.1.bets"],
        "open": ["players.1.bets", "players.0.tiles"],
        "asks": ["players.0.bets"],
    }


def test_unfinished_result_has_leaders_and_no_winners() -> None:
    final, unfinished = result().as_json(), result(final=False).as_json()
    assert unfinished == final | {"winners": [], "leaders": [1], "final": False}
    assert (result().winners, result(final=False).winners) == ((1,), ())


def test_labels_are_in_the_readers_language() -> None:
    labels = [[line["label"] for line in player["lines"]] for player in result().as_json(translated)["players"]]
    assert labels == [["Runden", "Penalties"], ["Runden"]]
    assert result().as_json()["players"][0]["lines"][0]["label"] == "Rounds"


def test_variant_is_in_use_if_all_its_options_match() -> None:
    sheet = game("qin").sheet(players=(), match=True)
    assert Variant("both", N_("Both"), {"match": True, "players": ()}).is_in_use(sheet)
    assert not Variant("other", N_("Other"), {"match": False, "players": ()}).is_in_use(sheet)
    assert not Variant("other", N_("Other"), {"match": True, "players": None}).is_in_use(sheet)
    assert Variant("any", N_("Any"), {}).is_in_use(sheet)


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
