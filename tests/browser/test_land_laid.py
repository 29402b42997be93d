"""The land of Honshu laid from cards in a browser: the rulebook's land, what fits and what does not, and all of it from the keyboard."""

from typing import Any

import pytest
from land_page import RULEBOOK, SHEET, at, land, mode, points, said, tool
from playwright.sync_api import expect

from scorers.honshu.cards import MAP_CARDS, START_CARDS
from scorers.honshu.laying import turned

CARDS = [
    ("A2", 1, 0, 2), ("46", 0, 0, 2), ("47", 3, 0, 4), ("16", 0, 1, 3), ("1", 0, 1, 1), ("56", 0, 2, 2), ("31", 0, 4, 3),
    ("12", 0, 6, 3), ("52", 1, 6, 4), ("4", 0, 5, 3), ("55", 0, 5, 2), ("48", 1, 4, 0), ("32", 2, 5, 0),
]  # fmt: skip
"""Thirteen cards that show 45 of its squares: number, quarter turns, and the row and column of the top left square, from 0."""


# The run by thumb


def test_the_rulebooks_land_laid_from_cards_and_painted_is_worth_63(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}")
    wanted = {(row, column): word for row, words in enumerate(RULEBOOK) for column, word in enumerate(words.split()) if word != "."}
    left, top = 0, 0
    for number, turns, row, column in CARDS:
        if number in START_CARDS:
            page.locator(f'[data-card="{number}"]').tap()
            left, top = (int(part) for part in page.locator(".ghost").first.get_attribute("data-at").split(","))
            left, top = left - column, top - row
        else:
            page.locator("#card").fill(number.lower())
        for _ in range(turns):
            page.locator("[data-turn]").tap()
        if number not in START_CARDS:
            # A tap on what it meets would push it under, so it first goes where there is nothing
            page.locator('[role=gridcell][data-kind=""]:not(.ghost)').last.tap()
            at(page, left + column, top + row).tap()
        expect(page.locator("[data-lay]")).to_have_attribute("aria-disabled", "false")
        page.locator("[data-lay]").tap()
        expect(page.locator(".ghost")).to_have_count(0)
    mode(page, "paint")
    for (row, column), word in wanted.items():
        square = at(page, left + column, top + row)
        # Cubes on production squares may stay: they are delivered to the same factories
        plain = word.rstrip("*")
        if (square.get_attribute("data-word") or "").rstrip("*") != plain:
            kind = plain[0] + plain[2:]
            tool(page, kind, plain[1:2])
            square.tap()
    expect(points(page, "town")).to_have_text("17")
    assert land(page).replace("*", "").split("/") == [row.replace("*", "") for row in RULEBOOK]
    tool(page, "C")
    for (row, column), word in wanted.items():
        if word.endswith("*"):
            at(page, left + column, top + row).tap()
    for line, worth in {"forest": "20", "town": "17", "lake": "12", "factory": "14", "end_card": "0"}.items():
        expect(points(page, line)).to_have_text(worth)
    expect(page.locator("#totals b").first).to_have_text("63")
    page.get_by_role("button", name={"en": "Score", "zh-Hant": "計分"}[lang], exact=True).last.click()
    expect(page.locator(".score-pad tr.total b").first).to_have_text("63")


# Laying


