"""Event streams: an ASGI coroutine beside Flask, which tells every phone at a shared sheet what the others changed.

A worker hears of its own changes at once, and of other workers' by SQLite's log or by PostgreSQL's NOTIFY. What a stream is told never
has a gap, so that its last event id says all that its reader knows.
"""

import asyncio
import json
import logging
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from random import uniform
from typing import Any
from urllib.parse import parse_qs

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from scorers.model import AnyGame
from scorers.service import dumps
from web.http import HEADERS
from web.languages import LANGUAGES, negotiate_language
from web.together import EVENTS_PATH, limits
from web.together.api import event, is_device
from web.together.merge import LogRow
from web.together.paths import Cell, is_part
from web.together.store import CHANNEL, Answer, News, Store, hash_id, load_value

HEARTBEAT_SECONDS = 10
"""How long a stream is silent at most: readers and proxies take a longer silence for a broken connection."""
POLL_SECONDS = 0.05
PRESENCE_SECONDS = 20
RECONNECT_SECONDS = 1
MAX_TAIL_ROWS = 5_000
_TAIL = "SELECT rowid, sheet_id, seq, path, value, device, stands FROM shared_change WHERE rowid > ? ORDER BY rowid LIMIT ?"
_PRIVATE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
_logger = logging.getLogger("tally.together")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Stream:
    """One reader: what waits to be sent to it, and the task that sends."""

    task: "asyncio.Task[Any] | None"
    device: str
    with_fields: bool
    messages: "asyncio.Queue[bytes]" = field(default_factory=lambda: asyncio.Queue(limits.MAX_WAITING_MESSAGES))

    def put(self, message: bytes) -> None:
        """Send a message as soon as those before it are sent; a reader too slow for so many is cut off, and comes back with its last id."""
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            if self.task:
                self.task.cancel()


@dataclass(eq=False, slots=True)
class Channel:
    """The streams of one shared sheet, the `seq` up to which all of them have been told, and the highest that was heard of."""

    pushed: int | None = None
    heard: int = 0
    game: AnyGame | None = None
    streams: set[Stream] = field(default_factory=set)
    behind: bool = False
    catching_up: bool = False


