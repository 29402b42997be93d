"""The land of Honshu in a browser: painting, laying cards, lit squares, zooming, copying, and faults."""

import re

import pytest
from board_pages import (
    LAND,
    RULEBOOK_LAND,
    announcement,
    choose_mode,
    choose_seat,
    choose_tool,
    points,
    read_land,
    rulebook_path,
    square,
)
from browsing import Browse
from live_regions import record_live_regions, take_said
from playwright.sync_api import Page, expect
from sheet_page import expect_totals

from scorers.honshu.cards import START_CARDS
from scorers.honshu.land import VISIBLE_SQUARES
from scorers.honshu.laying import turn_card

ON_BOARD = True


# Painting


@pytest.mark.long
def test_squares_are_painted_and_take_cubes(browse: Browse) -> None:
    """tests/js/squares.test.js has every square and number of cubes."""
    page = browse(f"/en/{LAND}")
    choose_mode(page, "paint")
    for x, (tool, ink) in enumerate([("F", ""), ("T", ""), ("L", ""), ("P", "b"), ("M2", "n"), ("M3", "g")]):
        choose_tool(page, tool, ink)
        square(page, x - 3, 0).tap()
    assert read_land(page) == "F T L Pb Mn2 Mg3"
    choose_tool(page, "C")
    for x in (0, 1, 2, 2):
        square(page, x, 0).tap()
    assert read_land(page) == "F T L Pb* Mn2* Mg3"
    square(page, -1, 0).tap()
    expect(announcement(page)).to_contain_text("Cubes lie on production squares and in factories")
    choose_tool(page, "X")
    for x in (-3, 0):
        square(page, x, 0).tap()
    assert read_land(page) == "T L . Mn2* Mg3"
    expect(announcement(page)).to_contain_text("Row 4, column 6 is not joined to the rest")


def test_painted_square_keeps_its_name_and_is_told_once(browse: Browse) -> None:
    """Also where what is painted later lies above it and left of it.

    Two squares of forest are worth 2 each, one alone 2.
    """
    page = browse(f"/en/{LAND}", device="desktop")
    choose_mode(page, "paint")
    middle = square(page, 0, 0)
    name = str(middle.get_attribute("aria-label"))
    place = name.removesuffix(": empty")
    record_live_regions(page)
    middle.focus()
    page.keyboard.press("Space")
    expect_totals(page, "2", "–")
    expect(middle).to_have_accessible_name(f"{place}: forest; Forest 2 × 1 = 2")
    expect(announcement(page)).to_have_text(f"{place}: forest")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect_totals(page, "4", "–")
    expect(middle).to_have_accessible_name(f"{place}: forest; Forest 2 × 2 = 4")
    page.keyboard.press("Delete")
    expect_totals(page, "2", "–")
    page.evaluate("document.querySelector('#land [data-at=\"2,0\"]').click()")  # as voice control clicks
    row, column = (int(number) for number in re.findall(r"\d+", place))
    apart = f"Row {row}, column {column + 2}"
    expect(announcement(page)).to_have_text(
        f"{apart}: forest; {apart} is not joined to the rest; a land is one piece, joined edge to edge"
    )
    above = f"Row {row - 1}, column {column}"
    fault = announcement(page).text_content()
    acts = [f"{place}: forest · A: 2 so far", f"{above}: forest · A: 4 so far", f"{above}: empty · A: 2 so far"]
    assert take_said(page) == [*acts, fault]


