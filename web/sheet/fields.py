"""The WTForms fields of a sheet, one per control.

`templates/sheet/_controls.html` has a macro for each `kind` of control.
"""

import re
from collections.abc import Mapping, Sequence
from string import digits
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from wtforms import Field

from scorers.entries import (
    MAX_NUMBER,
    Choice,
    Entry,
    EntryList,
    Grid,
    Holdings,
    LoadContext,
    MultipleChoice,
    Number,
    Seats,
    SeatsByPlace,
    Text,
    clean_name,
)
from scorers.entries.seats import DIGITS, LETTERS
from scorers.model import N_
from scorers.service import dumps

if TYPE_CHECKING:
    from web.sheet.rows import RowContext

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
        nothing = entry.unset or entry.undecided
        unset = [("", context.translate(nothing))] if nothing else []
        self.choices = [*unset, *context.label_options(entry.options)]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Select the default if nothing was chosen, unless the entry has a label for that."""
        super().process_formdata(valuelist)
        self.data = self.data or ("" if self.entry.undecided else str(self.entry.empty or ""))


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
