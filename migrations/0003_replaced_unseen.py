"""The log of shared sheets knows what was replaced by somebody who had not seen it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the column."""
    op.add_column("shared_change", sa.Column("replaced", sa.BigInteger))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("shared_change", "replaced")
