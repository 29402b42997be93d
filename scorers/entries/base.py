"""The base class of all entry types, with labels, faults, blanks and query strings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Generic, NamedTuple, Self, TypeAlias, TypeVar

from scorers.model import N_, Fault, Translate, format_message, scoring_heading

T = TypeVar("T")
Query = Mapping[str, Sequence[str]]
"""A query string: name -> values."""

Condition: TypeAlias = Callable[[Any, Any], bool]
"""A condition of a sheet and a player; for what belongs to the whole sheet, the player is None."""

MAX_NUMBER = 999_999_999
"""Upper limit of any number, so that sums are exact in every JSON parser."""
OPTION_KINDS = ("edition", "module", "cards", "interpretation", "board", "length", "house")
"""The kinds of options: the edition, expansions and other parts in play, scoring cards drawn for the game, an
interpretation of a disputed rule, the side of the board, the length of a game or match, and a group's house rules."""
MAX_FAULTS = 100
"""Upper limit of reported faults, so that a small request cannot cause a large response."""


class Blank(NamedTuple):
    """An entry that the options need and nobody answered; `seat` is its player, None for an entry of the whole sheet.

    It is a number that nobody entered or, if it is no `is_number`, a choice that nobody made.
    """

    path: str
    seat: int | None
    is_number: bool = True


@dataclass(slots=True)
class LoadContext:
    """The state of loading a sheet: the number of seats, and the faults found so far."""

    seats: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def known_seats(self) -> frozenset[int | None]:
        """The valid seats, and None for nobody."""
        return _known_seats(self.seats)

    def add(self, path: str, code: str, message: N_, **values: object) -> None:
        """Add a fault, up to the limit."""
        if len(self.faults) <= MAX_FAULTS:
            self.faults.append(Fault(path, code, message, values))

    def add_unknown(self, prefix: str, key: str) -> None:
        """Add a fault for an unknown key; a long key is truncated."""
        self.add(prefix + key[:60], "unknown", N_("%(key)s is not known here"), key=key[:60])


@cache
def _known_seats(count: int) -> frozenset[int | None]:
    return frozenset([None, *range(count)])


class EnteredNumber(NamedTuple):
    """A number entered in a sheet or part of one, with its path and its player's seat (None if it belongs to the
    whole sheet).

    `put(number)` returns a copy of the sheet or part with another number, between `low` and `high`. A `tie_input`
    scores nothing.
    """

    path: str
    seat: int | None
    value: int
    low: int
    high: int
    tie_input: bool
    put: Callable[[int], Any]

    def within(self, put_part: Callable[[Any], Any]) -> "EnteredNumber":
        """Return the number within the enclosing value; `put_part(part)` returns that value with the part replaced."""
        put = self.put
        return self._replace(put=lambda number: put_part(put(number)))


class PieceWords(NamedTuple):
    """The texts for a player having one piece `fewer` or `more` on a board.

    Placeholders are the player's `name` and the `place`.
    """

    fewer: N_
    more: N_ = N_()

    def choose(self, *, is_more: bool) -> N_:
        """Return the text for one piece more, or for one fewer."""
        return self.more if is_more else self.fewer


class PieceChange(NamedTuple):
    """One piece more or fewer of the player at `seat`: the path on the board, and its JSON data `before` and `after`.

    `place` is where the piece is, `sentence` describes the change, and `changed` is a copy of the sheet or of its board
    with it.
    """

    path: str
    seat: int
    is_more: bool
    before: Any
    after: Any
    place: str
    sentence: N_
    changed: Any


class RecordName(NamedTuple):
    """The name of one of several records: `pattern` has placeholders for their label, `record`, and the `number`
    from 1.
    """

    record: N_
    number: int
    pattern: N_ = N_("%(record)s %(number)s")

    def translated(self, translate: Translate) -> str:
        """Return the name in the language of `translate`."""
        return format_message(self.pattern, {"record": self.record, "number": self.number}, translate)


class Where(NamedTuple):
    """The target of a path: the entry's label, its player's seat, and its record."""

    label: N_
    seat: int | None = None
    record: RecordName | None = None


