"""Shared sheets under load: the time from an entry on one phone to its arrival on the others, on SQLite and on
PostgreSQL.

There are SHEETS shared sheets with PHONES phones each, and two workers. Each phone makes an entry every EVERY seconds
and has an event stream open. The driver is one process on the same machine. The CPU time of other work during the
measurement is printed, too.
"""

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from postgres import Cluster, running_cluster
from serving import Server, children, serving

from web.sync.links import make_handle, read_link

SHEETS, PHONES = int(os.environ.get("SHEETS", "200")), int(os.environ.get("PHONES", "5"))
EVERY = float(os.environ.get("EVERY", "3"))
SECONDS, WARM, JOIN = float(os.environ.get("SECONDS", "12")), 14.0, 6.0
TICKS = os.sysconf("SC_CLK_TCK")
ENTRIES = 12
"""Of so many entries of a phone, one is the number of cities; the others are prestige."""


class Figures:
    """The measurements: seconds from an entry to the other phones, and seconds of requests."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self.posts: list[float] = []
        self.sent: dict[tuple[str, str, int], float] = {}
        self.errors: Counter[str] = Counter()
        self.is_measuring = False
        self.is_over = False


class Phone:
    """A phone at a shared sheet, with one connection for its entries and one for its event stream."""

    def __init__(self, port: int, secret_id: str, sheet: int, seat: int, figures: Figures) -> None:
        self.port, self.secret_id, self.figures = port, secret_id, figures
        self.seat = seat
        self.device = f"sheet{sheet:04}seat{seat}.page00000000"
        self.handle = make_handle(read_link(secret_id).document_id, self.device.partition(".")[0])
        self.n = self.since = 0
        self.mark = ""
        self.outbox: dict[int, tuple[str, int, float]] = {}
        self.phones: dict[str, Phone] = {}
        self.link: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def play(self) -> None:
        """Make an entry every few seconds."""
        await asyncio.sleep(random.random() * EVERY)
        while not self.figures.is_over:
            start = time.perf_counter()
            self.n += 1
            name = f"{self.seat}.{'prestige' if self.n % ENTRIES else 'cities'}"
            self.figures.sent[self.secret_id, self.handle, self.n] = start
            self.outbox[self.n] = (name, self.n % 20, start)
            await self.send()
            await asyncio.sleep(max(0.0, EVERY * random.uniform(0.8, 1.2) - (time.perf_counter() - start)))

    async def send(self) -> None:
        """Send all entries that the server has not confirmed."""
        start = time.perf_counter()
        changes = [
            {"name": name, "value": [str(number)], "n": n, "base": self.since, "age": start - typed}
            for n, (name, number, typed) in self.outbox.items()
        ]
        about = {"device": self.device, "since": self.since, "mark": self.mark}
        body = json.dumps(about | {"changes": changes}).encode()
        path = f"/api/v1/shared/{self.secret_id}/sync"
        head = (
            f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        try:
            if self.link is None:
                self.link = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self.link
            writer.write(head.encode() + body)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            data = await reader.readexactly(int(answer.partition(b"content-length: ")[2].split(b"\r\n")[0]))
        except (OSError, asyncio.IncompleteReadError):
            self.link = None  # the server closed an idle connection; the next request sends the entry again
            self.figures.errors["connection"] += 1
            return
        if b" 200 " not in answer[:20]:
            self.figures.errors[answer[9:12].decode()] += 1
            return
        if self.figures.is_measuring:
            self.figures.posts.append(time.perf_counter() - start)
        kept = json.loads(data)["kept"]
        self.outbox = {n: waiting for n, waiting in self.outbox.items() if n > kept}

    async def listen(self) -> None:
        """Receive the others' entries."""
        await asyncio.sleep(random.random() * JOIN)
        while not self.figures.is_over:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                address = f"/api/v1/shared/{self.secret_id}/events?since={self.since}-{self.mark}&device={self.device}"
                writer.write(f"GET {address} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                head = await reader.readuntil(b"\r\n\r\n")
                if b" 200 " not in head[:20]:
                    self.figures.errors["events " + head[9:12].decode()] += 1
                else:
                    while line := await reader.readline():
                        if line.startswith(b"data: ") and "seq" in (
                            message := json.loads(line[6:])
                        ):  # others say who is there
                            self.receive(message)
                writer.close()
            except (OSError, asyncio.IncompleteReadError):
                self.figures.errors["events"] += 1
            await asyncio.sleep(random.uniform(0.5, 1.5))

    def receive(self, message: dict) -> None:
        """Record how long a new entry took to arrive."""
        now = time.perf_counter()
        fresh = [
            entry
            for entry in message["values"].values()
            if entry["seq"] > self.since and entry["device"] not in ("", self.handle)
        ]
        if message["seq"] >= self.since:
            self.since, self.mark = message["seq"], message["mark"]
        sent = _time_sent(self.figures, self.phones, self.secret_id, fresh[0]) if len(fresh) == 1 else None
        if self.figures.is_measuring and sent:
            self.figures.delays.append(now - sent)


def _time_sent(figures: Figures, phones: dict[str, Phone], secret_id: str, entry: dict) -> float | None:
    """Return when an entry was made: the latest one of its device with this value."""
    for n in range(phones[entry["device"]].n, 0, -1):
        if [str(n % 20)] == entry["value"]:
            return figures.sent[secret_id, entry["device"], n]
    return None


async def drive(port: int, ids: list[str], pids: list[int]) -> None:
    """Run all phones, measure for some seconds, and print the figures."""
    figures = Figures()
    phones = [
        Phone(port, secret_id, sheet, seat, figures) for sheet, secret_id in enumerate(ids) for seat in range(PHONES)
    ]
    for phone in phones:
        phone.phones |= {other.handle: other for other in phones if other.secret_id == phone.secret_id}
    tasks = [asyncio.ensure_future(work) for phone in phones for work in (phone.listen(), phone.play())]
    await asyncio.sleep(WARM)
    before, start, busy, own = _cpu(pids), time.perf_counter(), _busy(), time.process_time()
    figures.is_measuring = True
    await asyncio.sleep(SECONDS)
    figures.is_measuring = False
    wall = time.perf_counter() - start
    cores, driver, machine = (_cpu(pids) - before) / wall, (time.process_time() - own) / wall, (_busy() - busy) / wall
    memory = _memory(pids[1:])
    figures.is_over = True
    await asyncio.sleep(2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    waiting = sum(len(phone.outbox) for phone in phones)
    print(f"    entry to other phones: {_percentiles(figures.delays)} ms   ({len(figures.delays)} received)")
    print(
        f"    an entry's request:    {_percentiles(figures.posts)} ms   ({len(figures.posts) / SECONDS:.0f} a second)"
    )
    print(f"    {cores:.2f} cores, {memory:.0f} MB in both workers")
    print(
        f"    besides: driver {driver:.2f} cores; other work, including PostgreSQL, "
        f"{machine - cores - driver:.2f} cores"
    )
    print(f"    errors: {dict(figures.errors) or 'none'}; unconfirmed entries at the end: {waiting}", flush=True)


def _percentiles(seconds: list[float]) -> str:
    ordered = sorted(seconds) or [0.0]
    return " / ".join(
        f"{1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.0f}" for share in (0.5, 0.95, 0.99)
    )


def _process_tree(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    found = [pid]
    for one in found:
        found += sorted(children(one))
    return found


def _cpu(pids: list[int]) -> float:
    """Return the CPU seconds of processes."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def _busy() -> float:
    """Return the busy CPU seconds of the machine."""
    fields = [int(field) for field in Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]]
    return (sum(fields) - fields[3] - fields[4]) / TICKS


def _memory(pids: list[int]) -> float:
    """Return the memory of processes in MB; pages that they share are divided among them."""
    total = 0
    for pid in pids:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
        total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def open_sheets(server: Server) -> list[str]:
    """Open the shared sheets, and return their ids."""
    from program import open_sheet

    return [open_sheet(server, "hansa_teutonica", PHONES) for _ in range(SHEETS)]


@contextmanager
def cluster_or_none(database: str) -> Iterator[Cluster | None]:
    """Run PostgreSQL if it is to be measured."""
    if database == "sqlite":
        yield None
    else:
        with running_cluster() as cluster:
            yield cluster


def main() -> None:
    """Measure both databases, with the server in a process of its own."""
    print(
        f"{SHEETS} shared sheets, {PHONES} phones each, an entry every {EVERY:g} s a phone, two workers; p50 "
        "/ p95 / p99"
    )
    for database in os.environ.get("DATABASES", "sqlite postgresql").split():
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            cluster = stack.enter_context(cluster_or_none(database))
            settings = {"DATA_DIR": folder} | ({"DATABASE_URL": cluster.address} if cluster else {})
            server = stack.enter_context(serving(sys.executable, "tally.py", "serve", **settings))
            ids = open_sheets(server)
            pids = _process_tree(server.process.pid)
            print(f"  {database}", flush=True)
            asyncio.run(drive(server.port, ids, pids))


if __name__ == "__main__":
    main()
