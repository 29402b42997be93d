"""What every entry type shares: its label and place on the sheet, and how faults, blanks and links work with it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from scorers.model import N_, Fault, Translate, scoring_heading

T = TypeVar("T")
Query = Mapping[str, Sequence[str]]
"""A link's query string: name -> its values."""

HIGHEST = 999_999_999
"""No count on any table comes near this; it keeps sums within what every reader of JSON can hold."""
OPTION_KINDS = ("edition", "module", "interpretation", "board", "length", "house")
"""What an option can be: the box in use, cards or an expansion played with, one reading of a disputed rule, the side of the board, how
long a game or a match is, and the values of a group's own house rules."""
FAULTS_AT_MOST = 100
"""No sheet is answered with more faults than these, so that no small request makes a large answer."""


class Blank(NamedTuple):
    """A number entry that the options in use need and nobody entered; `seat` is its player, None for one of the whole sheet."""

    path: str
    seat: int | None


@dataclass(slots=True)
class LoadContext:
    """What the loading of one sheet knows: the number of seats, and the faults found so far."""

    seats: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def known_seats(self) -> frozenset[int | None]:
        """The seats at the table, and None for nobody."""
        return _known_seats(self.seats)

    def add(self, path: str, code: str, message: N_, **values: object) -> None:
        """Note a fault. Beyond the most that are answered, further ones are passed over."""
        if len(self.faults) <= FAULTS_AT_MOST:
            self.faults.append(Fault(path, code, message, values))

    def add_unknown(self, prefix: str, key: str) -> None:
        """Note a key that the sheet does not have; of an overlong key only the beginning is repeated."""
        self.add(prefix + key[:60], "unknown", N_("%(key)s is not known here"), key=key[:60])


@cache
def _known_seats(count: int) -> frozenset[int | None]:
    return frozenset([None, *range(count)])


class EnteredNumber(NamedTuple):
    """A number that stands in a sheet, or in a part of it: `path` leads to it, `seat` is its player, None for one of the whole sheet.

    `put(number)` gives the same sheet or part with another number in its place, between `low` and `high`. A `tie_input` scores nothing.
    """

    path: str
    seat: int | None
    value: int
    low: int
    high: int
    tie_input: bool
    put: Callable[[int], Any]

    def within(self, put_part: Callable[[Any], Any]) -> "EnteredNumber":
        """The same number in what the part is a part of: `put_part(part)` gives that whole with another part."""
        put = self.put
        return self._replace(put=lambda number: put_part(put(number)))


class Where(NamedTuple):
    """What a path leads to: the label of the entry, its player's seat, and the record that holds it (label and number from 1)."""

    label: N_
    seat: int | None = None
    record: tuple[N_, int] | None = None


