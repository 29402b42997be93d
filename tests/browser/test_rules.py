"""The rules in a browser: contents, both languages side by side, search, set-up and calculators."""

import re

import pytest
from browsing import Browse
from page_faults import WIDE_TABLES, page_faults, violations
from playwright.sync_api import expect
from positions import LONG_NAME, slugs
from sheet_page import touch
from shipped import SHIPPED
from waiting import wait_until

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


@pytest.mark.long
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
    """After scrolling and after links, up to the last section.

    The other language and the view of both open at the same section.
    """
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
        page.locator(".contents .twin").dispatch_event("click")  # a pointer may have to scroll to it, past the section
        expect(page).to_have_url(re.compile(f"/zh-Hant/{slug}/rules{address}$"))
        expect(page.locator(CURRENT)).to_have_attribute("href", address)
        expect(page.locator(f"{address} :is(h2, h3)").first).to_be_in_viewport()
        page.locator('.contents a[href*="/both"]').dispatch_event("click")
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


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_no_table_is_cut_off_and_no_short_word_broken(browse: Browse, slug: str) -> None:
    page = browse("/healthz")
    for lang, name in (("en", "both"), ("zh-Hant", "both"), ("en", "rules"), ("zh-Hant", "rules")):
        page.goto(f"/{lang}/{slug}/{name}")
        assert name == "both" or page.evaluate(SEPARATED if lang == "en" else STACKED) == []
        for width in (960, 1024, 1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(WIDE_TABLES) == [], (lang, name, width)


@pytest.mark.long
def test_search_opens_and_closes_without_scrolling(browse: Browse) -> None:
    page = browse("/zh-Hant/qin/rules#villages", device="desktop")
    before = page.evaluate("scrollY")
    assert before > 0
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    expect(page.locator("#search")).to_be_in_viewport()
    assert page.evaluate("scrollY") == before
    page.keyboard.insert_text("平手")  # at once, so that the hits are counted when all are there
    expect(page.locator(".hits a").first).to_have_text("平手 秦")
    expect(page.locator("#search-says")).to_contain_text(str(page.locator(".hits a").count()))
    assert page.url.endswith("/zh-Hant/qin/rules#villages")
    page.keyboard.press("Escape")
    expect(page.locator("#search")).to_be_hidden()
    assert page.evaluate("scrollY") == before


def test_tap_opens_a_result_on_the_same_page(browse: Browse) -> None:
    page = browse("/en/qin/rules#scoring")
    before = page.evaluate("scrollY")
    find = page.locator(".contents .find")
    find.tap()
    expect(page.locator("#search")).to_be_focused()
    expect(page.locator("#search")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(find).to_be_focused()
    assert page.evaluate("scrollY") == before
    find.tap()
    page.locator("#search").fill("last pagoda")
    page.locator(".hits a").first.tap()
    page.wait_for_url("**/en/qin/rules#end-last-pagoda")
    expect(page.locator("#search")).to_be_hidden()
    expect(page.locator("#end-last-pagoda")).to_be_in_viewport()


def test_search_returns_to_the_same_place_in_a_sheet(browse: Browse) -> None:
    page = browse("/en/trajan/score?to=sheet&n=3&0.points=7")
    page.evaluate("scrollTo(0, 500)")
    touch(page, ".names .find")
    expect(page.locator("#search")).to_be_focused()
    expect(page.locator("#search")).to_be_in_viewport()
    page.keyboard.insert_text("ships")  # at once, so that the hits do not change under the tap
    expect(page.locator(".hits a").first).to_be_in_viewport()
    touch(page, ".hits a >> nth=0")
    page.wait_for_url("**/en/trajan/rules#*")
    page.get_by_role("link", name="Back to the sheet").tap()
    expect(page.locator('[name="0.points"]')).to_have_value("7")
    wait_until(page, "Math.abs(scrollY - 500) < 2")


@pytest.mark.long
@pytest.mark.parametrize(("device", "scheme", "lang"), [("phone", "light", "zh-Hant"), ("desktop", "dark", "en")])
def test_results_are_accessible(browse: Browse, device: str, scheme: str, lang: str) -> None:
    page = browse(f"/{lang}/trajan/rules", device=device, scheme=scheme)
    page.keyboard.press("/")
    for query in ("Trajan", "順時針", "clockwise", "xyzzy"):
        page.locator("#search").fill("")
        expect(page.locator("#search-found a")).to_have_count(0)
        page.locator("#search").fill(query)
        expect(page.locator("#search-found a").first).to_be_visible()
        assert violations(page, ".finder") == []
    page.goto(f"/{lang}/search?q=clockwise&game=trajan")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize("slug", SHIPPED)
def test_set_up_is_accessible_with_a_number_chosen(browse: Browse, slug: str) -> None:
    page = browse(f"/zh-Hant/{slug}/setup?n=3", scheme="dark")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


FILLED = {
    "chang_cheng/help/province": "walls.0=2&walls.1=1",
    "hansa_teutonica/help/route": "player=A&offices.one=AB",
    "honshu/help/trick": "cards.0=1&cards.1=2&cards.2=1",
    "qin/help/province": "squares=1&touched.0=4&touched.1=2",
    "qin/help/village": "pagodas.0=1&pagodas.1=2&holder=A",
    "trajan/help/ships": "cards.oil=2&wild=1",
    "trajan/help/demands": "demands.bread=2&forum.bread=1",
}
ANSWERS = {
    "qin/help/province": FILLED["qin/help/province"],
    "trajan/help/demands": "forum.bread=1",
    "honshu/help/trick": "",
}
"""An answer, a fault, and the request to fill in something."""


@pytest.mark.long
@pytest.mark.parametrize(("path", "query"), FILLED.items())
def test_calculator_is_accessible(browse: Browse, path: str, query: str) -> None:
    names = "&".join(f"{seat}.name={LONG_NAME}" for seat in range(4))
    page = browse(f"/zh-Hant/{path}?{query}&ask=1")
    assert page_faults(page, "phone") == []
    page.goto(f"/en/{path}?n=4&{names}&{query}&ask=1")
    assert page_faults(page, "phone") == []


@pytest.mark.long
@pytest.mark.parametrize(("path", "query"), ANSWERS.items())
@pytest.mark.parametrize("scripts", [True, False])
def test_answer_is_focused_when_requested(browse: Browse, path: str, query: str, scripts: bool) -> None:  # noqa: FBT001
    page = browse(f"/en/{path}?{query}", scripts=scripts)
    if scripts:
        assert page.evaluate("document.activeElement === document.body")
    page.get_by_role("button", name="Show result").press("Enter")
    page.wait_for_url("**ask=1**")
    expect(page.locator("#answer:focus")).to_be_in_viewport()
    expect(page.locator("#answer")).not_to_be_empty()


@pytest.mark.short(scripts=True)
@pytest.mark.parametrize("scripts", [True, False])
def test_sheet_opens_a_calculator_for_its_players(browse: Browse, scripts: bool) -> None:  # noqa: FBT001
    page = browse("/en/honshu/score?n=3&to=sheet", scripts=scripts)
    page.locator('[name="0.name"]').fill("Ann")
    page.locator('[name="1.name"]').fill("小明")
    page.locator('[name="0.forest"]').fill("3")
    page.locator(".below summary", has_text="Help").click()
    page.get_by_role("button", name="Resolve a trick").click()
    page.wait_for_url("**/help/trick?n=3&0.name=Ann&1.name=*")
    expect(page.locator(".heads bdi")).to_have_text(["Ann", "小明", ""])
    for seat, card in enumerate((14, 51, 22)):
        page.locator(f"[name='cards.{seat}']").fill(str(card))
    page.get_by_role("button", name="Show result").click()
    expect(page.get_by_role("region", name="小明 takes order card 1 and picks first.")).to_be_focused()
    expect(page.locator(".heads bdi")).to_have_text(["Ann", "小明", ""])
    if scripts:
        page.locator('.game-nav a[href*="0.forest=3"]').click()  # as soon as the entries are in the link
        expect(page.locator('[name="0.forest"]')).to_have_value("3")


@pytest.mark.long
def test_rules_open_a_calculator_for_the_same_players(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&to=sheet&1.name=Bo&1.colour=purple")
    page.locator('[name="0.name"]').fill("Ann")
    page.locator(".game-nav a", has_text="Rules").click()
    calculator = page.locator(".calculators").get_by_role("link", name="Who holds a village?")
    expect(calculator).to_have_attribute("href", re.compile("0.name=Ann"))
    calculator.click()
    page.wait_for_url("**/help/village?**")
    expect(page.locator(".heads bdi")).to_have_text(["Ann", "Bo", ""])
    expect(page.locator("body.c1-purple")).to_be_visible()
    expect(page.get_by_label("Whose pagoda stands on it").locator("option")).to_have_text(
        ["Nobody's", "Ann", "Bo", "C"]
    )


@pytest.mark.long
def test_offices_are_tapped_instead_of_typed(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/help/route?n=3&0.name=Ann&1.name=Bo")
    row = page.locator(".row", has=page.locator("[name='offices.one']"))
    box = row.locator("input")
    for name in ("Add Bo", "Add Ann", "Add Ann", "Remove the last one", "Add C"):
        row.get_by_role("button", name=name).tap()
    expect(box).to_have_value("BAC")
    expect(row.get_by_role("status")).to_have_text("B A C")
    expect(page.locator("[name='offices.other']")).to_have_value("")
    assert page_faults(page, "phone") == []
    page.get_by_role("button", name="Show result").tap()
    expect(page.locator(".answer h2")).to_have_text("Prestige at once: C 1.")
    expect(box).to_have_value("BAC")
    page.goto("/en/hansa_teutonica/help/route?offices.one=aabbccdde&ask=1")  # nine offices fit as they were typed
    expect(box).to_have_value("aabbccdde")
    assert box.evaluate("(box) => [box.scrollWidth <= box.clientWidth, getComputedStyle(box).textTransform]") == [
        True,
        "none",
    ]
