"""Seats as values: a set of seats, and the seats in each place on a map."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from scorers.entries.base import Entry, LoadContext, PieceChange, PieceWords, Query, Where, first_value, whole
from scorers.entries.lists import list_items
from scorers.entries.numbers import object_items, parse_number
from scorers.model import MAX_SEATS, N_, Translate

LETTERS = "ABCDEFGHIJKL"
"""The letters of seats, in place of names."""
DIGITS = "0123456789KL"
"""A seat as one character in a query: its number, or from the eleventh on its letter."""
_SEAT_TYPES = {int, type(None)}  # not bool, which is a subclass of int
_SEAT_SCHEMA = {"type": ["integer", "null"], "minimum": 0, "maximum": MAX_SEATS - 1}


def _load_seat(raw: object, path: str, context: LoadContext, label: N_) -> int | None:
    raw = whole(raw)
    if type(raw) is not int:
        context.add(path, "type", N_("%(label)s must be a whole number"), label=label)
    elif not 0 <= raw < context.seats:
        letter = LETTERS[raw] if 0 <= raw < len(LETTERS) else str(raw)[:20]
        context.add(
            path, "choice", N_("%(label)s: there is no player %(letter)s at this table"), label=label, letter=letter
        )
    else:
        return raw
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(Entry[tuple[int, ...]]):
    """Distinct seats, in order. Among records, each seat is in one record at a time."""

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
        """Read all values of the name."""
        return [parse_number(value.strip()) for value in query.get(name, ()) if value.strip()] or None

    def write_query(self, value: tuple[int, ...], name: str) -> Iterator[tuple[str, str]]:
        """Write each seat under the same name."""
        return ((name, str(seat)) for seat in value)

    def read_records_query(self, query: Query, prefix: str, name: str, count: int, seats: int) -> list[Any]:
        """Read the record of each seat: `regions.towers.0=2`."""
        records: list[list[int]] = [[] for _ in range(count)]
        for seat in range(seats):
            at = parse_number(first_value(query, f"{prefix}.{name}.{seat}"))
            if isinstance(at, int) and 0 <= at < count:
                records[at].append(seat)
        return [inside or None for inside in records]

    def write_records_query(
        self, values: Sequence[tuple[int, ...]], prefix: str, name: str
    ) -> Iterator[tuple[str, str]]:
        """Write the record of each seat."""
        for i, value in enumerate(values):
            yield from ((f"{prefix}.{name}.{seat}", str(i)) for seat in value)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsByPlace(Entry[Any]):
    """The seats in each place on a map: `keys` (id -> label), each with up to `most` slots from the left.

    `alias` (folded name -> id).

    Blank slots are kept with `gaps` and dropped without; places with only blanks are dropped. `slots(sheet, id)` is how
    many slots a form shows, 0 for a place that is not in use. The value is None if nothing was entered, else a mapping
    (id -> seats), which may be empty. `piece_words` say that a place has one piece more or fewer; without them, that is
    not tried.
    """

    keys: Mapping[str, N_]
    most: int
    gaps: bool = False
    alias: Mapping[str, str] = field(default_factory=dict)
    slots: Callable[[Any, str], int] | None = None
    piece_words: PieceWords | None = None

    @property
    def empty(self) -> Any:
        """Nothing was entered."""
        return None

    def load(self, raw: object, path: str, context: LoadContext) -> Any:
        """Load an object: place -> list of seats."""
        rows: dict[str, tuple[int | None, ...]] = {}
        for key, item in object_items(self, raw, path, context):
            place = key if key in self.keys else self.alias.get(key.casefold(), "")
            if not place:
                context.add_unknown(f"{path}.", key)
            elif place in rows:
                context.add(f"{path}.{key}", "impossible", N_("%(place)s appears twice"), place=self.keys[place])
            else:
                row = self._load_row(item, path, place, context)
                # An unreadable row is kept empty, so that the game reports no second fault for it.
                if row is None:
                    rows[place] = ()
                elif row.count(None) < len(row):
                    rows[place] = tuple(row if self.gaps else [seat for seat in row if seat is not None])
        return {key: rows[key] for key in self.keys if key in rows}

    def _load_row(self, raw: object, path: str, place: str, context: LoadContext) -> list[int | None] | None:
        """Load the seats of one place; None if they are invalid."""
        table_seats = context.known_seats
        if (
            type(raw) is list
            and len(raw) <= self.most
            and _SEAT_TYPES.issuperset(map(type, raw))
            and table_seats.issuperset(raw)
        ):
            return raw
        before = len(context.faults)
        slots = list_items(self, raw, self.most, f"{path}.{place}", context)
        seats = [None if seat is None else _load_seat(seat, at, context, self.keys[place]) for at, seat in slots]
        return seats if len(context.faults) == before else None

    def schema(self, translate: Translate) -> dict[str, Any]:
        """Return the schema of an object with a list of seats per place; other spellings of places are allowed."""
        row = {"type": ["array", "null"], "maxItems": self.most, "items": _SEAT_SCHEMA}
        properties = {key: {"title": translate(label), **row} for key, label in self.keys.items()}
        aliases = (
            {"propertyNames": {"type": "string"}, "additionalProperties": row}
            if self.alias
            else {"additionalProperties": False}
        )
        return {"type": "object", "properties": properties, **aliases}

    def piece_changes(self, value: Any, path: str, sheet: Any) -> Iterator[PieceChange]:
        """Yield each place with a piece in its first blank slot, or without one of its pieces and the others moved
        up from the right.
        """
        if value is None or not self.piece_words:
            return
        blank = (None,) if self.gaps else ()
        for place in self.keys:
            row = value.get(place) or blank * (self.slots(sheet, place) if self.slots else self.most)
            change = partial(self._change_row, value, path, place)
            if None in row:
                at = row.index(None)
                for seat in range(len(sheet.players)):
                    yield change((*row[:at], seat, *row[at + 1 :]), seat, is_more=True)
            for at, seat in enumerate(row):
                if seat is not None:
                    yield change((*row[:at], *row[at + 1 :], *blank), seat, is_more=False)

    def _change_row(
        self, value: Any, path: str, place: str, row: tuple[int | None, ...], seat: int, *, is_more: bool
    ) -> PieceChange:
        assert self.piece_words  # noqa: S101  the caller has them
        rows = {**value, place: row}
        changed = {key: rows[key] for key in self.keys if any(one is not None for one in rows.get(key, ()))}
        before, after = (list(board[place]) if place in board else None for board in (value, changed))
        sentence = self.piece_words.choose(is_more=is_more)
        return PieceChange(f"{path}.{place}", seat, is_more, before, after, self.keys[place], sentence, changed)

    def locate(self, steps: Sequence[str], seat: int | None) -> Where:
        """Return the place's own label."""
        return Where(self.keys.get(steps[0], self.label) if steps else self.label, seat)

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read one text per place: `offices.minden=01-`; `offices=0` is an empty map."""
        rows = {
            key: read_slots(query[f"{name}.{key}"], gaps=self.gaps) for key in self.keys if f"{name}.{key}" in query
        }
        places = {key: slots for key, slots in rows.items() if slots}
        return places if places or first_value(query, name) else None

    def write_query(self, value: Any, name: str) -> Iterator[tuple[str, str]]:
        """Write a text for each occupied place."""
        if not value:
            yield name, "0"
        for key, slots in value.items():
            yield f"{name}.{key}", "".join("-" if seat is None else DIGITS[seat] for seat in slots)


def read_slots(values: Iterable[str], *, gaps: bool) -> list[Any]:
    """Read the seats of a place: `01-` or `AB-`, or one value per slot. All blank is no entry.

    Invalid seats are kept as text.

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
