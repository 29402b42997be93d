"""How workers and machines hear of each other's changes: SQLite's version of the file, or PostgreSQL's NOTIFY."""

import asyncio
import sqlite3
from collections import deque
from contextlib import suppress
from random import uniform
from secrets import token_hex
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Engine, bindparam, select, text
from sqlalchemy.exc import SQLAlchemyError

from web.sync.answers import Notice
from web.sync.metrics import NOTICES, NOTICES_UNHEARD, Outage
from web.sync.postgres import DEADLINE_SECONDS, guard_of, read_address, shut, write_address
from web.sync.statements import documents

if TYPE_CHECKING:
    import psycopg

    from web.sync.events import Events

CHANNEL = "tally_documents"
"""PostgreSQL's channel on which servers hear of each other's changes."""
POLL_SECONDS, RECONNECT_SECONDS, MAX_ASKED = 0.05, 1, 500
GATHER_SECONDS = 0.01
"""How long news wait for others, to be sent with them."""
MAX_NOTICES = 1_000
"""Notices of phones that wait to be passed on; then the oldest are dropped."""
LOOK_SECONDS = 2
"""Pause between two looks at the documents while notices are not heard."""
PROVE_SECONDS, PROOF_SECONDS = 30, 5
"""Pause between two proofs that notices are heard, and the longest that one takes."""
CHECK_SECONDS = 5
"""Pause between two checks of a connection: where a network was cut, it may end no connection."""
PROOF = "proof"
"""What is in a notice instead of a document's id where it is only a proof."""
NOTIFY = "SELECT pg_notify(%(channel)s, line) FROM unnest(%(lines)s::text[]) AS line"
"""Sends notices; as a transaction of its own it writes nothing, so that it waits for no disk and no standby."""
_PROVE = text(NOTIFY.replace("%(channel)s", ":channel").replace("%(lines)s::text[]", "CAST(:lines AS text[])"))
_LOOK = select(documents.c.id, documents.c.seq, documents.c.mark).where(
    documents.c.id.in_(bindparam("ids", expanding=True))
)


class Bus(Protocol):
    """What tells a worker which documents others have changed, and others what it has changed."""

    async def arm(self) -> None:
        """Wait until changes are heard of."""

    async def run(self) -> None:
        """Listen, for ever."""

    async def run_telling(self) -> None:
        """Send what others are told, for ever."""

    def tell(self, document_id: str, seq: int) -> None:
        """Tell others that a document has changes up to `seq`, after they were committed."""

    def pass_on(self, notice: Notice) -> None:
        """Give a notice to the streams of all workers that have not read it themselves."""


def open_bus(engine: Engine, events: "Events", listen_url: str) -> Bus:
    """Return the bus of a database. Raises StartError where `listen_url` is no address."""
    is_postgres = engine.dialect.name == "postgresql"
    return PostgresBus(engine, events, listen_url) if is_postgres else SqliteBus(engine, events)


