"""A shared sheet without a server: the device shows the page, and sends later what was typed."""

import pytest
from browsing import Browse
from front import Front
from playwright.sync_api import Page, expect
from table_page import CACHED_URLS, cell, expect_value, fill, open_table, sit, wait_for_sheet, wait_until_stored


def test_reload_without_a_server_shows_what_was_typed(worker_phone: Page, table_front: Front) -> None:
    """The service worker caches nothing secret; back online, waiting entries arrive."""
    table = open_table(worker_phone, players=3, **{"0.prestige": "20"})
    sit(worker_phone, table, 1)
    worker_phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    fill(worker_phone, "1.prestige", "14")
    expect(worker_phone.locator("form#sheet[data-files]")).to_be_attached()
    table_front.go()
    fill(worker_phone, "1.markers", "4")
    expect(worker_phone.locator(".news.away")).to_be_visible()
    wait_until_stored(worker_phone, "1.markers")
    worker_phone.reload()
    wait_for_sheet(worker_phone)
    assert worker_phone.locator("body[data-shell]").count() == 1
    for name, text in (("0.prestige", "20"), ("1.prestige", "14"), ("1.markers", "4")):
        expect_value(worker_phone, name, text)
    fill(worker_phone, "1.cities", "3")
    table_front.come()
    expect(worker_phone.locator(".news.away")).to_have_count(0)
    other = worker_phone.context.new_page()
    other.goto(f"/en{table}?view=all")
    for name, text in (("1.markers", "4"), ("1.cities", "3")):
        expect_value(other, name, text)
    assert [url for url in worker_phone.evaluate(CACHED_URLS) if table in url] == []


@pytest.mark.long
def test_unknown_page_without_a_server_shows_a_sentence(worker_phone: Page, table_front: Front) -> None:
    sit(worker_phone, open_table(worker_phone, players=3), 1)
    worker_phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    table_front.go()
    for path, thing in ((f"together/{'x' * 22}", "shared sheet"), (f"groups/{'x' * 34}", "scorebook")):
        worker_phone.goto(f"/en/{path}")
        expect(worker_phone.locator("main")).to_contain_text(f"Nothing of this {thing} is on this phone yet.")
        assert cell(worker_phone, "0.prestige").count() == 0


def test_column_fills_the_sheet_of_this_phone(browse: Browse) -> None:
    """Bo's column fills Bo's seat. It asks before it replaces a number, and is undone in one step."""
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
