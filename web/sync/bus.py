"""How workers and machines hear of each other's changes: SQLite's version of the file, or PostgreSQL's NOTIFY."""

import asyncio
import logging
import sqlite3
from collections import deque
from contextlib import suppress
from random import uniform
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Engine

from web.sync.notices import Notice

if TYPE_CHECKING:
    import psycopg

    from web.sync.events import Events

CHANNEL = "tally_documents"
"""PostgreSQL's channel on which servers hear of each other's changes."""
POLL_SECONDS, RECONNECT_SECONDS, MAX_ASKED = 0.05, 1, 500
GATHER_SECONDS = 0.01
"""How long news wait for others, to be sent with them."""
MAX_NOTICES = 1_000
"""Notices that wait to be passed on; then the oldest are dropped."""
_logger = logging.getLogger("tally.sync")


class Bus(Protocol):
    """What tells a worker which documents others have changed, and others what it has changed."""

    async def arm(self) -> None:
        """Wait until changes are heard of."""

    async def run(self) -> None:
        """Listen, for ever."""

    def tell(self, document_id: str, seq: int) -> None:
        """Tell others that a document has changes up to `seq`, after they were committed."""

    def pass_on(self, notice: Notice) -> None:
        """Give a notice to the streams of all workers that have not read it themselves."""


def open_bus(engine: Engine, events: "Events") -> Bus:
    """Return the bus of a database."""
    return PostgresBus(engine, events) if engine.dialect.name == "postgresql" else SqliteBus(engine, events)


class SqliteBus:
    """Looks whether the file has changed, and then how far each document is that somebody reads."""

    def __init__(self, engine: Engine, events: "Events") -> None:
        self._path, self._events, self._version = str(engine.url.database), events, -1
        self._connection: sqlite3.Connection | None = None

    async def arm(self) -> None:
        """Open the file; what changes from now on is seen."""
        if self._connection is None:
            self._connection = sqlite3.connect(f"file:{self._path}?mode=ro", uri=True, isolation_level=None)

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                self._look()
            except sqlite3.Error as error:
                _logger.warning("The documents could not be looked at: %s", error)
                await asyncio.sleep(RECONNECT_SECONDS)

    def tell(self, document_id: str, seq: int) -> None:
        """Do nothing: the file has changed, and that is seen."""

    def pass_on(self, notice: Notice) -> None:
        """Give it to the streams of this worker: all workers of the one server read it."""
        self._events.deliver(notice)

    def _look(self) -> None:
        if not self._events.channels or self._connection is None:
            return
        version = self._connection.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            ids = list(self._events.channels)
            for start in range(0, len(ids), MAX_ASKED):
                self._ask(self._connection, ids[start : start + MAX_ASKED])
            self._version = version

    def _ask(self, connection: sqlite3.Connection, ids: list[str]) -> None:
        places = ",".join("?" * len(ids))
        query = f"SELECT id, seq, mark FROM document WHERE id IN ({places})"  # noqa: S608
        found = {document_id: (seq, mark) for document_id, seq, mark in connection.execute(query, ids)}
        for document_id in ids:
            self._events.see(document_id, *found.get(document_id, (0, "")))


class PostgresBus:
    """Listens to PostgreSQL, and notifies it on a connection of its own after the commits.

    A notice within a transaction would let all commits of the cluster wait for each other. It has a document's id and
    `seq` only, so that it never grows too long; those of one moment are sent together, and kept until they are sent.
    """

    def __init__(self, engine: Engine, events: "Events") -> None:
        self._address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._events = events
        self._listening, self._has_news = asyncio.Event(), asyncio.Event()
        self._news: dict[str, int] = {}
        self._notices: deque[str] = deque(maxlen=MAX_NOTICES)

    async def arm(self) -> None:
        """Wait until notices are heard; where the database is away, what was missed is read when it is back."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._listening.wait(), 2 * RECONNECT_SECONDS)

    async def run(self) -> None:
        """Listen, and begin anew when the connection breaks."""
        import psycopg

        while True:
            try:
                await self._hear()
            except (psycopg.Error, OSError) as error:
                _logger.warning("PostgreSQL's notices cannot be heard: %s", type(error).__name__)
            self._listening.clear()
            await asyncio.sleep(RECONNECT_SECONDS * uniform(0.5, 1.5))  # noqa: S311

    async def _hear(self) -> None:
        import psycopg

        async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._listening.set()
            self._events.look_at_all()
            while True:
                async for notice in connection.notifies(timeout=30):
                    with suppress(ValueError, TypeError):  # from a server of another version
                        self._take(notice.payload)
                await connection.execute("SELECT 1")  # so that a server that is gone without a word is noticed

    def _take(self, payload: str) -> None:
        document_id, *words = payload.split(" ", 3)
        if len(words) == 1:
            self._events.hear(document_id, int(words[0]))
        else:
            self._events.deliver(Notice(document_id, *words))

    def tell(self, document_id: str, seq: int) -> None:
        """Tell others soon."""
        self._news[document_id] = max(seq, self._news.get(document_id, 0))
        self._has_news.set()

    def pass_on(self, notice: Notice) -> None:
        """Tell all workers, this one too; where the database is away, notices are lost."""
        self._notices.append(" ".join(notice))
        self._has_news.set()

    async def run_telling(self) -> None:
        """Send notices, and begin anew when the connection breaks."""
        import psycopg

        while True:
            await self._has_news.wait()
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                    await connection.execute("SET synchronous_commit = off")  # a notice need not be on disk
                    while True:
                        await self._has_news.wait()
                        await self._send(connection)
                        await asyncio.sleep(GATHER_SECONDS)
            except (psycopg.Error, OSError) as error:
                _logger.warning("PostgreSQL's notices cannot be sent: %s", type(error).__name__)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _send(self, connection: "psycopg.AsyncConnection[tuple[object, ...]]") -> None:
        self._has_news.clear()
        news, self._news = self._news, {}
        lines = [f"{document_id} {seq}" for document_id, seq in news.items()] + [*self._notices]
        self._notices.clear()
        try:
            await connection.execute("SELECT pg_notify(%s, line) FROM unnest(%s::text[]) AS line", (CHANNEL, lines))
        except BaseException:
            self._news = news | self._news
            self._has_news.set()
            raise