def _always(sheet: Any, player: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Generic[T]):
    """One thing that the sheet asks for. `label` names it, `hint` says in a few words what to count.

    `help` says in whole sentences what to count, where to look and what it pays; a game's tests hold its numbers against the constants.

    `line` is the score line that it counts for, `rule` the heading that explains it (that line's where none is given).
    `required_if(sheet, player)` says whether the options in use need the entry (`player` is None for entries of the whole sheet);
    `shown_if(sheet)`, where a form asks for more or less than is needed, whether it shows the entry. With `fold`, a form puts it behind a
    disclosure of these words, which is open where something is entered. An option that is `per_game`, such as a card drawn before each
    game, is asked for again in the next game of the same players; every other option stays.

    An option says by its `kind`, one of `OPTION_KINDS`, what it is. Where its values are interpretations of one disputed rule, `disputed`
    is the heading id of the section that gives the sources of each.
    """

    label: N_
    hint: N_ = N_()
    help: N_ = N_()
    line: str = ""
    rule: str = ""
    required_if: Callable[[Any, Any], bool] = _always
    shown_if: Callable[[Any], bool] | None = None
    fold: N_ = N_()
    per_game: bool = False
    kind: str = ""
    disputed: str = ""

    @property
    def empty(self) -> T:
        """What stands in the sheet where nothing was entered."""
        raise NotImplementedError

    @property
    def nullable(self) -> bool:
        """Whether null may stand in its place, as a blank."""
        return True

    @property
    def heading(self) -> str:
        """The heading id of the rule behind the entry, "" where there is none."""
        return self.rule or self.disputed or (scoring_heading(self.line) if self.line else "")

    def load(self, raw: object, path: str, context: LoadContext) -> T:
        """The value of the JSON data `raw`, which is not None; where it cannot be, a fault is noted and the entry stays empty."""
        raise NotImplementedError

    def schema(self, translate: Translate) -> dict[str, Any]:
        """The JSON Schema of what `load` takes, without title and description."""
        raise NotImplementedError

    def described_schema(self, translate: Translate) -> dict[str, Any]:
        """The JSON Schema with the entry's label, its hint and help as its description, and `null` for a blank."""
        schema = {"title": translate(self.label)} | self.schema(translate)
        if self.hint or self.help:
            schema["description"] = "\n".join(translate(text) for text in (self.hint, self.help) if text)
        if self.nullable and isinstance(schema.get("type"), str):
            schema["type"] = [schema["type"], "null"]
        return schema

    def blanks(self, value: Any, path: str, seat: int | None, seats: int) -> Iterator[Blank]:
        """The blank number entries within a value that stands at `path` on a sheet of so many `seats`."""
        yield from ()

    def entered_numbers(self, value: Any, path: str, seat: int | None) -> Iterator[EnteredNumber]:
        """The numbers that were entered within a value that stands at `path`; each puts another one into the value."""
        yield from ()

    def locate(self, steps: Sequence[str], seat: int | None) -> Where:
        """What the rest of a path leads to within the entry."""
        return Where(self.label, seat)

    # Links. An entry of the whole sheet or of one record stands under one name; a player's entry under `<seat>.<name>`.

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """The JSON data that the values under `name` stand for; None if they are blank."""
        raise NotImplementedError

    def write_query(self, value: T, name: str) -> Iterator[tuple[str, str]]:
        """The names and values that `read_query` reads back as this value, which is not empty."""
        yield name, str(value)

    def read_seats_query(self, query: Query, name: str, seats: int) -> list[Any]:
        """The JSON data of each player's entry."""
        return [self.read_query(query, f"{seat}.{name}", seats) for seat in range(seats)]

    def write_seats_query(self, values: Sequence[T], name: str) -> Iterator[tuple[str, str]]:
        """The names and values that `read_seats_query` reads back."""
        for seat, value in enumerate(values):
            if value != self.empty and value is not None:
                yield from self.write_query(value, f"{seat}.{name}")

    def read_records_query(self, query: Query, prefix: str, name: str, count: int, seats: int) -> list[Any]:
        """The JSON data of this entry in each of the records under `prefix`."""
        return [self.read_query(query, f"{prefix}.{i}.{name}", seats) for i in range(count)]

    def write_records_query(self, values: Sequence[T], prefix: str, name: str) -> Iterator[tuple[str, str]]:
        """The names and values that `read_records_query` reads back."""
        for i, value in enumerate(values):
            if value != self.empty and value is not None:
                yield from self.write_query(value, f"{prefix}.{i}.{name}")


def entry(declaration: Entry[T]) -> T:
    """A dataclass field for an entry: `left: int | None = entry(Number(label=N_("Pagodas left"), high=24))`.

    The field's default is what stands there where nothing was entered.
    """
    empty, metadata = declaration.empty, {"entry": declaration}
    if isinstance(empty, Mapping):  # each sheet has one of its own
        dataclass_field: T = field(default_factory=lambda: declaration.empty, metadata=metadata)
    else:
        dataclass_field = field(default=empty, metadata=metadata)
    return dataclass_field


def entries_of(sheet_type: type[Any]) -> Mapping[str, Entry[Any]]:
    """The entries that a dataclass declares, by field name."""
    return _entries_of(sheet_type)  # type: ignore[arg-type]  # mypy does not see that classes are hashable


@cache
def _entries_of(sheet_type: type[Any]) -> Mapping[str, Entry[Any]]:
    return {attribute.name: attribute.metadata["entry"] for attribute in fields(sheet_type) if "entry" in attribute.metadata}


def first_value(query: Query, name: str) -> str:
    """The first value under a name, without blanks around it; "" where there is none."""
    values = query.get(name)
    return values[0].strip() if values else ""


def object_schema(**properties: Any) -> dict[str, Any]:
    """The JSON Schema of an object that has all of these properties."""
    return {"type": "object", "properties": properties, "required": list(properties)}
