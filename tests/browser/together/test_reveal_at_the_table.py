"""The reveal of a shared sheet: the phone that began it leads, and the others show the same category."""

import pytest
from playwright.sync_api import Page, expect
from table_page import NewPhone, fill, seat_phones

# Ann 20 and one city, which scores 2; Bo 12 and four cities, which score 8: 22 to 20.
ENTRIES = {"0.prestige": "20", "0.cities": "1", "1.prestige": "12"}


def sit_down(new_phone: NewPhone, *, pristine: bool = False) -> tuple[Page, Page]:
    """Ann's phone, on which nothing moves by itself, and Bo's."""
    ann, bo = new_phone(pristine=pristine), new_phone(pristine=pristine)
    ann.emulate_media(reduced_motion="reduce")
    seat_phones(ann, bo, players=2, **ENTRIES)
    fill(bo, "1.cities", "4")
    expect(ann.locator('[name="1.cities"]')).to_have_value("4")
    return ann, bo


def begin(phone: Page) -> None:
    """Begin the reveal."""
    phone.locator("[data-scope]").click()
    phone.locator("[data-reveal]").click()


@pytest.mark.long
def test_all_phones_show_the_category_of_the_one_that_leads(new_phone_at_table: NewPhone) -> None:
    ann, bo = sit_down(new_phone_at_table)
    begin(ann)
    shown = [phone.get_by_role("dialog").get_by_role("heading") for phone in (ann, bo)]
    for heading in shown:
        expect(heading).to_have_text("Cities")
    ann.get_by_role("dialog").get_by_role("button", name="Tap to go on").click()
    for heading in shown:
        expect(heading).to_have_text("Prestige track")
    ann.get_by_role("dialog").get_by_role("button", name="Tap to go on").click()
    for phone in (ann, bo):
        expect(phone.get_by_role("dialog")).to_be_hidden()
        expect(phone.locator(".hero .points")).to_have_text("22")


@pytest.mark.long
def test_who_has_seen_enough_leaves_the_others_at_it(new_phone_at_table: NewPhone) -> None:
    ann, bo = sit_down(new_phone_at_table)
    begin(ann)
    expect(bo.get_by_role("dialog").get_by_role("heading")).to_have_text("Cities")
    bo.get_by_role("button", name="See result").click()
    expect(bo.get_by_role("dialog")).to_be_hidden()
    expect(bo.locator(".hero .points")).to_have_text("22")
    expect(ann.get_by_role("dialog").get_by_role("heading")).to_have_text("Cities")


@pytest.mark.long
def test_phone_goes_on_where_the_leading_one_is_gone(new_phone_at_table: NewPhone) -> None:
    ann, bo = sit_down(new_phone_at_table, pristine=True)
    bo.clock.install()
    begin(ann)
    heading = bo.get_by_role("dialog").get_by_role("heading")
    expect(heading).to_have_text("Cities")
    ann.close()
    bo.clock.run_for(9_000)
    expect(heading).to_have_text("Prestige track")


def test_next_game_is_opened_from_the_result_by_one_tap(new_phone_at_table: NewPhone) -> None:
    """On both phones it is the same sheet, on which each has the seat it had."""
    ann, bo = sit_down(new_phone_at_table)
    before = ann.url
    begin(ann)
    for seat, phone in enumerate((ann, bo)):
        phone.get_by_role("button", name="See result").click()
        phone.get_by_role("link", name="New game, same players").click()
        phone.locator(f"body[data-ready] form.own-{seat}").wait_for()
        expect(phone.locator("[name='0.prestige']")).to_have_value("")
    assert ann.url == bo.url != before
