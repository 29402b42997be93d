"""A painted grid: tapped, dragged over, by keyboard, undone, without scripts, and drawn on the result."""

from browsing import Browse
from playwright.sync_api import Locator, Page, expect


def square(page: Page, row: int, column: int) -> Locator:
    """A square of the first player's grid."""
    return page.get_by_role("grid", name="A: Orchard").get_by_role("row").nth(row - 1).get_by_role("gridcell").nth(column - 1)


def choose(page: Page, kind: str) -> None:
    """Choose what to paint with."""
    page.get_by_role("group", name="A: Orchard: Paint with").get_by_role("button", name=kind).tap()


def expect_painting(page: Page, text: str) -> None:
    """Wait until the first player's grid is painted like this."""
    expect(page.locator('[name="0.orchard"]')).to_have_value(text)


def test_taps_paint_squares_and_their_marks(browse: Browse) -> None:
    page = browse("/en/orchards/score")
    square(page, 1, 1).tap()
    square(page, 1, 1).tap()
    choose(page, "Pears")
    square(page, 2, 3).tap()
    expect_painting(page, "A1\n. . P")
    expect(square(page, 1, 1)).to_have_accessible_name("Row 1, column 1: Apples, Baskets: 1")
    # One square of apples with one basket.
    expect(page.locator("#totals b").first).to_have_text("1")
    choose(page, "empty")
    square(page, 1, 1).tap()
    expect_painting(page, ".\n. . P")
    page.locator("[data-undo]").tap()
    expect_painting(page, "A1\n. . P")
    expect(square(page, 1, 1)).to_have_text("A")


def test_stroke_paints_all_squares_under_it_as_one_step(browse: Browse) -> None:
    page = browse("/en/orchards/score", device="desktop")
    square(page, 1, 1).hover()
    page.mouse.down()
    square(page, 1, 4).hover(trial=True)
    for column in (2, 3, 4):
        square(page, 1, column).hover(force=True)
    page.mouse.up()
    expect_painting(page, "A A A A")
    page.locator("[data-undo]").click()
    expect_painting(page, "")


def test_keys_move_and_paint(browse: Browse) -> None:
    page = browse("/en/orchards/score", device="desktop")
    square(page, 1, 1).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(square(page, 2, 2)).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.press("2")
    expect_painting(page, ".\n. C2")
    page.keyboard.press("Delete")
    expect_painting(page, "")
    page.keyboard.press("Enter")
    expect_painting(page, ".\n. A")


def test_grid_without_scripts_is_text_row_by_row(browse: Browse) -> None:
    page = browse("/en/orchards/score?to=sheet&n=2&0.orchard=AA1P1-A1", scripts=False)
    area = page.locator('[name="0.orchard"]')
    expect(area).to_have_value("A A1 P1\nA1")
    area.fill("C2 C\nC")
    page.locator("button.main").tap()
    # Three squares and two baskets.
    expect(page.locator("tr.total td").first).to_have_text("6")


def test_text_that_is_no_painting_is_told_and_stays(browse: Browse) -> None:
    page = browse("/en/orchards/score?n=2&0.orchard=AXA")
    expect(page.locator("#summary li")).to_have_text("A: X is no square of this: Orchard")
    expect(page.locator('[name="0.orchard"]')).to_have_value("AXA")
    expect(page.get_by_role("grid", name="A: Orchard")).to_be_hidden()


def test_result_draws_the_grid_and_lights_a_line(browse: Browse) -> None:
    page = browse("/en/orchards/example/two_orchards")
    drawing = page.get_by_role("img", name="Ann: Orchard")
    expect(drawing.locator(".place")).to_have_count(6)
    page.locator('[data-line="districts"] td button').last.tap()
    expect(drawing.locator(".lit")).to_have_count(6)
    page.locator('[data-line="districts"] summary').tap()
    expect(page.locator('[data-line="districts"] .part').nth(1)).to_have_text("6 = 3 × 2: Apples")
