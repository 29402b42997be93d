"""Boards that several phones fill at once: each city and each space of the wall is one entry, each land is one player's."""

import re
from datetime import UTC, datetime, timedelta
from functools import partial
from operator import eq
from typing import Any

import pytest
from board_pages import BOARD, choose_mode, map_points, office, points, space
from board_pages import choose_seat as choose
from board_pages import choose_tool as tool
from board_pages import square as at
from playwright.sync_api import Page, expect
from sheet_page import show_board
from table_page import NewPhone, cell, expect_value, is_above_the_dock, seat_phones, wait_for_sheet
from waiting import wait_until

MOMENT = datetime(2026, 11, 24, 20, 0, tzinfo=UTC)
WALL = {"players": 3, "wall": BOARD, "china": "5 3 5", "mongol": "4 4 5", "threats": "3 2 4"}


def sit_at_boards(new_phone: NewPhone, slug: str, **options: Any) -> tuple[Page, Page]:
    """Return Ann's and Bo's phones, each with the board of one shared sheet."""
    ann, bo = new_phone(), new_phone()
    seat_phones(ann, bo, slug=slug, **options)
    for seat, phone in enumerate((ann, bo)):
        show_board(phone)
        if slug == "hansa_teutonica":
            choose(phone, seat)
    return ann, bo


def test_map_is_filled_by_two_phones_at_once(new_phone_at_table: NewPhone) -> None:
    """Ann places in Bremen and Bo in Hamburg: each sees both, and each controls a city. Bo's total stays hidden from Ann."""
    ann, bo = sit_at_boards(new_phone_at_table, "hansa_teutonica", players=3, **{"1.prestige": "31"})
    office(ann, "bremen").dispatch_event("click")
    office(bo, "hamburg").dispatch_event("click")
    for phone in (ann, bo):
        expect_value(phone, "offices.bremen", "A")
        expect_value(phone, "offices.hamburg", "B--")
        expect(office(phone, "bremen").locator("text")).to_have_text("A")
        expect(office(phone, "hamburg").locator("text")).to_have_text("B")
        for seat in (0, 1):
            expect(map_points(phone, seat, "cities")).to_have_text("2")
    others = ann.locator('.hand [data-value="1"] .sum')
    expect(others).to_have_text("34")  # 31, 2 for the city and 1 for the network of one office
    expect(others).to_be_hidden()


@pytest.mark.long
def test_board_chosen_on_one_phone_is_that_of_the_other(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo)
    ann.locator("details.table > summary").click()
    ann.locator("[name=board]").select_option("britannia")
    for phone in (ann, bo):
        expect(phone.locator('[name="offices.conway"]')).to_be_attached()
        expect(phone.locator('[name="offices.bremen"]:not([type=hidden])')).to_have_count(0)
    wait_for_sheet(bo)
    show_board(bo)
    expect(bo.locator("#map [data-city=conway]")).to_have_count(1)


@pytest.mark.long
def test_wall_is_laid_by_two_phones_at_once(new_phone_at_table: NewPhone) -> None:
    """Ann changes the first space, and Bo, whose phone is offline for a while, the eleventh: both changes stand."""
    ann, bo = sit_at_boards(new_phone_at_table, "chang_cheng", **WALL)
    bo.context.set_offline(True)
    space(ann, 1).click()
    ann.locator('[data-piece="C"]').click()
    space(bo, 11).click()
    bo.locator('[data-piece="x"]').click()
    expect(bo.locator(".news.away")).to_be_attached()
    bo.context.set_offline(False)
    for phone in (ann, bo):
        expect(cell(phone, "wall")).to_have_value(re.compile(r"C B Bt A C C A Ad Ad A x x C( \.)*"))


@pytest.mark.long
def test_wall_keeps_the_chosen_space_when_others_lay(new_phone_at_table: NewPhone) -> None:
    """Between Bo's two taps, Ann fills the first space: Bo's piece still goes on the eleventh."""
    ann, bo = sit_at_boards(new_phone_at_table, "chang_cheng", **WALL)
    space(bo, 11).click()
    space(ann, 1).click()
    ann.locator('[data-piece="C"]').click()
    expect(cell(bo, "wall")).to_have_value(re.compile("^C B Bt"))
    expect(space(bo, 11)).to_have_attribute("aria-current", "true")
    bo.locator('[data-piece="C"]').click()
    expect(cell(ann, "wall")).to_have_value(re.compile(r"C B Bt A C C A Ad Ad A C x C( \.)*"))