def test_a_wrong_laying_says_why_and_is_not_laid(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=L+T/T+T/T+T", device="desktop")
    mode(page, "lay")
    page.locator("#card").fill("49")
    at(page, 0, -2).click()
    expect(said(page)).to_have_text("Card 49 would hide the lake in row 1, column 1; lakes stay in sight")
    page.locator("[data-lay]").click(force=True)
    assert land(page) == "L T/T T/T T"
    at(page, -2, 2).click()
    expect(said(page)).to_have_text("Card 49 must share at least one square with the cards laid before")
    page.locator("#card").fill("61")
    expect(said(page)).to_have_text("There is no card 61")
    page.locator("#card").fill("B1")
    expect(said(page)).to_contain_text("A land begins with a start card")
    assert land(page) == "L T/T T/T T"


def test_a_card_lies_over_or_under_the_land_or_both(browse: Any) -> None:
    """Card 49 is F F / A T / A T; its top row meets both squares of the land's last row."""
    start = f"/en/{SHEET}?to=sheet&0.map=A+A/A+A/T+L"
    page = browse(start, device="desktop")
    mode(page, "lay")
    page.locator("#card").fill("49")
    at(page, -2, 2).click()
    at(page, 0, 2).click()
    expect(said(page)).to_contain_text("would hide the lake")
    page.locator("[data-under]").click()
    expect(said(page)).to_have_text("Card 49 fits here")
    at(page, 0, 2).click()  # tapped where it meets the land: there it comes to lie over it
    expect(at(page, 0, 2)).to_have_attribute("data-word", "F")
    expect(at(page, 1, 2)).to_have_attribute("data-word", "L")
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "A A/A A/F L/A T/A T"


def test_new_production_squares_get_their_cubes_and_covered_ones_lose_theirs(browse: Any) -> None:
    """Card 1 is L Pb / F T / Pg T; its last row covers the land's first."""
    page = browse(f"/en/{SHEET}?to=sheet&0.map=Py*+Pn*/A+A/T+T", device="desktop")
    mode(page, "lay")
    page.locator("#card").fill("1")
    at(page, -2, 2).click()
    at(page, 0, -2).click()
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "L Pb*/F T/Pg* T/A A/T T"


def test_a_card_that_waits_is_judged_again_when_the_land_changes(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=A+A", device="desktop")
    mode(page, "paint")
    at(page, 1, 1).click()
    mode(page, "lay")
    page.locator("#card").fill("49")
    at(page, 2, 2).click()
    at(page, 1, 1).click()
    page.locator("[data-undo]").click()
    expect(said(page)).to_have_text("Card 49 must share at least one square with the cards laid before")
    page.locator("[data-lay]").click(force=True)
    assert land(page) == "A A"


@pytest.mark.parametrize("turns", range(4))
def test_a_turned_card_lies_as_it_is_drawn(browse: Any, turns: int) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    page.locator('[data-card="B6"]').click()
    for _ in range(turns):
        page.locator("[data-turn]").click()
    drawn = page.locator(".ghost").evaluate_all("(cells) => cells.map((cell) => cell.dataset.word)")
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)
    rows = [" ".join(row) for row in turned(START_CARDS["B6"], turns)]
    assert land(page) == "/".join(rows)
    assert " ".join(drawn) == " ".join(rows)


def test_every_printed_card_can_be_called_by_its_number(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    printed = page.locator(".for-lay").evaluate("(panel) => JSON.parse(panel.dataset.cards)")
    assert printed == {number: [list(row) for row in card] for number, card in (START_CARDS | MAP_CARDS).items()}


def test_a_card_is_dragged_to_its_place(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=A+A/T+T/T+T", device="desktop")
    mode(page, "lay")
    page.locator("#card").fill("49")
    at(page, -2, -2).click()
    at(page, -2, -2).hover()
    page.mouse.down()
    at(page, 0, 1).hover()
    page.mouse.up()
    expect(said(page)).to_have_text("Card 49 fits here")
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "A A/F F/A T/A T"


# From the keyboard alone


def test_a_land_is_laid_painted_and_looked_at_from_the_keyboard_alone(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    page.locator("#card").focus()
    press("a", "1", "Enter")
    expect(page.locator(".ghost").first).to_be_focused()
    press("Enter")
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "A A/Pb* Pn*/T T"
    left, top = (int(part) for part in page.locator('[data-word="A"]').first.get_attribute("data-at").split(","))
    # Card 49, turned once, is A A F / T T F; its left end goes over the last row's end
    page.locator("#card").focus()
    press("4", "9", "Enter")
    expect(page.locator("#land [role=gridcell]:focus")).to_have_count(1)
    press("r")
    at(page, left + 1, top + 2).focus()
    press("Enter")
    expect(said(page)).to_have_text("Card 49 fits here")
    press("Enter")
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "A A/Pb* Pn*/T A A F/. T T F"
    page.locator('.modes [data-value="paint"]').focus()
    press("Enter")
    page.locator('[data-what="forest"]').first.focus()
    press("ArrowRight", "m", "l", "Enter")
    expect(said(page)).to_have_text("Row 3, column 5: lake; A: 6 in all")
    press("ArrowLeft", "4", "y", "Enter", "c", "Enter")
    assert land(page) == "A A/Pb* Pn*/T A A My4* L/. T T F"
    press("ArrowDown", "Delete")
    assert land(page) == "A A/Pb* Pn*/T A A My4* L/. T T"
    press("Control+z", "Control+z")
    assert land(page) == "A A/Pb* Pn*/T A A My4 L/. T T F"
    press("Control+Shift+z")
    assert land(page) == "A A/Pb* Pn*/T A A My4* L/. T T F"
    # The land is one stop; on Home the first square of the row
    press("Home")
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)
