"""The calculators in a browser: accessible, with the players of the sheet, and with the answer in focus."""

import re

import pytest
from browsing import Browse
from page_faults import page_faults
from playwright.sync_api import expect
from positions import LONG_NAME

FILLED = {
    "chang_cheng/help/province": "walls.0=2&walls.1=1",
    "hansa_teutonica/help/route": "player=A&offices.one=AB",
    "honshu/help/trick": "cards.0=1&cards.1=2&cards.2=1",
    "qin/help/province": "squares=1&touched.0=4&touched.1=2",
    "qin/help/village": "pagodas.0=1&pagodas.1=2&holder=A",
    "trajan/help/ships": "cards.oil=2&wild=1",
    "trajan/help/demands": "demands.bread=2&forum.bread=1",
}
ANSWERS = {
    "qin/help/province": FILLED["qin/help/province"],
    "trajan/help/demands": "forum.bread=1",
    "honshu/help/trick": "",
}
"""An answer, a fault, and the request to fill in something."""


@pytest.mark.short(path="chang_cheng/help/province")
@pytest.mark.parametrize(("path", "query"), FILLED.items())
def test_calculator_is_accessible(browse: Browse, path: str, query: str) -> None:
    names = "&".join(f"{seat}.name={LONG_NAME}" for seat in range(4))
    page = browse(f"/zh-Hant/{path}?{query}&ask=1")
    assert page_faults(page, "phone") == []
    page.goto(f"/en/{path}?n=4&{names}&{query}&ask=1")
    assert page_faults(page, "phone") == []


@pytest.mark.short(query="", scripts=True)
@pytest.mark.parametrize(("path", "query"), ANSWERS.items())
@pytest.mark.parametrize("scripts", [True, False])
def test_answer_is_focused_when_requested(browse: Browse, path: str, query: str, scripts: bool) -> None:  # noqa: FBT001
    page = browse(f"/en/{path}?{query}", scripts=scripts)
    if scripts:
        assert page.evaluate("document.activeElement === document.body")
    page.get_by_role("button", name="Show result").press("Enter")
    page.wait_for_url("**ask=1**")
    expect(page.locator("#answer:focus")).to_be_in_viewport()
    expect(page.locator("#answer")).not_to_be_empty()


@pytest.mark.short(scripts=True)
@pytest.mark.parametrize("scripts", [True, False])
def test_sheet_opens_a_calculator_for_its_players(browse: Browse, scripts: bool) -> None:  # noqa: FBT001
    page = browse("/en/honshu/score?n=3&to=sheet", scripts=scripts)
    page.locator('[name="0.name"]').fill("Ann")
    page.locator('[name="1.name"]').fill("小明")
    page.locator('[name="0.forest"]').fill("3")
    page.locator(".below summary", has_text="Help").click()
    page.get_by_role("button", name="Resolve a trick").click()
    page.wait_for_url("**/help/trick?n=3&0.name=Ann&1.name=*")
    expect(page.locator(".heads bdi")).to_have_text(["Ann", "小明", ""])
    for seat, card in enumerate((14, 51, 22)):
        page.locator(f"[name='cards.{seat}']").fill(str(card))
    page.get_by_role("button", name="Show result").click()
    expect(page.get_by_role("region", name="小明 takes order card 1 and picks first.")).to_be_focused()
    expect(page.locator(".heads bdi")).to_have_text(["Ann", "小明", ""])
    if scripts:
        page.locator('.game-nav a[href*="0.forest=3"]').click()  # as soon as the entries are in the link
        expect(page.locator('[name="0.forest"]')).to_have_value("3")


@pytest.mark.long
def test_rules_open_a_calculator_for_the_same_players(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&to=sheet&1.name=Bo&1.colour=purple")
    page.locator('[name="0.name"]').fill("Ann")
    page.locator(".game-nav a", has_text="Rules").click()
    calculator = page.locator(".calculators").get_by_role("link", name="Who holds a village?")
    expect(calculator).to_have_attribute("href", re.compile("0.name=Ann"))
    calculator.click()
    page.wait_for_url("**/help/village?**")
    expect(page.locator(".heads bdi")).to_have_text(["Ann", "Bo", ""])
    expect(page.locator("body.c1-purple")).to_be_visible()
    expect(page.get_by_label("Whose pagoda stands on it").locator("option")).to_have_text(
        ["Nobody's", "Ann", "Bo", "C"]
    )


def test_offices_are_tapped_instead_of_typed(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/help/route?n=3&0.name=Ann&1.name=Bo")
    row = page.locator(".row", has=page.locator("[name='offices.one']"))
    box = row.locator("input")
    for name in ("Add Bo", "Add Ann", "Add Ann", "Remove the last one", "Add C"):
        row.get_by_role("button", name=name).tap()
    expect(box).to_have_value("BAC")
    expect(row.get_by_role("status")).to_have_text("B A C")
    expect(page.locator("[name='offices.other']")).to_have_value("")
    assert page_faults(page, "phone") == []
    page.get_by_role("button", name="Show result").tap()
    expect(page.locator(".answer h2")).to_have_text("Prestige at once: C 1.")
    expect(box).to_have_value("BAC")
    page.goto("/en/hansa_teutonica/help/route?offices.one=aabbccdde&ask=1")  # nine offices fit as they were typed
    expect(box).to_have_value("aabbccdde")
    assert box.evaluate("(box) => [box.scrollWidth <= box.clientWidth, getComputedStyle(box).textTransform]") == [
        True,
        "none",
    ]
