"""The search: which topics it finds, in which order, how well, what it shows of them, and its page."""

import re
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from urllib.parse import quote, urlsplit

import make_simplified
import pytest
from hypothesis import given
from hypothesis import strategies as st
from proofreader import Page, Proofreader, words
from shipped import SHIPPED, is_invented

from scorers.hansa_teutonica import britannia, east
from scorers.hansa_teutonica import map as standard
from scorers.registry import game as find_game
from scorers.registry import slugs
from web.common.languages import LANGUAGES
from web.common.text import fold
from web.common.text import words as split_words
from web.rules.markdown import read_terms
from web.rules.model import read_rows, read_table, rules
from web.search.engine import MAX_QUERY_CHARACTERS, MAX_TOPICS_OF_WORD, PAGE_SIZE, Library, Results

CHANG_CHENG, HANSA, HONSHU, QIN, TRAJAN = "chang_cheng", "hansa_teutonica", "honshu", "qin", "trajan"
NOWHERE = ""
FRESH = read_rows(Path(__file__).with_name("fresh_questions.tsv"))
"""Questions that were written without those that the search knows, a hundred and more in each language: half about
sections drawn by lot, half by a reader of the pages.

They are a measure only as long as no question is written because of them; then they become everyday questions.
"""
EVERYDAY = read_rows(Path(__file__).with_name("everyday_questions.tsv"))
"""Questions that were fresh once: the search has learned from them since."""
ANSWERS = read_rows(Path(__file__).with_name("answers.tsv"))
"""Questions with a pattern of the sentence that answers."""
CITIES = {"map-cities": standard.CITIES, "module-east-cities": east.CITIES, "module-britannia-cities": britannia.CITIES}
CITY_RULES = {"isle_of_man": "scoring-scotland", "coellen": "scoring-coellen"}
"""Cities that a rule is about."""


def places(results: Results) -> list[str]:
    """Return the topics that were found, each as game#id."""
    return [f"{hit.topic.slug}#{hit.topic.id}" for hit in results.hits]


def ranked(library: Library, query: str, game: str = NOWHERE) -> list[str]:
    """Return the topics that are found, each as game#id, without the work of showing them."""
    return [f"{topic.slug}#{topic.id}" for topic in library.rank(query, game).topics]


def excerpt(library: Library, query: str, language: str, game: str = NOWHERE) -> str:
    """Return the first hit's excerpt."""
    return library.find(query, language, game).hits[0].excerpt.striptags()


@pytest.mark.parametrize("slug", slugs())
def test_heading_term_and_alias_lead_to_their_section(library: Library, real_games: Library, slug: str) -> None:
    among = library if is_invented(slug) else real_games
    names = [(page.title, page.id) for language in LANGUAGES for page in rules(slug, language).sections]
    names += [(name, term.rule) for term in read_terms(slug) for name in term.names.values()]
    names += [(row["alias"], row["rule"]) for row in read_table(slug, "aliases.tsv")]
    found = [(name, section, ranked(among, name, slug)[:3]) for name, section in names]
    missed = [one for one in found if f"{slug}#{one[1]}" not in one[2]]
    assert missed == [], "name, its section, and the first three that the search finds in its place"
    assert len(names) > 150 or slug not in SHIPPED


@pytest.mark.parametrize("slug", slugs())
def test_name_of_a_game_finds_its_quick_reference(library: Library, slug: str) -> None:
    aliases = [row["alias"] for row in read_table(slug, "aliases.tsv") if row["rule"] == "quick-reference"]
    for name in (*(rules(slug, tag).title for tag in LANGUAGES), *aliases):
        for game in (NOWHERE, slug, HANSA):
            assert ranked(library, name, game)[0] == f"{slug}#quick-reference", name


