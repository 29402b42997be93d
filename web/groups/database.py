"""The tables of groups' scorebooks, and their statements."""

from typing import cast

from sqlalchemy import ColumnElement, ForeignKey, Index, String, Table, func
from sqlalchemy.orm import Mapped, mapped_column

from web.groups.limits import GROUP_CHARACTERS, MAX_WHO_CHARACTERS
from web.together.database import Base
from web.together.limits import MAX_DEVICE_CHARACTERS, MAX_PATH_CHARACTERS


class Group(Base):
    """A group. Of the secrets of its links there are hashes.

    The one that only reads is there as well, encrypted with the one that writes.

    `seq` counts its changes, `size` the bytes of their values.
    """

    __tablename__ = "group_book"
    id: Mapped[str] = mapped_column(String(GROUP_CHARACTERS), primary_key=True)
    write_hash: Mapped[bytes]
    read_hash: Mapped[bytes]
    read_sealed: Mapped[bytes]
    seq: Mapped[int]
    size: Mapped[int]
    created: Mapped[int]
    expires: Mapped[int] = mapped_column(index=True)


class GroupEntry(Base):
    """The entry at a path: a result, the group's name, or a joined name; deleted if it has no value.

    `likeness` is the hash of a result's game, day and entries, by which doubles are found; `brief` is what a list needs
    of it, as JSON. `purge` is when a deleted result's history goes.
    """

    __tablename__ = "group_entry"
    __table_args__ = (
        Index("ix_group_entry_seq", "group_id", "seq"),
        Index("ix_group_entry_likeness", "group_id", "likeness"),
        {"sqlite_with_rowid": False},
    )
    group_id: Mapped[str] = mapped_column(ForeignKey("group_book.id", ondelete="CASCADE"), primary_key=True)
    path: Mapped[str] = mapped_column(String(MAX_PATH_CHARACTERS), primary_key=True)
    value: Mapped[str | None]
    seq: Mapped[int]
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_CHARACTERS))
    typed: Mapped[float]
    likeness: Mapped[bytes | None]
    brief: Mapped[str | None]
    purge: Mapped[int | None] = mapped_column(index=True)


class GroupChange(Base):
    """The log: everything that was ever kept, corrected or deleted, also what did not come to stand, and under what
    name.
    """

    __tablename__ = "group_change"
    __table_args__ = (Index("ix_group_change_path", "group_id", "path"),)
    group_id: Mapped[str] = mapped_column(ForeignKey("group_book.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    path: Mapped[str] = mapped_column(String(MAX_PATH_CHARACTERS))
    value: Mapped[str | None]
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_CHARACTERS))
    n: Mapped[int]
    typed: Mapped[float]
    stands: Mapped[bool]
    who: Mapped[str] = mapped_column(String(MAX_WHO_CHARACTERS))


class GroupDevice(Base):
    """A device that changed something: how far its changes are kept, and when it was last heard of."""

    __tablename__ = "group_device"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012  SQLAlchemy reads it as it is
    group_id: Mapped[str] = mapped_column(ForeignKey("group_book.id", ondelete="CASCADE"), primary_key=True)
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_CHARACTERS), primary_key=True)
    n: Mapped[int]
    seen: Mapped[int] = mapped_column(index=True)


groups, entries, log_rows, devices = (
    cast("Table", model.__table__) for model in (Group, GroupEntry, GroupChange, GroupDevice)
)
ENTRY_COLUMNS = tuple(entries.c[name] for name in ("path", "value", "seq", "device", "typed"))
LOG_COLUMNS = tuple(log_rows.c[name] for name in ("path", "value", "seq", "who", "device", "typed", "stands"))
ROW_CHARACTERS = 100
"""Approximate size of a row of the log without its path and value."""
SIZE: ColumnElement[int] = (
    ROW_CHARACTERS + func.length(log_rows.c.path) + func.coalesce(func.length(log_rows.c.value), 0)
)
"""Size of a row of the log in a group's history."""
