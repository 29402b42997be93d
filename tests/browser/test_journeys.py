"""Whole sheets at the table, with scripts and without, in Firefox too, and how many taps and keys they take."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from browsing import Browse
from firefox import Firefox
from front import Front
from offline_pages import SHEET
from playwright.sync_api import Page, expect
from sheet_page import cell, expect_totals, expect_values, fill, open_table

WINS = {"zh-Hant": re.compile("小明.*22.*19"), "en": "小明 wins, 22 to 19"}


def tap(page: Page, selector: str) -> None:
    """Tap on a phone, click on a desktop."""
    where = page.locator(selector)
    if page.evaluate("navigator.maxTouchPoints"):
        where.tap()
    else:
        where.click()


@pytest.mark.short(device="phone")
@pytest.mark.parametrize(("device", "lang"), [("phone", "en"), ("desktop", "zh-Hant")])
def test_game_is_scored_corrected_and_changed(browse: Browse, device: str, lang: str) -> None:
    """From the list of games to a sheet with a mistake, the result, back, and to another language."""
    page = browse(f"/{lang}/", device=device)
    tap(page, f'h2 a[href="/{lang}/qin/score"]')
    fill(page, {"0.name": "小明", "1.name": "Bo", "0.left": "2o", "1.left": "5"})
    expect(page.locator("#totals")).to_be_in_viewport()
    tap(page, "button.main")
    expect(page.locator("#summary")).to_be_focused()
    expect_values(page, ("0.left", "1.left"), ["2o", "5"])
    tap(page, "#summary a")
    expect(cell(page, "0.left")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"#f-0\.left$"))
    cell(page, "0.left").fill("2")
    expect_totals(page, "22", "19")
    tap(page, "button.main")
    expect(page.locator("h1")).to_have_text(WINS[lang])
    expect(page.locator("tr.total td")).to_have_text(["22", "19"])
    page.go_back()
    expect_values(page, ("0.left", "1.left"), ["2", "5"])
    other = "zh-Hant" if lang == "en" else "en"
    cell(page, "1.left").fill("1x")
    tap(page, f'.languages a[lang="{other}"]')
    expect(page.locator("html")).to_have_attribute("lang", other)
    expect_values(page, ("0.name", "0.left", "1.left"), ["小明", "2", "1x"])
    cell(page, "1.left").fill("1")
    tap(page, "button.main")
    expect(page.locator("tr.total td")).to_have_text(["23", "22"])
    tap(page, ".edit-entries a")  # back to the entries
    expect_values(page, ("0.left", "1.left"), ["2", "1"])


@pytest.mark.short(lang="en")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_everything_works_without_scripts(browse: Browse, lang: str) -> None:
    """A match of three players with 19 pagodas in each game, of which they build 10 + 9, 12 + 5 and 4 + 4."""
    page = browse(f"/{lang}/", scripts=False)
    page.locator(f'h2 a[href="/{lang}/qin/score"]').click()
    for hidden in ("[data-undo]", "[data-redo]", ".clearing", "[data-awake]", "#continue"):
        expect(page.locator(hidden).first).to_be_hidden()
    page.locator(".row details.why > summary").first.click()
    expect(page.locator(".row details.why .rule").first).to_be_visible()
    open_table(page)
    tap(page, 'button[name="seats"][value="3"]')
    cell(page, "match").check()
    page.locator(".update button").click()
    expect(cell(page, "2.left_bird")).to_be_visible()
    fill(page, {"0.name": "小明", "0.left_bird": "9", "0.left_lion": "10", "1.left_bird": "7", "1.left_lion": "99"})
    fill(page, {"2.left_bird": "15", "2.left_lion": "15"})
    cell(page, "2.left_lion").press("Enter")  # does not score
    expect(cell(page, "2.left_lion")).to_have_value("15")
    page.locator("button.main").click()
    expect(page.locator("#summary a")).to_have_count(1)
    expect(cell(page, "0.left_bird")).to_have_value("9")
    cell(page, "1.left_lion").fill("14")
    page.locator("button.main").click()
    expect(page.locator("h1")).to_have_text(re.compile("小明.*19.*17"))
    page.locator("a.button", has_text="比較" if lang == "zh-Hant" else "Compare").click()
    page.wait_for_url(
        "**/compare?*"
    )  # says that there is nothing to compare, as no single game of a match can be scored
    expect(page.locator("main")).to_contain_text("19")
    page.locator(".finder summary").click()
    page.locator("#search").fill("塔")
    page.locator("#search").press("Enter")
    page.wait_for_url("**/search?q=*")


def test_option_acts_at_once_and_keeps_the_focus(browse: Browse) -> None:
    page = browse("/en/qin/score")
    expect(page.locator(".update")).to_be_hidden()
    cell(page, "0.left").fill("3")
    open_table(page)
    cell(page, "match").check()
    expect(cell(page, "0.left_bird")).to_be_visible()
    expect(cell(page, "match")).to_be_focused()
    cell(page, "match").uncheck()
    expect(page.locator('[name="0.left"]:not([type="hidden"])')).to_have_value("3")
    expect(cell(page, "match")).to_be_focused()
    page.goto("/en/hansa_teutonica/score")
    open_table(page)
    cell(page, "edition").focus()
    with page.expect_navigation():
        page.keyboard.press("ArrowDown")
    expect(cell(page, "edition")).to_be_focused()
    expect(cell(page, "edition")).to_have_value("big_box")


@pytest.mark.long
def test_long_press_on_score_does_not_move_the_button(browse: Browse) -> None:
    page = browse("/healthz", pristine=True)  # the clock stays in its context
    page.clock.install()
    page.goto("/en/qin/score?n=2&0.left=5&to=sheet")
    cell(page, "1.left").fill("3")
    expect(page.locator(".keypad")).to_be_visible()
    page.locator("button.main").hover()
    page.mouse.down()
    page.clock.run_for(400)  # milliseconds of the page's timers
    expect(page.locator(".keypad")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".score-pad tbody")).to_contain_text("21")


NAMES = ("Ann", "Bo", "Cem", "Dina")
HANSA = {
    "prestige": ("20", "14", "9", "12"),
    "markers": "7423",
    "cities": ("8", "5", "4", "10"),
    "network": ("11", "10", "14", "12"),
}
ABILITIES = {"actions": "ab", "privilege": "ac", "book": "bcd", "bag": "acd"}
COELLEN = {7: 0, 8: 1, 9: 2}
COLOURS = {0: "purple", 1: "yellow"}
KEYS = (4, 1, 0, 2)
"""Pieces cleared from City Keys; a player who has cleared none needs no tap."""
FACES = ("", "2", "22", "3", "4")
"""The text to type for each number of pieces."""
HANSA_TOTALS = ["109", "66", "55", "67"]
"""By hand: 20+12+10+7+16+44, 14+8+6+8+10+20, 9+12+3+9+8+14, 12+8+3+0+20+24."""
TRAJAN = {
    "points": ("78", "91", "85", "66"), "hand": "2130", "workers_camp": "3142", "legionnaires_camp": "1203",
    "trajan_tiles": "0121",
    "construction.stairs": "3   ", "construction.door": " 4  ", "construction.window": "  3 ",
    "construction.roof": "   3",
    "wild_construction": " 1 1",
}  # fmt: skip
TILES = {
    "scroll_oil": ("3gold", "3.display.scroll_oil", "2"), "wine_fish": ("1gold", "1.display.wine_fish", "4"),
    "columns_furs": ("0grey", "0.display.columns_furs", "3"), "military": ("0gold", "0.legionnaires_provinces", "5"),
    "building": ("1grey", "1.workers_field", "7"), "bread": ("2gold", "2.bread", "1"),
    "religion": ("3grey", "3.religion", "1"),
}  # fmt: skip
"""Bonus tile -> its owner and side, the entry of its count, and the count."""
TRAJAN_TOTALS = ["110", "132", "113", "104"]
"""By hand, the construction and bonus tiles last: 78+2+3+1+0+10+(6+10), 91+1+1+2+1+20+(12+4), 85+3+4+0+2+10+9,
66+0+2+3+1+20+(6+6).
"""


class Counter:
    """Use a page, and count taps and keys."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, selector: str) -> None:
        """Tap on the page or on the keypad."""
        self.page.locator(selector).tap()
        self.taps += 1

    def enter(self, name: str, text: str, way: str) -> None:
        """Type a number on the keypad; unless its cell has the focus, first tap an element that leads to it."""
        if self.page.evaluate("document.activeElement.name") != name:
            self.tap(way)
        expect(cell(self.page, name)).to_be_focused()
        for digit in text:
            self.tap(f'.keypad [data-key="{digit}"]')
        expect(cell(self.page, name)).to_have_value(text)

    def press(self, *keys: str) -> None:
        """Press keys of a keyboard."""
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1


