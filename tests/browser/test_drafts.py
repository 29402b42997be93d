"""Drafts: a sheet is saved at every entry and can be continued; leaving it, full storage and two tabs lose nothing."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Browse
from kept_page import SHEETS, await_saved, await_sheet, await_sheets, begin
from page_faults import violations
from playwright.sync_api import Page, expect
from sheet_page import FIRST, box_of, cell, expect_totals, expect_values, fill, undo
from shifts import assert_still
from waiting import wait_until


@pytest.mark.long
def test_sheets_of_one_game_are_separate_drafts(browse: Browse) -> None:
    """A sheet without entries is no draft yet, and neither is a sheet from a link before it is changed."""
    page = browse("/en/qin/score?n=2&to=sheet")
    begin(page)
    wait_until(page, "location.search.includes('0.left=4')")  # the address follows
    page.goto("/en/qin/score?n=3&to=sheet")
    cell(page, "0.name").fill("Bo")
    await_saved(page)
    assert [sheet["names"][0] for sheet in page.evaluate(SHEETS)] == ["Ann"]
    begin(page, "3", "Bo")
    wait_until(page, "location.search.includes('0.left=3')")
    page.go_back()
    expect(cell(page, "0.left")).to_have_value("4")
    cell(page, "1.left").fill("2")
    sheets = await_sheets(page, lambda sheets: any("1.left=2" in sheet["query"] for sheet in sheets))
    assert sorted((sheet["names"][0], len(sheet["names"])) for sheet in sheets) == [("Ann", 2), ("Bo", 3)]
    page.go_forward()
    expect(cell(page, "0.left")).to_have_value("3")
    await_saved(page)  # the page knows its sheet
    cell(page, "0.left").fill("")
    await_saved(page)
    page.goto("/en/")
    expect(page.locator("#continue .kept")).to_have_count(2)
    expect(page.locator("#continue .kept").first).to_contain_text("Bo")
    page.goto("/en/qin/score?n=2&0.name=Cy&0.left=7&to=sheet")  # a link that someone sent
    wait_until(page, "sessionStorage.getItem('kept qin')", lambda kept: kept is None)
    assert len(page.evaluate(SHEETS)) == 2
    cell(page, "more").click()
    cell(page, "2.left").fill("1")
    sheets = await_sheets(page, lambda sheets: len(sheets) == 3)
    assert {sheet["names"][0] for sheet in sheets} == {"Ann", "Bo", "Cy"}


@pytest.mark.long
def test_sheet_stays_one_draft_on_its_next_pages(browse: Browse) -> None:
    """A player is added, seats move, and the language changes."""
    page = browse("/en/qin/score?n=2&to=sheet")
    begin(page)
    cell(page, "more").click()
    expect(cell(page, "2.left")).to_be_visible()
    page.locator(".table").evaluate("(table) => { table.open = true; }")
    page.get_by_role("button", name="Move Ann back").click()
    expect(cell(page, "1.left")).to_have_value("4")
    wait_until(page, "history.state?.sheet")  # the page knows its sheet
    page.get_by_role("link", name="中文").click()
    wait_until(page, "location.pathname.startsWith('/zh') && history.state?.sheet")
    expect(cell(page, "1.left")).to_have_value("4")
    cell(page, "2.left").fill("1")
    await_sheet(
        page, lambda sheet: "2.left=1" in sheet["query"] and sheet["names"] == ["A", "Ann", "C"]
    )  # C has no name


@pytest.mark.long
@pytest.mark.parametrize(("device", "lang"), [("phone", "zh-Hant"), ("desktop", "en")])
def test_list_of_drafts_shifts_nothing(browse: Browse, device: str, lang: str) -> None:
    page = browse(f"/{lang}/qin/score", device=device)
    for left, name in (("4", "Ann"), ("3", "Bartholomew"), ("2", "小明")):
        page.goto(f"/{lang}/qin/score")
        begin(page, left, name)
    for path, cards in ((f"/{lang}/", 3), (f"/{lang}/trajan/score", 0), (f"/{lang}/qin/score", 3)):
        page.goto(path)
        assert_still(page)
        expect(page.locator("#continue .kept")).to_have_count(cards)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
    assert len({box_of(card)["y"] for card in page.locator("#continue .kept").all()}) == 1  # side by side
    if device == "phone":
        assert page.evaluate(FIRST)["y"] <= 520


SAVE_MANY = """async () => {
  const load = (file) => import(document.querySelector("script[src$='/sheet.js']").src.replace("sheet/sheet.js", file));
  const [{ put }, { documents }] = await Promise.all([load("sheet/kept_drafts.js"), load("common/device.js")]);
  const table = { slug: "qin", query: "0.left=1&n=2", names: ["A", "B"], colours: ["red", "blue"], filled: 1,
    blank: 1 };
  const many = (letter, count, finished) =>
    [...Array(count).keys()].map((i) => ({ ...table, id: letter + i, time: finished ? i : 0, finished }));
  for (const sheet of [...many("f", 60, true), ...many("u", 5, false)]) await put({ ...sheet, at: sheet.query });
  const player = { name: "A", colour: "red", total: 1, rank: 1 };
  const result = { players: [player], winners: [0] };
  const kept = { id: "f3", slug: "qin", query: "", date: "2026-01-01", place: "", note: "", changed: 1, result };
  await documents.enter("scorebook", [["results/f3", kept]]);
}"""


@pytest.mark.long
def test_last_fifty_finished_sheets_stay(browse: Browse) -> None:
    page = browse("/en/qin/score")
    page.evaluate(SAVE_MANY)
    page.goto("/en/qin/score?n=2&to=sheet")
    begin(page)
    cell(page, "1.left").fill("2")
    page.locator("button.main").click()
    sheets = await_sheets(page, lambda sheets: len(sheets) == 56)
    ids = {sheet["id"] for sheet in sheets}
    assert {f"u{i}" for i in range(5)} | {f"f{i}" for i in range(11, 60)} | {"f3"} < ids


@pytest.mark.long
def test_players_are_offered_again_for_the_next_game(browse: Browse) -> None:
    """The home page and the next empty sheet offer them, for the same game with its options."""
    page = browse("/en/")
    expect(page.get_by_text("A sheet that you begin is kept here")).to_be_visible()
    expect(page.locator("#again")).to_be_hidden()
    page.goto("/en/qin/score")
    expect(page.locator("#tables")).to_be_hidden()
    page.goto("/en/qin/score?n=3&match=1&to=sheet")
    colours = re.findall(r"c\d-\w+", page.locator("#sheet").get_attribute("class") or "")
    assert len(colours) == 3
    fill(page, {"0.name": "Ann", "1.name": "小明", "0.left_bird": "4"})
    await_sheet(page, lambda sheet: "小明" in sheet["names"] and "0.left_bird=4" in sheet["query"])
    page.goto("/en/")
    assert_still(page)
    again = page.get_by_role("link", name="Again: Qin")
    expect(again).to_contain_text("Ann, 小明, C")
    assert violations(page, "main") == []
    again.click()
    expect_values(page, ("1.name", "2.name", "0.left_bird"), ["小明", "", ""])
    page.goto("/en/qin/score")
    page.locator("#tables a").tap()
    expect_values(page, ["0.name"], ["Ann"])
    expect(cell(page, "match")).to_be_checked()
    page.goto("/en/hansa_teutonica/score")
    page.locator("#tables a").tap()
    expect_values(page, ("0.name", "1.name", "2.name"), ["Ann", "小明", ""])
    assert re.findall(r"c\d-\w+", page.locator("#sheet").get_attribute("class") or "") == colours
    expect(page.locator("#tables")).to_have_count(0)
    page.goto("/en/hansa_teutonica/score")
    expect(page.locator("#tables a")).to_have_count(1)


@pytest.mark.long
def test_links_between_sheet_and_rules_keep_entries(browse: Browse) -> None:
    page = browse("/en/qin/score?to=sheet&n=3")
    cell(page, "0.left").press_sequentially("9")
    page.locator(".row details.why summary").first.tap()
    page.locator(".row .rule > p a").first.tap()
    page.locator('.use a[href*="/score"][href*="0.left=9"]').first.tap()  # as soon as the entries are in the link
    expect(cell(page, "0.left")).to_have_value("9")
    page.locator(".game-nav a").nth(1).tap()
    queries = "links => links.map((link) => link.search)"
    sheet_link = page.locator('.rules [data-sheet][href*="0.left=9"]')
    expect(sheet_link).to_be_visible()
    assert page.locator(".use a[href*='/setup']").evaluate_all(queries) == [""]
    expect(page.locator(".use a[href*='/help/'], .calculators a").and_(page.locator("[href$='?n=3']"))).to_have_count(4)
    assert page.locator(".use a[href*='/help/'], .calculators a").evaluate_all(queries) == ["?n=3"] * 4
    sheet_link.tap()
    cell(page, "2.name").press_sequentially("Mei")
    expect(page).to_have_url(re.compile("2.name=Mei"))
    page.locator(".game-nav a").nth(1).tap()
    page.locator('.use a[href*="match=1"][href*="Mei"]').first.tap()
    expect(cell(page, "match")).to_be_checked()
    cell(page, "1.left_bird").fill("8")
    sheet = await_sheet(page, lambda sheet: "1.left_bird=8" in sheet["query"])
    assert "0.left=9" in sheet["query"]
    page.goto("/en/qin/setup")
    page.locator(".after a", has_text="Score").tap()
    expect_values(page, ("1.left_bird", "2.name"), ["8", "Mei"])
    page.locator('.sheet [data-sheet][href*="0.left=9"]').tap()
    expect(cell(page, "1.left_bird")).to_have_value("8")


Kill = Callable[[], None]
QIN = "/en/qin/score?n=2&to=sheet"
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
def test_cleared_storage_loses_no_entry(browse: Browse) -> None:
    page = browse(QIN)
    note = page.locator("#unkept")
    cell(page, "0.left").fill("4")
    cell(page, "1.left").fill("2")
    (sheet,) = await_sheets(page, lambda sheets: len(sheets) == 1)
    assert "0.left=4" in sheet["query"]
    expect(note).to_have_text("")
    page.evaluate("""() => new Promise((done) => {
      localStorage.clear();
      sessionStorage.clear();
      indexedDB.deleteDatabase("tally documents").onsuccess = done;
    })""")
    cell(page, "1.left").fill("3")
    (sheet,) = await_sheets(page, lambda sheets: len(sheets) == 1)
    assert "0.left=4" in sheet["query"]
    assert "1.left=3" in sheet["query"]
    expect(note).to_have_text("")
    undo(page)
    expect(cell(page, "1.left")).to_have_value("")


@pytest.mark.long
def test_sheet_works_where_nothing_can_be_stored(browse: Browse, address: str) -> None:
    page = browse("/en/", pristine=True)
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
    typed = "3"
    cell(page, "1.left").press_sequentially(typed)
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
        typed = "4"  # with another number than the result's, it is a sheet again
        for text in ("33", typed):
            cell(page, "1.left").fill(text)
    page.goto("/en/")
    card = page.locator("#continue .kept")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Ann")
    card.get_by_role("link").click()
    expect(cell(page, "1.left")).to_have_value(typed)
    expect(page).to_have_url(re.compile(f"1.left={typed}"))
    expect(page).not_to_have_url(re.compile("#"))
    cell(page, "0.left").fill("2")
    await_sheet(page, lambda sheet: "0.left=2" in sheet["query"])
