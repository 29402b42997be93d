"""Keeps a PostgreSQL server that does not answer from holding up the workers.

Each use of a connection has a deadline, which `statement_timeout` could not set: it does not count the wait of a commit
for a standby. While the database is away, requests are refused at once instead of waiting.
"""

import contextlib
import os
import socket
import threading
import time
from typing import Any

from sqlalchemy import Engine, event

from web.sync.addresses import write_address
from web.sync.metrics import AWAY
from web.sync.outage import Outage, say_reason

DEADLINE_SECONDS = 4.0
"""The longest use of a connection, the commit included."""
LOOK_SECONDS = 0.25
PROBE_SECONDS = 1.0
"""Pause between two attempts to find the database back."""
_guards: dict[Engine, "Guard"] = {}


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
            _shut(connection)
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
                    _shut(connection)

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
                timer = threading.Timer(DEADLINE_SECONDS, _shut, (connection,))
                timer.start()
                try:
                    connection.execute("SELECT pg_logical_emit_message(true, 'tally', '')")
                    connection.commit()
                finally:
                    timer.cancel()
            self._outage.end("The database answers again.")
        except (psycopg.Error, OSError):
            time.sleep(PROBE_SECONDS)


def _shut(connection: Any) -> None:
    """Shut a connection's socket, which ends every wait for it."""
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as wire:
        wire.shutdown(socket.SHUT_RDWR)
