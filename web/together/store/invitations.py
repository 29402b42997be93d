"""Invitations: a short code that leads to a shared sheet for a quarter of an hour, or until the reveal."""

import hmac
import re
import secrets

from sqlalchemy import delete, select, update

from web.together import limits
from web.together.answers import Invitation
from web.together.store.base import DatabaseStore, translate_errors
from web.together.store.database import writing
from web.together.store.models import HASH_BYTES
from web.together.store.secret_ids import decode_id, encode_id, hash_id, mask
from web.together.store.statements import codes, sheets


class Invitations(DatabaseStore):
    """The part of the store that knows the codes."""

    @translate_errors
    def invite(self, secret_id: str) -> Invitation:
        """Return the code of a sheet's open invitation, or a new one."""
        sheet_id, now = hash_id(secret_id), int(self._clock())
        with writing(self.engine) as connection:
            query = select(sheets.c.invitation, sheets.c.invited_until).where(
                sheets.c.id == sheet_id, sheets.c.expires > now
            )
            row = connection.execute(query.with_for_update()).first()
            if row is None:
                raise limits.SheetGone
            if row.invited_until > now:
                return Invitation(self._code(sheet_id, row.invitation), row.invited_until)
            number, expires = row.invitation, now + limits.CODE_SECONDS
            connection.execute(delete(codes).where(codes.c.expires <= now))
            while True:
                number += 1
                code, nonce = self._code(sheet_id, number), secrets.token_bytes(HASH_BYTES)
                sealed = mask(decode_id(secret_id), self._key, b"seal" + nonce)
                row_values = {"code": self._keyed("code", code), "sealed": sealed, "nonce": nonce, "expires": expires}
                if connection.execute(self._insert(codes).values(row_values).on_conflict_do_nothing()).rowcount:
                    break
            changed = {"invitation": number, "invited_until": expires}
            connection.execute(update(sheets).where(sheets.c.id == sheet_id).values(changed))
        return Invitation(code, expires)

    @translate_errors
    def end_invitation(self, secret_id: str) -> None:
        """Make the code of a sheet's open invitation invalid."""
        sheet_id = hash_id(secret_id)
        is_open = (sheets.c.id == sheet_id) & (sheets.c.invited_until > self._clock())
        with writing(self.engine) as connection:
            number = connection.execute(select(sheets.c.invitation).where(is_open)).scalar()
            if number:
                connection.execute(
                    delete(codes).where(codes.c.code == self._keyed("code", self._code(sheet_id, number)))
                )
                connection.execute(update(sheets).where(sheets.c.id == sheet_id).values(invited_until=0))

    @translate_errors
    def find_code(self, code: str, address: str) -> str | None:
        """Return the id of the sheet to which a code leads, or None."""
        self._count("code", address, 60, limits.MAX_TRIED_CODES_A_MINUTE)
        self._count("codes", "", 60, limits.MAX_CODES_A_MINUTE)
        digits = re.sub(r"\D", "", code, flags=re.ASCII)
        query = select(codes).where(codes.c.code == self._keyed("code", digits), codes.c.expires > self._clock())
        with self.engine.begin() as connection:
            row = connection.execute(query).first()
        return encode_id(mask(row.sealed, self._key, b"seal" + row.nonce)) if row else None

    def _code(self, sheet_id: bytes, number: int) -> str:
        """Return the code of a sheet's invitation with this number; every phone that shows the invitation shows the same."""
        digest = hmac.digest(self._key, b"invitation" + sheet_id + str(number).encode(), "sha256")
        return str(int.from_bytes(digest) % 10**limits.CODE_DIGITS).zfill(limits.CODE_DIGITS)
