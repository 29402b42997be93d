"""Sensitivity of a result: which interpretations of disputed rules change the winner, and what would have turned the
game.

Everything is found by scoring sheets with the game's own `score`; there is no second formula.

Limits: at most `MAX_SCORINGS` combinations of interpretations are scored, those with the fewest changed options first.
If there are more, or if a combination needs an entry that was left blank, the answer is not `complete`. A combination
that is impossible on this sheet (the Big Box with two players) is skipped. `scorers.swings` has its own limits.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

from scorers.entries import Boolean, Choice, Entry
from scorers.model import N_, AnyGame, Line, Result
from scorers.sheet import blank_entries, check_sheet, options_of
from scorers.swings import Swing, find_swings

MAX_SCORINGS = 256


class Combination(NamedTuple):
    """The result of a sheet under other interpretations.

    `options` holds only those that differ from the sheet's own.
    """

    options: Mapping[str, Any]
    result: Result

    @property
    def totals(self) -> list[int]:
        """Total points by seat."""
        return [player.total for player in self.result.players]


@dataclass(frozen=True)
class Sensitivity:
    """The results of a sheet under all combinations of interpretations, its own first, and what would have turned
    its result.

    `options` are the names of the interpretations in use. If the answer is not `complete`, some combinations were not
    scored.
    """

    options: tuple[str, ...]
    combinations: tuple[Combination, ...]
    complete: bool
    turned_by: tuple[Swing, ...]

    @property
    def own(self) -> Result:
        """The result under the sheet's own options."""
        return self.combinations[0].result

    @property
    def tried(self) -> int:
        """Number of combinations scored, including the sheet's own."""
        return len(self.combinations)

    @cached_property
    def winners(self) -> tuple[tuple[int, ...], ...]:
        """Distinct sets of winners, the sheet's own first."""
        return tuple(dict.fromkeys(combination.result.winners for combination in self.combinations))

    @cached_property
    def changes(self) -> tuple[Combination, ...]:
        """Minimal sets of options that change the winners, fewest options first."""
        changes: list[Combination] = []
        for combination in self.combinations:
            contains_another = any(change.options.items() <= combination.options.items() for change in changes)
            if combination.result.winners != self.own.winners and not contains_another:
                changes.append(combination)
        return tuple(changes)

    def as_json(self) -> dict[str, Any]:
        """Return the JSON of the API and the command line."""
        return {
            "tried": self.tried,
            "complete": self.complete,
            "winners": [list(winners) for winners in self.winners],
            "changes": [
                {"options": dict(change.options), "winners": list(change.result.winners), "totals": change.totals}
                for change in self.changes
            ],
            "turned_by": [
                {
                    "path": swing.path,
                    "from": swing.before,
                    "to": swing.after,
                    "winners": list(swing.result.winners),
                    "totals": [player.total for player in swing.result.players],
                }
                for swing in self.turned_by
            ],
        }


def find_sensitivity(game: AnyGame, sheet: Any) -> Sensitivity:
    """Score a valid sheet under all combinations of interpretations, and find what would have turned its result.

    >>> from scorers.registry import game
    >>> from scorers.sheet import load_sheet
    >>> qin = game("qin")
    >>> find_sensitivity(qin, load_sheet(qin, {"players": [{"left": 3}, {"left": 4}]})).as_json()["turned_by"][0]
    {'path': 'players.1.left', 'from': 4, 'to': 2, 'winners': [1], 'totals': [21, 22]}
    """
    own = game.score(sheet)
    options = interpretations_in_use(sheet)
    scored, complete = [Combination({}, own)], True
    blank = {entry.path for entry in blank_entries(sheet)}
    for changed in other_values(sheet, options):
        under = replace(sheet, **changed)
        if check_sheet(game, under):
            continue
        if len(scored) == MAX_SCORINGS or any(entry.path not in blank for entry in blank_entries(under)):
            complete = False
        else:
            scored.append(Combination(changed, game.score(under)))
        if len(scored) == MAX_SCORINGS and not complete:
            break
    return Sensitivity(tuple(options), tuple(scored), complete, tuple(find_swings(game, sheet, own)))


def interpretations_in_use(sheet: Any) -> dict[str, Entry[Any]]:
    """Return the disputed options that a sheet's other options use, by name."""
    return {
        name: entry for name, entry in options_of(type(sheet)).items() if entry.disputed and entry.asked_if(sheet, None)
    }


def option_values(option: Entry[Any]) -> tuple[Any, ...]:
    """Return all values of a single-valued option."""
    if isinstance(option, Boolean):
        return (False, True)
    return tuple(option.options) if isinstance(option, Choice) else ()


def option_label(option: Entry[Any], value: object) -> N_:
    """Return the label of an option's value."""
    if isinstance(option, Choice):
        return option.options[value]
    return N_("yes") if value else N_("no")


def other_values(sheet: Any, options: Mapping[str, Entry[Any]]) -> Iterator[dict[str, Any]]:
    """Yield every combination of values that differs from the sheet's own, fewest changed options first."""
    others = {
        name: [value for value in option_values(option) if value != getattr(sheet, name)]
        for name, option in options.items()
    }
    for count in range(1, len(others) + 1):
        for names in combinations(others, count):
            for values in product(*(others[name] for name in names)):
                yield dict(zip(names, values, strict=True))


def lead(result: Result) -> int | None:
    """Return the winner's lead in points: 0 for a shared win or a tie-break, negative if the fewest points win, None
    if nobody leads.
    """
    others = [player.total for seat, player in enumerate(result.players) if seat not in result.winners]
    if len(result.winners) > 1:
        return 0
    if not result.winners or not others:
        return None
    best = min(others) if result.game.fewest_win else max(others)
    return result.players[result.winners[0]].total - best


def changed_lines(before: Result, after: Result) -> list[tuple[int, Line, Line]]:
    """Return the lines that differ between two results of the same players: seat, line before, line after."""
    return [
        (seat, old_line, new_line)
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        for old_line, new_line in zip(old.lines, new.lines, strict=True)
        if (old_line.points, old_line.working) != (new_line.points, new_line.working)
    ]
