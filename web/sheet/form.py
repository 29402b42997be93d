"""The sheet as a form: its layout, its faults, and the form of the current request."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, ClassVar, NoReturn

from flask import abort, current_app, redirect, url_for
from werkzeug.datastructures import MultiDict

from scorers.entries import (
    Boolean,
    Choice,
    Counts,
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
from scorers.entries.seats import LETTERS
from scorers.model import MAX_SEATS, N_, AnyGame, Fault, Translate, format_message, scoring_heading
from scorers.querystring import drop_unused_places, sheet_from_query, sheet_to_query
from scorers.sheet import (
    check_sheet,
    limit_faults,
    locate,
    options_of,
    players_entry,
    questions,
    read_sheet,
    with_parents,
)
from web.common.http import with_query
from web.common.languages import language, translator
from web.sheet.fields import (
    LABEL_OF_SEAT,
    ONE,
    PER_PLAYER,
    EntryField,
    EntryForm,
    Row,
    RowContext,
    add_extra_field,
    build_rows,
)
from web.sheet.links import Pairs, read_query
from web.sheet.seats import MOVES, drop_taken_colours
from web.sheet.unanswered import SURE, Group, OpenGroup, find_groups, find_open_groups, sure_names

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

    @property
    def plain_rows(self) -> list[Row]:
        """The rows of the plain blocks."""
        return [row for block in self.blocks if block.kind == "rows" for row in block.rows]


@dataclass(slots=True)
class Block:
    """Rows that are drawn together: plain `rows`, rows behind a disclosure (`fold`) with its label, `tiles` that
    players hold, or one `record` of several that grow, with its name as label and its path.
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
    """Add the fields that a sheet needs, or that have faults, to a form, and group their rows into options, position
    and categories.
    """
    faulty_paths = {path for fault in form.faults for path in with_parents(fault.path)}
    without_row = {f"players.{seat}.{name}" for name in _find_beside(form) for seat in range(len(form.names))}

    def is_shown(declaration: Entry[Any], paths: Sequence[str], players: Sequence[Any] = (None,)) -> bool:
        """Return whether to show an entry: the sheet asks any of these players for it, or it has a fault."""
        if not faulty_paths.isdisjoint(paths):
            return True
        return not without_row.issuperset(paths) and any(declaration.asked_if(form.sheet, player) for player in players)

    context = RowContext(form, form.sheet, form.names, form.translate, is_shown)
    rows = _build_rows(form, context)
    _explain(rows, form.translate)
    layout = _sort(form, rows, context.record_counts)
    for row in (*layout.options, *(row for category in layout.categories for row in category.rows)):
        for one in row.fields:
            one.described_by = row.hint_id
    layout.summary = list(dict.fromkeys(form.translate(label) for row in layout.options for label in _sum_up(row)))
    return layout


def _find_beside(form: "SheetForm") -> set[str]:
    """Return the players' entries that are asked for next to items with an owner, rather than in a row of their own."""
    beside: set[str] = set()
    for name, declaration in entries_of(players_entry(form.game.sheet).of).items():
        if isinstance(declaration, Holdings):
            beside |= declaration.entries_beside(
                {item for player in form.sheet.players for item in getattr(player, name)}
            )
    return beside


def _build_rows(form: "SheetForm", context: RowContext) -> list[Row]:
    """Build the rows of all shown entries, those of the whole sheet first."""
    rows: list[Row] = []
    for name, declaration in entries_of(form.game.sheet).items():
        if name != "players" and context.is_shown(declaration, [name]):
            rows += build_rows(_adapt(form, declaration, [name]), name, context, ONE)
    for name, declaration in entries_of(players_entry(form.game.sheet).of).items():
        paths = [f"players.{seat}.{name}" for seat in range(len(form.names))]
        if context.is_shown(declaration, paths, form.sheet.players):
            rows += build_rows(_adapt(form, declaration, paths), name, context, PER_PLAYER)
    for row in rows:
        add_extra_field(row, context)
    return rows


def _adapt(form: "SheetForm", declaration: Entry[Any], paths: Sequence[str]) -> Entry[Any]:
    """Return an entry as the sheet asks for it, but with all its keys if one that is not asked for has a fault."""
    adapted = declaration.adapt(form.sheet)
    if isinstance(declaration, Counts) and isinstance(adapted, Counts) and len(adapted.keys) < len(declaration.keys):
        unasked = {f"{path}.{key}" for path in paths for key in declaration.keys if key not in adapted.keys}
        if any(fault.path in unasked for fault in form.faults):
            return replace(adapted, keys=declaration.keys)
    return adapted


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


