"""The base of all stores in the database: engine, key, clock, error handling and rate limits.

Shared sheets and groups' scorebooks are such stores.
"""

import hmac
import ipaddress
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, Select, Table, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from web.together import limits
from web.together.store.database import writing
from web.together.store.models import HASH_BYTES
from web.together.store.statements import attempts

_logger = logging.getLogger("tally.together")

P = ParamSpec("P")
R = TypeVar("R")


def translate_errors(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a method: retry once after a lost connection, and raise NotKept for other database errors."""

    @wraps(function)
    def answer(*args: P.args, **values: P.kwargs) -> R:
        try:
            return function(*args, **values)
        except SQLAlchemyError as error:
            if not getattr(error, "connection_invalidated", False):
                raise _not_kept(error) from None
        try:
            return function(*args, **values)
        except SQLAlchemyError as error:
            raise _not_kept(error) from None

    return answer


def _not_kept(error: SQLAlchemyError) -> limits.NotKept:
    reason = getattr(error, "orig", None) or error
    _logger.error("The database could not be read or written: %s", str(reason).partition("\n")[0])
    return limits.NotKept()


class DatabaseStore:
    """A store in a database."""

    def __init__(self, engine: Engine, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self.engine = engine
        self._key = key
        self._clock = clock
        self._is_postgres = engine.dialect.name == "postgresql"
        # For several queries that must see the same moment, where PostgreSQL would let each see what others have committed meanwhile.
        self._snapshot_engine = (
            engine.execution_options(isolation_level="REPEATABLE READ") if self._is_postgres else engine
        )
        self._insert = postgresql.insert if self._is_postgres else sqlite.insert

    def _upsert(self, table: Table, keys: Sequence[str], columns: Iterable[str]) -> Any:
        """Return a statement that inserts rows, and updates these columns of rows that have the same keys."""
        statement = self._insert(table)
        return statement.on_conflict_do_update(
            index_elements=keys, set_={name: statement.excluded[name] for name in columns}
        )

    def _delete_expired(self, table: Table, expired: Select[Any], batch_size: int) -> int:
        """Delete the rows whose ids a query finds, a batch in each transaction; return how many they were."""
        deleted = 0
        query = expired.limit(batch_size).with_for_update(skip_locked=True)  # which SQLite leaves out
        while True:
            with writing(self.engine) as connection:
                ids = connection.execute(query).scalars().all()
                if ids:
                    connection.execute(delete(table).where(table.c.id.in_(ids)))
            deleted += len(ids)
            if len(ids) < batch_size:
                return deleted

    def _count_rows(self, connection: Connection, table: Table, where: ColumnElement[bool]) -> int:
        return int(connection.execute(select(func.count()).select_from(table).where(where)).scalar_one())

    def _keyed(self, what: str, text: str) -> bytes:
        """Return a keyed hash, which nobody can compute from the database alone."""
        return hmac.digest(self._key, f"{what}:{text}".encode(), "sha256")[:HASH_BYTES]

    def _count(self, what: str, address: str, seconds: int, limit: int) -> None:
        """Count an address's action; raise TooMany above the limit for the current minute or hour."""
        now = int(self._clock())
        start = now - now % seconds
        day = now // 86400  # so that hashes of one address cannot be linked across days
        row = {"who": self._keyed(f"{what}:{day}", _network(address)), "start": start, "count": 1}
        statement = self._insert(attempts).values(row)
        statement = statement.on_conflict_do_update(
            index_elements=["who", "start"], set_={"count": attempts.c.count + 1}
        )
        with writing(self.engine) as connection:
            count = connection.execute(statement.returning(attempts.c.count)).scalar_one()
        if count > limit:
            raise limits.TooMany(retry_after=start + seconds - now)

    def _check_room(self, connection: Connection) -> None:
        """Raise NotKept if the SQLite file has grown so large that it might fill the disk."""
        if not self._is_postgres:
            pages, size = (
                connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size")
            )
            if pages * size > limits.MAX_DATABASE_BYTES:
                raise limits.NotKept


def _network(address: str) -> str:
    """Return the part of an address that counts as one client: for IPv6 a household's network."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:45]
    return str(parsed if parsed.version == 4 else ipaddress.ip_network((parsed, 64), strict=False))
