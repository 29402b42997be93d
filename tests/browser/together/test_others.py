"""What a phone shows of the other players: their entries, never their totals, and who is offline."""

import re

import pytest
from page_faults import violations
from playwright.sync_api import Page, Route, expect
from table_page import NewPhone, cell, expect_value, fill, look_at, open_table, seat_phones, sit, wait_until_sent
from waiting import stop_clock


def test_others_entries_are_shown_but_not_their_totals(new_phone_at_table: NewPhone) -> None:
    """Ann's own total of 21 is shown; Bo's 14 is not, neither in his column nor in everyone's. A tap tells who changed an entry."""
    ann, bo = new_phone_at_table(device="desktop", pristine=True), new_phone_at_table()
    seat_phones(ann, bo)
    fill(bo, "1.prestige", "14")
    expect_value(ann, "1.prestige", "14")
    fill(ann, "0.prestige", "20")
    expect(ann.locator(".dock .sum b")).to_have_text("20")
    fill(ann, "0.prestige", "21")
    expect(ann.locator("#stepped")).to_have_text("Ann: 21")
    look_at(ann, 1)
    expect(ann.locator(".dock .sum b")).to_have_text("face down until the reveal")
    expect(ann.locator(".dock .sum")).to_be_visible()
    ann.locator("[data-scope]").click()
    expect(ann.locator(".scope-all")).to_be_visible()
    others = ann.locator(".totals output.seat-1")
    expect(others).to_contain_text("face down until the reveal")
    expect(others).not_to_contain_text("14")
    assert violations(ann) == []
    wait_until_sent(ann)
    stop_clock(ann)  # what is told there goes away after a while
    for name, words in (("1.prestige", "Bo changed it last"), ("0.prestige", "You changed it last")):
        cell(ann, name).click()
        expect(ann.locator(".news a")).to_have_text(words)


@pytest.mark.long
def test_phone_without_a_stream_polls(new_phone_at_table: NewPhone) -> None:
    """The stream is refused, as by a proxy or when too many are open."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    bo.context.route("**/events?**", lambda route: route.fulfill(status=429))
    seat_phones(ann, bo)
    fill(ann, "0.prestige", "20")
    expect_value(bo, "0.prestige", "20")
    fill(bo, "1.prestige", "14")
    expect_value(ann, "1.prestige", "14")
    fill(ann, "0.prestige", "21")
    expect_value(bo, "0.prestige", "21")


def test_reveal_is_offered_once_everybody_is_done(new_phone_at_table: NewPhone) -> None:
    """Until then, the button says that it does not wait for the others."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    entries = {f"{seat}.{name}": "1" for seat in (0, 1) for name in ("prestige", "markers", "cities", "network")}
    seat_phones(ann, bo, players=2, **entries)
    ann.locator("[data-done]").click()
    reveal = ann.locator("[data-reveal]")
    expect(reveal).to_have_text("Don't wait: reveal now")
    expect(reveal).not_to_contain_class("main")
    bo.locator("[data-done]").click()
    expect(reveal).to_have_text("Reveal")
    expect(reveal).to_contain_class("main")


@pytest.mark.long
def test_everyones_view_says_who_is_offline_and_since_when(new_phone_at_table: NewPhone) -> None:
    """Without a server, Ann's phone says how old the numbers are; with one that does not list Bo, that Bo is offline."""
    ann, bo = new_phone_at_table(pristine=True), new_phone_at_table()
    ann.clock.install()
    ann.add_init_script("delete window.EventSource;")
    seat_phones(ann, bo)
    fill(bo, "1.prestige", "14")
    expect_value(ann, "1.prestige", "14")
    ann.locator("[data-scope]").click()
    note = ann.locator(".at-table")
    expect(note).to_be_hidden()
    ann.context.route("**/sync?**", lambda route: route.abort())
    with ann.expect_event("requestfailed"):  # what was asked before has been answered
        ann.clock.run_for(5_000)
    ann.clock.run_for(70_000)
    expect(note).to_have_text(re.compile(r"The others' numbers are as of \d\d:\d\d [AP]M\."))
    ann.context.route("**/sync?**", hide_devices)
    ann.evaluate("dispatchEvent(new Event('online'))")
    expect(note).to_have_text("Bo: offline. Tap their cells to fill them in for them.")


def hide_devices(route: Route) -> None:
    """Fulfil a request with an answer that lists no connected devices."""
    answer = route.fetch()
    route.fulfill(response=answer, json=answer.json() | {"here": {}})


@pytest.mark.long
def test_dots_show_where_somebody_is_typing(new_phone_at_table: NewPhone) -> None:
    """While Bo's cursor is in an empty cell. With reduced motion, the dash stays instead. The clocks of those who see it stand."""
    ann, bo, cleo = (new_phone_at_table(pristine=True) for _ in range(3))
    cleo.emulate_media(reduced_motion="reduce")
    table = open_table(ann, players=3)
    for seat, phone in enumerate((ann, bo, cleo)):
        with phone.expect_response("**/events?**"):  # a sign is told to open streams only
            sit(phone, table, seat)
        if phone is not bo:
            stop_clock(phone)  # so that it is not taken back
            phone.locator("[data-scope]").click()
    empty = [background_of(phone) for phone in (ann, cleo)]
    cell(bo, "1.prestige").focus()
    for phone in (ann, cleo):
        expect(phone.locator(".being-typed").locator("input")).to_have_attribute("name", "1.prestige")
    assert background_of(ann) != empty[0]
    assert background_of(cleo) == empty[1]
    ann.clock.resume()
    assert violations(ann) == []
    cell(bo, "1.prestige").fill("7")
    expect_value(ann, "1.prestige", "7")
    assert background_of(ann) == "none"


def background_of(phone: Page) -> str:
    return str(cell(phone, "1.prestige").evaluate("one => getComputedStyle(one).backgroundImage"))
