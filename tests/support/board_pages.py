"""Locators and actions of the three boards: the land of Honshu, the map of Hansa Teutonica, the wall of Chang Cheng."""

from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

# All boards


def announcement(page: Page) -> Locator:
    return page.locator(".board-part .said")


def points(page: Page, line: str) -> Locator:
    """The points of a line of the land or the wall."""
    return page.locator(f':is([data-line="{line}"], [data-light="{line}"]) b')


def choose_seat(page: Page, seat: int) -> None:
    """Choose whose pieces or land the next taps are about."""
    page.locator(f'.hand [data-value="{seat}"]').click()


# The land of Honshu

LAND = "honshu/score"
RULEBOOK_LAND = [
    ". T Pb A T T Py", ". L Pb T Mb3* Mn2* F", ". F T F Py T A", ". Pg T T L Pg F", "Pg F T T L L A Pn T",
    "Mg4* T T T T L L T F", "A T Mg2* T T T T", "Py F F T F F A", ". . . T T Pn My3*",
]  # fmt: skip
"""The land of the rulebook's worked example: 20 + 17 + 12 + 14 = 63."""


def read_land(page: Page, seat: int = 0) -> str:
    """Return the text of a player's land, its rows parted by slashes alone."""
    return page.locator(f'[name="{seat}.map"]').input_value().replace(" /\n", "/")


def choose_mode(page: Page, mode: str) -> None:
    page.locator(f'.modes [data-value="{mode}"]').click()


def choose_tool(page: Page, tool: str, ink: str = "") -> None:
    page.locator(f'.palette [data-value="{tool}"]').click()
    if ink:
        page.locator(f'.inks [data-value="{ink}"]').click()


def square(page: Page, x: int, y: int) -> Locator:
    """A square by its place on the plane; the land of a sheet from a link begins at 0, 0."""
    return page.locator(f'#land [data-at="{x},{y}"]')


def rulebook_path(**entries: str) -> str:
    """Return the path of a sheet with the rulebook's land."""
    return f"/en/{LAND}?" + urlencode({"to": "sheet", "0.map": "/".join(RULEBOOK_LAND), **entries})


# The map of Hansa Teutonica

MAP = "hansa_teutonica/score"


def office(page: Page, city: str, number: int = 1) -> Locator:
    return page.locator(f"[data-city={city}] .office").nth(number - 1)


def city_name(page: Page, city: str) -> Locator:
    return page.locator(f"[data-city={city}] .name")


def annex_slot(page: Page, city: str) -> Locator:
    """The slot left of a city's offices where an annex can be added."""
    return page.locator(f"[data-city={city}] .annex:not([hidden])").first


def permanent_slot(page: Page, city: str) -> Locator:
    """The slot right of a city's offices where a permanent office can be added."""
    return page.locator(f"[data-city={city}] .permanent:not([hidden])").last


def map_points(page: Page, seat: int, line: str) -> Locator:
    return points(page, f"{seat}.{line}")


def read_offices(page: Page) -> dict[str, str]:
    """Return the text of each occupied row of the list: the number of each seat, and a dash for a free slot."""
    texts: dict[str, str] = page.evaluate(
        """() => Object.fromEntries(
            [...document.querySelectorAll(".as-list input.slots")].map((box) => [box.name, box.value]))"""
    )
    return {
        entry: seats.translate(str.maketrans("ABCDE", "01234")) for entry, seats in texts.items() if seats.strip("-")
    }


# The wall of Chang Cheng

WALL = "chang_cheng/score"
# Board 1 of three, the rest empty. Regions of 4, 4 and 5 spaces with threats 3, 2 and 4, provinces of 5, 3 and 5
# spaces. Region 1: A, B, B's tower, A: level, A loses 3, B is safe behind the tower. Region 2: C, C, A, half of A's
# double wall: level, both lose 2. Region 3: the other half, A, B, destroyed, C: A alone has most and loses 4. So A
# loses 9, B nothing, C 2. Provinces: A 1 2 3, B 1 3, C 1 2 3. Rows: A 4 (spaces 7 to 10), B 2, C 2. With 20 on the
# track each: A 20 - 9 + 4 (diplomacy, level with C) + 4 (overlord) = 19, B 20, C 20 - 2 + 4 = 22.
BOARD = "A B Bt A C C A Ad Ad A B x C"
PIECES = ("A", "B", "Bt", "A", "C", "C", "A", "Ad", "A", "B", "x", "C")
"""The pieces of that board in the order in which they are laid; a double wall fills two spaces."""
FIGURES = {"invasion": ["−9", "0", "−2"], "provinces": ["3", "2", "3"], "row": ["4", "2", "2"]}


def space(page: Page, number: int) -> Locator:
    return page.locator(".space").nth(number - 1)


def region(page: Page, number: int) -> Locator:
    return page.locator(".region").nth(number - 1)


def read_wall(page: Page) -> dict[str, str]:
    return {name: page.locator(f"[name={name}]").input_value() for name in ("wall", "china", "mongol", "threats")}


def expect_figures(page: Page) -> None:
    for line, figures in FIGURES.items():
        expect(points(page, line)).to_have_text(figures)
