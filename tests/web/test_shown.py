"""What is accepted can be shown: random documents, each of their pages and files, for every holder of every link."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from shipped import SHIPPED

from app import create_app
from scorers.registry import slugs
from web.together.fields import fields_of

ODD = (
    "", " ", "0", "-1", "1.5", "9" * 20, "9" * 21, "NaN", "true", "A", "<b>&\"'", "\u202e=1", "\0\x1b", "\ud800",
    "x" * 200, "漢" * 41, "__proto__", "constructor", "1 2 3", "/".join(["F T"] * 9), "1-2", "٣", "😀", "%s%(a)s{0}{{",
    "javascript:alert(1)",
)  # fmt: skip
TEXTS = st.sampled_from(ODD) | st.integers(-2, 30).map(str) | st.text(max_size=8)
AGES = st.sampled_from([0, 0, 0, 1.5, 3600, -5, 1e15, 1e308, -1e308])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**54), 2**54) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
DAYS = st.sampled_from(["2026-03-06", "0001-01-01", "9999-12-31", "2024-02-29"])
PLAYER = st.fixed_dictionaries(
    {
        "name": TEXTS,
        "colour": st.sampled_from(["", "red", "a b", "\u202ered", "<i>"]),
        "total": st.integers(-(2**53) + 1, 2**53 - 1),
        "rank": st.integers(-3, 99),
    },
    optional={"lines": st.dictionaries(TEXTS, st.integers(-9, 9), max_size=2)},
)
RESULT = st.fixed_dictionaries(
    {
        "slug": st.sampled_from([*slugs(), "elsewhere", "<x>", "../.."]), "date": DAYS, "place": TEXTS, "note": TEXTS,
        "query": st.sampled_from(["", "n=2&0.left=3&1.left=5", "n=99", "z=0", "&&&", "0.name=%00", "x" * 500]),
        "changed": st.sampled_from([0, 1, -1, 1e15, 2**53 - 1, -(2**53) + 1, 1.5]),
        "result": st.lists(PLAYER, min_size=1, max_size=12).flatmap(
            lambda players: st.fixed_dictionaries(
                {"players": st.just(players), "winners": st.lists(st.integers(0, len(players) - 1), unique=True)},
                optional={"decided_by": TEXTS},
            )
        ),
    },
    optional={"minutes": st.integers(0, 10_000), "starter": st.integers(0, 2), "extra": JSON},
)  # fmt: skip
GROUP_CHANGES = st.lists(
    st.tuples(st.sampled_from(["r1", "r2", "-_"]).map("results/{}".format), RESULT | st.none() | JSON, AGES)
    | st.tuples(TEXTS.map("people/{}".format), TEXTS | JSON, AGES)
    | st.tuples(st.just("name"), TEXTS | JSON, AGES),
    max_size=8,
)
GROUP_PAGES = (
    "", "/links", "/deleted", "/play", "/results/r1", "/results/r2", "/results/-_", "?before=~", "?deleted=r1",
    "/export/json", "/export/csv", "/export/bgsplay",
)  # fmt: skip
GROUP_API = ("", "/results", "/results?limit=100", "/history", "/history?name=results/r1", "/deleted", "/events")
STATES = ("@seat.0", "@seat.1", "@seat.3", "@ready.0", "@ready.2", "@reveal", "@next", "n", "sure")
SHEET_PAGES = ("", "?view=all", "?seat=0", "?seat=3", "/seats", "/open", "/history", "/history?field=n", "/next")
SHEET_API = ("/sheet", "/score", "/events")
NUMBERS = count(1)
ANSWERED = {200, 302, 303, 404, 422}
"""A sheet with faults has no score, and a result that was refused has no page."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data"))})
    app.config["PROPAGATE_EXCEPTIONS"] = False
    for kind in app.extensions["documents"].kinds.values():
        kind.limits = replace(kind.limits, max_opened_an_hour=1_000_000)  # of this application alone
    yield app
    app.extensions["documents"].engine.dispose()


