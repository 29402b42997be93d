"""Tables of any size on a phone, up to twelve players: fields that a finger reaches, and words that stay whole."""

import base64
import os
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import Browse
from overlaps import layout_faults
from playwright.sync_api import Page, expect
from positions import scored, slugs
from sheet_page import await_layout

from scorers.registry import game
from scorers.sheet import players_entry

NAMES = {
    "en": (
        "Ann",
        "Bo",
        "Charlotte",
        "Dmitri",
        "Eve",
        "Fatima",
        "Gustav",
        "Hildegard",
        "Ivo",
        "Jana",
        "Konstantin",
        "Lu",
    ),
    "zh-Hant": ("小明", "小安", "美玲", "阿哲", "建宏", "淑芬", "志偉", "雅婷", "家豪", "怡君", "承恩", "思妤"),
}
FIELDS = "#sheet .category :is(input:not([type=hidden]), select, textarea:not(.painted), button)"
"""The fields of a sheet; a script replaces the text area of a painted board by squares."""
OUT_OF_REACH = """(fields) => fields.filter((field) => {
  const target = field.closest("label") ?? field;
  target.scrollIntoView({ block: "center", inline: "center" });
  const { x, y, width, height } = target.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return Math.min(width, height) < 43.5 || !(there && target.contains(there));
}).map((field) => field.name || field.textContent.trim())"""
"""The fields that are covered, outside the screen, or too small for a finger."""
CASES = [
    pytest.param(
        slug, size, lang, marks=[pytest.mark.long] * ((slug, size, lang) != ("hansa_teutonica", "largest", "en"))
    )
    for slug in slugs()
    for size in ("smallest", "largest")
    for lang in NAMES
]


