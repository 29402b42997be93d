"""Entering numbers: what the keyboard does, where a fault is told, what is said, and which blanks count."""

from collections.abc import Callable

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from sheet_page import press, total

Browse = Callable[..., Page]
NAMES = "0.name=Ann&1.name=Bo"


# The keyboard


@pytest.mark.short(device="desktop")
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_enter_goes_on_to_score_and_never_scores_before(browse: Browse, device: str) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", device=device)
    page.locator('[name="0.name"]').focus()
    page.keyboard.type("Ann")
    expect(page.locator('[name="0.left"][aria-label="Ann: Pagodas left"]')).to_be_visible()
    for cell, text in (("1.name", ""), ("0.left", "9"), ("1.left", "5")):
        page.keyboard.press("Enter")
        expect(page.locator(f'[name="{cell}"]')).to_be_focused()
        page.keyboard.type(text)
    for _ in range(20):
        if page.evaluate("document.activeElement.matches('.main')"):
            break
        page.keyboard.press("Enter")
    expect(page.locator("button.main")).to_be_focused()
    expect(page.locator("h1")).to_have_text("Qin: score sheet")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("B wins")


def test_tab_goes_to_the_next_number_and_question_mark_to_rules(browse: Browse) -> None:
    """With a mouse there is no keypad."""
    page = browse("/en/trajan/score?n=2&to=sheet", device="desktop")
    page.locator('[name="0.points"]').click()
    expect(page.locator(".keypad")).to_have_count(0)
    for key, cell in (("Enter", "1.points"), ("Shift+Enter", "0.points")):  # keys are loaded at the first touch
        page.keyboard.press(key)
        expect(page.locator(f'[name="{cell}"]')).to_be_focused()
    order = []
    for _ in range(6):
        order.append(page.evaluate("document.activeElement.name"))
        page.keyboard.press("Tab")
    assert order == [f"{seat}.{name}" for name in ("points", "hand", "workers_camp") for seat in (0, 1)]
    cell = page.locator('[name="0.hand"]')
    expect(cell).to_have_attribute("aria-keyshortcuts", "?")
    cell.focus()
    page.keyboard.press("?")
    expect(page.locator("#c-hand .rule")).to_be_visible()
    expect(page.locator("#stepped")).to_contain_text("Count the")
    expect(cell).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#c-hand .rule")).to_be_hidden()


# Totals, faults, and what is said


def test_totals_blanks_and_one_status_follow_entries(browse: Browse) -> None:
    """Of 15 pagodas each, those left are taken off."""
    page = browse(f"/en/qin/score?n=4&to=sheet&{NAMES}", device="desktop")
    blanks = page.locator("#left")
    expect(page.locator("#totals b")).to_have_text(["–"] * 4)
    expect(blanks).to_have_text("4 blank. Blanks count as 0.")
    page.locator('[name="0.left"]').fill("10+1")
    expect(page.locator("#totals b")).to_have_text(["4", "–", "–", "–"])
    page.evaluate("""() => {
      window.written = [];
      const note = (changes) => written.push(...changes.map(({ target }) => target.textContent));
      new MutationObserver(note).observe(document.getElementById("totals"), { subtree: true, childList: true, characterData: true });
    }""")
    page.locator('[name="1.left"]').fill("１５")
    expect(page.locator("#stepped")).to_have_text("Bo: 0")
    expect(blanks).to_have_text("2 blank. Blanks count as 0.")
    assert len(page.evaluate("written")) == 1
    assert page.locator("#totals [aria-live], #said[role], .totals[aria-live]").count() == 0
    expect(page.locator("#totals").get_by_text("no entries", exact=True).last).not_to_have_attribute("hidden", "")
    page.locator('[name="1.left"]').fill("x")
    sentence = "Bo: Pagodas left must be a whole number"
    expect(page.locator("#stepped")).to_have_text(sentence)
    expect(page.locator(".row.wrong .error")).to_have_text(sentence)
    expect(page.locator("#said")).to_be_hidden()  # the row in view says it
    page.set_viewport_size({"width": 1100, "height": 200})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#said")).to_have_text(sentence)
    expect(page.locator("#totals b")).to_have_text(["4", "0", "–", "–"])
    expect(page.locator("#totals")).to_have_class("totals old")
    expect(page.locator('[name="1.left"]')).to_have_attribute("aria-invalid", "true")
    page.locator("#said button").click()
    expect(page.locator('[name="1.left"]')).to_be_focused()
    expect(page.locator("#said")).to_be_hidden()
    page.locator("button.main").click()
    expect(page.locator("#summary a")).to_have_text(sentence)
    page.locator('[name="1.left"]').fill("3")
    expect(page.locator("#totals b")).to_have_text(["4", "12", "–", "–"])
    expect(page.locator("#said")).to_be_hidden()
    expect(page.locator("#totals")).to_have_class("totals")
    page.route("**/score?*", lambda route: route.fulfill(body="no answer of ours"))
    page.locator('[name="1.left"]').fill("4")
    expect(page.locator("#totals b")).to_have_text(["–"] * 4)
    expect(page.locator("#said")).to_contain_text("No answer")


