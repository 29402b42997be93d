"""The API of groups' scorebooks on both databases, validation by the published schema, and statistics."""

import json
import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import schema
from books import PHONE, TABLET, GroupBook, make_id, make_result
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from request_work import lines_run

from app import create_app
from scorers.model import Fault
from web.common.http import MAX_BODY_BYTES
from web.groups.kind import GroupBook as Kind
from web.groups.openapi import RESULT_SCHEMA
from web.groups.results import is_result, resolve_names

PRIVATE = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}


def faults_of(answer: Any) -> list[tuple[str, str]]:
    return [(fault["path"], fault["code"]) for fault in answer["faults"]]


def name_of(number: int) -> str:
    """Return the name of a result's value."""
    return f"results/{make_id(number)}"


def test_too_many_groups_are_429_with_retry_after(together_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = together_app.extensions["documents"].kinds["group"]
    monkeypatch.setattr(kind, "limits", replace(kind.limits, max_opened_an_hour=0))
    answer = together_app.test_client().post("/api/v1/groups", json={"name": "Friday"})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 3600


def test_new_group_has_both_links(together_app: Flask) -> None:
    client = together_app.test_client()
    made = client.post("/api/v1/groups?lang=en", json={"name": "週五"}).json
    assert made["url"] == f"http://localhost/en/groups/{made['write']}"
    assert made["read_url"] == f"http://localhost/en/groups/{made['read']}"
    assert made["write"][:12] == made["read"][:12]
    seen = client.get(f"/api/v1/groups/{made['write']}").json
    assert (seen["name"], seen["writes"], seen["count"], seen["read"]) == ("週五", True, 0, made["read"])
    assert (seen["seq"], seen["mark"]) == (made["seq"], made["mark"])
    seen = client.get(f"/api/v1/groups/{made['read']}").json
    assert seen["writes"] is False
    assert "write" not in seen


def test_result_is_kept_and_sent_to_others(open_book: Any) -> None:
    book = open_book()
    first = book.keep(make_result(1, "雨"), who="小明")
    assert (first["seq"], first["kept"], first["faults"], first["more"]) == (2, 1, [], False)
    other = book.sync(device=TABLET)["values"][name_of(1)]
    assert (other["value"], other["seq"], other["device"]) == (make_result(1, "雨"), 2, first["you"])
    (past,) = book.get(f"/history?name={name_of(1)}").json["changes"]
    assert (past["who"], past["value"]["note"], past["stands"]) == ("小明", "雨", True)


def test_result_of_a_known_game_is_scored_by_the_server(open_book: Any) -> None:
    """Of 24 pagodas Ann has 4 left and Bo 2, whatever a phone says; the names and colours are the phone's."""
    book = open_book()
    said = make_result(99, slug="qin", query="0.name=Ann&1.name=Bo&0.left=4&1.left=2&n=2")
    book.keep(said)
    kept = book.values[name_of(99)]
    assert [(one["name"], one["total"], one["rank"]) for one in kept["result"]["players"]] == [
        ("Ann", 20, 2),
        ("Bo", 22, 1),
    ]
    assert (kept["result"]["winners"], kept["query"], kept["note"]) == ([1], said["query"], "")


def test_result_that_cannot_be_scored_is_kept_as_it_is(open_book: Any) -> None:
    """Of a version that asked for other entries, or with players that its entries do not have."""
    book = open_book()
    odd = [make_result(90, slug="qin", query="0.left=500&n=2"), make_result(91, slug="qin", query="0.left=4&n=3")]
    for value in odd:
        book.keep(value)
    assert [book.values[name_of(number)] for number in (90, 91)] == odd


def test_unknown_name_has_no_history(open_book: Any) -> None:
    book: GroupBook = open_book()
    for name in ("x", "%00", "%ED%A0%80", "a/b", "people/%00", "x" * 5000):
        assert book.get(f"/history?name={name}").json == {"changes": [], "next": None}, name
        if "/" not in name:
            assert book.client.get(f"/en/groups/{book.link}/results/{name}").status_code == 404, name


def test_fault_is_reported_and_the_rest_is_kept(open_book: Any) -> None:
    book = open_book()
    wrong = {"name": "results/x", "value": make_result(1)}
    answer = book.sync(wrong, {"name": name_of(2), "value": make_result(2)})
    assert [(one["n"], one["name"], one["path"], one["code"]) for one in answer["faults"]] == [
        (1, "results/x", "results/x", "type")
    ]
    assert (answer["kept"], [*answer["values"]]) == (2, ["name", name_of(2)])


def test_deleted_result_is_restored_over_the_api(open_book: Any) -> None:
    book = open_book()
    book.keep(make_result(1))
    book.sync({"name": name_of(1), "value": None, "base": 2})
    (gone,) = book.get("/deleted").json["deleted"]
    assert (gone["value"], gone["name"]) == (make_result(1), name_of(1))
    book.sync({"name": name_of(1), "value": gone["value"], "base": 3})
    assert book.get("/deleted").json == {"deleted": [], "next": None}


def test_results_come_in_pages_the_newest_first(open_book: Any) -> None:
    """Also those of one day and time."""
    book = open_book()
    for number in range(1, 8):
        book.keep(make_result(number, date=f"2026-03-{1 + number // 3:02}"))
    days: list[int] = []
    before = ""
    while True:
        page = book.get(f"/results?limit=3&before={quote(before)}").json
        days += [int(one["id"], 16) for one in page["results"]]
        if page["next"] is None:
            break
        before = page["next"]
    assert days == [7, 6, 5, 4, 3, 2, 1]


def test_history_comes_in_pages(open_book: Any) -> None:
    book = open_book()
    for number in range(1, 4):
        book.sync(*({"name": "name", "value": f"{number} {n}", "base": 999} for n in range(50)))
    first = book.get("/history").json
    second = book.get(f"/history?before={first['next']}").json
    assert [one["seq"] for one in first["changes"] + second["changes"]] == list(range(151, 0, -1))
    assert second["next"] is None


def test_name_of_a_group_comes_without_what_cannot_be_seen(open_book: Any) -> None:
    book = open_book("Fri\u00adday")
    assert book.get().json["name"] == "Friday"
    value = make_result(1, names=("Jose\u0301", "\u5c0f\u660e\u200b"))
    book.keep(value)
    book.sync({"name": "people/Ren\u00e9", "value": "Bo\u200b"})
    refused = book.sync(
        {"name": "people/Rene\u0301", "value": "Bo"}, {"name": "people/Ann", "value": "A\u202enn\u202e"}
    )
    assert [one["code"] for one in refused["faults"]] == ["unknown", "type"]
    assert book.values["people/Ren\u00e9"] == "Bo"
    assert [one["name"] for one in book.values[name_of(1)]["result"]["players"]] == ["Jos\u00e9", "\u5c0f\u660e"]


def test_read_link_changes_nothing(open_book: Any) -> None:
    book: GroupBook = open_book()
    change = {"name": name_of(1), "value": make_result(1), "n": 1}
    for answer in (
        book.post({"device": PHONE, "changes": [change]}, link=book.read_link),
        book.post({"link": "write"}, "/renew", link=book.read_link),
        book.client.delete(f"/api/v1/groups/{book.read_link}"),
    ):
        assert answer.status_code == 403
        assert faults_of(answer.json) == [("", "request")]
    asked = book.post({"device": PHONE}, link=book.read_link)
    assert (asked.status_code, asked.json["writes"]) == (200, False)


def test_renewed_link_is_404_everywhere(open_book: Any) -> None:
    book: GroupBook = open_book()
    new = book.post({"link": "write"}, "/renew").json
    assert new["read"] == book.read_link
    dead = [
        book.post({"device": PHONE}),
        book.post({"link": "read"}, "/renew"),
        book.client.delete(f"/api/v1/groups/{book.link}"),
    ]
    dead += [book.get(path) for path in ("", "/history", "/deleted", "/results", "/events")]
    assert {answer.status_code for answer in dead} == {404}
    assert book.get("", link=new["write"]).json["writes"] is True


def test_request_of_before_is_refused_whole(open_book: Any) -> None:
    """An old tab drops what an answer calls kept: it must get none."""
    book: GroupBook = open_book()
    changes = [{"path": make_id(1), "value": make_result(1), "n": 1, "base": 0, "age": 0}]
    answer = book.post({"device": "ann-phone-0123456789", "since": 0, "changes": changes})
    assert answer.status_code == 422
    assert {("device", "type"), ("changes.0.path", "unknown"), ("changes.0.name", "type")} == {*faults_of(answer.json)}
    assert book.ids == []


def test_number_far_ahead_has_a_fault_of_its_own(open_book: Any) -> None:
    """By which a phone knows it from a full scorebook: it begins to count anew."""
    book: GroupBook = open_book()
    answer = book.post({"device": PHONE, "changes": [{"name": "name", "value": "x", "n": 2**53 - 1}]})
    assert (answer.status_code, faults_of(answer.json)) == (409, [("changes", "too_many")])


def test_event_has_the_shape_of_an_answer(open_book: Any) -> None:
    book = open_book()
    answer = book.keep(make_result(1))
    head, data = book.get("/events?since=0").text.strip().split("\ndata: ")
    assert head == f"id: {answer['seq']}-{answer['mark']}"
    assert answer.keys() - json.loads(data).keys() == {"writes", "expires"}
    known = book.get("/events", **{"Last-Event-ID": f"{answer['seq']}-{answer['mark']}"})
    assert json.loads(known.text.partition("data: ")[2])["values"] == {}
    other = book.get("/events", **{"Last-Event-ID": f"{answer['seq']}-2.00000000"})
    assert json.loads(other.text.partition("data: ")[2])["from"] == 0


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
        ({"device": "ann-phone-01.page-0000001"}, "/sync", ("device", "type")),
        ({"device": PHONE, "since": -1}, "/sync", ("since", "type")),
        ({"device": PHONE, "since": 2**53}, "/sync", ("since", "type")),
        ({"device": PHONE, "mark": 7}, "/sync", ("mark", "type")),
        ({"device": PHONE, "fields": True}, "/sync", ("fields", "unknown")),
        ({"device": PHONE, "changes": {}}, "/sync", ("changes", "type")),
        ({"device": PHONE, "changes": [7]}, "/sync", ("changes.0", "type")),
        ({"device": PHONE, "changes": [{"field": "x", "n": 1}]}, "/sync", ("changes.0.field", "unknown")),
        ({"device": PHONE, "changes": [{"name": "x", "n": 0}]}, "/sync", ("changes.0.n", "type")),
        ({"device": PHONE, "changes": [{"name": "x"}]}, "/sync", ("changes.0.n", "type")),
        ({"device": PHONE, "changes": [{"name": "x", "n": 1, "base": -1}]}, "/sync", ("changes.0.base", "type")),
        ({"device": PHONE, "changes": [{"name": "x", "n": 1, "age": "1"}]}, "/sync", ("changes.0.age", "type")),
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
    paths = ["", "/history", "/deleted", "/results", "/events", "/nothing"]
    answers = [book.get(path, link) for path in paths for link in (book.link, "A" * 34)]
    pages = ("", "/links", "/deleted", "/export/json", "/results/x", "/nothing")
    answers += [
        book.client.get(f"/en/groups/{link}{page}") for page in pages for link in (book.link, book.read_link, "A" * 34)
    ]
    for answer in answers:
        assert {name: answer.headers[name] for name in PRIVATE} == PRIVATE, answer.request.path


def test_access_log_has_no_link(tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    client = create_app({"DATA_DIR": str(tmp_path), "ACCESS_LOG": True}).test_client()
    made = client.post("/api/v1/groups", json={"name": "Friday"}).json
    caplog.clear()
    with caplog.at_level(logging.INFO):
        client.get(f"/api/v1/groups/{made['write']}/history")
        client.get(f"/en/groups/{made['read']}?before=x")
    lines = [record.getMessage() for record in caplog.records if record.name == "tally.access"]
    assert [line.split()[2] for line in lines] == ["/api/v1/groups/…/history", "/en/groups/…"]
    assert not any(made[name][12:] in record.getMessage() for record in caplog.records for name in ("write", "read"))


def test_error_log_has_no_link(
    tmp_path: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app({"DATA_DIR": str(tmp_path), "PROPAGATE_EXCEPTIONS": False})
    link = app.test_client().post("/api/v1/groups", json={"name": "Friday"}).json["write"]
    monkeypatch.setattr("web.groups.views.load_head", lambda link: 1 / 0)
    assert app.test_client().get(f"/en/groups/{link}/links").status_code == 500
    assert "Exception on /en/groups/…/links [GET]" in caplog.text
    assert link[12:] not in caplog.text


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
    assert book.keep(make_result(1) | {"id": make_id(2)})["same"] == {name_of(2): name_of(1)}
    answers = {"GroupSyncAnswer": book.sync({"name": name_of(1), "value": None, "base": 3}), "Group": book.get().json}
    answers |= {"GroupHistory": book.get("/history").json, "GroupDeleted": book.get("/deleted").json}
    answers |= {"GroupResults": book.get("/results").json}
    answers |= {"GroupLinks": book.post({"link": "read"}, "/renew").json}
    for name, answer in answers.items():
        validator = Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": schemas})
        assert [error.message for error in validator.iter_errors(answer)] == [], name
        assert not validator.is_valid({})


def test_published_schema_is_that_of_the_api() -> None:
    assert schema.FILE.read_text(encoding="utf-8") == schema.write_schema(), "run .venv/bin/python tools/schema.py"


DESCRIBED = Draft202012Validator(RESULT_SCHEMA)
WHOLE = make_result(1, minutes=90, starter=1)
PATHS = [(key,) for key in WHOLE]
PATHS += [("result", key) for key in ("players", "winners", "decided_by")]
PATHS += [("result", "players", 0, key) for key in ("name", "colour", "total", "rank", "lines")]
TEXTS = ["", "x", "2026-13-01", "2026-02-30", "x" * 20_000]
JUNK = st.sampled_from([None, True, 0, 1, -1, 1.5, *TEXTS, [], [0], [1], [9], [True], {}, {"a": 1}])


@given(path=st.sampled_from(PATHS), junk=JUNK, is_removed=st.booleans())
def test_validation_agrees_with_the_schema(path: tuple[Any, ...], junk: object, is_removed: bool) -> None:  # noqa: FBT001
    value = json.loads(json.dumps(WHOLE))
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    if is_removed:
        del inner[path[-1]]
    else:
        inner[path[-1]] = junk
    is_valid = DESCRIBED.is_valid(value)
    is_beyond_schema = junk in ("2026-13-01", "2026-02-30") or (path == ("result", "winners") and junk == [9])
    is_beyond_schema |= path == ("result", "players")  # a starter who did not play
    if not is_beyond_schema or is_removed:
        assert is_result(value) == is_valid
    else:
        assert not is_result(value) or path[-1] not in ("date", "winners", "players")


def find_fault(name: str, value: object) -> Fault | None:
    """Return the fault of a value under a name."""
    if fault := Kind().find_name_fault({}, name):
        return fault
    outcome = Kind().read_value({}, name, value)
    return outcome if isinstance(outcome, Fault) else None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("", "Ann"),
        ("a/b", "Ann"),
        ("name", " "),
        ("name", 7),
        ("name", "x" * 101),
        ("name", "a\nb"),
        ("@seat.0", "Ann"),
        ("people/", "Ann"),
        ("people/Ann", "Ann"),
        ("people/Ann", 7),
        ("people/ Ann", "Bo"),
        (name_of(1), make_result(2)),
        (name_of(1), "Ann"),
        ("results/a.b", make_result(1) | {"id": "a.b"}),
        (name_of(1), make_result(1, "x" * 10_001)),
        (name_of(1), make_result(1, starter=2)),
        (name_of(1), make_result(1) | {"result": make_result(1)["result"] | {"winners": [0, 0]}}),
    ],
)
def test_invalid_value_is_a_fault(name: str, value: object) -> None:
    assert find_fault(name, value) is not None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", "週五"),
        ("people/Annie 👩‍👧", "Ann"),
        (name_of(1), make_result(1)),
        (name_of(1), make_result(1, minutes=90, starter=1)),
    ],
)
def test_valid_value_has_no_fault(name: str, value: object) -> None:
    assert find_fault(name, value) is None


