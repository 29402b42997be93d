"""The search: which sections it finds, in which order, how well, and its page."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from urllib.parse import quote, urlsplit

import make_simplified
import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from proofreader import Page, Proofreader, words
from search_tables import QUESTIONS, TABLE_QUESTIONS, WORDS, places
from shipped import SHIPPED

from scorers.hansa_teutonica import britannia, east
from scorers.hansa_teutonica import map as standard
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


TABLES = {
    "words": [(language, game, query, [section], "") for language, game, query, section in WORDS],
    "questions": [(language, game, query, [section], "") for language, game, query, section in QUESTIONS],
    "table questions": TABLE_QUESTIONS,
}
"""Rows of language, game, query, sections that answer it, and a pattern of the answering sentence."""


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_answer_is_first_in_95_percent(five_games: Library, language: str, table: str) -> None:
    rows = [row for row in TABLES[table] if row[0] == language]
    missed = []
    for _, game, query, sections, answer in rows:
        results = five_games.find(query, language, game)
        answering = [hit for hit in results.hits[:3] if f"{hit.rules.slug}#{hit.section.id}" in sections]
        assert answering, (query, places(results)[:3])
        assert results.language == language, query
        assert re.search(answer, answering[0].sentence.striptags()), (query, answering[0].sentence)
        if places(results)[0] not in sections:
            missed.append(query)
    assert len(missed) <= 0.05 * len(rows), missed


def test_tables_are_large_and_balanced() -> None:
    rows = WORDS + QUESTIONS
    assert len(rows) == len({row[:3] for row in rows}) >= 200
    assert len(QUESTIONS) * 2 >= len(rows)
    for language in LANGUAGES:
        for table in (WORDS, QUESTIONS):
            assert sum(row[0] == language for row in table) >= 0.45 * len(table)
        questions = [row for row in TABLE_QUESTIONS if row[0] == language]
        assert len({row[:3] for row in questions}) == len(questions) >= 60
        assert {section.partition("#")[0] for row in questions for section in row[3]} == set(SHIPPED)


CITIES = {"map-cities": standard.CITIES, "module-east-cities": east.CITIES, "module-britannia-cities": britannia.CITIES}
RULES_OF_CITIES = {"isle_of_man": "scoring-scotland", "coellen": "scoring-coellen"}
"""Cities that a rule is about."""


@pytest.mark.parametrize("board", ["module-east-cities", "module-britannia-cities"])
def test_city_name_leads_to_its_table(library: Library, lang: str, board: str) -> None:
    for city_id, city in CITIES[board].items():
        expected = {heading for heading, cities in CITIES.items() if city_id in cities} | {
            RULES_OF_CITIES.get(city_id, "")
        }
        for name in (city.name, city.chinese, *city.aliases):
            first = places(library.find(name, lang, "hansa_teutonica"))[0]
            assert first.removeprefix("hansa_teutonica#") in expected, name


def links(page: Page) -> list[str]:
    """Return the links of the hits on a page."""
    return [str(link.get("href")) for hits in page.all("ol", class_="hits") for link in hits.iter("a")]


def test_game_without_hits_is_named(client: Proofreader, lang: str) -> None:
    sentence = {"en": "Nothing in Qin; in other games:", "zh-Hant": "「秦」裡找不到，其他遊戲有："}[lang]
    hit, none = {"en": ("tie", "senate"), "zh-Hant": ("平手", "商會")}[lang]
    for query, is_there in [(hit, False), (none, True), ("xyzzy", False)]:
        assert (
            sentence in client.get(f"/{lang}/search?q={query}&game=qin").texts("div", id="search-says")[0]
        ) == is_there


def test_hit_shows_the_answer_with_marked_words(client: Proofreader) -> None:
    page = client.get("/en/search?q=ties&game=qin")
    first = next(page.one("ol", class_="hits").iter("li"))
    assert words(first) == "Ties Qin If several players have built the most pagodas, they share the win."
    assert [words(mark) for mark in first.iter("mark")] == ["Ties"]
    city = next(client.get("/zh-Hant/search?q=lub").one("ol", class_="hits").iter("li"))
    assert [words(mark) for mark in city.iter("mark")] == ["Lübeck"]


def test_every_hit_leads_to_its_section(client: Proofreader, lang: str) -> None:
    for link in links(client.get(f"/{lang}/search?q={'分' if lang == 'zh-Hant' else 'p'}")):
        there = urlsplit(link)
        assert there.fragment in [section.get("id") for section in client.get(there.path).all("section")]


def test_page_title_contains_the_query(client: Proofreader, lang: str) -> None:
    page = client.get(f"/{lang}/search?q=lub&game=qin")
    assert page.heading in page.texts("title")[0]
    assert "lub" in page.texts("title")[0]
    assert dict(page.form_data()) == {"q": "lub", "game": "qin"}
    twins = {link.get("href") for link in page.all("a") if link.get("hreflang")}
    assert twins == {"/zh-Hant/search?q=lub&game=qin", "/en/search?q=lub&game=qin"}


@pytest.mark.parametrize(
    "query", ["", "  ", "？！…", "xyzzy", "\x00", '"', "*", "AND", "NEAR(tie", "text:tie", "<script>", "%"]
)
def test_query_without_hits_gets_working_examples(client: Proofreader, lang: str, query: str) -> None:
    page = client.get(f"/{lang}/search?q={quote(query)}")
    assert page.status_code == 200
    if not links(page):
        options = [str(link.get("href")) for hint in page.all("ul", class_="tries") for link in hint.iter("a")]
        examples = [link for link in options if "/search?" in link]
        assert len(examples) >= 3
        assert all(links(client.get(example)) for example in examples)
        assert [link for link in options if link not in examples] == [f"/{lang}/{slug}/rules" for slug in slugs()]


def test_typed_markup_is_escaped(client: Proofreader) -> None:
    page = client.get("/en/search?q=<i>xyzzy</i>")
    assert "No results for “<i>xyzzy</i>”." in page.texts("div", id="search-says")[0]


def test_long_query_is_cut_with_a_notice(client: Proofreader) -> None:
    assert "Only the first" not in client.get(f"/en/search?q={'x' * MAX_QUERY_CHARACTERS}").text
    page = client.get(f"/en/search?q=pagoda+{' ' * 50}{'x' * MAX_QUERY_CHARACTERS}")
    assert page.texts("div", id="search-says")[0].startswith("Only the first 100 characters are read.")
    assert page.form_data()["q"] == "pagoda " + "x" * 93


def test_more_hits_than_a_page_are_cut_with_a_notice(client: Proofreader) -> None:
    page = client.get("/zh-Hant/search?q=的")
    assert len(links(page)) == PAGE_SIZE
    page = client.get("/en/search?q=the")
    assert page.texts("div", id="search-says") == [f"The first {PAGE_SIZE} are shown; add a word to find fewer."]


def test_unknown_game_is_ignored(client: Proofreader) -> None:
    assert links(client.get("/en/search?q=tie&game=chess")) == links(client.get("/en/search?q=tie"))


def test_every_page_has_the_search_form(client: Proofreader, lang: str) -> None:
    for path, game in [
        ("/", None),
        ("/qin/score", "qin"),
        ("/qin/rules", "qin"),
        ("/trajan/terms", "trajan"),
        ("/nowhere", None),
    ]:
        page = client.get(f"/{lang}{path}")
        form = page.one("form", role="search")
        assert form.get("action") == f"/{lang}/search"
        assert [field.get("value") for field in form.iter("input") if field.get("type") == "hidden"] == (
            [game] if game else []
        )


def test_query_is_cut_after_normalization(client: Proofreader) -> None:
    page = client.get(f"/en/search?q={quote(chr(0xFDFA) * MAX_QUERY_CHARACTERS)}")
    assert page.texts("div", id="search-says")[0].startswith("Only the first 100 characters are read.")


def test_other_language_is_searched_without_matches(client: Proofreader) -> None:
    page = client.get("/en/search?q=順時針")
    assert page.texts("div", id="search-says")[0].startswith("No results in this language. In 繁體中文:")
    assert page.one("ol", class_="hits").get("lang") == "zh-Hant"
    assert all(link.startswith("/zh-Hant/") for link in links(page))
    assert all(link.startswith("/en/") for link in links(client.get("/zh-Hant/search?q=clockwise")))


def test_page_lists_ignored_words(client: Proofreader) -> None:
    page = client.get("/en/search?q=pagoda+dice+spaceship")
    assert page.texts("div", id="search-says")[0].startswith("Ignored: “dice”, “spaceship”.")
    assert page.texts("p", class_="without")[0] == "Missing: “dice”, “spaceship”"
    assert client.get("/en/search?q=pagoda").all("p", class_="without") == []


def test_page_shows_the_correction_of_a_typo(client: Proofreader) -> None:
    says = client.get("/en/search?q=vilage").texts("div", id="search-says")[0]
    assert says.startswith("Showing results for “village” instead of “vilage”.")


def test_search_without_hits_links_to_the_game_rules(client: Proofreader, lang: str) -> None:
    page = client.get(f"/{lang}/search?q=xyzzy&game=qin")
    assert [link.get("href") for link in page.all("a", class_="main")] == [f"/{lang}/qin/rules"]
    assert client.get(f"/{lang}/search?q=xyzzy").all("a", class_="main") == []
