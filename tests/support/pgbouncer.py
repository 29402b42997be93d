"""PgBouncer before a PostgreSQL server, which gives each transaction a connection of its pool."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from postgres import NO_ROOT, exists, is_up
from serving import free_port, wait_until

CONNECTIONS = 3
"""Few, so that statements of one client come to several of them."""
SETTINGS = """
[databases]
* = host={host} port={server_port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users.txt
pool_mode = transaction
default_pool_size = {connections}
"""


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
        settings = SETTINGS.format(
            host=parts.hostname, server_port=parts.port, port=port, folder=folder, connections=CONNECTIONS
        )
        (folder / "pgbouncer.ini").write_text(settings, encoding="utf-8")
        user = next(user for user in NO_ROOT if exists(user)) if os.getuid() == 0 else None
        process = subprocess.Popen([command, "-q", str(folder / "pgbouncer.ini")], user=user, stderr=subprocess.DEVNULL)
        pool = f"postgresql://{parts.username}@127.0.0.1:{port}{parts.path}"
        try:
            wait_until(lambda: process.poll() is not None or is_up(pool))
            assert process.poll() is None
            yield pool
        finally:
            process.kill()
            process.wait()
