"""The layout of a sheet: options first, then the position on the board, then the rows of each score line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from flask import current_app

from scorers.entries import (
    Boolean,
    Choice,
    Entry,
    Grid,
    Holdings,
    HouseValues,
    MultipleChoice,
    Number,
    Seats,
    SeatsByPlace,
    Text,
    entries_of,
)
from scorers.model import N_, AnyGame, Translate, scoring_heading
from scorers.sheet import players_entry, with_parents
from web.sheet.entry_rows import ONE, PER_PLAYER, add_extra_field, build_rows
from web.sheet.fields import EntryField
from web.sheet.rows import Row, RowContext

if TYPE_CHECKING:
    from web.sheet.form import SheetForm

SEAT_ENTRIES = ("name", "colour")
"""The entries that a sheet asks for with each seat rather than in a row of the score pad."""
ONLY_HIGHEST = N_("Tick what is fully developed; leave the rest.")


@dataclass(slots=True)
class Category:
    """A score line with the rows that belong to it."""

    key: str
    label: str
    heading: str
    rows: list[Row] = field(default_factory=list)

    @property
    def blocks(self) -> list["Block"]:
        """The rows in order, grouped into blocks that are drawn together."""
        blocks: list[Block] = []
        for row in self.rows:
            kind = (
                "record"
                if row.record
                else "fold"
                if row.entry.fold
                else "tiles"
                if row.fields[0].kind == "held"
                else "rows"
            )
            label, record = (row.record[1], row.record[0]) if row.record else (row.entry.fold, "")
            if not blocks or (blocks[-1].kind, blocks[-1].label, blocks[-1].record) != (kind, label, record):
                blocks.append(Block(kind, label, record))
            blocks[-1].rows.append(row)
        return blocks


@dataclass(slots=True)
class Block:
    """Rows that are drawn together: plain `rows`, rows behind a disclosure (`fold`) with its label, `tiles` that players hold, or one
    `record` of several that grow, with its name as label and its path.
    """

    kind: str
    label: str
    record: str = ""
    rows: list[Row] = field(default_factory=list)

    @property
    def is_filled(self) -> bool:
        """Whether anything in it is filled or at fault."""
        return any(row.is_filled or row.is_faulty for row in self.rows)

    @property
    def list_name(self) -> str:
        """The name of the entry that the record belongs to."""
        return self.record.rpartition(".")[0]

    @property
    def next_name(self) -> str:
        """The name of the record after this one, which is not on the form."""
        return self.rows[0].next_record


@dataclass(slots=True)
class Layout:
    """The rows of a sheet by section."""

    fields: Mapping[str, EntryField]
    rows: list[Row]
    """All rows, in the order of the entries."""
    seats: dict[str, Row]
    options: list[Row]
    position: list[Row]
    categories: list[Category]
    record_counts: Mapping[str, int]
    """How many records are shown of each entry that has them, by its name."""
    summary: list[str]
    """The options in use, with short labels."""
    has_board: bool
    """Whether the game has a board, on which the position is shown beside the numbers."""

    @property
    def has_growing_records(self) -> bool:
        """Whether a further record appears once the last is filled."""
        return any(row.record for row in self.rows)

    @property
    def has_grids(self) -> bool:
        """Whether a grid is painted."""
        return any(isinstance(row.entry, Grid) for row in self.rows)

    @property
    def has_lists(self) -> bool:
        """Whether any field takes several numbers in one text box."""
        return any(one.kind == "list" for row in self.rows for one in row.fields)


def build_layout(form: "SheetForm") -> Layout:
    """Add the fields that a sheet needs, or that have faults, to a form, and group their rows into options, position and categories."""
    faulty_paths = {path for fault in form.faults for path in with_parents(fault.path)}

    def is_shown(declaration: Entry[Any], paths: Sequence[str], players: Sequence[Any] = (None,)) -> bool:
        """Return whether to show an entry: the options need it, the game shows it anyway, or it has a fault."""
        if not faulty_paths.isdisjoint(paths):
            return True
        if declaration.shown_if is not None:
            return bool(declaration.shown_if(form.sheet))
        return any(declaration.required_if(form.sheet, player) for player in players)

    context = RowContext(form, form.sheet, form.names, form.translate, is_shown)
    rows = _build_rows(form, context)
    _explain(rows, form.translate)
    layout = _sort(form, rows, context.record_counts)
    for row in (*layout.options, *(row for category in layout.categories for row in category.rows)):
        for one in row.fields:
            one.described_by = row.hint_id
    layout.summary = list(dict.fromkeys(form.translate(label) for row in layout.options for label in _sum_up(row)))
    return layout


def _build_rows(form: "SheetForm", context: RowContext) -> list[Row]:
    """Build the rows of all shown entries, those of the whole sheet first."""
    rows: list[Row] = []
    for name, declaration in entries_of(form.game.sheet).items():
        if name != "players" and context.is_shown(declaration, [name]):
            rows += build_rows(declaration, name, context, ONE)
    for name, declaration in entries_of(players_entry(form.game.sheet).of).items():
        paths = [f"players.{seat}.{name}" for seat in range(len(form.names))]
        if context.is_shown(declaration, paths, form.sheet.players):
            rows += build_rows(declaration, name, context, PER_PLAYER)
    for row in rows:
        add_extra_field(row, context)
    return rows


def _sort(form: "SheetForm", rows: list[Row], record_counts: Mapping[str, int]) -> Layout:
    game, translate = form.game, form.translate
    by_line = {key: Category(key, translate(label), scoring_heading(key)) for key, label in game.lines.items()}
    ties = Category("ties", translate(N_("If there is a tie")), "ties")
    layout = Layout(form._fields, rows, {}, [], [], [], record_counts, [], has_board=_has_board(game.slug))
    for row in rows:
        if row.name in SEAT_ENTRIES and row.per_seat:
            layout.seats[row.name] = row
            if row.name == "colour":
                _as_swatches(game, row)
        elif isinstance(row.entry, Number) and row.entry.tie_input:
            ties.rows.append(row)
        elif _is_position(row) and (layout.has_board or not row.entry.line):
            layout.position.append(row)
        elif row.entry.line:
            by_line[row.entry.line].rows.append(row)
        else:
            layout.options.append(row)
    layout.categories = [category for category in (*by_line.values(), ties) if category.rows]
    return layout


def _has_board(slug: str) -> bool:
    plain = "sheet/sheet.html"
    return current_app.jinja_env.select_template([f"games/{slug}/board.html", plain]).name != plain


def _sum_up(row: Row) -> Iterator[N_]:
    """Yield an option's value for the summary; a default only if it has a short label."""
    declaration, value = row.entry, row.fields[0].data
    if isinstance(declaration, Boolean):
        yield from [declaration.label] if value not in ("", "0") else []
    elif isinstance(declaration, MultipleChoice):
        yield from (label for key, label in declaration.options.items() if key in value)
    elif isinstance(declaration, Choice):
        labels = {str(key): label for key, label in declaration.options.items() if key != declaration.empty}
        labels |= {str(key): label for key, label in declaration.short.items()}
        yield from [labels[value]] if value in labels else []
    elif isinstance(declaration, HouseValues):
        yield from [declaration.label] if value else []


