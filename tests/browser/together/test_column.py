"""Columns on one phone that players pass round."""

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import expect
from sheet_page import show_board
from table_page import cell, expect_value, fill, is_above_the_dock

QUERY = "n=3&0.name=Ann&1.name=Bo&1.prestige=14&coellen.8=0&to=sheet"


@pytest.mark.short(lang="zh-Hant")
def test_columns_follow_one_another_to_the_result(browse: Browse, lang: str) -> None:
    """Ann 20 + 8 in Coellen, Bo 14 and 6 for four markers, C nothing."""
    page = browse(f"/{lang}/hansa_teutonica/column/1?{QUERY}")
    fill(page, "0.prestige", "20")
    expect(page.locator(".dock .sum b")).to_have_text("28")
    page.locator("[data-key=close]").click()
    page.locator(".dock .main").click()
    page.wait_for_url("**/column/2?**")
    expect_value(page, "0.prestige", "20")
    expect(cell(page, "0.prestige")).to_be_hidden()
    for _ in range(4):
        page.locator(".cell.seat-1:has([name='1.markers']) [data-step='1']").click()
    expect(page.locator("#c-markers .points")).to_have_text("6")
    expect(page.locator(".dock .sum b")).to_have_text("20")
    page.locator(".dock .main").click()
    page.wait_for_url("**/column/3?**")
    page.locator(".dock .main").click()
    page.wait_for_url("**/score?**")
    totals = [page.locator(f".score-pad .total .seat-{seat} b").inner_text() for seat in range(3)]
    assert totals == ["28", "20", "0"]


@pytest.mark.short(slug="hansa_teutonica", scheme="light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("slug", ["hansa_teutonica", "honshu", "trajan", "qin", "chang_cheng"])
def test_column_fits_a_phone_and_is_accessible(browse: Browse, slug: str, scheme: str) -> None:
    page = browse(f"/zh-Hant/{slug}/column/1?n=3&0.name=Ann&to=sheet", scheme=scheme)
    expect(page.locator(".strip [aria-current=true]")).to_contain_text("Ann")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page) == []


def test_column_shows_its_own_land(browse: Browse) -> None:
    page = browse("/en/honshu/column/2?n=2&to=sheet")
    show_board(page)
    expect(page.locator('#land .hand [data-value="1"]')).to_have_attribute("aria-pressed", "true")


def test_column_leads_from_the_board_to_the_numbers(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/column/1?n=2")
    show_board(page)
    assert is_above_the_dock(page, ".dock .to-numbers")
    page.locator(".to-numbers").click()
    expect(page.locator("[name='0.prestige']")).to_be_visible()


BROKEN_WORDS = """() => [...document.querySelectorAll(".thing")].flatMap((thing) => {
  const box = thing.getBoundingClientRect();
  const text = thing.querySelector(".why > summary, span.why").firstChild;
  return [...text.data.matchAll(/[\\p{L}\\p{N}]+/gu)].map(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const parts = [...range.getClientRects()];
    const isInside = parts.every(({ left, right }) => left >= box.left && right <= box.right);
    return isInside && new Set(parts.map(({ top }) => top)).size === 1 ? "" : word;
  }).filter(Boolean);
})"""
"""Words that stick out of their buttons, or are broken over two lines."""


def test_words_fit_the_buttons_of_a_column(browse: Browse, lang: str) -> None:
    page = browse(f"/{lang}/hansa_teutonica/column/1?n=3")
    expect(page.locator(".thing").first).to_be_visible()
    assert page.evaluate(BROKEN_WORDS) == []
