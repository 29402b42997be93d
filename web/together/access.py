"""What all parts of the store stand on: the engine, the key, the clock, what is known of a sheet, and what address asked how often."""

import hashlib
import hmac
import ipaddress
import logging
import re
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Engine, Text, bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scorers.model import AnyGame
from scorers.registry import game as find_game
from web.together import limits
from web.together.answers import News
from web.together.database import writing
from web.together.merge import Entry
from web.together.models import HASH_BYTES
from web.together.statements import attempts, devices, entries, sheets

SECRET_ID = re.compile(r"[A-Za-z0-9_-]{22}")
"""How a shared sheet's id is spelled: 128 bits in base64url."""
CHANNEL = "tally_shared"
"""PostgreSQL's channel on which servers hear of each other's changes."""
_MAX_CACHED_SHEETS = 10_000
_logger = logging.getLogger("tally.together")

P = ParamSpec("P")
R = TypeVar("R")


def hash_id(secret_id: str) -> bytes:
    """What is stored of a shared sheet's id."""
    return hashlib.sha256(secret_id.encode()).digest()[:HASH_BYTES]


def tells_errors(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a method so that a database that started anew is asked once more, and one that cannot write is told in a sentence."""

    @wraps(function)
    def answer(*args: P.args, **values: P.kwargs) -> R:
        try:
            return function(*args, **values)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise _not_kept(error) from None
        except SQLAlchemyError as error:
            raise _not_kept(error) from None
        try:
            return function(*args, **values)
        except SQLAlchemyError as error:
            raise _not_kept(error) from None

    return answer


def _not_kept(error: SQLAlchemyError) -> limits.NotKept:
    reason = getattr(error, "orig", None) or error
    _logger.error("A shared sheet could not be read or written: %s", str(reason).partition("\n")[0])
    return limits.NotKept()


class Access:
    """A database of shared sheets. Wherever an id is asked for, it is the secret one; `SheetGone` is raised where it is none."""

    def __init__(self, engine: Engine, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self.engine = engine
        self.publish: Callable[[bytes, News], None] = lambda sheet_id, news: None
        """Called after each transaction that changed a sheet."""
        self._key = key
        self._clock = clock
        self._known: dict[bytes, tuple[AnyGame, int]] = {}
        self._is_postgres = engine.dialect.name == "postgresql"
        self._insert = postgresql.insert if self._is_postgres else sqlite.insert
        # Built once: to put such a statement together takes as long as to run it.
        write_entries, write_device = self._insert(entries), self._insert(devices)
        entry_columns = {name: write_entries.excluded[name] for name in Entry._fields}
        self._write_entries = write_entries.on_conflict_do_update(index_elements=["sheet_id", "path"], set_=entry_columns)
        device_columns = {name: write_device.excluded[name] for name in ("n", "seen")}
        self._write_device = write_device.on_conflict_do_update(index_elements=["sheet_id", "device"], set_=device_columns)
        counted: dict[str, Any] = {name: bindparam(f"new_{name}") for name in ("seq", "seats", "size", "expires")}
        self._write_sheet: Any = update(sheets).where(sheets.c.id == bindparam("at")).values(counted)
        if self._is_postgres:  # the others hear of it with the commit, without a query of its own
            self._write_sheet = self._write_sheet.returning(func.pg_notify(CHANNEL, bindparam("notice", type_=Text())))

    def _keyed(self, what: str, text: str) -> bytes:
        """A hash that nobody can compute who has the database alone."""
        return hmac.digest(self._key, f"{what}:{text}".encode(), "sha256")[:HASH_BYTES]

    # Limits

    def _count(self, what: str, address: str, seconds: int, most: int) -> None:
        """Count something that an address does; raise TooMany where it was done more often in the running minute or hour."""
        now = int(self._clock())
        start = now - now % seconds
        day = now // 86400  # from one day to the next nobody can tell that two hashes are of one address
        row = {"who": self._keyed(f"{what}:{day}", _network(address)), "start": start, "count": 1}
        statement = self._insert(attempts).values(row)
        statement = statement.on_conflict_do_update(index_elements=["who", "start"], set_={"count": attempts.c.count + 1})
        with writing(self.engine) as connection:
            count = connection.execute(statement.returning(attempts.c.count)).scalar_one()
        if count > most:
            raise limits.TooMany(retry_after=start + seconds - now)

    # What is known of a sheet

    def _hash(self, secret_id: str) -> bytes:
        if not SECRET_ID.fullmatch(secret_id):
            raise limits.SheetGone
        return hash_id(secret_id)

    def _game_and_seats(self, sheet_id: bytes) -> tuple[AnyGame, int]:
        """The game, which never changes, and the number of seats as it was last seen."""
        if known := self._known.get(sheet_id):
            return known
        with self.engine.begin() as connection:
            query = select(sheets.c.game, sheets.c.seats).where(sheets.c.id == sheet_id, sheets.c.expires > self._clock())
            row = connection.execute(query).first()
        if row is None:
            raise limits.SheetGone
        return self._remember(sheet_id, find_game(row.game), row.seats)

    def _remember(self, sheet_id: bytes, game: AnyGame, seats: int) -> tuple[AnyGame, int]:
        if len(self._known) >= _MAX_CACHED_SHEETS:
            self._known.clear()
        self._known[sheet_id] = game, seats
        return game, seats


def _network(address: str) -> str:
    """What counts as one address: for IPv6 the network that one household has."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:45]
    return str(parsed if parsed.version == 4 else ipaddress.ip_network((parsed, 64), strict=False))
