"""Undo and redo over the whole sheet, its boards and its options; and clearing a line, a player, and everything."""

import re

import pytest
from accessibility import violations
from board_pages import office
from browsing import Browse
from kept_page import await_saved, await_sheet
from playwright.sync_api import Page, expect
from sheet_page import expect_values
from waiting import wait_until

QIN = "/en/qin/score?n=2&to=sheet"
TRAJAN = "/en/trajan/score?n=2&to=sheet"


def undo(page: Page, way: str = "undo") -> None:
    """Take a step back, or forth again."""
    page.locator(f"[data-{way}]").click()


@pytest.mark.short(device="desktop")
@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_entries_are_undone_and_redone_one_by_one(browse: Browse, device: str) -> None:
    page = browse(QIN, device=device)
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "true")
    page.locator('[name="0.left"]').fill("4")
    page.locator('[name="1.left"]').press_sequentially("12")
    page.locator('[name="0.left"]').fill("5")
    expect(page.locator("[data-undo]")).to_be_in_viewport()
    for state in (["4", "12"], ["4", ""], ["", ""]):
        undo(page)
        expect_values(page, ("0.left", "1.left"), state)
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#stepped")).to_have_text("Undone: A: Pagodas left")
    for state in (["4", ""], ["4", "12"], ["5", "12"]):
        undo(page, "redo")
        expect_values(page, ("0.left", "1.left"), state)
    expect(page.locator("#totals b")).to_have_text(["19", "12"])
    expect(page).to_have_url(re.compile("0.left=5"))


@pytest.mark.long
def test_player_added_to_a_cleared_sheet_is_undone(browse: Browse) -> None:
    page = browse(QIN, device="desktop", pristine=True)
    page.locator('[name="0.left"]').fill("4")
    await_sheet(page, lambda sheet: "0.left=4" in sheet["query"])
    page.locator(".clearing summary").click()
    page.get_by_role("button", name="Start over").click()
    expect_values(page, ("0.left",), [""])
    page.get_by_role("button", name="Add a player").click()
    expect(page.locator('[name="2.left"]')).to_be_visible()
    undo(page)
    expect(page.locator('[name="2.left"]')).to_have_count(0)
    undo(page)
    expect_values(page, ("0.left",), ["4"])


@pytest.mark.short(cell="0.left")
@pytest.mark.parametrize(("cell", "text"), [("0.name", "Ann"), ("0.left", "4")])
def test_steps_survive_a_rule_and_back(browse: Browse, cell: str, text: str) -> None:
    """Also those of a sheet with names only, which is no draft yet."""
    page = browse(QIN, device="desktop", pristine=True)
    page.locator(f'[name="{cell}"]').fill(text)
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "false")
    page.wait_for_url(f"**{cell}={text}**")
    page.locator(".category .row .why > summary").first.click()
    page.locator(".category .rule a:visible").first.click()
    page.wait_for_url("**/rules#*")
    page.go_back()
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "false")
    undo(page)
    expect_values(page, (cell,), [""])
    page.goto(QIN)
    page.locator('[name="1.left"]').focus()
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "true")  # a new sheet has steps of its own


@pytest.mark.long
def test_steps_survive_reload_scoring_and_a_closed_tab(browse: Browse) -> None:
    page = browse(QIN)
    page.locator('[name="0.left"]').fill("4")
    page.locator('[name="1.left"]').fill("10+2")
    await_sheet(page, lambda sheet: "1.left=10" in sheet["query"])
    undo(page)
    await_sheet(page, lambda sheet: "1.left" not in sheet["query"])
    wait_until(page, "history.state?.sheet && !localStorage.getItem('unwritten')")
    expect(page).to_have_url(re.compile(r"n=2&0.left=4&to=sheet$"))
    page.reload()
    expect(page.locator("[data-redo]")).to_have_attribute("aria-disabled", "false")
    undo(page, "redo")
    expect_values(page, ("0.left", "1.left"), ["4", "10+2"])
    await_sheet(page, lambda sheet: "1.left=10" in sheet["query"])
    page.locator(".finish .main").click()
    page.get_by_role("link", name="Change entries").click()
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "false")
    context = page.context
    page.close()
    page = context.new_page()
    page.goto("/en/")
    page.locator("#continue .kept a").click()
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "false")
    for _ in range(3):  # the sum, which the link holds as its total, and then both entries
        undo(page)
    expect_values(page, ("0.left", "1.left"), ["", ""])


