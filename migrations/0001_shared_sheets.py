"""The tables of shared sheets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

HASH = sa.LargeBinary(16)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "shared_sheet",
        sa.Column("id", HASH, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("invitation", sa.Integer, nullable=False),
        sa.Column("invited_until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_shared_sheet_expires", "shared_sheet", ["expires"])
    op.create_table(
        "shared_entry",
        _sheet_id(),
        sa.Column("path", sa.String(120), primary_key=True),
        sa.Column("value", sa.Text),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("typed", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shared_change",
        _sheet_id(),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("path", sa.String(120), primary_key=True),
        sa.Column("value", sa.Text),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("typed", sa.Float(53), nullable=False),
        sa.Column("stands", sa.Boolean, nullable=False),
    )
    op.create_table(
        "shared_device",
        _sheet_id(),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "short_code",
        sa.Column("code", HASH, primary_key=True),
        sa.Column("sealed", HASH, nullable=False),
        sa.Column("nonce", HASH, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "attempt",
        sa.Column("who", HASH, primary_key=True),
        sa.Column("start", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables, and all shared sheets with them."""
    for name in ("attempt", "short_code", "shared_device", "shared_change", "shared_entry", "shared_sheet"):
        op.drop_table(name)


def _sheet_id() -> sa.Column[bytes]:
    return sa.Column("sheet_id", HASH, sa.ForeignKey("shared_sheet.id", ondelete="CASCADE"), primary_key=True)
