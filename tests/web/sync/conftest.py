"""Fixtures: stores with both kinds of documents, on SQLite and on PostgreSQL."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from databases import DATABASES
from document_store import empty_store
from flask import Flask
from sqlalchemy import Engine
from table import Clock

from web.sync.database import register
from web.sync.store import Store


@pytest.fixture(scope="session", params=DATABASES)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """An engine of each database, with the tables."""
    is_postgres = request.param == "postgresql"
    path = tmp_path_factory.mktemp("data") / "tally.db"
    address = request.getfixturevalue("postgres_address") if is_postgres else f"sqlite:///{path}"
    engine = register(Flask("documents"), address)
    yield engine
    engine.dispose()


@pytest.fixture
def make_store(engine: Engine) -> Callable[[Any], Store]:
    """A function that returns a store with a clock, whose tables are empty."""
    return lambda clock=None: empty_store(engine, clock)


@pytest.fixture
def store(make_store: Callable[[Any], Store], clock: Clock) -> Store:
    """A store with the test's clock."""
    return make_store(clock)


@pytest.fixture
def sheet(store: Store, clock: Clock) -> str:
    """The link of a shared sheet of Hansa Teutonica that was opened an hour ago."""
    link, _ = store.open(store.kinds["shared"], {"game": "hansa_teutonica"}, {}, "192.0.2.1")
    clock.now += 3600
    return link


@pytest.fixture
def book(store: Store) -> tuple[str, str]:
    """The links of a group that write and read."""
    return store.open_with_two_links(store.kinds["group"], {}, {"name": "Friday"}, "192.0.2.1")[:2]