@pytest.mark.long
def test_land_grows_at_all_edges_and_its_text_is_trimmed(browse: Browse) -> None:
    """Sixteen squares of forest, each worth 2."""
    page = browse(f"/en/{LAND}")
    choose_mode(page, "paint")
    for x in (0, -1, -2, -3, -4, 1, 2, 3, 4):
        square(page, x, 0).tap()
    for y in (-1, -2, -3, 1, 2, 3, 4):
        square(page, 0, y).tap()
    assert read_land(page) == "/".join([". . . . F"] * 3 + ["F F F F F F F F F"] + [". . . . F"] * 4)
    expect(points(page, "forest")).to_have_text("32")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_painted_corner_stays_under_the_finger(browse: Browse) -> None:
    # The grid grows above and at the left of it; a second quick tap must not hit another square.
    page = browse(f"/en/{LAND}")
    choose_mode(page, "paint")
    squares = page.locator("#land [role=gridcell]")
    count = squares.count()
    field = page.locator(".land-part .field").bounding_box()
    assert field
    x, y = field["x"] + 8, field["y"] + 6
    under = "([x, y]) => document.elementFromPoint(x, y).closest('[role=gridcell]').dataset.at"
    corner = page.locator(f'#land [data-at="{page.evaluate(under, [x, y])}"]')
    before = corner.bounding_box()
    page.touchscreen.tap(x, y)
    expect(corner).to_have_accessible_name(re.compile("forest"))
    assert squares.count() > count
    assert corner.bounding_box() == before


def test_palette_stays_and_faults_wait_while_painting(browse: Browse) -> None:
    # The second of two strokes was an error before the third could join them, and its three lines moved the palette.
    page = browse(f"/zh-Hant/{LAND}")
    choose_mode(page, "paint")
    town = page.locator('.land-part button[data-value="T"]')
    before = town.bounding_box()
    square(page, -2, 0).tap()
    square(page, 2, 0).tap()
    fault = page.locator(".land-part .said .error")
    expect(fault).to_contain_text("相連")
    delay = "(fault) => fault.getAnimations().map(({ effect }) => effect.getTiming().delay)"
    assert fault.evaluate(delay) == [1500]
    assert town.bounding_box() == before
    expect(fault).to_be_visible()


def test_stroke_paints_its_squares_in_one_step(browse: Browse) -> None:
    page = browse(f"/en/{LAND}", device="desktop")
    choose_mode(page, "paint")
    choose_tool(page, "L")
    square(page, -2, 0).hover()
    page.mouse.down()
    for x, y in ((-1, 0), (0, 0), (1, 0), (1, 1)):
        square(page, x, y).hover()
    page.mouse.up()
    assert read_land(page) == "L L L L/. . . L"
    expect(points(page, "lake")).to_have_text("12")
    page.locator("[data-undo]").click()
    assert read_land(page) == ""


def test_two_fingers_scroll_the_land_and_paint_nothing(browse: Browse) -> None:
    page = browse(rulebook_path())
    choose_mode(page, "paint")
    page.locator(".field").evaluate("(field) => { field.scrollIntoView({ block: 'center' }); field.scrollTo(0, 0); }")
    box, before = page.locator(".field").bounding_box(), read_land(page)
    assert box
    touch = page.context.new_cdp_session(page)

    def send(event: str, *positions: tuple[float, float]) -> None:
        fingers = [{"x": box["x"] + x, "y": box["y"] + y, "id": finger} for finger, (x, y) in enumerate(positions)]
        touch.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": fingers})

    send("touchStart", (150, 150))
    send("touchStart", (150, 150), (200, 150))
    for step in range(1, 6):
        send("touchMove", (150 - 8 * step, 150 - 8 * step), (200 - 8 * step, 150 - 8 * step))
    send("touchEnd")
    assert read_land(page) == before
    assert page.locator(".field").evaluate("(field) => field.scrollLeft > 20 && field.scrollTop > 20")


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "signs", "tools", "blue"),
    [
        ("en", ["F", "T", "L", "A", "Pb", "Mn2", "Q"], ["F", "P", "b blue"], "blue"),
        ("zh-Hant", ["林", "鎮", "湖", "休", "產藍", "廠棕2", "Q"], ["林", "產", "藍"], "藍"),
    ],
)
def test_squares_have_localized_signs(browse: Browse, lang: str, signs: list[str], tools: list[str], blue: str) -> None:
    """The text and the keys stay letters."""
    page = browse(f"/{lang}/{LAND}?to=sheet&0.map=F T L/A Pb* Mn2/. . Q", device="desktop")
    expect(page.locator("#land [role=gridcell] b")).to_have_text(signs)
    assert read_land(page) == "F T L/A Pb* Mn2/. . Q"
    choose_mode(page, "paint")
    expect(page.locator(".palette [data-kind=F], .palette [data-kind=P], .inks [data-value=b]")).to_have_text(tools)
    expect(page.get_by_role("button", name=blue, exact=True)).to_be_visible()
    page.locator("#land [role=gridcell]").first.focus()
    page.keyboard.press("t")
    expect(page.locator(".palette [data-kind=T]")).to_have_attribute("aria-pressed", "true")


