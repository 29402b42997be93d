"""The land of Honshu laid from cards in a browser: the rulebook's land, what fits and what does not, and all of it from the keyboard."""

import re
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest
from land_page import RULEBOOK, SHEET, announcement, at, land, mode, points, tool, words
from playwright.sync_api import Page, expect

from scorers.honshu.cards import START_CARDS
from scorers.honshu.laying import turn_card

ON_BOARD = True

CARDS = [
    ("A2", 1, 0, 2), ("46", 0, 0, 2), ("47", 3, 0, 4), ("16", 0, 1, 3), ("1", 0, 1, 1), ("56", 0, 2, 2), ("31", 0, 4, 3),
    ("12", 0, 6, 3), ("52", 1, 6, 4), ("4", 0, 5, 3), ("55", 0, 5, 2), ("48", 1, 4, 0), ("32", 2, 5, 0),
]  # fmt: skip
"""Thirteen cards that show 45 of its squares: number, quarter turns, and the row and column of the top left square, from 0."""


def rows(number: str, turns: int = 0) -> str:
    """A start card as a land, with its cubes."""
    return "/".join(" ".join(word + "*" * (word[0] == "P") for word in row) for row in turn_card(START_CARDS[number], turns))


# The run by thumb


@pytest.mark.long
def test_rulebook_land_laid_and_painted_is_worth_63(browse: Any) -> None:
    page = browse(f"/en/{SHEET}")
    goal = {(row, column): word for row, words in enumerate(RULEBOOK) for column, word in enumerate(words.split()) if word != "."}
    left, top = 0, 0
    for number, turns, row, column in CARDS:
        if number in START_CARDS:
            page.locator(f'[data-card="{number}"]').tap()
        else:
            page.locator("#card").fill(number.lower())
        for _ in range(turns):
            page.locator("[data-turn]").tap()
        if number in START_CARDS:
            expect(page.locator('[name="0.map"]')).to_have_value(rows(number, turns))
            first = page.locator('[role=gridcell]:not([data-kind=""])').first.get_attribute("data-at")
            left, top = (int(part) - moved for part, moved in zip(first.split(","), (column, row), strict=True))
            continue
        # A tap on what it meets would push it under, so it first goes where there is nothing
        page.locator('[role=gridcell][data-kind=""]:not(.ghost)').last.tap()
        at(page, left + column, top + row).tap()
        expect(page.locator("[data-lay]")).to_have_attribute("aria-disabled", "false")
        page.locator("[data-lay]").tap()
        expect(page.locator(".ghost")).to_have_count(0)
    mode(page, "paint")
    all_words = words(page)
    # Cubes on production squares may stay: they are delivered to the same factories
    missing = [
        (word.rstrip("*"), left + column, top + row)
        for (row, column), word in goal.items()
        if all_words.get((left + column, top + row), "").rstrip("*") != word.rstrip("*")
    ]
    for plain, squares in groupby(sorted(missing), key=itemgetter(0)):
        tool(page, plain[0] + plain[2:], plain[1:2])
        for _, x, y in squares:
            at(page, x, y).tap()
    expect(points(page, "town")).to_have_text("17")
    assert land(page).replace("*", "").split("/") == [row.replace("*", "") for row in RULEBOOK]
    tool(page, "C")
    for (row, column), word in goal.items():
        if word.endswith("*"):
            at(page, left + column, top + row).tap()
    for line, worth in {"forest": "20", "town": "17", "lake": "12", "factory": "14", "end_card": "0"}.items():
        expect(points(page, line)).to_have_text(worth)
    expect(page.locator("#totals b").first).to_have_text("63")
    page.locator(".finish button.main").click()
    expect(page.locator(".score-pad tr.total b").first).to_have_text("63")


# Laying


def open_laying(browse: Any, query: str, card: str = "", device: str = "desktop") -> Page:
    """A sheet with a land, laying in hand, and a card that is typed."""
    page: Page = browse(f"/en/{SHEET}?to=sheet&{query}", device=device)
    mode(page, "lay")
    page.locator("#card").fill(card)
    return page


def lay(page: Page) -> None:
    """Lay the card, and see that it lies."""
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)


HIDES_A_LAKE = "Card 49 would hide the lake in row 1, column 1; lakes stay visible"


