"""Filling in a sheet: keys, choices, painted grids, rounds, running totals, questions, faults and announcements."""

import json
import re
from pathlib import PurePath
from urllib.parse import parse_qs, urlsplit

import brotli
import pytest
from browsing import Browse
from kept_page import await_saved
from page_faults import violations
from playwright.sync_api import Browser, Locator, Page, expect
from positions import slugs
from sheet_page import box_of, cell, expect_totals, fill, numbers, open_table, press, show_board, total, undo
from waiting import wait_until

from web.common.static_copies import STRIPPED

MAX_SCRIPT_BYTES = 40 * 1024
"""The scripts of a sheet, compressed; a board's come when it is opened."""
PAINTER = "/sheet/grid.js"
"""A grid's board, which is open from the start; other boards are loaded when they are opened, and not counted."""
MAX_PAGE_BYTES = 75 * 1024
"""A sheet with all files that it loads, compressed."""


@pytest.mark.long
def test_tiles_and_colours_work_without_scripts(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet", scripts=False)
    page.locator('[id="t-bonus.bread"]').tap()
    page.locator('[name="bonus.bread"][value="1gold"] + *').tap()
    open_table(page)
    page.get_by_label("Colour of A").tap()
    page.get_by_role("radiogroup", name="A: Colour").get_by_label("grey").tap()
    page.locator(".update button").tap()
    cell(page, "1.bread").fill("1")
    page.locator("button.main").tap()
    expect(page.locator("tr.total td")).to_have_text(["9", "0"])
    assert parse_qs(urlsplit(page.url).query)["0.colour"] == ["grey"]


@pytest.mark.long
def test_count_of_a_tile_returns_with_its_owner(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet&0.name=Ann")

    def give(owner: str) -> None:
        page.locator('[id="t-bonus.bread"]').tap()
        page.locator(f'[name="bonus.bread"][value="{owner}"] + *').tap()

    give("0gold")
    count = page.get_by_label("Ann: Bread tiles left")
    expect(count).to_be_focused()
    count.fill("1")
    expect(total(page, 0)).to_have_text("9")
    give("1grey")
    expect(page.get_by_label("B: Bread tiles left")).to_have_value("")
    give("0gold")
    expect(count).to_have_value("1")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_bonus_tile_shows_its_points_gold_side_first(browse: Browse, lang: str) -> None:
    """As printed on the tiles of the game; the grey side of the construction tile pays 1 point for every 2 workers."""
    page = browse(
        f"/{lang}/trajan/score?n=4&to=sheet&bonus.bread=0gold&bonus.games=1grey&bonus.building=2grey&bonus.military=3gold"
    )
    worth = page.locator(".worth")
    assert sorted(worth.all_inner_texts()) == sorted([*["3\n2"] * 7, "9\n6", "9", "6", "1⁄2", "2"])
    for face in page.locator(".tile-face").all():
        box, inner = box_of(face), box_of(face.locator(".worth"))
        assert box["y"] <= inner["y"]
        assert inner["y"] + inner["height"] <= box["y"] + box["height"]
    assert float(worth.first.evaluate("(worth) => parseFloat(getComputedStyle(worth).fontSize)")) >= 12


def test_keypad_that_opens_under_a_finger_ignores_taps(browse: Browse) -> None:
    """A tap that was meant for what the keypad covers types nothing."""
    page = browse("/en/trajan/score?n=2&to=sheet&0.name=Ann&1.name=Bo&0.display.scroll_oil=")
    cell(page, "0.points").tap()
    page.locator('.keypad [data-key="close"]').tap()
    expect(page.locator(".keypad")).to_be_hidden()
    page.evaluate("""() => document.addEventListener("focusin", ({ target }) => {
      if (target.matches("input.in")) window.taken = document.elementFromPoint(...((box) => [box.x + 9, box.y + 9])(
        document.querySelector('.keypad [data-key="7"]').getBoundingClientRect())).dataset.key ?? "nothing";
    })""")
    page.locator('[id="t-bonus.scroll_oil"]').tap()
    page.locator('[name="bonus.scroll_oil"][value="0gold"] + *').tap()
    expect(page.locator(".keypad .whose")).to_be_visible()
    expect(page.locator(".keypad b").first).to_have_text("Ann: Cards in the display: Scrolls and oil")
    wait_until(page, "window.taken === 'nothing'")
    page.locator('.keypad [data-key="7"]').tap()  # as soon as the keypad takes taps
    expect(cell(page, "0.display.scroll_oil")).to_have_value("7")


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
def test_first_visit_of_a_sheet_is_small(browse: Browse, slug: str) -> None:
    """Compressed as by the server; fonts are already."""
    page = browse("/en/", pristine=True)
    page.goto("about:blank")  # so that no late request of the first page is counted
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    page.goto(f"/zh-Hant/{slug}/score", wait_until="load")
    urls = set(addresses)
    assert len(urls) > 10
    bodies = {urlsplit(url).path: page.request.get(url).body() for url in urls}
    stripped = {
        path: STRIPPED[ending](body.decode()).encode() if (ending := PurePath(path).suffix) in STRIPPED else body
        for path, body in bodies.items()
    }
    sizes = {path: len(body if path.endswith(".woff2") else brotli.compress(body)) for path, body in stripped.items()}
    scripts = sum(size for path, size in sizes.items() if path.endswith(".js") and not path.endswith(PAINTER))
    assert scripts <= MAX_SCRIPT_BYTES
    assert sum(sizes.values()) <= MAX_PAGE_BYTES


@pytest.mark.long
def test_sheet_works_without_storage_and_history(browse: Browse) -> None:
    """Some browsers refuse storage; others block a page whose address changes too often."""
    page = browse("/healthz")
    page.add_init_script("""
      for (const storage of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, storage, { get() { throw new DOMException("refused", "SecurityError"); } });
      }
      window.addresses = [];
      const replace = history.replaceState;
      history.replaceState = (...given) => { addresses.push(given[2]); replace.apply(history, given); };
    """)
    page.goto("/en/hansa_teutonica/score")
    show_board(page)
    numbers(page)
    cell(page, "1.prestige").fill("7")
    expect_totals(page, "–", "7")
    wait_until(
        page, "history.state?.sheet && !history.state.board"
    )  # the draft and the way back have written their states
    page.evaluate("""() => {
      addresses.length = 0;
      const cell = document.querySelector('[name="0.prestige"]');
      for (let count = 0; count < 20; count += 1) {
        cell.value = String(count);
        cell.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }""")
    page.wait_for_url("**0.prestige=19**")
    assert page.evaluate("addresses.length") <= 2
    expect_totals(page, "19", "7")


@pytest.mark.long
def test_entering_a_number_restyles_only_its_column(browse: Browse, chromium: Browser) -> None:
    """About sixty elements of more than a thousand are restyled."""
    page = browse("/en/trajan/score?n=4&to=sheet")
    cell(page, "3.points").fill("50")
    expect_totals(page, "–", "–", "–", "50")
    expect(
        page.locator(".keypad .keys:not([inert])")
    ).to_be_visible()  # the keypad, which restyles the page once, is open
    await_saved(page)
    chromium.start_tracing(page=page, categories=["devtools.timeline"])
    for seat in range(4):
        cell(page, f"{seat}.hand").fill("2")
    expect_totals(page, "2", "2", "2", "52")
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    restyled = [event["args"]["elementCount"] for event in events if "elementCount" in event.get("args", {})]
    assert page.locator("*").count() > 1000
    assert 40 < sum(restyled) < 4 * 150


NAMES = "0.name=Ann&1.name=Bo"


# The keyboard


def test_keyboard_alone_fills_in_and_scores_a_sheet(browse: Browse) -> None:
    """On a desktop there is no keypad."""
    page = browse("/en/trajan/score?n=2&to=sheet", device="desktop")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    cell(page, "0.points").click()
    expect(page.locator(".keypad")).to_have_count(0)
    for key, name in (("Enter", "1.points"), ("Shift+Enter", "0.points")):  # keys are loaded at the first touch
        page.keyboard.press(key)
        expect(cell(page, name)).to_be_focused()
    order = []
    for _ in range(6):
        order.append(page.evaluate("document.activeElement.name"))
        page.keyboard.press("Tab")
    assert order == [f"{seat}.{name}" for name in ("points", "hand", "workers_camp") for seat in (0, 1)]
    hand = cell(page, "0.hand")
    expect(hand).to_have_attribute("aria-keyshortcuts", "?")
    hand.focus()
    page.keyboard.press("?")
    expect(page.locator("#c-hand .rule")).to_be_visible()
    expect(page.locator("#stepped")).to_contain_text("Count the")
    expect(hand).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#c-hand .rule")).to_be_hidden()
    page.keyboard.type("5")
    expect(hand).to_have_value("5")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#said")).to_have_text("Bonus tiles: nobody, right? If so, press “Score” again.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("h1")).to_have_text("A wins, 5 to 0")


@pytest.mark.long
def test_next_stops_at_what_nobody_has_answered(browse: Browse) -> None:
    """After the second player's markers come the special spaces, which are confirmed with one tap; then the cities."""
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet")
    confirmed = page.locator('.sure [value="coellen"]')
    cell(page, "1.markers").tap()
    press(page, "next")
    expect(confirmed).to_be_focused()
    confirmed.check()
    expect(page.locator("#unanswered")).to_have_text("Not answered: Full abilities, City Keys")
    cell(page, "1.markers").tap()
    press(page, "next")
    expect(cell(page, "0.cities")).to_be_focused()
    page.locator('[name="coellen.7"][value="1"]').check(force=True)
    confirmed.uncheck()
    expect(page.locator(".sure:has([value=coellen])")).to_be_hidden()


@pytest.mark.long
def test_arrows_move_in_a_choice_and_do_not_decide(browse: Browse) -> None:
    """Neither who holds a tile, whose fields depend on it, nor a level."""
    page = browse("/en/trajan/score?n=2&to=sheet", device="desktop")
    page.locator('[id="t-bonus.scroll_oil"]').press("Enter")
    owners = page.locator('[name="bonus.scroll_oil"]:visible')
    owners.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(owners.nth(2)).to_be_focused()
    expect(page.locator('[name="bonus.scroll_oil"]:checked')).to_have_value("")
    value = owners.nth(2).get_attribute("value")
    page.keyboard.press("Space")
    expect(page.locator('[name="bonus.scroll_oil"]:checked')).to_have_value(str(value))
    expect(page.locator('input[name$=".display.scroll_oil"]')).to_be_focused()

    page.goto("/en/hansa_teutonica/score?n=2&to=sheet")
    keys = [page.locator(f'[name="0.keys"][value="{value}"]') for value in (1, 2, 3)]
    keys[0].focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[name="0.keys"]:checked')).to_have_value("")
    page.keyboard.press("Enter")  # decides, and goes on
    checked = page.locator('[name="0.keys"]:checked')
    expect(checked).not_to_have_value("")
    expect(page.locator('[name="1.keys"]:focus')).to_have_count(1)


def test_first_tap_on_a_number_selects_it_though_the_page_moves(browse: Browse) -> None:
    """Safari places the caret after the keypad has opened and scrolled the page."""
    page = browse("/en/qin/score?n=2&to=sheet&0.left=3")
    page.evaluate("""() => document.querySelector("[name='0.left']").addEventListener("focus", ({ target }) => {
      queueMicrotask(() => target.setSelectionRange(1, 1));
    })""")
    cell(page, "0.left").tap()
    wait_until(page, "document.activeElement.selectionEnd - document.activeElement.selectionStart === 1")
    press(page, "9")
    expect(cell(page, "0.left")).to_have_value("9")


@pytest.mark.long
def test_sheet_is_scored_though_the_history_is_full(browse: Browse) -> None:
    """Safari allows a hundred addresses in ten seconds."""
    page = browse("/healthz")
    page.add_init_script(
        "history.replaceState = () => { throw new DOMException('Attempt to use history.replaceState() too "
        "often', 'SecurityError'); };"
    )
    page.goto("/en/qin/score?n=2&to=sheet")
    fill(page, {"0.left": "3", "1.left": "5"})
    page.locator("button.main").click()
    expect(page.locator("h1")).to_contain_text("A wins")


# Totals, faults and announcements


@pytest.mark.long
@pytest.mark.parametrize(("language", "question", "again"), [
    ("en", "Ann: Prestige points – really 1822?", " If so, press “Score” again."),
    ("zh-Hant", "Ann：聲望分數真的是1822嗎？", "沒錯的話，請再按一次「計分」。"),
])  # fmt: skip
def test_unusual_number_is_asked_about_once(browse: Browse, language: str, question: str, again: str) -> None:
    page = browse(f"/{language}/hansa_teutonica/score?n=2&to=sheet&{NAMES}")
    cell(page, "0.prestige").tap()
    press(page, "1 8 2 2")
    expect(page.locator(".keypad .fault")).to_have_text(question)
    expect(page.locator(".row.wrong .error")).to_have_text(question)
    expect(total(page, 0)).to_have_text("1822")
    assert [*violations(page, ".keypad"), *violations(page, ".category:has(.wrong)")] == []
    press(page, "close")
    page.locator("button.main").tap()
    expect(page.locator("#stepped")).to_have_text(re.compile(f"^{re.escape(question)}.*{re.escape(again)}$"))
    expect(page.locator(".score-pad")).to_have_count(0)
    page.locator("button.main").tap()
    expect(page.locator("tr.total td").first).to_have_text("1822")


@pytest.mark.long
def test_fault_of_several_players_shows_on_the_keypad(browse: Browse) -> None:
    """Trajan has 4 tiles of a construction type."""
    page = browse(f"/en/trajan/score?n=4&to=sheet&{NAMES}&0.points=78&1.points=91")
    expect_totals(page, "78", "91", "–", "–")
    cell(page, "0.construction.stairs").tap()
    press(page, "3")
    expect(total(page, 0)).to_have_text("88")
    cell(page, "3.construction.stairs").tap()
    press(page, "2")
    sentence = "Stairs: 5 in all, but there are only 4"
    expect(page.locator(".keypad .fault")).to_have_text(sentence)
    row = page.locator(".row.wrong")
    expect(row).to_have_count(1)
    expect(row.locator(".error")).to_have_text(sentence)
    expect(row.locator(".error.unseen")).to_have_count(1)  # hidden, as the head of the keypad shows it
    expect(page.locator("#said")).to_be_hidden()
    expect(row.locator("[aria-invalid]")).to_have_count(2)
    expect_totals(page, "88", "91", "–", "–")
    assert [*violations(page, ".keypad"), *violations(page, ".category:has(.wrong)")] == []
    cell(page, "1.points").tap()
    page.locator(".keypad .fault").tap()
    expect(cell(page, "0.construction.stairs")).to_be_focused()
    press(page, "1")
    expect(page.locator(".keypad .fault")).to_be_hidden()
    expect(row).to_have_count(0)


def test_start_values_and_hints_are_told_at_their_cells(browse: Browse) -> None:
    """C has cleared no City Keys, so each office of the network pays 1. By hand: 4 × 2, 5 × 3 and 3 × 1."""
    query = "n=3&to=sheet&0.keys=1&0.network=4&1.keys=3&1.network=5&2.network=3&" + "&".join(
        f"{seat}.{name}=1" for seat in range(3) for name in ("prestige", "markers", "cities")
    )
    page = browse(f"/en/hansa_teutonica/score?{query}", device="desktop")
    expect_totals(page, "12", "19", "7")
    shadow = "(start) => getComputedStyle(start).boxShadow"
    keys = page.get_by_role("radiogroup", name="C: City Keys")
    assert keys.locator(".start").evaluate(shadow) != "none"
    assert page.get_by_role("radiogroup", name="A: City Keys").locator(".start").evaluate(shadow) == "none"
    expect(page.locator("#left")).to_have_text("")
    expect(cell(page, "1.prestige")).to_have_accessible_description("Where the trader stands on the track.")
    expect(keys).to_have_accessible_description("The rightmost uncovered value.")
    expect(keys).to_match_aria_snapshot("""
      - radiogroup:
        - radio "1, counts if none is selected"
        - radio "2 (1st)"
        - radio "2 (2nd)"
        - radio "3"
        - radio "4"
    """)
    assert keys.locator(".pick:not(.none) span:not([aria-hidden])").count() == 0
    # A category of one row is named by its label alone
    expect(page.locator("#c-markers legend")).to_have_count(0)
    expect(page.locator("#c-markers")).to_have_attribute("role", "none")
    expect(page.get_by_role("textbox", name="A: Bonus markers")).to_have_count(1)
    expect(page.get_by_role("group", name="Network")).to_have_count(1)


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_name_of_the_leader_does_not_touch_the_emblem(browse: Browse, lang: str) -> None:
    """Of all headlines, that of a game that is not over is the longest."""
    page = browse(f"/{lang}/oxen/score?n=2&0.name=Ann&rounds=1&rounds.0.points.0=10&rounds.0.points.1=20")
    emblem = page.locator(".hero > .game-emblem").bounding_box()
    name = box_of(page.locator(".hero .who .name"))
    assert not emblem or name["x"] + name["width"] <= emblem["x"] or name["y"] >= emblem["y"] + emblem["height"]


def square(page: Page, row: int, column: int) -> Locator:
    """A square of the first player's grid."""
    return (
        page.get_by_role("grid", name="A: Orchard")
        .get_by_role("row")
        .nth(row - 1)
        .get_by_role("gridcell")
        .nth(column - 1)
    )


def choose(page: Page, kind: str) -> None:
    """Choose a kind of tree in the palette."""
    page.get_by_role("group", name="A: Orchard: Paint with").get_by_role("button", name=kind).tap()


def expect_squares(page: Page, text: str) -> None:
    """Wait until the first player's grid has these rows of squares."""
    expect(cell(page, "0.orchard")).to_have_value(text)


def test_taps_paint_squares_and_their_marks(browse: Browse) -> None:
    page = browse("/en/orchards/score")
    square(page, 1, 1).tap()
    square(page, 1, 1).tap()
    choose(page, "Pears")
    square(page, 2, 3).tap()
    expect_squares(page, "A1\n. . P")
    expect(square(page, 1, 1)).to_have_accessible_name("Row 1, column 1: Apples, Baskets: 1")
    # One square of apples with one basket.
    expect(page.locator("#totals b").first).to_have_text("1")
    choose(page, "empty")
    square(page, 1, 1).tap()
    expect_squares(page, ".\n. . P")
    undo(page)
    expect_squares(page, "A1\n. . P")
    expect(square(page, 1, 1)).to_have_text("A")


@pytest.mark.long
def test_strokes_and_keys_paint_squares(browse: Browse) -> None:
    page = browse("/en/orchards/score", device="desktop")
    square(page, 1, 1).hover()
    page.mouse.down()
    square(page, 1, 4).hover(trial=True)
    for column in (2, 3, 4):
        square(page, 1, column).hover(force=True)
    page.mouse.up()
    expect_squares(page, "A A A A")
    undo(page)  # the whole stroke
    expect_squares(page, "")
    square(page, 1, 1).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(square(page, 2, 2)).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.press("2")
    expect_squares(page, ".\n. C2")
    page.keyboard.press("Delete")
    expect_squares(page, "")
    page.keyboard.press("Enter")
    expect_squares(page, ".\n. A")


def test_result_highlights_the_squares_of_a_line(browse: Browse) -> None:
    page = browse("/en/orchards/example/two_orchards")
    drawing = page.get_by_role("img", name="Ann: Orchard")
    expect(drawing.locator(".place")).to_have_count(6)
    page.locator('[data-line="districts"] td button').last.tap()
    expect(drawing.locator(".lit")).to_have_count(6)
    page.locator('[data-line="districts"] summary').tap()
    expect(page.locator('[data-line="districts"] .part').nth(1)).to_have_text("6 = 3 × 2: Apples")


def test_choice_of_one_in_a_column_is_ticked_by_keys(browse: Browse) -> None:
    """What it is while somebody else has it is tested without a browser."""
    page = browse("/en/hansa_teutonica/column/2?n=2&to=sheet&0.name=Ann&1.name=Bo&edition=base", device="desktop")
    own = page.get_by_role("checkbox", name="7, white: Bo")
    own.focus()
    page.keyboard.press("Space")
    expect(own).to_be_checked()
    expect(own).to_be_focused()
    expect(page.locator(".dock .sum b")).to_have_text("7")
    page.keyboard.press("Delete")
    expect(own).not_to_be_checked()
    expect(page.locator(".dock .sum b")).to_have_text("–")
    page.keyboard.press("Control+z")
    expect(own).to_be_checked()
