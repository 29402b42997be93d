"""Event streams: an ASGI coroutine beside Flask, which tells every phone at a document what the others changed.

A worker pushes what its own transactions changed without reading it again, and hears of other workers' changes by a
bus. What a stream is told has no gap and is of one history, so that its last event's id says all that its reader knows.
"""

import asyncio
import logging
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import uniform
from typing import Any
from urllib.parse import parse_qs

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from scorers.service import dumps
from web.common.asgi import Message, Receive, Send, wait_for_end
from web.common.http import HEADERS, PRIVATE_HEADERS, check_forwarded, find_address, log_request, network_of
from web.common.languages import LANGUAGES, negotiate_language
from web.sync import EVENTS_PATH, limits
from web.sync.answers import Answer, Notice, Request, read_event_id, write_mark
from web.sync.bus import RECONNECT_SECONDS, open_bus
from web.sync.links import make_handle, read_link
from web.sync.metrics import MESSAGES, STREAMS
from web.sync.notices import HERE
from web.sync.requests import DEVICE
from web.sync.store import Store

PRESENCE_SECONDS = 20
"""Interval at which streams are told who is there."""
NOTICE_SECONDS = 0.1
HEARTBEAT_SECONDS = 10
"""Longest silence of a stream; clients and proxies take a longer one for a broken connection."""
PIECE_BYTES = 2 * 1024
COMMENT, RETRY = b":\n\n", b"retry: 1000\n\n"
_HEADERS = HEADERS | PRIVATE_HEADERS | {"X-Accel-Buffering": "no"}
_logger = logging.getLogger("tally.sync")


@dataclass(eq=False, slots=True)
class Stream:
    """One reader: what waits to be sent to it, and the task that sends."""

    task: "asyncio.Task[Any] | None"
    phone: str = ""
    """The handle of the phone that reads, where it says which it is."""
    messages: "asyncio.Queue[bytes]" = field(default_factory=lambda: asyncio.Queue(limits.MAX_WAITING_MESSAGES))
    waiting_bytes: int = 0
    """Bytes of the messages that wait, or are being sent."""
    told_bytes: int = 0
    """Bytes of what it is being told at its beginning, until they are sent."""

    def put(self, message: bytes) -> None:
        """Send a message after those before it; a reader too slow is cut off, and comes back with its last id."""
        try:
            self.messages.put_nowait(message)
            self.waiting_bytes += len(message)
        except asyncio.QueueFull:
            self.end()

    def put_if_idle(self, message: bytes) -> None:
        """Send a message that need not come, unless others wait already."""
        if self.messages.empty():
            self.put(message)

    async def next(self) -> bytes:
        """Return the next message, with those behind it that fit into the same piece."""
        message = await self.messages.get()
        while not self.messages.empty() and len(message) < PIECE_BYTES:
            message += self.messages.get_nowait()
        return message

    def end(self) -> None:
        """Cut the reader off, or end the task of a reader that has left."""
        if self.task:
            self.task.cancel()


@dataclass(eq=False, slots=True)
class Channel:
    """The streams of one document: what all of them have been told, and the highest `seq` that was heard of."""

    seq: int | None = None
    mark: str = ""
    heard: int = 0
    streams: set[Stream] = field(default_factory=set)
    is_reading: bool = False
    is_doubted: bool = False
    """Whether changes may have been missed since the reading began."""

    def push(self, answer: Answer) -> None:
        """Tell all readers what follows on what they were told."""
        self.seq, self.mark, self.heard = answer.seq, answer.mark, max(self.heard, answer.seq)
        message = answer.write_event()
        MESSAGES.inc(len(self.streams))
        for stream in self.streams:
            stream.put(message)

    def end(self) -> None:
        """Cut all readers off: what they know is of another history, which their next request tells."""
        for stream in self.streams:
            stream.end()


