"""No request to a shared sheet makes much work or a large answer: work is counted in executed lines of Python."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from request_work import lines_run

from app import create_app
from web.together import limits

MAX_LINES = 750_000
"""Of any request; a line takes about a tenth of a microsecond."""
MAX_BYTES = 128 * 1024
STRANGER, OTHER = "a-stranger-012345", "another-stranger-1"
LAND = " ".join(["F"] * 1900)
numbers = itertools.count(1)


@pytest.fixture(scope="module")
def sqlite_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application with SQLite."""
    return create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data"))})


@pytest.fixture
def visitor(sqlite_app: Flask) -> FlaskClient:
    """A client of that application."""
    return sqlite_app.test_client()


def open_sheet(visitor: FlaskClient, slug: str) -> str:
    """Open a shared sheet for four; return its id."""
    return str(visitor.post("/api/v1/shared", json={"game": slug, "sheet": {"players": [{}, {}, {}, {}]}}).json["id"])


def sync(
    visitor: FlaskClient, secret_id: str, changes: list[tuple[str, Any]], device: str = STRANGER, age: float = 0
) -> Any:
    """Send changes, each with the next number; return the answer."""
    listed = [{"path": path, "value": value, "n": next(numbers), "base": 0, "age": age} for path, value in changes]
    return visitor.post(
        f"/api/v1/shared/{secret_id}/sync", json={"device": device, "since": 0, "changes": listed, "fields": True}
    )


def check(action: Callable[[], Any]) -> None:
    """Do something once, so that everything is loaded, and count lines the second time."""
    action()
    lines, answer = lines_run(action)
    assert answer.status_code == 200, answer.text
    assert lines < MAX_LINES
    assert len(answer.data) < MAX_BYTES


@pytest.mark.parametrize(
    ("slug", "change", "times"),
    [
        ("hansa_teutonica", ("players.0.prestige", 5), limits.MAX_CHANGES),
        ("hansa_teutonica", ("players.0.coellen", [7, 8, 9, 11]), limits.MAX_CHANGES),
        ("hansa_teutonica", ("offices.bremen", [0, 1, 2, 3]), limits.MAX_CHANGES),
        ("chang_cheng", ("wall.51", "x"), limits.MAX_CHANGES),
        ("honshu", ("players.0.map", LAND), 16),  # 64 KiB, the largest request
    ],
)
def test_largest_request_makes_bounded_work(
    visitor: FlaskClient, slug: str, change: tuple[str, Any], times: int
) -> None:
    secret_id = open_sheet(visitor, slug)
    check(lambda: sync(visitor, secret_id, [change] * times))


def test_full_sheet_is_shown_with_bounded_work(visitor: FlaskClient) -> None:
    """It has nearly as many changes as it may, and 400 of another device that lost."""
    secret_id = open_sheet(visitor, "hansa_teutonica")
    for _ in range(9):
        assert sync(visitor, secret_id, [("players.0.prestige", 5)] * 500).status_code == 200
    assert sync(visitor, secret_id, [("players.0.prestige", 6)] * 400, OTHER, age=9999).status_code == 200
    for page in ("?view=all", "/history", "/history?field=0.prestige", "/seats"):
        check(lambda page=page: visitor.get(f"/en/together/{secret_id}{page}"))
    check(lambda: sync(visitor, secret_id, [], OTHER))
    check(lambda: visitor.get(f"/api/v1/shared/{secret_id}/events?since=0"))