class Events:
    """The event streams of one worker."""

    def __init__(self, app: Flask, store: Store) -> None:
        self._store = store
        self._proxies: int = app.config["TRUSTED_PROXIES"]
        self._translators: Mapping[str, Callable[[str], str]] = app.extensions["translators"]
        self._channels: dict[bytes, Channel] = {}
        self._addresses: Counter[str] = Counter()
        self._count = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bus: SqliteLog | PostgresNotices | None = None

    def start(self) -> None:
        """Begin to hear of changes; called in a worker's event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, "together")
        self._store.publish = self._publish
        for work in (self._tell_who_is_here, self._sweep):
            self._spawn(work())

    def _publish(self, sheet_id: bytes, news: News) -> None:
        """Hand over what Flask's thread has changed."""
        self._loop.call_soon_threadsafe(self.hear, sheet_id, news)

    def stop(self) -> None:
        """End the streams."""
        for task in [*self._tasks, *(stream.task for channel in self._channels.values() for stream in channel.streams)]:
            if task:
                task.cancel()

    async def answer(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request for a stream, until its reader leaves."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        query = {name: values[0] for name, values in parse_qs(scope["query_string"].decode("latin-1")).items()}
        try:
            await self._stream(str(EVENTS_PATH.fullmatch(scope["path"])[1]), headers, query, self._address(scope, headers), receive, send)  # type: ignore[index]
        except HTTPException as error:
            await self._refuse(error, headers, query, send)

    async def _stream(
        self, secret_id: str, headers: dict[str, str], query: dict[str, str], address: str, receive: Receive, send: Send
    ) -> None:
        text = headers.get("last-event-id") or query.get("since", "")
        since = int(text) if text.isascii() and text.isdigit() and len(text) < 17 else 0
        sheet_id, device = hash_id(secret_id), query.get("device", "")
        self._check_limits(sheet_id, address)
        stream = Stream(asyncio.current_task(), device if is_device(device) else "", "fields" in query)
        self._add(sheet_id, stream, address)
        left = asyncio.ensure_future(_wait_for_end(receive))
        try:
            await self._listen()  # before the first look, so that nothing is missed between them
            look = await self._loop.run_in_executor(self._thread, self._store.look, secret_id, since)
            self._join(sheet_id, look)
            started = [(name.lower().encode(), value.encode()) for name, value in {**HEADERS, **_PRIVATE}.items()]
            start = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream"), *started]}
            await send(start)
            first = _frame(look, with_fields=stream.with_fields) if look.seq != since else b":\n\n"
            await send({"type": "http.response.body", "body": first, "more_body": True})
            while not left.done():
                await send({"type": "http.response.body", "body": await _next_message(stream, left), "more_body": True})
        except (asyncio.CancelledError, ConnectionError):
            pass  # it was overrun, the server stops, or its reader has left in the middle of a message
        finally:
            left.cancel()
            self._remove(sheet_id, stream, address)
        with suppress(ConnectionError, RuntimeError):
            await send({"type": "http.response.body"})

    # Who is listening

    def _check_limits(self, sheet_id: bytes, address: str) -> None:
        """Refuse one stream too many; its reader asks from time to time instead."""
        if self._count >= limits.MAX_STREAMS or not hasattr(self, "_loop"):
            raise limits.NotKept
        channel = self._channels.get(sheet_id)
        of_sheet = len(channel.streams) if channel else 0
        if of_sheet >= limits.MAX_STREAMS_OF_SHEET or self._addresses[address] >= limits.MAX_STREAMS_OF_ADDRESS:
            raise limits.TooMany(retry_after=limits.RETRY_SECONDS)

    def _add(self, sheet_id: bytes, stream: Stream, address: str) -> None:
        self._channels.setdefault(sheet_id, Channel()).streams.add(stream)
        self._addresses[address] += 1
        self._count += 1

    def _join(self, sheet_id: bytes, look: Answer) -> None:
        """Let a stream that has been told all up to here be told what follows."""
        channel = self._channels[sheet_id]
        channel.game = look.game
        channel.pushed = look.seq if channel.pushed is None else min(channel.pushed, look.seq)
        if channel.heard > channel.pushed:
            self._catch_up(sheet_id, channel)

    def _remove(self, sheet_id: bytes, stream: Stream, address: str) -> None:
        channel = self._channels[sheet_id]
        channel.streams.discard(stream)
        if not channel.streams:
            del self._channels[sheet_id]
        self._addresses -= Counter([address])
        self._count -= 1

    def _address(self, scope: Message, headers: Mapping[str, str]) -> str:
        """The client's address, as ProxyFix finds it for Flask."""
        forwarded = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
        if self._proxies and len(forwarded) >= self._proxies:
            return forwarded[-self._proxies]
        return str(scope["client"][0]) if scope.get("client") else ""

    async def _refuse(self, error: HTTPException, headers: Mapping[str, str], query: Mapping[str, str], send: Send) -> None:
        """Say why there is no stream, as Flask's handler of errors would."""
        tag = query.get("lang", "")
        translate = self._translators[tag if tag in LANGUAGES else negotiate_language(headers.get("accept-language", ""))]
        body = dumps({"faults": [{"path": "", "code": "request", "message": translate(error.description or "")}]}).encode()
        answer = {**HEADERS, **_PRIVATE, "Content-Type": "application/json", "Content-Length": str(len(body)), "Vary": "Accept-Language"}
        answer |= {name: str(value) for name, value in error.get_headers() if name == "Retry-After"}
        encoded = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
        await send({"type": "http.response.start", "status": error.code, "headers": encoded})
        await send({"type": "http.response.body", "body": body})

    # What they are told

    def hear(self, sheet_id: bytes, news: News) -> None:
        """Tell what a transaction changed, of this worker or of another."""
        channel = self._channels.get(sheet_id)
        if channel is None:
            return
        channel.heard = max(channel.heard, news.seq)
        if channel.pushed is None or news.seq <= channel.pushed:
            return
        if news.start == channel.pushed and news.cells is not None and channel.game:
            changed = [path for path, cell in news.cells.items() if cell.seq > news.start]
            _push(channel, Answer(channel.game, news.seq, cells=news.cells, changed=changed))
        else:
            self._catch_up(sheet_id, channel)

    def catch_up_all(self) -> None:
        """Look at every sheet with a reader: some changes may not have been heard of."""
        for sheet_id, channel in self._channels.items():
            self._catch_up(sheet_id, channel)

    def _catch_up(self, sheet_id: bytes, channel: Channel) -> None:
        channel.behind = True
        if not channel.catching_up:
            channel.catching_up = True
            self._spawn(self._read_on(sheet_id, channel))

    async def _read_on(self, sheet_id: bytes, channel: Channel) -> None:
        """Read what changed since the readers of a sheet were last told, and tell them, until nothing is behind."""
        while channel.behind and channel.streams and channel.pushed is not None:
            channel.behind = False
            try:
                answer = await self._loop.run_in_executor(self._thread, self._store.look_by_hash, sheet_id, channel.pushed)
            except limits.SheetGone:
                break
            except SQLAlchemyError as error:
                _logger.warning("A shared sheet could not be read: %s", type(error).__name__)
                channel.behind = True
                await asyncio.sleep(RECONNECT_SECONDS)
                continue
            if answer.seq > channel.pushed:
                _push(channel, answer)
        channel.catching_up = False

    async def _listen(self) -> None:
        """Hear of other workers' changes from now on."""
        if self._bus is None:
            is_postgres = self._store.engine.dialect.name == "postgresql"
            self._bus = PostgresNotices(self._store, self) if is_postgres else SqliteLog(self._store, self)
            self._spawn(self._bus.run())
        await self._bus.arm()

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens."""
        return not self._count

    def game_of(self, sheet_id: bytes) -> AnyGame | None:
        """The game of a sheet that has readers."""
        channel = self._channels.get(sheet_id)
        return channel.game if channel else None

    # What is done from time to time

    async def _tell_who_is_here(self) -> None:
        """Note whose streams are open, and tell the others at their sheets."""
        while True:
            await asyncio.sleep(PRESENCE_SECONDS)
            here = [(sheet_id, stream) for sheet_id, channel in self._channels.items() for stream in channel.streams if stream.device]
            if not here:
                continue
            try:
                await self._loop.run_in_executor(self._thread, self._store.touch, [(sheet_id, stream.device) for sheet_id, stream in here])
                for sheet_id in dict.fromkeys(sheet_id for sheet_id, _ in here):
                    seen = await self._loop.run_in_executor(self._thread, self._store.seen_by_hash, sheet_id)
                    message = f"event: here\ndata: {dumps(seen)}\n\n".encode()
                    for at, stream in here:
                        if at == sheet_id:
                            stream.put(message)
            except SQLAlchemyError as error:
                _logger.warning("Who is at a shared sheet could not be noted: %s", type(error).__name__)

    async def _sweep(self) -> None:
        """Delete what has expired."""
        while True:
            await asyncio.sleep(limits.SWEEP_SECONDS * uniform(0.5, 1.5))  # noqa: S311  so that workers do not do it all at once
            try:
                await self._loop.run_in_executor(self._thread, self._store.sweep)
            except SQLAlchemyError as error:
                _logger.warning("Expired shared sheets could not be deleted: %s", type(error).__name__)

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class SqliteLog:
    """SQLite's log of changes as the way in which workers hear of each other: its row ids rise in the order of commits."""

    def __init__(self, store: Store, events: Events) -> None:
        path = str(store.engine.url.database)
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        self._events = events
        self._version, self._last = -1, 0
        self._armed = False
        self._wake = asyncio.Event()

    async def arm(self) -> None:
        """Read the log from here on."""
        if not self._armed:
            self._last = self._connection.execute("SELECT coalesce(max(rowid), 0) FROM shared_change").fetchone()[0]
            self._armed = True
        self._wake.set()

    async def run(self) -> None:
        """Look again and again whether the file has changed, as long as anybody listens."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(POLL_SECONDS)
            if self._events.is_idle:
                self._armed = False
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

    def __init__(self, store: Store, events: Events) -> None:
        self._address = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
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


def _as_news(game: AnyGame | None, log: Iterable[LogRow], *, is_whole: bool) -> News:
    """Rows of the log as news. What shows only together with other cells has to be read."""
    rows = list(log)
    start, seq = rows[0].seq - 1, rows[-1].seq
    if not is_whole or game is None or any(is_part(game, row.path) for row in rows):
        return News(start, seq, None)
    return News(start, seq, {row.path: Cell(load_value(row.value), row.seq, row.device) for row in rows if row.stands})


def _push(channel: Channel, answer: Answer) -> None:
    """Tell all readers of a sheet, each in its own terms."""
    channel.pushed, channel.heard = answer.seq, max(channel.heard, answer.seq)
    for with_fields in (False, True):
        streams = [stream for stream in channel.streams if stream.with_fields == with_fields]
        if streams:
            message = _frame(answer, with_fields=with_fields)
            for stream in streams:
                stream.put(message)


def _frame(answer: Answer, *, with_fields: bool) -> bytes:
    return event(answer.seq, answer.fields if with_fields else answer.entries, with_fields=with_fields)


async def _next_message(stream: Stream, left: "asyncio.Future[None]") -> bytes:
    """The next message, or a comment where there is none for a while or the reader has left."""
    waiting = asyncio.ensure_future(stream.messages.get())
    try:
        await asyncio.wait((waiting, left), timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        return waiting.result() if waiting.done() else b":\n\n"
    finally:
        waiting.cancel()


async def _wait_for_end(receive: Receive) -> None:
    """Wait until the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
