"""Colours of the seats: choosing them by tap or by keys, at a name or in the panel, and their contrast."""

import re

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import Page, expect
from sheet_page import cell, expect_values, open_table, total

from scorers.model import COLOURS

HANSA = "/en/hansa_teutonica/score?n=4&to=sheet"
FOUR = "/en/hansa_teutonica/score?n=4&0.name=Tom&1.name=Maya&2.name=Ravi&3.name=Ling&to=sheet"
COLOUR_CLASSES = "(page) => [...page.classList].filter((one) => /^c\\d-/.test(one)).sort().join(' ')"


def colours(page: Page, selector: str = "#sheet") -> str:
    """Return the colour classes of all seats, on the sheet or on another element."""
    classes: str = page.locator(selector).evaluate(COLOUR_CLASSES)
    return classes


def expect_colours(page: Page, classes: str) -> None:
    """Wait until these are the colour classes of all seats of a sheet."""
    expect(page.locator("#sheet" + "".join(f".{one}" for one in classes.split()))).to_be_attached()
    assert colours(page) == classes


def test_colour_stays_up_to_the_next_game(browse: Browse) -> None:
    page = browse(HANSA)
    open_table(page)
    options = cell(page, "0.colour").evaluate_all("(options) => options.map((one) => one.value)")
    assert options[:6] == ["", "red", "blue", "yellow", "green", "purple"]
    assert set(options) == {"", *COLOURS}
    for seat, colour in (("A", "purple"), ("B", "yellow")):
        page.get_by_label(f"Colour of {seat}").tap()
        page.get_by_role("radiogroup", name=f"{seat}: Colour").get_by_label(colour).tap()
    expect(page.locator('[name="2.colour"]:checked')).to_have_value("blue")  # C had yellow, which B has taken
    before = "c0-purple c1-yellow c2-blue c3-green"
    expect_colours(page, before)
    expect(page).to_have_url(re.compile("0.colour=purple&1.colour=yellow&2.colour=blue"))
    page.reload()
    expect_values(page, ("0.colour", "1.colour", "2.colour"), ["purple", "yellow", "blue"])
    cell(page, "3.prestige").fill("7")
    page.locator(".finish .main").tap()
    expect(page.locator("body.result")).to_be_visible()
    assert colours(page, "body") == before
    page.get_by_role("link", name="New game, same players").tap()
    expect(page.locator("#sheet")).to_be_visible()
    assert colours(page) == before


def test_colours_at_a_name_take_one_tap_each(browse: Browse) -> None:
    page = browse(FOUR)
    cell(page, "0.name").tap()
    shades = page.get_by_role("toolbar", name="Colour of Tom")
    expect(shades.get_by_role("button", pressed=True)).to_have_accessible_name("red")
    expect(shades.get_by_role("button", name="blue: Maya")).to_have_attribute("data-owner", "B")
    shades.get_by_role("button", name="purple").tap()
    expect(cell(page, "0.name")).to_be_focused()
    assert violations(page, ".names") == []
    cell(page, "1.name").tap()
    page.get_by_role("toolbar", name="Colour of Maya").get_by_role("button", name="yellow").tap()
    expect_colours(page, "c0-purple c1-yellow c2-blue c3-green")
    cell(page, "0.prestige").tap()
    expect(page.locator(".shades")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(("lang", "taken"), [("en", "yellow: Ravi"), ("zh-Hant", "黃：Ravi")])
def test_arrow_keys_choose_no_colour_until_confirmed(browse: Browse, lang: str, taken: str) -> None:
    """At a name the colours are one stop of Tab; only Enter, Space, or leaving the colours of the panel chooses one."""
    page = browse(FOUR.replace("/en/", f"/{lang}/"), device="desktop")
    cell(page, "1.name").focus()
    swatches = page.locator(".shades button")
    yellow = swatches.and_(page.locator('[value="yellow"]'))
    expect(swatches).to_have_count(len(COLOURS))
    red = page.locator('[name="0.colour"][value="red"]')
    expect(red).to_be_checked()  # the default, before anything is chosen
    page.keyboard.press("Tab")
    expect(swatches.and_(page.locator('[value="blue"]'))).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(yellow).to_be_focused()
    expect(yellow).to_have_accessible_name(taken)
    assert colours(page) == "c0-red c1-blue c2-yellow c3-green"
    page.keyboard.press("Enter")
    assert colours(page) == "c0-red c1-yellow c2-blue c3-green"
    expect(yellow).to_be_focused()
    assert violations(page, ".names") == []
    page.keyboard.press("Escape")
    expect(cell(page, "1.name")).to_be_focused()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(cell(page, "2.name")).to_be_focused()
    open_table(page)
    page.locator(".place.seat-0 .wear summary").press("Enter")
    red.focus()
    for _ in range(4):  # blue, yellow, green, purple
        page.keyboard.press("ArrowRight")
    assert colours(page) == "c0-red c1-yellow c2-blue c3-green"
    page.keyboard.press("Space")
    assert colours(page) == "c0-purple c1-yellow c2-blue c3-green"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")  # chooses green, and gives purple to D
    assert colours(page) == "c0-green c1-yellow c2-blue c3-purple"


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_and_marks_contrast_with_every_colour(browse: Browse, scheme: str) -> None:
    page = browse("/en/hansa_teutonica/score", scheme=scheme)
    wrong = {}
    for first in range(0, len(COLOURS), 5):
        five = [*COLOURS, *COLOURS][first : first + 5]
        query = "&".join(f"{seat}.colour={colour}&{seat}.keys=2" for seat, colour in enumerate(five))
        page.goto(f"/en/hansa_teutonica/score?n=5&to=sheet&{query}")
        expect(total(page, 0)).to_have_text("0")
        wrong[first] = violations(page)
    assert {first: pairs for first, pairs in wrong.items() if pairs} == {}
