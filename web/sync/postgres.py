"""PostgreSQL: its addresses, with one host or several, and what keeps a server that does not answer from holding up the
workers.

Each use of a connection has a deadline, which `statement_timeout` could not set: it does not count the wait of a commit
for a standby. While the database is away, requests are refused at once instead of waiting.
"""

import contextlib
import os
import re
import socket
import threading
import time
from typing import Any
from urllib.parse import parse_qsl, urlencode

from sqlalchemy import URL, Engine, event

from web.common.start import StartError
from web.sync.metrics import AWAY, Outage, say_reason

DEADLINE_SECONDS = 4.0
"""The longest use of a connection, the commit included."""
LOOK_SECONDS = 0.25
PROBE_SECONDS = 0.5
"""Pause between two attempts to find the database back."""
_guards: dict[Engine, "Guard"] = {}
_WAITING = {
    "connect_timeout": "3", "tcp_user_timeout": "5000", "keepalives_idle": "5", "keepalives_interval": "2",
    "keepalives_count": "2",
}  # fmt: skip
"""What libpq is told of waiting, where an address says nothing else; `tcp_user_timeout` is in milliseconds."""
_HOST_AND_PORT = re.compile(r"([^:/,\[\]]+):(\d*)")


def read_address(name: str, text: str) -> URL:
    """Return the address in the setting `name` in a form that libpq and SQLAlchemy understand alike.

    Several hosts are `a:1,b:2` before the database or `host=a,b&port=1,2` after it, as in libpq, or `host=a:1&host=b:2`
    as in SQLAlchemy. Raises StartError.
    """
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        found = conninfo_to_dict(_as_libpq("postgresql" + text[text.index(":") :]))
    except (psycopg.ProgrammingError, ValueError):  # whose reason may quote the password
        found = {"port": "none"}
    named = {key: str(value) for key, value in found.items()}
    host, port = named.pop("host", ""), named.pop("port", "")
    if not re.fullmatch(r"[\d,]*", port) or ("," in host and ":" in host):
        raise StartError(
            f"{name} must be an address such as postgresql://tally:password@localhost/tally; several hosts are names "
            "or IPv4 addresses, with a comma between: postgresql://tally:password@one:5432,two:5432/tally."
        )
    user, password, database = (named.pop(key, None) for key in ("user", "password", "dbname"))
    if "," in host + port or host.startswith("/"):
        named |= {"host": host} | ({"port": port} if port else {})  # where SQLAlchemy and libpq both look
        host = port = ""
    number = int(port) if port else None
    return URL.create("postgresql+psycopg", user, password, host or None, number, database, _WAITING | named)


def write_address(address: URL) -> str:
    """Return an address for libpq."""
    return address.set(drivername="postgresql").render_as_string(hide_password=False)


def _as_libpq(text: str) -> str:
    """Return an address with SQLAlchemy's `host=a:1&host=b:2` written as libpq's `host=a,b&port=1,2`."""
    start, _, query = text.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    hosts = [value for key, value in pairs if key == "host"]
    if len(hosts) < 2 and not any(_HOST_AND_PORT.fullmatch(host) for host in hosts):
        return text
    ends = [found.groups() if (found := _HOST_AND_PORT.fullmatch(host)) else (host, "") for host in hosts]
    others = [pair for pair in pairs if pair[0] not in ("host", "port")]
    joined = [(key, ",".join(part)) for key, part in zip(("host", "port"), zip(*ends, strict=True), strict=True)]
    return f"{start}?{urlencode(others + joined)}"


def guard_of(engine: Engine) -> "Guard | None":
    """Return the guard of an engine, which only PostgreSQL has."""
    return _guards.get(engine)


class Guard:
    """Watches the connections of an engine, in two threads of each process: a probe that waits delays no deadline."""

    def __init__(self, engine: Engine) -> None:
        self._outage = Outage(AWAY)
        self._engine = engine
        self._address = write_address(engine.url)
        self._uses: dict[int, tuple[float, Any]] = {}
        self._pid = 0
        event.listen(engine, "checkout", self._check_out)
        event.listen(engine, "checkin", self._check_in)
        _guards[engine] = self

    @property
    def is_away(self) -> bool:
        """Return whether the database does not answer."""
        return self._outage.is_on

    def note_failure(self, error: Exception, *, is_lost: bool) -> bool:
        """Note that a use of the database failed; return whether for want of a connection, which is logged once."""
        text = str(error)
        if is_lost or "connection failed" in text or "timeout expired" in text or "QueuePool limit" in text:
            self._set_away(say_reason(error))
            return True
        return False

    def _set_away(self, reason: str) -> None:
        if self._outage.begin("The database does not answer; what needs it is refused until it does: %s", reason):
            self._give_up_connections()
        self._begin()

    def _give_up_connections(self) -> None:
        """End all connections of now: each that waits would be an outage of its own once the database is back."""
        for _, connection in list(self._uses.values()):
            shut(connection)
        self._uses.clear()
        self._engine.dispose()

    def _check_out(self, connection: Any, record: Any, _: Any) -> None:
        self._uses[id(record)] = (time.monotonic() + DEADLINE_SECONDS, connection)
        self._begin()

    def _check_in(self, _: Any, record: Any) -> None:
        self._uses.pop(id(record), None)

    def _begin(self) -> None:
        """Start the threads of this process, as those of the one that it was forked from are not in it."""
        if self._pid != os.getpid():
            self._pid = os.getpid()
            for work in (self._watch, self._find_back):
                threading.Thread(target=work, name="guard", daemon=True).start()

    def _watch(self) -> None:
        """Shut connections that are used for too long; whoever waits for them gets an error."""
        while True:
            time.sleep(LOOK_SECONDS)
            now = time.monotonic()
            for key, (deadline, connection) in list(self._uses.items()):
                if now > deadline:
                    self._uses.pop(key, None)
                    self._set_away(f"a transaction took longer than {DEADLINE_SECONDS:.0f} seconds")
                    shut(connection)

    def _find_back(self) -> None:
        """Look again and again whether a database that was away is back."""
        while True:
            time.sleep(LOOK_SECONDS)
            if self.is_away:
                self._probe()

    def _probe(self) -> None:
        """Write a little, and wait until it is on the standby, too."""
        import psycopg

        try:
            with psycopg.connect(self._address, connect_timeout=2) as connection:
                timer = threading.Timer(DEADLINE_SECONDS, shut, (connection,))
                timer.start()
                try:
                    connection.execute("SELECT pg_logical_emit_message(true, 'tally', '')")
                    connection.commit()
                finally:
                    timer.cancel()
            self._outage.end("The database answers again.")
        except (psycopg.Error, OSError):
            time.sleep(PROBE_SECONDS)


def shut(connection: Any) -> None:
    """Shut a connection's socket, which ends every wait for it."""
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as wire:
        wire.shutdown(socket.SHUT_RDWR)
