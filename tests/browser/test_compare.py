"""The comparison of rules in a browser: from a result to other rules and to a link, with and without scripts."""

import re
from itertools import pairwise
from urllib.parse import urlencode

import pytest
from browsing import Browse
from interpretations import DEPENDS
from page_faults import SETTINGS, WIDE, violations
from playwright.sync_api import expect

COUNTED = "n=2&end_card=fallow_blocks&0.name=Ann&0.forest=5&0.blocks=1&0.runs=1&1.name=Bo&1.forest=1&1.blocks=0"
FOUR = "n=4&" + urlencode(
    {f"{seat}.{name}": value for seat in range(4) for name, value in (("prestige", 30 - seat), ("cities", seat))}
)
TIED = "n=2&events=overlord&0.track=20&1.track=20&0.chain=4&1.chain=4&regions=1&" + urlencode(
    {"regions.0.threat": 3, "regions.0.walls.0": 1, "regions.0.walls.1": 2, "regions.towers.1": 0}
)
"""Both have 20 + 4 for a row. Ann loses 3 only where the next-largest loses behind Bo's tower."""
TRIED = f"{DEPENDS}&to=try&try.house.forest=3"


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, False])
def test_other_rules_are_tried_and_shared(browse: Browse, scripts: bool) -> None:  # noqa: FBT001
    page = browse(f"/en/honshu/score?{DEPENDS}", scripts=scripts)
    page.get_by_role("link", name="Bo wins if blocks of fallow fields may overlap").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "It depends: Bo wins if blocks of fallow fields may overlap"
    )
    assert not scripts or page.evaluate(WIDE) == []
    page.get_by_text("9 more").click()
    expect(page.get_by_role("rowheader", name="Grey and brown cubes")).to_be_visible()
    page.get_by_role("link", name="Try other rules").click()
    page.get_by_role("radio", name="Overlapping blocks count").check()
    if not scripts:
        page.get_by_role("button", name="Show the result").click()
    expect(page.locator("#sentence")).to_have_text(re.compile("Bo wins now, 1 point ahead of Cleo"))
    page.get_by_role("group", name="Forest square").get_by_role("button", name="less").click()
    # A forest at 1: Bo 30, Cleo 30; Bo has 6 fallow fields, Cleo 4.
    expect(page.locator("#sentence")).to_have_text(re.compile("Bo wins now.*house rule"))
    expect(page).to_have_url(re.compile(r"try\.fallow_blocks=overlapping.*try\.house\.forest=1"))
    shared = page.url
    page.goto("/en/")
    page.goto(shared)
    expect(page.locator("#sentence")).to_have_text(re.compile("Bo wins now"))
    expect(page.get_by_role("radio", name="Overlapping blocks count")).to_be_checked()
    page.get_by_role("link", name="Undo 2 changes").click()
    expect(page.locator("#sentence")).to_have_text(re.compile("Cleo still wins, 4 points ahead of Bo"))
    expect(page.get_by_role("link", name=re.compile("^Undo"))).to_have_count(0)


@pytest.mark.short(scripts=False)
@pytest.mark.parametrize("scripts", [True, False])
def test_missing_number_is_filled_in_its_row(browse: Browse, scripts: bool) -> None:  # noqa: FBT001
    page = browse(f"/en/honshu/compare?{COUNTED}", scripts=scripts)
    page.locator("#question").get_by_role("button", name="2", exact=True).click()
    expect(page.get_by_role("row", name=re.compile("Three forests in a line 14 −1"))).to_contain_text("10 +8")
    page.get_by_role("link", name="Back to the result").click()
    expect(page).to_have_url(re.compile(r"/score\?.*1\.runs=2"))


def test_result_of_tried_rules_stays_in_sight(browse: Browse) -> None:
    page = browse(f"/en/honshu/compare?{DEPENDS}&to=try")
    page.mouse.wheel(0, 2000)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    box = page.locator(".standing").bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["height"] <= 740 / 4


def test_four_players_fit_a_phone_and_more_scroll(browse: Browse) -> None:
    """tests/browser/test_layout.py has the width of the page."""
    page = browse(f"/en/hansa_teutonica/compare?{FOUR}")
    frame = page.locator(".compare .scroll")
    assert frame.evaluate("(box) => box.scrollWidth - box.clientWidth") <= 0
    page.goto(f"/en/hansa_teutonica/compare?{FOUR.replace('n=4', 'n=5')}&4.prestige=3")
    name = page.locator(".rulesets tbody th").first
    before = name.bounding_box()
    frame.evaluate("(box) => { box.scrollLeft = 999; }")
    assert name.bounding_box() == before


