"""Changes that would have turned a result, calculated by hand; tests/fuzz/test_turns.py tries every change."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from interpretations import analyse

from scorers.registry import game
from scorers.sheet import load_sheet
from scorers.turns import MAX_CHANGES, MAX_TRIES, find_turns


@pytest.mark.parametrize(
    ("slug", "data"), [("lanterns", {"players": [{"lanterns": 3}]}), ("qin", {"players": [{"left": 3}, {"left": 3}]})]
)
def test_nothing_would_have_turned_a_game_without_losers(slug: str, data: dict[str, Any]) -> None:
    assert analyse(slug, data).turned_by == ()


def test_search_with_tied_losers_ends() -> None:
    """Lowering Ann's 40 leaves Bo and Cleo tied at 30, so each wins only with 41 points of their own."""
    the_game, scored = game("hansa_teutonica"), 0

    def count(sheet: Any) -> Any:
        nonlocal scored
        scored += 1
        return the_game.score(sheet)

    sheet = load_sheet(the_game, {"players": [{"prestige": 40}, {"prestige": 30}, {"prestige": 30}]})
    turns = find_turns(replace(the_game, score=count), sheet, the_game.score(sheet))
    assert [(turn.path, turn.before, turn.after, turn.seat) for turn in turns] == [
        ("players.1.prestige", 30, 41, 1),
        ("players.2.prestige", 30, 41, 2),
    ]
    assert scored < 30


def test_change_that_is_a_fault_is_not_listed() -> None:
    """Bo has 30 + 15 for 8 markers, Ann 40 + 10 for 6. Two more would make 30 + 21, but the Big Box has only 15 markers in all."""
    ann, bo = {"prestige": 40, "markers": 6, "actions": 0}, {"prestige": 30, "markers": 8, "actions": 0}
    cleo = {"prestige": 0, "markers": 0, "actions": 5}
    for edition, paths in (("2009", {"players.1.prestige", "players.1.markers"}), ("big_box", {"players.1.prestige"})):
        sheet = load_sheet(game("hansa_teutonica"), {"edition": edition, "players": [ann, bo, cleo]})
        turns = find_turns(game("hansa_teutonica"), sheet, game("hansa_teutonica").score(sheet))
        assert {turn.path for turn in turns if turn.path.startswith("players.1")} == paths


# Owners


def find(slug: str, **data: Any) -> list[tuple[str, int, int | None, int]]:
    """The path, the size, the owner and the winner of each change that would have turned the game."""
    return [(turn.path, turn.size, turn.owner, turn.seat) for turn in analyse(slug, data).turned_by]


def test_changes_of_one_size_begin_with_the_best_loser() -> None:
    """19 points, 7 cities × 2 = 14, and 17: three points more or less, or three cities more, turn it."""
    players = [{"prestige": 19}, {"cities": 7}, {"prestige": 17}]
    assert find("hansa_teutonica", players=players) == [
        ("players.2.prestige", 3, 2, 2),
        ("players.0.prestige", 3, 0, 2),
        ("players.1.cities", 3, 1, 1),
    ]


def test_tie_inputs_are_changed_if_the_totals_are_tied() -> None:
    """4 forests each; Ann has 5 fallow fields and Bo 3, so that one forest or 6 fields win, and Ann's 2 lose."""
    players = [{"forest": 4, "fallow": 5}, {"forest": 4, "fallow": 3}]
    assert find("honshu", players=players) == [
        ("players.1.forest", 1, 1, 1),
        ("players.0.forest", 1, 0, 1),
        ("players.1.fallow", 3, 1, 1),
    ]


def test_loser_does_not_turn_the_game_for_another_by_a_number() -> None:
    """Ann 10 + 4, Bo 12, Cleo 4, with walls in 3, 2 and 3 provinces. In a fourth, Cleo alone would score, and Bo win."""
    players = [{"track": 10, "provinces": 3}, {"track": 12, "provinces": 2}, {"track": 0, "provinces": 3}]
    assert find("chang_cheng", events=["diplomacy"], players=players) == [
        ("players.1.provinces", 1, 1, 1),  # level with 3 provinces: 16 against 14
        ("players.0.provinces", 1, 0, 1),  # Cleo alone scores: 12 against 10
        ("players.1.track", 3, 1, 1),
    ]


def test_loser_does_not_turn_the_game_for_another_by_a_piece() -> None:
    """Ann 10 + 2, Bo 11, Cleo 2 by rows of 2, 1 and 2. With the last space Cleo's row of 3 alone would score, and Bo win."""
    wall = {"wall": "A A B A A C C .", "china": [8], "mongol": [8], "threats": [0], "events": ["overlord"]}
    assert find("chang_cheng", players=[{"track": 10}, {"track": 11}, {"track": 0}], **wall) == [
        ("players.1.track", 2, 1, 1),
        ("players.0.track", 2, 0, 1),
        ("players.2.track", 11, 2, 2),
    ]


def test_fewer_points_turn_a_game_of_fewest_points() -> None:
    """10, 40 and 20: Cleo wins with 9, or if Ann has 21. With 9 in place of 40, Bo would leave the game without an end."""
    assert find("oxen", length="short", players=[{}, {}, {}], rounds=[{"points": [10, 40, 20]}]) == [
        ("rounds.0.points.2", 11, 2, 2),
        ("rounds.0.points.0", 11, 0, 2),
    ]


def test_no_more_sheets_are_tried_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet has numbers that need small, large or impossible changes, and pieces; any limit ends the search."""
    tried = 0

    def count(sheet: Any) -> Iterator[Any]:
        nonlocal tried
        tried += 1
        yield from the_game.faults(sheet)

    the_game = game("hansa_teutonica")
    players = [{"prestige": 30, "markers": 2, "keys": 1}, {"prestige": 18, "markers": 3, "coellen": [7]}]
    sheet = load_sheet(the_game, {"players": players, "offices": {"hannover": [0, None], "bremen": [0]}})
    own = the_game.score(sheet)
    find_turns(replace(the_game, faults=count), sheet, own)
    whole = tried
    assert MAX_CHANGES < whole < MAX_TRIES
    for limit in range(1, whole + 2):
        monkeypatch.setattr("scorers.turns.MAX_TRIES", limit)
        tried = 0
        find_turns(replace(the_game, faults=count), sheet, own)
        assert tried == min(limit, whole)
