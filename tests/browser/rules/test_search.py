"""The search in a browser: results while typing, by keyboard and by touch; tests/web/search tests what is found."""

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import expect
from sheet_page import touch
from waiting import wait_until


@pytest.mark.long
def test_keys_open_the_search_and_lead_to_a_result(browse: Browse) -> None:
    """In a field, a slash is only text."""
    page = browse("/en/qin/score", device="desktop")
    page.locator('[name="0.name"]').click()
    page.keyboard.press("/")
    expect(page.locator('[name="0.name"]')).to_have_value("/")
    expect(page.locator("#search")).to_be_hidden()
    page.locator("h1").click()
    page.keyboard.press("/")
    page.keyboard.insert_text("vill")  # at once, so that no more hits come when one has the focus
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


def test_first_page_and_search_page_search_while_typing(browse: Browse) -> None:
    """The address, the title and the link to the other language follow the query."""
    page = browse("/en/")
    page.locator("#search").press_sequentially("village")
    expect(page.locator("#search-found .hits li").first).to_be_visible()
    assert page.url.endswith("/en/")
    page.locator("#search").fill("")
    expect(page.locator("#search-found")).to_be_hidden()
    page.goto("/en/search")
    page.locator("#search").fill("lub")
    expect(page.locator(".hits a").first).to_contain_text("Hansa Teutonica")
    page.wait_for_url("**/en/search?q=lub")
    expect(page).to_have_title("Find a rule: lub · Tally 算分")
    page.locator('[data-twin][lang="zh-Hant"]').click()
    page.wait_for_url("**/zh-Hant/search?q=lub")
    expect(page.locator(".hits a b").first).to_have_text("城市與商會格一覽")
    page.locator("#search").fill("雙城牆會被拆掉嗎")
    expect(page.locator(".hits p").first).to_contain_text("不能被摧毀")  # the sentence with the answer
    expect(page.locator(".hits p").first).to_be_in_viewport()


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
