"""Paths, fields and values of a shared sheet's entries, derived from the game's declarations.

A shared sheet is kept in cells, the smallest things that two people can fill at once. Programs see them as the paths
and values of the sheet's JSON (`players.0.coellen`: `[7, 8]`), pages as the fields and texts of the form (`coellen.7`:
`0`). A list whose items are things or seats is kept item by item (`players.0.coellen:7`: `true`), and a row of spaces
space by space (`wall.3`: `"At"`).
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from scorers.entries import (
    Choice,
    Counts,
    Entry,
    EntryList,
    Holdings,
    LoadContext,
    MultipleChoice,
    Number,
    PerSeat,
    Query,
    Records,
    Seats,
    SeatsByPlace,
    Text,
    entries_of,
    parse_number,
)
from scorers.entries.choices import read_owner
from scorers.entries.seats import DIGITS, read_slots
from scorers.model import MAX_SEATS, N_, AnyGame, Fault
from scorers.sheet import check_sheet, players_entry, read_sheet
from web.sheet.unanswered import SURE, find_groups
from web.together.limits import MAX_PATH_CHARACTERS, MAX_STATE_CHARACTERS, MAX_VALUE_BYTES

SEATS = "@seats"
"""The entry that says how many seats there are, as soon as somebody adds one."""
_STATE = re.compile(r"@(seat|ready)\.(\d|1[01])|@reveal|@next", re.ASCII)
_SEAT = re.compile(r"(?:players|@seat|@ready)\.(\d{1,3})(?![^.])", re.ASCII)
INDEX = re.compile(r"0|[1-9]\d{0,2}", re.ASCII)
_REFUSED = {"type", "choice", "unknown"}
STEP = re.compile(r"[.:]")

Cells = list[tuple[str, Any]]


class SeatBeyondGameError(Exception):
    """A path names a seat that no sheet of this game has."""


class Target(NamedTuple):
    """The entry at a path, and the path as the store spells it."""

    path: str
    entry: Entry[Any]


class Cell(NamedTuple):
    """A cell as it stands."""

    value: Any
    seq: int
    device: str


# Paths and values, as in the sheet's JSON


def read_value(game: AnyGame, path: str, value: Any, seats: int) -> Cells | list[Fault]:
    """Return the cells that a value at a path of the sheet's JSON fills, or its faults; None clears them.

    Numbers may be out of bounds.
    """
    if path.startswith("@"):
        return read_state(game, path, value)
    target = find(game, path)
    if target is None:
        return [unknown(path)]
    faults = [] if value is None else _value_faults(game, target, value, seats)
    return faults or list(_spread(target.entry, target.path, value))


def find(game: AnyGame, path: str) -> Target | None:
    """Return the entry at a path, or None if the game's sheets have no such entry. Raises SeatBeyondGameError."""
    if len(path) > MAX_PATH_CHARACTERS:
        return None
    first, _, rest = path.partition(".")
    if (
        first == "players"
        and (seat := rest.partition(".")[0])
        and INDEX.fullmatch(seat)
        and int(seat) >= players_entry(game.sheet).high
    ):
        raise SeatBeyondGameError
    return _find(game.sheet, path)  # type: ignore[arg-type]  # mypy does not see that classes are hashable


@lru_cache(maxsize=4096)
def _find(sheet_type: Any, path: str) -> Target | None:
    first, *steps = path.split(".")
    if first == "players":
        if len(steps) < 2 or not INDEX.fullmatch(steps[0]):  # a whole player is not written at once
            return None
        entry = entries_of(players_entry(sheet_type).of).get(steps[1])
        return _step_into(entry, f"players.{steps[0]}.{steps[1]}", steps[2:])
    return _step_into(entries_of(sheet_type).get(first), first, steps)


