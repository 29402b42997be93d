"""Event streams: what pushes the changes of shared sheets to their readers."""

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from random import uniform
from typing import Any
from urllib.parse import parse_qs

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from scorers.service import dumps
from web.common.http import HEADERS, PRIVATE_HEADERS
from web.common.languages import LANGUAGES, negotiate_language
from web.sync.links import hash_secret as hash_id
from web.sync.requests import read_count
from web.together import EVENTS_PATH, limits
from web.together.answers import Answer
from web.together.api import event
from web.together.database import CHANNEL
from web.together.requests import is_device
from web.together.store import Store

HEARTBEAT_SECONDS = 10
"""Longest silence of a stream; clients and proxies take a longer one for a broken connection."""

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
        """Send a message as soon as those before it are sent.

        A reader too slow for so many is cut off, and comes back with its last id.
        """
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            if self.task:
                self.task.cancel()

    def put_if_idle(self, message: bytes) -> None:
        """Send a message that need not come, unless others wait already."""
        if self.messages.empty():
            self.put(message)


@dataclass(eq=False, slots=True)
class Channel:
    """The streams of one shared sheet, the `seq` up to which all of them have been told, and the highest that was
    heard of.
    """

    pushed: int | None = None
    heard: int = 0
    streams: set[Stream] = field(default_factory=set)
    behind: bool = False
    catching_up: bool = False


def push(channel: Channel, answer: Answer) -> None:
    """Tell all readers of a sheet, each in its own terms."""
    channel.pushed, channel.heard = answer.seq, max(channel.heard, answer.seq)
    for with_fields in (False, True):
        streams = [stream for stream in channel.streams if stream.with_fields == with_fields]
        if streams:
            message = event(answer, with_fields=with_fields)
            for stream in streams:
                stream.put(message)


