"""A shared sheet in browsers: players fill in a column each, rounds and boards too, and all phones show the same."""

import re
from datetime import UTC, datetime, timedelta
from functools import partial
from operator import eq
from typing import Any
from urllib.parse import urlencode

import pytest
from board_pages import BOARD, choose_mode, map_points, office, points, space
from board_pages import choose_seat as choose
from board_pages import choose_tool as tool
from board_pages import square as at
from browsing import Browse
from kept_page import await_saved
from page_faults import violations
from playwright.sync_api import Locator, Page, Route, expect
from serving import Server
from sheet_page import show_board
from table_page import (
    PLAYERS,
    NewPhone,
    cell,
    close_keypad,
    expect_value,
    fill,
    is_above_the_dock,
    look_at,
    open_table,
    seat_phones,
    sit,
    wait_for_sheet,
)
from waiting import stop_clock, wait_until, wait_until_idle


@pytest.mark.long
def test_five_phones_reach_the_same_result(new_phone_at_table: NewPhone) -> None:
    """One phone is offline for a while, one has no scripts, and two are in the other language.

    Nothing that was typed is lost.

    Ann 20 + 4 for her full actions; Bo 14 + 6 for four markers; 小明 9 + 7 in Coellen; 阿哲 12 + 6 for three cities;
    Cleo 3
    + 5 offices.
    """
    ann, bo, ming, zhe = (new_phone_at_table(pristine=True) for _ in range(4))
    cleo = new_phone_at_table(scripts=False)
    ann.goto(
        "/en/hansa_teutonica/together?"
        + urlencode({"n": 5} | {f"{seat}.name": name for seat, name in enumerate(PLAYERS)})
    )
    ann.locator("form.way button.main").click()
    ann.wait_for_url("**/open")
    table = ann.url.partition("/en")[2].removesuffix("/open")
    for phone, seat, lang in ((ann, 0, "en"), (bo, 1, "en"), (ming, 2, "zh-Hant"), (zhe, 3, "zh-Hant")):
        phone.goto(f"/{lang}{table}")
        phone.locator(f"button.band.seat-{seat}").click()
        wait_for_sheet(phone)
    cleo.goto(f"/en{table}")
    cleo.locator("button.band.seat-4").click()
    fill(ann, "0.prestige", "20")
    close_keypad(ann)  # it moves the page when it opens
    cell(ann, "0.actions").check(force=True)
    bo.context.set_offline(True)
    fill(bo, "1.prestige", "14")
    fill(bo, "1.markers", "4")
    expect(bo.locator(".news.away")).to_be_visible()
    fill(ming, "2.prestige", "9")
    close_keypad(ming)
    ming.locator('[name="coellen.7"][value="2"]').check(force=True)
    fill(zhe, "3.prestige", "12")
    fill(zhe, "3.cities", "3")
    fill(cleo, "4.prestige", "3")
    fill(cleo, "4.network", "5")
    cleo.locator("button.again").click()
    bo.context.set_offline(False)
    for phone in (ann, bo, ming, zhe):
        for name, text in (
            ("0.prestige", "20"),
            ("1.markers", "4"),
            ("2.prestige", "9"),
            ("3.cities", "3"),
            ("4.network", "5"),
        ):
            expect_value(phone, name, text)
        expect(cell(phone, "0.actions")).to_be_checked()
        expect(phone.locator('[name="coellen.7"][value="2"]')).to_be_checked()
    cleo.locator("button.again").click()
    expect_value(cleo, "1.prestige", "14")
    close_keypad(zhe)
    zhe.emulate_media(reduced_motion="reduce")  # so that the reveal does not go on by itself
    for phone in (ann, bo, ming):
        phone.emulate_media(reduced_motion="reduce")
        stop_clock(phone)
    zhe.locator("[data-scope]").click()
    zhe.locator("[data-reveal]").click()
    expect(zhe.locator("#said")).to_have_text("城市鑰匙：全部是1，對嗎？沒錯的話，請再按一次「不等待，直接揭曉」。")
    zhe.locator("[data-reveal]").click()
    for phone, lang in ((ann, "en"), (bo, "en"), (ming, "zh-Hant"), (zhe, "zh-Hant")):
        phone.wait_for_url(f"**/{lang}/hansa_teutonica/score?**")
        expect(phone.locator("dialog.reveal")).to_be_visible()
        totals = [phone.locator(f".score-pad .total .seat-{seat} b").text_content() for seat in range(5)]
        assert totals == ["24", "20", "16", "18", "8"]
    cleo.reload()
    expect(cleo.locator("ol.standing b")).to_have_text(["24", "20", "18", "16", "8"])


