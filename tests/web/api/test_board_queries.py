"""Board queries over HTTP: answers, and faults in the requested language."""

from jsonschema import Draft202012Validator
from proofreader import Proofreader

from scorers.chang_cheng.examples import EXAMPLES
from scorers.registry import game

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