async def next_message(stream: Stream, left: "asyncio.Future[None]") -> bytes:
    """The next message, or a comment where there is none for a while or the reader has left."""
    waiting = asyncio.ensure_future(stream.messages.get())
    try:
        await asyncio.wait((waiting, left), timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        return waiting.result() if waiting.done() else b":\n\n"
    finally:
        waiting.cancel()


async def wait_for_end(receive: Receive) -> None:
    """Wait until the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


POLL_SECONDS = 0.05
RECONNECT_SECONDS = 1
_TAIL = "SELECT sheet_id, max(seq), max(rowid) FROM shared_change WHERE rowid > ? GROUP BY sheet_id"
_logger = logging.getLogger("tally.together")


class SqliteLog:
    """SQLite's log of changes as the way in which workers hear of each other: its row ids rise in the order of
    commits.
    """

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


PRESENCE_SECONDS = 20
SIGN_SECONDS = 0.1
_HEADERS = HEADERS | PRIVATE_HEADERS | {"X-Accel-Buffering": "no"}
_logger = logging.getLogger("tally.together")


class Events:
    """The event streams of one worker."""

    def __init__(self, app: Flask, store: Store) -> None:
        self._store = store
        self._signs = store.signs
        self._swept = [store]
        self._proxies: int = app.config["TRUSTED_PROXIES"]
        self._translators: Mapping[str, Callable[[str], str]] = app.extensions["translators"]
        self._channels: dict[bytes, Channel] = {}
        self._addresses: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bus: SqliteLog | PostgresNotices | None = None
        self._is_stopping = False

    def start(self) -> None:
        """Begin to hear of changes; called in a worker's event loop."""
        self._loop = asyncio.get_running_loop()
        self._somebody = asyncio.Event()
        self._loop.set_default_executor(ThreadPoolExecutor(2, "together"))  # a long sweep holds up no change
        self._store.publish = self._publish
        for work in (self._tell_who_is_here, self._tell_who_types, self._sweep):
            self._spawn(work())

    def _publish(self, sheet_id: bytes, seq: int) -> None:
        """Tell the event loop that a thread of Flask has changed a sheet."""
        self._loop.call_soon_threadsafe(self.hear, sheet_id, seq)

    def stop(self) -> None:
        """End the streams, and refuse more."""
        self._is_stopping = True
        for task in [*self._tasks, *(stream.task for channel in self._channels.values() for stream in channel.streams)]:
            if task:
                task.cancel()

    async def answer(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request for a stream, until its reader leaves."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        query = {name: values[0] for name, values in parse_qs(scope["query_string"].decode("latin-1")).items()}
        (secret_id,) = EVENTS_PATH.findall(scope["path"])
        try:
            await self._stream(secret_id, headers, query, self._address(scope, headers), receive, send)
        except HTTPException as error:
            await self._refuse(error, headers, query, send)

    async def _stream(
        self, secret_id: str, headers: dict[str, str], query: dict[str, str], address: str, receive: Receive, send: Send
    ) -> None:
        since = read_count(headers.get("last-event-id") or query.get("since", ""))
        sheet_id, device = hash_id(secret_id), query.get("device", "")
        self._check_limits(sheet_id, address)
        stream = Stream(asyncio.current_task(), device if is_device(device) else "", "fields" in query)
        self._add(sheet_id, stream, address)
        left = asyncio.ensure_future(wait_for_end(receive))
        try:
            await self._listen()  # before the first look, so that nothing is missed between them
            look = await asyncio.to_thread(self._store.look, secret_id, since)
            self._join(sheet_id, look.seq)
            started = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
            start = {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"content-type", b"text/event-stream"), *started],
            }
            await send(start)
            first = event(look, with_fields=stream.with_fields) if look.seq != since else b":\n\n"
            await send({"type": "http.response.body", "body": first, "more_body": True})
            while not left.done():
                await send({"type": "http.response.body", "body": await next_message(stream, left), "more_body": True})
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
        if self._is_stopping or self._addresses.total() >= limits.MAX_STREAMS or not hasattr(self, "_loop"):
            raise limits.NotKept
        channel = self._channels.get(sheet_id)
        of_sheet = len(channel.streams) if channel else 0
        if of_sheet >= limits.MAX_STREAMS_OF_SHEET or self._addresses[address] >= limits.MAX_STREAMS_OF_ADDRESS:
            raise limits.TooMany(retry_after=limits.RETRY_SECONDS)

    def _add(self, sheet_id: bytes, stream: Stream, address: str) -> None:
        if not self._somebody.is_set():
            self._signs.listen()
            self._somebody.set()
        self._channels.setdefault(sheet_id, Channel()).streams.add(stream)
        self._addresses[address] += 1

    def _join(self, sheet_id: bytes, seq: int) -> None:
        """Add a stream that was told everything up to `seq` to those that changes are pushed to."""
        channel = self._channels[sheet_id]
        channel.heard = max(channel.heard, seq)
        channel.pushed = seq if channel.pushed is None else min(channel.pushed, seq)
        if channel.heard > channel.pushed:
            self._catch_up(sheet_id, channel)

    def _remove(self, sheet_id: bytes, stream: Stream, address: str) -> None:
        channel = self._channels[sheet_id]
        channel.streams.discard(stream)
        if not channel.streams:
            del self._channels[sheet_id]
        self._addresses -= Counter([address])

    def _address(self, scope: Message, headers: Mapping[str, str]) -> str:
        """The client's address, as ProxyFix finds it for Flask."""
        forwarded = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
        if self._proxies and len(forwarded) >= self._proxies:
            return forwarded[-self._proxies]
        return str(scope["client"][0]) if scope.get("client") else ""

    async def _refuse(
        self, error: HTTPException, headers: Mapping[str, str], query: Mapping[str, str], send: Send
    ) -> None:
        """Say why there is no stream, as Flask's handler of errors would."""
        tag = query.get("lang", "")
        translate = self._translators[
            tag if tag in LANGUAGES else negotiate_language(headers.get("accept-language", ""))
        ]
        body = dumps(
            {"faults": [{"path": "", "code": "request", "message": translate(error.description or "")}]}
        ).encode()
        answer = {
            **_HEADERS,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Vary": "Accept-Language",
        }
        answer |= {name: str(value) for name, value in error.get_headers() if name == "Retry-After"}
        encoded = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
        await send({"type": "http.response.start", "status": error.code, "headers": encoded})
        await send({"type": "http.response.body", "body": body})

    # Pushing changes

    def hear(self, sheet_id: bytes, seq: int) -> None:
        """Note that a sheet has changes up to `seq`, of this worker or of another, and push them."""
        channel = self._channels.get(sheet_id)
        if channel and seq > channel.heard:
            channel.heard = seq
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
                answer = await asyncio.to_thread(self._store.look_by_hash, sheet_id, channel.pushed)
            except limits.SheetGone:
                break
            except SQLAlchemyError as error:
                _logger.warning("A shared sheet could not be read: %s", type(error).__name__)
                channel.behind = True
                await asyncio.sleep(RECONNECT_SECONDS)
                continue
            if answer.seq > channel.pushed:
                push(channel, answer)
        channel.catching_up = False

    async def _listen(self) -> None:
        """Hear of other workers' changes from now on."""
        if self._bus is None:
            is_postgres = self._store.engine.dialect.name == "postgresql"
            self._bus = (
                PostgresNotices(self._store.engine, self) if is_postgres else SqliteLog(self._store.engine, self)
            )
            self._spawn(self._bus.run())
        await self._bus.arm()

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens."""
        return not self._channels

    # Periodic work

    async def _tell_who_is_here(self) -> None:
        """Note whose streams are open, and tell the others at their sheets."""
        while True:
            await asyncio.sleep(PRESENCE_SECONDS)
            here = [
                (sheet_id, stream)
                for sheet_id, channel in self._channels.items()
                for stream in channel.streams
                if stream.device
            ]
            try:
                await asyncio.to_thread(self._store.touch, [(sheet_id, stream.device) for sheet_id, stream in here])
                for sheet_id in dict.fromkeys(sheet_id for sheet_id, _ in here):
                    seen = await asyncio.to_thread(self._store.seen_by_hash, sheet_id)
                    message = f"event: here\ndata: {dumps(seen)}\n\n".encode()
                    for at, stream in here:
                        if at == sheet_id:
                            stream.put(message)
            except SQLAlchemyError as error:
                _logger.warning("Who is at a shared sheet could not be noted: %s", type(error).__name__)

    async def _tell_who_types(self) -> None:
        """Tell the others at a sheet where somebody is about to type."""
        while True:
            await self._somebody.wait()
            await asyncio.sleep(SIGN_SECONDS)
            if self.is_idle:
                self._somebody.clear()
            for sheet_id, device, name in self._signs.read():
                channel = self._channels.get(sheet_id)
                message = f"event: typing\ndata: {dumps({'device': device, 'field': name})}\n\n".encode()
                for stream in channel.streams if channel else ():
                    if stream.with_fields and stream.device != device:
                        stream.put_if_idle(message)

    async def _sweep(self) -> None:
        """Delete what has expired."""
        while True:
            await asyncio.sleep(limits.SWEEP_SECONDS * uniform(0.5, 1.5))  # noqa: S311  so that workers do not do it all at once
            try:
                for store in self._swept:
                    await asyncio.to_thread(store.sweep)
            except SQLAlchemyError as error:
                _logger.warning("What has expired could not be deleted: %s", type(error).__name__)

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