@pytest.mark.long
def test_undo_and_redo_of_a_choice_reach_the_others(new_phone_at_table: NewPhone) -> None:
    """By the keyboard, in whatever cell the focus is; the bar says what it was."""
    ann, bo = new_phone_at_table(device="desktop"), new_phone_at_table()
    seat_phones(ann, bo)
    owner = bo.locator('[name="coellen.7"]')
    assert (
        owner.evaluate_all("(all) => all.map(({ value, type }) => (value === '1') === (type === 'checkbox'))")
        == [True] * 4
    )
    expect(bo.locator('[name="coellen.7"]:checked')).to_have_value("")  # nobody's, and of Bo's column alone a check box
    ann.locator('[name="0.keys"][value="4"]').check()
    cell(ann, "0.prestige").focus()
    look_at(bo, 0)
    expect(bo.locator('[name="0.keys"]:checked')).to_have_value("4")
    ann.keyboard.press("Control+z")
    expect(bo.locator('[name="0.keys"]:checked')).to_have_value("")
    expect(ann.locator("#news")).to_have_text("Undone: Ann: City Keys")
    ann.keyboard.press("Control+y")
    expect(bo.locator('[name="0.keys"]:checked')).to_have_value("4")


def test_done_asks_first_and_turns_the_tile(new_phone_at_table: NewPhone) -> None:
    """Two of four numbers are missing, and three groups of choices.

    The others see that Bo is done, and Bo can go back.
    """
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo, **{"1.prestige": "14", "1.markers": "4"})
    bo.locator("[data-done]").click()
    expect(bo.locator(".dock .missing")).to_have_text("5 not answered: really done?")
    bo.locator("[data-done]").click()
    expect(bo.locator(".face-down h2")).to_have_text("Bo: face down")
    expect(ann.locator('.strip [data-seat="1"] .words')).to_have_text("done")
    bo.locator("[data-change]").click()
    expect(bo.locator(".face-down")).to_be_hidden()
    expect(ann.locator('.strip [data-seat="1"] .words')).to_have_text("")


@pytest.mark.long
def test_way_back_to_the_table_is_everywhere(new_phone_at_table: NewPhone) -> None:
    """From the home page, the game's sheet and "Score together"; its rules lead back to it.

    Its result to the next game.
    """
    (ann,) = phones = [new_phone_at_table()]
    table = seat_phones(*phones, slug="qin", players=2)
    fill(ann, "0.left", "3")
    for page in ("/en/", "/en/qin/score", "/en/qin/together"):
        ann.goto(page)
        expect(ann.locator("#joined a")).to_have_text("Qin shared sheet, continue · Ann, Bo")
        ann.locator("#joined small").evaluate("(names) => names.append(', Alexandra'.repeat(9))")
        assert ann.locator("#joined ul").evaluate("(list) => list.scrollWidth <= list.clientWidth"), page
    assert violations(ann, "#joined") == []
    ann.locator("#joined a").click()
    expect_value(ann, "0.left", "3")
    ann.goto("/en/qin/rules#conquering")
    ann.locator(".back-to").click()
    ann.wait_for_url(f"**{table}")
    ann.locator("[data-scope]").click()
    ann.emulate_media(reduced_motion="reduce")
    ann.locator("[data-reveal]").click()
    ann.locator("[data-reveal]").click()  # although Bo's number is blank
    ann.wait_for_url("**/qin/score?**")
    ann.get_by_role("button", name="See result").click()
    ann.get_by_role("button", name="Keep in the scorebook").click()
    ann.get_by_role("link", name="Open the scorebook").click()
    ann.locator(".kept .row").click()
    expect(ann.locator("#again")).to_have_attribute("href", f"/en{table}/next#next")
    ann.goto("/en/")
    expect(ann.locator("#joined")).to_be_hidden()


