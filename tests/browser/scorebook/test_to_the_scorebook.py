"""Ways to the scorebook: the header of the first page, and results that are not in it yet."""

import re
from typing import Any

import pytest
from browsing import Browse
from kept_page import await_sheet, begin
from page_faults import SMALL, WIDE, violations
from playwright.sync_api import Page, expect
from waiting import wait_until

IS_VISIBLE = """(element, length) => {
  const range = document.createRange();
  range.setStart(element.firstChild, 0);
  range.setEnd(element.firstChild, length);
  return range.getBoundingClientRect().right <= element.getBoundingClientRect().right;
}"""
"""Whether the first `length` letters of a line are visible."""


def score_with_a_blank(page: Page) -> dict[str, Any]:
    """Score a sheet of Qin without a number for Bo, and return the sheet as the device keeps it."""
    begin(page)
    page.locator("button.main").click()
    expect(page.locator("#said")).to_contain_text("How many pagodas are left")
    page.locator("button.main").click()
    expect(page.get_by_role("button", name="Keep in the scorebook")).to_be_enabled()
    return await_sheet(page, lambda sheet: sheet.get("scored") == sheet["query"])


@pytest.mark.long
def test_header_fits_the_narrowest_phone(browse: Browse) -> None:
    for lang, name in (("en", "Scorebook"), ("zh-Hant", "戰績簿")):
        page = browse(f"/{lang}/")
        page.set_viewport_size({"width": 320, "height": 640})
        assert [*page.evaluate(WIDE), *page.evaluate(SMALL)] == []
        page.locator("header").get_by_role("link", name=name).click()
        page.wait_for_url(f"**/{lang}/scorebook")


def test_scored_sheet_is_not_yet_in_the_scorebook(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    sheet = score_with_a_blank(page)
    page.goto("/en/")
    card = page.locator("#continue .kept")
    expect(card.locator("small")).to_have_text(re.compile(r"^Not yet in the scorebook · \d+ minutes? ago · Ann, B$"))
    expect(card.locator(".main")).to_have_text("See result")
    assert card.locator("small").evaluate(IS_VISIBLE, len("Not yet in the scorebook"))
    assert violations(page, "#continue") == []
    card.get_by_role("link").click()
    expect(page.locator(".ranking li")).to_have_count(2)
    # A changed sheet is one to continue again.
    page.get_by_role("link", name="Change entries").click()
    wait_until(page, f"history.state?.sheet === '{sheet['id']}'")
    page.locator('[name="0.left"]').fill("5")
    await_sheet(page, lambda sheet: "0.left=5" in sheet["query"])
    page.goto("/en/")
    expect(card.locator("small")).to_have_text(re.compile(r"^\d+ minutes? ago · Ann, B$"))
    expect(card.locator(".main")).to_have_text("Continue")


@pytest.mark.long
def test_kept_result_leaves_the_first_page(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    score_with_a_blank(page)
    context = page.context
    page.close()
    page = context.new_page()  # a tab that does not know the sheet
    page.goto("/zh-Hant/")
    expect(page.locator("#continue .kept")).to_contain_text("還沒收進戰績簿")
    expect(page.locator("#continue .kept .main")).to_have_text("看結果")
    page.locator("#continue .kept").get_by_role("link").click()
    expect(page).not_to_have_url(re.compile("#"))
    page.get_by_role("button", name="收進戰績簿").click()
    await_sheet(page, lambda sheet: sheet["finished"])
    page.goto("/zh-Hant/")
    expect(page.locator("#continue")).to_be_hidden()
