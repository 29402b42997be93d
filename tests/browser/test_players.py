"""Players on a sheet: names, seats, number and colours, the focus and the announcements when these change."""

import re

import pytest
from browsing import Browse
from kept_page import await_saved
from page_faults import violations
from playwright.sync_api import Page, expect
from sheet_page import (
    box_of,
    cell,
    expect_steps,
    expect_totals,
    expect_values,
    fill,
    open_table,
    redo,
    total,
    touch,
    undo,
)
from waiting import wait_until

from scorers.model import COLOURS

HANSA = "/en/hansa_teutonica/score?n=4&to=sheet"
FOUR = "/en/hansa_teutonica/score?n=4&0.name=Tom&1.name=Maya&2.name=Ravi&3.name=Ling&to=sheet"
CUT = (
    "() => [...document.querySelectorAll('.names .in')].filter((name) => name.scrollWidth > "
    "name.clientWidth).map((name) => name.value)"
)
OPEN_TABLE = """async () => {
  const table = document.querySelector(".table");
  const toggled = new Promise((done) => table.addEventListener("toggle", done, { once: true }));
    // after the listener of the page
  table.querySelector("summary").click();
  await toggled;
}"""


# Names


@pytest.mark.long
def test_names_are_suggested_again_and_not_cut_off(browse: Browse) -> None:
    page = browse(HANSA)
    for seat, name in enumerate(("Tom", "Maya", "小明", "Ling")):
        cell(page, f"{seat}.name").fill(name)
    cell(page, "0.prestige").focus()
    wait_until(page, "(localStorage.getItem('names') ?? '').split('\\n').length === 4")
    page.goto(FOUR.replace("Ravi", "小明"))
    cell(page, "3.name").focus()
    expect(page.locator("#people option")).to_have_count(4)
    values = page.locator("#people option").evaluate_all("(options) => options.map((one) => one.value)")
    assert set(values) == {"Tom", "Maya", "小明", "Ling"}
    assert page.evaluate(CUT) == []


@pytest.mark.long
def test_names_can_be_typed_in_the_panel_of_seats(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    open_table(page)
    fields = page.locator(".place > .in")
    fields.first.fill("")
    fields.first.press_sequentially("Ann")
    fields.first.press("Enter")
    expect(fields.nth(1)).to_be_focused()
    page.keyboard.insert_text("Bo")
    expect_values(page, ("0.name", "1.name"), ["Ann", "Bo"])
    expect(page.get_by_role("button", name="Move Ann back")).to_be_visible()
    cell(page, "0.left").fill("4")
    assert violations(page, ".table") == []
    undo(page, 2)  # the number, and Bo's name, which is one step
    expect_values(page, ("0.name", "1.name"), ["Ann", ""])
    expect(fields.nth(1)).to_have_value("")


# Seats


@pytest.mark.long
def test_dragged_player_takes_all_entries_along(browse: Browse) -> None:
    """Which entries move with a player is tested without a browser."""
    page = browse("/en/qin/score?n=3&0.name=Ann&0.left=4&2.left=6&to=sheet", device="desktop")
    page.evaluate(OPEN_TABLE)
    expect(page.locator(".place > .in")).to_have_count(3)  # fields for the names, which move the places
    first, last = box_of(page.locator(".grip").first), box_of(page.locator(".grip").last)
    (x, y), below = (first["x"] + 10, first["y"] + 20), last["y"] + 20
    expect(page.locator(".grip").first).to_be_in_viewport()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, below, steps=4)
    page.mouse.up()
    expect_values(page, ("0.left", "1.left", "2.name", "2.left"), ["", "6", "Ann", "4"])


def test_number_of_players_changes_without_losing_an_entry(browse: Browse) -> None:
    """By keyboard: the focus stays or follows the player, and the number is announced."""
    page = browse("/en/qin/score?n=2&0.name=Ann&0.left=4&1.left=6&to=sheet", device="desktop")
    page.locator(".table > summary").focus()
    page.keyboard.press("Enter")
    page.locator('.counts [value="3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.counts [value="3"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('.counts [value="3"]')).to_be_focused()
    expect(page.locator("#stepped")).to_have_text(re.compile("^3 players"))
    page.get_by_role("button", name="Add a player").focus()
    page.keyboard.press("Enter")
    expect(cell(page, "3.name")).to_be_focused()
    expect(page.locator("#stepped")).to_have_text(re.compile("^4 players"))
    cell(page, "2.left").fill("8")
    page.get_by_role("button", name="Remove Ann").click()
    expect(page.locator('.counts [value="3"]')).to_be_focused()
    expect(page.locator('input[name$=".left"]:visible')).to_have_count(3)
    expect_values(page, ("0.left", "1.left"), ["6", "8"])
    page.get_by_role("button", name="Add a player").click()
    expect(cell(page, "3.name")).to_be_focused()
    expect(page.locator('[name="3.left"]:visible')).to_have_value("4")
    expect_values(page, ("1.left", "3.name"), ["8", "Ann"])
    page.locator('[name="move"][value="2.3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[name="move"][value="3.2"]')).to_be_focused()  # the last player can only move forward
    expect(page.locator("#stepped")).to_have_text("C: seat 4 of 4")
    page.keyboard.press("Enter")
    expect(page.locator('[name="move"][value="2.1"]')).to_be_focused()
    expect_values(page, ["3.name"], ["Ann"])
    page.locator('[name="remove"][value="0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.counts [value="3"]')).to_be_focused()
    expect(page.locator("#stepped")).to_have_text(re.compile("^3 players"))


