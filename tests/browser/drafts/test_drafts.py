"""Drafts: a sheet is kept at every entry, continued from the first page, and seats the next table; the screen stays on."""

import re

import pytest
from accessibility import violations
from browsing import Browse
from kept_page import SHEETS, await_saved, await_sheet, await_sheets, begin
from playwright.sync_api import expect
from sheet_page import FIRST
from shifts import assert_still
from waiting import wait_until

WORN = "chips => chips.map((chip) => getComputedStyle(chip).backgroundColor)"


def test_scored_sheet_is_finished_until_it_is_changed(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
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
def test_card_is_deleted_and_comes_back(browse: Browse) -> None:
    page = browse("/en/qin/score")
    begin(page)
    colours = page.locator(".names .chip").evaluate_all(WORN)
    page.goto("/en/")
    card = page.locator("#continue .kept")
    expect(card.locator(".num").first).to_have_text("20")
    expect(card.locator("bdi")).to_have_text(["Ann", "B"])
    expect(card.locator("small")).to_have_text(re.compile(r"^\d+ minutes? ago · Ann, B$"))
    assert card.locator(".chip").evaluate_all(WORN) == colours
    page.get_by_role("button", name="Delete: Qin, Ann, B").click()
    await_sheets(page, lambda sheets: sheets == [])
    page.get_by_role("button", name="Undo").click()
    expect(card).to_contain_text("Ann")
    await_sheets(page, lambda sheets: len(sheets) == 1)
    page.get_by_role("button", name="Delete: Qin, Ann, B").click()
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.reload()
    expect(page.locator("#continue")).to_be_hidden()


@pytest.mark.long
def test_two_sheets_of_one_game_stay_two(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
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


@pytest.mark.long
def test_empty_or_sent_sheet_takes_the_place_of_none(browse: Browse) -> None:
    page = browse("/en/qin/score")
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
    page.goto("/en/qin/score?n=2&0.name=Cy&0.left=7&to=sheet")  # a link that someone sent
    wait_until(page, "sessionStorage.getItem('kept qin')", lambda kept: kept is None)
    assert len(page.evaluate(SHEETS)) == 2
    page.locator('[name="more"]').click()
    page.locator('[name="2.left"]').fill("1")
    sheets = await_sheets(page, lambda sheets: len(sheets) == 3)
    assert {sheet["names"][0] for sheet in sheets} == {"Ann", "Bo", "Cy"}


@pytest.mark.long
def test_one_sheet_stays_one_while_its_page_comes_again(browse: Browse) -> None:
    """Seats move, a player is added, an option is chosen, the language changes: it is the same sheet all the time."""
    page = browse("/en/qin/score?n=2&to=sheet")
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


@pytest.mark.long
@pytest.mark.parametrize(("device", "lang"), [("phone", "zh-Hant"), ("desktop", "en")])
def test_nothing_moves_when_drafts_are_listed(browse: Browse, device: str, lang: str) -> None:
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


@pytest.mark.long
def test_last_fifty_finished_sheets_stay(browse: Browse) -> None:
    page = browse("/en/qin/score")
    page.evaluate(PLENTY)
    page.goto("/en/qin/score?n=2&to=sheet")
    begin(page)
    page.locator('[name="1.left"]').fill("2")
    page.locator("button.main").click()
    sheets = await_sheets(page, lambda sheets: len(sheets) == 56)
    ids = {sheet["id"] for sheet in sheets}
    assert {f"u{i}" for i in range(5)} | {f"f{i}" for i in range(11, 60)} | {"f3"} < ids


@pytest.mark.long
def test_last_table_is_seated_by_one_tap(browse: Browse) -> None:
    page = browse("/en/qin/score")
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


@pytest.mark.long
def test_rules_lead_on_with_the_sheet_and_its_players(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&to=sheet", device="desktop")
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


# The screen

LOCK = """window.locks = []; Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { async request() {
  const lock = { released: false, async release() { lock.released = true; } };
  window.locks.push(lock);
  return lock;
} } });"""
HELD = "window.locks.filter((lock) => !lock.released).length"
REFUSES = "{ async request() { throw new DOMException('no', 'NotAllowedError'); } }"
"""A screen lock that is never granted."""


@pytest.mark.long
def test_screen_stays_on_unless_it_is_switched_off(browse: Browse) -> None:
    page = browse("/en/")
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


@pytest.mark.short(offered=REFUSES)
@pytest.mark.parametrize("offered", ["undefined", REFUSES])
def test_screen_that_cannot_be_kept_on_is_not_mentioned(browse: Browse, offered: str) -> None:
    page = browse("/en/")
    page.add_init_script(f"Object.defineProperty(Navigator.prototype, 'wakeLock', {{ configurable: true, get: () => ({offered}) }});")
    page.goto("/en/qin/score")
    page.wait_for_load_state("networkidle")
    page.locator(".table > summary").tap()
    expect(page.locator("[data-awake]")).to_be_visible(visible=offered != "undefined")
    page.locator('[name="0.left"]').fill("4")
    expect(page.locator("#totals b").first).to_have_text("20")