# Looking


def test_districts_lines_and_squares_light_up(browse: Browse) -> None:
    """The town crosses of the rulebook's land add 3 points to its 63."""
    page = browse(rulebook_path(end_card="town_crosses"))
    for part, texts in {".by-lake": ["0", "12"], ".by-town": ["17"], ".by-factory": ["3", "2", "4", "2", "3"]}.items():
        expect(page.locator(part)).to_have_text(texts)
    for line, worth in {"forest": "20", "town": "17", "lake": "12", "factory": "14", "end_card": "3"}.items():
        expect(points(page, line)).to_have_text(worth)
    expect(page.locator("#totals b").first).to_have_text("66")
    for part, count in {".largest": 17, ".district:not(.largest)": 6, ".fed": 5}.items():
        expect(page.locator(part)).to_have_count(count)
    lit = page.locator(".lit")
    for line, count in {"forest": 10, "town": 17, "factory": 5, "lake": 6}.items():
        page.locator(f'[data-line="{line}"]').tap()
        expect(lit).to_have_count(count)
    page.locator(".shares button").filter(has_text="12").tap()
    expect(lit).to_have_count(5)
    for _ in range(2):
        page.locator('[data-line="lake"]').tap()
    expect(lit).to_have_count(0)
    square(page, 3, 5).tap()
    expect(announcement(page)).to_have_text("Row 6, column 4: town; Town 1 × 17 = 17; Scoring card 3")
    expect(square(page, 3, 5)).to_have_accessible_name("Row 6, column 4: town; Town 1 × 17 = 17; Scoring card 3")
    square(page, 3, 0).tap()
    expect(announcement(page)).to_have_text("Row 1, column 4: fallow field; scores nothing")
    expect(lit).to_have_count(0)


@pytest.mark.long
def test_squares_outside_the_land_have_names(browse: Browse) -> None:
    page = browse(f"/en/{LAND}?to=sheet&0.map=F+T", device="desktop")
    expect(square(page, -1, 0)).to_have_accessible_name("Row 1, 1 left of column 1: empty")
    expect(square(page, 1, -1)).to_have_accessible_name("1 above row 1, column 2: empty")
    expect(square(page, 2, 1)).to_have_accessible_name("Row 2, column 3: empty")
    choose_mode(page, "lay")
    expect(square(page, -2, -1)).to_have_accessible_name("1 above row 1, 2 left of column 1: empty")
    page.locator("[data-clear]").click()
    expect(square(page, -1, -1)).to_have_accessible_name("Row 3, column 4: empty")  # of the empty land as it is drawn


@pytest.mark.long
def test_land_is_zoomed_inside_its_box(browse: Browse) -> None:
    page = browse(rulebook_path())
    width = "(element) => Math.round(element.getBoundingClientRect().width)"
    before = page.locator(".field").evaluate(width)
    for step, size in ((1, 58), (1, 74), (-1, 58), (-1, 44), (-1, 36)):
        page.locator(f'[data-zoom="{step}"]').tap()
        assert square(page, 0, 4).evaluate(width) == size
        assert page.locator(".field").evaluate(width) == before


