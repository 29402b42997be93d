"""The helpers of the middle of a game as pages and in the API: their forms, answers, faults, and the ways there and back."""

import re
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from proofreader import Proofreader, words
from shipped import SHIPPED

from scorers.chang_cheng import helpers as chang_cheng
from scorers.entries import entries_of
from scorers.hansa_teutonica import helpers as hansa
from scorers.honshu import helpers as honshu
from scorers.po_catalog import load_translator
from scorers.qin import helpers as qin
from scorers.registry import game
from web.openapi import description

ALL = [(slug, name) for slug in SHIPPED for name in game(slug).helpers]
Data = dict[str, Any]


@pytest.fixture
def api(app: Flask) -> Data:
    """The description of the API."""
    with app.test_request_context("/en/"):
        return description(str)


@pytest.mark.parametrize(("slug", "name"), ALL)
def test_a_helper_explains_its_entries_in_both_languages(slug: str, name: str) -> None:
    helper, chinese = game(slug).helpers[name], load_translator("zh-Hant")
    texts = [helper.title, helper.lede, *(declaration.help for declaration in entries_of(helper.question).values())]
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
def test_the_page_answers_without_a_script_and_keeps_what_was_entered(client: Proofreader, slug: str, name: str, lang: str) -> None:
    path = f"/{lang}/{slug}/help/{name}"
    assert client.get(path).all("section", class_="answer") == []
    page = client.get(f"{path}?{EXAMPLES[slug, name]}&ask=1")
    (answer,) = page.all("section", class_="answer")
    assert words(answer)
    for pair in EXAMPLES[slug, name].split("&"):
        entry, _, value = pair.partition("=")
        assert page.form_data()[entry].rstrip("-") == value.replace("+", " ")
    other = "en" if lang == "zh-Hant" else "zh-Hant"
    assert any(link.get("href", "").startswith(f"/{other}/{slug}/help/{name}?") for link in page.all("a"))


def test_a_fault_stands_beside_its_entry(client: Proofreader, lang: str) -> None:
    page = client.get(f"/{lang}/honshu/help/trick?cards.0=7&cards.1=8&cards.2=7&ask=1")
    assert page.status_code == 422
    assert page.one("input", id="f-cards.2").get("aria-invalid") == "true"


def test_a_helper_that_is_not_here_is_not_found(client: Proofreader, lang: str) -> None:
    assert client.get(f"/{lang}/qin/help/dragon").status_code == 404
    assert client.post("/api/v1/games/qin/ask/dragon", json={}).status_code == 404


@pytest.mark.parametrize(("slug", "name"), ALL)
def test_its_rule_leads_to_it_and_it_leads_back(client: Proofreader, slug: str, name: str, lang: str) -> None:
    heading = game(slug).helpers[name].rule
    section = next(part for part in client.get(f"/{lang}/{slug}/rules").all("section") if part.get("id") == heading)
    assert f"/{lang}/{slug}/help/{name}" in [link.get("href") for link in section.iter("a")]
    links = [link.get("href") for link in client.get(f"/{lang}/{slug}/help/{name}").all("a")]
    assert f"/{lang}/{slug}/rules#{heading}" in links


ASKED: dict[tuple[str, str], Data] = {
    ("chang_cheng", "province"): {"walls": [2, 1]},
    ("hansa_teutonica", "route"): {"player": "A", "offices": {"one": [0, 1]}},
    ("honshu", "trick"): {"cards": [1, 2, 3], "cubes": [True]},
    ("qin", "province"): {"squares": 1, "touched": [[4], [2, 2]]},
    ("qin", "village"): {"pagodas": [1, 2], "holder": "A"},
    ("trajan", "ships"): {"cards": {"oil": 2}, "wild": 1},
    ("trajan", "demands"): {"demands": {"bread": 2}, "forum": {"bread": 1}},
}


@pytest.mark.parametrize(("slug", "name"), ALL)
def test_the_api_answers_as_it_is_described(client: Proofreader, api: Data, slug: str, name: str) -> None:
    path = f"/api/v1/games/{slug}/ask/{name}"
    details = api["paths"][path]["post"]
    question = details["requestBody"]["content"]["application/json"]["schema"]
    assert [error.message for error in Draft202012Validator(question).iter_errors(ASKED[slug, name])] == []
    answer = client.post(path, json=ASKED[slug, name])
    assert answer.status_code == 200
    shape = details["responses"]["200"]["content"]["application/json"]["schema"] | {"additionalProperties": False}
    assert [error.message for error in Draft202012Validator(shape).iter_errors(answer.json)] == []
    assert client.post(path, json={"nonsense": 1}).status_code == 422


def test_the_numbers_that_a_helper_names_are_those_it_reckons_with() -> None:
    assert re.findall(r"\d+", entries_of(honshu.Trick)["cubes"].help) == [str(honshu.CUBE)]
    options = entries_of(hansa.Completion)["east_west"].options
    assert [int(re.findall(r"\d+", options[place])[0]) for place in (1, 2, 3)] == list(hansa.EAST_WEST)
    assert re.findall(r"\d+", entries_of(qin.Village)["pagodas"].help) == [str(qin.PAGODAS[True])]
    province = entries_of(chang_cheng.Province)
    assert re.findall(r"\d+", province["prestige"].help) == ["0", str(chang_cheng.HIGHEST_PRESTIGE)]
    assert re.findall(r"\d+", province["architect"].help) == [str(chang_cheng.ARCHITECT_POINTS), str(chang_cheng.ARCHITECT_WALLS)]
    assert re.findall(r"\d+", province["added"].help) == [str(chang_cheng.ARCHITECT_WALLS), str(chang_cheng.GREAT_ARCHITECT_WALLS)]
