"""Ranking by totals and tie-breaks, and the inputs that could still settle a tie."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from scorers.entries import Blank
from scorers.model import AnyGame, Line, PlayerResult, Result

_points = attrgetter("points")


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A step that separates players tied on points: the larger of `values` (one per seat) is ahead.

    `missing` are, by seat, the blank paths that the value needs; a seat with any cannot be compared. Without it, no
    value needs any.
    """

    key: str
    values: Sequence[int]
    missing: Sequence[Sequence[str]] = ()

    def missing_of(self, seats: Sequence[int]) -> list[str]:
        """Return the blank paths that the values of these seats need."""
        return [path for seat in seats for path in self.missing[seat]] if self.missing else []


def rank_players(
    game: AnyGame,
    names: Sequence[str],
    columns: Sequence[Sequence[Line]],
    open_entries: Sequence[Blank],
    tie_breaks: Sequence[TieBreak] = (),
    *,
    over: bool = True,
) -> Result:
    """Rank the players by total, then tie-break by tie-break; players still tied share the place.

    A tie-break is not applied if one of the tied players left it blank: they stay tied, and for first place
    `tie_inputs` lists the entries. `open_entries` are what nobody answered. If the fewest points win, a player with
    fewer blanks is ahead, and with any blanks the result is not final. A game that is not `over` has leaders instead of
    winners.
    """
    totals = [sum(map(_points, column)) for column in columns]
    blanks = [entry for entry in open_entries if entry.is_number]
    ahead = _fewest_first(totals, blanks) if game.fewest_win else totals
    by_place: dict[int, list[int]] = {}
    for seat, value in enumerate(ahead):
        by_place.setdefault(value, []).append(seat)
    groups = [group for value in sorted(by_place, reverse=True) for group in _separate(by_place[value], tie_breaks)]
    leaders, key = groups[0]
    decided_by = (key or "total") if len(leaders) == 1 else "shared"
    tie_inputs = _missing_for(leaders, tie_breaks)
    ranks: dict[int, int] = {}
    for group, _ in groups:
        ranks |= dict.fromkeys(group, len(ranks) + 1)
    final = over and not (game.fewest_win and blanks)
    players = [PlayerResult(name, tuple(columns[seat]), ranks[seat], totals[seat]) for seat, name in enumerate(names)]
    return Result(
        game,
        tuple(players),
        tuple(leaders),
        decided_by if final else "open",
        blank=_paths(blanks, tie_inputs),
        open=_paths(open_entries, tie_inputs),
        tie_inputs=tuple(tie_inputs),
        final=final,
    )


def _paths(entries: Sequence[Blank], tie_inputs: Sequence[str] = ()) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*(entry.path for entry in entries), *tie_inputs]))


def rank_together(
    game: AnyGame, names: Sequence[str], columns: Sequence[Sequence[Line]], open_entries: Sequence[Blank], *, won: bool
) -> Result:
    """Return the result of a cooperative game: all players win or lose, and have rank 1.

    `decided_by` is `won` or `lost`.
    """
    players = [
        PlayerResult(name, tuple(column), 1, sum(map(_points, column)))
        for name, column in zip(names, columns, strict=True)
    ]
    leaders = tuple(range(len(players))) if won else ()
    blank = _paths([entry for entry in open_entries if entry.is_number])
    return Result(game, tuple(players), leaders, "won" if won else "lost", blank=blank, open=_paths(open_entries))


def _fewest_first(totals: Sequence[int], blanks: Sequence[Blank]) -> list[int]:
    """Return a key for each seat that is larger for fewer blanks, then for fewer points."""
    missing = [sum(entry.seat == seat for entry in blanks) for seat in range(len(totals))]
    order = sorted({(count, total) for count, total in zip(missing, totals, strict=True)}, reverse=True)
    return [order.index((missing[seat], total)) for seat, total in enumerate(totals)]


def _separate(
    seats: list[int], steps: Sequence[TieBreak], key: str | None = None
) -> Iterator[tuple[list[int], str | None]]:
    """Split tied players, best first.

    A player who is separated from the others comes with the key of the deciding step.
    """
    if len(seats) == 1 or not steps or steps[0].missing_of(seats):
        yield sorted(seats), key
        return
    step, groups = steps[0], dict[int, list[int]]()
    for seat in seats:
        groups.setdefault(step.values[seat], []).append(seat)
    for value in sorted(groups, reverse=True):
        yield from _separate(groups[value], steps[1:], step.key)


def _missing_for(seats: list[int], steps: Sequence[TieBreak]) -> list[str]:
    """Return the paths that the first inapplicable step needs."""
    if len(seats) == 1:
        return []
    for step in steps:
        if missing := step.missing_of(seats):
            return missing
    return []
