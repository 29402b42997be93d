"""Sensitivity of a result to interpretations, all rulesets of a sheet, and limits on the number of scorings."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from interpretations import BY_HAND, analyse

from bench._tables import tables
from scorers.model import N_, AnyGame, Fault
from scorers.registry import game, slugs
from scorers.rulesets import MAX_RULESETS, MAX_THRESHOLD_SCORINGS, find_thresholds, score_rulesets
from scorers.sensitivity import MAX_SCORINGS, changed_lines, find_sensitivity, lead, option_values
from scorers.service import compare_data, score_data
from scorers.sheet import load_sheet, options_of
from scorers.swings import MAX_TRIES


@pytest.mark.parametrize("case", BY_HAND)
def test_interpretation_changes_the_winner_or_not(case: str) -> None:
    slug, data, expected = BY_HAND[case]
    found = analyse(slug, data)
    assert [list(winners) for winners in found.winners] == expected["winners"]
    changes = [(dict(change.options), list(change.result.winners), change.totals) for change in found.changes]
    assert changes == expected["changes"]
    assert found.complete


def test_sensitivity_beyond_the_limit_is_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four interpretations of the wall of two players make 16 combinations; with room for 5 the sheet's own and each
    alone are scored.
    """
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
    for value in (1, None):
        faults = compare_data("qin", {"players": [{"left": 1}, {"left": 2}], "sensitivity": value})["faults"]
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
    """Ann has a row of four forests: 4 × 2, and 4 for one three in it or 2 × 4 for two that overlap.

    Bo's towns stay as they are.
    """
    found = analyse(*BY_HAND["honshu, a row of four"][:2])
    (change,) = found.changes
    ((seat, before, after),) = changed_lines(found.own, change.result)
    assert (seat, before.key, before.points, after.points) == (0, "end_card", 4, 8)
    assert changed_lines(found.own, found.own) == []


def test_values_of_a_boolean_are_false_and_true() -> None:
    options = options_of(game("qin").sheet)
    assert option_values(options["match"]) == (False, True)
    assert option_values(options_of(game("hansa_teutonica").sheet)["modules"]) == ()


def load(slug: str, data: dict[str, Any]) -> Any:
    sheet = load_sheet(game(slug), data)
    assert not isinstance(sheet, list), sheet
    return sheet


# Limits


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize(
    ("find", "most"),
    [
        (find_sensitivity, MAX_SCORINGS + MAX_TRIES),
        (score_rulesets, MAX_RULESETS),
        (find_thresholds, MAX_THRESHOLD_SCORINGS + 1),
    ],
)
@pytest.mark.parametrize("slug", slugs())
def test_scorings_stay_within_the_limit(slug: str, find: Callable[[AnyGame, Any], object], most: int) -> None:
    """Full tables and examples are scored; thresholds need one more scoring, the sheet's own."""
    the_game, scored = game(slug), 0

    def count(sheet: Any) -> Any:
        nonlocal scored
        scored += 1
        return the_game.score(sheet)

    for data in [*tables(slug, 3), *(dict(example.sheet) for example in the_game.examples.values())]:
        scored = 0
        find(replace(the_game, score=count), load(slug, data))
        assert scored <= most


