"""A PostgreSQL server for tests: that of TEST_DATABASE_URL, or one of their own in a folder; and a pool before it."""

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from serving import ROOT, free_port, wait_until

NO_ROOT = ("postgres", "nobody")
"""Users for PostgreSQL, which refuses to run as root: the first that is there."""
POOL_CONNECTIONS = 3
"""Few, so that statements of one client come to several of them."""


class Cluster:
    """A server of the tests' own, which they can stop and start."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        if user := find_user():
            shutil.chown(folder, user)
            folder.chmod(0o755)
        create_cluster(folder / "data", "tally")

    @property
    def address(self) -> str:
        """The address of the database that is always there."""
        return f"postgresql://tally@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c max_connections=60"
        run_command(
            "pg_ctl", "-D", str(self._folder / "data"), "-w", "-l", str(self._folder / "log"), "-o", options, "start"
        )

    def stop(self) -> None:
        """Stop at once, whoever is connected."""
        run_command("pg_ctl", "-D", str(self._folder / "data"), "-w", "-m", "fast", "stop")


def create_cluster(data: Path, owner: str) -> None:
    """Make an empty cluster, which asks for no passwords."""
    run_command("initdb", "-D", str(data), "-U", owner, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")


def run_command(command: str, *arguments: str) -> None:
    """Run a command of PostgreSQL as its user."""
    subprocess.run(
        [str(find(command)), *arguments],
        user=find_user(),
        cwd="/",
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=300,
    )


def find_user() -> str | None:
    """Return the user that root runs PostgreSQL as; None where this process is not root."""
    return next(user for user in NO_ROOT if exists(user)) if os.getuid() == 0 else None


def exists(user: str) -> bool:
    """Whether this machine has a user of this name."""
    try:
        return bool(pwd.getpwnam(user))
    except KeyError:
        return False


def find(command: str) -> Path:
    """Debian keeps the server's commands out of the way, in a folder for each version."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(command) or next((folder / command for folder in folders if (folder / command).exists()), None)
    assert found, f"{command} is not there: `make postgres` installs it, or TEST_DATABASE_URL names a server."
    return Path(found)


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A cluster that runs until the tests are done, in a folder that its own user can reach."""
    with tempfile.TemporaryDirectory(prefix="tally-postgres-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


@contextmanager
def new_database(address: str) -> Iterator[str]:
    """The address of an empty database on a server, which is dropped at the end."""
    name = f"tally_test_{secrets.token_hex(6)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield address.rpartition("/")[0] + f"/{name}"
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def is_up(address: str) -> bool:
    """Whether a server takes connections."""
    try:
        psycopg.connect(address, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def wait_for(address: str) -> None:
    """Wait until a server takes connections."""
    wait_until(lambda: is_up(address))


def write_pool(folder: Path, user: str, port: int, database: str, connections: int) -> None:
    """Write PgBouncer's settings as deploy/ has them, for this machine; `database` is the line of the database."""
    (folder / "userlist.txt").write_text(f'"{user}" ""\n', encoding="utf-8")
    settings = (ROOT / "deploy" / "pgbouncer.ini").read_text(encoding="utf-8")
    for line, own in (
        ("tally = host=10.0.0.21 port=5432 dbname=tally", database), ("/etc/pgbouncer/", f"{folder}/"),
        ("listen_addr = 10.0.0.31", "listen_addr = 127.0.0.1"), ("listen_port = 6432", f"listen_port = {port}"),
        ("auth_type = scram-sha-256", "auth_type = trust"),
        ("default_pool_size = 8", f"default_pool_size = {connections}"),
    ):  # fmt: skip
        assert line in settings, line
        settings = settings.replace(line, own)
    (folder / "pgbouncer.ini").write_text(settings, encoding="utf-8")


@contextmanager
def running_pool(address: str) -> Iterator[str]:
    """Run PgBouncer before a server; yield the address of the same database behind it."""
    parts, port = urlsplit(address), free_port()
    command = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    assert command, "pgbouncer is not there: `make machines` installs it."
    with tempfile.TemporaryDirectory(prefix="tally-pool-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        write_pool(folder, parts.username or "", port, f"* = host={parts.hostname} port={parts.port}", POOL_CONNECTIONS)
        process = subprocess.Popen(
            [command, "-q", str(folder / "pgbouncer.ini")], user=find_user(), stderr=subprocess.DEVNULL
        )
        pool = f"postgresql://{parts.username}@127.0.0.1:{port}{parts.path}"
        try:
            wait_until(lambda: process.poll() is not None or is_up(pool))
            assert process.poll() is None
            yield pool
        finally:
            process.kill()
            process.wait()
