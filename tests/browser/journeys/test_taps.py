"""How many taps and keys it takes to fill in whole sheets; letters of names and scrolling do not count as taps."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from browsing import Browse
from playwright.sync_api import Page, expect
from sheet_page import cell, expect_totals

pytestmark = pytest.mark.long

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
    "points": ("78", "91", "85", "66"), "hand": "2130", "workers_camp": "3142", "legionnaires_camp": "1203", "trajan_tiles": "0121",
    "construction.stairs": "3   ", "construction.door": " 4  ", "construction.window": "  3 ", "construction.roof": "   3",
    "wild_construction": " 1 1",
}  # fmt: skip
TILES = {
    "scroll_oil": ("3gold", "3.display.scroll_oil", "2"), "wine_fish": ("1gold", "1.display.wine_fish", "4"),
    "columns_furs": ("0grey", "0.display.columns_furs", "3"), "military": ("0gold", "0.legionnaires_provinces", "5"),
    "building": ("1grey", "1.workers_field", "7"), "bread": ("2gold", "2.bread", "1"), "religion": ("3grey", "3.religion", "1"),
}  # fmt: skip
"""Bonus tile -> its owner and side, the entry of its count, and the count."""
TRAJAN_TOTALS = ["110", "132", "113", "104"]
"""By hand, the construction and bonus tiles last: 78+2+3+1+0+10+(6+10), 91+1+1+2+1+20+(12+4), 85+3+4+0+2+10+9, 66+0+2+3+1+20+(6+6)."""


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


def test_hansa_by_numbers_takes_at_most_50_taps(browse: Browse) -> None:
    """Two players are added to a sheet for two, two colours are changed, and names are typed on the keyboard of the phone."""
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
    for name, texts in HANSA.items():
        for seat, text in enumerate(texts):
            counter.enter(f"{seat}.{name}", text, '.keypad [data-key="next"]')
    for name, letters in ABILITIES.items():
        for letter in letters:
            counter.tap(f'[name="{"abcd".index(letter)}.{name}"]')
    for space, seat in COELLEN.items():
        counter.tap(f'[name="coellen.{space}"][value="{seat}"]')
    for seat, level in enumerate(KEYS):
        if level:
            counter.tap(f'[name="{seat}.keys"][value="{level}"]')
    expect_totals(page, *HANSA_TOTALS)
    counter.tap("button.main")
    expect(page.locator("h1")).to_have_text("Ann wins, 109 to 67")
    colours = {name: value for name, value in parse_qsl(urlsplit(page.url).query) if name.endswith("colour")}
    # Bo takes yellow from Cem, who gets blue.
    assert colours == {"0.colour": "purple", "1.colour": "yellow", "2.colour": "blue", "3.colour": "green"}
    assert (counter.taps <= 50, counter.keys <= 16) == (True, True), (counter.taps, counter.keys)


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
