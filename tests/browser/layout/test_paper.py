"""Printed pages: a result or a blank pad takes one side, the rules card a small one, and nothing is cut off."""

import re

import pytest
from browsing import Browse
from page_faults import WIDE_TABLES
from playwright.sync_api import Page, expect
from positions import fullest_example, slugs
from sheet_page import box_of
from shipped import SHIPPED

TEXT_TOPS = """() => [...document.querySelectorAll(".card thead tr:has(button) > *")].map((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().top;
  })"""
"""The tops of the texts in the row with the numbers of players."""
PAIR_TOPS = "pairs => pairs.map((pair) => [...pair.children].map((side) => side.getBoundingClientRect().top))"
A4_PAGE = {"width": 700, "height": 1000}
"""A4 within margins of about 12 mm, in CSS px."""
languages = pytest.mark.parametrize("lang", ["zh-Hant", "en"])


def count_sides(page: Page, paper: str, millimetres: int) -> int:
    """Return on how many sides a page is printed, given the paper and its margins."""
    margin = dict.fromkeys(("top", "right", "bottom", "left"), f"{millimetres}mm")
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, margin=margin, print_background=True)))


@pytest.mark.long
@pytest.mark.parametrize(("slug", "paper"), [*((slug, "A4") for slug in slugs()), *((slug, "A5") for slug in SHIPPED)])
def test_blank_pad_and_result_are_one_side(browse: Browse, slug: str, paper: str) -> None:
    """On A5 a finished map takes a second side."""
    page = browse("/en/", device="desktop")
    for query in (fullest_example(slug), "to=sheet&n=4"):
        page.goto(f"/zh-Hant/{slug}/score?{query}")
        map_sides = page.locator(".end-map").count() if paper == "A5" else 0
        assert count_sides(page, paper, 8) == 1 + map_sides, query


@pytest.mark.long
@languages
def test_longest_rules_take_at_most_fifteen_sheets(browse: Browse, lang: str) -> None:
    assert count_sides(browse(f"/{lang}/hansa_teutonica/rules", device="desktop"), "A4", 12) <= 15


def test_paper_shows_only_the_open_modules(browse: Browse) -> None:
    """The rules of the Eastern board are printed without those of Britannia."""
    page = browse("/en/hansa_teutonica/rules", device="desktop")
    page.locator("#module-east + details summary").click()
    page.emulate_media(media="print")
    for section, is_shown in (
        ("modules", True),
        ("module-east", True),
        ("module-east-sea", True),
        ("module-britannia", False),
    ):
        expect(page.locator(f"#{section}")).to_be_visible(visible=is_shown)
    page.locator("details.module[open]").evaluate("module => { module.open = false; }")
    for section in ("modules", "setup-modules", "module-east"):
        expect(page.locator(f"#{section}")).to_be_hidden()


def test_paper_shows_pads_and_rules_and_no_controls(browse: Browse) -> None:
    page = browse("/healthz", device="desktop", scheme="dark")
    for path, shown, hidden in (
        ("score?n=2&0.left=3&1.left=5", ["h1", "table.score-pad"], [".top", ".game-nav", ".after", ".share", "footer"]),
        ("score", ['[name="0.left"]'], [".top", ".finish", ".examples"]),
        ("rules", ["#scoring-pagodas"], [".top"]),
    ):
        page.goto(f"/en/qin/{path}")
        page.emulate_media(media="print")  # again, as a new page may reset it
        for selector in shown:
            expect(page.locator(selector)).to_be_visible()
        for selector in hidden:
            expect(page.locator(selector).first).to_be_hidden()
        scheme = page.evaluate("matchMedia('print').matches && getComputedStyle(document.documentElement).colorScheme")
        assert scheme == "light", path


@pytest.mark.short(slug="trajan", lang="zh-Hant")
@languages
@pytest.mark.parametrize("slug", slugs())
def test_rules_card_fits_a_phone_and_an_a6_side(browse: Browse, slug: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/rules")
    parts = [box_of(part) for part in page.locator(".card").all()]
    assert 1 <= len(parts) <= 2
    assert parts[0]["y"] + parts[0]["height"] <= 740
    for part in parts:
        assert part["height"] <= 740
        assert part["x"] >= 0
        assert part["x"] + part["width"] <= 360
    page.evaluate("window.print = () => {}")
    page.locator(".print").tap()
    expect(page.locator("html")).to_have_attribute("data-print", "card")
    document = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", document)) == len(parts)
    assert re.search(rb"/MediaBox \[0 0 29[78]\.?\d* 4(19|20)\.?\d*\]", document)


@pytest.mark.short(slug="trajan", lang="zh-Hant")
@languages
@pytest.mark.parametrize("slug", slugs())
def test_printed_rules_are_aligned_and_not_cut_off(browse: Browse, slug: str, lang: str) -> None:
    """Both languages begin at the same height, and so do the numbers of players on the card."""
    page = browse(f"/{lang}/{slug}/both", device="desktop")
    page.emulate_media(media="print")
    page.set_viewport_size(A4_PAGE)
    assert page.evaluate(WIDE_TABLES) == []
    assert [pair for pair in page.locator(".pair").evaluate_all(PAIR_TOPS) if pair[0] != pair[1]] == []
    if slug in SHIPPED:
        page.goto(f"/{lang}/{slug}/rules")
        page.emulate_media(media="print")
        tops = page.evaluate(TEXT_TOPS)
        assert len(tops) >= 4
        assert max(tops) - min(tops) <= 2
