"""The tables of groups' scorebooks, and the group that a shared sheet comes from."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

HASH = sa.LargeBinary(16)


def upgrade() -> None:
    """Make the tables, and the column."""
    op.create_table(
        "group_book",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("write_hash", HASH, nullable=False),
        sa.Column("read_hash", HASH, nullable=False),
        sa.Column("read_sealed", HASH, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_group_book_expires", "group_book", ["expires"])
    op.create_table(
        "group_entry",
        _group_id(),
        sa.Column("path", sa.String(120), primary_key=True),
        sa.Column("value", sa.Text),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("typed", sa.Float(53), nullable=False),
        sa.Column("likeness", HASH),
        sa.Column("brief", sa.Text),
        sa.Column("purge", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_group_entry_seq", "group_entry", ["group_id", "seq"])
    op.create_index("ix_group_entry_likeness", "group_entry", ["group_id", "likeness"])
    op.create_index("ix_group_entry_purge", "group_entry", ["purge"])
    op.create_table(
        "group_change",
        _group_id(),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("path", sa.String(120), nullable=False),
        sa.Column("value", sa.Text),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("typed", sa.Float(53), nullable=False),
        sa.Column("stands", sa.Boolean, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
    )
    op.create_index("ix_group_change_path", "group_change", ["group_id", "path"])
    op.create_table(
        "group_device",
        _group_id(),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_group_device_seen", "group_device", ["seen"])
    op.add_column("shared_sheet", sa.Column("group_id", sa.String(12)))


def downgrade() -> None:
    """Drop the column and the tables, and all groups' scorebooks with them."""
    op.drop_column("shared_sheet", "group_id")
    for name in ("group_device", "group_change", "group_entry", "group_book"):
        op.drop_table(name)


def _group_id() -> sa.Column[str]:
    return sa.Column("group_id", sa.String(12), sa.ForeignKey("group_book.id", ondelete="CASCADE"), primary_key=True)
