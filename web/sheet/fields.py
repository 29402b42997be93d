"""The WTForms field of each entry type: which controls ask for it, and how they are laid out in rows."""

from collections.abc import Iterator
from typing import Any

from scorers.entries import (
    HIGHEST,
    Boolean,
    Choice,
    Counts,
    Entry,
    EntryList,
    Holdings,
    MultipleChoice,
    Number,
    PerSeat,
    Records,
    Seats,
    SeatsByPlace,
    Text,
    drop_steering,
    entries_of,
)
from scorers.entries.seats import DIGITS, LETTERS
from web.sheet.entry_field import EntryField
from web.sheet.rows import (
    FULL_LENGTH,
    LABEL_OF_SEAT,
    NOTHING,
    NUMBERED,
    Cell,
    Options,
    Row,
    View,
    item_settings,
    owner_rows,
    record_count,
    standing_row,
)


class NumberField(EntryField):
    """A whole number: typed, or chosen by what the pieces show."""

    kind = "number"

    @classmethod
    def cell(cls, declaration: Entry[Any], name: str, label: str, view: View, seat: int | None = None) -> Cell:
        """A box to type in, or a select."""
        assert isinstance(declaration, Number)  # noqa: S101  the table says so
        if declaration.faces:
            options = [NOTHING, *((str(level), view.translate(face)) for level, face in enumerate(declaration.faces))]
            value = view.read_value(name)
            # A link may know the exact level, or hold what is no level: then all levels are offered.
            only_highest = declaration.only_highest and value in ("", str(declaration.high))
            start = "" if declaration.start is None else str(declaration.start)
            return Cell(name, label, "highest" if only_highest else "steps", value, seat, options, start=start)
        # A number pad on a phone has no minus sign, so where there can be one the keyboard has letters too.
        kind = "number" if declaration.low >= 0 else "signed"
        return Cell(name, label, kind, view.read_value(name), seat, settings=cls.settings(declaration))

    @classmethod
    def settings(cls, declaration: Entry[Any]) -> str:
        """How large the number can be, for the keypad: it goes on to the next cell where no digit can follow."""
        assert isinstance(declaration, Number)  # noqa: S101  the table says so
        return f' data-max="{declaration.high}"' if declaration.high < HIGHEST else ""


class TextField(EntryField):
    """Text in one line, or a position written out."""

    @classmethod
    def cell(cls, declaration: Entry[Any], name: str, label: str, view: View, seat: int | None = None) -> Cell:
        """A box of one line or of several."""
        assert isinstance(declaration, Text)  # noqa: S101  the table says so
        settings = "" if declaration.position else f' maxlength="{declaration.most}"'
        text = view.query.get(name, "")[: declaration.most + FULL_LENGTH]
        text = text if declaration.position else drop_steering(text)
        return Cell(name, label, "position" if declaration.position else "text", text, seat, settings=settings)


class EntryListField(EntryField):
    """Several numbers in one box."""

    kind = "list"

    @classmethod
    def cell(cls, declaration: Entry[Any], name: str, label: str, view: View, seat: int | None = None) -> Cell:
        """A box, which has the keypad's words for its items."""
        assert isinstance(declaration, EntryList)  # noqa: S101  the table says so
        return Cell(name, label, cls.kind, view.read_value(name), seat, settings=item_settings(declaration, view))


class ChoiceField(EntryField):
    """One of a few. What else a link may say is the loader's to refuse, in the sheet's own words."""

    kind = "select"

    @classmethod
    def options(cls, declaration: Entry[Any], view: View) -> Options:
        """The options, and before them none where none need be chosen or nobody has chosen yet."""
        assert isinstance(declaration, Choice)  # noqa: S101  the table says so
        nothing = declaration.unset or declaration.undecided
        unset = [("", view.translate(nothing))] if nothing else []
        return [*unset, *view.label_options(declaration.options)]

    @classmethod
    def cell(cls, declaration: Entry[Any], name: str, label: str, view: View, seat: int | None = None) -> Cell:
        """A select in which the default is chosen where nothing was, unless it has a word for that."""
        assert isinstance(declaration, Choice)  # noqa: S101  the table says so
        value = view.read_value(name) or ("" if declaration.undecided else str(declaration.empty or ""))
        return Cell(name, label, "select", value, seat, cls.options(declaration, view))


