"""The API of shared sheets, on both databases."""

import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from table import DEVICE, Table

from app import create_app
from scorers.registry import game
from scorers.service import score_data
from web.common.http import MAX_BODY_BYTES
from web.sync.limits import MAX_CHANGES
from web.together.shared import load_shared

BO = "another0phone.page0000001"
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
    assert table.fields() == {"0.name": ["Ann"], "0.prestige": ["12"], "coellen.7": ["0"], "offices.bremen": ["0"]}
    answer = table.sync()
    assert (answer["seq"], answer["mark"]) == (table.seq, table.mark)


def test_empty_sheet_has_seats_and_no_entries(open_table: Any) -> None:
    table = open_table("trajan", {"players": [{}, {}, {}]})
    assert table.fields() == {}
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
        ({"game": "qin", "sheet": {"players": [{"name": "x" * 41}, {}]}}, [("players.0.name", "too_many")]),
        ({"game": "honshu", "sheet": {"players": [{"map": "F Q"}, {}]}}, [("players.0.map", "choice")]),
    ],
)
def test_invalid_sheet_is_422(api: FlaskClient, body: object, faults: list[tuple[str, str]]) -> None:
    answer = api.post("/api/v1/shared", json=body)
    assert answer.status_code == 422
    assert faults_of(answer.json) == faults


def test_number_out_of_bounds_is_kept_until_it_is_scored(open_table: Any) -> None:
    table = open_table("qin", {"players": [{"left": 900}, {"left": 2}]})
    assert table.fields() == {"0.left": ["900"], "1.left": ["2"]}
    lakes = {"forest": -3, "lakes": [1, 900], "factories": {"2": 400}}
    land = open_table("honshu", {"players": [lakes, {}]})
    assert land.fields() == {"0.forest": ["-3"], "0.lakes": ["1 900"], "0.factories.2": ["400"]}
    table.type("1.left", "-5")
    answer = table.get("score")
    assert answer.status_code == 422
    assert faults_of(answer.json) == [("players.0.left", "too_many"), ("players.1.left", "too_few")]


def test_entries_come_with_their_seq_and_handle(open_table: Any) -> None:
    """The first change of the sheet is its number of players."""
    table = open_table()
    first = table.type("0.left", "4")
    you = first["you"]
    assert first.keys() == {
        "from", "seq", "mark", "values", "lost", "kept", "you", "faults", "more", "writes", "expires", "here"
    }  # fmt: skip
    assert (first["seq"], first["kept"], first["faults"], first["here"]) == (2, 1, [], {you: 0})
    assert first["values"]["0.left"] == {"value": ["4"], "seq": 2, "device": you, "age": 0}
    known = {"since": 2, "mark": first["mark"]}
    second = table.sync({"name": "1.left", "value": ["5"]}, device=BO, **known)
    assert [*second["values"]] == ["1.left"]
    assert second["values"]["1.left"]["device"] == second["you"] not in (you, BO, BO.partition(".")[0])
    assert table.sync({"name": "0.left", "value": None}, **known)["values"]["0.left"]["value"] is None


def test_last_typed_stands_by_age_and_not_by_arrival(together_app: Flask, open_table: Any) -> None:
    table = open_table()
    with together_app.test_request_context():  # the sheet was opened long ago
        store = together_app.extensions["documents"]
        document_id = load_shared(table.id).head.id
        with store.engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE document SET created = created - 9999 WHERE id = '{document_id}'")
    table.type("0.left", "4")
    late = table.type("0.left", "9", device=BO, age=3600)
    assert late["values"]["0.left"]["value"] == ["4"]
    assert (late["kept"], [(one["name"], one["value"]) for one in late["lost"]]) == (1, [("0.left", ["9"])])
    seen = table.sync(
        {"name": "0.left", "value": ["9"], "age": 3600, "base": late["seq"]}, device=BO, since=late["seq"],
        mark=late["mark"],
    )  # fmt: skip
    assert seen["values"]["0.left"]["value"] == ["9"]


