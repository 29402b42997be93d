"""Reading a group's scorebook: access by link, current results, and their history."""

import hmac
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import SQLAlchemyError

from web.common.http import GROUP_LINK
from web.groups import limits
from web.groups.answers import Book, BookPage, Deleted, Head, Past, read_brief
from web.groups.links import Links, unseal
from web.groups.results import ALIAS, NAME, find_fault
from web.groups.store.statements import ENTRY_COLUMNS, LOG_COLUMNS, entries, groups, log_rows
from web.together.answers import load_value
from web.together.store.base import DatabaseStore, translate_errors
from web.together.store.database import writing
from web.together.store.merge import Entry
from web.together.store.secret_ids import hash_id
from web.together.store.statements import entries_of


class Reading(DatabaseStore):
    """The part of the store that only reads. Methods that take a link raise GroupGone if it is invalid."""

    def _find(self, connection: Connection, link: str, *, lock: bool = False) -> tuple[Any, bool]:
        """The row of a link's group, and whether the link may write."""
        if not re.fullmatch(GROUP_LINK, link):
            raise limits.GroupGone
        group_id, known = link[: limits.GROUP_CHARACTERS], hash_id(link[limits.GROUP_CHARACTERS :])
        query = select(groups).where(groups.c.id == group_id, groups.c.expires > self._clock())
        row = connection.execute(query.with_for_update() if lock else query).first()
        if row and hmac.compare_digest(known, bytes(row.write_hash)):
            return row, True
        if row and hmac.compare_digest(known, bytes(row.read_hash)):
            return row, False
        raise limits.GroupGone

    def _find_writable(self, connection: Connection, link: str) -> Any:
        """The locked row of a group, for a link that may write. Raises ReadOnly."""
        row, writes = self._find(connection, link, lock=True)
        if not writes:
            raise limits.ReadOnly
        return row

    def _touch(self, row: Any) -> int:
        """Extend a group's lifetime, once a day; return when it expires. If nothing can be written, reading goes on."""
        expires = int(self._clock()) + limits.LIFETIME_SECONDS
        if expires - row.expires < limits.TOUCH_SECONDS:
            return int(row.expires)
        with suppress(SQLAlchemyError), writing(self.engine) as connection:
            connection.execute(
                update(groups).where(groups.c.id == row.id, groups.c.expires < expires).values(expires=expires)
            )
            return expires
        return int(row.expires)

    @translate_errors
    def load(self, link: str) -> Book:
        """A group's scorebook as it stands."""
        with self.engine.begin() as connection:
            row, writes = self._find(connection, link)
            name, aliases = self._read_names(connection, row.id)
            query = select(entries.c.value).where(entries.c.group_id == row.id, entries.c.brief.is_not(None))
            kept = _load_all(connection.execute(query).scalars())
        kept.sort(key=lambda one: (one["date"], one["changed"]), reverse=True)
        return Book(Head(row.id, name, writes, row.seq, self._touch(row)), kept, aliases)

    @translate_errors
    def list_results(self, link: str, *, game: str = "", person: str = "", month: str = "", page: int = 0) -> BookPage:
        """Return a page of a group's results, the newest first: all, or those of a game, a person or a month.

        They are found by their briefs; only those that are shown are read.
        """
        with self.engine.begin() as connection:
            row, writes = self._find(connection, link)
            name, aliases = self._read_names(connection, row.id)
            query = select(entries.c.brief).where(entries.c.group_id == row.id, entries.c.brief.is_not(None))
            briefs = [read_brief(one, aliases) for one in _load_all(connection.execute(query).scalars())]
            chosen = [
                one
                for one in briefs
                if game in ("", one.slug) and one.date.startswith(month) and (not person or person in one.names)
            ]
            chosen.sort(reverse=True)
            page = max(0, min(page, (len(chosen) - 1) // limits.PAGE_SIZE))
            ids = [one.id for one in chosen[page * limits.PAGE_SIZE : (page + 1) * limits.PAGE_SIZE]]
            shown = {
                path: load_value(entry.value) for path, entry in self._read_entries(connection, row.id, ids).items()
            }
        book = Book(Head(row.id, name, writes, row.seq, self._touch(row)), [shown[one] for one in ids], aliases)
        return BookPage(book, briefs, chosen, page)

    def _read_names(self, connection: Connection, group_id: str) -> tuple[str, dict[str, str]]:
        """A group's name, and its joined names."""
        query = select(entries.c.path, entries.c.value).where(entries.c.group_id == group_id, entries.c.brief.is_(None))
        about = {
            path: load_value(value) for path, value in connection.execute(query.where(entries.c.value.is_not(None)))
        }
        return about[NAME], {path.removeprefix(ALIAS): value for path, value in about.items() if path.startswith(ALIAS)}

    @translate_errors
    def head(self, link: str) -> tuple[Head, int]:
        """A group, and how many results it has."""
        with self.engine.begin() as connection:
            row, writes = self._find(connection, link)
            head = Head(row.id, self._name(connection, row.id), writes, row.seq, row.expires)
            return head, self._count_rows(
                connection, entries, (entries.c.group_id == row.id) & entries.c.brief.is_not(None)
            )

    def _name(self, connection: Connection, group_id: str) -> str:
        query = select(entries.c.value).where(entries.c.group_id == group_id, entries.c.path == NAME)
        return str(load_value(connection.execute(query).scalar_one()))

    @translate_errors
    def links(self, link: str) -> Links:
        """Both links of a group, for whoever has the one that writes. Raises ReadOnly."""
        with self.engine.begin() as connection:
            row, writes = self._find(connection, link)
        if not writes:
            raise limits.ReadOnly
        return Links(row.id, link, row.id + unseal(row, link.removeprefix(row.id)))

    @translate_errors
    def history(self, link: str, path: str | None = None) -> list[Past]:
        """Return the history of all results, or with a path of one, newest first."""
        with self.engine.begin() as connection:
            row, _ = self._find(connection, link)
            query = select(*LOG_COLUMNS).where(log_rows.c.group_id == row.id)
            if path not in (None, NAME) and find_fault(path, None):
                return []
            if path is not None:
                query = query.where(log_rows.c.path == path)
            query = query.order_by(log_rows.c.seq.desc()).limit(limits.MAX_HISTORY_ROWS)
            return [Past(at, load_value(value), *rest) for at, value, *rest in connection.execute(query)]

    @translate_errors
    def deleted(self, link: str) -> list[Deleted]:
        """The deleted results that can still be restored, the last deleted first."""
        with self.engine.begin() as connection:
            row, _ = self._find(connection, link)
            gone = select(entries.c.path, entries.c.purge, entries.c.seq).where(
                entries.c.group_id == row.id, entries.c.purge.is_not(None)
            )
            found = connection.execute(gone.order_by(entries.c.seq.desc()).limit(limits.MAX_DELETED_ROWS)).all()
            log = select(*LOG_COLUMNS).where(
                log_rows.c.group_id == row.id, log_rows.c.path.in_([one.path for one in found])
            )
            past = [
                Past(at, load_value(value), *rest)
                for at, value, *rest in connection.execute(log.order_by(log_rows.c.seq))
            ]
        before = {one.path: one.value for one in past if one.value is not None and one.stands}
        deletion = {one.path: one for one in past if one.value is None and one.stands}
        return [
            Deleted(before[one.path], deletion[one.path].who, deletion[one.path].typed, one.purge)
            for one in found
            if one.path in before
        ]

    def _read_entries(self, connection: Connection, group_id: str, paths: Iterable[str]) -> dict[str, Entry]:
        """Return the entries at these paths."""
        query = select(*ENTRY_COLUMNS).where(entries.c.group_id == group_id, entries.c.path.in_([*paths]))
        return entries_of(connection.execute(query))


def _load_all(texts: Iterable[str]) -> list[Any]:
    """Decode many values at once, which takes half as long as one by one."""
    values: list[Any] = json.loads(f"[{','.join(texts)}]")
    return values
