"""Questions and notes while numbers are typed: unusual numbers, blanks, faults and hints."""

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import expect
from sheet_page import cell, expect_totals, press, total

NAMES = "0.name=Ann&1.name=Bo"
SCORE = "**/api/v1/games/*/score?*"


@pytest.mark.short(language="zh-Hant")
@pytest.mark.parametrize(("language", "question", "again"), [
    ("en", "Ann: Prestige points – really 1822?", " If that is right, press Score again."),
    ("zh-Hant", "Ann：聲望分數真的是1822嗎？", "沒錯的話，請再按一次「計分」。"),
])  # fmt: skip
def test_unusual_number_is_asked_about_once(browse: Browse, language: str, question: str, again: str) -> None:
    page = browse(f"/{language}/hansa_teutonica/score?n=2&to=sheet&{NAMES}")
    cell(page, "0.prestige").tap()
    press(page, "1 8 2 2")
    expect(page.locator(".keypad .fault")).to_have_text(question)
    expect(page.locator(".row.wrong .error")).to_have_text(question)
    expect(total(page, 0)).to_have_text("1822")
    assert [*violations(page, ".keypad"), *violations(page, ".category:has(.wrong)")] == []
    press(page, "close")
    page.locator("button.main").tap()
    expect(page.locator("#stepped")).to_have_text(question + again)
    expect(page.locator(".score-pad")).to_have_count(0)
    page.locator("button.main").tap()
    expect(page.locator("tr.total td").first).to_have_text("1822")


@pytest.mark.long
def test_fault_of_several_players_shows_on_the_keypad(browse: Browse) -> None:
    """Trajan has 4 tiles of a construction type."""
    page = browse(f"/en/trajan/score?n=4&to=sheet&{NAMES}&0.points=78&1.points=91")
    expect_totals(page, "78", "91", "–", "–")
    cell(page, "0.construction.stairs").tap()
    press(page, "3")
    expect(total(page, 0)).to_have_text("88")
    cell(page, "3.construction.stairs").tap()
    press(page, "2")
    sentence = "Stairs: 5 in all, but there are only 4"
    expect(page.locator(".keypad .fault")).to_have_text(sentence)
    row = page.locator(".row.wrong")
    expect(row).to_have_count(1)
    expect(row.locator(".error")).to_have_text(sentence)
    expect(row.locator(".error.unseen")).to_have_count(1)  # hidden, as the head of the keypad shows it
    expect(page.locator("#said")).to_be_hidden()
    expect(row.locator("[aria-invalid]")).to_have_count(2)
    expect_totals(page, "88", "91", "–", "–")
    assert [*violations(page, ".keypad"), *violations(page, ".category:has(.wrong)")] == []
    cell(page, "1.points").tap()
    page.locator(".keypad .fault").tap()
    expect(cell(page, "0.construction.stairs")).to_be_focused()
    press(page, "1")
    expect(page.locator(".keypad .fault")).to_be_hidden()
    expect(row).to_have_count(0)


def test_unfinished_sum_is_a_fault_once_it_is_left(browse: Browse) -> None:
    page = browse(f"/en/hansa_teutonica/score?n=2&to=sheet&{NAMES}")
    prestige, faults, note = (
        cell(page, "0.prestige"),
        page.locator(".wrong, [aria-invalid]"),
        page.locator(".keypad .fault"),
    )
    prestige.tap()
    press(page, "3")
    expect_totals(page, "3", "–")
    with page.expect_response(SCORE):
        press(page, "+")
    expect(note).to_be_hidden()
    expect(faults).to_have_count(0)
    press(page, "next")
    sentence = "Ann: 3+ is not finished: add the next number."
    expect(page.locator("#stepped")).to_have_text(sentence)
    expect(page.locator(".wrong .told")).to_have_text(sentence)
    expect(prestige).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#totals")).to_have_class("totals old")
    with page.expect_response(SCORE):
        press(page, "5")
    note.tap()
    expect(prestige).to_be_focused()
    press(page, "4")
    expect(prestige).to_have_value("3+4")
    expect_totals(page, "7", "5")
    expect(page.locator(".wrong")).to_have_count(0)
    with page.expect_response(SCORE):
        press(page, "+")
    expect(page.locator("#said")).to_be_empty()
    expect(faults).to_have_count(0)


def test_start_values_and_hints_are_told_at_their_cells(browse: Browse) -> None:
    """C has cleared no City Keys, so each office of the network pays 1. By hand: 4 × 2, 5 × 3 and 3 × 1."""
    query = "n=3&to=sheet&0.keys=1&0.network=4&1.keys=3&1.network=5&2.network=3&" + "&".join(
        f"{seat}.{name}=1" for seat in range(3) for name in ("prestige", "markers", "cities")
    )
    page = browse(f"/en/hansa_teutonica/score?{query}", device="desktop")
    expect_totals(page, "12", "19", "7")
    shadow = "(start) => getComputedStyle(start).boxShadow"
    keys = page.get_by_role("radiogroup", name="C: City Keys")
    assert keys.locator(".start").evaluate(shadow) != "none"
    assert page.get_by_role("radiogroup", name="A: City Keys").locator(".start").evaluate(shadow) == "none"
    expect(page.locator("#left")).to_have_text("")
    expect(cell(page, "1.prestige")).to_have_accessible_description("Where the trader stands on the track.")
    expect(keys).to_have_accessible_description("The rightmost uncovered value.")
    expect(keys).to_match_aria_snapshot("""
      - radiogroup:
        - radio "1, counts until another is chosen"
        - radio "2 (1st)"
        - radio "2 (2nd)"
        - radio "3"
        - radio "4"
    """)
    assert keys.locator(".pick:not(.none) span:not([aria-hidden])").count() == 0
    # A category of one row is named by its label alone
    expect(page.locator("#c-markers legend")).to_have_count(0)
    expect(page.locator("#c-markers")).to_have_attribute("role", "none")
    expect(page.get_by_role("textbox", name="A: Bonus markers")).to_have_count(1)
    expect(page.get_by_role("group", name="Network")).to_have_count(1)