class BooleanField(EntryField):
    """A check box."""

    kind = "checkbox"


class MultipleChoiceField(EntryField):
    """Check boxes; or where a thing lies with one player at a time, a row for each thing in which its owner is marked."""

    @classmethod
    def rows_for(cls, declaration: Entry[Any], name: str, view: View, *, per_player: bool) -> Iterator[Row]:
        """One row of check boxes, or a row for each thing."""
        assert isinstance(declaration, MultipleChoice)  # noqa: S101  the table says so
        if declaration.one_owner and per_player:
            yield from owner_rows(declaration, name, view.label_options(declaration.options), view)
        else:
            yield from super().rows_for(declaration, name, view, per_player=per_player)

    @classmethod
    def cell(cls, declaration: Entry[Any], name: str, label: str, view: View, seat: int | None = None) -> Cell:
        """A group of check boxes."""
        assert isinstance(declaration, MultipleChoice)  # noqa: S101  the table says so
        return Cell(name, label, "checkboxes", view.query.getlist(name), seat, view.label_options(declaration.options))


class HoldingsField(EntryField):
    """A row for each thing: who has it, in which state, and beside it the number of its owner that it counts."""

    @classmethod
    def rows_for(cls, declaration: Entry[Any], name: str, view: View, *, per_player: bool) -> Iterator[Row]:
        """A row for each thing."""
        assert isinstance(declaration, Holdings)  # noqa: S101  the table says so
        things, states = view.label_options(declaration.keys), view.label_options(declaration.options)
        for row, key in zip(owner_rows(declaration, name, things, view, states), declaration.keys, strict=True):
            owner = row.cells[0].seat
            if key in declaration.counts and owner is not None:
                row.beside = _number_cell(view, owner, declaration.counts[key])
            yield row


class CountsField(EntryField):
    """A row of numbers for each key."""

    @classmethod
    def rows_for(cls, declaration: Entry[Any], name: str, view: View, *, per_player: bool) -> Iterator[Row]:
        """A row for each key."""
        assert isinstance(declaration, Counts)  # noqa: S101  the table says so
        for key, label in view.label_options(declaration.keys):
            cells = NumberField.cells(declaration.number(key), f"{name}.{key}", label, view, per_player=per_player)
            yield Row(declaration, f"{name}.{key}", label, per_player, cells)


class PerSeatField(EntryField):
    """One row with a cell for each seat."""

    @classmethod
    def rows_for(cls, declaration: Entry[Any], name: str, view: View, *, per_player: bool) -> Iterator[Row]:
        """A row whose cells are named `<name>.<seat>`."""
        label = view.translate(declaration.label)
        yield Row(declaration, name, label, per_seat=True, cells=cls.seat_cells(declaration, name, label, view))

    @classmethod
    def seat_cells(cls, declaration: Entry[Any], name: str, label: str, view: View) -> list[Cell]:
        """A cell for each seat, like the item of the entry."""
        assert isinstance(declaration, PerSeat)  # noqa: S101  the table says so
        of, text = FIELDS[type(declaration.item)], view.translate(LABEL_OF_SEAT)
        return [
            of.cell(declaration.item, f"{name}.{seat}", text % {"name": player, "label": label}, view, seat)
            for seat, player in enumerate(view.names)
        ]


class SeatsField(EntryField):
    """Check boxes, one for each player."""

    @classmethod
    def cell(cls, declaration: Entry[Any], name: str, label: str, view: View, seat: int | None = None) -> Cell:
        """A group of check boxes."""
        return Cell(name, label, "checkboxes", view.query.getlist(name), seat, view.owners())


