"""A sheet's views: boards have a place in the history, players come in hand one by one, and a low screen keeps names and totals."""

from collections.abc import Callable

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from sheet_page import numbers, open_table
from waiting import wait_until

Browse = Callable[..., Page]

BOARDS = {"hansa_teutonica": "offices.stade=AB", "honshu": "0.map=T+Pb+A/L+Pb+T", "chang_cheng": "wall=A+B+C"}
"""Positions on the boards, as entries of a link."""
COUNTS = {"hansa_teutonica": "0.cities", "honshu": "0.forest", "chang_cheng": "regions.0.walls.0"}
"""An entry that each of them counts."""
COVERED = """(elements) => elements.filter((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((element) => element.textContent)"""
RENAME = """(name) => {
  name.value = "Bo";
  name.dispatchEvent(new Event("input", { bubbles: true }));
}"""
MIDDLE = "(element) => { const { x, width } = element.getBoundingClientRect(); return Math.round(x + width / 2); }"


def board_is_open(page: Page) -> None:
    expect(page.locator(".board-part > section")).to_be_visible()


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", BOARDS)
def test_back_leads_from_a_board_to_the_numbers(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/rules")
    page.goto(f"/en/{slug}/score?n=3&to=sheet&0.name=Ann")
    page.locator('.views [data-view="board"]').tap()
    board_is_open(page)
    page.go_back()
    expect(page.locator('[name="0.name"]')).to_have_value("Ann")
    expect(page.locator(".board-part > section")).to_be_hidden()
    page.go_forward()
    board_is_open(page)
    numbers(page)
    expect(page.locator(".board-part > section")).to_be_hidden()
    wait_until(page, "!history.state?.board")
    page.go_back()
    page.wait_for_url(f"**/{slug}/rules")


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


# What a board counts


@pytest.mark.short(slug="chang_cheng")
@pytest.mark.parametrize("slug", BOARDS)
def test_counts_from_a_board_fold_and_come_back(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?n=3&to=sheet&0.name=Ann&{BOARDS[slug]}")
    page.locator('.views [data-view="numbers"]').tap()
    line = page.locator(".counted p")
    expect(line).to_have_text(("Ann: counted" if slug == "honshu" else "Counted") + " from the board · use numbers instead")
    count = page.locator(f'[name="{COUNTS[slug]}"]')
    expect(count).to_be_hidden()
    seen = page.locator(".category input.in[placeholder]:visible, .counts-part input.in[placeholder]:visible").count()
    expect(page.locator("#left")).to_have_text(f"{seen} blank. Blanks count as 0.")
    line.get_by_role("button").tap()
    expect(count).to_be_visible()
    expect(line).to_have_count(0)
    page.locator("[data-undo]").tap()
    expect(line).to_have_count(1)
    expect(count).to_be_hidden()


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


# Laying cards


def test_lay_it_without_a_card_says_what_is_missing(browse: Browse) -> None:
    page = browse("/en/honshu/score")
    page.locator('.views [data-view="board"]').tap()
    board_is_open(page)
    page.locator("[data-lay]").tap(force=True)
    expect(page.locator("#land .said .error")).to_have_text("Enter the number of the card")


def test_a_card_that_is_refused_is_not_talked_over_by_the_score(browse: Browse) -> None:
    page = browse("/en/honshu/score?n=2&to=sheet&0.map=A+A/Pb+Pn/T+T")
    page.locator('.views [data-view="board"]').tap()
    page.locator('.modes [data-value="lay"]').tap()
    page.locator("#card").fill("99")
    error = page.locator("#land .said .error")
    expect(error).to_have_text("There is no card 99")
    with page.expect_response("**/api/v1/games/honshu/score?*"):
        page.locator('[name="1.name"]').evaluate(RENAME)
    expect(page.locator('.hand [data-value="1"] .who')).to_have_text("Bo")
    expect(error).to_have_text("There is no card 99")
