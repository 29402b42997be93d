"""The rows and cells of a form: what is asked, under which name, and what was entered there."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict

from scorers.entries import Entry, EntryList, Records, Seats
from scorers.entries.seats import LETTERS
from scorers.model import N_, Translate, format_message

NOTHING = ("", "–")
LABEL_OF_SEAT = N_("%(name)s: %(label)s")
NUMBERED = N_("%(record)s %(number)s")
MAX_NUMBER_CHARACTERS = 40
MAX_LIST_CHARACTERS = 200
BLANK = " "
"""The placeholder of a number: nothing to see, but style sheets know by it that nothing was typed."""
FULL_LENGTH = 2000
"""Characters of a faulty text that a page gives back; more was never a sheet."""
_OWNER = re.compile(r"\d{1,2}", re.ASCII)

Options = Sequence[tuple[str, str]]


@dataclass(slots=True)
class Cell:
    """One control: what a browser sends under one `name`. `kind` says how it is drawn (see `templates/sheet/_controls.html`).

    `value` is what was entered, a list for check boxes; `seat` is the player it belongs to, if it belongs to one. `start` is the value that
    counts as long as none is chosen; `described_by` are the ids of texts about it that stand elsewhere in its row, and it
    `is_contradicted` where one of them is a fault. The keypad needs `max_value`, `slots` and the words for a list's items.
    """

    name: str
    label: str
    kind: str
    value: Any
    seat: int | None = None
    options: Options = ()
    max_length: int = 0
    placeholder: str = ""
    max_value: int | None = None
    slots: int = 0
    item_words: Mapping[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    start: str = ""
    described_by: str = ""
    is_contradicted: bool = False


@dataclass(slots=True)
class Row:
    """One question of the sheet: its cells are one for each seat (`per_seat`), or one for the whole table.

    Of several rows of one entry, the first carries the `hint` and the entry's `help`; any of them may have a help of its own. A row with
    help has the `heading` of its rule. `beside` is a cell that stands in the row too, as it is needed only because of what the row's own
    cell says. `errors` are faults of several of its cells together.
    """

    entry: Entry[Any]
    name: str
    label: str
    per_seat: bool
    cells: list[Cell]
    heading: str = ""
    hint: str = ""
    beside: Cell | None = None
    help: str = ""
    errors: list[str] = field(default_factory=list)

    @property
    def hint_id(self) -> str:
        """The id of the element that has the hint, "" where there is none."""
        return f"h-{self.name}" if self.hint else ""

    @property
    def errors_id(self) -> str:
        """The id of the element that says what is wrong with several of its cells together."""
        return f"row-{self.name}"

    def add_error(self, message: str) -> None:
        """Say what is wrong with several of its cells together, which those that are filled refer to."""
        self.errors.append(message)
        for cell in self.cells:
            if cell.value:
                cell.described_by, cell.is_contradicted = f"{self.hint_id} {self.errors_id}".strip(), True

    @property
    def is_filled(self) -> bool:
        """Whether anything was entered in it."""
        return any(cell.value for cell in self.cells)

    @property
    def is_stepped(self) -> bool:
        """Whether its cells, one for each seat, are buttons for a few values, which need a line of their own."""
        return self.per_seat and any(cell.kind == "steps" for cell in self.cells)

    @property
    def is_faulty(self) -> bool:
        """Whether any of it is at fault."""
        return bool(self.errors) or any(cell.errors for cell in self.cells)


@dataclass(slots=True)
class View:
    """What the making of rows has to know: the query, the sheet as far as it could be read, and the players' names in seat order.

    `is_shown(declaration, paths, players)` says whether the form asks for entries at all.
    """

    query: MultiDict[str, str]
    sheet: Any
    names: Sequence[str]
    translate: Translate
    is_shown: Callable[..., bool]

    def read_value(self, name: str) -> str:
        """What was entered under a name."""
        return self.query.get(name, "")[:FULL_LENGTH]

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


def owner_rows(declaration: Entry[Any], name: str, things: Options, view: View, states: Options = ()) -> Iterator[Row]:
    """A row for each thing, whose one cell asks who has it and, where there are any, in which of the states."""
    owners = view.owners(states or (("", ""),))
    for key, label in things:
        at = f"{name}.{key}"
        options, seat = [NOTHING, *owners], None
        if owner := _OWNER.match(value := view.read_value(at)):
            seat = int(owner[0])
            if value not in dict(options):
                # The link names a player who is no longer at the table: what was held comes back with the player.
                options.append((value[:20], LETTERS[seat] if seat < len(LETTERS) else str(seat)))
        cell = Cell(at, label, "held" if states else "owner", value, seat if seat in range(len(view.names)) else None, options)
        yield Row(declaration, at, label, per_seat=False, cells=[cell])


def item_words(declaration: EntryList, view: View) -> dict[str, str]:
    """The words for a list's items, which the keypad needs."""
    words = declaration.words
    return {
        "next": view.translate(words.next),
        "one": view.message(words.one, items="{items}"),
        "many": view.message(words.many, count="{count}", items="{items}"),
    }


def standing_row(name: str, inner_name: str, inner: Seats, count: int, view: View) -> Row:
    """Seats of which each stands in one record at a time: a select of the record's number for each seat."""
    label, options = view.translate(inner.label), [NOTHING, *((str(i), str(i + 1)) for i in range(count))]
    text, row = view.translate(LABEL_OF_SEAT), f"{name}.{inner_name}"
    cells = [
        Cell(f"{row}.{seat}", text % {"name": player, "label": label}, "select", view.read_value(f"{row}.{seat}"), seat, options)
        for seat, player in enumerate(view.names)
    ]
    return Row(inner, row, label, per_seat=True, cells=cells)


def record_count(declaration: Records, name: str, view: View, *, per_player: bool) -> int:
    """How many records a form asks for: those that are filled and, where they grow, one more."""
    holders = view.sheet.players if per_player else (view.sheet,)
    count = max(len(getattr(holder, name) or ()) for holder in holders)
    if declaration.grow:
        return min(max(count + 1, declaration.low), declaration.high)
    return max(declaration.shown(len(view.names)) if declaration.shown else declaration.high, count)
