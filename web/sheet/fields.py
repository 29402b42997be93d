"""The fields of a sheet's entries, their rows, and the form that holds them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from string import digits
from typing import Any, ClassVar, NamedTuple

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.i18n import DummyTranslations

from scorers.entries import (
    MAX_NUMBER,
    Boolean,
    Choice,
    Counts,
    Entry,
    EntryList,
    Grid,
    Holdings,
    HouseValues,
    LoadContext,
    MultipleChoice,
    Number,
    PerSeat,
    Records,
    Seats,
    SeatsByPlace,
    Text,
    Where,
    clean_name,
    entries_of,
)
from scorers.entries.seats import DIGITS, LETTERS
from scorers.model import N_, Translate, format_message
from scorers.service import dumps
from web.common.languages import message, translate

NOTHING = ("", "–")
EMPTY_SQUARE = N_("empty")
SQUARE_LABEL = N_("Row %(row)s, column %(column)s: %(square)s")
MARKED_SQUARE = N_("%(square)s, %(marks)s: %(count)s")
TAP_AGAIN = N_("Tap a square again to change its number: %(marks)s.")
PAINT_WITH = N_("Paint with")
MAX_NUMBER_CHARACTERS = 40
MAX_STEPS = 6
"""Most values that are shown side by side; more are a list to choose from."""
MAX_LIST_CHARACTERS = 200
BLANK = " "
"""An invisible placeholder, so that the style sheet can match blank numbers with `:placeholder-shown`."""
MAX_FAULTY_CHARACTERS = 2000
"""Upper limit of the faulty text that a page repeats."""
_OWNER = re.compile(r"\d{1,2}", re.ASCII)
_SQUARE = re.compile(r"\D\d?", re.ASCII)

Options = Sequence[tuple[str, str]]


class EntryField(Field):
    """One control. `data` is what was entered, a list for a group of check boxes.

    `seat` is the player it belongs to, if any. `described_by` are the ids of texts about it elsewhere in its row,
    and it `is_contradicted` where one of them is a fault.
    """

    kind = "text"
    choices: Options = ()
    start = ""
    """The value that counts until another is chosen."""
    max_length: ClassVar[int] = 0
    placeholder = ""
    max_value: int | None = None
    """The highest number; the keypad moves on to the next cell when no digit can follow."""
    slots = 0
    """The length of a row of letters, 0 if it is not fixed."""
    item_words: Mapping[str, str] = {}
    """The keypad's words for a list's items."""
    described_by = ""
    is_contradicted = False
    is_long_list = False
    """Whether it is a list of more values than fit side by side, with a line of its own."""
    is_free = False
    """Whether a blank is not counted among those that may have been forgotten."""
    data: Any

    def __init__(
        self, label: str, entry: Entry[Any], context: "RowContext", seat: int | None = None, **settings: Any
    ) -> None:
        super().__init__(label, id=f"f-{settings['name']}", **settings)
        self.entry, self.context, self.seat = entry, context, seat
        self.errors: list[str] = []

    def process_formdata(self, valuelist: list[str]) -> None:
        """Store the text as typed; the sheet's loader parses it and reports its faults."""
        self.data = valuelist[0][:MAX_FAULTY_CHARACTERS] if valuelist else ""


class NumberField(EntryField):
    """A whole number."""

    entry: Number
    max_length = MAX_NUMBER_CHARACTERS
    placeholder = BLANK

    def __init__(self, label: str, entry: Number, *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, *args, **settings)
        # Number pads of phones have no minus sign, so signed numbers use the full keyboard.
        self.kind = "number" if entry.low >= 0 else "signed"
        self.max_value = entry.high if entry.high < MAX_NUMBER else None
        self.is_free = entry.optional


