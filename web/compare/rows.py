"""The rows of a comparison: each way's label, everyone's totals, and the lines that it changes."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorers.model import N_, AnyGame, Line, Result
from scorers.sheet import options_of
from scorers.ways import Way
from web.common.languages import translate

_NUMBERED = re.compile(r"(\d{1,2})[:：]\s*(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's total in a row, and its difference from the sheet as scored.

    `total` is None if it is unknown; `missing` is then the path of the first entry that the player lacks.
    """

    seat: int
    total: int | None
    change: int = 0
    won: bool = False
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A line whose points change: for each seat concerned, the line as scored and as changed."""

    label: str
    seats: tuple[tuple[int, Line, Line], ...]


@dataclass(slots=True)
class Row:
    """One way of scoring, or several with the same scores: for these, `either` names the options that make no difference.

    `number` is that of a printed card; `is_interpretation` marks another interpretation of the variant above. A row `turns` the game if
    other players win. Rows that are `is_folded` are collapsed on a phone; those that are `is_far` also on a wide screen, since they repeat
    another row's interpretations under another variant.
    """

    way: Way
    interpretations: Mapping[str, Any]
    either: frozenset[str]
    variant_name: str
    number: str
    label: str
    is_interpretation: bool = False
    is_folded: bool = False
    is_far: bool = False
    turns: bool = False
    cells: list[Cell] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    @property
    def variant(self) -> str:
        """The key of its variant."""
        return self.way.variant

    @property
    def result(self) -> Result:
        """The scores of a row that was scored."""
        assert self.way.result is not None  # noqa: S101  rows without a result are kept apart
        return self.way.result

    @property
    def is_own(self) -> bool:
        """Whether this is the sheet as it was scored."""
        return not self.way.options

    def follows(self, other: "Row") -> bool:
        """Return whether its changes include another row's, and the same players win."""
        is_same = bool(other.interpretations) and self.result.leaders == other.result.leaders
        return is_same and other.interpretations.items() <= self.interpretations.items()


def build_row(
    game: AnyGame, sheet: Any, way: Way, interpretations: Mapping[str, Any], either: frozenset[str] = frozenset()
) -> Row:
    """Return the row of a way of scoring, labelled by its change: its variant, or another interpretation of its variant."""
    titles = {variant.key: split_number(translate(variant.label)) for variant in game.variants_of(sheet)}
    number, name = titles.get(way.variant, ("", ""))
    if name and not number and any(other for other, _ in titles.values()):
        number = "–"
    label = join_values(sheet, interpretations) if interpretations else name or translate(N_("As you scored it"))
    return Row(way, interpretations, either, name, number, label)


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


def row_cells(game: AnyGame, sheet: Any, row: Row, own: Result, order: Sequence[int]) -> Iterator[Cell]:
    """Yield everyone's total, or the entry that it lacks; a player who lacks nothing has a total even if others do."""
    way = row.way
    result = way.result or game.score(replace(sheet, **way.options))
    won = () if way.needs or (game.cooperative and not result.winners) else result.leaders
    for seat in order:
        missing = next(
            (path for path in way.needs if path.startswith(f"players.{seat}.") or not path.startswith("players.")), ""
        )
        total = result.players[seat].total
        yield (
            Cell(seat, None, missing=missing)
            if missing
            else Cell(seat, total, total - own.players[seat].total, seat in won)
        )


def row_changes(before: Result, after: Result) -> list[Change]:
    """Return the lines whose points differ from the sheet as scored."""
    by_line: dict[str, list[tuple[int, Line, Line]]] = {}
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        # Another variant may have other lines.
        old_lines, new_lines = ({line.key: line for line in player.lines} for player in (was, now))
        for key in {**old_lines, **new_lines}:
            old, new = (lines.get(key, Line(key, 0, "")) for lines in (old_lines, new_lines))
            if new.points != old.points:
                by_line.setdefault(key, []).append((seat, old, new))
    return [Change(translate(after.game.lines[key]), tuple(seats)) for key, seats in by_line.items()]


def changed_places(before: Line, after: Line) -> list[str]:
    """Return the places of the parts of a line that changed."""
    old, new = ([(part.points, part.at) for part in line.parts or ()] for line in (before, after))
    changed = [at for points, at in (*old, *new) if points and ((points, at) in old) != ((points, at) in new)]
    return list(dict.fromkeys(place for at in changed for place in at))
