"""Event streams within one process: what readers are told, by this worker and by others, and when they are cut off."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from coroutines import run_coroutine
from document_store import group_value
from flask import Flask
from sqlalchemy import delete, select, update

from app import create_app
from web.sync import bus as bus_module
from web.sync import events as events_module
from web.sync import limits
from web.sync.answers import Incoming, Request
from web.sync.database import writing
from web.sync.events import Events, Stream
from web.sync.links import read_link
from web.sync.statements import documents as document_rows
from web.sync.statements import log_rows
from web.sync.statements import values as value_rows
from web.sync.store import Store

ANN = "annphone0123.page01234567"
PATIENCE = 60


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An application with a database of its own."""
    app = create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data"))})
    yield app
    app.extensions["documents"].engine.dispose()


@pytest.fixture
def store(app: Flask) -> Store:
    """The application's documents."""
    own: Store = app.extensions["documents"]
    return own


@pytest.fixture
def other(app: Flask, store: Store) -> Store:
    """The same documents as another worker has them."""
    return Store(store.engine, store.kinds.values(), b"key")


@pytest.fixture
def book(store: Store) -> tuple[str, str]:
    """The links of a group."""
    return store.open_with_two_links(store.kinds["group"], {}, {"name": "Friday"}, "192.0.2.1")[:2]


