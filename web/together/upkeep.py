"""Upkeep: when devices were last seen, and the deletion of expired sheets."""

from collections.abc import Iterable

from sqlalchemy import bindparam, delete, or_, select, update

from web.together import limits
from web.together.access import Access
from web.together.base import tells_errors
from web.together.database import writing
from web.together.statements import ROW_ID, attempts, codes, devices, log_rows, sheets


class Upkeep(Access):
    """The part of the store that is called periodically."""

    def touch(self, present: Iterable[tuple[bytes, str]]) -> None:
        """Record that devices were seen, in one short transaction."""
        now = int(self._clock())
        rows = [{"at_sheet": sheet_id, "at_device": device} for sheet_id, device in present]
        if rows:
            here = (devices.c.sheet_id == bindparam("at_sheet")) & (devices.c.device == bindparam("at_device"))
            with writing(self.engine) as connection:
                connection.execute(update(devices).where(here).values(seen=now), rows)

    @tells_errors
    def seen(self, secret_id: str) -> dict[str, int]:
        """Return the seconds since each device of a sheet was last seen, if within an hour."""
        return self.seen_by_hash(self._hash(secret_id))

    def seen_by_hash(self, sheet_id: bytes) -> dict[str, int]:
        """Return the same for a sheet given by its hash."""
        now = int(self._clock())
        query = select(devices.c.device, devices.c.seen).where(devices.c.sheet_id == sheet_id, devices.c.seen > now - 3600)
        with self.engine.begin() as connection:
            return {device: max(0, now - at) for device, at in connection.execute(query)}

    def sweep(self) -> int:
        """Delete expired sheets, codes and counters, a few in a transaction; return how many sheets went.

        In SQLite the sheet of the log's last row stays until there is a newer one: row ids must rise for whoever reads the log.
        """
        now = int(self._clock())
        with writing(self.engine) as connection:
            connection.execute(delete(codes).where(codes.c.expires <= now))
            connection.execute(delete(attempts).where(attempts.c.start < now - 7200))
        expired = select(sheets.c.id).where(sheets.c.expires <= now)
        if not self._is_postgres:
            newest = select(log_rows.c.sheet_id).order_by(ROW_ID.desc()).limit(1).scalar_subquery()
            expired = expired.where(or_(newest.is_(None), sheets.c.id != newest))
        return self._delete_expired(sheets, expired, limits.MAX_SWEPT_SHEETS)
