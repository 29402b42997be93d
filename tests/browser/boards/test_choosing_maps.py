"""The choice of a board of Hansa Teutonica: the map follows, and no entry is lost."""

import pytest
from board_pages import MAP, choose_seat, map_points, office, permanent_slot, read_offices
from browsing import Browse
from kept_page import await_saved
from playwright.sync_api import Page, expect
from sheet_page import open_table, show_board


@pytest.mark.short(lang="en")
@pytest.mark.parametrize(("lang", "label"), [("en", "Map of the Eastern board"), ("zh-Hant", "地圖，東方版圖")])
def test_chosen_board_brings_its_map(browse: Browse, lang: str, label: str) -> None:
    page = browse(f"/{lang}/{MAP}?n=3&to=sheet", device="desktop")
    open_table(page)
    for board, city, other in (("east", "danzig", "minden"), ("standard", "minden", "danzig")):
        page.locator("[name=board]").select_option(board)
        expect(page.locator(f'[name="offices.{city}"]')).to_be_attached()
        assert page.locator(f'[name="offices.{other}"]:not([type=hidden])').count() == 0
        show_board(page)
        expect(page.locator(f"#map [data-city={city}]")).to_have_count(1)
        expect(page.locator(f"#map [data-city={other}]")).to_have_count(0)
        if board == "east":
            expect(page.get_by_role("group", name=label)).to_be_visible()


OFFICES = {"offices.danzig": "0", "permanent.dresden": "1"}


def read_seats(page: Page) -> dict[str, str]:
    """Return the occupied rows of the list without trailing free slots."""
    return {name: seats.rstrip("-") for name, seats in read_offices(page).items()}


@pytest.mark.long
def test_offices_return_with_their_board_and_draft(browse: Browse) -> None:
    page = browse(f"/en/{MAP}?n=3&to=sheet&board=east", device="desktop")
    show_board(page)
    office(page, "danzig").click()
    choose_seat(page, 1)
    permanent_slot(page, "dresden").click()
    for seat in (0, 1):
        expect(map_points(page, seat, "cities")).to_have_text("2")
    assert read_seats(page) == OFFICES
    open_table(page)
    page.locator("[name=board]").select_option("britannia")
    expect(page.locator("#map [data-city=conway]")).to_have_count(1)
    assert read_seats(page) == {}
    page.locator("[name=board]").select_option("east")
    expect(office(page, "danzig")).to_have_text("A")
    assert read_seats(page) == OFFICES
    await_saved(page)
    page.goto("/en/")
    page.locator("#continue .kept a").first.click()
    expect(office(page, "danzig")).to_have_text("A")
    assert read_seats(page) == OFFICES


def test_mission_card_is_chosen_only_with_the_map(browse: Browse) -> None:
    """Card 1 has Osnabrück, Stendal and Paderborn; an office in one of them is worth 1. Counts ask for the cities instead."""
    page = browse(f"/en/{MAP}?n=3&to=sheet&modules=missions", device="desktop")
    card, cities = page.locator('[name="0.mission"]'), page.locator('[name="0.mission_cities"]').first
    show_board(page)
    expect(card).to_be_hidden()
    office(page, "stendal").click()
    page.locator('.views [data-view="numbers"]').click()
    expect(card).to_be_visible()
    expect(cities).to_be_hidden()
    card.select_option("1")
    show_board(page)
    expect(map_points(page, 0, "missions")).to_have_text("1")
    office(page, "hamburg").click()
    page.locator('[data-light="0.missions"]').click()
    expect(page.locator(".city.lit")).to_have_count(1)
    expect(page.locator(".city.lit")).to_have_attribute("data-city", "stendal")
