"""A siege: eight strangers, each from an address of its own, do at once all that costs a server much, and a table of
five phones plays on beside them.

The server is as `make serve` starts it: two workers, SQLite. It may take MAX_MEMORY: its processes and what the system
keeps for connections are counted four times a second, and it is killed above that. Each stranger sends one expensive
request after the other without a pause, holds event streams that it does not read, connections on which nothing comes,
an upload in drops and a file that it reads slowly. SECONDS is how long. Strangers and phones have a process each, on
the same machine.
"""

import asyncio
import json
import os
import random
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from document_phone import Phone
from request_work import QUERIES
from serving import Server, answers, environment, free_port, wait_until
from strangers import HARDEST, draw_lands
from worst_books import make_long_result

from web.sync.links import read_link

ROOT = Path(__file__).parents[1]
SECONDS = float(os.environ.get("SECONDS", "30"))
STRANGERS, PHONES, EVERY = 8, 5, 3.0
STREAMS = 600
"""Unread streams of each stranger: all together as many as two workers take."""
SILENT = 40
"""Connections of each stranger on which nothing comes."""
MAX_MEMORY = 1024**3
FIELDS = ("prestige", "cities", "network", "markers")
TABLE = "192.0.2.77"
SHEET = {"game": "hansa_teutonica", "sheet": {"players": [{}] * PHONES}}
FORM = (
    b'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n%s\r\n'
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="b.json"\r\n\r\n'
)
Answer = tuple[int, bytes]


class Connection:
    """A connection from an address, opened anew where the server has closed it."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.link: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookie = ""

    async def ask(self, method: str, path: str, body: Any = None, kind: str = "application/json") -> Answer:
        """Return the status and body of an answer, 0 where the connection was cut."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: tally\r\nX-Forwarded-For: {self.address}\r\n"
        head += f"Content-Type: {kind}\r\nContent-Length: {len(data)}\r\nCookie: {self.cookie}\r\n\r\n"
        return await self.send(head.encode() + data)

    async def send(self, message: bytes) -> Answer:
        """Send a request; it is sent again where the server has closed an idle connection."""
        for is_new in (self.link is None, True):
            try:
                if self.link is None:
                    self.link = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
                self.link[1].write(message)
                return await self._read(self.link[0])
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                self.close()
                if is_new:
                    break
        return 0, b""

    async def _read(self, reader: asyncio.StreamReader) -> Answer:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, names = int(head.split()[1]), head.lower()
        if found := re.search(r"set-cookie: ([^;]*)", head, re.IGNORECASE):
            self.cookie = found[1]
        if length := re.search(r"content-length: (\d+)", names):
            data = await reader.readexactly(int(length[1]))
        elif "chunked" in names:
            data = b""
            while size := int(await reader.readuntil(b"\r\n"), 16):
                data += (await reader.readexactly(size + 2))[:-2]
            await reader.readexactly(2)
        else:
            data = b""
        if "connection: close" in names:
            self.close()
        return status, data

    def close(self) -> None:
        """Close it."""
        if self.link:
            self.link[1].close()
        self.link = None


