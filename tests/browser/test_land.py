"""The land of Honshu in a browser: laid from cards, painted, looked at, undone, and carried by the link without loss."""

import random
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from scorers.honshu.cards import MAP_CARDS, START_CARDS
from scorers.honshu.examples import EXAMPLES
from scorers.honshu.land import VISIBLE_SQUARES
from scorers.honshu.laying import turned

SHEET = "honshu/score"
RULEBOOK = [
    ". T Pb A T T Py", ". L Pb T Mb3* Mn2* F", ". F T F Py T A", ". Pg T T L Pg F", "Pg F T T L L A Pn T",
    "Mg4* T T T T L L T F", "A T Mg2* T T T T", "Py F F T F F A", ". . . T T Pn My3*",
]  # fmt: skip
"""The land in the rulebook's worked example, which is worth 20 + 17 + 12 + 14 = 63."""
CARDS = [
    ("A2", 1, 0, 2), ("46", 0, 0, 2), ("47", 3, 0, 4), ("16", 0, 1, 3), ("1", 0, 1, 1), ("56", 0, 2, 2), ("31", 0, 4, 3),
    ("12", 0, 6, 3), ("52", 1, 6, 4), ("4", 0, 5, 3), ("55", 0, 5, 2), ("48", 1, 4, 0), ("32", 2, 5, 0),
]  # fmt: skip
"""Thirteen cards that show 45 of its squares: number, quarter turns, and the row and column of the top left square, from 0."""
THUMB = 44
POSITIONS = 360


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


def points(page: Page, line: str) -> Locator:
    return page.locator(f'[data-line="{line}"] b')


def said(page: Page) -> Locator:
    return page.locator("#land .said")


def with_land(lang: str = "en", **entries: str) -> str:
    """The sheet with the rulebook's land in it."""
    return f"/{lang}/{SHEET}?" + urlencode({"to": "sheet", "0.map": "/".join(RULEBOOK), **entries})


# The run by thumb


def test_the_rulebooks_land_laid_from_cards_and_painted_is_worth_63(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}")
    wanted = {(row, column): word for row, words in enumerate(RULEBOOK) for column, word in enumerate(words.split()) if word != "."}
    left, top = 0, 0
    for number, turns, row, column in CARDS:
        if number in START_CARDS:
            page.locator(f'[data-card="{number}"]').tap()
            left, top = (int(part) for part in page.locator(".ghost").first.get_attribute("data-at").split(","))
            left, top = left - column, top - row
        else:
            page.locator("#card").fill(number.lower())
        for _ in range(turns):
            page.locator("[data-turn]").tap()
        if number not in START_CARDS:
            # A tap on what it meets would push it under, so it first goes where there is nothing
            page.locator('[role=gridcell][data-kind=""]:not(.ghost)').last.tap()
            at(page, left + column, top + row).tap()
        expect(page.locator("[data-lay]")).to_have_attribute("aria-disabled", "false")
        page.locator("[data-lay]").tap()
        expect(page.locator(".ghost")).to_have_count(0)
    mode(page, "paint")
    for (row, column), word in wanted.items():
        square = at(page, left + column, top + row)
        # Cubes on production squares may stay: they are delivered to the same factories
        plain = word.rstrip("*")
        if (square.get_attribute("data-word") or "").rstrip("*") != plain:
            kind = plain[0] + plain[2:]
            tool(page, kind, plain[1:2])
            square.tap()
    expect(points(page, "town")).to_have_text("17")
    assert land(page).replace("*", "").split("/") == [row.replace("*", "") for row in RULEBOOK]
    tool(page, "C")
    for (row, column), word in wanted.items():
        if word.endswith("*"):
            at(page, left + column, top + row).tap()
    for line, worth in {"forest": "20", "town": "17", "lake": "12", "factory": "14", "end_card": "0"}.items():
        expect(points(page, line)).to_have_text(worth)
    expect(page.locator("#totals b").first).to_have_text("63")
    page.get_by_role("button", name={"en": "Score", "zh-Hant": "計分"}[lang], exact=True).last.click()
    expect(page.locator(".score-pad tr.total b").first).to_have_text("63")


# Laying


