"""What the device keeps: a sheet at every entry, however the page is left, and the way back to it."""

import re
from collections.abc import Callable

import pytest
from accessibility import violations
from kept_page import REFUSED, SHEETS, await_sheet, await_sheets, begin
from playwright.sync_api import Page, expect
from sheet_page import FIRST
from shifts import assert_still
from waiting import wait_until

Browse = Callable[..., Page]
WORN = "chips => chips.map((chip) => getComputedStyle(chip).backgroundColor)"
COUNT = """window.said = 0;
new MutationObserver((all) => { window.said += all.length; }).observe(document.getElementById("unkept"), { childList: true });"""


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


def test_an_empty_sheet_never_takes_the_place_of_a_filled_one(browse: Browse) -> None:
    page = browse("/en/qin/score", pristine=True)
    begin(page)
    page.goto("/en/qin/score")
    page.locator('[name="0.name"]').fill("Bo")
    page.wait_for_timeout(400)
    assert [sheet["names"][0] for sheet in page.evaluate(SHEETS)] == ["Ann"]
    begin(page, "3", "Bo")
    page.locator('[name="0.left"]').fill("")
    page.wait_for_timeout(400)
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


def test_two_sheets_of_one_game_stay_two_however_one_goes_back(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", pristine=True)
    begin(page)
    page.wait_for_timeout(300)
    page.goto("/en/qin/score?n=3&to=sheet")
    begin(page, "3", "Bo")
    page.wait_for_timeout(300)
    page.go_back()
    expect(page.locator('[name="0.left"]')).to_have_value("4")
    page.locator('[name="1.left"]').fill("2")
    sheets = await_sheets(page, lambda sheets: any("1.left=2" in sheet["query"] for sheet in sheets))
    assert sorted((sheet["names"][0], len(sheet["names"])) for sheet in sheets) == [("Ann", 2), ("Bo", 3)]


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
  const { putAll } = await import(document.querySelector("script[src$='/sheet.js']").src.replace("sheet.js", "keeping.js"));
  const table = { slug: "qin", query: "0.left=1&n=2", names: ["A", "B"], colours: ["red", "blue"], filled: 1, blank: 1 };
  const many = (letter, count, finished) =>
    [...Array(count).keys()].map((i) => ({ ...table, id: letter + i, time: finished ? i : 0, finished }));
  await putAll("sheets", [...many("f", 60, true), ...many("u", 5, false)]);
  const kept = { slug: "qin", query: "", date: "2026-01-01", place: "", note: "", changed: 1, result: { players: [], winners: [] } };
  await putAll("results", [{ id: "f3", ...kept }]);
}"""


def test_of_many_finished_sheets_the_last_fifty_stay_and_none_that_is_unfinished_or_booked(browse: Browse) -> None:
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


def test_from_the_rules_one_goes_on_with_the_sheet_under_another_option_and_to_helpers_as_ever(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&to=sheet", device="desktop", pristine=True)
    page.locator('[name="0.left"]').fill("9")
    await_sheets(page, lambda sheets: len(sheets) == 1)
    page.locator(".game-nav a").nth(1).click()
    page.wait_for_url("**/rules")
    aside = page.locator(".use a[href*='/help/'], .use a[href*='/setup']").evaluate_all("links => links.map((link) => link.search)")
    assert aside
    assert not any(aside)
    page.locator(".use a[href*='match=1']").first.click()
    expect(page.locator('[name="match"]')).to_be_checked()
    page.locator('[name="1.left_bird"]').fill("8")
    sheet = await_sheet(page, lambda sheet: "1.left_bird=8" in sheet["query"])
    assert "0.left=9" in sheet["query"]
    page.goto("/en/qin/setup")
    page.locator(".after a", has_text="Score").click()
    expect(page.locator('[name="1.left_bird"]')).to_have_value("8")


LOCK = """window.locks = []; Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { async request() {
  const lock = { released: false, async release() { lock.released = true; } };
  window.locks.push(lock);
  return lock;
} } });"""
HELD = "window.locks.filter((lock) => !lock.released).length"


def test_the_screen_stays_on_while_a_sheet_is_open_unless_it_is_switched_off(browse: Browse) -> None:
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


@pytest.mark.parametrize("offered", ["undefined", "{ async request() { throw new DOMException('no', 'NotAllowedError'); } }"])
def test_where_the_screen_cannot_be_kept_on_nothing_is_said(browse: Browse, offered: str) -> None:
    page = browse("/en/", pristine=True)
    page.add_init_script(f"Object.defineProperty(Navigator.prototype, 'wakeLock', {{ configurable: true, get: () => ({offered}) }});")
    page.goto("/en/qin/score")
    page.wait_for_load_state("networkidle")
    page.locator(".table > summary").tap()
    expect(page.locator("[data-awake]")).to_be_visible(visible=offered != "undefined")
    page.locator('[name="0.left"]').fill("4")
    expect(page.locator("#totals b").first).to_have_text("20")
