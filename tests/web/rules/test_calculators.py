"""Calculators as pages and in the API: forms, answers, faults and links."""

import re
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from proofreader import Page, Proofreader, words
from shipped import SHIPPED
from werkzeug.exceptions import NotFound

from scorers.chang_cheng import calculators as chang_cheng
from scorers.entries import entries_of, read_record_query
from scorers.hansa_teutonica import calculators as hansa
from scorers.honshu import calculators as honshu
from scorers.po_catalog import load_translator
from scorers.qin import calculators as qin
from scorers.registry import game
from web.api.openapi import description
from web.offline.views import pages
from web.rules.calculators import calculators_page

ALL = [(slug, name) for slug in SHIPPED for name in game(slug).calculators]
Data = dict[str, Any]


@pytest.fixture
def api(app: Flask) -> Data:
    """Return the OpenAPI description."""
    with app.test_request_context("/en/"):
        return description(str)


@pytest.mark.parametrize(("slug", "name"), ALL)
def test_calculator_texts_are_in_both_languages(slug: str, name: str) -> None:
    calculator, chinese = game(slug).calculators[name], load_translator("zh-Hant")
    texts = [
        calculator.title,
        calculator.intro,
        *(declaration.help for declaration in entries_of(calculator.question).values()),
    ]
    assert [text for text in texts if not text or chinese(text) == text] == []
    for text in texts:
        assert sorted(re.findall(r"\d+", chinese(text))) == sorted(re.findall(r"\d+", text))


EXAMPLES = {
    ("chang_cheng", "province"): "walls.0=2&walls.1=1",
    ("hansa_teutonica", "route"): "player=A&offices.one=AB",
    ("honshu", "trick"): "cards.0=1&cards.1=2&cards.2=3&cubes.0=1",
    ("qin", "province"): "squares=1&touched.0=4&touched.1=2+2",
    ("qin", "village"): "pagodas.0=1&pagodas.1=2&holder=A",
    ("trajan", "ships"): "cards.oil=2&wild=1",
    ("trajan", "demands"): "demands.bread=2&forum.bread=1",
}


@pytest.mark.parametrize(("slug", "name"), ALL)
def test_page_answers_without_scripts_and_keeps_entries(client: Proofreader, slug: str, name: str, lang: str) -> None:
    path = f"/{lang}/{slug}/help/{name}"
    assert client.get(path).all("section", class_="answer") == []
    page = client.get(f"{path}?{EXAMPLES[slug, name]}&ask=1")
    (answer,) = page.all("section", class_="answer")
    assert words(answer)
    for pair in EXAMPLES[slug, name].split("&"):
        entry, _, value = pair.partition("=")
        assert page.form_data()[entry] == value.replace("+", " ")
    other = "en" if lang == "zh-Hant" else "zh-Hant"
    assert any(link.get("href", "").startswith(f"/{other}/{slug}/help/{name}?") for link in page.all("a"))


def test_fault_is_shown_beside_its_entry(client: Proofreader, lang: str) -> None:
    page = client.get(f"/{lang}/honshu/help/trick?cards.0=7&cards.1=8&cards.2=7&ask=1")
    assert page.status_code == 422
    assert page.one("input", id="f-cards.2").get("aria-invalid") == "true"


def test_unknown_calculator_is_404(client: Proofreader, lang: str) -> None:
    assert client.get(f"/{lang}/qin/help/dragon").status_code == 404
    assert client.post("/api/v1/games/qin/ask/dragon", json={}).status_code == 404


@pytest.mark.parametrize(("slug", "name"), ALL)
def test_calculator_and_its_rule_link_to_each_other(client: Proofreader, slug: str, name: str, lang: str) -> None:
    heading = game(slug).calculators[name].rule
    section = next(part for part in client.get(f"/{lang}/{slug}/rules").all("section") if part.get("id") == heading)
    assert f"/{lang}/{slug}/help/{name}" in [link.get("href") for link in section.iter("a")]
    links = [link.get("href") for link in client.get(f"/{lang}/{slug}/help/{name}").all("a")]
    assert f"/{lang}/{slug}/rules#{heading}" in links


