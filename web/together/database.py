"""The tables of shared sheets, the database, its statements, and what every store has in common."""

import base64
import contextlib
import fcntl
import hashlib
import hmac
import ipaddress
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, ClassVar, ParamSpec, TypeVar, cast

from alembic.migration import MigrationContext
from flask import Flask
from flask_alembic import Alembic
from flask_sqlalchemy_lite import SQLAlchemy
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    Select,
    SmallInteger,
    String,
    Table,
    Text,
    bindparam,
    delete,
    event,
    func,
    insert,
    literal_column,
    make_url,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from web.common.start import ROOT, StartError
from web.together import limits
from web.together.limits import MAX_DEVICE_CHARACTERS, MAX_PATH_CHARACTERS
from web.together.merge import Entry, LogRow

HASH_BYTES = 16
"""Bytes that are stored of a SHA-256 digest; the ids that are hashed have as many."""


class Base(DeclarativeBase):
    """The tables."""

    type_annotation_map: ClassVar = {bytes: LargeBinary(HASH_BYTES), int: BigInteger, float: Float(53), str: Text}


class SharedSheet(Base):
    """A shared sheet. `id` is the hash of its secret id; `seq` counts its changes, `size` the bytes of their values.

    `invitation` counts the times that a code was shown for it; the last is valid until `invited_until`. `group_id` is
    the group in whose scorebook the result is kept.
    """

    __tablename__ = "shared_sheet"
    id: Mapped[bytes] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    seats: Mapped[int] = mapped_column(SmallInteger)
    seq: Mapped[int]
    size: Mapped[int]
    created: Mapped[int]
    expires: Mapped[int] = mapped_column(index=True)
    invitation: Mapped[int] = mapped_column(Integer, default=0)
    invited_until: Mapped[int] = mapped_column(default=0)
    group_id: Mapped[str | None] = mapped_column(String(12))


class SharedEntry(Base):
    """What stands at a path; without a value, what was cleared."""

    __tablename__ = "shared_entry"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012  SQLAlchemy reads it as it is
    sheet_id: Mapped[bytes] = mapped_column(ForeignKey("shared_sheet.id", ondelete="CASCADE"), primary_key=True)
    path: Mapped[str] = mapped_column(String(MAX_PATH_CHARACTERS), primary_key=True)
    value: Mapped[str | None]
    seq: Mapped[int]
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_CHARACTERS))
    typed: Mapped[float]


class SharedChange(Base):
    """The log: everything that was ever typed, also what did not come to stand.

    In SQLite its row ids rise in the order of commits.

    `replaced` is the `seq` of the change that this one replaced without its device having seen it.
    """

    __tablename__ = "shared_change"
    sheet_id: Mapped[bytes] = mapped_column(ForeignKey("shared_sheet.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    path: Mapped[str] = mapped_column(String(MAX_PATH_CHARACTERS), primary_key=True)
    value: Mapped[str | None]
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_CHARACTERS))
    n: Mapped[int]
    typed: Mapped[float]
    stands: Mapped[bool]
    replaced: Mapped[int | None]


class SharedDevice(Base):
    """A device that changed something: how far its changes are kept, and when it was last heard of."""

    __tablename__ = "shared_device"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012
    sheet_id: Mapped[bytes] = mapped_column(ForeignKey("shared_sheet.id", ondelete="CASCADE"), primary_key=True)
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_CHARACTERS), primary_key=True)
    n: Mapped[int]
    seen: Mapped[int]


class ShortCode(Base):
    """A code that stands for a shared sheet while an invitation is open: `code` is its keyed hash, `sealed` the
    encrypted secret id.
    """

    __tablename__ = "short_code"
    code: Mapped[bytes] = mapped_column(primary_key=True)
    sealed: Mapped[bytes]
    nonce: Mapped[bytes]
    expires: Mapped[int]


class Attempt(Base):
    """How often something limited was done in the time that begins at `start`.

    `who` is the keyed hash of an address.
    """

    __tablename__ = "attempt"
    who: Mapped[bytes] = mapped_column(primary_key=True)
    start: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    count: Mapped[int] = mapped_column(Integer)


