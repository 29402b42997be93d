"""The reveal of a result in a browser; tests/js/sequence.test.js has its steps, tests/web/result/test_result.py its data."""

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import Page, expect
from waiting import stop_clock

TABLE = "n=3&0.name=Ann&1.name=Bo&2.name=Cleo&0.prestige=20&1.prestige=9&2.prestige=14&0.cities=2&0.network=10&1.network=16&2.network=18"
"""Ann has 20 + 4 + 10, Bo 9 + 16, Cleo 14 + 18. Ann leads from the first category."""
SHEET = f"/en/hansa_teutonica/score?{TABLE}"
REVEAL = f"{SHEET}&to=reveal"
OVERTAKING = f"/en/hansa_teutonica/score?{TABLE.replace('0.cities=2&', '')}&to=reveal"
"""Without the cities Cleo's 32 beat Ann's 30, and the network, which comes last, decides."""
TIE = "/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=4&to=reveal"
LEAD = """async ([step]) => {
  const { start } = await import(document.querySelector('script[src$="/result.js"]').src.replace("result/result.js", "reveal/reveal.js"));
  window.led = await start(JSON.parse(document.getElementById("reveal").dataset.reveal), { step, onEnd: () => { window.ended = true; } });
}"""

HOST = (
    LEAD.replace("([step])", "()")
    .replace("step, onEnd", "onStep: (step) => steps.push(step), onEnd")
    .replace("window.led", "window.steps = []; window.led")
)


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


def test_reveal_without_motion_announces_places(browse: Browse) -> None:
    """After prestige the order is Ann, Cleo, Bo; with the network Cleo passes Ann."""
    page = open_still(browse, OVERTAKING)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("Prestige track")
    expect(dialog.get_by_role("status")).to_have_text(
        "Prestige track: Ann +20, 20 in all; Cleo +14, 14 in all; Bo +9, 9 in all"
    )
    dialog.get_by_text("Tap to continue").click()
    expect(dialog.get_by_text("Cleo: place 2 → 1")).to_be_visible()
    expect(dialog.get_by_role("status")).to_contain_text("Cleo passes Ann")
    expect(dialog.locator(".lane .num")).to_have_text(["30", "25", "32"])


def test_reveal_ends_with_the_winner(browse: Browse) -> None:
    page = open_standing(browse, OVERTAKING)
    dialog = page.get_by_role("dialog")
    for heading in ("Prestige track", "Network"):
        tap(page)
        expect(dialog.get_by_role("heading")).to_have_text(heading)
    tap(page)
    expect(dialog.get_by_role("alert")).to_have_text("Cleo wins, 32 to 30")
    page.clock.run_for(500)  # up to the cover
    expect(dialog.locator(".winner .points")).to_have_text("32")
    page.clock.resume()
    expect(dialog).to_be_hidden()
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator(".score-pad")).to_be_visible()


@pytest.mark.long
def test_untouched_reveal_ends(browse: Browse) -> None:
    page = open_standing(browse, OVERTAKING)
    page.clock.resume()
    for _ in range(20):  # MAX_DURATION
        page.clock.run_for(1000)
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_paused_reveal_waits_for_the_host(browse: Browse) -> None:
    """By key or button: a category stays until the next tap, and without the pause the rest goes on by itself."""
    page = open_standing(browse, OVERTAKING)
    dialog = page.get_by_role("dialog")
    pause = dialog.get_by_role("button", name="Pause", pressed=False)
    pause.click()
    page.clock.run_for(20_000)  # MAX_DURATION
    expect(page.locator("dialog.reveal.counts")).to_have_count(0)
    tap(page)
    expect(dialog.get_by_role("heading")).to_have_text("Prestige track")
    page.clock.run_for(20_000)
    expect(dialog.get_by_role("heading")).to_have_text("Prestige track")
    page.keyboard.press("p")
    expect(pause).to_be_visible()
    page.clock.resume()
    for _ in range(20):
        page.clock.run_for(1000)
    expect(dialog).to_be_hidden()


def test_other_phones_hear_from_a_paused_host(browse: Browse) -> None:
    """After 8 seconds of silence they would go on without it."""
    page = browse("/en/", pristine=True)
    stop_clock(page)
    page.goto(f"/en/hansa_teutonica/score?{TABLE}")
    page.evaluate(HOST)
    page.keyboard.press("p")
    page.clock.run_for(9_000)
    assert page.evaluate("steps") == [-1, -1, -1]


@pytest.mark.short(way="See result")
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


def test_shared_win_shows_both_winners(browse: Browse) -> None:
    page = open_standing(browse, TIE)
    dialog = page.get_by_role("dialog")
    tap(page)
    expect(dialog.get_by_role("heading")).to_be_visible()
    tap(page)
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    page.clock.run_for(500)  # up to the cover
    expect(dialog.locator(".winner .who")).to_have_text(["A Ann", "B Bo"])


@pytest.mark.long
def test_phone_of_a_guest_follows_the_host_only(browse: Browse) -> None:
    page = browse(f"/en/hansa_teutonica/score?{TABLE}")
    page.evaluate(LEAD, [-1])
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".tile").first).to_be_visible()
    tap(page)
    page.evaluate("led.show(1)")
    expect(dialog.get_by_role("heading")).to_have_text("Network")
    tap(page)
    expect(dialog.get_by_role("heading")).to_have_text("Network")
    page.evaluate("led.show(3)")
    expect(dialog).to_be_hidden()
    assert page.evaluate("ended")


@pytest.mark.short(scheme="light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_reveal_is_accessible(browse: Browse, scheme: str) -> None:
    page = open_still(browse, OVERTAKING, scheme=scheme)
    page.keyboard.press("Enter")
    assert violations(page, "dialog") == []


@pytest.mark.short(width=320)
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


def test_result_is_shown_without_scripts(browse: Browse) -> None:
    page = browse(REVEAL, scripts=False)
    expect(page.locator(".hero .points")).to_be_visible()
    expect(page.locator("#reveal")).to_be_hidden()
    page = browse(f"{SHEET}&to=sheet", scripts=False)
    expect(page.locator(".finish [value=reveal]")).to_be_hidden()
