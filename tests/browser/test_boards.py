"""The contract of the three boards: accessibility, undo, names, counts, choice, and positions that survive other
pages.
"""

import re
from typing import NamedTuple
from urllib.parse import parse_qsl

import pytest
from board_pages import MAP, choose_seat, map_points, office, permanent_slot, read_offices
from browsing import Browse
from kept_page import await_saved
from page_faults import WIDE, violations
from playwright.sync_api import Error, Page, expect
from sheet_page import expect_totals, expect_values, numbers, open_table, show_board
from waiting import wait_until


class Board(NamedTuple):
    """A position of a board, and the parts of the page that the tests use."""

    entries: str
    """The position, for three players, as entries of a link."""
    drawn: tuple[str, str]
    """An element of the drawn position, and its text."""
    states: tuple[str, ...]
    """Elements to tap one after the other, to check the board in each state."""
    count: tuple[str, str]
    """An entry that is counted from the position, and its number."""
    name: str
    """The element with the name of the first player."""
    steps: tuple[str, ...]
    """Elements to click on an empty board, one step each."""
    undone: str
    """The announcement when the last of the steps is undone."""


MODE = '.modes [data-value="%s"]'
BOARDS = {
    "hansa_teutonica": Board(
        "offices.minden=ABC-&annexes.minden=A&offices.hannover=B-&coellen.7=2",
        ('[data-light="0.cities"] b', "2"),
        ("[data-city=minden] .name", ".as-list > summary"),
        ("0.cities", "1"),  # Minden
        ".hand .seat-0 .who",
        ("[data-city=stade] .office", "[data-city=hamburg] .office", "[data-city=lubeck] .office"),
        "Undone: Lübeck; nobody controls it; network of A: 2 × 1 = 2",
    ),
    "honshu": Board(
        "0.map=T+Pb+A/L+Pb+T/L+L+L&1.map=F+F",
        ('[data-line="lake"] b', "9"),  # four lake squares are worth 3 × 3
        (MODE % "paint", MODE % "lay", MODE % "look", '[data-line="lake"]', ".as-text > summary"),
        ("0.fallow", "1"),
        ".hand .seat-0 .who",
        (MODE % "paint", '#land [data-at="0,0"]', '#land [data-at="1,0"]', "[data-clear]"),
        "Undone: Land of A, 2 squares",
    ),
    "chang_cheng": Board(
        "wall=A+B+Bt+A+C+C+A+Ad+Ad+A+B+x+C&china=5+3+5&mongol=4+4+5&threats=3+2+4",
        ("[data-light=invasion] b >> nth=0", "−9"),
        ("[data-borders]", "[data-light=row] >> nth=0", ".as-text > summary"),
        ("regions.0.walls.0", "2"),  # A B Bt A
        ".outcome thead .seat-0 [data-who]",
        ('[data-piece="A"]', '[data-piece="Bd"]', ".region >> nth=2", '[data-piece="x"]', "[data-clear]"),
        "Undone: The whole wall",
    ),
}
each_board = pytest.mark.parametrize("slug", BOARDS)
TARGETS = """() => [...document.querySelectorAll(
    ".board-part :is(button, input, summary, [role=gridcell], [role=button]:not([hidden]))")]
  .map((target) => [target, target.querySelector(".hit") ?? target.closest("label") ?? target])
  .map(([target, shown]) => [target, shown.getBoundingClientRect()])
  .filter(([target, { width, height }]) => width && Math.min(width, height) < 43.99 && target.checkVisibility())
  .map(([target, { width, height }]) => `${target.outerHTML.slice(0, 80)} ${width} × ${height}`)"""
OF_BOARD = re.compile(r"^(offices|annexes|coellen)\.|\.map$|^(wall|china|mongol|threats)$")
ENTRIES = "String(new URLSearchParams(new FormData(document.getElementById('sheet'))))"


def open_board(browse: Browse, slug: str, query: str = "n=3", lang: str = "en", **options: str) -> Page:
    """Open a sheet, and show its board."""
    page = browse(f"/{lang}/{slug}/score?to=sheet&{query}", **options)
    show_board(page)
    return page


def read_position(page: Page) -> list[tuple[str, str]]:
    """Return the entries of the position as the form would send them, each land on one line."""
    return sorted(
        (name, re.sub(r"\s*/\s*", "/", text))
        for name, text in parse_qsl(page.evaluate(ENTRIES))
        if OF_BOARD.search(name)
    )


