"""The kinds of entries that hold several: lists, counts by type, things given to their owners, seats by place, records."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, TypeVar

from scorers.kinds import MOST, Choice, Kind, Number, Reading
from scorers.words import N_

S = TypeVar("S")


def _seat(raw: object, path: str, table: Reading, label: str) -> int | None:
    if type(raw) is not int:
        table.fault(path, "type", N_("%(label)s must be a whole number"), label=N_(label))
    elif not 0 <= raw < table.seats:
        letter = chr(ord("A") + raw) if 0 <= raw < 26 else str(raw)
        table.fault(path, "choice", N_("%(label)s: there is no player %(letter)s at this table"), label=N_(label), letter=letter)
    else:
        return raw
    return None


def _items(kind: Kind, raw: object, most: int, path: str, table: Reading) -> Iterator[tuple[str, object]]:
    """The items of a list, with their paths."""
    if not isinstance(raw, list):
        table.fault(path, "type", N_("%(label)s must be a list"), label=kind.label)
        return
    while len(raw) > most and raw[-1] is None:
        raw = raw[:-1]
    if len(raw) > most:
        table.fault(path, "too_many", N_("%(label)s must number %(high)s or fewer"), label=kind.label, high=most)
        raw = raw[:most]
    for i, item in enumerate(raw):
        yield f"{path}.{i}", item


def _entries(kind: Kind, raw: object, path: str, table: Reading) -> Iterator[tuple[str, object]]:
    """The entries of an object that are not blank."""
    if not isinstance(raw, dict):
        table.fault(path, "type", N_("%(label)s must be an object"), label=kind.label)
        return
    yield from ((key, value) for key, value in raw.items() if value is not None)


def _unknown(prefix: str, key: str, table: Reading) -> None:
    table.fault(prefix + key[:60], "unknown", N_("%(key)s is not known here"), key=key[:60])


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Kind):
    """Distinct values out of `options` (value -> label), at most `most`. With `owned`, a value lies with one player at a time."""

    options: Mapping[Any, str]
    most: int
    owned: bool = False

    @property
    def empty(self) -> tuple[Any, ...]:
        return ()

    def read(self, raw: object, path: str, table: Reading) -> tuple[Any, ...]:
        one = Choice(label=self.label, options=self.options)
        found: list[Any] = []
        for at, item in _items(self, raw, self.most, path, table):
            if item is None:
                continue
            before = len(table.faults)
            value = one.read(item, at, table)
            if len(table.faults) == before and value in found:
                table.fault(at, "impossible", N_("%(label)s: %(value)s is there twice"), label=self.label, value=self.options[value])
            elif len(table.faults) == before:
                found.append(value)
        return tuple(value for value in self.options if value in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Kind):
    """A number for each of `keys` (key -> label)."""

    keys: Mapping[str, str]
    low: int = 0
    high: int = MOST

    @property
    def empty(self) -> Mapping[str, int | None]:
        return dict.fromkeys(self.keys)

    def read(self, raw: object, path: str, table: Reading) -> Mapping[str, int | None]:
        found = dict(self.empty)
        for key, item in _entries(self, raw, path, table):
            if key in self.keys:
                found[key] = self.number(key).read(item, f"{path}.{key}", table)
            else:
                _unknown(f"{path}.", key, table)
        return found

    def number(self, key: str) -> Number:
        """The declaration of one of the numbers."""
        return Number(label=N_(self.keys[key]), low=self.low, high=self.high)

    def leaves(self, value: Any) -> Iterator[tuple[str, bool]]:
        for key in self.keys:
            yield f".{key}", value[key] is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed(Kind):
    """A list of entries of one kind, at most `most`, blanks left out (a blank choice is its first option); with `by_seat` one for each
    seat, blanks kept.
    """

    item: Kind
    most: int = 0
    by_seat: bool = False

    @property
    def empty(self) -> tuple[Any, ...]:
        return ()

    def read(self, raw: object, path: str, table: Reading) -> tuple[Any, ...]:
        most = table.seats if self.by_seat else self.most
        found = [self.item.empty if item is None else self._item(item, at, table) for at, item in _items(self, raw, most, path, table)]
        if self.by_seat:
            return tuple(found + [None] * (table.seats - len(found))) if any(value is not None for value in found) else ()
        return tuple(value for value in found if value is not None)

    def _item(self, raw: object, path: str, table: Reading) -> Any:
        """An entry's value. In a list without blanks, one that could not be read counts as an entry all the same: the least there is."""
        value = self.item.read(raw, path, table)
        return self.item.low if value is None and not self.by_seat and isinstance(self.item, Number) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(Kind):
    """Distinct seats, in order."""

    @property
    def empty(self) -> tuple[int, ...]:
        return ()

    def read(self, raw: object, path: str, table: Reading) -> tuple[int, ...]:
        found: list[int] = []
        for at, item in _items(self, raw, table.seats, path, table):
            seat = None if item is None else _seat(item, at, table, self.label)
            if seat in found:
                table.fault(at, "impossible", N_("%(label)s: seat %(seat)s is there twice"), label=self.label, seat=seat)
            elif seat is not None:
                found.append(seat)
        return tuple(sorted(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks(Kind):
    """One of `options` for some of `keys`; every key lies with one player at a time ("who has it?")."""

    keys: Mapping[str, str]
    options: Mapping[str, str]

    @property
    def empty(self) -> Mapping[str, str]:
        return {}

    def read(self, raw: object, path: str, table: Reading) -> Mapping[str, str]:
        found = {}
        for key, item in _entries(self, raw, path, table):
            if key not in self.keys:
                _unknown(f"{path}.", key, table)
                continue
            before = len(table.faults)
            value = Choice(label=N_(self.keys[key]), options=self.options).read(item, f"{path}.{key}", table)
            if len(table.faults) == before:
                found[key] = value
        return {key: found[key] for key in self.keys if key in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class Places(Kind):
    """Seats by place of the map: `keys` (id -> label), each with up to `most` slots from the left; `alias` (folded name -> id).

    Blanks are kept with `gaps`, left out without; a place with nothing but blanks is left out. `slots(sheet, id)` is how many a form has.
    """

    keys: Mapping[str, str]
    most: int
    gaps: bool = False
    alias: Mapping[str, str] = field(default_factory=dict)
    slots: Callable[[Any, str], int] | None = None

    def read(self, raw: object, path: str, table: Reading) -> Mapping[str, tuple[int | None, ...]] | None:
        found: dict[str, tuple[int | None, ...]] = {}
        for key, item in _entries(self, raw, path, table):
            place = key if key in self.keys else self.alias.get(key.casefold(), "")
            if not place:
                _unknown(f"{path}.", key, table)
            elif place in found:
                table.fault(f"{path}.{key}", "impossible", N_("%(place)s is there twice"), place=self.keys[place])
            else:
                before = len(table.faults)
                slots = _items(self, item, self.most, f"{path}.{place}", table)
                seats = [None if seat is None else _seat(seat, at, table, self.keys[place]) for at, seat in slots]
                # A row that could not be read stays, but empty, so that the room finds no second fault in what is left of it.
                if len(table.faults) > before:
                    found[place] = ()
                elif any(seat is not None for seat in seats):
                    found[place] = tuple(seat for seat in seats if self.gaps or seat is not None)
        return {key: found[key] for key in self.keys if key in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class Records(Kind):
    """A list of between `low` and `high` things, each declared by the dataclass `of`: the players, or the regions of a board.

    `shown(seats)` is how many an empty form asks for.
    """

    of: type[Any]
    low: int
    high: int
    shown: Callable[[int], int] | None = None

    def read(self, raw: object, path: str, table: Reading) -> tuple[Any, ...] | None:
        found = []
        for at, item in _items(self, raw, self.high, path, table):
            if not isinstance(item, dict):
                table.fault(at, "type", N_("%(label)s: each must be an object"), label=self.label)
            found.append(read_fields(self.of, item if isinstance(item, dict) else {}, f"{at}.", table))
        if isinstance(raw, list) and len(raw) < self.low:
            table.fault(path, "too_few", N_("%(label)s must number %(low)s or more"), label=self.label, low=self.low)
        return tuple(found) if isinstance(raw, list) else None


def declared(of: type[Any]) -> Mapping[str, Any]:
    """The kinds of a declaration, by field."""
    return _declared(of)  # type: ignore[arg-type]  # mypy does not see that classes are hashable


@cache
def _declared(of: type[Any]) -> Mapping[str, Any]:
    return {entry.name: entry.metadata["kind"] for entry in fields(of)}


def read_fields(of: type[S], data: Mapping[str, object], prefix: str, table: Reading) -> S:
    """Read one record: unknown keys are faults, blanks and faulty entries stay empty."""
    kinds = declared(of)
    for key in data:
        if key not in kinds:
            _unknown(prefix, key, table)
    values = {}
    for name, kind in kinds.items():
        raw = data.get(name)
        values[name] = kind.empty if raw is None else kind.read(raw, prefix + name, table)
    return of(**values)
