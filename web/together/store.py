"""The store of shared sheets."""

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, func, literal, or_, select, update
from werkzeug.datastructures import MultiDict

from scorers.model import AnyGame, Fault
from scorers.querystring import sheet_from_query
from scorers.registry import game as find_game
from scorers.sheet import options_of, players_entry
from web.sync.database import translate_errors, writing
from web.sync.limits import HASH_BYTES
from web.sync.links import Link, mask
from web.sync.links import decode as decode_id
from web.sync.links import encode as encode_id
from web.sync.links import hash_secret as hash_id
from web.together import limits
from web.together.answers import Answer, Invitation, Past, Shared, as_cells, dump_value, load_value
from web.together.cells import (
    SEATS,
    Cell,
    Cells,
    SeatBeyondGameError,
    is_default,
    is_part,
    read_field,
    read_value,
    read_whole_sheet,
    seat_of,
    view_fields,
)
from web.together.database import (
    CHANGED_ENTRIES,
    ENTRIES,
    LOCK_SHEET,
    LOG,
    NOTIFY,
    READ_SHEET,
    ROW_ID,
    WRITE_LOG,
    WRITE_SHEET,
    DatabaseStore,
    attempts,
    codes,
    devices,
    entries,
    entries_of,
    log_rows,
    sheets,
)
from web.together.merge import Change, Entry, LogRow, State, take_in
from web.together.requests import Request
from web.together.signs import Sign, Signs

MAX_SHOWN_CHANGES = 100


SEEN_SECONDS = 24 * 3600
"""How long it is told when a device was last heard of."""
_MAX_WAITING = 10_000
"""Devices that asked, until it is noted."""


OPENER = ""
"""The device of the entries with which a sheet was opened."""
_KEPT_OPTION = re.compile(r"players\.\d+\.(name|colour)", re.ASCII)


