"""A painted grid: taps, strokes, keys, Undo, and its drawing on the result."""

from browsing import Browse
from playwright.sync_api import Locator, Page, expect
from sheet_page import cell, undo


def square(page: Page, row: int, column: int) -> Locator:
    """A square of the first player's grid."""
    return (
        page.get_by_role("grid", name="A: Orchard")
        .get_by_role("row")
        .nth(row - 1)
        .get_by_role("gridcell")
        .nth(column - 1)
    )


def choose(page: Page, kind: str) -> None:
    """Choose a kind of tree in the palette."""
    page.get_by_role("group", name="A: Orchard: Paint with").get_by_role("button", name=kind).tap()


def expect_squares(page: Page, text: str) -> None:
    """Wait until the first player's grid has these rows of squares."""
    expect(cell(page, "0.orchard")).to_have_value(text)


def test_taps_paint_squares_and_their_marks(browse: Browse) -> None:
    page = browse("/en/orchards/score")
    square(page, 1, 1).tap()
    square(page, 1, 1).tap()
    choose(page, "Pears")
    square(page, 2, 3).tap()
    expect_squares(page, "A1\n. . P")
    expect(square(page, 1, 1)).to_have_accessible_name("Row 1, column 1: Apples, Baskets: 1")
    # One square of apples with one basket.
    expect(page.locator("#totals b").first).to_have_text("1")
    choose(page, "empty")
    square(page, 1, 1).tap()
    expect_squares(page, ".\n. . P")
    undo(page)
    expect_squares(page, "A1\n. . P")
    expect(square(page, 1, 1)).to_have_text("A")


def test_strokes_and_keys_paint_squares(browse: Browse) -> None:
    page = browse("/en/orchards/score", device="desktop")
    square(page, 1, 1).hover()
    page.mouse.down()
    square(page, 1, 4).hover(trial=True)
    for column in (2, 3, 4):
        square(page, 1, column).hover(force=True)
    page.mouse.up()
    expect_squares(page, "A A A A")
    undo(page)  # the whole stroke
    expect_squares(page, "")
    square(page, 1, 1).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(square(page, 2, 2)).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.press("2")
    expect_squares(page, ".\n. C2")
    page.keyboard.press("Delete")
    expect_squares(page, "")
    page.keyboard.press("Enter")
    expect_squares(page, ".\n. A")


def test_text_that_is_no_grid_is_a_fault_and_stays(browse: Browse) -> None:
    page = browse("/en/orchards/score?n=2&0.orchard=AXA")
    expect(page.locator("#summary li")).to_have_text("A: X is no square of this: Orchard")
    expect_squares(page, "AXA")
    expect(page.get_by_role("grid", name="A: Orchard")).to_be_hidden()


def test_result_highlights_the_squares_of_a_line(browse: Browse) -> None:
    page = browse("/en/orchards/example/two_orchards")
    drawing = page.get_by_role("img", name="Ann: Orchard")
    expect(drawing.locator(".place")).to_have_count(6)
    page.locator('[data-line="districts"] td button').last.tap()
    expect(drawing.locator(".lit")).to_have_count(6)
    page.locator('[data-line="districts"] summary').tap()
    expect(page.locator('[data-line="districts"] .part').nth(1)).to_have_text("6 = 3 × 2: Apples")
