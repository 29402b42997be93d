"""The search: what a player asks in the middle of a game leads to the section that answers."""

from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from urllib.parse import quote, urlsplit

import pytest
from asked import ASKED, HANSA, QIN, TRAJAN
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from proofreader import Page, Proofreader, words

from scorers.registry import slugs
from web.queries import fold
from web.rules import rules
from web.search import LONGEST, SHOWN, Found, Library


@pytest.fixture(scope="module")
def library(app: Flask) -> Library:
    """All rules, as they are searched."""
    made: Library = app.extensions["search"]
    return made


def places(found: Found) -> list[str]:
    """The sections that were found, each as game#section."""
    return [f"{hit.rules.slug}#{hit.section.id}" for hit in found.hits]


def links(page: Page) -> list[str]:
    """Where the hits on a page lead."""
    return [str(link.get("href")) for hits in page.all("ol", class_="hits") for link in hits.iter("a")]


@pytest.mark.parametrize(("language", "game", "query", "section"), ASKED)
def test_the_section_that_answers_comes_first(library: Library, language: str, game: str, query: str, section: str) -> None:
    found = library.find(query, language, game)
    assert places(found)[:1] == [section]
    assert found.language == language


def test_a_hundred_queries_are_asked_in_both_languages() -> None:
    assert len(ASKED) >= 100
    assert min(sum(language == tag for language, *_ in ASKED) for tag in ("zh-Hant", "en")) >= 45


def test_simplified_and_traditional_find_the_same(library: Library) -> None:
    for traditional, simplified in [("獎勵標記", "奖励标记"), ("遊戲結束", "游戏结束"), ("圖拉真凱旋門", "图拉真凯旋门"), ("顏色", "颜色")]:
        assert places(library.find(simplified, "zh-Hant")) == places(library.find(traditional, "zh-Hant")) != []


@pytest.mark.parametrize(("one", "other"), [("Lübeck", "lubeck"), ("Honshū", "HONSHU"), ("ｔｉｅ", "tie"), ("Lu\u0308beck", "lübeck")])
def test_accents_case_and_width_do_not_matter(library: Library, one: str, other: str) -> None:
    assert places(library.find(one, "en")) == places(library.find(other, "en")) != []


def test_another_ending_is_the_same_word(library: Library) -> None:
    for one, other in [("villages", "village"), ("factories", "factory"), ("scored", "scoring")]:
        assert set(places(library.find(one, "en"))) & set(places(library.find(other, "en")))
    assert f"{HANSA}#control" in places(library.find("city", "en", HANSA))


def test_chinese_characters_stand_together(library: Library) -> None:
    told = [hit.heading + hit.told for hit in library.find("平手", "zh-Hant").hits]
    assert told
    assert all("<mark>平手</mark>" in sentence for sentence in told)


def test_a_number_is_whole(library: Library) -> None:
    found = library.find("20", "en", HANSA)
    assert f"{HANSA}#end" in places(found)
    assert all("<mark>20</mark>" in hit.heading + hit.told for hit in found.hits)
    assert places(library.find("200", "en")) == []


def test_every_word_must_be_met(library: Library) -> None:
    assert places(library.find("tavern pagoda", "en")) == []
    for hit in library.find("office annex control", "en").hits:
        said = f"{hit.section.title} {hit.section.text}".lower()
        assert all(word in said for word in ("office", "annex", "control"))


def test_a_heading_comes_before_text(library: Library) -> None:
    said = ["網絡" in hit.section.title for hit in library.find("網絡", "zh-Hant").hits]
    assert said == sorted(said, reverse=True)
    assert True in said
    assert False in said


@pytest.mark.parametrize("game", slugs())
def test_the_game_one_came_from_comes_first(library: Library, game: str) -> None:
    found = library.find("平手", "zh-Hant", game)
    games = [slug for slug, _ in groupby(hit.rules.slug for hit in found.hits)]
    assert games[0] == game
    assert games.count(game) == 1
    assert len(games) > 1


def test_names_are_found_in_both_languages_and_as_printed(library: Library) -> None:
    for query in ("knowledge", "知識書", "Liber Sophiae"):
        for language in ("en", "zh-Hant"):
            assert places(library.find(query, language, HANSA))[0] == f"{HANSA}#desk-book"


@pytest.mark.parametrize(("typed", "said"), [("得分", "計分"), ("同分", "平手"), ("皇帝", "帝皇")])
def test_where_pages_have_two_words_for_it_both_are_found(library: Library, typed: str, said: str) -> None:
    texts = [hit.section.title + hit.section.text for hit in library.find(typed, "zh-Hant").hits]
    assert any(typed in text for text in texts)
    assert any(said in text and typed not in text for text in texts)


def test_a_question_word_alone_is_a_word(library: Library) -> None:
    for language, query in [("en", "how"), ("zh-Hant", "怎麼")]:
        hits = library.find(query, language).hits
        assert hits
        assert all(f"<mark>{query}" in (hit.heading + hit.told).lower() for hit in hits)


