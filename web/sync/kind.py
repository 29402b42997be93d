"""What differs between kinds of documents: lifetime, limits, how a value is checked, and what stands beside it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from scorers.model import Fault
from web.sync.limits import DocumentFull, DocumentGone, Limits
from web.sync.merge import Value

About = Mapping[str, Any]
"""What a document says of itself that never changes, such as the game of a shared sheet."""


class Kind:
    """A kind of document; the defaults here suit most kinds."""

    name: str
    limits: Limits
    link_characters: int
    """Length of its links, by which the kind of a link is known before its document is found."""
    gone: type[DocumentGone]
    """The error for a link that opens nothing."""
    full: type[DocumentFull]
    """The error for a document that takes no more."""
    lasting: frozenset[str] = frozenset()
    """Names that cannot be cleared."""
    restore_seconds: int | None = None
    """How long what was cleared can be restored; None for as long as the document lives."""

    def reckon(self, name: str, value: Any) -> Any:
        """Return a value with what the server calculates of it; called before the transaction, as it takes long."""
        return value

    def read_value(self, about: About, name: str, value: Any) -> Any:
        """Return a value as it is kept, or a Fault; it is not None, which clears any name that is known."""
        raise NotImplementedError

    def find_name_fault(self, about: About, name: str) -> Fault | None:
        """Return the fault of a name that no such document has."""
        raise NotImplementedError

    def is_first_come(self, name: str) -> bool:
        """Return whether a name belongs to whoever wrote it first, until it is cleared or taken over knowingly.

        Otherwise the last change stands.
        """
        return False

    def find_likeness(self, name: str, value: Any) -> bytes | None:
        """Return a hash of what makes two values alike, or None where no value is like another."""
        return None

    def find_rank(self, name: str, value: Any) -> str | None:
        """Return a text by which lists are ordered, one for each name, or None for what no list has."""
        return None

    def write_beside(self, connection: Connection, document_id: str, values: Mapping[str, Value]) -> None:
        """Write what belongs to values that a change has made stand, within its transaction."""
