"""A sheet under every variant of its game: the rows of the comparison, the most relevant first."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from scorers.model import N_, AnyGame, Line, Result
from scorers.rulesets import Ruleset
from scorers.sensitivity import interpretations_in_use, lead
from scorers.sheet import options_of
from web.common.languages import translate
from web.result.chart import in_order

_NUMBERED = re.compile(r"(\d{1,2})[:：]\s*(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RowTotal:
    """One player's total in a row, and its difference from the sheet as scored.

    `total` is None if it is unknown; `missing` is then the path of the first entry that the player lacks.
    """

    seat: int
    total: int | None
    change: int = 0
    won: bool = False
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A line whose points change: for each seat concerned, the line as scored and as changed."""

    label: str
    seats: tuple[tuple[int, Line, Line], ...]


@dataclass(slots=True)
class Row:
    """One ruleset, or several with the same scores: for these, `either` names the options that make no difference.

    `number` is that of a printed card; `is_interpretation` marks another interpretation of the variant above. A row
    `turns` the game if other players win. Rows that are `is_folded` are collapsed on a phone; those that are
    `is_repeated` also on a wide screen, since they repeat another row's interpretations under another variant.
    """

    ruleset: Ruleset
    interpretations: Mapping[str, Any]
    either: frozenset[str]
    variant_name: str
    number: str
    label: str
    is_interpretation: bool = False
    is_folded: bool = False
    is_repeated: bool = False
    turns: bool = False
    totals: list[RowTotal] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    @property
    def variant(self) -> str:
        """The key of its variant."""
        return self.ruleset.variant

    @property
    def result(self) -> Result:
        """The scores of a row that was scored."""
        assert self.ruleset.result is not None  # noqa: S101  rows without a result are kept apart
        return self.ruleset.result

    @property
    def is_own(self) -> bool:
        """Whether this is the sheet as it was scored."""
        return not self.ruleset.options

    def follows(self, other: "Row") -> bool:
        """Return whether its changes include another row's, and the same players win."""
        is_same = bool(other.interpretations) and self.result.leaders == other.result.leaders
        return is_same and other.interpretations.items() <= self.interpretations.items()


def build_row(
    game: AnyGame,
    sheet: Any,
    ruleset: Ruleset,
    interpretations: Mapping[str, Any],
    either: frozenset[str] = frozenset(),
) -> Row:
    """Return the row of a ruleset, labelled by its change: its variant, or another interpretation of its variant."""
    titles = {variant.key: split_number(translate(variant.label)) for variant in game.variants_of(sheet)}
    number, name = titles.get(ruleset.variant, ("", ""))
    if name and not number and any(other for other, _ in titles.values()):
        number = "–"
    label = join_values(sheet, interpretations) if interpretations else name or translate(N_("As you scored it"))
    return Row(ruleset, interpretations, either, name, number, label)


def mark_interpretations(rows: Sequence[Row]) -> None:
    """Mark interpretations that are listed below their variant. The sheet's own row is first.

    The labels of other interpretations get the name of their variant, and so do those whose label another row has.
    """
    variant_above = None
    times = Counter(row.label for row in rows)
    for row in rows:
        is_own_variant = row.variant == rows[0].variant
        if not row.interpretations:
            variant_above = row.variant
            continue
        row.is_interpretation = not row.turns and (is_own_variant or row.variant == variant_above)
        if not is_own_variant and (not row.is_interpretation or times[row.label] > 1):
            row.label = f"{row.variant_name} · {row.label}"
        variant_above = None if row.turns or is_own_variant else row.variant


def split_number(label: str) -> tuple[str, str]:
    """Split a card's label into its number and its name."""
    match = _NUMBERED.fullmatch(label)
    if not match:
        return "", label
    return match[1], match[2][:1].upper() + match[2][1:]


def join_values(sheet: Any, values: Mapping[str, Any]) -> str:
    """Join the labels of some options' values."""
    options = options_of(type(sheet))
    label = " · ".join(translate(value_label(options[name], value)) for name, value in values.items())
    return label[:1].upper() + label[1:]


def value_label(declaration: Any, value: Any) -> N_:
    """Return the label of an option's value, the short one if there is one."""
    short = getattr(declaration, "short", {})
    label: N_ = short.get(value) or declaration.options[value]
    return label