def test_comparison_is_legible_on_a_phone(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/compare?n=3&edition=big_box&0.prestige=20&1.prestige=20&0.actions=1&1.actions=2")
    for part in (".rulesets td b", ".rulesets .chip", ".rulesets .what small"):
        assert page.locator(part).first.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)") >= 13
    header, first = (page.locator(f".rulesets {cell}.seat-0").first.bounding_box() for cell in ("th", "td"))
    assert header
    assert first
    assert header["x"] == first["x"]


@pytest.mark.long
def test_points_of_three_digits_stay_on_one_line(browse: Browse) -> None:
    """Two Trajan tiles that wait cost Ann more in one edition than in the other."""
    page = browse("/en/trajan/compare?n=2&0.points=120&0.hand=1&0.trajan_tiles=2&1.points=121&1.hand=1")
    points = page.locator(".outcome .points")
    expect(points).to_have_count(2)
    lines = points.evaluate_all(
        "(all) => all.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).fontSize))"
    )
    assert max(lines) < 1.5


@pytest.mark.long
def test_captions_of_small_charts_are_wide_enough(browse: Browse) -> None:
    page = browse(f"/en/honshu/compare?{DEPENDS}")
    widths = page.locator(".small li p").evaluate_all("(captions) => captions.map((caption) => caption.clientWidth)")
    assert min(widths) > 200


@pytest.mark.long
def test_totals_of_three_digits_stay_on_one_line(browse: Browse) -> None:
    page = browse(
        "/en/trajan/compare?n=3&" + urlencode({f"{seat}.points": 150 - seat for seat in range(3)} | {"0.hand": 1})
    )
    expect(page.locator(".rulesets .own td b").first).to_have_text("151")
    lines = "(totals) => totals.map((total) => total.offsetHeight / parseFloat(getComputedStyle(total).fontSize))"
    assert max(page.locator(".rulesets td b").evaluate_all(lines)) < 1.5


@pytest.mark.long
@pytest.mark.parametrize(("device", "scheme", "lang"), SETTINGS)
@pytest.mark.parametrize(
    ("slug", "query"),
    [
        ("honshu", DEPENDS),
        ("honshu", TRIED),
        ("honshu", COUNTED),
        ("honshu", "n=3"),
        ("chang_cheng", TIED),
        ("chang_cheng", f"{TIED}&to=try"),
    ],
)
def test_comparison_is_accessible(browse: Browse, slug: str, query: str, device: str, scheme: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/compare?{query}", device=device, scheme=scheme)
    assert violations(page) == []
    assert page.evaluate(WIDE) == []


@pytest.mark.long
def test_winners_cells_are_one_ribbon(browse: Browse) -> None:
    page = browse(f"/en/honshu/compare?{DEPENDS}", device="desktop")
    colours = page.locator(".rulesets td.won").evaluate_all(
        "(cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor)"
    )
    # Cleo, in the third seat, wins every row except the second, which Bo wins.
    assert len(set(colours)) == 2
    assert [colours.count(colour) for colour in dict.fromkeys(colours)] == [len(colours) - 1, 1]
    boxes = page.locator(".rulesets td.won.seat-2").evaluate_all(
        "(cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON())"
    )
    assert all(one["bottom"] == other["top"] for one, other in pairwise(boxes[1:]))


LANDS = "end_card=fallow_blocks&0.name=Ann&0.map=A+A+A+Pb*/A+A+A+Mb4/F+T+T+Mb2/.+T&" + urlencode(
    {
        f"{seat}.{name}": value
        for seat in range(1, 5)
        for name, value in (("forest", seat), ("town", 4), ("blocks", 1), ("fallow", 9))
    }
)
"""Ann has two blocks that overlap, in a game of up to five players."""


def test_question_stays_on_the_screen_when_scrolled(browse: Browse) -> None:
    """With five players the table is wider than a phone."""
    page = browse(f"/en/honshu/compare?n=5&{LANDS}")
    beyond = """() => [...document.querySelectorAll(".question :is(.keys button, p)")].filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left < 0 || right > innerWidth;
    }).length"""
    expect(page.locator(".question .keys button")).to_have_count(5)
    assert page.evaluate(beyond) == 0
    page.locator(".question .whole").evaluate("e => { for (; e; e = e.parentElement) e.scrollLeft = 60; }")
    assert page.evaluate(beyond) == 0


@pytest.mark.long
def test_rule_that_changes_the_winner_breaks_no_word(browse: Browse) -> None:
    page = browse(f"/en/honshu/compare?{DEPENDS}")
    name = page.locator(".rulesets .turns .name").first
    expect(name).to_contain_text("Overlapping")
    lines = """(name) => {
      const range = document.createRange();
      const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
      range.setStart(text, text.data.indexOf("Overlapping"));
      range.setEnd(text, text.data.indexOf("Overlapping") + "Overlapping".length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }"""
    assert name.evaluate(lines) == 1
