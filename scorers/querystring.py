"""Lossless conversion between sheets and query strings.

Names are entry paths, with `players.0.keys` shortened to `0.keys`.

Each entry type has its own spelling; this module adds the number of players, `n`.
"""

from typing import Any

from scorers.entries import Query, SeatsByPlace, entries_of, parse_number, read_record_query, write_record_query
from scorers.entries.base import first_value
from scorers.model import MAX_SEATS
from scorers.sheet import players_entry, read_sheet


def sheet_from_query(sheet_type: type[Any], query: Query) -> dict[str, Any]:
    """Read a sheet's JSON data from a query; unknown names are ignored."""
    bounds = players_entry(sheet_type)
    count = parse_number(first_value(query, "n"))
    seats = min(max(count, 1), MAX_SEATS) if isinstance(count, int) else bounds.start
    data: dict[str, Any] = {"players": [{} for _ in range(seats)]}
    data |= read_record_query(sheet_type, query, "", seats)
    for name, declaration in entries_of(bounds.of).items():
        for player, value in zip(data["players"], declaration.read_seats_query(query, name, seats), strict=True):
            if value is not None:
                player[name] = value
    return data


def sheet_to_query(sheet: Any) -> list[tuple[str, str]]:
    """Return the names and values from which `sheet_from_query` restores this sheet.

    Blanks and defaults are omitted.
    """
    pairs = [("n", str(len(sheet.players))), *write_record_query(sheet, "")]
    for name, declaration in entries_of(type(sheet.players[0])).items():
        pairs += declaration.write_seats_query([getattr(player, name) for player in sheet.players], name)
    return pairs


def drop_unused_places(sheet_type: type[Any], data: dict[str, Any]) -> dict[str, Any]:
    """Return a form's data without the places that its options do not use, such as the cities of another board.

    A form keeps these entries in case the option is chosen again; in other data, such places are faults.

    >>> from scorers.registry import game
    >>> data = {"players": [{}, {}], "offices": {"bremen": [0], "london": [1]}}
    >>> drop_unused_places(game("hansa_teutonica").sheet, data)["offices"]
    {'bremen': [0]}
    """
    maps = {
        name: (declaration, declaration.slots)
        for name, declaration in entries_of(sheet_type).items()
        if isinstance(declaration, SeatsByPlace) and declaration.slots and data.get(name)
    }
    if not maps:
        return data
    options, _ = read_sheet(sheet_type, {name: value for name, value in data.items() if name not in maps})
    if options is None:
        return data
    used = {
        name: {place: row for place, row in data[name].items() if slots(options, place)}
        for name, (_, slots) in maps.items()
    }
    return data | {name: places or None for name, places in used.items()}
