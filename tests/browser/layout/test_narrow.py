"""Screens of every size, high zoom and unusual names: no page is too wide, covers its controls, or shifts while it loads."""

from urllib.parse import urlencode

import pytest
from browsing import Browse
from page_faults import WIDE, small_targets
from playwright.sync_api import Page, expect
from positions import LONG_NAME, at_most_players, fullest_example, scored_at_most_players, slugs
from sheet_page import FIRST, STUCK, await_layout, box_of
from shifts import assert_still

from scorers.registry import game
from scorers.sheet import players_entry

NAMES = (LONG_NAME, "字" * 40, "מרים" * 10, "🦊" * 20, "محمد", "Ann", "<b>Bo</b>", "小明", "Çağla", "D")
SIZES = ((1280, 800), (768, 1024), (740, 360), (320, 180), (320, 640), (360, 740))
"""A desktop, a tablet, a phone in landscape, 1280 × 720 at 400 %, the narrowest phone, and a phone."""
TALL = """([selector, height]) => [...document.querySelectorAll(selector)].filter((name) => name.getBoundingClientRect().height > height)
  .map((name) => name.textContent)"""
COVERED = """(cells) => cells.filter((cell) => {
  cell.focus();
  const { x, y, width, height } = cell.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return !there || !(cell.contains(there) || there.closest("label")?.contains(cell));
}).map((cell) => cell.name)"""
UNDER_BARS = """(back) => {
  const bars = [...document.querySelectorAll(".names, .totals, .finish")].filter((bar) => getComputedStyle(bar).position === "sticky");
  const controls = [...document.querySelectorAll("main :is(input, select, textarea, button, summary, a)")];
  return (back ? controls.reverse() : controls).filter((control) => {
    control.focus();
    const { top, bottom } = (control.closest(".pick") ?? control).getBoundingClientRect();
    return document.activeElement === control && bars.some((bar) => {
      const box = bar.getBoundingClientRect();
      return !bar.contains(control) && bottom > box.top + 1 && top < box.bottom - 1;
    });
  }).map((control) => control.name || control.textContent);
}"""
"""The controls that are partly under a sticky bar when they get the focus, in the order of the page or backwards."""


def resize(page: Page, width: int, height: int) -> None:
    """Set the size of the screen, and wait until the page was drawn in it."""
    page.set_viewport_size({"width": width, "height": height})
    await_layout(page)


def switch_to(page: Page, view: str) -> bool:
    """Show the board or the numbers; return whether the sheet has both."""
    switch = page.locator(f'.views [data-view="{view}"]')
    if switch.count():
        switch.evaluate("(button) => button.click()")
        expect(page.locator(".board-part > section")).to_be_visible(visible=view == "board")
    return bool(switch.count())


