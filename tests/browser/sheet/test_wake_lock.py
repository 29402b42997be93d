"""The screen lock of a sheet: the screen stays on unless it is switched off."""

import pytest
from browsing import Browse
from playwright.sync_api import expect
from sheet_page import cell, open_table, total
from waiting import wait_until

LOCK = """window.locks = []; Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { async request() {
  const lock = { released: false, async release() { lock.released = true; } };
  window.locks.push(lock);
  return lock;
} } });"""
COUNT_HELD = "window.locks.filter((lock) => !lock.released).length"
REFUSED = "{ async request() { throw new DOMException('no', 'NotAllowedError'); } }"
"""A lock that is never granted."""


@pytest.mark.long
def test_screen_stays_on_unless_it_is_switched_off(browse: Browse) -> None:
    page = browse("/en/")
    page.add_init_script(LOCK)
    page.goto("/en/qin/score")
    wait_until(page, f"{COUNT_HELD} === 1")
    # The browser releases the lock of a hidden page, which requests it again when it is shown.
    page.evaluate("window.locks[0].released = true; document.dispatchEvent(new Event('visibilitychange'))")
    wait_until(page, f"window.locks.length === 2 && {COUNT_HELD} === 1")
    open_table(page)
    switch = page.get_by_role("button", name="Screen stays on")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
    wait_until(page, f"{COUNT_HELD} === 0")
    page.reload()
    open_table(page)
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.locks") == []
    switch.tap()
    wait_until(page, f"{COUNT_HELD} === 1")


@pytest.mark.short(offered=REFUSED)
@pytest.mark.parametrize("offered", ["undefined", REFUSED])
def test_sheet_works_where_the_lock_is_not_available(browse: Browse, offered: str) -> None:
    page = browse("/en/")
    page.add_init_script(
        f"Object.defineProperty(Navigator.prototype, 'wakeLock', {{ configurable: true, get: () => ({offered}) }});"
    )
    page.goto("/en/qin/score")
    page.wait_for_load_state("networkidle")
    open_table(page)
    expect(page.locator("[data-awake]")).to_be_visible(visible=offered != "undefined")
    cell(page, "0.left").fill("4")
    expect(total(page, 0)).to_have_text("20")
