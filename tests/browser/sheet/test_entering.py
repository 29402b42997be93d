"""Entering numbers: what + means, where Enter goes, where a fault is told, and which blanks count."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from accessibility import violations
from playwright.sync_api import Locator, Page, expect

Browse = Callable[..., Page]
NAMES = "0.name=Ann&1.name=Bo"


def press(page: Page, keys: str) -> None:
    """Press these keys of the keypad, one after the other."""
    for key in keys.split():
        page.locator(f'.keypad [data-key="{key}"]').tap()


def total(page: Page, seat: int) -> Locator:
    """A player's running total."""
    return page.locator("#totals b").nth(seat)


# A list of lakes


@pytest.mark.short(language="zh-Hant")
@pytest.mark.parametrize(
    ("language", "key", "words"), [("en", "next lake", "3 lakes: 4, 2, 1 scores 12"), ("zh-Hant", "下一片湖", "3片湖：4、2、1 得12分")]
)
def test_plus_separates_lakes(browse: Browse, language: str, key: str, words: str) -> None:
    """Lakes of 4, 2 and 1 squares pay 3 × 3, 3 × 1 and nothing: 12 points. One lake of 7 would pay 18."""
    page = browse(f"/{language}/honshu/score?n=2&to=sheet")
    page.locator('[name="1.lakes"]').tap()
    plus = page.locator('.keypad [data-key="+"]')
    expect(plus).to_have_text(key)
    press(page, "4 + 2 + 1")
    expect(total(page, 1)).to_have_text("12")
    expect(page.locator(".keypad .sum")).to_have_text(words)
    expect(page.locator('.keypad [data-key="-"]')).to_be_disabled()
    page.locator('[name="1.forest"]').tap()
    expect(plus).to_have_text("+")


def test_plus_separates_lakes_without_scripts(browse: Browse) -> None:
    page = browse("/en/honshu/score?n=2&to=sheet", scripts=False)
    page.locator('[name="1.lakes"]').fill("4+2+1")
    page.locator("button.main").tap()
    expect(page.locator("tr.total td")).to_have_text(["12", "0"])  # the winner first


# Enter


@pytest.mark.short(device="phone")
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_enter_goes_on_and_never_scores(browse: Browse, device: str) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet", device=device)
    page.locator('[name="0.name"]').focus()
    page.keyboard.type("Ann")
    expect(page.locator('[name="0.prestige"][aria-label="Ann: Prestige points"]')).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator('[name="1.name"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[name="0.prestige"]')).to_be_focused()
    page.keyboard.type("18")
    page.keyboard.press("Enter")
    page.keyboard.type("22")
    expect(page.locator('[name="0.prestige"]')).to_have_value("18")
    expect(page.locator('[name="1.prestige"]')).to_have_value("22")
    expect(page.locator("h1")).to_have_text("Hansa Teutonica: score sheet")
    assert parse_qs(urlsplit(page.url).query).get("to") == ["sheet"]


