"""The rows and cells of a form: what is asked, under which name, and what was entered there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict

from scorers.entries import Entry
from scorers.model import N_, Translate, format_message

NOTHING = ("", "–")
LABEL_OF_SEAT = N_("%(name)s: %(label)s")
NUMBERED = N_("%(record)s %(number)s")
FULL_LENGTH = 2000
"""Characters of a faulty text that a page gives back; more was never a sheet."""

Options = Sequence[tuple[str, str]]


@dataclass(slots=True)
class Cell:
    """One control: what a browser sends under one `name`. `kind` says how it is drawn (see `web.widgets`).

    `value` is what was entered, a list for check boxes; `seat` is the player it belongs to, if it belongs to one.
    """

    name: str
    label: str
    kind: str
    value: Any
    seat: int | None = None
    options: Options = ()
    settings: str = ""
    errors: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Row:
    """One question of the sheet: its cells are one for each seat (`per_seat`), or one for the whole table.

    Of several rows of one entry, the first carries the `hint` and the `heading` of its rule.
    """

    entry: Entry[Any]
    name: str
    label: str
    per_seat: bool
    cells: list[Cell]
    heading: str = ""
    hint: str = ""


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

    def typed(self, name: str) -> str:
        """What was entered under a name."""
        return self.query.get(name, "")[:FULL_LENGTH]

    def message(self, text: N_, **values: object) -> str:
        """A marked text with its places filled, in the reader's language."""
        return format_message(text, values, self.translate)

    def owners(self, states: Options = (("", ""),)) -> list[tuple[str, str]]:
        """Each player, with each state that the thing can be in."""
        return [
            (f"{seat}{state}", f"{name} · {label}" if label else name) for seat, name in enumerate(self.names) for state, label in states
        ]