def send(client: FlaskClient, path: str, changes: list[tuple[str, Any, float]]) -> Any:
    """Send changes as a device of their own; return the answer."""
    device = f"phone{next(NUMBERS):08}.page000001"
    listed = [
        {"name": name, "value": value, "n": n, "age": age} for n, (name, value, age) in enumerate(changes, 1) if name
    ]
    body = json.dumps({"device": device, "changes": listed})
    return client.post(f"/api/v1/{path}/sync", data=body, content_type="application/json")


def check(client: FlaskClient, paths: list[str]) -> None:
    """Get pages; each has an answer, and what it has of texts is escaped and without control characters."""
    for path in paths:
        answer = client.get(path)
        assert answer.status_code in ANSWERED, (path, answer.status_code)
        assert "<b>&\"'" not in answer.text or "json" in (answer.mimetype or "") or "csv" in (answer.mimetype or "")
        if answer.mimetype == "text/html":
            assert re.findall("[\0\x1b\u202e]", answer.text) == [], path


def check_group(served: Flask, changes: list[tuple[str, Any, float]]) -> None:
    client = served.test_client()
    links = client.post("/api/v1/groups", json={"name": "Friday"}).json
    answer = send(client, f"groups/{links['write']}", changes)
    assert answer.status_code in (200, 400, 422), answer.text
    for link in (links["write"], links["read"]):
        check(client, [f"/en/groups/{link}{page}" for page in GROUP_PAGES])
        check(client, [f"/api/v1/groups/{link}{part}" for part in GROUP_API])


def check_sheet(served: Flask, slug: str, changes: list[tuple[str, Any, float]]) -> None:
    sitting, watching = served.test_client(), served.test_client()
    sheet = sitting.post("/api/v1/shared", json={"game": slug, "sheet": {"players": [{}] * 2}}).json["id"]
    page = sitting.get(f"/en/together/{sheet}/seats").text
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    assert token
    form = {"csrf_token": token[1], "once": f"form{next(NUMBERS):020}", "seat": "1"}
    assert sitting.post(f"/en/together/{sheet}/seats", data=form).status_code < 500
    answer = send(sitting, f"shared/{sheet}", changes)
    assert answer.status_code in (200, 400, 409, 422), answer.text
    for client in (sitting, watching):
        check(client, [f"/en/together/{sheet}{page}" for page in SHEET_PAGES])
        check(client, [f"/api/v1/shared/{sheet}{part}" for part in SHEET_API])


@given(changes=GROUP_CHANGES)
@settings(max_examples=8, phases=[Phase.generate])
def test_every_accepted_scorebook_is_shown(served: Flask, changes: list[tuple[str, Any, float]]) -> None:
    check_group(served, changes)


@pytest.mark.long
@given(changes=GROUP_CHANGES)
@settings(max_examples=150, phases=[Phase.generate])
def test_many_accepted_scorebooks_are_shown(served: Flask, changes: list[tuple[str, Any, float]]) -> None:
    check_group(served, changes)


def changes_of(slug: str) -> st.SearchStrategy[list[tuple[str, Any, float]]]:
    """Return random changes of a game's shared sheet."""
    names = st.sampled_from([*list(fields_of(slug))[:400], *STATES, "nope", "9.name"])
    values = st.lists(TEXTS, max_size=2) | st.none() | JSON
    return st.lists(st.tuples(names, values, AGES), max_size=25)


SHEETS = st.sampled_from(SHIPPED).flatmap(lambda slug: st.tuples(st.just(slug), changes_of(slug)))


@given(sheet=SHEETS)
@settings(max_examples=8, phases=[Phase.generate])
def test_every_accepted_sheet_is_shown(served: Flask, sheet: tuple[str, list[tuple[str, Any, float]]]) -> None:
    check_sheet(served, *sheet)


@pytest.mark.long
@given(sheet=SHEETS)
@settings(max_examples=150, phases=[Phase.generate])
def test_many_accepted_sheets_are_shown(served: Flask, sheet: tuple[str, list[tuple[str, Any, float]]]) -> None:
    check_sheet(served, *sheet)