@pytest.mark.long
def test_rules_are_found_at_the_table(new_phone_at_table: NewPhone) -> None:
    """A tap away as from any sheet, and their Score tab leads back to the table; the search opens over the column."""
    (ann,) = phones = [new_phone_at_table()]
    table = seat_phones(*phones, slug="qin", players=2)
    fill(ann, "0.left", "3")
    for tab in ("Calculators", "Rules"):
        ann.get_by_role("navigation", name="Qin").get_by_role("link", name=tab).click()
        ann.get_by_role("navigation", name="Qin").get_by_role("link", name="Score").click()
        ann.wait_for_url(f"**{table}")
        expect_value(ann, "0.left", "3")
    ann.locator(".finder summary").click()
    assert violations(ann, ".finder") == []
    ann.get_by_role("searchbox").click()  # nothing lies over it
    ann.get_by_role("searchbox").fill("tied village")
    expect(ann.locator("#search-found a").first).to_be_visible()
    ann.keyboard.press("Escape")
    expect(ann.locator(".finder .panel")).to_be_hidden()
    expect_value(ann, "0.left", "3")


def test_invitation_shows_who_sat_down(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(), new_phone_at_table()
    table = open_table(ann, players=3)
    ann.goto(f"/en{table}/open")
    expect(ann.locator(".mat:not(.free)")).to_have_count(0)
    sit(bo, table, 1)
    expect(ann.locator('.mat.landed[data-mat="1"]')).to_contain_text("Bo")
    expect(ann.locator(".under")).to_contain_text("1 seated, waiting for Ann and 小明")


def test_option_changes_the_sheet_of_every_phone(new_phone_at_table: NewPhone) -> None:
    """The end card of Honshu adds an entry."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo, slug="honshu", players=2)
    expect(cell(bo, "1.crosses")).to_have_count(0)
    ann.locator(".table > summary").click()
    cell(ann, "end_card").select_option("town_crosses")
    expect(cell(bo, "1.crosses")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone_and_are_accessible(new_phone_at_table: NewPhone, scheme: str) -> None:
    phone = new_phone_at_table(scheme=scheme)
    table = open_table(phone, lang="zh-Hant", **{"0.prestige": "20", "coellen.7": "1"})
    sit(phone, table, 2, "zh-Hant")
    for path in ("/open", "/seats", "?view=all", "/history", ""):
        phone.goto(f"/zh-Hant{table}{path}")
        if path in ("", "?view=all"):
            wait_for_sheet(phone)
            expect(phone.locator(".dock .sum b")).to_have_text("–")
        check_page(phone)
    for _tap in range(2):  # the second tap confirms that blanks count as 0
        phone.locator("[data-done]").click()
    expect(phone.locator(".face-down")).to_be_visible()
    check_page(phone)


def check_page(phone: Page) -> None:
    """Check that a page is as wide as the phone, and accessible once nothing moves."""
    assert phone.evaluate("document.documentElement.scrollWidth") == 360, phone.url
    phone.wait_for_function("() => document.getAnimations().every(({ playState }) => playState === 'finished')")
    assert violations(phone) == [], phone.url


QUERY = "n=3&0.name=Ann&1.name=Bo&1.prestige=14&coellen.8=0&to=sheet"


@pytest.mark.short(lang="zh-Hant")
def test_columns_follow_one_another_to_the_result(browse: Browse, lang: str) -> None:
    """Ann 20 + 8 in Coellen, Bo 14 and 6 for four markers, C nothing."""
    page = browse(f"/{lang}/hansa_teutonica/column/1?{QUERY}")
    fill(page, "0.prestige", "20")
    expect(page.locator(".dock .sum b")).to_have_text("28")
    page.locator("[data-key=close]").click()
    page.locator(".dock .main").click()
    page.wait_for_url("**/column/2?**")
    expect_value(page, "0.prestige", "20")
    expect(cell(page, "0.prestige")).to_be_hidden()
    for _ in range(4):
        page.locator(".cell.seat-1:has([name='1.markers']) [data-step='1']").click()
    expect(page.locator("#c-markers .points")).to_have_text("6")
    expect(page.locator(".dock .sum b")).to_have_text("20")
    page.locator(".dock .main").click()
    page.wait_for_url("**/column/3?**")
    page.locator(".dock .main").click()
    expect(page.locator("#said")).not_to_be_empty()  # about choices that nobody made
    page.locator(".dock .main").click()
    page.wait_for_url("**/score?**")
    totals = [page.locator(f".score-pad .total .seat-{seat} b").inner_text() for seat in range(3)]
    assert totals == ["28", "20", "0"]


@pytest.mark.short(slug="hansa_teutonica", scheme="light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("slug", ["hansa_teutonica", "honshu", "trajan", "qin", "chang_cheng"])
def test_column_fits_a_phone_and_is_accessible(browse: Browse, slug: str, scheme: str) -> None:
    page = browse(f"/zh-Hant/{slug}/column/1?n=3&0.name=Ann&to=sheet", scheme=scheme)
    expect(page.locator(".strip [aria-current=true]")).to_contain_text("Ann")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page) == []


def test_column_shows_its_own_land(browse: Browse) -> None:
    page = browse("/en/honshu/column/2?n=2&to=sheet")
    show_board(page)
    expect(page.locator('#land .hand [data-value="1"]')).to_have_attribute("aria-pressed", "true")


def test_column_leads_from_the_board_to_the_numbers(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/column/1?n=2")
    show_board(page)
    assert is_above_the_dock(page, ".dock .to-numbers")
    page.locator(".to-numbers").click()
    expect(page.locator("[name='0.prestige']")).to_be_visible()


BROKEN_WORDS = """() => [...document.querySelectorAll(".thing")].flatMap((thing) => {
  const box = thing.getBoundingClientRect();
  const text = thing.querySelector(".why > summary, span.why").firstChild;
  return [...text.data.matchAll(/[\\p{L}\\p{N}]+/gu)].map(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const parts = [...range.getClientRects()];
    const isInside = parts.every(({ left, right }) => left >= box.left && right <= box.right);
    return isInside && new Set(parts.map(({ top }) => top)).size === 1 ? "" : word;
  }).filter(Boolean);
})"""
"""Words that stick out of their buttons, or are broken over two lines."""


def test_words_fit_the_buttons_of_a_column(browse: Browse, lang: str) -> None:
    page = browse(f"/{lang}/hansa_teutonica/column/1?n=3")
    expect(page.locator(".thing").first).to_be_visible()
    assert page.evaluate(BROKEN_WORDS) == []


@pytest.mark.long
def test_name_replaces_the_letter_everywhere(new_phone_at_table: NewPhone) -> None:
    """A tap on one's own tab leads to the name."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    numbers = {f"0.{name}": "2" for name in ("prestige", "markers", "cities", "network")}
    seat_phones(ann, bo, players=2, **{"0.name": "", "1.name": ""}, **numbers)
    expect(ann.locator("h1")).to_have_text("A's column")
    ann.locator('.strip [data-seat="0"]').tap()
    expect(ann.locator('.place.seat-0 [data-of="0.name"]')).to_be_focused()
    ann.keyboard.type("Ann")
    ann.keyboard.press("Enter")
    expect(ann.locator("h1")).to_have_text("Ann's column")
    expect(ann).to_have_title("Ann's column · Tally 算分")
    expect(bo.locator('.strip [data-seat="0"] bdi')).to_have_text("Ann")
    ann.locator("[data-done]").click()
    expect(ann.locator(".tile-back h2")).to_have_text("Ann: face down")


