"""The store of groups' scorebooks."""

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from scorers.entries import clean_name
from web.common.http import GROUP_LINK
from web.groups import limits
from web.groups.answers import Answer, Book, BookPage, Deleted, Head, Past, read_brief, write_brief
from web.groups.database import ENTRY_COLUMNS, LOG_COLUMNS, ROW_CHARACTERS, SIZE, devices, entries, groups, log_rows
from web.groups.results import ALIAS, NAME, RESULT_ID, clean_names, correct, find_fault
from web.together.answers import dump_value, load_value
from web.together.cells import Cell
from web.together.database import (
    HASH_BYTES,
    DatabaseStore,
    decode_id,
    encode_id,
    entries_of,
    hash_id,
    mask,
    translate_errors,
    writing,
)
from web.together.merge import Change, Entry, LogRow, State, take_in
from web.together.requests import Request


class Links(NamedTuple):
    """A group's id, the link that writes, and the one that only reads."""

    group: str
    write: str
    read: str


def secret_columns(write: str, read: str) -> dict[str, bytes]:
    """Return a group's columns for its two secrets: their hashes, and the read-only one, encrypted with the writable
    one.

    The database alone cannot decrypt it. The pad follows from both secrets, so it is used once.
    """
    read_hash = hash_id(read)
    sealed = mask(decode_id(read), write.encode(), b"read" + read_hash)
    return {"write_hash": hash_id(write), "read_hash": read_hash, "read_sealed": sealed}


def unseal(row: Any, write: str) -> str:
    """Return the read-only secret in a group's row, decrypted with the writable one."""
    return encode_id(mask(row.read_sealed, write.encode(), b"read" + bytes(row.read_hash)))


def likeness(value: Any) -> bytes | None:
    """The hash of a result's game, day and entries: results that have the same may be one game. None for what is no
    result.
    """
    if not isinstance(value, dict):
        return None
    entries = sorted(parse_qsl(value["query"], keep_blank_values=True))
    text = json.dumps([value["slug"], value["date"], entries])
    return hashlib.sha256(text.encode()).digest()[:HASH_BYTES]


@dataclass(slots=True)
class Intake:
    """The outcome of a device's changes: rows for the log."""

    state: State
    log: list[LogRow] = field(default_factory=list)

    def take(self, device: str, changes: Sequence[Change], now: float) -> None:
        """Merge a device's changes in its own order, but for those that change nothing."""
        state = self.state
        for change in sorted(changes, key=lambda change: change.n):
            if change.n <= state.kept:
                continue
            path, value = change.cells[0]
            standing = state.entries.get(path)
            if (standing.value if standing else None) == value:
                state.kept = change.n
                continue
            self.log += take_in(state, device, [change], now)


def _load_all(texts: Iterable[str]) -> list[Any]:
    """Decode many values at once, which takes half as long as one by one."""
    values: list[Any] = json.loads(f"[{','.join(texts)}]")
    return values


