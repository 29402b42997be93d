"""Two people, or two tabs, at one entry of a shared sheet: one value stands, and what does not stand is offered back."""

import pytest
from board_pages import choose_seat, office
from playwright.sync_api import Route, expect
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
    return [0.1, 0.5, 0.9].every((share) => part.contains(document.elementFromPoint(x + width / 2, y + height * share)));
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
    expect(bo.get_by_role("button", name="Take mine")).to_be_visible()
    assert bo.evaluate(COVERED_AT) == []
    bo.get_by_role("button", name="Take mine").tap()
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
    bo.get_by_role("button", name="Take mine").tap()
    expect_value(ann, "offices.bremen", "B")


@pytest.mark.parametrize("first", ["ann", pytest.param("bo", marks=pytest.mark.long)])
def test_later_entry_stands_and_the_earlier_is_offered_back(new_phone_at_table: NewPhone, first: str) -> None:
    """Bo types 2 without a network, Ann types 3 afterwards: 3 stands and Bo can have the 2 back, whichever comes to the server first."""
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
    bo.get_by_role("button", name="Take mine").click()
    expect_value(ann, "1.cities", "2")


def test_number_being_typed_is_not_replaced(new_phone_at_table: NewPhone) -> None:
    """Bo types 1, Ann enters 30 in the same cell, Bo goes on with 2: that is 12, not 302. Bo's clock stands; no pause ends the typing."""
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
    """Bo types 14 without a network and closes the tab, Ann types 20 a minute later: Bo's next tab shows it and offers the 14."""
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
    tab.get_by_role("button", name="Take mine").click()
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
