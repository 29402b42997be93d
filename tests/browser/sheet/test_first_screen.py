"""The first screen of a sheet: the first entry is on it, nothing jumps, bars stay small, and the page always scrolls."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Browse = Callable[..., Page]


@pytest.mark.long
def test_numbers_or_board_is_one_switch_that_the_device_remembers(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score")
    expect(page.locator("#map")).to_be_hidden()
    page.locator('.views [data-view="board"]').tap()
    expect(page.locator("#map")).to_be_visible()
    page.reload()
    box = page.locator(".board-part").bounding_box()
    assert box
    assert (box["x"], box["y"], box["width"]) == (0, 0, 360)
    assert box["height"] >= 0.9 * 740
    page.locator("[data-city=stade] .name").tap()
    page.locator("[data-city=stade] .office").first.tap()
    expect(page.locator('[data-light="0.cities"] b')).to_have_text("2")
    page.get_by_role("button", name="Back to the numbers").tap()
    expect(page.locator("#map")).to_be_hidden()
    expect(page.locator("#totals b").first).to_have_text("3")
    page.reload()
    expect(page.locator("#map")).to_be_hidden()


@pytest.mark.long
def test_a_device_that_refuses_to_remember_fills_sheets_all_the_same(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score")
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError'); } })")
    page.goto("/en/hansa_teutonica/score")
    page.locator('.views [data-view="board"]').tap()
    expect(page.locator("#map")).to_be_visible()
    page.get_by_role("button", name="Back to the numbers").tap()
    page.locator('[name="0.prestige"]').fill("12")
    expect(page.locator("#totals b").first).to_have_text("12")


@pytest.mark.long
def test_the_map_and_its_script_are_fetched_when_the_board_is_opened(browse: Callable[..., Page]) -> None:
    page = browse("/en/", device="desktop")
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url.rpartition("/")[2]))
    page.goto("/en/hansa_teutonica/score?n=5&to=sheet", wait_until="networkidle")
    assert "sheet.js" in urls
    assert "map.js" not in urls
    drawings = len([name for name in urls if name.endswith(".svg")])
    page.locator('.views [data-view="board"]').click()
    expect(page.locator("[data-city=lubeck] .office").first).to_be_visible()
    assert urls.count("map.js") == 1
    assert len([name for name in urls if name.endswith(".svg")]) == drawings + 1
