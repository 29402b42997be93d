"""Notification of changes between workers and machines: SQLite's log, or PostgreSQL's NOTIFY."""

import asyncio
import logging
import sqlite3
from contextlib import suppress
from random import uniform
from typing import TYPE_CHECKING

from sqlalchemy import Engine

from web.together.store.statements import CHANNEL

if TYPE_CHECKING:
    from web.together.live.events import Events

POLL_SECONDS = 0.05
RECONNECT_SECONDS = 1
_TAIL = "SELECT sheet_id, max(seq), max(rowid) FROM shared_change WHERE rowid > ? GROUP BY sheet_id"
_logger = logging.getLogger("tally.together")


class SqliteLog:
    """SQLite's log of changes as the way in which workers hear of each other: its row ids rise in the order of commits."""

    def __init__(self, engine: Engine, events: "Events") -> None:
        path = str(engine.url.database)
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        self._events = events
        self._version, self._last = -1, 0
        self._wake = asyncio.Event()

    async def arm(self) -> None:
        """Read the log from here on."""
        if not self._wake.is_set():
            self._last = self._connection.execute("SELECT coalesce(max(rowid), 0) FROM shared_change").fetchone()[0]
            self._wake.set()

    async def run(self) -> None:
        """Look again and again whether the file has changed, as long as anybody listens."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(POLL_SECONDS)
            if self._events.is_idle:
                self._wake.clear()
                continue
            try:
                version = self._connection.execute("PRAGMA data_version").fetchone()[0]
                if version != self._version:
                    self._read()
                    self._version = version
            except sqlite3.Error as error:
                _logger.warning("The log of shared sheets could not be read: %s", error)
                await asyncio.sleep(RECONNECT_SECONDS)

    def _read(self) -> None:
        """Tell which sheets the log has changes of."""
        for sheet_id, seq, row_id in self._connection.execute(_TAIL, (self._last,)).fetchall():
            self._last = max(self._last, row_id)
            self._events.hear(sheet_id, seq)


class PostgresNotices:
    """PostgreSQL's NOTIFY as the way in which workers and machines hear of each other."""

    def __init__(self, engine: Engine, events: "Events") -> None:
        self._address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._events = events
        self._listening = asyncio.Event()

    async def arm(self) -> None:
        """Wait until changes are heard of; where the database is away, what was missed is read when it is back."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._listening.wait(), 2 * RECONNECT_SECONDS)

    async def run(self) -> None:
        """Listen, and begin anew when the connection breaks."""
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._listening.set()
                    self._events.catch_up_all()
                    while True:
                        async for notice in connection.notifies(timeout=30):
                            with suppress(ValueError):  # from a server of another version
                                sheet_id, seq = notice.payload.split()
                                self._events.hear(bytes.fromhex(sheet_id), int(seq))
                        await connection.execute("SELECT 1")  # so that a server that is gone without a word is noticed
            except (psycopg.Error, OSError) as error:
                _logger.warning("PostgreSQL's notices cannot be heard: %s", type(error).__name__)
            self._listening.clear()
            await asyncio.sleep(RECONNECT_SECONDS * uniform(0.5, 1.5))  # noqa: S311
