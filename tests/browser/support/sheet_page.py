"""What the tests of the sheet share: where its first entry is, what stands in view, and how taps and keys are counted."""

import re
from collections.abc import Iterable

from playwright.sync_api import Page, expect

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


def numbers(page: Page) -> None:
    """From the board, which fills a phone's screen, back to the numbers."""
    page.get_by_role("button", name=re.compile("Back to the numbers|回到數字")).tap()


class Hand:
    """A hand that fills a sheet and counts: taps on what is chosen, keys of what is typed. Going on to the next cell is counted apart."""

    def __init__(self, page: Page) -> None:
        """Nothing was touched yet."""
        self.page, self.taps, self.keys, self.steps = page, 0, 0, 0

    def tap(self, selector: str) -> None:
        """Tap on what is chosen."""
        self.page.locator(selector).tap()
        self.taps += 1

    def type(self, name: str, text: str) -> None:
        """Go to a cell and type a number on the keypad."""
        self.page.locator(f'[name="{name}"]').tap()
        self.steps += 1
        for key in text:
            self.page.locator(f'.keypad [data-key="{key}"]').tap()
            self.keys += 1