def test_unknown_names_are_faults_and_the_rest_is_kept(open_table: Any) -> None:
    table = open_table()
    names = ["players.0.left", "x.left", "²", "9" * 100, "@seat", "@seat.x", "@ready.", "wall"]
    answer = table.sync(*({"name": name, "value": ["1"]} for name in names), {"name": "0.left", "value": ["4"]})
    assert faults_of(answer) == [(name[:60], "unknown") for name in names]
    assert [(fault["n"], fault["name"]) for fault in answer["faults"]] == [*enumerate(names, 1)]
    assert table.fields() == {"0.left": ["4"]}


def test_unusual_characters_are_taken_out(open_table: Any) -> None:
    """A name is kept as a person sees it."""
    table = open_table()
    for n, text in enumerate(("a\0b", "a\x1b[2Jb", "\u202eb\u200b", "\ud800"), 1):
        body = json.dumps({"device": DEVICE, "changes": [{"name": "0.name", "value": [text], "n": n, "base": 99}]})
        answer = table.client.post(f"/api/v1/shared/{table.id}/sync", data=body, content_type="application/json")
        assert answer.status_code in (200, 422)
        name = "".join(table.fields().get("0.name", []))
        assert name.isprintable()
        assert "\u202e" not in name
        assert table.get("sheet").status_code == 200


def test_invalid_value_is_a_fault_and_not_kept(open_table: Any) -> None:
    table = open_table("hansa_teutonica", {"players": [{}, {}]})
    answer = table.sync(
        {"name": "0.prestige", "value": ["many"]},
        {"name": "edition", "value": ["third"]},
        {"name": "0.hat", "value": ["1"]},
        {"name": "0.keys", "value": "2"},
    )
    assert faults_of(answer) == [
        ("players.0.prestige", "type"), ("edition", "choice"), ("0.hat", "unknown"), ("0.keys", "type")
    ]  # fmt: skip
    assert answer["seq"] == table.seq
    mixed = table.sync({"name": "0.keys", "value": ["x"]}, {"name": "0.keys", "value": ["2"]})
    assert faults_of(mixed) == [("players.0.keys", "type")]
    assert (mixed["kept"], mixed["values"]["0.keys"]["value"]) == (6, ["2"])


def test_faults_are_in_the_readers_language(open_table: Any) -> None:
    table = open_table()
    body = {"device": DEVICE, "changes": [{"name": "0.left", "value": ["x"], "n": 1}]}
    path = f"/api/v1/shared/{table.id}/sync?lang="
    english, chinese = (
        table.client.post(path + lang, json=body).json["faults"][0]["message"] for lang in ("en", "zh-Hant")
    )
    assert english == "Pagodas left must be a whole number"
    assert chinese != english


def test_seats_follow_what_is_in_them(open_table: Any) -> None:
    """Nobody can make fewer seats than are held or have a number, whatever number of players they choose."""
    table = open_table("hansa_teutonica", {"players": [{}, {}]})
    assert table.type("2.prestige", "7")["faults"] == []
    assert table.get("sheet").json == {"players": [{}, {}, {"prestige": 7}]}
    table.type("n", "5")
    assert len(table.get("sheet").json["players"]) == 5
    table.type("n", "2")
    assert len(table.get("sheet").json["players"]) == 3
    table.type("@seat.3", "a-handle")
    assert len(table.get("sheet").json["players"]) == 4
    assert table.client.get(f"/en/together/{table.id}?view=all").status_code == 200
    for name, texts, path, code in (
        ("5.prestige", ["1"], "5.prestige", "unknown"), ("@seat.5", ["x"], "@seat.5", "unknown"),
        ("n", ["6"], "players", "too_many"),
    ):  # fmt: skip
        assert faults_of(table.type(name, *texts)) == [(path, code)]
    table.type("@seat.3")
    table.type("2.prestige")
    assert len(table.get("sheet").json["players"]) == 2


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


