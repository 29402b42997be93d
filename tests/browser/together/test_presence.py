"""Presence at a shared sheet as the other phones show it."""

import pytest
from playwright.sync_api import Page, Response, expect
from serving import Server
from table_page import NewPhone, cell, expect_value, open_table, sit


@pytest.fixture
def table_server(lively_server: Server) -> Server:
    """The server with the invented games and with frequent presence messages."""
    return lively_server


def wait_for_device(phone: Page, name: str) -> None:
    """Wait until an answer to a polling phone lists a device whose id has this start."""

    def lists_device(answer: Response) -> bool:
        return "/sync" in answer.url and any(device.startswith(name) for device in answer.json()["here"])

    with phone.expect_response(lists_device):
        phone.clock.run_for(5_000)


@pytest.mark.long
def test_silent_phone_is_shown_as_offline(new_phone_at_table: NewPhone) -> None:
    """Bo's phone is silent for a minute, and offline; Cleo's has no scripts, so its silence says nothing."""
    ann, bo, cleo = new_phone_at_table(pristine=True), new_phone_at_table(), new_phone_at_table(scripts=False)
    ann.clock.install()
    ann.add_init_script("delete window.EventSource;")  # so that Ann's phone polls, until the test stops that
    table = open_table(ann, players=3)
    sit(bo, table, 1)
    cleo.goto(f"/en{table}")
    cleo.locator("button.band.seat-2").click()
    cell(cleo, "2.prestige").fill("3")
    cleo.locator("button.again").click()
    sit(ann, table, 0)
    expect_value(ann, "2.prestige", "3")
    wait_for_device(ann, f"{bo.locator('form#sheet').get_attribute('data-phone')}.")
    expect(ann.locator('.strip [data-seat="1"] .words')).to_have_text("")
    ann.context.route("**/sync?**", lambda route: route.abort())
    with ann.expect_event("requestfailed"):  # what was asked before has been answered
        ann.clock.run_for(5_000)
    ann.clock.run_for(70_000)
    expect(ann.locator('.strip [data-seat="1"] .words')).to_have_text("offline")
    expect(ann.locator('.strip [data-seat="2"] .words')).to_have_text("")


@pytest.mark.long
def test_phone_that_shows_the_code_is_online(new_phone_at_table: NewPhone) -> None:
    """Ann has a seat, and shows the code; Bo watches, and is counted there."""
    ann, bo = new_phone_at_table(), new_phone_at_table(pristine=True)
    bo.clock.install()
    bo.add_init_script("delete window.EventSource;")
    table = open_table(ann, players=3)
    sit(ann, table, 0)
    name = ann.locator("form#sheet").get_attribute("data-phone")
    ann.goto(f"/en{table}/open")
    bo.goto(f"/en{table}/seats")
    bo.locator("button.watch").click()
    bo.locator("body[data-ready] form#sheet").wait_for()
    expect(ann.locator(".watchers")).to_have_text("1 watching")
    wait_for_device(bo, f"{name}.table")
    expect(bo.locator('.strip [data-seat="0"] .words')).to_have_text("")
