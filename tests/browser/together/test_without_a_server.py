"""A shared sheet where no server answers: the page is shown from the device, and what is typed goes out later."""

import re
from collections.abc import Iterator

import pytest
from browsing import Browse
from front import Front
from playwright.sync_api import Browser, Page, expect
from serving import Server
from table_page import cell, expect_value, fill, open_table, sit, wait_for_sheet

KEPT = """async () => {
  const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  return (await Promise.all(open.map((cache) => cache.keys()))).flat().map(({ url }) => url);
}"""
"""The addresses of all that the service worker keeps."""


@pytest.fixture
def front(table_server: Server) -> Iterator[Front]:
    """A front of the server that can be taken away."""
    match = re.search(r'data-offline-base="/offline/([^/"]+)/"', table_server.get("/en/")[1].decode())
    assert match, "These tests need what a browser runs Tally with: run `make offline` first."
    one = Front(table_server.port, match[1])
    yield one
    one.go()


@pytest.fixture
def phone(chromium: Browser, front: Front) -> Iterator[Page]:
    """A phone whose service worker may keep what it needs, and whose reader saves data, so that it keeps no more."""
    context = chromium.new_context(base_url=front.address, locale="en", viewport={"width": 360, "height": 740})
    context.add_init_script("Object.defineProperty(navigator.connection, 'saveData', { value: true });")
    context.add_init_script("delete window.EventSource;")  # the front passes only whole answers on: the phone asks again and again
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def test_reload_without_a_server_shows_what_was_typed(phone: Page, front: Front) -> None:
    """Nothing secret is kept by the service worker; back online, the entry that waited arrives."""
    table = open_table(phone, players=3, **{"0.prestige": "20"})
    sit(phone, table, 1)
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    fill(phone, "1.prestige", "14")
    expect(phone.locator("form#sheet[data-files]")).to_be_attached()
    front.go()
    fill(phone, "1.markers", "4")
    expect(phone.locator(".news.away")).to_be_visible()
    phone.reload()
    wait_for_sheet(phone)
    assert phone.locator("body[data-shell]").count() == 1
    for name, text in (("0.prestige", "20"), ("1.prestige", "14"), ("1.markers", "4")):
        expect_value(phone, name, text)
    fill(phone, "1.cities", "3")
    front.come()
    expect(phone.locator(".news.away")).to_have_count(0)
    other = phone.context.new_page()
    other.goto(f"/en{table}?view=all")
    for name, text in (("1.markers", "4"), ("1.cities", "3")):
        expect_value(other, name, text)
    kept = phone.evaluate(KEPT)
    assert [url for url in kept if table in url] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        (f"together/{'x' * 22}", "Nothing of this shared sheet is on this phone yet."),
        (f"groups/{'x' * 34}", "Nothing of this scorebook is on this phone yet."),
    ],
)
def test_page_unknown_without_a_server_gets_a_sentence(phone: Page, front: Front, path: str, sentence: str) -> None:
    table = open_table(phone, players=3)
    sit(phone, table, 1)
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    front.go()
    phone.goto(f"/en/{path}")
    expect(phone.locator("main")).to_contain_text(sentence)
    assert cell(phone, "0.prestige").count() == 0
    front.come()


def test_column_lands_in_the_sheet_of_this_phone(browse: Browse) -> None:
    """Bo's column fills Bo's seat; where it would replace a number it asks; the sheet can undo it as one step."""
    page = browse("/en/qin/score?n=3&0.name=Ann&1.name=Bo&to=sheet")
    fill(page, "0.left", "3")
    expect(page.locator("form#sheet[data-saved]")).to_be_attached()
    page.goto("/en/qin/column?0.name=Bo&0.left=5")
    page.get_by_role("button", name="Bo").click()
    page.wait_for_url("**/score?**")
    expect_value(page, "1.left", "5")
    expect_value(page, "0.left", "3")
    expect(page.locator("form#sheet[data-saved]")).to_be_attached()
    page.goto("/en/qin/column?0.name=Bo&0.left=7")
    page.get_by_role("button", name="Bo").click()
    expect(page.locator("#take-in [role=status]")).to_have_text("This replaces: Bo: Pagodas left")
    page.get_by_role("button", name="Replace").click()
    page.wait_for_url("**/score?**")
    expect_value(page, "1.left", "7")
    page.get_by_role("button", name="Undo").click()
    expect_value(page, "1.left", "5")
