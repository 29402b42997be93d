"""The rows of a comparison: each way's label, everyone's totals, and the lines that it changes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorers.model import N_, AnyGame, Fault, Line, Result, Variant
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
    """One way of scoring, or several (`count`) with the same scores: for these, `either` names the options that make no difference.

    `number` is that of a printed card; `is_interpretation` marks another interpretation of the card above. Rows that are `is_folded` are
    collapsed on a phone; those that are `is_far` also on a wide screen, since they repeat another row's interpretations under another
    variant.
    """

    way: Way
    variant: str
    interpretations: Mapping[str, Any]
    either: frozenset[str] = frozenset()
    count: int = 1
    number: str = ""
    label: str = ""
    is_own: bool = False
    is_interpretation: bool = False
    is_folded: bool = False
    is_far: bool = False
    turns: bool = False
    cells: list[Cell] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    @property
    def result(self) -> Result | None:
        """The scores; None if an entry is missing or the sheet is impossible under these rules."""
        return self.way.result

    @property
    def needs(self) -> tuple[str, ...]:
        """The entries that are missing."""
        return self.way.needs

    def follows(self, other: "Row") -> bool:
        """Return whether its changes include another row's, and the same players win."""
        if not (self.result and other.result and other.interpretations and self.result.leaders == other.result.leaders):
            return False
        return other.interpretations.items() <= self.interpretations.items()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Why the sheet is impossible under these rules."""
        return self.way.faults


def describe_row(game: AnyGame, sheet: Any, row: Row) -> None:
    """Label a row by its change: its variant, or another interpretation of its variant."""
    variants = game.variants_of(sheet)
    variant = next((one for one in variants if one.key == row.variant), None)
    title = translate(variant.label) if variant else ""
    row.number, name = split_number(title)
    if variant and not row.number and any(split_number(translate(other.label))[0] for other in variants):
        row.number = "–"
    row.is_interpretation = bool(row.interpretations)
    row.label = join_interpretations(sheet, row.interpretations) if row.interpretations else name or translate(N_("As you scored it"))
    if row.is_own and not name:
        row.number = ""


def name_cards(variants: Sequence[Variant], rows: Sequence[Row], own: Row) -> None:
    """Add the card's name to the label of an interpretation that is not listed below its card."""
    card = None
    for row in rows:
        if row.turns or not row.is_interpretation:
            card = row.variant if not row.interpretations else None
            row.is_interpretation = False
            if row.interpretations and row.variant != own.variant:
                row.label = _name_both(variants, row)
        elif row.variant == own.variant:
            card = None
        elif row.variant != card:
            row.label, row.is_interpretation, card = _name_both(variants, row), False, row.variant


def _name_both(variants: Sequence[Variant], row: Row) -> str:
    variant = next(one for one in variants if one.key == row.variant)
    return f"{split_number(translate(variant.label))[1]} · {row.label}"


def split_number(label: str) -> tuple[str, str]:
    """Split a card's label into its number and its name."""
    match = _NUMBERED.fullmatch(label)
    if not match:
        return "", label
    return match[1], match[2][:1].upper() + match[2][1:]


def join_interpretations(sheet: Any, interpretations: Mapping[str, Any]) -> str:
    """Join the labels of some options' values."""
    options = options_of(type(sheet))
    label = " · ".join(translate(value_label(options[name], value)) for name, value in interpretations.items())
    return label[:1].upper() + label[1:]


def value_label(declaration: Any, value: Any) -> str:
    """Return the label of an option's value, the short one if there is one."""
    short = getattr(declaration, "short", {})
    return str(short.get(value) or declaration.options[value])


def row_cells(game: AnyGame, sheet: Any, row: Row, own: Result, order: Sequence[int]) -> Iterator[Cell]:
    """Yield everyone's total, or the entry that it lacks."""
    result = row.result
    if result is None and not row.needs:
        return
    if result is None:
        # A player who lacks nothing still has a total.
        result = game.score(replace(sheet, **row.way.options))
        for seat in order:
            missing = next((path for path in row.needs if path.startswith(f"players.{seat}.") or not path.startswith("players.")), "")
            total = result.players[seat].total
            yield Cell(seat, None, missing=missing) if missing else Cell(seat, total, total - own.players[seat].total)
        return
    won = result.leaders if not game.cooperative or result.winners else ()
    for seat in order:
        total = result.players[seat].total
        yield Cell(seat, total, total - own.players[seat].total, seat in won)


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
