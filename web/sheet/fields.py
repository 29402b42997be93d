"""The WTForms fields of a sheet: a control each, with what was typed into it and what is wrong with it.

How each `kind` of control looks is said in `templates/sheet/_controls.html`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from wtforms import Field

from scorers.entries import HIGHEST, Choice, Entry, EntryList, Holdings, MultipleChoice, Number, Seats, SeatsByPlace, Text, drop_steering
from scorers.entries.seats import DIGITS, LETTERS

if TYPE_CHECKING:
    from web.sheet.rows import RowContext

NOTHING = ("", "–")
MAX_NUMBER_CHARACTERS = 40
MAX_LIST_CHARACTERS = 200
BLANK = " "
"""The placeholder of a number: nothing to see, but style sheets know by it that nothing was typed."""
FULL_LENGTH = 2000
"""Characters of a faulty text that a page gives back; more was never a sheet."""
_OWNER = re.compile(r"\d{1,2}", re.ASCII)

Options = Sequence[tuple[str, str]]


class EntryField(Field):
    """One control: what a browser sends under one name. `data` is what was entered, a list for a group of check boxes.

    `seat` is the player it belongs to, if it belongs to one. `described_by` are the ids of texts about it that stand elsewhere in its row,
    and it `is_contradicted` where one of them is a fault.
    """

    kind = "text"
    choices: Options = ()
    start = ""
    """The value that counts as long as none is chosen."""
    max_length: ClassVar[int] = 0
    placeholder = ""
    max_value: int | None = None
    """The highest number, for the keypad: it goes on to the next cell where no digit can follow."""
    slots = 0
    """How many places a row of letters has; 0 where it has no fixed length."""
    item_words: Mapping[str, str] = {}
    """The keypad's words for a list's items."""
    described_by = ""
    is_contradicted = False
    data: Any

    def __init__(self, label: str, entry: Entry[Any], context: "RowContext", seat: int | None = None, **settings: Any) -> None:
        super().__init__(label, id=f"f-{settings['name']}", **settings)
        self.entry, self.context, self.seat = entry, context, seat
        self.errors: list[str] = []

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep what was entered as it was typed: the sheet's loader reads it, and says what is wrong with it."""
        self.data = valuelist[0][:FULL_LENGTH] if valuelist else ""


class NumberField(EntryField):
    """A whole number."""

    entry: Number
    max_length = MAX_NUMBER_CHARACTERS
    placeholder = BLANK

    def __init__(self, label: str, entry: Number, *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, *args, **settings)
        # A number pad on a phone has no minus sign, so where there can be one the keyboard has letters too.
        self.kind = "number" if entry.low >= 0 else "signed"
        self.max_value = entry.high if entry.high < HIGHEST else None


class LevelField(EntryField):
    """A number chosen by what the pieces show."""

    entry: Number

    def __init__(self, label: str, entry: Number, context: "RowContext", *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, context, *args, **settings)
        self.choices = [NOTHING, *((str(level), context.translate(face)) for level, face in enumerate(entry.faces))]
        self.start = "" if entry.start is None else str(entry.start)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Ask for the highest level alone where only that counts, unless a link knows the exact level or holds what is none."""
        super().process_formdata(valuelist)
        self.kind = "highest" if self.entry.only_highest and self.data in ("", str(self.entry.high)) else "steps"


class TextField(EntryField):
    """Text in one line, or a position written out in several."""

    entry: Text

    def __init__(self, label: str, entry: Text, *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, *args, **settings)
        self.kind = "position" if entry.position else "text"
        self.max_length = entry.most  # type: ignore[misc]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Give back what was typed, as far as it could be a text at all."""
        text = valuelist[0][: self.entry.most + FULL_LENGTH] if valuelist else ""
        self.data = text if self.entry.position else drop_steering(text)


class EntryListField(EntryField):
    """Several numbers in one box."""

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
    """One of a few. What else a link may say is the loader's to refuse, in the sheet's own words."""

    kind = "select"
    entry: Choice

    def __init__(self, label: str, entry: Choice, context: "RowContext", *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, context, *args, **settings)
        nothing = entry.unset or entry.undecided
        unset = [("", context.translate(nothing))] if nothing else []
        self.choices = [*unset, *context.label_options(entry.options)]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Choose the default where nothing was chosen, unless the entry has a word for that."""
        super().process_formdata(valuelist)
        self.data = self.data or ("" if self.entry.undecided else str(self.entry.empty or ""))


class BooleanField(EntryField):
    """A check box."""

    kind = "checkbox"


class MultipleChoiceField(EntryField):
    """A group of check boxes."""

    kind = "checkboxes"

    def __init__(self, label: str, entry: MultipleChoice | Seats, context: "RowContext", *args: Any, **settings: Any) -> None:
        super().__init__(label, entry, context, *args, **settings)
        self.choices = context.owners() if isinstance(entry, Seats) else context.label_options(entry.options)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep all that are ticked."""
        self.data = valuelist


class OwnerField(EntryField):
    """Who has a thing: a mark in one of the players' columns."""

    kind = "owner"

    def states(self) -> Options:
        """The states that the thing can be in, with their labels."""
        return [("", "")]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Offer the players, and whoever the link names."""
        super().process_formdata(valuelist)
        choices = [NOTHING, *self.context.owners(self.states())]
        if owner := _OWNER.match(self.data):
            seat = int(owner[0])
            self.seat = seat if seat in range(len(self.context.names)) else None
            if self.data not in dict(choices):
                # The link names a player who is no longer at the table: what was held comes back with the player.
                choices.append((self.data[:20], LETTERS[seat] if seat < len(LETTERS) else str(seat)))
        self.choices = choices


class HolderField(OwnerField):
    """Who holds a thing, and in which state: a button for each."""

    kind = "held"
    entry: Holdings

    def states(self) -> Options:
        """The states that the thing can be in, with their labels."""
        return self.context.label_options(self.entry.options)


class SlotsField(EntryField):
    """The letters of those who stand in a place, from the left."""

    kind = "slots"
    max_length = MAX_NUMBER_CHARACTERS
    entry: SeatsByPlace

    def process_formdata(self, valuelist: list[str]) -> None:
        """Fill the free places with dashes; a row of no fixed length stays as it was typed."""
        super().process_formdata(valuelist)
        if self.entry.slots:
            self.slots = self.entry.slots(self.context.sheet, self.name.rpartition(".")[2])
            letters = "".join([value.strip() or "-" for value in valuelist])[:200].rstrip("-").translate(_AS_LETTERS)
            self.data = letters.ljust(self.slots, "-") if letters else ""


_AS_LETTERS = str.maketrans(DIGITS, LETTERS)


class RecordNumberField(EntryField):
    """Which of several records a seat stands in."""

    kind = "select"

    def offer(self, count: int) -> None:
        """Let the records be chosen by their numbers."""
        self.choices = [NOTHING, *((str(number), str(number + 1)) for number in range(count))]
