"""The land of Honshu in a browser: painted, looked at and zoomed, copied and undone, and what it says while something cannot be."""

import re
from typing import Any

import pytest
from land_page import RULEBOOK, SHEET, announcement, at, land, mode, points, tool, with_land
from playwright.sync_api import expect

from scorers.honshu.land import VISIBLE_SQUARES

ON_BOARD = True


# Painting


@pytest.mark.long
def test_every_square_is_painted_and_takes_cubes(browse: Any) -> None:
    """Cubes are put on and taken off without the page, too."""
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
    expect(announcement(page)).to_contain_text("Cubes lie on production squares and in factories")
    tool(page, "X")
    for x in (-3, 4, 1):
        at(page, x, 0).tap()
    assert land(page) == "T L A . Mn2* Mg3"
    expect(announcement(page)).to_contain_text("Row 1, column 5 is not joined to the rest")


@pytest.mark.long
def test_land_grows_at_all_edges_and_its_text_is_trimmed(browse: Any) -> None:
    """Sixteen squares of forest, each worth 2."""
    page = browse(f"/en/{SHEET}")
    mode(page, "paint")
    across = [(0, 0), *((-step, 0) for step in range(1, 5)), *((step, 0) for step in range(1, 5))]
    for x, y in [*across, *((0, -step) for step in range(1, 4)), *((0, step) for step in range(1, 5))]:
        at(page, x, y).tap()
    assert land(page) == "/".join([". . . . F"] * 3 + ["F F F F F F F F F"] + [". . . . F"] * 4)
    expect(points(page, "forest")).to_have_text("32")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_stroke_paints_all_it_passes_in_one_step(browse: Any) -> None:
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


@pytest.mark.short(lang="en")
def test_squares_show_localized_signs_and_texts_stay_letters(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}?to=sheet&0.map=F T L/A Pb* Mn2/. . Q", device="desktop")
    signs = {"en": ["F", "T", "L", "A", "Pb", "Mn2", "Q"], "zh-Hant": ["林", "鎮", "湖", "休", "產藍", "廠棕2", "Q"]}[lang]
    expect(page.locator("#land [role=gridcell] b")).to_have_text(signs)
    assert land(page) == "F T L/A Pb* Mn2/. . Q"
    mode(page, "paint")
    expect(page.locator(".palette [data-kind=F], .palette [data-kind=P], .inks [data-value=b]")).to_have_text(
        {"en": ["F", "P", "b blue"], "zh-Hant": ["林", "產", "藍"]}[lang]
    )
    expect(page.get_by_role("button", name={"en": "blue", "zh-Hant": "藍"}[lang], exact=True)).to_be_visible()
    page.locator("#land [role=gridcell]").first.focus()
    page.keyboard.press("t")
    expect(page.locator(".palette [data-kind=T]")).to_have_attribute("aria-pressed", "true")


# Looking


@pytest.mark.short(lang="en")
def test_districts_lines_and_squares_light_what_they_score(browse: Any, lang: str) -> None:
    page = browse(with_land(lang, end_card="town_crosses"))
    expect(page.locator(".largest")).to_have_count(17)
    expect(page.locator(".district:not(.largest)")).to_have_count(6)
    expect(page.locator(".by-lake")).to_have_text(["0", "12"])
    expect(page.locator(".by-town")).to_have_text(["17"])
    expect(page.locator(".by-factory")).to_have_text(["3", "2", "4", "2", "3"])
    expect(page.locator(".fed")).to_have_count(5)
    expect(points(page, "end_card")).to_have_text("3")
    for line, squares in {"forest": 10, "town": 17, "lake": 6, "factory": 5}.items():
        page.locator(f'[data-line="{line}"]').tap()
        expect(page.locator(".lit")).to_have_count(squares)
    page.locator('[data-line="lake"]').tap()
    page.locator(".shares button").filter(has_text="12").tap()
    expect(page.locator(".lit")).to_have_count(5)
    for line in ("lake", "lake"):
        page.locator(f'[data-line="{line}"]').tap()
    expect(page.locator(".lit")).to_have_count(0)
    if lang == "en":
        at(page, 3, 5).tap()
        expect(announcement(page)).to_have_text("Row 6, column 4: town; Town 1 × 17 = 17; Scoring card 3")
        expect(at(page, 3, 5)).to_have_accessible_name("Row 6, column 4: town; Town 1 × 17 = 17; Scoring card 3")
        at(page, 3, 0).tap()
        expect(announcement(page)).to_have_text("Row 1, column 4: fallow field; scores nothing")
        expect(page.locator(".lit")).to_have_count(0)


