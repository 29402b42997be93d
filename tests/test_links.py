"""A sheet as a link: what people type is understood, and every sheet comes back exactly."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorers import part, slugs
from scorers.groups import Counts, Listed, Marks, Places, Records, Seats, Several, declared
from scorers.kinds import Choice, Kind, Number, Text, Tick
from scorers.links import from_query, to_query, whole
from scorers.sheets import read


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0", 0), ("007", 7), ("-3", -3), ("+3", 3), ("１２", 12), ("−5", -5), ("–5", -5), ("－５", -5), ("10+15-5", 20), (" 1 + 1 ", 2),
        ("１０＋５", 15), ("3　+　4", 7), ("999999999", 999_999_999),
    ],
)  # fmt: skip
def test_numbers_and_sums_are_read(typed: str, number: int) -> None:
    assert whole(typed) == number


@pytest.mark.parametrize(
    "typed", ["", "x", "1x", "1 2", "²", "٣", "1.0", "1e3", "1+", "--1", "0x10", "1,000", "１２３４５６７８９０", "9" * 61]
)
def test_what_is_no_number_stays_as_it_was_typed(typed: str) -> None:
    assert whole(typed) == typed


def value(kind: Kind, seats: int) -> st.SearchStrategy[Any]:
    """Any JSON data that an entry of the kind takes, blank or not."""
    seat = st.integers(0, seats - 1)
    match kind:
        case Number():
            found: st.SearchStrategy[Any] = st.integers(kind.low, kind.high)
        case Choice():
            found = st.sampled_from(list(kind.options))
        case Tick():
            found = st.booleans()
        case Text():
            found = st.text(max_size=kind.most)
        case Several():
            found = st.lists(st.sampled_from(list(kind.options)), unique=True, max_size=kind.most)
        case Counts():
            found = st.fixed_dictionaries({}, optional={key: value(kind.number(key), seats) for key in kind.keys})
        case Listed():
            size = seats if kind.by_seat else min(kind.most, 6)
            found = st.lists(value(kind.item, seats), max_size=size)
        case Seats():
            found = st.lists(seat, unique=True, max_size=seats)
        case Marks():
            found = st.dictionaries(st.sampled_from(list(kind.keys)), st.sampled_from(list(kind.options)))
        case Places():
            slots = st.lists(st.none() | seat if kind.gaps else seat, max_size=kind.most)
            found = st.dictionaries(st.sampled_from(list(kind.keys)), slots, max_size=4)
        case Records():
            found = st.lists(record(kind.of, seats), min_size=kind.low, max_size=min(kind.high, 3))
    return st.none() | found


def record(of: type[Any], seats: int) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional={name: value(kind, seats) for name, kind in declared(of).items() if name != "players"})


def owned_once(data: dict[str, Any], sheet: type[Any]) -> dict[str, Any]:
    """What lies with one player or in one place at a time is left with the first: a link spells it by the thing."""
    for name, kind in declared(declared(sheet)["players"].of).items():
        if isinstance(kind, Marks) or (isinstance(kind, Several) and kind.owned):
            seen: set[Any] = set()
            for one in data["players"]:
                held = one.get(name) or []
                one[name] = (
                    [key for key in held if key not in seen] if isinstance(held, list) else {k: held[k] for k in held if k not in seen}
                )
                seen |= set(held)
    for name, kind in declared(sheet).items():
        standing: set[int] = set()
        for one in (data.get(name) or []) if isinstance(kind, Records) and name != "players" else ():
            for key in [key for key, inner in declared(kind.of).items() if isinstance(inner, Seats)]:
                one[key] = [seat for seat in one.get(key) or [] if seat not in standing]
                standing |= set(one[key])
    return data


@st.composite
def sheets(draw: st.DrawFn, slug: str) -> dict[str, Any]:
    kinds = declared(part(slug).Sheet)
    seats = draw(st.integers(kinds["players"].low, kinds["players"].high))
    table = draw(record(part(slug).Sheet, seats))
    table["players"] = [draw(record(kinds["players"].of, seats)) for _ in range(seats)]
    return owned_once(table, part(slug).Sheet)


@pytest.mark.parametrize("slug", slugs())
@given(data=st.data())
def test_every_sheet_comes_back_from_its_link(slug: str, data: st.DataObject) -> None:
    """Also one that is impossible as a whole: it must be shown again as it was."""
    of = part(slug).Sheet
    sheet, faults = read(of, data.draw(sheets(slug)))
    assert sheet is not None
    query = MultiDict(to_query(sheet)).to_dict(flat=False)
    again, _ = read(of, from_query(of, query))
    assert again == sheet, faults


@pytest.mark.parametrize("slug", slugs())
@given(query=st.dictionaries(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=2), max_size=6))
def test_any_query_is_read(slug: str, query: dict[str, list[str]]) -> None:
    of = part(slug).Sheet
    names = [*declared(of), *(f"0.{name}" for name in declared(declared(of)["players"].of))]
    renamed = {(names[len(name) % len(names)] if index % 2 else name): values for index, (name, values) in enumerate(query.items())}
    read(of, from_query(of, renamed))