@pytest.mark.parametrize("slug", SHIPPED)
def test_questions_of_a_game_are_distinct_and_short(five_games: Library, slug: str) -> None:
    topics = [topic for topic in five_games.topics if topic.slug == slug]
    asked = [(tag, one) for topic in topics for tag, several in topic.questions.items() for one in several]
    assert len(asked) > 500
    counts = Counter((tag, fold(one).rstrip("?？")) for tag, one in asked)
    assert [one for one, count in counts.items() if count > 1] == []
    assert [one for _, one in asked if len(one) > MAX_QUERY_CHARACTERS or one != one.strip()] == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_question_finds_its_own_section(five_games: Library, slug: str) -> None:
    """This says nothing of the search's quality, but a section without any such question is out of its reach."""
    for topic in (topic for topic in five_games.topics if topic.slug == slug):
        asked = [one for several in topic.questions.values() for one in several]
        found = [f"{slug}#{topic.id}" in ranked(five_games, one, slug)[:3] for one in asked]
        assert sum(found) >= 0.8 * len(found), topic.id


def test_simplified_characters_match_opencc() -> None:
    assert make_simplified.FILE.read_text(encoding="utf-8") == make_simplified.make_text()


@pytest.mark.parametrize(
    ("language", "query", "variant"),
    [
        ("zh-Hant", "獎勵標記", "奖励标记"),
        ("zh-Hant", "遊戲結束", "游戏结束"),
        ("zh-Hant", "圖拉真凱旋門", "图拉真凯旋门"),
        ("en", "Lübeck", "lubeck"),
        ("en", "Honshū", "HONSHU"),
        ("en", "tie", "ｔｉｅ"),
        ("en", "lübeck", "Lu\u0308beck"),
        ("en", "Göttingen", "Gottingen"),
    ],
)
def test_spelling_variants_find_the_same(library: Library, language: str, query: str, variant: str) -> None:
    assert places(library.find(variant, language)) == places(library.find(query, language)) != []


@pytest.mark.parametrize(
    ("language", "query", "first"),
    [
        ("zh-Hant", "honshu lake", f"{HONSHU}#scoring-lake"),
        ("en", "湖", f"{HONSHU}#scoring-lake"),
        ("en", "honsu lake", f"{HONSHU}#scoring-lake"),
        ("en", "汉萨同盟 网络", f"{HANSA}#scoring-network"),
        ("en", "🏯 overlord", f"{CHANG_CHENG}#scoring-overlord"),
        ("en", "city keys;-- AND NOT *", f"{HANSA}#desk-keys"),
        ("en", "<b>overlord</b>", f"{CHANG_CHENG}#scoring-overlord"),
    ],
)
def test_unusual_query_finds_its_section(library: Library, language: str, query: str, first: str) -> None:
    assert places(library.find(query, language))[0] == first


@pytest.mark.parametrize("query", ["", "  ", "?", "🏯", "ㄊㄚˇ", "xyzzy", "\x00", "tye", "2O09", "200 "])
def test_query_without_a_known_word_finds_nothing(five_games: Library, lang: str, query: str) -> None:
    assert five_games.find(query, lang) == Results(())


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [
        ("pagooda", "pagoda"),
        ("vilage", "village"),
        ("fatcory", "factory"),
        ("forezt", "forest"),
        ("netwrok", "network"),
        ("legionaire", "legionnaire"),
    ],
)
def test_mistyped_word_is_corrected(library: Library, mistyped: str, meant: str) -> None:
    results = library.find(mistyped, "en")
    assert results.corrections == {mistyped: meant}
    assert places(results)[0] == places(library.find(meant, "en"))[0]
    assert library.find(meant, "en").corrections == {}


def test_wrong_chinese_character_does_no_harm(library: Library) -> None:
    assert f"{QIN}#major-provinces" in places(library.find("大形省區", "zh-Hant", QIN))[:3]
    assert f"{TRAJAN}#extra-actions" in places(library.find("額外航動板塊", "zh-Hant"))[:3]


@pytest.mark.parametrize(("typed", "first"), [("pagod", QIN), ("legionn", TRAJAN), ("mongo", CHANG_CHENG)])
def test_half_typed_name_is_found(library: Library, typed: str, first: str) -> None:
    results = library.find(typed, "en")
    assert results.hits[0].topic.slug == first
    assert results.corrections == {}


