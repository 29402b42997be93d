"""The sheet of Chang Cheng with its wall to lay, as the tests drive it, and a wall whose score is reckoned by hand."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

SHEET = "chang_cheng/score"
TEXTS = ("wall", "china", "mongol", "threats")

# Board 1 of three, the rest empty. Regions of 4, 4 and 5 spaces with threats 3, 2 and 4, provinces of 5, 3 and 5 spaces.
# Region 1: A, B, B's tower, A: level, A loses 3, B is safe behind the tower.
# Region 2: C, C, A, half of A's double wall: level, both lose 2.
# Region 3: the other half, A, B, destroyed, C: A alone has most and loses 4. So A loses 9, B nothing, C 2.
# Provinces: A 1 2 3, B 1 3, C 1 2 3. Rows: A 4 (spaces 7 to 10), B 2, C 2.
# With 20 on the track each: A 20 - 9 + 4 (diplomacy, level with C) + 4 (overlord) = 19, B 20, C 20 - 2 + 4 = 22.
LAID = ("A", "B", "Bt", "A", "C", "C", "A", "Ad", "A", "B", "x", "C")
BOARD = "A B Bt A C C A Ad Ad A B x C"
FIGURES = {"invasion": ["−9", "0", "−2"], "provinces": ["3", "2", "3"], "row": ["4", "2", "2"]}
REST = " ." * 26


def space(page: Page, number: int) -> Locator:
    return page.locator(".space").nth(number - 1)


def region(page: Page, number: int) -> Locator:
    return page.locator(".region").nth(number - 1)


def announcement(page: Page) -> Locator:
    return page.locator("#wall [role=status]")


def texts(page: Page) -> dict[str, str]:
    return {name: page.locator(f"[name={name}]").input_value() for name in TEXTS}


def open_wall(browse: Any, lang: str, query: str, **ways: Any) -> Page:
    """A sheet with the wall to lay in sight."""
    page: Page = browse(f"/{lang}/{SHEET}?to=sheet&{query}", **ways)
    expect(page.locator("#wall")).to_be_visible()
    return page


def expect_figures(page: Page) -> None:
    for line, figure in FIGURES.items():
        expect(page.locator(f"[data-light={line}] b")).to_have_text(figure)


def lay_by_thumb(page: Page) -> None:
    page.locator("[data-borders]").tap()
    page.locator(".lanes .china").nth(4).tap()
    page.locator("[data-borders]").tap()
    for number, taps in ((1, 2), (2, 1), (3, 3)):
        for _ in range(taps):
            region(page, number).tap()
    space(page, 1).tap()
    for piece in LAID:
        page.locator(f'[data-piece="{piece}"]').tap()
