"""Shared sheets on both databases: every test that asks for a store runs on SQLite and on PostgreSQL."""

import os
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from table import Clock, Table

from web.together.store.store import Store


@pytest.fixture
def store(together_app: Flask, clock: Clock) -> Store:
    """A store whose clock the test turns; its sheets are its own, and so are the addresses that it counts."""
    return Store(together_app.extensions["together"].engine, os.urandom(32), clock)


@pytest.fixture
def api(together_app: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A client of the API; the clock of the shared sheets stands still."""
    monkeypatch.setattr(together_app.extensions["together"], "_clock", Clock(time.time()))
    return together_app.test_client()


@pytest.fixture
def open_table(api: FlaskClient) -> Any:
    """A function that opens a shared sheet over the API."""

    def open_table(slug: str = "qin", sheet: object = None) -> Table:
        body = {"game": slug, "sheet": {"players": [{}, {}, {}]} if sheet is None else sheet}
        answer = api.post("/api/v1/shared?lang=en", json=body)
        assert answer.status_code == 201, answer.text
        return Table(api, **answer.json)

    return open_table