def test_rule_stands_above_the_cards_and_modules_that_change_it(five_games: Library) -> None:
    """They come first only if they are named."""
    optional = ("card-", "module", "disputed-")
    about_modules = ("scoring-missions", "scoring-wales", "scoring-scotland", "scoring-coellen")
    above = asked = 0
    for topic in five_games.topics:
        if topic.slug in (HANSA, HONSHU) and not topic.id.startswith((*optional, *about_modules)):
            for one in [one for several in topic.questions.values() for one in several]:
                first = five_games.rank(one, topic.slug).topics[0]
                named = any(set(split_words(name)) <= set(split_words(one)) for name in first.names)
                above += first.id.startswith(("card-", "module-")) and not named
                asked += 1
    assert asked > 2500
    assert above <= 3


@pytest.mark.parametrize(
    ("language", "query"), [("en", "Honshu lake scoring"), ("zh-Hant", "湖泊計分"), ("en", "lake of 4 squares")]
)
def test_lake_rule_stands_above_the_lake_card(library: Library, language: str, query: str) -> None:
    results = places(library.find(query, language, HONSHU))
    assert results[0] == f"{HONSHU}#scoring-lake"
    assert f"{HONSHU}#card-lake-squares" in results


@pytest.mark.parametrize("slug", slugs())
def test_ties_rule_is_the_first_for_ties(library: Library, lang: str, slug: str) -> None:
    assert places(library.find({"en": "ties", "zh-Hant": "平手"}[lang], lang, slug))[0] == f"{slug}#ties"


def test_named_game_ranks_before_the_current_game(library: Library) -> None:
    assert places(library.find("萬里長城 平手", "zh-Hant", QIN))[0] == f"{CHANG_CHENG}#ties"
    assert places(library.find("trajan ties", "en", HONSHU))[0] == f"{TRAJAN}#ties"


def test_own_word_of_a_game_does_not_name_another_game(five_games: Library) -> None:
    """On the pages of Trajan its senate comes before a game of that name; elsewhere the word means the game."""
    (tie,) = (topic for topic in five_games.topics if (topic.slug, topic.id) == (QIN, "ties"))
    both = Library([*five_games.topics, replace(tie, slug="senate", names=["Senate"])])
    assert ranked(both, "senate", TRAJAN)[0] == f"{TRAJAN}#action-senate"
    assert "senate#ties" in ranked(both, "senate", TRAJAN)
    for game in (NOWHERE, HONSHU):
        assert ranked(both, "senate", game)[0] == "senate#ties"


@pytest.mark.parametrize("game", slugs())
def test_current_game_comes_first(library: Library, game: str) -> None:
    games = [slug for slug, _ in groupby(hit.topic.slug for hit in library.find("平手", "zh-Hant", game).hits)]
    assert games[0] == game
    assert games.count(game) == 1
    assert len(games) > 1


def test_names_of_other_languages_are_found(library: Library) -> None:
    for query in ("knowledge", "知識書", "Liber Sophiae"):
        for language in LANGUAGES:
            assert places(library.find(query, language, HANSA))[0] == f"{HANSA}#desk-book"


@pytest.mark.parametrize(
    ("game", "word", "section"),
    [
        (HANSA, "踢", "action-displace"),
        (HANSA, "批發商", "words"),
        (HANSA, "前線補給區", "words"),
        (HANSA, "connection point", "offices"),
        (TRAJAN, "米寶", "components"),
        (TRAJAN, "指揮官", "action-military"),
        (TRAJAN, "加分板塊", "scoring-bonus"),
        (TRAJAN, "領事", "senate-vote"),
        (TRAJAN, "trajan solo variant", "player-counts"),
        (TRAJAN, "圖拉真單人", "player-counts"),
        (CHANG_CHENG, "主權卡", "province-value"),
        (CHANG_CHENG, "軍隊卡", "scoring-invasion"),
        (CHANG_CHENG, "塞外", "board"),
        (HONSHU, "沙漠", "squares"),
        (HONSHU, "fish", "squares"),
        (HANSA, "does swapping a merchant with a trader count as 1 or 2 moves hansa", "action-move"),
        (HANSA, "game ends when no bonus marker can be drawn", "end"),
        (QIN, "qin village three white pagodas against two black", "conquering"),
    ],
)
def test_word_of_a_write_up_leads_to_its_rule(library: Library, game: str, word: str, section: str) -> None:
    """Players type the words of the reviews and forums that they learned a game from."""
    language = "en" if word.isascii() else "zh-Hant"
    for place in (game, NOWHERE) if len(word) > 1 else (game,):
        assert places(library.find(word, language, place))[0] == f"{game}#{section}"


