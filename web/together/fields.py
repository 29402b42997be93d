"""The fields of a game's form, under whose names a shared sheet is kept, and the query that they make together."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorers.entries import (
    Boolean,
    Counts,
    Entry,
    EntryList,
    Holdings,
    HouseValues,
    MultipleChoice,
    PerSeat,
    Records,
    Seats,
    SeatsByPlace,
    Text,
    entries_of,
)
from scorers.model import N_, AnyGame, Fault
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game as find_game
from scorers.sheet import check_sheet, players_entry, read_sheet
from web.sheet.unanswered import SURE, find_groups

EMPTY_SPACE = "."
REFUSED = {"type", "choice", "unknown"}
"""Codes of faults of what a field cannot be at all; a number out of bounds is kept, as on paper."""
_TICKS = frozenset({"", "0", "1"})
"""What a check box can be."""
_NUMBER = re.compile(r"\d+", re.ASCII)
_SEATS = re.compile(r"[1-9]\d?", re.ASCII)
_SEAT_STATE = re.compile(r"@(?:seat|ready)\.(\d{1,2})", re.ASCII)
_MAX_CACHED_CHARACTERS = 24

Fields = Mapping[str, list[str]]
"""The texts of fields by their names."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its entry, the seat in its name, and the list of records that it belongs to, such as rounds.

    Where its text begins with a seat or with the number of a record, it says who or which it is that has something.
    """

    entry: Entry[Any] | None
    seat: int | None = None
    has_owner: bool = False
    records: str = ""
    record: int | None = None

    @property
    def is_choice(self) -> bool:
        """Whether a text that no owner and no record matches reads as blank."""
        return self.has_owner or (bool(self.records) and self.record is None)

    @property
    def is_position(self) -> bool:
        """Whether it describes a board, or a space of one."""
        return isinstance(self.entry, Text) and self.entry.position

    @property
    def is_space(self) -> bool:
        """Whether it is one space of a row, such as a wall's."""
        return isinstance(self.entry, Text) and self.entry.spaces > 0


@lru_cache(maxsize=64)
def fields_of(slug: str) -> dict[str, Field]:
    """Return all fields that any form of a game has, by their names."""
    sheet = find_game(slug).sheet
    bounds = players_entry(sheet)
    fields = {"n": Field(None), SURE: Field(None)}
    for name, entry in entries_of(sheet).items():
        if name != "players":
            fields |= _list_fields(name, Field(entry), bounds.high)
    for name, entry in entries_of(bounds.of).items():
        if isinstance(entry, Holdings) or (isinstance(entry, MultipleChoice) and entry.one_owner):
            things = entry.keys if isinstance(entry, Holdings) else entry.options
            fields |= {f"{name}.{thing}": Field(entry, has_owner=True) for thing in things}
        else:
            for seat in range(bounds.high):
                fields |= _list_fields(f"{seat}.{name}", Field(entry, seat), bounds.high)
    return fields


def _list_fields(name: str, field: Field, seats: int) -> Iterator[tuple[str, Field]]:
    """Yield the fields of an entry."""
    match field.entry:
        case Counts() | HouseValues() as entry:
            yield from ((f"{name}.{key}", field) for key in entry.keys)
        case PerSeat():
            yield from ((f"{name}.{seat}", replace(field, seat=seat)) for seat in range(seats))
        case SeatsByPlace() as entry:
            yield from ((one, field) for one in (name, *(f"{name}.{place}" for place in entry.keys)))
        case Records() as entry:
            for inner_name, inner in entries_of(entry.of).items():
                yield from _list_record_fields(
                    name, inner_name, replace(field, entry=inner, records=name), entry, seats
                )
        case Text() as entry if entry.spaces:
            yield from ((f"{name}.{at}", field) for at in range(entry.spaces))
        case _:
            yield name, field


