"""The land of Honshu in a browser while something on the sheet cannot be: it stays as it was typed, and is said."""

import re
from typing import Any

import pytest
from land_page import SHEET, announcement, at, land, mode, points, with_land
from playwright.sync_api import expect

ON_BOARD = True


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


def test_a_fault_elsewhere_is_said_and_no_line_is_worth_nothing_for_it(browse: Any) -> None:
    page = browse(with_land(n="3", **{"2.forest": "x"}), device="desktop")
    expect(announcement(page)).to_have_text("Land of A, 60 squares; C: Forest squares must be a whole number")
    expect(announcement(page).locator(".error")).to_have_text("C: Forest squares must be a whole number")
    expect(page.locator("[data-line] b")).to_have_text(["–"] * 5)
    at(page, 0, 4).click()
    expect(announcement(page)).to_have_text("Row 5, column 1: grey production square; C: Forest squares must be a whole number")
    page.locator('[data-line="town"]').click()
    expect(page.locator(".lit")).to_have_count(0)
    page.locator('[name="2.forest"]').fill("3")
    expect(points(page, "town")).to_have_text("17")
    expect(announcement(page)).to_have_text("Land of A, 60 squares")


@pytest.mark.long
def test_a_count_at_fault_stays_in_reach_beside_a_land(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    page.locator('[name="0.town"]').fill("1O")
    expect(announcement(page)).to_contain_text("A: Largest town district must be a whole number")
    mode(page, "paint")
    at(page, 0, 0).click()
    expect(page.locator('[name="0.town"]')).to_be_visible()
    expect(page.locator('[name="0.forest"]')).to_be_hidden()
    page.locator("button.main").click()
    page.get_by_role("link", name="A: Largest town district must be a whole number").click()
    expect(page.locator('[name="0.town"]')).to_be_in_viewport()
    page.locator('[name="0.town"]').fill("10")
    expect(page.locator("#totals b").first).to_have_text("2")


@pytest.mark.short(lang="zh-Hant")
def test_without_scripts_the_text_says_the_same_and_a_fault_stands_by_it(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}", scripts=False)
    expect(page.locator("#land")).to_be_hidden()
    page.locator(".land-part > summary").click()
    expect(page.locator(".legend")).to_be_visible()
    page.locator('[name="0.map"]').fill("F F /\nT Q")
    page.locator("button.main").click()
    expect(page.locator(".land-text .error")).to_have_count(1)
    expect(page.locator(".land-text.seat-0 .error")).to_contain_text("Q")
    expect(page.locator('[name="0.map"]')).to_have_value("F F /\nT Q")
    page.locator('[name="0.map"]').fill("F F /\nT T")
    page.locator("button.main").click()
    expect(page.locator(".score-pad tr.total b").first).to_have_text("6")
