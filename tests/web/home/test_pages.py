"""Pages for sheets and results: entries are kept, results explained, languages linked, names isolated; also without
scripts.
"""

import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit
from xml.etree.ElementTree import Element

import pytest
from flask import Flask, get_template_attribute
from proofreader import Page, Proofreader, tree, words
from werkzeug.datastructures import MultiDict

from app import create_app
from scorers.registry import slugs

SCORE = "/en/qin/score"


def test_home_lists_games_with_sheet_and_rules(client: Proofreader, lang: str) -> None:
    links = [link.get("href") for link in client.get(f"/{lang}/").all("a")]
    for slug in slugs():
        assert f"/{lang}/{slug}/score" in links
        assert f"/{lang}/{slug}/rules" in links


def test_health_check_is_ok(client: Proofreader) -> None:
    assert client.get("/healthz").json == {"status": "ok"}


def test_result_page_is_titled_with_the_answer(client: Proofreader) -> None:
    page = client.get(f"{SCORE}?n=3&0.name=Ann&0.left=2&1.left=5&2.left=9&1.name=Bo")
    assert page.heading == "Ann wins, 17 to 14"
    assert page.texts("title") == ["Ann wins, 17 to 14 · Tally 算分"]
    (total,) = page.all("tr", class_="total")
    assert [words(cell) for cell in total] == ["Total", "17", "14", "10"]
    points, workings = page.all("tbody")[0].iter("tr")
    assert [words(cell) for cell in points.iter("td")] == ["17", "14", "10"]
    assert [words(span) for span in workings.iter("span") if span.get("class") == "sum"] == [
        "19 − 2",
        "19 − 5",
        "19 − 9",
    ]
    assert "/en/qin/rules#scoring-pagodas" in [link.get("href") for link in page.all("a")]


def test_result_shows_margin_and_deciding_line(client: Proofreader) -> None:
    page = client.get(
        "/en/trajan/score?n=3&0.points=60&1.points=48&2.points=31&1.hand=3&0.name=Ann&1.name=Bo&2.name=Mei"
    )
    assert page.texts("p", class_="margin") == ["9 points ahead of Bo"]
    assert page.texts("p", class_="reason") == ["Biggest gap to Bo: Points on the track, 60 to 48"]
    first = page.all("tbody")[0]
    assert first.get("class") == "deciding"
    assert words(next(first.iter("th"))) == "Points on the track"
    assert [words(item) for item in page.all("ol")[0]] == [
        "Place 1 A Ann 60 points",
        "Place 2 B Bo 51 points",
        "Place 3 C Mei 31 points",
    ]


def test_lead_of_one_point_is_singular(client: Proofreader) -> None:
    assert client.get(f"{SCORE}?n=2&0.name=Ann&0.left=2&1.left=3").texts("p", class_="margin") == [
        "1 pagoda ahead of B"
    ]


def test_lines_without_points_have_no_rows(client: Proofreader) -> None:
    page = client.get("/en/trajan/score?n=2&0.points=60&1.points=48")
    assert [words(next(body.iter("th"))) for body in page.all("tbody")] == ["Points on the track"]
    (silent,) = page.texts("p", class_="silent")
    assert silent.startswith("No points for anyone: ")


def test_lines_of_unused_options_are_not_listed(client: Proofreader) -> None:
    """Of three event cards only the overlord was in the game, and nobody has a row of walls."""
    query = "n=2&0.track=9&1.track=5&0.chain=0&1.chain=0"
    assert client.get(f"/en/chang_cheng/score?{query}").texts("p", class_="silent") == [
        "No points for anyone: Mongol invasion"
    ]
    with_card = client.get(f"/en/chang_cheng/score?{query}&events=overlord")
    assert with_card.texts("p", class_="silent") == ["No points for anyone: Mongol invasion, Overlord"]
    # Card 4 pays in the line of lakes, and without a card there is nothing to pay.
    land = "n=2&0.forest=4&1.forest=3"
    for card, named in (("none", False), ("lake_squares", False), ("blue_yellow", True)):
        (silent,) = client.get(f"/en/honshu/score?{land}&end_card={card}").texts("p", class_="silent")
        assert ("Scoring card" in silent) is named, card


def test_tied_match_links_to_its_own_rule(client: Proofreader) -> None:
    def rule_of_ties(query: str) -> str:
        (link,) = client.get(f"{SCORE}?n=2&{query}").one("p", class_="reason").iter("a")
        return link.get("href", "")

    assert rule_of_ties("0.left=2&1.left=2") == "/en/qin/rules#ties"
    assert rule_of_ties("match=1&0.left_bird=2&0.left_lion=4&1.left_bird=3&1.left_lion=3") == "/en/qin/rules#ties"