def test_land_is_painted_by_each_player(new_phone_at_table: NewPhone) -> None:
    """Bo's board stays in view while Ann paints. A forest of two squares scores 4, and Ann sees it, but not Bo's total."""
    ann, bo = sit_at_boards(new_phone_at_table, "honshu", players=2)
    for phone in (ann, bo):
        choose_mode(phone, "paint")
        tool(phone, "F")
    at(ann, 0, 0).click()
    expect_value(bo, "0.map", "F")
    expect(bo.locator('.hand [data-value="1"]')).to_have_attribute("aria-pressed", "true")
    at(bo, 0, 0).click()
    at(bo, 1, 0).click()
    expect(points(bo, "forest")).to_have_text("4")
    expect_value(ann, "1.map", "F F")
    expect(bo.locator(".dock .sum b")).to_have_text("4")
    ann.locator(".to-numbers").click()
    ann.locator('.strip [data-seat="1"]').click()
    expect(ann.locator("#c-forest > .points")).to_have_text("4")
    expect(ann.locator(".dock .sum b")).to_have_text("face down until the reveal")


def test_board_of_a_phone_leads_back_to_the_numbers(new_phone_at_table: NewPhone) -> None:
    """The way back is below the board, in one's own column and in everyone's view. The count of missing numbers stays."""
    ann = new_phone_at_table()
    table = seat_phones(ann, players=5)
    missing = ann.locator(".dock .missing").text_content()
    assert missing == "4 to go"
    show_board(ann)
    expect(ann.locator(".dock .missing")).to_have_text(missing)
    for control in (".to-numbers", "[data-done]"):
        assert is_above_the_dock(ann, f".dock {control}")
    ann.locator(".to-numbers").click()
    expect(ann.locator("[name='0.prestige']")).to_be_visible()
    ann.goto(f"/en{table}?view=all")
    wait_for_sheet(ann)
    show_board(ann)
    ann.locator(".to-numbers").click()
    expect(ann.locator("[name='0.prestige']")).to_be_visible()


@pytest.mark.long
def test_player_done_on_the_board_sees_the_tile(new_phone_at_table: NewPhone) -> None:
    ann = new_phone_at_table()
    seat_phones(ann, players=2, **{"0.prestige": "12", "0.markers": "2", "0.cities": "1", "0.network": "2"})
    show_board(ann)
    for _tap in range(2):  # the second tap confirms that blanks count as 0
        if ann.locator("[data-done]").is_visible():
            ann.locator("[data-done]").click()
    expect(ann.locator(".tile-back")).to_be_visible()
    ann.locator("[data-reveal]").click(trial=True)


@pytest.mark.long
def test_boards_look_as_on_the_ordinary_sheet(new_phone_at_table: NewPhone) -> None:
    """The spaces of the wall, and the counts below the map, have the same places as on a sheet that is not shared."""
    ann = new_phone_at_table()
    places = """(things) => [...document.querySelectorAll(things)].slice(0, 3).map((thing) => {
      const { x, width } = thing.getBoundingClientRect();
      return [x, width, getComputedStyle(thing).opacity];
    })"""
    for slug, things in (("chang_cheng", ".lanes .space"), ("hansa_teutonica", "ul.tally, ul.tally button")):
        ann.goto(f"/en/{slug}/score?n=3&to=sheet#board")
        ann.locator(".board-part[open] > section:not([hidden])").wait_for()
        expected = ann.evaluate(places, things)
        seat_phones(ann, slug=slug)
        show_board(ann)
        wait_until(ann, f"() => ({places})('{things}')", partial(eq, expected))


@pytest.mark.long
def test_map_that_another_fills_counts_for_everybody(new_phone_at_table: NewPhone) -> None:
    """Once Ann has placed an office, the map counts Bo's cities and network: two of four numbers are left."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo, players=2)
    expect(bo.locator(".dock .missing")).to_have_text("4 to go")
    show_board(ann)
    office(ann, "bremen").dispatch_event("click")
    expect(bo.locator(".dock .missing")).to_have_text("2 to go")
    expect(bo.locator("[name='1.cities']")).to_be_hidden()


def test_office_placed_by_two_at_once_stays(new_phone_at_table: NewPhone) -> None:
    """Bo's tap just after Ann's office has arrived does not take it back; a later tap does. Bo's clock stands still."""
    ann, bo = new_phone_at_table(), new_phone_at_table(pristine=True)
    bo.clock.set_fixed_time(MOMENT)
    seat_phones(ann, bo, players=2)
    for phone in (ann, bo):
        show_board(phone)
        choose(phone, 0)
    office(ann, "bremen").dispatch_event("click")
    expect(office(bo, "bremen").locator("text")).to_have_text("A")
    office(bo, "bremen").dispatch_event("click")
    expect(bo.locator("#map [role=status]")).to_contain_text("Bremen, office 1: Ann")
    expect_value(bo, "offices.bremen", "A")
    bo.clock.set_fixed_time(MOMENT + timedelta(seconds=2))
    office(bo, "bremen").dispatch_event("click")
    expect_value(bo, "offices.bremen", "")
    expect_value(ann, "offices.bremen", "")