@pytest.mark.long
def test_impossible_land_is_drawn_as_far_as_cards_reach(browse: Browse) -> None:
    """A short link can name squares a thousand rows and columns away; the whole plane would have a million cells."""
    page = browse(f"/en/{LAND}?to=sheet&0.map=F+T" + "+." * 1000 + "+L" + "%2F" * 1000 + "A")
    assert page.locator("#land [role=gridcell]").count() < (VISIBLE_SQUARES + 6) ** 2
    assert square(page, 1, 0).get_attribute("data-kind") == "T"
    assert read_land(page).endswith("/A")


# Copying


@pytest.mark.long
def test_land_is_copied_to_another_player_and_undone(browse: Browse) -> None:
    page = browse(rulebook_path(), device="desktop")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copy]").click()
    expect(announcement(page)).to_have_text("Copied")
    choose_seat(page, 1)
    page.locator("[data-paste]").click()
    expect(page.locator("#totals b")).to_have_text(["63", "63"])
    assert read_land(page, 1) == read_land(page) == "/".join(RULEBOOK_LAND)
    page.locator("[data-clear]").click()
    expect(announcement(page)).to_have_text("Cleared; undo brings it back")
    assert read_land(page, 1) == ""
    choose_seat(page, 0)
    page.locator("[data-undo]").click()  # shows the land that changes
    assert read_land(page, 1) == "/".join(RULEBOOK_LAND)
    expect(page.locator(".hand button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#land [role=grid]")).to_have_attribute("aria-label", "Land of B, 60 squares")
    expect(announcement(page)).to_have_text("Undone: Land of B, 60 squares")


@pytest.mark.long
def test_text_is_selected_where_there_is_no_clipboard(browse: Browse) -> None:
    page = browse(rulebook_path())
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("[data-copy]").tap()
    expect(announcement(page)).to_have_text("Copied")
    choose_seat(page, 1)
    page.locator("[data-paste]").tap()
    expect(page.locator('[name="1.map"]')).to_be_focused()
    note = page.locator(".land-text .hint")
    expect(note).to_be_in_viewport()
    expect(note).to_contain_text("that is selected below")
    expect(announcement(page)).to_have_text(note.inner_text())
    page.keyboard.press("Control+v")
    expect(page.locator("#totals b")).to_have_text(["63", "63"])
    expect(note).to_have_count(0)


# Faults


@pytest.mark.long
def test_invalid_squares_are_shown_and_explained(browse: Browse) -> None:
    page = browse(f"/en/{LAND}?to=sheet&0.map=F+Q7/T+Mb9", device="desktop")
    expect(announcement(page)).to_contain_text("Row 1, column 2: Q7 is not a square")
    expect(page.locator(".hand button").first).to_have_class(re.compile("bad"))
    expect(page.locator('[data-kind="?"]')).to_have_count(2)
    expect(square(page, 1, 0)).to_have_accessible_name("Row 1, column 2: Q7 is not a square")
    choose_mode(page, "paint")
    square(page, 1, 0).click()
    assert read_land(page) == "F F/T Mb9"
    square(page, 1, 1).click()
    expect(announcement(page)).to_have_text("Row 2, column 2: forest")


@pytest.mark.long
def test_fault_elsewhere_is_announced_without_points(browse: Browse) -> None:
    page = browse(rulebook_path(n="3", **{"2.forest": "x"}), device="desktop")
    fault = "C: Forest squares must be a whole number"
    expect(announcement(page)).to_have_text(f"Land of A, 60 squares; {fault}")
    expect(announcement(page).locator(".error")).to_have_text(fault)
    expect(page.locator("[data-line] b")).to_have_text(["–"] * 5)
    square(page, 0, 4).click()
    expect(announcement(page)).to_have_text(f"Row 5, column 1: grey production square; {fault}")
    page.locator('[data-line="town"]').click()
    expect(page.locator(".lit")).to_have_count(0)
    page.locator('[name="2.forest"]').fill("3")
    expect(points(page, "town")).to_have_text("17")
    expect(announcement(page)).to_have_text("Land of A, 60 squares")


