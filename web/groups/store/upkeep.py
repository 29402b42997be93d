"""Upkeep: the deletion of expired groups, of the history of deleted results, and of forgotten devices."""

from sqlalchemy import delete, func, select, update

from web.groups import limits
from web.groups.store.statements import SIZE, devices, entries, groups, log_rows
from web.together.store.base import DatabaseStore
from web.together.store.database import writing


class Upkeep(DatabaseStore):
    """The part of the store that is called periodically."""

    def sweep(self) -> int:
        """Delete expired groups, the history of results deleted long ago, and forgotten devices; return how many groups went."""
        now = int(self._clock())
        with writing(self.engine) as connection:
            connection.execute(delete(devices).where(devices.c.seen < now - limits.DEVICE_SECONDS))
        while self._purge(now) == limits.MAX_SWEPT_ROWS:
            pass
        return self._delete_expired(groups, select(groups.c.id).where(groups.c.expires <= now), limits.MAX_SWEPT_ROWS)

    def _purge(self, now: int) -> int:
        """Delete the history of some results that cannot be restored any more; return how many they were."""
        due = (
            select(entries.c.group_id, entries.c.path)
            .where(entries.c.purge <= now)
            .order_by(entries.c.purge)
            .limit(limits.MAX_SWEPT_ROWS)
        )
        with self.engine.begin() as connection:
            found = connection.execute(due).all()
        for group_id, path in found:
            self._forget(group_id, path, now)
        return len(found)

    def _forget(self, group_id: str, path: str, now: int) -> None:
        """Delete the history of one result, unless somebody restored it meanwhile."""
        with writing(self.engine) as connection:
            connection.execute(select(groups.c.id).where(groups.c.id == group_id).with_for_update())
            here = (entries.c.group_id == group_id) & (entries.c.path == path) & (entries.c.purge <= now)
            if connection.execute(update(entries).where(here).values(purge=None)).rowcount:
                past = (log_rows.c.group_id == group_id) & (log_rows.c.path == path)
                freed = connection.execute(select(func.sum(SIZE)).where(past)).scalar() or 0
                connection.execute(delete(log_rows).where(past))
                connection.execute(update(groups).where(groups.c.id == group_id).values(size=groups.c.size - freed))