@pytest.mark.short(language="zh-Hant")
@pytest.mark.parametrize(("language", "question", "again"), [
    ("en", "Ann: Prestige points really 1822?", " If that is right, press Score again."),
    ("zh-Hant", "Ann：聲望分數真的是1822嗎？", "沒錯的話，請再按一次「計分」。"),
])  # fmt: skip
def test_unusual_number_is_asked_about_once(browse: Browse, language: str, question: str, again: str) -> None:
    page = browse(f"/{language}/hansa_teutonica/score?n=2&to=sheet&{NAMES}")
    page.locator('[name="0.prestige"]').tap()
    press(page, "1 8 2 2")
    expect(page.locator(".keypad .fault")).to_have_text(question)
    expect(page.locator(".row.wrong .error")).to_have_text(question)
    expect(total(page, 0)).to_have_text("1822")
    assert [*violations(page, ".keypad"), *violations(page, ".category:has(.wrong)")] == []
    press(page, "close")
    page.locator("button.main").tap()
    expect(page.locator("#stepped")).to_have_text(question + again)
    expect(page.locator(".score-pad")).to_have_count(0)
    page.locator("button.main").tap()
    expect(page.locator("tr.total td").first).to_have_text("1822")


def test_fault_of_several_players_is_told_where_one_types(browse: Browse) -> None:
    """Trajan has 4 tiles of a construction type."""
    page = browse(f"/en/trajan/score?n=4&to=sheet&{NAMES}&0.points=78&1.points=91")
    expect(page.locator("#totals b")).to_have_text(["78", "91", "–", "–"])
    page.locator('[name="0.construction.stairs"]').tap()
    press(page, "3")
    expect(total(page, 0)).to_have_text("88")
    page.locator('[name="3.construction.stairs"]').tap()
    press(page, "2")
    sentence = "Stairs: 5 over all players, but there are only 4"
    expect(page.locator(".keypad .fault")).to_have_text(sentence)
    row = page.locator(".row.wrong")
    expect(row).to_have_count(1)
    expect(row.locator(".error")).to_have_text(sentence)
    expect(row.locator(".error.unseen")).to_have_count(1)  # the keypad's head says it to the eye
    expect(page.locator("#said")).to_be_hidden()
    expect(row.locator("[aria-invalid]")).to_have_count(2)
    expect(page.locator("#totals b")).to_have_text(["88", "91", "–", "–"])
    assert [*violations(page, ".keypad"), *violations(page, ".category:has(.wrong)")] == []
    page.locator('[name="1.points"]').tap()
    page.locator(".keypad .fault").tap()
    expect(page.locator('[name="0.construction.stairs"]')).to_be_focused()
    press(page, "1")
    expect(page.locator(".keypad .fault")).to_be_hidden()
    expect(row).to_have_count(0)


def test_start_value_that_counts_is_shown_and_no_blank(browse: Browse) -> None:
    """C left City Keys alone: an office of the network pays 1 each. By hand: 4 × 2, 5 × 3 and 3 × 1."""
    query = "n=3&to=sheet&0.keys=1&0.network=4&1.keys=3&1.network=5&2.network=3&" + "&".join(
        f"{seat}.{name}=1" for seat in range(3) for name in ("prestige", "markers", "cities")
    )
    page = browse(f"/en/hansa_teutonica/score?{query}")
    expect(page.locator("#totals b")).to_have_text(["12", "19", "7"])
    shadow = "(start) => getComputedStyle(start).boxShadow"
    assert page.get_by_role("radiogroup", name="C: City Keys").locator(".start").evaluate(shadow) != "none"
    assert page.get_by_role("radiogroup", name="A: City Keys").locator(".start").evaluate(shadow) == "none"
    expect(page.locator("#left")).to_have_text("")
    page.locator("button.main").tap()
    expect(page.locator("details.blank")).to_have_count(0)
    page.locator('tbody[data-line="network"] summary').tap()
    expect(page.locator('tbody[data-line="network"] .sum')).to_have_text(["5 × 3", "4 × 2", "3 × 1"])
    expect(page.locator('tbody[data-line="network"]')).to_contain_text("City Keys: none chosen, so the start value 1 counts (C).")


def test_hints_belong_to_cells_and_values_are_read_once(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet", device="desktop")
    expect(page.locator('[name="1.prestige"]')).to_have_accessible_description("Where the trader stands on the track.")
    keys = page.get_by_role("radiogroup", name="A: City Keys")
    expect(keys).to_have_accessible_description("The rightmost uncovered value.")
    expect(keys).to_match_aria_snapshot("""
      - radiogroup:
        - radio "1, counts until another is chosen"
        - radio "2 (1st)"
        - radio "2 (2nd)"
        - radio "3"
        - radio "4"
    """)
    assert keys.locator(".pick:not(.none) span:not([aria-hidden])").count() == 0
    # A category of one row is named by its label alone
    expect(page.locator("#c-markers legend")).to_have_count(0)
    expect(page.locator("#c-markers")).to_have_attribute("role", "none")
    expect(page.get_by_role("textbox", name="A: Bonus markers")).to_have_count(1)
    expect(page.get_by_role("group", name="Network")).to_have_count(1)
