"""Phones that type into documents and readers of their event streams, in one process, through a proxy with TLS.

A phone does what the page's script does: it keeps what was typed until the server has it, waits longer after each
failure, obeys Retry-After, and gives a request up after 8 seconds.
"""

import asyncio
import itertools
import json
import random
import ssl
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from typing import Any

from document_phone import Phone

from web.sync.links import read_link

PATIENCE, MAX_PAUSE = 8.0, 10.0
SILENCE = 35.0
"""Seconds without a comment after which a reader takes its stream for broken."""
PAGES = ("/healthz", "/en/qin/rules")
"""Pages that need no database."""
FIELDS, SEATS = 4, 5
BROKEN = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, IndexError)
Link = tuple[asyncio.StreamReader, asyncio.StreamWriter]
_sources = itertools.count(1)
"""Each world comes from another address, as one address may open few documents in an hour."""


class Groups:
    """How phones speak of groups: each changes names of its own."""

    root = "/api/v1/groups"

    def opening(self) -> dict[str, Any]:
        """Return the request for a new one."""
        return {"name": "Friday"}

    def link(self, answer: dict[str, Any]) -> str:
        """Return the link that writes."""
        return str(answer["write"])

    def name(self, number: int, field: int) -> str:
        """Return the name of a phone's field."""
        return f"people/{number} {field}"

    def value(self, number: int, n: int) -> Any:
        """Return what no other change writes."""
        return f"Change {n} of phone {number}"


class Sheets:
    """How phones speak of shared sheets: each has a seat of its own among those at its sheet."""

    root = "/api/v1/shared"
    fields = ("prestige", "cities", "network", "markers")

    def opening(self) -> dict[str, Any]:
        """Return the request for a new one."""
        return {"game": "hansa_teutonica", "sheet": {"players": [{}] * SEATS}}

    def link(self, answer: dict[str, Any]) -> str:
        """Return its secret id."""
        return str(answer["id"])

    def name(self, number: int, field: int) -> str:
        """Return the name of a phone's field."""
        return f"{number % SEATS}.{self.fields[field]}"

    def value(self, number: int, n: int) -> Any:
        """Return what no other change writes; what is out of bounds is kept as well."""
        return [str(1_000_000 * number + n)]


Kind = Groups | Sheets
KINDS: tuple[Kind, ...] = (Groups(), Sheets())


