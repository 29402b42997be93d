"""What the tests of the sheet share: where its first entry is, what stays in view, and what its cells hold."""

import re
from collections.abc import Iterable

from playwright.sync_api import Locator, Page, expect

FIRST = """() => [...document.querySelectorAll(".category :is(.in, .pick input), .counts-part .in")]
  .filter((e) => e.checkVisibility())[0].getBoundingClientRect()"""
STUCK = """() => [...document.querySelectorAll("body *")]
  .filter((e) => ["sticky", "fixed"].includes(getComputedStyle(e).position) && e.checkVisibility() && !e.matches(".keypad"))
  .filter((e) => e.getBoundingClientRect().bottom > 0 && e.getBoundingClientRect().top < innerHeight)
  .reduce((all, e) => all + e.getBoundingClientRect().height, 0)"""


def expect_values(page: Page, names: Iterable[str], values: Iterable[str]) -> None:
    """Wait until cells have these values, and choices these picked."""
    for name, value in zip(names, values, strict=True):
        expect(page.locator(f'[name="{name}"]:not([type="radio"]:not(:checked))')).to_have_value(value)


def open_table(page: Page) -> None:
    """Unfold the number of players, the options and the seats."""
    page.locator(".table > summary").click()


def show_board(page: Page) -> None:
    """Put the board in view, and wait for the script that fills it."""
    page.locator('.views [data-view="board"]').click()
    expect(page.locator(".board-part > section")).to_be_visible()


def numbers(page: Page) -> None:
    """From the board, which fills a phone's screen, back to the numbers."""
    page.get_by_role("button", name=re.compile("Back to the numbers|回到數字")).tap()


def touch(page: Page, selector: str) -> None:
    """Tap where an element is seen; `tap` would scroll what sticks into view, which nobody's thumb does."""
    box = page.locator(selector).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press(page: Page, keys: str) -> None:
    """Press these keys of the keypad, one after the other."""
    for key in keys.split():
        page.locator(f'.keypad [data-key="{key}"]').tap()


def total(page: Page, seat: int) -> Locator:
    """A player's running total."""
    return page.locator("#totals b").nth(seat)