# Card 49 is F F / A T / A T; turned once, it is A A F / T T F.
A1 = "A A/Pb* Pn*/T T"
A1_AND_49_TURNED = "A A/Pb* Pn*/T A A F/. T T F"
HIDES_A_LAKE = "Card 49 would hide the lake in row 1, column 1; lakes stay visible"
NOT_JOINED = "Card 49 must share at least one square with the cards laid before"
FITS = "Card 49 fits here"


def start_card(number: str, turns: int = 0) -> str:
    """Return a start card as the text of a land, with its cubes."""
    return "/".join(
        " ".join(word + "*" * (word[0] == "P") for word in row) for row in turn_card(START_CARDS[number], turns)
    )


def open_laying(browse: Browse, query: str, card: str = "", device: str = "desktop") -> Page:
    """Open a sheet with a land, ready to lay a card."""
    page = browse(f"/en/{LAND}?to=sheet&{query}", device=device)
    choose_mode(page, "lay")
    page.locator("#card").fill(card)
    return page


def lay(page: Page) -> None:
    """Lay the card, and wait until it is part of the land."""
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)


def find_corner(page: Page) -> tuple[int, int]:
    """Return the place on the plane of the first square of a land that begins with a fallow field."""
    x, y = (page.locator('[data-word="A"]').first.get_attribute("data-at") or "").split(",")
    return int(x), int(y)


# Laying


@pytest.mark.long
def test_land_is_laid_and_painted_by_thumb(browse: Browse) -> None:
    """With one square painted: three forests for 6 points, and towns of two and one for 2."""
    page = browse(f"/en/{LAND}")
    page.locator('[data-card="A1"]').tap()
    expect(page.locator('[name="0.map"]')).to_have_value(A1)
    left, top = find_corner(page)
    page.locator("#card").fill("49")
    page.locator("[data-turn]").tap()
    page.locator(
        '[role=gridcell][data-kind=""]:not(.ghost)'
    ).last.tap()  # a tap on a shared square would push the card under
    square(page, left + 1, top + 2).tap()
    expect(page.locator("[data-lay]")).to_have_attribute("aria-disabled", "false")
    lay(page)
    assert read_land(page) == A1_AND_49_TURNED
    choose_mode(page, "paint")
    square(page, left + 4, top + 2).tap()
    for line, worth in {"forest": "6", "town": "2", "lake": "0", "factory": "0"}.items():
        expect(points(page, line)).to_have_text(worth)
    expect(page.locator("#totals b").first).to_have_text("8")
    page.locator(".finish button.main").click()
    expect(page.locator(".score-pad tr.total b").first).to_have_text("8")


def test_tap_between_the_keys_leaves_the_land_open(browse: Browse) -> None:
    """The tap gives the focus to the page's `main`, in the middle of which the land lies."""
    page = browse(f"/en/{LAND}")
    key = page.locator("[data-turn]").bounding_box()
    next_key = page.locator("[data-turn] ~ button").first.bounding_box()
    assert key
    assert next_key
    page.touchscreen.tap((key["x"] + key["width"] + next_key["x"]) / 2, key["y"] + key["height"] - 1)
    assert page.evaluate("new Promise((done) => setTimeout(() => done(document.activeElement.id)))") == "main"
    expect(page.locator("#card")).to_be_visible()


