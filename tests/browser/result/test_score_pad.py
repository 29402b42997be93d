"""The score pad of a result on a phone: the names of lines stay in their column."""

import pytest
from browsing import Browse
from positions import LONG_NAME

FULL = {
    "chang_cheng": (4, "track=-12 unplayed=2 provinces=3", "events=diplomacy&events=emperors_reward"),
    "hansa_teutonica": (5, "prestige=123 book=3 markers=2 cities=4 network=9", "1.coellen=11"),
    "honshu": (5, "forest=12 town=17 lakes=5 factories.2=3 blue_yellow=3", "end_card=blue_yellow"),
    "qin": (4, "left_bird=3 left_lion=9", "match=1"),
    "trajan": (4, "points=143 hand=3 workers_camp=2 legionnaires_camp=3 trajan_tiles=1", "bonus.military=1gold&0.construction.stairs=4"),
}  # fmt: skip
"""Game -> number of players, entries of each, and entries of the table, so that every line has a working."""
OVERFLOWING = """() => [...document.querySelectorAll(".score-pad :is(th[scope=row], td:not([colspan]))")].flatMap((cell) => {
  const own = cell.getBoundingClientRect();
  const rest = [...cell.querySelectorAll(".unseen, summary, b")].find((part) => !part.matches(".unseen")) ?? cell.firstChild ?? cell;
  const text = document.createRange();
  text.selectNodeContents(rest);
  const summary = cell.querySelector("summary");
  const arrow = summary ? 11 : 0; // the arrow and its gap follow the words
  const out = [...text.getClientRects()].filter((box) => box.width && (box.right > own.right - arrow + 0.5 || box.left < own.left - 0.5));
  return out.map((box) => `${cell.textContent.trim()} ${Math.round(box.right - own.right + arrow)}`);
})"""


def full_result(slug: str, name: str) -> str:
    """Return the query of a result with every line."""
    seats, own, table = FULL[slug]
    players = "&".join(
        f"{seat}.name={name}{seat}&" + "&".join(f"{seat}.{entry}" for entry in own.split()) for seat in range(seats)
    )
    return f"n={seats}&{players}&{table}"


@pytest.mark.short(slug="chang_cheng")
@pytest.mark.parametrize("slug", FULL)
def test_row_heads_stay_within_their_cells(browse: Browse, slug: str) -> None:
    page = browse("/healthz")
    for lang in ("en", "zh-Hant"):
        page.goto(f"/{lang}/{slug}/score?{full_result(slug, LONG_NAME[:30])}")
        assert page.locator(".score-pad tbody").count() > 1
        for width in (360, 320, 412, 600):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(OVERFLOWING) == [], (lang, width)
