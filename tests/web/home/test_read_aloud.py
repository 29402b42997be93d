"""What a screen reader makes of a page: languages, headings, regions, names, titles, and the order of reading."""

import json
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pytest
from every_game import every_game
from flask import Flask
from plain_table import get, open_table, sit, submit
from proofreader import Page, Proofreader, local, words
from shipped import SHIPPED

from app import create_app
from scorers.entries import entries_of
from scorers.registry import game
from scorers.sheet import players_entry

FOREIGN = {"en": re.compile(r"[\u3400-\u9fff]+"), "zh-Hant": re.compile(r"(?<![\w.])[a-z]{3,}(?![\w.])")}
"""Words of the other language; those with a capital letter are names and keys, which need no mark."""
NAMES = {"算分", "eggertspiele", "dlp"}
UNREAD = {"title", "script", "template", "textarea", "bdi"}
"""What is no text of the page, or a name or an entry of somebody."""
QUERIES = {"en": ("平手", "網絡", "元老院"), "zh-Hant": ("ties", "network", "senate")}
PAGES = ("rules", "both", "terms", "setup", "help", "score")


def read_parts(element: Element, lang: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of an element, each with its language."""
    lang = element.get("lang", lang)
    if local(element) in UNREAD or not local(element):
        return
    yield lang, element.text or ""
    for child in element:
        yield from read_parts(child, lang)
        yield lang, child.tail or ""


@pytest.fixture(scope="module")
def table_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application with a database."""
    return create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data"))})


@pytest.fixture
def ann(table_app: Flask) -> Proofreader:
    """Ann's phone."""
    return Proofreader(table_app, Page)


def test_words_of_the_other_language_are_marked(client: Proofreader, lang: str) -> None:
    games = [f"{slug}/{page}" for slug in SHIPPED for page in PAGES]
    searches = [f"search?q={query}" for query in QUERIES[lang]]
    for path in ("", "keys", "scorebook", *games, *searches):
        unmarked = {
            word
            for language, text in read_parts(client.get(f"/{lang}/{path}").html, "")
            for word in FOREIGN[language].findall(text)
        }
        assert unmarked <= NAMES, path


def test_search_marks_what_players_ask_in_the_other_language(client: Proofreader, lang: str) -> None:
    other = {"en": "zh-Hant", "zh-Hant": "en"}[lang]
    asked = [q for query in QUERIES[lang] for q in client.get(f"/{lang}/search?q={query}").all("q")]
    assert {q.get("lang") for q in asked if list(q.iter("mark"))} == {other}


@every_game
def test_each_category_is_a_heading_and_the_finish_a_region(client: Proofreader, slug: str) -> None:
    page = client.get(f"/en/{slug}/score?to=sheet")
    headings = [
        [words(heading) for heading in category.iter("h2")] for category in page.all("fieldset", class_="category")
    ]
    assert headings
    assert [one for one in headings if len(one) != 1 or not one[0]] == []
    assert page.one("div", class_="finish").get("role") == "region"
    assert page.one("div", class_="finish").get("aria-label") == "Undo, score"


def test_score_pad_has_a_name(client: Proofreader) -> None:
    assert (
        get(client, "/en/qin/example/three_players").one("table", class_="score-pad").get("aria-label") == "Score pad"
    )


def test_result_is_kept_before_it_is_shared(client: Proofreader) -> None:
    """In the order of the eye: the main action stands first."""
    sharing = get(client, "/en/qin/example/three_players").one("div", class_="sharing")
    reached = [words(one) for one in sharing.iter() if local(one) in ("a", "button", "summary")]
    assert reached[0] == "Keep in the scorebook"
    assert reached.index("Copy the linkLink to this score") < reached.index("Share and save")


def test_seats_are_read_before_the_code(ann: Proofreader) -> None:
    read = [words(part) for part in get(ann, open_table(ann) + "/open").one("div", class_="table-top").iter("bdi")]
    page = get(ann, open_table(ann) + "/open")
    order = [one.get("class", "").split()[0] for one in page.one("div", class_="table-top")]
    assert read == ["Ann", "Cleo", "Bo"]  # the left side of the table, then the right
    assert order == ["mats", "mats", "card"]


def test_player_who_is_done_has_nothing_to_go(ann: Proofreader) -> None:
    page = submit(ann, sit(ann, open_table(ann, "n=2&0.name=Ann&1.name=Bo"), 0), ("to", "ready"))
    page = submit(ann, page, ("to", "ready")) if page.request.args.get("ask") == "ready" else page
    hidden = {part for one in page.html.iter() if one.get("hidden") is not None for part in one.iter()}
    tab = page.one("nav", class_="strip")[0]
    read = [one.text or "" for one in tab.iter() if one not in hidden and not one.get("aria-hidden")]
    assert " ".join(" ".join(read).split()) == "Ann done"


def test_wrong_code_has_a_title_of_its_own(ann: Proofreader) -> None:
    start = get(ann, "/en/together")
    page = submit(ann, start, code="00000000")
    assert (start.texts("title"), page.texts("title")) == (
        ["Enter the code · Tally 算分"],
        ["Is the code right? · Tally 算分"],
    )


def test_faults_are_read_by_focus_alone(client: Proofreader, lang: str) -> None:
    """As an alert besides, they were said twice."""
    summary = client.get(f"/{lang}/qin/score?n=2&0.left=77").one("div", id="summary")
    named, listed = summary[0], summary[1]
    assert (summary.get("role"), "autofocus" in summary.attrib) == ("group", True)
    assert summary.get("aria-labelledby") == named.get("id")
    assert summary.get("aria-describedby") == listed.get("id")
    assert len(listed) == 1


def test_settings_say_what_they_open(client: Proofreader) -> None:
    summary = client.get("/en/hansa_teutonica/score?to=sheet").one("details", class_="table")[0]
    assert words(summary).startswith("Settings: 2 players · ")


def test_value_that_counts_by_itself_is_not_called_chosen(client: Proofreader) -> None:
    """A screen reader goes on with "not selected"."""
    page = client.get("/en/hansa_teutonica/score?to=sheet")
    starts = {one[0].get("aria-label") for one in page.all("label", class_="start")}
    assert starts == {"1, counts if none is selected"}


def test_result_has_a_heading_for_each_part(client: Proofreader) -> None:
    page = get(client, "/en/hansa_teutonica/score?n=2&0.prestige=18&0.cities=1&1.prestige=17&1.cities=1")
    assert [words(one) for one in page.all("h2")] == ["Ranking", "What would have changed the winner:", "Score pad"]


def test_ranking_says_units_and_ties(client: Proofreader) -> None:
    ranking = get(client, "/en/qin/score?n=3&0.left=2&1.left=2&2.left=14").one("section", class_="ranking")
    # of 19 pagodas each
    assert [words(one) for one in ranking.iter("li")] == [
        "Place 1, tied A A 17 pagodas",
        "Place 1, tied B B 17 pagodas",
        "Place 3 C C 5 pagodas",
    ]


@every_game
def test_arrows_have_words(client: Proofreader, slug: str, lang: str) -> None:
    for key in game(slug).examples:
        result = get(client, f"/{lang}/{slug}/example/{key}")
        compared = get(client, f"/{lang}/{slug}/compare?{result.request.query_string.decode()}")
        for page in (result, compared):
            drawn = {part for one in page.html.iter() if one.get("aria-hidden") for part in one.iter()}
            read = [one for one in page.html.iter() if local(one) not in UNREAD and one not in drawn]
            assert [one.text for one in read if "→" in (one.text or "")] == []


def test_arrows_speak_the_language_of_the_page(client: Proofreader) -> None:
    """Not that of the page for which the template was first used."""
    shown = [get(client, f"/en/chang_cheng/example/{key}").request for key in game("chang_cheng").examples]
    for lang, word, other in (("zh-Hant", "改為", "changed to"), ("en", "changed to", "改為")):
        texts = [client.get(f"/{lang}/chang_cheng/compare?{one.query_string.decode()}").text for one in shown]
        assert any("→" in text and text.count(word) > 1 for text in texts)
        assert [text for text in texts if other in text] == []


@pytest.mark.parametrize("path", ["", "keys", "scorebook", "honshu/score?to=sheet", "honshu/score?n=2&0.forest=1"])
def test_no_dot_is_read_alone(client: Proofreader, path: str) -> None:
    """A dot between links is a text of its own, at which a screen reader stops."""
    parts = [
        text
        for one in client.get(f"/en/{path}").html.iter()
        if one.get("aria-hidden") is None
        for text in (one.text, *(child.tail for child in one))
    ]
    assert [text for text in parts if text and text.strip() == "·"] == []


@every_game
def test_tie_inputs_say_who_wins(client: Proofreader, slug: str) -> None:
    """Most or fewest, the first or the last: on the sheet as on the result, whose form asks for them alone."""
    sheet = game(slug).sheet
    for declaration in (*entries_of(sheet).values(), *entries_of(players_entry(sheet).of).values()):
        if getattr(declaration, "tie_input", False):
            assert "win" in declaration.hint, declaration.label


def test_form_that_breaks_a_tie_says_who_wins(client: Proofreader) -> None:
    page = get(client, "/en/honshu/score?n=2&0.forest=1&1.forest=1")
    described = {one.get("aria-describedby", "") for one in page.one("form", class_="settle").iter("input")} - {""}
    assert [page.texts("p", id=one) for one in described] == [["The most win a tie."]]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        # 4 squares of forest each make 8 points.
        ("0.fallow=3&1.fallow=2", "Ann wins the tie at 8 points. Tied at 8 points; Ann has more fallow fields."),
        (
            "0.fallow=2&1.fallow=2",
            "Ann and Bo share the win at 8 points. "
            "Ann and Bo are tied on 8 points in everything that counts, so they share the win.",
        ),
        ("1.town=3", "Bo wins, 11 to 8"),
    ],
)
def test_reveal_ends_with_what_decided_a_tie(client: Proofreader, query: str, told: str) -> None:
    page = get(client, f"/en/honshu/score?n=2&0.name=Ann&1.name=Bo&0.forest=4&1.forest=4&{query}")
    assert json.loads(page.one("button", id="reveal").get("data-reveal", ""))["result"] == told
