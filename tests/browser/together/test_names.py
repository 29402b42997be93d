"""Names at a shared sheet: a player types one after taking a seat, and it replaces the letter everywhere."""

import pytest
from playwright.sync_api import expect
from table_page import NewPhone, open_table, seat_phones


def test_name_replaces_the_letter_everywhere(new_phone_at_table: NewPhone) -> None:
    """A tap on one's own tab leads to the name."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    numbers = {f"0.{name}": "2" for name in ("prestige", "markers", "cities", "network")}
    seat_phones(ann, bo, players=2, **{"0.name": "", "1.name": ""}, **numbers)
    expect(ann.locator("h1")).to_have_text("A's column")
    ann.locator('.strip [data-seat="0"]').tap()
    expect(ann.locator('.place.seat-0 [data-of="0.name"]')).to_be_focused()
    ann.keyboard.type("Ann")
    ann.keyboard.press("Enter")
    expect(ann.locator("h1")).to_have_text("Ann's column")
    expect(ann).to_have_title("Ann's column · Tally 算分")
    expect(bo.locator('.strip [data-seat="0"] bdi')).to_have_text("Ann")
    ann.locator("[data-done]").click()
    expect(ann.locator(".tile-back h2")).to_have_text("Ann: face down")


@pytest.mark.long
def test_phone_without_scripts_sends_its_name(new_phone_at_table: NewPhone) -> None:
    """Its column has only its own name, and for each special space two choices: nobody and itself."""
    ann, bo = new_phone_at_table(), new_phone_at_table(scripts=False)
    table = seat_phones(ann, players=2, **{"1.name": ""})
    bo.goto(f"/en{table}")
    bo.locator("button.band.seat-1").tap()
    names = bo.locator(".names .in")
    expect(names.nth(0)).to_be_hidden()
    names.nth(1).fill("Bo")
    choices = bo.locator("#c-coellen .row").first.locator("[role=radiogroup] input:visible")
    expect(choices).to_have_count(2)
    tops = {round(choice.bounding_box()["y"]) for choice in choices.all()}  # type: ignore[index]
    assert len(tops) == 1, "they stand side by side"
    bo.locator(".again").tap()
    expect(ann.locator('.strip [data-seat="1"] bdi')).to_have_text("Bo")


@pytest.mark.long
def test_panel_passes_under_the_tabs(new_phone_at_table: NewPhone) -> None:
    ann = new_phone_at_table()
    seat_phones(ann, players=2)
    ann.locator("details.table > summary").click()
    ann.evaluate("scrollTo(0, 200)")
    tab = ann.locator('.strip [data-seat="0"]')
    strip_top = tab.evaluate("e => e.getBoundingClientRect().top")
    assert strip_top == 0
    assert tab.evaluate(
        "e => [...Array(10).keys()].every((at) => e.parentNode.contains(document.elementFromPoint(innerWidth * (at + 0.5) / 10, 30)))"
    )


@pytest.mark.short(device="phone")
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_foot_of_the_invitation_is_at_the_screens_bottom(new_phone_at_table: NewPhone, device: str) -> None:
    ann = new_phone_at_table(device=device)
    ann.goto(f"/en{open_table(ann, players=2)}/open")
    foot = ann.locator(".under").evaluate("e => e.getBoundingClientRect().bottom")
    assert foot == ann.viewport_size["height"]  # type: ignore[index]