def _list_record_fields(name: str, inner: str, field: Field, entry: Records, seats: int) -> Iterator[tuple[str, Field]]:
    if isinstance(field.entry, Seats):
        yield from ((f"{name}.{inner}.{seat}", replace(field, seat=seat)) for seat in range(seats))
    else:
        for number in range(entry.high):
            yield from _list_fields(f"{name}.{number}.{inner}", replace(field, record=number), seats)


def count_needed_seats(slug: str, fields: Fields) -> int:
    """Return how many seats there are at least: up to the last that is held, or that something but a name was given."""
    return max(
        (seat + 1 for name, texts in fields.items() if texts for seat in _seats_of(slug, name, texts)), default=0
    )


def _seats_of(slug: str, name: str, texts: list[str]) -> Iterator[int]:
    if name.startswith("@"):
        if (found := _SEAT_STATE.fullmatch(name)) and name.startswith("@seat."):
            yield int(found[1])
        return
    field = fields_of(slug).get(name)
    if field is None or name.endswith((".name", ".colour")):
        return
    if field.seat is not None:
        yield field.seat
    elif field.has_owner and (found := _NUMBER.match(texts[0])):
        yield int(found[0])


def query_of(slug: str, fields: Fields) -> dict[str, list[str]]:
    """Return the fields that are filled as the query of the sheet's link."""
    bounds, known = players_entry(find_game(slug).sheet), fields_of(slug)
    query = {name: texts for name, texts in fields.items() if texts and name in known and name != "n"}
    rows: dict[str, dict[int, str]] = {}
    for name in [one for one in query if known[one].is_space]:
        whole, _, place = name.rpartition(".")
        rows.setdefault(whole, {})[int(place)] = query.pop(name)[0]
    query |= {name: [" ".join(row.get(at, EMPTY_SPACE) for at in range(max(row) + 1))] for name, row in rows.items()}
    counts: dict[str, int] = {}
    for name, texts in query.items():
        if (field := known.get(name)) and field.records:
            number = field.record if field.record is not None else read_number(texts[0])
            counts[f"{field.records}.shown"] = max(counts.get(f"{field.records}.shown", 0), number + 1)
    stated = read_number((fields.get("n") or [""])[0]) or bounds.start
    seats = max(stated, count_needed_seats(slug, fields), bounds.low)
    return {"n": [str(min(seats, bounds.high))], **query, **{name: [str(count)] for name, count in counts.items()}}


def read_number(text: str) -> int:
    """Read a small whole number; return 0 for anything else."""
    return int(text) if _NUMBER.fullmatch(text) and len(text) < 4 else 0


