"""The keypad of a phone, and taps and keys that come before the page or one of its scripts has answered."""

import re

import pytest
from browsing import Browse
from playwright.sync_api import Page, expect
from sheet_page import cell, expect_values, fill, press, total


def test_keyboard_of_the_device_is_remembered(browse: Browse) -> None:
    """For dictation, braille and switches: chosen once at the keypad, or in the panel, it stays on every sheet of
    the device.
    """
    page = browse("/en/qin/score?n=2&to=sheet")
    cell(page, "0.left").tap()
    expect(cell(page, "0.left")).to_have_attribute("inputmode", "none")
    press(page, "own")
    expect(page.locator(".keypad")).to_be_hidden()
    expect(cell(page, "0.left")).to_have_attribute("inputmode", "numeric")
    cell(page, "0.left").blur()
    page.goto("/en/trajan/score?n=2&to=sheet")
    cell(page, "1.points").tap()
    expect(cell(page, "1.points")).to_have_attribute("inputmode", "text")  # a number that may be negative
    expect(page.locator(".keypad")).to_be_hidden()
    page.locator(".table > summary").tap()
    page.get_by_role("button", name="Use the device's keyboard", pressed=True).tap()
    cell(page, "1.points").tap()
    expect(page.locator(".keypad")).to_be_visible()


@pytest.mark.long
def test_keypad_writes_sums_and_covers_no_cell(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=4&to=sheet&sure=bonus")  # with an open choice Next would stop there
    keypad = page.locator(".keypad")
    expect(keypad).to_be_hidden()
    first = cell(page, "0.points")
    first.tap()
    expect(first).to_have_attribute("inputmode", "none")
    press(page, "1 0 + 1 5 - 5")
    expect(first).to_have_value("10+15-5")
    expect(keypad.locator(".sum")).to_have_text("= 20 scores 20")
    expect(total(page, 0)).to_have_text("20")
    press(page, "back")
    expect(first).to_have_value("10+15-")
    keypad.locator('[data-key="back"]').hover()
    page.mouse.down()
    expect(first).to_have_value("")  # held, it clears the cell
    page.mouse.up()
    cell(page, "1.points").tap()
    press(page, "previous")
    expect(first).to_be_focused()
    for _ in range(45):
        press(page, "next")
        if page.evaluate("document.activeElement.localName") != "input":
            break
        below = page.evaluate(
            "document.activeElement.getBoundingClientRect().bottom - "
            "document.querySelector('.keypad').getBoundingClientRect().top"
        )
        assert below <= 0


def test_next_leads_to_an_open_choice_in_sight(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=4&to=sheet")
    cell(page, "3.wild_construction").tap()
    press(page, "next")
    choice = page.locator(".sure [value=bonus]")
    expect(choice).to_be_focused()
    expect(page.locator(".keypad")).to_be_hidden()
    expect(choice).to_be_in_viewport(ratio=1)
    # The tiles that it would confirm are in sight as well: none lies under the heads of the columns.
    first, heads = page.locator(".tray .tile").first.bounding_box(), page.locator("#totals").bounding_box()
    assert first
    assert heads
    assert first["y"] >= heads["y"] + heads["height"]


def test_buttons_after_the_last_row_are_not_cut_off(browse: Browse) -> None:
    """Honshu's last cell has room above the keypad, but the buttons below it had only half of theirs."""
    page = browse("/en/honshu/score?n=2&to=sheet")
    cell(page, "1.fallow").tap()
    expect(page.locator(".keypad")).to_be_visible()
    bottom = page.locator(".finish .main").evaluate("(button) => button.getBoundingClientRect().bottom")
    assert bottom <= page.locator(".keypad").evaluate("(pad) => pad.getBoundingClientRect().top")


def test_long_name_fits_the_head_of_the_keypad(browse: Browse) -> None:
    page = browse(f"/en/hansa_teutonica/score?n=2&to=sheet&0.name={'W' * 40}")
    cell(page, "0.network").tap()
    press(page, "1")
    head, label = page.locator(".keypad p"), page.locator(".keypad p > b")
    expect(label).to_contain_text("Offices in the network")
    assert page.locator(".keypad").evaluate("(pad) => pad.scrollWidth <= innerWidth")
    assert head.evaluate("(head) => head.offsetHeight") <= 56
    expect(page.locator(".keypad .sum")).to_have_text("scores 1")
    press(page, "back")
    expect(page.locator(".keypad .sum")).to_have_text("")  # nothing is said about an empty cell


def test_fault_is_repeated_below_while_out_of_sight(browse: Browse) -> None:
    """There are four stairs tiles; the row that says so may be hidden behind the names and totals."""
    page = browse("/en/trajan/score?n=2&to=sheet&0.construction.stairs=3&1.construction.stairs=3")
    row = page.locator(".row.wrong")
    expect(row).to_have_count(1)
    row.evaluate("(row) => scrollBy(0, row.getBoundingClientRect().bottom - 40)")
    expect(page.locator("#said")).to_be_visible()
    row.evaluate("(row) => row.scrollIntoView({ block: 'center' })")
    expect(page.locator("#said")).to_be_hidden()


QIN = "/en/qin/score?n=2&to=sheet"
HANSA = "/en/hansa_teutonica/score?n=4&to=sheet"
ENTRIES = {"0.name": "Ann", "1.name": "Bo", "0.left": "4"}
ADD_PLAYER = "document.querySelector('[name=more]').click()"


def expect_four_players(page: Page) -> None:
    """Wait for two more players, with all that was typed."""
    expect(page.locator(".names .in")).to_have_count(4)
    expect_values(page, ENTRIES, ENTRIES.values())


@pytest.mark.long
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


@pytest.mark.long
def test_taps_add_no_more_players_than_the_game_takes(browse: Browse) -> None:
    """Qin takes four players."""
    page = browse(QIN)
    page.evaluate(f"() => {{ for (let tap = 0; tap < 5; tap += 1) {ADD_PLAYER}; }}")
    expect(page.locator(".names .in")).to_have_count(4)
    expect(page.locator("[name=more]")).to_have_count(0)
