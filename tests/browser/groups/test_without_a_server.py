"""A group's scorebook without a server: the phone shows what it has, and sends later what was kept."""

from front import Front
from group_page import expect_all_sent, expect_sent, make_group, wait_for_book
from playwright.sync_api import Page, expect
from table_page import CACHED_URLS


def test_book_opens_and_keeps_without_a_server(worker_phone: Page, table_front: Front) -> None:
    """A result kept offline is in the list, and is sent later. The service worker caches nothing secret."""
    link = make_group(worker_phone)
    worker_phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    worker_phone.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=2")
    worker_phone.locator(".to-scorebook button").click()
    worker_phone.locator(".places").get_by_role("button", name="Our games").click()
    expect_sent(worker_phone, "Our games")
    worker_phone.goto(f"/en/groups/{link}")
    wait_for_book(worker_phone)
    expect(worker_phone.locator("#results .row .num")).to_have_text(["22"])
    worker_phone.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=3&1.left=9")
    button = worker_phone.get_by_role("button", name="Keep in “Our games”")
    expect(button).to_be_enabled()
    table_front.go()
    button.click()
    expect(worker_phone.locator(".to-scorebook [role=status]")).to_contain_text(
        "It is sent when there is a connection."
    )
    worker_phone.goto(f"/en/groups/{link}")
    wait_for_book(worker_phone)
    assert worker_phone.locator(".plain-book").count() == 0
    expect(worker_phone.locator("h1")).to_have_text("Our games")
    expect(worker_phone.locator("#results .row .num")).to_have_text(["21", "22"])
    expect(worker_phone.locator("#sync")).to_contain_text("Changes waiting on this phone: 1.")
    expect(worker_phone.locator("[data-twin][hreflang=zh-Hant]")).to_have_attribute("href", f"/zh-Hant/groups/{link}")
    worker_phone.get_by_role("link", name="People").click()
    expect(worker_phone.locator("#page li")).to_have_count(2)
    table_front.come()
    worker_phone.reload()
    wait_for_book(worker_phone)
    expect_all_sent(worker_phone)
    other = worker_phone.context.new_page()
    other.goto(f"/zh-Hant/groups/{link}")
    wait_for_book(other)
    expect(other.locator("#results .row .num")).to_have_text(["21", "22"])
    assert [url for url in worker_phone.evaluate(CACHED_URLS) if link in url] == []
