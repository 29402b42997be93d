"""Scores that are answered before Flask sees the request: the same answers as the API's own, and nothing that is not theirs to answer."""

import json

import pytest
from proofreader import Proofreader

from scorers.registry import game, slugs

SHEETS = [(slug, json.dumps(example.sheet)) for slug in slugs() for example in game(slug).examples.values()]
FAULTY = [
    ("qin", '{"players": [{"left": 99}, {"hat": 1}]}'),
    ("qin", '{"players": [{"left": 1, "left": 2}, {}]}'),
    ("qin", '{"players": [{"left": 1000000000000000000000}, {"left": 1.0}]}'),
    ("qin", '{"players": [{"name": "\\ud83d"}, {"name": "\\u5c0f"}]}'),
    ("honshu", "{}"),
]


@pytest.mark.parametrize(("slug", "body"), SHEETS + FAULTY)
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_they_are_the_answers_of_the_api(client: Proofreader, monkeypatch: pytest.MonkeyPatch, slug: str, body: str, lang: str) -> None:
    address, headers = f"/api/v1/games/{slug}/score", {"Accept-Language": lang, "Accept-Encoding": "br"}
    quick = client.post(address, data=body, headers=headers)
    monkeypatch.setattr("web.quick_scores.QuickScores.answer", lambda self, environ: None)
    slow = client.post(address, data=body, headers=headers)
    assert (quick.status_code, quick.data) == (slow.status_code, slow.data)
    assert sorted(quick.headers) == sorted(slow.headers)


@pytest.mark.parametrize(
    ("method", "address", "body", "status"),
    [
        ("GET", "/api/v1/games/qin/score", "", 405),
        ("POST", "/api/v1/games/chess/score", '{"players": []}', 404),
        ("POST", "/api/v1/games/qin/score/", '{"players": []}', 404),
        ("POST", "/api/v1/games/qin/score", "", 400),
        ("POST", "/api/v1/games/qin/score", "[]", 400),
        ("POST", "/api/v1/games/qin/score", '{"players":', 400),
        ("POST", "/api/v1/games/qin/score", "{" + " " * 65_536, 413),
        ("POST", "/api/v1/games/qin/score?lang=en", '{"players": [{"left": 2}, {"left": 5}]}', 200),
        ("POST", "/api/v1/games/qin/compare", '{"players": [{"left": 2}, {"left": 5}]}', 200),
    ],
)
def test_what_is_no_sheet_in_json_is_left_to_flask(client: Proofreader, method: str, address: str, body: str, status: int) -> None:
    answer = client.open(address, method=method, data=body)
    assert answer.status_code == status
    assert answer.mimetype == "application/json"


def test_a_form_is_read_by_flask_as_it_was_sent(client: Proofreader) -> None:
    answer = client.post("/api/v1/games/qin/score", data={"n": "2", "0.left": "5", "1.left": "2"})
    assert answer.json["winners"] == [1]  # who has fewer pagodas left
