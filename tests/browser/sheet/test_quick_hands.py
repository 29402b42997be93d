"""Hands that are quicker than a page: nothing they do is lost."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

Browse = Callable[..., Page]


def test_a_tick_is_in_the_address_before_a_reload(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet")
    box = '[name="0.actions"]'
    page.evaluate("(box) => { document.querySelector(box).click(); location.reload(); }", box)
    page.wait_for_url("**0.actions=**")
    expect(page.locator(box)).to_be_checked()
