"""Large text on a phone: nothing leaves the page sideways or lies on anything else, whichever page it is."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from overlaps import layout_faults
from playwright.sync_api import Page, expect
from positions import fullest_example, slugs
from waiting import wait_until

from scorers.registry import game
from scorers.sheet import players_entry

Browse = Callable[..., Page]

PERCENTS = (130, 150, 200)
NAMES = {"en": ("Ann", "Bo", "Charlotte", "Dmitri", "Eve"), "zh-Hant": ("小明", "小安", "美玲", "阿哲", "建宏")}
KEYPAD = ".category input.in[inputmode]:visible, .counts-part input.in:visible"
DRAWN = """new Promise((done) => {
  const wait = (frames) => requestAnimationFrame(() => (frames ? wait(frames - 1) : done(true)));
  wait(2);
})"""
"""Settles when the page was drawn at a new size, and again after what watches sizes has changed it."""
WHOLE = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const box = element.getBoundingClientRect();
  return [...range.getClientRects()].every(({ right, bottom }) => right <= box.right + 1 && bottom <= box.bottom + 6);
}"""
"""Whether every line of an element's text lies inside its box; a line may reach out by the foot of its letters."""
PAGES = ("", "scorebook", "search?q=tie", "about")


def with_names(slug: str, lang: str) -> str:
    """The query of an empty sheet with as many players as can play, up to five, and everyday names."""
    seats = min(players_entry(game(slug).sheet).high, 5)
    return urlencode([("to", "sheet"), ("n", str(seats)), *((f"{seat}.name", NAMES[lang][seat]) for seat in range(seats))])


def faults_at_each_size(page: Page, act: Callable[[], object] = lambda: None) -> dict[int, list[str]]:
    """What is wrong at each text size; `act` is done at the first."""
    faults = {}
    for percent in PERCENTS:
        page.evaluate("(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
        wait_until(page, DRAWN)
        if percent == PERCENTS[0]:
            act()
        faults[percent] = layout_faults(page, percent)
    return {percent: there for percent, there in faults.items() if there}


@pytest.mark.short(lang="en", slug="trajan")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize("slug", slugs())
def test_large_text_fits_an_empty_sheet_and_its_setup(browse: Browse, slug: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/score?{with_names(slug, lang)}")
    assert faults_at_each_size(page) == {}
    assert faults_at_each_size(page, lambda: page.locator(".table > summary").tap()) == {}


@pytest.mark.short(lang="zh-Hant", slug="chang_cheng")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize("slug", slugs())
def test_large_text_fits_a_full_sheet_and_the_keypad(browse: Browse, slug: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/score?to=sheet&{fullest_example(slug)}")
    assert faults_at_each_size(page) == {}
    page.goto(f"/{lang}/{slug}/score?{with_names(slug, lang)}")

    def open_keypad() -> None:
        page.locator(KEYPAD).first.tap()
        expect(page.locator(".keypad")).to_be_visible()

    assert faults_at_each_size(page, open_keypad) == {}


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_large_text_leaves_the_keypads_name_whole(browse: Browse, lang: str) -> None:
    page = browse(f"/{lang}/trajan/score?{with_names('trajan', lang)}")
    page.locator('[name="2.legionnaires_camp"]').tap()
    label = page.locator(".keypad p > b")
    for percent in (100, *PERCENTS):
        page.evaluate("(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
        wait_until(page, DRAWN)
        expect(label).to_contain_text(NAMES[lang][2])
        assert label.evaluate(WHOLE), percent
        assert label.locator("bdi").evaluate("(bdi) => bdi.scrollWidth <= bdi.clientWidth"), percent  # both are 0 in a line of text


@pytest.mark.short(slug="qin", lang="zh-Hant")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize("slug", slugs())
def test_large_text_fits_a_result_and_a_comparison(browse: Browse, slug: str, lang: str) -> None:
    page = browse("/healthz")
    for kind in ("score", "compare"):
        page.goto(f"/{lang}/{slug}/{kind}?{fullest_example(slug)}")
        assert faults_at_each_size(page) == {}, kind


@pytest.mark.short(lang="en", slug="honshu")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize("slug", slugs())
def test_large_text_fits_the_rules(browse: Browse, slug: str, lang: str) -> None:
    page = browse("/healthz")
    for kind in ("rules", "both", "terms"):
        page.goto(f"/{lang}/{slug}/{kind}")
        assert faults_at_each_size(page) == {}, kind


@pytest.mark.short(path="", lang="en")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize("path", PAGES)
def test_large_text_fits_pages_of_no_game(browse: Browse, path: str, lang: str) -> None:
    assert faults_at_each_size(browse(f"/{lang}/{path}")) == {}


def test_narrow_columns_give_way_to_one_player_at_a_time(browse: Browse) -> None:
    page = browse(f"/en/hansa_teutonica/score?{with_names('hansa_teutonica', 'en')}")
    expect(page.locator('[name="1.prestige"]')).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '150%'")
    expect(page.get_by_role("heading", name="Ann's score")).to_be_visible()
    expect(page.locator('[name="1.prestige"]')).to_be_hidden()
    page.evaluate("document.documentElement.style.fontSize = ''")
    expect(page.locator('[name="1.prestige"]')).to_be_visible()
    expect(page.locator(".owner")).to_be_hidden()
