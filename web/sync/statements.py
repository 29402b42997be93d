"""The tables as statements are made of them, and the statements that every sync needs, put together once."""

from typing import Any, cast

from sqlalchemy import Table, and_, bindparam, func, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite

from web.sync.merge import LogRow, Value
from web.sync.models import Attempt, Document, DocumentDevice, DocumentLog, DocumentSecret, DocumentValue, ShortCode

documents, values, log_rows, devices, secrets, attempts, codes = (
    cast("Table", model.__table__)
    for model in (Document, DocumentValue, DocumentLog, DocumentDevice, DocumentSecret, Attempt, ShortCode)
)
DATABASE_NOW = func.extract("epoch", func.clock_timestamp())
"""PostgreSQL's clock, the same for all servers."""
_HERE = and_(secrets.c.document_id == documents.c.id, secrets.c.hash == bindparam("hash"))
_DEVICE = and_(devices.c.document_id == documents.c.id, devices.c.device == bindparam("device"))
_MARK = (
    select(log_rows.c.mark)
    .where(log_rows.c.document_id == documents.c.id, log_rows.c.seq == bindparam("head"))
    .scalar_subquery()
    .label("seen_mark")
)
"""The mark of the history in which a device has seen what it says."""
FIND = (
    select(documents, secrets.c.writes, secrets.c.sealed, devices.c.n.label("kept"), _MARK)
    .join(secrets, _HERE)
    .outerjoin(devices, _DEVICE)
    .where(documents.c.id == bindparam("id"))
)
"""A document by its link, and how far a device's changes are kept."""
LOCK = FIND.with_for_update(of=documents)
"""The same for a transaction that writes; SQLite leaves the lock out."""
FIND_BY_ID = select(documents, literal(value=False).label("writes"), literal(0).label("kept"), _MARK).where(
    documents.c.id == bindparam("id")
)
"""A document by its id, for what the server does by itself."""
_VALUE = select(values.c.name, *(values.c[name] for name in Value._fields)).where(
    values.c.document_id == bindparam("id")
)
NAMED: Any = bindparam("names", expanding=True)
CHANGED = _VALUE.where(values.c.seq > bindparam("since"))
ONLY_NAMED = _VALUE.where(values.c.name.in_(NAMED))
CHANGED_OR_NAMED = CHANGED.union(ONLY_NAMED)
PAGE = CHANGED.order_by(values.c.seq).limit(bindparam("most"))
LIST = (
    select(values.c.name, values.c.value, values.c.rank)
    .where(values.c.document_id == bindparam("id"), values.c.rank < bindparam("before"))
    .order_by(values.c.rank.desc())
    .limit(bindparam("most"))
)
"""A page of what has a rank, the highest first."""
RANKED_NAMES = (
    select(values.c.name)
    .where(values.c.document_id == bindparam("id"), values.c.rank.is_not(None))
    .order_by(values.c.rank.desc())
)
BELOW = _VALUE.where(values.c.name >= bindparam("low"), values.c.name < bindparam("high"))
COUNT_RANKED = select(func.count()).where(values.c.document_id == bindparam("id"), values.c.rank.is_not(None))
ALIKE = (
    select(values.c.likeness, func.min(values.c.name), func.max(values.c.name))
    .where(values.c.document_id == bindparam("id"), values.c.likeness.in_(bindparam("likenesses", expanding=True)))
    .group_by(values.c.likeness)
)
"""Two names of what is alike, however many they are."""
_CLEARED = (
    select(values.c.document_id, values.c.name, values.c.seq, values.c.purge)
    .where(values.c.document_id == bindparam("id"), values.c.seq < bindparam("before"))
    .where(values.c.purge.is_not(None))
    .order_by(values.c.seq.desc())
    .limit(bindparam("most"))
    .subquery()
)
_BEFORE = (
    select(log_rows.c.seq)
    .where(log_rows.c.document_id == _CLEARED.c.document_id, log_rows.c.name == _CLEARED.c.name)
    .where(log_rows.c.seq < _CLEARED.c.seq, log_rows.c.stands, log_rows.c.value.is_not(None))
    .order_by(log_rows.c.seq.desc())
    .limit(1)
    .scalar_subquery()
    .label("seq_before")
)
CLEARED = select(_CLEARED.c.name, _CLEARED.c.seq, _CLEARED.c.purge, _BEFORE).order_by(_CLEARED.c.seq.desc())
"""What was cleared and can still be restored, the last cleared first, and the `seq` of what stood before."""
WRITE_LOG = insert(log_rows)
WRITE_DOCUMENT = (
    update(documents)
    .where(documents.c.id == bindparam("at"))
    .values({name: bindparam(f"new_{name}") for name in ("seq", "mark", "size", "expires")})
)
LOG = select(*(log_rows.c[name] for name in LogRow._fields), log_rows.c.who)
PAST = (
    select(log_rows.c.name, log_rows.c.value)
    .where(log_rows.c.document_id == bindparam("id"), log_rows.c.name.in_(NAMED), log_rows.c.stands)
    .where(log_rows.c.seq <= bindparam("until"))
    .order_by(log_rows.c.seq)
)
"""What stood under names up to a `seq`, one after the other."""
_OWN = select(*(log_rows.c[name] for name in LogRow._fields)).where(
    log_rows.c.document_id == bindparam("id"), log_rows.c.device == bindparam("device")
)
_later = log_rows.alias()
_REPLACED = and_(
    _later.c.document_id == log_rows.c.document_id,
    _later.c.replaced == log_rows.c.seq,
    _later.c.replaced.is_not(None),  # so that its index is used
    _later.c.seq > bindparam("since"),
)
LOST = (
    _OWN.where(log_rows.c.seq > bindparam("since"), log_rows.c.stands.is_(False))
    .union_all(_OWN.join(_later, _REPLACED))
    .limit(bindparam("most"))
)
"""What a phone typed that did not come to stand after `since`, or was replaced then by one that had not seen it."""


