"""Filling in a sheet: choices, tiles, what a first visit loads, and browsers and hands that are not as usual."""

import gzip
import json
from urllib.parse import parse_qs, urlsplit

import brotli
import pytest
from browsing import Browse
from playwright.sync_api import Browser, expect
from positions import slugs

SCRIPTS = 12 * 1024
"""Bytes of script, compressed, of a sheet without a board."""
FIRST_VISIT = 45 * 1024
"""Bytes of a sheet with all that it asks for, compressed."""


def test_second_tap_takes_a_choice_back(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score")
    for name, value in (("coellen.11", "1"), ("0.keys", "4")):
        radio = page.locator(f'[name="{name}"][value="{value}"]')
        radio.tap()
        expect(radio).to_be_checked()
        radio.tap()
        expect(radio).not_to_be_checked()
    expect(page.locator("#totals b")).to_have_text(["–", "–"])


def test_sheet_without_entries_has_no_total(browse: Browse) -> None:
    """Names, options and seats are no entries; a 0 is one."""
    page = browse("/en/chang_cheng/score?n=4&to=sheet")
    with page.expect_response("**/api/v1/games/*/score?*"):
        page.locator('[name="1.name"]').fill("Bo")
    expect(page.locator("#totals b")).to_have_text(["–"] * 4)
    number = page.locator(".category input.in:visible").first
    number.fill("0")
    expect(page.locator("#totals b")).to_have_text(["0", "–", "–", "–"])
    number.fill("")
    expect(page.locator("#totals b").first).to_have_text("–")


@pytest.mark.long
def test_tiles_and_colours_work_without_scripts(browse: Browse) -> None:
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


@pytest.mark.long
def test_tile_asks_its_owner_for_one_count_and_gives_it_back(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet&0.name=Ann")

    def give(owner: str) -> None:
        page.locator('[id="t-bonus.bread"]').tap()
        page.locator(f'[name="bonus.bread"][value="{owner}"] + *').tap()

    give("0gold")
    count = page.get_by_label("Ann: Bread tiles left")
    expect(count).to_be_focused()
    count.fill("1")
    expect(page.locator("#totals b").first).to_have_text("9")
    give("1grey")
    expect(page.get_by_label("B: Bread tiles left")).to_have_value("")
    give("0gold")
    expect(count).to_have_value("1")


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_bonus_tile_shows_what_it_pays_gold_side_first(browse: Browse, lang: str) -> None:
    """As printed on the tiles of the game; of the construction tile the grey side pays 1 point for every 2 workers."""
    page = browse(f"/{lang}/trajan/score?n=4&to=sheet&bonus.bread=0gold&bonus.games=1grey&bonus.building=2grey&bonus.military=3gold")
    worth = page.locator(".worth")
    assert sorted(worth.all_inner_texts()) == sorted([*["3\n2"] * 7, "9\n6", "9", "6", "1⁄2", "2"])
    for face in page.locator(".tile-face").all():
        box, inner = face.bounding_box(), face.locator(".worth").bounding_box()
        assert box
        assert inner
        assert box["y"] <= inner["y"]
        assert inner["y"] + inner["height"] <= box["y"] + box["height"]
    assert float(worth.first.evaluate("(worth) => parseFloat(getComputedStyle(worth).fontSize)")) >= 12


def test_keypad_that_comes_up_by_itself_takes_no_tap_at_once(browse: Browse) -> None:
    """It comes up under the finger: a tap meant for what stood there types nothing."""
    page = browse("/en/trajan/score?n=2&to=sheet&0.name=Ann&1.name=Bo&0.display.scroll_oil=")
    page.locator('[name="0.points"]').tap()
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
    page.wait_for_function("window.taken === 'nothing'")
    page.locator('.keypad [data-key="7"]').tap()  # as soon as it can be
    expect(page.locator('[name="0.display.scroll_oil"]')).to_have_value("7")


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
def test_first_visit_of_a_sheet_is_small(browse: Browse, slug: str) -> None:
    """Compressed as the server does it; fonts are already. What is fetched when the page is idle comes after, but its scripts count."""
    page = browse("/en/", pristine=True)
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    page.goto(f"/zh-Hant/{slug}/score", wait_until="load")
    urls = set(addresses)
    assert len(urls) > 10
    bodies = [page.request.get(url).body() for url in urls if not url.endswith(".woff2")]
    fonts = [page.request.get(url).body() for url in urls if url.endswith(".woff2")]
    assert sum(map(len, fonts)) + sum(len(brotli.compress(body)) for body in bodies) <= FIRST_VISIT
    if slug in ("qin", "trajan"):
        page.wait_for_load_state("networkidle")
        assert any("wake_lock" in url for url in addresses)  # which is asked for last
        scripts = {url for url in addresses if urlsplit(url).path.endswith(".js")}
        assert sum(len(gzip.compress(page.request.get(script).body())) for script in sorted(scripts)) <= SCRIPTS


@pytest.mark.long
def test_sheet_works_without_session_storage_and_history(browse: Browse) -> None:
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


@pytest.mark.long
def test_number_restyles_its_column_and_not_the_page(browse: Browse, chromium: Browser) -> None:
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