def fields_of_query(slug: str, pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the fields of a form's or a link's query: rows are taken apart, and what no form has is left out."""
    fields: dict[str, list[str]] = {}
    known = fields_of(slug)
    for name, text in pairs:
        if f"{name}.0" in known and known[f"{name}.0"].is_space:
            fields |= {one: [space] for at, space in enumerate(text.split()) if (one := f"{name}.{at}") in known}
        elif name in known and text.strip():
            fields.setdefault(name, []).append(text.strip().replace("\r\n", "\n"))
    return fields


def fields_of_sheet(game: AnyGame, data: object) -> dict[str, list[str]] | list[Fault]:
    """Return the fields of a sheet given as JSON data, or its faults; scoring reports numbers out of bounds."""
    sheet, faults = read_sheet(game.sheet, data)
    refused = [one for one in faults if one.code in {*REFUSED, "missing"} or one.path == "players"]
    if refused or sheet is None:
        return refused
    fields = fields_of_query(game.slug, sheet_to_query(sheet))
    for one in faults:  # numbers out of bounds, which the sheet lacks
        field = _field_at(game.slug, data, one.path)
        refused += [] if field else [one]
        fields |= field
    if refused:
        return refused
    positions = (name for name in fields if fields_of(game.slug)[name].is_position)
    return [fault for name in positions if (fault := find_fault(game.slug, name, fields[name]))] or fields


def _field_at(slug: str, value: Any, path: str) -> dict[str, list[str]]:
    """Return the field of the number, or of the list of numbers, at a path of a sheet's JSON data."""
    name = path.removeprefix("players.")
    for step in path.split("."):
        if isinstance(value, list) and all(type(one) is int for one in value):
            name = name.rpartition(".")[0]
            break
        value = value[int(step)] if isinstance(value, list) else value.get(step) if isinstance(value, dict) else None
    field = fields_of(slug).get(name)
    if not field or not isinstance(value, list if isinstance(field.entry, EntryList) else int):
        return {}
    return {name: [" ".join(map(str, value)) if isinstance(value, list) else str(value)]}


def names_of_row(slug: str, name: str) -> list[str]:
    """Return the names under which a field of the form is kept: those of its spaces, or its own."""
    known = fields_of(slug)
    return [name] if name in known else [one for one in known if one.rpartition(".")[0] == name and known[one].is_space]


def is_default(slug: str, name: str, texts: list[str]) -> bool:
    """Return whether texts say the same as a field that nobody filled, as those of a choice that nobody made."""
    if (field := fields_of(slug).get(name)) and field.entry is None:
        return False
    return bool(_read(slug, {name: texts}) == _read_blank(slug))


def _read(slug: str, fields: Fields) -> Any:
    sheet_type = find_game(slug).sheet
    return read_sheet(sheet_type, sheet_from_query(sheet_type, query_of(slug, fields)))[0]


@lru_cache(maxsize=64)
def _read_blank(slug: str) -> Any:
    return _read(slug, {})


def find_fault(slug: str, name: str, texts: list[str]) -> Fault | None:
    """Return why a field cannot be these texts; a number out of bounds can, as on paper."""
    if sum(map(len, texts)) <= _MAX_CACHED_CHARACTERS:
        return _find_short_fault(slug, name, tuple(texts))
    return _find_fault(slug, name, texts)


@lru_cache(maxsize=4096)
def _find_short_fault(slug: str, name: str, texts: tuple[str, ...]) -> Fault | None:
    return _find_fault(slug, name, list(texts))


def _find_fault(slug: str, name: str, texts: list[str]) -> Fault | None:
    game = find_game(slug)
    bounds = players_entry(game.sheet)
    if name == "n":
        return _find_fault_of_seats(bounds, texts[0].strip())
    if name == SURE:
        return (
            None
            if {group.key for group in find_groups(game)}.issuperset(texts)
            else _no_choice(name, N_("As it stands"))
        )
    high = {"n": [str(bounds.high)]}
    data = sheet_from_query(game.sheet, query_of(slug, {name: texts} | high))
    field = fields_of(slug)[name]
    is_no_tick = isinstance(field.entry, Boolean) and not _TICKS.issuperset(texts)
    if is_no_tick or (field.is_choice and data == sheet_from_query(game.sheet, query_of(slug, high))):
        return _no_choice(name, field.entry.label if field.entry else N_(name))
    sheet, faults = read_sheet(game.sheet, data)
    if field.is_position and sheet is not None:  # only the game knows its notation
        faults = [*faults, *check_sheet(game, sheet, faults)]
    return next((fault for fault in faults if fault.code in REFUSED and fault.path != "players"), None)


def _find_fault_of_seats(bounds: Records, text: str) -> Fault | None:
    if not _SEATS.fullmatch(text):
        return Fault("n", "type", N_("%(label)s must be a whole number"), {"label": bounds.label})
    if int(text) > bounds.high:
        return Fault("players", "too_many", N_("This game takes no more players."))
    return None


def _no_choice(name: str, label: N_) -> Fault:
    return Fault(name, "choice", N_("%(label)s: there is no such choice"), {"label": label})


def is_known(slug: str, name: str) -> bool:
    """Return whether a game's form has a field, or its table a state, of this name."""
    if found := _SEAT_STATE.fullmatch(name):
        return int(found[1]) < players_entry(find_game(slug).sheet).high
    return name in fields_of(slug) or name in ("@reveal", "@next")