def _is_group(row: Row, group: Group) -> bool:
    """Return whether a row is all that a group asks for."""
    return row.per_seat and group.names == (row.name,)


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


@dataclass(frozen=True, slots=True)
class Filled:
    """A valid sheet: as it was entered, with letters for missing names (`named_sheet`), and as the names and values
    of a query.

    `confirmed` are the controls of what is confirmed as it stands, as a query; `form` has the fields that a page asks
    for again.
    """

    game: AnyGame
    sheet: Any
    named_sheet: Any
    query: Pairs
    confirmed: Pairs
    form: "SheetForm"

    @property
    def pairs(self) -> Pairs:
        """The whole query of a link to it."""
        return [*self.query, *self.confirmed]

    @property
    def link(self) -> dict[str, Any]:
        """The same as arguments for `url_for`."""
        return MultiDict(self.pairs).to_dict(flat=False)


NOT_ENTRIES = {"n", "to", "seats", "lang", "variants", "ask", *MOVES}
MAX_FIELD_ERRORS = 4
MAX_MESSAGES = 40
"""Upper limit of messages shown at once."""
MAX_HIDDEN_FIELDS = 400
"""Upper limit of hidden inputs copied from the link."""


class SheetForm(EntryForm):
    """The form of one game's sheet.

    `sheet` holds what could be read, `named_sheet` the same with letters for missing names; both exist even if there
    are faults. `validate()` checks the whole sheet and sets `faults` and the errors of fields and rows.
    """

    game: ClassVar[AnyGame]

    def __init__(self, query: MultiDict[str, str]) -> None:
        """Read a query as the game's sheet; surplus seats are dropped, missing ones are empty."""
        super().__init__(query)
        self.translate = translator()
        bounds = players_entry(self.game.sheet)
        self.least, self.most = bounds.low, bounds.high
        self.sheet_data = drop_unused_places(
            self.game.sheet, sheet_from_query(self.game.sheet, query.to_dict(flat=False))
        )
        seats = self.sheet_data["players"]
        self.sheet_data["players"] = [*seats, *({} for _ in range(self.least - len(seats)))][: self.most]
        self.sheet: Any
        self.sheet, self._load_faults = read_sheet(self.game.sheet, self.sheet_data)
        self.faults: list[Fault] = []
        self.questions: list[Fault] = []
        self.open_questions: list[OpenGroup] = []
        self.sure = sure_names(query)
        self.names = [player.name or LETTERS[seat] for seat, player in enumerate(self.sheet.players)]
        players = tuple(replace(player, name=name) for player, name in zip(self.sheet.players, self.names, strict=True))
        self.named_sheet = replace(self.sheet, players=players)

    @property
    def is_filled(self) -> bool:
        """Whether anything was entered besides names, colours and options."""
        has_entries = any(player.keys() - {"name", "colour"} for player in self.sheet_data["players"])
        return has_entries or bool(self.sheet_data.keys() - options_of(self.game.sheet).keys() - {"players"})

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the whole sheet, and add each fault to the errors of its field."""
        self.faults = limit_faults([*self._load_faults, *check_sheet(self.game, self.named_sheet, self._load_faults)])
        if self.faults:
            self.layout = build_layout(self)  # entries with faults are always shown
        super().validate(extra_validators)
        for fault in self.faults:
            field = self.field_of(fault.path)
            message = format_message(fault.message, fault.values, self.translate)
            if field is not None and len(field.errors) < MAX_FIELD_ERRORS and message not in field.errors:
                field.errors.append(message)
            elif field is None and (row := self._row_of(fault)):
                row.add_error(message)
        return not self.faults

    @cached_property
    def open_groups(self) -> list[OpenGroup]:
        """What nobody has answered besides numbers, confirmed or not."""
        return find_open_groups(self.game, self.sheet, self.translate)

    @property
    def unanswered(self) -> list[OpenGroup]:
        """What nobody has answered or confirmed besides numbers."""
        return [one for one in self.open_groups if not self.sure.issuperset(one.group.names)]

    @cached_property
    def filled(self) -> "Filled":
        """The valid sheet of this form, for all that is made of it."""
        confirmed = [(SURE, one.group.key) for one in self.open_groups if self.sure.issuperset(one.group.names)]
        return Filled(self.game, self.sheet, self.named_sheet, sheet_to_query(self.sheet), confirmed, self)

    def groups_of(self, line: str, row: Row | None = None) -> list[Group]:
        """Return the groups of a score line that a person can confirm as they stand, of the entries that the form
        shows: what is confirmed directly after `row`, or else what is confirmed at the end of the line.
        """
        groups = [group for group in find_groups(self.game) if group.line == line and group.cell in self.layout.fields]
        if row is not None:
            return [group for group in groups if _is_group(row, group)]
        rows = [one for category in self.layout.categories if category.key == line for one in category.plain_rows]
        return [group for group in groups if not any(_is_group(one, group) for one in rows)]

    def is_open(self, group: Group) -> bool:
        """Return whether nobody has answered a group, confirmed or not."""
        return any(one.group == group for one in self.open_groups)

    @property
    def is_asking(self) -> bool:
        """Whether the page asks before it scores."""
        return bool(self.questions or self.open_questions)

    def ask_again(self, answered: Container[str]) -> bool:
        """Add a question to each doubtful number, and to what nobody answered, if it is not in `answered`; what nobody
        answered is confirmed by being in it.

        Return whether there are any.
        """
        self.questions = [question for question in questions(self.sheet) if cell_name(question.path) not in answered]
        for question in self.questions:
            if field := self.field_of(question.path):
                field.errors.append(format_message(question.message, question.values, self.translate))
        groups = [set(one.group.names) for one in self.unanswered]
        self.sure = self.sure.union(*(names for names in groups if all(name in answered for name in names)))
        self.open_questions = self.unanswered
        for one in self.open_questions:
            if field := self.field_at(one.group.cell):
                field.errors.append(one.ask(self.translate))
        return self.is_asking

    @property
    def asked(self) -> str:
        """The value of the score button: the names of the entries that the page asks about."""
        names = [cell_name(question.path) for question in self.questions]
        return " ".join([*names, *(one.group.key for one in self.open_questions)]) or "1"

    @property
    def asks_about_blanks(self) -> bool:
        """Whether the score button asks about numbers that were left blank, which then do not simply count as 0."""
        return any(number.ask_if_blank for number in self._numbers)

    @property
    def _numbers(self) -> list[Number]:
        return [entry for entry in entries_of(players_entry(self.game.sheet).of).values() if isinstance(entry, Number)]

    @cached_property
    def layout(self) -> Layout:
        """The form's rows, grouped into options, position and categories; building it adds the fields to the form."""
        return build_layout(self)

    @cached_property
    def hidden_pairs(self) -> list[tuple[str, str]]:
        """The entries of the link that the form does not show, which hidden inputs carry along."""
        entries = {*entries_of(self.game.sheet), *entries_of(players_entry(self.game.sheet).of)}
        counts = self.layout.record_counts
        pairs = [(f"{name}.shown", str(count)) for name, count in counts.items()]
        names = {*NOT_ENTRIES, *self.layout.fields, *counts, *(name for name, _ in pairs)}
        pairs += [
            (name, value)
            for name, value in self.query.items(multi=True)
            if value and name not in names and not entries.isdisjoint(name.split(".")[:2])
        ]
        return pairs[:MAX_HIDDEN_FIELDS]

    def tie_fields(self, paths: Sequence[str]) -> list[EntryField]:
        """Return the form's fields for these tie inputs, changed for the result page: all levels can be chosen, and the
        hints stand in its own form.
        """
        fields = [one for one in map(self._own_field, paths) if one is not None]
        for one in fields:
            one.described_by = f"tie-{one.name.rpartition('.')[2]}" if one.entry.hint else ""
            if one.kind in ("highest", "steps"):
                one.kind = "select"
        return fields

    def is_expected(self, path: str) -> bool:
        """Return whether a blank number may have been forgotten; an unticked box is not a blank."""
        field = self._own_field(path)
        return field is not None and field.kind != "highest" and not field.start

    def record_fields(self, name: str) -> list[dict[str, EntryField]]:
        """Return the fields of each record of an entry by their names within the record."""
        by_number: dict[str, dict[str, EntryField]] = {}
        for path, one in self.layout.fields.items():
            entry, _, rest = path.partition(".")
            number, _, within = rest.partition(".")
            if entry == name and number.isdigit():
                by_number.setdefault(number, {})[within] = one
        return list(by_number.values())

    def _own_field(self, path: str) -> EntryField | None:
        """Return the field of exactly this entry."""
        return self.layout.fields.get(cell_name(path))

    def field_of(self, path: str) -> EntryField | None:
        """Return the field of a path: its own, that of the enclosing entry, or the first that assigns this item to
        the player.
        """
        fields, name = self.layout.fields, cell_name(path)
        if (field := self.field_at(name)) or not path.startswith("players."):
            return field
        seat, _, thing = name.partition(".")
        prefix = f"{thing.partition('.')[0]}."
        return next(
            (one for at, one in fields.items() if at.startswith(prefix) and str(one.data)[: len(seat)] == seat), None
        )

    def _fields_of(self, fault: Fault) -> list[EntryField]:
        """Return the field at fault, or all filled fields of the row at fault, or all that contradict each other."""
        if field := self.field_of(fault.path):
            return [field]
        if row := self._own_row(fault.path):
            return [field for field in row.fields if field.data]
        return [field for field in map(self._own_field, fault.entries) if field is not None and field.data]

    def _own_row(self, path: str) -> Row | None:
        """Return the row of exactly this entry, such as that of a round with a field for each seat."""
        return next((row for row in self.layout.rows if row.name == cell_name(path)), None)

    def _row_of(self, fault: Fault) -> Row | None:
        """Return the first row of the fields that contradict each other."""
        names = {field.name for field in self._fields_of(fault)}
        return next((row for row in self.layout.rows if any(one.name in names for one in row.fields)), None)

    def faults_json(self) -> list[dict[str, Any]]:
        """Return the faults for the sheet's script: as in the API, with the whole sentence and the names of the
        cells to mark.
        """
        return [self._mark_json(fault) for fault in self.faults]

    def questions_json(self) -> list[dict[str, Any]]:
        """Return the questions about a valid sheet's numbers, in the same shape."""
        return [self._mark_json(question) for question in questions(self.sheet)]

    def questions_before_reveal(self) -> list[dict[str, Any]]:
        """Return the questions about blanks that may not mean 0 and choices that nobody made.

        They do not tell what somebody entered.
        """
        blanks = [question for question in self.questions_json() if question["code"] == "blank"]
        return [*blanks, *(one.as_json(self.translate) for one in self.unanswered)]

    def _mark_json(self, fault: Fault) -> dict[str, Any]:
        names = [field.name for field in self._fields_of(fault)]
        return fault.as_json(self.translate) | {"sentence": self._sentence(fault), "cells": names}

    def messages(self) -> list[tuple[str, str]]:
        """The faults as (id of the cell or its category, or ""; message with the entry's owner), in the order found."""
        messages = dict.fromkeys(
            (self._anchor(fault), self._sentence(fault)) for fault in (*self.faults, *self.questions)
        )
        messages |= dict.fromkeys((f"f-{one.group.cell}", one.ask(self.translate)) for one in self.open_questions)
        return list(messages)[:MAX_MESSAGES]

    def _sentence(self, fault: Fault) -> str:
        return self._whose(fault.path) + format_message(fault.message, fault.values, self.translate)

    def _anchor(self, fault: Fault) -> str:
        if fields := self._fields_of(fault):
            return str(fields[0].id)
        try:
            heading = entries_of(players_entry(self.game.sheet).of)[fault.path.split(".")[2]].line
        except (IndexError, KeyError):
            return ""
        return f"c-{heading}" if heading in (category.key for category in self.layout.categories) else ""

    def _whose(self, path: str) -> str:
        """Return the owner of an entry as a message prefix: a round or region, or a player, or both."""
        try:
            where = locate(self.game.sheet, path)
        except (KeyError, ValueError, IndexError):
            return ""
        if "." not in path:
            return ""
        record = where.record.translated(self.translate) if where.record else ""
        name = self.names[where.seat] if where.seat is not None and where.seat < len(self.names) else ""
        pattern = self.translate(LABEL_OF_SEAT)
        return "".join(pattern % {"name": whose, "label": ""} for whose in (record, name) if whose)


