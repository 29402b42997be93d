"""The scorebook in a browser: results are kept, opened, changed and exported.

Tests/js/scorebook_page.test.js has its page.
"""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import Browse
from jsonschema import Draft202012Validator
from kept_page import await_sheet, begin
from page_faults import SMALL, WIDE, violations
from playwright.sync_api import Locator, Page, expect
from scorebook_page import add_results, make_result
from shifts import assert_still
from waiting import wait_until

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "scorebook.schema.json").read_text(encoding="utf-8"))
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
    """As a result and as a sheet, also from the short link."""
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


@pytest.mark.long
def test_equal_numbers_of_a_new_sheet_are_another_game(browse: Browse) -> None:
    """Half a year later, Ann and Bo play Qin again, and as many pagodas are left.

    Of a link alone, the page asks which game it is.
    """
    page = browse("/en/")
    page.clock.install(time="2026-01-02T20:00:00")
    keep(page, QIN)
    page.clock.set_fixed_time("2026-06-20T20:00:00")
    page.goto("/en/qin/score?n=2")
    for name, value in {"0.name": "Ann", "1.name": "Bo", "0.left": "4", "1.left": "2"}.items():
        page.locator(f'[name="{name}"]').fill(value)
    page.locator("button.main").click()
    page.get_by_role("button", name="Keep in the scorebook").click()
    expect(page.get_by_role("link", name="Open the scorebook")).to_be_focused()
    page.goto("/en/scorebook")
    expect(page.locator(".kept")).to_have_count(2)
    expect(page.locator(".evening h2")).to_contain_text(["20", "2"])
    page = page.context.new_page()  # a tab that knows neither sheet
    page.goto(QIN)
    page.get_by_role("button", name="Keep in the scorebook").click()
    expect(page.get_by_text("Is this the game of June 20, 2026?")).to_be_visible()
    expect(page.get_by_role("button", name="Yes, that game")).to_be_focused()
    assert violations(page) == []
    page.get_by_role("button", name="No, another game").click()
    expect(page.get_by_text("It is in the scorebook")).to_be_visible()
    page.get_by_role("link", name="Open the scorebook").click()
    expect(page.locator(".kept")).to_have_count(3)


def test_deleted_result_is_restored_by_keys(browse: Browse) -> None:
    page = browse("/en/scorebook")
    add_results(page, result(1), result(2, slug="trajan", query="0.points=9&1.points=4&n=2"))
    expect(page.locator(".kept")).to_have_count(2)
    name = page.locator(".kept", has_text="Trajan").get_attribute("id")
    unfold(page, "Trajan")
    page.get_by_role("button", name="Delete: Trajan").press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    undo.press("Enter")
    expect(page.locator(f"#{name}")).to_be_focused()
    expect(page.locator(".kept")).to_have_count(2)
    page.keyboard.press("Tab")
    expect(page.locator(f"#{name} .row")).to_be_focused()


@pytest.mark.long
def test_saved_files_are_valid(browse: Browse) -> None:
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
        ["Date", "Game", "Where", "Notes", "Minutes", "Player", "Points", "Place", "winner", "Who started"],
        ["2026-02-11", "Qin", "", "", "", "Ann", "9", "1", "1", "0"],
        ["2026-02-11", "Qin", "", "", "", "P1", "4", "2", "0", "0"],
    ]


@pytest.mark.long
def test_results_with_long_places_fit(browse: Browse) -> None:
    page = browse("/zh-Hant/scorebook")
    add_results(page, *(result(number, place="A very long place, " * 5) for number in range(3)))
    expect(page.locator(".kept")).to_have_count(3)
    unfold(page).get_by_role("button").first.click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


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
        expect(page.locator("h1")).to_have_text("Bo wins the tie at 50 points")

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


HANSA = "hansa_teutonica"
BOOK = [
    make_result(
        HANSA,
        "2026-01-01",
        ("Ann", "red", 1, {"cities": 30, "network": 10}),
        ("Bo", "blue", 2, {"cities": 10, "network": 10}),
    ),
    make_result(
        HANSA,
        "2026-02-01",
        ("Bo", "blue", 1, {"cities": 20, "network": 20}),
        ("Ann", "green", 1, {"cities": 30, "network": 10}),
    ),
    make_result(
        HANSA,
        "2026-03-01",
        ("Ann", "red", 2, {"cities": 0, "network": 20}),
        ("", "pink", 1, {"cities": 50, "network": 42}),
    ),
    make_result("oxen", "2026-04-01", ("Ann", "red", 1, {"heads": 3}), ("Bo", "blue", 2, {"heads": 9})),
    make_result("lanterns", "2026-05-01", ("Ann", "red", 1, {}), ("Cy", "grey", 1, {}), winners=[0, 1]),
]
"""Ann has 40, 40 and 20 in Hansa Teutonica; a player without a name has 92. In Oxen the fewest points win."""


