"""The reveal of a result in a browser.

Tests/js/sequence.test.js has its steps, tests/web/result/test_result.py its data.
"""

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import Page, expect
from waiting import stop_clock

TABLE = (
    "n=3&0.name=Ann&1.name=Bo&2.name=Cleo&0.prestige=20&1.prestige=9&2.prestige=14"
    "&0.cities=2&0.network=10&1.network=16&2.network=18"
)
"""Ann has 20 + 4 + 10, Bo 9 + 16, Cleo 14 + 18. Ann leads from the first category."""
SHEET = f"/en/hansa_teutonica/score?{TABLE}"
REVEAL = f"{SHEET}&to=reveal"
OVERTAKING = f"/en/hansa_teutonica/score?{TABLE.replace('0.cities=2&', '')}&to=reveal"
"""Without the cities Cleo's 32 beat Ann's 30, and the network, which comes last, decides."""


def open_still(browse: Browse, path: str, **options: object) -> Page:
    """Open a reveal on a device with reduced motion."""
    page = browse("/en/", **options)
    page.emulate_media(reduced_motion="reduce")
    page.goto(path)
    expect(page.locator("dialog.reveal.counts")).to_be_visible()
    return page


def open_standing(browse: Browse, path: str) -> Page:
    """Open a reveal that does not go on by itself: its clock stands. Return once its first movement has begun."""
    page = browse("/en/", pristine=True)  # the clock stays in its context
    stop_clock(page)
    page.goto(path)
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def tap(page: Page) -> None:
    """Go on to the next category."""
    page.get_by_role("dialog").click(position={"x": 100, "y": 300})


def reveal_as_it_stands(page: Page) -> None:
    """Press Reveal, and again once it has asked about the choices that nobody made."""
    button = page.get_by_role("button", name="Reveal", exact=True)
    button.click()
    expect(page.locator("#said")).to_contain_text("nobody, right?")
    button.click()


@pytest.mark.long
def test_reveal_of_a_sheet_ends_with_its_result(browse: Browse) -> None:
    page = browse(f"{SHEET}&to=sheet", pristine=True)
    page.emulate_media(reduced_motion="reduce")
    reveal_as_it_stands(page)
    dialog = page.get_by_role("dialog", name="Reveal")
    expect(dialog.get_by_role("heading")).to_have_text("Cities")
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.locator("h1")).to_have_text("Ann wins, 34 to 32")
    assert "to=" not in page.url


@pytest.mark.long
def test_last_choice_is_the_main_action_next_time(browse: Browse) -> None:
    page = browse(f"{SHEET}&to=sheet", pristine=True)
    expect(page.locator(".finish .main")).to_have_text("Score")
    reveal_as_it_stands(page)
    page.get_by_role("button", name="See result").click()
    page.goto("/en/qin/score?n=2&0.left=4&1.left=2&to=sheet")
    expect(page.locator(".finish .main")).to_have_text("Reveal")
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page.locator(".hero .points")).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.goto(f"{SHEET}&to=sheet")
    expect(page.locator(".finish .main")).to_have_text("Score")


def test_reveal_ends_with_the_winner(browse: Browse) -> None:
    page = open_standing(browse, OVERTAKING)
    dialog = page.get_by_role("dialog")
    for heading in ("Prestige track", "Network"):
        tap(page)
        expect(dialog.get_by_role("heading")).to_have_text(heading)
    tap(page)
    expect(dialog.get_by_role("status")).to_contain_text("Cleo wins, 32 to 30")
    page.clock.run_for(500)  # up to the cover
    expect(dialog.locator(".winner .points")).to_have_text("32")
    page.clock.resume()
    expect(dialog).to_be_hidden()
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator(".score-pad")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("way", ["See result", "Escape"])
def test_result_is_one_tap_away(browse: Browse, way: str) -> None:
    page = open_standing(browse, REVEAL)
    if way == "Escape":
        page.keyboard.press(way)
    else:
        page.get_by_role("button", name=way).click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator(".hero .points")).to_have_text("34")
    page.get_by_role("button", name="Reveal", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_reveal_is_accessible(browse: Browse, scheme: str) -> None:
    page = open_still(browse, OVERTAKING, scheme=scheme)
    page.keyboard.press("Enter")
    assert violations(page, "dialog") == []


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(320, 256), (740, 360)])
def test_reveal_fits_low_screens(browse: Browse, width: int, height: int) -> None:
    page = open_still(browse, OVERTAKING)
    page.set_viewport_size({"width": width, "height": height})
    expect(page.get_by_role("button", name="See result")).to_be_in_viewport(ratio=1)
    assert page.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('dialog'))"
    )
    page.locator(".lane").last.scroll_into_view_if_needed()
    expect(page.locator(".lane .num").last).to_be_in_viewport()


@pytest.mark.long
def test_result_is_shown_without_scripts(browse: Browse) -> None:
    page = browse(REVEAL, scripts=False)
    expect(page.locator(".hero .points")).to_be_visible()
    expect(page.locator("#reveal")).to_be_hidden()
    page = browse(f"{SHEET}&to=sheet", scripts=False)
    expect(page.locator(".finish [value=reveal]")).to_be_hidden()