class Reader:
    """A reader of a stream: what it was sent, and whether the stream has ended."""

    def __init__(self, events: Events, link: str, event_id: str = "") -> None:
        self.status, self.text, self.ended = 0, "", False
        self.headers: dict[str, str] = {}
        self.reads = asyncio.Event()
        self.reads.set()
        self.left = asyncio.Event()
        self._news = asyncio.Event()
        headers = [(b"last-event-id", event_id.encode())] if event_id else []
        scope = {
            "path": f"/api/v1/groups/{link}/events", "headers": headers, "query_string": b"lang=en",
            "client": ("192.0.2.1", 1),
        }  # fmt: skip
        self.task = asyncio.ensure_future(events.answer(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.reads.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.text += message.get("body", b"").decode()
            self.ended = not message.get("more_body")
        self._news.set()

    @property
    def events(self) -> list[Any]:
        """The events so far."""
        found = [block.partition("data: ")[2] for block in self.text.split("\n\n") if "data: " in block]
        return [json.loads(one) for one in found]

    @property
    def values(self) -> dict[str, Any]:
        """What the events told under each name."""
        return {name: one["value"] for event in self.events for name, one in event["values"].items()}

    async def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something holds, which is looked at whenever more was sent."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await self._news.wait()
                self._news.clear()


def run(app: Flask, play: Callable[[Events], Awaitable[None]]) -> None:
    """Play with the streams of a worker."""

    async def live() -> None:
        events = Events(app)
        events.start()
        try:
            await play(events)
        finally:
            events.stop()

    run_coroutine(live())


def write(store: Store, link: str, number: int, n: int, device: str = ANN) -> Any:
    """Keep a result."""
    name = f"results/r{number}"
    return store.sync(link, Request(device), [Incoming(name, group_value(name, number), n)])


def test_readers_are_told_what_both_workers_write(
    app: Flask, store: Store, other: Store, book: tuple[str, str]
) -> None:
    async def play(events: Events) -> None:
        readers = [Reader(events, link) for link in book]
        for reader in readers:
            await reader.wait_until(lambda reader=reader: "name" in reader.values)
        for n in range(1, 6):
            writer = (store, other)[n % 2]
            await asyncio.to_thread(write, writer, book[0], n, n)
        for reader in readers:
            await reader.wait_until(lambda reader=reader: "results/r5" in reader.values)
            assert sorted(reader.values) == ["name", *(f"results/r{n}" for n in range(1, 6))]
            ends = [(event["from"], event["seq"]) for event in reader.events]
            assert all(start <= end for (_, end), (start, _) in zip([(0, 0), *ends], ends, strict=False)), "no gap"
            assert reader.text.startswith("retry: 1000\n\nid: 1-1.")

    run(app, play)


def test_stream_that_joins_behind_a_reading_has_no_gap(
    app: Flask, store: Store, other: Store, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first look is older than what a reading, which is on its way, follows on."""
    look, look_by_id, asked = store.sync(book[0], Request("", 0)), store.look_by_id, []
    late = Stream(None)

    async def play(events: Events) -> None:
        async def join() -> None:
            events.channels[document_id].streams.add(late)
            events._join(document_id, look)

        def look_once(*about: Any) -> Any:
            asked.append(about[1])
            answer = look_by_id(*about)
            if asked == [2]:
                asyncio.run_coroutine_threadsafe(join(), events._loop).result(PATIENCE)
            return answer

        document_id = read_link(book[0]).document_id
        reader = Reader(events, book[0])
        await reader.wait_until(lambda: "name" in reader.values)
        await asyncio.to_thread(write, store, book[0], 1, 1)
        await reader.wait_until(lambda: "results/r1" in reader.values)
        monkeypatch.setattr(store, "look_by_id", look_once)
        await asyncio.to_thread(write, other, book[0], 2, 2)
        await reader.wait_until(lambda: "results/r2" in reader.values)
        told = json.loads((await late.next()).decode().partition("data: ")[2].partition("\n")[0])
        assert (asked[:2], told["from"]) == ([2, 1], 1)
        assert told["values"].keys() == {"results/r1", "results/r2"}

    assert look.seq == 1
    run(app, play)


def test_stream_goes_on_where_its_reader_was(app: Flask, store: Store, book: tuple[str, str]) -> None:
    answer = write(store, book[0], 1, 1)
    known = f"{answer.seq}-{answer.mark}"

    async def play(events: Events) -> None:
        reader = Reader(events, book[1], known)
        await reader.wait_until(lambda: ":\n\n" in reader.text)
        await asyncio.to_thread(write, store, book[0], 2, 2)
        await reader.wait_until(lambda: bool(reader.events))
        assert ([*reader.values], reader.events[0]["from"]) == (["results/r2"], answer.seq)

    run(app, play)


def test_reader_of_another_history_is_told_everything(app: Flask, book: tuple[str, str]) -> None:
    async def play(events: Events) -> None:
        reader = Reader(events, book[1], "1-1.00000000")
        await reader.wait_until(lambda: bool(reader.events))
        assert ([*reader.values], reader.events[0]["from"]) == (["name"], 0)

    run(app, play)


def test_stream_is_cut_where_the_server_was_set_back(
    app: Flask, store: Store, other: Store, book: tuple[str, str]
) -> None:
    """Its reader comes back with its last id, by which the server knows that it is of another history."""
    write(store, book[0], 1, 1)

    async def play(events: Events) -> None:
        reader = Reader(events, book[1])
        await reader.wait_until(lambda: "results/r1" in reader.values)
        await asyncio.to_thread(set_back)
        await reader.wait_until(lambda: reader.ended)

    def set_back() -> None:
        set_back_by_one(other, book[0][:12])

    run(app, play)


def test_stream_is_cut_where_another_history_has_come_as_far(
    app: Flask, store: Store, other: Store, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What follows there does not follow on what its reader knows, though the numbers do."""
    monkeypatch.setattr(bus_module, "POLL_SECONDS", 3600)  # this worker hears of its own change first
    write(store, book[0], 1, 1)

    async def play(events: Events) -> None:
        reader = Reader(events, book[1])
        await reader.wait_until(lambda: "results/r1" in reader.values)
        await asyncio.to_thread(set_back)
        await asyncio.to_thread(write, other, book[0], 2, 1, "botablet0123.page01234567")
        await asyncio.to_thread(write, store, book[0], 3, 1, "another00123.page01234567")
        await reader.wait_until(lambda: reader.ended or "results/r3" in reader.values)
        assert reader.ended

    def set_back() -> None:
        set_back_by_one(other, book[0][:12])

    run(app, play)


def test_first_reader_after_a_restore_cuts_off_the_others(
    app: Flask, store: Store, other: Store, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be told what follows on what only the new reader knows."""
    monkeypatch.setattr(bus_module, "POLL_SECONDS", 3600)  # nobody else looks
    for number in (1, 2):
        write(store, book[0], number, number)

    async def play(events: Events) -> None:
        reader = Reader(events, book[1])
        await reader.wait_until(lambda: "results/r2" in reader.values)
        (before,) = events.channels.values()
        while before.is_reading:  # it looks once more after it has joined, and would find out first
            await asyncio.sleep(0)
        await asyncio.to_thread(set_back_by_one, other, book[0][:12], 2)
        newcomer = Reader(events, book[0])
        await newcomer.wait_until(lambda: "results/r1" in newcomer.values)
        await reader.wait_until(lambda: reader.ended)
        await asyncio.to_thread(write, store, book[0], 3, 3)
        await newcomer.wait_until(lambda: "results/r3" in newcomer.values)
        (channel,) = events.channels.values()
        assert (channel.seq, channel.heard) == (3, 3)
        assert "results/r2" not in newcomer.values

    run(app, play)


def test_change_missed_while_a_document_is_read_is_read(
    app: Flask, store: Store, other: Store, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes after the reading has seen the database, and before notices are heard again."""
    monkeypatch.setattr(bus_module, "POLL_SECONDS", 3600)  # nobody else looks
    has_seen, may_answer = threading.Event(), threading.Event()

    def look_slowly(*values: Any) -> Any:
        answer = whole(*values)
        has_seen.set()
        may_answer.wait(PATIENCE)
        return answer

    async def play(events: Events) -> None:
        reader = Reader(events, book[1])
        await reader.wait_until(lambda: "name" in reader.values)
        (channel,) = events.channels.values()
        while channel.is_reading:  # it looks once more after it has joined
            await asyncio.sleep(0)
        monkeypatch.setattr(store, "look_by_id", look_slowly)
        events.look_at_all()
        await asyncio.to_thread(has_seen.wait, PATIENCE)
        await asyncio.to_thread(write, other, book[0], 1, 1)
        events.look_at_all()
        may_answer.set()
        await reader.wait_until(lambda: "results/r1" in reader.values)

    whole = store.look_by_id
    run(app, play)


def set_back_by_one(store: Store, document_id: str, seq: int = 1) -> None:
    """Let a document be as it was at `seq`, one change ago."""
    with writing(store.engine) as connection:
        here = log_rows.c.document_id == document_id
        connection.execute(delete(log_rows).where(here, log_rows.c.seq > seq))
        connection.execute(delete(value_rows).where(value_rows.c.document_id == document_id, value_rows.c.seq > seq))
        mark = connection.execute(select(log_rows.c.mark).where(here, log_rows.c.seq == seq)).scalar()
        at = document_rows.c.id == document_id
        connection.execute(update(document_rows).where(at).values(seq=seq, mark=mark))


def test_stream_of_a_deleted_document_ends(app: Flask, other: Store, book: tuple[str, str]) -> None:
    async def play(events: Events) -> None:
        reader = Reader(events, book[1])
        await reader.wait_until(lambda: "name" in reader.values)
        await asyncio.to_thread(other.delete, book[0])
        await reader.wait_until(lambda: reader.ended)
        gone = Reader(events, book[1])
        await gone.wait_until(lambda: gone.ended)
        assert gone.status == 404
        assert json.loads(gone.text)["faults"][0]["message"].startswith("This scorebook is gone")

    run(app, play)


def test_reader_that_does_not_read_is_cut_off(
    app: Flask, store: Store, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are told what it would have been told."""
    monkeypatch.setattr(limits, "MAX_WAITING_MESSAGES", 4)

    async def play(events: Events) -> None:
        silent, reader = Reader(events, book[0]), Reader(events, book[1])
        for one in (silent, reader):
            await one.wait_until(lambda one=one: "name" in one.values)
        silent.reads.clear()
        for n in range(1, 9):
            await asyncio.to_thread(write, store, book[0], n, n)
            await reader.wait_until(lambda n=n: f"results/r{n}" in reader.values)
        (channel,) = events.channels.values()
        assert len(channel.streams) == 1
        silent.reads.set()
        await silent.wait_until(lambda: silent.ended)

    run(app, play)


def test_stream_that_is_cut_before_it_begins_is_refused(
    app: Flask, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that ends without a beginning would be an error of the server."""

    async def play(events: Events) -> None:
        looks = asyncio.Event()

        async def look(*asked: Any) -> None:
            looks.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(events, "_look", look)
        reader = Reader(events, book[0])
        await looks.wait()
        (channel,) = events.channels.values()
        channel.end()
        await reader.wait_until(lambda: reader.ended)
        assert (reader.status, reader.headers["retry-after"]) == (503, "3")

    run(app, play)


def test_streams_are_limited_and_freed_again(
    app: Flask, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = app.extensions["documents"].kinds["group"]
    monkeypatch.setattr(kind, "limits", replace(kind.limits, max_streams=2))

    async def play(events: Events) -> None:
        readers = [Reader(events, book[0]) for _ in range(2)]
        for reader in readers:
            await reader.wait_until(lambda reader=reader: "name" in reader.values)
        third = Reader(events, book[0])
        await third.wait_until(lambda: third.ended)
        assert (third.status, third.headers["retry-after"]) == (429, "3")
        readers[0].left.set()
        await readers[0].task
        fourth = Reader(events, book[0])
        await fourth.wait_until(lambda: "name" in fourth.values)

    run(app, play)


def test_streams_have_a_budget_of_bytes(app: Flask, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What a stream is told at its beginning counts until its reader has it."""

    async def play(events: Events) -> None:
        first = Reader(events, book[0])
        await first.wait_until(lambda: "name" in first.values)
        assert events._told.total() == 0
        # An age of more digits makes the same event some bytes longer.
        monkeypatch.setattr(limits, "MAX_TOLD_BYTES_OF_ADDRESS", len(first.text) * 3 // 2)
        silent = Reader(events, book[0])
        silent.reads.clear()
        async with asyncio.timeout(PATIENCE):
            while not events._told.total():
                await asyncio.sleep(0)
        refused = Reader(events, book[0])
        await refused.wait_until(lambda: refused.ended)
        assert (refused.status, refused.headers["retry-after"]) == (429, "3")
        silent.reads.set()
        await silent.wait_until(lambda: "name" in silent.values)
        third = Reader(events, book[0])
        await third.wait_until(lambda: "name" in third.values)
        assert events._told.total() == 0

    run(app, play)


def test_message_that_is_being_sent_counts_as_waiting(app: Flask, store: Store, book: tuple[str, str]) -> None:
    """Readers for whom too much waits in all are cut off by what they have not read."""

    async def play(events: Events) -> None:
        silent, reader = Reader(events, book[0]), Reader(events, book[0])
        for one in (silent, reader):
            await one.wait_until(lambda one=one: "name" in one.values)
        silent.reads.clear()
        await asyncio.to_thread(write, store, book[0], 1, 1)
        await reader.wait_until(lambda: "results/r1" in reader.values)
        (channel,) = events.channels.values()
        assert sorted(stream.waiting_bytes > 0 for stream in channel.streams) == [False, True]
        silent.reads.set()
        await silent.wait_until(lambda: "results/r1" in silent.values)
        assert [stream.waiting_bytes for stream in channel.streams] == [0, 0]

    run(app, play)


def test_stopping_worker_ends_streams_and_takes_no_more(app: Flask, book: tuple[str, str]) -> None:
    async def play(events: Events) -> None:
        reader = Reader(events, book[0])
        await reader.wait_until(lambda: "name" in reader.values)
        events.stop()
        await reader.wait_until(lambda: reader.ended)
        late = Reader(events, book[0])
        await late.wait_until(lambda: late.ended)
        assert (late.status, "retry-after" in late.headers) == (503, True)

    run(app, play)


def test_silent_stream_has_comments(app: Flask, book: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events_module, "HEARTBEAT_SECONDS", 0.01)

    async def play(events: Events) -> None:
        reader = Reader(events, book[0])
        await reader.wait_until(lambda: reader.text.count("\n:\n\n") > 2)

    run(app, play)


def test_stream_is_private(app: Flask, book: tuple[str, str]) -> None:
    async def play(events: Events) -> None:
        reader = Reader(events, book[0])
        await reader.wait_until(lambda: "name" in reader.values)
        expected = {
            "content-type": "text/event-stream", "cache-control": "no-store", "x-robots-tag": "noindex",
            "referrer-policy": "no-referrer", "x-accel-buffering": "no", "x-content-type-options": "nosniff",
        }  # fmt: skip
        assert {name: reader.headers[name] for name in expected} == expected

    run(app, play)
