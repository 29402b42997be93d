"""The smallest and the largest table of every game on a phone: fields that a finger reaches, and words that stay
whole.
"""

import os
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import Browse
from overlaps import layout_faults
from playwright.sync_api import Page, expect
from positions import scored, slugs
from sheet_page import await_layout

from scorers.registry import game
from scorers.sheet import players_entry

NAMES = {
    "en": (
        "Ann",
        "Bo",
        "Charlotte",
        "Dmitri",
        "Eve",
        "Fatima",
        "Gustav",
        "Hildegard",
        "Ivo",
        "Jana",
        "Konstantin",
        "Lu",
    ),
    "zh-Hant": ("小明", "小安", "美玲", "阿哲", "建宏", "淑芬", "志偉", "雅婷", "家豪", "怡君", "承恩", "思妤"),
}
FIELDS = "#sheet .category :is(input:not([type=hidden]), select, textarea:not(.painted), button)"
"""The fields of a sheet; a script replaces the text area of a painted board by squares."""
OUT_OF_REACH = """(fields) => fields.filter((field) => {
  const target = field.closest("label") ?? field;
  target.scrollIntoView({ block: "center", inline: "center" });
  const { x, y, width, height } = target.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return Math.min(width, height) < 43.5 || !(there && target.contains(there));
}).map((field) => field.name || field.textContent.trim())"""
"""The fields that are covered, outside the screen, or too small for a finger."""
CASES = [
    pytest.param(
        slug, size, lang, marks=[pytest.mark.long] * ((slug, size, lang) != ("hansa_teutonica", "largest", "en"))
    )
    for slug in slugs()
    for size in ("smallest", "largest")
    for lang in NAMES
]


def keep_picture(page: Page, name: str) -> None:
    """Write what the page looks like to the folder PICTURES, if that is set."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.parametrize(("slug", "size", "lang"), CASES)
def test_table_of_any_size_fits_a_phone(browse: Browse, slug: str, size: str, lang: str) -> None:
    bounds = players_entry(game(slug).sheet)
    seats = bounds.low if size == "smallest" else bounds.high
    names = NAMES[lang][:seats]
    page = browse("/healthz")
    page.set_viewport_size({"width": 360, "height": 740})
    query = urlencode(
        [("to", "sheet"), ("n", str(seats)), *((f"{seat}.name", name) for seat, name in enumerate(names))]
    )
    for kind, path in (
        ("sheet", f"score?{query}"),
        ("result", f"score?{scored(slug, names)}"),
        ("comparison", f"compare?{scored(slug, names)}"),
        ("rules", "rules"),
    ):
        page.goto(f"/{lang}/{slug}/{path}")
        await_layout(page)
        keep_picture(page, f"{kind}-{seats}-{lang}")
        if kind == "sheet":
            fields = page.locator(FIELDS).locator("visible=true")
            assert fields.count() >= 1
            assert fields.evaluate_all(OUT_OF_REACH) == []
        else:
            expect(page.locator("h1")).to_be_visible()
            assert layout_faults(page, 100) == [], kind
