"""Sensitivity of a result to interpretations, its limit, and its place in comparisons."""

from collections.abc import Mapping
from typing import Any

import pytest
from interpretations import BY_HAND, analyse

from scorers.registry import game
from scorers.sensitivity import changed_lines, lead, option_values
from scorers.service import compare_data
from scorers.sheet import options_of


@pytest.mark.parametrize("case", BY_HAND)
def test_interpretation_changes_the_winner_or_not(case: str) -> None:
    slug, data, expected = BY_HAND[case]
    found = analyse(slug, data)
    assert [list(winners) for winners in found.winners] == expected["winners"]
    changes = [(dict(change.options), list(change.result.winners), change.totals) for change in found.changes]
    assert changes == expected["changes"]
    assert found.complete


def test_sensitivity_beyond_the_limit_is_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four interpretations of the wall of two players make 16 combinations; with room for 5 the sheet's own and each alone are scored."""
    monkeypatch.setattr("scorers.sensitivity.MAX_SCORINGS", 5)
    regions = [{"threat": 4, "walls": [2, 1], "neutral": 3}]
    data = {
        "events": ["overlord"],
        "regions": regions,
        "players": [{"track": 20, "chain": 1}, {"track": 18, "chain": 2}],
    }
    found = analyse("chang_cheng", data)
    assert (found.tried, found.complete) == (5, False)
    assert [len(combination.options) for combination in found.combinations] == [0, 1, 1, 1, 1]
    monkeypatch.setattr("scorers.sensitivity.MAX_SCORINGS", 16)
    assert (analyse("chang_cheng", data).tried, analyse("chang_cheng", data).complete) == (16, True)


def test_interpretation_that_lacks_entries_is_not_scored() -> None:
    """Ann scores 2 for a factory; a second cube would pay again, but nobody has said whether there is one."""
    ann = {"forest": 0, "town": 0, "lakes": [], "factories": {"2": 1, "3": 0, "4": 0}}
    data = {"end_card": "double_factories", "double_factories": "once", "players": [ann, ann | {"town": 3}]}
    found = analyse("honshu", data)
    assert (found.tried, found.complete) == (1, False)
    second = {"second_resources": {"2": 1, "3": 0, "4": 0}}
    nothing = {"second_resources": {"2": 0, "3": 0, "4": 0}}
    found = analyse("honshu", data | {"players": [ann | second, ann | {"town": 3} | nothing]})
    assert (found.options, found.tried, found.complete) == (("double_factories",), 2, True)


def test_search_goes_on_after_one_that_lacks_entries() -> None:
    """Nobody has counted the waiting tiles, which the second edition scores; wild demand tiles can still be ignored."""
    found = analyse(
        "trajan", {"waiting_tiles": "none", "demand_wilds": "counts", "players": [{"points": 8}, {"points": 9}]}
    )
    assert [dict(combination.options) for combination in found.combinations] == [{}, {"demand_wilds": "ignored"}]
    assert not found.complete


def test_search_goes_on_after_an_impossible_combination() -> None:
    """Two players cannot play the Big Box, but the other interpretation of a tie between three can be scored."""
    sheet = {"board": "britannia", "players": [{"prestige": 8}, {"prestige": 9}]}
    found = analyse("hansa_teutonica", sheet)
    assert [dict(combination.options) for combination in found.combinations] == [{}, {"three_way": "all_places"}]
    assert found.complete


def test_comparison_has_the_sensitivity_it_was_asked_for() -> None:
    slug, data, expected = BY_HAND["trajan, waiting tiles"]
    assert "sensitivity" not in compare_data(slug, data)
    assert "sensitivity" not in compare_data(slug, data | {"sensitivity": False})
    answer = compare_data(slug, data | {"sensitivity": True})
    assert answer["sensitivity"] == analyse(slug, data).as_json()
    assert (answer["sensitivity"]["tried"], answer["sensitivity"]["winners"]) == (4, expected["winners"])
    assert answer["columns"] == compare_data(slug, data)["columns"]


def test_sensitivity_must_be_a_boolean() -> None:
    faults = compare_data("qin", {"players": [{"left": 1}, {"left": 2}], "sensitivity": 1})["faults"]
    assert [(fault["path"], fault["code"]) for fault in faults] == [("sensitivity", "type")]


def test_impossible_sheet_has_no_sensitivity() -> None:
    """Two players cannot play the Big Box, but they can be compared with the 2009 edition."""
    data = {"edition": "big_box", "players": [{"prestige": 9}, {"prestige": 8}], "sensitivity": True}
    assert compare_data("hansa_teutonica", data)["sensitivity"] is None


def find_lead(slug: str, data: Mapping[str, Any]) -> int | None:
    return lead(analyse(slug, data).own)


def test_lead_is_that_of_a_sole_winner() -> None:
    """Qin: of 19 pagodas each, 16, 14 and 10 are built. Oxen: the fewest points win, 10 against 20 and 40."""
    assert find_lead("qin", {"players": [{"left": 3}, {"left": 5}, {"left": 9}]}) == 2
    assert find_lead("qin", {"players": [{"left": 3}, {"left": 3}]}) == 0
    rounds = [{"points": [10, 40, 20]}]
    assert find_lead("oxen", {"length": "short", "players": [{}, {}, {}], "rounds": rounds}) == -10
    assert find_lead("oxen", {"length": "long", "players": [{}, {}, {}], "rounds": rounds}) is None, (
        "the game is not over"
    )
    assert find_lead("lanterns", {"players": [{"lanterns": 5}], "storm": 1}) is None, "there is no other player"


def test_changed_lines_have_both_interpretations() -> None:
    """Ann has a row of four forests: 4 × 2, and 4 for one three in it or 2 × 4 for two that overlap. Bo's towns stay as they are."""
    found = analyse(*BY_HAND["honshu, a row of four"][:2])
    (change,) = found.changes
    ((seat, before, after),) = changed_lines(found.own, change.result)
    assert (seat, before.key, before.points, after.points) == (0, "end_card", 4, 8)
    assert changed_lines(found.own, found.own) == []


def test_values_of_a_boolean_are_false_and_true() -> None:
    options = options_of(game("qin").sheet)
    assert option_values(options["match"]) == (False, True)
    assert option_values(options_of(game("hansa_teutonica").sheet)["modules"]) == ()