@pytest.mark.long
def test_phone_without_scripts_sends_its_name(new_phone_at_table: NewPhone) -> None:
    """Its column has only its own name, and for each special space two choices: nobody and itself."""
    ann, bo = new_phone_at_table(), new_phone_at_table(scripts=False)
    table = seat_phones(ann, players=2, **{"1.name": ""})
    bo.goto(f"/en{table}")
    bo.locator("button.band.seat-1").tap()
    names = bo.locator(".names .in")
    expect(names.nth(0)).to_be_hidden()
    names.nth(1).fill("Bo")
    choices = bo.locator("#c-coellen .row").first.locator("[role=radiogroup] input:visible")
    expect(choices).to_have_count(2)
    tops = {round(choice.bounding_box()["y"]) for choice in choices.all()}  # type: ignore[index]
    assert len(tops) == 1, "they stand side by side"
    bo.locator(".again").tap()
    expect(ann.locator('.strip [data-seat="1"] bdi')).to_have_text("Bo")


@pytest.mark.long
def test_panel_passes_under_the_tabs(new_phone_at_table: NewPhone) -> None:
    ann = new_phone_at_table()
    seat_phones(ann, players=2)
    ann.locator("details.table > summary").click()
    ann.evaluate("scrollTo(0, 200)")
    tab = ann.locator('.strip [data-seat="0"]')
    strip_top = tab.evaluate("e => e.getBoundingClientRect().top")
    assert strip_top == 0
    assert tab.evaluate(
        "e => [...Array(10).keys()].every((at) => e.parentNode.contains(document.elementFromPoint(innerWidth "
        "* (at + 0.5) / 10, 30)))"
    )