sheets, entries, log_rows, devices, codes, attempts = (
    cast("Table", model.__table__)
    for model in (SharedSheet, SharedEntry, SharedChange, SharedDevice, ShortCode, Attempt)
)
CHANNEL = "tally_shared"
"""PostgreSQL's channel on which servers hear of each other's changes."""
ROW_ID: ColumnElement[int] = literal_column("shared_change.rowid")
LOG = select(*(log_rows.c[name] for name in LogRow._fields))
WRITE_LOG = insert(log_rows)
READ_SHEET = (
    select(sheets.c.game, sheets.c.seq, sheets.c.seats, sheets.c.size, devices.c.n.label("kept"))
    .outerjoin(devices, (devices.c.sheet_id == sheets.c.id) & (devices.c.device == bindparam("device")))
    .where(sheets.c.id == bindparam("id"), sheets.c.expires > bindparam("now"))
)
"""A sheet, and how far a device's changes are kept."""
LOCK_SHEET = READ_SHEET.with_for_update(of=sheets)
"""The same for a transaction that writes; SQLite leaves the lock out."""
WRITE_SHEET = (
    update(sheets)
    .where(sheets.c.id == bindparam("at"))
    .values({name: bindparam(f"new_{name}") for name in ("seq", "seats", "size", "expires")})
)
NOTIFY = WRITE_SHEET.returning(func.pg_notify(CHANNEL, func.concat(func.encode(sheets.c.id, "hex"), " ", sheets.c.seq)))
"""The same on PostgreSQL, which tells other servers with the commit, without another query."""
ENTRIES = select(*(entries.c[name] for name in ("path", "value", "seq", "device", "typed"))).where(
    entries.c.sheet_id == bindparam("id")
)
CHANGED_ENTRIES = ENTRIES.where(
    or_(entries.c.seq > bindparam("since"), entries.c.path.in_(bindparam("paths", expanding=True)))
)


def entries_of(rows: Iterable[Any]) -> dict[str, Entry]:
    """Rows of `ENTRIES` by path."""
    return {path: Entry(*entry) for path, *entry in rows}


FILE = "tally.db"
"""The SQLite database in the data folder."""
HEAD = "0003"
"""The revision that the models describe."""
_MIGRATION_LOCK = 0x54616C6C79
"""The number of PostgreSQL's advisory lock under which one server at a time migrates."""

db = SQLAlchemy(engine_options={"hide_parameters": True, "pool_size": 4, "max_overflow": 4, "pool_timeout": 10})


def register(app: Flask, url: str) -> Engine:
    """Bind the application to a database and migrate it. No connection is left open, so that workers can be forked."""
    address = make_url(url)
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername="postgresql+psycopg")
    app.config["SQLALCHEMY_ENGINES"] = {"default": address}
    db.init_app(app)
    # Its closing of asynchronous sessions, of which there are none, would start a thread for each request.
    app.teardown_appcontext_funcs[:] = [
        close for close in app.teardown_appcontext_funcs if not iscoroutinefunction(close)
    ]
    with app.app_context():
        engine = db.engine
        if engine.dialect.name == "sqlite":
            Path(str(engine.url.database)).touch(mode=0o600)  # SQLite gives the files beside it the same mode
            _lock_file(engine).touch(mode=0o600)
            event.listen(engine, "connect", _set_up_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        try:
            _migrate(app, engine)
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise StartError(f"The database cannot be used: {reason}.") from None
        finally:
            engine.dispose()
    return engine


def _migrate(app: Flask, engine: Engine) -> None:
    """Bring the tables up to date, one server and one process at a time."""
    app.config["ALEMBIC"] = {"script_location": str(ROOT / "migrations")}
    alembic = Alembic(app, metadatas=Base.metadata)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # the extension would have it report each step
    with _migration_turn(engine):
        with engine.connect() as connection:
            revision = MigrationContext.configure(connection).get_current_revision()
        if revision != HEAD:
            alembic.upgrade()


@contextlib.contextmanager
def _migration_turn(engine: Engine) -> Iterator[None]:
    if engine.dialect.name == "sqlite":
        with write_turn(engine):
            yield
        return
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK})
        yield


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # sqlite3 would begin transactions itself, and too late: `_begin_sqlite` does
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


@contextlib.contextmanager
def write_turn(engine: Engine) -> Iterator[None]:
    """Wait for the turn to write. A writer that finds SQLite busy sleeps and tries again.

    A file lock is handed on at once.

    It ends with its process, so that one that was killed holds nothing. PostgreSQL locks rows instead.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    with _lock_file(engine).open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed
        yield


def _lock_file(engine: Engine) -> Path:
    return Path(f"{engine.url.database}.lock")


@contextlib.contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes."""
    with write_turn(engine), engine.execution_options(writes=True).begin() as connection:
        yield connection


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
        # For several queries that must see the same moment, where PostgreSQL would let each see what others have
        # committed meanwhile.
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


def hash_id(secret_id: str) -> bytes:
    """Return the hash of a secret id, which is stored instead of it."""
    return hashlib.sha256(secret_id.encode()).digest()[:HASH_BYTES]


def encode_id(data: bytes) -> str:
    """Return an id as it is written in addresses."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_id(secret_id: str) -> bytes:
    """Return the bytes of an id."""
    return base64.urlsafe_b64decode(secret_id + "==")


def mask(data: bytes, key: bytes, nonce: bytes) -> bytes:
    """Encrypt or decrypt the bytes of an id with a one-time pad; never use a nonce twice with the same key."""
    pad = hmac.digest(key, nonce, "sha256")
    return bytes(one ^ other for one, other in zip(data, pad, strict=False))