class LevelField(EntryField):
    """A number chosen by the values printed on the pieces."""

    entry: Number

    def __init__(self, label: str, entry: Number, context: "RowContext", *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, context, *args, **settings)
        self.choices = [
            NOTHING,
            *((str(level), context.translate(face)) for level, face in enumerate(entry.faces, entry.low)),
        ]
        self.start = "" if entry.start is None else str(entry.start)
        self.is_long_list = len(entry.faces) > MAX_STEPS

    def process_formdata(self, valuelist: list[str]) -> None:
        """Ask only for the highest level if only that counts, unless the link has another value."""
        super().process_formdata(valuelist)
        if self.is_long_list:
            self.kind = "select"
        else:
            self.kind = "highest" if self.entry.only_highest and self.data in ("", str(self.entry.high)) else "steps"


class TextField(EntryField):
    """Text on one line, or a position on several."""

    entry: Text

    def __init__(self, label: str, entry: Text, *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, *args, **settings)
        self.kind = "position" if entry.position else "text"
        self.max_length = entry.most  # type: ignore[misc]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Store the text as typed, up to a limit."""
        text = valuelist[0][: self.entry.most + MAX_FAULTY_CHARACTERS] if valuelist else ""
        self.data = text if self.entry.position else clean_name(text)


class GridField(EntryField):
    """A painted grid: a text area in its notation, a line for each row, which a script replaces by squares to tap."""

    kind = "grid"
    entry: Grid

    def process_formdata(self, valuelist: list[str]) -> None:
        """Show a grid that can be read row by row with blanks between its squares; anything else stays as typed."""
        super().process_formdata(valuelist)
        context = LoadContext()
        painting = self.entry.load(self.data, "", context)
        if not context.faults:
            self.data = "\n".join(" ".join(_SQUARE.findall(row)) or "." for row in self.entry.write_rows(painting))

    @property
    def grid_json(self) -> str:
        """The grid as JSON for its script."""
        entry, context = self.entry, self.context
        words = {
            "empty": context.translate(EMPTY_SQUARE),
            "square": context.message(SQUARE_LABEL, row="{row}", column="{column}", square="{square}"),
            "marked": context.message(MARKED_SQUARE, square="{square}", marks=entry.marks, count="{count}"),
            "again": context.message(TAP_AGAIN, marks=entry.marks) if entry.most_marks else "",
            "palette": context.translate(PAINT_WITH),
        }
        palette = dict(self.notation)
        return dumps(
            {"rows": entry.rows, "columns": entry.columns, "palette": palette, "most": entry.most_marks, "words": words}
        )

    @property
    def notation(self) -> list[tuple[str, str]]:
        """The letters with what they stand for."""
        return self.context.label_options(self.entry.palette)


class EntryListField(EntryField):
    """Several numbers in one text box."""

    kind = "list"
    max_length = MAX_LIST_CHARACTERS
    placeholder = BLANK

    def __init__(self, label: str, entry: EntryList, context: "RowContext", *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, context, *args, **settings)
        self.item_words = {
            "next": context.translate(entry.words.next),
            "one": context.message(entry.words.one, items="{items}"),
            "many": context.message(entry.words.many, count="{count}", items="{items}"),
        }


class ChoiceField(EntryField):
    """One of several options. The loader, not WTForms, refuses other values, in the sheet's own words."""

    kind = "select"
    entry: Choice

    def __init__(self, label: str, entry: Choice, context: "RowContext", *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, context, *args, **settings)
        unset = [("", context.translate(entry.unset))] if entry.unset else []
        self.choices = [*unset, *context.label_options(entry.options)]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Select the default if nothing was chosen."""
        super().process_formdata(valuelist)
        self.data = self.data or ("" if self.entry.empty is None else str(self.entry.empty))


class BooleanField(EntryField):
    """A check box."""

    kind = "checkbox"


class MultipleChoiceField(EntryField):
    """A group of check boxes."""

    kind = "checkboxes"

    def __init__(
        self, label: str, entry: MultipleChoice | Seats, context: "RowContext", *args: Any, **settings: Any
    ) -> None:
        super().__init__(label, entry, context, *args, **settings)
        self.choices = context.label_seats() if isinstance(entry, Seats) else context.label_options(entry.options)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Store all ticked values."""
        self.data = valuelist


