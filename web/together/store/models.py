"""The tables of shared sheets. The key of each begins with the shared sheet's id, so that they can be distributed by it.

Times are whole seconds since 1970 in UTC, which compare alike in every database; only `typed` needs fractions. Values are JSON text.
"""

from typing import ClassVar

from sqlalchemy import BigInteger, Float, ForeignKey, Integer, LargeBinary, SmallInteger, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from web.together.limits import MAX_DEVICE_CHARACTERS, MAX_PATH_CHARACTERS

HASH_BYTES = 16
"""Bytes that are stored of a SHA-256 digest; the ids that are hashed have as many."""


class Base(DeclarativeBase):
    """The tables."""

    type_annotation_map: ClassVar = {bytes: LargeBinary(HASH_BYTES), int: BigInteger, float: Float(53), str: Text}


class SharedSheet(Base):
    """A shared sheet. `id` is the hash of its secret id; `seq` counts its changes, `size` the bytes of their values.

    `invitation` counts the times that a code was shown for it; the last is valid until `invited_until`. `group_id` is the group in whose
    scorebook the result is kept.
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
    """The log: everything that was ever typed, also what did not come to stand. In SQLite its row ids rise in the order of commits.

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
    """A code that stands for a shared sheet while an invitation is open: `code` is its keyed hash, `sealed` the encrypted secret id."""

    __tablename__ = "short_code"
    code: Mapped[bytes] = mapped_column(primary_key=True)
    sealed: Mapped[bytes]
    nonce: Mapped[bytes]
    expires: Mapped[int]


class Attempt(Base):
    """How often something limited was done in the time that begins at `start`; `who` is the keyed hash of an address."""

    __tablename__ = "attempt"
    who: Mapped[bytes] = mapped_column(primary_key=True)
    start: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    count: Mapped[int] = mapped_column(Integer)
