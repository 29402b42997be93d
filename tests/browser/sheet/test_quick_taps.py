"""Taps that come before the page has answered: none of them is lost."""

import re

import pytest
from browsing import Browse
from playwright.sync_api import Page, expect
from sheet_page import cell, expect_values, fill

QIN = "/en/qin/score?n=2&to=sheet"
ENTRIES = {"0.name": "Ann", "1.name": "Bo", "0.left": "4"}
ADD_PLAYER = "document.querySelector('[name=more]').click()"


def expect_four_players(page: Page) -> None:
    """Wait for two more players, with all that was typed."""
    expect(page.locator(".names .in")).to_have_count(4)
    expect_values(page, ENTRIES, ENTRIES.values())


def test_second_tap_replaces_the_first_request(browse: Browse) -> None:
    """The first tap gets an empty answer, so the browser stays on the page."""
    page = browse(QIN)
    fill(page, ENTRIES)
    page.route(re.compile(r"more="), lambda route: route.fulfill(status=204), times=1)
    with page.expect_request(re.compile(r"more=")):
        page.evaluate(ADD_PLAYER)
    cell(page, "1.left").fill("3")
    page.evaluate(ADD_PLAYER)
    expect_four_players(page)
    expect(cell(page, "1.left")).to_have_value("3")


@pytest.mark.long
def test_second_tap_counts_while_the_page_is_left(browse: Browse) -> None:
    """It is too late to request another page, so the next page adds the second player."""
    page = browse(QIN)
    fill(page, ENTRIES)
    page.evaluate(f"() => {{ addEventListener('pagehide', () => {ADD_PLAYER}); {ADD_PLAYER}; }}")
    expect_four_players(page)


def test_taps_add_no_more_players_than_the_game_takes(browse: Browse) -> None:
    """Qin takes four players."""
    page = browse(QIN)
    page.evaluate(f"() => {{ for (let tap = 0; tap < 5; tap += 1) {ADD_PLAYER}; }}")
    expect(page.locator(".names .in")).to_have_count(4)
    expect(page.locator("[name=more]")).to_have_count(0)


def test_tick_is_in_the_address_before_a_reload(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet")
    page.evaluate("""() => { document.querySelector('[name="0.actions"]').click(); location.reload(); }""")
    page.wait_for_url("**0.actions=**")
    expect(cell(page, "0.actions")).to_be_checked()