class Owner(NamedTuple):
    """A player who can own an item, and the state that it is in then; `value` is the choice of both."""

    value: str
    seat: str
    state: str
    name: str
    label: str


class OwnerField(EntryField):
    """The owner of an item: a mark in one of the players' columns."""

    kind = "owner"
    owners: list[Owner]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Offer the players, and any other owner in the link."""
        super().process_formdata(valuelist)
        states = self.context.label_options(self.entry.options) if isinstance(self.entry, Holdings) else [("", "")]
        seats = list(enumerate(self.context.names))
        self.owners = [
            Owner(f"{seat}{state}", str(seat), state, name, label) for seat, name in seats for state, label in states
        ]
        if owner := _OWNER.match(self.data):
            seat = int(owner[0])
            self.seat = seat if seat in range(len(seats)) else None
            if all(self.data != one.value for one in self.owners):
                # The owner in the link has left the table; if the player comes back, so does the item.
                value, name = self.data[:20], LETTERS[seat] if seat < len(LETTERS) else str(seat)
                state = value.lstrip(digits)
                self.owners.append(Owner(value, value.removesuffix(state), state, name, ""))
        self.choices = [
            NOTHING,
            *((one.value, f"{one.name} · {one.label}" if one.label else one.name) for one in self.owners),
        ]


class HolderField(OwnerField):
    """The owner of an item and its state: a button for each combination."""

    kind = "held"


class SlotsField(EntryField):
    """The seat letters in a place, from the left."""

    kind = "slots"
    max_length = MAX_NUMBER_CHARACTERS
    entry: SeatsByPlace

    def process_formdata(self, valuelist: list[str]) -> None:
        """Fill free slots with dashes; a row without fixed length stays as typed."""
        super().process_formdata(valuelist)
        if self.entry.slots:
            self.slots = self.entry.slots(self.context.sheet, self.name.rpartition(".")[2])
            letters = "".join([value.strip() or "-" for value in valuelist])[:200].rstrip("-").translate(_AS_LETTERS)
            self.data = letters.ljust(self.slots, "-") if letters else ""


_AS_LETTERS = str.maketrans(DIGITS, LETTERS)


class RecordNumberField(EntryField):
    """The number of the record that a seat is in."""

    kind = "select"

    def offer(self, count: int) -> None:
        """Offer the numbers of `count` records."""
        self.choices = [NOTHING, *((str(number), str(number + 1)) for number in range(count))]


_NO_TRANSLATIONS = DummyTranslations()


class EntryForm(FlaskForm):
    """A form with a field for each of a game's entries. It changes nothing on the server, so it has no CSRF token."""

    class Meta(FlaskForm.Meta):
        """No CSRF token, and no messages of WTForms: the loader reports the faults."""

        csrf = False

        def get_translations(self, form: object) -> DummyTranslations:
            """Return no translations, which WTForms would look up on disk for each field."""
            return _NO_TRANSLATIONS

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(formdata=query)
        self.query = query

    def add_field(self, name: str, unbound: UnboundField) -> EntryField:
        """Bind a field to this form and fill it with what the query holds.

        WTForms' `Form` takes its fields from the class, but the fields of a sheet depend on its players and options.
        """
        BaseForm.__setitem__(self, name, unbound)
        field: EntryField = self[name]
        field.process(self.query)
        return field

    def field_at(self, path: str) -> EntryField | None:
        """Return the field with this name, or that of the entry that contains it."""
        while path and path not in self:
            path = path.rpartition(".")[0]
        return self[path] if path else None


LABEL_OF_SEAT = N_("%(name)s: %(label)s")


def label_entry(where: Where) -> str:
    """Return an entry's label, after that of its record, such as a round."""
    label = translate(where.label)
    return message(LABEL_OF_SEAT, name=where.record.translated(translate), label=label) if where.record else label


