"""The terms of a game: both languages, order, rules and pictures."""

import pytest
from flask import Flask
from proofreader import Page, Proofreader, words
from shipped import SHIPPED

from scorers.registry import folder, slugs
from scorers.trajan.bonus import TILES
from web.common.languages import LANGUAGES
from web.rules.model import rules, terms
from web.search.text import fold


def list_terms(page: Page) -> list[str]:
    """The terms of a page, in its order."""
    return [words(cell) for cell in page.all("th", scope="row")]


@pytest.mark.parametrize("slug", slugs())
def test_terms_in_english_are_in_alphabetical_order(client: Proofreader, slug: str) -> None:
    order = list_terms(client.get(f"/en/{slug}/terms"))
    assert [fold(term) for term in order] == sorted(map(fold, order))
    assert len(order) > 1 or slug not in SHIPPED


def test_chinese_terms_are_ordered_by_strokes(client: Proofreader) -> None:
    strokes = {"草地": 10, "水域": 4, "寶塔": 20, "村莊": 7, "大型省區": 3, "鳥面": 11, "省區": 9, "版圖": 8}
    order = [term for term in list_terms(client.get("/zh-Hant/qin/terms")) if term in strokes]
    assert order == sorted(strokes, key=strokes.__getitem__)


@pytest.mark.parametrize("slug", SHIPPED)
def test_term_has_the_picture_of_its_piece(client: Proofreader, slug: str) -> None:
    stems = {file.stem for file in (folder(slug) / "pieces").glob("*.svg")}
    rows = client.get(f"/en/{slug}/terms").all("tr")
    pictured = {row.get("id") for row in rows if any(part.get("class") == "picture" for part in row.iter())}
    tiles = set(TILES) if slug == "trajan" else set()
    assert len(pictured) >= 8
    assert stems == pictured | tiles, "every drawing belongs to a term or to a tile of the sheet"


@pytest.mark.parametrize("slug", slugs())
def test_both_languages_list_the_same_terms(client: Proofreader, slug: str) -> None:
    one, other = (
        {row.get("id") for row in client.get(f"/{lang}/{slug}/terms").all("tr")} for lang in ("en", "zh-Hant")
    )
    assert one == other


@pytest.mark.parametrize("slug", slugs())
def test_every_term_has_both_languages_and_a_rule(app: Flask, slug: str) -> None:
    with app.app_context():
        headings, words = rules(slug, "en").by_id, terms(slug)
    assert len(words) >= 15 or slug not in SHIPPED
    assert len({term.id for term in words}) == len(words)
    for term in words:
        assert term.rule in headings, term
        assert all(term.names[lang] for lang in LANGUAGES), term


def test_row_has_both_languages_and_the_printed_word(client: Proofreader) -> None:
    page = client.get("/zh-Hant/hansa_teutonica/terms")
    row = page.one("tr", id="actions")
    assert [words(cell) for cell in row] == ["行動（蠟印信件）", "Actions", "Actiones"]
    assert [cell.get("lang") for cell in row] == [None, "en", "en"]
    assert next(row.iter("a")).get("href") == "/zh-Hant/hansa_teutonica/rules#desk-actions"
