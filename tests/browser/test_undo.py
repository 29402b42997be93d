"""Undo and redo of the whole sheet with its boards and options; clearing a line, a player and everything."""

import re

import pytest
from board_pages import office
from browsing import Browse
from kept_page import await_saved, await_sheet
from page_faults import violations
from playwright.sync_api import expect
from sheet_page import cell, expect_steps, expect_totals, expect_values, fill, redo, start_over, undo
from waiting import wait_until

QIN = "/en/qin/score?n=2&to=sheet"
TRAJAN = "/en/trajan/score?n=2&to=sheet"


@pytest.mark.long
@pytest.mark.parametrize(("name", "text"), [("0.name", "Ann"), ("0.left", "4")])
def test_steps_survive_a_visit_to_the_rules(browse: Browse, name: str, text: str) -> None:
    """A sheet with names only, which is no draft yet, keeps its steps too."""
    page = browse(QIN, device="desktop")
    cell(page, name).fill(text)
    expect_steps(page)
    page.wait_for_url(f"**{name}={text}**")
    await_saved(page)
    page.locator(".category .row .why > summary").first.click()
    page.locator(".category .rule a:visible").first.click()
    page.wait_for_url("**/rules#*")
    page.go_back()
    expect_steps(page)
    undo(page)
    expect_values(page, (name,), [""])
    page.goto(QIN)
    cell(page, "1.left").focus()
    expect_steps(page, exist=False)  # a new sheet has steps of its own


@pytest.mark.long
def test_steps_survive_reload_scoring_and_a_closed_tab(browse: Browse) -> None:
    page = browse(QIN)
    fill(page, {"0.left": "4", "1.left": "10+2"})
    await_sheet(page, lambda sheet: "1.left=10" in sheet["query"])
    undo(page)
    await_sheet(page, lambda sheet: "1.left" not in sheet["query"])
    wait_until(page, "history.state?.sheet && !Object.keys(localStorage).some((name) => name.startsWith('unwritten'))")
    expect(page).to_have_url(re.compile(r"n=2&0.left=4&to=sheet$"))
    page.reload()
    expect_steps(page, "redo")
    redo(page)
    expect_values(page, ("0.left", "1.left"), ["4", "10+2"])
    await_sheet(page, lambda sheet: "1.left=10" in sheet["query"])
    page.locator(".finish .main").click()
    expect(page.get_by_role("button", name="Keep in the scorebook")).to_be_enabled()  # the page knows its sheet
    page.get_by_role("link", name="Change entries").click()
    expect_steps(page)
    context = page.context
    page.close()
    page = context.new_page()
    page.goto("/en/")
    page.locator("#continue .kept a").click()
    expect_steps(page)
    undo(page, 3)  # the sum, which the link holds as its total, and then both entries
    expect_values(page, ("0.left", "1.left"), ["", ""])


