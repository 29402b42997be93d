"""Cards of Honshu laid into a land in a browser: by thumb, by mouse and by keyboard, and what does not fit."""

import re

import pytest
from board_pages import LAND, announcement, choose_mode, choose_seat, points, read_land, square
from browsing import Browse
from playwright.sync_api import Page, expect

from scorers.honshu.cards import START_CARDS
from scorers.honshu.laying import turn_card

ON_BOARD = True

# Card 49 is F F / A T / A T; turned once, it is A A F / T T F.
A1 = "A A/Pb* Pn*/T T"
A1_AND_49_TURNED = "A A/Pb* Pn*/T A A F/. T T F"
HIDES_A_LAKE = "Card 49 would hide the lake in row 1, column 1; lakes stay visible"
NOT_JOINED = "Card 49 must share at least one square with the cards laid before"
FITS = "Card 49 fits here"


def start_card(number: str, turns: int = 0) -> str:
    """Return a start card as the text of a land, with its cubes."""
    return "/".join(
        " ".join(word + "*" * (word[0] == "P") for word in row) for row in turn_card(START_CARDS[number], turns)
    )


def open_laying(browse: Browse, query: str, card: str = "", device: str = "desktop") -> Page:
    """Open a sheet with a land, ready to lay a card."""
    page = browse(f"/en/{LAND}?to=sheet&{query}", device=device)
    choose_mode(page, "lay")
    page.locator("#card").fill(card)
    return page


def lay(page: Page) -> None:
    """Lay the card, and wait until it is part of the land."""
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)


def find_corner(page: Page) -> tuple[int, int]:
    """Return the place on the plane of the first square of a land that begins with a fallow field."""
    x, y = (page.locator('[data-word="A"]').first.get_attribute("data-at") or "").split(",")
    return int(x), int(y)


# Laying


@pytest.mark.long
def test_land_is_laid_and_painted_by_thumb(browse: Browse) -> None:
    """With one square painted: three forests for 6 points, and towns of two and one for 2."""
    page = browse(f"/en/{LAND}")
    page.locator('[data-card="A1"]').tap()
    expect(page.locator('[name="0.map"]')).to_have_value(A1)
    left, top = find_corner(page)
    page.locator("#card").fill("49")
    page.locator("[data-turn]").tap()
    page.locator(
        '[role=gridcell][data-kind=""]:not(.ghost)'
    ).last.tap()  # a tap on a shared square would push the card under
    square(page, left + 1, top + 2).tap()
    expect(page.locator("[data-lay]")).to_have_attribute("aria-disabled", "false")
    lay(page)
    assert read_land(page) == A1_AND_49_TURNED
    choose_mode(page, "paint")
    square(page, left + 4, top + 2).tap()
    for line, worth in {"forest": "6", "town": "2", "lake": "0", "factory": "0"}.items():
        expect(points(page, line)).to_have_text(worth)
    expect(page.locator("#totals b").first).to_have_text("8")
    page.locator(".finish button.main").click()
    expect(page.locator(".score-pad tr.total b").first).to_have_text("8")


def test_card_that_does_not_fit_says_why(browse: Browse) -> None:
    """tests/games/honshu/test_board_queries.py has all reasons."""
    page = open_laying(browse, "0.map=L", "49", "phone")
    expect(announcement(page)).to_have_text(f"{HIDES_A_LAKE}; drag it, or tap a square")
    square(page, -1, 0).tap()
    expect(announcement(page)).to_have_text(HIDES_A_LAKE)
    page.locator("[data-lay]").click(force=True)
    assert read_land(page) == "L"
    square(page, -2, 2).tap()
    expect(announcement(page)).to_have_text(NOT_JOINED)
    page.locator("#card").fill("61")
    expect(announcement(page)).to_have_text("There is no card 61")
    page.locator("#card").fill("B1")
    expect(announcement(page)).to_contain_text("A land begins with a start card")
    error = announcement(page).locator(".error")
    page.locator("#card").fill("")
    expect(announcement(page)).to_have_text(
        "Choose the start card; then type the number of each card, turn it and tap where it lies."
    )
    page.locator("[data-lay]").click(force=True)
    expect(error).to_have_text("Enter the number of the card")
    choose_mode(page, "paint")
    expect(error).to_be_empty()
    expect(announcement(page)).to_have_text("Choose what to paint, then tap squares or stroke over them.")
    assert read_land(page) == "L"


@pytest.mark.long
def test_card_lies_over_or_under_the_land_or_both(browse: Browse) -> None:
    """The top row of the card shares both squares of the land's last row."""
    page = open_laying(browse, "0.map=A+A/A+A/T+L", "49")
    square(page, -2, 2).click()
    square(page, 0, 2).click()
    expect(announcement(page)).to_contain_text("would hide the lake")
    page.locator("[data-under]").click()
    expect(announcement(page)).to_have_text(FITS)
    square(page, 0, 2).click()  # a shared square: only there the card goes over the land
    expect(square(page, 0, 2)).to_have_attribute("data-word", "F")
    expect(square(page, 1, 2)).to_have_attribute("data-word", "L")
    lay(page)
    assert read_land(page) == "A A/A A/F L/A T/A T"


