"""The API of shared sheets, on both databases."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from table import DEVICE, Table

from app import create_app
from scorers.registry import game
from scorers.service import score_data
from web.common.http import MAX_BODY_BYTES
from web.together import limits

BO = "another-phone-0123"
UNKNOWN_ID = "AAAAAAAAAAAAAAAAAAAAAA"


def faults_of(answer: Any) -> list[tuple[str, str]]:
    return [(fault["path"], fault["code"]) for fault in answer["faults"]]


def test_sheet_opens_with_its_entries(open_table: Any) -> None:
    table = open_table(
        "hansa_teutonica",
        {"players": [{"name": "Ann", "prestige": 12, "coellen": [7]}, {}], "offices": {"bremen": [0]}},
    )
    assert len(table.id) == 22
    assert table.url == f"http://localhost/en/together/{table.id}"
    assert table.entries() == {
        "players.0.name": "Ann", "players.0.prestige": 12, "players.0.coellen": [7], "offices.bremen": [0]
    }  # fmt: skip
    assert table.sync()["seq"] == table.seq


def test_empty_sheet_has_seats_and_no_entries(open_table: Any) -> None:
    table = open_table("trajan", {"players": [{}, {}, {}]})
    assert table.seq == 0
    assert table.entries() == {}
    assert table.get("sheet").json == {"players": [{}, {}, {}]}


def test_ids_are_random(open_table: Any) -> None:
    ids = {open_table().id for _ in range(20)}
    assert len(ids) == 20
    assert len({one[:4] for one in ids}) > 15


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"game": "chess", "sheet": {"players": [{}, {}]}}, [("game", "choice")]),
        ({"sheet": {"players": [{}, {}]}}, [("game", "type")]),
        ({"game": "qin", "sheet": {"players": [{}, {}]}, "hat": 1}, [("hat", "unknown")]),
        ({"game": "qin"}, [("", "type")]),
        ({"game": "qin", "sheet": {}}, [("players", "missing")]),
        ({"game": "qin", "sheet": {"players": [{}]}}, [("players", "too_few")]),
        ({"game": "qin", "sheet": {"players": [{}] * 5}}, [("players", "too_many")]),
        (
            {"game": "qin", "sheet": {"players": [{"left": "2"}, {"hat": 2}]}},
            [("players.0.left", "type"), ("players.1.hat", "unknown")],
        ),
    ],
)
def test_invalid_sheet_is_422(api: FlaskClient, body: object, faults: list[tuple[str, str]]) -> None:
    answer = api.post("/api/v1/shared", json=body)
    assert answer.status_code == 422
    assert faults_of(answer.json) == faults


def test_number_out_of_bounds_is_kept_until_it_is_scored(open_table: Any) -> None:
    table = open_table("qin", {"players": [{"left": 900}, {"left": 2}]})
    assert table.entries() == {"players.0.left": 900, "players.1.left": 2}
    table.type("players.1.left", -5)
    answer = table.get("score")
    assert answer.status_code == 422
    assert faults_of(answer.json) == [("players.0.left", "too_many"), ("players.1.left", "too_few")]


def test_entries_come_with_their_seq_and_device(open_table: Any) -> None:
    table = open_table()
    assert table.type("players.0.left", 4) == {
        "seq": 1, "kept": 1, "faults": [], "entries": {"players.0.left": {"value": 4, "seq": 1, "device": DEVICE}}
    }  # fmt: skip
    assert table.type("players.1.left", 5, device=BO, since=1) == {
        "seq": 2, "kept": 1, "faults": [], "entries": {"players.1.left": {"value": 5, "seq": 2, "device": BO}}
    }  # fmt: skip
    assert table.sync(device=BO, since=2) == {"seq": 2, "kept": 1, "faults": [], "entries": {}}
    assert table.type("players.0.left", None, since=2)["entries"] == {
        "players.0.left": {"value": None, "seq": 3, "device": DEVICE}
    }


def test_last_typed_stands_by_age_and_not_by_arrival(open_table: Any) -> None:
    table = open_table()
    table.type("players.0.left", 4)
    late = table.sync({"path": "players.0.left", "value": 9, "age": 3600}, device=BO)
    assert late["entries"]["players.0.left"]["value"] == 4
    assert (late["seq"], late["kept"]) == (2, 1)
    seen = table.sync({"path": "players.0.left", "value": 9, "age": 3600, "base": 2}, device=BO)
    assert seen["entries"]["players.0.left"]["value"] == 9


def test_unknown_paths_are_faults_and_the_rest_is_kept(open_table: Any) -> None:
    table = open_table()
    paths = ["players", "players.", "players.x", "players.²", "players." + "9" * 5000, "@seat", "@seat.x", "@ready."]
    answer = table.sync(*({"path": path, "value": 1} for path in paths), {"path": "players.0.left", "value": 4})
    assert faults_of(answer) == [(path[:60], "unknown") for path in paths]
    assert table.entries() == {"players.0.left": 4}


def test_unusual_characters_in_names_are_kept_or_refused(open_table: Any) -> None:
    table = open_table()
    for n, text in enumerate(("a\0b", "a\ud800b", "a\x1b[2J", "\u202eb"), 1):
        body = json.dumps(
            {"device": DEVICE, "changes": [{"path": "players.0.name", "value": text, "n": n, "base": 99}]}
        )
        answer = table.client.post(f"/api/v1/shared/{table.id}/sync", data=body, content_type="application/json")
        is_refused = answer.status_code == 422 or faults_of(answer.json)
        assert is_refused or table.get("sheet").json["players"][0]["name"] == text


def test_invalid_value_is_a_fault_and_not_kept(open_table: Any) -> None:
    table = open_table("hansa_teutonica", {"players": [{}, {}]})
    answer = table.sync(
        {"path": "players.0.prestige", "value": "12"},
        {"path": "edition", "value": "third"},
        {"path": "players.0.hat", "value": 1},
    )
    assert faults_of(answer) == [("players.0.prestige", "type"), ("edition", "choice"), ("players.0.hat", "unknown")]
    assert (answer["seq"], answer["kept"], answer["entries"]) == (0, 0, {})
    mixed = table.sync({"path": "players.0.keys", "value": 2.5}, {"path": "players.0.keys", "value": 2})
    assert faults_of(mixed) == [("players.0.keys", "type")]
    assert (mixed["kept"], mixed["entries"]["players.0.keys"]["value"]) == (5, 2)


def test_faults_are_in_the_readers_language(open_table: Any) -> None:
    table = open_table()
    body = {"device": DEVICE, "changes": [{"path": "players.0.left", "value": "x", "n": 1}]}
    path = f"/api/v1/shared/{table.id}/sync?lang="
    english, chinese = (
        table.client.post(path + lang, json=body).json["faults"][0]["message"] for lang in ("en", "zh-Hant")
    )
    assert english == "Pagodas left must be a whole number"
    assert chinese != english


def test_filled_seat_is_added(open_table: Any) -> None:
    table = open_table("hansa_teutonica", {"players": [{}, {}]})
    answer = table.sync({"path": "players.2.name", "value": "Cleo"}, {"path": "offices.bremen", "value": [2]})
    assert answer["faults"] == []
    assert table.get("sheet").json == {"players": [{}, {}, {"name": "Cleo"}], "offices": {"bremen": [2]}}
    table.type("@seats", 5)
    assert len(table.get("sheet").json["players"]) == 5
    for path, value in (("players.5.name", "Dan"), ("@seats", 6), ("@seat.5", "x")):
        answer = table.post({"device": DEVICE, "changes": [{"path": path, "value": value, "n": 99}]})
        assert answer.status_code == 409
        assert answer.json["faults"][0]["message"] == "This game takes no more players."


def test_shared_sheet_scores_like_any_sheet(open_table: Any) -> None:
    example = next(iter(game("trajan").examples.values()))
    table = open_table("trajan", example.sheet)
    assert table.get("score").json == score_data("trajan", example.sheet)
    assert table.get("sheet").status_code == 200


def test_offices_of_another_board_are_not_scored(open_table: Any) -> None:
    """Bremen stays on the sheet. Halle, which both boards have, scores 2 for the city and 1 for the office."""
    table = open_table("hansa_teutonica", {"players": [{}, {}, {}], "offices": {"bremen": [1], "halle": [0, None]}})
    table.type("board", "east")
    assert table.get("sheet").json["offices"].keys() == {"bremen", "halle"}
    assert [player["total"] for player in table.get("score").json["players"]] == [3, 0, 0]


def test_fields_are_answered_on_request(open_table: Any) -> None:
    table = open_table("hansa_teutonica", {"players": [{}, {}]})
    answer = table.sync(
        {"field": "coellen.7", "value": "1"},
        {"field": "0.prestige", "value": "10+2"},
        {"field": "0.markers", "value": "many"},
        fields=True,
    )
    assert {name: entry["value"] for name, entry in answer["fields"].items()} == {
        "coellen.7": ["1"],
        "0.prestige": ["12"],
    }
    assert faults_of(answer) == [("0.markers", "type")]
    assert answer["here"] == {DEVICE: 0}
    assert answer["lost"] == []
    assert "entries" not in answer
    assert table.entries()["players.1.coellen"] == [7]
    lost = table.sync({"field": "0.prestige", "value": "9", "age": 600}, device=BO, fields=True)["lost"]
    assert lost == [{"field": "0.prestige", "value": ["9"], "seq": 3}]


def test_reveal_ends_the_code(open_table: Any, together_app: Flask) -> None:
    table, store = open_table(), together_app.extensions["together"]
    code = store.invite(table.id).code
    table.sync({"field": "0.left", "value": "2"}, fields=True)
    assert store.find_code(code, "192.0.2.7") == table.id
    table.sync({"field": "@reveal", "value": "2026-11-24"}, fields=True)
    assert store.find_code(code, "192.0.2.7") is None


@pytest.mark.parametrize("name", ["sync", "typing", "sheet", "score", "events"])
@pytest.mark.parametrize("secret_id", [UNKNOWN_ID, "short", "A" * 23, "A" * 21 + "!"])
def test_unknown_id_is_404(api: FlaskClient, name: str, secret_id: str) -> None:
    path = f"/api/v1/shared/{secret_id}/{name}"
    bodies = {"sync": {"device": DEVICE}, "typing": {"device": DEVICE, "field": "0.left"}}
    answer = api.post(path, json=bodies[name]) if name in bodies else api.get(path)
    assert answer.status_code == 404
    assert answer.mimetype == "application/json"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "device"),
        ({"device": "short"}, "device"),
        ({"device": "x" * 65}, "device"),
        ({"device": "\0" * 16}, "device"),
        ({"device": 5}, "device"),
        ({"device": DEVICE, "since": -1}, "since"),
        ({"device": DEVICE, "since": True}, "since"),
        ({"device": DEVICE, "fields": 1}, "fields"),
        ({"device": DEVICE, "changes": {}}, "changes"),
        ({"device": DEVICE, "changes": [5]}, "changes.0"),
        ({"device": DEVICE, "changes": [{"path": "match", "value": True}]}, "changes.0.n"),
        ({"device": DEVICE, "changes": [{"path": "match", "value": True, "n": 0}]}, "changes.0.n"),
        ({"device": DEVICE, "changes": [{"path": "match", "value": True, "n": 1, "base": "x"}]}, "changes.0.base"),
        ({"device": DEVICE, "changes": [{"path": "match", "value": True, "n": 1, "age": "x"}]}, "changes.0.age"),
        ({"device": DEVICE, "changes": [{"path": "match", "value": True, "n": 1, "age": 10**400}]}, "changes.0.age"),
        ({"device": DEVICE, "changes": [{"path": 5, "value": True, "n": 1}]}, "changes.0.path"),
        ({"device": DEVICE, "hat": 1}, "hat"),
    ],
)
def test_invalid_request_is_422(open_table: Any, body: object, path: str) -> None:
    answer = open_table().post(body)
    assert answer.status_code == 422
    assert [fault["path"] for fault in answer.json["faults"]] == [path]


def test_json_needs_its_content_type(open_table: Any) -> None:
    """A form of another site can send any other type without a preflight request."""
    table = open_table()
    for path in ("/api/v1/shared", f"/api/v1/shared/{table.id}/sync"):
        assert table.client.post(path, data="{}", content_type="text/plain").status_code == 415
        assert table.client.post(path, json={}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        assert table.client.post(path, data="[]", content_type="application/json").status_code == 400
        assert table.client.post(path, data="nonsense", content_type="application/json").status_code == 400


def test_body_over_64_kib_is_413(open_table: Any) -> None:
    table = open_table()
    assert table.post({"device": DEVICE, "changes": [], "hat": "x" * MAX_BODY_BYTES}).status_code == 413
    many = [{"path": "match", "value": None, "n": n} for n in range(1, limits.MAX_CHANGES + 2)]
    assert table.post({"device": DEVICE, "changes": many}).status_code == 413


def test_full_sheet_is_409_and_readable(open_table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table()
    table.type("players.0.left", 4)
    monkeypatch.setattr(limits, "MAX_HISTORY_CHANGES", 1)
    answer = table.post({"device": DEVICE, "changes": [{"path": "players.0.left", "value": 5, "n": 2}]})
    assert answer.status_code == 409
    assert answer.json["faults"][0]["message"].startswith("This shared sheet has taken all the changes it can.")
    assert table.entries() == {"players.0.left": 4}


def test_too_many_sheets_are_429_with_retry_after(api: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_OPENED_AN_HOUR", 0)
    answer = api.post("/api/v1/shared", json={"game": "qin", "sheet": {"players": [{}, {}]}})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 3600


def test_responses_are_private_and_not_cached(open_table: Any) -> None:
    table: Table = open_table()
    answers = [
        table.post({"device": DEVICE}),
        table.get("sheet"),
        table.get("score"),
        table.get("events"),
        table.get("nothing"),
    ]
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Robots-Tag"] == "noindex"
        assert answer.headers.getlist("Referrer-Policy") == ["no-referrer"]
        assert "ETag" not in answer.headers
        assert "Set-Cookie" not in answer.headers


def test_log_has_no_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = create_app({"DATA_DIR": str(tmp_path), "ACCESS_LOG": True}).test_client()
    secret_id = client.post("/api/v1/shared", json={"game": "qin", "sheet": {"players": [{}, {}]}}).json["id"]
    table = Table(client, secret_id, "", 0)
    table.type("players.0.name", "小明")
    table.get("sheet")
    client.get(f"/en/together/{secret_id}")
    assert "POST /api/v1/shared/…/sync 200" in caplog.text
    assert secret_id not in caplog.text
    assert "小明" not in caplog.text


def test_flask_alone_answers_with_one_event(open_table: Any) -> None:
    table = open_table()
    table.type("players.0.left", 4)
    answer = table.client.get(f"/api/v1/shared/{table.id}/events?since=0")
    assert answer.mimetype == "text/event-stream"
    assert answer.text == (
        f'id: 1\ndata: {{"seq":1,"entries":{{"players.0.left":{{"value":4,"seq":1,"device":"{DEVICE}"}}}},'
        '"kept":0,"faults":[]}\n\n'
    )
    later = table.client.get(f"/api/v1/shared/{table.id}/events?since=0", headers={"Last-Event-ID": "1"})
    assert '"entries":{}' in later.text
