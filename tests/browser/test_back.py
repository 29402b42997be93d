"""A page that comes back from the browser's back/forward cache keeps what was typed on it, whatever the browser
does to its forms.

Chromium's headless shell has no such cache, so these tests do to the page what Safari does.
"""

import pytest
from browsing import Browse
from playwright.sync_api import Page, expect
from sheet_page import cell, expect_values
from table_page import NewPhone, fill_and_leave, seat_phones, wait_until_sent

AWAY = "dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"
BACK = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
FORMS = ("/en/qin/score?n=2", "/en/qin/help/village", "/en/qin/column/1?n=2")


def leave_and_return_emptied(page: Page) -> None:
    """Let the page go into the cache and come back with its form emptied, although it may not be."""
    page.evaluate(AWAY)
    page.locator("#sheet").evaluate("(form) => form.reset()")
    page.evaluate(BACK)


@pytest.mark.long
def test_board_that_the_browser_emptied_keeps_its_pieces(browse: Browse) -> None:
    """The lines of a wall are one field, so that one piece more could take all others away."""
    page = browse("/en/chang_cheng/score?n=2&wall=A+B+A&to=sheet#board")
    page.locator(".board-part .space").first.wait_for()
    leave_and_return_emptied(page)
    page.locator(".pieces [data-piece=B]").first.click()
    page.wait_for_url("**wall=B+B+A**")


@pytest.mark.long
def test_shared_sheet_that_the_browser_emptied_deletes_nothing(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo)
    fill_and_leave(ann, "0.prestige", "20")
    fill_and_leave(bo, "1.prestige", "14")
    wait_until_sent(bo)
    expect(cell(ann, "1.prestige")).to_have_value("14")
    wait_until_sent(ann)
    leave_and_return_emptied(ann)
    fill_and_leave(ann, "0.network", "5")
    expect(cell(bo, "0.network")).to_have_value("5")
    expect_values(bo, ("0.prestige", "1.prestige"), ("20", "14"))
    expect_values(ann, ("0.prestige", "1.prestige"), ("20", "14"))


@pytest.mark.long
@pytest.mark.parametrize("path", FORMS)
def test_forms_cannot_be_emptied_while_they_are_away(browse: Browse, path: str) -> None:
    """Safari empties what has autocomplete="off" as a page comes back, before its scripts hear of it."""
    page = browse(path)
    forms = page.locator("form[autocomplete=off]")
    count = forms.count()
    assert count > 0
    page.evaluate(AWAY)
    expect(forms).to_have_count(0)
    page.evaluate(BACK)
    expect(forms).to_have_count(count)
