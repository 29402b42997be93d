"""The tables of documents. The key of each begins with the document's id, so that they can be distributed by it.

Times are whole seconds since 1970 in UTC; only `typed` needs fractions. Values are JSON text.
"""

from typing import Any, ClassVar

from sqlalchemy import BigInteger, Float, ForeignKey, Index, Integer, LargeBinary, String, Text, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from web.sync.limits import (
    HANDLE_CHARACTERS,
    HASH_BYTES,
    MARK_CHARACTERS,
    MAX_ID_CHARACTERS,
    MAX_NAME_CHARACTERS,
    MAX_RANK_CHARACTERS,
    MAX_WHO_CHARACTERS,
)

NO_ROWID: dict[str, bool] = {"sqlite_with_rowid": False}
_REPLACED = text("replaced IS NOT NULL")
_ONLY_REPLACED: dict[str, Any] = {"postgresql_where": _REPLACED, "sqlite_where": _REPLACED}
"""Options of an index of the few rows that replaced something unseen."""


class Base(DeclarativeBase):
    """The tables."""

    type_annotation_map: ClassVar = {bytes: LargeBinary(HASH_BYTES), int: BigInteger, float: Float(53), str: Text}


def _document() -> Mapped[str]:
    """Return the column with which the key of each other table begins."""
    return mapped_column(String(MAX_ID_CHARACTERS), ForeignKey("document.id", ondelete="CASCADE"), primary_key=True)


class Document(Base):
    """A document. `seq` counts its changes, `mark` was drawn by chance with the last, `size` is the bytes of its log.

    `about` is what only its kind understands, as JSON, such as the game of a shared sheet.
    """

    __tablename__ = "document"
    id: Mapped[str] = mapped_column(String(MAX_ID_CHARACTERS), primary_key=True)
    kind: Mapped[str] = mapped_column(String(12))
    about: Mapped[str]
    seq: Mapped[int]
    mark: Mapped[str] = mapped_column(String(MARK_CHARACTERS))
    size: Mapped[int]
    created: Mapped[int]
    expires: Mapped[int] = mapped_column(index=True)


class DocumentValue(Base):
    """What stands under a name; None is what was cleared. `device` is the handle of the phone that wrote it.

    `likeness` finds doubles, `rank` orders a list, and `purge` is when the history of what was cleared goes.
    """

    __tablename__ = "document_value"
    __table_args__ = (
        Index("ix_document_value_seq", "document_id", "seq"),
        Index("ix_document_value_likeness", "document_id", "likeness"),
        Index("ix_document_value_rank", "document_id", "rank"),
        NO_ROWID,
    )
    document_id: Mapped[str] = _document()
    name: Mapped[str] = mapped_column(String(MAX_NAME_CHARACTERS), primary_key=True)
    value: Mapped[str | None]
    seq: Mapped[int]
    device: Mapped[str] = mapped_column(String(HANDLE_CHARACTERS))
    typed: Mapped[float]
    likeness: Mapped[bytes | None]
    rank: Mapped[str | None] = mapped_column(String(MAX_RANK_CHARACTERS))
    purge: Mapped[int | None] = mapped_column(index=True)


class DocumentLog(Base):
    """Everything that was ever typed, also what did not come to stand; `mark` is that of its transaction.

    `replaced` is the `seq` of what it replaced without its device having seen it. A purged row keeps `seq` and `mark`.
    """

    __tablename__ = "document_log"
    __table_args__ = (
        Index("ix_document_log_name", "document_id", "name"),
        Index("ix_document_log_device", "document_id", "device"),
        Index("ix_document_log_replaced", "document_id", "replaced", **_ONLY_REPLACED),
        NO_ROWID,
    )
    document_id: Mapped[str] = _document()
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    mark: Mapped[str] = mapped_column(String(MARK_CHARACTERS))
    name: Mapped[str] = mapped_column(String(MAX_NAME_CHARACTERS))
    value: Mapped[str | None]
    device: Mapped[str] = mapped_column(String(HANDLE_CHARACTERS))
    n: Mapped[int]
    typed: Mapped[float]
    stands: Mapped[bool]
    replaced: Mapped[int | None]
    who: Mapped[str] = mapped_column(String(MAX_WHO_CHARACTERS))


class DocumentDevice(Base):
    """A page that changed something, by its handle: how far its changes are kept, and when it was last heard of."""

    __tablename__ = "document_device"
    __table_args__ = NO_ROWID
    document_id: Mapped[str] = _document()
    device: Mapped[str] = mapped_column(String(HANDLE_CHARACTERS), primary_key=True)
    n: Mapped[int]
    seen: Mapped[int] = mapped_column(index=True)


class DocumentSecret(Base):
    """The hash of a link's secret, and whether it writes; `sealed` is another link's secret, encrypted with this
    one.
    """

    __tablename__ = "document_secret"
    __table_args__ = NO_ROWID
    document_id: Mapped[str] = _document()
    hash: Mapped[bytes] = mapped_column(primary_key=True)
    writes: Mapped[bool]
    sealed: Mapped[bytes | None]


class ShortCode(Base):
    """A code that stands for a document's link while an invitation is open: `code` is its keyed hash, `sealed` the
    encrypted link.
    """

    __tablename__ = "short_code"
    code: Mapped[bytes] = mapped_column(primary_key=True)
    document_id: Mapped[str] = mapped_column(
        String(MAX_ID_CHARACTERS), ForeignKey("document.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    sealed: Mapped[bytes]
    nonce: Mapped[bytes]
    expires: Mapped[int]


class Attempt(Base):
    """How often something limited was done since `start`; `who` is the keyed hash of an address."""

    __tablename__ = "attempt"
    who: Mapped[bytes] = mapped_column(primary_key=True)
    start: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    count: Mapped[int] = mapped_column(Integer)
