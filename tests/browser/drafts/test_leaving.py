"""Leaving a sheet in the middle of an entry loses nothing; storage that is cleared, full or refused; two tabs with one sheet."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Browse
from kept_page import REFUSED, SHEETS, await_sheet, await_sheets, begin
from playwright.sync_api import Page, expect
from sheet_page import cell, expect_totals, expect_values, fill, redo, undo
from waiting import hold_back, wait_until

Kill = Callable[[], None]
QIN = "/en/qin/score?n=2&to=sheet"
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }"
COUNT_NOTES = """window.notes = 0;
new MutationObserver((all) => { window.notes += all.length; }).observe(document.getElementById("unkept"), { childList: true });"""
REFUSAL = "does not let Tally keep the sheet"


@pytest.mark.long
def test_killed_browser_loses_nothing(
    start_chromium: Callable[[Path], tuple[Page, Kill]], address: str, tmp_path: Path
) -> None:
    """All its processes end at once, as when a phone needs the memory."""
    page, kill = start_chromium(tmp_path)
    page.goto(address + QIN)
    begin(page)
    cell(page, "1.left").press_sequentially("1")
    await_sheet(page, lambda sheet: "1.left=1" in sheet["query"])
    kill()
    page, _ = start_chromium(tmp_path)
    page.goto(f"{address}/en/")
    card = page.locator("#continue .kept")
    expect(card).to_contain_text("Ann")
    card.get_by_role("link").click()
    expect(cell(page, "1.left")).to_have_value("1")
    undo(page)
    expect(cell(page, "1.left")).to_have_value("")


@pytest.mark.long
def test_full_or_cleared_storage_loses_no_entry(browse: Browse) -> None:
    page = browse(QIN)
    note = page.locator("#unkept")
    page.evaluate("void (window.put = IDBObjectStore.prototype.put)")
    page.evaluate(f"void ({FULL})")
    page.evaluate(COUNT_NOTES)
    cell(page, "0.left").fill("4")
    expect(note).to_contain_text(REFUSAL)
    expect_totals(page, "20", "–")
    undo(page)
    expect(cell(page, "0.left")).to_have_value("")
    redo(page)
    expect(page).to_have_url(re.compile("0.left=4"))
    assert page.evaluate("window.notes") == 1
    page.evaluate("void (IDBObjectStore.prototype.put = window.put)")
    cell(page, "1.left").fill("2")
    (sheet,) = await_sheets(page, lambda sheets: len(sheets) == 1)
    assert "0.left=4" in sheet["query"]
    expect(note).to_have_text("")
    page.evaluate("""() => new Promise((done) => {
      localStorage.clear();
      sessionStorage.clear();
      indexedDB.deleteDatabase("tally").onsuccess = done;
    })""")
    cell(page, "1.left").fill("3")
    (sheet,) = await_sheets(page, lambda sheets: len(sheets) == 1)
    assert "0.left=4" in sheet["query"]
    assert "1.left=3" in sheet["query"]
    expect(note).to_have_text("")
    undo(page)
    expect(cell(page, "1.left")).to_have_value("")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["refused", "bounded"])
def test_sheet_works_where_nothing_can_be_stored(browse: Browse, address: str, kind: str) -> None:
    page = browse("/en/", pristine=True)
    if kind == "refused":
        page.add_init_script(REFUSED)
    else:
        page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    page.goto(QIN)
    fill(page, {"0.left": "4", "1.left": "3"})
    expect_totals(page, "20", "21")
    expect(page.locator("#unkept")).to_contain_text(REFUSAL)
    page.locator("button.main").click()
    expect(page.locator("tr.total td")).to_have_text(["21", "20"])
    page.goto("/en/")
    expect(page.locator("#continue")).to_be_hidden()


def open_twice(browse: Browse) -> tuple[Page, Page]:
    """Open one sheet in two tabs, in the second through "Continue"."""
    one = browse(QIN)
    begin(one)
    other = one.context.new_page()
    other.goto("/en/qin/score")
    other.locator("#continue .kept a").click()
    expect(cell(other, "0.left")).to_have_value("4")
    expect(other).not_to_have_url(re.compile("#"))  # the tab knows its sheet
    return one, other


@pytest.mark.long
def test_two_tabs_of_one_sheet_show_the_same_entries(browse: Browse) -> None:
    one, other = open_twice(browse)
    cell(other, "1.left").fill("3")
    expect(cell(one, "1.left")).to_have_value("3")
    expect(one.locator("#unkept")).to_have_text("This sheet was changed in another tab, and the change is shown here.")
    expect(one.locator("#totals b")).to_have_text(["20", "21"])
    cell(one, "0.left").fill("5")
    expect(cell(other, "0.left")).to_have_value("5")
    other.locator("[data-undo]").click()
    expect(cell(one, "0.left")).to_have_value("4")
    sheet = await_sheet(one, lambda sheet: "0.left=4" in sheet["query"])
    assert "1.left=3" in sheet["query"]
    cell(other, "more").click()
    expect(cell(other, "2.left")).to_be_visible()
    expect(cell(one, "2.left")).to_be_visible()
    expect(cell(one, "0.left")).to_have_value("4")
    cell(one, "2.left").fill("1")
    expect(cell(other, "2.left")).to_have_value("1")
    assert len(one.evaluate(SHEETS)) == 1
    one.locator(".game-nav a").nth(1).click()
    one.wait_for_url("**/rules")
    cell(other, "1.left").fill("2")
    await_sheet(other, lambda sheet: "1.left=2" in sheet["query"])
    one.locator("[data-sheet]").click()
    expect(cell(one, "1.left")).to_have_value("2")
    expect(cell(other, "1.left")).to_have_value("2")


@pytest.mark.long
def test_two_tabs_merge_changes_that_they_missed(browse: Browse) -> None:
    """In one cell the later entry wins; entries of different cells are merged."""
    one, other = open_twice(browse)
    for tab in (one, other):
        tab.evaluate("Storage.prototype.setItem = () => undefined")
    cell(other, "0.left").fill("7")
    cell(other, "1.left").fill("3")
    await_sheet(other, lambda sheet: "1.left=3" in sheet["query"])
    expect(cell(one, "1.left")).to_have_value("")
    cell(one, "0.left").fill("5")
    sheet = await_sheet(one, lambda sheet: "0.left=5" in sheet["query"])
    assert "1.left=3" in sheet["query"]
    expect(cell(one, "1.left")).to_have_value("3")


@pytest.mark.short(way="language")
@pytest.mark.parametrize("way", ["link", "back", "reload", "closed", "language", "result"])
def test_entry_typed_just_before_leaving_is_saved(browse: Browse, way: str) -> None:
    page = browse("/en/")
    page.goto(QIN)
    begin(page)
    cell(page, "1.left").press_sequentially("3")
    if way == "link":
        page.locator(".brand").click()
        page.wait_for_url(re.compile("/en/$"))
    elif way == "back":
        page.go_back()  # may return as soon as the sheet changes the address itself
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
        expect(cell(page, "1.left")).to_have_value("3")
        wait_until(page, "history.state?.sheet")  # the page knows its sheet
        for text in ("33", "3"):
            cell(page, "1.left").fill(text)
    page.goto("/en/")
    card = page.locator("#continue .kept")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Ann")
    card.get_by_role("link").click()
    expect(cell(page, "1.left")).to_have_value("3")
    expect(page).to_have_url(re.compile("1.left=3"))
    expect(page).not_to_have_url(re.compile("#"))
    cell(page, "0.left").fill("2")
    await_sheet(page, lambda sheet: "0.left=2" in sheet["query"])


def test_entries_typed_before_scripts_load_are_saved(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    cell(page, "0.left").fill("3")
    await_sheet(page, lambda sheet: "0.left=3" in sheet["query"])
    expect(page).to_have_url(re.compile("0.left=3"))
    let_pass = hold_back(page, "sheet.js")
    page.reload(wait_until="commit")
    cell(page, "1.left").fill("5")
    let_pass()
    expect_totals(page, "21", "19")
    await_sheet(page, lambda sheet: "0.left=3" in sheet["query"] and "1.left=5" in sheet["query"])
    expect_values(page, ("0.left", "1.left"), ["3", "5"])
    page.goto("/en/")
    expect(page.locator("#continue .kept")).to_have_count(1)