class Store(DatabaseStore):
    """The groups' scorebooks of one database."""

    # Making, renewing, deleting

    @translate_errors
    def create(self, name: str, address: str) -> Links:
        """Make a group; return its links, which are stored nowhere."""
        self._count("group", address, 3600, limits.MAX_CREATED_AN_HOUR)
        now, group_id = self._clock(), secrets.token_urlsafe(limits.GROUP_BYTES)
        write, read = (secrets.token_urlsafe(limits.SECRET_BYTES) for _ in range(2))
        state = State()
        log = take_in(state, "", [Change(((NAME, dump_value(clean_name(name))),), 1, 0, 0)], now)
        with writing(self.engine) as connection:
            self._check_room(connection)
            row = {
                "id": group_id, **secret_columns(write, read), "seq": state.seq, "size": _size_of(log),
                "created": int(now), "expires": int(now) + limits.LIFETIME_SECONDS,
            }  # fmt: skip
            connection.execute(insert(groups).values(row))
            self._write(connection, group_id, log, state, "", now)
        return Links(group_id, group_id + write, group_id + read)

    @translate_errors
    def renew(self, link: str, which: str) -> Links:
        """Replace the link that writes ("write") or the one that reads; the old one is dead, the other goes on.

        Raises ReadOnly.
        """
        links = self.links(link)
        new = secrets.token_urlsafe(limits.SECRET_BYTES)
        write, read = (one.removeprefix(links.group) for one in (links.write, links.read))
        write, read = (new, read) if which == "write" else (write, new)
        with writing(self.engine) as connection:
            row = self._find_writable(connection, link)
            connection.execute(update(groups).where(groups.c.id == row.id).values(secret_columns(write, read)))
        return Links(links.group, links.group + write, links.group + read)

    @translate_errors
    def delete(self, link: str) -> None:
        """Delete a group with everything in it, and its history, at once. Raises ReadOnly."""
        with writing(self.engine) as connection:
            row = self._find_writable(connection, link)
            connection.execute(delete(groups).where(groups.c.id == row.id))

    # Taking changes in

    @translate_errors
    def sync(self, link: str, device: str, since: int, requests: Sequence[Request], who: str = "") -> Answer:
        """Take a device's changes in and tell it what changed after `since`.

        It is safe to repeat: each change is taken once.
        """
        changes, faults = [], []
        for one in requests:
            path, value = clean_names(one.path, one.value)
            if fault := find_fault(path, value):
                faults.append(fault)
            else:
                changes.append(Change(((path, dump_value(value)),), one.n, one.base, one.age))
        answer = self._take_in(link, device, since, changes, who) if requests else self._look(link, device, since)
        answer.faults = faults
        return answer

    def _look(self, link: str, device: str, since: int) -> Answer:
        with self.engine.begin() as connection:
            row, writes = self._find(connection, link)
            kept = connection.execute(_device_of(row.id, device)).scalar() or 0
            answer = self._answer(connection, row, since, kept, writes=writes)
        expires = self._touch(row)
        answer.head = replace(answer.head, expires=expires)
        return answer

    def _take_in(self, link: str, device: str, since: int, changes: list[Change], who: str) -> Answer:
        """The transaction: lock the group's row, merge, write the log and what came to stand, and answer."""
        with writing(self.engine) as connection:
            row = self._find_writable(connection, link)
            intake, before = self._merge(connection, row, device, changes)
            kept = intake.state.kept
            if kept > (before or 0):
                if (
                    before is None
                    and self._count_rows(connection, devices, devices.c.group_id == row.id) >= limits.MAX_DEVICES
                ):
                    raise limits.GroupFull
                mark = {"group_id": row.id, "device": device, "n": kept, "seen": int(self._clock())}
                connection.execute(self._upsert(devices, ["group_id", "device"], ["n", "seen"]), mark)
            if intake.log:
                row = self._write_log(connection, row, intake, who)
            answer = self._answer(connection, row, since, kept, writes=True)
        answer.changed = sum(one.stands for one in intake.log)
        return answer

    @translate_errors
    def keep(self, group_id: str, value: dict[str, Any]) -> None:
        """Keep the result of a shared sheet that came from a group, if there still is such a group.

        It is kept once, whoever asks; a result that was corrected there keeps its day and notes, and a deleted one
        stays deleted.
        """
        path = value["id"]
        with writing(self.engine) as connection:
            query = select(groups).where(groups.c.id == group_id, groups.c.expires > self._clock()).with_for_update()
            row = connection.execute(query).first()
            if row is None:
                return
            if entry := self._read_entries(connection, group_id, [path]).get(path):
                standing = load_value(entry.value)
                if standing is None or standing["query"] == value["query"]:
                    return
                value = correct(standing, {name: value[name] for name in ("query", "result")})
            # It is no device's own change: it has seen what stands, and counts from there.
            change = Change(((path, dump_value(value)),), row.seq + 1, row.seq, 0)
            intake, _ = self._merge(connection, row, "", [change])
            if intake.log:
                self._write_log(connection, row, intake, "")

    def _merge(self, connection: Connection, row: Any, device: str, changes: list[Change]) -> tuple[Intake, int | None]:
        """The changes merged into what stands, and how far the device's changes were kept before; None for a new
        one.
        """
        paths = dict.fromkeys(change.cells[0][0] for change in changes)
        kept = connection.execute(_device_of(row.id, device)).scalar()
        intake = Intake(State(row.seq, self._read_entries(connection, row.id, paths), kept or 0))
        intake.take(device, [change._replace(base=min(change.base, row.seq)) for change in changes], self._clock())
        return intake, kept

    def _write_log(self, connection: Connection, row: Any, intake: Intake, who: str) -> Any:
        """Write what was merged, within the group's limits, and the group's row, which is returned as it is then."""
        now, size = self._clock(), row.size + _size_of(intake.log)
        if size > limits.MAX_HISTORY_BYTES:
            raise limits.GroupFull
        self._check_room(connection)
        self._write(connection, row.id, intake.log, intake.state, who, now)
        if self._count_rows(connection, entries, entries.c.group_id == row.id) > limits.MAX_ENTRIES:
            raise limits.GroupFull
        changed = {"seq": intake.state.seq, "size": size, "expires": int(now) + limits.LIFETIME_SECONDS}
        return connection.execute(
            update(groups).where(groups.c.id == row.id).values(changed).returning(*groups.c)
        ).one()

    def _write(
        self, connection: Connection, group_id: str, log: Sequence[LogRow], state: State, who: str, now: float
    ) -> None:
        """Write what was changed, and what stands now; what comes to a deleted result is kept as long as that."""
        connection.execute(insert(log_rows), [{"group_id": group_id, "who": who, **_columns(row)} for row in log])
        rows = []
        for path in dict.fromkeys(row.path for row in log):
            entry, is_result = state.entries[path], RESULT_ID.fullmatch(path)
            purge = int(now) + limits.RESTORE_SECONDS if is_result and entry.value is None else None
            value = load_value(entry.value) if is_result else None
            found_by = {"likeness": likeness(value), "brief": write_brief(value), "purge": purge}
            rows.append({"group_id": group_id, "path": path, **entry._asdict(), **found_by})
        columns = [*Entry._fields, "likeness", "brief", "purge"]
        connection.execute(self._upsert(entries, ["group_id", "path"], columns), rows)

    def _answer(self, connection: Connection, row: Any, since: int, kept: int, *, writes: bool) -> Answer:
        """Return the entries changed after `since`, in order, up to the limit of one answer."""
        since = since if since <= row.seq else 0  # a phone knows more than a server that was set back
        query = (
            select(*ENTRY_COLUMNS).where(entries.c.group_id == row.id, entries.c.seq > since).order_by(entries.c.seq)
        )
        found = connection.execute(query.limit(limits.MAX_ANSWERED_ENTRIES + 1)).all()
        more = len(found) > limits.MAX_ANSWERED_ENTRIES
        told = found[: limits.MAX_ANSWERED_ENTRIES]
        cells = {one.path: Cell(load_value(one.value), one.seq, one.device) for one in told}
        head = Head(row.id, self._name(connection, row.id), writes, row.seq, row.expires)
        return Answer(head, told[-1].seq if more else row.seq, kept, cells, more=more)

    def change(self, link: str, form_id: str, base: int, path: str, value: Any, who: str = "") -> Answer:
        """Make the change of a plain form, whose random id makes it count once, however often it is sent."""
        return self.sync(link, form_id, base, [Request(path, value, 1, base, 0.0)], who)

    @translate_errors
    def find_equal(self, link: str, value: dict[str, Any]) -> str | None:
        """Return the id of another result with the same game, day and entries, if the book has one. Raises ReadOnly."""
        with self.engine.begin() as connection:
            row = self._find_writable(connection, link)
            found = self._find_equal(connection, row.id, [value]).get(likeness(value) or b"", [])
        return found[0] if found and value["id"] not in found else None

    def _find_equal(
        self, connection: Connection, group_id: str, results: Sequence[dict[str, Any]]
    ) -> dict[bytes, list[str]]:
        """Return the ids of the book's results that have game, day and entries of one of these, by their likeness."""
        columns = entries.c
        query = select(columns.likeness, columns.path).where(columns.group_id == group_id, columns.value.is_not(None))
        alike = {one for value in results if (one := likeness(value))}
        found: dict[bytes, list[str]] = {}
        for one, path in connection.execute(query.where(columns.likeness.in_(alike))):
            found.setdefault(bytes(one), []).append(path)
        return found

    @translate_errors
    def bring_in(
        self, link: str, form_id: str, results: Sequence[dict[str, Any]], who: str = "", *, equal: bool = False
    ) -> int:
        """Bring a file's results in; return how many were new or changed. What was changed later wins.

        A result with game, day and entries of another one that is in the book may be the same game: it comes in if
        `equal` are wanted.
        """
        with self.engine.begin() as connection:
            row = self._find_writable(connection, link)
            here = self._read_entries(connection, row.id, [one["id"] for one in results])
            games = {} if equal else self._find_equal(connection, row.id, results)
        now, changes = self._clock(), []
        for n, one in enumerate(results, 1):
            standing = here.get(one["id"])
            value = load_value(standing.value) if standing else None
            if value is None and likeness(one) in games:
                continue
            if value is None or one["changed"] > value["changed"]:
                changes.append(Request(one["id"], one, n, 0, now - one["changed"] / 1000))
        return self.sync(link, form_id, 0, changes, who).changed

    # Reading

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

    # Upkeep, called periodically

    def sweep(self) -> int:
        """Delete expired groups, the history of results deleted long ago, and forgotten devices.

        Return how many groups went.
        """
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


def _device_of(group_id: str, device: str) -> Any:
    """The statement for how far a device's changes are kept."""
    return select(devices.c.n).where(devices.c.group_id == group_id, devices.c.device == device)


def _columns(row: LogRow) -> dict[str, Any]:
    """What the log of a scorebook keeps of a row."""
    return {name: value for name, value in row._asdict().items() if name in log_rows.c}


def _size_of(log: Sequence[LogRow]) -> int:
    """Return the size of rows of the log in a group's history."""
    return sum(ROW_CHARACTERS + len(row.path) + len(row.value or "") for row in log)
