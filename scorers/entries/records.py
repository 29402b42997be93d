"""Records: lists of dataclasses, such as players, regions of a board, or rounds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from scorers.entries.base import (
    Blank,
    EnteredNumber,
    Entry,
    LoadContext,
    Query,
    RecordName,
    Where,
    entries_of,
    first_value,
)
from scorers.entries.lists import list_items, replace_item
from scorers.entries.numbers import parse_number
from scorers.model import N_, Translate

R = TypeVar("R")
_MAX_RECORDS_IN_QUERY = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Records(Entry[Any]):
    """A list of `low` to `high` records, each an instance of the dataclass `of`.

    The value is None if nothing was entered.

    `usual` is how many players a form opens with, by default `low`; `shown(seats)` is how many other records an empty
    form shows. With `grow`, a form shows one more than are filled, trailing blank records are dropped, and blank
    numbers in the others are reported. `numbered` names one of them where the label and its number do not suffice, such
    as N_("Round %(number)s").
    """

    of: type[Any]
    low: int
    high: int
    usual: int = 0
    shown: Callable[[int], int] | None = None
    grow: bool = False
    numbered: N_ = N_()

    @property
    def empty(self) -> Any:
        """Nothing was entered."""
        return None

    @property
    def start(self) -> int:
        """The number of players that a form opens with."""
        return self.usual or self.low

    def name_of(self, number: int) -> RecordName:
        """Return the name of a record, by its number from 1."""
        return RecordName(self.label, number, self.numbered) if self.numbered else RecordName(self.label, number)

    def load(self, raw: object, path: str, context: LoadContext) -> Any:
        """Load the records in order."""
        records, last_faulty = [], 0
        for at, item in list_items(self, raw, self.high, path, context):
            if not isinstance(item, dict):
                context.add(at, "type", N_("%(label)s: each must be an object"), label=self.label)
            before = len(context.faults)
            records.append(load_record(self.of, item if isinstance(item, dict) else {}, f"{at}.", context))
            # An unreadable record is blank, but a form must still show it with its fault.
            if len(context.faults) > before:
                last_faulty = len(records)
        if not isinstance(raw, list):
            return None
        if len(raw) < self.low:
            context.add(path, "too_few", N_("%(low)s or more are needed: %(label)s"), label=self.label, low=self.low)
        if self.grow:
            blank = self.of()
            while len(records) > last_faulty and records[-1] == blank:
                records.pop()
        return tuple(records)

    def schema(self, translate: Translate) -> dict[str, Any]:
        """A list of objects."""
        return {
            "type": "array",
            "minItems": self.low,
            "maxItems": self.high,
            "items": record_schema(self.of, translate),
        }

    def blanks(self, value: Any, path: str, seat: int | None, seats: int) -> Iterator[Blank]:
        """Yield the blanks of each record if records grow; otherwise blank records do not count."""
        for i, record in enumerate(value or ()) if self.grow else ():
            for name, declaration in entries_of(self.of).items():
                yield from declaration.blanks(getattr(record, name), f"{path}.{i}.{name}", seat, seats)

    def unanswered(self, value: Any, path: str, sheet: Any) -> Iterator[str]:
        """Yield the records if there are none, else within each what nobody answered, except for numbers that
        `blanks` yields.

        What is false or nobody in one record may be an answer: it is open if it is so in all of them.
        """
        if not value:
            yield from Entry.unanswered(self, self.empty, path, sheet)
            return
        asked = {
            name: inner
            for name, inner in entries_of(self.of).items()
            if not inner.optional and not (self.grow and inner.is_number) and inner.is_needed(sheet, None)
        }
        for i, record in enumerate(value):
            for name, inner in asked.items():
                records = (record,) if inner.has_blank else value
                if all(getattr(one, name) == inner.empty for one in records):
                    yield f"{path}.{i}.{name}"

    def entered_numbers(self, value: Any, path: str, seat: int | None) -> Iterator[EnteredNumber]:
        """Yield the numbers of each record."""
        for i, record in enumerate(value or ()):
            for found in record_numbers(record, f"{path}.{i}.", seat):
                yield found.within(partial(replace_item, value, i))

    def locate(self, steps: Sequence[str], seat: int | None) -> Where:
        """Resolve the record's number and the path within it."""
        number, *rest = steps or ("",)
        inner = entries_of(self.of).get(rest[0]) if rest else None
        where = inner.locate(rest[1:], seat) if inner else Where(self.label, seat)
        return where._replace(record=self.name_of(int(number) + 1)) if number.isdigit() else where

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read `regions=7` as seven records.

        `regions.shown=7` as seven shown by a form, which count only if one is filled.
        """
        count, rows = parse_number(first_value(query, name)), parse_number(first_value(query, f"{name}.shown"))
        size = rows if count == "" else count
        if not isinstance(size, int):
            return None
        records: list[dict[str, Any]] = [{} for _ in range(min(max(size, 0), _MAX_RECORDS_IN_QUERY))]
        for inner_name, inner in entries_of(self.of).items():
            values = inner.read_records_query(query, name, inner_name, len(records), seats)
            for record, value in zip(records, values, strict=True):
                if value is not None and value != inner.empty:
                    record[inner_name] = value
        return records if isinstance(count, int) or any(records) else None

    def write_query(self, value: Any, name: str) -> Iterator[tuple[str, str]]:
        """Write the number of records and their entries."""
        yield name, str(len(value))
        for inner_name, inner in entries_of(self.of).items():
            yield from inner.write_records_query([getattr(record, inner_name) for record in value], name, inner_name)

    @property
    def nullable(self) -> bool:
        """Whether there may be no records."""
        return not self.low


def load_record(of: type[R], data: Mapping[str, object], prefix: str, context: LoadContext) -> R:
    """Load a record: unknown keys are faults; blank and invalid entries are empty."""
    declarations = entries_of(of)
    for key in data:
        if key not in declarations:
            context.add_unknown(prefix, key)
    values = {}
    for name, declaration in declarations.items():
        raw = data.get(name)
        if raw is not None:
            values[name] = declaration.load(raw, prefix + name, context)
    return of(**values)


def record_numbers(
    record: Any, prefix: str, seat: int | None, sheet: Any = None, player: Any = None
) -> Iterator[EnteredNumber]:
    """Yield the numbers entered in a record; if a sheet is given, only those of entries that its options need."""
    for name, declaration in entries_of(type(record)).items():
        if name != "players" and (sheet is None or declaration.is_needed(sheet, player)):
            asked = declaration if sheet is None else declaration.adapt(sheet)
            for found in asked.entered_numbers(getattr(record, name), prefix + name, seat):
                yield found.within(partial(_replace_entry, record, name))


def _replace_entry(record: Any, name: str, value: object) -> Any:
    return replace(record, **{name: value})


def record_schema(of: type[Any], translate: Translate = str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a record, with labels and hints in the language of `translate`."""
    properties = {name: declaration.described_schema(translate) for name, declaration in entries_of(of).items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def read_record_query(of: type[Any], query: Query, prefix: str, seats: int) -> dict[str, Any]:
    """Read a record's JSON data from a query, without players."""
    values = {
        name: declaration.read_query(query, prefix + name, seats)
        for name, declaration in entries_of(of).items()
        if name != "players"
    }
    return {name: value for name, value in values.items() if value is not None}


def write_record_query(record: Any, prefix: str) -> Iterator[tuple[str, str]]:
    """Write a record's names and values, without players."""
    for name, declaration in entries_of(type(record)).items():
        value = getattr(record, name)
        if name != "players" and value is not None and value != declaration.empty:
            yield from declaration.write_query(value, prefix + name)