@pytest.mark.long
def test_board_entries_and_keys_have_one_history(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet", device="desktop")
    second = page.locator('[name="1.keys"][value="3"]')
    page.locator('[name="0.keys"][value="4"]').check()
    second.check()
    expect_steps(page)
    page.keyboard.press("Control+z")
    expect(second).not_to_be_checked()
    page.keyboard.press("Control+Shift+Z")
    expect(second).to_be_checked()
    cell(page, "1.prestige").click()
    page.keyboard.type("12")
    page.keyboard.press("Control+z")  # undoes the text itself
    expect(second).to_be_checked()
    cell(page, "0.prestige").fill("7")
    page.locator('.views [data-view="board"]').click()
    office(page, "stade").click()
    cell(page, "0.prestige").fill("8")
    undo(page)
    expect_values(page, ("0.prestige", "offices.stade"), ["7", "A"])
    undo(page)
    expect_values(page, ("0.prestige", "offices.stade"), ["7", ""])
    expect(office(page, "stade")).not_to_have_class(re.compile("taken"))
    undo(page)
    expect_values(page, ("0.prestige", "offices.stade"), ["", ""])
    redo(page, 2)
    expect(office(page, "stade")).to_have_class(re.compile("taken"))


@pytest.mark.long
def test_options_seats_and_tiles_are_undone_too(browse: Browse) -> None:
    page = browse(TRAJAN, device="desktop")
    fill(page, {"0.name": "Ann", "0.points": "80"})
    page.locator('[id="t-bonus.bread"]').click()
    page.locator('[name="bonus.bread"][value="0gold"] + *').click()
    expect(page.locator('[name="0.bread"]:visible')).to_be_focused()
    cell(page, "0.bread").fill("1")
    await_sheet(page, lambda sheet: "0.bread=1" in sheet["query"])
    page.locator(".table > summary").click()
    page.get_by_role("button", name="Move Ann back").click()
    expect(cell(page, "1.points")).to_have_value("80")
    expect_totals(page, "–", "89")  # 80, and 9 for the bonus tile with one bread tile
    for _ in range(2):  # the seats, then the bread tile
        undo(page)
        expect(cell(page, "0.points")).to_have_value("80")
    expect_totals(page, "80", "–")
    undo(page)  # who has the bonus tile
    expect(page.locator('[name="0.bread"]:visible')).to_have_count(0)
    expect(page.locator("[data-undo]")).to_be_focused()
    expect(page.locator("#stepped")).to_have_text("Undone: Bread")
    expect(cell(page, "0.points")).to_have_value("80")
    for _ in range(2):
        redo(page)
        expect(page.locator('[name="0.bread"]:visible')).to_have_count(1)
    expect_totals(page, "89", "–")
    redo(page)
    expect(cell(page, "1.name")).to_have_value("Ann")
    expect(page.locator("[data-redo]")).to_be_focused()
    expect(page.locator("#stepped")).to_have_text(re.compile("^Redone: .*Ann: Points on the track"))


# Clearing


@pytest.mark.long
def test_clearing_a_player_or_all_is_undone(browse: Browse) -> None:
    query = f"0.name={'N' * 40}&0.points=80&1.points=71&0.hand=2&1.hand=3&bonus.bread=1gold&1.bread=1"
    page = browse(f"{TRAJAN}&{query}", scheme="dark")
    names = ("0.points", "1.points", "0.hand", "1.hand")
    page.locator("#c-hand .why > summary").tap()
    expect(page.locator(".clear-line")).to_be_visible()
    page.locator(".clearing summary").tap()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator('.clearing [data-seat="1"]').tap()
    expect_totals(page, "82", "–")
    expect_values(page, names, ["80", "", "2", ""])
    undo(page)
    expect_totals(page, "82", "83")
    start_over(page)
    expect_values(page, (*names, "0.name"), ["", "", "", "", "N" * 40])
    expect(page.locator('[id="t-bonus.bread"]')).to_be_visible()
    await_saved(page)
    page.reload()
    undo(page)
    expect_totals(page, "82", "83")


PIECES = [
    ("hansa_teutonica/score?n=3&edition=big_box", 1, {
        "0.prestige": ("7", "7"), "1.prestige": ("9", ""), "offices.stade": ("B", ""), "offices.lubeck": ("AB", "A"),
        "annexes.stade": ("BA", "-A"),
    }),
    ("chang_cheng/score?n=2", 0, {
        "wall": ("A B Bt A x n Ad Ad A B", ". B Bt . x n . . . B"), "china": ("4 4 2", "4 4 2"),
        "mongol": ("4 4 2", "4 4 2"),
        "1.track": ("5", "5"),
    }),
    ("honshu/score?n=2", 0, {"0.map": ("F A/A T", ""), "1.map": ("A A/. T", "A A/. T")}),
]  # fmt: skip
"""A sheet, a seat, and entries before and after the seat is cleared.

In the lands, A is a fallow field and not a player.
"""


@pytest.mark.long
@pytest.mark.parametrize(("sheet", "seat", "entries"), PIECES)
def test_clearing_a_player_clears_their_pieces(
    browse: Browse, sheet: str, seat: int, entries: dict[str, tuple[str, str]]
) -> None:
    page = browse(
        f"/en/{sheet}&to=sheet&" + "&".join(f"{name}={before}" for name, (before, _) in entries.items()),
        device="desktop",
    )

    def trimmed() -> list[str]:
        return [cell(page, name).input_value().rstrip("-").replace(" /\n", "/") for name in entries]

    page.locator(".board-part > section[hidden]").wait_for(state="detached")  # the board has read all, and tidied it
    if "hansa" in sheet:
        expect(office(page, "stade")).to_have_class(
            re.compile("taken seat-1")
        )  # the map has read all and written it back
    page.locator(".clearing summary").click()
    page.locator(f'.clearing [data-seat="{seat}"]').click()
    expect_steps(page)
    assert trimmed() == [after for _, after in entries.values()]
    undo(page)
    assert trimmed() == [before for before, _ in entries.values()]


@pytest.mark.long
def test_player_added_to_a_cleared_sheet_is_undone(browse: Browse) -> None:
    """Oxen has an option `length`, which is also the name of a property of HTML forms: it must survive the clearing."""
    page = browse("/en/oxen/score?n=2&to=sheet&length=short", device="desktop")
    points = "rounds.0.points"
    cell(page, f"{points}.0").fill("7")
    await_sheet(page, lambda sheet: f"{points}.0=7" in sheet["query"])
    start_over(page)
    expect_values(page, (f"{points}.0", "length"), ["", "short"])
    expect_steps(page)  # the next page knows them
    page.get_by_role("button", name="Add a player").click()
    expect(cell(page, f"{points}.2")).to_be_visible()
    undo(page)
    expect(cell(page, f"{points}.2")).to_have_count(0)
    undo(page)
    expect_values(page, (f"{points}.0",), ["7"])
