"""Filling in a sheet: few taps, a keypad that covers no cell, and nothing that a keyboard or an old link would miss."""

import gzip
import json
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import brotli
import pytest
from playwright.sync_api import Browser, Page, expect
from positions import slugs
from sheet_page import Hand
from waiting import wait_until

Browse = Callable[..., Page]
SCREEN = 740
SCRIPTS = 12 * 1024
"""Bytes of script, compressed, of a sheet without a board."""
FIRST_VISIT = 45 * 1024
"""Bytes of a sheet with all that it asks for, compressed."""


@pytest.mark.long
def test_hansa_by_counts_takes_twenty_taps_and_thirty_one_keys(browse: Browse) -> None:
    """Four players with ten full abilities, three spaces in Coellen and all keys: 46 taps and 31 keys when levels were pickers."""
    page = browse("/en/hansa_teutonica/score?n=4&to=sheet")
    hand = Hand(page)
    for name, texts in {"prestige": ("20", "14", "9", "12"), "markers": ("7", "4", "2", "3"), "cities": ("8", "5", "4", "10"),
                        "network": ("11", "10", "14", "12")}.items():  # fmt: skip
        for seat, text in enumerate(texts):
            hand.type(f"{seat}.{name}", text)
    page.locator('.keypad [data-key="close"]').tap()
    for cell in ("0.actions", "0.privilege", "0.bag", "1.actions", "1.book", "2.privilege", "2.book", "2.bag", "3.bag", "3.book"):
        hand.tap(f'[name="{cell}"]')
    for space, seat in ((7, 0), (8, 1), (9, 2)):
        hand.tap(f'[name="coellen.{space}"][value="{seat}"]')
    for seat, level in enumerate((4, 1, 3, 2)):
        hand.tap(f'[name="{seat}.keys"][value="{level}"]')
    assert (hand.taps, hand.keys) <= (20, 31)
    # By hand: 20+12+10+7+16+44, 14+8+6+8+10+20, 9+12+3+9+8+42, 12+8+3+0+20+24.
    expect(page.locator("#totals b")).to_have_text(["109", "66", "83", "67"])


