"""The tables as statements are made of them, and the statements that every sync needs, put together once."""

from collections.abc import Iterable
from typing import Any, cast

from sqlalchemy import ColumnElement, Table, bindparam, func, insert, literal_column, or_, select, update

from web.together.store.merge import Entry, LogRow
from web.together.store.models import Attempt, SharedChange, SharedDevice, SharedEntry, SharedSheet, ShortCode

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
