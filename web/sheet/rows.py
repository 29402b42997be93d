"""The rows of a sheet, each a question with its controls, and what is needed to build them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorers.entries import Entry
from scorers.model import N_, Translate, format_message
from web.sheet.entry_form import EntryForm
from web.sheet.fields import EntryField, Options

LABEL_OF_SEAT = N_("%(name)s: %(label)s")
NUMBERED = N_("%(record)s %(number)s")


@dataclass(slots=True)
class Row:
    """One question of the sheet: its fields are one for each seat (`per_seat`), or one for the whole table.

    Of several rows of one entry, the first carries the `hint` and the entry's `help`; any of them may have a help of its own. A row with
    help has the `heading` of its rule. `extra_field` is a number that the row asks for too, because of what its own field says: that of
    the player of a seat, by path (`extra`). `errors` are faults of several of its fields together.
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

    @property
    def hint_id(self) -> str:
        """The id of the element that has the hint, "" where there is none."""
        return f"h-{self.name}" if self.hint else ""

    @property
    def errors_id(self) -> str:
        """The id of the element that says what is wrong with several of its fields together."""
        return f"row-{self.name}"

    def add_error(self, message: str) -> None:
        """Say what is wrong with several of its fields together, which those that are filled refer to."""
        self.errors.append(message)
        for one in self.fields:
            if one.data:
                one.described_by, one.is_contradicted = f"{self.hint_id} {self.errors_id}".strip(), True

    @property
    def is_filled(self) -> bool:
        """Whether anything was entered in it."""
        return any(one.data for one in self.fields)

    @property
    def is_stepped(self) -> bool:
        """Whether its fields, one for each seat, are buttons for a few values, which need a line of their own."""
        return self.per_seat and any(one.kind == "steps" for one in self.fields)

    @property
    def is_faulty(self) -> bool:
        """Whether any of it is at fault."""
        return bool(self.errors) or any(one.errors for one in self.fields)


@dataclass(slots=True)
class RowContext:
    """Input for building rows: the form, the sheet as far as it could be read, and the players' names in seat order.

    `is_shown(declaration, paths, players)` says whether the form asks for entries at all.
    """

    form: EntryForm
    sheet: Any
    names: Sequence[str]
    translate: Translate
    is_shown: Callable[..., bool]

    def add_field(self, field_class: type[EntryField], entry: Entry[Any], name: str, label: str, seat: int | None = None) -> EntryField:
        """Add one control to the form, filled with what was entered."""
        return self.form.add_field(name, field_class(label, entry, self, seat))

    def add_seat_fields(self, field_class: type[EntryField], entry: Entry[Any], name: str, label: str) -> list[EntryField]:
        """Add a control for each seat, whose number stands in the `name` as `{seat}`."""
        text = self.translate(LABEL_OF_SEAT)
        return [
            self.add_field(field_class, entry, name.format(seat=seat), text % {"name": player, "label": label}, seat)
            for seat, player in enumerate(self.names)
        ]

    def message(self, text: N_, **values: object) -> str:
        """A marked text with its places filled, in the reader's language."""
        return format_message(text, values, self.translate)

    def label_options(self, options: Mapping[Any, N_]) -> list[tuple[str, str]]:
        """Values with their labels in the reader's language."""
        return [(str(value), self.translate(label)) for value, label in options.items()]

    def owners(self, states: Options = (("", ""),)) -> list[tuple[str, str]]:
        """Each player, with each state that the thing can be in."""
        return [
            (f"{seat}{state}", f"{name} · {label}" if label else name) for seat, name in enumerate(self.names) for state, label in states
        ]