def test_enter_in_the_last_cell_goes_to_score(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet&0.left=9", device="desktop")
    page.locator('[name="1.left"]').focus()
    page.keyboard.type("5")
    for _ in range(20):
        if page.evaluate("document.activeElement.matches('.main')"):
            break
        page.keyboard.press("Enter")
    expect(page.locator("button.main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("B wins")


def test_control_and_enter_score_from_any_cell(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet&1.left=9", device="desktop")
    page.locator('[name="0.left"]').fill("5")
    page.locator('[name="0.left"]').press("Control+Enter")
    expect(page.locator("h1")).to_contain_text("A wins")


def test_enter_without_scripts_does_not_score(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet&1.left=9", device="desktop", scripts=False)
    page.locator('[name="0.left"]').fill("5")
    page.locator('[name="0.left"]').press("Enter")
    expect(page.locator('[name="0.left"]')).to_have_value("5")
    expect(page.locator('[name="0.left"]')).to_have_attribute("enterkeyhint", "next")
    page.locator("button.main").click()
    expect(page.locator("h1")).to_contain_text("A wins")


def test_the_last_next_leads_to_score(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    page.locator('[name="1.left"]').tap()
    press(page, "next")
    while page.locator("button.main:focus").count() == 0:
        press(page, "next")
    expect(page.locator(".keypad")).to_be_hidden()


# Unusual numbers


@pytest.mark.short(language="zh-Hant")
@pytest.mark.parametrize(("language", "question", "again"), [
    ("en", "Ann: Prestige points really 1822?", " If that is right, press Score again."),
    ("zh-Hant", "Ann：聲望分數真的是1822嗎？", "沒錯的話，請再按一次「計分」。"),
])  # fmt: skip
def test_an_unusual_number_is_asked_about_once(browse: Browse, language: str, question: str, again: str) -> None:
    page = browse(f"/{language}/hansa_teutonica/score?n=2&to=sheet&{NAMES}")
    page.locator('[name="0.prestige"]').tap()
    press(page, "1 8 2 2")
    expect(page.locator(".keypad .fault")).to_have_text(question)
    expect(page.locator(".row.wrong .error")).to_have_text(question)
    expect(total(page, 0)).to_have_text("1822")
    assert violations(page, "main") == []
    press(page, "close")
    page.locator("button.main").tap()
    expect(page.locator("#stepped")).to_have_text(question + again)
    expect(page.locator(".score-pad")).to_have_count(0)
    page.locator("button.main").tap()
    expect(page.locator("tr.total td").first).to_have_text("1822")


def test_an_unusual_number_is_asked_about_without_scripts(browse: Browse) -> None:
    page = browse(f"/en/hansa_teutonica/score?n=2&to=sheet&{NAMES}", scripts=False)
    page.locator('[name="0.prestige"]').fill("1822")
    page.locator("button.main").tap()
    expect(page.locator("#summary a")).to_have_text("Ann: Prestige points really 1822?")
    expect(page.locator("#summary p")).to_have_text("A number is far larger than usual. If it is right, press Score again.")
    page.locator("button.main").tap()
    expect(page.locator("tr.total td").first).to_have_text("1822")


def test_score_asks_once_about_pagodas_left_blank(browse: Browse) -> None:
    """Who has built every pagoda easily leaves the cell blank, where 24 - 0 are meant and none are counted."""
    page = browse("/en/qin/score?n=2&to=sheet&0.name=Ann&1.name=Bo")
    page.locator('[name="0.left"]').fill("3")
    expect(total(page, 0)).to_have_text("21")
    expect(page.locator(".row.wrong")).to_have_count(0)
    page.locator("button.main").tap()
    expect(page.locator(".row.wrong .error")).to_have_text("Bo: How many pagodas are left? If all are built, enter 0.")
    expect(page.locator("#said")).to_have_text("Bo: How many pagodas are left? If all are built, enter 0.")
    expect(page.locator(".score-pad")).to_have_count(0)
    page.locator("button.main").tap()
    expect(page.locator("tr.total td")).to_have_text(["21", "0"])


def test_a_blank_is_asked_about_without_scripts(browse: Browse) -> None:
    page = browse("/zh-Hant/qin/score?n=2&to=sheet&0.name=小明&1.name=小安", scripts=False)
    page.locator('[name="0.left"]').fill("3")
    page.locator("button.main").tap()
    expect(page.locator("#summary a")).to_have_text("小安：還剩幾座寶塔？如果全部建完，請填0。")
    page.locator('[name="1.left"]').fill("0")
    page.locator("button.main").tap()
    expect(page.locator("tr.total td")).to_have_text(["24", "21"])  # the winner first


# Faults


def test_a_fault_of_several_players_is_told_where_one_types(browse: Browse) -> None:
    """Trajan has 4 tiles of a construction type."""
    page = browse(f"/en/trajan/score?n=4&to=sheet&{NAMES}&0.points=78&1.points=91")
    expect(page.locator("#totals b")).to_have_text(["78", "91", "–", "–"])
    page.locator('[name="0.construction.stairs"]').tap()
    press(page, "3")
    expect(total(page, 0)).to_have_text("88")
    page.locator('[name="3.construction.stairs"]').tap()
    press(page, "2")
    sentence = "Stairs: 5 over all players, but there are only 4"
    expect(page.locator(".keypad .fault")).to_have_text(sentence)
    row = page.locator(".row.wrong")
    expect(row).to_have_count(1)
    expect(row.locator(".error")).to_have_text(sentence)
    expect(row.locator(".error.unseen")).to_have_count(1)  # the keypad's head says it to the eye
    expect(page.locator("#said")).to_be_hidden()
    expect(row.locator("[aria-invalid]")).to_have_count(2)
    expect(page.locator("#totals b")).to_have_text(["88", "91", "–", "–"])
    assert violations(page, "main") == []
    page.locator('[name="1.points"]').tap()
    page.locator(".keypad .fault").tap()
    expect(page.locator('[name="0.construction.stairs"]')).to_be_focused()
    press(page, "1")
    expect(page.locator(".keypad .fault")).to_be_hidden()
    expect(row).to_have_count(0)


@pytest.mark.short(typed="30")
@pytest.mark.parametrize(("typed", "sentence"), [
    ("30", "Bo: Pagodas left must be 24 or fewer"),
    ("12+", "Bo: 12+ is not finished: add the next number."),
])  # fmt: skip
def test_a_fault_names_the_player_before_score_and_after(browse: Browse, typed: str, sentence: str) -> None:
    page = browse(f"/en/qin/score?n=2&to=sheet&{NAMES}", device="desktop")
    page.locator('[name="1.left"]').fill(typed)
    page.locator('[name="0.left"]').fill("3")  # the row waits for a sum that is being typed
    expect(page.locator(".row.wrong .error")).to_have_text(sentence)
    expect(page.locator("#said")).to_be_hidden()  # the row in view says it
    page.set_viewport_size({"width": 1100, "height": 200})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#said")).to_have_text(sentence)
    page.locator("#said button").click()
    expect(page.locator('[name="1.left"]')).to_be_focused()
    expect(page.locator("#said")).to_be_hidden()
    page.locator("button.main").click()
    expect(page.locator("#summary a")).to_have_text(sentence)


# Blanks that count


def test_a_start_value_that_counts_is_shown_and_no_blank(browse: Browse) -> None:
    """C left City Keys alone: an office of the network pays 1 each. By hand: 4 × 2, 5 × 3 and 3 × 1."""
    query = "n=3&to=sheet&0.keys=1&0.network=4&1.keys=3&1.network=5&2.network=3&" + "&".join(
        f"{seat}.{name}=1" for seat in range(3) for name in ("prestige", "markers", "cities")
    )
    page = browse(f"/en/hansa_teutonica/score?{query}")
    expect(page.locator("#totals b")).to_have_text(["12", "19", "7"])
    start = page.get_by_role("radiogroup", name="C: City Keys").locator(".start")
    assert start.evaluate("(start) => getComputedStyle(start).boxShadow") != "none"
    chosen = page.get_by_role("radiogroup", name="A: City Keys").locator(".start")
    assert chosen.evaluate("(start) => getComputedStyle(start).boxShadow") == "none"
    expect(page.locator("#left")).to_have_text("")
    page.locator("button.main").tap()
    expect(page.locator("details.blank")).to_have_count(0)
    page.locator('tbody[data-line="network"] summary').tap()
    expect(page.locator('tbody[data-line="network"] .sum')).to_have_text(["5 × 3", "4 × 2", "3 × 1"])
    expect(page.locator('tbody[data-line="network"]')).to_contain_text("City Keys: none chosen, so the start value 1 counts (C).")


# The keypad goes on by itself


def test_the_keypad_goes_on_where_no_digit_can_follow(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=3&to=sheet")
    page.locator('[name="0.cities"]').tap()
    press(page, "8")  # the map has 27 cities
    expect(page.locator('[name="1.cities"]')).to_be_focused()
    press(page, "next")  # from habit: no cell is skipped
    press(page, "1")
    expect(page.locator('[name="1.cities"]')).to_be_focused()
    press(page, "2")
    expect(page.locator('[name="2.cities"]')).to_be_focused()
    press(page, "+ 3")  # what makes a sum goes back
    expect(page.locator('[name="1.cities"]')).to_have_value("12+3")
    press(page, "next 9 back 4")
    expect(page.locator('[name="2.cities"]')).to_have_value("4")


def test_a_long_name_leaves_the_keypads_head_whole(browse: Browse) -> None:
    page = browse(f"/en/hansa_teutonica/score?n=2&to=sheet&0.name={'W' * 40}")
    page.locator('[name="0.network"]').tap()
    press(page, "1")
    head, label = page.locator(".keypad p"), page.locator(".keypad p > b")
    expect(label).to_contain_text("Offices in the network")
    assert page.locator(".keypad").evaluate("(pad) => pad.scrollWidth <= innerWidth")
    assert head.evaluate("(head) => head.offsetHeight") <= 56
    expect(page.locator(".keypad .sum")).to_have_text("scores 1")
    press(page, "back")
    expect(page.locator(".keypad .sum")).to_have_text("")  # an empty cell pays nothing worth saying


def test_a_split_number_is_seen_on_the_keypad(browse: Browse) -> None:
    """Nobody has 30 pagodas left, so the keypad goes on after 3: its head says whose cell the 3 is in."""
    page = browse("/en/qin/score?n=3&to=sheet&0.name=Ann")
    page.locator('[name="0.left"]').tap()
    press(page, "3")
    expect(page.locator('[name="1.left"]')).to_be_focused()
    expect(page.locator(".keypad .sum")).to_have_text("✓ Ann: 3")
    press(page, "next")  # from habit: the cell stays
    expect(page.locator(".keypad .sum")).to_have_text("")


def test_delete_leaves_the_cell_before_a_filled_one(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&to=sheet&1.left=7")
    page.locator('[name="0.left"]').tap()
    press(page, "3")
    expect(page.locator('[name="1.left"]')).to_be_focused()
    press(page, "back")  # the 7 is what is selected
    expect(page.locator('[name="1.left"]')).to_have_value("")
    expect(page.locator('[name="0.left"]')).to_have_value("3")


def test_a_tap_on_the_same_cell_selects_its_number(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet&match=1&1.left_lion=6")
    cell = page.locator('[name="1.left_lion"]')
    cell.tap()
    cell.tap(position={"x": 5, "y": 20})  # before the digit
    press(page, "2")
    expect(cell).to_have_value("2")


def test_an_unfinished_sum_is_continued(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet")
    page.locator('[name="0.prestige"]').tap()
    press(page, "1 2 + next")
    page.locator(".keypad .fault").tap()
    expect(page.locator('[name="0.prestige"]')).to_be_focused()
    press(page, "4")
    expect(page.locator('[name="0.prestige"]')).to_have_value("12+4")


def test_a_fault_behind_the_names_is_told_below(browse: Browse) -> None:
    """There are four stairs tiles; the row that says so may be scrolled behind the names and totals."""
    page = browse("/en/trajan/score?n=2&to=sheet&0.construction.stairs=3&1.construction.stairs=3")
    row = page.locator(".row.wrong")
    expect(row).to_have_count(1)
    row.evaluate("(row) => scrollBy(0, row.getBoundingClientRect().bottom - 40)")
    expect(page.locator("#said")).to_be_visible()
    row.evaluate("(row) => row.scrollIntoView({ block: 'center' })")
    expect(page.locator("#said")).to_be_hidden()
