"""A shared sheet's cells put together: the sheet's JSON, and the paths and values that programs see."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorers.entries import (
    Counts,
    Entry,
    Holdings,
    MultipleChoice,
    PerSeat,
    Records,
    Seats,
    SeatsByPlace,
    Text,
    entries_of,
)
from scorers.model import MAX_SEATS, AnyGame
from scorers.sheet import players_entry
from web.together.paths import INDEX, STEP, Cell, find

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
    """The changed cells as programs see them: paths and values of the sheet's JSON. `cells` holds all cells of what is kept in parts."""
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
