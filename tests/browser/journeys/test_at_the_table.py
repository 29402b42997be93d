"""What people do at the table, in a real browser: tally, mend, switch, share, with scripts and without."""

import re

import pytest
from browsing import Browse
from playwright.sync_api import Page, Route, expect
from sheet_page import expect_values, open_table
from waiting import wait_until

WINS = {"zh-Hant": re.compile("小明.*22.*19"), "en": "小明 wins, 22 to 19"}


def fill(page: Page, **entries: str) -> None:
    """Type entries key by key; `s0_left` is the entry `0.left`."""
    for name, text in entries.items():
        page.locator(f'[name="{name[1:].replace("_", ".", 1)}"]').press_sequentially(text)


def tap(page: Page, selector: str) -> None:
    """Tap on a phone, click on a desktop."""
    where = page.locator(selector)
    if page.evaluate("navigator.maxTouchPoints"):
        where.tap()
    else:
        where.click()


SETTINGS = [("phone", "light", "en"), ("phone", "dark", "zh-Hant"), ("desktop", "light", "zh-Hant"), ("desktop", "dark", "en")]


@pytest.mark.short(device="phone", lang="en")
@pytest.mark.parametrize(("device", "scheme", "lang"), SETTINGS)
def test_game_is_tallied_mended_and_changed(browse: Browse, device: str, scheme: str, lang: str) -> None:
    """From the list of games to a sheet with a mistake, the result, back, and to another language."""
    page = browse(f"/{lang}/", device=device, scheme=scheme)
    tap(page, f'h2 a[href="/{lang}/qin/score"]')
    fill(page, s0_name="小明", s1_name="Bo", s0_left="2o", s1_left="5")
    expect(page.locator("#totals")).to_be_in_viewport()
    tap(page, "button.main")
    expect(page.locator("#summary")).to_be_focused()
    expect_values(page, ("0.left", "1.left"), ["2o", "5"])
    tap(page, "#summary a")
    expect(page.locator('[name="0.left"]')).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"#f-0\.left$"))
    page.locator('[name="0.left"]').fill("2")
    expect(page.locator("#totals output b")).to_have_text(["22", "19"])
    tap(page, "button.main")
    expect(page.locator("h1")).to_have_text(WINS[lang])
    expect(page.locator("tr.total td")).to_have_text(["22", "19"])
    page.go_back()
    expect_values(page, ("0.left", "1.left"), ["2", "5"])
    other = "zh-Hant" if lang == "en" else "en"
    page.locator('[name="1.left"]').fill("1x")
    tap(page, f'.languages a[lang="{other}"]')
    expect(page.locator("html")).to_have_attribute("lang", other)
    expect_values(page, ("0.name", "0.left", "1.left"), ["小明", "2", "1x"])
    page.locator('[name="1.left"]').fill("1")
    tap(page, "button.main")
    expect(page.locator("tr.total td")).to_have_text(["23", "22"])
    tap(page, ".after a.button >> nth=0")  # which leads to the entries again
    expect_values(page, ("0.left", "1.left"), ["2", "1"])


def test_entries_typed_before_scripts_load_are_scored(browse: Browse) -> None:
    page = browse("/en/")
    routes: list[Route] = []
    page.route("**/sheet.js", lambda route: routes.append(route))
    page.goto("/en/qin/score", wait_until="commit")
    fill(page, s0_left="2", s1_left="5")
    wait_until(page, "null", lambda _: routes)
    routes[0].continue_()
    expect(page.locator("#totals output b")).to_have_text(["22", "19"])


@pytest.mark.long
def test_rules_lead_back_to_the_sheet_being_filled(browse: Browse) -> None:
    page = browse("/en/qin/score?to=sheet&n=3")
    fill(page, s0_left="4", s2_name="Mei")
    page.locator(".row details.why summary").first.tap()
    page.locator(".row .rule > p a").first.tap()
    page.locator('.use a[href*="/score"][href*="0.left=4"]').first.tap()  # as soon as the entries are in the link
    expect(page.locator('[name="0.left"]')).to_have_value("4")
    page.locator(".game-nav a").nth(1).tap()
    page.locator('.rules [data-sheet][href*="0.left=4"]').tap()
    expect(page.locator('[name="2.name"]')).to_have_value("Mei")
    page.locator('.sheet [data-sheet][href*="0.left=4"]').tap()
    expect(page.locator('[name="0.left"]')).to_have_value("4")


