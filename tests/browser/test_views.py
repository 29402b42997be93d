"""The views of a sheet: numbers or board, all players or one, low screens, and a screen that stays on."""

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import Page, expect
from sheet_page import box_of, cell, numbers, open_table, show_board, total
from waiting import wait_until

HANSA = "/en/hansa_teutonica/score"
COVERED = """(elements) => elements.filter((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((element) => element.textContent)"""
NAME_SIZE = """() => {
  const text = document.querySelector("#map .name text");
  return text && parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
}"""
"""The size of the names on the map, in CSS px on the screen."""
MIDDLE = "(element) => { const { x, width } = element.getBoundingClientRect(); return Math.round(x + width / 2); }"


def take_office(page: Page) -> None:
    """Take an office of Stade; the first tap zooms in on the city."""
    page.locator("[data-city=stade] .name").tap()
    page.locator("[data-city=stade] .office").first.tap()


@pytest.mark.long
def test_device_remembers_the_view(browse: Browse) -> None:
    """The map and its script are fetched when the board is opened, which then fills the phone."""
    page = browse("/en/")
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url.rpartition("/")[2]))
    page.goto(HANSA, wait_until="networkidle")
    assert "sheet.js" in urls
    assert "map.js" not in urls
    drawings = len([name for name in urls if name.endswith(".svg")])
    expect(page.locator("#map")).to_be_hidden()
    show_board(page)
    expect(page.locator("[data-city=lubeck] .office").first).to_be_visible()
    assert urls.count("map.js") == 1
    assert len([name for name in urls if name.endswith(".svg")]) == drawings + 1
    page.reload()
    expect(page.locator("#map")).to_be_visible()
    box = box_of(page.locator(".board-part"))
    assert (box["x"], box["y"], box["width"]) == (0, 0, 360)
    assert box["height"] >= 0.9 * 740
    take_office(page)
    expect(page.locator('[data-light="0.cities"] b')).to_have_text("2")
    numbers(page)
    expect(page.locator("#map")).to_be_hidden()
    expect(total(page, 0)).to_have_text("3")
    page.reload()
    expect(page.locator("#map")).to_be_hidden()


@pytest.mark.long
def test_back_from_a_board_loses_no_entry(browse: Browse) -> None:
    """Both entries of the history know the draft."""
    page = browse("/en/hansa_teutonica/rules")
    page.goto(HANSA)
    cell(page, "0.prestige").fill("20")
    page.wait_for_url("**0.prestige=20**")
    show_board(page)
    take_office(page)
    page.wait_for_url("**offices.stade=A**")
    sheet = wait_until(page, "history.state?.board && history.state.sheet")
    page.go_back()
    expect(cell(page, "0.prestige")).to_be_visible()
    page.wait_for_url("**offices.stade=A**")
    wait_until(page, "history.state?.sheet ?? ''", lambda there: there == sheet)
    page.reload()
    expect(cell(page, "0.prestige")).to_have_value("20")
    expect(cell(page, "offices.stade")).to_have_value("A")
    page.go_forward()
    expect(page.locator(".board-part > section")).to_be_visible()
    expect(cell(page, "offices.stade")).to_have_value("A")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_map_has_large_names_and_its_palette_stays(browse: Browse, lang: str) -> None:
    page = browse(f"/{lang}/hansa_teutonica/score?n=5&to=sheet&0.name=Ann&1.name=Charlotte&2.name=小明")
    show_board(page)
    wait_until(page, NAME_SIZE, lambda size: size and size >= 12)
    tops = set()
    for _ in ("opened", "zoomed in on a city", "with an office"):
        tops.add(page.locator("#map .tally").evaluate("(list) => Math.round(list.offsetTop)"))
        page.locator("[data-city=stade] .office").first.tap()
    expect(page.locator(".hand .seat-0 .sum")).not_to_have_text("")
    expect(page.locator(".hand .seat-0 .who")).to_be_visible()
    tops.add(page.locator("#map .tally").evaluate("(list) => Math.round(list.offsetTop)"))
    assert len(tops) == 1


