"""A sheet as a link's query string, and back exactly: names are the entries' paths, `players.0.keys` shortened to `0.keys`.

Each entry type knows its own spelling; here is what belongs to the sheet as a whole: `n` is the number of players.
"""

from typing import Any

from scorers.entries import Query, entries_of, parse_number, read_record_query, write_record_query
from scorers.model import MOST_SEATS
from scorers.sheet import players_entry


def sheet_from_query(sheet_type: type[Any], query: Query) -> dict[str, Any]:
    """The JSON data of a sheet out of a query's values by name. Names that are no entries are passed over."""
    bounds = players_entry(sheet_type)
    count = parse_number(query["n"][0].strip()) if query.get("n") else ""
    seats = min(max(count, 1), MOST_SEATS) if isinstance(count, int) else bounds.low
    data: dict[str, Any] = {"players": [{} for _ in range(seats)]}
    data |= read_record_query(sheet_type, query, "", seats)
    for name, declaration in entries_of(bounds.of).items():
        for player, value in zip(data["players"], declaration.read_seats_query(query, name, seats), strict=True):
            if value is not None:
                player[name] = value
    return data


def sheet_to_query(sheet: Any) -> list[tuple[str, str]]:
    """The names and values that `sheet_from_query` reads back as this very sheet; blanks and defaults are left out."""
    pairs = [("n", str(len(sheet.players))), *write_record_query(sheet, "")]
    for name, declaration in entries_of(type(sheet.players[0])).items():
        pairs += declaration.write_seats_query([getattr(player, name) for player in sheet.players], name)
    return pairs