def keep_picture(page: Page, name: str) -> None:
    """Write what the page looks like to the folder PICTURES, if that is set."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.long
@pytest.mark.parametrize(("slug", "size", "lang"), CASES)
def test_table_of_any_size_fits_a_phone(browse: Browse, slug: str, size: str, lang: str) -> None:
    bounds = players_entry(game(slug).sheet)
    seats = bounds.low if size == "smallest" else bounds.high
    names = NAMES[lang][:seats]
    page = browse("/healthz")
    page.set_viewport_size({"width": 360, "height": 740})
    query = urlencode(
        [("to", "sheet"), ("n", str(seats)), *((f"{seat}.name", name) for seat, name in enumerate(names))]
    )
    for kind, path in (
        ("sheet", f"score?{query}"),
        ("result", f"score?{scored(slug, names)}"),
        ("comparison", f"compare?{scored(slug, names)}"),
        ("rules", "rules"),
    ):
        page.goto(f"/{lang}/{slug}/{path}")
        await_layout(page)
        keep_picture(page, f"{kind}-{seats}-{lang}")
        if kind == "sheet":
            fields = page.locator(FIELDS).locator("visible=true")
            assert fields.count() >= 1
            assert fields.evaluate_all(OUT_OF_REACH) == []
        else:
            expect(page.locator("h1")).to_be_visible()
            assert layout_faults(page, 100) == [], kind


def sheet_query(slug: str, lang: str, seats: int) -> str:
    """Return a filled sheet of an invented game: `lanterns` (up to twelve) or `oxen` (up to ten, with lists and
    rounds).
    """
    values = [(f"{seat}.name", NAMES[lang][seat]) for seat in range(seats)]
    for seat in range(seats):
        if slug == "lanterns":
            values += [(f"{seat}.lanterns", "9"), (f"{seat}.red", str(seat % 4))]
        else:
            values += [(f"{seat}.penalties", "5 4 4 3 2 1"), (f"rounds.0.points.{seat}", str(seat + 8))]
    return urlencode([("n", str(seats)), *values])


@pytest.mark.short(slug="oxen", seats=10)
@pytest.mark.parametrize(("slug", "seats"), [("oxen", 6), ("oxen", 7), ("oxen", 10), ("lanterns", 12)])
@pytest.mark.parametrize("scripts", [True, False])
def test_many_players_reach_every_field(browse: Browse, slug: str, seats: int, *, scripts: bool) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{sheet_query(slug, 'en', seats)}", scripts=scripts)
    fields = page.locator(".category input.in")
    assert fields.count() >= 2 * seats
    expect(page.locator(".top .title")).to_be_in_viewport()
    assert fields.evaluate_all(OUT_OF_REACH) == []


@pytest.mark.long
@pytest.mark.parametrize(("slug", "seats"), [("oxen", 7), ("oxen", 10), ("lanterns", 12)])
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_results_of_many_players_keep_words_whole(browse: Browse, slug: str, seats: int, lang: str) -> None:
    page = browse("/healthz")
    for kind in ("score", "compare"):
        page.goto(f"/{lang}/{slug}/{kind}?{sheet_query(slug, lang, seats)}")
        assert layout_faults(page, 100) == [], kind
    page.goto(f"/{lang}/{slug}/score?{sheet_query(slug, lang, seats)}")
    # Line names have 6.5rem, beside them each player has room for three digits; the table scrolls within its box.
    label = page.locator(".score-pad tbody th").first
    assert label.evaluate("(label) => label.clientWidth") >= 100
    assert page.locator(".score-pad").first.evaluate("(table) => table.offsetWidth") >= 100 + 44 * seats


READ_LIGHT = """async (png) => {
  const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (one) => one.charCodeAt())]));
  const { width, height } = image;
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  context.drawImage(image, 0, 0);
  const reds = context.getImageData(0, 0, width, height).data.filter((_, at) => at % 4 === 0);
  return [Math.min(...reds), Math.max(...reds)];
}"""
"""How light the darkest and the lightest point of a picture are."""


def test_edge_beyond_which_a_table_goes_on_lies_in_shade(browse: Browse) -> None:
    # With eight players five columns are in sight, and nothing else said that there are three more.
    page = browse(f"/en/lanterns/score?{sheet_query('lanterns', 'en', 8)}")
    box = page.locator(".scroll:has(> .score-pad)").first
    box.evaluate("""(box) => {
      box.firstElementChild.style.visibility = "hidden"; // the ground alone is looked at
      box.scrollIntoView({ block: "center" });
    }""")

    def shaded_edges() -> list[str]:
        at = box.bounding_box()
        assert at
        light = {}
        for end, x in (("left", 1), ("middle", at["width"] / 2), ("right", at["width"] - 5)):
            strip = page.screenshot(clip={"x": at["x"] + x, "y": at["y"] + 1, "width": 4, "height": at["height"] - 2})
            light[end] = page.evaluate(READ_LIGHT, base64.b64encode(strip).decode())
        assert light["middle"][0] == light["middle"][1]
        return [end for end in ("left", "right") if light[end][0] < light["middle"][0] - 10]

    assert shaded_edges() == ["right"]
    box.evaluate("(box) => { box.scrollLeft = 40; }")
    assert shaded_edges() == ["left", "right"]
    box.evaluate("(box) => { box.scrollLeft = 999; }")
    assert shaded_edges() == ["left"]


@pytest.mark.long
def test_list_of_six_numbers_shows_that_it_goes_on_and_scrolls(browse: Browse) -> None:
    page = browse(f"/en/oxen/score?to=sheet&{sheet_query('oxen', 'en', 5)}")
    cell = page.locator('[name="0.penalties"]')
    assert cell.evaluate(
        "(cell) => [getComputedStyle(cell).textOverflow, parseFloat(getComputedStyle(cell).fontSize)]"
    ) == [
        "ellipsis",
        16,
    ]
    cell.tap()
    expect(page.locator(".keypad")).to_contain_text("6 numbers: 5, 4, 4, 3, 2, 1")
    end = "(cell) => { cell.scrollLeft = 999; return cell.scrollWidth - cell.scrollLeft - cell.clientWidth; }"
    assert cell.evaluate(end) == pytest.approx(0, abs=1)


@pytest.mark.long
def test_small_phone_shows_a_result_of_four_whole(browse: Browse) -> None:
    page = browse("/healthz", scripts=False)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto("/en/hansa_teutonica/score?n=4&0.prestige=46&1.prestige=71&2.prestige=81&3.prestige=66")
    box = page.locator(".scroll:has(> .score-pad)").first
    assert box.evaluate("(box) => box.scrollWidth <= box.clientWidth")


def test_choice_of_nobody_stands_in_its_row_without_scripts(browse: Browse) -> None:
    page = browse("/healthz", scripts=False)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto("/en/hansa_teutonica/score?to=sheet&n=4")
    tops = "(all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top / 12))).size"
    spaces = page.locator('.row > .cells[role="radiogroup"]')
    assert spaces.count() == 4
    for group in spaces.all():
        assert group.locator("input").evaluate_all(tops) == 1
    for steps in page.locator(".steps").all():  # 1, 2, 2, 3, 4 and none in one line
        assert steps.locator(".pick").evaluate_all(tops) == 1
