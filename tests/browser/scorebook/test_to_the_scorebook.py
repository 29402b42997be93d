"""The ways to the scorebook: from the head of the first page, and from a result that is not in it yet."""

import re
from typing import Any

import pytest
from accessibility import violations
from browsing import Browse
from kept_page import await_sheet, begin
from playwright.sync_api import Page, expect
from waiting import wait_until

from tests.browser.layout.test_every_page import SMALL, WIDE

SEEN = """(element, length) => {
  const range = document.createRange();
  range.setStart(element.firstChild, 0);
  range.setEnd(element.firstChild, length);
  return range.getBoundingClientRect().right <= element.getBoundingClientRect().right;
}"""
"""Whether so many letters of a line that may be cut are seen."""


def score_with_a_blank(page: Page) -> dict[str, Any]:
    """Score a sheet of Qin of which Bo's number is blank: the sheet as the device keeps it."""
    begin(page)
    page.locator("button.main").click()
    expect(page.locator("#said")).to_contain_text("How many pagodas are left")
    page.locator("button.main").click()
    expect(page.get_by_role("button", name="Keep in the scorebook")).to_be_enabled()
    return await_sheet(page, lambda sheet: sheet.get("scored") == sheet["query"])


@pytest.mark.long
def test_head_of_the_first_page_fits_the_narrowest_phone(browse: Browse) -> None:
    for lang, name in (("en", "Scorebook"), ("zh-Hant", "戰績簿")):
        page = browse(f"/{lang}/")
        page.set_viewport_size({"width": 320, "height": 640})
        assert [*page.evaluate(WIDE), *page.evaluate(SMALL)] == []
        page.locator("header").get_by_role("link", name=name).click()
        page.wait_for_url(f"**/{lang}/scorebook")


def test_scored_sheet_is_called_not_yet_in_the_scorebook(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    sheet = score_with_a_blank(page)
    page.goto("/en/")
    card = page.locator("#continue .kept")
    expect(card.locator("small")).to_have_text(re.compile(r"^Not yet in the scorebook · \d+ minutes? ago · Ann, B$"))
    expect(card.locator(".main")).to_have_text("See result")
    assert card.locator("small").evaluate(SEEN, len("Not yet in the scorebook"))
    assert violations(page, "#continue") == []
    card.get_by_role("link").click()
    expect(page.locator(".ranking li")).to_have_count(2)
    # Its sheet is still known: changed, it is one to continue again, and kept, it is none any more.
    page.get_by_role("link", name="Change entries").click()
    wait_until(page, f"history.state?.sheet === '{sheet['id']}'")
    page.locator('[name="0.left"]').fill("5")
    await_sheet(page, lambda sheet: "0.left=5" in sheet["query"])
    page.goto("/en/")
    expect(card.locator("small")).to_have_text(re.compile(r"^\d+ minutes? ago · Ann, B$"))
    expect(card.locator(".main")).to_have_text("Continue")


@pytest.mark.long
def test_result_kept_later_leaves_the_first_page(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    score_with_a_blank(page)
    context = page.context
    page.close()
    page = context.new_page()  # which has seen nothing of that sheet
    page.goto("/zh-Hant/")
    expect(page.locator("#continue .kept")).to_contain_text("還沒收進戰績簿")
    expect(page.locator("#continue .kept .main")).to_have_text("看結果")
    page.locator("#continue .kept").get_by_role("link").click()
    expect(page).not_to_have_url(re.compile("#"))
    page.get_by_role("button", name="收進戰績簿").click()
    await_sheet(page, lambda sheet: sheet["finished"])
    page.goto("/zh-Hant/")
    expect(page.locator("#continue")).to_be_hidden()
