"""Several machines as docs/deploying.md describes them, on one: nginx, two servers, a database and its standby.

The files of deploy/ are used as they are, with other addresses and folders; and so are the commands of the page.
"""

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import psycopg
from postgres import create_cluster, find, find_user, wait_for, write_pool
from serving import HEALTH, ROOT, children, environment, free_port, wait_until

DEPLOY = ROOT / "deploy"
HOSTS = "10.0.0.21,10.0.0.22"
"""The machines of the database in docs/deploying.md."""
WORKERS = int(os.environ.get("WORKERS", "2"))
SUDO = """#!/bin/bash
# Stands in for sudo -u postgres.
shift 2
{become} "$@"
"""


class Database:
    """A machine of the database."""

    def __init__(self, machines: "Machines", name: str) -> None:
        self.machines, self.name, self.port = machines, name, free_port()
        self.folder = machines.folder / name
        self.folder.mkdir(exist_ok=True)
        machines.give(self.folder)
        settings = (DEPLOY / "postgresql.conf").read_text(encoding="utf-8")
        settings = machines.replace(settings).replace("'10.0.0.21'", "'127.0.0.1'").replace("= 'pg1'", f"= '{name}'")
        # What a killed process has written is there all the same; only a machine that goes off loses it.
        settings += f"port = {self.port}\nunix_socket_directories = ''\nfsync = off\n"
        (machines.folder / f"{name}.conf").write_text(settings, encoding="utf-8")

    @property
    def data(self) -> Path:
        """The folder of its data."""
        return self.folder / "main"

    @property
    def pid(self) -> int:
        """Its main process."""
        return int((self.data / "postmaster.pid").read_text(encoding="ascii").splitlines()[0])

    def create(self) -> None:
        """Make an empty cluster, and start it."""
        create_cluster(self.data, "postgres")
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write("include_if_exists '../settings.conf'\n")
        self.place_settings()
        self.start()
        self.run("Make the database")

    def place_settings(self) -> None:
        """Put the machine's own settings beside its data, as Debian has them in /etc."""
        shutil.copy(self.machines.folder / f"{self.name}.conf", self.folder / "settings.conf")

    def run(self, title: str, *changes: tuple[str, str]) -> None:
        """Run a block of commands of docs/deploying.md on this machine."""
        self.machines.run(title, *changes, PGDATA=str(self.data), PGPORT=str(self.port))

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        self.machines.shell("systemctl start postgresql@15-main", PGDATA=str(self.data))

    def stop(self) -> None:
        """Stop it at once, whoever is connected."""
        self.machines.shell("systemctl stop postgresql@15-main", PGDATA=str(self.data))

    def kill(self) -> None:
        """Kill its processes, as when the machine goes off."""
        kill_all(self.pid)
        (self.data / "postmaster.pid").unlink()

    def sql(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Return the rows of a statement."""
        with psycopg.connect(
            f"postgresql://postgres@127.0.0.1:{self.port}/{database}", autocommit=True, connect_timeout=10
        ) as connection:
            cursor = connection.execute(statement)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []

    def takes_writes(self) -> bool:
        """Whether it is up, and no standby."""
        try:
            return self.sql("SELECT pg_is_in_recovery()") == [(False,)]
        except psycopg.OperationalError:
            return False

    def follow(self, primary: "Database") -> None:
        """Become the standby of another machine, which waits for it from then on."""
        changes = (("-h 10.0.0.21", f"-h 127.0.0.1 -p {primary.port}"), ("pg2", self.name))
        self.place_settings()
        self.data.mkdir(exist_ok=True)
        self.run("Make a standby", *changes)
        primary.run("Wait for the standby", ("pg2", self.name))
        wait_until(lambda: primary.sql("SELECT sync_state FROM pg_stat_replication") == [("sync",)])


class Machines:
    """All of them, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.chmod(0o755)
        self.user = find_user()
        for name in ("archive", "backups", "tls", "log", "bin", "units"):
            (folder / name).mkdir()
            self.give(folder / name)
        self.path = f"{folder}/bin:{find('initdb').resolve().parent}:{os.environ['PATH']}:/usr/sbin"
        for command in ("nginx", "pgbouncer", "curl", "openssl"):
            assert shutil.which(command, path=self.path), f"{command} is not there: `make machines` installs it."
        self._write_stand_ins()
        self._write_units()
        self.port, self._plain_port, self._own_port, self.pool_port = (free_port() for _ in range(4))
        self.servers = [free_port() for _ in range(3)]
        self.databases = [Database(self, "pg1"), Database(self, "pg2")]
        self.primary, self.standby = self.databases

    def give(self, path: Path) -> None:
        """Let PostgreSQL own a path."""
        if self.user:
            shutil.chown(path, self.user)

    def _write_stand_ins(self) -> None:
        become = f"exec setpriv --reuid={self.user} --regid={self.user} --clear-groups" if self.user else "exec"
        systemctl = (ROOT / "tests" / "support" / "systemctl").read_text(encoding="utf-8")
        for name, text in (("systemctl", systemctl), ("sudo", SUDO.format(become=become))):
            file = self.folder / "bin" / name
            file.write_text(text, encoding="utf-8")
            file.chmod(0o755)

    def _write_units(self) -> None:
        """Write the units of deploy/ and docs/ with programs and settings of this machine."""
        by_hand = self.folder / "units" / "postgresql@15-main.service.d" / "tally.conf"
        by_hand.parent.mkdir()
        shutil.copy(DEPLOY / "postgresql-by-hand.conf", by_hand)
        for file in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer"), ROOT / "docs" / "tally.service"):
            text = file.read_text(encoding="utf-8")
            for path, own in (
                ("/usr/local/lib/tally/bin/tally", f"{sys.executable} {ROOT / 'tally.py'}"),
                ("/usr/local/lib/tally/backup", str(DEPLOY / "backup")), ("/etc/", f"{self.folder}/"),
            ):  # fmt: skip
                text = text.replace(path, own)
            (self.folder / "units" / file.name).write_text(text, encoding="utf-8")

    def replace(self, text: str) -> str:
        """Return a file or commands with this machine's folders and addresses."""
        for path, own in (
            ("/var/lib/postgresql/15/main", "$PGDATA"), ("/srv/", f"{self.folder}/"),
            ("/etc/nginx/", f"{self.folder}/"), ("/etc/pgbouncer/", f"{self.folder}/"),
            ("/run/nginx.pid", f"{self.folder}/nginx.pid"), ("/var/log/nginx/", f"{self.folder}/log/"),
            ("/etc/ssl/tally.example/", f"{self.folder}/tls/"),
        ):  # fmt: skip
            text = text.replace(path, own)
        return text

    def shell(self, commands: str, **variables: str) -> None:
        """Run commands with the stand-ins for systemd and sudo; fail if one of them does."""
        variables |= {"PATH": self.path, "PGHOST": "127.0.0.1", "PGUSER": "postgres"}
        done = subprocess.run(
            ["bash", "-euc", commands], cwd="/", env=environment(**variables),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False,
        )  # fmt: skip
        if done.returncode:
            logs = [*self.folder.glob("pg*/main.log")]
            ends = [f"{file.parent.name}: {file.read_text(encoding='utf-8')[-2000:]}" for file in logs]
            raise AssertionError("\n".join([commands, done.stdout.decode(), *ends]))

    def block(self, title: str, *changes: tuple[str, str]) -> str:
        """Return the block of docs/deploying.md that begins with a comment, with this machine's folders."""
        page = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
        found = re.search(rf"(?m)^```\n# {re.escape(title)}\n((?:(?!```).*\n)+)```$", page)
        assert found, f"docs/deploying.md has no block “{title}”"
        text = self.replace(found[1])
        for old, new in changes:
            assert old in text, f"{title}: {old}"
            text = text.replace(old, new)
        return text

    def run(self, title: str, *changes: tuple[str, str], **variables: str) -> None:
        """Run a block of docs/deploying.md."""
        self.shell(self.block(title, *changes), **variables)

    def up(self, primary_port: int = 0, *, has_pool: bool = True) -> None:
        """Start everything. `primary_port` is where servers take the primary to be, if there is something between.

        Every other server asks the database through the pool if there is one.
        """
        self.primary.create()
        self.standby.follow(self.primary)
        primary_port = primary_port or self.primary.port
        write_pool(self.folder, "tally", self.pool_port, f"tally = host=127.0.0.1 port={primary_port} dbname=tally", 8)
        self.start_pool()
        self._hosts = f"127.0.0.1:{primary_port},127.0.0.1:{self.standby.port}"
        key = ("the same 32 characters or more on every machine", secrets.token_hex())
        common = self.block("/etc/tally.conf, mode 600", ("10.0.0.11", "127.0.0.1"), (HOSTS, self._hosts), key)
        (self.folder / "tally.conf").write_text(f"{common}WORKERS={WORKERS}\nACCESS_LOG=1\n", encoding="utf-8")
        for port in self.servers[::2] if has_pool else []:
            self.use_pool(port)
        self.start_server(self.servers[0], waits=False)
        self.start_server(self.servers[1])
        self.write_nginx(*self.servers[:2])
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=tally.example",
             "-keyout", "tls/privkey.pem", "-out", "tls/fullchain.pem"],
            cwd=self.folder, check=True, capture_output=True,
        )  # fmt: skip
        self.start_nginx()

    def down(self) -> None:
        """Kill everything."""
        kill_below(self.folder)

    # Servers

    def start_server(self, port: int, *, waits: bool = True) -> None:
        """Start a server, and wait until it answers."""
        self.shell(f"systemctl start tally@{port}")
        if waits:
            for one in self.servers:
                if (self.folder / f"tally-{one}.pid").exists():
                    wait_until(lambda one=one: answers_at(one))

    def stop_server(self, port: int) -> None:
        """Stop a server as systemd does."""
        self.shell(f"systemctl stop tally@{port}")

    def pid_of(self, port: int) -> int:
        """The main process of a server."""
        return int((self.folder / f"tally-{port}.pid").read_text(encoding="ascii"))

    def kill_server(self, port: int) -> None:
        """Kill a server's processes, as when its machine goes off."""
        kill_all(self.pid_of(port))
        (self.folder / f"tally-{port}.pid").unlink()

    def logs(self) -> str:
        """All that servers have logged."""
        return "".join(file.read_text(encoding="utf-8") for file in self.folder.glob("tally-*.log"))

    # The pool and nginx

    @property
    def pool_address(self) -> str:
        """The address of the database behind the pool."""
        return f"postgresql://tally@127.0.0.1:{self.pool_port}/tally"

    def use_pool(self, port: int) -> None:
        """Let a server ask the database through the pool, from its next start on."""
        pool = ("10.0.0.31:6432", f"127.0.0.1:{self.pool_port}")
        settings = self.block("/etc/tally.conf, with a pool", pool, (HOSTS, self._hosts))
        (self.folder / f"tally@{port}.conf").write_text(settings, encoding="utf-8")

    @property
    def pool_pid(self) -> int:
        """The process of the pool."""
        return int((self.folder / "pgbouncer.pid").read_text(encoding="ascii"))

    def start_pool(self) -> None:
        """Start the pool, and wait until it takes connections."""
        self.shell("systemctl start pgbouncer")
        wait_for(self.pool_address)

    def write_nginx(self, one: int, other: int) -> None:
        """Write the configuration of nginx with these servers."""
        text = self.replace((DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
        temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        changes = [
            ("10.0.0.11:8000", f"127.0.0.1:{one}"), ("10.0.0.12:8000", f"127.0.0.1:{other}"),
            ("listen 443 ", f"listen 127.0.0.1:{self.port} "), ("listen 80;", f"listen 127.0.0.1:{self._plain_port};"),
            ("listen 127.0.0.1:8081", f"listen 127.0.0.1:{self._own_port}"),
            ("http {\n", "http {\n" + "".join(f"    {name}_temp_path {self.folder}/{name};\n" for name in temporary)),
            # Everybody here has the same address.
            ("rate=50r/s", "rate=5000r/s"), ("limit_conn connections 1000", "limit_conn connections 9000"),
        ]  # fmt: skip
        if not self.user:
            changes.append(("user www-data;", ""))
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (self.folder / "nginx.conf").write_text(text, encoding="utf-8")

    def start_nginx(self) -> None:
        """Start nginx, which waits until it listens."""
        self.shell(f"nginx -c {self.folder}/nginx.conf -p {self.folder}/")

    def kill(self, name: str) -> None:
        """Kill nginx or the pool, with its child processes."""
        file = self.folder / f"{name}.pid"
        if file.exists():
            kill_all(int(file.read_text(encoding="ascii")))
            file.unlink()


def answers_at(port: int) -> bool:
    """Whether a server answers."""
    with suppress(OSError), closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", HEALTH)
        return connection.getresponse().status == 200
    return False


def kill_all(pid: int) -> None:
    """Kill a process and all below it."""
    below = children(pid)
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    for child in below:
        kill_all(child)
    wait_until(lambda: is_gone(pid))


def kill_below(folder: Path) -> None:
    """Kill whatever has a file with its process id in a folder of machines."""
    for file in (*folder.glob("*.pid"), *folder.glob("pg*/main/postmaster.pid")):
        kill_all(int(file.read_text(encoding="ascii").split()[0]))
        file.unlink(missing_ok=True)


def is_gone(pid: int) -> bool:
    """Whether a process has ended, though nobody may have asked how."""
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return True


@contextmanager
def new_machines() -> Iterator[Machines]:
    """Machines that are not up yet, in a folder that PostgreSQL's own user can reach; they are killed at the end.

    They are processes that no other waits for: where this one is killed, another ends them.
    """
    with tempfile.TemporaryDirectory(prefix="tally-machines-", ignore_cleanup_errors=True) as folder:
        watching = [sys.executable, __file__, folder]
        with subprocess.Popen(watching, stdin=subprocess.PIPE, start_new_session=True) as watcher:
            machines = Machines(Path(folder))
            try:
                yield machines
            finally:
                machines.down()
                watcher.communicate()


def main() -> None:
    """Wait for the end of the process that made the machines of a folder, and leave nothing of them."""
    folder = Path(sys.argv[1])
    sys.stdin.read()
    kill_below(folder)
    for disk in folder.glob("pg*"):
        if disk.is_mount():
            subprocess.run(["umount", str(disk)], check=True)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
