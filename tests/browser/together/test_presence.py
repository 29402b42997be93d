"""Who is at the table, as the others' phones show it."""

import sys
from collections.abc import Iterator

import pytest
from accessibility import violations
from playwright.sync_api import Page, Response, expect
from serving import Server, serving
from table_page import NewPhone, cell, expect_value, open_table, sit


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that notes every moment who is there."""
    with serving(sys.executable, "tests/support/servers/lively_app.py", DATA_DIR=str(tmp_path_factory.mktemp("data"))) as running:
        yield running


def wait_to_hear_of(phone: Page, name: str) -> None:
    """Wait until a phone that asks again and again is told of a tab whose name begins so."""

    def tells(answer: Response) -> bool:
        return "/sync" in answer.url and any(device.startswith(name) for device in answer.json()["here"])

    with phone.expect_response(tells):
        phone.clock.run_for(5_000)


@pytest.mark.long
def test_phone_that_only_sat_down_can_be_offline(new_phone_at_table: NewPhone) -> None:
    """Bo's phone is put away, and a minute later it is offline; Cleo's has no scripts, and says nothing but what Cleo typed."""
    ann, bo, cleo = new_phone_at_table(pristine=True), new_phone_at_table(), new_phone_at_table(scripts=False)
    ann.clock.install()
    ann.add_init_script("delete window.EventSource;")  # Ann's phone asks again and again, until the test stops that
    table = open_table(ann, players=3)
    sit(bo, table, 1)
    cleo.goto(f"/en{table}")
    cleo.locator("button.band.seat-2").click()
    cell(cleo, "2.prestige").fill("3")
    cleo.locator("button.again").click()
    sit(ann, table, 0)
    expect_value(ann, "2.prestige", "3")
    wait_to_hear_of(ann, f"{bo.locator('form#sheet').get_attribute('data-phone')}.")
    expect(ann.locator('.strip [data-seat="1"] .words')).to_have_text("")
    ann.context.route("**/sync?**", lambda route: route.abort())
    ann.clock.run_for(70_000)
    expect(ann.locator('.strip [data-seat="1"] .words')).to_have_text("offline")
    expect(ann.locator('.strip [data-seat="2"] .words')).to_have_text("")


@pytest.mark.long
def test_phone_that_shows_the_code_is_there(new_phone_at_table: NewPhone) -> None:
    """Ann sits, and lays the phone with its code on the table; Bo, who watches, is counted there."""
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
    wait_to_hear_of(bo, f"{name}.table")
    expect(bo.locator('.strip [data-seat="0"] .words')).to_have_text("")


@pytest.mark.long
def test_dots_show_where_somebody_is_about_to_type(new_phone_at_table: NewPhone) -> None:
    """Bo's cursor is in an empty cell, until the number is there; who wants nothing to move sees the dash."""
    ann, bo, cleo = new_phone_at_table(), new_phone_at_table(), new_phone_at_table()
    cleo.emulate_media(reduced_motion="reduce")
    table = open_table(ann, players=3)
    for seat, phone in enumerate((ann, bo, cleo)):
        sit(phone, table, seat)
        if phone is not bo:
            phone.locator("[data-scope]").click()
    empty = [background_of(phone) for phone in (ann, cleo)]
    cell(bo, "1.prestige").focus()
    for phone in (ann, cleo):
        expect(phone.locator(".being-typed").locator("input")).to_have_attribute("name", "1.prestige")
    assert background_of(ann) != empty[0]
    assert background_of(cleo) == empty[1]
    assert violations(ann) == []
    cell(bo, "1.prestige").fill("7")
    expect_value(ann, "1.prestige", "7")
    assert background_of(ann) == "none"


def background_of(phone: Page) -> str:
    """What is painted behind Bo's first number."""
    return str(cell(phone, "1.prestige").evaluate("one => getComputedStyle(one).backgroundImage"))