@pytest.mark.parametrize(("slug", "name"), ALL)
def test_empty_form_asks_for_an_entry(client: Proofreader, slug: str, name: str, lang: str) -> None:
    page = client.get(f"/{lang}/{slug}/help/{name}?ask=1")
    (message,) = page.all("div", class_="summary")
    assert (page.status_code, message.get("role"), "autofocus" in message.attrib) == (200, "alert", True)
    assert page.all("section", class_="answer") == []


def test_unreadable_entry_is_not_an_empty_form(client: Proofreader, lang: str) -> None:
    page = client.get(f"/{lang}/chang_cheng/help/province?walls.0=x&ask=1")
    assert page.status_code == 422
    (link,) = page.one("div", class_="summary").iter("a")
    assert link.get("href") == "#f-walls.0"


def test_demands_are_asked_for_before_they_are_met(client: Proofreader) -> None:
    page = client.get("/zh-Hant/trajan/help/demands?forum.bread=1&ask=1")
    (link,) = page.one("div", class_="summary").iter("a")
    assert (words(link), link.get("href")) == ("請先填需求板塊", "#f-demands.bread")


@pytest.mark.parametrize("typed", ["aab", "BC", "A B", "01", "Ann"])
def test_typed_offices_are_kept(client: Proofreader, typed: str, lang: str) -> None:
    page = client.get(f"/{lang}/hansa_teutonica/help/route", query_string={"offices.one": typed, "ask": "1"})
    assert page.form_data()["offices.one"] == typed


PLAYERS = "n=3&0.name=Ann&1.name=%E5%B0%8F%E6%98%8E&1.colour=purple"


def card_labels(page: Page) -> list[str]:
    """Return the labels of the fields for the cards of a trick."""
    return [field.get("aria-label", "") for field in page.all("input") if field.get("name", "").startswith("cards.")]


def test_calculator_has_the_players_of_the_sheet(client: Proofreader) -> None:
    page = client.get(f"/en/hansa_teutonica/help/route?{PLAYERS}")
    players = {"n": "3", "0.name": "Ann", "1.name": "小明", "1.colour": "purple"}
    assert page.form_data().to_dict() == {**players, "player": "A", "east_west": "0"}
    assert "c1-purple" in page.one("body").get("class", "")
    assert [words(option) for option in page.one("select", id="f-player")] == ["Ann", "小明", "C"]
    assert card_labels(client.get(f"/en/honshu/help/trick?{PLAYERS}")) == [
        "Ann: Map card",
        "小明: Map card",
        "C: Map card",
    ]


def test_calculator_answers_with_player_names(client: Proofreader) -> None:
    page = client.get(f"/en/honshu/help/trick?{PLAYERS}&cards.0=3&cards.1=51&cards.2=14&ask=1")
    (answer,) = page.all("section", class_="answer")
    assert words(next(answer.iter("h2"))) == "小明 takes order card 1 and picks first."
    reasons = ["Order card 1: 小明, 51.", "Order card 2: C, 14.", "Order card 3: Ann, 3."]
    assert [words(reason) for reason in answer.iter("li")] == reasons
    page = client.get(f"/en/qin/help/village?{PLAYERS}&pagodas.0=2&holder=B&ask=1")
    assert words(page.one("section", class_="answer")).startswith("Ann holds the village.")
    assert [words(option) for option in page.one("select", id="f-holder")] == ["Nobody's", "Ann", "小明", "C"]


def test_trick_has_at_least_three_players(client: Proofreader) -> None:
    assert card_labels(client.get("/en/honshu/help/trick?n=2&0.name=Ann")) == [
        "Ann: Map card",
        "B: Map card",
        "C: Map card",
    ]
    assert "help/trick" not in client.get("/en/honshu/score?n=2&to=sheet").text


@pytest.mark.parametrize(("slug", "name"), ALL)
def test_sheet_opens_calculators_with_its_players(client: Proofreader, slug: str, name: str, lang: str) -> None:
    path = f"/{lang}/{slug}/help/{name}"
    (button,) = client.get(f"/{lang}/{slug}/score?n=3&to=sheet").all("button", formaction=path)
    assert (button.get("form"), button.get("name"), button.get("value")) == ("sheet", "to", "helper")
    answer = client.get(f"{path}?n=3&0.name=Ann&0.colour=blue&1.name=&0.points=4&to=helper")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{path}?n=3&0.name=Ann&0.colour=blue")