def test_shared_win_names_all_winners(client: Proofreader) -> None:
    assert (
        client.get(f"{SCORE}?n=2&0.name=Ann&0.left=2&1.left=2&1.name=Bo").heading
        == "Ann and Bo share the win at 22 pagodas"
    )


def test_blank_entries_are_named_and_linked(client: Proofreader) -> None:
    page = client.get(f"{SCORE}?n=2&0.left=2")
    (blank,) = page.all("details", class_="blank")
    (link,) = blank.iter("a")
    assert link.get("href", "").endswith("#f-1.left")
    assert "to=sheet" in link.get("href", "")


def test_tie_form_has_only_missing_entries(client: Proofreader) -> None:
    """Ann and Bo are level on 5; Bo's standing in the senate is known, Mei is far behind."""
    page = client.get("/en/trajan/score?n=3&0.points=5&1.points=5&2.points=1&1.senate=2&0.name=Ann&1.name=Bo")
    (tie_form,) = page.all("form", class_="settle")
    assert [field.get("name") for field in tie_form.iter("input") if field.get("type") != "hidden"] == ["0.senate"]
    result = client.get(
        "/en/trajan/score", query_string=MultiDict([*page.form_data().items(multi=True), ("0.senate", "1")])
    )
    assert result.heading == "Ann wins the tie at 5 points"
    assert result.all("form", class_="settle") == []
    assert result.all("p", class_="reason")


def test_sheet_has_only_entries_of_its_options(client: Proofreader) -> None:
    def asked(query: str) -> set[str]:
        names = [field.get("name", "") for field in client.get(f"{SCORE}?to=sheet&{query}").all("input", class_="in")]
        return {name.removeprefix("0.") for name in names if name.startswith("0.")}

    assert asked("n=2") == {"name", "left", "provinces", "major_provinces", "villages"}
    assert asked("n=2&match=1") == {"name", "left_bird", "left_lion"}


def test_entries_of_unused_options_are_kept(client: Proofreader) -> None:
    page = client.get(f"{SCORE}?to=sheet&n=2&match=1&0.left=3&0.left_bird=4")
    assert page.one("input", name="0.left").get("type") == "hidden"
    filled = {name: value for name, value in page.form_data().items() if value}
    assert filled == {"n": "2", "match": "1", "0.left": "3", "0.left_bird": "4"}


def test_removed_seats_return_with_their_entries(client: Proofreader) -> None:
    entries = {"n": "4", "0.left": "1", "1.left": "2", "2.left": "x", "3.left": "4", "3.name": "Dee"}
    fewer = client.get(SCORE, query_string=entries | {"seats": "2"})
    assert fewer.status_code == 200
    assert [
        field.get("name") for field in fewer.all("input", class_="in") if field.get("name", "").endswith(".left")
    ] == [
        "0.left",
        "1.left",
    ]
    more = client.get(SCORE, query_string=MultiDict([*fewer.form_data().items(multi=True), ("seats", "4")]))
    assert {name: value for name, value in more.form_data().items() if name in entries} == entries
    assert more.status_code == 200


def test_player_count_can_be_chosen_without_a_script(client: Proofreader) -> None:
    page = client.get(SCORE)
    buttons = page.all("button", name="seats")
    assert [(button.get("value"), button.get("aria-pressed")) for button in buttons] == [
        ("2", "true"),
        ("3", "false"),
        ("4", "false"),
    ]


@pytest.mark.parametrize("query", ["n=1", "n=0", "n=-3", "n=99", "n=x", "n=", "seats=x", "seats=99"])
def test_invalid_player_count_shows_a_sheet(client: Proofreader, query: str) -> None:
    page = client.get(f"{SCORE}?{query}")
    assert page.status_code == 200
    assert page.all("input", name="1.left")


@pytest.mark.parametrize(
    "path", ["/en/", "/en/qin/score", "/en/qin/rules", "/en/qin/both", "/en/qin/terms", "/en/search", "/en/nowhere"]
)
def test_query_named_like_a_path_parameter_is_harmless(client: Proofreader, path: str) -> None:
    query = "lang=zh-Hant&slug=trajan&_anchor=x&_external=1&_scheme=ftp&_method=PUT&endpoint=static&filename=x&values=1"
    page = client.get(f"{path}?{query}&0.left=3")
    assert page.status_code == (404 if path == "/en/nowhere" else 200)
    assert {urlsplit(link.get("href", "")).netloc for link in page.all("a", hreflang="en")} == {""}
    code = client.get(f"/en/qin/qr?{query}")
    assert code.headers["Location"].startswith("/en/qin/score?lang=zh-Hant&")