@pytest.mark.short(device="phone")
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_foot_of_the_invitation_is_at_the_screens_bottom(new_phone_at_table: NewPhone, device: str) -> None:
    ann = new_phone_at_table(device=device)
    ann.goto(f"/en{open_table(ann, players=2)}/open")
    foot = ann.locator(".under").evaluate("e => e.getBoundingClientRect().bottom")
    assert foot == ann.viewport_size["height"]  # type: ignore[index]


@pytest.fixture
def table_server(lively_server: Server) -> Server:
    """The server with the invented games and with frequent presence messages."""
    return lively_server


def square(phone: Page, name: str, at: int) -> Locator:
    """Return a square of a player's orchard, by its index in reading order."""
    return phone.get_by_role("grid", name=f"{name}: Orchard").get_by_role("gridcell").nth(at)


@pytest.mark.long
def test_next_round_appears_on_every_phone(new_phone_at_table: NewPhone) -> None:
    """Nobody bid or took a trick: the first round pays 10, the second 20. Ann types its last number."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    others = {f"rounds.0.{name}.{seat}": "0" for name in ("bid", "tricks") for seat in (1, 2)}
    seat_phones(ann, bo, slug="magpies", **others | {"rounds.0.bid.0": "0"})
    fill(ann, "rounds.0.tricks.0", "0")
    expect(cell(ann, "rounds.1.bid.0")).to_be_visible()
    expect(bo.locator(".dock .missing")).to_have_text("all filled in")
    fill(bo, "rounds.1.bid.1", "0")
    expect(bo.locator(".dock .missing")).to_have_text("1 to go")
    expect_value(ann, "rounds.1.bid.1", "0")
    fill(bo, "rounds.1.tricks.1", "0")
    expect(bo.locator(".dock .sum b")).to_have_text("30")


@pytest.mark.long
def test_rounds_are_filled_for_others_on_the_whole_sheet(new_phone_at_table: NewPhone) -> None:
    """Bo types for all three: nobody bid or took a trick in two rounds, which pay 10 and 20."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    table = seat_phones(ann, bo, slug="magpies")
    bo.goto(f"/en{table}?view=all")
    wait_for_sheet(bo)
    for number in range(2):
        for name in ("bid", "tricks"):
            for seat in range(3):
                fill(bo, f"rounds.{number}.{name}.{seat}", "0")
        expect_value(ann, f"rounds.{number}.tricks.0", "0")
    expect(ann.locator(".dock .sum b")).to_have_text("30")


