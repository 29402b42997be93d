"""Codes of invitations: eight digits that stand for a shared sheet's link while an invitation is open."""

import hmac
import secrets
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from web.sync import statements as sql
from web.sync.database import reading, translate_errors, writing
from web.sync.limits import HASH_BYTES
from web.sync.links import decode, encode, mask, read_link
from web.sync.store import Store
from web.together import CODE_DIGITS

CODE_SECONDS = 15 * 60
"""Lifetime of an invitation."""


class Invitation(NamedTuple):
    """A code for phones that cannot scan, and until when it is valid."""

    code: str
    expires: int


class Codes:
    """The codes of one database. `key` encrypts the links, and makes hashes that nobody computes from it alone."""

    def __init__(self, store: Store, key: bytes) -> None:
        self.store, self.engine, self._key = store, store.engine, key

    @translate_errors
    def invite(self, link: str) -> Invitation | None:
        """Return the code of a sheet's open invitation, or a new one; None after the reveal."""
        document_id, now = read_link(link).document_id, int(self.store.now())
        with writing(self.engine) as connection:
            connection.execute(select(sql.documents.c.id).where(sql.documents.c.id == document_id).with_for_update())
            reveal = select(sql.values.c.value).where(
                sql.values.c.document_id == document_id, sql.values.c.name == "@reveal"
            )
            if connection.execute(reveal).scalar() is not None:
                return None
            connection.execute(delete(sql.codes).where(sql.codes.c.expires <= now))
            open_one = select(sql.codes).where(sql.codes.c.document_id == document_id)
            for row in connection.execute(open_one):
                if self._hash(self._code(row.nonce)) == bytes(row.code):
                    return Invitation(self._code(row.nonce), row.expires)
            end_codes(connection, document_id)  # of an earlier key, which lead nowhere
            while True:
                nonce = secrets.token_bytes(HASH_BYTES)
                code = self._code(nonce)
                row_values = {
                    "code": self._hash(code), "document_id": document_id, "nonce": nonce,
                    "sealed": mask(decode(link), self._key, b"seal" + nonce), "expires": now + CODE_SECONDS,
                }  # fmt: skip
                if connection.execute(select(sql.codes).where(sql.codes.c.code == row_values["code"])).first() is None:
                    connection.execute(insert(sql.codes).values(row_values))
                    return Invitation(code, now + CODE_SECONDS)

    @translate_errors
    def find(self, code: str, address: str) -> str | None:
        """Return the link to which a code leads, or None. Raises TooMany where an address was wrong too often."""
        self.store.check_guesses("code", address)
        query = select(sql.codes).where(sql.codes.c.code == self._hash(code), sql.codes.c.expires > self.store.now())
        with reading(self.engine) as connection:
            row = connection.execute(query).first()
        if row is None:
            self.store.note_wrong_guess("code", address)
            return None
        return encode(mask(row.sealed, self._key, b"seal" + row.nonce))

    def _code(self, nonce: bytes) -> str:
        """Return the code of an invitation: every phone that shows the invitation shows the same."""
        digest = hmac.digest(self._key, b"invitation" + nonce, "sha256")
        return str(int.from_bytes(digest) % 10**CODE_DIGITS).zfill(CODE_DIGITS)

    def _hash(self, code: str) -> bytes:
        return hmac.digest(self._key, f"code:{code}".encode(), "sha256")[:HASH_BYTES]


def end_codes(connection: Connection, document_id: str) -> None:
    """Make the codes of a sheet invalid."""
    connection.execute(delete(sql.codes).where(sql.codes.c.document_id == document_id))
