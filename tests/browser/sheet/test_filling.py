"""Filling in a sheet: choices, tiles, the size of a first visit, and browsers without scripts or storage."""

import gzip
import json
from urllib.parse import parse_qs, urlsplit

import brotli
import pytest
from browsing import Browse
from kept_page import await_saved
from playwright.sync_api import Browser, expect
from positions import slugs
from sheet_page import box_of, cell, expect_totals, numbers, open_table, show_board, total
from waiting import wait_until

MAX_SCRIPT_BYTES = 12 * 1024
"""The scripts of a sheet without a board, compressed."""
LATER = ("/keys/", "/totals.js")
"""Scripts for the first touch, which an idle page fetches a second after it has loaded."""
MAX_PAGE_BYTES = 45 * 1024
"""A sheet with all files that it loads, compressed."""


def test_second_tap_clears_a_choice(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score")
    for name, value in (("coellen.11", "1"), ("0.keys", "4")):
        radio = page.locator(f'[name="{name}"][value="{value}"]')
        radio.tap()
        expect(radio).to_be_checked()
        radio.tap()
        expect(radio).not_to_be_checked()
    expect_totals(page, "–", "–")


def test_sheet_without_entries_has_no_total(browse: Browse) -> None:
    """Names, options and seats do not count as entries; a 0 does."""
    page = browse("/en/chang_cheng/score?n=4&to=sheet")
    with page.expect_response("**/api/v1/games/*/score?*"):
        cell(page, "1.name").fill("Bo")
    expect_totals(page, *"––––")
    number = page.locator(".category input.in:visible").first
    number.fill("0")
    expect_totals(page, "0", "–", "–", "–")
    number.fill("")
    expect(total(page, 0)).to_have_text("–")


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


@pytest.mark.short(lang="zh-Hant")
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
    """Compressed as by the server; fonts are already. Of what an idle page fetches later, only scripts count."""
    page = browse("/en/", pristine=True)
    page.goto("about:blank")  # so that no late request of the first page is counted
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    page.goto(f"/zh-Hant/{slug}/score", wait_until="load")
    urls = set(addresses)
    assert len(urls) > 10
    bodies = [page.request.get(url).body() for url in urls if not url.endswith(".woff2")]
    fonts = [page.request.get(url).body() for url in urls if url.endswith(".woff2")]
    assert sum(map(len, fonts)) + sum(len(brotli.compress(body)) for body in bodies) <= MAX_PAGE_BYTES
    if slug in ("qin", "trajan"):
        wait_until(page, "null", lambda _: any("wake_lock" in url for url in addresses))  # the last request
        scripts = {
            url for url in addresses if urlsplit(url).path.endswith(".js") and not any(part in url for part in LATER)
        }
        assert (
            sum(len(gzip.compress(page.request.get(script).body())) for script in sorted(scripts)) <= MAX_SCRIPT_BYTES
        )


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