def test_ways_beyond_the_limit_are_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine cards, five of them with interpretations of two values or three: 9 + 4 × 1 + 2 = 15 rulesets."""
    sheet = load("honshu", {"players": [{"map": "F F F F"}, {"map": "T T"}]})
    assert [len(score_rulesets(game("honshu"), sheet)[0]), score_rulesets(game("honshu"), sheet)[1]] == [15, True]
    monkeypatch.setattr("scorers.rulesets.MAX_RULESETS", 4)
    assert [len(score_rulesets(game("honshu"), sheet)[0]), score_rulesets(game("honshu"), sheet)[1]] == [4, False]


# Ways


@pytest.mark.parametrize("case", BY_HAND)
def test_each_way_is_the_score_under_its_options(case: str) -> None:
    slug, data, _ = BY_HAND[case]
    rulesets, complete = score_rulesets(game(slug), load(slug, data))
    assert complete
    assert rulesets[0].options == {}
    keys = [tuple(ruleset.options.items()) for ruleset in rulesets]
    assert len(set(keys)) == len(keys)
    for ruleset in rulesets:
        answer = score_data(slug, data | json.loads(json.dumps(ruleset.options)))
        if ruleset.result is None:
            assert ruleset.needs or ("faults" in answer and ruleset.faults)
        else:
            assert ruleset.result.as_json() == answer


def test_impossible_way_has_its_faults() -> None:
    rulesets, _ = score_rulesets(
        game("hansa_teutonica"), load("hansa_teutonica", {"players": [{"prestige": 3}, {"prestige": 4}]})
    )
    assert [
        (ruleset.variant, ruleset.result is None, [fault.path for fault in ruleset.faults]) for ruleset in rulesets
    ] == [
        ("2009", False, []),
        ("big_box", True, ["players"]),
    ]


def test_way_that_lacks_entries_names_them() -> None:
    sheet = load("chang_cheng", {"regions": [], "players": [{"track": 3}, {"track": 4}, {"track": 5, "unplayed": 1}]})
    rulesets = {ruleset.variant: ruleset for ruleset in reversed(score_rulesets(game("chang_cheng"), sheet)[0])}
    assert rulesets["overlord_reward"].needs == (
        "players.0.chain", "players.0.unplayed", "players.1.chain", "players.1.unplayed", "players.2.chain",
    )  # fmt: skip


def test_impossible_way_needs_no_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    impossible = Fault("players", "impossible", N_("impossible"), {})
    monkeypatch.setattr("scorers.rulesets.check_sheet", lambda game, sheet: [impossible])
    sheet = load("chang_cheng", {"regions": [], "players": [{"track": 3}, {"track": 4}]})
    rulesets, _ = score_rulesets(game("chang_cheng"), sheet)
    assert all((ruleset.needs, ruleset.faults) == ((), (impossible,)) for ruleset in rulesets)


def test_sheet_of_no_named_variant_has_its_own_ruleset() -> None:
    sheet = load("chang_cheng", {"events": ["emperors_reward"], "regions": [], "players": [{"track": 3}, {"track": 4}]})
    assert score_rulesets(game("chang_cheng"), sheet)[0][0].variant == ""


def test_variants_give_the_same_ways_in_any_order() -> None:
    """Towers that count in all regions are both an interpretation and a named variant.

    They are scored once, whichever comes first.
    """
    the_game = game("chang_cheng")
    sheet = load("chang_cheng", {"regions": [], "players": [{"track": 3}, {"track": 4}, {"track": 5}]})
    found = [
        score_rulesets(replace(the_game, variants=variants), sheet)[0]
        for variants in (the_game.variants, the_game.variants[::-1])
    ]
    forwards, backwards = ({tuple(ruleset.options.items()) for ruleset in rulesets} for rulesets in found)
    assert forwards == backwards
    assert len(forwards) == len(found[0]) == len(found[1])


# Thresholds


def test_threshold_is_the_nearest_value_that_turns_the_game() -> None:
    """5 cities at 2 are 10 against 14 points: at 3 they are 15 and win.

    At 0 or 1 Bo still wins, and so no lower value matters.
    """
    found = find_thresholds(
        game("hansa_teutonica"), load("hansa_teutonica", {"players": [{"cities": 5}, {"prestige": 14}]})
    )
    assert list(found) == ["ability", "city"]
    assert (found["ability"].below, found["ability"].above) == (None, None)
    assert (found["city"].value, found["city"].below) == (2, None)
    assert found["city"].above is not None
    value, result = found["city"].above
    assert (value, [player.total for player in result.players], result.winners) == (3, [15, 14], (0,))


def test_threshold_starts_from_the_value_in_use() -> None:
    """At 3 a city Ann wins with 15; at 2 Bo has 14 to her 10."""
    data = {"players": [{"cities": 5}, {"prestige": 14}], "house": {"city": 3}}
    found = find_thresholds(game("hansa_teutonica"), load("hansa_teutonica", data))["city"]
    assert (found.value, found.above) == (3, None)
    assert found.below is not None
    assert (found.below[0], found.below[1].winners) == (2, (1,))


def test_threshold_is_at_most_the_highest_value() -> None:
    """A city is worth 40 at most: Ann's only one is level with 40 points, and she shares the win; 41 points are out
    of reach.
    """
    for points, expected in ((40, 40), (41, None)):
        sheet = load("hansa_teutonica", {"players": [{"cities": 1}, {"prestige": points}]})
        above = find_thresholds(game("hansa_teutonica"), sheet)["city"].above
        assert (above and above[0]) == expected


def test_few_scorings_find_few_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three scorings allowed, an ability, which is worth 4, is tried at 3, 2 and 1, and nothing else is tried."""
    monkeypatch.setattr("scorers.rulesets.MAX_THRESHOLD_SCORINGS", 3)
    tried = []
    the_game = game("hansa_teutonica")

    def note(sheet: Any) -> Any:
        tried.append({key: value for key, value in sheet.house.items() if value is not None})
        return the_game.score(sheet)

    find_thresholds(
        replace(the_game, score=note), load("hansa_teutonica", {"players": [{"cities": 5}, {"prestige": 14}]})
    )
    assert tried == [{}, {"ability": 3}, {"ability": 2}, {"ability": 1}]


def test_value_that_the_options_do_not_use_has_no_threshold() -> None:
    sheet = load("honshu", {"end_card": "fallow_blocks", "players": [{"map": "F"}, {"map": "T"}]})
    assert list(find_thresholds(game("honshu"), sheet)) == ["forest", "town", "lake", "fallow_blocks"]
    assert find_thresholds(game("qin"), load("qin", {"players": [{"left": 1}, {"left": 2}]})) == {}


@pytest.mark.short(slug="honshu")
@pytest.mark.parametrize("slug", slugs())
def test_thresholds_are_those_of_brute_force(slug: str) -> None:
    """Every value from 0 to 40, scored from JSON: the first below and above with other winners."""
    for data in [dict(example.sheet) for example in game(slug).examples.values()]:
        sheet = load(slug, data)
        for key, found in find_thresholds(game(slug), sheet).items():
            winners = [score_data(slug, data | {"house": {key: value}})["winners"] for value in range(41)]
            below = [value for value in range(found.value) if winners[value] != winners[found.value]]
            above = [value for value in range(found.value, 41) if winners[value] != winners[found.value]]
            assert (found.below[0] if found.below else None) == max(below, default=None)
            assert (found.above[0] if found.above else None) == min(above, default=None)
