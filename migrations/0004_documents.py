"""The tables of documents, and groups' scorebooks carried over into them.

Links, sequence numbers, authors and the whole history stay as they are; so do the old tables, until a later revision.
"""

import base64
import hashlib
import json
import secrets
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

HASH, BATCH = sa.LargeBinary(16), 500
NAME = """CASE WHEN path = '@name' THEN 'name' WHEN substr(path, 1, 4) = '@is.' THEN 'people/' || substr(path, 5)
ELSE 'results/' || path END"""
"""The name of what a path held."""
TABLES = ("document_secret", "document_device", "document_log", "document_value", "document")


def upgrade() -> None:
    """Make the tables, and copy the groups."""
    _make_tables()
    op.add_column("shared_sheet", sa.Column("group_hash", HASH))
    connection = op.get_bind()
    write_hash = "SELECT write_hash FROM group_book WHERE group_book.id = shared_sheet.group_id"
    connection.execute(sa.text(f"UPDATE shared_sheet SET group_hash = ({write_hash})"))  # noqa: S608
    # The ids of devices were told to all who read; a handle, by which nobody can write, stands for each from now on.
    connection.execute(
        sa.text("CREATE TEMPORARY TABLE device_handle (device VARCHAR(64) PRIMARY KEY, handle VARCHAR(12))")
    )
    groups = connection.execute(sa.text("SELECT id, seq, created, expires FROM group_book ORDER BY id")).all()
    for group_id, seq, created, expires in groups:
        # The mark is drawn by chance, so that each phone compares its whole scorebook once with what was carried over.
        row = {"id": group_id, "mark": secrets.token_hex(4), "seq": seq, "created": created, "expires": expires}
        _write_handles(connection, group_id)
        for statement in _copies():
            connection.execute(sa.text(statement), row)
    connection.execute(sa.text("DROP TABLE device_handle"))
    _write_ranks(connection)


def downgrade() -> None:
    """Drop the tables; the groups' own are there still, as they were before."""
    op.drop_column("shared_sheet", "group_hash")
    for name in TABLES:
        op.drop_table(name)


def _write_handles(connection: sa.Connection, group_id: str) -> None:
    """Write the handle of each device that a group's rows name."""
    connection.execute(sa.text("DELETE FROM device_handle"))
    found = sa.text(
        "SELECT device FROM group_change WHERE group_id = :id UNION SELECT device FROM group_entry WHERE group_id = :id"
    )
    rows = [
        {"device": one, "handle": _handle_of(group_id, one)}
        for one in connection.execute(found, {"id": group_id}).scalars()
    ]
    if rows:
        connection.execute(sa.text("INSERT INTO device_handle VALUES (:device, :handle)"), rows)


def _handle_of(group_id: str, device: str) -> str:
    digest = hashlib.sha256(f"{group_id}:{device}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:12] if device else ""


def _copies() -> Iterator[str]:
    """Yield the statements that copy the rows of one group."""
    yield """INSERT INTO document (id, kind, about, seq, mark, size, created, expires)
    VALUES (:id, 'group', '{}', :seq, :mark, 0, :created, :expires)"""
    yield """INSERT INTO document_secret (document_id, hash, writes, sealed)
    SELECT id, write_hash, TRUE, read_sealed FROM group_book WHERE id = :id"""
    yield """INSERT INTO document_secret (document_id, hash, writes, sealed)
    SELECT id, read_hash, FALSE, NULL FROM group_book WHERE id = :id"""
    yield f"""INSERT INTO document_value (document_id, name, value, seq, device, typed, likeness, rank, purge)
    SELECT group_id, {NAME}, value, seq, handle, typed, likeness, NULL, purge
    FROM group_entry JOIN device_handle ON device_handle.device = group_entry.device WHERE group_id = :id"""  # noqa: S608
    yield f"""INSERT INTO document_log (document_id, seq, mark, name, value, device, n, typed, stands, replaced, who)
    SELECT group_id, seq, :mark, {NAME}, value, handle, n, typed, stands, NULL, who
    FROM group_change JOIN device_handle ON device_handle.device = group_change.device WHERE group_id = :id"""  # noqa: S608
    yield """UPDATE document SET size = (SELECT coalesce(sum(250 + 3 * length(name)
    + 2 * coalesce(length(value), 0)), 0)
    FROM document_log WHERE document_id = :id) WHERE id = :id"""


def _write_ranks(connection: sa.Connection) -> None:
    """Write the order of results in lists, a batch at a time, so that memory does not grow with the scorebooks."""
    write = sa.text("UPDATE document_value SET rank = :rank WHERE document_id = :id AND name = :name")
    briefs = connection.execute(sa.text("SELECT group_id, path, brief FROM group_entry WHERE brief IS NOT NULL"))
    while rows := briefs.fetchmany(BATCH):
        ranks = [
            {"id": group_id, "name": f"results/{path}", "rank": _rank_of(path, json.loads(brief))}
            for group_id, path, brief in rows
        ]
        connection.execute(write, ranks)


def _rank_of(path: str, brief: Any) -> str:
    """Return the day of a result, when it was changed, and its id, as the scorebook's kind writes them."""
    return f"{brief[0]} {int(brief[1]) + 2**53:017} {path}"


def _make_tables() -> None:
    op.create_table(
        "document",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("mark", sa.String(8), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "document_value",
        _document_id(),
        sa.Column("name", sa.String(120), primary_key=True),
        sa.Column("value", sa.Text),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(12), nullable=False),
        sa.Column("typed", sa.Float(53), nullable=False),
        sa.Column("likeness", HASH),
        sa.Column("rank", sa.String(100)),
        sa.Column("purge", sa.BigInteger, index=True),
        sqlite_with_rowid=False,
    )
    for column in ("seq", "likeness", "rank"):
        op.create_index(f"ix_document_value_{column}", "document_value", ["document_id", column])
    op.create_table(
        "document_log",
        _document_id(),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("mark", sa.String(8), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("value", sa.Text),
        sa.Column("device", sa.String(12), nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("typed", sa.Float(53), nullable=False),
        sa.Column("stands", sa.Boolean, nullable=False),
        sa.Column("replaced", sa.BigInteger),
        sa.Column("who", sa.String(40), nullable=False),
        sqlite_with_rowid=False,
    )
    for column in ("name", "device"):
        op.create_index(f"ix_document_log_{column}", "document_log", ["document_id", column])
    where = sa.text("replaced IS NOT NULL")
    columns = ["document_id", "replaced"]
    op.create_index("ix_document_log_replaced", "document_log", columns, postgresql_where=where, sqlite_where=where)
    op.create_table(
        "document_device",
        _document_id(),
        sa.Column("device", sa.String(12), primary_key=True),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False, index=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "document_secret",
        _document_id(),
        sa.Column("hash", HASH, primary_key=True),
        sa.Column("writes", sa.Boolean, nullable=False),
        sa.Column("sealed", HASH),
        sqlite_with_rowid=False,
    )


def _document_id() -> sa.Column[str]:
    return sa.Column("document_id", sa.String(24), sa.ForeignKey("document.id", ondelete="CASCADE"), primary_key=True)
