"""The store of shared sheets: one transaction takes changes in, the same for scripts, programs and plain forms."""

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, delete
from werkzeug.datastructures import MultiDict

from scorers.model import AnyGame, Fault
from scorers.querystring import sheet_from_query
from scorers.registry import game as find_game
from scorers.sheet import options_of, players_entry
from web.together import limits
from web.together.answers import Answer, as_cells, dump_value, load_value
from web.together.entrance import Request
from web.together.fields import read_field
from web.together.live.signs import Sign, Signs
from web.together.paths import SEATS, Cells, SeatBeyondGameError, is_default, read_value, read_whole_sheet, seat_of
from web.together.store.base import translate_errors
from web.together.store.database import writing
from web.together.store.invitations import Invitations
from web.together.store.merge import Change, Entry, LogRow, State, take_in
from web.together.store.reading import Reading
from web.together.store.secret_ids import encode_id, hash_id
from web.together.store.statements import (
    LOCK_SHEET,
    NOTIFY,
    READ_SHEET,
    WRITE_LOG,
    WRITE_SHEET,
    devices,
    entries,
    sheets,
)
from web.together.store.upkeep import Upkeep

OPENER = ""
"""The device of the entries with which a sheet was opened."""
_KEPT_OPTION = re.compile(r"players\.\d+\.(name|colour)", re.ASCII)


class Store(Reading, Invitations, Upkeep):
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
        self, game: AnyGame, sheet: object, address: str, group_id: str | None = None
    ) -> tuple[str, int] | list[Fault]:
        """Open a shared sheet that holds what a sheet's JSON holds; return its id and `seq`, or what is wrong with the sheet."""
        outcome = read_whole_sheet(game, sheet)
        return outcome if isinstance(outcome, list) else self._open(game, *outcome, address, group_id=group_id)

    @translate_errors
    def create(self, game: AnyGame, query: MultiDict[str, str], address: str, group_id: str | None = None) -> str:
        """Open a shared sheet that holds what a page's form holds."""
        texts, bounds = query.to_dict(flat=False), players_entry(game.sheet)
        seats = min(max(len(sheet_from_query(game.sheet, texts)["players"]), bounds.low), bounds.high)
        cells: Cells = []
        for name, values in texts.items():
            if name != "n":
                outcome = read_field(game, name, values, seats)
                cells += [cell for cell in outcome if not isinstance(cell, Fault) and cell[1] is not None]
        return self._open(game, cells, seats, address, group_id=group_id)[0]

    def _open(
        self, game: AnyGame, cells: Cells, seats: int, address: str, secret_id: str = "", group_id: str | None = None
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
                "id": sheet_id, "game": game.slug, "seats": seats, "seq": state.seq, "size": _size_of(log), "created": int(now),
                "expires": int(now) + limits.LIFETIME_SECONDS, "group_id": group_id,
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
        """Take a device's changes in and tell it what changed after `since`. It is safe to repeat: each change is taken once."""
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

        `base` is the page's `seq`, by which the log knows what stood there; `form_id` is random and makes the form a device of its own,
        so that it counts once however often it is sent. `names` are fields that send nothing when they are blank.
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
        """The id of the next sheet of the same players, the same for everybody who asks; it is opened by who asks first.

        It follows from this sheet's own secret, so that nothing of it is stored. Names, colours and options that last go along.
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
            self._open(shared.game, cells, shared.seats, address, next_id, shared.group_id)
        if "@next" not in shared.states:
            self.sync(secret_id, secrets.token_urlsafe(16), 0, [Request("@next", "1", 1, shared.seq, 0.0)])
        return next_id


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