def test_added_player_keeps_the_scroll_and_is_undone(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet")
    fill(page, {"0.name": "Ann", "1.name": "Bo"})
    expect(page.locator(".shades")).to_be_visible()  # nothing moves any more
    await_saved(page)
    expect(page.get_by_role("link", name="Find a rule")).to_have_count(0)
    page.evaluate("scrollTo(0, 400)")
    expect(page.locator(".names .find")).to_be_visible()  # as the search of the header is out of sight
    touch(page, '.names [name="more"]')
    expect(cell(page, "2.name")).to_be_focused()
    assert page.locator(".table").get_attribute("open") is None
    wait_until(page, "Math.abs(scrollY - 400) < 2")
    expect_steps(page)
    undo(page)
    expect(page.locator(".names .in")).to_have_count(2)
    expect_values(page, ("0.name", "1.name"), ["Ann", "Bo"])
    expect(page.locator("#stepped")).to_have_text(re.compile("^2 players"))
    redo(page)
    expect(page.locator(".names .in")).to_have_count(3)
    for names in (["Ann", "Bo"], ["Ann", ""]):
        undo(page)
        expect(page.locator(".names .in")).to_have_count(2)
        expect_values(page, ("0.name", "1.name"), names)


@pytest.mark.long
def test_removed_players_are_named_and_come_back(browse: Browse) -> None:
    page = browse("/en/qin/score?n=4&2.name=Mina&1.left=3&2.left=5&to=sheet")
    open_table(page)
    expect_totals(page, "–", "12", "10", "–")  # 15 pagodas each, less those left
    page.locator('.counts [value="2"]').tap()
    expect(page.locator("#away")).to_have_text("Removed: Mina (10). Undo brings everything back.")
    expect(page.locator("#stepped")).to_have_text("2 players · Removed: Mina (10). Undo brings everything back.")
    assert violations(page, "main") == []
    expect_steps(page)
    page.evaluate("scrollTo(0, 60)")
    touch(page, "[data-undo]")
    expect(page.locator('[name="2.left"]:visible')).to_have_value("5")
    expect(page.locator(".table")).to_have_attribute("open", "")
    wait_until(page, "Math.abs(scrollY - 60) < 2")


COLOUR_CLASSES = "(page) => [...page.classList].filter((one) => /^c\\d-/.test(one)).sort().join(' ')"


def colours(page: Page, selector: str = "#sheet") -> str:
    """Return the colour classes of all seats, on the sheet or on another element."""
    classes: str = page.locator(selector).evaluate(COLOUR_CLASSES)
    return classes


def expect_colours(page: Page, classes: str) -> None:
    """Wait until these are the colour classes of all seats of a sheet."""
    expect(page.locator("#sheet" + "".join(f".{one}" for one in classes.split()))).to_be_attached()
    assert colours(page) == classes


@pytest.mark.long
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
    for _ in range(2):  # the first asks about choices that nobody made
        page.locator(".finish .main").tap()
        expect(page.locator("body.result, .live").first).to_be_attached()
    expect(page.locator("body.result")).to_be_visible()
    assert colours(page, "body") == before
    page.get_by_role("link", name="New game, same players").tap()
    expect(page.locator("#sheet")).to_be_visible()
    assert colours(page) == before


@pytest.mark.long
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
    page.locator(".place.seat-0 .piece-colour summary").press("Enter")
    red.focus()
    for _ in range(4):  # blue, yellow, green, purple
        page.keyboard.press("ArrowRight")
    assert colours(page) == "c0-red c1-yellow c2-blue c3-green"
    page.keyboard.press("Space")
    assert colours(page) == "c0-purple c1-yellow c2-blue c3-green"
    page.keyboard.press("ArrowLeft")
    assert colours(page) == "c0-purple c1-yellow c2-blue c3-green"
    page.keyboard.press("Enter")  # chooses green, and gives purple to D
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