def _step_into(entry: Entry[Any] | None, path: str, steps: list[str]) -> Target | None:
    """Follow the rest of a path into an entry."""
    if entry is None or not steps:
        return None if entry is None else Target(path, entry)
    key, *rest = steps
    index = int(key) if INDEX.fullmatch(key) else None
    if isinstance(entry, Records):
        if index is None or index >= entry.high or not rest:
            return None
        return _step_into(entries_of(entry.of).get(rest[0]), f"{path}.{key}.{rest[0]}", rest[1:])
    if rest:
        return None
    match entry:
        case Counts() if key in entry.keys:
            return Target(f"{path}.{key}", entry.number(key))
        case Holdings() if key in entry.keys:
            return Target(f"{path}.{key}", Choice(label=entry.keys[key], options=entry.options))
        case SeatsByPlace() if place := key if key in entry.keys else entry.alias.get(key.casefold()):
            one = {place: entry.keys[place]}
            return Target(f"{path}.{place}", Place(label=entry.keys[place], keys=one, most=entry.most, gaps=entry.gaps))
        case PerSeat() if index is not None and index < MAX_SEATS:
            return Target(f"{path}.{key}", entry.item)
        case Text() if index is not None and index < entry.spaces:
            return Target(f"{path}.{key}", _Space(label=entry.label, most=2, position=True))
    return None


class _Space(Text):
    """One space of a row."""


class Place(SeatsByPlace):
    """The seats of one place of a map."""

    def load(self, raw: object, path: str, context: LoadContext) -> Any:
        """A list of seats."""
        place = next(iter(self.keys))
        return SeatsByPlace.load(self, {place: raw}, path.removesuffix(f".{place}"), context)

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """A letter or digit for each."""
        return read_slots(query.get(name, ()), gaps=self.gaps) or None


def unknown(path: str) -> Fault:
    """Return the fault of a path that no sheet has."""
    return Fault(path[:60], "unknown", N_("%(key)s is not known here"), {"key": path[:60]})


