"""Handing a result on in a browser: the share sheet, the text by the clipboard, the play's time, and the sheet's way to another phone."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page

Browse = Callable[..., Page]

RESULT = "/en/trajan/score?n=2&0.name=Ann&1.name=Bo&0.points=80&1.points=120"


def test_the_text_goes_to_the_share_sheet_of_the_phone(browse: Browse) -> None:
    page = browse(RESULT)
    page.evaluate("navigator.share = async (data) => { window.shared = data; }")
    page.locator(".hand-on summary").tap()
    page.locator("[data-send]").tap()
    text = page.evaluate("window.shared.text")
    assert text.startswith("Trajan\nBo wins, 120 to 80\n1. Bo 120\n2. Ann 80\nhttp://")


def test_without_a_share_sheet_the_text_is_copied(browse: Browse) -> None:
    page = browse(RESULT)
    page.evaluate(
        "delete Navigator.prototype.share; document.execCommand = (what) => { window.done = [what, String(getSelection())]; return true; }"
    )
    page.locator(".hand-on summary").tap()
    page.locator("[data-send]").tap()
    assert page.locator("[data-sent]").text_content() == "✓ The text is copied"
    assert page.evaluate("window.done[0]") == "copy"


def test_a_play_takes_the_time_of_the_click(browse: Browse) -> None:
    page = browse(RESULT)
    link = page.locator("[data-bg-stats]")
    before = json.loads(parse_qs(urlsplit(link.get_attribute("href") or "").query)["data"][0])
    page.evaluate("Date.prototype.toISOString = () => '2031-02-03T04:05:06.789Z'")
    page.locator(".hand-on summary").tap()
    page.evaluate("document.addEventListener('click', (event) => event.preventDefault())")
    link.tap()
    after = json.loads(parse_qs(urlsplit(link.get_attribute("href") or "").query)["data"][0])
    assert after == before | {"playDate": "2031-02-03 04:05:06"}
    assert datetime.strptime(before["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC) <= datetime.now(UTC)


def test_a_half_filled_sheet_goes_on_with_another_phone(browse: Browse) -> None:
    page = browse("/en/trajan/score")
    page.locator('[name="0.name"]').fill("Ann")
    page.locator('[name="0.points"]').fill("80")
    page.get_by_role("button", name="Go on with another phone").press("Enter")
    page.wait_for_url("**/qr?**", timeout=6000)
    assert page.locator("svg.code").count() == 2
    page.get_by_role("link", name="Open this link").last.tap()
    assert page.locator('[name="0.points"]').input_value() == "80"