@pytest.mark.long
def test_bottom_bar_is_not_covered_by_view_switches(browse: Browse) -> None:
    page = browse("/en/chang_cheng/score?n=4&to=sheet")
    open_table(page)
    page.locator(".views").evaluate("(views) => scrollBy(0, views.getBoundingClientRect().bottom - innerHeight + 10)")
    assert page.locator(".finish button:visible").evaluate_all(COVERED) == []


# Player by player


def test_one_player_at_a_time_is_remembered(browse: Browse) -> None:
    """A value is below its owner; a tap on a piece changes the player without opening the keypad."""
    page = browse("/en/trajan/score?n=3&to=sheet&0.name=Ann&1.name=Bo")
    open_table(page)
    page.locator('[data-by="player"]').tap()
    expect(page.locator(".owner")).to_be_visible()
    page.reload()
    for seat, name in enumerate(("Ann", "Bo", "C")):
        page.locator(f".totals .seat-{seat}").tap()
        expect(page.get_by_role("heading", name=f"{name}'s score")).to_be_visible()
        points = cell(page, f"{seat}.points")
        expect(points).to_be_visible()
        assert points.evaluate(MIDDLE) == page.locator(f".names .seat-{seat} .in").evaluate(MIDDLE)
        assert page.locator('.category [name$=".points"]:visible').count() == 1
    assert violations(page) == []
    cell(page, "1.name").tap()
    expect(page.get_by_role("heading", name="Bo's score")).to_be_visible()
    assert page.evaluate("document.activeElement.name ?? ''") == ""
    cell(page, "1.points").tap()
    page.locator('.keypad [data-key="next"]').tap()
    expect(cell(page, "1.hand")).to_be_focused()
    page.locator(".totals .seat-0").tap()
    expect(cell(page, "0.hand")).to_be_focused()
    expect(page.locator(".keypad")).to_be_visible()
    cell(page, "0.name").tap()
    expect(cell(page, "0.name")).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_one_player_at_a_time_is_accessible(browse: Browse, lang: str) -> None:
    page = browse("/en/")
    page.evaluate("localStorage.setItem('by', 'player')")
    page.goto(f"/{lang}/hansa_teutonica/score?n=3&to=sheet&0.name=Ann&offices.stade=AB")
    expect(page.locator(".owner")).to_be_visible()
    assert violations(page) == []


# A low screen


@pytest.mark.long
def test_low_screen_has_totals_and_a_keypad_of_two_rows(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=4&to=sheet&0.name=Ann&1.name=Bo&0.points=44")
    page.set_viewport_size({"width": 740, "height": 360})
    expect(total(page, 0)).to_have_text("44")
    expect(page.locator("#sheet.thin")).to_be_visible()
    page.evaluate("scrollTo(0, 600)")
    line = page.locator("#totals")
    expect(line).to_be_in_viewport()
    expect(line).to_contain_text("Ann")
    box = box_of(line)
    assert (box["y"], box["height"] <= 48) == (0, True)
    cell(page, "0.trajan_tiles").tap()
    expect(page.locator(".keypad")).to_be_visible()
    tiles, pad = box_of(cell(page, "0.trajan_tiles")), box_of(page.locator(".keypad"))
    assert box["height"] <= tiles["y"]
    assert tiles["y"] + tiles["height"] <= pad["y"]
    keys = page.locator(".keys button:visible").evaluate_all(
        """(keys) => keys.map((key) => {
          const { top, left, right } = key.getBoundingClientRect();
          return [key.dataset.key, ...[top, left, right].map(Math.round)];
        })"""
    )
    tops = sorted({top for _, top, _, _ in keys})
    assert len(tops) == 2
    lines = [sorted((key for key in keys if key[1] == top), key=lambda key: key[2]) for top in tops]
    assert "".join(key[0] for key in lines[0]) == "1234567890"
    assert lines[0][-1][3] == lines[1][-1][3]  # both end at the edge
