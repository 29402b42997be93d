"""What the tests of the map of Hansa Teutonica share: where things are on its page."""

from playwright.sync_api import Locator, Page

SHEET = "hansa_teutonica/score"
THUMB = 44


def office(page: Page, city: str, number: int = 1) -> Locator:
    return page.locator(f"[data-city={city}] .office").nth(number - 1)


def name(page: Page, city: str) -> Locator:
    return page.locator(f"[data-city={city}] .name")


def add(page: Page, city: str) -> Locator:
    """The slot left of a row, where an annex can be added."""
    return page.locator(f"[data-city={city}] .annex:not([hidden])").first


def choose(page: Page, seat: int) -> None:
    page.locator(f'.hand [data-value="{seat}"]').click()


def points(page: Page, seat: int, line: str) -> Locator:
    return page.locator(f'[data-light="{seat}.{line}"] b')


def announcement(page: Page) -> Locator:
    return page.locator("#map [role=status]")


def rows(page: Page) -> dict[str, str]:
    """What the plain text boxes hold: offices and annexes of each city, each seat as its number and free ones as a dash."""
    texts: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".as-list input.slots")].map((box) => [box.name, box.value]))"""
    )
    return {entry: seats.translate(str.maketrans("ABCDE", "01234")) for entry, seats in texts.items() if seats.strip("-")}