@pytest.mark.long
def test_hansa_by_numbers_takes_at_most_58_taps(browse: Browse) -> None:
    """Two players are added to a sheet for two, two colours are changed, and names are typed on the keyboard of the
    phone. Next stops at City Keys, which nobody has answered, before the network.
    """
    page = browse("/en/hansa_teutonica/score")
    counter = Counter(page)
    for seat in (2, 3):
        counter.tap('[name="more"]')
        expect(cell(page, f"{seat}.name")).to_be_focused()
    counter.tap('[name="0.name"]')
    for seat, name in enumerate(NAMES):
        expect(cell(page, f"{seat}.name")).to_be_focused()
        if seat in COLOURS:
            counter.tap(f'.shades [value="{COLOURS[seat]}"]')
        counter.press(*name, "Enter")
    enter_row(counter, "prestige")
    for name, letters in ABILITIES.items():
        for letter in letters:
            counter.tap(f'[name="{"abcd".index(letter)}.{name}"]')
    enter_row(counter, "markers")
    for space, seat in COELLEN.items():
        counter.tap(f'[name="coellen.{space}"][value="{seat}"]')
    enter_row(counter, "cities")
    enter_row(counter, "network")
    for seat, level in enumerate(KEYS):
        if level:
            counter.tap(f'[name="{seat}.keys"][value="{level}"]')
    expect_totals(page, *HANSA_TOTALS)
    counter.tap("button.main")
    expect(page.locator("h1")).to_have_text("Ann wins, 109 to 67")
    colours = {name: value for name, value in parse_qsl(urlsplit(page.url).query) if name.endswith("colour")}
    # Bo takes yellow from Cem, who gets blue.
    assert colours == {"0.colour": "purple", "1.colour": "yellow", "2.colour": "blue", "3.colour": "green"}
    assert (counter.taps <= 58, counter.keys <= 16) == (True, True), (counter.taps, counter.keys)


