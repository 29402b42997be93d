"""The wall of Chang Cheng in a browser: laid by thumb and by keys, told what it comes to, undone, and carried by the link without loss."""

import itertools
import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from scorers.chang_cheng.wall import HALVES, LETTERS, NEUTRAL_WALLS, REGIONS, SINGLES, SPACES

SHEET = "chang_cheng/score"
THUMB = 44
POSITIONS = {2: 110, 3: 110, 4: 110}
TEXTS = ("wall", "china", "mongol", "threats")
KEY = {"t": "t", "d": "2"}

# Board 1 of three, the rest empty. Regions of 4, 4 and 5 spaces with threats 3, 2 and 4, provinces of 5, 3 and 5 spaces.
# Region 1: A, B, B's tower, A: level, A loses 3, B is safe behind the tower.
# Region 2: C, C, A, half of A's double wall: level, both lose 2.
# Region 3: the other half, A, B, destroyed, C: A alone has most and loses 4. So A loses 9, B nothing, C 2.
# Provinces: A 1 2 3, B 1 3, C 1 2 3. Rows: A 4 (spaces 7 to 10), B 2, C 2.
# With 20 on the track each: A 20 - 9 + 4 (diplomacy, level with C) + 4 (overlord) = 19, B 20, C 20 - 2 + 4 = 22.
LAID = ("A", "B", "Bt", "A", "C", "C", "A", "Ad", "A", "B", "x", "C")
BOARD = "A B Bt A C C A Ad Ad A B x C"
TOLD = {"invasion": ["−9", "0", "−2"], "provinces": ["3", "2", "3"], "row": ["4", "2", "2"]}
REST = " ." * 26


def space(page: Page, number: int) -> Locator:
    return page.locator(".space").nth(number - 1)


def region(page: Page, number: int) -> Locator:
    return page.locator(".region").nth(number - 1)


def said(page: Page) -> Locator:
    return page.locator("#wall [role=status]")


def texts(page: Page) -> dict[str, str]:
    return {name: page.locator(f"[name={name}]").input_value() for name in TEXTS}


def opened(browse: Any, lang: str, query: str, **ways: Any) -> Page:
    """A sheet with the wall to lay in sight."""
    page: Page = browse(f"/{lang}/{SHEET}?to=sheet&{query}", **ways)
    if not page.locator("#wall").is_visible():
        page.locator(".wall-part > summary").click()
    return page


def expect_told(page: Page) -> None:
    for line, shown in TOLD.items():
        expect(page.locator(f"[data-light={line}] b")).to_have_text(shown)


def lay_by_thumb(page: Page) -> None:
    page.locator("[data-borders]").tap()
    page.locator(".lanes .china").nth(4).tap()
    page.locator("[data-borders]").tap()
    for number, taps in ((1, 2), (2, 1), (3, 3)):
        for _ in range(taps):
            region(page, number).tap()
    space(page, 1).tap()
    for piece in LAID:
        page.locator(f'[data-piece="{piece}"]').tap()


# The run by thumb


def test_a_double_wall_across_a_border_and_a_tower_in_a_lost_region(browse: Any, lang: str) -> None:
    page = opened(browse, lang, "n=3&events=diplomacy&events=overlord")
    lay_by_thumb(page)
    for seat in range(3):
        page.locator(f'[name="{seat}.track"]').fill("20")
    assert texts(page) == {
        "wall": BOARD + REST,
        "china": "5 3 5" + " 4 4 5" * 2,
        "mongol": "4 4 5" * 1 + " 4 4 5" * 2,
        "threats": "3 2 4" + " 0" * 6,
    }
    expect_told(page)
    expect(region(page, 1).locator(".loses")).to_have_text("A2")
    expect(region(page, 1).locator(".safe")).to_have_text("B2")
    expect(region(page, 2).locator(".loses")).to_have_text(["A2", "C2"])
    expect(region(page, 3).locator(".loses")).to_have_text("A2")
    expect(page.locator("#totals b")).to_have_text(["19", "20", "22"])
    page.locator("button.main").click()
    expect(page.locator(".score-pad .total b")).to_have_text(["19", "20", "22"])
    page.go_back()
    expect_told(page)


