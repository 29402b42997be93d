"""Nothing that a visitor sends to a shared sheet makes much work or a large answer: work is counted in lines of Python that are run."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from request_work import lines_run

from app import create_app
from web.together import limits

LINES = 750_000
"""For any one request; a line takes a tenth of a microsecond or so."""
BYTES = 128 * 1024
STRANGER, OTHER = "a-stranger-012345", "another-stranger-1"
LAND = " ".join(["F"] * 1900)
numbers = itertools.count(1)


@pytest.fixture(scope="module")
def sqlite_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application that keeps shared sheets in a file."""
    return create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data"))})


@pytest.fixture
def visitor(sqlite_app: Flask) -> FlaskClient:
    """A client that has seen the pages once."""
    return sqlite_app.test_client()


def open_sheet(visitor: FlaskClient, slug: str) -> str:
    """The id of a new shared sheet for four."""
    return str(visitor.post("/api/v1/shared", json={"game": slug, "sheet": {"players": [{}, {}, {}, {}]}}).json["id"])


def sync(visitor: FlaskClient, secret_id: str, changes: list[tuple[str, Any]], device: str = STRANGER, age: float = 0) -> Any:
    """The answer to changes, which follow on each other."""
    listed = [{"path": path, "value": value, "n": next(numbers), "base": 0, "age": age} for path, value in changes]
    return visitor.post(f"/api/v1/shared/{secret_id}/sync", json={"device": device, "since": 0, "changes": listed, "fields": True})


def check(action: Callable[[], Any]) -> None:
    """Do something once, so that all is loaded, and then count."""
    action()
    lines, answer = lines_run(action)
    assert answer.status_code == 200, answer.text
    assert lines < LINES
    assert len(answer.data) < BYTES


@pytest.mark.parametrize(
    ("slug", "change", "times"),
    [
        ("hansa_teutonica", ("players.0.prestige", 5), limits.MAX_CHANGES),
        ("hansa_teutonica", ("players.0.coellen", [7, 8, 9, 11]), limits.MAX_CHANGES),
        ("hansa_teutonica", ("offices.bremen", [0, 1, 2, 3]), limits.MAX_CHANGES),
        ("chang_cheng", ("wall.51", "x"), limits.MAX_CHANGES),
        ("honshu", ("players.0.map", LAND), 16),  # which fill the 64 KiB that a request may have
    ],
)
def test_most_changes_at_once_make_bounded_work(visitor: FlaskClient, slug: str, change: tuple[str, Any], times: int) -> None:
    secret_id = open_sheet(visitor, slug)
    check(lambda: sync(visitor, secret_id, [change] * times))


def test_fullest_sheet_is_shown_with_bounded_work(visitor: FlaskClient) -> None:
    """Nearly as many changes as it takes, of which a device's 400 did not come to stand."""
    secret_id = open_sheet(visitor, "hansa_teutonica")
    for _ in range(9):
        assert sync(visitor, secret_id, [("players.0.prestige", 5)] * 500).status_code == 200
    assert sync(visitor, secret_id, [("players.0.prestige", 6)] * 400, OTHER, age=9999).status_code == 200
    for page in ("?view=all", "/history", "/history?field=0.prestige", "/seats"):
        check(lambda page=page: visitor.get(f"/en/together/{secret_id}{page}"))
    check(lambda: sync(visitor, secret_id, [], OTHER))
    check(lambda: visitor.get(f"/api/v1/shared/{secret_id}/events?since=0"))