@pytest.mark.long
def test_boards_and_entries_have_one_history(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet", device="desktop")
    page.locator('[name="0.prestige"]').fill("7")
    page.locator('.views [data-view="board"]').click()
    office(page, "stade").click()
    page.locator('[name="0.prestige"]').fill("8")
    undo(page)
    expect_values(page, ("0.prestige", "offices.stade"), ["7", "A"])
    undo(page)
    expect_values(page, ("0.prestige", "offices.stade"), ["7", ""])
    expect(office(page, "stade")).not_to_have_class(re.compile("taken"))
    undo(page)
    expect_values(page, ("0.prestige", "offices.stade"), ["", ""])
    for _ in range(2):
        undo(page, "redo")
    expect(office(page, "stade")).to_have_class(re.compile("taken"))


@pytest.mark.long
def test_options_seats_and_tiles_are_undone_too(browse: Browse) -> None:
    page = browse(TRAJAN, device="desktop")
    page.locator('[name="0.name"]').fill("Ann")
    page.locator('[name="0.points"]').fill("80")
    page.locator('[id="t-bonus.bread"]').click()
    page.locator('[name="bonus.bread"][value="0gold"] + *').click()
    expect(page.locator('[name="0.bread"]:visible')).to_be_focused()
    page.locator('[name="0.bread"]').fill("1")
    await_sheet(page, lambda sheet: "0.bread=1" in sheet["query"])
    page.locator(".table > summary").click()
    page.get_by_role("button", name="Move Ann back").click()
    expect(page.locator('[name="1.points"]')).to_have_value("80")
    expect(page.locator("#totals b")).to_have_text(["–", "89"])  # 80, and 9 for the bonus tile with one bread tile
    for _ in range(2):  # the seats, then the bread tile
        undo(page)
        expect(page.locator('[name="0.points"]')).to_have_value("80")
    expect(page.locator("#totals b")).to_have_text(["80", "–"])
    undo(page)  # who has the bonus tile
    expect(page.locator('[name="0.bread"]:visible')).to_have_count(0)
    expect(page.locator('[name="0.points"]')).to_have_value("80")
    for _ in range(2):
        undo(page, "redo")
        expect(page.locator('[name="0.bread"]:visible')).to_have_count(1)
    expect(page.locator("#totals b")).to_have_text(["89", "–"])
    undo(page, "redo")
    expect(page.locator('[name="1.name"]')).to_have_value("Ann")


@pytest.mark.long
def test_keys_undo_where_no_text_does_it_itself(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&to=sheet", device="desktop")
    page.locator('[name="0.keys"][value="4"]').check()
    page.locator('[name="1.keys"][value="3"]').check()
    page.keyboard.press("Control+z")
    expect(page.locator('[name="1.keys"][value="3"]')).not_to_be_checked()
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator('[name="1.keys"][value="3"]')).to_be_checked()
    page.locator('[name="0.prestige"]').click()
    page.keyboard.type("12")
    page.keyboard.press("Control+z")
    expect(page.locator('[name="1.keys"][value="3"]')).to_be_checked()


# Clearing


@pytest.mark.long
def test_line_player_and_all_are_cleared_and_brought_back(browse: Browse) -> None:
    query = f"0.name={'N' * 40}&0.points=80&1.points=71&0.hand=2&1.hand=3&bonus.bread=1gold&1.bread=1"
    page = browse(f"{TRAJAN}&{query}", scheme="dark")
    names = ("0.points", "1.points", "0.hand", "1.hand")
    page.locator("#c-hand .why > summary").tap()
    expect(page.locator(".clear-line")).to_be_visible()
    page.locator(".clearing summary").tap()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Clear this category").tap()
    expect_values(page, names, ["80", "71", "", ""])
    undo(page)
    expect_values(page, names, ["80", "71", "2", "3"])
    page.locator('.clearing [data-seat="1"]').tap()
    expect(page.locator("#totals b")).to_have_text(["82", "–"])
    expect_values(page, names, ["80", "", "2", ""])
    undo(page)
    expect(page.locator("#totals b")).to_have_text(["82", "83"])
    page.locator(".clearing summary").tap()
    page.get_by_role("button", name="Start over").tap()
    expect(page.locator('[name="0.points"]')).to_have_value("")
    expect_values(page, (*names, "0.name"), ["", "", "", "", "N" * 40])
    expect(page.locator('[id="t-bonus.bread"]')).to_be_visible()
    await_saved(page)
    page.reload()
    undo(page)
    expect(page.locator("#totals b")).to_have_text(["82", "83"])


PIECES = [
    ("hansa_teutonica/score?n=3&edition=big_box", 1, {
        "0.prestige": ("7", "7"), "1.prestige": ("9", ""), "offices.stade": ("B", ""), "offices.lubeck": ("AB", "A"),
        "annexes.stade": ("BA", "-A"),
    }),
    ("chang_cheng/score?n=2", 0, {
        "wall": ("A B Bt A x n Ad Ad A B", ". B Bt . x n . . . B"), "china": ("4 4 2", "4 4 2"), "mongol": ("4 4 2", "4 4 2"),
        "1.track": ("5", "5"),
    }),
    ("honshu/score?n=2", 0, {"0.map": ("F A/A T", ""), "1.map": ("A A/. T", "A A/. T")}),
]  # fmt: skip
"""A sheet, a seat, and entries before and after it is cleared. A stands for a fallow field in a land: only a seat's own land goes."""


@pytest.mark.long
@pytest.mark.parametrize(("sheet", "seat", "entries"), PIECES)
def test_clearing_a_player_clears_their_pieces(browse: Browse, sheet: str, seat: int, entries: dict[str, tuple[str, str]]) -> None:
    page = browse(f"/en/{sheet}&to=sheet&" + "&".join(f"{name}={before}" for name, (before, _) in entries.items()), device="desktop")

    def trimmed() -> list[str]:
        return [page.locator(f'[name="{name}"]').input_value().rstrip("-") for name in entries]

    if "hansa" in sheet:
        expect(office(page, "stade")).to_have_class(re.compile("taken seat-1"))  # the map has read and written all
    page.locator(".clearing summary").click()
    page.locator(f'.clearing [data-seat="{seat}"]').click()
    expect(page.locator("[data-undo]")).to_have_attribute("aria-disabled", "false")
    assert trimmed() == [after for _, after in entries.values()]
    undo(page)
    assert trimmed() == [before for before, _ in entries.values()]


@pytest.mark.long
def test_option_may_be_called_as_a_form_calls_its_own_things(browse: Browse) -> None:
    """The oxen have an option `length`, which is also how many controls a form has."""
    page = browse("/en/oxen/score?n=2&to=sheet&length=short", device="desktop")
    page.locator('[name="rounds.0.points.0"]').fill("7")
    page.locator(".clearing summary").click()
    page.get_by_role("button", name="Start over").click()
    expect(page.locator('[name="rounds.0.points.0"]')).to_have_value("")
    expect(page.locator('[name="length"]')).to_have_value("short")
    undo(page)
    expect(page.locator('[name="rounds.0.points.0"]')).to_have_value("7")


def test_sheet_cleared_before_it_is_written_can_be_continued(browse: Browse) -> None:
    page = browse(QIN)
    page.locator(".clearing summary").click()
    expect(page.locator(".clearing [inert]")).to_have_count(0)
    page.evaluate("""() => {
      const cell = document.querySelector('[name="0.left"]');
      cell.value = "4";
      cell.dispatchEvent(new Event("input", { bubbles: true }));
      setTimeout(() => document.querySelector('[data-seat="all"]').click());
    }""")
    sheet = await_sheet(page, lambda sheet: "0.left" not in sheet["at"])
    assert (sheet["query"], sheet["filled"]) == ("0.left=4&n=2", 1)
