"""What a phone says of its connection, and of who fills in for whom."""

import pytest
from page_faults import violations
from playwright.sync_api import Route, expect
from table_page import NewPhone, cell, fill, look_at, open_table, sit
from waiting import stop_clock

SYNC = "**/sync?**"


def test_attempt_to_reconnect_is_told_with_what_waits(new_phone_at_table: NewPhone) -> None:
    """While Ann tries again, the clock of her phone stands: no attempt is made but by her, and hers is not given up."""
    ann = new_phone_at_table(pristine=True)
    sit(ann, open_table(ann, players=3), 0)
    ann.route(SYNC, lambda route: route.abort())
    fill(ann, "0.prestige", "14")
    expect(ann.locator(".news .what b")).to_have_text("No connection, carry on")
    expect(ann.locator(".news .what small")).to_have_text("1 entry waits on this phone")
    fill(ann, "0.markers", "4")
    expect(ann.locator(".news .what small")).to_have_text("2 entries wait on this phone")
    assert violations(ann) == []
    stop_clock(ann)
    held: list[Route] = []
    ann.route(SYNC, lambda route: held.append(route))  # no answer, in place of a refusal
    ann.get_by_role("button", name="Try again").click()
    expect(ann.locator(".news .what b")).to_have_text("Reconnecting")
    for route in held:
        route.continue_()
    ann.unroute(SYNC)
    expect(ann.locator(".news")).to_be_hidden()


@pytest.mark.long
def test_sheet_that_is_gone_goes_on_as_another(new_phone_at_table: NewPhone) -> None:
    """Its numbers come along."""
    ann = new_phone_at_table()
    sit(ann, open_table(ann, players=3), 0)
    ann.route(SYNC, lambda route: route.fulfill(status=404, json={}))
    fill(ann, "0.prestige", "14")
    expect(ann.locator(".news .what b")).to_have_text(
        "This shared sheet is gone. What is on it is still on this phone."
    )
    ann.get_by_role("button", name="Open another").click()
    ann.locator("form.way button.main").click()
    ann.wait_for_url("**/open")
    sit(ann, ann.url.partition("/en")[2].removesuffix("/open"), 0)
    expect(cell(ann, "0.prestige")).to_have_value("14")


@pytest.mark.long
def test_points_of_another_number_are_not_shown_without_a_server(new_phone_at_table: NewPhone) -> None:
    """Ann's 14 is told as 14; when nobody answers, 3 is not."""
    ann = new_phone_at_table()
    sit(ann, open_table(ann, players=3), 0)
    fill(ann, "0.prestige", "14")
    expect(ann.locator(".dock .sum b")).to_have_text("14")
    ann.context.set_offline(True)
    fill(ann, "0.prestige", "3")
    expect(ann.locator(".dock .sum b")).to_have_text("–")
    ann.context.set_offline(False)
    expect(ann.locator(".dock .sum b")).to_have_text("3")


@pytest.mark.long
def test_who_fills_in_for_another_is_told(new_phone_at_table: NewPhone) -> None:
    """Ann types for Bo, whose phone has no scripts; once Bo types himself, nobody does."""
    ann, bo = new_phone_at_table(), new_phone_at_table(scripts=False)
    table = open_table(ann, players=3)
    sit(ann, table, 0)
    look_at(ann, 1)
    fill(ann, "1.prestige", "9")
    expect(ann.locator(".dock .helper")).to_have_text("Ann fills in")
    bo.goto(f"/en{table}")
    bo.locator("button.band.seat-1").click()
    expect(bo.locator(".dock .helper")).to_have_text("Ann fills in for you")
    cell(bo, "1.markers").fill("4")
    bo.locator("button.again").click()
    expect(bo.locator(".dock .helper")).to_have_text("")
    expect(ann.locator(".dock .helper")).to_have_text("")