def test_what_a_step_brings_is_said(browse: Any) -> None:
    page = opened(browse, "en", "n=2&0.name=Ann", device="desktop")
    page.locator('[data-piece="At"]').click()
    expect(said(page)).to_have_text("Space 1: Ann, tower; Region 1: Ann is safe")
    space(page, 5).click()
    page.locator('[data-piece="B"]').click()
    expect(said(page)).to_have_text("Space 5: B, single wall; Region 2: nobody loses")
    region(page, 2).click()
    expect(said(page)).to_have_text("Region 2: B: −2")
    expect(region(page, 2)).to_have_accessible_name("Region 2, spaces 5 to 8, threat −2, B 1, B: −2")
    expect(space(page, 5)).to_have_accessible_name("Space 5, province 2, region 2: B, single wall")
    expect(page.locator(".province").nth(1)).to_have_accessible_name("Province 2, spaces 5 to 8, B")


def test_a_line_lights_up_what_it_adds_up_from(browse: Any) -> None:
    page = opened(browse, "en", f"n=3&wall={BOARD}&china=5 3 5&mongol=4 4 5&threats=3 2 4", device="desktop")
    expect_told(page)
    for line, seat, places in (("row", 0, [7, 8, 9, 10]), ("invasion", 2, [2]), ("provinces", 1, [1, 3])):
        button = page.locator(f"[data-light={line}]").nth(seat)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        kind = {"row": ".space", "invasion": ".region", "provinces": ".province"}[line]
        assert page.locator(kind).evaluate_all("all => all.flatMap((one, i) => one.matches('.lit') ? [i + 1] : [])") == places
        assert page.locator(".lit").count() == len(places)
    button.click()
    expect(page.locator(".lit")).to_have_count(0)


def test_pieces_cover_what_lay_there_and_a_double_wall_goes_as_a_whole(browse: Any) -> None:
    page = opened(browse, "en", "n=2&wall=A Bd Bd . A&china=5&mongol=5&threats=2", device="desktop")
    expect(page.locator('[data-piece="Bd"] small')).to_have_text("0")
    space(page, 3).click()
    page.locator('[data-piece="n"]').click()
    assert texts(page)["wall"] == "A . n . A"
    expect(page.locator('[data-piece="Bd"] small')).to_have_text("1")
    expect(page.locator('[data-piece="n"] small')).to_have_text("11")
    space(page, 5).click()
    page.locator('[data-piece="Bd"]').click()  # on the last space it lies on the one before, too
    assert texts(page)["wall"] == "A . n Bd Bd"


@pytest.mark.parametrize(
    ("gaps", "sizes"), [([3], "3 5 5"), ([6], "6 2 5"), ([7], "4 3 6"), ([3, 9, 6], "6 3 4"), ([4, 8], "4 4 5"), ([13], "4 4 5")]
)
def test_a_tap_between_two_spaces_moves_the_border_that_belongs_there(browse: Any, gaps: list[int], sizes: str) -> None:
    page = opened(browse, "en", "n=2", device="desktop")
    page.locator('[data-piece="."]').click()
    page.locator("[data-borders]").click()
    for side in ("mongol", "china"):
        for gap in gaps:
            page.locator(f".lanes .{side}").nth(gap - 1).click()
        assert texts(page)[side] == sizes + " 4 4 5" * 2
    page.locator(".lanes .mongol").nth(13 + 5 - 1).click()
    assert texts(page)["mongol"] == sizes + " 5 3 5 4 4 5"


# From the keyboard alone