@pytest.mark.long
def test_trajan_takes_thirty_two_taps_fifty_keys_and_three_screens(browse: Browse) -> None:
    """Four players and seven bonus tiles: 32 taps, 93 keys and six screens when every player was asked for everything."""
    page = browse("/en/trajan/score?n=4&to=sheet")
    hand = Hand(page)
    for name, texts in {"points": ("78", "91", "85", "66"), "hand": "2130", "workers_camp": "3142", "legionnaires_camp": "1203",
                        "trajan_tiles": "0121", "construction.stairs": "3   ", "construction.door": " 4  ",
                        "construction.window": "  3 ", "construction.roof": "   3",
                        "wild_construction": " 1 1"}.items():  # fmt: skip
        for seat, text in enumerate(texts):
            if text.strip():
                hand.type(f"{seat}.{name}", text)
    tiles = {"wine_fish": "1gold", "columns_furs": "0grey", "military": "0gold", "bread": "2gold", "building": "1grey",
             "scroll_oil": "3gold", "religion": "3grey"}  # fmt: skip
    page.locator('.keypad [data-key="close"]').tap()
    for tile, owner in tiles.items():
        hand.tap(f'[id="t-bonus.{tile}"]')
        hand.tap(f'[name="bonus.{tile}"][value="{owner}"] + *')
        expect(page.locator(f'.held [id="t-bonus.{tile}"]')).to_be_visible()
    counts = {"1.display.wine_fish": "4", "0.display.columns_furs": "3", "0.legionnaires_provinces": "5", "2.bread": "1",
              "1.workers_field": "7", "3.display.scroll_oil": "2", "3.religion": "1"}  # fmt: skip
    for name, text in counts.items():
        hand.type(name, text)
    assert (hand.taps <= 32, hand.keys <= 50) == (True, True)
    page.locator('.keypad [data-key="close"]').tap()
    expect(page.locator(".keypad")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * SCREEN
    # By hand, the construction and bonus tiles last: 78+2+3+1+0+10+(6+10), 91+1+1+2+1+20+(12+4), 85+3+4+0+2+10+9, 66+0+2+3+1+20+(6+6).
    expect(page.locator("#totals b")).to_have_text(["110", "132", "113", "104"])


def test_a_second_tap_takes_a_choice_back(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score")
    for name, value in (("coellen.11", "1"), ("0.keys", "4")):
        radio = page.locator(f'[name="{name}"][value="{value}"]')
        radio.tap()
        expect(radio).to_be_checked()
        radio.tap()
        expect(radio).not_to_be_checked()
    expect(page.locator("#totals b")).to_have_text(["–", "–"])


@pytest.mark.parametrize(
    "link", ["honshu/score?n=5", "honshu/score?n=5&0.name=Ann&end_card=forest_runs&to=sheet", "chang_cheng/score?n=4&to=sheet"]
)
def test_where_nothing_is_filled_in_there_is_no_total(browse: Browse, link: str) -> None:
    page = browse(f"/en/{link}")
    with page.expect_response("**/api/v1/games/*/score?*"):
        page.locator('[name="1.name"]').fill("Bo")
    expect(page.locator("#totals b")).to_have_text(["–"] * page.locator("#totals b").count())
    number = page.locator(".category input.in:visible").first
    number.fill("0")
    expect(page.locator("#totals b")).to_have_text(["0"] + ["–"] * (page.locator("#totals b").count() - 1))
    number.fill("")
    expect(page.locator("#totals b").first).to_have_text("–")


@pytest.mark.long
def test_without_scripts_toggles_tiles_and_colours_work_too(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet", scripts=False)
    page.locator('[id="t-bonus.bread"]').tap()
    page.locator('[name="bonus.bread"][value="1gold"] + *').tap()
    page.locator(".table > summary").tap()
    page.get_by_label("Colour of A").tap()
    page.get_by_role("radiogroup", name="A: Colour").get_by_label("grey").tap()
    page.locator(".update button").tap()
    page.locator('[name="1.bread"]').fill("1")
    page.locator("button.main").tap()
    expect(page.locator("tr.total td")).to_have_text(["9", "0"])
    assert parse_qs(urlsplit(page.url).query)["0.colour"] == ["grey"]


def test_tab_goes_from_number_to_number_and_a_question_mark_opens_the_rule(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet", device="desktop")
    page.locator('[name="0.points"]').focus()
    order = []
    for _ in range(6):
        order.append(page.evaluate("document.activeElement.name"))
        page.keyboard.press("Tab")
    assert order == [f"{seat}.{name}" for name in ("points", "hand", "workers_camp") for seat in (0, 1)]
    page.locator('[name="0.hand"]').focus()
    page.keyboard.press("?")
    expect(page.locator("#c-hand .rule")).to_be_visible()
    expect(page.locator('[name="0.hand"]')).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#c-hand .rule")).to_be_hidden()


def test_blanks_are_counted_while_people_fill_in(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&to=sheet")
    blanks = page.locator("#left")
    expect(blanks).to_have_text("Blank: 3. Blanks add nothing.")
    page.locator('[name="1.left"]').fill("0")
    expect(blanks).to_have_text("Blank: 2. Blanks add nothing.")
    for seat in (0, 2):
        page.locator(f'[name="{seat}.left"]').fill("4")
    expect(blanks).to_have_text("")


@pytest.mark.long
def test_player_by_player_is_remembered(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=3&to=sheet")
    page.locator(".table > summary").tap()
    page.locator('[data-by="player"]').tap()
    visible = page.locator('.category input[name$=".points"]:visible, .category input[name$=".hand"]:visible')
    expect(visible).to_have_count(2)
    page.reload()
    expect(visible).to_have_count(2)
    page.locator('[name="0.points"]').tap()
    page.locator('.keypad [data-key="next"]').tap()
    expect(page.locator('[name="0.hand"]')).to_be_focused()
    page.locator('[name="2.name"]').tap()
    expect(page.locator('[name="2.points"]')).to_be_visible()
    expect(page.locator('[name="0.points"]')).to_be_hidden()


@pytest.mark.parametrize("slug", ["qin", "trajan"])
def test_a_plain_sheets_scripts_are_small(browse: Browse, slug: str) -> None:
    page = browse("/en/", pristine=True)
    scripts: set[str] = set()
    page.on("request", lambda asked: scripts.add(asked.url) if urlsplit(asked.url).path.endswith(".js") else None)
    page.goto(f"/en/{slug}/score")
    wait_until(page, "performance.getEntriesByType('resource').some(({ name }) => name.includes('wake_lock'))")  # which is asked for last
    assert len(scripts) > 1
    assert sum(len(gzip.compress(page.request.get(script).body())) for script in sorted(scripts)) <= SCRIPTS


@pytest.mark.parametrize("slug", slugs())
def test_all_that_a_sheet_asks_for_at_the_first_visit_is_small(browse: Browse, slug: str) -> None:
    """Compressed as the server does it; fonts are already. What is fetched when the page is idle comes after."""
    page = browse("/en/", pristine=True)
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    page.goto(f"/zh-Hant/{slug}/score", wait_until="load")
    urls = set(addresses)
    assert len(urls) > 10
    bodies = [page.request.get(url).body() for url in urls if not url.endswith(".woff2")]
    fonts = [page.request.get(url).body() for url in urls if url.endswith(".woff2")]
    assert sum(map(len, fonts)) + sum(len(brotli.compress(body)) for body in bodies) <= FIRST_VISIT


@pytest.mark.long
def test_a_tab_that_keeps_nothing_and_an_address_that_may_seldom_change_stop_no_sheet(browse: Browse) -> None:
    """Some browsers refuse a tab its storage; others take an address that changes with every key for an attack."""
    page = browse("/en/qin/score", device="desktop")
    page.add_init_script("""
      Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
      window.addresses = [];
      const replace = history.replaceState;
      history.replaceState = (...given) => { addresses.push(given[2]); replace.apply(history, given); };
    """)
    page.goto("/en/qin/score")
    page.locator('[name="1.left"]').fill("7")
    expect(page.locator("#totals b").nth(1)).to_have_text("17")
    page.evaluate("""() => {
      addresses.length = 0;
      const cell = document.querySelector('[name="0.left"]');
      for (let count = 0; count < 20; count += 1) {
        cell.value = String(count);
        cell.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }""")
    page.wait_for_url("**0.left=19**")
    assert page.evaluate("addresses.length") <= 2
    expect(page.locator("#totals b").first).to_have_text("5")


def test_a_number_restyles_its_column_and_not_the_page(browse: Browse, chromium: Browser) -> None:
    """The style is found anew for some sixty of the page's elements, not for all of them."""
    page = browse("/en/trajan/score?n=4&to=sheet")
    page.locator('[name="3.points"]').fill("50")
    chromium.start_tracing(page=page, categories=["devtools.timeline"])
    for seat in range(4):
        page.locator(f'[name="{seat}.hand"]').fill("2")
    expect(page.locator("#totals b")).to_have_text(["2", "2", "2", "52"])
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    restyled = [event["args"]["elementCount"] for event in events if "elementCount" in event.get("args", {})]
    assert page.locator("*").count() > 1000
    assert 40 < sum(restyled) < 4 * 150
