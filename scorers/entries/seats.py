"""Seats: those that stand somewhere, and the seats of each place on a map."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorers.entries.base import Entry, LoadContext, Query, Where, first_value
from scorers.entries.lists import list_items
from scorers.entries.numbers import object_items, parse_number
from scorers.model import MOST_SEATS, N_, Translate

LETTERS = "ABCDEFGHIJKL"
"""What a seat is called where a name would be too long."""
DIGITS = "0123456789KL"
"""How a link spells a seat in one character: by its number, from the eleventh on by its letter."""
_SEAT_TYPES = {int, type(None)}  # and no bool, which is an int as well
_SEAT_SCHEMA = {"type": ["integer", "null"], "minimum": 0, "maximum": MOST_SEATS - 1}


def _load_seat(raw: object, path: str, context: LoadContext, label: N_) -> int | None:
    if type(raw) is not int:
        context.add(path, "type", N_("%(label)s must be a whole number"), label=label)
    elif not 0 <= raw < context.seats:
        letter = LETTERS[raw] if 0 <= raw < len(LETTERS) else str(raw)[:20]
        context.add(path, "choice", N_("%(label)s: there is no player %(letter)s at this table"), label=label, letter=letter)
    else:
        return raw
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(Entry[tuple[int, ...]]):
    """Distinct seats, in order. In records, each seat stands in one record at a time."""

    @property
    def empty(self) -> tuple[int, ...]:
        """Nobody."""
        return ()

    def load(self, raw: object, path: str, context: LoadContext) -> tuple[int, ...]:
        """A list of seats."""
        seats: list[int] = []
        for at, item in list_items(self, raw, context.seats, path, context):
            seat = None if item is None else _load_seat(item, at, context, self.label)
            if seat in seats:
                context.add(at, "impossible", N_("%(label)s: seat %(seat)s appears twice"), label=self.label, seat=seat)
            elif seat is not None:
                seats.append(seat)
        return tuple(sorted(seats))

    def schema(self, translate: Translate) -> dict[str, Any]:
        """A list of seats."""
        return {"type": "array", "items": _SEAT_SCHEMA}

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """A value of the name for each seat."""
        return [parse_number(value.strip()) for value in query.get(name, ()) if value.strip()] or None

    def write_query(self, value: tuple[int, ...], name: str) -> Iterator[tuple[str, str]]:
        """Each seat under the same name."""
        return ((name, str(seat)) for seat in value)

    def read_records_query(self, query: Query, prefix: str, name: str, count: int, seats: int) -> list[Any]:
        """The record that each seat stands in: `regions.towers.0=2`."""
        records: list[Any] = [None] * count
        for seat in range(seats):
            at = parse_number(first_value(query, f"{prefix}.{name}.{seat}"))
            if isinstance(at, int) and 0 <= at < count:
                records[at] = [*(records[at] or ()), seat]
        return records

    def write_records_query(self, values: Sequence[tuple[int, ...]], prefix: str, name: str) -> Iterator[tuple[str, str]]:
        """The record of each seat."""
        for i, value in enumerate(values):
            yield from ((f"{prefix}.{name}.{seat}", str(i)) for seat in value)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsByPlace(Entry[Any]):
    """Seats by place of the map: `keys` (id -> label), each with up to `most` slots from the left; `alias` (folded name -> id).

    Blanks are kept with `gaps`, left out without; a place with nothing but blanks is left out. `slots(sheet, id)` is how many a form
    shows. The value is None where nothing was entered, and a mapping (id -> seats), perhaps empty, where something was.
    """

    keys: Mapping[str, N_]
    most: int
    gaps: bool = False
    alias: Mapping[str, str] = field(default_factory=dict)
    slots: Callable[[Any, str], int] | None = None

    @property
    def empty(self) -> Any:
        """Nothing was entered."""
        return None

    def load(self, raw: object, path: str, context: LoadContext) -> Any:
        """An object: place -> list of seats."""
        rows: dict[str, tuple[int | None, ...]] = {}
        for key, item in object_items(self, raw, path, context):
            place = key if key in self.keys else self.alias.get(key.casefold(), "")
            if not place:
                context.add_unknown(f"{path}.", key)
            elif place in rows:
                context.add(f"{path}.{key}", "impossible", N_("%(place)s appears twice"), place=self.keys[place])
            else:
                row = self._load_row(item, path, place, context)
                # A row that could not be read stays, but empty, so that the game finds no second fault in what is left of it.
                if row is None:
                    rows[place] = ()
                elif row.count(None) < len(row):
                    rows[place] = tuple(row if self.gaps else [seat for seat in row if seat is not None])
        return {key: rows[key] for key in self.keys if key in rows}

    def _load_row(self, raw: object, path: str, place: str, context: LoadContext) -> list[int | None] | None:
        """The seats of one place, None where it could not be read."""
        table_seats = context.known_seats
        if type(raw) is list and len(raw) <= self.most and _SEAT_TYPES.issuperset(map(type, raw)) and table_seats.issuperset(raw):
            return raw
        before = len(context.faults)
        slots = list_items(self, raw, self.most, f"{path}.{place}", context)
        seats = [None if seat is None else _load_seat(seat, at, context, self.keys[place]) for at, seat in slots]
        return seats if len(context.faults) == before else None

    def schema(self, translate: Translate) -> dict[str, Any]:
        """An object with a list of seats for each place; places may be spelled in other ways too."""
        row = {"type": ["array", "null"], "maxItems": self.most, "items": _SEAT_SCHEMA}
        properties = {key: {"title": translate(label), **row} for key, label in self.keys.items()}
        aliases = {"propertyNames": {"type": "string"}, "additionalProperties": row} if self.alias else {"additionalProperties": False}
        return {"type": "object", "properties": properties, **aliases}

    def locate(self, steps: Sequence[str], seat: int | None) -> Where:
        """The place's own label."""
        return Where(self.keys.get(steps[0], self.label) if steps else self.label, seat)

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """One text for each place: `offices.minden=01-`; `offices=0` is a given, empty map."""
        rows = {key: read_slots(query[f"{name}.{key}"], gaps=self.gaps) for key in self.keys if f"{name}.{key}" in query}
        places = {key: slots for key, slots in rows.items() if slots}
        return places if places or first_value(query, name) else None

    def write_query(self, value: Any, name: str) -> Iterator[tuple[str, str]]:
        """A text for each place that is occupied."""
        if not value:
            yield name, "0"
        for key, slots in value.items():
            yield f"{name}.{key}", "".join("-" if seat is None else DIGITS[seat] for seat in slots)


def read_slots(values: Iterable[str], *, gaps: bool) -> list[Any]:
    """The seats of one place: `01-` or `AB-`, or one value a slot. All blank is no entry; what is no seat stays text.

    >>> read_slots(["01-"], gaps=True), read_slots(["l-A"], gaps=False), read_slots(["--"], gaps=True)
    ([0, 1, None], [11, 0], [])
    """
    letters = "".join(value.strip() or "-" for value in values)
    slots = [_read_slot(letter) for letter in letters if letter != " "]
    if all(slot is None for slot in slots):
        return []
    return slots if gaps else [slot for slot in slots if slot is not None]


def _read_slot(letter: str) -> int | str | None:
    if letter in "-–.":
        return None
    if letter in DIGITS:
        return DIGITS.index(letter)
    return LETTERS.index(letter.upper()) if letter.upper() in LETTERS else letter