@pytest.mark.long
def test_waiting_card_is_checked_again_when_the_land_changes(browse: Browse) -> None:
    page = browse(f"/en/{LAND}?to=sheet&0.map=A+A", device="desktop")
    choose_mode(page, "paint")
    square(page, 1, 1).click()
    choose_mode(page, "lay")
    page.locator("#card").fill("49")
    square(page, 2, 2).click()
    square(page, 1, 1).click()
    page.locator("[data-undo]").click()
    expect(announcement(page)).to_have_text(NOT_JOINED)
    page.locator("[data-lay]").click(force=True)
    assert read_land(page) == "A A"


@pytest.mark.long
def test_start_card_is_laid_at_once_and_can_be_turned(browse: Browse) -> None:
    page = browse(f"/en/{LAND}", device="desktop")
    text = page.locator('[name="0.map"]')
    page.locator('[data-card="B1"]').click()
    expect(text).to_have_value(start_card("B1"))
    expect(announcement(page)).to_have_text("Card B1 is laid; turn it, or type the next card; A: 2 in all")
    expect(page.locator(".starts")).to_be_hidden()
    page.locator("[data-turn]").dblclick()
    expect(text).to_have_value(start_card("B1", 2))
    page.locator("[data-turn]").click()
    expect(text).to_have_value(start_card("B1", 3))
    page.locator("[data-undo]").click()
    expect(text).to_have_value(start_card("B1", 2))
    while text.input_value():  # the two quick turns are one step if the second came before the answer to the first
        page.locator("[data-undo]").click()
    page.locator("#card").press_sequentially("a449")
    expect(text).to_have_value(start_card("A4"))
    expect(page.locator(".ghost")).to_have_count(6)
    expect(announcement(page)).to_have_text(FITS)
    page.locator("[data-turn]").click()
    assert read_land(page) == start_card("A4")


def test_typed_card_begins_at_the_nearest_edge(browse: Browse) -> None:
    """The square at 0, 0 stays in its place on the screen."""
    page = open_laying(browse, "0.map=L+L+L/L+T+L/L+L+T", "49", "phone")
    expect(announcement(page)).to_have_text(FITS)
    expect(square(page, 2, 2)).to_have_class(re.compile("ghost"))
    expect(page.locator(".ghost:not([data-kind=L])")).to_have_count(6)
    before = square(page, 0, 0).bounding_box()
    lay(page)
    assert read_land(page).startswith("L L L/L T L/L L ")
    expect(points(page, "town")).not_to_have_text("–")
    assert square(page, 0, 0).bounding_box() == before
    page.reload()
    expect(page.locator('.modes [data-value="lay"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#card")).to_be_visible()


@pytest.mark.long
def test_new_score_and_next_land_check_the_card(browse: Browse) -> None:
    """The fault of a card stays when a new score comes; the next land starts with cards on top."""
    page = open_laying(browse, "n=2&0.map=A+A/Pb+Pn/T+T&1.map=T+T", "99", "phone")
    error = announcement(page).locator(".error")
    expect(error).to_have_text("There is no card 99")
    with page.expect_response("**/api/v1/games/honshu/score?*"):
        page.locator('[name="1.name"]').evaluate(
            "(name) => { name.value = 'Bo'; name.dispatchEvent(new Event('input', { bubbles: true })); }"
        )
    expect(page.locator('.hand [data-value="1"] .who')).to_have_text("Bo")
    expect(error).to_have_text("There is no card 99")
    page.locator("#card").fill("49")
    under = page.locator("[data-under]")
    under.tap()
    expect(under).to_have_attribute("aria-pressed", "true")
    choose_seat(page, 1)
    expect(under).to_have_attribute("aria-pressed", "false")
    expect(announcement(page)).to_have_text(FITS)


def test_turned_card_is_dragged_to_its_place(browse: Browse) -> None:
    """Its left end covers the last square of the land."""
    page = open_laying(browse, "0.map=A+A/T+T/T+T", "49")
    page.locator("[data-turn]").click()
    square(page, -2, -2).click()
    square(page, -2, -2).hover()
    page.mouse.down()
    square(page, 1, 1).hover()
    page.mouse.up()
    expect(announcement(page)).to_have_text(FITS)
    lay(page)
    assert read_land(page) == "A A/T A A F/T T T F"


@pytest.mark.long
def test_keyboard_lays_and_paints(browse: Browse) -> None:
    page = browse(f"/en/{LAND}", device="desktop")

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    page.locator("#card").focus()
    press("a", "1")
    expect(page.locator('[name="0.map"]')).to_have_value(A1)
    left, top = find_corner(page)
    press("4", "9", "Enter")
    expect(page.locator("#land [role=gridcell]:focus")).to_have_count(1)
    press("r")
    square(page, left + 1, top + 2).focus()
    press("Enter")
    expect(announcement(page)).to_have_text(FITS)
    press("Enter")
    expect(page.locator(".ghost")).to_have_count(0)
    assert read_land(page) == A1_AND_49_TURNED
    page.locator('.modes [data-value="paint"]').focus()
    press("Enter")
    page.locator('[data-what="forest"]').first.focus()
    press("ArrowRight", "m", "l", "Enter")
    expect(announcement(page)).to_have_text("Row 3, column 5: lake; A: 6 in all")
    press("ArrowLeft", "4", "y", "Enter", "c", "Enter")
    assert read_land(page) == "A A/Pb* Pn*/T A A My4* L/. T T F"
    press("ArrowDown", "Delete")
    assert read_land(page) == "A A/Pb* Pn*/T A A My4* L/. T T"
    press("Home")
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)
