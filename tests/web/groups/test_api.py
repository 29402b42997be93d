"""The API of groups' scorebooks on both databases, validation by the published schema, and statistics."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from books import PHONE, TABLET, GroupBook, make_id, make_result
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from app import create_app
from scorers.registry import games
from web.common.http import MAX_BODY_BYTES
from web.groups.answers import Brief
from web.groups.openapi import RESULT_SCHEMA
from web.groups.results import find_fault, is_result, resolve_name
from web.groups.statistics import compare_people, count_games, count_people

PRIVATE = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}


def faults_of(answer: Any) -> list[tuple[str, str]]:
    return [(fault["path"], fault["code"]) for fault in answer["faults"]]


def test_new_group_has_both_links(together_app: Flask) -> None:
    client = together_app.test_client()
    made = client.post("/api/v1/groups?lang=en", json={"name": "週五"}).json
    assert made["url"] == f"http://localhost/en/groups/{made['link']}"
    assert made["read_url"] == f"http://localhost/en/groups/{made['read_link']}"
    assert {made["link"][:12], made["read_link"][:12]} == {made["group"]}
    seen = client.get(f"/api/v1/groups/{made['link']}").json
    assert (seen["name"], seen["writes"], seen["count"], seen["read_link"]) == ("週五", True, 0, made["read_link"])
    seen = client.get(f"/api/v1/groups/{made['read_link']}").json
    assert seen["writes"] is False
    assert "read_link" not in seen


def test_result_is_kept_and_sent_to_others(open_book: Any) -> None:
    book = open_book()
    first = book.keep(make_result(1, "雨"), who="小明")
    assert (first["seq"], first["kept"], first["faults"], first["more"]) == (2, 1, [], False)
    other = book.sync(device=TABLET, since=1)
    assert other["entries"] == {make_id(1): {"value": make_result(1, "雨"), "seq": 2, "device": PHONE}}
    (past,) = book.get(f"/history?path={make_id(1)}").json["changes"]
    assert (past["who"], past["value"]["note"], past["stands"]) == ("小明", "雨", True)


def test_unknown_path_has_no_history(open_book: Any) -> None:
    book: GroupBook = open_book()
    for path in ("x", "%00", "%ED%A0%80", "a/b", "@is.%00", "x" * 5000):
        assert book.get(f"/history?path={path}").json == {"changes": []}, path
        if "/" not in path:
            assert book.client.get(f"/en/groups/{book.link}/results/{path}").status_code == 404, path


def test_fault_is_reported_and_the_rest_is_kept(open_book: Any) -> None:
    book = open_book()
    answer = book.sync({"path": "x", "value": make_result(1)}, {"path": make_id(2), "value": make_result(2)})
    assert faults_of(answer) == [("x", "type")]
    assert (answer["kept"], [*answer["entries"]]) == (2, ["@name", make_id(2)])


def test_deleted_result_is_restored_over_the_api(open_book: Any) -> None:
    book = open_book()
    book.keep(make_result(1))
    book.sync({"path": make_id(1), "value": None, "base": 2})
    (gone,) = book.get("/deleted").json["deleted"]
    assert gone["value"] == make_result(1)
    book.sync({"path": make_id(1), "value": gone["value"], "base": 3})
    assert book.get("/deleted").json == {"deleted": []}


def test_read_link_changes_nothing(open_book: Any) -> None:
    book: GroupBook = open_book()
    change = {"path": make_id(1), "value": make_result(1), "n": 1}
    for answer in (
        book.post({"device": PHONE, "changes": [change]}, link=book.read_link),
        book.post({"link": "write"}, "/renew", link=book.read_link),
        book.client.delete(f"/api/v1/groups/{book.read_link}"),
    ):
        assert answer.status_code == 403
        assert faults_of(answer.json) == [("", "request")]
    assert book.post({"device": PHONE}, link=book.read_link).status_code == 200


def test_renewed_link_is_404_everywhere(open_book: Any) -> None:
    book: GroupBook = open_book()
    new = book.post({"link": "write"}, "/renew").json
    assert new["read_link"] == book.read_link
    dead = [
        book.post({"device": PHONE}),
        book.post({"link": "read"}, "/renew"),
        book.client.delete(f"/api/v1/groups/{book.link}"),
    ]
    dead += [book.get(path) for path in ("", "/history", "/deleted")]
    assert {answer.status_code for answer in dead} == {404}
    assert book.get("", link=new["link"]).json["writes"] is True


@pytest.mark.parametrize(
    ("body", "path", "fault"),
    [
        ({}, "", ("name", "type")),
        ({"name": ""}, "", ("name", "type")),
        ({"name": "x" * 101}, "", ("name", "type")),
        ({"name": "Friday", "x": 1}, "", ("x", "unknown")),
        ({"link": "both"}, "/renew", ("link", "choice")),
        ({"device": "short"}, "/sync", ("device", "type")),
        ({"device": PHONE, "who": "x" * 41}, "/sync", ("who", "type")),
        ({"device": PHONE, "who": 7}, "/sync", ("who", "type")),
        ({"device": PHONE, "changes": [{"field": "x", "n": 1}]}, "/sync", ("changes.0.field", "unknown")),
        ({"device": PHONE, "changes": [{"path": "x", "n": 0}]}, "/sync", ("changes.0.n", "type")),
    ],
)
def test_invalid_request_is_422_with_its_faults(
    open_book: Any, body: object, path: str, fault: tuple[str, str]
) -> None:
    book: GroupBook = open_book()
    answer = book.client.post("/api/v1/groups?lang=en", json=body) if not path else book.post(body, path)
    assert answer.status_code == 422
    assert fault in faults_of(answer.json)


def test_requests_that_other_sites_can_make_are_refused(open_book: Any) -> None:
    book: GroupBook = open_book()
    assert book.post({"device": PHONE}, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert book.client.post(f"/api/v1/groups/{book.link}/sync", data={"device": PHONE}).status_code == 415
    assert (
        book.client.post(f"/api/v1/groups/{book.link}/sync", data="[]", content_type="application/json").status_code
        == 400
    )
    assert book.post({"device": PHONE, "x": "x" * MAX_BODY_BYTES}).status_code == 413
    assert book.post({"device": PHONE, "changes": [{}] * 501}).status_code == 413


def test_every_response_of_a_group_is_private(open_book: Any) -> None:
    """Pages and JSON, errors and unknown links included."""
    book: GroupBook = open_book()
    paths = ["", "/history", "/deleted", "/nothing"]
    answers = [book.get(path, link) for path in paths for link in (book.link, "A" * 34)]
    pages = ("", "/links", "/people", "/statistics", "/deleted", "/export/json", "/results/x", "/nothing")
    answers += [
        book.client.get(f"/en/groups/{link}{page}") for page in pages for link in (book.link, book.read_link, "A" * 34)
    ]
    for answer in answers:
        assert {name: answer.headers[name] for name in PRIVATE} == PRIVATE, answer.request.path


def test_access_log_has_no_link(tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    client = create_app({"DATA_DIR": str(tmp_path), "ACCESS_LOG": True}).test_client()
    made = client.post("/api/v1/groups", json={"name": "Friday"}).json
    with caplog.at_level(logging.INFO):
        client.get(f"/api/v1/groups/{made['link']}/history")
        client.get(f"/en/groups/{made['read_link']}?person=Ann")
    lines = [record.getMessage() for record in caplog.records if record.name == "tally.access"]
    assert [line.split()[2] for line in lines] == ["/api/v1/groups/…/history", "/en/groups/…"]
    assert not any(
        made[name][12:] in record.getMessage() for record in caplog.records for name in ("link", "read_link")
    )


def test_without_a_database_there_are_no_groups() -> None:
    client = create_app({}).test_client()
    answers = [client.post("/api/v1/groups", json={"name": "Friday"}), client.get(f"/api/v1/groups/{'A' * 34}")]
    answers += [
        client.get("/en/groups"),
        client.get(f"/en/groups/{'A' * 34}"),
        client.get(f"/en/groups/{'A' * 34}/links"),
    ]
    assert [answer.status_code for answer in answers] == [503] * 5


def test_responses_match_the_openapi_schemas(open_book: Any) -> None:
    book: GroupBook = open_book()
    schemas = book.client.get("/api/v1/openapi.json").json["components"]
    book.keep(make_result(1))
    book.keep(make_result(1) | {"id": make_id(2)})
    answers = {"GroupSyncAnswer": book.sync({"path": make_id(1), "value": None, "base": 9}), "Group": book.get().json}
    answers |= {"GroupHistory": book.get("/history").json, "GroupDeleted": book.get("/deleted").json}
    answers |= {"GroupLinks": book.post({"link": "read"}, "/renew").json}
    for name, answer in answers.items():
        validator = Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": schemas})
        assert [error.message for error in validator.iter_errors(answer)] == [], name
        assert not validator.is_valid({})


SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "scorebook.schema.json").read_text(encoding="utf-8"))
PUBLISHED = Draft202012Validator({"$ref": "#/$defs/result", "$defs": SCHEMA["$defs"]})
DESCRIBED = Draft202012Validator(RESULT_SCHEMA)
PATHS = [(key,) for key in make_result(1)]
PATHS += [("result", key) for key in ("players", "winners", "decided_by")]
PATHS += [("result", "players", 0, key) for key in ("name", "colour", "total", "rank", "lines")]
JUNK = st.sampled_from(
    [
        None,
        True,
        0,
        1,
        -1,
        1.5,
        "",
        "x",
        "2026-13-01",
        "2026-02-30",
        "x" * 20_000,
        [],
        [0],
        [1],
        [9],
        [True],
        {},
        {"a": 1},
    ],
)


@given(path=st.sampled_from(PATHS), junk=JUNK, is_removed=st.booleans())
def test_validation_agrees_with_the_schema(path: tuple[Any, ...], junk: object, is_removed: bool) -> None:  # noqa: FBT001
    value: Any = make_result(1)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    if is_removed:
        del inner[path[-1]]
    else:
        inner[path[-1]] = junk
    is_valid = PUBLISHED.is_valid(value)
    assert DESCRIBED.is_valid(value) == is_valid
    is_beyond_schema = junk in ("2026-13-01", "2026-02-30") or (path == ("result", "winners") and junk == [9])
    if not is_beyond_schema or is_removed:
        assert is_result(value) == is_valid
    else:
        assert not is_result(value) or path[-1] not in ("date", "winners")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("", None),
        ("a/b", None),
        ("@name", None),
        ("@name", " "),
        ("@name", "x" * 101),
        ("@name", "a\nb"),
        ("@seat.0", "Ann"),
        ("@is.", "Ann"),
        ("@is.Ann", "Ann"),
        ("@is.Ann", 7),
        (make_id(1), make_result(2)),
        (make_id(1), "Ann"),
        (make_id(1), make_result(1, "x" * 10_001)),
        (make_id(1), make_result(1, "x" * 9_000, place="y" * 1_000, query="z" * 16_000)),
    ],
)
def test_invalid_value_is_a_fault(path: str, value: object) -> None:
    assert find_fault(path, value) is not None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("@name", "週五"),
        ("@is.Annie 👩‍👧", "Ann"),
        ("@is.Annie", None),
        (make_id(1), None),
        (make_id(1), make_result(1)),
    ],
)
def test_valid_value_has_no_fault(path: str, value: object) -> None:
    assert find_fault(path, value) is None


def test_joined_names_resolve_to_the_last() -> None:
    aliases = {"Annie": "Ann", "Anna": "Annie", "Bo": "Cleo", "Cleo": "Bo"}
    assert [resolve_name(aliases, name) for name in ("Anna", "Ann", "小明", "Bo")] == ["Ann", "Ann", "小明", "Cleo"]


def brief(slug: str, *seats: tuple[str, int, int, bool]) -> Brief:
    """Return a result with these seats, each with a name, a total, a rank, and whether it won."""
    return Brief("2026-03-06", 0, slug, "x", [part for seat in seats for part in seat])


def test_statistics_match_a_hand_count() -> None:
    """Ann and Bo share the second game of Qin. The third seat of the first has no name."""
    by_slug = {game.slug: game for game in games()}
    results = [
        brief("qin", ("Ann", 10, 1, True), ("Bo", 8, 2, False), ("", 3, 3, False)),
        brief("qin", ("Bo", 6, 1, True), ("Ann", 6, 1, True)),
        brief("trajan", ("Bo", 90, 1, True), ("Cleo", 80, 2, False)),
    ]
    assert [(row.name, row.plays, row.wins) for row in count_people(results)] == [
        ("Ann", 2, 2),
        ("Bo", 3, 2),
        ("Cleo", 1, 0),
    ]
    rows = [(row.slug, row.plays, row.best, row.average) for row in count_games(results, by_slug)]
    assert rows == [("qin", 2, 10, 33 / 5), ("trajan", 1, 90, 85)]  # 10 + 8 + 3 + 6 + 6
    assert [(row.slug, row.plays, row.best, row.wins) for row in count_games(results, by_slug, "Bo")] == [
        ("qin", 2, 8, 1),
        ("trajan", 1, 90, 1),
    ]
    rivals = [
        (row.other, row.plays, row.ahead, row.behind, row.level) for row in compare_people(results, by_slug, "Bo")
    ]
    assert rivals == [("Ann", 2, 0, 1, 1), ("Cleo", 1, 1, 0, 0)]