@pytest.mark.parametrize(
    ("game", "query", "calculator"),
    [
        (QIN, "幫我看這個村莊由誰控制", "village"),
        (QIN, "village calculator", "village"),
        (TRAJAN, "what is my hand worth at the ships", "ships"),
        (TRAJAN, "how much will the demands cost", "demands"),
        (HONSHU, "who wins this trick", "trick"),
        (CHANG_CHENG, "score this province for me", "province"),
        (HANSA, "who gets prestige for this route", "route"),
    ],
)
def test_question_in_mid_game_finds_its_calculator(library: Library, game: str, query: str, calculator: str) -> None:
    hits = library.find(query, "zh-Hant", game).hits[:3]
    assert [hit.topic.calculator for hit in hits if hit.topic.slug == game and hit.topic.calculator] == [calculator]


def test_exact_name_does_not_hide_related_rules(library: Library) -> None:
    assert {"qin#help/village", "qin#villages", "qin#conquering"} <= set(
        places(library.find("村莊由誰控制", "zh-Hant", QIN))
    )
    assert {"chang_cheng#disputed-tower", "chang_cheng#action-tower"} <= set(
        places(library.find("does the tower protect everywhere", "en", CHANG_CHENG))
    )


def test_title_of_a_calculator_finds_it(library: Library, lang: str) -> None:
    for slug in slugs():
        for name in find_game(slug).calculators:
            (topic,) = (topic for topic in library.topics if (topic.slug, topic.id) == (slug, f"help/{name}"))
            assert f"{slug}#help/{name}" in places(library.find(topic.sections[lang].title, lang, slug))[:3]


@pytest.mark.parametrize("slug", SHIPPED)
def test_excerpt_of_a_disputed_rule_is_the_interpretation_in_use(five_games: Library, slug: str) -> None:
    """Whatever the query, it never begins with what the sheet does not reckon."""
    choice = {"en": "(our choice)", "zh-Hant": "（我們採用）"}
    for language in LANGUAGES:
        for section in rules(slug, language).sections:
            if section.id.startswith("disputed-"):
                for line in section.text.split("\n"):
                    hits = five_games.find(line[-MAX_QUERY_CHARACTERS:], language, slug).hits
                    shown = [hit.excerpt.striptags() for hit in hits if hit.topic.id == section.id]
                    assert all(choice[language] in one for one in shown), (section.id, shown)


def test_tower_question_shows_the_choice_of_the_sheet(library: Library) -> None:
    for query in ("does the tower protect everywhere", "what the tower protects"):
        shown = [hit for hit in library.find(query, "en", CHANG_CHENG).hits if hit.topic.id == "disputed-tower"]
        assert [hit.excerpt.striptags() for hit in shown] == [
            "Only where it stands (our choice): in every other region the owner can lose points."
        ]


def test_row_of_a_table_answers_with_the_heads_of_its_columns(library: Library) -> None:
    assert excerpt(library, "how many pagodas do 3 players get", "en", QIN) == "Players: 3 · Pagodas each: 19"
    assert excerpt(library, "三個人玩每人幾座寶塔", "zh-Hant", QIN) == "人數：3 · 每人寶塔：19"


def test_excerpt_has_two_sentences_if_there_is_room(library: Library) -> None:
    assert excerpt(library, "village ties", "en", QIN) == (
        "If several players are tied for the most pagodas beside a village, nobody holds it. "
        "A pagoda on the village returns to its owner."
    )


