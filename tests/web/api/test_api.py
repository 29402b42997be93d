"""The HTTP API: games, scores, comparisons, board queries, errors and its OpenAPI description."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from proofreader import Proofreader

from scorers.chang_cheng.examples import EXAMPLES
from scorers.registry import game, slugs

QIN = "/api/v1/games/qin"
TABLE = {"players": [{"name": "Ann", "left": 2}, {"name": "Bo", "left": 5}, {"left": 1}]}


@pytest.fixture
def api(client: Proofreader) -> dict[str, Any]:
    """Return the OpenAPI description."""
    schema: dict[str, Any] = client.get("/api/v1/openapi.json?lang=en").json
    return schema


def test_games_are_listed_with_titles_in_both_languages(client: Proofreader) -> None:
    games = client.get("/api/v1/games").json["games"]
    assert [game["slug"] for game in games] == list(slugs())
    assert [game["players"] for game in games if game["slug"] == "qin"] == [{"min": 2, "max": 4}]
    for one in games:
        assert set(one) == {"slug", "title", "players", "bgg"}
        assert set(one["title"]) == {"zh-Hant", "en"}


def test_game_has_schema_and_variants_in_the_language(client: Proofreader) -> None:
    game = client.get(f"{QIN}?lang=en").json
    assert game["slug"] == "qin"
    assert game["schema"]["properties"]["players"]["items"]["properties"]["left"]["title"] == "Pagodas left"
    assert game["variants"] == [
        {"key": "game", "label": "One game", "options": {"match": False}},
        {"key": "match", "label": "Match", "options": {"match": True}},
    ]
    chinese = client.get(f"{QIN}?lang=zh-Hant").json
    assert chinese["title"] == game["title"]
    assert chinese["variants"][1]["label"] != "Match"


def test_sheet_is_scored(client: Proofreader) -> None:
    """Three players start with 19 pagodas: 19 − 2, 19 − 5 and 19 − 1 are built."""
    answer = client.post(f"{QIN}/score?lang=en", json=TABLE)
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"

    def player(name: str, total: int, rank: int, working: str) -> dict[str, Any]:
        line = {
            "key": "pagodas",
            "label": "Pagodas built",
            "points": total,
            "working": working,
            "rule": "scoring-pagodas",
        }
        return {"name": name, "total": total, "rank": rank, "lines": [line]}

    assert answer.json == {
        "game": "qin",
        "players": [player("Ann", 17, 2, "19 − 2"), player("Bo", 14, 3, "19 − 5"), player("3", 18, 1, "19 − 1")],
        "winners": [2],
        "decided_by": "total",
        "blank": [],
        "open": [],
        "asks": [],
    }


def test_all_faults_are_reported(client: Proofreader) -> None:
    answer = client.post(f"{QIN}/score?lang=en", json={"players": [{"left": -1, "hat": 1}, {"left": 1.5}], "match": 1})
    assert answer.status_code == 422
    assert sorted((fault["path"], fault["code"]) for fault in answer.json["faults"]) == [
        ("match", "type"),
        ("players.0.hat", "unknown"),
        ("players.0.left", "too_few"),
        ("players.1.left", "type"),
    ]
    assert {frozenset(fault) for fault in answer.json["faults"]} == {frozenset({"path", "code", "message"})}


def test_messages_follow_lang_or_accept_language(client: Proofreader) -> None:
    def answer_language(query: str, accept: str) -> str:
        answer = client.post(f"{QIN}/score{query}", json={"players": []}, headers={"Accept-Language": accept})
        return str(answer.json["faults"][0]["message"])

    english, chinese = answer_language("?lang=en", "zh-TW"), answer_language("?lang=zh-Hant", "en")
    assert english == "2 or more are needed: Players"
    assert chinese != english
    assert answer_language("", "en-GB,en;q=0.9") == english
    assert answer_language("", "zh-TW,zh;q=0.9,en;q=0.5") == chinese
    assert answer_language("", "fr") == chinese
    assert answer_language("?lang=fr", "en") == english


def test_comparison_has_a_column_per_variant(client: Proofreader) -> None:
    answer = client.post(f"{QIN}/compare?lang=en", json=TABLE)
    assert answer.status_code == 200
    first, second = answer.json["columns"]
    assert (first["key"], first["label"], first["options"]) == ("game", "One game", {"match": False})
    assert [player["total"] for player in first["result"]["players"]] == [17, 14, 18]
    assert (second["key"], second["needs"][:2]) == ("match", ["players.0.left_bird", "players.0.left_lion"])
    assert len(second["needs"]) == 6
    assert set(second) == {"key", "label", "options", "needs"}


def test_comparison_can_be_limited_to_variants(client: Proofreader) -> None:
    answer = client.post(f"{QIN}/compare", json=TABLE | {"variants": ["match"]})
    assert [column["key"] for column in answer.json["columns"]] == ["match"]
    wrong = client.post(f"{QIN}/compare", json=TABLE | {"variants": ["match", "solo"]})
    assert (wrong.status_code, [(item["path"], item["code"]) for item in wrong.json["faults"]]) == (
        422,
        [("variants.1", "choice")],
    )


@pytest.mark.parametrize(
    "body", ["", "nonsense", "[]", '"text"', "1", "null", "{", '{"players": []', "\x00", "[" * 60_000]
)
def test_non_object_body_is_400(client: Proofreader, body: str) -> None:
    for what in ("score", "compare"):
        answer = client.post(f"{QIN}/{what}", data=body, content_type="application/json")
        assert answer.status_code == 400
        assert [(fault["path"], fault["code"]) for fault in answer.json["faults"]] == [("", "type")]


def test_invalid_utf_8_is_400(client: Proofreader) -> None:
    assert client.post(f"{QIN}/score", data=b"\xff\xfe{", content_type="application/json").status_code == 400


def test_body_above_64_kib_is_413(client: Proofreader) -> None:
    body = '{"players": [{"left": 1}, {"left": 2}]}'
    assert client.post(f"{QIN}/score", data=body.ljust(64 * 1024), content_type="application/json").status_code == 200
    answer = client.post(f"{QIN}/score", data=body.ljust(64 * 1024 + 1), content_type="application/json")
    assert answer.status_code == 413
    assert answer.json["faults"][0]["message"]


def test_entries_keep_their_declared_order(client: Proofreader) -> None:
    schema = client.get("/api/v1/games/hansa_teutonica").json["schema"]
    assert list(schema["properties"]) == [
        "players",
        "edition",
        "board",
        "side",
        "modules",
        "three_way",
        "offices",
        "annexes",
        "permanent",
        "house",
    ]


def test_content_type_is_optional(client: Proofreader) -> None:
    answer = client.post(f"{QIN}/score", data='{"players": [{"left": 1}, {"left": 2}]}')
    assert [player["total"] for player in answer.json["players"]] == [23, 22]


def test_unknown_address_is_404(client: Proofreader) -> None:
    for answer in (
        client.get("/api/v1/games/chess"),
        client.post("/api/v1/games/chess/score", json={}),
        client.post("/api/v1/games/chess/compare", json={}),
        client.get("/api/v1/elsewhere"),
    ):
        assert answer.status_code == 404
        assert answer.mimetype == "application/json"


def test_wrong_method_is_405_with_the_allowed_ones(client: Proofreader) -> None:
    answer = client.get(f"{QIN}/score")
    assert answer.status_code == 405
    assert answer.mimetype == "application/json"
    assert {"POST", "OPTIONS"} == {method.strip() for method in answer.headers["Allow"].split(",")}
    assert client.post("/api/v1/games", json={}).status_code == 405


def test_description_is_valid_openapi(api: dict[str, Any]) -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator  # imported here because it takes more than a second

    assert api["openapi"].startswith("3.1")
    assert [error.message for error in OpenAPIV31SpecValidator(api).iter_errors()] == []


def test_description_names_the_variants_of_modules(api: dict[str, Any]) -> None:
    schema = api["components"]["schemas"]["hansa_teutonica_compare"]
    assert schema["properties"]["variants"]["items"]["enum"] == ["2009", "big_box", "no_missions", "no_favours"]


def test_every_api_address_is_described(client: Proofreader, api: dict[str, Any]) -> None:
    addresses = set()
    for rule in client.application.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            for slug in slugs():
                names = [*game(slug).board_queries, *game(slug).calculators] if "<name>" in rule.rule else [""]
                addresses |= {
                    rule.rule.replace("<game:slug>", slug)
                    .replace("<name>", name)
                    .replace("<shared:secret_id>", "{id}")
                    .replace("<group:link>", "{link}")
                    for name in names
                }
    assert set(api["paths"]) == addresses


@pytest.mark.parametrize("shape", ["Result", "Columns", "Faults"])
def test_answers_have_the_described_shape(client: Proofreader, api: dict[str, Any], shape: str) -> None:
    answer = {
        "Result": client.post(f"{QIN}/score", json=TABLE),
        "Columns": client.post(f"{QIN}/compare", json=TABLE),
        "Faults": client.post(f"{QIN}/score", json={}),
    }[shape]
    judge = Draft202012Validator({"$ref": f"#/components/schemas/{shape}", "components": api["components"]})
    assert [error.message for error in judge.iter_errors(answer.json)] == []
    assert not judge.is_valid({})


def test_form_is_scored_like_a_sheet(client: Proofreader) -> None:
    answer = client.post(f"{QIN}/score", data={"n": "2", "0.left": "１＋１", "1.left": "", "0.name": "Ann"})
    assert [player["total"] for player in answer.json["players"]] == [22, 0]
    assert answer.json["blank"] == ["players.1.left"]


FORM = "application/x-www-form-urlencoded"


def test_json_is_read_under_any_content_type(client: Proofreader) -> None:
    """`curl -d` and `urllib` call every body a form unless they are told otherwise."""
    answer = client.post(f"{QIN}/score", data=json.dumps(TABLE), content_type=FORM)
    assert answer.json == client.post(f"{QIN}/score", json=TABLE).json
    for body in ("nonsense", "", "[1]", "n", "n=", "0.left=3"):
        assert client.post(f"{QIN}/score", data=body, content_type=FORM).status_code == 400, body


@pytest.mark.parametrize("path", ["/api/v1/games", QIN, "/api/v1/openapi.json"])
def test_answers_vary_with_accept_language(client: Proofreader, path: str) -> None:
    assert "Accept-Language" in client.get(path).headers["Vary"]


LAY = "/api/v1/games/honshu/ask/lay"


def test_card_is_laid_or_refused_in_the_language(client: Proofreader) -> None:
    answer = client.post(f"{LAY}?lang=en", json={"map": "T T", "card": "49", "row": 1, "column": 2})
    assert (answer.status_code, answer.json) == (200, {"map": "T F F / . A T / . A T", "row": 1, "column": 2})
    english, chinese = (client.post(f"{LAY}?lang={lang}", json={"card": "61"}) for lang in ("en", "zh-Hant"))
    assert english.status_code == chinese.status_code == 422
    assert english.json["faults"][0]["message"] == "There is no card 61"
    assert chinese.json["faults"][0]["message"] != english.json["faults"][0]["message"]


def test_unknown_query_is_404_and_non_object_is_400(client: Proofreader) -> None:
    assert client.post("/api/v1/games/honshu/ask/nothing", json={}).status_code == 404
    assert client.post("/api/v1/games/qin/ask/lay", json={}).status_code == 404
    assert client.post("/api/v1/games/chess/ask/lay", json={}).status_code == 404
    assert client.post(LAY, json=[]).status_code == 400


def test_wall_answer_follows_its_schema_and_language(client: Proofreader) -> None:
    address = "/api/v1/games/chang_cheng/ask/wall"
    answer = client.post(address, json=dict(EXAMPLES["whole_wall"].sheet))
    assert answer.status_code == 200
    Draft202012Validator(game("chang_cheng").board_queries["wall"].answer_schema).validate(answer.json)
    refusal = client.post(f"{address}?lang=zh-Hant", json={"players": [{}, {}], "wall": "A"})
    assert refusal.status_code == 422
    assert any("省份" in fault["message"] for fault in refusal.json["faults"])
