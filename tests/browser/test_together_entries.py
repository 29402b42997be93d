"""Several people at a shared sheet: one value stands, what is replaced is offered back, and who is connected."""

import re

import pytest
from board_pages import choose_seat, office
from live_regions import record_live_regions, take_said
from page_faults import violations
from playwright.sync_api import Page, Response, Route, expect
from serving import Server
from sheet_page import show_board
from table_page import (
    NewPhone,
    a_minute_ago,
    cell,
    expect_value,
    fill,
    fill_and_leave,
    look_at,
    open_table,
    seat_phones,
    sit,
    wait_for_sheet,
    wait_until_sent,
    wait_until_stored,
)
from waiting import stop_clock

COVERED_AT = """() => {
  const [news, tabs] = ["#news", ".strip"].map((one) => document.querySelector(one));
  const isClear = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((share) => part.contains(document.elementFromPoint(x + width / 2,
      y + height * share)));
  };
  const offsets = Array.from({ length: 50 }, (_, at) => 10 * at);
  return offsets.filter((top) => {
    scrollTo({ top, behavior: "instant" });
    return ![news, ...news.querySelectorAll("button"), ...tabs.querySelectorAll("button")].every(isClear);
  });
}"""
"""The scroll positions at which something covers the notice, one of its buttons or a tab."""


@pytest.mark.parametrize(
    ("slug", "entry", "players"),
    [("trajan", "2.points", 3), pytest.param("hansa_teutonica", "2.prestige", 5, marks=pytest.mark.long)],
)
def test_choice_is_uncovered_wherever_one_scrolls(
    new_phone_at_table: NewPhone, slug: str, entry: str, players: int
) -> None:
    """The tabs of five players have a line more than those of three. Neither the notice nor the tabs are covered."""
    ann, bo = new_phone_at_table(), new_phone_at_table(pristine=True)
    seat_phones(ann, bo, slug=slug, players=players)
    bo.context.set_offline(True)
    look_at(bo, 2)
    cell(bo, entry).tap()
    with a_minute_ago(bo):
        fill(bo, entry, "40")
    expect(bo.locator(".news.away")).to_be_visible()
    assert bo.evaluate(COVERED_AT) == []
    look_at(ann, 2)
    fill_and_leave(ann, entry, "44")
    wait_until_sent(ann)
    bo.context.set_offline(False)
    expect(bo.get_by_role("button", name="Use mine")).to_be_visible()
    assert bo.evaluate(COVERED_AT) == []
    bo.get_by_role("button", name="Use mine").tap()
    expect_value(ann, entry, "40")


@pytest.mark.long
def test_choice_is_made_above_a_board(new_phone_at_table: NewPhone) -> None:
    """The board fills the screen of Bo's phone. The notice that it is offline does not lie above it."""
    ann, bo = new_phone_at_table(), new_phone_at_table(pristine=True)
    seat_phones(ann, bo)
    for seat, phone in enumerate((ann, bo)):
        show_board(phone)
        choose_seat(phone, seat)
    bo.context.set_offline(True)
    with a_minute_ago(bo):
        office(bo, "bremen").dispatch_event("click")
    expect(bo.locator(".news.away")).to_be_attached()
    expect(bo.locator(".news.away")).to_be_hidden()
    office(ann, "bremen").dispatch_event("click")
    expect_value(ann, "offices.bremen", "A")
    wait_until_sent(ann)
    bo.context.set_offline(False)
    expect_value(bo, "offices.bremen", "A")
    bo.get_by_role("button", name="Use mine").tap()
    expect_value(ann, "offices.bremen", "B")