def test_request_of_before_is_refused_whole(open_table: Any) -> None:
    """An old tab drops what an answer calls kept."""
    table = open_table()
    change = {"n": 1, "base": 0, "age": 0, "value": ["2"]}
    for body in (
        {"device": "an-old-phone.tab", "since": 0, "changes": [change | {"field": "0.left"}], "fields": True},
        {"device": DEVICE, "changes": [change | {"field": "0.left"}]},
        {"device": DEVICE, "changes": [change | {"path": "players.0.left"}]},
        {"device": DEVICE, "changes": [change | {"name": "0.left"}], "fields": True},
    ):
        assert table.post(body).status_code == 422
    assert table.fields() == {}


def test_reveal_ends_the_code(open_table: Any, together_app: Flask) -> None:
    """However it is written: a program may say how far it is at once."""
    codes = together_app.extensions["together"]
    for text in ("2026-11-24", "1", "2026-11-24 3"):
        table = open_table()
        code = codes.invite(table.id).code
        table.type("0.left", "2")
        assert codes.find(code, "192.0.2.7") == table.id
        table.type("@reveal", text)
        assert codes.find(code, "192.0.2.7") is None
        assert codes.invite(table.id) is None


@pytest.mark.parametrize("name", ["sync", "typing", "sheet", "score", "events"])
@pytest.mark.parametrize("secret_id", [UNKNOWN_ID, "short", "A" * 23, "A" * 21 + "!"])
def test_unknown_id_is_404(api: FlaskClient, name: str, secret_id: str) -> None:
    path = f"/api/v1/shared/{secret_id}/{name}"
    bodies = {"sync": {"device": DEVICE}, "typing": {"device": DEVICE, "name": "0.left"}}
    answer = api.post(path, json=bodies[name]) if name in bodies else api.get(path)
    assert answer.status_code == 404
    assert answer.mimetype == "application/json"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "device"),
        ({"device": "short.page0000001"}, "device"),
        ({"device": "phone0at0table"}, "device"),
        ({"device": f"{'x' * 32}.page0000001"}, "device"),
        ({"device": "phone-at-table.page0000001"}, "device"),
        ({"device": 5}, "device"),
        ({"device": DEVICE, "since": -1}, "since"),
        ({"device": DEVICE, "since": True}, "since"),
        ({"device": DEVICE, "mark": 5}, "mark"),
        ({"device": DEVICE, "who": 5}, "who"),
        ({"device": DEVICE, "changes": {}}, "changes"),
        ({"device": DEVICE, "changes": [5]}, "changes.0"),
        ({"device": DEVICE, "changes": [{"name": "match", "value": ["1"]}]}, "changes.0.n"),
        ({"device": DEVICE, "changes": [{"name": "match", "value": ["1"], "n": 0}]}, "changes.0.n"),
        ({"device": DEVICE, "changes": [{"name": "match", "value": ["1"], "n": 1, "base": "x"}]}, "changes.0.base"),
        ({"device": DEVICE, "changes": [{"name": "match", "value": ["1"], "n": 1, "age": "x"}]}, "changes.0.age"),
        ({"device": DEVICE, "changes": [{"name": 5, "value": ["1"], "n": 1}]}, "changes.0.name"),
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


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_number_that_json_lacks_is_400(open_table: Any, number: str) -> None:
    table = open_table()
    path = f"/api/v1/shared/{table.id}/sync"
    for change in (f'"value": null, "age": {number}', f'"value": {number}'):
        body = f'{{"device": "{DEVICE}", "changes": [{{"name": "match", "n": 1, {change}}}]}}'
        assert table.client.post(path, data=body, content_type="application/json").status_code == 400
    named = {"name": "0.name", "value": [number], "n": 1}
    assert table.post({"device": DEVICE, "changes": [named]}).json["faults"] == [], "a name is text"