@pytest.mark.long
def test_grid_is_painted_by_two_phones(new_phone_at_table: NewPhone) -> None:
    """Ann has three squares of apples and one basket. The walls add an entry, and the painting stays."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo, slug="orchards", players=2)
    expect(square(bo, "Ann", 0)).to_be_hidden()
    for number in (0, 1, 1):
        square(ann, "Ann", number).tap()
    bo.locator('.strip [data-seat="0"]').tap()
    expect(square(bo, "Ann", 1)).to_have_accessible_name("Row 1, column 2: Apples, Baskets: 1")
    bo.locator(".table > summary").tap()
    bo.locator('label:has([name="walls"])').tap()
    expect(cell(ann, "0.wall")).to_be_attached()
    expect(square(ann, "Ann", 1)).to_be_focused()
    square(ann, "Ann", 2).tap()
    expect_value(bo, "0.orchard", "A A1 A")
    # Three squares and one basket.
    expect(ann.locator(".dock .sum b")).to_have_text("3")
    ann.locator("[data-undo-own]").tap()
    expect_value(bo, "0.orchard", "A A1")


@pytest.mark.long
def test_column_adds_rounds_to_the_sheet(browse: Browse) -> None:
    """Ann's sheet has one round and Bo's column three, which are added; Ann's own entry stays."""
    bo = browse(
        "/en/magpies/column/2/qr?n=3&1.name=Bo&rounds=3&rounds.0.bid.1=1&rounds.1.bid.1=2&rounds.2.bid.1=3&rounds.2.bid.0=1"
    )
    link = bo.get_by_role("link", name="Open this link").get_attribute("href")
    ann = browse("/en/magpies/score?n=3&0.name=Ann&to=sheet")
    fill(ann, "rounds.0.bid.0", "1")
    expect(ann.locator("#totals b").first).not_to_have_text("–")
    await_saved(ann)
    ann.goto(str(link))
    expect(ann.locator(".which small")).to_have_text("4 entries")
    ann.locator("#take-in .band.seat-1").click()
    for number, bid in enumerate("123"):
        expect_value(ann, f"rounds.{number}.bid.1", bid)
        expect(cell(ann, f"rounds.{number}.bid.1")).to_be_visible()
    expect_value(ann, "rounds.0.bid.0", "1")
    expect_value(ann, "1.name", "Bo")
    ann.goto(str(link))
    ann.get_by_role("link", name="Begin a sheet with it").click()
    expect_value(ann, "rounds.2.bid.0", "3")
    expect(cell(ann, "rounds.2.bid.0")).to_be_visible()


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
    """Ann places in Bremen and Bo in Hamburg: each sees both, and each controls a city.

    Bo's total stays hidden from Ann.
    """
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


@pytest.mark.long
def test_land_is_painted_by_each_player(new_phone_at_table: NewPhone) -> None:
    """Bo's board stays in view while Ann paints.

    A forest of two squares scores 4, and Ann sees it, but not Bo's total.
    """
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


@pytest.mark.long
def test_board_of_a_phone_leads_back_to_the_numbers(new_phone_at_table: NewPhone) -> None:
    """The way back is below the board, in one's own column and in everyone's view.

    The count of missing numbers stays.
    """
    ann = new_phone_at_table()
    table = seat_phones(ann, players=5)
    missing = ann.locator(".dock .missing").text_content()
    assert missing == "7 to go"
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
    """Once Ann has placed an office, the map counts Bo's cities and network: two of four numbers are left, and three
    groups of choices.
    """
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo, players=2)
    expect(bo.locator(".dock .missing")).to_have_text("7 to go")
    show_board(ann)
    office(ann, "bremen").dispatch_event("click")
    expect(bo.locator(".dock .missing")).to_have_text("5 to go")
    expect(bo.locator("[name='1.cities']")).to_be_hidden()


@pytest.mark.long
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
    expect(bo.locator("#map .said")).to_contain_text("Bremen, office 1: Ann")
    expect_value(bo, "offices.bremen", "A")
    bo.clock.set_fixed_time(MOMENT + timedelta(seconds=2))
    office(bo, "bremen").dispatch_event("click")
    expect_value(bo, "offices.bremen", "")
    expect_value(ann, "offices.bremen", "")


# Ann 20 and one city, which scores 2; Bo 12 and four cities, which score 8: 22 to 20.
ENTRIES = {"0.prestige": "20", "0.cities": "1", "1.prestige": "12", "1.cities": "4"}


def start_reveal(new_phone: NewPhone, *, moving: bool = False) -> tuple[Page, Page]:
    """
    Return Ann's phone, which has started the reveal, and Bo's phone.

    Nothing moves by itself on Ann's phone, nor on Bo's unless it is `moving`. A phone whose host is silent goes on
    alone, and a busy machine may be silent: the clock of Bo's phone stands, or it waits for hours where it needs its
    clock to move.
    """
    ann, bo = new_phone(pristine=True), new_phone(pristine=True)
    for phone in [ann] if moving else [ann, bo]:
        phone.emulate_media(reduced_motion="reduce")
    seat_phones(ann, bo, players=2, **ENTRIES)
    if moving:
        bo.route("**/reveal/on_result.js", be_patient)
    else:
        stop_clock(bo)
    ann.locator("[data-scope]").click()
    ann.locator("[data-reveal]").click()
    expect(ann.locator("#said")).to_contain_text("right?")  # about choices that nobody made
    ann.locator("[data-reveal]").click()
    for phone in (ann, bo):
        expect(heading_of(phone)).to_have_text("Cities")
    return ann, bo


