"""PgBouncer before a PostgreSQL server, as deploy/ has it: each transaction gets a connection of its pool."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from postgres import find_user, is_up
from serving import ROOT, free_port, wait_until

CONNECTIONS = 3
"""Few, so that statements of one client come to several of them."""


@contextmanager
def running_pool(address: str) -> Iterator[str]:
    """Run PgBouncer before the server of an address; yield the address of the same database behind it."""
    parts, port = urlsplit(address), free_port()
    command = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    assert command, "pgbouncer is not there: `make machines` installs it."
    with tempfile.TemporaryDirectory(prefix="tally-pool-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "users.txt").write_text(f'"{parts.username}" ""\n', encoding="utf-8")
        settings = (ROOT / "deploy" / "pgbouncer.ini").read_text(encoding="utf-8")
        for line, own in (
            ("tally = host=10.0.0.21 port=5432 dbname=tally", f"* = host={parts.hostname} port={parts.port}"),
            ("listen_addr = 10.0.0.31", "listen_addr = 127.0.0.1"), ("listen_port = 6432", f"listen_port = {port}"),
            ("auth_type = scram-sha-256", "auth_type = trust"), ("/etc/pgbouncer/userlist.txt", f"{folder}/users.txt"),
            ("default_pool_size = 8", f"default_pool_size = {CONNECTIONS}"),
        ):  # fmt: skip
            assert line in settings, line
            settings = settings.replace(line, own)
        (folder / "pgbouncer.ini").write_text(settings, encoding="utf-8")
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
