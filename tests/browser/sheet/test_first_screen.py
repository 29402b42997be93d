"""The first screen of a sheet: the first entry is on it, nothing jumps, bars stay small, and the page always scrolls."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from positions import at_most_players, fullest_example, slugs
from sheet_page import FIRST, STUCK
from shifts import assert_still

from scorers.registry import game

Browse = Callable[..., Page]


@pytest.mark.short(lang="en", slug="qin")
@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
@pytest.mark.parametrize("slug", slugs())
def test_the_first_entry_is_on_a_phones_first_screen(browse: Browse, slug: str, lang: str) -> None:
    page = browse("/healthz")
    for query in ("", f"?to=sheet&{at_most_players(slug)}"):
        page.goto(f"/{lang}/{slug}/score{query}")
        assert page.evaluate(FIRST)["y"] <= 520, query


@pytest.mark.short(slug="trajan")
@pytest.mark.parametrize("slug", slugs())
def test_nothing_jumps_while_a_sheet_opens(browse: Browse, slug: str) -> None:
    page = browse("/healthz")
    for query in ("", f"?to=sheet&{fullest_example(slug)}"):
        page.goto(f"/en/{slug}/score{query}")
        page.wait_for_load_state("networkidle")
        assert_still(page)


@pytest.mark.short(width=740, slug="trajan")
@pytest.mark.parametrize(
    ("width", "height"),
    [pytest.param(360, 740, marks=pytest.mark.long), (740, 360), (180, 370), pytest.param(1280, 800, marks=pytest.mark.long)],
)
@pytest.mark.parametrize("slug", slugs())
def test_bars_that_stay_take_a_quarter_of_the_height_at_most(browse: Browse, slug: str, width: int, height: int) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{fullest_example(slug)}")
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("scrollTo(0, 600)")
    assert page.evaluate(STUCK) <= height / 4


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


def test_without_a_board_there_is_no_switch(browse: Browse) -> None:
    page = browse("/en/qin/score")
    expect(page.locator(".views")).to_have_count(0)
    assert game("qin").board_queries == {}


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
@pytest.mark.parametrize("slug", slugs())
def test_long_names_never_widen_a_sheet(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{at_most_players(slug)}")
    for width in (320, 360, 768):
        page.set_viewport_size({"width": width, "height": 740})
        for board in (False, True):
            if board and page.locator('.views [data-view="board"]').count():
                page.locator('.views [data-view="board"]').evaluate("(button) => button.click()")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator('[data-view="numbers"]').evaluate_all("(buttons) => buttons[0]?.click()")


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
