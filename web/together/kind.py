"""The shared sheet as a kind of document: its names are its form's fields, its values their texts, as in a link."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection

from scorers.entries import (
    Counts,
    Entry,
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
from scorers.querystring import sheet_from_query
from scorers.registry import game as find_game
from scorers.sheet import check_sheet, players_entry, read_sheet
from web.sync.kind import About
from web.sync.limits import DAY, DocumentFull, DocumentGone, Limits
from web.sync.merge import Value

MAX_TEXT_BYTES, MAX_STATE_CHARACTERS = 4_100, 2_000
EMPTY_SPACE = "."
_REFUSED = {"type", "choice", "unknown"}
_STATE = re.compile(r"@(?:seat|ready)\.(\d|1[01])|@reveal|@next", re.ASCII)
_RECORD = re.compile(r"((?:\d+\.)?\w+)\.(\d+)\.\w", re.ASCII)
_OWN = re.compile(r"(\d{1,2})\.", re.ASCII)


class SharedSheet:
    """A sheet that several phones fill at once."""

    name = "shared"
    limits = Limits(
        lifetime_seconds=7 * DAY, max_values=1_000, max_value_bytes=MAX_TEXT_BYTES, max_log_bytes=4 * 1024 * 1024,
        max_log_rows=5_000, max_devices=1_000, max_streams=24, max_opened_an_hour=300,
    )  # fmt: skip
    link_characters = 22
    gone, full = DocumentGone, DocumentFull
    lasting: frozenset[str] = frozenset()
    restore_seconds = None

    def reckon(self, name: str, value: Any) -> Any:
        """Return the value: nothing is reckoned of a field alone."""
        return value

    def read_value(self, about: About, name: str, value: Any) -> Any:
        """Return a list of texts without blanks, or a fault."""
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            return Fault(name, "type", N_("%(label)s must be a list of texts"), {"label": name})
        texts = [text for text in value if text.strip()]
        if sum(map(len, texts)) > (MAX_STATE_CHARACTERS if name.startswith("@") else MAX_TEXT_BYTES):
            return Fault(name, "too_many", N_("%(label)s is too long"), {"label": name})
        return _find_text_fault(about["game"], name, tuple(texts)) or texts or None

    def find_name_fault(self, about: About, name: str) -> Fault | None:
        """Return the fault of what is no field of any form of the game."""
        return None if name in field_names(about["game"]) or _is_state(about["game"], name) else _unknown(name)

    def is_first_come(self, name: str) -> bool:
        """Return whether it is a seat, which is the first phone's."""
        return name.startswith("@seat.")

    def find_likeness(self, name: str, value: Any) -> bytes | None:
        """Return None: fields are never doubles of each other."""
        return None

    def find_rank(self, name: str, value: Any) -> str | None:
        """Return None: fields are listed by the form."""
        return None

    def write_beside(self, connection: Connection, document_id: str, values: Mapping[str, Value]) -> None:
        """Write nothing."""


