"""What one phone shows of the others at the table: their entries, never their totals, and what to do for who is away."""

import re

import pytest
from accessibility import violations
from playwright.sync_api import Route, expect
from table_page import NewPhone, cell, expect_value, fill, look_at, seat_phones


def test_totals_of_others_stay_face_down(new_phone_at_table: NewPhone) -> None:
    """Ann's own 21 is shown and told; Bo's 14 are neither shown nor told, in Bo's column or in everybody's."""
    ann, bo = new_phone_at_table(device="desktop"), new_phone_at_table()
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


def test_who_changed_a_number_last_is_told_on_a_tap(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(device="desktop"), new_phone_at_table()
    seat_phones(ann, bo)
    fill(bo, "1.prestige", "14")
    fill(ann, "0.prestige", "20")
    expect_value(ann, "1.prestige", "14")
    ann.locator("[data-scope]").click()
    cell(ann, "1.prestige").click()
    expect(ann.locator(".news a")).to_have_text("Bo changed it last")
    cell(ann, "0.prestige").click()
    expect(ann.locator(".news a")).to_have_text("You changed it last")


@pytest.mark.long
def test_phone_whose_stream_is_refused_asks_instead(new_phone_at_table: NewPhone) -> None:
    """Too many streams are open, or a proxy lets none through."""
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
    """Until then it says that some are not waited for."""
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
def test_everybody_says_who_is_away_and_how_old_it_is(new_phone_at_table: NewPhone) -> None:
    """Bo typed something and is gone a minute later; then Ann's phone finds no server either, and says from when the numbers are."""
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
    ann.clock.run_for(70_000)
    expect(note).to_have_text(re.compile(r"The others' numbers are as of \d\d:\d\d [AP]M\."))
    ann.context.route("**/sync?**", tell_of_nobody)
    ann.evaluate("dispatchEvent(new Event('online'))")
    expect(note).to_have_text("Bo: offline. Tap their cells to fill them in for them.")


def tell_of_nobody(route: Route) -> None:
    """Pass an answer on without who was there."""
    answer = route.fetch()
    route.fulfill(response=answer, json=answer.json() | {"here": {}})