def enter_row(counter: Counter, name: str) -> None:
    """Tap the first cell of a row, as Next stops at choices that nobody made, and go on from cell to cell by Next."""
    for seat, text in enumerate(HANSA[name]):
        cell_name = f"{seat}.{name}"
        counter.enter(cell_name, text, '.keypad [data-key="next"]' if seat else f'[name="{cell_name}"]')


@pytest.mark.long
def test_hansa_by_keyboard_takes_at_most_102_keys(browse: Browse) -> None:
    """
    The keys from the top of the page to the first name count too.

    Letters choose players, and values choose levels; the same letter again clears the choice.
    """
    page = browse("/en/hansa_teutonica/score?n=4&to=sheet", device="desktop")
    counter = Counter(page)
    while not page.evaluate("document.activeElement.name === '0.name'"):
        counter.press("Tab")
    for seat, name in enumerate(NAMES):
        expect(cell(page, f"{seat}.name")).to_be_focused()  # keys are loaded at the first touch
        counter.press(*name, "Enter")
    for text in HANSA["prestige"]:
        counter.press(*text, "Enter")
    for name, letters in ABILITIES.items():
        expect(cell(page, f"0.{name}")).to_be_focused()
        counter.press(*letters, "Enter")
        for seat, letter in enumerate("abcd"):
            expect(cell(page, f"{seat}.{name}")).to_be_checked(checked=letter in letters)
    spaces = ["abcd"[COELLEN[space]] if space in COELLEN else "" for space in (7, 8, 9, 11)]
    for text in (*HANSA["markers"], *spaces, *HANSA["cities"], *(FACES[level] for level in KEYS), *HANSA["network"]):
        counter.press(*text, "Enter")
    expect(page.locator("button.main")).to_be_focused()
    expect_totals(page, *HANSA_TOTALS)
    counter.press("Enter")
    expect(page.locator("h1")).to_have_text("Ann wins, 109 to 67")
    assert counter.keys <= 102
    page.go_back()
    box = cell(page, "1.actions")
    expect(box).to_be_checked()
    box.focus()
    page.keyboard.press("b")
    expect(box).not_to_be_checked()


