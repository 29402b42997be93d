"""A sheet's views: boards have a place in the history, players come in hand one by one, and a low screen keeps names and totals."""

from collections.abc import Callable

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from sheet_page import open_table
from waiting import wait_until

Browse = Callable[..., Page]

COVERED = """(elements) => elements.filter((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((element) => element.textContent)"""
MIDDLE = "(element) => { const { x, width } = element.getBoundingClientRect(); return Math.round(x + width / 2); }"


def board_is_open(page: Page) -> None:
    expect(page.locator(".board-part > section")).to_be_visible()


def test_back_from_a_board_loses_no_entry(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/rules")
    page.goto("/en/hansa_teutonica/score")
    page.locator('[name="0.prestige"]').fill("20")
    page.wait_for_url("**0.prestige=20**")
    page.locator('.views [data-view="board"]').tap()
    board_is_open(page)
    page.locator("[data-city=stade] .name").tap()
    page.locator("[data-city=stade] .office").first.tap()
    page.wait_for_url("**offices.stade=A**")
    page.go_back()
    expect(page.locator('[name="0.prestige"]')).to_be_visible()
    page.wait_for_url("**offices.stade=A**")
    page.reload()
    expect(page.locator('[name="0.prestige"]')).to_have_value("20")
    expect(page.locator('[name="offices.stade"]')).to_have_value("A")
    page.go_forward()
    board_is_open(page)
    expect(page.locator('[name="offices.stade"]')).to_have_value("A")


def test_a_draft_knows_its_sheet_at_both_places_of_the_history(browse: Browse) -> None:
    page = browse("/en/qin/rules")
    page.goto("/en/hansa_teutonica/score")
    page.locator('.views [data-view="board"]').tap()
    board_is_open(page)
    page.locator("[data-city=stade] .name").tap()
    page.locator("[data-city=stade] .office").first.tap()
    sheet = wait_until(page, "history.state?.board && history.state.sheet")
    page.go_back()
    wait_until(page, "history.state?.sheet ?? ''", lambda there: there == sheet)


def test_the_bottom_bar_lies_over_the_view_switches(browse: Browse) -> None:
    page = browse("/en/chang_cheng/score?n=4&to=sheet")
    open_table(page)
    page.locator(".views").evaluate("(views) => scrollBy(0, views.getBoundingClientRect().bottom - innerHeight + 10)")
    assert page.locator(".finish button:visible").evaluate_all(COVERED) == []


# Player by player


def by_player(browse: Browse, query: str = "n=3&to=sheet&0.name=Ann&1.name=Bo") -> Page:
    page = browse("/en/")
    page.evaluate("localStorage.setItem('by', 'player')")
    page.goto(f"/en/trajan/score?{query}")
    return page


def test_a_value_stands_below_its_owner(browse: Browse) -> None:
    page = by_player(browse)
    for seat, name in enumerate(("Ann", "Bo", "C")):
        page.locator(f".totals .seat-{seat}").tap()
        expect(page.get_by_role("heading", name=f"{name}'s score")).to_be_visible()
        cell = page.locator(f'[name="{seat}.points"]')
        expect(cell).to_be_visible()
        assert cell.evaluate(MIDDLE) == page.locator(f".names .seat-{seat} .in").evaluate(MIDDLE)
        assert page.locator('.category [name$=".points"]:visible').count() == 1


def test_a_tap_on_a_piece_changes_the_player_and_no_keyboard_comes(browse: Browse) -> None:
    page = by_player(browse)
    page.locator('[name="1.name"]').tap()
    expect(page.get_by_role("heading", name="Bo's score")).to_be_visible()
    assert page.evaluate("document.activeElement.name ?? ''") == ""
    page.locator('[name="1.hand"]').tap()
    page.locator(".totals .seat-0").tap()
    expect(page.locator('[name="0.hand"]')).to_be_focused()
    expect(page.locator(".keypad")).to_be_visible()
    page.locator('[name="0.name"]').tap()
    expect(page.locator('[name="0.name"]')).to_be_focused()


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_axe_finds_nothing_player_by_player(browse: Browse, lang: str) -> None:
    page = by_player(browse)
    page.goto(f"/{lang}/hansa_teutonica/score?n=3&to=sheet&0.name=Ann&offices.stade=AB")
    expect(page.locator(".owner")).to_be_visible()
    assert violations(page) == []


# A low screen


def test_names_and_totals_share_a_line_that_stays_on_a_low_screen(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=4&to=sheet&0.name=Ann&1.name=Bo&0.points=44")
    page.set_viewport_size({"width": 740, "height": 360})
    expect(page.locator("#totals b").first).to_have_text("44")
    page.evaluate("scrollTo(0, 600)")
    line = page.locator("#totals")
    expect(line).to_be_in_viewport()
    expect(line).to_contain_text("Ann")
    box = line.bounding_box()
    assert box
    assert (box["y"], box["height"] <= 48) == (0, True)
    page.locator('[name="0.trajan_tiles"]').tap()
    cell, pad = page.locator('[name="0.trajan_tiles"]').bounding_box(), page.locator(".keypad").bounding_box()
    assert cell
    assert pad
    assert box["height"] <= cell["y"]
    assert cell["y"] + cell["height"] <= pad["y"]


def test_the_keypad_has_two_whole_lines_on_a_low_screen(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet")
    page.set_viewport_size({"width": 740, "height": 360})
    page.locator('[name="0.points"]').tap()
    expect(page.locator(".keypad")).to_be_visible()
    keys = page.locator(".keys button").evaluate_all(
        """(keys) => keys.map((key) => {
          const { top, left, right } = key.getBoundingClientRect();
          return [key.dataset.key, ...[top, left, right].map(Math.round)];
        })"""
    )
    tops = sorted({top for _, top, _, _ in keys})
    assert len(tops) == 2
    lines = [sorted((key for key in keys if key[1] == top), key=lambda key: key[2]) for top in tops]
    assert "".join(key[0] for key in lines[0]) == "1234567890"
    assert lines[0][-1][3] == lines[1][-1][3]  # both end at the edge: there is no hole


# The line below the map


@pytest.mark.short(lang="en")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_the_palette_of_the_map_stays_when_its_line_changes(browse: Browse, lang: str) -> None:
    page = browse(f"/{lang}/hansa_teutonica/score?n=5&to=sheet&0.name=Ann&1.name=Charlotte&2.name=小明")
    page.locator('.views [data-view="board"]').tap()
    board_is_open(page)
    tops = set()
    for _ in ("as it opens", "a city is near", "an office is taken"):
        tops.add(page.locator("#map .tally").evaluate("(list) => Math.round(list.offsetTop)"))
        page.locator("[data-city=stade] .office").first.tap()
    expect(page.locator(".hand .seat-0 .sum")).not_to_have_text("")
    expect(page.locator(".hand .seat-0 .who")).to_be_visible()
    tops.add(page.locator("#map .tally").evaluate("(list) => Math.round(list.offsetTop)"))
    assert len(tops) == 1
    assert violations(page, "#map") == []