def test_squares_outside_the_land_are_called_by_distance(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=F+T", device="desktop")
    expect(at(page, -1, 0)).to_have_accessible_name("Row 1, 1 left of column 1: empty")
    expect(at(page, 1, -1)).to_have_accessible_name("1 above row 1, column 2: empty")
    expect(at(page, 2, 1)).to_have_accessible_name("Row 2, column 3: empty")
    mode(page, "lay")
    expect(at(page, -2, -1)).to_have_accessible_name("1 above row 1, 2 left of column 1: empty")
    page.locator("[data-clear]").click()
    expect(at(page, -1, -1)).to_have_accessible_name("Row 3, column 4: empty")


@pytest.mark.long
def test_land_is_zoomed_inside_its_box(browse: Any) -> None:
    page = browse(with_land())
    box, square = page.locator(".field").bounding_box(), at(page, 0, 4)
    for step, size in ((1, 58), (1, 74), (-1, 58), (-1, 44), (-1, 36)):
        page.locator(f'[data-zoom="{step}"]').tap()
        assert round(square.bounding_box()["width"]) == size
        assert page.locator(".field").bounding_box()["width"] == box["width"]


@pytest.mark.long
def test_impossible_land_is_drawn_as_far_as_cards_reach(browse: Any) -> None:
    """A short link names squares a thousand rows down and a thousand columns to the right: drawn whole, that is a million cells."""
    page = browse(f"/en/{SHEET}?to=sheet&0.map=F+T" + "+." * 1000 + "+L" + "%2F" * 1000 + "A")
    assert page.locator("#land [role=gridcell]").count() < (VISIBLE_SQUARES + 6) ** 2
    assert at(page, 1, 0).get_attribute("data-kind") == "T"
    assert land(page).endswith("/A")


# Copying and undoing


@pytest.mark.long
def test_land_is_copied_to_another_player_and_undone(browse: Any) -> None:
    page = browse(with_land(), device="desktop")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copy]").click()
    expect(announcement(page)).to_have_text("Copied")
    page.locator(".hand button").nth(1).click()
    page.locator("[data-paste]").click()
    expect(page.locator("#totals b")).to_have_text(["63", "63"])
    assert land(page, 1) == land(page) == "/".join(RULEBOOK)
    page.locator("[data-clear]").click()
    expect(announcement(page)).to_have_text("Cleared; undo brings it back; B: 0 in all")
    assert land(page, 1) == ""
    page.locator(".hand button").first.click()
    page.locator("[data-undo]").click()  # the land that changes comes into view
    assert land(page, 1) == "/".join(RULEBOOK)
    expect(page.locator(".hand button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#land [role=grid]")).to_have_attribute("aria-label", "Land of B, 60 squares")
    expect(announcement(page)).to_have_text("Undone: Land of B, 60 squares; B: 63 in all")
    at(page, 0, 4).focus()
    page.keyboard.press("Control+y")
    expect(announcement(page)).to_have_text("Redone: Land of B, 0 squares; B: 0 in all")


@pytest.mark.long
def test_without_a_clipboard_the_text_is_opened_and_selected(browse: Any, lang: str) -> None:
    page = browse(with_land(lang))
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("[data-copy]").tap()
    expect(announcement(page)).to_have_text({"en": "Copied", "zh-Hant": "已複製"}[lang])
    page.locator(".hand button").nth(1).tap()
    page.locator("[data-paste]").tap()
    expect(page.locator('[name="1.map"]')).to_be_focused()
    note = page.locator(".land-text .hint")
    expect(note).to_be_in_viewport()
    expect(note).to_contain_text({"en": "that is selected below", "zh-Hant": "在下方選取的文字"}[lang])
    expect(announcement(page)).to_have_text(note.inner_text())
    page.keyboard.press("Control+v")
    expect(page.locator("#totals b")).to_have_text(["63", "63"])
    expect(note).to_have_count(0)


# What cannot be


def test_what_is_no_square_is_kept_shown_and_explained(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=F+Q7/T+Mb9", device="desktop")
    expect(announcement(page)).to_contain_text("Row 1, column 2: Q7 is not a square")
    expect(page.locator(".hand button").first).to_have_class(re.compile("bad"))
    expect(page.locator('[data-kind="?"]')).to_have_count(2)
    expect(at(page, 1, 0)).to_have_accessible_name("Row 1, column 2: Q7 is not a square")
    mode(page, "paint")
    at(page, 1, 0).click()
    assert land(page) == "F F/T Mb9"
    at(page, 1, 1).click()
    expect(announcement(page)).to_have_text("Row 2, column 2: forest; A: 7 in all")


@pytest.mark.long
def test_fault_elsewhere_is_said_and_lines_have_no_points(browse: Any) -> None:
    page = browse(with_land(n="3", **{"2.forest": "x"}), device="desktop")
    fault = "C: Forest squares must be a whole number"
    expect(announcement(page)).to_have_text(f"Land of A, 60 squares; {fault}")
    expect(announcement(page).locator(".error")).to_have_text(fault)
    expect(page.locator("[data-line] b")).to_have_text(["–"] * 5)
    at(page, 0, 4).click()
    expect(announcement(page)).to_have_text(f"Row 5, column 1: grey production square; {fault}")
    page.locator('[data-line="town"]').click()
    expect(page.locator(".lit")).to_have_count(0)
    page.locator('[name="2.forest"]').fill("3")
    expect(points(page, "town")).to_have_text("17")
    expect(announcement(page)).to_have_text("Land of A, 60 squares")
