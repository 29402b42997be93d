"""Fixtures of groups: every test with a store runs on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from books import GroupBook
from flask import Flask
from table import Clock

from web.sync.store import Store


@pytest.fixture
def open_book(together_app: Flask) -> Any:
    """A function that makes a group over the API."""

    def open_book(name: str = "Friday") -> GroupBook:
        client = together_app.test_client()
        answer = client.post("/api/v1/groups?lang=en", json={"name": name})
        assert answer.status_code == 201, answer.text
        return GroupBook(client, answer.json["write"], answer.json["read"])

    return open_book


@pytest.fixture
def store(together_app: Flask, clock: Clock) -> Iterator[Store]:
    """The application's documents with the test's clock, in the application's context."""
    own: Store = together_app.extensions["documents"]
    together_app.extensions["documents"] = Store(own.engine, own.kinds.values(), b"key", clock)
    with together_app.app_context():
        yield together_app.extensions["documents"]
    together_app.extensions["documents"] = own


@pytest.fixture(autouse=True)
def many_groups(together_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests make more groups in an hour than one address may."""
    kind = together_app.extensions["documents"].kinds["group"]
    monkeypatch.setattr(kind, "limits", replace(kind.limits, max_opened_an_hour=1_000_000))