@dataclass(slots=True)
class Row:
    """One question of the sheet, with a field for each seat (`per_seat`) or one for the whole sheet.

    The first row of an entry has the entry's `hint` and `help`; any row may have a help of its own, and then the
    `heading` of its rule. `extra_field` is a number that an owner's choice adds to the row, given by seat and path
    (`extra`). `errors` are faults that concern several of its fields. Rows of the same one of several records that
    grow, such as a round, have its path and name in `record`; `next_record` is the name of the one after the last.
    """

    entry: Entry[Any]
    name: str
    label: str
    per_seat: bool
    fields: list[EntryField]
    heading: str = ""
    hint: str = ""
    extra: tuple[int, str] | None = None
    extra_field: EntryField | None = None
    help: str = ""
    errors: list[str] = field(default_factory=list)
    record: tuple[str, str] | None = None
    next_record: str = ""

    @property
    def hint_id(self) -> str:
        """The id of the hint's element, "" if there is no hint."""
        return f"h-{self.name}" if self.hint else ""

    @property
    def errors_id(self) -> str:
        """The id of the element with the row's errors."""
        return f"row-{self.name}"

    def add_error(self, message: str) -> None:
        """Add a fault that concerns several of its fields; the filled ones refer to it."""
        self.errors.append(message)
        for one in self.fields:
            if one.data:
                one.described_by, one.is_contradicted = f"{self.hint_id} {self.errors_id}".strip(), True

    @property
    def is_filled(self) -> bool:
        """Whether any of its fields is filled."""
        return any(one.data for one in self.fields)

    @property
    def is_stepped(self) -> bool:
        """Whether its fields are levels, grids or areas of text per seat, which need a line of their own."""
        return self.per_seat and any(
            one.kind in ("steps", "grid", "position") or one.is_long_list for one in self.fields
        )

    @property
    def is_faulty(self) -> bool:
        """Whether it or any of its fields has errors."""
        return bool(self.errors) or any(one.errors for one in self.fields)


@dataclass(slots=True)
class RowContext:
    """Input for building rows: the form, the sheet as far as it could be read, and the players' names in seat order.

    `is_shown(declaration, paths, players)` tells whether the form shows an entry. The builders note in `record_counts`
    how many records of an entry they show.
    """

    form: EntryForm
    sheet: Any
    names: Sequence[str]
    translate: Translate
    is_shown: Callable[..., bool]
    record_counts: dict[str, int] = field(default_factory=dict)

    def add_field(
        self, field_class: type[EntryField], entry: Entry[Any], name: str, label: str, seat: int | None = None
    ) -> EntryField:
        """Add one control to the form, filled with what was entered."""
        return self.form.add_field(name, field_class(label, entry, self, seat))

    def add_seat_fields(
        self, field_class: type[EntryField], entry: Entry[Any], name: str, label: str
    ) -> list[EntryField]:
        """Add a control for each seat; `name` contains the placeholder `{seat}`."""
        text = self.translate(LABEL_OF_SEAT)
        return [
            self.add_field(field_class, entry, name.format(seat=seat), text % {"name": player, "label": label}, seat)
            for seat, player in enumerate(self.names)
        ]

    def message(self, text: N_, **values: object) -> str:
        """Translate a marked text and fill its placeholders."""
        return format_message(text, values, self.translate)

    def label_options(self, options: Mapping[Any, N_]) -> list[tuple[str, str]]:
        """Return options as values with translated labels."""
        return [(str(value), self.translate(label)) for value, label in options.items()]

    def label_seats(self) -> list[tuple[str, str]]:
        """Return an option for each player."""
        return [(str(seat), name) for seat, name in enumerate(self.names)]


PER_PLAYER = "{{seat}}.{name}"
PER_SEAT = "{name}.{{seat}}"
ONE = ""
"""Name patterns of a row's fields: seat first ("0.markers"), seat last ("walls.0"), or one for the sheet ("end_card").

The entry's name is filled in first, then the seat: "{{seat}}.{name}" becomes "{seat}.markers", and that "0.markers".
"""

