"""Choosing a board of Hansa Teutonica on its sheet: the map follows, and entries stay through drafts, links and modules."""

from typing import Any

import pytest
from map_page import SHEET, choose, office, points, rows
from playwright.sync_api import expect
from sheet_page import open_table, show_board

LABELS = {"en": "Map of the Eastern board", "zh-Hant": "地圖，東方版圖"}


@pytest.mark.short(lang="en")
def test_chosen_board_brings_its_map(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}?n=3&to=sheet", device="desktop")
    open_table(page)
    for board, city, other in (("east", "danzig", "minden"), ("britannia", "conway", "danzig"), ("standard", "minden", "conway")):
        page.locator("[name=board]").select_option(board)
        page.wait_for_url(f"**board={board}**" if board != "standard" else "**")
        expect(page.locator(f'[name="offices.{city}"]')).to_be_attached()
        assert page.locator(f'[name="offices.{other}"]:not([type=hidden])').count() == 0
        show_board(page)
        expect(page.locator(f"#map [data-city={city}]")).to_have_count(1)
        expect(page.locator(f"#map [data-city={other}]")).to_have_count(0)
        if board == "east":
            expect(page.get_by_role("group", name=LABELS[lang])).to_be_visible()


@pytest.mark.long
def test_offices_return_with_their_board(browse: Any) -> None:
    """What was tapped on one board is kept while another is chosen."""
    page = browse(f"/en/{SHEET}?n=3&to=sheet&board=east", device="desktop")
    show_board(page)
    office(page, "danzig").click()
    expect(points(page, 0, "cities")).to_have_text("2")
    open_table(page)
    page.locator("[name=board]").select_option("britannia")
    expect(page.locator("#map [data-city=conway]")).to_have_count(1)
    assert rows(page) == {}
    page.locator("[name=board]").select_option("east")
    expect(office(page, "danzig")).to_have_text("A")
    assert rows(page) == {"offices.danzig": "0---"}


@pytest.mark.long
def test_draft_brings_the_map_back(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?n=3&to=sheet&board=east", device="desktop")
    show_board(page)
    office(page, "krakau").click()
    choose(page, 1)
    page.locator("[data-city=dresden] .permanent:not([hidden])").click()
    expect(points(page, 1, "cities")).to_have_text("2")
    page.wait_for_url("**permanent.dresden**")
    page.goto("/en/")
    page.locator("#continue .kept a").first.click()
    expect(office(page, "krakau")).to_have_text("A")
    assert {name: seats.rstrip("-") for name, seats in rows(page).items()} == {"offices.krakau": "0", "permanent.dresden": "1"}


def test_mission_card_is_asked_for_beside_the_map_alone(browse: Any) -> None:
    """By counts the cities of the card are asked for, on the map its number: Osnabrück, Stendal, Paderborn. One office there pays 1."""
    page = browse(f"/en/{SHEET}?n=3&to=sheet&modules=missions", device="desktop")
    card, cities = page.locator('[name="0.mission"]'), page.locator('[name="0.mission_cities"]').first
    show_board(page)
    expect(card).to_be_hidden()
    office(page, "stendal").click()
    page.locator('.views [data-view="numbers"]').click()
    expect(card).to_be_visible()
    expect(cities).to_be_hidden()
    card.select_option("1")
    show_board(page)
    expect(points(page, 0, "missions")).to_have_text("1")
    office(page, "hamburg").click()
    page.locator('[data-light="0.missions"]').click()
    expect(page.locator(".city.lit")).to_have_count(1)
    expect(page.locator(".city.lit")).to_have_attribute("data-city", "stendal")