def row_totals(game: AnyGame, sheet: Any, row: Row, own: Result, order: Sequence[int]) -> Iterator[RowTotal]:
    """Yield everyone's total, or the entry that it lacks; a player who lacks nothing has a total even if others do."""
    ruleset = row.ruleset
    result = ruleset.result or game.score(replace(sheet, **ruleset.options))
    won = () if ruleset.needs or (game.cooperative and not result.winners) else result.leaders
    for seat in order:
        missing = next(
            (path for path in ruleset.needs if path.startswith(f"players.{seat}.") or not path.startswith("players.")),
            "",
        )
        total = result.players[seat].total
        yield (
            RowTotal(seat, None, missing=missing)
            if missing
            else RowTotal(seat, total, total - own.players[seat].total, seat in won)
        )


def row_differences(before: Result, after: Result) -> list[Difference]:
    """Return the lines whose points differ from the sheet as scored."""
    by_line: dict[str, list[tuple[int, Line, Line]]] = {}
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        # Another variant may have other lines.
        old_lines, new_lines = ({line.key: line for line in player.lines} for player in (was, now))
        for key in {**old_lines, **new_lines}:
            old, new = (lines.get(key, Line(key, 0, "")) for lines in (old_lines, new_lines))
            if new.points != old.points:
                by_line.setdefault(key, []).append((seat, old, new))
    return [Difference(translate(after.game.lines[key]), tuple(seats)) for key, seats in by_line.items()]


def changed_places(before: Line, after: Line) -> list[str]:
    """Return the places of the parts of a line that changed."""
    old, new = ([(part.points, part.at) for part in line.parts or ()] for line in (before, after))
    changed = [at for points, at in (*old, *new) if points and ((points, at) in old) != ((points, at) in new)]
    return list(dict.fromkeys(place for at in changed for place in at))


