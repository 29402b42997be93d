"""The rules in a browser: the contents, folded modules, both languages side by side, and whole tables and words."""

import re

import pytest
from browsing import Browse
from page_faults import WIDE_TABLES
from playwright.sync_api import expect
from positions import slugs
from shipped import SHIPPED

CURRENT = ".contents [aria-current=location]"
STACKED = """() => [...document.querySelectorAll("main :is(td, th)")].filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return /^\\p{Script=Han}{2}$/u.test(cell.textContent) && text.getBoundingClientRect().height > 30;
  }).map((cell) => cell.textContent)"""
"""Words of two characters, one above the other."""
SEPARATED = """() => [...document.querySelectorAll("main .anchor")].filter((anchor) => {
    const title = document.createRange();
    title.setStart(anchor.parentNode, 0);
    title.setEndBefore(anchor);
    return anchor.getBoundingClientRect().top > title.getBoundingClientRect().bottom - 10;
  }).map((anchor) => anchor.parentNode.textContent)"""
"""Headings whose link is on a line of its own."""


def test_only_numbers_of_players_become_buttons(browse: Browse) -> None:
    """The quick reference of Magpies has a table of bids."""
    page = browse("/en/magpies/rules")
    expect(page.locator(".card thead th")).to_have_text(["Bid", "Made exactly", "Missed"])
    expect(page.locator(".card .print")).to_be_visible()  # the script has run
    expect(page.locator(".card thead button")).to_have_count(0)


def test_number_of_players_is_marked_in_all_tables(browse: Browse) -> None:
    """In both languages. The whole cell of a row is its link."""
    page = browse("/en/qin/rules")
    page.get_by_role("button", name="Players: 3").tap()
    expect(page.locator("#quick-reference .chosen")).to_have_text(["3", "19"])
    expect(page.locator("#setup-pagodas .chosen")).to_have_text(["3", "19"])
    cell = page.locator('td:has(> a[href="#absorbing"])')
    box = cell.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
    expect(page).to_have_url(re.compile("#absorbing$"))
    page.goto("/zh-Hant/qin/rules")
    expect(page.locator("#setup-pagodas .chosen")).to_have_text(["3", "19"])
    page.get_by_role("button", name="人數: 3").tap()
    expect(page.locator(".chosen")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("name", ["rules", "both"])
@pytest.mark.parametrize("slug", SHIPPED)
def test_contents_mark_the_section_being_read(browse: Browse, slug: str, name: str) -> None:
    """After scrolling and after links, up to the last section. The other language and the view of both open at the same section."""
    page = browse(f"/en/{slug}/{name}", device="desktop")
    expect(page.locator(CURRENT)).to_have_attribute("href", "#quick-reference")
    # Without the first section, whose address has no fragment in the other language.
    links = page.locator(".contents ol a").all()[1:]
    for link in (links[2], links[-4]):
        address = str(link.get_attribute("href"))
        page.evaluate("id => document.getElementById(id).scrollIntoView()", address[1:])
        expect(page.locator(CURRENT)).to_have_attribute("href", address)
        expect(page.locator(CURRENT)).to_be_in_viewport()
    for link in links[-9:]:
        address = str(link.get_attribute("href"))
        link.click()
        expect(page.locator(CURRENT)).to_have_attribute("href", address)
    if name == "rules":
        page.locator(".contents .twin").click()
        expect(page).to_have_url(re.compile(f"/zh-Hant/{slug}/rules{address}$"))
        expect(page.locator(CURRENT)).to_have_attribute("href", address)
        expect(page.locator(f"{address} :is(h2, h3)").first).to_be_in_viewport()
        page.locator('.contents a[href*="/both"]').click()
        expect(page).to_have_url(re.compile(f"/zh-Hant/{slug}/both{address}$"))


def test_contents_on_a_phone_unfold_and_fold(browse: Browse) -> None:
    page = browse("/en/trajan/rules#scoring-bonus")
    expect(page.locator(".contents .now")).to_have_text("Bonus tiles")
    summary, contents = page.locator(".contents summary"), page.locator(".contents ol").first
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.touchscreen.tap(180, 720)):
        before = page.evaluate("scrollY")
        expect(contents).to_be_hidden()
        summary.tap()
        expect(page.locator(CURRENT)).to_be_in_viewport()
        close()
        expect(contents).to_be_hidden()
        assert page.evaluate("scrollY") == before
    summary.tap()
    page.locator('.contents a[href="#senate-vote"]').tap()
    expect(contents).to_be_hidden()
    expect(page.locator("#senate-vote h3")).to_be_in_viewport()
    expect(page.locator(".contents .now")).to_have_text("The senate vote")


