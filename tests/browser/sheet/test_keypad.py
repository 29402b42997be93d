"""The keypad of a phone: it writes sums, covers no cell, says whose cell it fills, and steps aside for other keyboards."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Browse = Callable[..., Page]


@pytest.mark.long
def test_the_keypad_writes_sums_and_covers_no_cell(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=4&to=sheet")
    keypad = page.locator(".keypad")
    expect(keypad).to_be_hidden()
    first = page.locator('[name="0.points"]')
    first.tap()
    expect(first).to_have_attribute("inputmode", "none")
    for key in ("1", "0", "+", "1", "5", "-", "5"):
        keypad.locator(f'[data-key="{key}"]').tap()
    expect(first).to_have_value("10+15-5")
    expect(keypad.locator(".sum")).to_have_text("= 20 scores 20")
    expect(page.locator("#totals b").first).to_have_text("20")
    keypad.locator('[data-key="back"]').tap()
    expect(first).to_have_value("10+15-")
    keypad.locator('[data-key="back"]').click(delay=900)  # held, it clears the cell
    expect(first).to_have_value("")
    for _ in range(45):
        keypad.locator('[data-key="next"]').tap()
        if page.evaluate("document.activeElement.localName") != "input":
            break
        below = page.evaluate(
            "document.activeElement.getBoundingClientRect().bottom - document.querySelector('.keypad').getBoundingClientRect().top"
        )
        assert below <= 0
    page.locator('[name="1.points"]').tap()
    keypad.locator('[data-key="previous"]').tap()
    expect(first).to_be_focused()


@pytest.mark.short(language="zh-Hant")
@pytest.mark.parametrize(("language", "label"), [("en", "Ann & Bo: Pagodas left"), ("zh-Hant", "Ann & Bo：剩下的寶塔")])
def test_a_name_that_was_just_typed_is_the_cells_and_the_keypads(browse: Browse, language: str, label: str) -> None:
    page = browse(f"/{language}/qin/score")
    cell = page.locator('[name="1.left"]')
    letter = cell.get_attribute("aria-label") or ""
    assert letter.startswith("B")
    page.locator('[name="1.name"]').fill("Ann & Bo")
    cell.tap()
    expect(page.locator(".keypad .whose + b")).to_have_text(label)
    expect(cell).to_have_attribute("aria-label", label)
    expect(page.locator("#totals .unseen").nth(1)).to_have_text("Ann & Bo")
    page.locator('[name="1.name"]').fill("")
    expect(cell).to_have_attribute("aria-label", letter)
    expect(page.locator('[name="1.name"]')).to_have_attribute("aria-label", re.compile("B"))


def test_the_devices_own_keyboard_is_one_key_away(browse: Browse) -> None:
    page = browse("/en/qin/score")
    cell = page.locator('[name="0.left"]')
    cell.tap()
    page.locator('.keypad [data-key="own"]').tap()
    expect(cell).to_be_focused()
    expect(cell).to_have_attribute("inputmode", "numeric")
    expect(page.locator(".keypad")).to_be_hidden()


def test_with_a_mouse_there_is_no_keypad(browse: Browse) -> None:
    page = browse("/en/qin/score", device="desktop")
    page.locator('[name="0.left"]').click()
    expect(page.locator(".keypad")).to_have_count(0)
    expect(page.locator('[name="0.left"]')).to_have_attribute("inputmode", "numeric")