def test_open_tie_has_no_winner(client: Proofreader) -> None:
    page = client.get("/en/trajan/score?n=2&0.points=5&1.points=5&0.name=Ann&1.name=Bo")
    assert page.heading == "Ann and Bo are tied at 5 points"
    assert page.texts("p", class_="who") == ["AB Ann and Bo are tied, to be settled"]
    assert page.all("span", class_="star") == []
    assert page.all("td", class_="won") == []


def test_shared_win_has_a_star_for_each_winner(client: Proofreader) -> None:
    page = client.get(f"{SCORE}?n=3&0.left=2&1.left=2&2.left=5")
    assert [words(cell) for cell in page.all("tr", class_="places")[0].iter("td")] == ["1 ★ winner", "1 ★ winner", "3"]


def test_canonical_urls_need_a_public_url() -> None:
    client = create_app({"PUBLIC_URL": "https://tally.example"}).test_client()
    rules = client.get("/en/qin/rules").text
    assert re.findall('rel="canonical" href="(.*?)"', rules) == ["https://tally.example/en/qin/rules"]
    alternates = re.findall('rel="alternate" hreflang="(.*?)" href="(.*?)"', rules)
    assert alternates == [(tag, f"https://tally.example/{tag}/qin/rules") for tag in ("zh-Hant", "en")]
    assert "canonical" not in client.get(f"{SCORE}?n=2&0.left=1").text
    nowhere = create_app({"PUBLIC_URL": ""}).test_client().get("/en/qin/rules").text
    assert "canonical" not in nowhere
    assert "alternate" not in nowhere


@pytest.mark.parametrize("path", ["/en/", "/en/qin/rules", "/en/qin/terms", "/en/qin/score", f"{SCORE}?n=2&0.left=1"])
def test_every_page_has_a_description(client: Proofreader, path: str) -> None:
    (description,) = client.get(path).all("meta", name="description")
    assert len(description.get("content", "")) > 20


@pytest.mark.parametrize("path", ["/en/", "/en/qin/rules", "/en/qin/score", f"{SCORE}?n=2&0.left=1", "/en/scorebook"])
def test_every_page_keeps_dark_reader_away(client: Proofreader, path: str) -> None:
    """It knew half of the colours: "Score" was dark on dark. Tally has a dark mode of its own."""
    assert len(client.get(path).all("meta", name="darkreader-lock")) == 1


def test_switching_the_language_keeps_every_entry(client: Proofreader) -> None:
    entries = {"n": "3", "0.left": "1", "1.left": "２+x", "2.name": "小明 & <b>", "to": "sheet"}
    page = client.get(SCORE, query_string=entries)
    (twin,) = [link for link in page.all("a", hreflang="zh-Hant") if link.get("lang") == "zh-Hant"]
    other = client.get(twin.get("href", ""))
    assert other.request.path == "/zh-Hant/qin/score"
    assert other.form_data() == page.form_data()


@pytest.mark.parametrize(
    "page", ["", "qin/score?n=2&0.left=1&1.left=2", "qin/compare?n=2&0.left=1&1.left=2", "qin/rules"]
)
def test_language_links_lead_to_each_other(client: Proofreader, page: str) -> None:
    there = {
        link.get("hreflang"): link.get("href", "")
        for link in client.get(f"/en/{page}").all("a")
        if link.get("hreflang")
    }
    back = {
        link.get("hreflang"): link.get("href", "")
        for link in client.get(there["zh-Hant"]).all("a")
        if link.get("hreflang")
    }
    assert there == back


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "&amp;",
        "O'Neil",
        "עברית",
        "{{ 7 * 7 }}",
        "%(name)s",
        "W" * 40,
        "字" * 40,
    ],
)
def test_name_is_escaped(client: Proofreader, name: str) -> None:
    for page in ("score", "compare"):
        answer = client.get(f"/en/qin/{page}", query_string={"n": "2", "0.name": name, "0.left": "1", "1.left": "2"})
        assert answer.status_code == 200
        assert name in words(answer.html)
        assert answer.all("img") == []
    sheet = client.get(SCORE, query_string={"n": "2", "0.name": name, "to": "sheet"})
    assert sheet.form_data()["0.name"] == name


def test_new_game_keeps_only_the_players(client: Proofreader) -> None:
    page = client.get(f"{SCORE}?n=3&0.name=Ann&2.name=Cy&0.left=2&1.left=5&2.left=9")
    (again,) = [link.get("href", "") for link in page.all("a") if words(link) == "New game, same players"]
    sheet = client.get(again)
    assert isinstance(sheet, Page)
    assert {name: value for name, value in sheet.form_data().items() if value} == {
        "n": "3",
        "0.name": "Ann",
        "2.name": "Cy",
    }