@pytest.mark.parametrize("slug", SHIPPED)
def test_rules_list_the_calculators(client: Proofreader, slug: str, lang: str) -> None:
    links = [
        link.get("href") for link in client.get(f"/{lang}/{slug}/rules").one("nav", class_="calculators").iter("a")
    ]
    assert links == [f"/{lang}/{slug}/help/{name}" for name in game(slug).calculators]


@pytest.mark.parametrize(("slug", "name"), ALL)
def test_api_answer_follows_its_schema(client: Proofreader, api: Data, slug: str, name: str) -> None:
    path = f"/api/v1/games/{slug}/ask/{name}"
    details = api["paths"][path]["post"]
    question = details["requestBody"]["content"]["application/json"]["schema"]
    calculator = game(slug).calculators[name]
    asked = read_record_query(calculator.question, parse_qs(EXAMPLES[slug, name]), "", calculator.seats)
    assert [error.message for error in Draft202012Validator(question).iter_errors(asked)] == []
    answer = client.post(path, json=asked)
    assert answer.status_code == 200
    shape = details["responses"]["200"]["content"]["application/json"]["schema"] | {"additionalProperties": False}
    assert [error.message for error in Draft202012Validator(shape).iter_errors(answer.json)] == []
    assert client.post(path, json={"nonsense": 1}).status_code == 422


def test_calculator_texts_have_the_numbers_of_its_code() -> None:
    assert re.findall(r"\d+", entries_of(honshu.Trick)["cubes"].help) == [str(honshu.CUBE)]
    options = entries_of(hansa.Completion)["east_west"].options
    assert [int(re.findall(r"\d+", options[place])[0]) for place in (1, 2, 3)] == list(hansa.EAST_WEST)
    assert re.findall(r"\d+", entries_of(qin.Village)["pagodas"].help) == [
        str(qin.count_pagodas(qin.MIN_MAJOR_SQUARES))
    ]
    province = entries_of(chang_cheng.Province)
    assert re.findall(r"\d+", province["prestige"].help) == ["0", str(chang_cheng.MAX_PRESTIGE)]
    assert re.findall(r"\d+", province["architect"].help) == [
        str(chang_cheng.ARCHITECT_POINTS),
        str(chang_cheng.ARCHITECT_WALLS),
    ]
    assert re.findall(r"\d+", province["added"].help) == [
        str(chang_cheng.ARCHITECT_WALLS),
        str(chang_cheng.GREAT_ARCHITECT_WALLS),
    ]


@pytest.mark.parametrize("slug", SHIPPED)
def test_game_has_a_page_of_its_calculators(client: Proofreader, slug: str, lang: str) -> None:
    """One link of the game's pages leads there from the sheet in the middle of a game."""
    address, translate = f"/{lang}/{slug}/help", load_translator(lang)
    tab = client.get(f"/{lang}/{slug}/score?n=2&to=sheet").one("a", href=address)
    assert (words(tab), tab.get("aria-current")) == (translate("Calculators"), None)
    page = client.get(address)
    assert words(page.one("a", href=address, **{"aria-current": "page"})) == translate("Calculators")
    main = page.one("main")
    assert [(link.get("href"), words(link)) for link in main.iter("a")] == [
        (f"{address}/{name}", translate(one.title)) for name, one in game(slug).calculators.items()
    ]
    assert [words(text) for text in main.findall("section/p")] == [
        translate(one.intro) for one in game(slug).calculators.values()
    ]
    assert translate(game(slug).title) in page.heading


def test_a_game_without_calculators_has_no_page_of_them(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(game("qin"), calculators={})
    monkeypatch.setattr("web.rules.calculators.find_game", lambda _: bare)
    monkeypatch.setattr("web.offline.views.games", lambda: [bare])
    with app.test_request_context("/"):
        listed = list(pages("en"))
        with pytest.raises(NotFound):
            calculators_page("en", "qin")
    assert "/en/qin/rules" in listed
    assert "/en/qin/help" not in listed
