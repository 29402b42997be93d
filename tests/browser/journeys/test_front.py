"""The first page as the one from which an evening goes on."""

from accessibility import violations
from browsing import Browse
from kept_page import await_sheet
from playwright.sync_api import expect
from shifts import assert_still


def test_last_game_goes_on_with_the_same_people(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&to=sheet", pristine=True)
    for seat, name in enumerate(("Ann", "Bo")):
        page.locator(f'[name="{seat}.name"]').fill(name)
    page.locator('[name="0.left"]').fill("3")
    await_sheet(page, lambda sheet: "Bo" in sheet["names"])
    page.goto("/en/", wait_until="networkidle")
    assert_still(page)
    again = page.get_by_role("link", name="Again: Qin")
    expect(again).to_contain_text("Ann, Bo, C")
    assert violations(page, "main") == []
    again.click()
    expect(page.locator('[name="1.name"]')).to_have_value("Bo")
    expect(page.locator('[name="2.name"]')).to_have_value("")
    expect(page.locator('[name="0.left"]')).to_have_value("")


def test_first_visit_says_where_sheets_wait(browse: Browse) -> None:
    page = browse("/en/", pristine=True)
    expect(page.get_by_text("A sheet that you begin waits here")).to_be_visible()
    expect(page.locator("#again")).to_be_hidden()
