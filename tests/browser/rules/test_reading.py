"""Reading the rules in a real browser: the card on one screen and one sheet, contents that follow, and both languages side by side."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from positions import slugs

Browse = Callable[..., Page]

CURRENT = ".contents [aria-current=location]"
CUT = """() => [...document.querySelectorAll("main .scroll")]
  .filter((table) => table.scrollWidth > table.clientWidth).map((table) => table.closest("section").id)"""
"""Where a table is wider than its place."""
A4_INSIDE = {"width": 700, "height": 1000}
"""A sheet of A4 within margins of about 12 mm."""
UPRIGHT = """() => [...document.querySelectorAll("main :is(td, th)")].filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return /^\\p{Script=Han}{2}$/u.test(cell.textContent) && text.getBoundingClientRect().height > 30;
  }).map((cell) => cell.textContent)"""
"""Words of two characters that stand one above the other."""
ALONE = """() => [...document.querySelectorAll("main .anchor")].filter((anchor) => {
    const title = document.createRange();
    title.setStart(anchor.parentNode, 0);
    title.setEndBefore(anchor);
    return anchor.getBoundingClientRect().top > title.getBoundingClientRect().bottom - 10;
  }).map((anchor) => anchor.parentNode.textContent)"""
"""Headings whose link stands on a line of its own."""
LINES = """() => [...document.querySelectorAll(".card thead tr:has(button) > *")].map((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().top;
  })"""
"""Where the texts begin in the row that has the numbers of players."""
languages = pytest.mark.parametrize("lang", ["zh-Hant", "en"])


def pages(pdf: bytes) -> int:
    """The number of pages of a printed document."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_the_card_can_be_read_without_scripts(browse: Browse) -> None:
    page = browse("/en/qin/rules", scripts=False)
    expect(page.locator("#quick-reference thead th").first).to_be_visible()
    expect(page.locator("#quick-reference th").nth(2)).to_have_text("3")
    expect(page.locator("#quick-reference button")).to_be_hidden()


def test_a_number_of_players_is_marked_in_every_table_that_goes_by_it(browse: Browse) -> None:
    page = browse("/en/qin/rules")
    page.get_by_role("button", name="Players: 3").tap()
    expect(page.locator("#quick-reference .chosen")).to_have_text(["3", "19"])
    expect(page.locator("#setup-pagodas .chosen")).to_have_text(["3", "19"])
    page.goto("/zh-Hant/qin/rules")
    expect(page.locator("#setup-pagodas .chosen")).to_have_text(["3", "19"])
    page.get_by_role("button", name="人數: 3").tap()
    expect(page.locator(".chosen")).to_have_count(0)


@pytest.mark.long
@languages
@pytest.mark.parametrize("name", ["rules", "both"])
def test_the_contents_mark_the_section_that_is_read(browse: Browse, lang: str, name: str) -> None:
    page = browse(f"/{lang}/trajan/{name}", device="desktop")
    expect(page.locator(CURRENT)).to_have_attribute("href", "#quick-reference")
    for section in ("ships", "scoring-bonus", "demands"):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
        expect(page.locator(CURRENT)).to_have_attribute("href", f"#{section}")
        expect(page.locator(CURRENT)).to_be_in_viewport()
    page.locator('.contents a[href="#disputed-centre-tile"]').click()
    expect(page.locator(CURRENT)).to_have_attribute("href", "#disputed-centre-tile")


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_what_is_chosen_in_the_contents_is_marked_to_the_end_of_the_page(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/rules", device="desktop")
    # The first section is the beginning of the page, which the other language needs no mark for.
    for link in page.locator(".contents ol a").all()[1:][-9:]:
        address = link.get_attribute("href")
        link.click()
        expect(page.locator(CURRENT)).to_have_attribute("href", str(address))
        expect(page.locator(".contents .twin")).to_have_attribute("href", re.compile(f"/zh-Hant/{slug}/rules{address}$"))


def test_on_a_phone_the_contents_stay_at_hand_and_fold_away(browse: Browse) -> None:
    page = browse("/en/trajan/rules#ships")
    expect(page.locator(".contents .now")).to_have_text("Ships")
    expect(page.locator(".contents ol").first).to_be_hidden()
    page.locator(".contents summary").tap()
    page.locator('.contents a[href="#senate-vote"]').tap()
    expect(page.locator(".contents ol").first).to_be_hidden()
    expect(page.locator("#senate-vote h3")).to_be_in_viewport()
    expect(page.locator(".contents .now")).to_have_text("The senate vote")


def test_contents_on_a_phone_open_at_the_section_being_read(browse: Browse) -> None:
    page = browse("/en/trajan/rules#scoring-bonus")
    expect(page.locator(".contents .now")).to_have_text("Bonus tiles")
    summary, contents = page.locator(".contents summary"), page.locator(".contents ol").first
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.touchscreen.tap(180, 720)):
        before = page.evaluate("scrollY")
        summary.tap()
        expect(page.locator(CURRENT)).to_be_in_viewport()
        close()
        expect(contents).to_be_hidden()
        assert page.evaluate("scrollY") == before