def test_a_wrong_laying_says_why_and_is_not_laid(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=L+T/T+T/T+T", device="desktop")
    mode(page, "lay")
    page.locator("#card").fill("49")
    at(page, 0, -2).click()
    expect(said(page)).to_have_text("Card 49 would hide the lake in row 1, column 1; lakes stay in sight")
    page.locator("[data-lay]").click(force=True)
    assert land(page) == "L T/T T/T T"
    at(page, -2, 2).click()
    expect(said(page)).to_have_text("Card 49 must share at least one square with the cards laid before")
    page.locator("#card").fill("61")
    expect(said(page)).to_have_text("There is no card 61")
    page.locator("#card").fill("B1")
    expect(said(page)).to_contain_text("A land begins with a start card")
    assert land(page) == "L T/T T/T T"


def test_a_card_lies_over_or_under_the_land_or_both(browse: Any) -> None:
    """Card 49 is F F / A T / A T; its top row meets both squares of the land's last row."""
    start = f"/en/{SHEET}?to=sheet&0.map=A+A/A+A/T+L"
    page = browse(start, device="desktop")
    mode(page, "lay")
    page.locator("#card").fill("49")
    at(page, -2, 2).click()
    at(page, 0, 2).click()
    expect(said(page)).to_contain_text("would hide the lake")
    page.locator("[data-under]").click()
    expect(said(page)).to_have_text("Card 49 fits here")
    at(page, 0, 2).click()  # tapped where it meets the land: there it comes to lie over it
    expect(at(page, 0, 2)).to_have_attribute("data-word", "F")
    expect(at(page, 1, 2)).to_have_attribute("data-word", "L")
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "A A/A A/F L/A T/A T"


def test_new_production_squares_get_their_cubes_and_covered_ones_lose_theirs(browse: Any) -> None:
    """Card 1 is L Pb / F T / Pg T; its last row covers the land's first."""
    page = browse(f"/en/{SHEET}?to=sheet&0.map=Py*+Pn*/A+A/T+T", device="desktop")
    mode(page, "lay")
    page.locator("#card").fill("1")
    at(page, -2, 2).click()
    at(page, 0, -2).click()
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "L Pb*/F T/Pg* T/A A/T T"


@pytest.mark.parametrize("turns", range(4))
def test_a_turned_card_lies_as_it_is_drawn(browse: Any, turns: int) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    page.locator('[data-card="B6"]').click()
    for _ in range(turns):
        page.locator("[data-turn]").click()
    drawn = page.locator(".ghost").evaluate_all("(cells) => cells.map((cell) => cell.dataset.word)")
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)
    rows = [" ".join(row) for row in turned(START_CARDS["B6"], turns)]
    assert land(page) == "/".join(rows)
    assert " ".join(drawn) == " ".join(rows)


