"""A sheet as a link: what people type is understood, and every sheet comes back exactly."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorers.entries import (
    Boolean,
    Choice,
    Counts,
    Entry,
    EntryList,
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
    parse_number,
)
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game, slugs
from scorers.sheet import read_sheet


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0), ("007", 7), ("-3", -3), ("+3", 3), ("１２", 12), ("−5", -5), ("–5", -5), ("－５", -5), ("10+15-5", 20), (" 1 + 1 ", 2),
        ("１０＋５", 15), ("3　+　4", 7), ("999999999", 999_999_999),
    ],
)  # fmt: skip
def test_numbers_and_sums_are_read(text: str, number: int) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "x", "1x", "1 2", "²", "٣", "1.0", "1e3", "1+", "--1", "0x10", "1,000", "１２３４５６７８９０", "9" * 61]
)
def test_what_is_no_number_stays_as_it_was_typed(text: str) -> None:
    assert parse_number(text) == text


def value(entry: Entry[Any], seats: int) -> st.SearchStrategy[Any]:
    """Any JSON data that an entry takes, blank or not."""
    return st.none() | STRATEGIES[type(entry)](entry, seats)


def slots(entry: SeatsByPlace, seats: int) -> st.SearchStrategy[Any]:
    """Seats of a place, with gaps where there can be any."""
    seat = st.integers(0, seats - 1)
    return st.lists(st.none() | seat if entry.gaps else seat, max_size=entry.most)


STRATEGIES: dict[type[Entry[Any]], Callable[[Any, int], st.SearchStrategy[Any]]] = {
    Boolean: lambda entry, seats: st.booleans(),
    Choice: lambda entry, seats: st.sampled_from(list(entry.options)),
    Counts: lambda entry, seats: st.fixed_dictionaries({}, optional={key: value(entry.number(key), seats) for key in entry.keys}),
    EntryList: lambda entry, seats: st.lists(value(entry.item, seats), max_size=min(entry.most, 6)),
    HouseValues: lambda entry, seats: STRATEGIES[Counts](entry, seats),
    Holdings: lambda entry, seats: st.dictionaries(st.sampled_from(list(entry.keys)), st.sampled_from(list(entry.options))),
    MultipleChoice: lambda entry, seats: st.lists(st.sampled_from(list(entry.options)), unique=True, max_size=entry.most),
    Number: lambda entry, seats: st.integers(entry.low, entry.high),
    PerSeat: lambda entry, seats: st.lists(value(entry.item, seats), max_size=seats),
    Records: lambda entry, seats: st.lists(record(entry.of, seats), min_size=entry.low, max_size=min(entry.high, 3)),
    Seats: lambda entry, seats: st.lists(st.integers(0, seats - 1), unique=True, max_size=seats),
    SeatsByPlace: lambda entry, seats: st.dictionaries(st.sampled_from(list(entry.keys)), slots(entry, seats), max_size=4),
    Text: lambda entry, seats: st.text(max_size=entry.most),
}
"""Entry type -> JSON data that it takes."""


def record(of: type[Any], seats: int) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional={name: value(kind, seats) for name, kind in entries_of(of).items() if name != "players"})


def owned_once(data: dict[str, Any], sheet: type[Any]) -> dict[str, Any]:
    """What lies with one player or in one place at a time is left with the first: a link spells it by the thing."""
    for name, kind in entries_of(entries_of(sheet)["players"].of).items():
        if isinstance(kind, Holdings) or (isinstance(kind, MultipleChoice) and kind.one_owner):
            past: set[Any] = set()
            for one in data["players"]:
                values = one.get(name) or []
                one[name] = (
                    [key for key in values if key not in past]
                    if isinstance(values, list)
                    else {k: values[k] for k in values if k not in past}
                )
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
    return owned_once(table, game(slug).sheet)


@pytest.mark.parametrize("slug", slugs())
@settings(max_examples=50)
@given(data=st.data())
def test_every_sheet_comes_back_from_its_link(slug: str, data: st.DataObject) -> None:
    comes_back(slug, data)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
@settings(max_examples=500)
@given(data=st.data())
def test_hundreds_of_sheets_come_back_from_their_links(slug: str, data: st.DataObject) -> None:
    comes_back(slug, data)


def comes_back(slug: str, data: st.DataObject) -> None:
    """A generated sheet is the same when its link is opened, also one that is impossible as a whole: it must be shown again as it was."""
    of = game(slug).sheet
    sheet, faults = read_sheet(of, data.draw(sheets(slug)))
    assert sheet is not None
    query = MultiDict(sheet_to_query(sheet)).to_dict(flat=False)
    again, _ = read_sheet(of, sheet_from_query(of, query))
    assert again == sheet, faults


@pytest.mark.parametrize("slug", slugs())
@given(query=st.dictionaries(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=2), max_size=6))
def test_any_query_is_read(slug: str, query: dict[str, list[str]]) -> None:
    of = game(slug).sheet
    names = [*entries_of(of), *(f"0.{name}" for name in entries_of(entries_of(of)["players"].of))]
    renamed = {(names[len(name) % len(names)] if index % 2 else name): values for index, (name, values) in enumerate(query.items())}
    read_sheet(of, sheet_from_query(of, renamed))