def always(sheet: Any, player: Any) -> bool:
    """Hold for every sheet and player."""
    return True


def never(sheet: Any, player: Any) -> bool:
    """Hold for no sheet."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """How an entry differs on sheets of which `condition` holds: another label, hint or help, and only some of its
    `keys`.
    """

    condition: Condition
    label: N_ = N_()
    hint: N_ = N_()
    help: N_ = N_()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Generic[T]):
    """One thing that the sheet asks for, with its `label` and, in `hint`, a few words about what to count.

    `help` explains in whole sentences what to count, where to look and what it scores; tests compare its numbers with
    the constants.

    `line` is the score line that it belongs to, `rule` the heading that explains it (by default the line's).
    `asked_if(sheet, player)` tells whether the sheet asks for the entry at all; otherwise the form omits it, and
    nothing is missing. `replaced_if(sheet, player)` tells whether another entry gives the same: the form still shows
    it, but nothing is missing if it is blank. `fold` is the label of a disclosure that hides the entry until it is
    filled. An `optional` entry is never open: it may stay blank under all options. An option that is `per_game`, such
    as a card drawn before each game, is reset for the next game of the same players; other options are kept.

    The first of the `cases` whose condition holds changes the words of the entry, and which of its keys are asked for.

    Every option has a `kind`, one of `OPTION_KINDS`. If its values are interpretations of a disputed rule, `disputed`
    is the heading id of the section that discusses them.
    """

    label: N_
    hint: N_ = N_()
    help: N_ = N_()
    line: str = ""
    rule: str = ""
    asked_if: Condition = always
    replaced_if: Condition = never
    fold: N_ = N_()
    optional: bool = False
    per_game: bool = False
    kind: str = ""
    disputed: str = ""
    cases: tuple[Case, ...] = ()

    @property
    def empty(self) -> T:
        """The value if nothing was entered."""
        raise NotImplementedError

    @property
    def nullable(self) -> bool:
        """Whether null is allowed as a blank."""
        return True

    @property
    def is_number(self) -> bool:
        """Whether its blanks are numbers, which `blanks` yields."""
        return False

    @property
    def has_blank(self) -> bool:
        """Whether `empty` is no possible answer; a box that is not ticked may be one."""
        return self.empty is None

    def adapt(self, sheet: Any) -> Self:
        """Return the entry as a sheet asks for it, in the first of its cases that holds."""
        if not self.cases:  # almost always, and a score adapts every entry
            return self
        case = next((case for case in self.cases if case.condition(sheet, None)), None)
        if case is None:
            return self
        changes: dict[str, Any] = {name: text for name in ("label", "hint", "help") if (text := getattr(case, name))}
        if case.keys:
            labels = getattr(self, "keys", {})
            changes["keys"] = {key: labels[key] for key in case.keys}
        return replace(self, cases=(), **changes)

    def is_needed(self, sheet: Any, player: Any) -> bool:
        """Return whether the entry counts: the sheet asks for it, and no other entry replaces it."""
        return self.asked_if(sheet, player) and not self.replaced_if(sheet, player)

    @property
    def heading(self) -> str:
        """The heading id of the entry's rule, or ""."""
        return self.rule or self.disputed or (scoring_heading(self.line) if self.line else "")

    def load(self, raw: object, path: str, context: LoadContext) -> T:
        """Load the JSON value `raw`, which is not None; if it is invalid, add a fault and return `empty`."""
        raise NotImplementedError

    def schema(self, translate: Translate) -> dict[str, Any]:
        """Return the JSON Schema of what `load` accepts, without title and description."""
        raise NotImplementedError

    def described_schema(self, translate: Translate) -> dict[str, Any]:
        """Return the JSON Schema with the label as title, hint and help as description, and `null` for a blank."""
        schema = {"title": translate(self.label)} | self.schema(translate)
        if self.hint or self.help:
            schema["description"] = "\n".join(translate(text) for text in (self.hint, self.help) if text)
        if self.nullable and isinstance(schema.get("type"), str):
            schema["type"] = [schema["type"], "null"]
        return schema

    def blanks(self, value: Any, path: str, seat: int | None, seats: int) -> Iterator[Blank]:
        """Yield the blank number entries within the value at `path`, on a sheet for so many `seats`."""
        yield from ()

    def unanswered(self, value: Any, path: str, sheet: Any) -> Iterator[str]:
        """Yield the paths of the choices within the value at `path` that nobody made; see `blanks` for numbers."""
        if value == self.empty and not self.optional:
            yield path

    def entered_numbers(self, value: Any, path: str, seat: int | None) -> Iterator[EnteredNumber]:
        """Yield the numbers entered within the value at `path`."""
        yield from ()

    def piece_changes(self, value: Any, path: str, sheet: Any) -> Iterator[PieceChange]:
        """Yield the copies of the board `value` at `path` with one piece of any player more or fewer, legal or not."""
        yield from ()

    def locate(self, steps: Sequence[str], seat: int | None) -> Where:
        """Resolve the rest of a path within the entry."""
        return Where(self.label, seat)

    # Query strings: an entry of the whole sheet or of a record is named `<name>`, a player's entry `<seat>.<name>`.

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Return the JSON data of the values under `name`; None if they are blank."""
        raise NotImplementedError

    def write_query(self, value: T, name: str) -> Iterator[tuple[str, str]]:
        """Yield the names and values from which `read_query` restores this value, which is not empty."""
        yield name, str(value)

    def read_seats_query(self, query: Query, name: str, seats: int) -> list[Any]:
        """Return the JSON data of each player's entry."""
        return [self.read_query(query, f"{seat}.{name}", seats) for seat in range(seats)]

    def write_seats_query(self, values: Sequence[T], name: str) -> Iterator[tuple[str, str]]:
        """Yield the names and values from which `read_seats_query` restores these values."""
        for seat, value in enumerate(values):
            if value != self.empty and value is not None:
                yield from self.write_query(value, f"{seat}.{name}")

    def read_records_query(self, query: Query, prefix: str, name: str, count: int, seats: int) -> list[Any]:
        """Return the JSON data of this entry in each of the records under `prefix`."""
        return [self.read_query(query, f"{prefix}.{i}.{name}", seats) for i in range(count)]

    def write_records_query(self, values: Sequence[T], prefix: str, name: str) -> Iterator[tuple[str, str]]:
        """Yield the names and values from which `read_records_query` restores these values."""
        for i, value in enumerate(values):
            if value != self.empty and value is not None:
                yield from self.write_query(value, f"{prefix}.{i}.{name}")


def entry(declaration: Entry[T]) -> T:
    """Return a dataclass field for an entry: `left: int | None = entry(Number(label=N_("Pagodas left"), high=24))`.

    Its default is the entry's `empty`.
    """
    empty, metadata = declaration.empty, {"entry": declaration}
    if isinstance(empty, Mapping):  # a mutable default must not be shared
        dataclass_field: T = field(default_factory=lambda: declaration.empty, metadata=metadata)
    else:
        dataclass_field = field(default=empty, metadata=metadata)
    return dataclass_field


def entries_of(sheet_type: type[Any]) -> Mapping[str, Entry[Any]]:
    """Return the entries that a dataclass declares, by field name."""
    return _entries_of(sheet_type)  # type: ignore[arg-type]  # mypy does not see that classes are hashable


@cache
def _entries_of(sheet_type: type[Any]) -> Mapping[str, Entry[Any]]:
    return {
        attribute.name: attribute.metadata["entry"] for attribute in fields(sheet_type) if "entry" in attribute.metadata
    }


def whole(raw: object) -> object:
    """Return a number without a fraction as an int, since JSON does not tell 3.0 from 3; anything else unchanged."""
    return int(raw) if type(raw) is float and raw.is_integer() else raw


def first_value(query: Query, name: str) -> str:
    """Return the first value under a name, stripped, or ""."""
    values = query.get(name)
    return values[0].strip() if values else ""


def object_schema(**properties: Any) -> dict[str, Any]:
    """Return the JSON Schema of an object that requires all of these properties."""
    return {"type": "object", "properties": properties, "required": list(properties)}
