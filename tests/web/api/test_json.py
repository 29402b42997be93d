"""The API answers the same bytes as scorers.service."""

import json

import pytest
from proofreader import Proofreader

from scorers.registry import game, slugs
from scorers.service import compare_json, dumps, score_json

EXAMPLES = [(slug, key) for slug in slugs() for key in game(slug).examples]
UNUSUAL_NAMES = [
    "Ann",
    "小明",
    'a "quote" \\ and / slash',
    "tab\tand\x7f",
    "😀 \u2028 é",
    "<b>&amp;",
    "half a pair: \ud83d",
]


@pytest.mark.parametrize(("slug", "key"), EXAMPLES)
def test_examples_have_the_same_bytes(client: Proofreader, slug: str, key: str) -> None:
    body = dumps(dict(game(slug).examples[key].sheet))
    score, compare = (client.post(f"/api/v1/games/{slug}/{what}?lang=en", data=body) for what in ("score", "compare"))
    assert score.data == score_json(slug, body).encode()
    assert compare.data == compare_json(slug, body).encode()


@pytest.mark.parametrize("name", UNUSUAL_NAMES)
def test_unusual_names_have_the_same_bytes(client: Proofreader, name: str) -> None:
    body = json.dumps({"players": [{"name": name[:40], "left": 1}, {"left": 2}]})
    assert client.post("/api/v1/games/qin/score?lang=en", data=body).data == score_json("qin", body).encode()


def test_faults_have_the_same_bytes(client: Proofreader) -> None:
    body = '{"players": [{"left": 99}, {"hat": "\\ud83d\\ude00"}]}'
    assert client.post("/api/v1/games/qin/score?lang=en", data=body).data == score_json("qin", body).encode()


def test_repeated_key_is_one_fault(client: Proofreader) -> None:
    for body in ('{"players": [{"left": 1, "left": 2}, {}]}', '{"match": true, "match": false, "players": [{}, {}]}'):
        answer = client.post("/api/v1/games/qin/score", data=body)
        assert answer.status_code == 422
        assert [(fault["path"], fault["code"]) for fault in answer.json["faults"]] == [("", "type")]
