"""Hands that are quicker than a page: nothing they do is lost."""

import re

import pytest
from browsing import Browse
from playwright.sync_api import Page, expect
from sheet_page import expect_values

QIN = "/en/qin/score?n=2&to=sheet"
ENTRIES = {"0.name": "Ann", "1.name": "Bo", "0.left": "4"}


def fill(page: Page) -> None:
    """Enter names and a number."""
    for name, text in ENTRIES.items():
        page.locator(f'[name="{name}"]').fill(text)


def expect_four_players(page: Page) -> None:
    """Wait for two players more, with all that was typed."""
    expect(page.locator(".names .in")).to_have_count(4)
    expect_values(page, ENTRIES, ENTRIES.values())


def test_second_tap_replaces_the_page_on_its_way(browse: Browse) -> None:
    """The page that the first tap asks for never comes: its answer is empty, so the browser stays where it is."""
    page = browse(QIN)
    fill(page)
    page.route(re.compile(r"more="), lambda route: route.fulfill(status=204), times=1)
    with page.expect_request(re.compile(r"more=")):
        page.evaluate("() => document.querySelector('[name=more]').click()")
    page.locator('[name="1.left"]').fill("3")
    page.evaluate("() => document.querySelector('[name=more]').click()")
    expect_four_players(page)
    expect(page.locator('[name="1.left"]')).to_have_value("3")


@pytest.mark.long
def test_second_tap_counts_when_the_page_is_already_left(browse: Browse) -> None:
    """It comes too late to ask for another page, so the next page adds the second player."""
    page = browse(QIN)
    fill(page)
    page.evaluate("""() => {
      const plus = document.querySelector("[name=more]");
      addEventListener("pagehide", () => plus.click());
      plus.click();
    }""")
    expect_four_players(page)


@pytest.mark.short(seats=2)
@pytest.mark.parametrize("seats", [2, 4])
def test_taps_beyond_the_most_players_add_no_one(browse: Browse, seats: int) -> None:
    """Qin takes four players."""
    page = browse(f"/en/qin/score?n={seats}&to=sheet")
    if seats < 4:
        page.evaluate("() => { for (let tap = 0; tap < 5; tap += 1) document.querySelector('[name=more]').click(); }")
    expect(page.locator(".names .in")).to_have_count(4)
    expect(page.locator("[name=more]")).to_have_count(0)


def test_tick_is_in_the_address_before_a_reload(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet")
    box = '[name="0.actions"]'
    page.evaluate("(box) => { document.querySelector(box).click(); location.reload(); }", box)
    page.wait_for_url("**0.actions=**")
    expect(page.locator(box)).to_be_checked()
