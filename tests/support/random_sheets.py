"""Random sheets of any game, built from the declarations of its entries."""

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from scorers.entries import (
    Boolean,
    Choice,
    Counts,
    Entry,
    EntryList,
    Grid,
    Holdings,
    HouseValues,
    MultipleChoice,
    Number,
    PerSeat,
    Records,
    Seats,
    SeatsByPlace,
    Text,
    entries_of,
)
from scorers.registry import game
from scorers.service import score_data
from scorers.sheet import players_entry


def value(entry: Entry[Any], seats: int) -> st.SearchStrategy[Any]:
    """Return JSON data that an entry accepts, or a blank."""
    return st.none() | STRATEGIES[type(entry)](entry, seats)


def slots(entry: SeatsByPlace, seats: int) -> st.SearchStrategy[Any]:
    """Return the seats of a place, with gaps if the entry allows them."""
    seat = st.integers(0, seats - 1)
    return st.lists(st.none() | seat if entry.gaps else seat, max_size=entry.most)


STRATEGIES: dict[type[Entry[Any]], Callable[[Any, int], st.SearchStrategy[Any]]] = {
    Boolean: lambda entry, seats: st.booleans(),
    Choice: lambda entry, seats: st.sampled_from(list(entry.options)),
    Counts: lambda entry, seats: st.fixed_dictionaries({}, optional={key: value(entry.number(key), seats) for key in entry.keys}),
    HouseValues: lambda entry, seats: STRATEGIES[Counts](entry, seats),
    EntryList: lambda entry, seats: st.lists(value(entry.item, seats), max_size=min(entry.most, 6)),
    Grid: lambda entry, seats: st.lists(
        st.lists(st.sampled_from([".", *entry.palette, f"{next(iter(entry.palette))}{entry.most_marks}"]), max_size=entry.columns).map(
            " ".join
        ),
        max_size=entry.rows,
    ).map(" / ".join),
    Holdings: lambda entry, seats: st.dictionaries(st.sampled_from(list(entry.keys)), st.sampled_from(list(entry.options))),
    MultipleChoice: lambda entry, seats: st.lists(st.sampled_from(list(entry.options)), unique=True, max_size=entry.most),
    Number: lambda entry, seats: st.integers(entry.low, entry.high),
    PerSeat: lambda entry, seats: st.lists(value(entry.item, seats), max_size=seats),
    Records: lambda entry, seats: st.lists(record(entry.of, seats), min_size=entry.low, max_size=min(entry.high, 3)),
    Seats: lambda entry, seats: st.lists(st.integers(0, seats - 1), unique=True, max_size=seats),
    SeatsByPlace: lambda entry, seats: st.dictionaries(st.sampled_from(list(entry.keys)), slots(entry, seats), max_size=4),
    Text: lambda entry, seats: st.text(max_size=entry.most),
}
"""Entry type -> JSON data that it accepts."""


@cache
def record(of: type[Any], seats: int) -> st.SearchStrategy[dict[str, Any]]:
    """Return JSON data of a class of entries; cached, as building a strategy takes longer than drawing from it."""
    return st.fixed_dictionaries({}, optional={name: value(kind, seats) for name, kind in entries_of(of).items() if name != "players"})


def keep_first_owners(data: dict[str, Any], sheet: type[Any]) -> dict[str, Any]:
    """Leave things of one owner or place with the first that has them, as a link names one owner of each."""
    for name, kind in entries_of(entries_of(sheet)["players"].of).items():
        if isinstance(kind, Holdings) or (isinstance(kind, MultipleChoice) and kind.one_owner):
            past: set[Any] = set()
            for one in data["players"]:
                if values := one.get(name):
                    left = [key for key in values if key not in past]
                    one[name] = left if isinstance(values, list) else {key: values[key] for key in left}
                    past |= set(values)
    for name, kind in entries_of(sheet).items():
        standing: set[int] = set()
        for one in (data.get(name) or []) if isinstance(kind, Records) and name != "players" else ():
            for key in [key for key, inner in entries_of(kind.of).items() if isinstance(inner, Seats)]:
                one[key] = [seat for seat in one.get(key) or [] if seat not in standing]
                standing |= set(one[key])
    return data


@st.composite
def sheets(draw: st.DrawFn, slug: str) -> dict[str, Any]:
    kinds = entries_of(game(slug).sheet)
    seats = draw(st.integers(kinds["players"].low, kinds["players"].high))
    table = draw(record(game(slug).sheet, seats))
    table["players"] = [draw(record(kinds["players"].of, seats)) for _ in range(seats)]
    return keep_first_owners(table, game(slug).sheet)


def valid_sheets(slug: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return random sheets without faults; positions are left out, as random ones are never valid."""

    def leave_out_positions(data: dict[str, Any]) -> dict[str, Any]:
        entries = entries_of(game(slug).sheet) | entries_of(players_entry(game(slug).sheet).of)
        positions = {name for name, entry in entries.items() if isinstance(entry, Text) and entry.position}
        players = [{name: value for name, value in player.items() if name not in {*positions, "colour"}} for player in data["players"]]
        return {name: value for name, value in data.items() if name not in positions} | {"players": players}

    return sheets(slug).map(leave_out_positions).filter(lambda data: "players" in score_data(slug, data))