def test_question_is_shown_only_where_no_word_is_seen(library: Library) -> None:
    hit = library.find("who is the boss of a town", "en", HANSA).hits[0]
    assert hit.topic.id == "control"
    for hit in library.find("小抄", "en", QIN).hits[:1]:
        assert (hit.topic.id, hit.question.striptags(), hit.question_language) == ("quick-reference", "小抄", "zh-Hant")
    assert all(not hit.question for hit in library.find("village", "en", QIN).hits if "<mark>" in hit.heading)


def test_common_word_alone_is_searched_for(library: Library) -> None:
    for language, query in [("en", "the"), ("zh-Hant", "的")]:
        assert len(library.find(query, language).hits) == PAGE_SIZE


def test_concurrent_queries_find_the_same(library: Library) -> None:
    queries = [(row["question"], row["language"], row["game"]) for row in FRESH[::8]]
    alone = [library.find(*one) for one in queries]
    with ThreadPoolExecutor(8) as readers:
        assert list(readers.map(lambda one: library.find(*one), queries)) == alone


def test_game_is_searched_whole_in_a_large_library(library: Library) -> None:
    """A word that a thousand other topics have more often still finds the few topics of the game."""
    (tie,) = (topic for topic in library.topics if (topic.slug, topic.id) == (QIN, "ties"))
    many = [replace(tie, slug="copies", questions={"en": ["village"] * 9})] * (MAX_TOPICS_OF_WORD + 100)
    own = [topic for topic in library.topics if topic.slug == QIN]
    large = Library([*many, *own])
    alone = places(Library(own).find("village", "en", QIN))
    assert set(alone[:5]) <= set(places(large.find("village", "en", QIN))[: len(alone)])
    assert len(large.find("village", "en").hits) == PAGE_SIZE


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(max_size=MAX_QUERY_CHARACTERS))
def test_any_text_can_be_searched_for(library: Library, query: str) -> None:
    assert len(library.find(query, "en").hits) <= PAGE_SIZE


@pytest.mark.parametrize(
    "query", ["\ufdfa" * MAX_QUERY_CHARACTERS, "a b " * 99, "城牆" * 80, "x" * 150, " ".join(map(str, range(99)))]
)
def test_only_the_first_characters_are_searched_for(library: Library, query: str) -> None:
    assert places(library.find(query, "en")) == places(library.find(query[:MAX_QUERY_CHARACTERS], "en"))