INVISIBLE = ("script", "option", "textarea", "title")


def find_holders(element: Element, name: str) -> Iterator[str]:
    """Yield "bdi" for a `<bdi>` with just the name, and the tag and text of other elements with the name."""
    texts = [element.text, *(child.tail for child in element)]
    for text in texts:
        if name in (text or ""):
            yield "bdi" if element.tag == "bdi" and texts == [name] else f"{element.tag}: {text}"
    for child in element:
        if child.tag not in INVISIBLE and "unseen" not in child.get("class", "").split():
            yield from find_holders(child, name)


@pytest.mark.parametrize(
    ("entry", "host"),
    [("\u05d3\u05e0\u05d4", "\u05d3\u05e0\u05d4"), ("\u202eQuilp", "Quilp"), ("Qu\x07il\u200fp\x1b", "Quilp")],
    ids=["Hebrew", "override", "control characters"],
)
@pytest.mark.parametrize("page", ["score?to=sheet&", "score?", "compare?"], ids=["sheet", "result", "comparison"])
def test_name_is_isolated_from_the_text_around_it(
    client: Proofreader, lang: str, page: str, entry: str, host: str
) -> None:
    """The comparison names the second player of this example. Control characters are dropped."""
    example = client.get(f"/{lang}/chang_cheng/example/whole_wall").headers["Location"].partition("?")[2]
    assert "1.name=Bo&" in example
    answer = client.get(f"/{lang}/chang_cheng/{page}{example.replace('1.name=Bo&', f'1.name={quote(entry)}&')}")
    assert answer.status_code == 200
    assert set(find_holders(answer.one("main"), host)) == {"bdi"}
    assert entry == host or entry not in answer.text


@pytest.mark.parametrize(
    ("path", "tag", "marks"),
    [
        ("qin/score?n=2&to=sheet", "button", {"data-awake": ""}),
        ("scorebook", "section", {"id": "scorebook"}),
        ("trajan/setup?n=2", "button", {"data-pick": "AB"}),
        ("qin/rules", "button", {"class_": "print"}),
    ],
)
def test_controls_that_need_scripts_are_hidden(client: Proofreader, path: str, tag: str, marks: dict[str, str]) -> None:
    assert "hidden" in client.get(f"/en/{path}").one(tag, **marks).attrib


def test_set_up_has_check_boxes_and_a_random_choice(client: Proofreader) -> None:
    page = client.get("/en/trajan/setup?n=2")
    assert page.all("input", type="checkbox")
    assert "To choose at random" in page.text


def test_finished_map_is_drawn_with_its_network(client: Proofreader) -> None:
    """The rulebook's example has thirteen pieces on the map."""
    drawing = client.get("/en/hansa_teutonica/example/network", follow_redirects=True).one("section", class_="finished")
    classes = [element.get("class", "").split() for element in drawing.iter()]
    assert sum("held" in names for names in classes) == 13
    assert any({"net", "lit"} <= set(names) for names in classes)


def test_rules_link_to_the_search_of_their_game(client: Proofreader) -> None:
    page = client.get("/en/qin/rules")
    assert "/en/search?game=qin" in [link.get("href") for link in page.all("a", class_="find")]
    assert client.get("/en/search?q=ties&game=qin").all("ol", class_="hits")


def test_only_a_game_with_a_board_has_a_switch_of_views(client: Proofreader) -> None:
    switches = {
        slug: any(client.get(f"/en/{slug}/score").all(tag, class_="views") for tag in ("p", "div"))
        for slug in ("qin", "honshu")
    }
    assert switches == {"qin": False, "honshu": True}


def test_code_goes_to_the_page_that_takes_it(app: Flask) -> None:
    with app.test_request_context("/en/"):
        app.preprocess_request()
        form = get_template_attribute("home/_join.html", "join_form")("/en/together")
    (field,) = tree(form).iter("input")
    assert (next(tree(form).iter("form")).get("action"), field.get("name"), field.get("inputmode")) == (
        "/en/together",
        "code",
        "numeric",
    )


def test_scorebook_says_how_long_safari_keeps_it(client: Proofreader, lang: str) -> None:
    """Where results are kept, and that a file and a group's scorebook outlast that."""
    text = client.get(f"/{lang}/scorebook").text
    assert {"en": "after seven days of use without a visit to it", "zh-Hant": "七天"}[lang] in text
