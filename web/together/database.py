"""The tables of shared sheets, the database, its statements, and what every store has in common."""

import hmac
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    Select,
    SmallInteger,
    String,
    Table,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, mapped_column

from web.common.http import network_of
from web.sync.database import writing
from web.sync.limits import HASH_BYTES
from web.sync.models import Attempt, Base
from web.together import limits
from web.together.limits import MAX_DEVICE_CHARACTERS, MAX_PATH_CHARACTERS
from web.together.merge import Entry, LogRow


class SharedSheet(Base):
    """A shared sheet. `id` is the hash of its secret id; `seq` counts its changes, `size` the bytes of their values.

    `invitation` counts the times that a code was shown for it; the last is valid until `invited_until`. `group_id` is
    the group in whose scorebook the result is kept, `group_hash` that of the secret of its link.
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
    group_hash: Mapped[bytes | None]


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
        row = {"who": self._keyed(f"{what}:{day}", network_of(address)), "start": start, "count": 1}
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