def _explain(rows: Sequence[Row], translate: Translate) -> None:
    """Add hint, help and rule to the first row of each entry, and each hint once per category."""
    entry_ids: set[int] = set()
    hints: set[tuple[str, str]] = set()
    for row in rows:
        if id(row.entry) not in entry_ids:
            row.hint, row.heading = translate(_hint(row)), row.entry.heading
            row.help = translate(row.entry.help) if row.entry.help else ""
            entry_ids.add(id(row.entry))
        if isinstance(row.entry, Holdings) and (own := row.entry.helps.get(row.name.rpartition(".")[2])):
            row.help, row.heading = f"{row.help}\n{translate(own)}".strip(), row.entry.heading
        # Show a hint once per category.
        if (row.entry.line, row.hint) in hints:
            row.hint = ""
        hints.add((row.entry.line, row.hint))


def _as_swatches(game: AnyGame, row: Row) -> None:
    """Draw a colour row as swatches, with the game's own colours first."""
    order = {"": -1} | {colour: at for at, colour in enumerate(game.colours)}
    for one in row.fields:
        one.kind = "swatches"
        one.choices = sorted(one.choices, key=lambda option: order.get(option[0], len(order)))


def _hint(row: Row) -> str:
    if any(one.kind == "highest" for one in row.fields):
        return ONLY_HIGHEST
    return row.entry.hint


def _is_position(row: Row) -> bool:
    """Return whether a row describes a position on the board rather than a count or an option."""
    if isinstance(row.entry, Text):
        return row.entry.position
    return isinstance(row.entry, SeatsByPlace | Seats) or (
        not row.entry.line and not isinstance(row.entry, Choice | Boolean | MultipleChoice | HouseValues)
    )
