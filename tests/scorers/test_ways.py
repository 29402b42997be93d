"""All ways to score a sheet, thresholds of house rules, and limits on the number of scorings."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from interpretations import BY_HAND

from bench._tables import tables
from scorers.model import N_, AnyGame, Fault
from scorers.registry import game, slugs
from scorers.sensitivity import MAX_SCORINGS, find_sensitivity
from scorers.service import score_data
from scorers.sheet import load_sheet
from scorers.turns import MAX_TRIES
from scorers.ways import MAX_THRESHOLD_SCORINGS, MAX_WAYS, find_thresholds, score_ways


def load(slug: str, data: dict[str, Any]) -> Any:
    sheet = load_sheet(game(slug), data)
    assert not isinstance(sheet, list), sheet
    return sheet


# Limits


@pytest.mark.parametrize(
    ("find", "most"),
    [
        (find_sensitivity, MAX_SCORINGS + MAX_TRIES),
        (score_ways, MAX_WAYS),
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
    """Nine cards, five of them with interpretations of two values or three: 9 + 4 × 1 + 2 = 15 ways."""
    sheet = load("honshu", {"players": [{"map": "F F F F"}, {"map": "T T"}]})
    assert [len(score_ways(game("honshu"), sheet)[0]), score_ways(game("honshu"), sheet)[1]] == [15, True]
    monkeypatch.setattr("scorers.ways.MAX_WAYS", 4)
    assert [len(score_ways(game("honshu"), sheet)[0]), score_ways(game("honshu"), sheet)[1]] == [4, False]


# Ways


@pytest.mark.parametrize("case", BY_HAND)
def test_each_way_is_the_score_under_its_options(case: str) -> None:
    slug, data, _ = BY_HAND[case]
    ways, complete = score_ways(game(slug), load(slug, data))
    assert complete
    assert ways[0].options == {}
    keys = [tuple(way.options.items()) for way in ways]
    assert len(set(keys)) == len(keys)
    for way in ways:
        answer = score_data(slug, data | json.loads(json.dumps(way.options)))
        if way.result is None:
            assert way.needs or ("faults" in answer and way.faults)
        else:
            assert way.result.as_json() == answer


def test_impossible_way_has_its_faults() -> None:
    ways, _ = score_ways(
        game("hansa_teutonica"), load("hansa_teutonica", {"players": [{"prestige": 3}, {"prestige": 4}]})
    )
    assert [(way.variant, way.result is None, [fault.path for fault in way.faults]) for way in ways] == [
        ("2009", False, []),
        ("big_box", True, ["players"]),
    ]


def test_way_that_lacks_entries_names_them() -> None:
    sheet = load("chang_cheng", {"regions": [], "players": [{"track": 3}, {"track": 4}, {"track": 5, "unplayed": 1}]})
    ways = {way.variant: way for way in reversed(score_ways(game("chang_cheng"), sheet)[0])}
    assert ways["overlord_reward"].needs == (
        "players.0.chain", "players.0.unplayed", "players.1.chain", "players.1.unplayed", "players.2.chain",
    )  # fmt: skip


def test_impossible_way_needs_no_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    impossible = Fault("players", "impossible", N_("impossible"), {})
    monkeypatch.setattr("scorers.ways.check_sheet", lambda game, sheet: [impossible])
    sheet = load("chang_cheng", {"regions": [], "players": [{"track": 3}, {"track": 4}]})
    ways, _ = score_ways(game("chang_cheng"), sheet)
    assert all((way.needs, way.faults) == ((), (impossible,)) for way in ways)


def test_sheet_of_no_named_variant_has_its_own_way() -> None:
    sheet = load("chang_cheng", {"events": ["emperors_reward"], "regions": [], "players": [{"track": 3}, {"track": 4}]})
    assert score_ways(game("chang_cheng"), sheet)[0][0].variant == ""


def test_variants_give_the_same_ways_in_any_order() -> None:
    """Towers that count in all regions are both an interpretation and a named variant; they are scored once, whichever comes first."""
    the_game = game("chang_cheng")
    sheet = load("chang_cheng", {"regions": [], "players": [{"track": 3}, {"track": 4}, {"track": 5}]})
    found = [
        score_ways(replace(the_game, variants=variants), sheet)[0]
        for variants in (the_game.variants, the_game.variants[::-1])
    ]
    forwards, backwards = ({tuple(way.options.items()) for way in ways} for ways in found)
    assert forwards == backwards
    assert len(forwards) == len(found[0]) == len(found[1])


# Thresholds


def test_threshold_is_the_nearest_value_that_turns_the_game() -> None:
    """5 cities at 2 are 10 against 14 points: at 3 they are 15 and win. At 0 or 1 Bo still wins, and so no lower value matters."""
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
    """A city is worth 40 at most: Ann's only one is level with 40 points, and she shares the win; 41 points are out of reach."""
    for points, expected in ((40, 40), (41, None)):
        sheet = load("hansa_teutonica", {"players": [{"cities": 1}, {"prestige": points}]})
        above = find_thresholds(game("hansa_teutonica"), sheet)["city"].above
        assert (above and above[0]) == expected


def test_few_scorings_find_few_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three scorings allowed, an ability, which is worth 4, is tried at 3, 2 and 1, and nothing else is tried."""
    monkeypatch.setattr("scorers.ways.MAX_THRESHOLD_SCORINGS", 3)
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
