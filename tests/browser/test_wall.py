"""The wall of Chang Cheng in a browser: laid by thumb and by keys, typed, scored, and counted by region instead."""

import pytest
from board_pages import BOARD, PIECES, WALL, announcement, expect_figures, points, read_wall, region, space
from browsing import Browse
from playwright.sync_api import Page, expect
from sheet_page import numbers

ON_BOARD = True
EMPTY_BOARDS = " ." * 26


def open_wall(browse: Browse, query: str, device: str = "desktop") -> Page:
    page = browse(f"/en/{WALL}?to=sheet&{query}", device=device)
    expect(page.locator("#wall")).to_be_visible()
    return page


@pytest.mark.long
def test_wall_laid_by_thumb_is_scored(browse: Browse) -> None:
    """With a double wall across a border and a tower in a region that is lost."""
    page = open_wall(browse, "n=3&events=diplomacy&events=overlord", "phone")
    page.locator("[data-borders]").tap()
    page.locator(".lanes .china").nth(4).tap()
    page.locator("[data-borders]").tap()
    for number, taps in ((1, 2), (2, 1), (3, 3)):
        for _ in range(taps):
            region(page, number).tap()
    space(page, 1).tap()
    for piece in PIECES:
        page.locator(f'[data-piece="{piece}"]').tap()
    numbers(page)
    for seat in range(3):
        page.locator(f'[name="{seat}.track"]').fill("20")
    assert read_wall(page) == {
        "wall": BOARD + EMPTY_BOARDS,
        "china": "5 3 5 4 4 5 4 4 5",
        "mongol": "4 4 5 4 4 5 4 4 5",
        "threats": "3 2 4 0 0 0 0 0 0",
    }
    expect_figures(page)
    for number, losers in ((1, ["A2"]), (2, ["A2", "C2"]), (3, ["A2"])):
        expect(region(page, number).locator(".loses")).to_have_text(losers)
    expect(region(page, 1).locator(".safe")).to_have_text("B2")
    expect(page.locator("#totals b")).to_have_text(["19", "20", "22"])
    page.locator("button.main").click()
    expect(page.locator(".score-pad .total b")).to_have_text(["22", "20", "19"])


@pytest.mark.long
def test_each_step_announces_its_effect(browse: Browse) -> None:
    page = open_wall(browse, "n=2&0.name=Ann")
    page.locator('[data-piece="At"]').click()
    expect(announcement(page)).to_have_text("Space 1: Ann, tower; Region 1: Ann is safe")
    space(page, 5).click()
    page.locator('[data-piece="B"]').click()
    expect(announcement(page)).to_have_text("Space 5: B, single wall; Region 2: nobody loses")
    region(page, 2).click()
    expect(announcement(page)).to_have_text("Region 2: B: −2")
    expect(region(page, 2)).to_have_accessible_name("Region 2, spaces 5 to 8, threat −2, B 1, B: −2")
    expect(space(page, 5)).to_have_accessible_name("Space 5, province 2, region 2: B, single wall")
    expect(page.locator(".province").nth(1)).to_have_accessible_name("Province 2, spaces 5 to 8, B")
    space(page, 6).click()
    page.locator('[data-piece="At"]').click()
    expect(announcement(page)).to_have_text("Space 6: Ann, tower; Space 6: Ann has only one tower")
    expect(announcement(page).locator(".error")).to_have_text("Space 6: Ann has only one tower")
    expect(points(page, "invasion")).to_have_text(["–", "–"])
    assert read_wall(page)["wall"].startswith("At . . . B At .")
    page.locator("[data-undo]").click()
    expect(points(page, "provinces")).to_have_text(["1", "1"])


@pytest.mark.long
def test_line_lights_its_places(browse: Browse) -> None:
    page = open_wall(browse, f"n=3&wall={BOARD}&china=5 3 5&mongol=4 4 5&threats=3 2 4")
    expect_figures(page)
    for line, seat, places in (("row", 0, [7, 8, 9, 10]), ("invasion", 2, [2]), ("provinces", 1, [1, 3])):
        button = page.locator(f"[data-light={line}]").nth(seat)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        kind = {"row": ".space", "invasion": ".region", "provinces": ".province"}[line]
        assert (
            page.locator(kind).evaluate_all("all => all.flatMap((one, i) => one.matches('.lit') ? [i + 1] : [])")
            == places
        )
        assert page.locator(".lit").count() == len(places)
    button.click()
    expect(page.locator(".lit")).to_have_count(0)


def test_piece_replaces_a_whole_double_wall(browse: Browse) -> None:
    """tests/js/spaces.test.js has more of double walls and borders."""
    page = open_wall(browse, "n=2&wall=A Bd Bd . A&china=5&mongol=5&threats=2")
    expect(page.locator('[data-piece="Bd"] small')).to_have_text("0")
    space(page, 3).click()
    page.locator('[data-piece="n"]').click()
    assert read_wall(page)["wall"] == "A . n . A"
    expect(page.locator('[data-piece="Bd"] small')).to_have_text("1")
    expect(page.locator('[data-piece="n"] small')).to_have_text("11")
    space(page, 5).click()
    page.locator('[data-piece="Bd"]').click()  # the last space has no next one, so it fills the one before
    assert read_wall(page)["wall"] == "A . n Bd Bd"


