"""Fixtures of groups: every test with a store runs on SQLite and on PostgreSQL."""

import os
from typing import Any

import pytest
from books import ADDRESS, GroupBook
from flask import Flask
from table import Clock

from web.groups.store import Store


@pytest.fixture
def books(together_app: Flask, clock: Clock) -> Store:
    """A store with the test's clock; its key is new, so that it counts no other test's addresses."""
    return Store(together_app.extensions["together"].engine, os.urandom(32), clock)


@pytest.fixture
def link(books: Store) -> str:
    """The write link of a new group."""
    return books.create("Friday", ADDRESS).write


@pytest.fixture
def open_book(together_app: Flask) -> Any:
    """A function that makes a group over the API."""

    def open_book(name: str = "Friday") -> GroupBook:
        client = together_app.test_client()
        answer = client.post("/api/v1/groups?lang=en", json={"name": name})
        assert answer.status_code == 201, answer.text
        return GroupBook(client, answer.json["link"], answer.json["read_link"])

    return open_book


@pytest.fixture(autouse=True)
def many_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests make more groups in an hour than one address may."""
    monkeypatch.setattr("web.groups.limits.MAX_CREATED_AN_HOUR", 1_000_000)