@pytest.mark.long
@pytest.mark.parametrize("first", ["ann", "bo"])
def test_later_entry_stands_and_the_earlier_is_offered_back(new_phone_at_table: NewPhone, first: str) -> None:
    """Bo types 2 without a network, Ann types 3 afterwards: 3 stands and Bo can have the 2 back, whichever comes to
    the server first. tests/js/together.test.js has one phone beside the API.
    """
    ann, bo = new_phone_at_table(), new_phone_at_table(pristine=True)
    seat_phones(ann, bo)
    bo.context.set_offline(True)
    with a_minute_ago(bo):
        fill_and_leave(bo, "1.cities", "2")
    expect(bo.locator(".news.away")).to_be_visible()
    look_at(ann, 1)
    if first == "ann":
        fill_and_leave(ann, "1.cities", "3")
        wait_until_sent(ann)
        bo.context.set_offline(False)
    else:
        held: list[Route] = []
        ann.context.route("**/sync?**", lambda route: held.append(route))
        fill_and_leave(ann, "1.cities", "3")
        bo.context.set_offline(False)
        wait_until_sent(bo)
        expect(bo.locator("#news")).to_be_hidden()
        expect_value(bo, "1.cities", "2")
        for route in held:
            route.continue_()
        ann.context.unroute_all()
    expect_value(bo, "1.cities", "3")
    expect(bo.locator(".news span")).to_contain_text("Ann typed 3 there later; yours was 2.")
    bo.get_by_role("button", name="Use mine").click()
    expect_value(ann, "1.cities", "2")