def test_a_game_without_a_hit_is_named(client: Proofreader, lang: str) -> None:
    said = {"en": "Nothing in Qin; in other games:", "zh-Hant": "「秦」裡找不到，其他遊戲有："}[lang]
    found, none = {"en": ("tie", "victory"), "zh-Hant": ("平手", "商會")}[lang]
    for query, told in [(found, False), (none, True), ("xyzzy", False)]:
        assert (said in client.get(f"/{lang}/search?q={query}&game=qin").said("div", id="search-says")[0]) == told


def test_where_a_language_has_none_the_other_answers(client: Proofreader, library: Library) -> None:
    assert library.find("順時針", "en").language == "zh-Hant"
    page = client.get("/en/search?q=順時針")
    assert page.said("div", id="search-says")[0].startswith("Nothing is found in this language. In 繁體中文:")
    assert page.one("ol", class_="hits").get("lang") == "zh-Hant"
    assert all(link.startswith("/zh-Hant/") for link in links(page))
    assert all(link.startswith("/en/") for link in links(client.get("/zh-Hant/search?q=ties")))


def test_the_sentence_that_tells_is_shown_with_what_was_asked_for_marked(client: Proofreader) -> None:
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


def test_the_page_is_titled_with_the_query(client: Proofreader, lang: str) -> None:
    page = client.get(f"/{lang}/search?q=lub&game=qin")
    assert page.heading in page.said("title")[0]
    assert "lub" in page.said("title")[0]
    assert dict(page.typed()) == {"q": "lub", "game": "qin"}
    twins = {link.get("href") for link in page.all("link", rel="alternate")}
    assert twins == {"/zh-Hant/search?q=lub&game=qin", "/en/search?q=lub&game=qin"}


@pytest.mark.parametrize("query", ["", "  ", "？！…", "xyzzy", "\x00", '"', "*", "AND", "NEAR(tie", "text:tie", "<script>", "%"])
def test_an_empty_or_hopeless_query_gets_help(client: Proofreader, lang: str, query: str) -> None:
    page = client.get(f"/{lang}/search?q={quote(query)}")
    assert page.status_code == 200
    if not links(page):
        offered = [str(link.get("href")) for hint in page.all("ul", class_="tries") for link in hint.iter("a")]
        examples = [link for link in offered if "/search?" in link]
        assert len(examples) >= 3
        assert all(links(client.get(example)) for example in examples)
        assert [link for link in offered if link not in examples] == [f"/{lang}/{slug}/rules" for slug in slugs()]


def test_what_was_typed_is_text(client: Proofreader) -> None:
    page = client.get("/en/search?q=<b>xyzzy</b>")
    assert "No results for “<b>xyzzy</b>”." in page.said("div", id="search-says")[0]


def test_a_long_query_is_cut_and_that_is_said(client: Proofreader) -> None:
    assert "Only the first" not in client.get(f"/en/search?q={'x' * LONGEST}").text
    page = client.get(f"/en/search?q=pagoda+{' ' * 50}{'x' * LONGEST}")
    assert page.said("div", id="search-says")[0].startswith("Only the first 100 characters are read.")
    assert page.typed()["q"] == "pagoda " + "x" * 93


def test_no_more_than_a_page_is_shown_and_that_is_said(client: Proofreader) -> None:
    page = client.get("/zh-Hant/search?q=的")
    assert len(links(page)) == SHOWN
    page = client.get("/en/search?q=the")
    assert page.said("div", id="search-says") == [f"The first {SHOWN} are shown; add a word to find fewer."]


def test_a_game_that_is_not_here_changes_nothing(client: Proofreader) -> None:
    assert links(client.get("/en/search?q=tie&game=chess")) == links(client.get("/en/search?q=tie"))


def test_every_page_has_the_search(client: Proofreader, lang: str) -> None:
    for path, game in [("/", None), ("/qin/score", QIN), ("/qin/rules", QIN), ("/trajan/terms", TRAJAN), ("/nowhere", None)]:
        page = client.get(f"/{lang}{path}")
        form = page.one("form", role="search")
        assert form.get("action") == f"/{lang}/search"
        assert [field.get("value") for field in form.iter("input") if field.get("type") == "hidden"] == ([game] if game else [])


def test_many_ask_at_once(library: Library) -> None:
    asked = [(query, language, game) for language, game, query, _ in ASKED]
    alone = [places(library.find(*one)) for one in asked]
    with ThreadPoolExecutor(8) as readers:
        assert list(readers.map(lambda one: places(library.find(*one)), asked)) == alone


@given(st.text())
def test_folding_keeps_every_place(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(max_size=LONGEST))
def test_no_query_is_a_fault(library: Library, query: str) -> None:
    assert len(library.find(query, "en").hits) <= SHOWN


def test_all_sections_can_be_found_by_their_headings(app: Flask, library: Library, lang: str) -> None:
    for slug in slugs():
        with app.app_context():
            sections = rules(slug, lang).sections
        for section in sections:
            assert f"{slug}#{section.id}" in places(library.find(section.title, lang, slug))
