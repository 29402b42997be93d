"""Sheets that the device keeps where there are many, or two ways to them, or no room."""

import re
from collections.abc import Callable

import pytest
from accessibility import violations
from kept_page import REFUSED, SHEETS, await_saved, await_sheet, await_sheets, begin
from playwright.sync_api import Page, expect
from sheet_page import FIRST
from shifts import assert_still
from waiting import wait_until

Browse = Callable[..., Page]
COUNT = """window.said = 0;
new MutationObserver((all) => { window.said += all.length; }).observe(document.getElementById("unkept"), { childList: true });"""

pytestmark = pytest.mark.long


def test_an_empty_sheet_never_takes_the_place_of_a_filled_one(browse: Browse) -> None:
    page = browse("/en/qin/score", pristine=True)
    begin(page)
    page.goto("/en/qin/score")
    page.locator('[name="0.name"]').fill("Bo")
    await_saved(page)
    assert [sheet["names"][0] for sheet in page.evaluate(SHEETS)] == ["Ann"]
    begin(page, "3", "Bo")
    page.locator('[name="0.left"]').fill("")
    await_saved(page)
    page.goto("/en/")
    expect(page.locator("#continue .kept")).to_have_count(2)
    expect(page.locator("#continue .kept").first).to_contain_text("Bo")


def test_one_sheet_stays_one_while_its_page_comes_again(browse: Browse) -> None:
    """Seats move, a player is added, an option is chosen, the language changes: it is the same sheet all the time."""
    page = browse("/en/qin/score?n=2&to=sheet", pristine=True)
    begin(page)
    page.locator('[name="more"]').click()
    expect(page.locator('[name="2.left"]')).to_be_visible()
    page.locator(".table").evaluate("(table) => { table.open = true; }")
    page.get_by_role("button", name="Move Ann back").click()
    expect(page.locator('[name="1.left"]')).to_have_value("4")
    wait_until(page, "history.state?.sheet")  # the page knows its sheet
    page.get_by_role("link", name="中文").click()
    wait_until(page, "location.pathname.startsWith('/zh') && history.state?.sheet")
    expect(page.locator('[name="1.left"]')).to_have_value("4")
    page.locator('[name="2.left"]').fill("1")
    await_sheet(page, lambda sheet: "2.left=1" in sheet["query"] and sheet["names"] == ["A", "Ann", "C"])  # C has no name


def test_where_storage_is_refused_the_sheet_works_and_says_so_once(browse: Browse) -> None:
    page = browse("/en/", pristine=True)
    page.add_init_script(REFUSED)
    page.goto("/en/qin/score?n=2&to=sheet")
    expect(page.locator("#unkept")).to_have_text("")
    page.evaluate(COUNT)
    page.locator('[name="0.left"]').fill("4")
    expect(page.locator("#unkept")).to_contain_text("does not let Tally keep the sheet")
    page.locator('[name="1.left"]').fill("3")
    expect(page).to_have_url(re.compile("0.left=4.*1.left=3"))
    assert page.evaluate("window.said") == 1
    page.locator("button.main").click()
    expect(page.locator("tr.total td")).to_have_count(2)
    page.goto("/en/")
    expect(page.locator("#continue")).to_be_hidden()


def test_a_link_that_someone_sent_takes_the_place_of_no_sheet(browse: Browse) -> None:
    page = browse("/en/qin/score", pristine=True)
    begin(page)
    page.goto("/en/qin/score?n=2&0.name=Cy&0.left=7&to=sheet")
    wait_until(page, "sessionStorage.getItem('kept qin')", lambda kept: kept is None)
    assert len(page.evaluate(SHEETS)) == 1
    page.locator('[name="more"]').click()
    page.locator('[name="2.left"]').fill("1")
    sheets = await_sheets(page, lambda sheets: len(sheets) == 2)
    assert {sheet["names"][0] for sheet in sheets} == {"Ann", "Cy"}