def test_wrong_laying_says_why_and_is_not_laid(browse: Any) -> None:
    page = open_laying(browse, "0.map=L+T/T+T/T+T")
    expect(points(page, "town")).not_to_have_text("–")
    page.locator("#card").fill("49")
    at(page, 0, -2).click()
    expect(announcement(page)).to_have_text(HIDES_A_LAKE)
    page.locator("[data-lay]").click(force=True)
    assert land(page) == "L T/T T/T T"
    at(page, -2, 2).click()
    expect(announcement(page)).to_have_text("Card 49 must share at least one square with the cards laid before")
    page.locator("#card").fill("61")
    expect(announcement(page)).to_have_text("There is no card 61")
    page.locator("#card").fill("B1")
    expect(announcement(page)).to_contain_text("A land begins with a start card")
    assert land(page) == "L T/T T/T T"


@pytest.mark.long
def test_card_lies_over_or_under_the_land_or_both(browse: Any) -> None:
    """Card 49 is F F / A T / A T; its top row meets both squares of the land's last row."""
    page = open_laying(browse, "0.map=A+A/A+A/T+L", "49")
    at(page, -2, 2).click()
    at(page, 0, 2).click()
    expect(announcement(page)).to_contain_text("would hide the lake")
    page.locator("[data-under]").click()
    expect(announcement(page)).to_have_text("Card 49 fits here")
    at(page, 0, 2).click()  # tapped where it meets the land: there it comes to lie over it
    expect(at(page, 0, 2)).to_have_attribute("data-word", "F")
    expect(at(page, 1, 2)).to_have_attribute("data-word", "L")
    lay(page)
    assert land(page) == "A A/A A/F L/A T/A T"