@pytest.mark.long
def test_number_being_typed_is_not_replaced(new_phone_at_table: NewPhone) -> None:
    """Bo types 1, Ann enters 30 in the same cell, Bo goes on with 2: that is 12, not 302. Bo's clock stands.

    No pause ends the typing. tests/js/together.test.js has it without keys.
    """
    ann, bo = new_phone_at_table(device="desktop"), new_phone_at_table(device="desktop", pristine=True)
    seat_phones(ann, bo)
    look_at(ann, 1)
    stop_clock(bo)
    cell(bo, "1.prestige").focus()
    bo.keyboard.press("1")
    expect_value(ann, "1.prestige", "1")
    fill_and_leave(ann, "1.prestige", "30")
    wait_until_sent(ann)
    # The answer to another entry brings Ann's to Bo's phone.
    cell(bo, "1.markers").evaluate(
        "one => { one.value = 4; one.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    wait_until_sent(bo)
    bo.keyboard.press("2")
    expect_value(ann, "1.prestige", "12")


@pytest.mark.long
def test_waiting_entries_survive_a_closed_tab(new_phone_at_table: NewPhone) -> None:
    """Another tab of the same phone sends what the closed one left."""
    ann, bo = new_phone_at_table(), new_phone_at_table(pristine=True)
    table = seat_phones(ann, bo)
    context = bo.context
    context.route("**/sync?**", lambda route: route.abort())
    fill(bo, "1.prestige", "14")
    expect(bo.locator(".news.away")).to_be_visible()
    wait_until_stored(bo, "1.prestige")
    bo.close()
    context.unroute_all()
    tab = context.new_page()
    tab.goto(f"/en{table}")
    wait_for_sheet(tab)
    expect_value(tab, "1.prestige", "14")
    expect_value(ann, "1.prestige", "14")


@pytest.mark.long
def test_earlier_entry_of_a_closed_tab_is_offered_back(new_phone_at_table: NewPhone) -> None:
    """Bo types 14 without a network and closes the tab, Ann types 20 a minute later: Bo's next tab shows it and
    offers the 14.
    """
    ann, bo = new_phone_at_table(), new_phone_at_table(pristine=True)
    table = seat_phones(ann, bo)
    context = bo.context
    context.set_offline(True)
    with a_minute_ago(bo):
        fill(bo, "1.prestige", "14")
        expect(bo.locator(".news.away")).to_be_visible()
        wait_until_stored(bo, "1.prestige")
        bo.close()
    look_at(ann, 1)
    fill(ann, "1.prestige", "20")
    wait_until_sent(ann)
    context.set_offline(False)
    tab = context.new_page()
    tab.goto(f"/en{table}")
    wait_for_sheet(tab)
    expect_value(tab, "1.prestige", "20")
    expect(tab.locator(".news span")).to_contain_text("Ann typed 20 there later; yours was 14.")
    tab.get_by_role("button", name="Use mine").click()
    expect_value(ann, "1.prestige", "14")


@pytest.mark.long
def test_two_tabs_of_one_phone_lose_nothing(new_phone_at_table: NewPhone) -> None:
    bo = new_phone_at_table()
    table = open_table(bo, players=3)
    sit(bo, table, 1)
    other = bo.context.new_page()
    other.goto(f"/en{table}")
    wait_for_sheet(other)
    fill(bo, "1.prestige", "14")
    fill(other, "1.markers", "4")
    for tab in (bo, other):
        expect_value(tab, "1.prestige", "14")
        expect_value(tab, "1.markers", "4")


@pytest.mark.long
def test_others_entries_are_shown_but_not_their_totals(new_phone_at_table: NewPhone) -> None:
    """Ann's own total of 21 is shown; Bo's 14 is not, neither in his column nor in everyone's.

    A tap tells who changed an entry.
    """
    ann, bo = new_phone_at_table(device="desktop", pristine=True), new_phone_at_table()
    seat_phones(ann, bo)
    fill(bo, "1.prestige", "14")
    expect_value(ann, "1.prestige", "14")
    fill(ann, "0.prestige", "20")
    expect(ann.locator(".dock .sum b")).to_have_text("20")
    fill(ann, "0.prestige", "21")
    expect(ann.locator("#stepped")).to_have_text("Ann: 21 so far")
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
def test_change_of_ones_own_column_is_told_once(new_phone_at_table: NewPhone) -> None:
    """What others type in their own columns is not told."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo)
    fill(ann, "0.prestige", "20")
    wait_until_sent(ann)
    expect(ann.locator("#stepped")).to_have_text("Ann: 20 so far")
    record_live_regions(ann)
    fill(bo, "1.prestige", "14")
    expect_value(ann, "1.prestige", "14")
    look_at(bo, 0)
    fill(bo, "0.prestige", "4")
    expect_value(ann, "0.prestige", "4")
    expect(ann.locator(".dock .sum b")).to_have_text("4")
    assert take_said(ann) == ["Bo changed Prestige points: 4"]


@pytest.mark.long
def test_reveal_is_offered_once_everybody_is_done(new_phone_at_table: NewPhone) -> None:
    """Until then, the button says that it does not wait for the others."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    entries = {f"{seat}.{name}": "1" for seat in (0, 1) for name in ("prestige", "markers", "cities", "network")}
    entries |= {"0.keys": "0", "0.bag": "3", "coellen.7": "0"}
    seat_phones(ann, bo, players=2, **entries)
    ann.locator("[data-done]").click()
    reveal = ann.locator("[data-reveal]")
    expect(reveal).to_have_text("Don't wait: reveal now")
    expect(reveal).not_to_contain_class("main")
    wait_until_sent(ann)
    record_live_regions(ann)
    bo.locator("[data-done]").click()
    expect(reveal).to_have_text("Reveal")
    expect(reveal).to_contain_class("main")
    assert take_said(ann) == ["Bo: done · All are done"]


@pytest.mark.long
def test_everyones_view_says_who_is_offline_and_since_when(new_phone_at_table: NewPhone) -> None:
    """Without a server, Ann's phone says how old the numbers are; with one that does not list Bo, that Bo is
    offline.
    """
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
    expect(note).to_have_text("Bo offline. Tap their cells to fill in for them.")


def hide_devices(route: Route) -> None:
    """Fulfil a request with an answer that lists no connected devices."""
    answer = route.fetch()
    route.fulfill(response=answer, json=answer.json() | {"here": {}})


@pytest.mark.long
def test_dots_show_where_somebody_is_typing(new_phone_at_table: NewPhone) -> None:
    """While Bo's cursor is in an empty cell. With reduced motion, the dash stays instead.

    The clocks of those who see it stand.
    """
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


@pytest.fixture
def table_server(lively_server: Server) -> Server:
    """The server with the invented games and with frequent presence messages."""
    return lively_server


def wait_for_device(phone: Page, name: str | None) -> None:
    """Wait until an answer to a polling phone lists a device that was heard of just now."""

    def lists_device(answer: Response) -> bool:
        return "/sync" in answer.url and answer.json()["here"].get(name, 60) < 50

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
    wait_for_device(ann, bo.locator("form#sheet").get_attribute("data-you"))
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
    name = ann.locator("form#sheet").get_attribute("data-you")
    ann.goto(f"/en{table}/open")
    bo.goto(f"/en{table}/seats")
    bo.locator("button.watch").click()
    wait_for_sheet(bo)
    expect(ann.locator(".watchers")).to_have_text("1 watching")
    wait_for_device(bo, name)
    expect(bo.locator('.strip [data-seat="0"] .words')).to_have_text("")