class Events:
    """The event streams of one worker."""

    def __init__(self, app: Flask) -> None:
        self.store: Store = app.extensions["documents"]
        self.channels: dict[str, Channel] = {}
        self._is_logged = bool(app.config["ACCESS_LOG"])
        self._proxies: int = app.config["TRUSTED_PROXIES"]
        self._translators: Mapping[str, Callable[[str], str]] = app.extensions["translators"]
        self._addresses: Counter[str] = Counter()
        self._told: Counter[str] = Counter()
        self._looks = asyncio.Semaphore(limits.MAX_FIRST_LOOKS)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bus = open_bus(self.store.engine, self, app.config["LISTEN_URL"])
        self._is_listening = self._is_stopping = False

    def start(self) -> None:
        """Begin to hear of changes; called in a worker's event loop."""
        self._loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(2, "sync")  # a long sweep holds up no change
        self.store.publish = self._publish
        self.store.notices.listen()
        for work in (
            self._beat(), self._sweep(), self._tell_who_is_here(), self._pass_notices_on(), self._bus.run_telling()
        ):  # fmt: skip
            self._spawn(work)

    def stop(self) -> None:
        """End the streams, and refuse more."""
        self._is_stopping = True
        for task in self._tasks:
            task.cancel()
        for channel in self.channels.values():
            channel.end()

    def _publish(self, document_id: str, answer: Answer) -> None:
        """Tell the event loop what a thread of Flask has written."""
        with suppress(RuntimeError):  # the worker has stopped; what was written is on disk
            self._loop.call_soon_threadsafe(self._take, document_id, answer)

    def _take(self, document_id: str, answer: Answer) -> None:
        self.take(document_id, answer)
        self._bus.tell(document_id, answer.seq)

    async def in_thread(self, work: Callable[..., Any], *values: Any) -> Any:
        """Do something that waits for the database."""
        return await self._loop.run_in_executor(self._threads, work, *values)

    async def answer(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request for a stream, until its reader leaves."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        query = {name: texts[0] for name, texts in parse_qs(scope["query_string"].decode("latin-1")).items()}
        link = "".join(*EVENTS_PATH.findall(scope["path"]))
        check_forwarded(headers.get("x-forwarded-for", ""), self._proxies)
        event_id, device = headers.get("last-event-id") or query.get("since", ""), query.get("device", "")
        address, start, status = find_address(scope, self._proxies), time.perf_counter(), 200
        try:
            await self._stream(link, event_id, device, address, receive, send)
        except HTTPException as error:
            status = error.code or 500
            await self._refuse(error, headers, query, send)
        finally:
            if self._is_logged:
                log_request(address, "GET", scope["path"], status, time.perf_counter() - start)

    async def _stream(self, link: str, event_id: str, device: str, address: str, receive: Receive, send: Send) -> None:
        document_id, (since, mark) = read_link(link).document_id, read_event_id(event_id)
        self._check_limits(link, document_id, address)
        phone = make_handle(document_id, Request(device).phone) if re.fullmatch(DEVICE, device) else ""
        stream = Stream(asyncio.current_task(), phone)
        self._add(document_id, stream, address)
        left, has_begun = asyncio.ensure_future(wait_for_end(receive)), False
        try:
            await self._listen()  # before the first look, so that nothing is missed between them
            told = self.channels[document_id].seq or 0
            look, event = await self._look(link, since, mark)
            is_new = look.seq != since or look.start != since or not mark
            self._count_told(stream, address, len(event) if is_new else 0)
            headers = _encode({"Content-Type": "text/event-stream"} | _HEADERS)
            has_begun = True
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await _send_text(send, RETRY)
            while look.more:
                await _send_text(send, event)
                told = self.channels[document_id].seq or 0
                look, event = await self._look(link, look.seq, look.mark)
                self._count_told(stream, address, len(event))
            if look.seq < told:
                self._begin_anew(document_id, stream)
            self._join(document_id, look)
            self.store.notices.tell_here(document_id, phone)
            await _send_text(send, event if is_new else COMMENT)
            self._count_told(stream, address, 0)
            del event  # a stream may stay open for hours
            left.add_done_callback(lambda _: stream.end())
            while not left.done():
                message = await stream.next()
                await _send_text(send, message)
                stream.waiting_bytes -= len(message)
                del message
        except (asyncio.CancelledError, ConnectionError):  # it was cut off, the server stops, or its reader has left
            if not has_begun:
                raise limits.NotKept from None
        except limits.TooMany:
            if not has_begun:  # it is refused
                raise
        finally:
            stream.task = None  # nothing more cuts it off
            left.cancel()
            self._remove(document_id, stream, address)
        with suppress(ConnectionError, RuntimeError):
            await send({"type": "http.response.body"})

    async def _look(self, link: str, since: int, mark: str) -> tuple[Answer, bytes]:
        """Return what a new reader lacks, and the event that tells it; few at once, as each takes much memory."""
        async with self._looks:
            look: Answer = await self.in_thread(self.store.sync, link, Request("", since, mark))
            event = look.write_event()
            look.values = {}  # the event has them
            return look, event

    # Who is listening

    def _check_limits(self, link: str, document_id: str, address: str) -> None:
        """Refuse one stream too many; its reader asks from time to time instead."""
        channel, kind = self.channels.get(document_id), self.store.find_kind(link)
        if self._is_stopping or self._addresses.total() >= limits.MAX_STREAMS or not hasattr(self, "_loop"):
            raise limits.NotKept
        count, own = len(channel.streams) if channel else 0, self._addresses[network_of(address)]
        if not kind or count >= kind.limits.max_streams or own >= limits.MAX_STREAMS_OF_ADDRESS:
            raise limits.TooMany(retry_after=limits.RETRY_SECONDS)

    def _count_told(self, stream: Stream, address: str, size: int) -> None:
        """Count the bytes that a stream is about to be told at its beginning, in place of those before.

        They may never be read. Raises TooMany above the budget.
        """
        network = network_of(address)
        self._told -= Counter({network: stream.told_bytes})
        stream.told_bytes = 0
        is_much = self._told[network] + size > limits.MAX_TOLD_BYTES_OF_ADDRESS
        if is_much or self._told.total() + size > limits.MAX_TOLD_BYTES:
            raise limits.TooMany(retry_after=limits.RETRY_SECONDS)
        stream.told_bytes = size
        self._told[network] += size

    def _add(self, document_id: str, stream: Stream, address: str) -> None:
        self.channels.setdefault(document_id, Channel()).streams.add(stream)
        self._addresses[network_of(address)] += 1
        STREAMS.inc()

    def _remove(self, document_id: str, stream: Stream, address: str) -> None:
        channel = self.channels.get(document_id)
        if channel:  # a new one, which the stream never joined, where the database was set back
            channel.streams.discard(stream)
            if not channel.streams:
                del self.channels[document_id]
        self._addresses -= Counter([network_of(address)])
        self._told -= Counter({network_of(address): stream.told_bytes})
        STREAMS.dec()

    def _join(self, document_id: str, look: Answer) -> None:
        """Add a stream that was told everything up to a `seq` to those that changes are pushed to."""
        channel = self.channels[document_id]
        if channel.seq is None or look.seq < channel.seq:
            # The others are told twice what this one lacks, which does no harm.
            channel.seq, channel.mark = look.seq, look.mark
        self.hear(document_id, max(look.seq, channel.heard))

    def _begin_anew(self, document_id: str, stream: Stream) -> None:
        """Begin a document's channel anew with the first stream that sees that the database was set back.

        The others were told more than there is now. They are cut off, as what they know is of another history.
        """
        before = self.channels[document_id]
        before.streams.discard(stream)
        self.channels[document_id] = Channel(streams={stream})
        before.end()

    async def _refuse(
        self, error: HTTPException, headers: Mapping[str, str], query: Mapping[str, str], send: Send
    ) -> None:
        """Say why there is no stream, as Flask's handler of errors would."""
        tag = query.get("lang", "")
        language = tag if tag in LANGUAGES else negotiate_language(headers.get("accept-language", ""))
        message = self._translators[language](error.description or "")
        body = dumps({"faults": [{"path": "", "code": "request", "message": message}]}).encode()
        answer = {
            **_HEADERS,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Vary": "Accept-Language",
        }
        answer |= {name: str(value) for name, value in error.get_headers() if name == "Retry-After"}
        await send({"type": "http.response.start", "status": error.code, "headers": _encode(answer)})
        await send({"type": "http.response.body", "body": body})

    async def _listen(self) -> None:
        """Hear of other workers' changes from now on."""
        if not self._is_listening:
            self._is_listening = True
            bound_unsent_bytes()
            self._spawn(self._bus.run())
        await self._bus.arm()

    # Pushing changes

    def take(self, document_id: str, answer: Answer) -> None:
        """Push what this worker has written, where it follows on what was pushed; else read what lies between.

        After the database was set back, another history may come to the same `seq`: its mark is another.
        """
        channel = self.channels.get(document_id)
        follows = channel and (channel.seq, channel.mark) == (answer.start, answer.start_mark)
        if channel and follows and answer.start < answer.seq and not channel.is_reading:
            channel.push(answer)
        else:
            self.hear(document_id, answer.seq)

    def hear(self, document_id: str, seq: int) -> None:
        """Note that a document has changes up to `seq`, and read them where they were not pushed."""
        channel = self.channels.get(document_id)
        if channel and channel.seq is not None and (seq > channel.seq or seq > channel.heard):
            channel.heard = max(seq, channel.heard)
            self._read_on(document_id, channel)

    def see(self, document_id: str, seq: int, mark: str) -> None:
        """Note a document's `seq`, 0 where it is gone, and its mark, which is another where it was set back."""
        channel = self.channels.get(document_id)
        if channel and channel.seq is not None and seq <= channel.seq and write_mark(seq, mark) != channel.mark:
            self._read_on(document_id, channel)
        else:
            self.hear(document_id, seq)

    def look_at_all(self) -> None:
        """Look at every document with a reader: changes may not have been heard of, or the database was set back."""
        for document_id, channel in self.channels.items():
            channel.is_doubted = True
            self._read_on(document_id, channel)

    def _read_on(self, document_id: str, channel: Channel) -> None:
        if not channel.is_reading and channel.seq is not None:
            channel.is_reading = True
            self._spawn(self._read_changes(document_id, channel))

    async def _read_changes(self, document_id: str, channel: Channel) -> None:
        """Read what changed since the readers of a document were last told, and tell them, until nothing is behind."""
        is_behind = True
        while is_behind and channel.streams and channel.seq is not None:
            known, channel.is_doubted = channel.seq, False
            try:
                answer: Answer = await self.in_thread(self.store.look_by_id, document_id, known, channel.mark)
            except limits.DocumentGone:
                channel.end()
                break
            except limits.NotKept:
                await asyncio.sleep(RECONNECT_SECONDS)
                continue
            if channel.seq < known:
                continue  # a stream has joined meanwhile that knows less
            if answer.start < channel.seq:
                channel.end()
                break
            if answer.seq > channel.seq:
                channel.push(answer)
            is_behind = answer.more or channel.is_doubted or channel.heard > channel.seq
        channel.is_reading = False

    def deliver(self, notice: Notice) -> None:
        """Pass a notice to the other phones at its document, except who is there, which is told at intervals."""
        self.store.notices.note(notice)
        channel = self.channels.get(notice.document_id)
        if channel and notice.event != HERE:
            message = notice.write_event()
            for stream in channel.streams:
                if stream.phone != notice.device:
                    stream.put_if_idle(message)

    # Periodic work

    async def _pass_notices_on(self) -> None:
        """Read what phones tell each other, and pass it on."""
        while True:
            await asyncio.sleep(NOTICE_SECONDS)
            for notice in self.store.notices.read():
                self._bus.pass_on(notice)

    async def _tell_who_is_here(self) -> None:
        """Note whose streams are open, and tell each of them who is at its document."""
        while True:
            await asyncio.sleep(PRESENCE_SECONDS)
            for document_id, channel in self.channels.items():
                streams = [stream for stream in channel.streams if stream.phone]
                for stream in streams:
                    self.store.notices.tell_here(document_id, stream.phone)
                message = f"event: {HERE}\ndata: {dumps(self.store.notices.seconds_since(document_id))}\n\n".encode()
                for stream in streams:
                    stream.put_if_idle(message)

    async def _beat(self) -> None:
        """Send a comment on each silent stream, and cut off readers for whom too much waits in all."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            streams = [stream for channel in self.channels.values() for stream in channel.streams]
            for stream in streams:
                if stream.messages.empty():
                    stream.put(COMMENT)
            waiting = sum(stream.waiting_bytes for stream in streams)
            for stream in sorted(streams, key=lambda one: -one.waiting_bytes):
                if waiting <= limits.MAX_WAITING_BYTES:
                    break
                waiting -= stream.waiting_bytes
                stream.end()

    async def _sweep(self) -> None:
        """Delete what has expired."""
        while True:
            await asyncio.sleep(limits.SWEEP_SECONDS * uniform(0.5, 1.5))  # noqa: S311  so that workers do not do it all at once
            try:
                await self.in_thread(self.store.sweep)
            except (SQLAlchemyError, OSError) as error:
                _logger.warning("What has expired could not be deleted: %s", type(error).__name__)

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def bound_unsent_bytes() -> None:
    """Limit what the system buffers for a client that does not read, on all of this worker's connections.

    Linux would take megabytes for each, uncounted. New connections inherit the limit from the listening socket. Only
    sockets are touched: closing a copy of the database's file descriptor would release SQLite's locks.
    """
    for file in Path("/proc/self/fd").glob("*"):
        with suppress(OSError):
            if file.readlink().name.startswith("socket:"):
                with socket.fromfd(int(file.name), socket.AF_INET, socket.SOCK_STREAM) as connection:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, limits.MAX_UNSENT_BYTES)


def _encode(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


async def _send_text(send: Send, text: bytes) -> None:
    """Send a text in pieces: the server waits with each for a reader that has not taken those before."""
    for start in range(0, len(text), PIECE_BYTES):
        await send({"type": "http.response.body", "body": text[start : start + PIECE_BYTES], "more_body": True})