def be_patient(route: Route) -> None:
    """Answer with the script of a phone that follows, and that waits a thousand times as long for its host."""
    answer = route.fetch()
    script, count = re.subn("PATIENCE ?= ?8000;", "PATIENCE = 8_000_000;", answer.text())
    assert count == 1
    route.fulfill(response=answer, body=script)


def heading_of(phone: Page) -> Locator:
    return phone.get_by_role("dialog").get_by_role("heading")


@pytest.mark.long
@pytest.mark.parametrize("moving", [True, False])
def test_all_phones_show_the_leading_phones_category(new_phone_at_table: NewPhone, moving: bool) -> None:  # noqa: FBT001  a parameter
    ann, bo = start_reveal(new_phone_at_table, moving=moving)
    ann.get_by_role("dialog").get_by_role("button", name="Tap to continue").click()
    for phone in (ann, bo):
        expect(heading_of(phone)).to_have_text("Prestige track")
    ann.get_by_role("dialog").get_by_role("button", name="Tap to continue").click()
    for phone in (ann, bo):
        expect_result(phone)


def expect_result(phone: Page) -> None:
    expect(phone.get_by_role("dialog")).to_be_hidden()
    expect(phone.locator(".hero .points")).to_have_text("22")


@pytest.mark.long
def test_reveal_goes_on_without_the_leading_phone(new_phone_at_table: NewPhone) -> None:
    ann, bo = start_reveal(new_phone_at_table)
    ann.close()
    expect(bo.get_by_role("dialog").get_by_role("button", name="Led by the host")).to_be_disabled()
    for _ in range(8):
        wait_until_idle(bo)  # its database answers by the real clock, but may be silent for only 3 s of the page's
        bo.clock.run_for(1_000)
    expect(heading_of(bo)).to_have_text("Prestige track")
    bo.get_by_role("dialog").get_by_role("button", name="Tap to continue").click()
    expect_result(bo)


def test_phones_follow_the_host_who_skips_to_the_result(new_phone_at_table: NewPhone) -> None:
    ann, bo = start_reveal(new_phone_at_table)
    ann.get_by_role("button", name="See result").click()
    for phone in (ann, bo):
        expect_result(phone)


@pytest.mark.long
def test_next_game_is_opened_from_the_result_by_one_tap(new_phone_at_table: NewPhone) -> None:
    """Bo leaves the reveal first, which goes on for Ann.

    Both get the same new sheet, each in the same seat as before.
    """
    ann, bo = start_reveal(new_phone_at_table)
    before = ann.url
    bo.get_by_role("button", name="See result").click()
    expect_result(bo)
    expect(heading_of(ann)).to_have_text("Cities")
    ann.get_by_role("button", name="See result").click()
    for seat, phone, name in ((0, ann, "Ann"), (1, bo, "Bo")):
        phone.get_by_role("link", name="New game, same players").click()
        phone.locator(f"form.own-{seat}").wait_for()
        wait_until_idle(phone)
        expect(phone.locator("h1")).to_have_text(f"{name}'s column")
        expect_value(phone, "0.prestige", "")
    assert ann.url == bo.url != before
    fill(ann, "0.prestige", "7")
    expect_value(bo, "0.prestige", "7")


def test_blanks_that_may_not_mean_0_are_asked_about_once(new_phone_at_table: NewPhone) -> None:
    """Ann has 7 of 24 pagodas left; Bo has entered nothing. Whether Bo has built all of them, nobody knows."""
    ann = new_phone_at_table()
    seat_phones(ann, slug="qin", players=2, **{"0.left": "7"})
    expect(ann.locator(".dock .sum b")).to_have_text("17")  # an answer that comes after the question would clear it
    ann.locator("[data-done]").click()
    expect(ann.locator(".dock .waiting-for")).not_to_contain_text("count as 0")
    ann.locator("[data-reveal]").click()
    expect(ann.locator("#said")).to_be_visible()
    expect(ann.locator("#said")).to_have_text("Bo: How many pagodas are left? If all are built, enter 0.")
    ann.locator("[data-reveal]").click()
    expect(ann.get_by_role("dialog")).to_be_visible()