def test_body_over_64_kib_is_413(open_table: Any) -> None:
    table = open_table()
    assert table.post({"device": DEVICE, "changes": [], "hat": "x" * MAX_BODY_BYTES}).status_code == 413
    many = [{"name": "match", "value": None, "n": n} for n in range(1, MAX_CHANGES + 2)]
    assert table.post({"device": DEVICE, "changes": many}).status_code == 413


def limit(together_app: Flask, monkeypatch: pytest.MonkeyPatch, **limits: int) -> None:
    """Set limits of shared sheets."""
    kind = together_app.extensions["documents"].kinds["shared"]
    monkeypatch.setattr(kind, "limits", replace(kind.limits, **limits), raising=False)


def test_full_sheet_is_409_and_readable(together_app: Flask, open_table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table()
    table.type("0.left", "4")
    limit(together_app, monkeypatch, max_log_rows=2)
    answer = table.post({"device": DEVICE, "changes": [{"name": "0.left", "value": ["5"], "n": 2}]})
    assert answer.status_code == 409
    assert answer.json["faults"][0]["message"].startswith("This shared sheet cannot take any more changes.")
    assert table.fields() == {"0.left": ["4"]}


def test_too_many_sheets_are_429_with_retry_after(
    together_app: Flask, api: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(together_app, monkeypatch, max_opened_an_hour=0)
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
    table = Table(client, secret_id)
    table.type("0.name", "小明")
    table.get("sheet")
    client.get(f"/en/together/{secret_id}")
    assert "POST /api/v1/shared/…/sync 200" in caplog.text
    assert secret_id not in caplog.text
    assert "小明" not in caplog.text


def test_flask_alone_answers_with_one_event(open_table: Any) -> None:
    table = open_table()
    first = table.type("0.left", "4")
    answer = table.client.get(f"/api/v1/shared/{table.id}/events?since=0-")
    assert answer.mimetype == "text/event-stream"
    event_id, _, data = answer.text.partition("\ndata: ")
    assert event_id == f"id: 2-{first['mark']}"
    assert {name: one["value"] for name, one in json.loads(data)["values"].items()} == {"n": ["3"], "0.left": ["4"]}
    header = {"Last-Event-ID": f"2-{first['mark']}"}
    later = table.client.get(f"/api/v1/shared/{table.id}/events?since=0-", headers=header)
    assert '"values":{}' in later.text


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"name": "0.left"}, "device"),
        ({"device": DEVICE}, "name"),
        ({"device": DEVICE, "name": 5}, "name"),
        ({"device": DEVICE, "name": "x" * 121}, "name"),
        ({"device": DEVICE, "name": "\u2028"}, "name"),
        ({"device": DEVICE, "name": "0.left\n\ndata: 5"}, "name"),
        ({"device": DEVICE, "name": "0.left", "hat": 1}, "hat"),
    ],
)
def test_invalid_notice_is_422(open_table: Any, body: object, path: str) -> None:
    answer = open_table().post(body, "/typing")
    assert answer.status_code == 422
    assert [fault["path"] for fault in answer.json["faults"]] == [path]


def test_notice_writes_nothing(together_app: Flask, open_table: Any) -> None:
    """It only looks whether there is such a sheet."""
    table = open_table()
    engine, statements = together_app.extensions["documents"].engine, []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement.split()[0])

    event.listen(engine, "before_cursor_execute", note)
    answer = table.post({"device": DEVICE, "name": "0.left"}, "/typing")
    event.remove(engine, "before_cursor_execute", note)
    assert (answer.status_code, {*statements} - {"BEGIN"}) == (204, {"SELECT"})


def test_request_counts_as_presence(open_table: Any) -> None:
    table = open_table()
    bo = table.sync(device=BO)["you"]
    answer = table.sync()
    assert answer["here"] == {bo: 0, answer["you"]: 0}
