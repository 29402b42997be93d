"""Helpers for tests of the sheet: its cells, totals, keypad, views and steps."""

import re
from collections.abc import Iterable, Mapping

from playwright.sync_api import FloatRect, Locator, Page, expect
from waiting import wait_until

FIRST = """() => [...document.querySelectorAll(".category :is(.in, .pick input), .counts-part .in")]
  .filter((e) => e.checkVisibility())[0].getBoundingClientRect()"""
"""The place of the first visible entry."""
STUCK = """() => [...document.querySelectorAll("body *")]
  .filter((e) => ["sticky", "fixed"].includes(getComputedStyle(e).position) && e.checkVisibility()
    && !e.matches(".keypad"))
  .filter((e) => e.getBoundingClientRect().bottom > 0 && e.getBoundingClientRect().top < innerHeight)
  .reduce((all, e) => all + e.getBoundingClientRect().height, 0)"""
"""The height of all bars that stay in view while the page scrolls."""
DRAWN = """new Promise((done) => {
  const wait = (frames) => requestAnimationFrame(() => (frames ? wait(frames - 1) : done(true)));
  wait(2);
})"""
"""Resolves after the page was drawn in a new size, and once more after its resize observers ran."""
IS_FITTED = """() => {
  const cell = document.querySelector("#sheet .names .cell");
  if (!cell?.clientWidth || cell.closest("#sheet.thin")) return true;
  const isNarrow = cell.clientWidth < 2.4 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  return !isNarrow && !matchMedia("(min-width: 34rem) and (max-height: 30rem)").matches;
}"""
"""Whether the layout of narrow columns and low screens is there if the page needs it.

Its script, by_player.js, is loaded only then.
"""


def cell(page: Page, name: str) -> Locator:
    """The controls of an entry."""
    return page.locator(f'[name="{name}"]')


def fill(page: Page, entries: Mapping[str, str]) -> None:
    """Fill cells, each named as its entry."""
    for name, text in entries.items():
        cell(page, name).fill(text)


def expect_values(page: Page, names: Iterable[str], values: Iterable[str]) -> None:
    """Wait until cells have these values; of radio buttons, the checked one counts."""
    for name, value in zip(names, values, strict=True):
        expect(page.locator(f'[name="{name}"]:not([type="radio"]:not(:checked))')).to_have_value(value)


def total(page: Page, seat: int) -> Locator:
    """A player's running total."""
    return page.locator("#totals b").nth(seat)


def expect_totals(page: Page, *texts: str) -> None:
    """Wait until the running totals of all players are these."""
    expect(page.locator("#totals b")).to_have_text(texts)


def undo(page: Page, steps: int = 1) -> None:
    """Take back so many steps."""
    for _ in range(steps):
        page.locator("[data-undo]").click()


def redo(page: Page, steps: int = 1) -> None:
    """Repeat so many steps that were taken back."""
    for _ in range(steps):
        page.locator("[data-redo]").click()


def expect_steps(page: Page, button: str = "undo", *, exist: bool = True) -> None:
    """Wait until there are steps to undo (or to redo), or none."""
    expect(page.locator(f"[data-{button}]")).to_have_attribute("aria-disabled", str(not exist).lower())


def start_over(page: Page) -> None:
    """Clear the whole sheet."""
    page.locator(".clearing summary").click()
    page.get_by_role("button", name="Start over").click()


def open_table(page: Page) -> None:
    """Unfold the number of players, the options and the seats."""
    page.locator(".table > summary").click()


def show_board(page: Page) -> None:
    """Show the board once its button works, and wait for the script that fills it."""
    page.locator(":is(.back, .to-numbers)[aria-pressed]").wait_for(state="attached")
    page.locator('.views [data-view="board"]').click()
    expect(page.locator(".board-part > section")).to_be_visible()


def numbers(page: Page) -> None:
    """Return to the numbers from the board, which fills a phone's screen, and wait until its entry of the history is
    left.
    """
    page.get_by_role("button", name=re.compile("Back to the numbers|回到數字")).tap()
    wait_until(page, "!history.state?.board")


def await_layout(page: Page) -> None:
    """Wait until the page was drawn in a new size, with the layout that it needs there."""
    wait_until(page, DRAWN)
    wait_until(page, IS_FITTED)


def box_of(locator: Locator) -> FloatRect:
    """Return where an element is on the screen."""
    box = locator.bounding_box()
    assert box, f"{locator} is not visible"
    return box


def touch(page: Page, selector: str) -> None:
    """Tap an element where it is on the screen; Playwright's `tap` would scroll a sticky element into view first."""
    expect(page.locator(selector)).to_be_visible()
    box = box_of(page.locator(selector))
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press(page: Page, keys: str) -> None:
    """Press these keys of the keypad, one after the other."""
    for key in keys.split():
        page.locator(f'.keypad [data-key="{key}"]').tap()
