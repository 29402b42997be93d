"""The reveal of a shared sheet: the phone that starts it leads, and the others show the same category."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from table_page import NewPhone, expect_value, fill, seat_phones
from waiting import stop_clock

# Ann 20 and one city, which scores 2; Bo 12 and four cities, which score 8: 22 to 20.
ENTRIES = {"0.prestige": "20", "0.cities": "1", "1.prestige": "12", "1.cities": "4"}


def start_reveal(new_phone: NewPhone, *, moving: bool = False) -> tuple[Page, Page]:
    """
    Return Ann's phone, which has started the reveal, and Bo's phone.

    Nothing moves by itself on Ann's phone, nor on Bo's unless it is `moving`. A phone whose host is silent goes on alone, and a busy
    machine may be silent: the clock of Bo's phone stands, or it waits for hours where it needs its clock to move.
    """
    ann, bo = new_phone(pristine=True), new_phone(pristine=True)
    for phone in [ann] if moving else [ann, bo]:
        phone.emulate_media(reduced_motion="reduce")
    seat_phones(ann, bo, players=2, **ENTRIES)
    if moving:
        bo.route("**/reveal/at_table.js", be_patient)
    else:
        stop_clock(bo)
    ann.locator("[data-scope]").click()
    ann.locator("[data-reveal]").click()
    for phone in (ann, bo):
        expect(heading_of(phone)).to_have_text("Cities")
    return ann, bo


def be_patient(route: Route) -> None:
    """Answer with the script of a phone that follows, and that waits a thousand times as long for its host."""
    answer = route.fetch()
    assert "PATIENCE = 8000;" in answer.text()
    route.fulfill(response=answer, body=answer.text().replace("PATIENCE = 8000;", "PATIENCE = 8_000_000;"))


def heading_of(phone: Page) -> Locator:
    return phone.get_by_role("dialog").get_by_role("heading")


@pytest.mark.long
@pytest.mark.parametrize("moving", [True, False])
def test_all_phones_show_the_leading_phones_category(new_phone_at_table: NewPhone, moving: bool) -> None:  # noqa: FBT001  a parameter
    ann, bo = start_reveal(new_phone_at_table, moving=moving)
    ann.get_by_role("dialog").get_by_role("button", name="Tap to go on").click()
    for phone in (ann, bo):
        expect(heading_of(phone)).to_have_text("Prestige track")
    ann.get_by_role("dialog").get_by_role("button", name="Tap to go on").click()
    for phone in (ann, bo):
        expect_result(phone)


def expect_result(phone: Page) -> None:
    expect(phone.get_by_role("dialog")).to_be_hidden()
    expect(phone.locator(".hero .points")).to_have_text("22")


@pytest.mark.long
def test_reveal_goes_on_without_the_leading_phone(new_phone_at_table: NewPhone) -> None:
    ann, bo = start_reveal(new_phone_at_table)
    ann.close()
    expect(bo.get_by_role("dialog").get_by_role("button", name="The host leads")).to_be_disabled()
    bo.clock.run_for(8_000)
    expect(heading_of(bo)).to_have_text("Prestige track")
    bo.get_by_role("dialog").get_by_role("button", name="Tap to go on").click()
    expect_result(bo)


def test_phones_follow_the_host_who_skips_to_the_result(new_phone_at_table: NewPhone) -> None:
    ann, bo = start_reveal(new_phone_at_table)
    ann.get_by_role("button", name="See result").click()
    for phone in (ann, bo):
        expect_result(phone)


def test_next_game_is_opened_from_the_result_by_one_tap(new_phone_at_table: NewPhone) -> None:
    """Bo leaves the reveal first, which goes on for Ann. Both get the same new sheet, each in the same seat as before."""
    ann, bo = start_reveal(new_phone_at_table)
    before = ann.url
    bo.get_by_role("button", name="See result").click()
    expect_result(bo)
    expect(heading_of(ann)).to_have_text("Cities")
    ann.get_by_role("button", name="See result").click()
    for seat, phone, name in ((0, ann, "Ann"), (1, bo, "Bo")):
        phone.get_by_role("link", name="New game, same players").click()
        phone.locator(f"body[data-ready] form.own-{seat}").wait_for()
        expect(phone.locator("h1")).to_have_text(f"{name}'s column")
        expect_value(phone, "0.prestige", "")
    assert ann.url == bo.url != before
    fill(ann, "0.prestige", "7")
    expect_value(bo, "0.prestige", "7")


def test_blanks_that_may_not_mean_0_are_asked_about_once(new_phone_at_table: NewPhone) -> None:
    """Ann has 7 of 24 pagodas left; Bo has entered nothing. Whether Bo has built all of them, nobody knows."""
    ann = new_phone_at_table()
    seat_phones(ann, slug="qin", players=2, **{"0.left": "7"})
    expect(ann.locator(".dock .sum b")).to_have_text("17")  # an answer that comes after the question would clear it
    ann.locator("[data-done]").click()
    expect(ann.locator(".dock .waiting-for")).not_to_contain_text("count as 0")
    ann.locator("[data-reveal]").click()
    expect(ann.locator("#said")).to_be_visible()
    expect(ann.locator("#said")).to_have_text("Bo: How many pagodas are left? If all are built, enter 0.")
    ann.locator("[data-reveal]").click()
    expect(ann.get_by_role("dialog")).to_be_visible()
