"""What stands where on a sheet: options first, then the position on the board, then the rows of each line of the score pad."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scorers.entries import Boolean, Choice, Holdings, MultipleChoice, Number, Records, Seats, SeatsByPlace, Text, entries_of
from scorers.model import N_, AnyGame, Translate, scoring_heading
from scorers.sheet import players_entry
from web.sheet.rows import Cell, Row

SEAT_ENTRIES = ("name", "colour")
"""What a sheet asks for beside each seat, and not in a row of the score pad."""
ONLY_HIGHEST = N_("Tick what is fully developed; leave the rest.")


@dataclass(slots=True)
class Category:
    """A line of the score pad, with the rows that make it up."""

    key: str
    label: str
    heading: str
    rows: list[Row] = field(default_factory=list)

    @property
    def blocks(self) -> list["Block"]:
        """The rows in order, those that are drawn together in one block."""
        blocks: list[Block] = []
        for row in self.rows:
            kind = "fold" if row.entry.fold else "tiles" if row.cells[0].kind == "held" else "rows"
            if not blocks or (blocks[-1].kind, blocks[-1].label) != (kind, row.entry.fold):
                blocks.append(Block(kind, row.entry.fold))
            blocks[-1].rows.append(row)
        return blocks


@dataclass(slots=True)
class Block:
    """Rows that are drawn together: plain `rows`, those behind a `fold` with its label, or `tiles` that players hold."""

    kind: str
    label: N_
    rows: list[Row] = field(default_factory=list)

    @property
    def is_filled(self) -> bool:
        """Whether anything is entered in it, or at fault."""
        return any(row.is_filled or row.is_faulty for row in self.rows)


@dataclass(frozen=True, slots=True)
class RecordCount:
    """How many records a form shows under a name."""

    name: str
    count: int


@dataclass(slots=True)
class Layout:
    """The rows of a sheet by where they stand, and all cells by name."""

    seats: dict[str, Row]
    options: list[Row]
    position: list[Row]
    categories: list[Category]
    cells: dict[str, Cell]
    record_counts: list[RecordCount]
    summary: list[str]
    """The options in use, in a word or two each."""

    def records(self, name: str) -> list[dict[str, Cell]]:
        """The cells of each record of an entry, by their names within the record."""
        by_number: dict[str, dict[str, Cell]] = {}
        for path, cell in self.cells.items():
            entry, _, rest = path.partition(".")
            number, _, within = rest.partition(".")
            if entry == name and number.isdigit():
                by_number.setdefault(number, {})[within] = cell
        return list(by_number.values())

    @property
    def has_lists(self) -> bool:
        """Whether several numbers are asked for in one box."""
        return any(cell.kind == "list" for cell in self.cells.values())


def lay_out(game: AnyGame, rows: Sequence[Row], translate: Translate) -> Layout:
    """Sort rows into options, position and categories; the first row of each entry is given the entry's hint, help and rule."""
    by_line = {key: Category(key, translate(label), scoring_heading(key)) for key, label in game.lines.items()}
    ties = Category("ties", translate(N_("If there is a tie")), "ties")
    layout = Layout({}, [], [], [], {cell.name: cell for row in rows for cell in row.cells}, _record_counts(game, rows), [])
    for row in rows:
        # An entry at fault has a row of its own; then it is not asked for beside another as well.
        if row.beside and row.beside.name in layout.cells:
            row.beside = None
        elif row.beside:
            layout.cells[row.beside.name] = row.beside
    _explain(rows, translate)
    for row in rows:
        if row.name in SEAT_ENTRIES and row.per_seat:
            layout.seats[row.name] = row
            if row.name == "colour":
                _as_swatches(game, row)
        elif isinstance(row.entry, Number) and row.entry.tie_input:
            ties.rows.append(row)
        elif _is_position(row):
            layout.position.append(row)
        elif row.entry.line:
            by_line[row.entry.line].rows.append(row)
        else:
            layout.options.append(row)
    layout.categories = [category for category in (*by_line.values(), ties) if category.rows]
    for row in (*layout.options, *(row for category in layout.categories for row in category.rows)):
        for cell in row.cells:
            cell.described_by = row.hint_id
    layout.summary = [translate(label) for row in layout.options for label in _sum_up(row)]
    return layout


def _sum_up(row: Row) -> Iterator[N_]:
    """What an option is set to; a default goes unsaid, unless it was given a short label."""
    declaration, value = row.entry, row.cells[0].value
    if isinstance(declaration, Boolean):
        yield from [declaration.label] if value not in ("", "0") else []
    elif isinstance(declaration, MultipleChoice):
        yield from (label for key, label in declaration.options.items() if key in value)
    elif isinstance(declaration, Choice):
        labels = {str(key): label for key, label in declaration.options.items() if key != declaration.empty}
        labels |= {str(key): label for key, label in declaration.short.items()}
        yield from [labels[value]] if value in labels else []


def _explain(rows: Sequence[Row], translate: Translate) -> None:
    """Give each row its hint, help and rule: an entry's are said with its first row, a hint once in a category."""
    entry_ids: set[int] = set()
    hints: set[tuple[str, str]] = set()
    for row in rows:
        if id(row.entry) not in entry_ids:
            row.hint, row.heading = translate(_hint(row)), row.entry.heading
            row.help = translate(row.entry.help) if row.entry.help else ""
            entry_ids.add(id(row.entry))
        if isinstance(row.entry, Holdings) and (own := row.entry.helps.get(row.name.rpartition(".")[2])):
            row.help, row.heading = f"{row.help}\n{translate(own)}".strip(), row.entry.heading
        # A hint is said once in a category.
        if (row.entry.line, row.hint) in hints:
            row.hint = ""
        hints.add((row.entry.line, row.hint))


def _as_swatches(game: AnyGame, row: Row) -> None:
    """Colours are chosen by what they look like, those of the game's own pieces first."""
    order = {"": -1} | {colour: at for at, colour in enumerate(game.colours)}
    for cell in row.cells:
        cell.kind = "swatches"
        cell.options = sorted(cell.options, key=lambda option: order.get(option[0], len(order)))


def _hint(row: Row) -> str:
    if any(cell.kind == "highest" for cell in row.cells):
        return ONLY_HIGHEST
    return row.entry.hint


def _is_position(row: Row) -> bool:
    """Whether a row is about a position that lies on the table, rather than a count or an option."""
    if isinstance(row.entry, Text):
        return row.entry.position
    return isinstance(row.entry, SeatsByPlace | Seats) or (
        not row.entry.line and not isinstance(row.entry, Choice | Boolean | MultipleChoice)
    )


def _record_counts(game: AnyGame, rows: Sequence[Row]) -> list[RecordCount]:
    counts: dict[str, int] = {}
    records = {
        name: of is not game.sheet
        for of in (game.sheet, players_entry(game.sheet).of)
        for name, entry in entries_of(of).items()
        if isinstance(entry, Records) and name != "players"
    }
    for row in rows if records else ():
        name, number, *_ = [*row.name.split("."), ""]
        if name in records and number.isdigit():
            for prefix in [f"{cell.seat}." for cell in row.cells] if records[name] else [""]:
                counts[prefix + name] = max(counts.get(prefix + name, 0), int(number) + 1)
    return [RecordCount(name, count) for name, count in counts.items()]