@cache
def sheet_form(game: AnyGame) -> type[SheetForm]:
    """Return the form class of a game."""
    return type("SheetForm", (SheetForm,), {"game": game})


def cell_name(path: str) -> str:
    """Return an entry's field name: its path without `players.`."""
    return path.removeprefix("players.")


assert len(LETTERS) >= MAX_SEATS  # noqa: S101  every seat has a letter


def fill_form(game: AnyGame, query: MultiDict[str, str]) -> SheetForm:
    """Return a game's form filled from a query; a new number of players (`seats`) overrides `n`."""
    if "seats" in query:
        query = MultiDict(query)
        query["n"] = query["seats"]
        drop_taken_colours(query)
    return sheet_form(game)(query)


def require_filled_form(game: AnyGame) -> SheetForm:
    """Return the form of this request; redirect to the sheet if nothing was entered."""
    form = fill_form(game, read_query(game))
    if not form.is_filled:
        go_to_sheet(game)
    return form


def read_filled(game: AnyGame) -> Filled:
    """Return the sheet of this request; redirect to its page, which shows the faults, if it is empty or invalid."""
    form = require_filled_form(game)
    if not form.validate():
        go_to_sheet(game)
    return form.filled


def go_to_sheet(game: AnyGame) -> NoReturn:
    """Abort this request with a redirect to the game's sheet, with the same query."""
    abort(redirect(with_query(url_for("result.score", lang=language(), slug=game.slug))))
