"""Taps and keys that come before the page or one of its scripts has answered: none of them is lost or counts twice."""

import re

import pytest
from browsing import Browse
from playwright.sync_api import Page, expect
from sheet_page import cell, expect_steps, expect_values, fill, open_table
from waiting import hold_back

QIN = "/en/qin/score?n=2&to=sheet"
HANSA = "/en/hansa_teutonica/score?n=4&to=sheet"
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


def test_colours_chosen_before_their_script_stay(browse: Browse) -> None:
    page = browse("/healthz")
    let_pass = hold_back(page, "players.js")
    page.goto(HANSA)
    open_table(page)
    for seat, colour in ((0, "purple"), (1, "yellow")):
        page.locator(f".place.seat-{seat} .wear summary").tap()
        page.locator(f'[name="{seat}.colour"][value="{colour}"]').tap()
    let_pass()
    expect(page.locator("#sheet.c0-purple.c1-yellow.c2-blue.c3-green")).to_be_visible()
    expect(page.locator('[name="2.colour"]:checked')).to_have_value("blue")  # C had yellow, which B has taken


def test_board_opens_though_its_switch_was_tapped_early(browse: Browse) -> None:
    page = browse("/healthz")
    let_pass = hold_back(page, "views.js")
    page.goto(HANSA, wait_until="domcontentloaded")
    page.locator('.views [data-view="board"]').tap()
    let_pass()
    expect(page.locator(".board-part > section")).to_be_visible()


def test_key_acts_once_though_other_keys_load_late(browse: Browse) -> None:
    page = browse("/healthz", device="desktop")
    let_pass = hold_back(page, "entering.js")
    page.goto(HANSA)
    keys = [page.locator(f'[name="{seat}.keys"][value="4"]') for seat in (0, 1)]
    for one in keys:
        one.check()
    expect_steps(page)
    page.keyboard.press("Control+z")
    expect(keys[1]).not_to_be_checked()
    let_pass()
    expect(page.locator(".row .why > summary").first).to_have_attribute("tabindex", "-1")  # the keys are there
    expect(keys[0]).to_be_checked()