@pytest.mark.long
@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("zh-Hant", "dark")])
@each_board
def test_board_is_accessible_in_each_state(browse: Browse, slug: str, lang: str, scheme: str) -> None:
    board = BOARDS[slug]
    page = open_board(browse, slug, f"n=3&{board.entries}", lang, scheme=scheme)
    expect(page.locator(board.drawn[0]).first).to_have_text(board.drawn[1])
    for state in board.states:
        page.locator(state).first.tap()
        assert [*page.evaluate(TARGETS), *page.evaluate(WIDE)] == [], state
        assert violations(page, ".board-part") == [], state


@pytest.mark.short(slug="hansa_teutonica")
@each_board
def test_steps_are_undone_and_redone(browse: Browse, slug: str) -> None:
    """By buttons and by keys. tests/js/history.test.js has the history itself."""
    board = BOARDS[slug]
    page = open_board(browse, slug, device="desktop")
    states = [read_position(page)]
    for step in board.steps:
        page.locator(step).first.click()
        if read_position(page) != states[-1]:
            states.append(read_position(page))
    assert len(states) >= 4
    for button, expected in (("undo", states[-2::-1]), ("redo", states[1:])):
        for state in expected:
            page.locator(f"[data-{button}]").click()
            assert read_position(page) == state
    for keys, state in (
        ("Control+z", -2),
        ("Control+y", -1),
        ("Control+z", -2),
        ("Control+Shift+z", -1),
        ("Control+z", -2),
    ):
        page.keyboard.press(keys)
        assert read_position(page) == states[state]
    expect(page.locator(".board-part .said")).to_have_text(board.undone)


@pytest.mark.short(slug="chang_cheng")
@each_board
def test_language_players_and_back_keep_the_position(browse: Browse, slug: str) -> None:
    """With two players, pieces of C are faults, and C's land is hidden; neither is lost."""
    board = BOARDS[slug]
    page = open_board(browse, slug, f"n=3&{board.entries}", device="desktop")
    place = page.locator(board.drawn[0]).first
    expect(place).to_have_text(board.drawn[1])
    before = read_position(page)
    page.get_by_role("link", name="繁體中文").click()
    page.wait_for_url("**/zh-Hant/**")
    expect(place).to_have_text(board.drawn[1])
    open_table(page)
    for seats in (2, 4):
        page.locator(f'button[name=seats][value="{seats}"]').click()
        page.wait_for_url(f"**seats={seats}**")
        if slug != "honshu" and seats == 2:
            expect(page.locator(".board-part .said .error").first).to_contain_text("C")
    page.locator('button[name=seats][value="3"]').click()
    page.wait_for_url("**seats=3**")
    assert read_position(page) == before
    page.locator("button.main").click()
    question = page.locator("#said", has_text="對嗎？")  # about choices that nobody made
    expect(page.locator(".score-pad").or_(question).first).to_be_attached()
    if question.count():
        page.locator("button.main").click()
    expect(page.locator(".score-pad")).to_be_visible()
    page.go_back()
    expect(place).to_have_text(board.drawn[1])
    assert read_position(page) == before


@pytest.mark.short(slug="hansa_teutonica")
@each_board
def test_back_leads_from_board_to_numbers(browse: Browse, slug: str) -> None:
    """A name just typed is on the board at once."""
    page = browse(f"/en/{slug}/rules")
    page.goto(f"/en/{slug}/score?n=3&to=sheet")
    section = page.locator(".board-part > section")
    page.locator('[name="0.name"]').fill("Ann")
    page.locator('.views [data-view="board"]').tap()
    expect(page.locator(BOARDS[slug].name).first).to_have_text("Ann")
    page.go_back()
    expect_values(page, ["0.name"], ["Ann"])
    expect(section).to_be_hidden()
    page.go_forward()
    expect(section).to_be_visible()
    numbers(page)
    expect(section).to_be_hidden()
    page.locator('[name="0.name"]').fill("Bea")
    page.locator('.views [data-view="board"]').tap()
    expect(page.locator(BOARDS[slug].name).first).to_have_text("Bea")
    numbers(page)
    page.go_back()
    page.wait_for_url(f"**/{slug}/rules")