class Stranger:
    """A client that asks for what is expensive, and makes it more so."""

    def __init__(self, port: int, number: int, found: "Figures") -> None:
        self.port, self.address, self.found = port, f"198.51.100.{number}", found
        self.connection, self.file_connection = Connection(port, self.address), Connection(port, self.address)
        self.random = random.Random(number)
        self.device, self.n = f"stranger{number:04}.page00000001", 0
        self.group = self.sheet = self.old_sheet = ""
        lands = {card: draw_lands(land, square) for card, (land, square) in HARDEST.items()}
        self.maps = [{"map": text, "name": "<" * 40} for text in lands["forest_runs"]]
        self.hard = {"players": [{"map": text} for text in lands["fallow_blocks"]], "fallow_blocks": "disjoint"}
        results = [make_long_result(number, 1_200) for number in range(3_000)]
        self.book = json.dumps({"format": "tally-scorebook", "version": 1, "results": results}).encode()
        self.map_query = urlencode({"n": 5, **{f"{seat}.map": one["map"] for seat, one in enumerate(self.maps)}})

    async def post(self, path: str, body: Any) -> Answer:
        """Post JSON to the API."""
        return await self.connection.ask("POST", f"/api/v1/{path}", body)

    async def get(self, path: str) -> Answer:
        """Get a page."""
        return await self.connection.ask("GET", path)

    async def sync(self, path: str, changes: list[tuple[str, Any]], **more: Any) -> Answer:
        """Send changes of this device, or of another."""
        listed = []
        for name, value in changes:
            self.n += 1
            listed.append({"name": name, "value": value, "n": self.n} | more.pop("change", {}))
        body = {"device": self.device, "since": 10**9, "changes": listed} | more
        answer = await self.post(f"{path}/sync", body)
        if answer[0] == 409:  # it is full, or what was refused has left a gap in the numbers
            self.device, self.n = f"{self.device[:13]}page{self.random.randrange(10**8):08}", 0
        return answer

    async def open_sheet(self) -> Answer:
        """Open a sheet with the longest maps, and keep the one before to look at."""
        answer = await self.post("shared", {"game": "honshu", "sheet": {"players": self.maps}})
        if answer[0] == 201:
            self.old_sheet, self.sheet = self.sheet or json.loads(answer[1])["id"], json.loads(answer[1])["id"]
        return answer

    async def open_group(self) -> Answer:
        """Make a group."""
        answer = await self.post("groups", {"name": "<" * 100})
        if answer[0] == 201:
            self.group = json.loads(answer[1])["write"]
        return answer

    async def fill_sheet(self) -> Answer:
        """Write as much into a sheet as a request takes, of which most has lost already."""
        changes = [("0.name", [f"{self.n}{number}" + "\U0001f600" * 9]) for number in range(400)]
        return await self.sync(f"shared/{self.sheet}", changes, since=0)

    async def fill_book(self) -> Answer:
        """Keep long results, short ones of new people, or names joined in a chain."""
        start = self.random.randrange(10**6)
        kind = self.random.randrange(4)
        if kind == 0:
            changes = [(one["id"], one) for one in (make_long_result(start + n, 15_900) for n in range(3))]
        elif kind == 1:
            changes = [(one["id"], one) for one in (make_long_result(start + n, 1_200) for n in range(40))]
        elif kind == 2:
            names = [("people/" + "漢" * 90 + f"{n}", "漢" * 90 + f"{n + 1}") for n in range(start, start + 60)]
            return await self.sync(f"groups/{self.group}", [(name, text) for name, text in names])
        else:
            outcome = {"players": [{"name": "A", "colour": "", "total": 0, "rank": 1}] * 5, "winners": []}
            query = f"{self.map_query}&forest_runs=strict&end_card=forest_runs"
            own = {"slug": "honshu", "query": query, "result": outcome}
            changes = [(f"h{start}{n}", make_long_result(n, 900) | own | {"id": f"h{start}{n}"}) for n in range(20)]
        return await self.sync(f"groups/{self.group}", [(f"results/{name}", one) for name, one in changes])

    async def forge(self) -> Answer:
        """Send what is refused: winners without end, ages and numbers that cannot be, a device that others are told."""
        one = make_long_result(7, 1_000)
        one["result"]["winners"] = [0] * 7_000
        wrong: list[Callable[[], Awaitable[Answer]]] = [
            lambda: self.sync(f"groups/{self.group}", [(f"results/{one['id']}", one)]),
            lambda: self.sync(f"shared/{self.sheet}", [("n", ["5"])], change={"age": 1e308}),
            lambda: self.sync(f"shared/{self.sheet}", [("0.map", ["F" * 4_000])] * 15),
            lambda: self.sync(f"shared/{self.sheet}", [("n", ["5"])], device="a" * 12),
            lambda: self.post(f"shared/{self.sheet}/sync", {"device": self.device, "changes": [{"n": 2**53 - 1}]}),
            lambda: self.post("games/qin/score", {"players": [[[[[[{}]]]]]] * 2_000}),
        ]
        return await self.random.choice(wrong)()

    async def look_at_sheet(self) -> Answer:
        """Read a page of a sheet that has much in it."""
        part = self.random.choice(["?view=all", "/history", "/seats", "/history?field=0.name"])
        return await self.get(f"/en/together/{self.old_sheet}{part}")

    async def read_lost(self) -> Answer:
        """Ask for everything of a sheet."""
        return await self.sync(f"shared/{self.old_sheet}", [], since=0)

    async def look_at_book(self) -> Answer:
        """Read a page of the group, or its JSON."""
        pages = [f"/en/groups/{self.group}{part}" for part in ("", "/links", "/deleted", "/play")]
        pages += [f"/api/v1/groups/{self.group}{part}" for part in ("/results?limit=100", "/history", "/deleted")]
        return await self.get(self.random.choice(pages))

    async def read_book(self) -> Answer:
        """Ask for the first page of everything in the group."""
        return await self.sync(f"groups/{self.group}", [], since=0)

    async def score(self) -> Answer:
        """Score or compare five full lands."""
        path = self.random.choice(["score", "compare"])
        sensitive = {"sensitivity": True} if path == "compare" else {}
        return await self.post(f"games/honshu/{path}", self.hard | sensitive)

    async def show_sheet(self) -> Answer:
        """Ask for a page of the longest queries, its result, or its picture."""
        query = self.random.choice([self.map_query, *QUERIES.values()])
        page = self.random.choice(["honshu/score", "honshu/compare", "chang_cheng/score", "hansa_teutonica/score"])
        return await self.get(f"/en/{page}?{query}")

    async def search(self) -> Answer:
        """Search for much."""
        return await self.get("/en/search?q=" + "a+" * 50)

    async def guess(self) -> Answer:
        """Guess a code."""
        return await self.get(f"/en/together?code={self.random.randrange(10**8):08}")

    async def read_file(self) -> Answer:
        """Read the whole book as a file."""
        return await self.file_connection.ask(
            "GET", f"/en/groups/{self.group}/export/{self.random.choice(['json', 'csv', 'bgsplay'])}"
        )

    async def upload(self) -> Answer:
        """Send a file of the largest size."""
        page = (await self.file_connection.ask("GET", f"/en/groups/{self.group}/links"))[1].decode()
        token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
        number = f"r{self.random.randrange(10**9):09}".encode()
        data = FORM % token.encode() + self.book.replace(b"r000000000", number) + b"\r\n--x--\r\n"
        return await self.file_connection.ask(
            "POST", f"/en/groups/{self.group}/import", data, "multipart/form-data; boundary=x"
        )

    async def upload_nowhere(self) -> Answer:
        """Send a file to a group that is not there."""
        return await self.file_connection.ask("POST", f"/en/groups/{'A' * 34}/import", b"a" * 4_000_000)

    async def send_bytes(self) -> Answer:
        """Send a body in single bytes, and headers that are too long."""
        head = f"POST /api/v1/games/qin/score HTTP/1.1\r\nHost: tally\r\nX-Forwarded-For: {self.address}\r\n"
        if self.random.random() < 0.5:
            return await self.connection.send(f"{head}Cookie: {'a=b; ' * 20_000}\r\n\r\n".encode())
        head += "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        return await self.connection.send(head.encode() + b"1\r\n \r\n" * 65_000 + b"0\r\n\r\n")

    @property
    def requests(self) -> list[Callable[[], Awaitable[Answer]]]:
        """All kinds of requests but those for files, which wait for their turn."""
        return [
            self.open_sheet, self.open_group, self.fill_sheet, self.fill_book, self.forge, self.look_at_sheet,
            self.read_lost, self.look_at_book, self.read_book, self.score, self.show_sheet, self.search, self.guess,
            self.send_bytes,
        ]  # fmt: skip

    async def attack(self) -> None:
        """Send one request after the other: first what makes the others expensive, then any."""
        begin = [self.open_group, self.open_sheet, *[self.fill_sheet, self.fill_book] * 10, self.open_sheet]
        while True:
            await self.measure(begin.pop(0) if begin else self.random.choice(self.requests))

    async def handle_files(self) -> None:
        """Read and send one file after the other."""
        while not self.group:
            await asyncio.sleep(0.1)
        while True:
            await self.measure(self.random.choice([self.read_file, self.upload, self.upload_nowhere]))

    async def measure(self, request: Callable[[], Awaitable[Answer]]) -> None:
        """Send a request, and note its answer."""
        start = time.perf_counter()
        status, _ = await request()
        self.found.note(request.__name__, status, time.perf_counter() - start)

    async def hold_streams(self) -> None:
        """Hold streams of the own documents that nobody reads, opened again where they are cut off."""
        held: list[socket.socket] = []
        loop = asyncio.get_running_loop()
        while not (self.group and self.sheet):
            await asyncio.sleep(0.1)
        try:
            while True:
                held = [one for one in held if not _is_cut(one)]
                for number in range(min(STREAMS - len(held), 40)):
                    stream = socket.socket()
                    stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                    stream.settimeout(0)
                    await loop.sock_connect(stream, ("127.0.0.1", self.port))
                    link = f"groups/{self.group}" if number % 2 else f"shared/{self.sheet}"
                    head = f"GET /api/v1/{link}/events?since=0 HTTP/1.1\r\nHost: tally\r\n"
                    await loop.sock_sendall(stream, f"{head}X-Forwarded-For: {self.address}\r\n\r\n".encode())
                    held.append(stream)
                self.found.streams[self.address] = len(held)
                await asyncio.sleep(0.5)
        finally:
            for stream in held:
                stream.close()

    async def drip(self, head: str, piece: bytes) -> None:
        """Begin a request, and send or read only a little of it every second."""
        while "{self.group}" in head and not self.group:
            await asyncio.sleep(0.1)
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=4096)
                writer.write(head.format(self=self).encode())
                while not reader.at_eof():
                    writer.write(piece)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(1_000), 1)
                    await asyncio.sleep(1)
                writer.close()
            await asyncio.sleep(1)

    def works(self) -> Iterator[Awaitable[None]]:
        """Yield all that it does at once."""
        yield self.attack()
        yield self.handle_files()
        yield self.hold_streams()
        address = "Host: tally\r\nX-Forwarded-For: {self.address}\r\n"
        for number in range(SILENT):
            yield self.drip("GET / HTTP/1.1\r\nHost:" if number % 2 else "", b"")
        upload = f"HTTP/1.1\r\n{address}Content-Length: 4000000\r\n\r\n"
        yield self.drip(f"POST /en/groups/{{self.group}}/import {upload}", b"a" * 10_000)
        yield self.drip(f"GET /en/groups/{{self.group}}/export/json HTTP/1.1\r\n{address}\r\n", b"")


