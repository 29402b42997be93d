"""The land of Honshu in a browser: painted, looked at and zoomed."""

from typing import Any

import pytest
from accessibility import violations
from land_page import SHEET, announcement, at, land, mode, points, tool, with_land
from playwright.sync_api import expect
from positions import examples

from scorers.honshu.cards import START_CARDS
from scorers.honshu.land import VISIBLE_SQUARES

ON_BOARD = True

THUMB = 44


# Painting


@pytest.mark.long
def test_every_square_is_painted_and_takes_cubes(browse: Any) -> None:
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
def test_with_card_1_a_factory_takes_two_cubes(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&end_card=double_factories&0.map=Mb3", device="desktop")
    mode(page, "paint")
    tool(page, "C")
    for word in ("Mb3*", "Mb3**", "Mb3"):
        at(page, 0, 0).click()
        assert land(page) == word


@pytest.mark.long
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


@pytest.mark.short(lang="zh-Hant")
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
    expect(announcement(page)).to_have_text("Row 6, column 4: town; Town 1 × 17 = 17; Scoring card 3")
    expect(at(page, 3, 5)).to_have_accessible_name("Row 6, column 4: town; Town 1 × 17 = 17; Scoring card 3")
    at(page, 3, 0).tap()
    expect(announcement(page)).to_have_text("Row 1, column 4: fallow field; scores nothing")
    expect(page.locator(".lit")).to_have_count(0)


@pytest.mark.long
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


@pytest.mark.short(lang="en")
def test_with_all_lands_in_every_scoring_card_is_compared(browse: Any, lang: str) -> None:
    page = browse(with_land(lang, **{"1.map": "F F F"}).replace("/score?", "/compare?"))
    expect(page.locator(".ways .unscored tr")).to_have_count(0)
    numbers = {number.strip() for number in page.locator(".ways .what .num").all_text_contents()}
    assert {"–", *"12345678"} <= numbers


def test_squares_outside_the_land_are_called_by_how_far_they_are(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&0.map=F+T", device="desktop")
    expect(at(page, -1, 0)).to_have_accessible_name("Row 1, 1 left of column 1: empty")
    expect(at(page, 1, -1)).to_have_accessible_name("1 above row 1, column 2: empty")
    expect(at(page, 2, 1)).to_have_accessible_name("Row 2, column 3: empty")
    mode(page, "lay")
    expect(at(page, -2, -1)).to_have_accessible_name("1 above row 1, 2 left of column 1: empty")
    page.locator("[data-clear]").click()
    expect(at(page, -1, -1)).to_have_accessible_name("Row 3, column 4: empty")


# Hands and eyes


@pytest.mark.short(lang="en")
def test_thumb_targets_are_large_and_the_page_fits(browse: Any, lang: str) -> None:
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


@pytest.mark.long
def test_the_land_is_seen_smaller_and_larger_inside_its_box(browse: Any) -> None:
    page = browse(with_land())
    box, square = page.locator(".field").bounding_box(), at(page, 0, 4)
    for step, size in ((1, 58), (1, 74), (-1, 58), (-1, 44), (-1, 36)):
        page.locator(f'[data-zoom="{step}"]').tap()
        assert round(square.bounding_box()["width"]) == size
        assert page.locator(".field").bounding_box()["width"] == box["width"]


@pytest.mark.short(lang="en", scheme="light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browse: Any, lang: str, scheme: str) -> None:
    page = browse(with_land(lang, n="3"), scheme=scheme)
    expect(points(page, "town")).to_have_text("17")
    page.locator(".as-text > summary").click()
    for name in ("paint", "lay", "look"):
        mode(page, name)
        if name == "lay":
            page.locator("#card").fill("17")
            expect(page.locator(".ghost")).to_have_count(6)
        if name == "look":
            page.locator('[data-line="lake"]').tap()
        assert violations(page) == [], name


@pytest.mark.long
def test_an_empty_sheet_offers_the_start_cards_to_axe_too(browse: Any) -> None:
    page = browse(f"/en/{SHEET}")
    expect(page.locator(".starts button")).to_have_count(len(START_CARDS))
    assert violations(page) == []


@pytest.mark.long
def test_the_examples_open_with_their_lands(browse: Any) -> None:
    for key, sheet in examples("honshu").items():
        maps = [player["map"] for player in sheet["players"] if "map" in player]
        page = browse(f"/en/honshu/example/{key}")
        page.goto(page.url + "&to=sheet")
        if maps:
            expect(page.locator("#land .largest").first).to_be_attached()


@pytest.mark.long
def test_impossible_land_is_drawn_as_far_as_cards_reach(browse: Any) -> None:
    """A short link names squares a thousand rows down and a thousand columns to the right: drawn whole, that is a million cells."""
    page = browse(f"/en/{SHEET}?to=sheet&0.map=F+T" + "+." * 1000 + "+L" + "%2F" * 1000 + "A")
    assert page.locator("#land [role=gridcell]").count() < (VISIBLE_SQUARES + 6) ** 2
    assert at(page, 1, 0).get_attribute("data-kind") == "T"
    assert land(page).endswith("/A")
