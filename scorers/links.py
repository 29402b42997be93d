"""A sheet as a link's query string, and back exactly: names are the entries' paths, `players.0.keys` shortened to `0.keys`.

What lies with one player at a time is spelled by the thing (`coellen.7=0`, `bonus.military=1gold`), as a form asks for it.
`regions=7` says that there are seven regions, `regions.shown=7` that a form shows seven, which count only if one is filled.
Spelling is kind: `１２`, ` 12 ` and `10+15-13` are all 12. What is no number stays text, for the loader to refuse.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from scorers.groups import Counts, Listed, Marks, Places, Records, Seats, Several, declared
from scorers.kinds import Choice, Kind, Number, Tick

S = TypeVar("S")
Query = Mapping[str, Sequence[str]]

_WIDE = {0xFF10 + digit: str(digit) for digit in range(10)}
_FOLD = str.maketrans(_WIDE | {0xFF0B: "+", 0xFF0D: "-", 0x2212: "-", 0x2013: "-", 0x3000: " ", 0x3001: " ", 0xFF0C: " ", 0xFF0F: "/"})
_SUM = re.compile(r"\s*[+-]?\s*[0-9]{1,9}(\s*[+-]\s*[0-9]{1,9})*\s*")
_TERM = re.compile(r"[+-]?[0-9]+")


def whole(text: str) -> int | str:
    """A whole number, or a sum of them, as people type it; anything else comes back as it was.

    >>> whole("１２"), whole(" 10 + 15-5 "), whole("²"), whole("1 2")
    (12, 20, '²', '1 2')
    """
    plain = text[:60].translate(_FOLD)
    if len(text) > 60 or not _SUM.fullmatch(plain):
        return text
    return sum(int(term) for term in _TERM.findall("".join(plain.split())))


def from_query(of: type[Any], query: Query) -> dict[str, Any]:
    """The data of a sheet out of a query's values by name. Names that are no entries are passed over."""
    kinds = declared(of)
    seated = kinds["players"]
    told = whole(_first(query, "n"))
    seats = min(max(told, 1), 99) if isinstance(told, int) else seated.low
    data: dict[str, Any] = {"players": [{} for _ in range(seats)]}
    for name, kind in kinds.items():
        if name != "players":
            _keep(data, name, _sheet_value(name, kind, query, seats))
    for name, kind in declared(seated.of).items():
        if (isinstance(kind, Several) and kind.owned) or isinstance(kind, Marks):
            _dealt(data["players"], name, kind, query)
            continue
        for seat, player in enumerate(data["players"]):
            _keep(player, name, _value(kind, query, f"{seat}.{name}"))
    return data


def to_query(sheet: Any) -> list[tuple[str, str]]:
    """The names and values that `from_query` reads back as this very sheet; blanks and defaults are left out."""
    spelled = [("n", str(len(sheet.players)))]
    for name, kind in declared(type(sheet)).items():
        if name == "players":
            continue
        if isinstance(kind, Records):
            spelled += _records_spelled(name, kind, getattr(sheet, name))
        else:
            spelled += _spelled(kind, name, getattr(sheet, name))
    for seat, player in enumerate(sheet.players):
        for name, kind in declared(type(player)).items():
            value = getattr(player, name)
            if isinstance(kind, Several) and kind.owned:
                spelled += [(f"{name}.{key}", str(seat)) for key in value]
            elif isinstance(kind, Marks):
                spelled += [(f"{name}.{key}", f"{seat}{mark}") for key, mark in value.items()]
            else:
                spelled += _spelled(kind, f"{seat}.{name}", value)
    return spelled


def _first(query: Query, name: str) -> str:
    values = query.get(name)
    return values[0] if values else ""


def _keep(data: dict[str, Any], name: str, value: Any) -> None:
    if value is not None:
        data[name] = value


