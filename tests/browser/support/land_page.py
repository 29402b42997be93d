"""What the tests of the land share: the rulebook's land and where things are on its page."""

from urllib.parse import urlencode

from playwright.sync_api import Locator, Page

SHEET = "honshu/score"
RULEBOOK = [
    ". T Pb A T T Py", ". L Pb T Mb3* Mn2* F", ". F T F Py T A", ". Pg T T L Pg F", "Pg F T T L L A Pn T",
    "Mg4* T T T T L L T F", "A T Mg2* T T T T", "Py F F T F F A", ". . . T T Pn My3*",
]  # fmt: skip
"""The land in the rulebook's worked example, which is worth 20 + 17 + 12 + 14 = 63."""


def land(page: Page, seat: int = 0) -> str:
    """What the plain text of a player's land holds."""
    return page.locator(f'[name="{seat}.map"]').input_value()


def mode(page: Page, name: str) -> None:
    page.locator(f'.modes [data-value="{name}"]').click()


def tool(page: Page, name: str, ink: str = "") -> None:
    page.locator(f'.palette [data-value="{name}"]').click()
    if ink:
        page.locator(f'.inks [data-value="{ink}"]').click()


def at(page: Page, x: int, y: int) -> Locator:
    """A square by where it lies on the plane, in which the land of a sheet that was opened begins at 0, 0."""
    return page.locator(f'#land [data-at="{x},{y}"]')


def words(page: Page) -> dict[tuple[int, int], str]:
    """What is drawn on the plane, by where it lies."""
    cells = page.locator("#land [role=gridcell]").evaluate_all("cells => cells.map(({ dataset }) => [dataset.at, dataset.word ?? ''])")
    return {(int(x), int(y)): word for (x, y), word in ((at.split(","), word) for at, word in cells) if word}


def points(page: Page, line: str) -> Locator:
    return page.locator(f'[data-line="{line}"] b')


def announcement(page: Page) -> Locator:
    return page.locator("#land .said")


def with_land(lang: str = "en", **entries: str) -> str:
    """The sheet with the rulebook's land in it."""
    return f"/{lang}/{SHEET}?" + urlencode({"to": "sheet", "0.map": "/".join(RULEBOOK), **entries})
