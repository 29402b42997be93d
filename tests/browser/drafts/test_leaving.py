"""A sheet is left by every way there is, in mid-entry: nothing is lost. Storage that is cleared or full, and two tabs on one sheet."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from kept_page import SHEETS, await_sheet, await_sheets, begin
from playwright.sync_api import Page, expect

Browse = Callable[..., Page]
Kill = Callable[[], None]
QIN = "/en/qin/score?n=2&to=sheet"
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }"


@pytest.mark.long
def test_a_killed_browser_loses_nothing(start_chromium: Callable[[Path], tuple[Page, Kill]], address: str, tmp_path: Path) -> None:
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


def test_storage_that_is_cleared_meanwhile_is_filled_again(browse: Browse) -> None:
    page = browse(QIN, pristine=True)
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
def test_full_storage_is_said_until_there_is_room(browse: Browse) -> None:
    page = browse(QIN, pristine=True)
    page.evaluate("void (window.put = IDBObjectStore.prototype.put)")
    page.evaluate(f"void ({FULL})")
    page.locator('[name="0.left"]').fill("4")
    expect(page.locator("#unkept")).to_contain_text("does not let Tally keep the sheet")
    expect(page.locator("#totals b")).to_have_text(["20", "–"])
    page.locator("[data-undo]").click()
    expect(page.locator('[name="0.left"]')).to_have_value("")
    page.locator("[data-redo]").click()
    page.evaluate("void (IDBObjectStore.prototype.put = window.put)")
    page.locator('[name="1.left"]').fill("3")
    (sheet,) = await_sheets(page, lambda sheets: len(sheets) == 1)
    assert "0.left=4" in sheet["query"]
    expect(page.locator("#unkept")).to_have_text("")


@pytest.mark.long
def test_storage_that_the_browser_bounds_takes_nothing_from_the_sheet(browse: Browse, address: str) -> None:
    page = browse("/en/", pristine=True)
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    page.goto(QIN)
    page.locator('[name="0.left"]').fill("4")
    page.locator('[name="1.left"]').fill("3")
    expect(page.locator("#totals b")).to_have_text(["20", "21"])
    expect(page.locator("#unkept")).to_contain_text("does not let Tally keep the sheet")
    page.locator("button.main").click()
    expect(page.locator("tr.total td")).to_have_text(["21", "20"])


def open_twice(browse: Browse) -> tuple[Page, Page]:
    """One sheet in two tabs, the second come by "Continue"."""
    one = browse(QIN, pristine=True)
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


@pytest.mark.long
def test_tabs_that_do_not_hear_of_each_other_lose_nothing_either(browse: Browse) -> None:
    """The later entry of a cell wins; entries of other cells are put together."""
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
def test_a_tab_that_comes_back_to_an_older_page_takes_nothing_back(browse: Browse) -> None:
    one, other = open_twice(browse)
    one.locator(".game-nav a").nth(1).click()
    one.wait_for_url("**/rules")
    other.locator('[name="1.left"]').fill("3")
    await_sheet(other, lambda sheet: "1.left=3" in sheet["query"])
    one.locator("[data-sheet]").click()
    expect(one.locator('[name="1.left"]')).to_have_value("3")
    expect(other.locator('[name="1.left"]')).to_have_value("3")


@pytest.mark.long
def test_seats_that_move_in_one_tab_move_in_the_other(browse: Browse) -> None:
    one, other = open_twice(browse)
    other.locator('[name="more"]').click()
    expect(other.locator('[name="2.left"]')).to_be_visible()
    expect(one.locator('[name="2.left"]')).to_be_visible()
    expect(one.locator('[name="0.left"]')).to_have_value("4")
    one.locator('[name="2.left"]').fill("1")
    expect(other.locator('[name="2.left"]')).to_have_value("1")
    assert len(one.evaluate(SHEETS)) == 1


@pytest.mark.short(way="language")
@pytest.mark.parametrize("way", ["back", "closed", "language", pytest.param("result", marks=pytest.mark.long)])
def test_what_was_typed_a_moment_before_leaving_is_there(browse: Browse, way: str) -> None:
    page = browse("/en/", pristine=True)
    page.goto(QIN)
    begin(page)
    page.locator('[name="1.left"]').press_sequentially("3")
    if way == "back":
        page.go_back()  # which is done as soon as anything changes the address, so the sheet's own last change too
        page.wait_for_url("**/en/")
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
    page.locator("#continue .kept a").click()
    expect(page.locator('[name="1.left"]')).to_have_value("3")
    expect(page).to_have_url(re.compile("1.left=3"))


def score_with_a_blank(page: Page) -> None:
    """Score a sheet of Qin of which Bo's number is blank, which is asked about first."""
    page.locator("button.main").click()
    expect(page.locator("#said")).to_contain_text("How many pagodas are left")
    page.locator("button.main").click()


@pytest.mark.long
def test_a_sheet_with_blanks_can_be_continued_until_its_result_is_kept(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", pristine=True)
    begin(page)
    for _ in range(2):
        score_with_a_blank(page)
        expect(page.get_by_text("Left blank")).to_be_visible()
        expect(page.get_by_role("button", name="Keep in the scorebook")).to_be_enabled()
        assert [sheet["finished"] for sheet in page.evaluate(SHEETS)] == [False]
        page.goto("/en/")
        page.locator("#continue .kept a").click()
        page.get_by_role("link", name="Change entries").click()
    score_with_a_blank(page)
    page.get_by_role("button", name="Keep in the scorebook").click()
    await_sheet(page, lambda sheet: sheet["finished"])
    # Looked at again from the scorebook it stays so; changed, it is one to continue again until it is kept as it is then.
    page.get_by_role("link", name="Open the scorebook").click()
    page.get_by_role("link", name="Change the score").click()
    page.locator('[name="0.left"]').fill("5")
    await_sheet(page, lambda sheet: not sheet["finished"])
    score_with_a_blank(page)
    expect(page.get_by_role("button", name="Keep in the scorebook")).to_be_enabled()
    assert [sheet["finished"] for sheet in page.evaluate(SHEETS)] == [False]
    page.get_by_role("button", name="Keep in the scorebook").click()
    await_sheet(page, lambda sheet: sheet["finished"])