@pytest.mark.parametrize(
    ("asked", "size", "of_first", "of_three"), [(FRESH, 100, 0.85, 0.95), (EVERYDAY, 290, 0.95, 0.99)]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_question_finds_the_section_that_answers(
    five_games: Library, language: str, asked: Sequence[dict[str, str]], size: int, of_first: float, of_three: float
) -> None:
    rows = [row for row in asked if row["language"] == language]
    ranks = []
    for row in rows:
        topics = five_games.rank(row["question"], row["game"]).topics[:3]
        right = [topic.slug == row["game"] and topic.id in row["sections"].split() for topic in topics]
        ranks.append(right.index(True) if any(right) else 3)
    first, among_three = (sum(rank < size for rank in ranks) / len(rows) for size in (1, 3))
    assert len(rows) >= size
    assert (first >= of_first, among_three >= of_three) == (True, True), (first, among_three)


def test_fresh_questions_are_unknown_to_the_search(five_games: Library) -> None:
    known = {
        (topic.slug, tag, fold(one))
        for topic in five_games.topics
        for tag, asked in topic.questions.items()
        for one in asked
    }
    assert [row for row in FRESH if (row["game"], row["language"], fold(row["question"])) in known] == []
    assert {game for game, _, _ in known} == {row["game"] for row in FRESH}


@pytest.mark.parametrize("language", LANGUAGES)
def test_excerpt_answers_four_questions_in_five(five_games: Library, language: str) -> None:
    rows = [row for row in ANSWERS if row["language"] == language]
    answered = 0
    for row in rows:
        hits = five_games.find(row["query"], language, row["game"]).hits[:3]
        right = [hit for hit in hits if f"{hit.topic.slug}#{hit.topic.id}" in row["sections"].split()]
        answered += bool(right) and bool(re.search(row["answer"], right[0].excerpt.striptags()))
    assert len(rows) >= 60
    assert answered >= 0.78 * len(rows), answered / len(rows)


@pytest.mark.parametrize("board", CITIES)
def test_city_name_leads_to_its_table(library: Library, board: str) -> None:
    for city_id, city in CITIES[board].items():
        expected = {heading for heading, cities in CITIES.items() if city_id in cities} | {CITY_RULES.get(city_id, "")}
        for name in (city.name, city.chinese, *city.aliases):
            first = library.rank(name, "hansa_teutonica").topics[0]
            assert (first.slug, first.id in expected) == ("hansa_teutonica", True), (name, first.id)


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


def test_page_says_that_the_game_comes_first_if_others_follow(client: Proofreader) -> None:
    for query, game, others_follow in [
        ("ties", "Qin", True),
        ("stendal", "Hansa Teutonica", False),  # a city that no other game has
    ]:
        page = client.get(f"/en/search?q={query}&game={game.lower().replace(' ', '_')}")
        assert (f"{game} comes first." in page.texts("div", id="search-says")[0]) == others_follow
        assert (len({link.split("/")[2] for link in links(page)}) > 1) == others_follow


def test_hit_shows_the_answer_with_marked_words(client: Proofreader) -> None:
    page = client.get("/en/search?q=ties&game=qin")
    first = next(page.one("ol", class_="hits").iter("li"))
    assert (
        words(first)
        == "Ties Qin If several players have built the most pagodas, they share the win. (Source: one blog only.)"
    )
    assert [words(mark) for mark in first.iter("mark")] == ["Ties"]
    city = next(client.get("/zh-Hant/search?q=lub").one("ol", class_="hits").iter("li"))
    assert [words(mark) for mark in city.iter("mark")] == ["Lübeck"]


def test_every_hit_leads_to_its_section(client: Proofreader, lang: str) -> None:
    found = links(client.get(f"/{lang}/search?q={'分' if lang == 'zh-Hant' else 'p'}"))
    for there in [urlsplit(link) for link in found if "#" in link]:
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


def test_query_in_another_language_finds_pages_in_the_readers(client: Proofreader) -> None:
    for path, asked in [("/en/search?q=順時針放", "zh-Hant"), ("/zh-Hant/search?q=cheat+sheet", "en")]:
        page = client.get(path)
        assert links(page)
        assert all(link.startswith(path[: path.index("search")]) for link in links(page))
        assert next(page.one("ol", class_="hits").iter("q")).get("lang") == asked


def test_calculator_is_a_hit_with_a_label(client: Proofreader, lang: str) -> None:
    label = {"en": "Qin · Calculator", "zh-Hant": "秦 · 小幫手"}[lang]
    page = client.get(f"/{lang}/search?q={quote({'en': 'village calculator', 'zh-Hant': '村莊小幫手'}[lang])}")
    assert links(page)[0] == f"/{lang}/qin/help/village"
    assert words(next(next(page.one("ol", class_="hits").iter("li")).iter("small"))) == label
    assert client.get(links(page)[0]).status_code == 200


def test_page_shows_the_correction_of_a_typo(client: Proofreader) -> None:
    says = client.get("/en/search?q=vilage").texts("div", id="search-says")[0]
    assert says.startswith("Showing results for “village” instead of “vilage”.")


def test_search_without_hits_links_to_the_game_rules(client: Proofreader, lang: str) -> None:
    page = client.get(f"/{lang}/search?q=xyzzy&game=qin")
    assert [link.get("href") for link in page.all("a", class_="main")] == [f"/{lang}/qin/rules"]
    assert client.get(f"/{lang}/search?q=xyzzy").all("a", class_="main") == []
