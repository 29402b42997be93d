"""The store of documents: one transaction takes changes in, the same for all kinds, scripts, forms and programs."""

import hmac
import json
import math
import secrets as chance
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, tuple_, update
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from scorers.model import N_, Fault
from web.common.http import network_of
from web.sync import limits
from web.sync import statements as sql
from web.sync.answers import Answer, Head, Incoming, Page, Refused, Request, cut_page, cut_rows, write_mark
from web.sync.database import find_visitor, reading, translate_errors, write_turn, writing
from web.sync.kind import Kind
from web.sync.links import ID_CHARACTERS, Link, hash_secret, make_handle, new_id, new_secret, read_link, seal, unseal
from web.sync.merge import Change, LogRow, State, Value, apply_changes
from web.sync.notices import Notices

MAX_TRIES = 4
DOCUMENT_BYTES, ROW_BYTES, DEVICE_BYTES = 1_000, 400, 200
"""Size of a document, a change and a device in the tables and indexes without texts, so that blank values add up."""
MAX_LOCAL_BYTES, OVERFLOW_BYTES = 800, 3_600
"""Size up to which SQLite keeps a value within its row, and what is left empty of the pages of a longer one."""
NAMES = 8
"""How often a name stands in the rows and indexes of a change and a value."""
PARTS = 10**9
"""Parts of the free room in which an address's share is counted."""
HIGHEST = "\U0010ffff"
"""Above every character that follows a prefix."""
HIGHEST_RANK = "~"
"""Above every rank, as `before` of the first page of a list."""


class Past(NamedTuple):
    """A change of the past, and under what name its writer made it."""

    row: LogRow
    who: str


class Cleared(NamedTuple):
    """A value that was cleared: as it was, the change that cleared it, and until when it can be restored."""

    name: str
    value: str
    clearing: Past
    until: int


class CountedMeanwhileError(Exception):
    """The same device's changes were taken while this transaction waited for the document's lock.

    PostgreSQL reads the locked row anew after waiting, but not the rows that are joined to it.
    """