@pytest.mark.long
def test_keyboard_lays_the_wall(browse: Browse) -> None:
    page = browse(f"/en/{WALL}?to=sheet&n=3", device="desktop")
    page.locator(".wall-part > summary").focus()
    keys = page.keyboard
    keys.press("Enter")
    press_tab_until(page, "[data-borders]")
    keys.press("Enter")
    press_tab_until(page, ".space")
    for piece in PIECES:
        for key in piece.lower().replace("d", "2"):
            keys.press(key)
    expect(space(page, 14)).to_be_focused()
    keys.press("Home")
    expect(space(page, 1)).to_be_focused()
    for _ in range(4):
        keys.press("ArrowRight")
    keys.press("ArrowDown")
    gap = page.locator(".lanes .china:focus")
    while "between spaces 5 and 6" not in (gap.get_attribute("aria-label") or ""):
        keys.press("ArrowRight")
    keys.press("Space")
    expect(announcement(page)).to_have_text("Sizes from the left: 5 3 5 4 4 5 4 4 5")
    for _ in range(3):
        keys.press("ArrowUp")
    expect(page.locator(".region:focus")).to_have_count(1)
    while not region(page, 1).evaluate("one => one === document.activeElement"):
        keys.press("ArrowLeft")
    for threat in "324":
        keys.press(threat)
        keys.press("ArrowRight")
    assert read_wall(page)["wall"] == BOARD + EMPTY_BOARDS
    expect_figures(page)
    for key in ("ArrowDown", "ArrowDown", "Home", "Delete", "n", "Backspace"):
        keys.press(key)
    assert read_wall(page)["wall"].startswith(". . Bt")


def press_tab_until(page: Page, selector: str) -> None:
    """Press Tab, at most 40 times, until an element is focused."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"{selector} is not reached")


@pytest.mark.long
def test_typed_texts_are_drawn(browse: Browse) -> None:
    page = open_wall(browse, "n=2")
    page.locator(".as-text > summary").click()
    page.locator("[name=wall]").fill("A B Q")
    expect(page.locator(".space")).to_have_text(["A", "B", "Q"])
    expect(announcement(page)).to_contain_text("Space 3: Q must be one of . x n A B")
    for name, text in (("wall", "A B n"), ("china", "３"), ("mongol", "1, 2"), ("threats", "−2 4")):
        page.locator(f"[name={name}]").fill(text)
    expect(page.locator(".tile")).to_have_text(["−2", "−4"])
    expect(points(page, "invasion")).to_have_text(["−2", "−4"])


@pytest.mark.long
def test_wall_replaces_the_counts_by_region(browse: Browse) -> None:
    page = browse(f"/en/{WALL}?n=2&events=overlord&to=sheet", device="desktop")
    page.locator('[name="regions.1.threat"]').select_option("4")
    for seat, walls in enumerate(("3", "3")):
        page.locator(f'[name="regions.1.walls.{seat}"]').fill(walls)
        page.locator(f'[name="{seat}.chain"]').fill("1")
    page.locator('[name="regions.towers.1"]').select_option(label="2")
    losses = page.locator("[data-loss=m2]")
    expect(losses).to_have_text(["−4", ""])
    expect(page.locator(".left-out").first).to_be_hidden()
    page.locator('[data-piece="A"]').click()
    expect(page.locator(".counted")).to_contain_text("Counted from the board")
    expect(page.locator('[name="0.chain"]')).to_be_hidden()
    expect(page.locator("#totals b")).to_have_text(["1", "0"])  # the overlord's row of one space
    page.locator("[data-clear]").click()
    expect(page.locator('[name="0.chain"]')).to_be_visible()
    expect(losses).to_have_text(["−4", ""])


def test_counts_replaced_by_a_wall_are_hidden(browse: Browse) -> None:
    page = open_wall(browse, "n=2&events=diplomacy&events=overlord")
    page.locator('[name="0.chain"]').fill("1O")
    expect(page.locator('[name="0.chain"][aria-invalid]')).to_have_count(1)
    page.locator('[data-piece="A"]').click()
    expect(page.locator("#c-diplomacy")).to_be_hidden()
    expect(page.locator('[name="0.chain"]')).to_be_visible()
    page.locator('[name="0.chain"]').fill("1")
    expect(page.locator("#c-overlord")).to_be_hidden()
    last = page.locator(".category:visible").last
    assert last.evaluate("box => getComputedStyle(box).borderBlockEndWidth") == "1px"


@pytest.mark.long
@pytest.mark.parametrize("device", ["phone", "desktop"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_heads_stand_over_their_columns(browse: Browse, device: str, seats: int) -> None:
    """Also over the neutral walls, which have a column when two play."""
    page = browse(f"/en/{WALL}?to=sheet&n={seats}", device=device)
    page.locator(".switch [data-view=numbers]").dispatch_event("click")
    middles = (
        "(all) => all.map((one) => { const { x, width } = one.getBoundingClientRect(); return Math.round(x + "
        "width / 2); })"
    )
    names = [f".names .seat-{seat}" for seat in range(seats)] + [".names .other"] * (seats == 2)
    columns = page.locator(".line:nth-child(2) .cells input.in").evaluate_all(middles)
    heads = [page.locator(name).evaluate_all(middles)[0] for name in names]
    totals = page.locator(".totals output").evaluate_all(middles)
    assert len(columns) == max(seats, 3)
    assert all(abs(head - column) <= 1 for head, column in zip(heads, columns, strict=True))
    assert all(abs(total - column) <= 1 for total, column in zip(totals, columns, strict=False))
