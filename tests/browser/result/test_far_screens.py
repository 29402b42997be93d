"""The result on a television, and the sheet on a wide screen."""

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import Page, expect

NAMES = "n=4&0.name=Ann&1.name=Bo&2.name=Cleo"
RESULT = (
    f"hansa_teutonica/score?{NAMES}&0.prestige=20&1.prestige=9&2.prestige=14&3.prestige=5&1.network=16&2.network=18"
)
SMALL_TEXT = """(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)])
  .map((element) => [element.className || element.localName, parseFloat(getComputedStyle(element).fontSize)])
  .filter(([, size]) => size < 36)"""
TEXTS = [
    *(".hero .who", ".points", ".margin", ".reason", ".ranking .name", ".ranking .place", ".ranking .num", ".key"),
    *(".score-pad summary", ".score-pad tbody td b", ".take-along", ".silent"),
]
"""The parts to read from a distance; controls are used nearby."""


def open_far(browse: Browse, lang: str, scheme: str = "light") -> Page:
    """Open a result on a television of 1920 by 1080."""
    page = browse("/en/", device="desktop", scheme=scheme)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/{lang}/{RESULT}")
    expect(page.locator(".take-along svg")).to_be_visible()
    return page


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize(("lang", "scheme"), [("zh-Hant", "light"), ("en", "dark")])
def test_television_shows_large_text(browse: Browse, lang: str, scheme: str) -> None:
    page = open_far(browse, lang, scheme)
    assert page.evaluate(SMALL_TEXT, TEXTS) == []
    for part in (".hero .points", ".ranking li >> nth=-1", ".score-pad tbody >> nth=-1", ".take-along"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, "main") == []


def test_television_shows_the_code_of_the_result(browse: Browse) -> None:
    page = open_far(browse, "en")
    drawn = page.locator(".take-along svg path").first.get_attribute("d")
    page.goto(page.locator(".take-along").get_attribute("data-code") or "")
    assert page.locator("figure svg path").first.get_attribute("d") == drawn


def test_phone_loads_no_code(browse: Browse) -> None:
    page = browse("/en/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"/en/{RESULT}", wait_until="networkidle")
    assert [url for url in requests if "/qr" in url] == []


def test_wide_sheet_shows_one_rule_at_its_side(browse: Browse) -> None:
    page = browse("/en/", device="desktop")
    page.set_viewport_size({"width": 1600, "height": 900})
    page.goto("/en/trajan/score?n=4&to=sheet")
    expect(page.get_by_text("A label opens its rule")).to_be_visible()
    before = page.locator('[name="3.points"]').bounding_box()
    for row in range(2):
        page.locator(".row .why > summary").nth(row).click()
        expect(page.locator(".row .why[open] > .rule")).to_have_count(1)
        box = page.locator(".row .why[open] > .rule").bounding_box()
        assert box
        assert before
        assert box["x"] > before["x"] + before["width"]
    assert page.locator('[name="3.points"]').bounding_box() == before
    assert violations(page, "main") == []
