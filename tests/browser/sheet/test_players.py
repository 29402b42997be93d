"""Players on a sheet: names that can be read, colours that stay, focus and words when their number changes, the next game."""

import re
from collections.abc import Callable

import pytest
from accessibility import violations
from kept_page import await_sheet
from playwright.sync_api import Page, Route, expect
from sheet_page import Hand, expect_values, numbers, open_table
from waiting import wait_until

Browse = Callable[..., Page]
HANSA = "/en/hansa_teutonica/score?n=4&to=sheet"
FOUR = "/en/hansa_teutonica/score?n=4&0.name=Tom&1.name=Maya&2.name=Ravi&3.name=Ling&to=sheet"
CUT = "() => [...document.querySelectorAll('.names .in')].filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.value)"
COLOURS = "(page) => [...page.classList].filter((one) => /^c\\d-/.test(one)).sort().join(' ')"


def colours(page: Page, selector: str) -> str:
    """The colours of all seats, as the page or the sheet on it draws them."""
    classes: str = page.locator(selector).evaluate(COLOURS)
    return classes


def choose(page: Page, seat: str, colour: str) -> None:
    """Choose a colour in the panel."""
    page.locator(f".place.seat-{seat} .wear summary").tap()
    page.locator(f'.place.seat-{seat} .swatches input[value="{colour}"]').tap()


def touch(page: Page, selector: str) -> None:
    """Tap where an element is seen; `tap` would scroll what sticks into view, which nobody's thumb does."""
    box = page.locator(selector).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_names_can_be_read_once_the_device_knows_names(browse: Browse) -> None:
    page = browse(HANSA, pristine=True)
    for seat, name in enumerate(("Tom", "Maya", "Ravi", "Ling")):
        page.locator(f'[name="{seat}.name"]').fill(name)
    page.locator('[name="0.prestige"]').focus()
    wait_until(page, "(localStorage.getItem('names') ?? '').split('\\n').length === 4")
    page.goto(FOUR)
    page.locator('[name="3.name"]').focus()
    expect(page.locator("#people option")).to_have_count(4)
    assert page.evaluate(CUT) == []


def test_every_player_keeps_one_colour_from_sheet_to_result(browse: Browse) -> None:
    page = browse(HANSA)
    open_table(page)
    choose(page, "0", "purple")
    choose(page, "1", "yellow")
    before = colours(page, "#sheet")
    assert before == "c0-purple c1-yellow c2-blue c3-green"
    page.locator('[name="3.prestige"]').fill("7")
    page.locator(".finish .main").tap()
    expect(page.locator("body.result")).to_be_visible()
    assert colours(page, "body") == before
    page.get_by_role("link", name="New game, same players").tap()
    expect(page.locator("#sheet")).to_be_visible()
    assert colours(page, "#sheet") == before


@pytest.mark.short(option="match")
@pytest.mark.parametrize(
    ("path", "cell", "option", "value"),
    [
        ("/en/hansa_teutonica/score?n=3&edition=big_box&side=2-3&to=sheet", "0.prestige", "edition", "big_box"),
        ("/en/qin/score?n=2&match=1&1.left_bird=9&0.left_lion=4&1.left_lion=6&to=sheet", "0.left_bird", "match", "1"),
    ],
)
def test_next_game_has_the_same_rules(browse: Browse, path: str, cell: str, option: str, value: str) -> None:
    page = browse(path, pristine=True)
    page.locator('[name="0.name"]').fill("Ann")
    page.locator(f'[name="{cell}"]').fill("7")
    await_sheet(page, lambda sheet: f"{cell}=7" in sheet["query"])
    page.locator(".finish .main").tap()
    page.get_by_role("link", name="New game, same players").tap()
    expect_values(page, ("0.name", cell), ["Ann", ""])
    chosen = page.locator(f'select[name="{option}"], [name="{option}"]:checked')
    expect(chosen).to_have_value(value)
    page.goto(path.partition("?")[0])
    page.locator("#tables a").tap()
    expect_values(page, ("0.name",), ["Ann"])
    expect(chosen).to_have_value(value)


def test_next_game_asks_for_its_own_card(browse: Browse) -> None:
    page = browse("/en/honshu/score?n=2&end_card=forest_runs&0.forest=3&1.forest=2")
    page.get_by_role("link", name="New game, same players").tap()
    expect(page.locator('[name="end_card"]')).to_have_value("none")


