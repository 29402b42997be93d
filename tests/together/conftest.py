"""Shared sheets on both databases: every test that asks for a store runs on SQLite and on PostgreSQL."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from postgres import new_database, running_cluster
from table import Clock, Table

from app import create_app
from web.together.store import Store

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server."""
    if address := os.environ.get("TEST_DATABASE_URL"):
        yield address
        return
    with running_cluster() as cluster:
        yield cluster.address


@pytest.fixture(scope="session")
def postgres_address(postgres_server: str) -> Iterator[str]:
    """The address of a database of the tests' own."""
    with new_database(postgres_server) as address:
        yield address


@pytest.fixture(scope="session", params=DATABASES)
def together_app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An application with shared sheets, on each of the databases in turn."""
    address = request.getfixturevalue("postgres_address") if request.param == "postgresql" else ""
    app = create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data")), "DATABASE_URL": address})
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["together"].engine.dispose()


@pytest.fixture
def clock() -> Clock:
    """The store's clock."""
    return Clock()


@pytest.fixture
def store(together_app: Flask, clock: Clock) -> Store:
    """A store whose clock the test turns; its sheets are its own, and so are the addresses that it counts."""
    return Store(together_app.extensions["together"].engine, os.urandom(32), clock)


@pytest.fixture
def api(together_app: Flask) -> FlaskClient:
    """A client of the API."""
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
