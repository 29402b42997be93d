"""How many taps and keys a whole evening of Hansa Teutonica takes, entered by numbers: every tap and every key counts."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

Browse = Callable[..., Page]
NAMES = ("Ann", "Bo", "Cem", "Dina")
NUMBERS = {
    "prestige": ("20", "14", "9", "12"),
    "markers": ("7", "4", "2", "3"),
    "cities": ("8", "5", "4", "10"),
    "network": ("11", "10", "14", "12"),
}
ABILITIES = {"actions": "ab", "privilege": "ac", "book": "bcd", "bag": "acd"}
COELLEN = {7: 0, 8: 1, 9: 2}
KEYS = (4, 1, 0, 2)
"""Pieces cleared from City Keys; who has cleared none need choose nothing."""
FACES = ("", "2", "22", "3", "4")
"""What is typed for each of them."""
TOTALS = ["109", "66", "55", "67"]
"""By hand: 20+12+10+7+16+44, 14+8+6+8+10+20, 9+12+3+9+8+14, 12+8+3+0+20+24."""


class Hands:
    """Hands that count what they do."""

    def __init__(self, page: Page) -> None:
        """Nothing was touched yet."""
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, selector: str) -> None:
        """Tap on the page or on the keypad."""
        self.page.locator(selector).tap()
        self.taps += 1

    def press(self, *keys: str) -> None:
        """Press keys of a keyboard."""
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1


def test_hansa_by_numbers_takes_at_most_46_taps(browse: Browse) -> None:
    """Names are typed on the phone's keyboard, whose key for going on is one of its keys."""
    page = browse("/en/hansa_teutonica/score?n=4&to=sheet")
    hands = Hands(page)
    hands.tap('[name="0.name"]')
    for seat, name in enumerate(NAMES):
        expect(page.locator(f'[name="{seat}.name"]')).to_be_focused()
        hands.press(*name, "Enter")
    for name, texts in NUMBERS.items():
        for seat, text in enumerate(texts):
            cell = page.locator(f'[name="{seat}.{name}"]')
            if cell.evaluate("(cell) => cell !== document.activeElement"):
                hands.tap('.keypad [data-key="next"]')
            expect(cell).to_be_focused()
            for digit in text:
                hands.tap(f'.keypad [data-key="{digit}"]')
    for name, letters in ABILITIES.items():
        for letter in letters:
            hands.tap(f'[name="{"abcd".index(letter)}.{name}"]')
    for space, seat in COELLEN.items():
        hands.tap(f'[name="coellen.{space}"][value="{seat}"]')
    for seat, level in enumerate(KEYS):
        if level:
            hands.tap(f'[name="{seat}.keys"][value="{level}"]')
    expect(page.locator("#totals b")).to_have_text(TOTALS)
    hands.tap("button.main")
    expect(page.locator("h1")).to_have_text("Ann wins, 109 to 67")
    assert hands.taps <= 46
    assert hands.keys <= 16


def test_hansa_by_keyboard_takes_at_most_102_keys(browse: Browse) -> None:
    """From the top of the page: the way to the first name is counted too."""
    page = browse("/en/hansa_teutonica/score?n=4&to=sheet", device="desktop")
    hands = Hands(page)
    while not page.evaluate("document.activeElement.name === '0.name'"):
        hands.press("Tab")
    for name in NAMES:
        hands.press(*name, "Enter")
    for text in NUMBERS["prestige"]:
        hands.press(*text, "Enter")
    for name, letters in ABILITIES.items():
        expect(page.locator(f'[name="0.{name}"]')).to_be_focused()
        hands.press(*letters, "Enter")
    for text in NUMBERS["markers"]:
        hands.press(*text, "Enter")
    for space in (7, 8, 9, 11):
        letter = "abcd"[COELLEN[space]] if space in COELLEN else ""
        hands.press(*letter, "Enter")
    for text in NUMBERS["cities"]:
        hands.press(*text, "Enter")
    for level in KEYS:
        hands.press(*FACES[level], "Enter")
    for text in NUMBERS["network"]:
        hands.press(*text, "Enter")
    expect(page.locator("button.main")).to_be_focused()
    expect(page.locator("#totals b")).to_have_text(TOTALS)
    hands.press("Enter")
    expect(page.locator("h1")).to_have_text("Ann wins, 109 to 67")
    assert hands.keys <= 102
