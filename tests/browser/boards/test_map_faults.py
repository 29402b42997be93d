"""The map of Hansa Teutonica in a browser while something on the sheet cannot be."""

from typing import Any

import pytest
from map_page import SHEET, announcement, name, office, points
from playwright.sync_api import expect

ON_BOARD = True


@pytest.mark.long
def test_a_map_with_a_fault_says_nothing_that_is_not_known(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&offices.lubeck=0-&offices.hamburg=0", device="desktop")
    expect(points(page, 0, "network")).to_have_text("2")
    office(page, "hamburg").click()
    office(page, "hamburg", 2).click()
    expect(announcement(page)).to_contain_text("without a gap")
    fault = announcement(page).locator(".error").inner_text()
    page.get_by_role("searchbox").fill("hamb")
    page.get_by_role("searchbox").press("Enter")
    expect(announcement(page)).to_have_text(f"Hamburg; {fault}")
    expect(name(page, "hamburg")).to_have_attribute("aria-label", "Hamburg")
    page.locator('[data-light="0.network"]').click()
    expect(page.locator(".lit")).to_have_count(0)
    expect(announcement(page)).to_have_text(fault)
    office(page, "hamburg").click()
    expect(announcement(page)).to_have_text("Hamburg, office 1: A; A controls the city; network of A: 3 × 1 = 3")
    expect(announcement(page).locator(".error")).to_be_empty()


def test_pieces_of_a_player_who_left_are_reported_once(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&n=3&offices.stade=3&offices.hamburg=33", device="desktop")
    sentences = {"Stade: there is no player D at this table", "Hamburg: there is no player D at this table"}
    expect(announcement(page)).to_contain_text("Hamburg")
    assert set(announcement(page).inner_text().split("; ")) == sentences
    assert len(announcement(page).inner_text().split("; ")) == len(sentences)


def test_a_count_at_fault_stays_in_reach_beside_the_map(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?n=3&1.network=12a&offices.stade=0", device="desktop")
    count = page.locator('[name="1.network"]')
    expect(count).to_be_visible()
    expect(page.locator('[name="0.network"]')).to_be_hidden()
    expect(page.locator('[name="1.cities"]')).to_be_hidden()
    page.locator("#summary a").click()
    expect(count).to_be_in_viewport()