def test_card_that_does_not_fit_says_why(browse: Browse) -> None:
    """tests/games/honshu/test_cards.py has all reasons."""
    page = open_laying(browse, "0.map=L", "49", "phone")
    expect(announcement(page)).to_have_text(f"{HIDES_A_LAKE}; drag it, or tap a square")
    square(page, -1, 0).tap()
    expect(announcement(page)).to_have_text(HIDES_A_LAKE)
    page.locator("[data-lay]").click(force=True)
    assert read_land(page) == "L"
    square(page, -2, 2).tap()
    expect(announcement(page)).to_have_text(NOT_JOINED)
    page.locator("#card").fill("61")
    expect(announcement(page)).to_have_text("There is no card 61")
    page.locator("#card").fill("B1")
    expect(announcement(page)).to_contain_text("A land begins with a start card")
    error = announcement(page).locator(".error")
    page.locator("#card").fill("")
    expect(announcement(page)).to_have_text(
        "Choose the start card; then type the number of each card, turn it and tap where it lies."
    )
    page.locator("[data-lay]").click(force=True)
    expect(error).to_have_text("Enter the number of the card")
    choose_mode(page, "paint")
    expect(error).to_be_empty()
    expect(announcement(page)).to_have_text("Choose what to paint, then tap squares or stroke over them.")
    assert read_land(page) == "L"


@pytest.mark.long
def test_card_lies_over_or_under_the_land_or_both(browse: Browse) -> None:
    """The top row of the card shares both squares of the land's last row."""
    page = open_laying(browse, "0.map=A+A/A+A/T+L", "49")
    square(page, -2, 2).click()
    square(page, 0, 2).click()
    expect(announcement(page)).to_contain_text("would hide the lake")
    page.locator("[data-under]").click()
    expect(announcement(page)).to_have_text(FITS)
    square(page, 0, 2).click()  # a shared square: only there the card goes over the land
    expect(square(page, 0, 2)).to_have_attribute("data-word", "F")
    expect(square(page, 1, 2)).to_have_attribute("data-word", "L")
    lay(page)
    assert read_land(page) == "A A/A A/F L/A T/A T"


@pytest.mark.long
def test_waiting_card_is_checked_again_when_the_land_changes(browse: Browse) -> None:
    page = browse(f"/en/{LAND}?to=sheet&0.map=A+A", device="desktop")
    choose_mode(page, "paint")
    square(page, 1, 1).click()
    choose_mode(page, "lay")
    page.locator("#card").fill("49")
    square(page, 2, 2).click()
    square(page, 1, 1).click()
    page.locator("[data-undo]").click()
    expect(announcement(page)).to_have_text(NOT_JOINED)
    page.locator("[data-lay]").click(force=True)
    assert read_land(page) == "A A"


@pytest.mark.long
def test_start_card_is_laid_at_once_and_can_be_turned(browse: Browse) -> None:
    page = browse(f"/en/{LAND}", device="desktop")
    text = page.locator('[name="0.map"]')
    page.locator('[data-card="B1"]').click()
    expect(text).to_have_value(start_card("B1"))
    expect(announcement(page)).to_have_text("Card B1 is laid; turn it, or type the next card")
    expect(page.locator(".starts")).to_be_hidden()
    page.locator("[data-turn]").dblclick()
    expect(text).to_have_value(start_card("B1", 2))
    page.locator("[data-turn]").click()
    expect(text).to_have_value(start_card("B1", 3))
    page.locator("[data-undo]").click()
    expect(text).to_have_value(re.compile(r"\s*/\s*".join(map(re.escape, start_card("B1", 2).split("/")))))
    while text.input_value():  # the two quick turns are one step if the second came before the answer to the first
        page.locator("[data-undo]").click()
    page.locator("#card").press_sequentially("a449")
    expect(text).to_have_value(start_card("A4"))
    expect(page.locator(".ghost")).to_have_count(6)
    expect(announcement(page)).to_have_text(FITS)
    page.locator("[data-turn]").click()
    assert read_land(page) == start_card("A4")


