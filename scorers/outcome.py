"""Everything that is told about a result: what decided it, which readings of disputed rules change it, and what
would have turned it.
"""

from dataclasses import dataclass
from typing import Any

from scorers.model import AnyGame, Result
from scorers.sensitivity import Sensitivity, find_sensitivity


@dataclass(frozen=True, slots=True)
class Decision:
    """The line that decided first place: its key, its index in the score pad, the winner's points and the
    runner-up's.
    """

    key: str
    at: int
    points: int
    next: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sheet's result, the line that decided it, and what would change it."""

    result: Result
    decision: Decision | None
    sensitivity: Sensitivity


def find_outcome(game: AnyGame, sheet: Any) -> Outcome:
    """Score a valid sheet, and find what decided its result and what would change it."""
    sensitivity = find_sensitivity(game, sheet)
    return Outcome(sensitivity.own, deciding_line(sensitivity.own), sensitivity)


def next_best(result: Result) -> list[int]:
    """Return the seats ranked right after the leaders; none if all lead."""
    others = [seat for seat in range(len(result.players)) if seat not in result.leaders]
    best = min((result.players[seat].rank for seat in others), default=0)
    return [seat for seat in others if result.players[seat].rank == best]


def deciding_line(result: Result) -> Decision | None:
    """Return the line with a sole winner's largest lead over the runner-up.

    There is none if totals did not decide, or if the score pad has one line only.
    """
    second = next_best(result)
    winner = result.players[result.leaders[0]] if len(result.leaders) == 1 else None
    if winner is None or not second or not result.final or result.decided_by != "total" or len(winner.lines) < 2:
        return None
    turn = -1 if result.game.fewest_win else 1
    other = result.players[second[0]]
    leads = [turn * (mine.points - theirs.points) for mine, theirs in zip(winner.lines, other.lines, strict=True)]
    at = leads.index(max(leads))
    if leads[at] <= 0:
        return None
    return Decision(winner.lines[at].key, at, winner.lines[at].points, other.lines[at].points)