@pytest.mark.long
@each_board
def test_counts_of_a_board_are_hidden_until_they_are_used(browse: Browse, slug: str) -> None:
    page = open_board(browse, slug, f"n=3&0.name=Ann&{BOARDS[slug].entries.partition('&1.map')[0]}")
    numbers(page)
    line = page.locator(".counted p")
    expect(line).to_have_text(
        ("Ann: counted" if slug == "honshu" else "Counted") + " from the board · use numbers instead"
    )
    name, number = BOARDS[slug].count
    count = page.locator(f'[name="{name}"]')
    expect(count).to_be_hidden()
    visible = page.locator(
        ".category input.in[placeholder]:visible, .counts-part input.in[placeholder]:visible"
    ).count()
    expect(page.locator("#left")).to_have_text(f"{visible} blank. Blanks count as 0.")
    line.get_by_role("button").tap()
    expect(count).to_be_visible()
    expect(count).to_have_value(number)
    expect(line).to_have_count(0)
    expect(page.locator("#cleared")).to_have_text(
        "The numbers are those of the board, which is cleared. Undo brings it back."
    )
    page.locator("[data-undo]").tap()
    expect(line).to_have_count(1)
    expect(page.locator("#cleared")).to_be_empty()
    expect(count).to_be_hidden()
    expect(count).to_have_value("")


def test_score_beside_a_board_leads_to_what_is_not_answered(browse: Browse) -> None:
    """The board fills the screen: what nobody has answered is named below it, and asked about where it can be
    answered.
    """
    page = open_board(browse, "hansa_teutonica", "n=2&0.prestige=12&1.prestige=8&offices.minden=AB-")
    expect_totals(page, "13", "11")  # an office each in the network, and B has the city
    line = page.locator("#unanswered")
    expect(line).to_be_in_viewport(ratio=1)
    expect(line).to_have_text("Not answered: Full abilities, Special spaces, City Keys")
    page.locator(".finish > .main").tap()
    expect(page.locator("html")).to_have_attribute("data-view", "numbers")
    expect(page.locator("#f-0\\.actions")).to_be_in_viewport()
    expect(page.locator("#c-abilities .error")).to_have_text(
        "Full abilities: nobody, right? Special spaces: nobody, right? City Keys: all at 1, right?"
        " If so, press “Score” again."
    )
    page.locator(".finish > .main").tap()
    expect(page.locator("h1")).to_have_text("A wins, 13 to 11")


@pytest.mark.short(slug="honshu")
@pytest.mark.parametrize("slug", ["hansa_teutonica", "honshu"])
def test_page_scrolls_over_a_board(browse: Browse, slug: str) -> None:
    """By a wheel, and by a finger on a tablet."""
    page = browse(f"/en/{slug}/score?to=sheet&n=3")
    page.set_viewport_size({"width": 900, "height": 700})
    show_board(page)
    field = page.locator(".board-part .field")
    field.hover()
    page.mouse.wheel(0, 100)
    before = wait_until(page, "scrollY", lambda now: now > 50)
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 20 * step}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_until(page, "scrollY", lambda now: now > before + 50)


def test_mission_box_beside_the_map_leads_to_the_card(browse: Browse) -> None:
    # On a phone the box said 0 and did nothing, and the card is chosen far below, among the numbers.
    page = browse(f"/en/{MAP}?n=3&to=sheet&modules=missions")
    show_board(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator('[data-hand] [data-value="1"], .hand [data-value="1"]').first.tap()
    office(page, "minden").tap()
    page.locator('[data-light="1.missions"]').tap()
    expect(page.locator('[name="1.mission"]')).to_be_focused()
    expect(page.locator('[name="1.mission"]')).to_be_in_viewport()
    page.locator('[name="1.mission"]').select_option("2")
    show_board(page)
    page.locator('[data-light="1.missions"]').tap()
    expect(page.locator('[data-light="1.missions"]')).to_have_attribute("aria-pressed", "true")


def test_page_goes_on_at_the_edge_of_an_enlarged_map(browse: Browse) -> None:
    # A phone's map opens enlarged, and a finger within it moves it: at its edge nothing moved any more.
    page = browse(f"/en/{MAP}?to=sheet&n=3")
    show_board(page)
    field = page.locator(".board-part .field.zoomed")
    field.evaluate("(field) => { field.scrollTop = 9999; }")
    finger = page.context.new_cdp_session(page)
    box = field.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 20
    scrolled = (
        "Math.max(scrollY, ...[...document.querySelectorAll('.board-part, .board-part > *')].map((e) => e.scrollTop))"
    )
    before = page.evaluate(scrolled)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 20 * step}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_until(page, scrolled, lambda now: now > before + 50)


