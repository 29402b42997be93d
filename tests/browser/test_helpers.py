"""The helpers in a real browser: for everyone, filled and empty, about the players of the sheet, and with the answer in focus."""

from collections.abc import Callable

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from positions import LONG_NAME
from test_every_page import SMALL, WIDE

Browse = Callable[..., Page]

FILLED = {
    "chang_cheng/help/province": "walls.0=2&walls.1=1",
    "hansa_teutonica/help/route": "player=A&offices.one=AB",
    "honshu/help/trick": "cards.0=1&cards.1=2&cards.2=1",
    "qin/help/province": "squares=1&touched.0=4&touched.1=2",
    "qin/help/village": "pagodas.0=1&pagodas.1=2&holder=A",
    "trajan/help/ships": "cards.oil=2&wild=1",
    "trajan/help/demands": "demands.bread=2&forum.bread=1",
}


@pytest.mark.parametrize(("path", "query"), FILLED.items())
def test_a_helper_is_for_everyone(browse: Browse, path: str, query: str) -> None:
    page = browse(f"/zh-Hant/{path}?{query}&ask=1")
    assert [*page.evaluate(WIDE), *page.evaluate(SMALL), *violations(page)] == []


def test_it_is_asked_without_scripts(browse: Browse) -> None:
    page = browse("/en/honshu/help/trick", scripts=False)
    for seat, card in enumerate((14, 22, 51, 35)):
        page.locator(f"[name='cards.{seat}']").fill(str(card))
    page.locator("[name='cubes.1']").check()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".answer h2")).to_have_text("B takes order card 1 and picks first.")


FAULTY = {"chang_cheng/help/province": "walls.0=x", "trajan/help/demands": "forum.bread=1", "honshu/help/trick": ""}


@pytest.mark.parametrize(("path", "query"), [*FILLED.items(), *FAULTY.items()])
@pytest.mark.parametrize("scripts", [True, False])
def test_what_was_asked_for_is_in_focus(browse: Browse, path: str, query: str, scripts: bool) -> None:  # noqa: FBT001  a case of the test
    page = browse(f"/en/{path}?{query}", scripts=scripts)
    page.get_by_role("button", name="Answer").press("Enter")
    page.wait_for_url("**ask=1**")
    expect(page.locator("#answer:focus")).to_be_in_viewport()
    expect(page.locator("#answer")).not_to_be_empty()


def test_a_helper_without_an_answer_takes_no_focus(browse: Browse) -> None:
    page = browse("/en/honshu/help/trick")
    assert page.evaluate("document.activeElement === document.body")


def test_an_answer_is_named_by_its_sentence(browse: Browse) -> None:
    page = browse("/en/honshu/help/trick?cards.0=14&cards.1=22&cards.2=51&ask=1")
    expect(page.get_by_role("region", name="C takes order card 1 and picks first.")).to_be_focused()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_sheet_leads_to_a_helper_for_its_players(browse: Browse, scripts: bool) -> None:  # noqa: FBT001  a case of the test
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
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".answer h2")).to_have_text("小明 takes order card 1 and picks first.")
    expect(page.locator(".heads bdi")).to_have_text(["Ann", "小明", ""])
    if scripts:
        page.locator(".game-nav a").first.click()
        expect(page.locator('[name="0.forest"]')).to_have_value("3")


def test_rules_lead_to_a_helper_for_the_players_of_the_sheet(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&to=sheet&1.name=Bo&1.colour=purple")
    page.locator('[name="0.name"]').fill("Ann")
    page.locator(".game-nav a", has_text="Rules").click()
    page.locator(".calculators").get_by_role("link", name="Who holds a village?").click()
    page.wait_for_url("**/help/village?**")
    expect(page.locator(".heads bdi")).to_have_text(["Ann", "Bo", ""])
    expect(page.locator("body.c1-purple")).to_be_visible()
    expect(page.get_by_label("Whose pagoda stands on it").locator("option")).to_have_text(["Nobody's", "Ann", "Bo", "C"])


def test_offices_are_tapped_in_place_of_typed(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/help/route?n=3&0.name=Ann&1.name=Bo")
    row = page.locator(".row", has=page.locator("[name='offices.one']"))
    box = row.locator("input")
    for name in ("Add Bo", "Add Ann", "Add Ann", "Remove the last one", "Add C"):
        row.get_by_role("button", name=name).tap()
    expect(box).to_have_value("BAC")
    expect(row.get_by_role("status")).to_have_text("B A C")
    expect(page.locator("[name='offices.other']")).to_have_value("")
    assert [*page.evaluate(WIDE), *page.evaluate(SMALL), *violations(page)] == []
    page.get_by_role("button", name="Answer").tap()
    expect(page.locator(".answer h2")).to_have_text("Prestige at once: C 1.")
    expect(box).to_have_value("BAC")


def test_nine_offices_are_in_sight_as_they_were_typed(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/help/route?offices.one=aabbccdde&ask=1")
    box = page.locator("[name='offices.one']")
    expect(box).to_have_value("aabbccdde")
    assert box.evaluate("(box) => [box.scrollWidth <= box.clientWidth, getComputedStyle(box).textTransform]") == [True, "none"]


@pytest.mark.long
@pytest.mark.parametrize("path", FILLED)
def test_long_names_never_widen_a_helper(browse: Browse, path: str) -> None:
    names = "&".join(f"{seat}.name={LONG_NAME}" for seat in range(4))
    page = browse(f"/en/{path}?n=4&{names}&{FILLED[path]}&ask=1")
    assert [*page.evaluate(WIDE), *page.evaluate(SMALL), *violations(page)] == []
