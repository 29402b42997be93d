"""Rows of fields for each entry type."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from scorers.entries import (
    Boolean,
    Choice,
    Counts,
    Entry,
    EntryList,
    Grid,
    Holdings,
    HouseValues,
    MultipleChoice,
    Number,
    PerSeat,
    Records,
    Seats,
    SeatsByPlace,
    Text,
    entries_of,
)
from scorers.model import N_
from web.sheet.fields import (
    NOTHING,
    BooleanField,
    ChoiceField,
    EntryField,
    EntryListField,
    GridField,
    HolderField,
    LevelField,
    MultipleChoiceField,
    NumberField,
    OwnerField,
    RecordNumberField,
    SlotsField,
    TextField,
)
from web.sheet.rows import LABEL_OF_SEAT, Row, RowContext

PER_PLAYER = "{{seat}}.{name}"
PER_SEAT = "{name}.{{seat}}"
ONE = ""
"""Name patterns of a row's fields: seat first, seat last, or one field for the whole sheet."""

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
    entry: Any = entries_of(type(context.sheet.players[seat]))[name]
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
        (inner_name, inner)
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
        for field in row.fields:
            field.label.text = context.message(LABEL_OF_SEAT, name=caption, label=field.label.text)
        yield row


def _record_number_row(name: str, inner_name: str, inner: Seats, count: int, context: RowContext) -> Row:
    """One select per seat: which record the seat is in."""
    row = _row(RecordNumberField, inner, f"{name}.{inner_name}", context.translate(inner.label), context, PER_SEAT)
    for field in row.fields:
        field.offer(count)
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
