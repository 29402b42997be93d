"""What only several connections show: the order of commits, two servers, and notices."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from document_store import empty_store, group_value
from flask import Flask
from postgres import running_cluster
from serving import wait_until
from sqlalchemy import Engine, event

from web.sync import store as store_module
from web.sync.answers import Incoming, Request
from web.sync.bus import NOTIFY
from web.sync.database import register
from web.sync.store import Store

WRITERS, CHANGES = 4, 40


@pytest.fixture
def store(make_store: Callable[[Any], Store]) -> Store:
    """A store with the clock of its database."""
    return make_store(None)


@pytest.fixture
def other_store(engine: Engine) -> Store:
    """A second server at the same database."""
    return Store(register(Flask("other"), engine.url.render_as_string(hide_password=False)), [])


@pytest.fixture
def sheet(store: Store) -> str:
    """The link of a shared sheet."""
    return store.open(store.kinds["shared"], {"game": "hansa_teutonica"}, {}, "192.0.2.1")[0]


def test_reader_passes_over_no_change(
    store: Store, other_store: Store, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers write at once, and a reader asks for what is new before each commits."""
    other_store.kinds = store.kinds
    whole, asked = store_module.execute_rows, threading.Event()

    def write_while_asked(*args: Any) -> None:
        whole(*args)
        asked.clear()
        asked.wait(10)

    monkeypatch.setattr(store_module, "execute_rows", write_while_asked)
    ends = [
        threading.Thread(target=_write, args=((store, other_store)[number % 2], sheet, number))
        for number in range(WRITERS)
    ]
    for end in ends:
        end.start()
    told: dict[str, str] = {}
    since, mark = 0, ""
    deadline = time.monotonic() + 60
    while (any(end.is_alive() for end in ends) or since < WRITERS * CHANGES) and time.monotonic() < deadline:
        answer = store.sync(sheet, Request("reader00001.page000001", since, mark=mark))
        asked.set()
        assert answer.start == since
        assert all(since < one.seq <= answer.seq for one in answer.values.values())
        told |= {name: str(one.value) for name, one in answer.values.items()}
        since, mark = answer.seq, answer.mark
    assert told == {name: one.value for name, one in store.load(sheet)[1].items()}
    assert [past.row.seq for past in store.read_history(sheet, most=10_000)] == list(range(WRITERS * CHANGES, 0, -1))


def _write(store: Store, sheet: str, number: int) -> None:
    for n in range(1, CHANGES + 1):
        change = Incoming(f"{number}.prestige", [str(n)], n)
        store.sync(sheet, Request(f"writer{number:05}.page000001"), [change])


@pytest.mark.long
def test_servers_have_the_same_time(postgres_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose own clock is wrong uses the database's."""
    store = empty_store(register(Flask("documents"), postgres_address))
    link, _ = store.open(store.kinds["shared"], {"game": "hansa_teutonica"}, {}, "192.0.2.1")
    really = time.time()
    monkeypatch.setattr("web.sync.store.time.time", lambda: really - 4000)
    answer = store.sync(link, Request("writer00001.page000001"), [Incoming("0.prestige", ["1"], 1)])
    assert abs(answer.now - really) < 60


def test_request_that_comes_twice_at_once_counts_once(store: Store, other_store: Store, sheet: str) -> None:
    """Both read how far the device is kept before one of them waits for the other."""
    other_store.kinds = store.kinds
    for number in range(40):
        device, gate = f"phone{number:06}.page000001", threading.Barrier(2)
        changes = [
            Incoming("0.prestige", [str(1000 + 2 * number)], 1),
            Incoming("0.prestige", [str(1001 + 2 * number)], 2),
        ]
        ends = [
            threading.Thread(target=_send, args=(one, sheet, device, changes, gate)) for one in (store, other_store)
        ]
        for end in ends:
            end.start()
        for end in ends:
            end.join()
    assert len(store.read_history(sheet, most=1000)) == 80


def _send(store: Store, sheet: str, device: str, changes: list[Incoming], gate: threading.Barrier) -> None:
    gate.wait()
    store.sync(sheet, Request(device), changes)


@pytest.mark.long
def test_change_takes_five_round_trips_to_the_database(postgres_address: str) -> None:
    """Begin, find and lock, read, write, commit; a result asks besides what it is like."""
    store = empty_store(register(Flask("documents"), postgres_address))
    sheet, _ = store.open(store.kinds["shared"], {"game": "hansa_teutonica"}, {}, "192.0.2.1")
    book, *_ = store.open_with_two_links(store.kinds["group"], {}, {"name": "Friday"}, "192.0.2.1")
    device, statements = "writer00001.page000001", []
    event.listen(store.engine, "before_cursor_execute", lambda *_: statements.append(1))
    result = [group_value("results/r1", number) for number in (1, 2)]
    for link, name, (first, second), trips in (
        (sheet, "0.prestige", (["1"], ["2"]), 5),
        (book, "results/r1", result, 6),
    ):
        answer = store.sync(link, Request(device), [Incoming(name, first, 1)])
        statements.clear()
        store.sync(link, Request(device, answer.seq, answer.mark), [Incoming(name, second, 2, answer.seq)])
        assert len(statements) + len(("begin", "commit")) == trips


@pytest.mark.long
def test_notice_waits_for_no_standby() -> None:
    """While a commit of anything else waits for a standby that has gone."""
    with running_cluster() as cluster, psycopg.connect(cluster.address, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
        connection.execute("SELECT pg_reload_conf()")
        wait_until(lambda: connection.execute("SHOW synchronous_standby_names").fetchone() == ("gone",))
        waiting = threading.Thread(target=_execute, args=(cluster.address, "CREATE TABLE waits ()"), daemon=True)
        waiting.start()
        query = "SELECT query FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        wait_until(lambda: connection.execute(query).fetchall() == [("CREATE TABLE waits ()",)])
        _execute(cluster.address, NOTIFY, channel="a", lines=["b"])
        assert connection.execute(query).fetchall() == [("CREATE TABLE waits ()",)]


def _execute(address: str, statement: str, **values: Any) -> None:
    with suppress(psycopg.OperationalError), psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement, values or None)
