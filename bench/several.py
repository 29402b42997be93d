"""What a second server and a standby cost: syncs a second, CPU time of a sync, and streams, on PostgreSQL.

The machines are those of `make faults`: two servers, a primary and its standby, which has each change on its disk
before the phone hears of it. Phones send their next change at once, to the servers directly. CPU time is that of the
machines' own processes, so that other work makes the rates smaller and hardly these.
"""

import asyncio
import json
import os
import socket
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from document_phone import Phone
from machines import Machines, new_machines
from postgres import find
from serving import children, free_port

SECONDS, PHONES, STREAMS = (
    int(os.environ.get(*one)) for one in (("SECONDS", "8"), ("PHONES", "24"), ("STREAMS", "1000"))
)
DELAY = 0.002
"""Seconds to the standby and back, of a network between two buildings."""
TICKS = os.sysconf("SC_CLK_TCK")
Link = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connect(port: int) -> Link:
    """Open a connection to a server."""
    return await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)


async def ask(link: Link, path: str, body: Any, address: str) -> Any:
    """Post JSON, and return the answer's."""
    reader, writer = link
    text = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text)
    answer = (await reader.readuntil(b"\r\n\r\n")).lower()
    data = await reader.readexactly(int(answer.partition(b"content-length: ")[2].split(b"\r\n")[0]))
    assert answer.split()[1] in (b"200", b"201"), data
    return json.loads(data)


async def open_groups(port: int, count: int) -> list[str]:
    """Return the links of new groups."""
    link = await connect(port)
    made = [await ask(link, "/api/v1/groups", {"name": "Friday"}, f"10.9.{n // 200}.{n % 200}") for n in range(count)]
    link[1].close()
    return [str(one["write"]) for one in made]


def with_children(pid: int) -> set[int]:
    """A process and all below it."""
    return {pid}.union(*(with_children(child) for child in children(pid)))


def cpu_of(pids: set[int]) -> float:
    """CPU seconds of processes."""
    total = 0.0
    for pid in pids:
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="latin-1").rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / TICKS
    return total