@pytest.mark.short(lang="en", scheme="dark")
@pytest.mark.parametrize(("scheme", "lang"), [("dark", "en"), ("light", "zh-Hant")])
def test_everything_works_without_scripts(browse: Browse, scheme: str, lang: str) -> None:
    """Of a match of three, who have 19 pagodas in each game: 10 + 9, 12 + 5 and 4 + 4 are built."""
    page = browse(f"/{lang}/", scheme=scheme, scripts=False)
    page.locator(f'h2 a[href="/{lang}/qin/score"]').click()
    for hidden in ("[data-undo]", "[data-redo]", ".clearing", "[data-awake]", "#continue"):
        expect(page.locator(hidden).first).to_be_hidden()
    page.locator(".row details.why > summary").first.click()
    expect(page.locator(".row details.why .rule").first).to_be_visible()
    open_table(page)
    tap(page, 'button[name="seats"][value="3"]')
    page.locator('[name="match"]').check()
    page.locator(".update button").click()
    expect(page.locator('[name="2.left_bird"]')).to_be_visible()
    fill(page, s0_name="小明", s0_left_bird="9", s0_left_lion="10", s1_left_bird="7", s1_left_lion="99", s2_left_bird="15")
    page.locator('[name="2.left_lion"]').fill("15")
    page.locator('[name="2.left_lion"]').press("Enter")  # which scores nothing
    expect(page.locator('[name="2.left_lion"]')).to_have_value("15")
    page.locator("button.main").click()
    expect(page.locator("#summary a")).to_have_count(1)
    expect(page.locator('[name="0.left_bird"]')).to_have_value("9")
    page.locator('[name="1.left_lion"]').fill("14")
    page.locator("button.main").click()
    expect(page.locator("h1")).to_have_text(re.compile("小明.*19.*17"))
    page.locator("a.button", has_text="比較" if lang == "zh-Hant" else "Compare").click()
    page.wait_for_url("**/compare?*")  # of a match no single game can be scored: nothing is left to compare
    expect(page.locator("main")).to_contain_text("19")
    page.locator(".finder summary").click()
    page.locator("#search").fill("塔")
    page.locator("#search").press("Enter")
    page.wait_for_url("**/search?q=*")


def test_option_acts_at_once_and_stays_in_hand(browse: Browse) -> None:
    page = browse("/en/qin/score")
    expect(page.locator(".update")).to_be_hidden()
    fill(page, s0_left="3")
    open_table(page)
    page.locator('[name="match"]').check()
    expect(page.locator('[name="0.left_bird"]')).to_be_visible()
    page.locator('[name="match"]').uncheck()
    expect(page.locator('[name="0.left"]:not([type="hidden"])')).to_have_value("3")
    page.goto("/en/hansa_teutonica/score")
    open_table(page)
    page.locator('[name="edition"]').focus()
    with page.expect_navigation():
        page.keyboard.press("ArrowDown")
    expect(page.locator('[name="edition"]')).to_be_focused()
    expect(page.locator('[name="edition"]')).to_have_value("big_box")


@pytest.mark.long
def test_pressed_button_stays_under_a_slow_finger(browse: Browse) -> None:
    page = browse("/healthz")
    page.clock.install()
    page.goto("/en/qin/score?n=2&0.left=5&to=sheet")
    page.locator('[name="1.left"]').fill("3")
    expect(page.locator(".keypad")).to_be_visible()
    page.locator("button.main").hover()
    page.mouse.down()
    page.clock.run_for(400)  # milliseconds of the page's timers
    expect(page.locator(".keypad")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".score-pad tbody")).to_contain_text("21")


def test_keyboard_is_enough(browse: Browse) -> None:
    page = browse("/en/qin/score", device="desktop")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator('[name="0.left"]').focus()
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    expect(page.locator('[name="1.left"]')).to_have_value("5")
    page.keyboard.press("Control+Enter")
    expect(page.locator("h1")).to_have_text("A wins, 21 to 19")
