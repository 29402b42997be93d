"""Notification of changes between workers and machines: SQLite's log, or PostgreSQL's NOTIFY."""

import asyncio
import json
import logging
import sqlite3
from contextlib import suppress
from random import uniform
from typing import TYPE_CHECKING

from sqlalchemy import Engine

from scorers.model import AnyGame
from web.together.answers import News, load_value
from web.together.fields import is_part
from web.together.paths import Cell
from web.together.store.access import CHANNEL
from web.together.store.merge import LogRow

if TYPE_CHECKING:
    from web.together.live.events import Events

POLL_SECONDS = 0.05
RECONNECT_SECONDS = 1
MAX_TAIL_ROWS = 5_000
_TAIL = "SELECT rowid, sheet_id, seq, path, value, device, stands FROM shared_change WHERE rowid > ? ORDER BY rowid LIMIT ?"
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
        """Tell what came to the log."""
        rows = self._connection.execute(_TAIL, (self._last, MAX_TAIL_ROWS)).fetchall()
        by_sheet: dict[bytes, list[LogRow]] = {}
        for _, sheet_id, seq, path, value, device, stands in rows:
            by_sheet.setdefault(sheet_id, []).append(LogRow(seq, path, value, device, 0, 0.0, bool(stands)))
        for sheet_id, log in by_sheet.items():
            self._events.hear(sheet_id, _as_news(self._events.game_of(sheet_id), log, is_whole=len(rows) < MAX_TAIL_ROWS))
        if rows:
            self._last = rows[-1][0]


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
                            self._tell(notice.payload)
                        await connection.execute("SELECT 1")  # so that a server that is gone without a word is noticed
            except (psycopg.Error, OSError) as error:
                _logger.warning("PostgreSQL's notices cannot be heard: %s", type(error).__name__)
            self._listening.clear()
            await asyncio.sleep(RECONNECT_SECONDS * uniform(0.5, 1.5))  # noqa: S311

    def _tell(self, payload: str) -> None:
        with suppress(ValueError, TypeError):
            sheet_id, start, seq, cells = json.loads(payload)
            known = None if cells is None else {path: Cell(*cell) for path, cell in cells.items()}
            self._events.hear(bytes.fromhex(sheet_id), News(start, seq, known))


def _as_news(game: AnyGame | None, rows: list[LogRow], *, is_whole: bool) -> News:
    """Return rows of the log as news. What shows only together with other cells has to be read."""
    start, seq = rows[0].seq - 1, rows[-1].seq
    if not is_whole or game is None or any(is_part(game, row.path) for row in rows):
        return News(start, seq, None)
    return News(start, seq, {row.path: Cell(load_value(row.value), row.seq, row.device) for row in rows if row.stands})