@pytest.mark.long
def test_trajan_takes_at_most_80_taps_and_three_screens(browse: Browse) -> None:
    """A cell takes one tap unless it has the focus already; tiles are filled in the order of the page."""
    page = browse("/en/trajan/score?n=4")
    counter = Counter(page)
    for seat, name in enumerate(NAMES):
        counter.tap(f'[name="{seat}.name"]')
        expect(cell(page, f"{seat}.name")).to_be_focused()
        page.keyboard.type(name)
    for name, texts in TRAJAN.items():
        for seat, text in enumerate(texts):
            if text.strip():
                counter.enter(f"{seat}.{name}", text, f'[name="{seat}.{name}"]')
    order = [
        name.removeprefix("t-bonus.")
        for name in page.locator(".tray summary").evaluate_all("(all) => all.map(({ id }) => id)")
    ]
    for tile in sorted(TILES, key=order.index):
        owner, count, text = TILES[tile]
        if not page.locator(f'.tile:has([id="t-bonus.{tile}"]) > details').evaluate("(details) => details.open"):
            counter.tap(f'[id="t-bonus.{tile}"]')
        counter.tap(f'[name="bonus.{tile}"][value="{owner}"] + *')
        expect(page.locator(f'.held [name="{count}"]')).to_be_focused()
        counter.enter(count, text, "not needed")
    expect_totals(page, *TRAJAN_TOTALS)
    assert page.locator("main").evaluate("(main) => main.offsetHeight") <= 3 * 740
    counter.tap(".finish .main")
    expect(page.locator("h1")).to_contain_text("Bo")
    assert counter.taps <= 80


@pytest.mark.long
def test_four_names_and_two_colours_take_six_taps(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score")
    counter = Counter(page)
    for name, colour in (("0.name", "purple"), ("1.name", "yellow")):
        counter.tap(f'[name="{name}"]')
        expect(cell(page, name)).to_be_focused()
        page.keyboard.insert_text(name)
        counter.tap(f'.shades [value="{colour}"]')
    for seat in (2, 3):
        counter.tap('.names [name="more"]')
        expect(cell(page, f"{seat}.name")).to_be_focused()
        page.keyboard.insert_text(f"{seat}.name")
    for seat, colour in enumerate(
        ("purple", "yellow", "red", "green")
    ):  # yellow, the default of C, was given to B before C was added
        expect(cell(page, f"{seat}.name")).to_have_value(f"{seat}.name")
        expect(page.locator(f"#sheet.c{seat}-{colour}")).to_be_visible()
    assert counter.taps == 6


def tally(firefox: Firefox) -> None:
    """Score two players of Qin from the sheet: of 24 pagodas each, Ann has built 21 and Bo 19."""
    firefox.type("[name='0.name']", "Ann")
    firefox.type("[name='0.left']", "3")
    firefox.type("[name='1.left']", "5")
    firefox.wait_for("[...document.querySelectorAll('#totals b')].map((cell) => cell.textContent).join() === '21,19'")
    firefox.click(".finish button.main")
    firefox.wait_for("document.querySelector('.hero .who .name')?.textContent.includes('Ann')")
    assert "0.left=3" in firefox.evaluate("location.search")


@pytest.mark.long
def test_firefox_scores_a_sheet_online_and_offline(front: Front, tmp_path: Path) -> None:
    with Firefox(tmp_path) as firefox:
        firefox.visit(front.address + SHEET)
        tally(firefox)
        firefox.visit(front.address + SHEET)
        firefox.wait_for("document.documentElement.dataset.offline === 'ready'")
        front.go()
        firefox.visit(front.address + "/en/")
        firefox.click("a[href='/en/qin/score']")
        tally(firefox)
        firefox.visit(front.address + "/zh-Hant/qin/rules")
        firefox.wait_for("document.querySelector('#scoring-pagodas') !== null")
    front.come()