@pytest.mark.long
@pytest.mark.parametrize(("lang", "label"), [("en", "Map of the Eastern board"), ("zh-Hant", "地圖，東方版圖")])
def test_chosen_board_brings_its_map(browse: Browse, lang: str, label: str) -> None:
    page = browse(f"/{lang}/{MAP}?n=3&to=sheet", device="desktop")
    open_table(page)
    for board, city, other in (("east", "danzig", "minden"), ("standard", "minden", "danzig")):
        page.locator("[name=board]").select_option(board)
        expect(page.locator(f'[name="offices.{city}"]')).to_be_attached()
        assert page.locator(f'[name="offices.{other}"]:not([type=hidden])').count() == 0
        show_board(page)
        expect(page.locator(f"#map [data-city={city}]")).to_have_count(1)
        expect(page.locator(f"#map [data-city={other}]")).to_have_count(0)
        if board == "east":
            expect(page.get_by_role("group", name=label)).to_be_visible()


OFFICES = {"offices.danzig": "0", "permanent.dresden": "1"}


def read_seats(page: Page) -> dict[str, str]:
    """Return the occupied rows of the list without trailing free slots."""
    return {name: seats.rstrip("-") for name, seats in read_offices(page).items()}


@pytest.mark.long
def test_offices_return_with_their_board_and_draft(browse: Browse) -> None:
    page = browse(f"/en/{MAP}?n=3&to=sheet&board=east", device="desktop")
    show_board(page)
    office(page, "danzig").click()
    choose_seat(page, 1)
    permanent_slot(page, "dresden").click()
    for seat in (0, 1):
        expect(map_points(page, seat, "cities")).to_have_text("2")
    assert read_seats(page) == OFFICES
    open_table(page)
    page.locator("[name=board]").select_option("britannia")
    expect(page.locator("#map [data-city=conway]")).to_have_count(1)
    assert read_seats(page) == {}
    page.locator("[name=board]").select_option("east")
    expect(office(page, "danzig")).to_have_text("A")
    assert read_seats(page) == OFFICES
    await_saved(page)
    page.goto("/en/")
    page.locator("#continue .kept a").first.click()
    expect(office(page, "danzig")).to_have_text("A")
    assert read_seats(page) == OFFICES


@pytest.mark.long
def test_mission_card_is_chosen_only_with_the_map(browse: Browse) -> None:
    """Card 1 has Osnabrück, Stendal and Paderborn; an office in one of them is worth 1.

    Counts ask for the cities instead.
    """
    page = browse(f"/en/{MAP}?n=3&to=sheet&modules=missions", device="desktop")
    card, cities = page.locator('[name="0.mission"]'), page.locator('[name="0.mission_cities"]').first
    show_board(page)
    expect(card).to_be_hidden()
    office(page, "stendal").click()
    page.locator('.views [data-view="numbers"]').click()
    expect(card).to_be_visible()
    expect(cities).to_be_hidden()
    card.select_option("1")
    show_board(page)
    expect(map_points(page, 0, "missions")).to_have_text("1")
    office(page, "hamburg").click()
    page.locator('[data-light="0.missions"]').click()
    expect(page.locator(".city.lit")).to_have_count(1)
    expect(page.locator(".city.lit")).to_have_attribute("data-city", "stendal")


REACHED = {"button", "checkbox", "gridcell", "link", "radio", "textbox"}
"""What somebody can act on, as the accessibility tree calls it."""


@pytest.mark.parametrize("slug", ["chang_cheng", "hansa_teutonica", "honshu"])
def test_nothing_is_hidden_to_the_eye_only(browse: Browse, slug: str) -> None:
    """Chromium's accessibility tree has no control without a box, and no two of one name within a board."""
    page = browse(f"/en/{slug}/score?n=2&to=sheet&0.name=Ann&1.name=Bo")
    show_board(page)
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    nodes = tools.send("Accessibility.getFullAXTree")["nodes"]
    boxless = []
    for node in nodes:
        if node["ignored"] or node["role"]["value"] not in REACHED:
            continue
        try:
            box = tools.send("DOM.getBoxModel", {"backendNodeId": node["backendDOMNodeId"]})["model"]
        except Error:  # Chromium says that there is none
            box = {"width": 0, "height": 0}
        if not box["width"] or not box["height"]:
            boxless.append(node["name"]["value"])
    assert boxless == []
    names = page.locator(".board :is([role=button], [role=gridcell])").evaluate_all(
        "(all) => all.filter((one) => !one.hasAttribute('hidden')).map((one) => one.ariaLabel)"
    )
    assert len(set(names)) == len(names)
