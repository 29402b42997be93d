"""What the tests of the land share: the rulebook's land, where things are on its page, and lands by chance."""

import random
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


def random_land(chance: random.Random, count: int) -> str:
    """A land of so many squares, joined edge to edge."""
    words = ["F", "T", "L", "A", *("P" + ink for ink in "bngy"), *(f"M{ink}{worth}" for ink in "bngy" for worth in "234")]
    squares = {(0, 0)}
    while len(squares) < count:
        row, column = chance.choice(sorted(squares))
        squares.add(chance.choice([(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]))
    top, left = (min(axis) for axis in zip(*squares, strict=True))
    rows: list[list[str]] = [[] for _ in range(max(row for row, _ in squares) - top + 1)]
    for row, column in sorted(squares):
        line = rows[row - top]
        word = chance.choice(words)
        line += ["."] * (column - left - len(line)) + [word + "*" * (word[0] in "PM" and chance.random() < 0.5)]
    return "/".join(" ".join(line) for line in rows)
