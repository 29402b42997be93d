"""The scorebook in a browser: results are kept, found, edited, deleted, exported and imported."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from browsing import Browse
from jsonschema import Draft202012Validator
from kept_page import REFUSED
from page_faults import violations
from playwright.sync_api import Locator, Page, expect
from scorebook_page import add_results, make_result
from shifts import assert_still
from waiting import wait_until

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "scorebook.schema.json").read_text(encoding="utf-8"))
QIN = "/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=2"
TRAJAN = "/en/trajan/score?n=2&0.name=Ann&1.name=%E5%B0%8F%E6%98%8E&0.points=70&1.points=81"
TIE = "/en/trajan/score?n=2&0.name=Ann&1.name=Bo&0.points=50&1.points=50"


def keep(page: Page, path: str) -> None:
    """Keep the result at a path with one tap."""
    page.goto(path)
    page.get_by_role("button", name="Keep in the scorebook").click()
    expect(page.get_by_role("link", name="Open the scorebook")).to_be_focused()


def result(number: int, **changes: Any) -> dict[str, Any]:
    """Return a result of Qin, which Ann has won."""
    day = f"2026-0{number % 9 + 1}-1{number % 10}"
    players = ("Ann", "red", 1, {"provinces": 9}), (f"P{number % 7}", "blue", 2, {"provinces": 4})
    own = {"id": f"r{number}", "query": f"0.left=1&1.left={number}&n=2"}
    return make_result("qin", day, *players) | own | changes


def unfold(page: Page, title: str = "") -> Locator:
    """Unfold the actions of the first result of a game, and return the result."""
    item = page.locator(".kept", has_text=title).first
    item.locator("summary").click()
    return item


def test_result_is_kept_once_and_opened_again(browse: Browse) -> None:
    """As a result and as a sheet, also from the short link. Results are found by game and by person."""
    page = browse("/en/")
    keep(page, QIN)
    page.reload()
    expect(page.get_by_role("button", name="Keep in the scorebook")).to_be_hidden()
    keep(page, TRAJAN)
    page.goto(page.locator(".share a").get_attribute("href") or "")
    assert "z=" in page.url
    page.get_by_role("link", name="Open the scorebook").click()
    page.wait_for_url("**/scorebook*")
    assert_still(page, even_at_touch=True)
    expect(page.locator(".kept")).to_have_count(2)
    item = unfold(page, "Trajan")
    expect(item.locator(".person")).to_have_text(["B 小明 81 ★ winner", "A Ann 70"])
    item.get_by_role("link", name="Change the score").click()
    expect(page.locator('[name="1.points"]')).to_have_value("81")
    page.go_back()
    unfold(page, "Qin").get_by_role("link", name="Result").click()
    expect(page.locator(".score-pad thead .name")).to_have_text(["Bo", "Ann"])
    page.goto("/zh-Hant/scorebook")
    page.locator("#person").select_option("Ann")
    expect(page.locator(".kept")).to_have_count(2)
    page.locator("#person").select_option("小明")
    expect(page.locator(".kept")).to_have_count(1)
    page.locator("#game").select_option("qin")
    expect(page.locator("#count")).to_have_text("沒有符合的結果。")


def test_result_by_house_rules_is_marked(browse: Browse) -> None:
    page = browse("/en/scorebook")
    sheet = "0.name=Ann&1.name=Bo&0.prestige=20&1.prestige=9&n=2"
    add_results(page, result(1), result(2, slug="hansa_teutonica", query=f"{sheet}&house.city=3"))
    expect(page.locator(".kept", has_text="Hansa").locator(".row small")).to_have_text("5 ahead of P2 · house rule")
    expect(page.locator(".kept", has_text="Qin").locator(".row small")).to_have_text("5 ahead of P1")


@pytest.mark.long
def test_date_place_and_note_are_edited(browse: Browse) -> None:
    page = browse("/en/")
    keep(page, QIN)
    page.goto("/en/scorebook")
    unfold(page).get_by_role("button", name="Date and notes").click()
    page.get_by_label("Date", exact=True).fill("2026-03-01")
    page.get_by_label("Where", exact=True).fill("Café <b>")
    page.get_by_label("Notes", exact=True).fill("Rematch soon")
    page.get_by_role("button", name="Save", exact=True).click()
    for _ in range(2):
        if not page.locator(".whole[open]").count():
            unfold(page)
        expect(page.locator(".whole > small")).to_have_text("Sunday, March 1, 2026 · Café <b> · Rematch soon")
        assert page.locator("#month option").all_text_contents() == ["All", "March 2026"]
        page.reload()


@pytest.mark.short(between="nothing")
@pytest.mark.parametrize("between", ["nothing", "a filter"])
def test_deleted_result_is_restored_and_focused(browse: Browse, between: str) -> None:
    page = browse("/en/scorebook")
    add_results(page, result(1), result(2, slug="trajan", query="0.points=9&1.points=4&n=2"))
    expect(page.locator(".kept")).to_have_count(2)
    name = page.locator(".kept", has_text="Trajan").get_attribute("id")
    unfold(page, "Trajan")
    page.get_by_role("button", name="Delete: Trajan").press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    if between == "a filter":
        page.locator("#game").select_option("qin")
        undo.focus()
    undo.press("Enter")
    expect(page.locator(f"#{name}")).to_be_focused()
    expect(page.locator(".kept")).to_have_count(2)
    page.keyboard.press("Tab")
    expect(page.locator(f"#{name} .row")).to_be_focused()
    for left in (1, 0):
        page.reload()
        unfold(page).get_by_role("button", name="Delete").click()
        expect(page.locator(".kept")).to_have_count(left)
    page.reload()
    expect(page.locator("#count")).to_contain_text("No results yet")
    expect(page.locator(".filters").first).to_be_hidden()


@pytest.mark.long
def test_saved_file_is_valid_and_adds_no_duplicates(browse: Browse) -> None:
    """tests/js/import_export.test.js has the files and tables themselves."""
    page = browse("/en/scorebook")
    add_results(page, result(1))
    expect(page.locator(".kept")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    file = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert list(Draft202012Validator(SCHEMA).iter_errors(file)) == []
    assert file == {"format": "tally-scorebook", "version": 1, "results": [result(1)]}
    with page.expect_download() as download:
        page.get_by_role("button", name="For a spreadsheet (CSV)").click()
    assert list(csv.reader(io.StringIO(download.value.path().read_bytes().decode("utf-8-sig")))) == [
        ["Date", "Game", "Where", "Notes", "Player", "Points", "Place", "winner"],
        ["2026-02-11", "Qin", "", "", "Ann", "9", "1", "1"],
        ["2026-02-11", "Qin", "", "", "P1", "4", "2", "0"],
    ]
    add_results(page, *file["results"])
    expect(page.locator("#heard")).to_have_text("New or changed: 0. Here already: 1.")
    add_results(page, result(1, note="The last round", changed=2), result(2), result(2))
    expect(page.locator("#heard")).to_have_text("New or changed: 2. Here already: 1.")
    expect(page.locator(".kept")).to_have_count(2)
    for at in range(2):
        page.locator(".kept summary").nth(at).click()
    expect(page.locator(".whole > small", has_text="The last round")).to_have_count(1)


def test_unreadable_file_changes_nothing(browse: Browse) -> None:
    page = browse("/en/scorebook")
    expect(page.locator("#scorebook")).to_be_visible()
    for changes, sentence in (({"format": "another"}, "not a Tally scorebook"), ({"version": 2}, "newer version")):
        add_results(page, result(1), **changes)
        expect(page.locator("#heard")).to_contain_text(sentence)
    page.reload()
    expect(page.locator("#count")).to_contain_text("No results yet")


@pytest.mark.long
def test_thousand_results_are_shown_in_pages(browse: Browse) -> None:
    page = browse("/zh-Hant/scorebook")
    add_results(page, *(result(number, place="A very long place, " * 5) for number in range(3)))
    expect(page.locator(".kept")).to_have_count(3)
    unfold(page).get_by_role("button").first.click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/en/scorebook")
    add_results(page, *(result(number, date="2025-12-31") for number in range(3, 1000)))
    expect(page.locator("#count")).to_have_text("Results: 1000")
    expect(page.locator(".kept")).to_have_count(12)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator(".kept")).to_have_count(24)
    assert page.locator("#month option").all_text_contents() == [
        "All",
        "March 2026",
        "February 2026",
        "January 2026",
        "December 2025",
    ]
    page.locator("#month").select_option("2026-02")
    unfold(page)
    expect(page.locator(".whole > small")).to_contain_text("February 11, 2026")


@pytest.mark.long
def test_refused_storage_is_reported(browse: Browse) -> None:
    page = browse("/en/")
    page.add_init_script(REFUSED)
    page.goto(QIN)
    page.get_by_role("button", name="Keep in the scorebook").click()
    expect(page.get_by_text("does not let Tally keep the result")).to_be_visible()
    page.goto("/en/scorebook")
    expect(page.locator("#heard")).to_have_text("This browser does not let Tally keep anything here.")


@pytest.mark.long
@pytest.mark.parametrize("first", ["keep", "settle"])
def test_settled_tie_is_kept_as_one_result(browse: Browse, first: str) -> None:
    """Bo is ahead in the senate."""
    page = browse(TIE)
    button = page.get_by_role("button", name="Keep in the scorebook")
    expect(button).to_be_enabled()

    def settle() -> None:
        page.locator('.settle [name="0.senate"]').fill("2")
        page.locator('.settle [name="1.senate"]').fill("1")
        page.get_by_role("button", name="Break the tie").click()
        expect(page.locator("h1")).to_have_text("Bo wins the tie at 50")

    if first == "settle":
        settle()
        expect(button).to_be_enabled()
        page.go_back()
    keep(page, page.url)
    settle()
    expect(page.get_by_text("It is in the scorebook")).to_be_visible()
    page.goto("/en/scorebook")
    expect(page.locator(".kept")).to_have_count(1)
    expect(page.locator(".kept .row")).to_contain_text("won the tie with Ann")
    unfold(page)
    expect(page.locator(".person")).to_have_text(["B Bo 50 ★ winner", "A Ann 50"])


@pytest.mark.long
def test_changed_sheet_replaces_its_result(browse: Browse) -> None:
    """Ann has built 24 - 7 = 17 pagodas."""
    page = browse("/en/")
    keep(page, QIN)
    page.get_by_role("link", name="Open the scorebook").click()
    expect(page.locator(".kept a").first).to_be_focused()
    unfold(page).get_by_role("link", name="Change the score").click()
    wait_until(page, "history.state?.sheet")  # the page knows its sheet
    page.locator('[name="0.left"]').fill("7")
    expect(page.locator("#totals b").first).to_have_text("17")
    page.locator('[name="0.left"]').press("Control+Enter")
    page.get_by_role("button", name="Keep in the scorebook").click()
    page.get_by_role("link", name="Open the scorebook").click()
    expect(page.locator(".kept")).to_have_count(1)
    unfold(page)
    expect(page.locator(".person").last).to_have_text("A Ann 17")


def test_names_of_buttons_have_chinese_punctuation(browse: Browse) -> None:
    page = browse("/zh-Hant/scorebook")
    add_results(page, result(1))
    expect(page.locator(".kept summary")).to_have_attribute("aria-label", "更多：秦、2026-02-11")
    expect(unfold(page).get_by_role("button", name="刪除：秦、2026-02-11")).to_be_visible()
