"""The kinds of single entries that a sheet can hold: what each is called, what it may be, and when it is asked for.

The loader, the JSON Schema, the HTML form, the link and the score pad all read these declarations.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorers.words import N_, Fault

MOST = 999_999_999
"""No count on any table comes near this; it keeps sums within what every reader of JSON can hold."""


@dataclass(slots=True)
class Reading:
    """What is being read: the number of seats, and the faults found so far."""

    seats: int = 0
    faults: list[Fault] = field(default_factory=list)

    def fault(self, path: str, code: str, message: N_, **values: object) -> None:
        self.faults.append(Fault(path, code, message, values))


def _always(sheet: Any, player: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What an entry is. `line` is the score line it counts for, `rule` the heading that explains it (that line's, if not given).

    `when(sheet, player)` says whether the options in use need the entry (`player` is None for entries of the whole sheet);
    `offered(sheet)`, where a form should ask for more than is needed, whether it shows the entry.
    """

    label: N_
    hint: N_ = N_()
    line: str = ""
    rule: str = ""
    when: Callable[[Any, Any], bool] = _always
    offered: Callable[[Any], bool] | None = None

    @property
    def empty(self) -> Any:
        """What stands in the sheet where nothing was given."""
        return None

    @property
    def heading(self) -> str:
        return self.rule or (f"scoring-{self.line.replace('_', '-')}" if self.line else "")

    def read(self, raw: object, path: str, table: Reading) -> Any:
        """The value of `raw`, which is not None; where it cannot be, a fault is noted and the entry stays empty."""
        raise NotImplementedError

    def leaves(self, value: Any) -> Iterator[tuple[str, bool]]:
        """The number entries within: what follows the field's path, and whether it was typed."""
        yield from ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Kind):
    """A whole number. `faces` are what the pieces show for 0, 1, 2 …; a `tie_break` is asked for only when it would settle a tie."""

    low: int = 0
    high: int = MOST
    faces: tuple[str, ...] = ()
    tie_break: bool = False

    def read(self, raw: object, path: str, table: Reading) -> int | None:
        if type(raw) is not int:
            table.fault(path, "type", N_("%(label)s must be a whole number"), label=self.label)
        elif raw < self.low:
            table.fault(path, "too_few", N_("%(label)s must be %(low)s or more"), label=self.label, low=self.low)
        elif raw > self.high:
            table.fault(path, "too_many", N_("%(label)s must be %(high)s or fewer"), label=self.label, high=self.high)
        else:
            return raw
        return None

    def leaves(self, value: Any) -> Iterator[tuple[str, bool]]:
        if not self.tie_break:
            yield "", value is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Kind):
    """One of `options` (value -> label), the first if none is given. `alias` gives other spellings of a value.

    With `unset`, none may be chosen: the sheet then holds None, and a form calls it by this label.
    """

    options: Mapping[Any, str]
    alias: Mapping[Any, Any] = field(default_factory=dict)
    unset: N_ = N_()

    @property
    def empty(self) -> Any:
        return None if self.unset else next(iter(self.options))

    @property
    def numeric(self) -> bool:
        """Whether the options are whole numbers; else they are text."""
        return type(next(iter(self.options))) is int

    def read(self, raw: object, path: str, table: Reading) -> Any:
        if type(raw) is not (int if self.numeric else str):
            message = N_("%(label)s must be a whole number") if self.numeric else N_("%(label)s must be text")
            table.fault(path, "type", message, label=self.label)
            return self.empty
        value = self.alias.get(raw, raw)
        if value not in self.options:
            table.fault(path, "choice", N_("%(label)s must be one of %(options)s"), label=self.label, options=tuple(self.options))
            return self.empty
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Kind):
    """Yes or no; no if nothing is given."""

    @property
    def empty(self) -> bool:
        return False

    def read(self, raw: object, path: str, table: Reading) -> bool:
        if not isinstance(raw, bool):
            table.fault(path, "type", N_("%(label)s must be true or false"), label=self.label)
            return False
        return raw


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Kind):
    """Text of up to `most` characters; a `position` is what lies on the table written out, and is read by the room."""

    most: int
    position: bool = False

    def read(self, raw: object, path: str, table: Reading) -> str | None:
        if not isinstance(raw, str) or (not raw.isascii() and any("\ud800" <= letter <= "\udfff" for letter in raw)):
            table.fault(path, "type", N_("%(label)s must be text"), label=self.label)
        elif len(text := " ".join(raw.split())) > self.most:
            table.fault(path, "too_many", N_("%(label)s must be %(high)s characters or fewer"), label=self.label, high=self.most)
        else:
            return text or None
        return None