def _value_faults(game: AnyGame, target: Target, value: Any, seats: int) -> list[Fault]:
    """Return the faults of a value, except bounds and contradictions, which scoring reports."""
    path, entry = target
    if len(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")) > MAX_VALUE_BYTES:
        return [Fault(path, "too_many", N_("%(label)s is too long"), {"label": entry.label})]
    context = LoadContext(seats)
    entry.load(value, path, context)
    is_list = not isinstance(entry, Number)  # or a text; a number that is too high is only out of bounds
    faults = [
        fault
        for fault in context.faults
        if fault.code in _REFUSED or (is_list and fault.code == "too_many" and fault.path == path)
    ]
    if not faults and isinstance(entry, Text) and entry.position:
        faults = _position_faults(game, target, value, seats)
    return faults


def _position_faults(game: AnyGame, target: Target, value: str, seats: int) -> list[Fault]:
    """Return the faults of pieces and squares that the game does not have, as found by the game itself."""
    first, *steps = target.path.split(".")
    data: dict[str, Any] = {"players": [{} for _ in range(seats)]}
    if first == "players":
        data["players"][int(steps[0])][steps[1]] = value
        where = target.path
    else:
        data[first], where = value, first
    sheet, _ = read_sheet(game.sheet, data)
    found = check_sheet(game, sheet) if sheet is not None else []
    found = [fault for fault in found if fault.path == where and fault.code in _REFUSED]
    return [replace(fault, path=target.path) for fault in found]


def _spread(entry: Entry[Any], path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the cells that a value fills, or that it clears."""
    match entry:
        case MultipleChoice(one_owner=True):
            yield from ((f"{path}:{key}", True if key in (value or ()) else None) for key in entry.options)
        case Seats():
            yield from ((f"{path}:{seat}", True if seat in (value or ()) else None) for seat in range(MAX_SEATS))
        case PerSeat():
            items = dict(enumerate(value or ()))
            yield from ((f"{path}.{seat}", items.get(seat)) for seat in range(MAX_SEATS))
        case Counts() | Holdings():
            yield from ((f"{path}.{key}", (value or {}).get(key)) for key in entry.keys)
        case Place() | _Space():
            yield path, value
        case SeatsByPlace():
            rows = {
                entry.alias.get(key.casefold(), key) if key not in entry.keys else key: row
                for key, row in (value or {}).items()
            }
            if not rows:
                yield path, value  # nothing was entered, or that nothing stands there
            yield from ((f"{path}.{key}", rows.get(key)) for key in entry.keys)
        case Records():
            records = dict(enumerate(value or ()))
            for number in range(entry.high):
                record = records.get(number, {})
                for name, inner in entries_of(entry.of).items():
                    yield from _spread(inner, f"{path}.{number}.{name}", record.get(name))
        case Text() if entry.spaces:
            spaces = dict(enumerate((value or "").split()))
            yield from ((f"{path}.{space}", spaces.get(space)) for space in range(entry.spaces))
        case _:
            yield path, value


def read_state(game: AnyGame, path: str, value: Any) -> Cells | list[Fault]:
    """Return a cell about the table itself: its seats, who is ready, whether the result is revealed."""
    if path == SEATS:
        bounds = players_entry(game.sheet)
        if value is not None and type(value) is not int:
            return [Fault(path, "type", N_("%(label)s must be a whole number"), {"label": bounds.label})]
        if value is not None and value > bounds.high:
            raise SeatBeyondGameError
        return [(path, None if value is None else max(value, bounds.low))]
    if not (match := _STATE.fullmatch(path)):
        return [unknown(path)]
    if match[2] and int(match[2]) >= players_entry(game.sheet).high:
        raise SeatBeyondGameError
    if value is not None and not isinstance(value, str | int | bool):
        return [Fault(path, "type", N_("%(label)s must be text"), {"label": path})]
    if isinstance(value, str) and len(value) > (64 if match[2] else MAX_STATE_CHARACTERS):
        return [Fault(path, "too_many", N_("%(label)s is too long"), {"label": path})]
    return [(path, value)]


def read_whole_sheet(game: AnyGame, data: object) -> tuple[Cells, int] | list[Fault]:
    """Return the cells of a sheet given as JSON data and its number of seats, or its faults.

    Scoring reports numbers out of bounds.
    """
    sheet, faults = read_sheet(game.sheet, data)
    faults = [fault for fault in faults if fault.code in {*_REFUSED, "missing"} or fault.path == "players"]
    if sheet is None or faults or not isinstance(data, dict):
        return faults
    seats = len(data["players"])
    values = {name: value for name, value in data.items() if name != "players"}
    values |= {
        f"players.{seat}.{name}": value for seat, player in enumerate(data["players"]) for name, value in player.items()
    }
    cells: Cells = []
    for path, value in values.items():
        for one in read_value(game, path, value, seats):
            if isinstance(one, Fault):
                faults.append(one)
            elif one[1] is not None:
                cells.append(one)
    return faults or (cells, seats)


def is_default(game: AnyGame, path: str, value: Any) -> bool:
    """Return whether a value is an entry's default, which a form sends for a choice that nobody made."""
    target = None if path.startswith("@") else find(game, path)
    return target is not None and bool(target.entry.empty == value)


def seat_of(path: str) -> int | None:
    """Return the seat that a cell belongs to, or None."""
    named = _SEAT.match(path)
    return int(named[1]) if named else None


_EMPTY_SPACE = "."


@dataclass(slots=True)
class _Node:
    """The cells under a path."""

    value: Any = None
    children: dict[str, "_Node"] = field(default_factory=dict)


def build_sheet(game: AnyGame, cells: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The cells' values as a sheet in the shape of scoring."""
    root = _Node()
    for path, value in cells.items():
        if value is None or path.startswith("@"):
            continue
        node = root
        for step in STEP.split(path):
            node = node.children.setdefault(step, _Node())
        node.value = value
    players = root.children.pop("players", _Node()).children
    player = players_entry(game.sheet).of
    data: dict[str, Any] = {
        "players": [_build_record(player, players.get(str(seat), _Node())) for seat in range(seats)]
    }
    return data | _build_record(game.sheet, root)


def _build_record(record_type: type[Any], node: _Node) -> dict[str, Any]:
    return {
        name: _build(entry, node.children[name])
        for name, entry in entries_of(record_type).items()
        if name in node.children
    }


def _build(entry: Entry[Any], node: _Node) -> Any:
    """The JSON value of an entry out of its cells."""
    children = node.children
    match entry:
        case MultipleChoice(one_owner=True):
            return [key for key in entry.options if str(key) in children]
        case Seats():
            return [seat for seat in range(MAX_SEATS) if str(seat) in children]
        case PerSeat():
            return [children[str(seat)].value if str(seat) in children else None for seat in range(_count(children))]
        case Records():
            return [_build_record(entry.of, children.get(str(number), _Node())) for number in range(_count(children))]
        case Counts() | Holdings() | SeatsByPlace():
            return {key: children[key].value for key in entry.keys if key in children}
        case Text() if entry.spaces:
            return " ".join(
                children[str(i)].value if str(i) in children else _EMPTY_SPACE for i in range(_count(children))
            )
    return node.value


def _count(children: Mapping[str, _Node]) -> int:
    """Return the length of a list, given its items by index."""
    return 1 + max(map(int, children), default=-1)


def whole_path(game: AnyGame, path: str) -> str:
    """The path of the sheet's JSON that a cell is part of; mostly the cell's own."""
    whole, colon, _ = path.partition(":")
    if colon:
        return whole
    above, _, last = path.rpartition(".")
    if above and INDEX.fullmatch(last) and (target := find(game, above)) and isinstance(target.entry, Text):
        return above
    return path


def view_paths(game: AnyGame, cells: Mapping[str, Cell], changed: Iterable[str]) -> dict[str, Cell]:
    """The changed cells as programs see them: paths and values of the sheet's JSON.

    `cells` holds all cells of what is kept in parts.
    """
    view: dict[str, Cell] = {}
    for path in changed:
        whole = whole_path(game, path)
        if whole == path:
            view[path] = cells[path]
        elif whole not in view:
            parts = {at: cell for at, cell in cells.items() if whole_path(game, at) == whole}
            latest = max(parts.values(), key=lambda cell: cell.seq)
            standing = {at: cell.value for at, cell in parts.items() if cell.value is not None}
            view[whole] = latest._replace(value=_value_at(game, whole, standing) if standing else None)
    return view


def _value_at(game: AnyGame, path: str, cells: Mapping[str, Any]) -> Any:
    """The value of one entry out of its cells."""
    target, node = find(game, path), _Node()
    assert target is not None  # noqa: S101  its cells are there
    for at, value in cells.items():
        node.children[at[len(path) + 1 :]] = _Node(value)
    return _build(target.entry, node)


def is_part(game: AnyGame, path: str) -> bool:
    """Whether other cells must be known to show this one: what is kept in parts, and what lies with one player at a
    time.
    """
    return whole_path(game, path) != path or _owner_field(game, path) is not None


def read_field(game: AnyGame, name: str, texts: list[str], seats: int) -> Cells | list[Fault]:
    """The cells that a field of the form fills, or what is wrong with it. Blank texts clear."""
    text = next((text.strip() for text in texts if text.strip()), "")
    if name.startswith("@"):
        return read_state(game, name, text or None) if name != SEATS else [unknown(name)]
    if name == SURE:
        keys = {group.key for group in find_groups(game)}
        chosen = [text for text in texts if text.strip()]
        return [(SURE, chosen or None)] if keys.issuperset(chosen) else [_wrong_choice(name, N_("As it stands"))]
    if name == "n":
        number = parse_number(text)
        return read_state(game, SEATS, number if text else None)
    first, _, rest = name.partition(".")
    if INDEX.fullmatch(first):
        return _read_plain(game, f"players.{name}", name, texts, seats)
    player_entry, sheet_entry = entries_of(players_entry(game.sheet).of).get(first), entries_of(game.sheet).get(first)
    if isinstance(player_entry, Holdings) or (isinstance(player_entry, MultipleChoice) and player_entry.one_owner):
        return _read_owner(player_entry, first, rest, text, seats)
    inner_name, _, seat = rest.partition(".")
    if (
        isinstance(sheet_entry, Records)
        and isinstance(entries_of(sheet_entry.of).get(inner_name), Seats)
        and INDEX.fullmatch(seat)
    ):
        record = parse_number(text) if text else None
        if int(seat) >= seats or not (record is None or (isinstance(record, int) and 0 <= record < sheet_entry.high)):
            return [_wrong_choice(name, sheet_entry.label)]
        return [(f"{first}.{at}.{inner_name}:{seat}", True if at == record else None) for at in range(sheet_entry.high)]
    return _read_plain(game, name, name, texts, seats)


def _read_plain(game: AnyGame, path: str, name: str, texts: list[str], seats: int) -> Cells | list[Fault]:
    """A field whose name is a path of its own."""
    target = find(game, path)
    if target is None:
        return [unknown(name)]
    entry = target.entry
    if isinstance(entry, Counts | Holdings | PerSeat | Records):
        return [unknown(name)]
    if isinstance(entry, SeatsByPlace) and not isinstance(entry, Place):
        return [(path, {} if any(text.strip() for text in texts) else None)]
    outcome = read_value(game, path, entry.read_query({name: texts}, name, seats), seats)
    return [replace(one, path=one.path.removeprefix("players.")) if isinstance(one, Fault) else one for one in outcome]  # type: ignore[return-value]


def _read_owner(entry: Holdings | MultipleChoice, name: str, key: str, text: str, seats: int) -> Cells | list[Fault]:
    """Read the owner and state of an item; the other players lose it."""
    things = (
        entry.keys if isinstance(entry, Holdings) else {str(option): label for option, label in entry.options.items()}
    )
    if key not in things:
        return [unknown(f"{name}.{key}")]
    owner = read_owner({name: [text]}, name, seats)
    states = entry.options if isinstance(entry, Holdings) else {"": N_()}
    if text and (owner is None or owner[1] not in states):
        return [_wrong_choice(f"{name}.{key}", things[key])]
    mark, state = (".", owner and owner[1]) if isinstance(entry, Holdings) else (":", True)
    return [
        (f"players.{seat}.{name}{mark}{key}", state if owner and seat == owner[0] else None) for seat in range(seats)
    ]


def _wrong_choice(name: str, label: N_) -> Fault:
    return Fault(name, "choice", N_("%(label)s: there is no such choice"), {"label": label})


def _owner_field(game: AnyGame, path: str) -> str | None:
    """The field that says who has what the cell is about, or in which record a seat stands; None where the cell is a
    field of its own.
    """
    first, *steps = STEP.split(path)
    if first == "players" and len(steps) == 3:
        entry = entries_of(players_entry(game.sheet).of).get(steps[1])
        return f"{steps[1]}.{steps[2]}" if ":" in path or isinstance(entry, Holdings) else None
    return f"{first}.{steps[1]}.{steps[2]}" if ":" in path else None


def view_fields(game: AnyGame, cells: Mapping[str, Cell], changed: Iterable[str]) -> dict[str, Cell]:
    """The changed cells as pages see them: names of fields, and their texts.

    `cells` holds all cells of what is kept in parts.
    """
    view: dict[str, Cell] = {}
    for path in changed:
        owner_field, whole = _owner_field(game, path), whole_path(game, path)
        if owner_field:
            if owner_field not in view:
                view[owner_field] = _owner(
                    {at: cell for at, cell in cells.items() if _owner_field(game, at) == owner_field}
                )
        elif whole == path:
            view[_field_name(path)] = _with_texts(game, path, cells[path])
        else:  # a row of spaces, as a whole
            whole_cell = view_paths(game, cells, [path])[whole]
            view[_field_name(whole)] = whole_cell._replace(value=[whole_cell.value] if whole_cell.value else [])
    return view


def _owner(parts: Mapping[str, Cell]) -> Cell:
    """Return the owner of an item from all players' cells; of two owners, the one who got it last."""
    latest = max(parts.values(), key=lambda cell: cell.seq)
    owners = [(cell.seq, path, cell.value) for path, cell in parts.items() if cell.value is not None]
    if not owners:
        return latest._replace(value=[])
    _, path, value = max(owners, key=lambda owner: owner[:2])
    return latest._replace(value=[path.split(".")[1] + ("" if value is True else str(value))])


def _field_name(path: str) -> str:
    return "n" if path == SEATS else path.removeprefix("players.")


def _with_texts(game: AnyGame, path: str, cell: Cell) -> Cell:
    """A cell with its value as the texts that a form sends."""
    target = None if path.startswith("@") else find(game, path)
    return cell._replace(value=write_texts(target.entry if target else None, cell.value))


def write_texts(entry: Entry[Any] | None, value: Any) -> list[str]:
    """A value as the texts that a form sends for it; none where it is blank."""
    match entry:
        case _ if value is None or value is False:
            return []
        case None if isinstance(value, list):
            return value
        case Place():
            return ["".join("-" if seat is None else DIGITS[seat] for seat in value)]
        case SeatsByPlace():
            return ["0"]
        case MultipleChoice():
            return [str(one) for one in value if one is not None]
        case EntryList():
            return [" ".join(str(item) for item in value if item is not None)]
    return ["1" if value is True else str(value)]


def count_records(game: AnyGame, sheet: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The fields that say how many records the form shows, such as rounds: without them it reads none."""
    holders = [("", game.sheet, sheet)]
    holders += [(f"{seat}.", players_entry(game.sheet).of, player) for seat, player in enumerate(sheet["players"])]
    for prefix, record_type, values in holders:
        for name, entry in entries_of(record_type).items():
            if isinstance(entry, Records) and name != "players" and values.get(name):
                yield f"{prefix}{name}.shown", str(len(values[name]))
