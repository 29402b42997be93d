"""Reading the rules in a real browser: the card on one screen and one sheet, contents that follow, and both languages side by side."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorers import slugs

Browse = Callable[..., Page]

CURRENT = ".contents [aria-current=location]"
languages = pytest.mark.parametrize("lang", ["zh-Hant", "en"])


def pages(pdf: bytes) -> int:
    """The number of pages of a printed document."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@languages
@pytest.mark.parametrize("slug", slugs())
def test_the_card_fits_one_screen_of_a_phone_and_one_a6_side(browse: Browse, slug: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/rules")
    card = page.locator("#quick-reference").bounding_box()
    assert card
    assert card["y"] + card["height"] <= 740
    assert card["x"] >= 0
    assert card["x"] + card["width"] <= 360
    page.evaluate("window.print = () => {}")
    page.locator(".print").tap()
    printed = page.pdf(prefer_css_page_size=True)
    assert pages(printed) == 1
    assert re.search(rb"/MediaBox \[0 0 29[78]\.?\d* 4(19|20)\.?\d*\]", printed)


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


def test_on_a_phone_the_contents_stay_at_hand_and_fold_away(browse: Browse) -> None:
    page = browse("/en/trajan/rules#ships")
    expect(page.locator(".contents .now")).to_have_text("Ships")
    expect(page.locator(".contents ol").first).to_be_hidden()
    page.locator(".contents summary").tap()
    page.locator('.contents a[href="#senate-vote"]').tap()
    expect(page.locator(".contents ol").first).to_be_hidden()
    expect(page.locator("#senate-vote h3")).to_be_in_viewport()
    expect(page.locator(".contents .now")).to_have_text("The senate vote")


def test_the_place_is_kept_when_the_language_or_the_view_is_changed(browse: Browse) -> None:
    page = browse("/en/trajan/rules#ships", device="desktop")
    expect(page.locator(CURRENT)).to_have_attribute("href", "#ships")
    page.locator(".contents .twin").click()
    expect(page).to_have_url(re.compile("/zh-Hant/trajan/rules#ships$"))
    expect(page.locator("#ships h3")).to_be_in_viewport()
    page.locator('.contents a[href*="/both"]').click()
    expect(page).to_have_url(re.compile("/zh-Hant/trajan/both#ships$"))


@pytest.mark.parametrize(("device", "beside"), [("phone", False), ("desktop", True)])
def test_both_languages_stand_beside_each_other_where_there_is_room(browse: Browse, device: str, beside: bool) -> None:  # noqa: FBT001
    page = browse("/zh-Hant/qin/both", device=device)
    chinese, english = (page.locator(f"#villages [lang={lang}]").bounding_box() for lang in ("zh-Hant", "en"))
    assert chinese
    assert english
    assert (chinese["y"] == english["y"]) == beside
    assert (chinese["x"] + chinese["width"] <= english["x"]) == beside
    assert (chinese["y"] + chinese["height"] <= english["y"]) != beside