@pytest.mark.long
def test_typed_card_begins_at_the_nearest_edge(browse: Browse) -> None:
    """The square at 0, 0 stays in its place on the screen."""
    page = open_laying(browse, "0.map=L+L+L/L+T+L/L+L+T", "49", "phone")
    expect(announcement(page)).to_have_text(FITS)
    expect(square(page, 2, 2)).to_have_class(re.compile("ghost"))
    expect(page.locator(".ghost:not([data-kind=L])")).to_have_count(6)
    before = square(page, 0, 0).bounding_box()
    lay(page)
    assert read_land(page).startswith("L L L/L T L/L L ")
    expect(points(page, "town")).not_to_have_text("–")
    assert square(page, 0, 0).bounding_box() == before
    page.reload()
    expect(page.locator('.modes [data-value="lay"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#card")).to_be_visible()


@pytest.mark.long
def test_new_score_and_next_land_check_the_card(browse: Browse) -> None:
    """The fault of a card stays when a new score comes; the next land starts with cards on top."""
    page = open_laying(browse, "n=2&0.map=A+A/Pb+Pn/T+T&1.map=T+T", "99", "phone")
    error = announcement(page).locator(".error")
    expect(error).to_have_text("There is no card 99")
    with page.expect_response("**/api/v1/games/honshu/score?*"):
        page.locator('[name="1.name"]').evaluate(
            "(name) => { name.value = 'Bo'; name.dispatchEvent(new Event('input', { bubbles: true })); }"
        )
    expect(page.locator('.hand [data-value="1"] .who')).to_have_text("Bo")
    expect(error).to_have_text("There is no card 99")
    page.locator("#card").fill("49")
    under = page.locator("[data-under]")
    under.tap()
    expect(under).to_have_attribute("aria-pressed", "true")
    choose_seat(page, 1)
    expect(under).to_have_attribute("aria-pressed", "false")
    expect(announcement(page)).to_have_text(FITS)


def test_turned_card_is_dragged_to_its_place(browse: Browse) -> None:
    """Its left end covers the last square of the land."""
    page = open_laying(browse, "0.map=A+A/T+T/T+T", "49")
    page.locator("[data-turn]").click()
    square(page, -2, -2).click()
    square(page, -2, -2).hover()
    page.mouse.down()
    square(page, 1, 1).hover()
    page.mouse.up()
    expect(announcement(page)).to_have_text(FITS)
    lay(page)
    assert read_land(page) == "A A/T A A F/T T T F"


@pytest.mark.long
def test_keyboard_lays_and_paints(browse: Browse) -> None:
    page = browse(f"/en/{LAND}", device="desktop")

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    page.locator("#card").focus()
    press("a", "1")
    expect(page.locator('[name="0.map"]')).to_have_value(A1)
    left, top = find_corner(page)
    press("4", "9", "Enter")
    expect(page.locator("#land [role=gridcell]:focus")).to_have_count(1)
    press("r")
    square(page, left + 1, top + 2).focus()
    press("Enter")
    expect(announcement(page)).to_have_text(FITS)
    press("Enter")
    expect(page.locator(".ghost")).to_have_count(0)
    assert read_land(page) == A1_AND_49_TURNED
    page.locator('.modes [data-value="paint"]').focus()
    press("Enter")
    page.locator('[data-what="forest"]').first.focus()
    press("ArrowRight", "m", "l", "Enter")
    expect(announcement(page)).to_have_text("Row 8, column 11: lake")
    press("ArrowLeft", "4", "y", "Enter", "c", "Enter")
    assert read_land(page) == "A A/Pb* Pn*/T A A My4* L/. T T F"
    press("ArrowDown", "Delete")
    assert read_land(page) == "A A/Pb* Pn*/T A A My4* L/. T T"
    press("Home")
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)


@pytest.mark.long
@pytest.mark.parametrize("seats", [4, 5])
def test_names_of_two_characters_fit_above_a_land(browse: Browse, seats: int) -> None:
    names = "".join(
        f"&{seat}.name={name}" for seat, name in enumerate(["阿明", "小華", "美玲", "大衛", "怡君"][:seats])
    )
    page = browse(f"/zh-Hant/honshu/score?to=sheet&n={seats}{names}")
    page.locator('.switch [data-view="board"]').dispatch_event("click")
    whose = page.locator(".land-part .hand .who")
    expect(whose.first).to_be_visible()
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert (whose.count(), whose.evaluate_all(cut)) == (seats, [])
