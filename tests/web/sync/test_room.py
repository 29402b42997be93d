"""The room of the database: what is kept costs what it weighs, each address has a share, what goes is free again."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from document_store import group_value
from flask import Flask
from sqlalchemy import event, select, text
from table import Clock

from web.common.http import network_of
from web.sync import limits
from web.sync import statements as sql
from web.sync.answers import Incoming, Request
from web.sync.store import Store

ANN = "annphone01.page0000001"
DAY = 86_400
MEBIBYTE = 1024 * 1024
MANY = 10_000_000


@contextmanager
def visitor(address: str) -> Iterator[None]:
    """A request of a visitor from an address."""
    with Flask("visitor").test_request_context(environ_base={"REMOTE_ADDR": address}):
        yield


def open_sheet(store: Store, address: str = "192.0.2.1", text: str = "") -> str:
    initial = {"0.name": [text]} if text else {}
    return store.open(store.kinds["shared"], {"game": "hansa_teutonica"}, initial, address)[0]


def measure_disk(store: Store) -> int:
    """Return the bytes that tables and indexes take."""
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "sqlite":
            return store._measure(connection)
        size = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname LIKE 'document%' AND relkind = 'r'"
        return int(connection.execute(text(size)).scalar_one())


CHANGES: dict[str, tuple[str, Callable[[int], Incoming]]] = {
    "short texts": ("shared", lambda n: Incoming("n", [str(2 + n % 2)], n)),
    "values and blanks": ("shared", lambda n: Incoming("0.prestige", ["1"] if n % 2 else None, n)),
    "four bytes a letter": ("shared", lambda n: Incoming("0.name", ["\U0001f600" * 150 + str(n)], n)),
    "just too long for a page of SQLite": ("group", lambda n: _long_result(n, 850)),
    "the longest results": ("group", lambda n: _long_result(n, 15_000)),
    "long joined names": ("group", lambda n: Incoming(f"people/{n:04}" + "\u6f22" * 96, str(n), n)),
}


def _long_result(n: int, size: int) -> Incoming:
    name = f"results/r{n}"
    value = group_value(name, n)
    more = size - len(json.dumps(value))
    return Incoming(name, value | {"query": f"x={n}{'x' * more}"}, n)


@pytest.mark.parametrize("changes", CHANGES)
def test_kept_changes_take_a_small_multiple_of_what_was_sent(store: Store, changes: str) -> None:
    """The size that is counted is an upper limit of what is on SQLite's disk."""
    kind, make = CHANGES[changes]
    book, *_ = store.open_with_two_links(store.kinds["group"], {}, {"name": "Friday"}, "192.0.2.1")
    link = book if kind == "group" else open_sheet(store)
    before, sent = measure_disk(store), 0
    for start in range(1, 1001, 100):
        batch = [make(n) for n in range(start, start + 100)]
        sent += len(json.dumps([one._asdict() for one in batch], ensure_ascii=False).encode())
        assert not store.sync(link, Request(ANN), batch).refused
    grown = measure_disk(store) - before
    with store.engine.connect() as connection:
        counted = int(connection.execute(text("SELECT sum(size) FROM document")).scalar_one())
    assert grown < 12 * sent
    assert grown < (1.0 if store.engine.dialect.name == "sqlite" else 1.5) * counted


def fill(store: Store, address: str) -> int:
    """Open sheets from an address until it may open no more; return how many they were."""
    for count in range(1_000):
        try:
            open_sheet(store, address, "x" * 3000)
        except (limits.ShareFull, limits.NotKept):
            return count
    return 1_000


def write_much(store: Store, sheet: str) -> None:
    """Write 60 KB into a sheet."""
    store.sync(sheet, Request(ANN), [Incoming("0.name", ["y" * 3000 + str(n)], n) for n in range(1, 20)])


