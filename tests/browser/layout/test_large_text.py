"""Large text on a phone: on no page is anything wider than the page or on top of something else."""

from urllib.parse import urlencode

import pytest
from browsing import Browse
from overlaps import layout_faults
from playwright.sync_api import Page, expect
from positions import fullest_example, slugs
from sheet_page import await_layout

from scorers.entries import Counts, EntryList, Number, PerSeat, Records, entries_of
from scorers.registry import game
from scorers.sheet import players_entry

PERCENTS = (130, 150, 200)
NAMES = {"en": ("Ann", "Bo", "Charlotte", "Dmitri", "Eve"), "zh-Hant": ("小明", "小安", "美玲", "阿哲", "建宏")}
KEYPAD = ".category input.in[inputmode]:visible, .counts-part input.in:visible"
IS_WHOLE = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const box = element.getBoundingClientRect();
  return [...range.getClientRects()].every(({ right, bottom }) => right <= box.right + 1 && bottom <= box.bottom + 6);
}"""
"""Whether all lines of a text are inside the box of its element, except for descenders."""
SHORT = {
    "sheet": ("trajan", "en"),
    "keypad": ("chang_cheng", "zh-Hant"),
    "result": ("qin", "zh-Hant"),
    "rules": ("honshu", "en"),
}
"""Kind of pages -> the game and the language that `make test` checks."""
CASES = [
    *(
        pytest.param(kind, slug, lang, marks=[pytest.mark.long] * ((slug, lang) != SHORT[kind]))
        for kind in SHORT
        for slug in slugs()
        for lang in NAMES
    ),
    *(pytest.param("home", "", lang, marks=[pytest.mark.long] * (lang != "en")) for lang in NAMES),
]


def has_numbers(slug: str) -> bool:
    """Return whether a sheet of the game has any number, and not only boards."""
    sheet = entries_of(game(slug).sheet)
    asked = [
        *entries_of(players_entry(game(slug).sheet).of).values(),
        *(one for name, one in sheet.items() if name != "players"),
    ]
    return any(isinstance(one, Number | Counts | EntryList | PerSeat | Records) for one in asked)


def list_pages(kind: str, slug: str, lang: str) -> list[tuple[str, str]]:
    """Return the pages of a kind, each with the element to tap there."""
    if kind == "home":
        return [(path, "") for path in ("", "scorebook", "search?q=tie", "about")]
    seats = min(players_entry(game(slug).sheet).high, 5)
    names = urlencode(
        [("to", "sheet"), ("n", str(seats)), *((f"{seat}.name", NAMES[lang][seat]) for seat in range(seats))]
    )
    full = fullest_example(slug)
    return {
        "sheet": [(f"{slug}/score?{names}", ""), (f"{slug}/score?{names}", ".table > summary")],
        "keypad": [
            (f"{slug}/score?to=sheet&{full}", ""),
            *([(f"{slug}/score?{names}", KEYPAD)] if has_numbers(slug) else []),
        ],
        "result": [(f"{slug}/score?{full}", ""), (f"{slug}/compare?{full}", "")],
        "rules": [(f"{slug}/{name}", "") for name in ("rules", "both", "terms")],
    }[kind]


def set_text_size(page: Page, percent: int) -> None:
    """Set the size of all text, and wait until the page was drawn in it."""
    page.evaluate("(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
    await_layout(page)


@pytest.mark.parametrize(("kind", "slug", "lang"), CASES)
def test_large_text_fits_every_page(browse: Browse, kind: str, slug: str, lang: str) -> None:
    page = browse("/healthz")
    for path, target in list_pages(kind, slug, lang):
        page.goto(f"/{lang}/{path}")
        faults = {}
        for percent in PERCENTS:
            set_text_size(page, percent)
            if target and percent == PERCENTS[0]:
                page.locator(target).first.tap()
                expect(page.locator(".keypad" if target == KEYPAD else ".table[open]")).to_be_visible()
            faults[percent] = layout_faults(page, percent)
        assert {percent: there for percent, there in faults.items() if there} == {}, path


@pytest.mark.short(lang="en")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_large_text_fits_the_label_of_the_keypad(browse: Browse, lang: str) -> None:
    names = urlencode([(f"{seat}.name", name) for seat, name in enumerate(NAMES[lang][:4])])
    page = browse(f"/{lang}/trajan/score?to=sheet&n=4&{names}")
    page.locator('[name="2.legionnaires_camp"]').tap()
    label = page.locator(".keypad p > b")
    for percent in (100, *PERCENTS):
        set_text_size(page, percent)
        expect(label).to_contain_text(NAMES[lang][2])
        assert label.evaluate(IS_WHOLE), percent
        assert label.locator("bdi").evaluate("(bdi) => bdi.scrollWidth <= bdi.clientWidth"), (
            percent
        )  # both are 0 for an inline element


def test_sheet_with_narrow_columns_shows_one_player(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?to=sheet&n=5&0.name=Ann")
    expect(page.locator('[name="1.prestige"]')).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '150%'")
    expect(page.get_by_role("heading", name="Ann's score")).to_be_visible()
    expect(page.locator('[name="1.prestige"]')).to_be_hidden()
    page.evaluate("document.documentElement.style.fontSize = ''")
    expect(page.locator('[name="1.prestige"]')).to_be_visible()
    expect(page.locator(".owner")).to_be_hidden()
