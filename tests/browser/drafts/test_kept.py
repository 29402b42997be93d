"""What the device keeps: a sheet at every entry, however the page is left, and the way back to it."""

import re
from collections.abc import Callable

import pytest
from kept_page import await_sheet, await_sheets, begin
from playwright.sync_api import Page, expect
from waiting import wait_until

Browse = Callable[..., Page]
WORN = "chips => chips.map((chip) => getComputedStyle(chip).backgroundColor)"
LOCK = """window.locks = []; Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { async request() {
  const lock = { released: false, async release() { lock.released = true; } };
  window.locks.push(lock);
  return lock;
} } });"""
HELD = "window.locks.filter((lock) => !lock.released).length"


def leave_by_link(page: Page) -> None:
    page.locator(".brand").click()
    page.wait_for_url(re.compile("/en/$"))


def leave_and_go_back(page: Page) -> None:
    leave_by_link(page)
    page.go_back()
    page.goto("/en/")


def reload_first(page: Page) -> None:
    page.reload()
    page.goto("/en/")


def go_elsewhere(page: Page) -> None:
    page.goto("/en/about")
    page.goto("/en/")


@pytest.mark.short(leave=leave_by_link)
@pytest.mark.parametrize("leave", [leave_by_link, leave_and_go_back, reload_first, go_elsewhere])
def test_a_sheet_that_was_left_can_be_continued(browse: Browse, leave: Callable[[Page], None]) -> None:
    page = browse("/en/qin/score", pristine=True)
    begin(page)
    leave(page)
    card = page.locator("#continue .kept")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Ann")
    expect(card.locator(".num").first).to_have_text("20")
    card.get_by_role("link", name="Qin").click()
    expect(page.locator('[name="0.left"]')).to_have_value("4")
    expect(page).not_to_have_url(re.compile("#"))
    page.locator('[name="1.left"]').fill("2")
    await_sheet(page, lambda sheet: "1.left=2" in sheet["query"])


def test_a_closed_page_loses_nothing(browse: Browse) -> None:
    page = browse("/en/qin/score", pristine=True)
    begin(page)
    colours = page.locator(".names .chip").evaluate_all(WORN)
    context = page.context
    page.close()
    page = context.new_page()
    page.goto("/en/qin/score")
    card = page.locator("#continue .kept")
    expect(card.locator("bdi")).to_have_text(["Ann", "B"])
    expect(card.locator("small")).to_have_text(re.compile(r"^\d+ minutes? ago · Ann, B$"))
    assert card.locator(".chip").evaluate_all(WORN) == colours
    card.get_by_role("link").click()
    expect(page.locator('[name="0.left"]')).to_have_value("4")
    expect(page.locator('[name="0.name"]')).to_have_value("Ann")


def test_a_scored_sheet_is_finished_until_it_is_changed(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", pristine=True)
    begin(page)
    page.locator('[name="1.left"]').fill("2")
    page.locator("button.main").click()
    await_sheet(page, lambda sheet: sheet["finished"])
    page.get_by_role("link", name="Change entries").click()
    wait_until(page, "history.state?.sheet")  # the page knows its sheet
    page.locator('[name="0.left"]').fill("5")
    await_sheet(page, lambda sheet: not sheet["finished"])
    page.goto("/en/")
    expect(page.locator("#continue .kept")).to_have_count(1)


@pytest.mark.long
def test_a_card_is_deleted_and_comes_back(browse: Browse) -> None:
    page = browse("/en/qin/score", pristine=True)
    begin(page)
    page.goto("/en/")
    page.get_by_role("button", name="Delete: Qin, Ann, B").click()
    await_sheets(page, lambda sheets: sheets == [])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#continue .kept")).to_contain_text("Ann")
    await_sheets(page, lambda sheets: len(sheets) == 1)
    page.get_by_role("button", name="Delete: Qin, Ann, B").click()
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.reload()
    expect(page.locator("#continue")).to_be_hidden()


@pytest.mark.long
def test_two_sheets_of_one_game_stay_two_however_one_goes_back(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", pristine=True)
    begin(page)
    wait_until(page, "location.search.includes('0.left=4')")  # the address follows
    page.goto("/en/qin/score?n=3&to=sheet")
    begin(page, "3", "Bo")
    wait_until(page, "location.search.includes('0.left=3')")
    page.go_back()
    expect(page.locator('[name="0.left"]')).to_have_value("4")
    page.locator('[name="1.left"]').fill("2")
    sheets = await_sheets(page, lambda sheets: any("1.left=2" in sheet["query"] for sheet in sheets))
    assert sorted((sheet["names"][0], len(sheet["names"])) for sheet in sheets) == [("Ann", 2), ("Bo", 3)]


def test_screen_stays_on_unless_it_is_switched_off(browse: Browse) -> None:
    page = browse("/en/", pristine=True)
    page.add_init_script(LOCK)
    page.goto("/en/qin/score")
    wait_until(page, f"{HELD} === 1")
    # Out of sight the browser releases the lock; in sight again, it is asked for anew.
    page.evaluate("window.locks[0].released = true; document.dispatchEvent(new Event('visibilitychange'))")
    wait_until(page, f"window.locks.length === 2 && {HELD} === 1")
    page.locator(".table > summary").tap()
    switch = page.get_by_role("button", name="Screen stays on")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
    wait_until(page, f"{HELD} === 0")
    page.reload()
    page.locator(".table > summary").tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.locks") == []
    switch.tap()
    wait_until(page, f"{HELD} === 1")


REFUSES = "{ async request() { throw new DOMException('no', 'NotAllowedError'); } }"
"""A screen lock that is never granted."""


@pytest.mark.short(offered=REFUSES)
@pytest.mark.parametrize("offered", ["undefined", REFUSES])
def test_where_the_screen_cannot_be_kept_on_nothing_is_said(browse: Browse, offered: str) -> None:
    page = browse("/en/", pristine=True)
    page.add_init_script(f"Object.defineProperty(Navigator.prototype, 'wakeLock', {{ configurable: true, get: () => ({offered}) }});")
    page.goto("/en/qin/score")
    page.wait_for_load_state("networkidle")
    page.locator(".table > summary").tap()
    expect(page.locator("[data-awake]")).to_be_visible(visible=offered != "undefined")
    page.locator('[name="0.left"]').fill("4")
    expect(page.locator("#totals b").first).to_have_text("20")