def _is_cut(stream: socket.socket) -> bool:
    """Whether the server has closed a stream; a little is read of one that is open."""
    try:
        return not stream.recv(1)
    except BlockingIOError:
        return False
    except OSError:
        return True


class Figures:
    """What strangers were answered, the streams that they hold, and what failed in this program."""

    def __init__(self) -> None:
        self.answers: dict[str, Counter[int]] = defaultdict(Counter)
        self.slowest: Counter[str] = Counter()
        self.streams: dict[str, int] = {}
        self.failures: list[str] = []

    def note(self, kind: str, status: int, seconds: float) -> None:
        """Note an answer to a stranger."""
        self.answers[kind][status] += 1
        self.slowest[kind] = max(self.slowest[kind], round(1000 * seconds))


class Waits:
    """How long the phones of a table waited, what they were refused, and what they typed, when and where."""

    def __init__(self) -> None:
        self.waits: dict[str, list[float]] = {"an entry's request": [], "entry to another phone": [], "page": []}
        self.refused: Counter[str] = Counter()
        self.typed: dict[tuple[str, str], tuple[float, int]] = {}


class TablePhone(Phone):
    """A phone of the table, which types into its own seat and hears of the others by its stream."""

    def join(self, port: int, sheet: str, seat: int, found: Waits) -> "TablePhone":
        """Sit down."""
        self.connection, self.watching = Connection(port, TABLE), Connection(port, TABLE)
        self.port, self.sheet, self.seat, self.found = port, sheet, seat, found
        self.count, self.is_over, self.is_listening = 0, False, False
        self.seen: set[tuple[str, str]] = set()
        self.acknowledged: set[tuple[str, str]] = set()
        return self

    async def play(self) -> None:
        """Type every few seconds."""
        await asyncio.sleep(random.random() * EVERY)
        while not self.is_over:
            self.count += 1
            name = f"{self.seat}.{FIELDS[self.count % len(FIELDS)]}"
            self.found.typed[name, str(self.count)] = (time.perf_counter(), self.seat)
            self.type(name, [str(self.count)], time.perf_counter())
            await self.talk()
            if self.count % 5 == 0:
                await self.load()
            if not self.is_listening:
                await self.talk()
            await asyncio.sleep(random.uniform(0.8, 1.2) * EVERY)

    async def talk(self) -> None:
        """Send what waits."""
        for body in self.requests(start := time.perf_counter()):
            status, data = await self.connection.ask("POST", f"/api/v1/shared/{self.sheet}/sync", body)
            self.found.waits["an entry's request"].append(time.perf_counter() - start)
            if status != 200:
                self.found.refused[f"sync {status}"] += 1
                return
            answer = json.loads(data)
            assert answer["faults"] == [], answer["faults"]
            self.acknowledged |= {
                (one["name"], one["value"][0]) for one in body["changes"] if one["n"] <= answer["kept"]
            }
            self.hear(answer, body)

    async def load(self) -> None:
        """Load the sheet's page."""
        start = time.perf_counter()
        status, data = await self.watching.ask("GET", f"/en/together/{self.sheet}?view=all")
        self.found.waits["page"].append(time.perf_counter() - start)
        if status != 200 or b"</html>" not in data:
            self.found.refused[f"page {status}"] += 1

    def hear(self, answer: Any, asked: Any) -> None:
        """Take an answer, and note how long the others' new entries took."""
        now = time.perf_counter()
        for name, one in answer["values"].items():
            key = name, (one["value"] or [""])[0]
            typed, seat = self.found.typed.get(key, (0.0, self.seat))
            if seat != self.seat and key not in self.seen:
                self.seen.add(key)
                self.found.waits["entry to another phone"].append(now - typed)
        self.receive(answer, asked, now)

    async def listen(self) -> None:
        """Read the event stream."""
        while not self.is_over:
            path = f"/api/v1/shared/{self.sheet}/events?since={self.since}-{self.mark}&device={self.device}"
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
                writer.write(f"GET {path} HTTP/1.1\r\nHost: tally\r\nX-Forwarded-For: {TABLE}\r\n\r\n".encode())
                head = await reader.readuntil(b"\r\n\r\n")
                self.is_listening = b" 200 " in head[:20]
                if not self.is_listening:
                    self.found.refused[f"stream {head[9:12].decode()}"] += 1
                while self.is_listening and (line := await reader.readline()):
                    answer = json.loads(line[6:]) if line.startswith(b"data: ") else {}
                    if answer.get("from", self.since + 1) <= self.since:  # others say who is there
                        self.hear(answer, {"since": 0, "device": "", "changes": []})
                writer.close()
            self.is_listening = False
            await asyncio.sleep(1)