def test_section_begins_below_contents_without_scripts(browse: Browse) -> None:
    page = browse("/en/trajan/rules#ships", scripts=False)
    page.locator(".contents summary").tap()
    page.locator('.contents a[href="#senate-vote"]').tap()
    expect(page.locator("#senate-vote h3")).to_be_in_viewport(ratio=1)
    heading, contents = page.locator("#senate-vote h3").bounding_box(), page.locator(".contents").bounding_box()
    assert heading
    assert contents
    assert contents["y"] + contents["height"] <= heading["y"] <= 740 - heading["height"]


@pytest.mark.short(scripts=True)
@pytest.mark.parametrize("scripts", [True, False])
def test_link_to_a_rule_unfolds_its_module(browse: Browse, scripts: bool) -> None:  # noqa: FBT001
    """The table of its rules stays visible. Links from there and from elsewhere unfold it."""
    page = browse("/en/hansa_teutonica/rules#module-britannia", scripts=scripts)
    rule, fold = page.locator("#scoring-wales"), page.locator("details.module", has=page.locator("#scoring-wales"))
    expect(page.locator("#module-britannia table")).to_be_in_viewport()
    expect(fold.locator("summary")).to_contain_text("Wales, Scotland")
    expect(rule).to_be_hidden()
    page.locator('#module-britannia a[href="#scoring-wales"]').tap()
    expect(rule.locator("h3")).to_be_in_viewport()
    page.goto("/en/hansa_teutonica/rules?from=search#module-favours-tiles")
    expect(page.locator("#module-favours-tiles h3")).to_be_in_viewport()
    expect(rule).to_be_hidden()
    page.locator("#module-favours + details summary").tap()
    expect(page.locator("#module-favours-tiles")).to_be_hidden()


@pytest.mark.short(side_by_side=False)
@pytest.mark.parametrize(("device", "side_by_side"), [("phone", False), ("desktop", True)])
def test_languages_are_side_by_side_on_wide_screens(browse: Browse, device: str, side_by_side: bool) -> None:  # noqa: FBT001
    page = browse("/zh-Hant/qin/both", device=device)
    chinese, english = page.locator("#villages > [lang]").evaluate_all(
        "sides => sides.map((side) => side.getBoundingClientRect().toJSON())"
    )
    assert (chinese["y"] == english["y"]) == side_by_side
    assert (chinese["x"] + chinese["width"] <= english["x"]) == side_by_side
    assert (chinese["y"] + chinese["height"] <= english["y"]) != side_by_side


@pytest.mark.short(slug="qin")
@pytest.mark.parametrize("slug", slugs())
def test_no_table_is_cut_off_and_no_short_word_broken(browse: Browse, slug: str) -> None:
    page = browse("/healthz")
    for lang, name in (("en", "both"), ("zh-Hant", "both"), ("en", "rules"), ("zh-Hant", "rules")):
        page.goto(f"/{lang}/{slug}/{name}")
        assert name == "both" or page.evaluate(SEPARATED if lang == "en" else STACKED) == []
        for width in (960, 1024, 1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(WIDE_TABLES) == [], (lang, name, width)
