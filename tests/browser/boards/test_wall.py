"""The wall of Chang Cheng in a browser: laid by thumb and by keys, told what it comes to, and undone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sheet_page import numbers
from wall_page import BOARD, LAID, REST, SHEET, TEXTS, announcement, expect_figures, lay_by_thumb, open_wall, region, space, texts

ON_BOARD = True

KEY = {"t": "t", "d": "2"}

# The run by thumb


@pytest.mark.long
@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
def test_a_double_wall_across_a_border_and_a_tower_in_a_lost_region(browse: Any, lang: str) -> None:
    page = open_wall(browse, lang, "n=3&events=diplomacy&events=overlord")
    lay_by_thumb(page)
    numbers(page)
    for seat in range(3):
        page.locator(f'[name="{seat}.track"]').fill("20")
    assert texts(page) == {
        "wall": BOARD + REST,
        "china": "5 3 5" + " 4 4 5" * 2,
        "mongol": "4 4 5" * 1 + " 4 4 5" * 2,
        "threats": "3 2 4" + " 0" * 6,
    }
    expect_figures(page)
    expect(region(page, 1).locator(".loses")).to_have_text("A2")
    expect(region(page, 1).locator(".safe")).to_have_text("B2")
    expect(region(page, 2).locator(".loses")).to_have_text(["A2", "C2"])
    expect(region(page, 3).locator(".loses")).to_have_text("A2")
    expect(page.locator("#totals b")).to_have_text(["19", "20", "22"])
    page.locator("button.main").click()
    expect(page.locator(".score-pad .total b")).to_have_text(["22", "20", "19"])
    page.go_back()
    expect_figures(page)


@pytest.mark.long
def test_what_a_step_brings_is_said(browse: Any) -> None:
    page = open_wall(browse, "en", "n=2&0.name=Ann", device="desktop")
    page.locator('[data-piece="At"]').click()
    expect(announcement(page)).to_have_text("Space 1: Ann, tower; Region 1: Ann is safe")
    space(page, 5).click()
    page.locator('[data-piece="B"]').click()
    expect(announcement(page)).to_have_text("Space 5: B, single wall; Region 2: nobody loses")
    region(page, 2).click()
    expect(announcement(page)).to_have_text("Region 2: B: −2")
    expect(region(page, 2)).to_have_accessible_name("Region 2, spaces 5 to 8, threat −2, B 1, B: −2")
    expect(space(page, 5)).to_have_accessible_name("Space 5, province 2, region 2: B, single wall")
    expect(page.locator(".province").nth(1)).to_have_accessible_name("Province 2, spaces 5 to 8, B")


def test_a_line_lights_up_what_it_adds_up_from(browse: Any) -> None:
    page = open_wall(browse, "en", f"n=3&wall={BOARD}&china=5 3 5&mongol=4 4 5&threats=3 2 4", device="desktop")
    expect_figures(page)
    for line, seat, places in (("row", 0, [7, 8, 9, 10]), ("invasion", 2, [2]), ("provinces", 1, [1, 3])):
        button = page.locator(f"[data-light={line}]").nth(seat)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        kind = {"row": ".space", "invasion": ".region", "provinces": ".province"}[line]
        assert page.locator(kind).evaluate_all("all => all.flatMap((one, i) => one.matches('.lit') ? [i + 1] : [])") == places
        assert page.locator(".lit").count() == len(places)
    button.click()
    expect(page.locator(".lit")).to_have_count(0)


def test_pieces_cover_what_lay_there_and_a_double_wall_goes_as_a_whole(browse: Any) -> None:
    page = open_wall(browse, "en", "n=2&wall=A Bd Bd . A&china=5&mongol=5&threats=2", device="desktop")
    expect(page.locator('[data-piece="Bd"] small')).to_have_text("0")
    space(page, 3).click()
    page.locator('[data-piece="n"]').click()
    assert texts(page)["wall"] == "A . n . A"
    expect(page.locator('[data-piece="Bd"] small')).to_have_text("1")
    expect(page.locator('[data-piece="n"] small')).to_have_text("11")
    space(page, 5).click()
    page.locator('[data-piece="Bd"]').click()  # on the last space it lies on the one before, too
    assert texts(page)["wall"] == "A . n Bd Bd"


@pytest.mark.long
def test_a_tap_between_two_spaces_moves_the_border_that_belongs_there(browse: Any) -> None:
    """Which border belongs where is tested without the page; here three taps on either side of the wall."""
    gaps, sizes = [3, 9, 6], "6 3 4"
    page = open_wall(browse, "en", "n=2", device="desktop")
    page.locator('[data-piece="."]').click()
    page.locator("[data-borders]").click()
    for side in ("mongol", "china"):
        for gap in gaps:
            page.locator(f".lanes .{side}").nth(gap - 1).click()
        assert texts(page)[side] == sizes + " 4 4 5" * 2
    page.locator(".lanes .mongol").nth(13 + 5 - 1).click()
    assert texts(page)["mongol"] == sizes + " 5 3 5 4 4 5"


# From the keyboard alone


@pytest.mark.long
def test_the_wall_is_laid_from_the_keyboard_alone(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&n=3", device="desktop")
    page.locator(".wall-part > summary").focus()
    keys = page.keyboard
    keys.press("Enter")
    until_focused(page, "[data-borders]")
    keys.press("Enter")
    until_focused(page, ".space")
    for piece in LAID:
        keys.press(piece[0].lower())
        for kind in piece[1:]:
            keys.press(KEY[kind])
    expect(space(page, 14)).to_be_focused()
    keys.press("Home")
    expect(space(page, 1)).to_be_focused()
    for _ in range(4):
        keys.press("ArrowRight")
    keys.press("ArrowDown")
    gap = page.locator(".lanes .china:focus")
    while "between spaces 5 and 6" not in (gap.get_attribute("aria-label") or ""):
        keys.press("ArrowRight")
    keys.press("Space")
    expect(announcement(page)).to_have_text("Sizes from the left: 5 3 5 4 4 5 4 4 5")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    expect(page.locator(".region:focus")).to_have_count(1)
    while not region(page, 1).evaluate("one => one === document.activeElement"):
        keys.press("ArrowLeft")
    for threat in "324":
        keys.press(threat)
        keys.press("ArrowRight")
    assert texts(page)["wall"] == BOARD + REST
    expect_figures(page)
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Home")
    keys.press("Delete")
    keys.press("n")
    keys.press("Backspace")
    assert texts(page)["wall"].startswith(". . Bt")
    expect(page.locator("[data-undo]")).to_be_enabled()
    for _ in range(3):
        keys.press("Control+z")
    assert texts(page)["wall"] == BOARD + REST
    keys.press("Control+y")
    assert texts(page)["wall"].startswith(". B Bt")


def until_focused(page: Page, target: str) -> None:
    """Tab on until something is focused; a page has no more stops than that."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("target => document.activeElement.matches(target)", target):
            return
    pytest.fail(f"{target} is not reached")


@pytest.mark.long
def test_each_step_is_undone_and_done_again(browse: Any) -> None:
    page = open_wall(browse, "en", "n=2", device="desktop")
    views = [texts(page)]
    for step in ('[data-piece="A"]', '[data-piece="Bd"]', ".region >> nth=2", '[data-piece="x"]', "[data-clear]"):
        page.locator(step).click()
        views.append(texts(page))
    assert views[0] == views[-1] == dict.fromkeys(TEXTS, "")
    for button, states in (("undo", views[-2::-1]), ("redo", views[1:])):
        for state in states:
            page.locator(f"[data-{button}]").click()
            assert texts(page) == state
    page.locator("[data-undo]").click()
    expect(announcement(page)).to_have_text("Undone: The whole wall")
    page.locator("[data-undo]").click()
    expect(space(page, 4)).to_have_attribute("aria-current", "true")  # where the destroyed wall lay: the next piece goes there
