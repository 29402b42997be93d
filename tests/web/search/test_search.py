"""Tests of the search: which sections it finds, in which order, and what it says of them."""

from concurrent.futures import ThreadPoolExecutor
from itertools import groupby

import make_simplified
import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from search_tables import QUESTIONS, WORDS, places
from shipped import SHIPPED

from scorers.registry import slugs
from web.common.languages import LANGUAGES
from web.rules.model import rules
from web.search.index import read_aliases
from web.search.query import MAX_QUERY_CHARACTERS, MAX_QUERY_WORDS, Query
from web.search.ranking import MAX_RANKED, MAX_ROWS_PER_LOOKUP, MIN_FULL_MATCHES, PAGE_SIZE, Library
from web.search.text import fold

CHANG_CHENG, HANSA, HONSHU, QIN, TRAJAN = "chang_cheng", "hansa_teutonica", "honshu", "qin", "trajan"
NOWHERE = ""


@pytest.mark.parametrize("slug", slugs())
def test_aliases_name_existing_headings_once(app: Flask, slug: str) -> None:
    aliases = read_aliases(slug)
    with app.app_context():
        headings = rules(slug, "en").by_id
    assert [alias for alias in aliases if alias.rule not in headings] == []
    assert len({(fold(alias.alias), alias.rule) for alias in aliases}) == len(aliases)
    assert {"en", "zh-Hant"} <= {alias.language for alias in aliases} or slug not in SHIPPED


@pytest.mark.parametrize("slug", slugs())
def test_alias_is_among_the_first_three(library: Library, slug: str) -> None:
    for alias in read_aliases(slug):
        language = "zh-Hant" if alias.language == "zh-Hant" else "en"
        assert f"{slug}#{alias.rule}" in places(library.find(alias.alias, language, slug))[:3], alias


def test_simplified_characters_match_opencc() -> None:
    assert make_simplified.FILE.read_text(encoding="utf-8") == make_simplified.make_text()


@pytest.mark.parametrize(
    ("language", "query", "variant"),
    [
        ("zh-Hant", "獎勵標記", "奖励标记"),
        ("zh-Hant", "遊戲結束", "游戏结束"),
        ("zh-Hant", "圖拉真凱旋門", "图拉真凯旋门"),
        ("zh-Hant", "顏色", "颜色"),
        ("en", "Lübeck", "lubeck"),
        ("en", "Honshū", "HONSHU"),
        ("en", "tie", "ｔｉｅ"),
        ("en", "lübeck", "Lu\u0308beck"),
    ],
)
def test_spelling_variants_find_the_same(library: Library, language: str, query: str, variant: str) -> None:
    assert places(library.find(variant, language)) == places(library.find(query, language)) != []


def test_inflected_word_finds_the_same_sections(library: Library) -> None:
    for one, other in [("villages", "village"), ("factories", "factory"), ("scored", "scoring")]:
        assert set(places(library.find(one, "en"))) & set(places(library.find(other, "en")))
    assert f"{HANSA}#control" in places(library.find("city", "en", HANSA))


def test_chinese_word_matches_as_a_phrase(library: Library) -> None:
    hits = [hit for hit in library.find("聲望板塊", "zh-Hant").hits if not hit.missing]
    assert hits
    assert all("聲望板塊" in hit.section.title + hit.section.text for hit in hits)


def test_number_matches_only_whole_numbers(library: Library) -> None:
    results = library.find("20", "en", HANSA)
    assert f"{HANSA}#end" in places(results)
    assert all("<mark>20</mark>" in hit.heading + hit.sentence for hit in results.hits)
    assert places(library.find("200", "en")) == []


def test_sections_with_all_words_come_first(library: Library) -> None:
    hits = library.find("office annex control", "en").hits
    lacking = [bool(hit.missing) for hit in hits]
    assert lacking == sorted(lacking)
    assert lacking[0] is False
    for hit in hits:
        text = f"{hit.section.title} {hit.section.text}".lower()
        assert [word for word in ("office", "annex", "control") if word not in text] == list(hit.missing)


def test_unknown_words_are_reported_as_missing(library: Library) -> None:
    for language, query, section, without in [
        ("zh-Hant", "萬里長城 塔樓 骰子", f"{CHANG_CHENG}#action-tower", ("骰子",)),
        ("en", "pagoda dice spaceship", f"{QIN}#components", ("dice", "spaceship")),
    ]:
        results = library.find(query, language)
        assert (places(results)[0], results.hits[0].missing) == (section, without)


def test_stop_words_are_not_reported_as_missing(library: Library) -> None:
    for language, game, query in [
        ("en", QIN, "how many pagodas do we start with"),
        ("zh-Hant", QIN, "三個人玩每人幾座寶塔"),
    ]:
        assert library.find(query, language, game).hits[0].missing == ()


def test_rule_ranks_before_exceptions_and_scoring_cards(library: Library) -> None:
    for language, query in [
        ("en", "Honshu lake scoring"),
        ("zh-Hant", "湖泊計分"),
        ("en", "lakes"),
        ("zh-Hant", "湖泊"),
    ]:
        results = places(library.find(query, language, HONSHU))
        assert results.index(f"{HONSHU}#scoring-lake") == 0
        assert f"{HONSHU}#card-lake-squares" in results
    for slug in slugs():
        for language in LANGUAGES:
            results = places(library.find({"en": "ties", "zh-Hant": "平手"}[language], language, slug))
            assert results[0] == f"{slug}#ties"


