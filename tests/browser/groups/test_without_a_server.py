"""A group's scorebook where no server answers: the phone shows what it has, and what is kept goes out later."""

from front import Front
from group_page import expect_sent, make_group, wait_for_book
from playwright.sync_api import Page, expect

from tests.browser.together.test_without_a_server import KEPT, front, phone

__all__ = ["front", "phone"]


def test_book_opens_and_keeps_without_a_server(phone: Page, front: Front) -> None:
    """The result is kept offline, shown in the list, deleted ones too; all goes out later. Nothing secret is in the worker's cache."""
    link = make_group(phone)
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    phone.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=2")
    phone.locator(".to-scorebook button").click()
    phone.locator(".places").get_by_role("button", name="Our games").click()
    expect_sent(phone, "Our games")
    phone.goto(f"/en/groups/{link}")
    wait_for_book(phone)
    expect(phone.locator("#results .row .num")).to_have_text(["22"])
    phone.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=3&1.left=9")
    button = phone.get_by_role("button", name="Keep in “Our games”")
    expect(button).to_be_enabled()
    front.go()
    button.click()
    expect(phone.locator(".to-scorebook [role=status]")).to_contain_text("It is sent when there is a connection.")
    phone.goto(f"/en/groups/{link}")
    wait_for_book(phone)
    assert phone.locator(".plain-book").count() == 0
    expect(phone.locator("h1")).to_have_text("Our games")
    expect(phone.locator("#results .row .num")).to_have_text(["21", "22"])
    expect(phone.locator("#sync")).to_contain_text("Waiting on this phone: 1.")
    expect(phone.locator("[data-twin][hreflang=zh-Hant]")).to_have_attribute("href", f"/zh-Hant/groups/{link}")
    phone.get_by_role("link", name="People").click()
    expect(phone.locator("#page li")).to_have_count(2)
    front.come()
    phone.reload()
    wait_for_book(phone)
    expect(phone.locator("#sync")).to_be_empty()
    other = phone.context.new_page()
    other.goto(f"/zh-Hant/groups/{link}")
    wait_for_book(other)
    expect(other.locator("#results .row .num")).to_have_text(["21", "22"])
    assert [url for url in phone.evaluate(KEPT) if link in url] == []