class Store:
    """The documents of one database. Methods that take a link raise their kind's `gone` if it opens nothing.

    `key` makes hashes of addresses that nobody can compute from the database alone.
    """

    def __init__(
        self, engine: Engine, kinds: Iterable[Kind], key: bytes = b"", clock: Callable[[], float] | None = None
    ) -> None:
        self.engine = engine
        self.kinds: dict[str, Kind] = {}
        for kind in kinds:
            self.add_kind(kind)
        self.publish: Callable[[str, Answer], None] = lambda document_id, answer: None
        """Called after each transaction that changed a document, with what changed."""
        self._key = key
        self._clock = clock
        self._is_postgres = engine.dialect.name == "postgresql"
        self.notices = Notices(shares_file=not self._is_postgres)  # PostgreSQL passes them on to all workers
        self._measured = (-math.inf, 0)
        # Built once: building such a statement takes as long as running it.
        self._write_values = self._upsert(sql.values, ["document_id", "name"], [*Value._fields, *sql.DERIVED])
        as_before = sql.devices.c.n == bindparam("before")
        write_device = self._upsert(sql.devices, ["document_id", "device"], ["n", "seen"], as_before)
        self._write_device = write_device.returning(sql.devices.c.n)  # nothing where it was not as before
        self._write_one = sql.write_one()
        self._count_attempt = sql.count_attempt(engine.dialect.name)
        self._find, self._lock, self._find_by_id = (
            statement.add_columns(sql.DATABASE_NOW.label("now")) if self._is_postgres and clock is None else statement
            for statement in (sql.FIND, sql.LOCK, sql.FIND_BY_ID)
        )

    def add_kind(self, kind: Kind) -> None:
        """Keep documents of a kind, too."""
        self.kinds[kind.name] = kind

    def _upsert(self, table: Any, keys: list[str], columns: list[str], where: Any = None) -> Any:
        return sql.upsert(self.engine.dialect.name, table, keys, columns, where)

    def now(self, row: Any = None) -> float:
        """Return the time: PostgreSQL's, so that all servers have the same, or this machine's."""
        now = getattr(row, "now", None)
        return float(now) if now is not None else (self._clock or time.time)()

    # Opening, renewing, deleting

    @translate_errors
    def open(
        self, kind: Kind, about: Mapping[str, Any], initial: Mapping[str, Any], address: str, secret: str = ""
    ) -> tuple[str, Head]:
        """Open a document with one link, which writes; return it. Opening the same secret again changes nothing."""
        secret = secret or new_secret()
        return secret, self._create(kind, read_link(secret).document_id, about, initial, address, _secret_rows(secret))

    @translate_errors
    def open_with_two_links(
        self, kind: Kind, about: Mapping[str, Any], initial: Mapping[str, Any], address: str
    ) -> tuple[str, str, Head]:
        """Open a document with two links, which are stored nowhere; return that which writes and that which reads."""
        document_id, write, read = new_id(), new_secret(), new_secret()
        head = self._create(kind, document_id, about, initial, address, _secret_rows(write, read))
        return document_id + write, document_id + read, head

    def _create(
        self, kind: Kind, document_id: str, about: Mapping[str, Any], initial: Mapping[str, Any], address: str,
        secrets: list[dict[str, Any]],
    ) -> Head:  # fmt: skip
        self.count_attempt(f"open {kind.name}", address, 3600, kind.limits.max_opened_an_hour)
        now, mark = self.now(), _new_mark()
        state = State(created=now)
        changes = [Change(name, dump(value), n, 0, 0.0) for n, (name, value) in enumerate(initial.items(), 1)]
        log = apply_changes(state, "", changes, now)
        row: dict[str, Any] = {
            "id": document_id, "kind": kind.name, "about": dump(about), "seq": state.seq, "mark": mark,
            "size": DOCUMENT_BYTES + _size_of(log), "created": int(now),
            "expires": int(now) + kind.limits.lifetime_seconds,
        }  # fmt: skip
        with writing(self.engine) as connection:
            self._take_room(connection, address, 1 + _pieces(row["size"]), limits.MAX_OPENING_BYTES)
            here = sql.documents.c.id == document_id
            connection.execute(delete(sql.documents).where(here, sql.documents.c.expires <= now))
            if connection.execute(select(sql.documents.c.id).where(here)).first() is None:
                connection.execute(insert(sql.documents).values(row))
                connection.execute(insert(sql.secrets), [one | {"document_id": document_id} for one in secrets])
                if log:
                    execute_rows(connection, sql.WRITE_LOG, _log_rows(document_id, log, mark, ""))
                    execute_rows(connection, self._write_values, _value_rows(kind, document_id, state.values, now))
        return Head(document_id, kind.name, about, state.seq, mark, int(now), row["expires"], writes=True)

    @translate_errors
    def find_links(self, link: str) -> tuple[str, str]:
        """Return both links of a document, for whoever has the one that writes. Raises ReadOnly."""
        with reading(self.engine) as connection:
            row = self._find_writable(connection, link)
            read_hash = connection.execute(
                select(sql.secrets.c.hash).where(sql.secrets.c.document_id == row.id, sql.secrets.c.writes.is_(False))
            ).scalar_one()
        return link, row.id + unseal(row.sealed, link[ID_CHARACTERS:], bytes(read_hash))

    @translate_errors
    def renew(self, link: str, which: str) -> tuple[str, str]:
        """Replace the link that writes ("write") or the one that reads; the old one is dead, the other goes on."""
        links = dict(zip(("write", "read"), self.find_links(link), strict=True))
        new = links | {which: link[:ID_CHARACTERS] + new_secret()}
        write, read = (new[name][ID_CHARACTERS:] for name in ("write", "read"))
        with writing(self.engine) as connection:
            row = self._find_writable(connection, link, lock=True)
            connection.execute(delete(sql.secrets).where(sql.secrets.c.document_id == row.id))
            rows = [one | {"document_id": row.id} for one in _secret_rows(write, read)]
            connection.execute(insert(sql.secrets), rows)
        return new["write"], new["read"]

    @translate_errors
    def delete(self, link: str) -> None:
        """Delete a document with everything in it, and its history. Raises ReadOnly.

        Its links are dead at once; what is left of it if this is interrupted goes with the next sweep.
        """
        with writing(self.engine) as connection:
            row = self._find_writable(connection, link, lock=True)
            connection.execute(delete(sql.secrets).where(sql.secrets.c.document_id == row.id))
            connection.execute(update(sql.documents).where(sql.documents.c.id == row.id).values(expires=0))
        self._delete_rows(row.id, 0)

    # Syncing

    @translate_errors
    def sync(self, link: str, request: Request, incoming: Sequence[Incoming] = ()) -> Answer:
        """Take a device's changes in, each once however often it comes, and tell it what changed after `since`."""
        if not incoming:
            return self._look(link, request)
        if kind := self.find_kind(link):
            incoming = _reckon(kind, incoming)
        for _ in range(MAX_TRIES):
            with suppress(CountedMeanwhileError):
                return self._take(link, request, incoming)
        raise limits.NotKept

    @translate_errors
    def change(self, link: str, form_id: str, base: int, name: str, value: Any, who: str = "") -> Answer:
        """Make the change of a plain form, whose random id makes it count once, however often it is sent.

        `base` is the `seq` of the page that has the form.
        """
        with reading(self.engine) as connection:
            row = self._find_row(connection, link)
        request = Request(f"{form_id}.form", row.seq, write_mark(row.seq, row.mark), who)
        return self.sync(link, request, [Incoming(name, value, 1, base, 0.0)])

    @translate_errors
    def change_by_server(self, found: Link, name: str, choose: Callable[[Sequence[LogRow], float], Any]) -> None:
        """Write what the server makes of a value: `choose` gets its standing changes and the time of the store's clock,
        and returns the value, or None to leave it.

        Nothing happens where the link that was found does not write any more.
        """
        with writing(self.engine) as connection:
            row = connection.execute(
                self._lock, {"id": found.document_id, "hash": found.hash, "device": "", "head": 0}
            ).first()
            if row is None or not row.writes or row.expires <= self.now(row):
                return
            past = sql.LOG.where(
                sql.log_rows.c.document_id == row.id, sql.log_rows.c.name == name, sql.log_rows.c.stands
            )
            rows = connection.execute(past.order_by(sql.log_rows.c.seq))
            kind, now = self.kinds[row.kind], self.now(row)
            value = choose([_past_of(one).row for one in rows], now)
            if value is None:
                return
            change = Change(name, dump(value), 1, row.seq, 0.0)
            state = self._read_state(connection, row, row.seq, [change])
            stood = dict(state.values)
            log = apply_changes(state, "", [change], now)
            mark = _new_mark() if log else row.mark
            self._write(connection, kind, row, Request(""), state, stood, log, mark, now)
        self._publish(row, state, log, mark, now)

    def _take(self, link: str, request: Request, incoming: Sequence[Incoming]) -> Answer:
        """Take changes in, in one transaction: lock the document, merge, write, and answer."""
        with writing(self.engine) as connection:
            row = self._find_writable(connection, link, request, lock=True)
            kind, now, start, before = self.kinds[row.kind], self.now(row), _find_start(row, request), row.kept or 0
            if max(one.n for one in incoming) > before + limits.MAX_AHEAD:
                raise limits.DeviceAhead
            phone = make_handle(row.id, request.phone)
            about = json.loads(row.about)
            changes, refused = read_changes(kind, about, incoming, counts_base=start == request.since)
            state = self._read_state(connection, row, start, changes)
            stood = dict(state.values)
            log = apply_changes(state, phone, changes, now, kind.is_first_come)
            mark = _new_mark() if log else row.mark
            if state.kept > before:
                self._write(connection, kind, row, request, state, stood, log, mark, now)
            answer = self._answer(connection, row, start, state, mark, now)
            answer.refused, answer.stands = refused, sum(one.stands for one in log)
            answer.you, answer.head = phone, _head_of(row, state.seq, mark)
            answer.same = self._find_alike(connection, kind, row.id, changes)
            if (
                any(one.n <= before for one in changes)
                or not all(one.stands for one in log)
                or _has_others(answer, phone)
            ):
                answer.lost = self._read_lost(connection, row, phone, start)
        # Also where all was kept before: the server that took it may have died before it could tell the others.
        self._publish(row, state, log, mark, now)
        return answer

    def _publish(self, row: Any, state: State, log: Sequence[LogRow], mark: str, now: float) -> None:
        """Tell the streams what a transaction has changed."""
        before, after = write_mark(row.seq, row.mark), write_mark(state.seq, mark)
        self.publish(row.id, Answer(row.seq, state.seq, after, _standing_of(state, log), now, start_mark=before))

    def _look(self, link: str, request: Request) -> Answer:
        with reading(self.engine) as connection:
            row = self._find_row(connection, link, request)
            phone, start = make_handle(row.id, request.phone), _find_start(row, request)
            state = State(row.seq, {}, row.kept or 0)
            answer = self._answer(connection, row, start, state, row.mark, self.now(row), is_read=False)
            answer.you, answer.head = phone, _head_of(row)
            if row.kept and _has_others(answer, phone):
                answer.lost = self._read_lost(connection, row, phone, start)
        answer.head = self._extend(answer.head)
        return answer

    @translate_errors
    def look_by_id(self, document_id: str, since: int, mark: str = "") -> Answer:
        """Return what changed after `since`, for a document's streams."""
        request = Request("", since, mark)
        with reading(self.engine) as connection:
            row = connection.execute(self._find_by_id, {"id": document_id, "head": request.head}).first()
            if row is None or row.expires <= self.now(row):
                raise limits.DocumentGone
            start = _find_start(row, request)
            return self._answer(connection, row, start, State(row.seq), row.mark, self.now(row), is_read=False)

    def _find_row(
        self, connection: Connection, link: str, request: Request | None = None, *, lock: bool = False
    ) -> Any:
        """Return the row of a link's document, with how far a device's changes are kept; with `lock`, for writing."""
        document_id, known = read_link(link)
        asked: dict[str, Any] = {"id": document_id, "hash": known, "device": "", "head": 0}
        if request:
            asked |= {"device": make_handle(document_id, request.device), "head": request.head}
        row = connection.execute(self._lock if lock else self._find, asked).first()
        if row is None or row.expires <= self.now(row):
            kind = self.find_kind(link)
            raise kind.gone if kind else limits.DocumentGone
        return row

    def find_kind(self, link: str) -> Kind | None:
        """Return the kind of document that a link opens, by its length."""
        return next((one for one in self.kinds.values() if one.link_characters == len(link)), None)

    def _find_writable(
        self, connection: Connection, link: str, request: Request | None = None, *, lock: bool = False
    ) -> Any:
        """Return the same for a link that writes. Raises ReadOnly."""
        row = self._find_row(connection, link, request, lock=lock)
        if not row.writes:
            raise limits.ReadOnly
        return row

    def _read_state(self, connection: Connection, row: Any, start: int, changes: Sequence[Change]) -> State:
        """Return what a merge needs, and what changed after `start` where it fits into an answer."""
        names = list({one.name for one in changes})
        statement = sql.CHANGED_OR_NAMED if self._is_short(row, start) else sql.ONLY_NAMED
        found = connection.execute(statement, {"id": row.id, "since": start, "names": names or [""]})
        return State(row.seq, _values_of(found), row.kept or 0, row.created)

    def _is_short(self, row: Any, start: int) -> bool:
        """Return whether what changed after `start` fits into an answer, however long the values are."""
        most = self.kinds[row.kind].limits
        return bool(row.seq - start <= min(most.max_answer_values, limits.MAX_ANSWER_BYTES // most.max_value_bytes))

    def _answer(
        self, connection: Connection, row: Any, start: int, state: State, mark: str, now: float, *, is_read: bool = True
    ) -> Answer:
        """Return a page of the values after `start`; `state` has them where `is_read` and they are few."""
        most, changed = self.kinds[row.kind].limits.max_answer_values, state.values
        if start < state.seq and not (is_read and self._is_short(row, start)):
            changed = self._read_page(connection, row.id, start, most)
        page, seq, more = cut_page(changed, start, state.seq, most)
        return Answer(start, seq, write_mark(state.seq, mark), page, now, state.kept, more=more)

    def _read_page(self, connection: Connection, document_id: str, start: int, most: int) -> dict[str, Value]:
        """Return the values after `start`, some more than fit into an answer."""
        found: dict[str, Value] = {}
        size, has_more = 0, True
        while has_more and len(found) <= most and size <= limits.MAX_ANSWER_BYTES:
            since = max((one.seq for one in found.values()), default=start)
            asked = {"id": document_id, "since": since, "most": limits.MAX_READ_VALUES}
            some = _values_of(connection.execute(sql.PAGE, asked))
            found |= some
            size += sum(len(one.value or "") for one in some.values())
            has_more = len(some) == limits.MAX_READ_VALUES
        return found

    def _read_lost(self, connection: Connection, row: Any, phone: str, since: int) -> list[LogRow]:
        """Return what a phone typed that did not come to stand after `since`, or was replaced unseen then."""
        since = max(since, row.seq - limits.MAX_LOST_ROWS)
        asked = {"id": row.id, "device": phone, "since": since, "most": limits.MAX_LOST}
        rows = (LogRow._make(one) for one in connection.execute(sql.LOST, asked))
        return cut_rows(rows, limits.MAX_LOST, lambda one: one.value, lambda one: one.seq)

    def _find_alike(
        self, connection: Connection, kind: Kind, document_id: str, changes: Iterable[Change]
    ) -> dict[str, str]:
        """Return the names of those changes that are like something else that stands, and the name of that."""
        likenesses = {one.name: likeness for one in changes if (likeness := _likeness_of(kind, one.name, one.value))}
        if not likenesses:
            return {}
        asked = {"id": document_id, "likenesses": list(likenesses.values())}
        found = {bytes(likeness): pair for likeness, *pair in connection.execute(sql.ALIKE, asked)}
        return {
            name: other
            for name, likeness in likenesses.items()
            for other in [one for one in found.get(likeness, ()) if one != name][:1]
        }

    # Writing

    def _write(
        self, connection: Connection, kind: Kind, row: Any, request: Request, state: State, before: dict[str, Value],
        log: list[LogRow], mark: str, now: float,
    ) -> None:  # fmt: skip
        """Write what was merged, within the limits of the kind."""
        device = make_handle(row.id, request.device)
        is_new_device = bool(device) and row.kept is None
        size = row.size + _size_of(log, request.who) + is_new_device * DEVICE_BYTES
        if log and (size > kind.limits.max_log_bytes or state.seq > kind.limits.max_log_rows):
            raise kind.full
        if is_new_device and self._count(connection, sql.devices, row.id) >= kind.limits.max_devices:
            raise kind.full
        changed = {name: value for name, value in state.values.items() if value is not before.get(name)}
        if (pieces := _pieces(size) - _pieces(row.size)) > 0:
            self._take_room(connection, find_visitor(), pieces, limits.MAX_DATABASE_BYTES)
        written = {
            "at": row.id, "new_seq": state.seq, "new_mark": mark, "new_size": size,
            "new_expires": int(now) + kind.limits.lifetime_seconds,
        }  # fmt: skip
        count = {"document_id": row.id, "device": device, "n": state.kept, "seen": int(now)}
        logged = _log_rows(row.id, log, mark, request.who)
        standing = _value_rows(kind, row.id, changed, now)
        if self._is_postgres and len(logged) == len(standing) == 1 and device:
            together = written | _prefix("log_", logged[0]) | _prefix("value_", standing[0]) | _prefix("device_", count)
            counted = connection.execute(self._write_one, together | {"before": row.kept or 0}).first()
        else:
            if logged:
                execute_rows(connection, sql.WRITE_LOG, logged)
            if size > row.size:
                connection.execute(sql.WRITE_DOCUMENT, written)
            if standing:
                execute_rows(connection, self._write_values, standing)
            counted = (
                connection.execute(self._write_device, count | {"before": row.kept or 0}).first() if device else row
            )
        if counted is None:
            raise CountedMeanwhileError
        kind.write_beside(connection, row.id, _standing_of(state, log))
        has_new = changed.keys() - before.keys() and state.seq > kind.limits.max_values
        if has_new and self._count(connection, sql.values, row.id) > kind.limits.max_values:
            raise kind.full

    def _count(self, connection: Connection, table: Any, document_id: str) -> int:
        query = select(func.count()).select_from(table).where(table.c.document_id == document_id)
        return int(connection.execute(query).scalar_one())

    def _take_room(self, connection: Connection, address: str, pieces: int, most: int) -> None:
        """Take room for a document that grows. Raises NotKept where there is none, and ShareFull where the address
        has used its share of the day.

        What an address takes counts for the part that it is of what is free then.
        """
        free = most - self._measure(connection)
        if free <= 0:
            raise limits.NotKept
        if address:
            day = int(self.now()) // limits.DAY
            parts = min(PARTS, -(-pieces * limits.ROOM_PIECE * PARTS // free))
            who = self._keyed(f"room:{day}", network_of(address))
            row = {"who": who, "start": day * limits.DAY, "count": parts, "more": parts}
            if connection.execute(self._count_attempt, row).scalar_one() > PARTS // limits.SHARES:
                raise limits.ShareFull
        measured, used = self._measured
        self._measured = (measured, used + pieces * limits.ROOM_PIECE)

    def _measure(self, connection: Connection) -> int:
        """Return the bytes in use, of which what was freed is none: the pages of SQLite's file, or the sum of all
        documents.
        """
        if not self._is_postgres:
            names = ("page_count", "freelist_count", "page_size")
            pages, free, size = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names)
            return int((pages - free) * size)
        measured, used = self._measured
        if time.monotonic() > measured + limits.MEASURED_SECONDS:
            used = int(connection.execute(select(func.coalesce(func.sum(sql.documents.c.size), 0))).scalar_one())
            self._measured = (time.monotonic(), used)
        return used

    def _extend(self, head: Head) -> Head:
        """Let reading count as use of what lives long, once a day; where nothing can be written, reading goes on."""
        kind = self.kinds[head.kind]
        expires = int(self.now()) + kind.limits.lifetime_seconds
        if kind.limits.is_extended_by_reading and expires - head.expires > limits.DAY:
            with suppress(SQLAlchemyError), writing(self.engine) as connection:
                here = (sql.documents.c.id == head.id) & (sql.documents.c.expires < expires)
                connection.execute(update(sql.documents).where(here).values(expires=expires))
                return replace(head, expires=expires)
        return head

    # Reading

    @translate_errors
    def load(self, link: str) -> tuple[Head, dict[str, Value]]:
        """Return a document and all its values."""
        with reading(self.engine) as connection:
            row = self._find_row(connection, link)
            values = _values_of(connection.execute(sql.CHANGED, {"id": row.id, "since": 0}))
        return self._extend(_head_of(row)), values

    @translate_errors
    def read(self, link: str, *names: str) -> tuple[Head, dict[str, Value], int]:
        """Return a document, those of its values, and how many values its lists have."""
        with reading(self.engine) as connection:
            row = self._find_row(connection, link)
            values = _values_of(
                connection.execute(
                    sql.ONLY_NAMED, {"id": row.id, "names": [_clean_text(name) for name in names] or [""]}
                )
            )
            count = int(connection.execute(sql.COUNT_RANKED, {"id": row.id}).scalar_one())
        return self._extend(_head_of(row)), values, count

    @translate_errors
    def list_names(self, link: str) -> list[str]:
        """Return the names of all that is ranked, the highest first."""
        with reading(self.engine) as connection:
            row = self._find_row(connection, link)
            return list(connection.execute(sql.RANKED_NAMES, {"id": row.id}).scalars())

    @translate_errors
    def read_below(self, link: str, prefix: str) -> dict[str, Value]:
        """Return the values whose names begin with a text."""
        with reading(self.engine) as connection:
            row = self._find_row(connection, link)
            return _values_of(connection.execute(sql.BELOW, {"id": row.id, "low": prefix, "high": prefix + HIGHEST}))

    @translate_errors
    def check_writes(self, link: str) -> None:
        """Raise ReadOnly for a link that only reads."""
        with reading(self.engine) as connection:
            self._find_writable(connection, link)

    def may_write(self, link: str) -> bool:
        """Return whether a link writes, as far as can be found out now."""
        try:
            self.check_writes(link)
        except HTTPException:
            return False
        return True

    @translate_errors
    def list_values(self, link: str, before: str, most: int) -> Page[tuple[str, str, str]]:
        """Return the names, values and ranks of a page of what is ranked, the highest first."""
        with reading(self.engine) as connection:
            row = self._find_row(connection, link)
            asked = {"id": row.id, "before": _clean_text(before) or HIGHEST_RANK, "most": most + 1}
            found = ((name, value, rank) for name, value, rank in connection.execute(sql.LIST, asked))
            return cut_rows(found, most, lambda one: one[1], lambda one: one[2])

    @translate_errors
    def find_alike(self, link: str, values: Mapping[str, Any]) -> dict[str, str]:
        """Return the names of those values that are like something that stands elsewhere, and where. Raises
        ReadOnly.
        """
        with reading(self.engine) as connection:
            row = self._find_writable(connection, link)
            changes = [Change(name, dump(value), 0, 0, 0.0) for name, value in values.items()]
            return self._find_alike(connection, self.kinds[row.kind], row.id, changes)

    @translate_errors
    def read_history(
        self, link: str, name: str | Sequence[str] | None = None, before: int = 0, most: int = limits.MAX_HISTORY_ROWS
    ) -> Page[Past]:
        """Return what was typed, newest first; with a name or several, only under those."""
        with reading(self.engine) as connection:
            row = self._find_row(connection, link)
            query = sql.LOG.where(sql.log_rows.c.document_id == row.id).order_by(sql.log_rows.c.seq.desc())
            if name is not None:
                names = [name] if isinstance(name, str) else name
                query = query.where(sql.log_rows.c.name.in_([_clean_text(one) for one in names]))
            query = query.where(sql.log_rows.c.seq < before) if before else query
            found = map(_past_of, connection.execute(query.limit(most + 1)))
            return cut_rows(found, most, lambda past: past.row.value, lambda past: past.row.seq)

    @translate_errors
    def read_past(self, link: str, names: Iterable[str], seq: int) -> dict[str, str | None]:
        """Return what stood under names at a `seq` of the past."""
        with reading(self.engine) as connection:
            row = self._find_row(connection, link)
            asked = {"id": row.id, "names": [*names] or [""], "until": seq}
            return dict(iter(connection.execute(sql.PAST, asked)))  # the last of each name stands

    @translate_errors
    def read_cleared(self, link: str, before: int = 0, most: int = limits.MAX_HISTORY_ROWS) -> Page[Cleared]:
        """Return what was cleared and can be restored, the last cleared first."""
        with reading(self.engine) as connection:
            row = self._find_row(connection, link)
            asked = {"id": row.id, "before": before or limits.MAX_COUNTER, "most": most + 1}
            cleared = [one for one in connection.execute(sql.CLEARED, asked) if one.seq_before is not None]
            wanted = {seq for one in cleared for seq in (one.seq, one.seq_before)}
            log = sql.LOG.where(sql.log_rows.c.document_id == row.id, sql.log_rows.c.seq.in_(wanted or [0]))
            past = {one.seq: _past_of(one) for one in connection.execute(log)}
        found = (
            Cleared(one.name, past[one.seq_before].row.value or "", past[one.seq], one.purge)
            for one in cleared
            if one.seq in past and one.seq_before in past
        )
        return cut_rows(found, most, lambda one: one.value, lambda one: one.clearing.row.seq)

    # Limits by address

    @translate_errors
    def count_attempt(self, what: str, address: str, seconds: int, most: int) -> None:
        """Count an address's action; raise TooMany above the limit for the current minute or hour."""
        count, wait = self._count_up(what, network_of(address), seconds)
        if count > most:
            raise limits.TooMany(retry_after=wait)

    @translate_errors
    def check_guesses(self, what: str, address: str) -> None:
        """Raise TooMany where an address may not guess a short secret now: call it before looking the guess up.

        Right guesses do not count. While all addresses together are wrong too often, each has one wrong guess an hour.
        """
        network = network_of(address)
        with reading(self.engine) as connection:
            own, wait = self._read_count(connection, what, network, 60)
            common, _ = self._read_count(connection, what, "", 60)
            hourly, long_wait = self._read_count(connection, what, network, 3600)
        if own >= limits.MAX_WRONG_GUESSES:
            raise limits.TooMany(retry_after=wait)
        if common >= limits.MAX_ALL_WRONG_GUESSES and hourly:
            raise limits.TooMany(retry_after=long_wait)

    @translate_errors
    def note_wrong_guess(self, what: str, address: str) -> None:
        """Count a wrong guess."""
        for subject, seconds in ((network_of(address), 60), (network_of(address), 3600), ("", 60)):
            self._count_up(what, subject, seconds)

    def _window(self, what: str, subject: str, seconds: int) -> tuple[bytes, int, int]:
        """Return the key of a count, when its minute or hour began, and how long that still is."""
        now = int(self.now())
        day = now // limits.DAY  # so that hashes of one address cannot be linked across days
        return self._keyed(f"{what}:{seconds}:{day}", subject), now - now % seconds, seconds - now % seconds

    def _count_up(self, what: str, subject: str, seconds: int) -> tuple[int, int]:
        """Count one more; return how many they are in this minute or hour, and how long that still is."""
        who, start, wait = self._window(what, subject, seconds)
        with writing(self.engine) as connection:
            count = connection.execute(self._count_attempt, {"who": who, "start": start, "count": 1, "more": 1})
            return int(count.scalar_one()), wait

    def _read_count(self, connection: Connection, what: str, subject: str, seconds: int) -> tuple[int, int]:
        who, start, wait = self._window(what, subject, seconds)
        query = select(sql.attempts.c.count).where(sql.attempts.c.who == who, sql.attempts.c.start == start)
        return int(connection.execute(query).scalar() or 0), wait

    # Upkeep

    def sweep(self) -> int:
        """Delete expired documents and forgotten devices, purge what was cleared; return how many documents went.

        Each transaction takes a little, so that nobody waits long for the turn to write.
        """
        now, gone = int(self.now()), 0
        self._delete_some(sql.devices, sql.devices.c.seen < now - limits.DEVICE_SECONDS)
        self._delete_some(sql.attempts, sql.attempts.c.start < now - 2 * limits.DAY)
        while self._purge_some(now) == limits.MAX_SWEPT_VALUES:
            pass
        while document_id := self._find_expired(now):
            gone += self._delete_rows(document_id, now)
        self._free_pages()
        return gone

    def _purge_some(self, now: int) -> int:
        """Purge some values that cannot be restored any more; return how many they were."""
        due = select(sql.values.c.document_id, sql.values.c.name).where(sql.values.c.purge <= now)
        with reading(self.engine) as connection:
            found = connection.execute(due.order_by(sql.values.c.purge).limit(limits.MAX_SWEPT_VALUES)).all()
        for document_id, name in found:
            self._purge(document_id, name, now)
        return len(found)

    def _purge(self, document_id: str, name: str, now: int) -> None:
        """Empty the history of a name, unless it was restored meanwhile.

        The rows stay: by their marks a history is recognised.
        """
        with writing(self.engine) as connection:
            here = sql.documents.c.id == document_id
            connection.execute(select(sql.documents.c.id).where(here).with_for_update())
            cleared = (sql.values.c.document_id == document_id) & (sql.values.c.name == name)
            still = cleared & (sql.values.c.purge <= now)
            if connection.execute(update(sql.values).where(still).values(purge=None)).rowcount:
                past = (sql.log_rows.c.document_id == document_id) & (sql.log_rows.c.name == name)
                bytes_of = func.octet_length if self._is_postgres else func.length
                query = select(func.sum(bytes_of(sql.log_rows.c.value))).where(past)
                freed = int(connection.execute(query).scalar() or 0)
                connection.execute(update(sql.log_rows).where(past).values(value=None, who=""))
                connection.execute(update(sql.documents).where(here).values(size=sql.documents.c.size - freed))

    def _find_expired(self, now: int) -> str | None:
        """Return the id of a document that has expired."""
        with reading(self.engine) as connection:
            return connection.execute(
                select(sql.documents.c.id)
                .where(sql.documents.c.expires <= now)
                .order_by(sql.documents.c.expires)
                .limit(1)
            ).scalar()

    def _delete_rows(self, document_id: str, now: int) -> int:
        """Delete a document that has expired, some rows at a time; return 0 where it was used meanwhile."""
        here = sql.documents.c.id == document_id
        with writing(self.engine) as connection:
            ending = update(sql.documents).where(here, sql.documents.c.expires <= now).values(expires=0)
            if not connection.execute(ending).rowcount:
                return 0
            connection.execute(delete(sql.secrets).where(sql.secrets.c.document_id == document_id))
        for table in (sql.devices, sql.values, sql.log_rows):
            self._delete_some(table, table.c.document_id == document_id)
        with writing(self.engine) as connection:
            return int(connection.execute(delete(sql.documents).where(here, sql.documents.c.expires == 0)).rowcount)

    def _delete_some(self, table: Any, where: Any) -> None:
        """Delete rows of a table, some at a time."""
        key = tuple_(*table.primary_key.columns)
        some = select(*table.primary_key.columns).where(where).limit(limits.MAX_SWEPT_ROWS)
        deleted = limits.MAX_SWEPT_ROWS
        while deleted == limits.MAX_SWEPT_ROWS:
            with writing(self.engine) as connection:
                deleted = connection.execute(delete(table).where(key.in_(some))).rowcount

    def _free_pages(self) -> None:
        """Give freed pages of SQLite's file back to the disk, some at a time."""
        if self._is_postgres:
            return
        before, free = math.inf, 1
        while 0 < free < before:  # a file that was made without incremental vacuum gives none back
            with write_turn(self.engine), self.engine.connect() as connection:
                driver: Any = connection.connection.driver_connection
                before = driver.execute("PRAGMA freelist_count").fetchone()[0]
                driver.executescript(f"PRAGMA incremental_vacuum({limits.MAX_SWEPT_ROWS})")  # `execute` frees one page
                free = driver.execute("PRAGMA freelist_count").fetchone()[0]

    def _keyed(self, what: str, subject: str) -> bytes:
        """Return a keyed hash, which nobody can compute from the database alone."""
        return hmac.digest(self._key, f"{what}:{subject}".encode(), "sha256")[: limits.HASH_BYTES]


def _secret_rows(write: str, read: str = "") -> list[dict[str, Any]]:
    """Return the rows of a document's secrets: the one that writes, and, sealed with it, the one that only reads."""
    rows = [{"hash": hash_secret(write), "writes": True, "sealed": seal(read, write) if read else None}]
    return rows + ([{"hash": hash_secret(read), "writes": False, "sealed": None}] if read else [])


def _find_start(row: Any, request: Request) -> int:
    """Return after which `seq` to tell: 0 where what the device has seen is not in this history, which was set back."""
    head = request.head
    mark = row.mark if head == row.seq else row.seen_mark
    return request.since if request.since <= head and mark and request.mark == write_mark(head, mark) else 0


def _reckon(kind: Kind, incoming: Sequence[Incoming]) -> list[Incoming]:
    """Return changes with what the server reckons of them. Raises TooMuch where that takes long for many."""
    reckoned: list[Incoming] = []
    end = time.thread_time() + limits.MAX_RECKONING_SECONDS  # not while others work
    for one in incoming:
        if reckoned and time.thread_time() > end:
            raise limits.TooMuch
        reckoned.append(one._replace(value=kind.reckon(one.name, one.value)))
    return reckoned


def read_changes(
    kind: Kind, about: Mapping[str, Any], incoming: Iterable[Incoming], *, counts_base: bool
) -> tuple[list[Change], list[Refused]]:
    """Return the changes that the kind takes, and those that it refuses; a base of another history counts as 0."""
    changes, refused = [], []
    for one in sorted(incoming, key=lambda change: change.n):
        outcome = _read_value(kind, about, one)
        if isinstance(outcome, Fault):
            refused.append(Refused(one.n, one.name, outcome))
        else:
            changes.append(Change(one.name, dump(outcome), one.n, one.base if counts_base else 0, one.age))
    return changes, refused


def _read_value(kind: Kind, about: Mapping[str, Any], one: Incoming) -> Any:
    """Return the value of a change as it is kept, or a Fault."""
    if fault := kind.find_name_fault(about, one.name):
        return fault
    if not math.isfinite(one.age):
        return Fault(one.name, "type", N_("%(label)s must be a number of seconds"), {"label": "age"})
    try:
        size = len((dump(one.value) or "").encode())
    except (ValueError, RecursionError):  # NaN or Infinity, which no reader of JSON takes
        return Fault(one.name, "type", N_("%(label)s must be a whole number"), {"label": one.name})
    if size > kind.limits.max_value_bytes:
        return Fault(one.name, "too_many", N_("%(label)s is too long"), {"label": one.name})
    if one.value is None:
        is_lasting = one.name in kind.lasting
        return Fault(one.name, "missing", N_("%(label)s is missing"), {"label": one.name}) if is_lasting else None
    return kind.read_value(about, one.name, one.value)


def dump(value: Any) -> str | None:
    """Return a value as it is kept: JSON that every reader takes. Raises ValueError for NaN and Infinity."""
    if value is None:
        return None
    written = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return written.encode("utf-8", "replace").decode()  # a lone surrogate becomes a question mark


def _log_rows(document_id: str, log: Iterable[LogRow], mark: str, who: str) -> list[dict[str, Any]]:
    """Return changes as rows of the table of the log."""
    return [{"document_id": document_id, "mark": mark, "who": who, **one._asdict()} for one in log]


def _value_rows(kind: Kind, document_id: str, values: Mapping[str, Value], now: float) -> list[dict[str, Any]]:
    """Return values as rows of their table, with what is derived from them."""
    return [
        {"document_id": document_id, "name": name, **one._asdict(), **_derive(kind, name, one, now)}
        for name, one in values.items()
    ]


def _past_of(row: Any) -> Past:
    """Return a row of `sql.LOG` as a change of the past."""
    return Past(LogRow._make(row[:-1]), row.who)


def _prefix(text: str, row: Mapping[str, Any]) -> dict[str, Any]:
    return {text + name: value for name, value in row.items()}


def _standing_of(state: State, log: Iterable[LogRow]) -> dict[str, Value]:
    """Return the values that changes of the log have made stand."""
    return {one.name: state.values[one.name] for one in log if one.stands}


def _clean_text(text: str) -> str:
    """Return a text from an address without what no database takes."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")


def _likeness_of(kind: Kind, name: str, value: str | None) -> bytes | None:
    return None if value is None else kind.find_likeness(name, json.loads(value))


def _derive(kind: Kind, name: str, one: Value, now: float) -> dict[str, Any]:
    """Return what is stored beside a value, by which it is found, ordered and purged."""
    if one.value is None:
        purge = int(now) + kind.restore_seconds if kind.restore_seconds else None
        return {"likeness": None, "rank": None, "purge": purge}
    value = json.loads(one.value)
    return {"likeness": kind.find_likeness(name, value), "rank": kind.find_rank(name, value), "purge": None}


def _head_of(row: Any, seq: int | None = None, mark: str = "") -> Head:
    about = json.loads(row.about)
    return Head(
        row.id, row.kind, about, row.seq if seq is None else seq, mark or row.mark, row.created, row.expires,
        bool(row.writes),
    )  # fmt: skip


def _has_others(answer: Answer, phone: str) -> bool:
    return any(one.device not in (phone, "") for one in answer.values.values())


def _values_of(rows: Iterable[Any]) -> dict[str, Value]:
    return {name: Value(*value) for name, *value in rows}


def execute_rows(connection: Connection, statement: Any, rows: Sequence[dict[str, Any]]) -> None:
    """Execute a statement for rows; psycopg takes one round trip for a single row that is not in a list."""
    connection.execute(statement, rows[0] if len(rows) == 1 else rows)


def _size_of(log: Iterable[LogRow], who: str = "") -> int:
    """Return the bytes that changes take at most: in the log, as a value, and in the indexes of both."""
    each = ROW_BYTES + len(who.encode())
    return sum(each + NAMES * len(row.name.encode()) + 2 * _kept_bytes(row.value) for row in log)


def _kept_bytes(value: str | None) -> int:
    """Return the bytes that a value takes in a row; SQLite puts the rest of a long one into pages of its own."""
    size = len(value.encode()) if value else 0
    return size + OVERFLOW_BYTES if size > MAX_LOCAL_BYTES else size


def _pieces(size: int) -> int:
    """Return how many times a size has made the room be looked at."""
    return size // limits.ROOM_PIECE


def _new_mark() -> str:
    return chance.token_hex(limits.MARK_CHARACTERS // 2)
