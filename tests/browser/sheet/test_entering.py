"""Entering numbers: the keys of a keyboard, running totals, faults, announcements and blanks."""

import pytest
from browsing import Browse
from playwright.sync_api import expect
from sheet_page import cell, expect_totals
from waiting import hold_back

NAMES = "0.name=Ann&1.name=Bo"


# The keyboard


@pytest.mark.short(device="desktop")
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_enter_moves_to_score_and_scores_only_there(browse: Browse, device: str) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", device=device)
    cell(page, "0.name").focus()
    page.keyboard.type("Ann")
    expect(page.locator('[name="0.left"][aria-label="Ann: Pagodas left"]')).to_be_visible()
    for name, text in (("1.name", ""), ("0.left", "9"), ("1.left", "5")):
        page.keyboard.press("Enter")
        expect(cell(page, name)).to_be_focused()
        page.keyboard.type(text)
    for _ in range(20):
        if page.evaluate("document.activeElement.matches('.main')"):
            break
        page.keyboard.press("Enter")
    expect(page.locator("button.main")).to_be_focused()
    expect(page.locator("h1")).to_have_text("Qin: score sheet")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("B wins")


def test_enter_separates_numbers_before_keys_are_loaded(browse: Browse) -> None:
    page = browse("/healthz", device="desktop")
    let_pass = hold_back(page, "entering.js")
    page.goto("/en/hansa_teutonica/score?n=2&to=sheet")
    cell(page, "0.prestige").focus()
    for key in ("1", "8", "Enter", "2", "2", "Enter"):
        page.keyboard.press(key)
    expect(cell(page, "0.prestige")).to_have_value("18")
    let_pass()
    expect(cell(page, "0.actions")).to_be_focused()
    expect_totals(page, "18", "22")


def test_keyboard_alone_fills_in_and_scores_a_sheet(browse: Browse) -> None:
    """On a desktop there is no keypad."""
    page = browse("/en/trajan/score?n=2&to=sheet", device="desktop")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    cell(page, "0.points").click()
    expect(page.locator(".keypad")).to_have_count(0)
    for key, name in (("Enter", "1.points"), ("Shift+Enter", "0.points")):  # keys are loaded at the first touch
        page.keyboard.press(key)
        expect(cell(page, name)).to_be_focused()
    order = []
    for _ in range(6):
        order.append(page.evaluate("document.activeElement.name"))
        page.keyboard.press("Tab")
    assert order == [f"{seat}.{name}" for name in ("points", "hand", "workers_camp") for seat in (0, 1)]
    hand = cell(page, "0.hand")
    expect(hand).to_have_attribute("aria-keyshortcuts", "?")
    hand.focus()
    page.keyboard.press("?")
    expect(page.locator("#c-hand .rule")).to_be_visible()
    expect(page.locator("#stepped")).to_contain_text("Count the")
    expect(hand).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#c-hand .rule")).to_be_hidden()
    page.keyboard.type("5")
    expect(hand).to_have_value("5")
    page.keyboard.press("Control+Enter")
    expect(page.locator("h1")).to_have_text("A wins, 5 to 0")


# Totals, faults and announcements


def test_totals_blanks_and_faults_follow_entries(browse: Browse) -> None:
    """Each player has 15 pagodas; those left are subtracted."""
    page = browse(f"/en/qin/score?n=4&to=sheet&{NAMES}", device="desktop")
    blanks = page.locator("#left")
    expect_totals(page, *"––––")
    expect(blanks).to_have_text("4 blank")
    cell(page, "0.left").fill("10+1")
    expect_totals(page, "4", "–", "–", "–")
    page.evaluate("""() => {
      window.written = [];
      const note = (changes) => written.push(...changes.map(({ target }) => target.textContent));
      new MutationObserver(note).observe(document.getElementById("totals"), { subtree: true, childList: true, characterData: true });
    }""")
    cell(page, "1.left").fill("１５")
    expect(page.locator("#stepped")).to_have_text("Bo: 0")
    expect(blanks).to_have_text("2 blank")
    assert len(page.evaluate("written")) == 1
    assert page.locator("#totals [aria-live], #said[role], .totals[aria-live]").count() == 0
    expect(page.locator("#totals").get_by_text("no entries", exact=True).last).not_to_have_attribute("hidden", "")
    cell(page, "1.left").fill("x")
    sentence = "Bo: Pagodas left must be a whole number"
    expect(page.locator("#stepped")).to_have_text(sentence)
    expect(page.locator(".row.wrong .error")).to_have_text(sentence)
    expect(page.locator("#said")).to_be_hidden()  # the row in view says it
    page.set_viewport_size({"width": 1100, "height": 200})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#said")).to_have_text(sentence)
    expect_totals(page, "4", "0", "–", "–")
    expect(page.locator("#totals")).to_have_class("totals old")
    expect(cell(page, "1.left")).to_have_attribute("aria-invalid", "true")
    page.locator("#said button").click()
    expect(cell(page, "1.left")).to_be_focused()
    expect(page.locator("#said")).to_be_hidden()
    page.locator("button.main").click()
    expect(page.locator("#summary a")).to_have_text(sentence)
    expect(page.locator(".row .error")).to_have_text(sentence)
    expect(page.get_by_role("heading", level=1)).to_have_text("Please correct the sheet")
    cell(page, "1.left").fill("3")
    expect_totals(page, "4", "12", "–", "–")
    expect(page.locator("#summary")).to_have_text("Everything entered is possible now.")
    expect(page.locator(".row .error, .category [aria-invalid]")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Please correct the sheet")
    expect(page.locator("#said")).to_be_hidden()
    expect(page.locator("#totals")).to_have_class("totals")
    page.route("**/score?*", lambda route: route.fulfill(body="not an answer of Tally"))
    cell(page, "1.left").fill("4")
    expect_totals(page, *"––––")
    expect(page.locator("#said")).to_contain_text("No answer")
