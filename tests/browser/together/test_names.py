"""Names at a shared sheet: whoever takes a free seat writes theirs, and it stands wherever the letter stood."""

import pytest
from playwright.sync_api import expect
from table_page import NewPhone, open_table, seat_phones


def test_tap_on_ones_own_tab_leads_to_the_name(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo, players=2, **{"0.name": "", "1.name": ""})
    bo.locator('.strip [data-seat="1"]').tap()
    expect(bo.locator('.place.seat-1 [data-of="1.name"]')).to_be_focused()
    bo.keyboard.type("Bo")
    bo.keyboard.press("Enter")
    expect(ann.locator('.strip [data-seat="1"] bdi')).to_have_text("Bo")


@pytest.mark.long
def test_name_is_on_the_tile_of_who_is_done(new_phone_at_table: NewPhone) -> None:
    """It was typed after the seat was taken."""
    ann = new_phone_at_table()
    seat_phones(ann, players=2, **{"0.name": "", "0.prestige": "12", "0.markers": "2", "0.cities": "1", "0.network": "2"})
    expect(ann.locator("h1")).to_have_text("A's column")
    ann.locator('.strip [data-seat="0"]').tap()
    ann.locator('[data-of="0.name"]').fill("Ann")
    expect(ann.locator("h1")).to_have_text("Ann's column")
    expect(ann).to_have_title("Ann's column · Tally 算分")
    ann.locator("[data-done]").click()
    expect(ann.locator(".tile-back h2")).to_have_text("Ann: face down")


@pytest.mark.long
def test_phone_without_scripts_writes_its_name(new_phone_at_table: NewPhone) -> None:
    """Its column has the name, and of each special space what it needs: nobody, and itself."""
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
def test_foot_of_the_invitation_is_that_of_the_screen(new_phone_at_table: NewPhone, device: str) -> None:
    ann = new_phone_at_table(device=device)
    ann.goto(f"/en{open_table(ann, players=2)}/open")
    foot = ann.locator(".under").evaluate("e => e.getBoundingClientRect().bottom")
    assert foot == ann.viewport_size["height"]  # type: ignore[index]
