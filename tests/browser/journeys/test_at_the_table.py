"""A whole sheet at the table: entering, correcting, scoring and changing it, with scripts and without."""

import re

import pytest
from browsing import Browse
from playwright.sync_api import Page, expect
from sheet_page import cell, expect_totals, expect_values, fill, open_table

WINS = {"zh-Hant": re.compile("小明.*22.*19"), "en": "小明 wins, 22 to 19"}


def tap(page: Page, selector: str) -> None:
    """Tap on a phone, click on a desktop."""
    where = page.locator(selector)
    if page.evaluate("navigator.maxTouchPoints"):
        where.tap()
    else:
        where.click()


@pytest.mark.short(device="phone")
@pytest.mark.parametrize(("device", "lang"), [("phone", "en"), ("desktop", "zh-Hant")])
def test_game_is_scored_corrected_and_changed(browse: Browse, device: str, lang: str) -> None:
    """From the list of games to a sheet with a mistake, the result, back, and to another language."""
    page = browse(f"/{lang}/", device=device)
    tap(page, f'h2 a[href="/{lang}/qin/score"]')
    fill(page, {"0.name": "小明", "1.name": "Bo", "0.left": "2o", "1.left": "5"})
    expect(page.locator("#totals")).to_be_in_viewport()
    tap(page, "button.main")
    expect(page.locator("#summary")).to_be_focused()
    expect_values(page, ("0.left", "1.left"), ["2o", "5"])
    tap(page, "#summary a")
    expect(cell(page, "0.left")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"#f-0\.left$"))
    cell(page, "0.left").fill("2")
    expect_totals(page, "22", "19")
    tap(page, "button.main")
    expect(page.locator("h1")).to_have_text(WINS[lang])
    expect(page.locator("tr.total td")).to_have_text(["22", "19"])
    page.go_back()
    expect_values(page, ("0.left", "1.left"), ["2", "5"])
    other = "zh-Hant" if lang == "en" else "en"
    cell(page, "1.left").fill("1x")
    tap(page, f'.languages a[lang="{other}"]')
    expect(page.locator("html")).to_have_attribute("lang", other)
    expect_values(page, ("0.name", "0.left", "1.left"), ["小明", "2", "1x"])
    cell(page, "1.left").fill("1")
    tap(page, "button.main")
    expect(page.locator("tr.total td")).to_have_text(["23", "22"])
    tap(page, ".after a.button >> nth=0")  # back to the entries
    expect_values(page, ("0.left", "1.left"), ["2", "1"])


@pytest.mark.short(lang="en")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_everything_works_without_scripts(browse: Browse, lang: str) -> None:
    """A match of three players with 19 pagodas in each game, of which they build 10 + 9, 12 + 5 and 4 + 4."""
    page = browse(f"/{lang}/", scripts=False)
    page.locator(f'h2 a[href="/{lang}/qin/score"]').click()
    for hidden in ("[data-undo]", "[data-redo]", ".clearing", "[data-awake]", "#continue"):
        expect(page.locator(hidden).first).to_be_hidden()
    page.locator(".row details.why > summary").first.click()
    expect(page.locator(".row details.why .rule").first).to_be_visible()
    open_table(page)
    tap(page, 'button[name="seats"][value="3"]')
    cell(page, "match").check()
    page.locator(".update button").click()
    expect(cell(page, "2.left_bird")).to_be_visible()
    fill(page, {"0.name": "小明", "0.left_bird": "9", "0.left_lion": "10", "1.left_bird": "7", "1.left_lion": "99"})
    fill(page, {"2.left_bird": "15", "2.left_lion": "15"})
    cell(page, "2.left_lion").press("Enter")  # does not score
    expect(cell(page, "2.left_lion")).to_have_value("15")
    page.locator("button.main").click()
    expect(page.locator("#summary a")).to_have_count(1)
    expect(cell(page, "0.left_bird")).to_have_value("9")
    cell(page, "1.left_lion").fill("14")
    page.locator("button.main").click()
    expect(page.locator("h1")).to_have_text(re.compile("小明.*19.*17"))
    page.locator("a.button", has_text="比較" if lang == "zh-Hant" else "Compare").click()
    page.wait_for_url(
        "**/compare?*"
    )  # says that there is nothing to compare, as no single game of a match can be scored
    expect(page.locator("main")).to_contain_text("19")
    page.locator(".finder summary").click()
    page.locator("#search").fill("塔")
    page.locator("#search").press("Enter")
    page.wait_for_url("**/search?q=*")


def test_option_acts_at_once_and_keeps_the_focus(browse: Browse) -> None:
    page = browse("/en/qin/score")
    expect(page.locator(".update")).to_be_hidden()
    cell(page, "0.left").fill("3")
    open_table(page)
    cell(page, "match").check()
    expect(cell(page, "0.left_bird")).to_be_visible()
    expect(cell(page, "match")).to_be_focused()
    cell(page, "match").uncheck()
    expect(page.locator('[name="0.left"]:not([type="hidden"])')).to_have_value("3")
    expect(cell(page, "match")).to_be_focused()
    page.goto("/en/hansa_teutonica/score")
    open_table(page)
    cell(page, "edition").focus()
    with page.expect_navigation():
        page.keyboard.press("ArrowDown")
    expect(cell(page, "edition")).to_be_focused()
    expect(cell(page, "edition")).to_have_value("big_box")


@pytest.mark.long
def test_long_press_on_score_does_not_move_the_button(browse: Browse) -> None:
    page = browse("/healthz", pristine=True)  # the clock stays in its context
    page.clock.install()
    page.goto("/en/qin/score?n=2&0.left=5&to=sheet")
    cell(page, "1.left").fill("3")
    expect(page.locator(".keypad")).to_be_visible()
    page.locator("button.main").hover()
    page.mouse.down()
    page.clock.run_for(400)  # milliseconds of the page's timers
    expect(page.locator(".keypad")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".score-pad tbody")).to_contain_text("21")