EITHER = object()
"""Marks an option whose values all score the same."""
MAX_ROWS_SAME = 9
"""Rows that a phone shows if no rule changes the winner; the others are folded."""
MAX_EXTRA_ROWS = 2
"""Rows that a phone shows besides the sheet's own and those that change the winner."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sheet under all rulesets: the scored rows, the sheet's own first, those that lack entries, and impossible ones.

    `options` are those whose interpretations differ between rows of the sheet's own variant, as columns of a wide
    table.
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
    def count(self) -> int:
        """The number of scored rows: sentences count what a reader can count, and rulesets with the same scores
        share a row.
        """
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
    def repeated(self) -> list[Row]:
        """The rows that are collapsed on a wide screen."""
        return [row for row in self.scored if row.is_repeated]

    @property
    def has_numbers(self) -> bool:
        """Whether any ruleset has the number of a card."""
        return any(row.number not in ("", "–") for row in (*self.scored, *self.lacking))


def compare_rulesets(game: AnyGame, sheet: Any, rulesets: Sequence[Ruleset], *, is_complete: bool) -> Comparison:
    """Arrange all rulesets of a sheet; the first is its own."""
    rulesets = [_without_blank_result(ruleset) for ruleset in rulesets]
    rulesets = [ruleset for ruleset in rulesets if not (ruleset.needs and _is_other_length(game, sheet, ruleset))]
    rows = [
        row
        for _, group in groupby(rulesets, lambda ruleset: ruleset.variant)
        for row in _merge_equal(game, sheet, list(group))
    ]
    own = rows[0]
    order = in_order(own.result)
    for row in rows:
        if row.ruleset.result:
            row.turns = row.result.leaders != own.result.leaders
            row.differences = row_differences(own.result, row.result)
        if not row.ruleset.faults:
            row.totals = list(row_totals(game, sheet, row, own.result, order))
    scored = _sort(own, [row for row in rows if row.ruleset.result])
    mark_interpretations(scored)
    in_use = interpretations_in_use(sheet).keys()
    for row in scored:
        row.is_repeated = (
            row.variant != own.variant and bool(row.interpretations) and row.interpretations.keys() <= in_use
        )
    _fold(scored)
    varied = {name for row in scored if row.variant == own.variant for name in (*row.interpretations, *row.either)}
    return Comparison(
        game=game,
        sheet=sheet,
        scored=scored,
        lacking=_find_lacking(rows),
        impossible=[row for row in rows if row.ruleset.faults and not row.interpretations],
        options=[name for name in options_of(type(sheet)) if name in varied],
        order=order,
        is_complete=is_complete,
    )


def _sort(own: Row, rows: Iterable[Row]) -> list[Row]:
    """Sort rows: the sheet's own, those with other winners, the rest of its variant by the number of changes, and
    the other variants.
    """

    def order(row: Row) -> tuple[int, ...]:
        is_other = row.variant != own.variant
        if row.turns:
            return 1, is_other, len(row.interpretations), abs(lead(row.result) or 0)
        return (0,) if row is own else (3,) if is_other else (2, len(row.interpretations))

    return sorted(rows, key=order)


def _without_blank_result(ruleset: Ruleset) -> Ruleset:
    """Return a ruleset without its result if it counts nothing that was entered; it then lacks all blanks."""
    if ruleset.result is None or not ruleset.options or _counts_anything(ruleset.result):
        return ruleset
    return ruleset._replace(result=None, needs=ruleset.result.blank)


def _counts_anything(result: Result) -> bool:
    return any(line.working for player in result.players for line in player.lines)


def _is_other_length(game: AnyGame, sheet: Any, ruleset: Ruleset) -> bool:
    """Return whether a ruleset is a longer or shorter game of which nothing was entered, so nobody played it."""
    options = options_of(type(sheet))
    is_length = any(options[name].kind == "length" for name in ruleset.options)
    return is_length and not _counts_anything(game.score(replace(sheet, **ruleset.options)))


def _merge_equal(game: AnyGame, sheet: Any, rulesets: Sequence[Ruleset]) -> Iterator[Row]:
    """Yield a row for each ruleset of one variant; rulesets share one if an option makes no difference to their scores.

    The sheet's own ruleset, the first where it is among them, has a row for itself.
    """
    names = [name for name in options_of(type(sheet)) if any(name in ruleset.interpretations for ruleset in rulesets)]
    rows = [
        ({name: ruleset.interpretations.get(name, getattr(sheet, name)) for name in names}, ruleset)
        for ruleset in rulesets
    ]
    for name in names:
        values = {values[name] for values, _ in rows if values[name] is not EITHER}
        groups: dict[Any, list[Any]] = {}
        for values_of, ruleset in rows:
            is_own = not ruleset.options
            others = tuple((other, value) for other, value in values_of.items() if other != name)
            groups.setdefault((is_own, others, _scores(ruleset)), []).append((values_of, ruleset))
        rows = []
        for group in groups.values():
            first_values, first = group[0]
            if len(group) == len(values) > 1 and first.result:
                rows.append((first_values | {name: EITHER}, first))
            else:
                rows += group
    for values_of, ruleset in rows:
        interpretations = {
            name: value for name, value in values_of.items() if value is not EITHER and value != getattr(sheet, name)
        }
        either = frozenset(name for name, value in values_of.items() if value is EITHER)
        yield build_row(game, sheet, ruleset, interpretations, either)


def _scores(ruleset: Ruleset) -> object:
    if ruleset.result is None:
        return id(ruleset)
    return tuple(player.total for player in ruleset.result.players), ruleset.result.leaders


def _fold(rows: Sequence[Row]) -> None:
    """Fold the rows that a phone need not show: the last ones, and combinations that add nothing to the first
    change.
    """
    turns = [row for row in rows if row.turns]
    turning = [row for row in turns if row is turns[0] or not row.follows(turns[0])]
    room = 1 + len(turning) + MAX_EXTRA_ROWS if turning else MAX_ROWS_SAME
    shown = [row for row in rows if row.is_own or (row in turning if row.turns else len(row.interpretations) < 2)]
    visible = shown if len(rows) == len(shown) <= room + 1 else shown[:room]
    for row in rows:
        row.is_folded = row.is_repeated or row not in visible


def _find_lacking(rows: Iterable[Row]) -> list[Row]:
    """Return the rulesets that lack entries, the fewest first, once for each variant."""
    by_needs: dict[object, Row] = {}
    for row in rows:
        if row.ruleset.needs:
            by_needs.setdefault((row.variant, row.ruleset.needs), row)
    return sorted(by_needs.values(), key=lambda row: len(row.ruleset.needs))