@pytest.mark.long
def test_waiting_card_is_judged_again_when_the_land_changes(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=A+A", device="desktop")
    mode(page, "paint")
    at(page, 1, 1).click()
    mode(page, "lay")
    page.locator("#card").fill("49")
    at(page, 2, 2).click()
    at(page, 1, 1).click()
    page.locator("[data-undo]").click()
    expect(announcement(page)).to_have_text("Card 49 must share at least one square with the cards laid before")
    page.locator("[data-lay]").click(force=True)
    assert land(page) == "A A"


@pytest.mark.long
def test_start_card_is_laid_at_once_and_can_be_turned(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    text = page.locator('[name="0.map"]')
    page.locator('[data-card="B1"]').click()
    expect(text).to_have_value(rows("B1"))
    expect(announcement(page)).to_have_text("Card B1 is laid; turn it, or type the next card; A: 2 in all")
    expect(page.locator(".starts")).to_be_hidden()
    page.locator("[data-turn]").dblclick()
    expect(text).to_have_value(rows("B1", 2))
    page.locator("[data-turn]").click()
    expect(text).to_have_value(rows("B1", 3))
    page.locator("[data-undo]").click()
    expect(text).to_have_value(rows("B1", 2))
    while text.input_value():  # the two quick turns are one step where the second came before the answer to the first
        page.locator("[data-undo]").click()
    page.locator("#card").press_sequentially("a449")
    expect(text).to_have_value(rows("A4"))
    expect(page.locator(".ghost")).to_have_count(6)
    expect(announcement(page)).to_have_text("Card 49 fits here")
    page.locator("[data-turn]").click()
    assert land(page) == rows("A4")


def test_typed_card_begins_at_the_nearest_edge_and_stays_there(browse: Any) -> None:
    """Card 49 is F F / A T / A T; wherever it comes to lie, the square at 0, 0 stays under the thumb."""
    page = open_laying(browse, "0.map=L+L+L/L+T+L/L+L+T", "49", "phone")
    expect(announcement(page)).to_have_text("Card 49 fits here")
    expect(at(page, 2, 2)).to_have_class(re.compile("ghost"))
    expect(page.locator(".ghost:not([data-kind=L])")).to_have_count(6)
    before = at(page, 0, 0).bounding_box()
    lay(page)
    assert land(page).startswith("L L L/L T L/L L ")
    expect(points(page, "town")).not_to_have_text("–")
    assert at(page, 0, 0).bounding_box() == before
    page.reload()
    expect(page.locator('.modes [data-value="lay"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#card")).to_be_visible()


def test_card_without_a_place_says_how_to_move_it(browse: Any) -> None:
    page = open_laying(browse, "0.map=L", "49", "phone")
    expect(announcement(page)).to_have_text(f"{HIDES_A_LAKE}; drag it, or tap a square")
    at(page, -1, 0).tap()
    expect(announcement(page)).to_have_text(HIDES_A_LAKE)


@pytest.mark.long
def test_emptied_card_box_forgets_what_was_refused(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    page.locator("[data-lay]").click(force=True)
    expect(announcement(page).locator(".error")).to_have_text("Enter the number of the card")
    page.locator("#card").press_sequentially("abc")
    expect(announcement(page)).to_have_text("There is no card ABC")
    expect(announcement(page).locator(".error")).not_to_be_empty()
    page.locator("#card").fill("")
    expect(announcement(page)).to_have_text("Choose the start card; then type the number of each card, turn it and tap where it lies.")
    page.locator("#card").press_sequentially("49")
    expect(announcement(page).locator(".error")).to_contain_text("A land begins with a start card")
    mode(page, "paint")
    expect(announcement(page).locator(".error")).to_be_empty()
    expect(announcement(page)).to_have_text("Choose what to paint, then tap squares or stroke over them.")


@pytest.mark.long
def test_refused_card_is_not_talked_over_by_the_score(browse: Any) -> None:
    page = open_laying(browse, "n=2&0.map=A+A/Pb+Pn/T+T", "99", "phone")
    error = announcement(page).locator(".error")
    expect(error).to_have_text("There is no card 99")
    with page.expect_response("**/api/v1/games/honshu/score?*"):
        page.locator('[name="1.name"]').evaluate(
            "(name) => { name.value = 'Bo'; name.dispatchEvent(new Event('input', { bubbles: true })); }"
        )
    expect(page.locator('.hand [data-value="1"] .who')).to_have_text("Bo")
    expect(error).to_have_text("There is no card 99")


@pytest.mark.long
def test_under_is_not_pressed_for_the_next_land(browse: Any) -> None:
    page = open_laying(browse, "0.map=A+A&1.map=T+T", "49", "phone")
    page.locator("[data-under]").tap()
    expect(page.locator("[data-under]")).to_have_attribute("aria-pressed", "true")
    page.locator(".hand button").nth(1).tap()
    expect(page.locator("[data-under]")).to_have_attribute("aria-pressed", "false")
    expect(announcement(page)).to_have_text("Card 49 fits here")


def test_turned_card_is_dragged_to_its_place(browse: Any) -> None:
    """Card 49, F F / A T / A T, turned once is A A F / T T F; its left end comes to lie over the land's last row."""
    page = open_laying(browse, "0.map=A+A/T+T/T+T", "49")
    page.locator("[data-turn]").click()
    at(page, -2, -2).click()
    at(page, -2, -2).hover()
    page.mouse.down()
    at(page, 1, 1).hover()
    page.mouse.up()
    expect(announcement(page)).to_have_text("Card 49 fits here")
    lay(page)
    assert land(page) == "A A/T A A F/T T T F"


# From the keyboard alone


@pytest.mark.long
def test_keyboard_alone_lays_paints_and_looks(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    page.locator("#card").focus()
    press("a", "1")
    expect(page.locator('[name="0.map"]')).to_have_value("A A/Pb* Pn*/T T")
    left, top = (int(part) for part in page.locator('[data-word="A"]').first.get_attribute("data-at").split(","))
    # Card 49, turned once, is A A F / T T F; its left end goes over the last row's end
    press("4", "9", "Enter")
    expect(page.locator("#land [role=gridcell]:focus")).to_have_count(1)
    press("r")
    at(page, left + 1, top + 2).focus()
    press("Enter")
    expect(announcement(page)).to_have_text("Card 49 fits here")
    press("Enter")
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "A A/Pb* Pn*/T A A F/. T T F"
    page.locator('.modes [data-value="paint"]').focus()
    press("Enter")
    page.locator('[data-what="forest"]').first.focus()
    press("ArrowRight", "m", "l", "Enter")
    expect(announcement(page)).to_have_text("Row 3, column 5: lake; A: 6 in all")
    press("ArrowLeft", "4", "y", "Enter", "c", "Enter")
    assert land(page) == "A A/Pb* Pn*/T A A My4* L/. T T F"
    press("ArrowDown", "Delete")
    assert land(page) == "A A/Pb* Pn*/T A A My4* L/. T T"
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "false")
    press("Control+z", "Control+z")
    assert land(page) == "A A/Pb* Pn*/T A A My4 L/. T T F"
    press("Control+Shift+z")
    assert land(page) == "A A/Pb* Pn*/T A A My4* L/. T T F"
    # The land is one stop; on Home the first square of the row
    press("Home")
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)
