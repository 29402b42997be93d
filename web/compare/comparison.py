"""The table of a comparison: a row for each way of scoring, the most relevant first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from scorers.model import AnyGame, Result
from scorers.sensitivity import interpretations_in_use, lead
from scorers.sheet import options_of
from scorers.ways import Way
from web.compare.rows import Row, build_row, mark_interpretations, row_cells, row_changes
from web.result.chart import in_order

EITHER = object()
"""Marks an option whose values all score the same."""
MAX_ROWS_SAME = 9
"""Rows that a phone shows if no rule changes the winner; the others are folded."""
MAX_EXTRA_ROWS = 2
"""Rows that a phone shows besides the sheet's own and those that change the winner."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """All ways of scoring a sheet: the scored rows, the sheet's own first, those that lack entries, and impossible ones.

    `options` are those whose interpretations differ between rows of the sheet's own variant, as columns of a wide table.
    """

    game: AnyGame
    sheet: Any
    scored: list[Row]
    lacking: list[Row]
    impossible: list[Row]
    options: list[str]
    order: list[int]
    is_complete: bool

    @property
    def own(self) -> Row:
        """The sheet as it was scored."""
        return self.scored[0]

    @property
    def ways(self) -> int:
        """The number of scored rows: sentences count what a reader can count, and ways with the same scores share a row."""
        return len(self.scored)

    @property
    def turning(self) -> list[Row]:
        """The rows with other winners, the smallest change of rules first."""
        return [row for row in self.scored if row.turns]

    @property
    def folded(self) -> list[Row]:
        """The rows that are collapsed on a phone."""
        return [row for row in self.scored if row.is_folded]

    @property
    def far(self) -> list[Row]:
        """The rows that are collapsed on a wide screen."""
        return [row for row in self.scored if row.is_far]

    @property
    def has_numbers(self) -> bool:
        """Whether any way has the number of a card."""
        return any(row.number not in ("", "–") for row in (*self.scored, *self.lacking))


def compare_ways(game: AnyGame, sheet: Any, ways: Sequence[Way], *, is_complete: bool) -> Comparison:
    """Arrange all ways of scoring a sheet; the first is its own."""
    ways = [_without_blank_result(way) for way in ways]
    ways = [way for way in ways if not (way.needs and _is_other_length(game, sheet, way))]
    rows = [
        row for _, group in groupby(ways, lambda way: way.variant) for row in _merge_equal(game, sheet, list(group))
    ]
    own = rows[0]
    order = in_order(own.result)
    for row in rows:
        if row.way.result:
            row.turns = row.result.leaders != own.result.leaders
            row.changes = row_changes(own.result, row.result)
        if not row.way.faults:
            row.cells = list(row_cells(game, sheet, row, own.result, order))
    scored = _sort(own, [row for row in rows if row.way.result])
    mark_interpretations(scored)
    in_use = interpretations_in_use(sheet).keys()
    for row in scored:
        row.is_far = row.variant != own.variant and bool(row.interpretations) and row.interpretations.keys() <= in_use
    _fold(scored)
    varied = {name for row in scored if row.variant == own.variant for name in (*row.interpretations, *row.either)}
    return Comparison(
        game=game,
        sheet=sheet,
        scored=scored,
        lacking=_find_lacking(rows),
        impossible=[row for row in rows if row.way.faults and not row.interpretations],
        options=[name for name in options_of(type(sheet)) if name in varied],
        order=order,
        is_complete=is_complete,
    )


def _sort(own: Row, rows: Iterable[Row]) -> list[Row]:
    """Sort rows: the sheet's own, those with other winners, the rest of its variant by the number of changes, and the other variants."""

    def order(row: Row) -> tuple[int, ...]:
        is_other = row.variant != own.variant
        if row.turns:
            return 1, is_other, len(row.interpretations), abs(lead(row.result) or 0)
        return (0,) if row is own else (3,) if is_other else (2, len(row.interpretations))

    return sorted(rows, key=order)


def _without_blank_result(way: Way) -> Way:
    """Return a way without its result if it counts nothing that was entered; it then lacks all blanks."""
    if way.result is None or not way.options or _counts_anything(way.result):
        return way
    return way._replace(result=None, needs=way.result.blank)


def _counts_anything(result: Result) -> bool:
    return any(line.working for player in result.players for line in player.lines)


def _is_other_length(game: AnyGame, sheet: Any, way: Way) -> bool:
    """Return whether a way is a longer or shorter game of which nothing was entered, so nobody played it."""
    options = options_of(type(sheet))
    is_length = any(options[name].kind == "length" for name in way.options)
    return is_length and not _counts_anything(game.score(replace(sheet, **way.options)))


def _merge_equal(game: AnyGame, sheet: Any, ways: Sequence[Way]) -> Iterator[Row]:
    """Yield a row for each way of one variant; ways share one if an option makes no difference to their scores.

    The sheet's own way, the first where it is among them, has a row for itself.
    """
    names = [name for name in options_of(type(sheet)) if any(name in way.interpretations for way in ways)]
    rows = [({name: way.interpretations.get(name, getattr(sheet, name)) for name in names}, way) for way in ways]
    for name in names:
        values = {values[name] for values, _ in rows if values[name] is not EITHER}
        groups: dict[Any, list[Any]] = {}
        for values_of, way in rows:
            is_own = not way.options
            others = tuple((other, value) for other, value in values_of.items() if other != name)
            groups.setdefault((is_own, others, _scores(way)), []).append((values_of, way))
        rows = []
        for group in groups.values():
            first_values, first = group[0]
            if len(group) == len(values) > 1 and first.result:
                rows.append((first_values | {name: EITHER}, first))
            else:
                rows += group
    for values_of, way in rows:
        interpretations = {
            name: value for name, value in values_of.items() if value is not EITHER and value != getattr(sheet, name)
        }
        either = frozenset(name for name, value in values_of.items() if value is EITHER)
        yield build_row(game, sheet, way, interpretations, either)


def _scores(way: Way) -> object:
    if way.result is None:
        return id(way)
    return tuple(player.total for player in way.result.players), way.result.leaders


def _fold(rows: Sequence[Row]) -> None:
    """Fold the rows that a phone need not show: the last ones, and combinations that add nothing to the first change."""
    turns = [row for row in rows if row.turns]
    turning = [row for row in turns if row is turns[0] or not row.follows(turns[0])]
    room = 1 + len(turning) + MAX_EXTRA_ROWS if turning else MAX_ROWS_SAME
    shown = [row for row in rows if row.is_own or (row in turning if row.turns else len(row.interpretations) < 2)]
    visible = shown if len(rows) == len(shown) <= room + 1 else shown[:room]
    for row in rows:
        row.is_folded = row.is_far or row not in visible


def _find_lacking(rows: Iterable[Row]) -> list[Row]:
    """Return the ways that lack entries, the fewest first, once for each variant."""
    by_needs: dict[object, Row] = {}
    for row in rows:
        if row.way.needs:
            by_needs.setdefault((row.variant, row.way.needs), row)
    return sorted(by_needs.values(), key=lambda row: len(row.way.needs))