def _sheet_value(name: str, kind: Kind, query: Query, seats: int) -> Any:
    if not isinstance(kind, Records):
        return _value(kind, query, name)
    given, shown = whole(_first(query, name)), whole(_first(query, f"{name}.shown"))
    told = shown if given == "" else given
    if not isinstance(told, int):
        return None
    found: list[dict[str, Any]] = [{} for _ in range(min(max(told, 0), 99))]
    for field, inner in declared(kind.of).items():
        if isinstance(inner, Seats):
            for seat in range(seats):
                at = whole(_first(query, f"{name}.{field}.{seat}"))
                if isinstance(at, int) and 0 <= at < len(found):
                    found[at].setdefault(field, []).append(seat)
            continue
        for i, record in enumerate(found):
            value = _value(inner, query, f"{name}.{i}.{field}", seats)
            _keep(record, field, None if value == inner.empty else value)
    return found if isinstance(given, int) or any(found) else None


def _value(kind: Kind, query: Query, name: str, seats: int = 0) -> Any:
    """What an entry's values say, as JSON data; None if they are blank."""
    typed = _first(query, name).strip()
    match kind:
        case Number():
            return whole(typed) if typed else None
        case Choice():
            return (whole(typed) if kind.numeric else typed) if typed else None
        case Tick():
            return True if typed and typed != "0" else None
        case Several():
            picked = [value for value in query.get(name, ()) if value]
            return picked or None
        case Counts():
            numbers = {key: _value(kind.number(key), query, f"{name}.{key}") for key in kind.keys}
            return {key: value for key, value in numbers.items() if value is not None} or None
        case Listed(by_seat=True):
            cells = [_value(kind.item, query, f"{name}.{seat}") for seat in range(seats)]
            return cells if any(cell is not None for cell in cells) else None
        case Listed():
            return [whole(word) for word in re.split(r"[\s,;/]+", typed.translate(_FOLD)) if word] or None
        case Places():
            found = {key: _slots(query[f"{name}.{key}"], gaps=kind.gaps) for key in kind.keys if f"{name}.{key}" in query}
            occupied = {key: slots for key, slots in found.items() if slots}
            return occupied if occupied or typed else None
    return typed or None


def _slots(values: Iterable[str], *, gaps: bool) -> list[Any]:
    """Offices of one city: `01-`, or one value an office as separate selects give it. All blank is no entry."""
    letters = "".join(value.strip() or "-" for value in values)
    slots = [int(letter) if letter in "0123456789" else None if letter == "-" else letter for letter in letters]
    if all(slot is None for slot in slots):
        return []
    return slots if gaps else [slot for slot in slots if slot is not None]


def _dealt(players: list[dict[str, Any]], name: str, kind: Several | Marks, query: Query) -> None:
    """Give each thing to the player who has it."""
    for key in kind.options if isinstance(kind, Several) else kind.keys:
        typed = _first(query, f"{name}.{key}").strip()
        seat, mark = typed[:1], typed[1:]
        if not (seat.isascii() and seat.isdigit() and int(seat) < len(players)):
            continue
        if isinstance(kind, Several):
            players[int(seat)].setdefault(name, []).append(key)
        else:
            players[int(seat)].setdefault(name, {})[key] = mark


def _records_spelled(name: str, kind: Records, value: Any) -> Iterator[tuple[str, str]]:
    if value is None:
        return
    yield name, str(len(value))
    for i, record in enumerate(value):
        for field, inner in declared(kind.of).items():
            if isinstance(inner, Seats):
                yield from ((f"{name}.{field}.{seat}", str(i)) for seat in getattr(record, field))
            else:
                yield from _spelled(inner, f"{name}.{i}.{field}", getattr(record, field))


def _spelled(kind: Kind, name: str, value: Any) -> Iterator[tuple[str, str]]:
    if value is None or value == kind.empty:
        return
    match kind:
        case Tick():
            yield name, "1"
        case Several():
            yield from ((name, str(key)) for key in value)
        case Counts():
            yield from ((f"{name}.{key}", str(number)) for key, number in value.items() if number is not None)
        case Listed(by_seat=True):
            yield from ((f"{name}.{seat}", str(cell)) for seat, cell in enumerate(value) if cell is not None)
        case Listed():
            yield name, " ".join(str(item) for item in value)
        case Places():
            if not value:
                yield name, "0"
            for key, slots in value.items():
                yield f"{name}.{key}", "".join("-" if seat is None else str(seat) for seat in slots)
        case _:
            yield name, str(value)