class Store(DatabaseStore):
    """The shared sheets of one database. Raises SheetGone for an id of no sheet, or of one that has expired."""

    def __init__(self, engine: Engine, key: bytes, clock: Callable[[], float] = time.time) -> None:
        super().__init__(engine, key, clock)
        self.publish: Callable[[bytes, int], None] = lambda sheet_id, seq: None
        """Called after each transaction that changed a sheet, with its new `seq`."""
        self.signs = Signs()
        self._asked = set()
        # Built once: building such a statement takes as long as running it.
        self._write_entries = self._upsert(entries, ["sheet_id", "path"], Entry._fields)
        self._write_device = self._upsert(devices, ["sheet_id", "device"], ["n", "seen"])

    # Opening

    @translate_errors
    def open(
        self, game: AnyGame, sheet: object, address: str, group: Link | None = None
    ) -> tuple[str, int] | list[Fault]:
        """Open a shared sheet that holds what a sheet's JSON holds.

        Return its id and `seq`, or what is wrong with the sheet.
        """
        outcome = read_whole_sheet(game, sheet)
        return outcome if isinstance(outcome, list) else self._open(game, *outcome, address, group=group)

    @translate_errors
    def create(self, game: AnyGame, query: MultiDict[str, str], address: str, group: Link | None = None) -> str:
        """Open a shared sheet that holds what a page's form holds."""
        texts, bounds = query.to_dict(flat=False), players_entry(game.sheet)
        seats = min(max(len(sheet_from_query(game.sheet, texts)["players"]), bounds.low), bounds.high)
        cells: Cells = []
        for name, values in texts.items():
            if name != "n":
                outcome = read_field(game, name, values, seats)
                cells += [cell for cell in outcome if not isinstance(cell, Fault) and cell[1] is not None]
        return self._open(game, cells, seats, address, group=group)[0]

    def _open(
        self, game: AnyGame, cells: Cells, seats: int, address: str, secret_id: str = "", group: Link | None = None
    ) -> tuple[str, int]:
        now = self._clock()
        self._count("open", address, 3600, limits.MAX_OPENED_AN_HOUR)
        secret_id = secret_id or secrets.token_urlsafe(limits.SECRET_BYTES)
        sheet_id = hash_id(secret_id)
        changes = [Change(((path, dump_value(value)),), n, 0, 0) for n, (path, value) in enumerate(cells, 1)]
        state = State()
        log = take_in(state, OPENER, changes, now)
        with writing(self.engine) as connection:
            self._check_room(connection)
            connection.execute(delete(sheets).where(sheets.c.id == sheet_id, sheets.c.expires <= now))
            row = {
                "id": sheet_id, "game": game.slug, "seats": seats, "seq": state.seq, "size": _size_of(log),
                "created": int(now),
                "expires": int(now) + limits.LIFETIME_SECONDS, "group_id": group and group.document_id,
                "group_hash": group and group.hash,
            }  # fmt: skip
            taken = connection.execute(self._insert(sheets).values(row).on_conflict_do_nothing()).rowcount == 0
            if not taken and log:
                self._write_log(connection, sheet_id, log, state)
        return secret_id, state.seq

    # Taking changes in

    @translate_errors
    def sync(
        self, secret_id: str, device: str, since: int, requests: Sequence[Request], *, with_lost: bool = False
    ) -> Answer:
        """Take a device's changes in and tell it what changed after `since`.

        It is safe to repeat: each change is taken once.
        """
        sheet_id = hash_id(secret_id)
        answer = (
            self._take_in(sheet_id, device, since, requests) if requests else self.look_by_hash(sheet_id, since, device)
        )
        if with_lost and answer.seq > since:
            answer.lost = self._read_lost(sheet_id, device, since)
        return answer

    def _take_in(self, sheet_id: bytes, device: str, since: int, requests: Sequence[Request]) -> Answer:
        """The transaction: lock the sheet's row, merge, write the log and what came to stand, and answer."""
        now = self._clock()
        with writing(self.engine) as connection:
            row = self._find(connection, LOCK_SHEET, sheet_id, device)
            game = find_game(row.game)
            changes, faults = _read_requests(game, row.seats, requests)
            is_first = not row.kept  # the device has changed nothing yet, noted or not
            if (
                changes
                and is_first
                and (
                    self._count_rows(connection, devices, devices.c.sheet_id == sheet_id) >= limits.MAX_DEVICES
                    or self._count_rows(connection, entries, entries.c.sheet_id == sheet_id) >= limits.MAX_ENTRIES
                )
            ):
                raise limits.SheetFull
            since = since if since <= row.seq else 0
            paths = list(dict.fromkeys(path for change in changes for path, _ in change.cells))
            standing = self._read_entries(connection, sheet_id, game, since, paths)
            state = State(row.seq, standing, row.kept or 0)
            log = take_in(state, device, [change._replace(base=min(change.base, row.seq)) for change in changes], now)
            if log:
                size = row.size + _size_of(log)
                if state.seq > limits.MAX_HISTORY_CHANGES or size > limits.MAX_HISTORY_BYTES:
                    raise limits.SheetFull
                self._write_log(connection, sheet_id, log, state)
                seats = _count_seats(row.seats, ((one.path, load_value(one.value)) for one in log if one.stands))
                expires = int(now) + limits.LIFETIME_SECONDS
                changed = {
                    "at": sheet_id,
                    "new_seq": state.seq,
                    "new_seats": seats,
                    "new_size": size,
                    "new_expires": expires,
                }
                connection.execute(NOTIFY if self._is_postgres else WRITE_SHEET, changed)
                connection.execute(
                    self._write_device, {"sheet_id": sheet_id, "device": device, "n": state.kept, "seen": int(now)}
                )
        if log:
            self.publish(sheet_id, state.seq)
        new = [path for path, entry in standing.items() if entry.seq > since]
        return Answer(game, state.seq, state.kept, as_cells(standing), new, faults)

    def _write_log(self, connection: Connection, sheet_id: bytes, log: Sequence[LogRow], state: State) -> None:
        """Write what was typed, and what stands now."""
        _execute_rows(connection, WRITE_LOG, [{"sheet_id": sheet_id, **row._asdict()} for row in log])
        standing = dict.fromkeys(row.path for row in log if row.stands)
        if standing:
            rows = [{"sheet_id": sheet_id, "path": path, **state.entries[path]._asdict()} for path in standing]
            _execute_rows(connection, self._write_entries, rows)

    @translate_errors
    def show_typing(self, secret_id: str, device: str, field: str) -> None:
        """Tell the others at a sheet where a device is about to type; nothing is written."""
        sheet_id = hash_id(secret_id)
        with self.engine.begin() as connection:
            self._find(connection, READ_SHEET, sheet_id)
        self.signs.add(Sign(sheet_id, device, field))

    # Plain forms

    def post_form(
        self, secret_id: str, form_id: str, base: int, posted: MultiDict[str, str], names: Iterable[str] = ()
    ) -> Answer:
        """Take in what the reader of a plain page changed, of all that its form sends.

        `base` is the page's `seq`, by which the log knows what stood there; `form_id` is random and makes the form a
        device of its own, so that it counts once however often it is sent. `names` are fields that send nothing when
        they are blank.
        """
        shared = self.load(secret_id)
        stood = self._cells_at(hash_id(secret_id), base)
        requests: list[Request] = []
        for name in dict.fromkeys([*posted, *names]):
            texts = posted.getlist(name)
            try:
                outcome = read_field(shared.game, name, texts, shared.seats)
            except SeatBeyondGameError:
                raise limits.SeatsFull from None
            cells = [cell for cell in outcome if not isinstance(cell, Fault)]
            if len(cells) < len(outcome) or any(
                stood.get(path) != value and not (path not in stood and is_default(shared.game, path, value))
                for path, value in cells
            ):
                requests.append(Request(name, texts, len(requests) + 1, base, 0.0, is_field=True))
        return self.sync(secret_id, form_id, base, requests, with_lost=True)

    # The next game

    @translate_errors
    def next(self, secret_id: str, address: str) -> str:
        """The id of the next sheet of the same players, the same for everybody who asks.

        It is opened by who asks first.

        It follows from this sheet's own secret, so that nothing of it is stored. Names, colours and options that last
        go along.
        """
        shared = self.load(secret_id)
        next_id = encode_id(hashlib.sha256(b"next" + secret_id.encode()).digest()[: limits.SECRET_BYTES])
        try:
            self.load(next_id)
        except limits.SheetGone:
            lasting = {name for name, entry in options_of(shared.game.sheet).items() if not entry.per_game}
            cells = [
                (path, cell.value)
                for path, cell in shared.cells.items()
                if cell.value is not None and (path in lasting or _KEPT_OPTION.fullmatch(path))
            ]
            self._open(shared.game, cells, shared.seats, address, next_id, shared.group)
        if "@next" not in shared.states:
            self.sync(secret_id, secrets.token_urlsafe(16), 0, [Request("@next", "1", 1, shared.seq, 0.0)])
        return next_id

    # Reading

    @translate_errors
    def load(self, secret_id: str) -> Shared:
        """A shared sheet as it stands."""
        sheet_id = hash_id(secret_id)
        with self._snapshot_engine.begin() as connection:
            row = connection.execute(
                select(sheets).where(sheets.c.id == sheet_id, sheets.c.expires > self._clock())
            ).first()
            if row is None:
                raise limits.SheetGone
            cells = as_cells(entries_of(connection.execute(ENTRIES, {"id": sheet_id})))
            heard = connection.execute(select(devices.c.device, devices.c.seen).where(devices.c.sheet_id == sheet_id))
            seen = {one.device: one.seen for one in heard}
        return Shared(
            secret_id,
            find_game(row.game),
            row.seats,
            row.seq,
            row.expires,
            cells,
            seen,
            row.invited_until,
            Link(row.group_id, bytes(row.group_hash)) if row.group_id and row.group_hash else None,
        )

    @translate_errors
    def look(self, secret_id: str, since: int) -> Answer:
        """Return what changed after `since`."""
        return self.look_by_hash(hash_id(secret_id), since)

    def look_by_hash(self, sheet_id: bytes, since: int, device: str = "") -> Answer:
        """Return the same for a sheet given by its hash, and how far a device's changes are stored."""
        with self._snapshot_engine.begin() as connection:
            row = self._find(connection, READ_SHEET, sheet_id, device)
            game = find_game(row.game)
            since = since if since <= row.seq else 0  # a phone knows more than a server that was set back
            cells = self._read_entries(connection, sheet_id, game, since, ()) if since < row.seq else {}
        return Answer(
            game, row.seq, row.kept or 0, as_cells(cells), [path for path, entry in cells.items() if entry.seq > since]
        )

    def _find(self, connection: Connection, query: Any, sheet_id: bytes, device: str = "") -> Any:
        """Return the row of a sheet, with how far a device's changes are kept. Raises SheetGone."""
        row = connection.execute(query, {"id": sheet_id, "now": self._clock(), "device": device}).first()
        if row is None:
            raise limits.SheetGone
        return row

    def _read_lost(self, sheet_id: bytes, device: str, since: int) -> list[LogRow]:
        """What a device typed that did not come to stand after `since`, or was replaced then by somebody who had not
        seen it.
        """
        own = LOG.where(log_rows.c.sheet_id == sheet_id, log_rows.c.device == device)
        late = log_rows.alias()
        is_replaced = (
            (late.c.sheet_id == log_rows.c.sheet_id)
            & (late.c.replaced == log_rows.c.seq)
            & (late.c.path == log_rows.c.path)
        )
        replaced = own.join(late, is_replaced).where(late.c.seq > since)
        query = own.where(log_rows.c.seq > since, log_rows.c.stands.is_(False)).union_all(replaced)
        with self.engine.begin() as connection:
            return [LogRow(*row) for row in connection.execute(query)]

    def view_log(self, game: AnyGame, rows: Iterable[LogRow]) -> list[Past]:
        """Rows of the log as changes of fields."""
        past = []
        by_seq: dict[tuple[int, bool], list[LogRow]] = {}
        for row in rows:
            by_seq.setdefault((row.seq, row.stands), []).append(row)
        for (seq, stands), group in by_seq.items():
            cells = {row.path: Cell(load_value(row.value), seq, row.device) for row in group}
            for name, cell in view_fields(game, cells, cells).items():
                past.append(Past(name, cell.value, seq, cell.device, group[0].typed, stands))
        return past

    @translate_errors
    def history(self, secret_id: str, name: str | None = None) -> list[Past]:
        """What was typed, the newest first; with a name, into one field only."""
        sheet_id = hash_id(secret_id)
        query = LOG.where(log_rows.c.sheet_id == sheet_id).order_by(log_rows.c.seq.desc())
        with self.engine.begin() as connection:
            game = find_game(self._find(connection, READ_SHEET, sheet_id).game)
            rows = [LogRow(*row) for row in connection.execute(query)]
        return [past for past in self.view_log(game, rows) if name in (None, past.field)][:MAX_SHOWN_CHANGES]

    def _read_entries(
        self, connection: Connection, sheet_id: bytes, game: AnyGame, since: int, paths: Sequence[str]
    ) -> dict[str, Entry]:
        """What stands at these paths and what changed after `since`.

        All, where one of them shows only together with others.
        """
        needs_all = any(is_part(game, path) for path in paths)
        query = ENTRIES if needs_all else CHANGED_ENTRIES
        entries = entries_of(connection.execute(query, {"id": sheet_id, "since": since, "paths": paths or [""]}))
        if not needs_all and any(is_part(game, path) for path, entry in entries.items() if entry.seq > since):
            return entries_of(connection.execute(ENTRIES, {"id": sheet_id}))
        return entries

    @translate_errors
    def _cells_at(self, sheet_id: bytes, seq: int) -> dict[str, Any]:
        """What stood at a `seq` of the past."""
        then = (log_rows.c.sheet_id == sheet_id) & (log_rows.c.seq <= seq) & log_rows.c.stands
        query = select(log_rows.c.path, log_rows.c.value).where(then).order_by(log_rows.c.seq)
        with self.engine.begin() as connection:
            return {path: load_value(value) for path, value in connection.execute(query)}

    # Codes of invitations

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
        """Return the code of a sheet's invitation with this number.

        Every phone that shows the invitation shows the same.
        """
        digest = hmac.digest(self._key, b"invitation" + sheet_id + str(number).encode(), "sha256")
        return str(int.from_bytes(digest) % 10**limits.CODE_DIGITS).zfill(limits.CODE_DIGITS)

    # Upkeep, called periodically

    _asked: set[tuple[bytes, str]]

    def hear_from(self, secret_id: str, device: str) -> None:
        """Remember that a device asked, until `touch` notes it: a phone that polls has no stream by which it is
        known to be there.
        """
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

        In a transaction of its own: it locks the sheets' rows, for which whoever changes something waits before that
        device's.
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

        In SQLite the sheet of the log's last row stays until there is a newer one: row ids must rise for whoever reads
        the log.
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