def query_of(slug: str, values: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the fields that are filled as the query of the sheet's link."""
    query = {name: texts for name, texts in values.items() if texts and not name.startswith("@")}
    rows: dict[str, dict[int, str]] = {}
    for name in [one for one in query if _is_space(slug, one)]:
        whole, _, place = name.rpartition(".")
        rows.setdefault(whole, {})[int(place)] = query.pop(name)[0]
    query |= {name: [" ".join(row.get(at, EMPTY_SPACE) for at in range(max(row) + 1))] for name, row in rows.items()}
    seats = max([1 + int(found[1]) for name in query if (found := _OWN.match(name))], default=0)
    if seats > int((query.get("n") or ["0"])[0]):
        query["n"] = [str(seats)]
    return query | _count_records(query)


def _count_records(query: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the fields that say how many records, such as rounds, the form shows."""
    counts: dict[str, int] = {}
    for name in query:
        if found := _RECORD.match(name):
            counts[f"{found[1]}.shown"] = max(counts.get(f"{found[1]}.shown", 0), int(found[2]) + 1)
    return {name: [str(count)] for name, count in counts.items()}


@lru_cache(maxsize=64)
def field_names(slug: str) -> dict[str, Entry[Any] | None]:
    """Return the names of all fields that any form of a game has, each with its entry."""
    game = find_game(slug)
    bounds = players_entry(game.sheet)
    names: dict[str, Entry[Any] | None] = {"n": None}
    for name, entry in entries_of(game.sheet).items():
        if name != "players":
            names |= dict.fromkeys(_names(name, entry, "", bounds.high), entry)
    for name, entry in entries_of(bounds.of).items():
        names |= dict.fromkeys(_names(name, entry, "{}.", bounds.high), entry)
    return names


def _names(name: str, entry: Entry[Any], seat: str, seats: int) -> Iterator[str]:
    """Yield the names of an entry's fields; `seat` is "" for an entry of the whole sheet."""
    own = [f"{number}.{name}" for number in range(seats)] if seat else [name]
    match entry:
        case MultipleChoice(one_owner=True) if seat:
            yield from (f"{name}.{option}" for option in entry.options)
        case Holdings():
            yield from (f"{name}.{key}" for key in entry.keys)
        case Counts() | HouseValues():
            yield from (f"{one}.{key}" for one in own for key in entry.keys)
        case PerSeat():
            yield from (f"{name}.{number}" for number in range(seats))
        case SeatsByPlace():
            yield from (name, *(f"{name}.{place}" for place in entry.keys))
        case Records():
            yield from own
            for inner_name, inner in entries_of(entry.of).items():
                yield from _record_names(own, inner_name, inner, entry.high, seats)
        case Text() if entry.spaces:
            yield from (f"{name}.{at}" for at in range(entry.spaces))
        case _:
            yield from own


def _record_names(own: list[str], name: str, entry: Entry[Any], count: int, seats: int) -> Iterator[str]:
    if isinstance(entry, Seats):
        yield from (f"{one}.{name}.{seat}" for one in own for seat in range(seats))
    else:
        yield from (
            field
            for one in own
            for number in range(count)
            for field in _names(f"{one}.{number}.{name}", entry, "", seats)
        )


@lru_cache(maxsize=4096)
def _find_text_fault(slug: str, name: str, texts: tuple[str, ...]) -> Fault | None:
    """Return why a field cannot be these texts; a number out of bounds can, as on paper."""
    if name.startswith("@") or not texts:
        return None
    game = find_game(slug)
    if name == "n":
        return None if re.fullmatch(r"\d{1,2}", texts[0].strip(), re.ASCII) else _whole_fault(name)
    blank = {"n": [str(players_entry(game.sheet).high)]}
    query = query_of(slug, {name: list(texts)}) | blank
    faults = _faults_of(game, query)
    entry = field_names(slug).get(name)
    if _has_owner(entry) and sheet_from_query(game.sheet, query) == sheet_from_query(game.sheet, blank):
        return Fault(
            name, "choice", N_("%(label)s: there is no such choice"), {"label": entry.label if entry else name}
        )
    return next((fault for fault in faults if fault.code in _REFUSED and fault.path != "players"), None)


def _has_owner(entry: Entry[Any] | None) -> bool:
    """Return whether a field says which player has something; a seat that no sheet has is no owner."""
    return isinstance(entry, Holdings) or (isinstance(entry, MultipleChoice) and entry.one_owner)


def _faults_of(game: AnyGame, query: dict[str, list[str]]) -> list[Fault]:
    sheet, faults = read_sheet(game.sheet, sheet_from_query(game.sheet, query))
    return [*faults, *(check_sheet(game, sheet, faults) if sheet is not None else [])]


def _is_space(slug: str, name: str) -> bool:
    """Return whether a field is one space of a row, such as a wall's."""
    entry = field_names(slug).get(name)
    return isinstance(entry, Text) and entry.spaces > 0


def _is_state(slug: str, name: str) -> bool:
    """Return whether a name is about the table itself: who sits where, who is ready, the reveal."""
    found = _STATE.fullmatch(name)
    return found is not None and int(found[1] or 0) < players_entry(find_game(slug).sheet).high


def _unknown(name: str) -> Fault:
    return Fault(name[:60], "unknown", N_("%(key)s is not known here"), {"key": name[:60]})


def _whole_fault(name: str) -> Fault:
    return Fault(name, "type", N_("%(label)s must be a whole number"), {"label": name})
