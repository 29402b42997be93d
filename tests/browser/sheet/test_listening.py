"""What those who listen hear while a sheet is filled, and what a keyboard chooses."""

from collections.abc import Callable

from accessibility import violations
from playwright.sync_api import Page, expect

Browse = Callable[..., Page]
NAMES = "0.name=Ann&1.name=Bo"


def test_one_status_says_what_changed(browse: Browse) -> None:
    page = browse(f"/en/qin/score?n=3&to=sheet&{NAMES}&0.left=3", device="desktop")
    expect(page.locator("#totals b")).to_have_text(["16", "–", "–"])
    page.evaluate("""() => {
      window.written = [];
      const note = (changes) => written.push(...changes.map(({ target }) => target.textContent));
      new MutationObserver(note).observe(document.getElementById("totals"), { subtree: true, childList: true, characterData: true });
    }""")
    page.locator('[name="1.left"]').fill("5")
    expect(page.locator("#stepped")).to_have_text("Bo: 14")
    assert len(page.evaluate("written")) == 1
    assert page.locator("#totals [aria-live], #said[role], .totals[aria-live]").count() == 0
    expect(page.locator("#totals").get_by_text("no entries", exact=True).last).not_to_have_attribute("hidden", "")
    page.locator('[name="1.left"]').fill("99")
    expect(page.locator("#stepped")).to_have_text("Bo: Pagodas left must be 24 or fewer")


def test_the_rule_of_a_row_is_said_and_escape_closes_it(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet", device="desktop")
    cell = page.locator('[name="0.hand"]')
    expect(cell).to_have_attribute("aria-keyshortcuts", "?")
    cell.focus()
    page.keyboard.press("?")
    expect(page.locator("#c-hand .rule")).to_be_visible()
    expect(page.locator("#stepped")).to_contain_text("Count the")
    page.keyboard.press("Escape")
    expect(page.locator("#c-hand .rule")).to_be_hidden()


def test_letters_and_values_choose(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=3&to=sheet", device="desktop")
    page.locator('[name="0.actions"]').focus()
    page.keyboard.press("b")
    expect(page.locator('[name="1.actions"]')).to_be_checked()
    page.keyboard.press("c")
    page.keyboard.press("b")
    expect(page.locator('[name="1.actions"]')).not_to_be_checked()
    expect(page.locator('[name="2.actions"]')).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator('[name="0.privilege"]')).to_be_focused()
    page.locator('[name="coellen.7"][value="0"]').focus()
    page.keyboard.press("c")
    expect(page.locator('[name="coellen.7"][value="2"]')).to_be_checked()
    page.locator('[name="0.keys"][value="0"]').focus()
    page.keyboard.press("2")
    page.keyboard.press("2")
    expect(page.locator('[name="0.keys"][value="2"]')).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radiogroup", name="B: City Keys").locator("input:focus")).to_have_count(1)


def test_hints_belong_to_their_cells_and_values_are_read_once(browse: Browse) -> None:
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
    assert violations(page, "main") == []


def test_a_category_of_one_row_is_named_by_its_label_alone(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet", device="desktop")
    expect(page.locator("#c-markers legend")).to_have_count(0)
    expect(page.locator("#c-markers")).to_have_attribute("role", "none")
    expect(page.get_by_role("textbox", name="A: Bonus markers")).to_have_count(1)
    expect(page.get_by_role("group", name="Network")).to_have_count(1)
