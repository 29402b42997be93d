"""Tests of the search page: its notices, its hits and where they lead."""

from urllib.parse import quote, urlsplit

import pytest
from proofreader import Page, Proofreader, words

from scorers.registry import slugs
from web.search.query import MAX_QUERY_CHARACTERS
from web.search.ranking import PAGE_SIZE


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
