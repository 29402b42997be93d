"""The rows of a sheet, each a question with its controls, and the context for building them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorers.entries import Entry, Where
from scorers.model import N_, Translate, format_message
from web.common.languages import message, translate
from web.sheet.entry_form import EntryForm
from web.sheet.fields import EntryField

LABEL_OF_SEAT = N_("%(name)s: %(label)s")


def label_entry(where: Where) -> str:
    """Return an entry's label, after that of its record, such as a round."""
    label = translate(where.label)
    return message(LABEL_OF_SEAT, name=where.record.translated(translate), label=label) if where.record else label


@dataclass(slots=True)
class Row:
    """One question of the sheet, with a field for each seat (`per_seat`) or one for the whole sheet.

    The first row of an entry has the entry's `hint` and `help`; any row may have a help of its own, and then the `heading` of its rule.
    `extra_field` is a number that an owner's choice adds to the row, given by seat and path (`extra`). `errors` are faults that concern
    several of its fields. Rows of the same one of several records that grow, such as a round, have its path and name in `record`;
    `next_record` is the name of the one after the last.
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

    `is_shown(declaration, paths, players)` tells whether the form shows an entry. The builders note in `record_counts` how many records
    of an entry they show.
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