def test_joined_names_resolve_to_the_last() -> None:
    aliases = {"Annie": "Ann", "Anna": "Annie", "Bo": "Cleo", "Cleo": "Bo"}
    assert resolve_names(aliases) == {"Annie": "Ann", "Anna": "Ann", "Bo": "Cleo", "Cleo": "Cleo"}


def test_long_chain_of_joined_names_is_resolved_in_its_length() -> None:
    """Twice the chain is twice the work."""
    chains = [{str(number): str(number + 1) for number in range(size)} for size in (1_000, 2_000)]
    assert set(resolve_names(chains[0]).values()) == {"1000"}
    work = [lines_run(partial(resolve_names, chain))[0] for chain in chains]
    assert work[1] < 2.2 * work[0]


CASES = json.loads((Path(__file__).parents[2] / "support" / "results.json").read_text(encoding="utf-8"))


def change_case(changes: dict[str, Any]) -> Any:
    """Return the result of the file of cases, changed at paths."""
    value = json.loads(json.dumps(CASES["base"]))
    for path, new in changes.items():
        *steps, last = path.split(".")
        inner = value
        for step in steps:
            inner = inner[int(step) if step.isdecimal() else step]
        inner[int(last) if last.isdecimal() else last] = new
    return value


@pytest.mark.parametrize("is_valid", [True, False])
def test_server_has_the_bounds_of_the_device(is_valid: bool) -> None:  # noqa: FBT001
    """`tests/js/import_export.test.js` tries the same cases."""
    cases = CASES["valid" if is_valid else "invalid"]
    assert [case for case in cases if is_result(change_case(case)) is not is_valid] == []
    beyond_schema = ("date", "starter", "result.winners")
    said = [case for case in cases if not any(path in beyond_schema for path in case)]
    assert [case for case in said if DESCRIBED.is_valid(change_case(case)) is not is_valid] == []


def test_every_text_of_a_result_is_cleaned() -> None:
    players = [{"name": "\u202eAnn\u0000" + "x" * 90, "colour": "", "total": 1, "rank": 1}]
    typed = CASES["base"] | {"place": " Tai\u200bpei\n ", "note": "\u2066one\r\n\ntwo\u0000 \n", "slug": "q\u202ein"}
    typed["result"] = {"players": players, "winners": []}
    kept = Kind().read_value({}, "results/r1", typed)
    assert (kept["place"], kept["note"], kept["slug"]) == ("Taipei", "one\n\ntwo", "qin")
    assert kept["result"]["players"][0]["name"] == "Ann" + "x" * 37
