"""What people do at the table, in a real browser: tally, mend, switch, print, share, with scripts and without."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from sheet_page import open_table
from waiting import wait_until

Browse = Callable[..., Page]

WINS = {"zh-Hant": re.compile("小明.*22.*19"), "en": "小明 wins, 22 to 19"}
SETTINGS = [(device, scheme, lang) for device in ("phone", "desktop") for scheme in ("light", "dark") for lang in WINS]
everyone = pytest.mark.parametrize(("device", "scheme", "lang"), SETTINGS)
pairs = pytest.mark.parametrize(("device", "scheme", "lang"), [SETTINGS[at] for at in (0, 3, 5, 6)])
devices = pytest.mark.parametrize("device", ["phone", "desktop"])


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


@pytest.mark.short(scheme="light", lang="zh-Hant", device="desktop")
@everyone
def test_a_game_is_tallied(browse: Browse, device: str, scheme: str, lang: str) -> None:
    page = browse(f"/{lang}/", device=device, scheme=scheme)
    tap(page, f'h2 a[href="/{lang}/qin/score"]')
    fill(page, s0_name="小明", s1_name="Bo", s0_left="2", s1_left="5")
    expect(page.locator("#totals output b")).to_have_text(["22", "19"])
    tap(page, "button.main")
    expect(page.locator("h1")).to_have_text(WINS[lang])
    expect(page.locator("tr.total td")).to_have_text(["22", "19"])
    expect(page.locator("html")).to_have_attribute("lang", lang)


@pytest.mark.short(device="phone")
@devices
def test_totals_run_along_while_people_type(browse: Browse, device: str) -> None:
    page = browse("/en/qin/score", device=device)
    expect(page.locator("#totals output b")).to_have_text(["–", "–"])
    fill(page, s0_left="4")
    expect(page.locator("#totals output b")).to_have_text(["20", "–"])
    page.locator('[name="1.left"]').fill("１９")
    expect(page.locator("#totals output b")).to_have_text(["20", "5"])
    page.locator('[name="0.left"]').fill("10+1")
    expect(page.locator("#totals output b")).to_have_text(["13", "5"])
    expect(page.locator("#totals")).to_be_in_viewport()


@pytest.mark.short(device="desktop")
@devices
def test_totals_stay_pale_beside_a_fault_that_names_its_player(browse: Browse, device: str) -> None:
    page = browse("/en/qin/score", device=device)
    fill(page, s0_left="4")
    expect(page.locator("#totals output b")).to_have_text(["20", "–"])
    fill(page, s1_left="x")
    expect(page.locator("#said")).to_have_text("B: Pagodas left must be a whole number")
    expect(page.locator("#totals output b")).to_have_text(["20", "–"])
    expect(page.locator("#totals")).to_have_class("totals old")
    expect(page.locator('[name="1.left"]')).to_have_attribute("aria-invalid", "true")
    page.locator('[name="1.left"]').fill("3")
    expect(page.locator("#totals output b")).to_have_text(["20", "21"])
    expect(page.locator("#said")).to_be_hidden()
    expect(page.locator("#totals")).to_have_class("totals")
    page.route("**/score?*", lambda route: route.fulfill(body="no answer of ours"))
    page.locator('[name="1.left"]').fill("4")
    expect(page.locator("#totals output b")).to_have_text(["–", "–"])
    expect(page.locator("#said")).to_contain_text("No answer")


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
def test_from_a_rule_one_comes_back_to_the_sheet_one_was_filling(browse: Browse) -> None:
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


def test_who_has_a_thing_is_chosen_by_the_name_just_typed(browse: Browse) -> None:
    page = browse("/en/trajan/score")
    fill(page, s1_name="Bo")
    owners = page.locator('label:has([name="bonus.scroll_oil"])')
    expect(owners.filter(has_text="Bo")).to_have_text(["Bo Gold side", "Bo Grey side"])


@pytest.mark.long
def test_an_option_chosen_by_key_stays_in_hand(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score", device="desktop")
    open_table(page)
    page.locator('[name="edition"]').focus()
    with page.expect_navigation():
        page.keyboard.press("ArrowDown")
    expect(page.locator('[name="edition"]')).to_be_focused()
    expect(page.locator('[name="edition"]')).to_have_value("big_box")


@pytest.mark.short(lang="en", scheme="light")
@pairs
def test_an_error_is_mended(browse: Browse, device: str, scheme: str, lang: str) -> None:
    page = browse(f"/{lang}/qin/score", device=device, scheme=scheme)
    fill(page, s0_left="2o", s1_left="5", s0_name="小明")
    tap(page, "button.main")
    expect(page.locator("#summary")).to_be_focused()
    expect(page.locator('[name="0.left"]')).to_have_value("2o")
    expect(page.locator('[name="1.left"]')).to_have_value("5")
    tap(page, "#summary a")
    expect(page.locator('[name="0.left"]')).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"#f-0\.left$"))
    page.locator('[name="0.left"]').fill("2")
    tap(page, "button.main")
    expect(page.locator("h1")).to_have_text(WINS[lang])


@pytest.mark.short(device="desktop")
@devices
def test_the_language_is_switched_with_all_that_was_typed(browse: Browse, device: str) -> None:
    page = browse("/en/qin/score?n=3", device=device)
    fill(page, s0_name="小明", s0_left="7", s2_left="1x")
    tap(page, '.languages a[lang="zh-Hant"]')
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    for name, value in (("0.name", "小明"), ("0.left", "7"), ("1.left", ""), ("2.left", "1x")):
        expect(page.locator(f'[name="{name}"]')).to_have_value(value)


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, False])
def test_the_number_of_players_is_switched_and_switched_back(browse: Browse, scripts: bool) -> None:  # noqa: FBT001  pytest's
    page = browse("/en/qin/score?n=4", scripts=scripts)
    fill(page, s0_left="1", s3_left="4", s3_name="Dee")
    open_table(page)
    tap(page, 'button[name="seats"][value="2"]')
    expect(page.locator('input:not([type="hidden"])[name$=".left"]')).to_have_count(2)
    tap(page, 'button[name="seats"][value="4"]')
    for name, value in (("0.left", "1"), ("3.left", "4"), ("3.name", "Dee")):
        expect(page.locator(f'[name="{name}"]')).to_have_value(value)


@pytest.mark.short(lang="en", scheme="dark")
@pairs
def test_everything_works_without_scripts(browse: Browse, device: str, scheme: str, lang: str) -> None:
    page = browse(f"/{lang}/", device=device, scheme=scheme, scripts=False)
    page.locator(f'h2 a[href="/{lang}/qin/score"]').click()
    page.locator(".row details.why > summary").first.click()
    expect(page.locator(".row details.why .rule").first).to_be_visible()
    open_table(page)
    page.locator('[name="match"]').check()
    page.locator(".update button").click()
    expect(page.locator('[name="0.left_bird"]')).to_be_visible()
    fill(page, s0_name="小明", s0_left_bird="12", s0_left_lion="14", s1_left_bird="9", s1_left_lion="99")
    page.locator("button.main").click()
    expect(page.locator("#summary a")).to_have_count(1)
    expect(page.locator('[name="0.left_bird"]')).to_have_value("12")
    page.locator('[name="1.left_lion"]').fill("20")
    page.locator("button.main").click()
    expect(page.locator("h1")).to_have_text(re.compile("小明.*22.*19"))
    page.locator("a.button", has_text="比較" if lang == "zh-Hant" else "Compare").click()
    expect(page.locator("section.variant")).to_have_count(2)


def test_an_option_acts_at_once_with_scripts(browse: Browse) -> None:
    page = browse("/en/qin/score")
    expect(page.locator(".update")).to_be_hidden()
    fill(page, s0_left="3")
    open_table(page)
    page.locator('[name="match"]').check()
    expect(page.locator('[name="0.left_bird"]')).to_be_visible()
    page.locator('[name="match"]').uncheck()
    expect(page.locator('[name="0.left"]:not([type="hidden"])')).to_have_value("3")


def test_back_leads_to_the_sheet_as_it_was(browse: Browse) -> None:
    page = browse("/en/qin/score")
    fill(page, s0_left="3", s1_left="5")
    tap(page, "button.main")
    expect(page.locator("h1")).to_have_text("A wins, 21 to 19")
    page.go_back()
    expect(page.locator('[name="0.left"]')).to_have_value("3")
    expect(page.locator('[name="1.left"]')).to_have_value("5")


def test_entries_are_changed_after_the_result(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&0.left=3&1.left=5")
    tap(page, ".after a.button >> nth=0")
    expect(page.locator('[name="1.left"]')).to_have_value("5")
    page.locator('[name="1.left"]').fill("1")
    tap(page, "button.main")
    expect(page.locator("h1")).to_have_text("B wins, 23 to 21")


def test_a_tie_is_settled_by_the_missing_entry(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&0.points=5&1.points=5&1.senate=2&0.name=Ann")
    page.locator(".settle .in").fill("1")
    tap(page, ".settle button")
    expect(page.locator("h1")).to_have_text("Ann wins the tie at 5")


def test_the_link_to_a_score_is_copied(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&0.left=3&1.left=5&0.name=Ann")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tap(page, ".share a")
    tap(page, ".share a")
    expect(page.locator(".share [role=status]")).to_have_text("✓ The link is copied")
    text = page.evaluate("navigator.clipboard.readText()")
    page.goto(text)
    expect(page.locator("h1")).to_have_text("Ann wins, 21 to 19")


def test_what_is_pressed_stays_under_a_slow_finger(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&0.left=5&to=sheet")
    page.locator('[name="1.left"]').fill("3")
    page.locator("button.main").hover()
    page.mouse.down()
    page.wait_for_timeout(400)  # that nothing moves meanwhile has no sign of its own
    expect(page.locator(".keypad")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".score-pad tbody")).to_contain_text("21")


def test_the_keyboard_is_enough(browse: Browse) -> None:
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
