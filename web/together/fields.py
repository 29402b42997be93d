"""A shared sheet's cells as fields and texts of the form, for pages: names as in the query string, `coellen.7` with its owner's seat."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorers.entries import (
    Counts,
    Entry,
    EntryList,
    Holdings,
    MultipleChoice,
    PerSeat,
    Records,
    Seats,
    SeatsByPlace,
    entries_of,
    parse_number,
)
from scorers.entries.choices import read_owner
from scorers.entries.seats import DIGITS
from scorers.model import N_, AnyGame, Fault
from scorers.sheet import players_entry
from web.together.building import view_paths, whole_path
from web.together.paths import INDEX, SEATS, STEP, Cell, Cells, Place, find, read_state, read_value, unknown


def is_part(game: AnyGame, path: str) -> bool:
    """Whether other cells must be known to show this one: what is kept in parts, and what lies with one player at a time."""
    return whole_path(game, path) != path or _owner_field(game, path) is not None


def read_field(game: AnyGame, name: str, texts: list[str], seats: int) -> Cells | list[Fault]:
    """The cells that a field of the form fills, or what is wrong with it. Blank texts clear."""
    text = next((text.strip() for text in texts if text.strip()), "")
    if name.startswith("@"):
        return read_state(game, name, text or None) if name != SEATS else [unknown(name)]
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
    """The field that says who has what the cell is about, or in which record a seat stands; None where the cell is a field of its own."""
    first, *steps = STEP.split(path)
    if first == "players" and len(steps) == 3:
        entry = entries_of(players_entry(game.sheet).of).get(steps[1])
        return f"{steps[1]}.{steps[2]}" if ":" in path or isinstance(entry, Holdings) else None
    return f"{first}.{steps[1]}.{steps[2]}" if ":" in path else None


def view_fields(game: AnyGame, cells: Mapping[str, Cell], changed: Iterable[str]) -> dict[str, Cell]:
    """The changed cells as pages see them: names of fields, and their texts. `cells` holds all cells of what is kept in parts."""
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