def open_book(browse: Browse, lang: str, copies: int = 1, **settings: str) -> Page:
    """Open a scorebook that has each result `copies` times."""
    page = browse(f"/{lang}/scorebook", pristine=True, **settings)
    numbers = range(copies)
    add_results(
        page,
        *(
            one | {"id": f"{one['id']}-{number}", "query": f"{one['query']}&copy={number}"}
            for one in BOOK
            for number in numbers
        ),
    )
    expect(page.locator("#heard")).to_contain_text(str(5 * copies))
    return page


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "device", "scheme"), [("zh-Hant", "phone", "light"), ("en", "phone", "dark"), ("en", "desktop", "light")]
)
def test_pages_of_the_scorebook_are_accessible(browse: Browse, lang: str, device: str, scheme: str) -> None:
    page = open_book(browse, lang, copies=2, device=device, scheme=scheme)
    drawn = {
        "#results": ".evening",
        "#people": "#page > ol .chip",
        "#person=Ann": "#page .whose",
        "#games": "#page > ol .token",
        "#game=hansa_teutonica": "#page .game-page",
    }
    for address, part in drawn.items():
        page.evaluate("(hash) => { location.hash = hash; }", address)
        expect(page.locator(part).first).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.locator("#page *, .evening *").evaluate_all(
            "all => all.map((e) => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert min(small) >= 12
        if address == "#person=Ann":
            widths = page.locator("#page svg").evaluate_all(
                "(all) => all.map((svg) => svg.getBoundingClientRect().width)"
            )
            assert min(widths) >= 60


IS_VISIBLE = """(element, length) => {
  const range = document.createRange();
  range.setStart(element.firstChild, 0);
  range.setEnd(element.firstChild, length);
  return range.getBoundingClientRect().right <= element.getBoundingClientRect().right;
}"""
"""Whether the first `length` letters of a line are visible."""


def score_with_a_blank(page: Page) -> dict[str, Any]:
    """Score a sheet of Qin without a number for Bo, and return the sheet as the device keeps it."""
    begin(page)
    page.locator("button.main").click()
    expect(page.locator("#said")).to_contain_text("How many pagodas are left")
    page.locator("button.main").click()
    expect(page.get_by_role("button", name="Keep in the scorebook")).to_be_enabled()
    return await_sheet(page, lambda sheet: sheet.get("scored") == sheet["query"])


@pytest.mark.long
def test_header_fits_the_narrowest_phone(browse: Browse) -> None:
    for lang, name in (("en", "Scorebook"), ("zh-Hant", "戰績簿")):
        page = browse(f"/{lang}/")
        page.set_viewport_size({"width": 320, "height": 640})
        assert [*page.evaluate(WIDE), *page.evaluate(SMALL)] == []
        page.locator("header").get_by_role("link", name=name).click()
        page.wait_for_url(f"**/{lang}/scorebook")


def test_scored_sheet_is_not_yet_in_the_scorebook(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    sheet = score_with_a_blank(page)
    page.goto("/en/")
    card = page.locator("#continue .kept")
    expect(card.locator("small")).to_have_text(re.compile(r"^Not yet in the scorebook · \d+ minutes? ago · Ann, B$"))
    expect(card.locator(".main")).to_have_text("See result")
    assert card.locator("small").evaluate(IS_VISIBLE, len("Not yet in the scorebook"))
    assert violations(page, "#continue") == []
    card.get_by_role("link").click()
    expect(page.locator(".ranking li")).to_have_count(2)
    # A changed sheet is one to continue again.
    page.get_by_role("link", name="Change entries").click()
    wait_until(page, f"history.state?.sheet === '{sheet['id']}'")
    page.locator('[name="0.left"]').fill("5")
    await_sheet(page, lambda sheet: "0.left=5" in sheet["query"])
    page.goto("/en/")
    expect(card.locator("small")).to_have_text(re.compile(r"^\d+ minutes? ago · Ann, B$"))
    expect(card.locator(".main")).to_have_text("Continue")


@pytest.mark.long
def test_kept_result_leaves_the_first_page(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&to=sheet")
    score_with_a_blank(page)
    context = page.context
    page.close()
    page = context.new_page()  # a tab that does not know the sheet
    page.goto("/zh-Hant/")
    expect(page.locator("#continue .kept")).to_contain_text("還沒收進戰績簿")
    expect(page.locator("#continue .kept .main")).to_have_text("看結果")
    page.locator("#continue .kept").get_by_role("link").click()
    expect(page).not_to_have_url(re.compile("#"))
    page.get_by_role("button", name="收進戰績簿").click()
    await_sheet(page, lambda sheet: sheet["finished"])
    page.goto("/zh-Hant/")
    expect(page.locator("#continue")).to_be_hidden()