@pytest.mark.parametrize(("device", "lang"), [("phone", "zh-Hant"), ("desktop", "en")])
def test_nothing_moves_when_what_can_be_continued_comes(browse: Browse, device: str, lang: str) -> None:
    page = browse(f"/{lang}/qin/score", device=device, pristine=True)
    for left, name in (("4", "Ann"), ("3", "Bartholomew"), ("2", "小明")):
        page.goto(f"/{lang}/qin/score")
        begin(page, left, name)
    for path, cards in ((f"/{lang}/", 3), (f"/{lang}/qin/score", 3), (f"/{lang}/trajan/score", 0)):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        expect(page.locator("#continue .kept")).to_have_count(cards)
        assert_still(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
    page.goto(f"/{lang}/qin/score")
    expect(page.locator("#continue .kept")).to_have_count(3)
    boxes = [card.bounding_box() for card in page.locator("#continue .kept").all()]
    assert len({box["y"] for box in boxes if box}) == 1  # side by side
    if device == "phone":
        assert page.evaluate(FIRST)["y"] <= 520


PLENTY = """async () => {
  const { putAll } = await import(document.querySelector("script[src$='/sheet.js']").src.replace("sheet/sheet.js", "common/database.js"));
  const table = { slug: "qin", query: "0.left=1&n=2", names: ["A", "B"], colours: ["red", "blue"], filled: 1, blank: 1 };
  const many = (letter, count, finished) =>
    [...Array(count).keys()].map((i) => ({ ...table, id: letter + i, time: finished ? i : 0, finished }));
  await putAll("sheets", [...many("f", 60, true), ...many("u", 5, false)]);
  const kept = { slug: "qin", query: "", date: "2026-01-01", place: "", note: "", changed: 1, result: { players: [], winners: [] } };
  await putAll("results", [{ id: "f3", ...kept }]);
}"""


def test_last_fifty_finished_sheets_stay(browse: Browse) -> None:
    page = browse("/en/qin/score", pristine=True)
    page.evaluate(PLENTY)
    page.goto("/en/qin/score?n=2&to=sheet")
    begin(page)
    page.locator('[name="1.left"]').fill("2")
    page.locator("button.main").click()
    sheets = await_sheets(page, lambda sheets: len(sheets) == 56)
    ids = {sheet["id"] for sheet in sheets}
    assert {f"u{i}" for i in range(5)} | {f"f{i}" for i in range(11, 60)} | {"f3"} < ids


def test_the_last_table_is_seated_by_one_tap(browse: Browse) -> None:
    page = browse("/en/qin/score", pristine=True)
    expect(page.locator("#tables")).to_be_hidden()
    page.goto("/en/qin/score?n=3&to=sheet")
    colours = re.findall(r"c\d-\w+", page.locator("#sheet").get_attribute("class") or "")
    for seat, name in enumerate(("Ann", "Bo", "小明")):
        page.locator(f'[name="{seat}.name"]').fill(name)
    page.locator('[name="0.left"]').fill("4")
    await_sheets(page, lambda sheets: len(sheets) == 1)
    page.goto("/en/hansa_teutonica/score")
    page.locator("#tables a").tap()
    for seat, name in enumerate(("Ann", "Bo", "小明")):
        expect(page.locator(f'[name="{seat}.name"]')).to_have_value(name)
    assert len(colours) == 3
    assert re.findall(r"c\d-\w+", page.locator("#sheet").get_attribute("class") or "") == colours
    expect(page.locator("#tables")).to_have_count(0)
    page.goto("/en/hansa_teutonica/score")
    expect(page.locator("#tables a")).to_have_count(1)


def test_rules_lead_on_with_the_sheet_and_its_players(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&to=sheet", device="desktop", pristine=True)
    page.locator('[name="0.left"]').fill("9")
    await_sheets(page, lambda sheets: len(sheets) == 1)
    page.locator(".game-nav a").nth(1).click()
    page.wait_for_url("**/rules")
    find = "links => links.map((link) => link.search)"
    assert page.locator(".use a[href*='/setup']").evaluate_all(find) == [""]
    assert page.locator(".use a[href*='/help/'], .calculators a").evaluate_all(find) == ["?n=3"] * 4
    page.locator(".use a[href*='match=1']").first.click()
    expect(page.locator('[name="match"]')).to_be_checked()
    page.locator('[name="1.left_bird"]').fill("8")
    sheet = await_sheet(page, lambda sheet: "1.left_bird=8" in sheet["query"])
    assert "0.left=9" in sheet["query"]
    page.goto("/en/qin/setup")
    page.locator(".after a", has_text="Score").click()
    expect(page.locator('[name="1.left_bird"]')).to_have_value("8")
