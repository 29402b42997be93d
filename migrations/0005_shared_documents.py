"""Shared sheets as documents: what stands on those that are open is carried over, under the same links.

Seats are not, as phones have new secrets: people sit down again. The tables of before are emptied; a later revision
drops them with those of groups.
"""

import base64
import json
import secrets
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from scorers.entries import EntryList, Holdings, Records, SeatsByPlace, entries_of
from scorers.entries.seats import DIGITS
from scorers.registry import game as find_game
from scorers.sheet import players_entry
from web.together.fields import fields_of

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

HASH = sa.LargeBinary(16)
OLD_TABLES = ("shared_device", "shared_change", "shared_entry", "shared_sheet")


def upgrade() -> None:
    """Copy the shared sheets, and make the table of codes anew; an open invitation gets another code."""
    op.drop_table("short_code")
    op.create_table(
        "short_code",
        sa.Column("code", HASH, primary_key=True),
        sa.Column(
            "document_id", sa.String(24), sa.ForeignKey("document.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("sealed", HASH, nullable=False),
        sa.Column("nonce", HASH, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    for sheet in connection.execute(sa.text("SELECT * FROM shared_sheet")).all():
        _copy(connection, sheet)
    for name in OLD_TABLES:
        connection.execute(sa.text(f"DELETE FROM {name}"))  # noqa: S608


def downgrade() -> None:
    """Drop the shared sheets; what they were before the upgrade is gone."""
    op.get_bind().execute(sa.text("DELETE FROM document WHERE kind = 'shared'"))
    op.drop_table("short_code")
    op.create_table(
        "short_code",
        sa.Column("code", HASH, primary_key=True),
        sa.Column("sealed", HASH, nullable=False),
        sa.Column("nonce", HASH, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )


def _copy(connection: sa.Connection, sheet: Any) -> None:
    """Write a shared sheet as a document, whose id and secret are the hash that it had."""
    document_id, mark = _encode(sheet.id), secrets.token_hex(4)
    about: dict[str, Any] = {"game": sheet.game}
    if sheet.group_id and sheet.group_hash:
        about["group"] = [sheet.group_id, _encode(sheet.group_hash)]
    entries = sa.text(
        "SELECT path, value, typed FROM shared_entry WHERE sheet_id = :id AND value IS NOT NULL ORDER BY seq"
    )
    rows = connection.execute(entries, {"id": sheet.id}).all()
    fields: dict[str, tuple[list[str], float]] = {"n": ([str(sheet.seats)], sheet.created)}
    for path, value, typed in rows:
        fields |= {name: (texts, typed) for name, texts in _fields_at(sheet.game, path, json.loads(value))}
    written = [
        {
            "id": document_id, "name": name, "value": json.dumps(texts, ensure_ascii=False, separators=(",", ":")),
            "seq": seq, "typed": typed, "mark": mark,
        }
        for seq, (name, (texts, typed)) in enumerate(fields.items(), 1)
    ]  # fmt: skip
    size = sum(250 + 3 * len(one["name"]) + 2 * len(one["value"]) for one in written)
    document = {
        "id": document_id, "about": json.dumps(about, separators=(",", ":")), "seq": len(written), "mark": mark,
        "size": size, "created": sheet.created, "expires": sheet.expires, "hash": sheet.id,
    }  # fmt: skip
    for statement in (
        """INSERT INTO document (id, kind, about, seq, mark, size, created, expires)
        VALUES (:id, 'shared', :about, :seq, :mark, :size, :created, :expires)""",
        "INSERT INTO document_secret (document_id, hash, writes, sealed) VALUES (:id, :hash, TRUE, NULL)",
    ):
        connection.execute(sa.text(statement), document)
    for statement in (
        """INSERT INTO document_value (document_id, name, value, seq, device, typed)
        VALUES (:id, :name, :value, :seq, '', :typed)""",
        """INSERT INTO document_log (document_id, seq, mark, name, value, device, n, typed, stands, who)
        VALUES (:id, :seq, :mark, :name, :value, '', :seq, :typed, TRUE, '')""",
    ):
        connection.execute(sa.text(statement), written)


def _fields_at(slug: str, path: str, value: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield the field of the form, with its texts, that a path of the sheet's JSON was."""
    if path.startswith("@"):
        if path.startswith("@ready.") or path == "@reveal":
            yield path, [str(value)]
        return
    whole, _, key = path.partition(":")
    first, *steps = whole.split(".")
    entries = (
        entries_of(players_entry(find_game(slug).sheet).of) if first == "players" else entries_of(find_game(slug).sheet)
    )
    entry = entries.get(steps[1] if first == "players" else first)
    if first == "players" and (key or isinstance(entry, Holdings)):  # who has it
        name, texts = f"{steps[1]}.{key or steps[2]}", [steps[0] + ("" if key else str(value))]
    elif isinstance(entry, Records) and key:  # the record in which a seat stands
        name, texts = f"{first}.{steps[1]}.{key}", [steps[0]]
    else:
        name, texts = whole.removeprefix("players."), _texts_of(entry, value)
    if name in fields_of(slug) and texts:
        yield name, texts


def _texts_of(entry: Any, value: Any) -> list[str]:
    """Return a value as the texts of its field."""
    match value:
        case bool():
            return ["1"] if value else []
        case dict():
            return ["0"]
        case list() if isinstance(entry, SeatsByPlace):
            return ["".join("-" if seat is None else DIGITS[seat] for seat in value)]
        case list() if isinstance(entry, EntryList):
            return [" ".join(str(item) for item in value if item is not None)]
        case list():
            return [str(item) for item in value if item is not None]
    return [str(value)]


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(bytes(data)).rstrip(b"=").decode()
