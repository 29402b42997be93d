"""A sheet is left by every way there is, in mid-entry: nothing is lost. Storage that is cleared or full, and two tabs on one sheet."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Browse
from kept_page import REFUSED, SHEETS, await_sheet, await_sheets, begin
from playwright.sync_api import Page, Route, expect
from sheet_page import expect_values
from waiting import wait_until

Kill = Callable[[], None]
QIN = "/en/qin/score?n=2&to=sheet"
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }"
COUNT = """window.said = 0;
new MutationObserver((all) => { window.said += all.length; }).observe(document.getElementById("unkept"), { childList: true });"""
UNKEPT = "does not let Tally keep the sheet"


@pytest.mark.long
def test_killed_browser_loses_nothing(start_chromium: Callable[[Path], tuple[Page, Kill]], address: str, tmp_path: Path) -> None:
    """All its processes end at once, as when a phone needs their memory, and it is started again."""
    page, kill = start_chromium(tmp_path)
    page.goto(address + QIN)
    begin(page)
    page.locator('[name="1.left"]').press_sequentially("1")
    await_sheet(page, lambda sheet: "1.left=1" in sheet["query"])
    kill()
    page, _ = start_chromium(tmp_path)
    page.goto(f"{address}/en/")
    card = page.locator("#continue .kept")
    expect(card).to_contain_text("Ann")
    card.get_by_role("link").click()
    expect(page.locator('[name="1.left"]')).to_have_value("1")
    page.locator("[data-undo]").click()
    expect(page.locator('[name="1.left"]')).to_have_value("")


@pytest.mark.long
def test_storage_cleared_meanwhile_is_filled_again(browse: Browse) -> None:
    page = browse(QIN)
    begin(page)
    page.evaluate("""() => new Promise((done) => {
      localStorage.clear();
      sessionStorage.clear();
      indexedDB.deleteDatabase("tally").onsuccess = done;
    })""")
    page.locator('[name="1.left"]').fill("3")
    (sheet,) = await_sheets(page, lambda sheets: len(sheets) == 1)
    assert "0.left=4" in sheet["query"]
    assert "1.left=3" in sheet["query"]
    expect(page.locator("#unkept")).to_have_text("")
    page.locator("[data-undo]").click()
    expect(page.locator('[name="1.left"]')).to_have_value("")


@pytest.mark.long
def test_full_storage_is_said_once_until_there_is_room(browse: Browse) -> None:
    page = browse(QIN)
    page.evaluate("void (window.put = IDBObjectStore.prototype.put)")
    page.evaluate(f"void ({FULL})")
    page.evaluate(COUNT)
    page.locator('[name="0.left"]').fill("4")
    expect(page.locator("#unkept")).to_contain_text(UNKEPT)
    expect(page.locator("#totals b")).to_have_text(["20", "–"])
    page.locator("[data-undo]").click()
    expect(page.locator('[name="0.left"]')).to_have_value("")
    page.locator("[data-redo]").click()
    expect(page).to_have_url(re.compile("0.left=4"))
    assert page.evaluate("window.said") == 1
    page.evaluate("void (IDBObjectStore.prototype.put = window.put)")
    page.locator('[name="1.left"]').fill("3")
    (sheet,) = await_sheets(page, lambda sheets: len(sheets) == 1)
    assert "0.left=4" in sheet["query"]
    expect(page.locator("#unkept")).to_have_text("")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["refused", "bounded"])
def test_sheet_works_where_nothing_can_be_kept(browse: Browse, address: str, kind: str) -> None:
    page = browse("/en/", pristine=True)
    if kind == "refused":
        page.add_init_script(REFUSED)
    else:
        page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    page.goto(QIN)
    page.locator('[name="0.left"]').fill("4")
    page.locator('[name="1.left"]').fill("3")
    expect(page.locator("#totals b")).to_have_text(["20", "21"])
    expect(page.locator("#unkept")).to_contain_text(UNKEPT)
    page.locator("button.main").click()
    expect(page.locator("tr.total td")).to_have_text(["21", "20"])
    page.goto("/en/")
    expect(page.locator("#continue")).to_be_hidden()


def open_twice(browse: Browse) -> tuple[Page, Page]:
    """One sheet in two tabs, the second come by "Continue"."""
    one = browse(QIN)
    begin(one)
    other = one.context.new_page()
    other.goto("/en/qin/score")
    other.locator("#continue .kept a").click()
    expect(other.locator('[name="0.left"]')).to_have_value("4")
    expect(other).not_to_have_url(re.compile("#"))  # the tab knows its sheet
    return one, other


@pytest.mark.long
def test_two_tabs_on_one_sheet_show_what_either_enters(browse: Browse) -> None:
    one, other = open_twice(browse)
    other.locator('[name="1.left"]').fill("3")
    expect(one.locator('[name="1.left"]')).to_have_value("3")
    expect(one.locator("#unkept")).to_have_text("This sheet was changed in another tab, and the change is shown here.")
    expect(one.locator("#totals b")).to_have_text(["20", "21"])
    one.locator('[name="0.left"]').fill("5")
    expect(other.locator('[name="0.left"]')).to_have_value("5")
    other.locator("[data-undo]").click()
    expect(one.locator('[name="0.left"]')).to_have_value("4")
    sheet = await_sheet(one, lambda sheet: "0.left=4" in sheet["query"])
    assert "1.left=3" in sheet["query"]
    other.locator('[name="more"]').click()
    expect(other.locator('[name="2.left"]')).to_be_visible()
    expect(one.locator('[name="2.left"]')).to_be_visible()
    expect(one.locator('[name="0.left"]')).to_have_value("4")
    one.locator('[name="2.left"]').fill("1")
    expect(other.locator('[name="2.left"]')).to_have_value("1")
    assert len(one.evaluate(SHEETS)) == 1


@pytest.mark.long
def test_tabs_that_missed_each_other_lose_nothing(browse: Browse) -> None:
    """The later entry of a cell wins; entries of other cells are put together, also by a page that is come back to."""
    one, other = open_twice(browse)
    for tab in (one, other):
        tab.evaluate("Storage.prototype.setItem = () => undefined")
    other.locator('[name="0.left"]').fill("7")
    other.locator('[name="1.left"]').fill("3")
    await_sheet(other, lambda sheet: "1.left=3" in sheet["query"])
    expect(one.locator('[name="1.left"]')).to_have_value("")
    one.locator('[name="0.left"]').fill("5")
    sheet = await_sheet(one, lambda sheet: "0.left=5" in sheet["query"])
    assert "1.left=3" in sheet["query"]
    expect(one.locator('[name="1.left"]')).to_have_value("3")


@pytest.mark.long
def test_tab_that_comes_back_to_an_older_page_takes_nothing_back(browse: Browse) -> None:
    one, other = open_twice(browse)
    one.locator(".game-nav a").nth(1).click()
    one.wait_for_url("**/rules")
    other.locator('[name="1.left"]').fill("3")
    await_sheet(other, lambda sheet: "1.left=3" in sheet["query"])
    one.locator("[data-sheet]").click()
    expect(one.locator('[name="1.left"]')).to_have_value("3")
    expect(other.locator('[name="1.left"]')).to_have_value("3")


@pytest.mark.short(way="language")
@pytest.mark.parametrize("way", ["link", "back", "reload", "closed", "language", "result"])
def test_entry_typed_a_moment_before_leaving_is_there(browse: Browse, way: str) -> None:
    page = browse("/en/")
    page.goto(QIN)
    begin(page)
    page.locator('[name="1.left"]').press_sequentially("3")
    if way == "link":
        page.locator(".brand").click()
        page.wait_for_url(re.compile("/en/$"))
    elif way == "back":
        page.go_back()  # which is done as soon as anything changes the address, so the sheet's own last change too
        page.wait_for_url("**/en/")
    elif way == "reload":
        page.reload()
    elif way == "closed":
        context = page.context
        page.close()
        page = context.new_page()
    elif way == "language":
        page.locator('.languages a[lang="zh-Hant"]').click()
        page.wait_for_url("**/zh-Hant/**")
    else:
        page.locator("button.main").click()
        page.get_by_role("link", name="Change entries").click()
        expect(page.locator('[name="1.left"]')).to_have_value("3")
        page.locator('[name="1.left"]').fill("33")
        page.locator('[name="1.left"]').fill("3")
    page.goto("/en/")
    card = page.locator("#continue .kept")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Ann")
    card.get_by_role("link").click()
    expect(page.locator('[name="1.left"]')).to_have_value("3")
    expect(page).to_have_url(re.compile("1.left=3"))
    expect(page).not_to_have_url(re.compile("#"))
    page.locator('[name="0.left"]').fill("2")
    await_sheet(page, lambda sheet: "0.left=2" in sheet["query"])


def test_entries_typed_before_the_script_are_one_draft(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    page.locator('[name="0.left"]').fill("3")
    await_sheet(page, lambda sheet: "0.left=3" in sheet["query"])
    expect(page).to_have_url(re.compile("0.left=3"))
    waiting: list[Route] = []
    page.route("**/sheet.js", lambda route: waiting.append(route))
    page.reload(wait_until="commit")
    page.locator('[name="1.left"]').fill("5")
    wait_until(page, "null", lambda _: waiting)
    for route in waiting:
        route.continue_()
    expect(page.locator("#totals b")).to_have_text(["21", "19"])
    await_sheet(page, lambda sheet: "0.left=3" in sheet["query"] and "1.left=5" in sheet["query"])
    expect_values(page, ("0.left", "1.left"), ["3", "5"])
    page.goto("/en/")
    expect(page.locator("#continue .kept")).to_have_count(1)
