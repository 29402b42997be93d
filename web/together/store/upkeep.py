"""Upkeep: when devices were last seen, and the deletion of expired sheets."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, func, literal, or_, select, update

from web.together import limits
from web.together.store.base import DatabaseStore, translate_errors
from web.together.store.database import writing
from web.together.store.secret_ids import hash_id
from web.together.store.statements import ROW_ID, attempts, codes, devices, log_rows, sheets

SEEN_SECONDS = 24 * 3600
"""How long it is told when a device was last heard of."""
_MAX_WAITING = 10_000
"""Devices that asked, until it is noted."""


class Upkeep(DatabaseStore):
    """The part of the store that is called periodically."""

    _asked: set[tuple[bytes, str]]

    def hear_from(self, secret_id: str, device: str) -> None:
        """Remember that a device asked, until `touch` notes it: a phone that polls has no stream by which it is known to be there."""
        if len(self._asked) < _MAX_WAITING:
            self._asked.add((hash_id(secret_id), device))

    def touch(self, streams: Iterable[tuple[bytes, str]] = ()) -> None:
        """Note that devices were heard of: those with these streams, and those that asked."""
        asked, self._asked = self._asked, set()
        present = sorted({*streams, *asked})  # in one order, so that no two servers wait for each other
        if not present:
            return
        now = int(self._clock())
        rows = [{"at_sheet": sheet_id, "at_device": device} for sheet_id, device in present]
        self._note(rows, now)
        here = (devices.c.sheet_id == bindparam("at_sheet")) & (devices.c.device == bindparam("at_device"))
        with writing(self.engine) as connection:
            connection.execute(update(devices).where(here).values(seen=now), rows)

    def _note(self, rows: Sequence[dict[str, Any]], now: int) -> None:
        """Give devices that changed nothing yet a row, so that it shows when they have gone.

        In a transaction of its own: it locks the sheets' rows, for which whoever changes something waits before that device's.
        """
        count = (
            select(func.count())
            .select_from(devices)
            .where(devices.c.sheet_id == bindparam("at_sheet"))
            .scalar_subquery()
        )
        found = select(sheets.c.id, bindparam("at_device", type_=devices.c.device.type), literal(0), literal(now))
        found = found.where(sheets.c.id == bindparam("at_sheet"), count < limits.MAX_NOTED_DEVICES)
        with writing(self.engine) as connection:
            connection.execute(
                self._insert(devices).from_select(["sheet_id", "device", "n", "seen"], found).on_conflict_do_nothing(),
                rows,
            )

    @translate_errors
    def seen(self, secret_id: str) -> dict[str, int]:
        """Return the seconds since each device of a sheet was last seen, if within a day."""
        return self.seen_by_hash(hash_id(secret_id))

    def seen_by_hash(self, sheet_id: bytes) -> dict[str, int]:
        """Return the same for a sheet given by its hash."""
        now = int(self._clock())
        query = select(devices.c.device, devices.c.seen).where(
            devices.c.sheet_id == sheet_id, devices.c.seen > now - SEEN_SECONDS
        )
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
