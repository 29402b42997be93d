"""A sheet as a link: what people type is understood, and every sheet comes back exactly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_sheets import sheets
from werkzeug.datastructures import MultiDict

from scorers.entries import entries_of, parse_number
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
def test_invalid_number_is_returned_unchanged(text: str) -> None:
    assert parse_number(text) == text


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
@settings(max_examples=40)
@given(query=st.dictionaries(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=2), max_size=6))
def test_any_query_is_read(slug: str, query: dict[str, list[str]]) -> None:
    of = game(slug).sheet
    names = [*entries_of(of), *(f"0.{name}" for name in entries_of(entries_of(of)["players"].of))]
    renamed = {(names[len(name) % len(names)] if index % 2 else name): values for index, (name, values) in enumerate(query.items())}
    read_sheet(of, sheet_from_query(of, renamed))