RowBuilder = Callable[[Any, str, RowContext, str], Iterable[Row]]
"""Builds the rows of an entry, given its name, the context, and one of the name patterns above."""


def build_rows(entry: Entry[Any], name: str, context: RowContext, pattern: str) -> Iterable[Row]:
    """Return the rows that ask for an entry."""
    return ROWS[type(entry)](entry, name, context, pattern)


def _one_row(
    field_class: type[EntryField], entry: Entry[Any], name: str, context: RowContext, pattern: str
) -> list[Row]:
    """Build one row, with a field for each player or one for the whole sheet."""
    return [_row(field_class, entry, name, context.translate(entry.label), context, pattern)]


def _row(
    field_class: type[EntryField], entry: Entry[Any], name: str, label: str, context: RowContext, pattern: str
) -> Row:
    if pattern:
        fields = context.add_seat_fields(field_class, entry, pattern.format(name=name), label)
    else:
        fields = [context.add_field(field_class, entry, name, label)]
    return Row(entry, name, label, bool(pattern), fields)


def _number_class(entry: Number) -> type[EntryField]:
    return LevelField if entry.faces else NumberField


def _number_row(entry: Number, name: str, context: RowContext, pattern: str) -> list[Row]:
    return _one_row(_number_class(entry), entry, name, context, pattern)


def _choice_rows(entry: MultipleChoice, name: str, context: RowContext, pattern: str) -> Iterator[Row]:
    """Build a row of check boxes, or if each item has one owner, a row per item to mark its owner."""
    if entry.one_owner and pattern == PER_PLAYER:
        for key, label in context.label_options(entry.options):
            yield _row(OwnerField, entry, f"{name}.{key}", label, context, ONE)
    else:
        yield from _one_row(MultipleChoiceField, entry, name, context, pattern)


def _holding_rows(entry: Holdings, name: str, context: RowContext, _pattern: str) -> Iterator[Row]:
    """Build a row per item: its owner, its state, and next to it the owner's number that it scores."""
    for key, label in context.label_options(entry.keys):
        row = _row(HolderField, entry, f"{name}.{key}", label, context, ONE)
        owner = row.fields[0].seat
        if key in entry.counts and owner is not None:
            row.extra = owner, entry.counts[key]
        yield row


def add_extra_field(row: Row, context: RowContext) -> None:
    """Add a row's extra field, unless the form already has it."""
    if row.extra is None:
        return
    seat, path = row.extra
    if f"{seat}.{path}" in context.form:
        return
    name, _, key = path.partition(".")
    entry: Any = entries_of(type(context.sheet.players[seat]))[name].adapt(context.sheet)
    number = entry.number(key) if isinstance(entry, Counts) else entry
    # The keypad shows the label without the row's heading, so the label says what is counted.
    what = context.translate(number.label)
    if number is not entry:
        what = context.message(LABEL_OF_SEAT, name=context.translate(entry.label), label=what)
    label = context.message(LABEL_OF_SEAT, name=context.names[seat], label=what)
    row.extra_field = context.add_field(_number_class(number), number, f"{seat}.{path}", label, seat)


def _count_rows(entry: Counts, name: str, context: RowContext, pattern: str) -> Iterator[Row]:
    """Build a row of numbers for each key."""
    for key, label in context.label_options(entry.keys):
        number = entry.number(key)
        row = _row(_number_class(number), number, f"{name}.{key}", label, context, pattern)
        row.entry = entry
        yield row


def _seat_row(entry: PerSeat, name: str, context: RowContext, _pattern: str) -> Iterator[Row]:
    """Build one row like the entry's item, with a field for each seat; nobody has chosen at first."""
    item = replace(entry.item, label=entry.label)
    if isinstance(item, Choice) and not item.unset:
        item = replace(item, unset=N_(NOTHING[1]))
    for row in build_rows(item, name, context, PER_SEAT):
        row.entry = entry
        yield row


