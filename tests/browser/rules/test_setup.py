"""The set-up in a browser: saved ticks and random choices."""

import re

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import expect
from shipped import SHIPPED


def test_ticks_are_saved_and_a_player_is_picked(browse: Browse) -> None:
    """The ticks also show in the other language and with another number of players."""
    page = browse("/en/trajan/setup?n=2")
    page.get_by_role("button", name="Pick the starting player").tap()
    expect(page.locator(".chance output")).to_have_text(re.compile(r"^Player [AB] begins\.$"))
    boxes = page.locator(".steps input")
    page.locator(".steps .tick").nth(2).tap()
    expect(boxes.nth(2)).to_be_checked()
    page.goto("/zh-Hant/trajan/setup?n=3")
    assert [number for number in range(boxes.count()) if boxes.nth(number).is_checked()] == [2]
    page.locator(".again").tap()
    expect(boxes.nth(2)).not_to_be_checked()
    page.reload()
    expect(boxes.nth(2)).not_to_be_checked()
    expect(page.locator(".again")).to_be_hidden()


@pytest.mark.short(slug="qin")
@pytest.mark.parametrize("slug", SHIPPED)
def test_set_up_is_accessible_with_a_number_chosen(browse: Browse, slug: str) -> None:
    page = browse(f"/zh-Hant/{slug}/setup?n=3", scheme="dark")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
