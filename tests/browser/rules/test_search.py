"""The search in a real browser: results as one types, by keyboard and by touch."""

from collections.abc import Callable

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from waiting import wait_until

Browse = Callable[..., Page]


FOUND = (
    ("zh-Hant", "城門", "塔樓 長城"),
    ("zh-Hant", "萬里長城", "速查 長城"),
    ("zh-Hant", "萬里長城 塔樓", "塔樓 長城"),
    ("zh-Hant", "漢撒同盟", "速查 漢薩同盟"),
    ("zh-Hant", "辦公室", "規則用語 漢薩同盟"),
    ("zh-Hant", "湖泊計分", "湖泊 本州"),
    ("en", "Honshu lake scoring", "Lakes Honshu"),
    ("zh-Hant", "大形省區", "大型省區 秦"),
    ("en", "the great wall", "Quick reference Chang Cheng"),
)
"""Other names that players type, and the rule that comes first."""


def hits(page: Page) -> list[str]:
    """The headings that are shown as found."""
    return page.locator(".hits a b").all_inner_texts()


def test_slash_opens_the_search_and_results_come_as_one_types(browse: Browse) -> None:
    page = browse("/zh-Hant/qin/rules", device="desktop")
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("平手")
    expect(page.locator(".hits a").first).to_have_text("平手 秦")
    expect(page.locator("#search-says")).to_contain_text(str(page.locator(".hits a").count()))
    assert page.url.endswith("/zh-Hant/qin/rules")


@pytest.mark.long
def test_arrows_move_among_the_results_and_enter_opens_one(browse: Browse) -> None:
    page = browse("/en/qin/score", device="desktop")
    page.keyboard.press("/")
    page.keyboard.type("vill")
    results = page.locator(".hits a")
    expect(results.first).to_contain_text("Villages")
    page.keyboard.press("ArrowDown")
    expect(results.nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/qin/rules#villages")
    expect(page.locator("#villages")).to_be_in_viewport()


@pytest.mark.long
def test_aliases_and_loose_words_lead_to_the_rule(browse: Browse) -> None:
    page = browse("/zh-Hant/search")
    for lang, query, first in FOUND:
        if f"/{lang}/" not in page.url:
            page.goto(f"/{lang}/search")
        page.locator("#search").fill(query)
        expect(page.locator(".hits a").first).to_have_text(first)
    page.locator("#search").fill("Trajan grey action cube demand")
    expect(page.locator("#search-says")).to_contain_text("Ignored: “grey”, “demand”.")
    assert "The people's demands" in hits(page)[:3]


def test_escape_closes_the_search_where_one_was_reading(browse: Browse) -> None:
    page = browse("/en/qin/rules#villages", device="desktop")
    before = page.evaluate("scrollY")
    assert before > 0
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_in_viewport()
    assert page.evaluate("scrollY") == before
    page.keyboard.type("tie")
    page.keyboard.press("Escape")
    expect(page.locator("#search")).to_be_hidden()
    assert page.evaluate("scrollY") == before


def test_a_slash_in_a_field_is_a_slash(browse: Browse) -> None:
    page = browse("/en/qin/score", device="desktop")
    page.locator('[name="0.name"]').click()
    page.keyboard.press("/")
    expect(page.locator('[name="0.name"]')).to_have_value("/")
    expect(page.locator("#search")).to_be_hidden()


def test_a_thumb_opens_a_result_of_the_page_one_is_on(browse: Browse) -> None:
    page = browse("/en/qin/rules")
    page.locator(".finder summary").tap()
    expect(page.locator("#search")).to_be_focused()
    page.locator("#search").fill("last pagoda")
    page.locator(".hits a").first.tap()
    page.wait_for_url("**/en/qin/rules#end-last-pagoda")
    expect(page.locator("#search")).to_be_hidden()
    expect(page.locator("#end-last-pagoda")).to_be_in_viewport()


def test_a_thumb_reaches_the_search_from_where_one_is_reading(browse: Browse) -> None:
    page = browse("/en/qin/rules#scoring")
    before = page.evaluate("scrollY")
    find = page.locator(".contents .find")
    find.tap()
    expect(page.locator("#search")).to_be_focused()
    expect(page.locator("#search")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(find).to_be_focused()
    assert page.evaluate("scrollY") == before


def touch(page: Page, selector: str) -> None:
    """Tap where an element is seen; `tap` would scroll what sticks into view, which nobody's thumb does."""
    box = page.locator(selector).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_search_from_deep_in_a_sheet_comes_back_to_the_spot(browse: Browse) -> None:
    page = browse("/en/trajan/score?to=sheet&n=3&0.points=7")
    page.evaluate("scrollTo(0, 500)")
    touch(page, ".names .find")
    expect(page.locator("#search")).to_be_focused()
    expect(page.locator("#search")).to_be_in_viewport()
    page.keyboard.insert_text("ships")  # at once: hits of each letter would change under the thumb
    expect(page.locator(".hits a").first).to_be_in_viewport()
    touch(page, ".hits a >> nth=0")
    page.wait_for_url("**/en/trajan/rules#*")
    page.get_by_role("link", name="Back to the sheet").tap()
    expect(page.locator('[name="0.points"]')).to_have_value("7")
    wait_until(page, "Math.abs(scrollY - 500) < 2")


def test_without_a_script_the_search_is_a_link_from_where_one_is_reading(browse: Browse) -> None:
    page = browse("/en/qin/rules#scoring", scripts=False)
    page.locator(".contents .find").tap()
    page.wait_for_url("**/en/search?game=qin")


def test_the_search_page_keeps_its_address_title_and_twin_in_step(browse: Browse) -> None:
    page = browse("/en/search")
    page.locator("#search").fill("lub")
    expect(page.locator(".hits a").first).to_contain_text("Hansa Teutonica")
    page.wait_for_url("**/en/search?q=lub")
    expect(page).to_have_title("Find a rule: lub · Tally 算分")
    page.locator('[data-twin][lang="zh-Hant"]').click()
    page.wait_for_url("**/zh-Hant/search?q=lub")
    assert hits(page)[0] == "城市與商會格一覽"


def test_without_a_script_the_form_asks(browse: Browse) -> None:
    page = browse("/en/qin/rules", scripts=False)
    page.locator(".finder summary").click()
    page.locator("#search").fill("ties")
    page.get_by_role("button", name="Search").click()
    assert page.url.endswith("/en/search?q=ties&game=qin")
    assert hits(page)[0] == "Ties"


@pytest.mark.long
@pytest.mark.parametrize(("device", "scheme", "lang"), [("phone", "light", "zh-Hant"), ("desktop", "dark", "en")])
def test_the_results_are_for_everyone(browse: Browse, device: str, scheme: str, lang: str) -> None:
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


@pytest.mark.short(answer="不能被摧毀")
@pytest.mark.parametrize(
    ("lang", "query", "answer"),
    [
        ("en", "Chang Cheng first turn only one wall", "you may only place 1 single wall"),
        ("zh-Hant", "雙城牆會被拆掉嗎", "不能被摧毀"),
    ],
)
def test_first_hit_shows_the_sentence_that_answers(browse: Browse, lang: str, query: str, answer: str) -> None:
    page = browse(f"/{lang}/search")
    page.locator("#search").fill(query)
    expect(page.locator(".hits p").first).to_contain_text(answer)
    expect(page.locator(".hits p").first).to_be_in_viewport()
