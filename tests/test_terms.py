"""The terms of a game stand in the order of the reader's language."""

import pytest
from proofreader import Page, Proofreader, words
from shipped import SHIPPED

from scorers.registry import folder, slugs
from scorers.trajan.bonus import TILES
from web.search_text import fold


def listed(page: Page) -> list[str]:
    """The terms of a page, in its order."""
    return [words(cell) for cell in page.all("th", scope="row")]


@pytest.mark.parametrize("slug", slugs())
def test_terms_in_english_are_in_alphabetical_order(client: Proofreader, slug: str) -> None:
    terms = listed(client.get(f"/en/{slug}/terms"))
    assert [fold(term) for term in terms] == sorted(map(fold, terms))
    assert len(terms) > 1 or slug not in SHIPPED


def test_terms_in_chinese_are_in_the_order_of_their_strokes(client: Proofreader) -> None:
    strokes = {"草地": 10, "水域": 4, "寶塔": 20, "村莊": 7, "大型省區": 3, "鳥面": 11, "省區": 9, "版圖": 8}
    terms = [term for term in listed(client.get("/zh-Hant/qin/terms")) if term in strokes]
    assert terms == sorted(strokes, key=strokes.__getitem__)


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_term_stands_beside_the_picture_of_its_piece(client: Proofreader, slug: str) -> None:
    drawn = {file.stem for file in (folder(slug) / "pieces").glob("*.svg")}
    rows = client.get(f"/en/{slug}/terms").all("tr")
    pictured = {row.get("id") for row in rows if any(part.get("class") == "picture" for part in row.iter())}
    tiles = set(TILES) if slug == "trajan" else set()
    assert len(pictured) >= 8
    assert drawn == pictured | tiles, "every drawing belongs to a term or to a tile of the sheet"


@pytest.mark.parametrize("slug", slugs())
def test_both_languages_list_the_same_terms(client: Proofreader, slug: str) -> None:
    one, other = ({row.get("id") for row in client.get(f"/{lang}/{slug}/terms").all("tr")} for lang in ("en", "zh-Hant"))
    assert one == other
