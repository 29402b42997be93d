"""Small screens, strong zoom and names of every kind: nothing is wider than its screen, and nothing is covered that is being filled."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from accessibility import small_targets
from playwright.sync_api import Page, expect
from positions import LONG_NAME, at_most_players, fullest_example, slugs
from sheet_page import STUCK
from waiting import wait_until

from scorers.entries import Number, entries_of
from scorers.registry import game
from scorers.sheet import players_entry

Browse = Callable[..., Page]

NAMES = (LONG_NAME, "字" * 40, "מרים" * 10, "🦊" * 20, "محمد", "Ann", "<b>Bo</b>", "小明", "Çağla", "D")
SIZES = ((320, 180), (320, 640), (360, 740), (768, 1024), (740, 360))
"""1280 × 720 at 400 %, the narrowest phone, a phone, a tablet, and a phone held sideways."""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
COVERED = """(cells) => cells.filter((cell) => {
  cell.focus();
  const { x, y, width, height } = cell.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return !there || !(cell.contains(there) || there.closest("label")?.contains(cell));
}).map((cell) => cell.name)"""
UNDER = """(back) => {
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
"""What is focused, in the order of the page or back, and lies partly under a bar that stays in sight."""
DRAWN = """() => {
  const text = document.querySelector("#map .name text");
  return text && parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
}"""
BOARDS = ("hansa_teutonica", "honshu", "chang_cheng")


def find_named(slug: str, *entries: tuple[str, str]) -> str:
    """The query of a sheet with as many players as can play, up to ten, and names in many scripts."""
    seats = min(players_entry(game(slug).sheet).high, 10)
    return urlencode([("n", str(seats)), *((f"{seat}.name", NAMES[seat]) for seat in range(seats)), *entries])


def turn_to_board(page: Page) -> bool:
    """Put the board in view, if there is one."""
    switch = page.locator('.views [data-view="board"]')
    if switch.count():
        switch.evaluate("(button) => button.click()")
        expect(page.locator(".board-part > section")).to_be_visible()
    return bool(switch.count())


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_names_in_every_script_never_widen_a_sheet_or_a_board(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{find_named(slug)}")
    for board in (False, True):
        if board and not turn_to_board(page):
            continue
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WIDE) == 0, (board, width)


@pytest.mark.short(slug="honshu")
@pytest.mark.parametrize("slug", slugs())
def test_names_in_every_script_never_widen_a_result_or_a_comparison(browse: Browse, slug: str) -> None:
    first = next(name for name, entry in entries_of(players_entry(game(slug).sheet).of).items() if isinstance(entry, Number))
    page = browse("/en/")
    for kind in ("score", "compare"):
        page.goto(f"/en/{slug}/{kind}?{find_named(slug, (f'0.{first}', '1'))}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WIDE) == 0, (kind, width)


def test_ten_names_fit_a_sheet_and_its_result(browse: Browse) -> None:
    page = browse(f"/en/oxen/score?to=sheet&{find_named('oxen')}")
    expect(page.locator(".names .in")).to_have_count(10)
    points = [(f"rounds.0.points.{seat}", str(seat * 2)) for seat in range(10)]
    page.goto(f"/en/oxen/score?{find_named('oxen', ('rounds', '1'), *points)}")
    expect(page.locator(".ranking li")).to_have_count(10)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(WIDE) == 0, width


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
def test_at_four_times_the_size_no_cell_that_is_filled_is_covered(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{fullest_example(slug)}", device="desktop")
    page.locator(".board-part[open] > section[hidden]").wait_for(state="detached")
    page.set_viewport_size({"width": 320, "height": 180})
    cells = page.locator(".names .in, .category input:visible")
    assert cells.count() > 2
    assert cells.evaluate_all(COVERED) == []


@pytest.mark.short(slug="qin")
@pytest.mark.parametrize("slug", slugs())
def test_what_is_focused_lies_under_no_bar(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{at_most_players(slug)}", device="desktop")
    for width, height in ((412, 823), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for back in (False, True):
            assert page.evaluate(UNDER, back) == [], (width, back)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_no_target_lies_half_under_a_bar_however_far_one_scrolled(browse: Browse, slug: str) -> None:
    page = browse(f"/zh-Hant/{slug}/score?to=sheet&{fullest_example(slug)}")
    page.set_viewport_size({"width": 412, "height": 823})
    if page.locator('.views [data-view="numbers"]').count():
        page.locator('.views [data-view="numbers"]').evaluate("(button) => button.click()")
    height = page.evaluate("document.documentElement.scrollHeight") - 823
    for y in range(0, min(height, 600) + 111, 111):
        page.evaluate("(top) => scrollTo({ top, behavior: 'instant' })", y)
        assert small_targets(page) == [], y


@pytest.mark.short(slug="honshu")
@pytest.mark.parametrize("slug", BOARDS)
def test_bars_around_a_board_take_a_quarter_of_the_height_at_most(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{fullest_example(slug)}")
    turn_to_board(page)
    for width, height in ((360, 740), (740, 360), (320, 180)):
        page.set_viewport_size({"width": width, "height": height})
        bars = page.evaluate(STUCK.replace('!e.matches(".keypad")', '!e.matches(".keypad, .board-part, .frame, .lanes *, [inert]")'))
        assert bars <= height / 4, (width, height, bars)


@pytest.mark.long
def test_the_maps_names_can_be_read_on_a_phone_at_once(browse: Browse) -> None:
    for lang in ("en", "zh-Hant"):
        page = browse(f"/{lang}/hansa_teutonica/score")
        turn_to_board(page)
        wait_until(page, DRAWN, lambda size: size and size >= 12)
