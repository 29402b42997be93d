"""The set-up in a real browser: ticks that stay, chance that picks, and a list where there are no scripts."""

from collections.abc import Callable

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from positions import slugs

Browse = Callable[..., Page]


def test_ticks_stay_in_both_languages_and_for_other_numbers(browse: Browse) -> None:
    page = browse("/en/trajan/setup")
    page.locator(".steps .tick").nth(2).tap()
    page.goto("/zh-Hant/trajan/setup?n=3")
    boxes = page.locator(".steps input")
    assert [number for number in range(boxes.count()) if boxes.nth(number).is_checked()] == [2]
    page.locator(".again").tap()
    expect(boxes.nth(2)).not_to_be_checked()
    page.reload()
    expect(boxes.nth(2)).not_to_be_checked()
    expect(page.locator(".again")).to_be_hidden()


def test_chance_picks_one_of_the_players(browse: Browse) -> None:
    page = browse("/en/trajan/setup?n=2")
    page.get_by_role("button", name="Pick the starting player").tap()
    assert page.locator(".chance output").text_content() in ("Player A begins.", "Player B begins.")


def test_without_scripts_it_is_a_list_to_tick(browse: Browse) -> None:
    page = browse("/en/trajan/setup?n=2", scripts=False)
    page.locator(".steps .tick").first.tap()
    expect(page.locator(".steps input").first).to_be_checked()
    expect(page.locator("[data-pick]")).to_be_hidden()
    expect(page.get_by_text("To choose at random")).to_be_visible()


@pytest.mark.short(slug="qin")
@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug not in ("oxen", "lanterns")])
def test_it_is_for_everyone_with_a_number_chosen(browse: Browse, slug: str) -> None:
    page = browse(f"/zh-Hant/{slug}/setup?n=3", scheme="dark")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