def memory_of(pids: set[int]) -> int:
    """Kilobytes of processes, what they share counted once."""
    lines = [line for pid in pids for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


async def measure_syncs(machines: Machines, ports: list[int], label: str) -> None:
    """Measure as many syncs as phones get answered."""
    links, took, is_measuring = await open_groups(ports[0], PHONES), [], False

    async def play(number: int) -> None:
        phone, link, secret = Phone(), await connect(ports[number % len(ports)]), links[number]
        while True:
            start = time.perf_counter()
            phone.type("people/Ann", f"Change {phone.n}", start)
            body = phone.requests(start)[0]
            answer = await ask(link, f"/api/v1/groups/{secret}/sync", body, f"10.1.0.{number}")
            phone.receive(answer, body, time.perf_counter())
            if is_measuring:
                took.append(time.perf_counter() - start)

    tasks = [asyncio.ensure_future(play(number)) for number in range(PHONES)]
    await asyncio.sleep(2)
    servers = set().union(*(with_children(machines.pid_of(port)) for port in ports))
    databases = set().union({machines.pool_pid}, *(with_children(one.pid) for one in machines.databases))
    before, is_measuring, start = (cpu_of(servers), cpu_of(databases)), True, time.perf_counter()
    await asyncio.sleep(SECONDS)
    is_measuring, seconds = False, time.perf_counter() - start
    used = (cpu_of(servers) - before[0], cpu_of(databases) - before[1])
    for task in tasks:
        assert not task.done(), task.exception()
        task.cancel()
    took.sort()
    print(
        f"{label}: {len(took) / seconds:.0f} syncs/s; Tally {1000 * used[0] / len(took):.1f} ms, PostgreSQL "
        f"{1000 * used[1] / len(took):.1f} ms of CPU time a sync; p50 {1000 * took[len(took) // 2]:.0f} ms, "
        f"p99 {1000 * took[int(0.99 * len(took))]:.0f} ms",
        flush=True,
    )


async def measure_streams(machines: Machines, port: int) -> None:
    """Measure the memory of open streams, and how long a change takes to reach them all."""
    links = await open_groups(port, STREAMS // 20)
    pids = with_children(machines.pid_of(port))
    base, readers = memory_of(pids), []
    for number in range(STREAMS):
        link = await connect(port)
        head = f"GET /api/v1/groups/{links[number // 20]}/events HTTP/1.1\r\nHost: x\r\n"
        link[1].write(f"{head}X-Forwarded-For: 10.2.{number % 200}.1\r\n\r\n".encode())
        await link[0].readuntil(b"Friday")
        readers.append(link)
    grown = memory_of(pids) - base
    link, before, start = await connect(port), cpu_of(pids), time.perf_counter()
    waiting = [asyncio.ensure_future(reader.readuntil(b"Change")) for reader, _ in readers]
    for secret in links:
        phone = Phone()
        phone.type("people/Ann", "Change", 0)
        await ask(link, f"/api/v1/groups/{secret}/sync", phone.requests(0)[0], "10.1.0.1")
    await asyncio.gather(*waiting)
    seconds, used = time.perf_counter() - start, cpu_of(pids) - before
    print(
        f"{STREAMS} streams: {grown / STREAMS:.0f} KB each; a change in each of {len(links)} groups reached all in "
        f"{seconds:.1f} s, with {1000 * used / STREAMS:.2f} ms of CPU time a stream",
        flush=True,
    )


class SlowNetwork:
    """Forwards connections to a port, what is sent arriving half of DELAY later."""

    def __init__(self, target: int) -> None:
        self.port, self._target = free_port(), target
        threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True).start()

    async def _run(self) -> None:
        server = await asyncio.start_server(self._forward, "127.0.0.1", self.port)
        await server.serve_forever()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self._target)
        await asyncio.gather(self._pass(reader, other_writer), self._pass(other_reader, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        loop = asyncio.get_running_loop()
        while data := await reader.read(1 << 16):
            loop.call_later(DELAY / 2, writer.write, data)


def measure_commits(machines: Machines, label: str) -> None:
    """Measure what the database alone commits, for 16 clients that each write a little."""
    script = machines.folder / "insert.sql"
    script.write_text("INSERT INTO little VALUES (1);\n", encoding="utf-8")
    machines.primary.sql("CREATE TABLE IF NOT EXISTS little (number int)", "tally")
    arguments = ("-n", "-c", "16", "-T", str(SECONDS), "-f", str(script), "-h", "127.0.0.1", "-U", "postgres")
    done = subprocess.run(
        [find("pgbench"), *arguments, "-p", str(machines.primary.port), "tally"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    print(f"{label}: {done.stdout.partition('tps = ')[2].split('.')[0]} commits/s of pgbench", flush=True)


def main() -> None:
    """Measure all."""
    with new_machines() as machines:
        machines.up(has_pool=False)
        one, both = machines.servers[:1], machines.servers[:2]
        print(f"load of the machine: {os.getloadavg()[0]:.0f}; {len(os.sched_getaffinity(0))} cores", flush=True)
        for _ in range(2):
            asyncio.run(measure_syncs(machines, one, "one server"))
            asyncio.run(measure_syncs(machines, both, "two servers"))
        measure_commits(machines, "the standby next door")
        asyncio.run(measure_streams(machines, one[0]))
        slow = SlowNetwork(machines.primary.port)
        machines.standby.sql(f"ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port={slow.port} user=postgres'")
        machines.standby.stop()
        machines.standby.start()
        away = f"the standby {1000 * DELAY:.0f} ms away"
        asyncio.run(measure_syncs(machines, both, f"two servers, {away}"))
        measure_commits(machines, away)
        for port in both:
            machines.stop_server(port)
            machines.use_pool(port)
            machines.start_server(port)
        asyncio.run(measure_syncs(machines, both, f"two servers through PgBouncer, {away}"))


if __name__ == "__main__":
    main()