@pytest.mark.parametrize("slug", slugs())
def test_name_of_a_game_finds_its_quick_reference(library: Library, app: Flask, lang: str, slug: str) -> None:
    with app.app_context():
        called = [rules(slug, tag).title for tag in LANGUAGES]
    for name in (*called, *(alias.alias for alias in read_aliases(slug) if alias.rule == "quick-reference")):
        for game in (NOWHERE, slug, HANSA):
            assert places(library.find(name, lang, game))[0] == f"{slug}#quick-reference", name


def test_named_game_ranks_before_the_current_game(library: Library) -> None:
    assert places(library.find("萬里長城 平手", "zh-Hant", QIN))[0] == f"{CHANG_CHENG}#ties"
    assert places(library.find("trajan ties", "en", HONSHU))[0] == f"{TRAJAN}#ties"


@pytest.mark.parametrize(
    ("language", "mistyped", "meant"),
    [
        ("en", "pagooda", "pagoda"),
        ("en", "vilage", "village"),
        ("en", "fatcory", "factory"),
        ("en", "forezt", "forest"),
        ("zh-Hant", "大形省區", "大型省區"),
        ("zh-Hant", "雙層牆", "雙城牆"),
        ("zh-Hant", "額外航動板塊", "額外行動板塊"),
        ("zh-Hant", "森琳", "森林"),
    ],
)
def test_mistyped_word_is_corrected(library: Library, language: str, mistyped: str, meant: str) -> None:
    assert places(library.find(mistyped, language))[0] == places(library.find(meant, language))[0]


def test_hit_shows_other_name_only_where_the_page_does_not(library: Library) -> None:
    sentence = library.find("kick out", "en", HANSA).hits[0].sentence.striptags()
    assert sentence.startswith("kick out: ")
    assert not library.find("displace", "en", HANSA).hits[0].sentence.startswith("<mark>displac")


def test_known_and_short_words_are_not_corrected(library: Library) -> None:
    assert library.find("forest", "en").corrections == {}
    assert places(library.find("tye", "en")) == []
    assert places(library.find("2O09", "en")) == []


def test_heading_ranks_before_text(library: Library) -> None:
    in_heading = ["網絡" in hit.section.title for hit in library.find("網絡", "zh-Hant").hits]
    assert in_heading == sorted(in_heading, reverse=True)
    assert True in in_heading
    assert False in in_heading


@pytest.mark.parametrize("game", slugs())
def test_current_game_comes_first(library: Library, game: str) -> None:
    results = library.find("平手", "zh-Hant", game)
    games = [slug for slug, _ in groupby(hit.rules.slug for hit in results.hits)]
    assert games[0] == game
    assert games.count(game) == 1
    assert len(games) > 1


def test_names_of_other_languages_are_found(library: Library) -> None:
    for query in ("knowledge", "知識書", "Liber Sophiae"):
        for language in ("en", "zh-Hant"):
            assert places(library.find(query, language, HANSA))[0] == f"{HANSA}#desk-book"


@pytest.mark.parametrize(("entry", "other"), [("得分", "計分"), ("同分", "平手"), ("皇帝", "帝皇")])
def test_synonyms_find_both_words(library: Library, entry: str, other: str) -> None:
    texts = [hit.section.title + hit.section.text for hit in library.find(entry, "zh-Hant").hits]
    assert any(entry in text for text in texts)
    assert any(other in text and entry not in text for text in texts)


def test_stop_word_alone_is_searched_for(library: Library) -> None:
    for language, query in [("en", "how"), ("zh-Hant", "怎麼")]:
        hits = library.find(query, language).hits
        assert hits
        assert all(f"<mark>{query}" in (hit.heading + hit.sentence).lower() for hit in hits)


def test_concurrent_queries_find_the_same(library: Library) -> None:
    queries = [(query, language, game) for language, game, query, _ in (WORDS + QUESTIONS)[::4]]
    alone = [places(library.find(*one)) for one in queries]
    with ThreadPoolExecutor(8) as readers:
        assert list(readers.map(lambda one: places(library.find(*one)), queries)) == alone


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(max_size=MAX_QUERY_CHARACTERS))
def test_any_text_can_be_searched_for(library: Library, query: str) -> None:
    assert len(library.find(query, "en").hits) <= PAGE_SIZE


@pytest.mark.parametrize(
    "entry",
    ["\ufdfa" * MAX_QUERY_CHARACTERS, "a b " * 99, "的一是" * 99, " ".join(map(str, range(99))), "× " * 99, "ab" * 99],
)
def test_work_per_query_is_bounded(library: Library, entry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    query = Query.read(entry, library.vocabulary)
    assert len(query.text) <= MAX_QUERY_CHARACTERS
    assert sum(bool(word.alternatives) for word in query.words) <= MAX_QUERY_WORDS
    ranked: list[int] = []
    lookups: list[int] = []
    match, select = library._match, library._select_rows
    monkeypatch.setattr(library, "_match", lambda row, *rest: ranked.append(row) or match(row, *rest))
    monkeypatch.setattr(library, "_select_rows", lambda *rest: lookups.append(1) or select(*rest))
    library.find(entry, "en", QIN)
    searches = 2 * len(LANGUAGES) * 2  # as typed and in characters, in each language, in the game and in all
    assert len(ranked) <= searches * MAX_RANKED
    assert len(lookups) <= searches * (MIN_FULL_MATCHES + MAX_ROWS_PER_LOOKUP)


def test_every_heading_finds_its_section(app: Flask, library: Library, lang: str) -> None:
    for slug in slugs():
        with app.app_context():
            sections = rules(slug, lang).sections
        for section in sections:
            assert f"{slug}#{section.id}" in places(library.find(section.title, lang, slug))
