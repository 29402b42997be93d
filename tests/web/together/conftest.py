"""Fixtures of shared sheets: every test with a store runs on SQLite and on PostgreSQL."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from databases import DATABASES
from flask import Flask
from flask.testing import FlaskClient
from serving import Server, serving
from table import Clock, Table

from web.sync.store import Store
from web.together.codes import Codes


@pytest.fixture
def api(together_app: Flask) -> FlaskClient:
    """An API client."""
    return together_app.test_client()


@pytest.fixture
def store(together_app: Flask, clock: Clock) -> Iterator[Store]:
    """The application's store with the test's clock; its key is new, so that it counts no other test's addresses."""
    own = {name: together_app.extensions[name] for name in ("documents", "together")}
    store = Store(own["documents"].engine, own["documents"].kinds.values(), os.urandom(32), clock)
    together_app.extensions |= {"documents": store, "together": Codes(store, os.urandom(32))}
    with together_app.app_context():
        yield store
    together_app.extensions |= own


@pytest.fixture
def open_table(api: FlaskClient) -> Any:
    """A function that opens a shared sheet over the API."""

    def open_table(slug: str = "qin", sheet: object = None) -> Table:
        body = {"game": slug, "sheet": {"players": [{}, {}, {}]} if sheet is None else sheet}
        answer = api.post("/api/v1/shared?lang=en", json=body)
        assert answer.status_code == 201, answer.text
        return Table(api, **answer.json)

    return open_table


@pytest.fixture(scope="session")
def flag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that does not exist.

    Once it does, the next worker of `server` that has written a change dies before it answers.
    """
    return tmp_path_factory.mktemp("flag") / "die"


@pytest.fixture(scope="session", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, flag: Path) -> Iterator[Server]:
    """A server with two workers that sends the list of connected phones often; no test may harm it for others."""
    address = {"DATABASE_URL": request.getfixturevalue("postgres_address")} if request.param == "postgresql" else {}
    command = (sys.executable, "tests/support/lively_app.py")
    with serving(*command, DATA_DIR=str(tmp_path_factory.mktemp("data")), FLAG=str(flag), **address) as running:
        yield running