class SeatsByPlaceField(EntryField):
    """A row for each place: the letters of those who stand there, from the left."""

    @classmethod
    def rows_for(cls, declaration: Entry[Any], name: str, view: View, *, per_player: bool) -> Iterator[Row]:
        """A row with one box for each place."""
        assert isinstance(declaration, SeatsByPlace)  # noqa: S101  the table says so
        title, text, as_letters = view.translate(declaration.label), view.translate(LABEL_OF_SEAT), str.maketrans(DIGITS, LETTERS)
        for key, label in declaration.keys.items():
            place = view.translate(label)
            at = f"{name}.{key}"
            caption = text % {"name": title, "label": place}
            if declaration.slots:
                slots = declaration.slots(view.sheet, key)
                signs = "".join([value.strip() or "-" for value in view.query.getlist(at)])[:200].rstrip("-")
                letters = signs.translate(as_letters)
                cell = Cell(at, caption, "slots", letters.ljust(slots, "-") if letters else "", settings=f' data-slots="{slots}"')
            else:  # a row of no fixed length stays as it was typed
                cell = Cell(at, caption, "slots", view.read_value(at))
            yield Row(declaration, at, place, per_seat=False, cells=[cell])


class RecordsField(EntryField):
    """Rows for each record: its own, or with a cell for each seat."""

    @classmethod
    def rows_for(cls, declaration: Entry[Any], name: str, view: View, *, per_player: bool) -> Iterator[Row]:
        """Rows by entry of the record, and within by record; where records grow, record by record."""
        assert isinstance(declaration, Records)  # noqa: S101  the table says so
        count = record_count(declaration, name, view, per_player=per_player)
        rows = [
            [row for i in range(count) for row in _record_rows(declaration, name, i, inner_name, inner, view, per_player=per_player)]
            if not isinstance(inner, Seats)
            else [standing_row(name, inner_name, inner, count, view)]
            for inner_name, inner in entries_of(declaration.of).items()
            if view.is_shown(inner, [f"{name}.{i}.{inner_name}" for i in range(count)])
        ]
        if declaration.grow and all(len(group) == count for group in rows):
            rows = [list(by_record) for by_record in zip(*rows, strict=True)]
        for group in rows:
            yield from group


def _record_rows(
    declaration: Records, name: str, i: int, inner_name: str, inner: Entry[Any], view: View, *, per_player: bool
) -> Iterator[Row]:
    caption = view.message(NUMBERED, record=declaration.label, number=i + 1)
    alone = len(entries_of(declaration.of)) == 1
    for row in FIELDS[type(inner)].rows_for(inner, f"{name}.{i}.{inner_name}", view, per_player=per_player):
        row.label = caption if alone else view.message(LABEL_OF_SEAT, name=caption, label=row.label)
        for cell in row.cells:
            cell.label = view.message(LABEL_OF_SEAT, name=caption, label=cell.label)
        yield row


def _number_cell(view: View, seat: int, path: str) -> Cell:
    """The cell of one number of a player, which lies at `path` within the player's entries."""
    name, _, key = path.partition(".")
    declaration = entries_of(type(view.sheet.players[seat]))[name]
    number = declaration.number(key) if isinstance(declaration, Counts) else declaration
    label = view.message(LABEL_OF_SEAT, name=view.names[seat], label=view.translate(number.label))
    return NumberField.cell(number, f"{seat}.{path}", label, view, seat)


FIELDS: dict[type[Entry[Any]], type[EntryField]] = {
    Boolean: BooleanField,
    Choice: ChoiceField,
    Counts: CountsField,
    EntryList: EntryListField,
    Holdings: HoldingsField,
    MultipleChoice: MultipleChoiceField,
    Number: NumberField,
    PerSeat: PerSeatField,
    Records: RecordsField,
    Seats: SeatsField,
    SeatsByPlace: SeatsByPlaceField,
    Text: TextField,
}
"""Entry type -> the field that asks for it."""