def test_without_scripts_what_is_chosen_stands_below_the_contents(browse: Browse) -> None:
    page = browse("/en/trajan/rules#ships", scripts=False)
    page.locator(".contents summary").tap()
    page.locator('.contents a[href="#senate-vote"]').tap()
    expect(page.locator("#senate-vote h3")).to_be_in_viewport(ratio=1)
    heading, contents = page.locator("#senate-vote h3").bounding_box(), page.locator(".contents").bounding_box()
    assert heading
    assert contents
    assert contents["y"] + contents["height"] <= heading["y"] <= 740 - heading["height"]


@pytest.mark.long
def test_the_place_is_kept_when_the_language_or_the_view_is_changed(browse: Browse) -> None:
    page = browse("/en/trajan/rules#ships", device="desktop")
    expect(page.locator(CURRENT)).to_have_attribute("href", "#ships")
    page.locator(".contents .twin").click()
    expect(page).to_have_url(re.compile("/zh-Hant/trajan/rules#ships$"))
    expect(page.locator("#ships h3")).to_be_in_viewport()
    expect(page.locator(CURRENT)).to_have_attribute("href", "#ships")
    page.locator('.contents a[href*="/both"]').click()
    expect(page).to_have_url(re.compile("/zh-Hant/trajan/both#ships$"))


@pytest.mark.short(beside=False)
@pytest.mark.parametrize(("device", "beside"), [("phone", False), ("desktop", True)])
def test_both_languages_stand_beside_each_other_where_there_is_room(browse: Browse, device: str, beside: bool) -> None:  # noqa: FBT001
    page = browse("/zh-Hant/qin/both", device=device)
    chinese, english = page.locator("#villages > [lang]").evaluate_all(
        "sides => sides.map((side) => side.getBoundingClientRect().toJSON())"
    )
    assert (chinese["y"] == english["y"]) == beside
    assert (chinese["x"] + chinese["width"] <= english["x"]) == beside
    assert (chinese["y"] + chinese["height"] <= english["y"]) != beside


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_no_table_is_cut_off(browse: Browse, slug: str) -> None:
    page = browse("/healthz", device="desktop")
    wide = {}
    for path in (f"/en/{slug}/both", f"/zh-Hant/{slug}/both", f"/en/{slug}/rules", f"/zh-Hant/{slug}/rules"):
        page.goto(path)
        for width in (360, 960, 1024, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            wide[path, width] = page.evaluate(CUT)
    assert {at: cut for at, cut in wide.items() if cut} == {}


@pytest.mark.short(slug="honshu")
@pytest.mark.parametrize("slug", slugs())
def test_on_a_phone_no_short_word_is_torn(browse: Browse, slug: str) -> None:
    page = browse(f"/zh-Hant/{slug}/rules")
    assert page.evaluate(UPRIGHT) == []
    page.goto(f"/en/{slug}/rules")
    assert page.evaluate(ALONE) == []


def test_a_row_of_the_card_can_be_tapped_beside_its_words(browse: Browse) -> None:
    page = browse("/en/qin/rules")
    cell = page.locator('td:has(> a[href="#absorbing"])')
    box = cell.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
    expect(page).to_have_url(re.compile("#absorbing$"))