class Memory:
    """The memory of a server: of its processes, and of the system for their connections."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.before = _read_buffers()
        self.start = self.processes = self.buffers = self.most = 0
        self.workers = server.workers()

    async def watch(self) -> None:
        """Look at it, and kill the server where it takes too much, as the system would."""
        while True:
            found = []
            for pid in [self.server.process.pid, *self.server.workers()]:
                with suppress(OSError):
                    text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
                    found.append(1024 * int(text.partition("\nPss:")[2].split()[0]))
            buffers = max(0, _read_buffers() - self.before)
            self.start = self.start or sum(found)
            self.processes, self.buffers = max(self.processes, sum(found)), max(self.buffers, buffers)
            self.most = max(self.most, sum(found) + buffers)
            if self.most > MAX_MEMORY:
                self.server.process.kill()
            await asyncio.sleep(0.25)


def _read_buffers() -> int:
    """Bytes that the system keeps for all TCP connections of the machine."""
    text = Path("/proc/net/sockstat").read_text(encoding="ascii")
    return int(text.partition("TCP: ")[2].partition(" mem ")[2].split()[0]) * os.sysconf("SC_PAGE_SIZE")


async def let_loose(port: int) -> Figures:
    """Let the strangers do what they like for a while; return what they were answered."""
    found = Figures()
    strangers = [Stranger(port, number, found) for number in range(1, STRANGERS + 1)]
    works = [asyncio.ensure_future(work) for stranger in strangers for work in stranger.works()]
    await asyncio.sleep(SECONDS)
    found.failures = [repr(task.exception()) for task in works if task.done()]
    for task in works:
        task.cancel()
    await asyncio.gather(*works, return_exceptions=True)
    return found


def run_strangers(port: int) -> Figures:
    """Let them loose, in a process of their own."""
    return asyncio.run(let_loose(port))


async def besiege(server: Server, sheet: str, log: sqlite3.Connection, strangers: ProcessPoolExecutor) -> bool:
    """Play while the strangers are let loose, and print what came of it; return whether all went well."""
    waits, memory = Waits(), Memory(server)
    phones = [TablePhone().join(server.port, sheet, seat, waits) for seat in range(PHONES)]
    works = [asyncio.ensure_future(work) for phone in phones for work in (phone.play(), phone.listen())]
    works.append(asyncio.ensure_future(memory.watch()))
    found = await asyncio.get_running_loop().run_in_executor(strangers, run_strangers, server.port)
    found.failures += [repr(task.exception()) for task in works if task.done()]
    for phone in phones:
        phone.is_over = True
    await asyncio.sleep(2 * EVERY)
    for task in works:
        task.cancel()
    await asyncio.gather(*works, return_exceptions=True)
    room, _ = await Connection(server.port, "203.0.113.5").ask("POST", "/api/v1/shared", SHEET)
    guest = TablePhone().join(server.port, sheet, PHONES, Waits())
    for phone in (*phones, *phones, guest):
        await phone.talk()
    rows = log.execute("SELECT name, value FROM document_log WHERE document_id = ?", [read_link(sheet).document_id])
    logged = {(name, json.loads(value)[0]) for name, value in rows if value}
    lost = len({key for phone in phones for key in phone.acknowledged} - logged)
    last = dict(waits.typed.keys())
    lost += sum(phone.shown.get(name) != [text] for phone in (*phones, guest) for name, text in last.items())
    print_strangers(found)
    is_good = print_table(waits, lost)
    print(
        f"memory at most {memory.most / 2**20:.0f} MiB: processes {memory.processes / 2**20:.0f}, of which "
        f"{memory.start / 2**20:.0f} at the start; connections {memory.buffers / 2**20:.0f}"
    )
    replaced = len(memory.workers - server.workers())
    print(
        f"workers that died: {replaced}; a new table is opened: {room}; failures here: {set(found.failures) or 'none'}"
    )
    return is_good and memory.most < MAX_MEMORY and not replaced and room == 201 and not found.failures


def print_strangers(found: Figures) -> None:
    """Print what strangers were answered."""
    held = sum(found.streams.values())
    count = sum(answers.total() for answers in found.answers.values())
    print(f"{STRANGERS} strangers, {SECONDS:g} s: {count} answers, {held} unread streams at the end")
    for kind, statuses in sorted(found.answers.items()):
        text = ", ".join(f"{status or 'cut'}: {times}" for status, times in sorted(statuses.items()))
        print(f"  {kind.replace('_', ' '):16}{found.slowest[kind]:7} ms at most   {text}")


def print_table(found: Waits, lost: int) -> bool:
    """Print how long the table waited; return whether nothing was lost."""
    print(f"a table of {PHONES} phones, each typing every {EVERY:g} s; p50 / p99 / slowest")
    for kind, waits in found.waits.items():
        ordered = sorted(waits) or [9.0]
        p50, p99 = (ordered[int(share * len(ordered))] for share in (0.5, 0.99))
        print(f"  {kind:24}{1000 * p50:6.0f} /{1000 * p99:6.0f} /{1000 * ordered[-1]:6.0f} ms   ({len(waits)})")
    print(f"  {len(found.typed)} entries, {lost} lost; refused or cut: {dict(found.refused) or 'none'}")
    return not lost


@contextmanager
def server_of(folder: Path) -> Iterator[Server]:
    """A server that trusts one proxy, so that each stranger has an address, and whose log is kept in a file."""
    settings = {"HOST": "127.0.0.1", "PORT": str(port := free_port()), "WORKERS": "2", "TRUSTED_PROXIES": "1"}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            (sys.executable, "tally.py", "serve"),
            cwd=ROOT, env=environment(**settings, DATA_DIR=str(folder)), stdout=log, stderr=log, text=True,
        )  # fmt: skip
        server = Server(process, port)
        try:
            wait_until(lambda: answers(server))
            yield server
        finally:
            process.terminate()
            process.wait()


def main() -> int:
    """Begin the siege."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with server_of(folder) as server, ProcessPoolExecutor(1) as strangers:
            opening = Connection(server.port, TABLE).ask("POST", "/api/v1/shared", SHEET)
            sheet = json.loads(asyncio.run(opening)[1])["id"]
            log = sqlite3.connect(f"file:{folder / 'tally.db'}?mode=ro", uri=True)
            is_good = asyncio.run(besiege(server, sheet, log, strangers))
            log.close()
        size = (folder / "tally.db").stat().st_size
        log_lines = (folder / "log").read_text(encoding="utf-8").splitlines()
        warnings = Counter(re.sub(r"\[.*?\]|\d+", "", line) for line in log_lines if line.startswith("["))
        print(f"the database has {size / 2**20:.0f} MiB; in the log: {warnings.most_common(5)}")
        tracebacks = [number for number, line in enumerate(log_lines) if line.startswith("Traceback")]
        for number in tracebacks:
            print("\n".join(log_lines[number : number + 40]))
    return 0 if is_good and not tracebacks else 1


if __name__ == "__main__":
    sys.exit(main())