class World:
    """What phones and readers see through one proxy since the last `reset`; every other document is of each kind."""

    def __init__(self, port: int, every: float) -> None:
        self.port, self.every, self.source = port, every, f"127.0.1.{next(_sources)}"
        self.tls = ssl.create_default_context()
        self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE
        self.typists: list[Typist] = []
        self.readers: list[Reader] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.writers: set[asyncio.StreamWriter] = set()
        self.is_typing = True
        self.reset()

    def reset(self) -> None:
        """Forget what was seen."""
        self.statuses: Counter[Any] = Counter()
        self.pages: Counter[Any] = Counter()
        self.streams: Counter[Any] = Counter()
        self.unexplained = self.gaps = 0
        self.durations: list[float] = []
        self.outages: list[float] = []
        self.page_seconds: list[float] = []

    async def connect(self) -> Link:
        """Open a connection."""
        opening = asyncio.open_connection(
            "127.0.0.1", self.port, ssl=self.tls, limit=1 << 20, local_addr=(self.source, 0)
        )
        link = await asyncio.wait_for(opening, PATIENCE)
        self.writers.add(link[1])
        return link

    def close(self, link: Link) -> None:
        """Close a connection."""
        link[1].transport.abort()
        self.writers.discard(link[1])

    async def ask(
        self, method: str, path: str, body: Any = None, link: Link | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Return the status, headers and data of an answer; on a connection of its own without `link`."""
        if link is None:
            link = await self.connect()
            try:
                return await self.ask(method, path, body, link)
            finally:
                self.close(link)
        reader, writer = link
        text = b"" if body is None else json.dumps(body).encode()
        kind = "Content-Type: application/json\r\n" if text else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: tally.example\r\n{kind}Content-Length: {len(text)}\r\n\r\n"
        writer.write(head.encode() + text)
        status, headers = await read_head(reader)
        if "content-length" in headers:
            data = await reader.readexactly(int(headers["content-length"]))
        else:
            data = b"".join([piece async for piece in read_chunks(reader)])
        return status, headers, data

    async def open(self, documents: int, phones: int, readers: int) -> None:
        """Open documents, with so many phones and readers in all."""
        made: list[tuple[Kind, str]] = []
        for number in range(documents):
            kind = KINDS[number % len(KINDS)]
            status, _, data = await self.ask("POST", kind.root, kind.opening())
            assert status == 201, data
            made.append((kind, kind.link(json.loads(data))))
        self.typists = [Typist(self, *made[number % documents], number) for number in range(phones)]
        self.readers = [Reader(self, *made[number % documents]) for number in range(readers)]
        work: list[Coroutine[Any, Any, None]] = [one.run() for one in (*self.readers, *self.typists)]
        self.tasks = [asyncio.ensure_future(one) for one in (*work, *map(self._look_at, PAGES))]

    async def stop(self) -> None:
        """Let everybody go."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for writer in self.writers:
            writer.transport.abort()
        await asyncio.sleep(0)

    async def _look_at(self, path: str) -> None:
        while True:
            start = time.monotonic()
            try:
                self.pages[(await asyncio.wait_for(self.ask("GET", path), PATIENCE))[0]] += 1
            except TimeoutError:
                self.pages["no answer"] += 1
            except BROKEN:
                self.pages["broken"] += 1
            self.page_seconds.append(time.monotonic() - start)
            await asyncio.sleep(0.5)

    async def type_more(self, times: int) -> None:
        """Wait until every phone has had so many more changes acknowledged."""
        goals = {one: one.acknowledged + times for one in self.typists}
        await self.wait_until(lambda: all(one.acknowledged >= goal for one, goal in goals.items()), 300)

    async def wait_until(self, is_so: Any, seconds: float) -> float:
        """Wait until something holds; return how long that took."""
        start = time.monotonic()
        while not is_so():
            for task in self.tasks:
                assert not task.done() or task.exception() is None, task.exception()
            assert time.monotonic() - start < seconds, f"it took longer than {seconds:.0f} seconds: {self.describe()}"
            await asyncio.sleep(0.05)
        return time.monotonic() - start

    async def settle(self, seconds: float) -> float:
        """Stop typing, and wait until all is acknowledged and every reader knows it; return how long that took."""
        self.is_typing = False
        return await self.wait_until(lambda: not self.is_behind(), seconds)

    def is_behind(self) -> bool:
        """Whether something was not sent or not told."""
        return any(one.phone.outbox or one.failing_since for one in self.typists) or bool(self.missed())

    def missed(self) -> list[str]:
        """What readers were not told, with what they were."""
        last: dict[str, dict[str, Any]] = {}
        for one in self.typists:
            last.setdefault(one.link, {}).update(one.last)
        return [
            f"{name} is {value}, and a reader at {reader.last} knows {reader.values.get(name)}"
            for reader in self.readers
            for name, value in last[reader.link].items()
            if reader.values.get(name) != value
        ]

    def describe(self) -> str:
        """Return what was seen, in a line."""
        waiting = sum(len(one.phone.outbox) for one in self.typists)
        return (
            f"syncs {dict(self.statuses)}, longest {max(self.durations, default=0):.1f} s, unsent {waiting}, "
            f"outages up to {max(self.outages, default=0):.1f} s; streams {dict(self.streams)}, gaps {self.gaps}; "
            f"pages {dict(self.pages)}, longest {max(self.page_seconds, default=0):.1f} s"
            + "".join(f"; {one}" for one in self.missed()[:6])
        )


class Typist:
    """A phone that types into fields of its own, so that what it typed last must stand at the end."""

    def __init__(self, world: World, kind: Kind, link: str, number: int) -> None:
        self.world, self.kind, self.link, self.number = world, kind, link, number
        self.phone, self.is_off = Phone(), False
        self.connection: Link | None = None
        self.last: dict[str, Any] = {}
        self.kept: list[tuple[str, str, str]] = []
        self.document_id = read_link(link).document_id
        self.fields = range(FIELDS)
        self.pause, self.failing_since, self.acknowledged = 1.0, 0.0, 0

    def type(self) -> None:
        """Change a field."""
        n = self.phone.n + 1
        name = self.kind.name(self.number, self.fields[n % len(self.fields)])
        self.last[name] = self.kind.value(self.number, n)
        self.phone.type(name, self.last[name], time.monotonic())

    async def run(self) -> None:
        """Type and send, for ever."""
        following = time.monotonic() + random.random() * self.world.every
        resume = 0.0
        while True:
            now = time.monotonic()
            if self.is_off:
                await asyncio.sleep(0.05)
                continue
            if self.world.is_typing and now >= following:
                self.type()
                following = now + self.world.every * random.uniform(0.5, 1.5)
            if now >= resume and (self.phone.outbox or self.failing_since):
                resume = time.monotonic() + await self.send()
            await asyncio.sleep(0.05)

    async def send(self) -> float:
        """Send what waits; return the seconds to wait until the next request."""
        world, start = self.world, time.monotonic()
        body = self.phone.requests(start)[0]
        status: Any
        retry = 0.0
        try:
            status, headers, data = await self._post(body)
            retry = float(headers.get("retry-after", 0))
            world.unexplained += status == 503 and not retry
        except TimeoutError:
            status = "no answer"
        except BROKEN:
            status = "broken"
        world.statuses[status] += 1
        world.durations.append(time.monotonic() - start)
        if status != 200:
            if self.connection:
                self.world.close(self.connection)
                self.connection = None
            self.failing_since = self.failing_since or start
            wait = max(retry + random.random(), min(MAX_PAUSE, self.pause * random.uniform(0.5, 1.5)))
            self.pause = min(2 * self.pause, MAX_PAUSE)
            return wait
        if self.failing_since:
            world.outages.append(time.monotonic() - self.failing_since)
        self.failing_since, self.pause = 0.0, 1.0
        answer = json.loads(data)
        assert not answer["faults"], answer["faults"]
        changes = [one for one in body["changes"] if one["n"] <= answer["kept"]]
        self.kept += [(self.document_id, one["name"], dump(one["value"])) for one in changes]
        self.acknowledged += len(body["changes"])
        self.phone.receive(answer, body, time.monotonic())
        return 0.0

    async def _post(self, body: Any) -> tuple[int, dict[str, str], bytes]:
        """Send a request; once more where an idle connection had been closed, as browsers do."""
        path, is_new = f"{self.kind.root}/{self.link}/sync", self.connection is None
        try:
            self.connection = self.connection or await self.world.connect()
            return await asyncio.wait_for(self.world.ask("POST", path, body, self.connection), PATIENCE)
        except (ConnectionError, asyncio.IncompleteReadError):
            if is_new:
                raise
            self.world.statuses["reconnected"] += 1
            if self.connection:
                self.world.close(self.connection)
            self.connection = None
            self.connection = await self.world.connect()
            return await asyncio.wait_for(self.world.ask("POST", path, body, self.connection), PATIENCE)


class Reader:
    """A phone that looks on, by the event stream alone."""

    def __init__(self, world: World, kind: Kind, link: str) -> None:
        self.world, self.kind, self.link = world, kind, link
        self.values: dict[str, Any] = {}
        self.last = ""

    async def run(self) -> None:
        """Read the stream; open it again with its last id whenever it ends."""
        while True:
            with suppress(*BROKEN, TimeoutError):
                await self._read()
            await asyncio.sleep(random.uniform(0.5, 1.5))

    async def _read(self) -> None:
        reader, writer = link = await self.world.connect()
        try:
            last = f"Last-Event-ID: {self.last}\r\n" if self.last else ""
            path = f"{self.kind.root}/{self.link}/events"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: tally.example\r\n{last}\r\n".encode())
            status, _ = await asyncio.wait_for(read_head(reader), PATIENCE)
            self.world.streams[status] += 1
            if status != 200:
                return
            text = b""
            async for piece in read_chunks(reader):
                *events, text = (text + piece).split(b"\n\n")
                for event in events:
                    if b"data: " in event:
                        self._take(event.decode())
        finally:
            self.world.close(link)

    def _take(self, event: str) -> None:
        fields = dict(line.split(": ", 1) for line in event.split("\n") if ": " in line)
        if "event" in fields:
            return
        data = json.loads(fields["data"])
        if data["from"] == 0:
            self.values = {}
        else:
            self.world.gaps += data["from"] > int(self.last.partition("-")[0])
        self.values |= {name: one["value"] for name, one in data["values"].items()}
        self.last = fields["id"]


def dump(value: Any) -> str:
    """Return a value as the database keeps it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Return an answer's status and its headers, in small letters."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
    return int(first.split()[1]), dict(line.split(": ", 1) for line in lines if ": " in line)


async def read_chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield the pieces of a body of unknown length."""
    while size := int(await asyncio.wait_for(reader.readline(), SILENCE), 16):
        yield (await asyncio.wait_for(reader.readexactly(size + 2), SILENCE))[:-2]