@pytest.mark.short(slug="honshu")
@pytest.mark.parametrize("slug", slugs())
def test_names_in_every_script_fit_every_screen(browse: Browse, slug: str) -> None:
    """On the sheet, its board, the result and the comparison, with up to ten players."""
    seats = min(players_entry(game(slug).sheet).high, len(NAMES))
    names = urlencode([("n", str(seats)), *((f"{seat}.name", NAMES[seat]) for seat in range(seats))])
    points = scored_at_most_players(slug).partition("&")[2].replace(LONG_NAME, "")
    page = browse("/healthz")
    for path in (f"score?to=sheet&{names}", f"score?{names}&{points}", f"compare?{names}&{points}"):
        page.goto(f"/en/{slug}/{path}")
        for view in ("numbers", "board"):
            if view == "board" and not switch_to(page, view):
                continue
            for width, height in SIZES:
                resize(page, width, height)
                assert page.evaluate(WIDE) == [], (path, view, width)
                assert page.evaluate(TALL, ["thead .name", 42]) == [], (path, width)
                assert width < 360 or page.evaluate(TALL, [".ranking .name", 48]) == [], (path, width)


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
def test_no_filled_cell_is_covered_at_400_percent(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{fullest_example(slug)}", device="desktop")
    page.locator(".board-part[open] > section[hidden]").wait_for(state="detached")
    resize(page, 320, 180)
    cells = page.locator(".names .in, .category input:visible")
    assert cells.count() >= 2  # only the names, where all else is on a board
    assert cells.evaluate_all(COVERED) == []


@pytest.mark.short(slug="qin")
@pytest.mark.parametrize("slug", slugs())
def test_focused_control_is_under_no_bar(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{at_most_players(slug)}", device="desktop")
    for width, height in ((412, 823), (1280, 800)):
        resize(page, width, height)
        for back in (False, True):
            assert page.evaluate(UNDER_BARS, back) == [], (width, back)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_scrolled_targets_are_never_half_under_a_bar(browse: Browse, slug: str) -> None:
    page = browse(f"/zh-Hant/{slug}/score?to=sheet&{fullest_example(slug)}")
    resize(page, 412, 823)
    switch_to(page, "numbers")
    height = page.evaluate("document.documentElement.scrollHeight") - 823
    for y in range(0, min(height, 600) + 111, 111):
        page.evaluate("(top) => scrollTo({ top, behavior: 'instant' })", y)
        assert small_targets(page) == [], y


@pytest.mark.short(slug="honshu")
@pytest.mark.parametrize("slug", slugs())
def test_filled_sheet_has_low_bars_and_does_not_shift(browse: Browse, slug: str) -> None:
    """All bars together take at most a quarter of the height."""
    page = browse(f"/en/{slug}/score?to=sheet&{fullest_example(slug)}")
    assert_still(page)
    switch_to(page, "numbers")
    for width, height in ((360, 740), (740, 360), (180, 370), (1280, 800)):
        resize(page, width, height)
        page.evaluate("scrollTo(0, 600)")
        assert page.evaluate(STUCK) <= height / 4, (width, height)
    if switch_to(page, "board"):
        for width, height in ((360, 740), (740, 360), (320, 180)):
            resize(page, width, height)
            bars = page.evaluate(
                STUCK.replace('!e.matches(".keypad")', '!e.matches(".keypad, .board-part, .frame, .lanes *, [inert]")')
            )
            assert bars <= height / 4, (width, height, bars)


# The first screen


@pytest.mark.short(slug="trajan")
@pytest.mark.parametrize("slug", slugs())
def test_sheet_loads_without_shifts_and_shows_an_entry(browse: Browse, slug: str) -> None:
    page = browse("/healthz")
    for lang, query in (("zh-Hant", ""), ("en", f"?to=sheet&{at_most_players(slug)}")):
        page.goto(f"/{lang}/{slug}/score{query}")
        assert_still(page)
        assert page.evaluate(FIRST)["y"] <= 520, query


@pytest.mark.short(lang="en", slug="trajan")
@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
@pytest.mark.parametrize("slug", slugs())
def test_winner_and_ranking_are_on_the_first_screen(browse: Browse, slug: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/score?{fullest_example(slug)}")
    for part in (".who", ".ranking li >> nth=-1"):
        box = box_of(page.locator(part))
        assert box["y"] + box["height"] <= 740
    if page.locator(".hero .points").count():
        assert (
            page.locator(".hero .points").evaluate("(points) => parseFloat(getComputedStyle(points).fontSize)") >= 100
        )


NETWORK = "/en/hansa_teutonica/example/network"
PATHS = ("/en/", "/zh-Hant/", NETWORK, "/zh-Hant/honshu/example/rulebook", "/en/hansa_teutonica/rules", "/zh-Hant/hansa_teutonica/rules",
         "/zh-Hant/qin/rules", "/en/qin/terms", "/en/search?q=ties", "/en/scorebook")  # fmt: skip


@pytest.mark.short(path="/en/scorebook")
@pytest.mark.parametrize("path", PATHS)
def test_page_loads_without_shifts(browse: Browse, path: str) -> None:
    page = browse(path, pristine=True)
    assert_still(page, even_at_touch=True)
    resize(page, 412, 823)
    page.reload()
    assert_still(page, even_at_touch=True)