def _place_rows(entry: SeatsByPlace, name: str, context: RowContext, _pattern: str) -> Iterator[Row]:
    """Build a row with one text box for each place that has slots."""
    title = context.translate(entry.label)
    for key, label in context.label_options(
        {key: label for key, label in entry.keys.items() if _has_slots(entry, key, context)}
    ):
        row = _row(SlotsField, entry, f"{name}.{key}", label, context, ONE)
        row.fields[0].label.text = context.translate(LABEL_OF_SEAT) % {"name": title, "label": label}
        yield row


def _has_slots(entry: SeatsByPlace, place: str, context: RowContext) -> bool:
    return entry.slots is None or entry.slots(context.sheet, place) > 0


def _record_rows(entry: Records, name: str, context: RowContext, pattern: str) -> Iterator[Row]:
    """Build rows ordered by entry and then by record, or by record first if records grow."""
    count = _record_count(entry, name, context, pattern)
    shown = [
        (inner_name, inner.adapt(context.sheet))
        for inner_name, inner in entries_of(entry.of).items()
        if context.is_shown(inner, [f"{name}.{number}.{inner_name}" for number in range(count)])
    ]
    if shown and count:
        names = [f"{seat}.{name}" for seat in range(len(context.names))] if pattern else [name]
        context.record_counts |= dict.fromkeys(names, count)
    if entry.grow:
        for number in range(count):
            for inner_name, inner in shown:
                for row in _numbered_rows(entry, name, number, inner_name, inner, context, pattern):
                    if number + 1 == count < entry.high:
                        row.next_record = entry.name_of(count + 1).translated(context.translate)
                    yield row
        return
    for inner_name, inner in shown:
        if isinstance(inner, Seats):
            yield _record_number_row(name, inner_name, inner, count, context)
        else:
            for number in range(count):
                yield from _numbered_rows(entry, name, number, inner_name, inner, context, pattern)


def _record_count(entry: Records, name: str, context: RowContext, pattern: str) -> int:
    """Return how many records a form shows: those that are filled and, if records grow, one more."""
    holders = context.sheet.players if pattern else (context.sheet,)
    count = max(len(getattr(holder, name) or ()) for holder in holders)
    if entry.grow:
        return min(max(count + 1, entry.low), entry.high)
    return max(entry.shown(len(context.names)) if entry.shown else entry.high, count)


def _numbered_rows(
    entry: Records, name: str, number: int, inner_name: str, inner: Entry[Any], context: RowContext, pattern: str
) -> Iterator[Row]:
    caption = entry.name_of(number + 1).translated(context.translate)
    alone = len(entries_of(entry.of)) == 1
    for row in build_rows(inner, f"{name}.{number}.{inner_name}", context, pattern):
        if entry.grow:
            row.record = f"{name}.{number}", caption
        if alone:
            row.label = caption
        elif not entry.grow:
            row.label = context.message(LABEL_OF_SEAT, name=caption, label=row.label)
        for one in row.fields:
            one.label.text = context.message(LABEL_OF_SEAT, name=caption, label=one.label.text)
        yield row


def _record_number_row(name: str, inner_name: str, inner: Seats, count: int, context: RowContext) -> Row:
    """One select per seat: which record the seat is in."""
    row = _row(RecordNumberField, inner, f"{name}.{inner_name}", context.translate(inner.label), context, PER_SEAT)
    for one in row.fields:
        one.offer(count)
    return row


ROWS: dict[type[Entry[Any]], RowBuilder] = {
    Boolean: partial(_one_row, BooleanField),
    Choice: partial(_one_row, ChoiceField),
    Counts: _count_rows,
    EntryList: partial(_one_row, EntryListField),
    Grid: partial(_one_row, GridField),
    Holdings: _holding_rows,
    HouseValues: _count_rows,
    MultipleChoice: _choice_rows,
    Number: _number_row,
    PerSeat: _seat_row,
    Records: _record_rows,
    Seats: partial(_one_row, MultipleChoiceField),
    SeatsByPlace: _place_rows,
    Text: partial(_one_row, TextField),
}
"""Entry type -> builder of its rows."""
