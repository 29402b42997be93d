"""Fixtures: an application with a database, on SQLite and on PostgreSQL, and a clock that a test sets."""

import os
from collections.abc import Iterator

import pytest
from flask import Flask
from postgres import new_database, running_cluster
from table import Clock

from app import create_app

DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.long))
DATABASES_IN_LANGUAGES = [("sqlite", "zh-Hant"), pytest.param("postgresql", "en", marks=pytest.mark.long)]


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
    """The address of a database for the tests."""
    with new_database(postgres_server) as address:
        yield address


@pytest.fixture(scope="session", params=DATABASES)
def together_app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An application with shared sheets and groups, on each database."""
    address = request.getfixturevalue("postgres_address") if request.param == "postgresql" else ""
    app = create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data")), "DATABASE_URL": address})
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["documents"].engine.dispose()


@pytest.fixture
def clock() -> Clock:
    """The store's clock."""
    return Clock()