class SqliteBus:
    """Looks whether the file has changed, and then how far each document is that somebody reads."""

    def __init__(self, engine: Engine, events: "Events") -> None:
        self._path, self._events, self._version = str(engine.url.database), events, -1
        self._connection: sqlite3.Connection | None = None
        self._reading_outage = Outage()

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
                self._reading_outage.end("The documents can be looked at again.")
            except sqlite3.Error as error:
                self._reading_outage.begin("The documents cannot be looked at: %s", error)
                await asyncio.sleep(RECONNECT_SECONDS)

    async def run_telling(self) -> None:
        """Do nothing, as there is nothing to send."""

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
    `listen_url` is its address where a pool stands before the database, through which no notice comes back.
    """

    def __init__(self, engine: Engine, events: "Events", listen_url: str = "") -> None:
        self._engine, self._events = engine, events
        self._address = write_address(read_address("LISTEN_URL", listen_url) if listen_url else engine.url)
        self._listening, self._has_news = asyncio.Event(), asyncio.Event()
        self._news: dict[str, int] = {}
        self._notices: deque[str] = deque(maxlen=MAX_NOTICES)
        self._proof, self._is_due, self._is_proved = "", asyncio.Event(), asyncio.Event()
        self._listener: psycopg.AsyncConnection[tuple[object, ...]] | None = None
        self._hearing_outage, self._sending_outage = Outage(NOTICES_UNHEARD), Outage()

    async def arm(self) -> None:
        """Wait until notices are heard; where the database is away, what was missed is read when it is back."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._listening.wait(), 2 * RECONNECT_SECONDS)

    async def run(self) -> None:
        """Listen, prove that notices are heard, and look for changes while they are not."""
        await asyncio.gather(self._listen(), self._prove(), self._look_while_unheard())

    async def _listen(self) -> None:
        """Listen, and begin anew when the connection breaks."""
        import psycopg

        while True:
            try:
                await self._hear()
            except (psycopg.Error, OSError) as error:
                self._hearing_outage.begin("PostgreSQL's notices cannot be heard: %s", type(error).__name__)
            self._listening.clear()
            await asyncio.sleep(RECONNECT_SECONDS * uniform(0.5, 1.5))  # noqa: S311

    async def _hear(self) -> None:
        async with await self._connect() as connection:
            self._listener = connection
            await _execute(connection, f"LISTEN {CHANNEL}")
            self._listening.set()
            self._is_due.set()
            self._events.look_at_all()
            while True:
                async for notice in connection.notifies(timeout=CHECK_SECONDS):
                    self._take(notice.payload)
                await _execute(connection, "SELECT 1")

    async def _connect(self) -> "psycopg.AsyncConnection[tuple[object, ...]]":
        import psycopg

        # Without prepared statements: LISTEN_URL may be the address of a pool by mistake.
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True, prepare_threshold=None)

    def _take(self, text: str) -> None:
        document_id, *words = text.split(" ", 3)
        if document_id == PROOF:
            if words == [self._proof]:
                self._is_proved.set()
            return
        NOTICES.labels("heard").inc()
        with suppress(ValueError, TypeError):  # from a server of another version
            if len(words) == 1:
                self._events.hear(document_id, int(words[0]))
            else:
                self._events.deliver(Notice(document_id, *words))

    async def _prove(self) -> None:
        """Send a notice by the address of the requests from time to time, and see whether it comes back.

        One may come late on a busy machine. After two in a row that did not come, the listening connection is opened
        anew: it may lead to a server that the others have left.
        """
        missed = 0
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_due.wait(), PROVE_SECONDS)
            self._is_due.clear()
            if not self._listening.is_set():
                continue
            self._proof = token_hex(8)
            self._is_proved.clear()
            try:
                await self._events.in_thread(self._send_proof)
                await asyncio.wait_for(self._is_proved.wait(), PROOF_SECONDS)
                missed = 0
                self._hearing_outage.end("PostgreSQL's notices are heard again.")
            except SQLAlchemyError:  # the database is away, which says nothing of its notices
                await asyncio.sleep(LOOK_SECONDS)
                self._is_due.set()
            except TimeoutError:
                missed += self._listening.is_set()
                if missed == 1:
                    self._is_due.set()
                elif missed:
                    self._hearing_outage.begin(
                        "PostgreSQL's notices do not arrive; other servers' changes are looked for every %s seconds. "
                        "Where DATABASE_URL is a pool such as PgBouncer, LISTEN_URL must be the database itself.",
                        LOOK_SECONDS,
                    )
                    if missed % 2 == 0:
                        shut(self._listener)

    def _send_proof(self) -> None:
        with self._engine.begin() as connection:
            connection.execute(_PROVE, {"channel": CHANNEL, "lines": [f"{PROOF} {self._proof}"]})

    async def _look_while_unheard(self) -> None:
        guard = guard_of(self._engine)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._hearing_outage.is_on and self._events.channels and not (guard and guard.is_away):
                with suppress(SQLAlchemyError):
                    ids = list(self._events.channels)
                    found = await self._events.in_thread(self._look_at, ids)
                    for document_id in ids:
                        self._events.see(document_id, *found.get(document_id, (0, "")))

    def _look_at(self, ids: list[str]) -> dict[str, tuple[int, str]]:
        """Return how far each of these documents is."""
        with self._engine.connect() as connection:
            return {one.id: (one.seq, one.mark) for one in connection.execute(_LOOK, {"ids": ids})}

    def tell(self, document_id: str, seq: int) -> None:
        """Tell others soon."""
        self._news[document_id] = max(seq, self._news.get(document_id, 0))
        self._has_news.set()

    def pass_on(self, notice: Notice) -> None:
        """Give it to this worker's streams, and tell the other workers; where the database is away, it is lost."""
        self._events.deliver(notice)
        self._notices.append(" ".join(notice))
        self._has_news.set()

    async def run_telling(self) -> None:
        """Send notices, and begin anew when the connection breaks."""
        import psycopg

        while True:
            await self._has_news.wait()
            try:
                async with await self._connect() as connection:
                    while True:
                        with suppress(TimeoutError):
                            await asyncio.wait_for(self._has_news.wait(), CHECK_SECONDS)
                        await self._send(connection)  # nothing, to check the connection, where there are no news
                        self._sending_outage.end("PostgreSQL's notices are sent again.")
                        await asyncio.sleep(GATHER_SECONDS)
            except (psycopg.Error, OSError) as error:
                self._sending_outage.begin("PostgreSQL's notices cannot be sent: %s", type(error).__name__)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _send(self, connection: "psycopg.AsyncConnection[tuple[object, ...]]") -> None:
        self._has_news.clear()
        news, self._news = self._news, {}
        lines = [f"{document_id} {seq}" for document_id, seq in news.items()] + [*self._notices]
        self._notices.clear()
        try:
            await _execute(connection, NOTIFY, {"channel": CHANNEL, "lines": lines})
        except BaseException:
            self._news = news | self._news
            self._has_news.set()
            raise
        NOTICES.labels("told").inc(len(lines))


async def _execute(
    connection: "psycopg.AsyncConnection[tuple[object, ...]]", statement: str, values: dict[str, object] | None = None
) -> None:
    """Execute a statement on a connection, and shut the connection where that takes too long."""
    timer = asyncio.get_running_loop().call_later(DEADLINE_SECONDS, shut, connection)
    try:
        await connection.execute(statement.encode(), values)
    finally:
        timer.cancel()
