"""Tiles that players hold: few taps to give them, one count to fill in, and what each side pays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Browse = Callable[..., Page]


@pytest.mark.long
def test_a_whole_trajan_sheet_takes_eighty_taps(browse: Browse) -> None:
    """
    Every tap counts: names, cells, digits, tiles, owners and Score. Letters of names do not, nor does scrolling.

    Cells are reached by one tap each, or are in hand already; tiles are gone through in the order in which they lie. As one tile after
    another had to be opened it took 82. The sheet is that of
    `test_trajan_takes_thirty_two_taps_fifty_keys_and_three_screens`.
    """
    page = browse("/en/trajan/score?n=4")
    taps = 0

    def tap(selector: str) -> None:
        nonlocal taps
        page.locator(selector).tap()
        taps += 1

    def enter(cell: str, text: str) -> None:
        if page.evaluate("document.activeElement.name") != cell:
            tap(f'[name="{cell}"]')
        for key in text:
            tap(f'.keypad [data-key="{key}"]')

    for seat, name in enumerate(("Ann", "Bo", "Mei", "Ravi")):
        tap(f'[name="{seat}.name"]')
        page.keyboard.type(name)
    for name, texts in {"points": ("78", "91", "85", "66"), "hand": "2130", "workers_camp": "3142", "legionnaires_camp": "1203",
                        "trajan_tiles": "0121", "construction.stairs": "3   ", "construction.door": " 4  ",
                        "construction.window": "  3 ", "construction.roof": "   3",
                        "wild_construction": " 1 1"}.items():  # fmt: skip
        for seat, text in enumerate(texts):
            if text.strip():
                enter(f"{seat}.{name}", text)
    held = {"scroll_oil": ("3gold", "3.display.scroll_oil", "2"), "wine_fish": ("1gold", "1.display.wine_fish", "4"),
            "columns_furs": ("0grey", "0.display.columns_furs", "3"), "military": ("0gold", "0.legionnaires_provinces", "5"),
            "building": ("1grey", "1.workers_field", "7"), "bread": ("2gold", "2.bread", "1"),
            "religion": ("3grey", "3.religion", "1")}  # fmt: skip
    order = [name.removeprefix("t-bonus.") for name in page.locator(".tray summary").evaluate_all("(all) => all.map(({ id }) => id)")]
    for tile in sorted(held, key=order.index):
        owner, count, text = held[tile]
        if not page.locator(f'.tile:has([id="t-bonus.{tile}"]) > details').evaluate("(details) => details.open"):
            tap(f'[id="t-bonus.{tile}"]')
        tap(f'[name="bonus.{tile}"][value="{owner}"] + *')
        expect(page.locator(f'.held [name="{count}"]')).to_be_focused()
        enter(count, text)
    expect(page.locator("#totals b")).to_have_text(["110", "132", "113", "104"])
    tap(".finish .main")
    page.wait_for_url("**points=78**")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bo")
    assert taps <= 80, taps


@pytest.mark.long
def test_a_tile_asks_its_owner_for_one_count_and_gives_it_back(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet&0.name=Ann")
    page.locator('[id="t-bonus.bread"]').tap()
    page.locator('[name="bonus.bread"][value="0gold"] + *').tap()
    count = page.get_by_label("Ann: Bread tiles left")
    expect(count).to_be_focused()
    count.fill("1")
    expect(page.locator("#totals b").first).to_have_text("9")
    page.locator('[id="t-bonus.bread"]').tap()
    page.locator('[name="bonus.bread"][value="1grey"] + *').tap()
    expect(page.get_by_label("B: Bread tiles left")).to_have_value("")
    page.locator('[id="t-bonus.bread"]').tap()
    page.locator('[name="bonus.bread"][value="0gold"] + *').tap()
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


def test_a_keypad_that_comes_up_by_itself_takes_no_tap_at_once(browse: Browse) -> None:
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