def test_the_wall_is_laid_from_the_keyboard_alone(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&n=3", device="desktop")
    page.locator(".wall-part > summary").focus()
    keys = page.keyboard
    keys.press("Enter")
    until_focused(page, "[data-borders]")
    keys.press("Enter")
    until_focused(page, ".space")
    for piece in LAID:
        keys.press(piece[0].lower())
        for kind in piece[1:]:
            keys.press(KEY[kind])
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
    expect(said(page)).to_have_text("Sizes from the left: 5 3 5 4 4 5 4 4 5")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    expect(page.locator(".region:focus")).to_have_count(1)
    while not region(page, 1).evaluate("one => one === document.activeElement"):
        keys.press("ArrowLeft")
    for threat in "324":
        keys.press(threat)
        keys.press("ArrowRight")
    assert texts(page)["wall"] == BOARD + REST
    expect_told(page)
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Home")
    keys.press("Delete")
    keys.press("n")
    keys.press("Backspace")
    assert texts(page)["wall"].startswith(". . Bt")
    for _ in range(3):
        keys.press("Control+z")
    assert texts(page)["wall"] == BOARD + REST
    keys.press("Control+y")
    assert texts(page)["wall"].startswith(". B Bt")


def until_focused(page: Page, target: str) -> None:
    """Tab on until something is focused; a page has no more stops than that."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("target => document.activeElement.matches(target)", target):
            return
    pytest.fail(f"{target} is not reached")


def test_each_step_is_undone_and_done_again(browse: Any) -> None:
    page = opened(browse, "en", "n=2", device="desktop")
    seen = [texts(page)]
    for step in ('[data-piece="A"]', '[data-piece="Bd"]', ".region >> nth=2", '[data-piece="x"]', "[data-clear]"):
        page.locator(step).click()
        seen.append(texts(page))
    assert seen[0] == seen[-1] == dict.fromkeys(TEXTS, "")
    for button, states in (("undo", seen[-2::-1]), ("redo", seen[1:])):
        for state in states:
            page.locator(f"[data-{button}]").click()
            assert texts(page) == state
    page.locator("[data-undo]").click()
    expect(said(page)).to_have_text("Undone: The whole wall")
    page.locator("[data-undo]").click()
    expect(space(page, 4)).to_have_attribute("aria-current", "true")  # where the destroyed wall lay: the next piece goes there


# The texts, the other way, and what cannot be


def test_what_cannot_be_is_said_and_stays(browse: Any) -> None:
    page = opened(browse, "en", "n=2", device="desktop")
    for piece in ("At", "B", "At"):
        page.locator(f'[data-piece="{piece}"]').click()
    expect(said(page)).to_have_text("Space 3: A, tower; Space 3: A has only one tower")
    expect(page.locator("[data-light=invasion] b")).to_have_text(["–", "–"])
    assert texts(page)["wall"].startswith("At B At .")
    page.locator("[data-undo]").click()
    expect(page.locator("[data-light=provinces] b")).to_have_text(["1", "1"])


def test_the_texts_and_the_strip_are_one(browse: Any) -> None:
    page = opened(browse, "en", "n=2", device="desktop")
    page.locator(".as-text > summary").click()
    page.locator("[name=wall]").fill("A B Q")
    expect(page.locator(".space")).to_have_text(["A", "B", "Q"])
    expect(said(page)).to_contain_text("Space 3: Q must be one of . x n A B")
    for name, text in (("wall", "A B n"), ("china", "３"), ("mongol", "1, 2"), ("threats", "−2 4")):
        page.locator(f"[name={name}]").fill(text)
    expect(page.locator(".tile")).to_have_text(["−2", "−4"])
    expect(page.locator("[data-light=invasion] b")).to_have_text(["−2", "−4"])


def test_without_scripts_both_ways_are_plain_controls_and_faults_stand_beside_them(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}", scripts=False)
    expect(page.locator("#wall")).to_be_hidden()
    expect(page.locator('[name="regions.0.threat"]')).to_be_visible()
    page.locator(".wall-part > summary").click()
    page.locator("[name=wall]").fill("A B A")
    page.locator("button.main").click()
    for name in ("china", "mongol", "threats"):
        expect(page.locator(f"[name={name}]:visible + .error")).to_be_visible()
    for name, text in (("china", "3"), ("mongol", "3"), ("threats", "4")):
        page.locator(f"[name={name}]").fill(text)
    page.locator("button.main").click()
    expect(page.locator(".score-pad .total b")).to_have_text(["−4", "0"])


def test_counts_by_region_tell_their_losses_and_are_left_out_when_a_wall_is_given(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?n=2&events=overlord&to=sheet", device="desktop")
    page.locator('[name="regions.1.threat"]').select_option("4")
    for seat, walls in enumerate(("3", "3")):
        page.locator(f'[name="regions.1.walls.{seat}"]').fill(walls)
        page.locator(f'[name="{seat}.chain"]').fill("1")
    page.locator('[name="regions.towers.1"]').select_option(label="2")
    losses = page.locator("[data-loss=m2]")
    expect(losses).to_have_text(["−4", ""])
    expect(page.locator(".left-out").first).to_be_hidden()
    page.locator(".wall-part > summary").click()
    expect(page.locator(".counts-part .by-region")).to_be_hidden()  # one way is open at a time
    page.locator('[data-piece="A"]').click()
    expect(page.locator("summary .left-out")).to_be_visible()
    expect(page.locator('[name="0.chain"]')).to_be_hidden()
    expect(page.locator("#totals b")).to_have_text(["1", "0"])  # the overlord's row of one space
    page.locator("[data-clear]").click()
    expect(page.locator('[name="0.chain"]')).to_be_visible()
    page.locator(".counts-part > summary").click()
    expect(losses).to_have_text(["−4", ""])


# The link and the way back


def test_language_players_and_back_keep_the_wall(browse: Any) -> None:
    page = opened(browse, "en", "n=3")
    lay_by_thumb(page)
    expect_told(page)
    before = texts(page)
    page.get_by_role("link", name="繁體中文").click()
    page.wait_for_url("**/zh-Hant/**")
    expect_told(page)
    assert texts(page) == before
    page.locator('button[name=seats][value="4"]').click()
    page.wait_for_url("**seats=4**")
    assert texts(page) == before
    expect(page.locator(".space")).to_have_count(SPACES[4])  # the fourth board is there to be laid
    page.locator('button[name=seats][value="2"]').click()
    page.wait_for_url("**seats=2**")
    assert texts(page) == before
    expect(said(page)).to_contain_text("C")  # nobody is C now, which is said, but nothing is lost


def test_random_walls_come_back_from_the_link_as_they_were(browse: Any) -> None:
    chance = random.Random(4)
    for seats, positions in POSITIONS.items():
        page = opened(browse, "en", f"n={seats}", device="desktop")
        wrong = page.evaluate(
            """async (positions) => {
              const get = window.fetch;
              window.fetch = () => new Promise(() => {});  // no scores: they are not what is looked at here
              const names = ["wall", "china", "mongol", "threats"];
              const read = (root) => names.map((name) => root.querySelector(`[name=${name}]`).value.trim());
              const drawn = () => [...document.querySelectorAll(".lanes > *")]
                .map((one) => [one.textContent, one.ariaLabel, one.style.gridColumn]).join();
              const fill = (values) => {
                names.forEach((name, i) => { document.querySelector(`[name=${name}]`).value = values[i]; });
                document.querySelector("[name=wall]").dispatchEvent(new Event("input", { bubbles: true }));
              };
              const links = [];
              const seen = [];
              for (const position of positions) {
                fill(position);
                links.push(location.href);
                seen.push(drawn());
              }
              const wrong = [];
              for (const [i, link] of links.entries()) {
                const sheet = new DOMParser().parseFromString(await (await get(link)).text(), "text/html");
                fill(read(sheet));
                if (read(sheet).join() !== positions[i].join() || drawn() !== seen[i]) wrong.push(link);
              }
              if (new Set(seen).size !== positions.length) wrong.push("some look the same");
              return wrong;
            }""",
            [_position(chance, seats) for _ in range(positions)],
        )
        assert wrong == []


def _position(chance: random.Random, seats: int) -> list[str]:
    """The four texts of a wall that the pieces can make, with borders anywhere."""
    singles = LETTERS[:seats] * SINGLES + "n" * (NEUTRAL_WALLS if seats == 2 else 0) + "x" * 5 + "." * SPACES[seats]
    wall = chance.sample(singles, SPACES[seats])
    for start, letter in zip(range(0, SPACES[seats], 13), LETTERS[:seats], strict=False):
        at = chance.randrange(start, start + 10)
        wall[at : at + HALVES + 1] = [letter + "d", letter + "d", letter + "t"]
    china, mongol = (_sizes(chance, SPACES[seats], REGIONS[seats]) for _ in range(2))
    threats = [chance.choice((0, 2, 3, 4)) for _ in mongol]
    return [" ".join(map(str, text)) for text in (wall, china, mongol, threats)]


def _sizes(chance: random.Random, spaces: int, count: int) -> list[int]:
    borders = [0, *sorted(chance.sample(range(1, spaces), count - 1)), spaces]
    return [right - left for left, right in itertools.pairwise(borders)]


def test_what_a_thumb_taps_is_large_enough_and_the_page_does_not_grow(browse: Any, lang: str) -> None:
    for seats in (2, 4):
        page = opened(browse, lang, f"n={seats}")
        page.locator("[data-borders]").tap()
        boxes = (
            "all => all.map((one) => one.getBoundingClientRect()).filter((box) => box.width).map((box) => Math.min(box.width, box.height))"
        )
        assert min(page.locator("#wall button, .way > summary, .way input:visible").evaluate_all(boxes)) >= THUMB
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.locator(".counts-part > summary").tap()
        assert min(page.locator(".by-region :is(input, select)").evaluate_all(boxes)) >= THUMB
        assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browse: Any, lang: str, scheme: str) -> None:
    page = opened(browse, lang, f"n=3&wall={BOARD}&china=5 3 5&mongol=4 4 5&threats=3 2 4", scheme=scheme)
    expect_told(page)
    page.locator("[data-borders]").tap()
    page.locator("[data-light=row]").first.tap()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.locator(".counts-part > summary").tap()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
