"""Seats: colours as the pieces on the table, names that were used before, other places, one player more or less."""

import re
from collections.abc import Callable

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from sheet_page import expect_values, open_table

from scorers.model import COLOURS

Browse = Callable[..., Page]
OPEN_AND_LOAD_DRAGGING = """async () => {
  const table = document.querySelector(".table");
  const toggled = new Promise((done) => table.addEventListener("toggle", done, { once: true })); // heard after the page's own listener
  table.querySelector("summary").click();
  await toggled;
  await import(document.querySelector('script[src$="/sheet.js"]').src.replace("sheet.js", "drag_seats.js"));
}"""


@pytest.mark.long
def test_a_colour_is_chosen_and_no_two_are_alike(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=3&to=sheet")
    open_table(page)
    links = page.locator('[name="0.colour"]').evaluate_all("(options) => options.map((one) => one.value)")
    assert links[:6] == ["", "red", "blue", "yellow", "green", "purple"]
    assert set(links) == {"", *COLOURS}
    page.get_by_label("Colour of A").tap()
    page.get_by_role("radiogroup", name="A: Colour").get_by_label("yellow").tap()
    expect(page.locator('[name="2.colour"]:checked')).to_have_value("red")
    expect(page).to_have_url(re.compile("0.colour=yellow.*2.colour=red"))
    page.reload()
    expect_values(page, ("0.colour", "2.colour"), ["yellow", "red"])


def test_players_change_places_with_all_that_is_theirs(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=3&0.name=Ann&1.name=Bo&0.prestige=7&1.bag=3&coellen.8=0&to=sheet")
    open_table(page)
    page.get_by_role("button", name="Move Ann back").tap()
    expect(page.locator('[name="0.name"]')).to_have_value("Bo")
    expect_values(page, ("1.name", "1.prestige"), ["Ann", "7"])
    expect(page.locator('[name="0.bag"]')).to_be_checked()
    expect(page.locator('[name="coellen.8"][value="1"]')).to_be_checked()
    expect(page.locator("#totals b")).to_have_text(["4", "15", "–"])


@pytest.mark.long
def test_a_player_is_dragged_to_another_place_with_all_that_is_theirs(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&0.name=Ann&0.left=4&2.left=6&to=sheet", device="desktop")
    page.evaluate(OPEN_AND_LOAD_DRAGGING)
    places = [grip.bounding_box() for grip in page.locator(".grip").all()]
    assert all(places)
    (x, y), (_, below) = ((box["x"] + 10, box["y"] + 20) for box in (places[0], places[2]) if box)
    expect(page.locator(".grip").first).to_be_in_viewport()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, below, steps=4)
    page.mouse.up()
    expect_values(page, ("0.left", "1.left", "2.name", "2.left"), ["", "6", "Ann", "4"])


def test_a_player_is_added_and_removed_and_nobody_loses_an_entry(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&0.name=Ann&0.left=4&1.left=6&to=sheet")
    page.get_by_role("button", name="Add a player").tap()
    page.locator('[name="2.left"]').fill("8")
    open_table(page)
    page.get_by_role("button", name="Remove Ann").tap()
    expect(page.locator('[name="0.left"]')).to_have_value("6")
    expect(page.locator('input[name$=".left"]:visible')).to_have_count(2)
    page.get_by_role("button", name="Add a player").tap()
    expect(page.locator('[name="2.left"]:visible')).to_have_value("4")
    expect_values(page, ("1.left", "2.name"), ["8", "Ann"])


def test_names_are_remembered_on_the_device(browse: Browse) -> None:
    page = browse("/en/qin/score")
    page.locator('[name="0.name"]').fill("小明")
    page.locator('[name="1.name"]').fill("Bo")
    page.locator('[name="0.left"]').focus()
    page.goto("/en/trajan/score")
    page.locator('[name="0.name"]').focus()
    expect(page.locator("#people option")).to_have_count(2)
    assert set(page.locator("#people option").evaluate_all("(options) => options.map((one) => one.value)")) == {"小明", "Bo"}


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_and_marks_can_be_read_on_every_colour(browse: Browse, scheme: str) -> None:
    page = browse("/en/hansa_teutonica/score", scheme=scheme)
    wrong = {}
    for first in range(0, len(COLOURS), 5):
        five = [*COLOURS, *COLOURS][first : first + 5]
        query = "&".join(f"{seat}.colour={colour}&{seat}.keys=2" for seat, colour in enumerate(five))
        page.goto(f"/en/hansa_teutonica/score?n=5&to=sheet&{query}")
        expect(page.locator("#totals b").first).to_have_text("0")
        wrong[first] = violations(page)
    assert {first: pairs for first, pairs in wrong.items() if pairs} == {}
