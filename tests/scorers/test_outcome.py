"""What decided a result: the runner-up, and the line with the widest lead over the runner-up."""

from dataclasses import replace
from typing import Any

import pytest

from scorers.outcome import Decision, deciding_line, find_outcome, next_best
from scorers.registry import game
from scorers.sheet import load_sheet

# Hansa Teutonica by counts: the track is worth its points, and a controlled city 2.
ANN = {"name": "Ann", "prestige": 30, "cities": 5}  # 30 + 10 = 40
BO = {"name": "Bo", "prestige": 33, "cities": 1}  # 33 + 2 = 35
CY = {"name": "Cy", "prestige": 10, "cities": 9}  # 10 + 18 = 28


def outcome(slug: str, *players: dict[str, Any]) -> Any:
    return find_outcome(game(slug), load_sheet(game(slug), {"players": list(players)}))


@pytest.mark.parametrize(
    ("players", "second", "expected"),
    [
        ((ANN, BO), [1], Decision("cities", 4, 10, 2)),  # 8 ahead in cities, 3 behind on the track
        ((BO, ANN), [0], Decision("cities", 4, 10, 2)),
        ((ANN, CY), [1], Decision("prestige", 0, 30, 10)),
        ((CY, ANN, BO), [2], Decision("cities", 4, 10, 2)),  # the third has more cities, but was not the nearest
        ((ANN, BO, BO | {"name": "Di"}), [1, 2], Decision("cities", 4, 10, 2)),
        ((ANN, ANN | {"name": "Di"}), [], None),  # nobody is behind
        ((ANN, ANN | {"name": "Di"}, BO), [2], None),  # two win together
    ],
)
def test_decision_is_the_widest_lead_over_the_runner_up(
    players: tuple[dict[str, Any], ...], second: list[int], expected: Decision | None
) -> None:
    found = outcome("hansa_teutonica", *players)
    assert found.result is found.sensitivity.own
    assert (next_best(found.result), found.decision) == (second, expected)


def test_one_line_decides_nothing() -> None:
    """Qin's score pad has the built pagodas alone: 24 - 3 = 21 to 20."""
    found = outcome("qin", {"left": 3}, {"left": 4})
    assert (found.result.winners, found.decision) == ((0,), None)


def test_what_is_not_decided_by_totals_has_no_deciding_line() -> None:
    result = outcome("hansa_teutonica", ANN, BO).result
    assert deciding_line(result) is not None
    assert deciding_line(replace(result, decided_by="actions")) is None
    assert deciding_line(replace(result, final=False)) is None


def test_fewest_points_decide_where_fewest_win() -> None:
    """Turned round, Bo's 35 win: his 2 for cities are 8 fewer than Ann's."""
    the_game = replace(game("hansa_teutonica"), fewest_win=True)
    found = find_outcome(the_game, load_sheet(the_game, {"players": [ANN, BO]}))
    turned = replace(found.result, game=the_game, leaders=(1,))
    assert deciding_line(turned) == Decision("cities", 4, 2, 10)
