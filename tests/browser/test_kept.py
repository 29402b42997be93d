"""What the device keeps: a sheet at every entry, however the page is left, and the way back to it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

Browse = Callable[..., Page]
SHEETS = """async () => (await new Promise((resolve) => {
  const asked = indexedDB.open("tally", 1);
  asked.onsuccess = () => {
    const all = asked.result.transaction("sheets").objectStore("sheets").getAll();
    all.onsuccess = () => { asked.result.close(); resolve(all.result); };
  };
}))"""
REFUSED = "Object.defineProperty(indexedDB, 'open', { value() { throw new DOMException('no', 'SecurityError'); } });"


def begin(page: Page, left: str = "4", name: str = "Ann") -> None:
    """Fill in a name and a number of a sheet of Qin, and see that they are kept."""
    page.locator('[name="0.name"]').fill(name)
    page.locator('[name="0.left"]').fill(left)
    kept(page, lambda sheets: any(f"0.left={left}" in sheet["query"] and name in sheet["names"] for sheet in sheets))


def kept(page: Page, is_so: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """The sheets that this device keeps, once they are as they should be."""
    sheets: list[dict[str, Any]] = []
    for _ in range(100):
        sheets = page.evaluate(SHEETS)
        if is_so(sheets):
            return sheets
        page.wait_for_timeout(50)
    raise AssertionError(sheets)


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
    expect(card).to_contain_text("filled in: 1, blank: 1")
    card.get_by_role("link", name="Qin").click()
    expect(page.locator('[name="0.left"]')).to_have_value("4")
    assert "#" not in page.url
    page.locator('[name="1.left"]').fill("2")
    kept(page, lambda sheets: len(sheets) == 1 and "1.left=2" in sheets[0]["query"])


def test_a_closed_page_loses_nothing(browse: Browse) -> None:
    page = browse("/en/qin/score", pristine=True)
    begin(page)
    context = page.context
    page.close()
    page = context.new_page()
    page.goto("/en/qin/score")
    card = page.locator("#continue .kept")
    expect(card).to_contain_text("Ann")
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
    page.get_by_role("link", name="中文").click()
    expect(page.locator('[name="1.left"]')).to_have_value("4")
    page.locator('[name="2.left"]').fill("1")
    (sheet,) = kept(page, lambda sheets: "2.left=1" in sheets[0]["query"])
    assert sheet["names"] == ["B", "Ann", "C"]


def test_a_scored_sheet_is_finished_until_it_is_changed(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", pristine=True)
    begin(page)
    page.locator("button.main").click()
    kept(page, lambda sheets: sheets[0]["finished"])
    page.get_by_role("link", name="Change entries").click()
    page.locator('[name="0.left"]').fill("5")
    kept(page, lambda sheets: len(sheets) == 1 and not sheets[0]["finished"])
    page.goto("/en/")
    expect(page.locator("#continue .kept")).to_have_count(1)


def test_a_card_is_deleted_and_comes_back(browse: Browse) -> None:
    page = browse("/en/qin/score", pristine=True)
    begin(page)
    page.goto("/en/")
    page.get_by_role("button", name="Delete: Qin, Ann, B").click()
    kept(page, lambda sheets: sheets == [])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#continue .kept")).to_contain_text("Ann")
    kept(page, lambda sheets: len(sheets) == 1)
    page.get_by_role("button", name="Delete: Qin, Ann, B").click()
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.reload()
    expect(page.locator("#continue")).to_be_hidden()


def test_where_storage_is_refused_the_sheet_works_and_says_so_once(browse: Browse) -> None:
    page = browse("/en/", pristine=True)
    page.add_init_script(REFUSED)
    page.goto("/en/qin/score?n=2&to=sheet")
    expect(page.locator("#unkept")).to_have_text("")
    page.locator('[name="0.left"]').fill("4")
    page.locator('[name="1.left"]').fill("3")
    expect(page.locator("#unkept")).to_contain_text("does not let Tally keep the sheet")
    expect(page).to_have_url(re.compile("0.left=4"))
    page.locator("button.main").click()
    expect(page.locator("tr.total td")).to_have_count(2)
    page.goto("/en/")
    expect(page.locator("#continue")).to_be_hidden()
