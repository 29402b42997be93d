"""Links of sheets: any sheet comes back from its link, and any query can be read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_sheets import sheets
from werkzeug.datastructures import MultiDict

from scorers.entries import entries_of
from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game, slugs
from scorers.sheet import read_sheet


@pytest.mark.parametrize("slug", slugs())
@settings(max_examples=20)
@given(data=st.data())
def test_sheet_comes_back_from_its_link(slug: str, data: st.DataObject) -> None:
    check_round_trip(slug, data)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
@settings(max_examples=500)
@given(data=st.data())
def test_many_sheets_come_back_from_their_links(slug: str, data: st.DataObject) -> None:
    check_round_trip(slug, data)


def check_round_trip(slug: str, data: st.DataObject) -> None:
    """A sheet with faults must come back too, because its page shows every entry as it was typed."""
    of = game(slug).sheet
    sheet, faults = read_sheet(of, data.draw(sheets(slug)))
    assert sheet is not None
    query = MultiDict(sheet_to_query(sheet)).to_dict(flat=False)
    again, _ = read_sheet(of, sheet_from_query(of, query))
    assert again == sheet, faults


@pytest.mark.parametrize("slug", slugs())
@settings(max_examples=40)
@given(query=st.dictionaries(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=2), max_size=6))
def test_any_query_is_read(slug: str, query: dict[str, list[str]]) -> None:
    of = game(slug).sheet
    names = [*entries_of(of), *(f"0.{name}" for name in entries_of(entries_of(of)["players"].of))]
    renamed = {
        (names[len(name) % len(names)] if index % 2 else name): values
        for index, (name, values) in enumerate(query.items())
    }
    read_sheet(of, sheet_from_query(of, renamed))
