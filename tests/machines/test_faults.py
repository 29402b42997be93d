"""Faults of several machines while phones type and readers look on: nothing that was acknowledged is lost, phones see
503 with Retry-After and nothing else, no request is without an answer, and streams miss nothing.

Processes are real, and the configuration is that of deploy/. One server asks the database itself, the other through
a pool. `make faults` runs all of it, with PHONES, READERS and AGE.
"""

import asyncio
import os
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from coroutines import run_coroutine
from cut_network import CutNetwork
from machine_phones import SEATS, World, dump
from machines import WORKERS, Machines, kill_all, new_machines
from serving import POST, children, receive, wait_until

pytestmark = pytest.mark.long
PHONES, READERS = int(os.environ.get("PHONES", "12")), int(os.environ.get("READERS", "24"))
DOCUMENTS = max(4, PHONES // SEATS)
"""So many that each phone at a shared sheet has a seat of its own."""
EVERY = float(os.environ.get("EVERY", "2"))
"""Mean of the seconds from one change of a phone to its next."""
AGE = float(os.environ.get("AGE", "5"))
"""Seconds since the moment to which the database is restored."""
PATIENCE = 120
COLUMNS = "document_id, name, value"
DISK_MEGABYTES = 300


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    """Machines that each test leaves whole."""
    with new_machines() as running:
        running.up()
        yield running
        assert "notices do not arrive" not in running.logs()


class Trial:
    """One fault: the machines, and what phones see from its beginning."""

    def __init__(self, machines: Machines, world: World) -> None:
        self.machines, self.world = machines, world

    async def do(self, work: Any, *values: Any) -> None:
        """Do something to a machine while phones go on."""
        await asyncio.to_thread(work, *values)

    async def end(self, seconds: float) -> None:
        """Wait until phones and readers know all, within so many seconds; then see that things go on."""
        took = await self.world.settle(seconds)
        self.world.is_typing = True
        await self.world.type_more(1)
        await self.world.settle(PATIENCE)
        await self.world.stop()
        print(f"settled in {took:.1f} s; {self.world.describe()}")

    def check(self, *, refused_pages: bool = False, breaks: bool = False, forgets: bool = False) -> None:
        """Compare what was acknowledged with what is kept, and what was answered with what may be."""
        world = self.world
        log, standing = (
            {
                (row[0], row[1], str(row[2]))
                for row in self.machines.primary.sql(f"SELECT {COLUMNS} FROM {table}", "tally")
            }
            for table in ("document_log", "document_value")
        )
        typed = [one for typist in world.typists for one in typist.kept]
        assert len(typed) >= len(world.typists)
        assert any(one not in log for one in typed) == forgets, "acknowledged and lost"
        last = [(one.document_id, name, dump(value)) for one in world.typists for name, value in one.last.items()]
        assert [one for one in last if one not in standing] == [], "typed last"
        assert world.gaps == 0
        allowed = {200, 503, "reconnected"} | ({"broken"} if breaks else set())
        assert set(world.statuses) <= allowed, world.describe()
        assert world.unexplained == 0, "503 without Retry-After"
        page_statuses = {200} | ({503} if refused_pages else set()) | ({"broken"} if breaks else set())
        assert set(world.pages) <= page_statuses, world.describe()
        assert set(world.streams) <= {200, 503}, world.describe()


@asynccontextmanager
async def trial_of(machines: Machines) -> AsyncIterator[Trial]:
    """Let phones type, until each has had something acknowledged."""
    world = World(machines.port, EVERY)
    await world.open(DOCUMENTS, PHONES, READERS)
    try:
        await world.type_more(2)
        await world.wait_until(lambda: all(one.last for one in world.readers), PATIENCE)
        world.reset()
        yield Trial(machines, world)
    finally:
        await world.stop()


def run(machines: Machines, play: Any, **allowed: Any) -> None:
    """Play a fault, and check what came of it. `seconds` is how soon all is well again."""
    seconds = allowed.pop("seconds", PATIENCE)

    async def live() -> None:
        async with trial_of(machines) as trial:
            await play(trial)
            await trial.end(seconds)
            trial.check(**allowed)

    run_coroutine(live())


# Servers and proxy


def test_killed_server_costs_phones_nothing(machines: Machines) -> None:
    async def play(trial: Trial) -> None:
        await trial.do(machines.kill_server, machines.servers[0])
        await trial.world.type_more(3)
        assert trial.world.statuses[503] == 0
        await trial.do(machines.start_server, machines.servers[0])
        await trial.world.type_more(1)

    run(machines, play)


def test_killed_worker_costs_phones_nothing(machines: Machines) -> None:
    async def play(trial: Trial) -> None:
        await trial.do(kill_all, max(children(machines.pid_of(machines.servers[0]))))
        await trial.world.type_more(3)
        assert trial.world.statuses[503] == 0

    run(machines, play)


@pytest.mark.faults
def test_update_beside_the_old_version_costs_nothing(machines: Machines) -> None:
    """A new server starts, nginx is told, the old one is stopped; and back."""

    async def play(trial: Trial) -> None:
        old, _, new = machines.servers
        for one, following in ((old, new), (new, old)):
            changes = (
                ("10.0.0.11:8000", f"127.0.0.1:{one}"), ("10.0.0.11:8001", f"127.0.0.1:{following}"),
                ("tally@8001", f"tally@{following}"), ("tally@8000", f"tally@{one}"),
            )  # fmt: skip
            await trial.do(machines.run, "Put port 8001 in the place of 8000", *changes)
            await trial.world.type_more(1)
        assert trial.world.statuses[503] == 0

    run(machines, play)


async def restart_in_place(trial: Trial) -> None:
    """Restart one server after the other, with a pause longer than nginx takes a server for failed."""
    for port in trial.machines.servers[:2]:
        await trial.do(trial.machines.stop_server, port)
        await trial.do(trial.machines.start_server, port)
        await trial.world.type_more(4)


@pytest.mark.faults
def test_servers_restarted_in_place_cost_nothing(machines: Machines) -> None:
    async def play(trial: Trial) -> None:
        await restart_in_place(trial)
        assert trial.world.statuses[503] == 0

    run(machines, play)


@pytest.mark.faults
def test_servers_restarted_at_once_are_back_at_once(machines: Machines) -> None:
    async def play(trial: Trial) -> None:
        for port in machines.servers[:2]:
            await trial.do(machines.stop_server, port)
        await trial.world.wait_until(lambda: trial.world.statuses[503], PATIENCE)
        for port in machines.servers[:2]:
            await trial.do(machines.start_server, port)

    run(machines, play, refused_pages=True, seconds=40)


@pytest.mark.faults
def test_reloaded_proxy_costs_phones_nothing(machines: Machines) -> None:
    """Its old workers end their streams, which are opened anew."""

    async def play(trial: Trial) -> None:
        before = children(nginx_of(machines))
        await trial.do(machines.shell, "systemctl reload nginx")
        await trial.world.wait_until(lambda: not before & children(nginx_of(machines)), PATIENCE)
        assert trial.world.statuses[503] == 0

    run(machines, play)


def nginx_of(machines: Machines) -> int:
    """The main process of nginx."""
    return int((machines.folder / "nginx.pid").read_text(encoding="ascii"))


def test_restarted_proxy_is_waited_for(machines: Machines) -> None:
    async def play(trial: Trial) -> None:
        await trial.do(machines.kill, "nginx")
        await trial.world.wait_until(lambda: trial.world.statuses["broken"], PATIENCE)
        await trial.do(machines.start_nginx)

    run(machines, play, breaks=True, seconds=60)


def test_proxy_says_who_a_client_is(machines: Machines) -> None:
    """Whatever it says of itself; and speaks HTTP/2 with who can."""
    told = "".join(
        f"{name}: 203.0.113.9\r\n" for name in ("X-Forwarded-For", "X-Real-IP", "X_Forwarded_For", "Forwarded")
    )
    with connection_to(machines, "127.0.0.5") as connection:
        connection.sendall(f"GET /en/chang_cheng/rules HTTP/1.1\r\nHost: tally.example\r\n{told}\r\n".encode())
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
    with connection_to(machines, "127.0.0.6") as connection:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nHost: tally.example\r\n\r\n")
        assert connection.recv(12) == b"HTTP/1.1 404"
    with connection_to(machines, "127.0.0.7", "h2") as connection:
        assert connection.selected_alpn_protocol() == "h2"
    line = "127.0.0.5 GET /en/chang_cheng/rules 200"
    wait_until(lambda: line in machines.logs())
    assert "203.0.113.9" not in machines.logs()


def test_proxy_sends_slow_clients_away(machines: Machines) -> None:
    """Servers never see them."""
    unfinished = POST % 60_000
    with (
        connection_to(machines, "127.0.0.5") as silent,
        connection_to(machines, "127.0.0.6") as slow,
        connection_to(machines, "127.0.0.7") as long,
    ):
        silent.sendall(unfinished[:30])
        slow.sendall(unfinished + b"{")
        long.sendall(POST % 70_000)
        assert b" 413 " in receive(long)
        assert b" 200 " not in receive(silent)
        assert b" 200 " not in receive(slow)


def connection_to(machines: Machines, source: str, protocol: str = "http/1.1") -> ssl.SSLSocket:
    """Open a connection to the proxy from an address of this machine."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    plain = socket.create_connection(("127.0.0.1", machines.port), timeout=60, source_address=(source, 0))
    return context.wrap_socket(plain)


# The database and its standby


def promote(machines: Machines) -> None:
    """Let the standby take the place of the primary."""
    machines.standby.run("Promote the standby")
    machines.primary, machines.standby = machines.standby, machines.primary
    wait_until(machines.primary.takes_writes)
    ports = (("host=10.0.0.21", f"port={machines.standby.port}"), ("host=10.0.0.22", f"port={machines.primary.port}"))
    machines.run("Point the pool at the new primary", *ports)
    # The copy of the primary's settings names this machine itself, which it would wait for.
    machines.primary.run("Go on without the standby")


def test_promoted_standby_has_all(machines: Machines) -> None:
    """The primary is killed; afterwards its machine becomes the standby."""

    async def play(trial: Trial) -> None:
        await trial.do(machines.primary.kill)
        await trial.world.wait_until(lambda: trial.world.statuses[503], PATIENCE)
        await trial.do(promote, machines)
        await trial.world.type_more(2)
        await trial.do(machines.standby.follow, machines.primary)
        await trial.world.type_more(1)

    run(machines, play)


@pytest.mark.faults
def test_old_primary_that_returns_is_not_believed(machines: Machines) -> None:
    """It is the first in the address and takes writes, but waits for a standby that has gone."""

    async def play(trial: Trial) -> None:
        old = machines.primary
        await trial.do(old.kill)
        await trial.do(promote, machines)
        await trial.world.type_more(1)
        await trial.do(old.start)
        before = sum(trial.world.statuses.values())
        await trial.world.wait_until(lambda: sum(trial.world.statuses.values()) > before + 2 * PHONES, PATIENCE)
        await trial.do(old.kill)
        await trial.world.type_more(1)
        await trial.do(old.follow, machines.primary)

    run(machines, play)


def test_restarted_database_is_waited_for(machines: Machines) -> None:
    async def play(trial: Trial) -> None:
        await trial.do(machines.primary.stop)
        await trial.world.wait_until(lambda: trial.world.statuses[503], PATIENCE)
        await trial.do(machines.primary.start)

    run(machines, play, seconds=60)


@pytest.mark.faults
def test_lost_standby_stops_changes_and_nothing_else(machines: Machines) -> None:
    """Changes wait for it, and are refused meanwhile."""

    async def play(trial: Trial) -> None:
        await trial.do(machines.standby.kill)
        await trial.world.wait_until(lambda: trial.world.statuses[503] > 3 * PHONES, PATIENCE)
        await trial.do(machines.standby.start)

    run(machines, play, seconds=60)


def test_standby_that_is_given_up_is_not_waited_for(machines: Machines) -> None:
    async def play(trial: Trial) -> None:
        await trial.do(machines.standby.kill)
        await trial.world.wait_until(lambda: trial.world.statuses[503], PATIENCE)
        await trial.do(machines.primary.run, "Go on without the standby")
        await trial.world.type_more(2)
        await trial.do(machines.standby.start)
        await trial.do(machines.primary.run, "Wait for the standby", ("pg2", machines.standby.name))
        await trial.world.type_more(1)

    run(machines, play)


def test_killed_pool_is_waited_for(machines: Machines) -> None:
    """The server that asks through it refuses changes meanwhile; the other goes on."""

    async def play(trial: Trial) -> None:
        await trial.do(machines.kill, "pgbouncer")
        await trial.world.wait_until(lambda: trial.world.statuses[503] and trial.world.statuses[200], PATIENCE)
        await trial.do(machines.start_pool)

    run(machines, play, seconds=60)


@pytest.mark.faults
def test_minute_without_a_network_is_made_up_in_seconds() -> None:
    """Between the servers and the primary nothing arrives, and no connection ends."""
    with new_machines() as machines, CutNetwork(f"postgresql://127.0.0.1:{machines.primary.port}/") as network:
        machines.up(urlsplit(network.address).port or 0)

        async def play(trial: Trial) -> None:
            network.cut()
            await asyncio.sleep(60)
            network.mend()

        run(machines, play, seconds=15)
        assert 0 < machines.logs().count("The database does not answer") <= 2 * WORKERS, "one line for each worker"


# Restores

GO_ON, RESTARTED, AWAY = "servers go on", "servers are restarted", "half of the phones are away"


def back_up(machines: Machines) -> None:
    """Take a base backup."""
    port, folder = machines.primary.port, machines.folder / "backups"
    machines.shell("systemctl start tally-backup", PGPORT=str(port), BACKUPS=str(folder))


def restore(machines: Machines, moment: datetime) -> None:
    """Set the database back to a moment, and make its standby anew."""
    primary, standby = machines.primary, machines.standby
    for one in (standby, primary):
        one.stop()
    primary.run(
        "Restore to a moment", ("2026-11-27 21:30:00+00", str(moment)), ("postgres:", f"{machines.user or ''}:")
    )
    wait_until(primary.takes_writes)
    primary.run("Forget the moment")
    primary.run("Go on without the standby")
    standby.follow(primary)


def archive(machines: Machines) -> None:
    """Wait until all that was written so far is in the archive; by itself that takes up to a minute."""
    ((name,),) = machines.primary.sql("SELECT pg_walfile_name(pg_switch_wal())")
    wait_until((machines.folder / "archive" / str(name)).exists)


async def set_back(trial: Trial, age: float, *ways: str) -> None:
    """Restore to one moment again and again while phones type, at first when it is `age` seconds ago.

    Since the moment they typed into other fields than after a restore, so that nothing is repaired by chance.
    """
    machines, world = trial.machines, trial.world
    await trial.do(back_up, machines)
    await world.type_more(2)
    moment: Any = machines.primary.sql("SELECT now()")[0][0]
    for way in ways:
        for one in world.typists:
            one.fields = range(2)
        world.is_typing = True
        await world.type_more(4)
        await asyncio.sleep(max(0, age - (datetime.now(UTC) - moment).total_seconds()))
        await trial.do(archive, machines)
        for one in world.typists[: PHONES // 2] if way == AWAY else []:
            one.is_off = True
        await trial.do(restore, machines, moment)
        for one in world.typists:
            one.fields = range(2, 4)
            one.is_off = False
        if way == RESTARTED:
            await restart_in_place(trial)
        await world.type_more(2)
        took = await world.settle(PATIENCE)
        trial.check(forgets=True)
        typed = sum(len(one.kept) for one in world.typists)
        print(f"{way}: {typed} changes acknowledged so far, settled in {took:.1f} s")
    world.is_typing = True


def test_phones_make_up_what_a_restore_forgot(machines: Machines) -> None:
    """The servers go on, and streams are of the restored history at the end."""

    async def play(trial: Trial) -> None:
        await set_back(trial, 0, GO_ON)

    run(machines, play, forgets=True)


@pytest.mark.faults
def test_phones_make_up_restores_of_minutes(machines: Machines) -> None:
    """Those that are away see no failure, and others have gone on meanwhile."""

    async def play(trial: Trial) -> None:
        await set_back(trial, AGE, GO_ON, RESTARTED, AWAY)

    run(machines, play, forgets=True)


# The disk


@pytest.mark.faults
def test_full_disk_is_waited_for() -> None:
    """The primary's disk is full; PostgreSQL may stop then, and is started again when there is room."""
    with new_machines() as machines, small_disk(machines) as disk:
        machines.up()

        async def play(trial: Trial) -> None:
            ballast = disk / "ballast"
            await trial.do(fill, ballast)
            await trial.world.wait_until(lambda: trial.world.statuses[503] > PHONES, PATIENCE)
            ballast.unlink()
            if not await asyncio.to_thread(machines.primary.takes_writes):
                await trial.do(machines.primary.start)

        run(machines, play)


@contextmanager
def small_disk(machines: Machines) -> Iterator[Path]:
    """Give the primary a disk of its own, which a test can fill."""
    disk = machines.primary.folder
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "tmpfs", str(disk)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"A disk that can be filled needs root: {done.stderr}"
    machines.give(disk)
    try:
        yield disk
    finally:
        machines.down()
        subprocess.run(["umount", str(disk)], check=True)


def fill(ballast: Path) -> None:
    """Fill a disk."""
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1 << 16))