def _read_requests(game: AnyGame, seats: int, requests: Sequence[Request]) -> tuple[list[Change], list[Fault]]:
    """Return the requests as changes of cells, and the faults of those that are refused."""
    changes, faults = [], []
    for one in sorted(requests, key=lambda request: request.n):
        # A seat that is first named here is there from then on.
        named = seat_of(
            one.path if not one.is_field else f"players.{one.path}" if one.path[:1].isdecimal() else one.path
        )
        try:
            read = read_field if one.is_field else read_value
            outcome = read(game, one.path, one.value, max(seats, 0 if named is None else named + 1))
        except SeatBeyondGameError:
            raise limits.SeatsFull from None
        cells = [cell for cell in outcome if not isinstance(cell, Fault)]
        if len(cells) < len(outcome):
            wrong = [fault for fault in outcome if isinstance(fault, Fault)]
            faults += [replace(fault, path=one.path) for fault in wrong[:1]] if one.is_field else wrong
            continue
        seats = _count_seats(seats, cells)
        changes.append(Change(tuple((path, dump_value(value)) for path, value in cells), one.n, one.base, one.age))
    return changes, faults


def _execute_rows(connection: Connection, statement: Any, rows: Sequence[dict[str, Any]]) -> None:
    """Execute a statement for rows; psycopg takes one round trip for a single row that is not in a list."""
    connection.execute(statement, rows[0] if len(rows) == 1 else rows)


def _count_seats(seats: int, cells: Iterable[tuple[str, Any]]) -> int:
    """How many seats there are after these cells were written."""
    for path, value in cells:
        if path == SEATS and value is not None:
            seats = value
        elif value is not None and (seat := seat_of(path)) is not None:
            seats = max(seats, seat + 1)
    return seats


def _size_of(log: Iterable[LogRow]) -> int:
    """Return the size of rows of the log: their paths count too, so that blank values add up."""
    return sum(len(row.path) + len(row.value or "") for row in log)