def test_focus_stays_when_the_number_of_players_changes(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", device="desktop")
    page.locator(".table > summary").focus()
    page.keyboard.press("Enter")
    page.locator('.counts [value="3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.counts [value="3"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('.counts [value="3"]')).to_be_focused()
    expect(page.locator("#stepped")).to_have_text(re.compile("^3 players"))
    page.get_by_role("button", name="Add a player").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[name="3.name"]')).to_be_focused()
    expect(page.locator("#stepped")).to_have_text(re.compile("^4 players"))


@pytest.mark.long
def test_focus_follows_a_player_who_is_moved(browse: Browse) -> None:
    page = browse("/zh-Hant/qin/score?n=3&0.name=Ann&to=sheet", device="desktop")
    open_table(page)
    page.locator('[name="move"][value="0.1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[name="move"][value="1.2"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[name="move"][value="2.1"]')).to_be_focused()  # the last can only go back
    page.locator('[name="remove"][value="0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.counts [value="2"]')).to_be_focused()
    expect(page.locator("#stepped")).to_have_text(re.compile("^2人"))


def test_one_player_more_leaves_the_sheet_where_it_is(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&0.points=4&to=sheet")
    page.locator('[name="0.name"]').fill("Ann")
    page.evaluate("scrollTo(0, 400)")
    touch(page, '.names [name="more"]')
    expect(page.locator('[name="2.name"]')).to_be_focused()
    assert page.locator(".table").get_attribute("open") is None
    wait_until(page, "Math.abs(scrollY - 400) < 2")


def test_players_put_away_are_named_and_come_back(browse: Browse) -> None:
    page = browse("/en/qin/score?n=4&2.name=Mina&1.left=3&2.left=5&to=sheet")
    open_table(page)
    expect(page.locator("#totals b")).to_have_text(["–", "12", "10", "–"])  # 15 pagodas each, less those left
    page.locator('.counts [value="2"]').tap()
    expect(page.locator("#away")).to_have_text("Removed: Mina (10). Undo brings everything back.")
    expect(page.locator("#stepped")).to_have_text("2 players · Removed: Mina (10). Undo brings everything back.")
    assert violations(page) == []
    page.evaluate("scrollTo(0, 60)")
    touch(page, "[data-undo]")
    expect(page.locator('[name="2.left"]:visible')).to_have_value("5")
    expect(page.locator(".table")).to_have_attribute("open", "")
    wait_until(page, "Math.abs(scrollY - 60) < 2")


def test_undo_takes_back_a_player_of_a_sheet_with_names_only(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    page.locator('[name="0.name"]').fill("Ann")
    page.locator('[name="1.name"]').fill("Bo")
    touch(page, '.names [name="more"]')
    expect(page.locator(".names .in")).to_have_count(3)
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "false")
    page.locator("[data-undo]").tap()
    expect(page.locator(".names .in")).to_have_count(2)
    expect_values(page, ("0.name", "1.name"), ["Ann", "Bo"])
    expect(page.locator("#stepped")).to_have_text(re.compile("^2 players"))
    page.locator("[data-redo]").tap()
    expect(page.locator(".names .in")).to_have_count(3)
    page.locator("[data-undo]").tap()
    expect(page.locator(".names .in")).to_have_count(2)
    page.locator("[data-undo]").tap()
    expect_values(page, ("0.name", "1.name"), ["Ann", ""])


def test_undo_survives_scoring_and_changing_entries(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", pristine=True)
    page.locator('[name="0.left"]').fill("4")
    page.locator('[name="1.left"]').fill("10+2")
    await_sheet(page, lambda sheet: "1.left=10" in sheet["query"])
    page.locator(".finish .main").tap()
    page.get_by_role("link", name="Change entries").tap()
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "false")
    for _ in range(3):  # the sum, which the link holds as its total, and then both entries
        page.locator("[data-undo]").tap()
    expect_values(page, ("0.left", "1.left"), ["", ""])


def test_colours_at_a_name_take_one_tap_each(browse: Browse) -> None:
    page = browse(FOUR)
    page.locator('[name="0.name"]').tap()
    shades = page.get_by_role("group", name="Colour of Tom")
    expect(shades.get_by_role("button", pressed=True)).to_have_accessible_name("red")
    expect(shades.get_by_role("button", name="blue (Maya)")).to_have_attribute("data-owner", "B")
    shades.get_by_role("button", name="purple").tap()
    expect(page.locator('[name="0.name"]')).to_be_focused()
    assert violations(page) == []
    page.locator('[name="1.name"]').tap()
    page.get_by_role("group", name="Colour of Maya").get_by_role("button", name="yellow").tap()
    assert colours(page, "#sheet") == "c0-purple c1-yellow c2-blue c3-green"
    expect(page).to_have_url(re.compile("0.colour=purple&1.colour=yellow&2.colour=blue&3.colour=green"))
    page.locator('[name="0.prestige"]').tap()
    expect(page.locator(".shades")).to_have_count(0)


@pytest.mark.long
def test_four_names_and_two_colours_take_six_taps(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score")
    hand = Hand(page)
    for name, colour in (("0.name", "purple"), ("1.name", "yellow")):
        hand.tap(f'[name="{name}"]')
        page.keyboard.insert_text(name)
        hand.tap(f'.shades [value="{colour}"]')
    for seat in (2, 3):
        hand.tap('.names [name="more"]')
        expect(page.locator(f'[name="{seat}.name"]')).to_be_focused()
        page.keyboard.insert_text(f"{seat}.name")
    expect_values(page, [f"{seat}.name" for seat in range(4)], [f"{seat}.name" for seat in range(4)])
    assert colours(page, "#sheet") == "c0-purple c1-yellow c2-red c3-green"  # C's own yellow went to B before C sat down
    assert hand.taps == 6


def test_arrow_keys_swap_no_colours_on_their_way(browse: Browse) -> None:
    page = browse(HANSA, device="desktop")
    open_table(page)
    page.locator(".place.seat-0 .wear summary").press("Enter")
    red = page.locator('[name="0.colour"][value="red"]')
    expect(red).to_be_checked()  # also without a choice
    red.focus()
    for _ in range(4):  # blue, yellow, green, purple
        page.keyboard.press("ArrowRight")
    assert colours(page, "#sheet") == "c0-red c1-blue c2-yellow c3-green"
    page.keyboard.press("Space")
    assert colours(page, "#sheet") == "c0-purple c1-blue c2-yellow c3-green"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")  # who leaves takes the colour in hand, and the other's comes back
    assert colours(page, "#sheet") == "c0-green c1-blue c2-yellow c3-purple"


def test_names_are_typed_beside_their_colours_too(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", pristine=True)
    open_table(page)
    fields = page.locator(".place > .in")
    fields.first.fill("")
    fields.first.press_sequentially("Ann")
    fields.first.press("Enter")
    expect(fields.nth(1)).to_be_focused()
    page.keyboard.insert_text("Bo")
    expect_values(page, ("0.name", "1.name"), ["Ann", "Bo"])
    expect(page.get_by_role("button", name="Move Ann back")).to_be_visible()
    page.locator('[name="0.left"]').fill("4")
    assert violations(page) == []
    for _ in range(2):  # the number, and Bo's name, which is one step
        page.locator("[data-undo]").tap()
    expect_values(page, ("0.name", "1.name"), ["Ann", ""])
    expect(fields.nth(1)).to_have_value("")


def test_choices_of_an_owner_follow_the_name(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet")
    page.locator('[name="0.name"]').fill("Ann")
    expect(page.locator('[name="coellen.7"][value="0"]')).to_have_accessible_name("7, white: Ann")
    expect(page.locator('[name="coellen.7"][value="1"]')).to_have_accessible_name("7, white: B")
    expect(page.locator('[id="f-0.keys"]')).to_have_accessible_name("Ann: City Keys")
    expect(page.locator('[name="0.actions"]')).to_have_accessible_name(re.compile("^Ann: "))


@pytest.mark.short(slug="chang_cheng")
@pytest.mark.parametrize(
    ("slug", "place"),
    [("honshu", ".hand .seat-0 .who"), ("hansa_teutonica", ".hand .seat-0 .who"), ("chang_cheng", ".outcome thead .seat-0 [data-who]")],
)
def test_boards_know_the_names_at_once(browse: Browse, slug: str, place: str) -> None:
    page = browse(f"/en/{slug}/score")
    page.locator('[name="0.name"]').fill("Ann")
    page.locator('.views [data-view="board"]').tap()
    expect(page.locator(place).first).to_have_text("Ann")
    if slug != "chang_cheng":
        numbers(page)
        page.locator('[name="0.name"]').fill("Bea")
        page.locator('.views [data-view="board"]').tap()
        expect(page.locator(place).first).to_have_text("Bea")


def test_corner_has_a_search_only_where_the_head_is_away(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=2&to=sheet")
    expect(page.get_by_role("link", name="Find a rule")).to_have_count(0)
    page.evaluate("scrollTo(0, 600)")
    expect(page.locator(".names .find")).to_be_visible()


def test_what_is_typed_before_the_script_is_one_draft(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet", pristine=True)
    page.locator('[name="0.left"]').fill("3")
    await_sheet(page, lambda sheet: "0.left=3" in sheet["query"])
    expect(page).to_have_url(re.compile("0.left=3"))
    waiting: list[Route] = []
    page.route("**/sheet.js", lambda route: waiting.append(route))
    page.reload(wait_until="commit")
    page.locator('[name="1.left"]').fill("5")
    for route in waiting:
        route.continue_()
    await_sheet(page, lambda sheet: "0.left=3" in sheet["query"] and "1.left=5" in sheet["query"])
    expect_values(page, ("0.left", "1.left"), ["3", "5"])
    page.goto("/en/")
    expect(page.locator("#continue .kept")).to_have_count(1)