def test_address_fills_no_more_than_its_share_a_day(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_DATABASE_BYTES", 64 * MEBIBYTE)
    monkeypatch.setattr(limits, "MAX_OPENING_BYTES", 48 * MEBIBYTE)
    own = open_sheet(store, "192.0.2.1")
    pieces = 48 * MEBIBYTE // limits.SHARES // limits.ROOM_PIECE
    assert pieces * 0.9 < fill(store, "198.51.100.7") <= pieces
    with pytest.raises(limits.ShareFull):
        open_sheet(store, "198.51.100.7")
    open_sheet(store, "192.0.2.1")
    with visitor("192.0.2.1"):
        store.sync(own, Request(ANN), [Incoming("0.name", ["y" * 3000], 1)])
    clock.now += DAY
    open_sheet(store, "198.51.100.7")


def test_share_counts_what_is_written_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_DATABASE_BYTES", 48 * MEBIBYTE)
    sheets = [open_sheet(store) for _ in range(20)]
    with visitor("198.51.100.7"):
        for sheet in sheets[:4]:
            write_much(store, sheet)
        with pytest.raises(limits.ShareFull):
            [write_much(store, sheet) for sheet in sheets[4:]]
    with visitor("192.0.2.1"):
        for sheet in sheets:
            store.sync(sheet, Request("bophone002.page0000001"), [Incoming("0.name", ["z" * 3000], 1)])


def test_crowd_of_addresses_leaves_room_for_one_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a part of what is free, so that it is never all taken."""
    monkeypatch.setattr(limits, "MAX_DATABASE_BYTES", 64 * MEBIBYTE)
    monkeypatch.setattr(limits, "MAX_OPENING_BYTES", 48 * MEBIBYTE)
    own = open_sheet(store)
    monkeypatch.setattr(store, "_measure", lambda connection: 47 * MEBIBYTE)
    counts = [fill(store, f"198.51.100.{number}") for number in range(3)]
    assert counts == [MEBIBYTE // limits.SHARES // limits.ROOM_PIECE] * 3
    monkeypatch.setattr(store, "_measure", lambda connection: 49 * MEBIBYTE)
    with pytest.raises(limits.NotKept):
        open_sheet(store)
    with visitor("192.0.2.9"):
        assert store.sync(own, Request(ANN), [Incoming("0.name", ["y" * 3000], n) for n in range(1, 9)]).kept == 8


def test_expired_documents_give_their_room_back(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that strangers filled opens again once their sheets have expired, and is small again."""
    monkeypatch.setattr(limits, "MEASURED_SECONDS", -1)
    with store.engine.connect() as connection:
        before = store._measure(connection)
    monkeypatch.setattr(limits, "MAX_OPENING_BYTES", before + MEBIBYTE)
    monkeypatch.setattr(limits, "SHARES", 1)
    for number in range(5):
        write_much(store, open_sheet(store, f"192.0.{number}.1"))
    fill(store, "203.0.113.5")
    with pytest.raises((limits.ShareFull, limits.NotKept)):
        open_sheet(store, "203.0.113.5")
    clock.now += 8 * DAY
    assert store.sweep()
    open_sheet(store, "203.0.113.5")
    with store.engine.connect() as connection:
        assert store._measure(connection) <= before + 64 * 1024
        if store.engine.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA freelist_count").scalar_one() < 10


def test_sweep_takes_few_rows_at_a_time(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's changes wait while a transaction of the sweep writes."""
    sheet = open_sheet(store)
    store.sync(sheet, Request(ANN), [Incoming("n", [str(2 + n % 2)], n) for n in range(1, 96)])
    monkeypatch.setattr(limits, "MAX_SWEPT_ROWS", 10)
    deleted: list[int] = []
    event.listen(store.engine, "after_cursor_execute", lambda _, cursor, *__: deleted.append(cursor.rowcount))
    clock.now += 8 * DAY
    assert store.sweep() == 1
    assert max(deleted) == 10
    with store.engine.connect() as connection:
        for table in ("document", "document_value", "document_log", "document_device", "document_secret"):
            assert connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one() == 0


def test_document_is_gone_before_its_rows_are(
    store: Store, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where deleting is interrupted, the next sweep goes on."""
    monkeypatch.setattr(store, "_delete_rows", lambda document_id, now: 0)
    store.delete(book[0])
    monkeypatch.undo()
    for link in book:
        with pytest.raises(limits.DocumentGone):
            store.load(link)
    assert store.sweep() == 1


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2ab::7", "2001:db8:1:200::/56"),
        ("2001:db8:1:2ff:9::7", "2001:db8:1:200::/56"), ("fe80::1%eth0", "fe80::/56"), ("nobody", "nobody"),
    ],
)  # fmt: skip
def test_household_counts_as_one(address: str, network: str) -> None:
    assert network_of(address) == network


def test_right_guesses_are_not_counted(store: Store) -> None:
    """A club behind one address enters as many right codes as it likes, and ten wrong ones a minute."""
    for _ in range(100):
        store.check_guesses("code", "192.0.2.1")
    for _ in range(limits.MAX_WRONG_GUESSES):
        store.check_guesses("code", "192.0.2.1")
        store.note_wrong_guess("code", "192.0.2.1")
    with pytest.raises(limits.TooMany):
        store.check_guesses("code", "192.0.2.1")
    store.check_guesses("code", "192.0.2.2")


def test_address_is_counted_under_a_hash_that_changes_daily(store: Store, clock: Clock) -> None:
    def read_hashes() -> set[bytes]:
        with store.engine.connect() as connection:
            return {bytes(one) for one in connection.execute(select(sql.attempts.c.who)).scalars()}

    address = "192.0.2.123"
    store.note_wrong_guess("code", address)
    store.count_attempt("open shared", address, 3600, 300)
    first = read_hashes()
    assert first
    assert not any(address.encode() in one for one in first)
    clock.now += DAY
    store.note_wrong_guess("code", address)
    assert len(read_hashes() - first) == 3, "a minute's and an hour's of the address, and a minute's of all"


def test_crowd_that_guesses_locks_nobody_out(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the common limit each address has one wrong guess an hour; who has made none goes on."""
    monkeypatch.setattr(limits, "MAX_ALL_WRONG_GUESSES", 30)
    clock.now -= clock.now % 3600
    for number in range(30):
        store.note_wrong_guess("code", f"2001:db8:0:{number:x}00::1")
    store.check_guesses("code", "192.0.2.1")
    with pytest.raises(limits.TooMany):
        store.check_guesses("code", "2001:db8:0:100::2")
    clock.now += 60
    store.check_guesses("code", "2001:db8:0:100::2")