def upsert(dialect: str, table: Table, keys: list[str], columns: list[str], where: Any = None) -> Any:
    """Return a statement that inserts rows, or updates these columns where the keys exist and `where` is true."""
    statement = (postgresql if dialect == "postgresql" else sqlite).insert(table)
    changed = {name: statement.excluded[name] for name in columns}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed, where=where)


ROWS_OF_A_KEY = {
    "document_log": {
        "document_log": "100000 500 1", "ix_document_log_name": "100000 500 4 1",
        "ix_document_log_device": "100000 500 50 1", "ix_document_log_replaced": "1000 50 1 1",
    },
    "document_value": {
        "document_value": "20000 200 1", "ix_document_value_seq": "20000 200 1 1",
        "ix_document_value_likeness": "20000 200 2 1", "ix_document_value_rank": "20000 200 1 1",
        "ix_document_value_purge": "20000 10000 100 1",
    },
}  # fmt: skip
"""What SQLite is told to expect of its tables: how many rows there are, and how many have the first columns of a key
alike. What it supposes by itself makes it read a whole document for a single name.
"""
DERIVED = ("likeness", "rank", "purge")
"""Columns of a value that its kind derives from it."""
LOGGED = ("document_id", "mark", "who", *LogRow._fields)
STANDING = ("document_id", "name", *Value._fields, *DERIVED)
COUNTED = ("document_id", "device", "n", "seen")


def write_one() -> Any:
    """Return PostgreSQL's statement that writes one change that stands: log, value, document and device in one round
    trip.
    """
    log = insert(log_rows).values({name: bindparam(f"log_{name}") for name in LOGGED})
    as_before = devices.c.n == bindparam("before")
    value = upsert("postgresql", values, ["document_id", "name"], [*Value._fields, *DERIVED])
    device = upsert("postgresql", devices, ["document_id", "device"], ["n", "seen"], as_before)
    value = value.values({name: bindparam(f"value_{name}") for name in STANDING})
    device = device.values({name: bindparam(f"device_{name}") for name in COUNTED}).returning(devices.c.n)
    return device.add_cte(log.cte("logged"), value.cte("stands"), WRITE_DOCUMENT.cte("written"))


def count_attempt(dialect: str) -> Any:
    """Return a statement that counts `more` attempts, and returns how many they are."""
    statement = (postgresql if dialect == "postgresql" else sqlite).insert(attempts)
    statement = statement.values({name: bindparam(name) for name in ("who", "start", "count")})
    more = {"count": attempts.c.count + bindparam("more")}
    return statement.on_conflict_do_update(index_elements=["who", "start"], set_=more).returning(attempts.c.count)
