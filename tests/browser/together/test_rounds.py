"""Painted grids and rounds on a shared sheet; the next round appears once the last is filled in."""

import pytest
from browsing import Browse
from kept_page import await_saved
from playwright.sync_api import Locator, Page, expect
from serving import Server
from table_page import NewPhone, cell, expect_value, fill, seat_phones, wait_for_sheet


@pytest.fixture
def table_server(lively_server: Server) -> Server:
    """The server with the invented games and with frequent presence messages."""
    return lively_server


def square(phone: Page, name: str, at: int) -> Locator:
    """Return a square of a player's orchard, by its index in reading order."""
    return phone.get_by_role("grid", name=f"{name}: Orchard").get_by_role("gridcell").nth(at)


@pytest.mark.long
def test_next_round_appears_on_every_phone(new_phone_at_table: NewPhone) -> None:
    """Nobody bid or took a trick: the first round pays 10, the second 20. Ann types its last number."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    others = {f"rounds.0.{name}.{seat}": "0" for name in ("bid", "tricks") for seat in (1, 2)}
    seat_phones(ann, bo, slug="magpies", **others | {"rounds.0.bid.0": "0"})
    fill(ann, "rounds.0.tricks.0", "0")
    expect(cell(ann, "rounds.1.bid.0")).to_be_visible()
    expect(bo.locator(".dock .missing")).to_have_text("all filled in")
    fill(bo, "rounds.1.bid.1", "0")
    expect(bo.locator(".dock .missing")).to_have_text("1 to go")
    expect_value(ann, "rounds.1.bid.1", "0")
    fill(bo, "rounds.1.tricks.1", "0")
    expect(bo.locator(".dock .sum b")).to_have_text("30")


@pytest.mark.long
def test_rounds_are_filled_for_others_on_the_whole_sheet(new_phone_at_table: NewPhone) -> None:
    """Bo types for all three: nobody bid or took a trick in two rounds, which pay 10 and 20."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    table = seat_phones(ann, bo, slug="magpies")
    bo.goto(f"/en{table}?view=all")
    wait_for_sheet(bo)
    for number in range(2):
        for name in ("bid", "tricks"):
            for seat in range(3):
                fill(bo, f"rounds.{number}.{name}.{seat}", "0")
        expect_value(ann, f"rounds.{number}.tricks.0", "0")
    expect(ann.locator(".dock .sum b")).to_have_text("30")


@pytest.mark.long
def test_grid_is_painted_by_two_phones(new_phone_at_table: NewPhone) -> None:
    """Ann has three squares of apples and one basket. The walls add an entry, and the painting stays."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo, slug="orchards", players=2)
    expect(square(bo, "Ann", 0)).to_be_hidden()
    for at in (0, 1, 1):
        square(ann, "Ann", at).tap()
    bo.locator('.strip [data-seat="0"]').tap()
    expect(square(bo, "Ann", 1)).to_have_accessible_name("Row 1, column 2: Apples, Baskets: 1")
    bo.locator(".table > summary").tap()
    bo.locator('label:has([name="walls"])').tap()
    expect(cell(ann, "0.wall")).to_be_attached()
    expect(square(ann, "Ann", 1)).to_be_focused()
    square(ann, "Ann", 2).tap()
    expect_value(bo, "0.orchard", "A A1 A")
    # Three squares and one basket.
    expect(ann.locator(".dock .sum b")).to_have_text("3")
    ann.locator("[data-undo-own]").tap()
    expect_value(bo, "0.orchard", "A A1")


def test_column_adds_rounds_to_the_sheet(browse: Browse) -> None:
    """Ann's sheet has one round and Bo's column three, which are added; Ann's own entry stays."""
    bo = browse(
        "/en/magpies/column/2/qr?n=3&1.name=Bo&rounds=3&rounds.0.bid.1=1&rounds.1.bid.1=2&rounds.2.bid.1=3&rounds.2.bid.0=1"
    )
    link = bo.get_by_role("link", name="Open this link").get_attribute("href")
    ann = browse("/en/magpies/score?n=3&0.name=Ann&to=sheet")
    fill(ann, "rounds.0.bid.0", "1")
    expect(ann.locator("#totals b").first).not_to_have_text("–")
    await_saved(ann)
    ann.goto(str(link))
    expect(ann.locator(".which small")).to_have_text("4 entries")
    ann.locator("#take-in .band.seat-1").click()
    for number, bid in enumerate("123"):
        expect_value(ann, f"rounds.{number}.bid.1", bid)
        expect(cell(ann, f"rounds.{number}.bid.1")).to_be_visible()
    expect_value(ann, "rounds.0.bid.0", "1")
    expect_value(ann, "1.name", "Bo")
    ann.goto(str(link))
    ann.get_by_role("link", name="Begin a sheet with it").click()
    expect_value(ann, "rounds.2.bid.0", "3")
    expect(cell(ann, "rounds.2.bid.0")).to_be_visible()