def test_every_printed_card_can_be_called_by_its_number(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    printed = page.locator(".for-lay").evaluate("(panel) => JSON.parse(panel.dataset.cards)")
    assert printed == {number: [list(row) for row in card] for number, card in (START_CARDS | MAP_CARDS).items()}


def test_a_card_is_dragged_to_its_place(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=A+A/T+T/T+T", device="desktop")
    mode(page, "lay")
    page.locator("#card").fill("49")
    at(page, -2, -2).click()
    at(page, -2, -2).hover()
    page.mouse.down()
    at(page, 0, 1).hover()
    page.mouse.up()
    expect(said(page)).to_have_text("Card 49 fits here")
    page.locator("[data-lay]").click()
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "A A/F F/A T/A T"


# Painting


def test_every_kind_of_square_is_painted_and_cubes_are_put_on_and_taken_off(browse: Any) -> None:
    page = browse(f"/en/{SHEET}")
    mode(page, "paint")
    for x, (kind, ink) in enumerate([("F", ""), ("T", ""), ("L", ""), ("A", ""), ("P", "b"), ("M2", "n"), ("M3", "g"), ("M4", "y")]):
        tool(page, kind, ink)
        at(page, x - 3, 0).tap()
    assert land(page) == "F T L A Pb Mn2 Mg3 My4"
    tool(page, "C")
    for x in (1, 2, 3, 3):
        at(page, x, 0).tap()
    assert land(page) == "F T L A Pb* Mn2* Mg3 My4"
    at(page, 0, 0).tap()
    expect(said(page)).to_contain_text("Cubes lie on production squares and in factories")
    tool(page, "X")
    for x in (-3, 4, 1):
        at(page, x, 0).tap()
    assert land(page) == "T L A . Mn2* Mg3"
    expect(said(page)).to_contain_text("Row 1, column 5 is not joined to the rest")


def test_with_card_1_a_factory_takes_two_cubes(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&end_card=double_factories&0.map=Mb3", device="desktop")
    mode(page, "paint")
    tool(page, "C")
    for held in ("Mb3*", "Mb3**", "Mb3"):
        at(page, 0, 0).click()
        assert land(page) == held


def test_the_land_grows_at_all_edges_and_its_text_is_trimmed(browse: Any) -> None:
    page = browse(f"/en/{SHEET}")
    mode(page, "paint")
    for x, y in (
        (0, 0),
        (-1, 0),
        (-2, 0),
        (-3, 0),
        (-4, 0),
        (0, -1),
        (0, -2),
        (0, -3),
        (1, 0),
        (2, 0),
        (3, 0),
        (4, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
    ):
        at(page, x, y).tap()
    assert land(page) == "/".join([". . . . F"] * 3 + ["F F F F F F F F F"] + [". . . . F"] * 4)
    expect(points(page, "forest")).to_have_text("32")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_stroke_paints_all_it_passes_in_one_step(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    mode(page, "paint")
    tool(page, "L")
    at(page, -2, 0).hover()
    page.mouse.down()
    for x in (-1, 0, 1):
        at(page, x, 0).hover()
    at(page, 1, 1).hover()
    page.mouse.up()
    assert land(page) == "L L L L/. . . L"
    expect(points(page, "lake")).to_have_text("12")
    page.locator("[data-undo]").click()
    assert land(page) == ""
    page.locator("[data-redo]").click()
    assert land(page) == "L L L L/. . . L"


def test_two_fingers_move_the_land_and_paint_nothing(browse: Any) -> None:
    page = browse(with_land())
    mode(page, "paint")
    page.locator(".field").evaluate("(field) => { field.scrollIntoView({ block: 'center' }); field.scrollTo(0, 0); }")
    box, before = page.locator(".field").bounding_box(), land(page)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *spots: tuple[float, float]) -> None:
        places = [{"x": box["x"] + x, "y": box["y"] + y, "id": finger} for finger, (x, y) in enumerate(spots)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    fingers("touchStart", (150, 150))
    fingers("touchStart", (150, 150), (200, 150))
    for step in range(1, 6):
        fingers("touchMove", (150 - 8 * step, 150 - 8 * step), (200 - 8 * step, 150 - 8 * step))
    fingers("touchEnd")
    assert land(page) == before
    assert page.locator(".field").evaluate("(field) => field.scrollLeft > 20 && field.scrollTop > 20")


# What the score says


def test_districts_are_outlined_and_each_part_is_marked_with_its_points(browse: Any) -> None:
    page = browse(with_land())
    expect(page.locator(".largest")).to_have_count(17)
    expect(page.locator(".district:not(.largest)")).to_have_count(6)
    expect(page.locator(".by-lake")).to_have_text(["0", "12"])
    expect(page.locator(".by-town")).to_have_text(["17"])
    expect(page.locator(".by-factory")).to_have_text(["3", "2", "4", "2", "3"])
    expect(page.locator(".fed")).to_have_count(5)


def test_a_line_lights_up_its_squares_and_each_part_its_own(browse: Any, lang: str) -> None:
    page = browse(with_land(lang))
    expect(points(page, "lake")).to_have_text("12")
    for line, squares in {"forest": 10, "town": 17, "lake": 6, "factory": 5}.items():
        page.locator(f'[data-line="{line}"]').tap()
        expect(page.locator(".lit")).to_have_count(squares)
    page.locator('[data-line="lake"]').tap()
    page.locator(".shares button").filter(has_text="12").tap()
    expect(page.locator(".lit")).to_have_count(5)
    for line in ("lake", "lake"):
        page.locator(f'[data-line="{line}"]').tap()
    expect(page.locator(".lit")).to_have_count(0)


def test_a_square_tells_which_lines_it_serves(browse: Any) -> None:
    page = browse(with_land(end_card="town_crosses"))
    expect(points(page, "end_card")).to_have_text("3")
    at(page, 3, 5).tap()
    expect(said(page)).to_have_text("Row 6, column 4: town; Town 1 × 17 = 17; Scoring card 3")
    expect(at(page, 3, 5)).to_have_accessible_name("Row 6, column 4: town; Town 1 × 17 = 17; Scoring card 3")
    at(page, 3, 0).tap()
    expect(said(page)).to_have_text("Row 1, column 4: fallow field; scores nothing")
    expect(page.locator(".lit")).to_have_count(0)


def test_counts_are_not_asked_of_a_player_whose_land_is_there(browse: Any) -> None:
    page = browse(with_land())
    counts = [page.locator(f'[name="{seat}.forest"]') for seat in range(2)]
    expect(counts[0]).to_be_hidden()
    expect(counts[1]).to_be_visible()
    page.locator(".hand button").nth(1).tap()
    mode(page, "paint")
    at(page, 0, 0).tap()
    expect(page.locator("#c-forest")).to_be_hidden()
    page.locator("[data-undo]").tap()
    expect(counts[1]).to_be_visible()


def test_with_all_lands_in_every_scoring_card_is_compared(browse: Any, lang: str) -> None:
    page = browse(with_land(lang, **{"1.map": "F F F"}).replace("/score?", "/compare?"))
    expect(page.locator(".totals-by tbody tr")).to_have_count(9)


# What is wrong stays and is said


def test_what_is_no_square_is_kept_shown_and_explained(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=F+Q7/T+Mb9", device="desktop")
    expect(said(page)).to_contain_text("Row 1, column 2: Q7 is no square")
    expect(page.locator(".hand button").first).to_have_class(re.compile("bad"))
    expect(page.locator('[data-kind="?"]')).to_have_count(2)
    expect(at(page, 1, 0)).to_have_accessible_name("Row 1, column 2: Q7 is no square")
    mode(page, "paint")
    at(page, 1, 0).click()
    assert land(page) == "F F/T Mb9"
    at(page, 1, 1).click()
    expect(said(page)).to_have_text("Row 2, column 2: forest; A: 7 in all")


def test_without_scripts_the_text_says_the_same_and_a_fault_stands_by_it(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}", scripts=False)
    expect(page.locator("#land")).to_be_hidden()
    expect(page.locator(".legend")).to_be_visible()
    page.locator('[name="0.map"]').fill("F F /\nT Q")
    page.locator("button.main").click()
    expect(page.locator(".land-text .error")).to_have_count(1)
    expect(page.locator(".land-text.seat-0 .error")).to_contain_text("Q")
    expect(page.locator('[name="0.map"]')).to_have_value("F F /\nT Q")
    page.locator('[name="0.map"]').fill("F F /\nT T")
    page.locator("button.main").click()
    expect(page.locator(".score-pad tr.total b").first).to_have_text("6")


# From the keyboard alone


def test_a_land_is_laid_painted_and_looked_at_from_the_keyboard_alone(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    page.locator("#card").focus()
    press("a", "1", "Enter")
    expect(page.locator(".ghost").first).to_be_focused()
    press("Enter")
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "A A/Pb* Pn*/T T"
    left, top = (int(part) for part in page.locator('[data-word="A"]').first.get_attribute("data-at").split(","))
    # Card 49, turned once, is A A F / T T F; its left end goes over the last row's end
    page.locator("#card").focus()
    press("4", "9", "Enter")
    expect(page.locator("#land [role=gridcell]:focus")).to_have_count(1)
    press("r")
    at(page, left + 1, top + 2).focus()
    press("Enter")
    expect(said(page)).to_have_text("Card 49 fits here")
    press("Enter")
    expect(page.locator(".ghost")).to_have_count(0)
    assert land(page) == "A A/Pb* Pn*/T A A F/. T T F"
    page.locator('.modes [data-value="paint"]').focus()
    press("Enter")
    page.locator('[data-what="forest"]').first.focus()
    press("ArrowRight", "m", "l", "Enter")
    expect(said(page)).to_have_text("Row 3, column 5: lake; A: 6 in all")
    press("ArrowLeft", "4", "y", "Enter", "c", "Enter")
    assert land(page) == "A A/Pb* Pn*/T A A My4* L/. T T F"
    press("ArrowDown", "Delete")
    assert land(page) == "A A/Pb* Pn*/T A A My4* L/. T T"
    press("Control+z", "Control+z")
    assert land(page) == "A A/Pb* Pn*/T A A My4 L/. T T F"
    press("Control+Shift+z")
    assert land(page) == "A A/Pb* Pn*/T A A My4* L/. T T F"
    # The land is one stop; on Home the first square of the row
    press("Home")
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)


# Text, link and the way back


def test_a_land_is_copied_and_put_into_another_players_place(browse: Any) -> None:
    page = browse(with_land(), device="desktop")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copy]").click()
    expect(said(page)).to_have_text("Copied")
    page.locator(".hand button").nth(1).click()
    page.locator("[data-paste]").click()
    expect(page.locator("#totals b")).to_have_text(["63", "63"])
    assert land(page, 1) == land(page) == "/".join(RULEBOOK)
    page.locator("[data-clear]").click()
    assert land(page, 1) == ""
    page.locator("[data-undo]").click()
    assert land(page, 1) == "/".join(RULEBOOK)


def test_each_players_steps_are_undone_apart(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    mode(page, "paint")
    for seat in range(2):
        page.locator(".hand button").nth(seat).click()
        at(page, 0, 0).click()
        at(page, 1, 0).click()
    page.locator(".hand button").first.click()
    page.locator("[data-undo]").click()
    assert [land(page, seat) for seat in range(2)] == ["F", "F F"]


def test_language_players_and_back_keep_the_lands(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?seats=3", device="desktop")
    page.locator(".hand button").nth(2).click()
    mode(page, "paint")
    tool(page, "P", "g")
    at(page, 0, 0).click()
    tool(page, "C")
    at(page, 0, 0).click()
    page.get_by_role("link", name="繁體中文").click()
    page.wait_for_url("**/zh-Hant/**")
    assert land(page, 2) == "Pg*"
    for seats in (2, 5):
        page.locator(f'button[name=seats][value="{seats}"]').click()
        page.wait_for_url(f"**seats={seats}**")
    assert land(page, 2) == "Pg*"
    page.locator("button.main").click()
    expect(page.locator(".score-pad")).to_be_visible()
    page.go_back()
    page.locator(".hand button").nth(2).click()
    expect(at(page, 0, 0)).to_have_attribute("data-word", "Pg*")


def test_five_full_lands_fit_into_a_link_of_six_kilobytes(browse: Any) -> None:
    chance = random.Random(5)
    lands = [_land(chance, VISIBLE_SQUARES) for _ in range(5)]
    page = browse(f"/en/{SHEET}?seats=5", device="desktop")
    for seat in range(5):
        text = page.locator(f'[name="{seat}.map"]')
        text.evaluate(
            "(text, land) => { text.value = land; text.dispatchEvent(new Event('input', {bubbles: true})); }",
            lands[seat],
        )
    assert len(page.url) < 6 * 1024
    address = page.url
    page.goto(address)
    assert [land(page, seat) for seat in range(5)] == lands


def test_random_lands_come_back_from_the_link_as_they_were(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?seats=2", device="desktop")
    chance = random.Random(6)
    lands = [[_land(chance, chance.randint(1, VISIBLE_SQUARES)) for _ in range(2)] for _ in range(POSITIONS // 2)]
    wrong = page.evaluate(
        """async (lands) => {
          const get = window.fetch;
          window.fetch = () => new Promise(() => {});  // no scores: they are not what is looked at here
          const texts = [...document.querySelectorAll("textarea[name$='.map']")];
          const tabs = [...document.querySelectorAll(".hand button")];
          const fill = (land) => land.forEach((text, seat) => {
            texts[seat].value = text;
            texts[seat].dispatchEvent(new Event("input", { bubbles: true }));
            texts[seat].dispatchEvent(new Event("change", { bubbles: true }));
          });
          const drawn = () => tabs.map((tab) => {
            tab.click();
            const words = (row) => [...row.children].map((cell) => cell.dataset.word || ".");
            const rows = [...document.querySelectorAll("#land [role=row]")].map(words);
            const full = rows.filter((row) => row.some((word) => word !== "."));
            const left = Math.min(...full.map((row) => row.findIndex((word) => word !== ".")));
            return full.map((row) => row.slice(left).join(" ").replace(/( \\\\.)+$/, "")).join("/");
          });
          const wrong = [];
          for (const land of lands) {
            fill(land);
            if (drawn().join("|") !== land.join("|")) wrong.push(drawn());
            const sheet = new DOMParser().parseFromString(await (await get(location.href)).text(), "text/html");
            const back = [...sheet.querySelectorAll("textarea[name$='.map']")].map((text) => text.value);
            fill(["", ""]);
            fill(back);
            if (drawn().join("|") !== land.join("|")) wrong.push(back);
          }
          return wrong;
        }""".replace("\\\\", "\\"),
        lands,
    )
    assert wrong == []


def test_a_land_is_the_same_in_whatever_order_it_is_painted(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    mode(page, "paint")
    chance = random.Random(7)
    for _ in range(5):
        wanted = _land(chance, 30)
        left = {(x, y): word for y, row in enumerate(wanted.split("/")) for x, word in enumerate(row.split()) if word != "."}
        (first, _), squares = chance.choice(list(left.items())), []
        reached = [first]
        while reached:  # each square beside one that was painted before
            x, y = reached.pop(chance.randrange(len(reached)))
            if (x, y) in left:
                squares.append((x - first[0], y - first[1], left.pop((x, y))))
                reached += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        page.evaluate(
            """async (squares) => {
              window.fetch = () => new Promise(() => {});
              document.querySelector("[data-clear]").click();
              for (const [x, y, word] of squares) {
                const kind = word.replaceAll("*", "");
                const tool = "PM".includes(kind[0]) ? kind[0] + kind.slice(2) : kind;
                document.querySelector(`.palette [data-value="${tool}"]`).click();
                if ("PM".includes(kind[0])) document.querySelector(`.inks [data-value="${kind[1]}"]`).click();
                const press = () => document.querySelector(`#land [data-at="${x},${y}"]`)
                  .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
                press();
                if (word === kind) continue;
                document.querySelector(".palette [data-value=C]").click();
                press();
              }
            }""",
            squares,
        )
        assert land(page) == wanted


def _land(chance: random.Random, count: int) -> str:
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


# Hands and eyes


def test_what_a_thumb_taps_is_large_enough_and_the_page_does_not_grow(browse: Any, lang: str) -> None:
    page = browse(with_land(lang, n="5"))
    for name in ("paint", "look", "lay"):
        mode(page, name)
        sizes = page.evaluate(
            """() => [...document.querySelectorAll("#land button, #land input, #land [role=gridcell]")]
                 .map((target) => target.getBoundingClientRect()).filter((box) => box.width)
                 .map((box) => Math.min(box.width, box.height))"""
        )
        assert min(sizes) >= THUMB
        assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_land_is_seen_smaller_and_larger_inside_its_box(browse: Any) -> None:
    page = browse(with_land())
    box, square = page.locator(".field").bounding_box(), at(page, 0, 4)
    for step, size in ((1, 58), (1, 74), (-1, 58), (-1, 44), (-1, 36)):
        page.locator(f'[data-zoom="{step}"]').tap()
        assert round(square.bounding_box()["width"]) == size
        assert page.locator(".field").bounding_box()["width"] == box["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["lay", "paint", "look"])
def test_axe_finds_nothing(browse: Any, lang: str, scheme: str, name: str) -> None:
    page = browse(with_land(lang, n="3"), scheme=scheme)
    expect(points(page, "town")).to_have_text("17")
    mode(page, name)
    page.locator(".as-text > summary").click()
    if name == "lay":
        page.locator("#card").fill("17")
        expect(page.locator(".ghost")).to_have_count(6)
    if name == "look":
        page.locator('[data-line="lake"]').tap()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_an_empty_sheet_offers_the_start_cards_to_axe_too(browse: Any) -> None:
    page = browse(f"/en/{SHEET}")
    expect(page.locator(".starts button")).to_have_count(len(START_CARDS))
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_the_examples_open_with_their_lands(browse: Any) -> None:
    for key, example in EXAMPLES.items():
        maps = [player["map"] for player in example.sheet["players"] if "map" in player]
        page = browse(f"/en/honshu/example/{key}")
        page.goto(page.url + "&to=sheet")
        if maps:
            expect(page.locator("#land .largest").first).to_be_attached()
