"""The store of shared sheets: one transaction takes changes in, the same for scripts, programs and plain forms."""

import base64
import hashlib
import hmac
import ipaddress
import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

from sqlalchemy import ColumnElement, Connection, Engine, Table, Text, bindparam, delete, func, insert, literal_column, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from werkzeug.datastructures import MultiDict

from scorers.model import AnyGame, Fault
from scorers.querystring import sheet_from_query
from scorers.registry import game as find_game
from scorers.sheet import options_of, players_entry
from web.together import limits
from web.together.database import writing
from web.together.merge import Change, Entry, LogRow, State, take_in
from web.together.models import HASH_BYTES, Attempt, SharedChange, SharedDevice, SharedEntry, SharedSheet, ShortCode
from web.together.paths import (
    SEATS,
    Cell,
    Cells,
    SeatBeyondGameError,
    build_sheet,
    is_default,
    is_part,
    read_field,
    read_value,
    read_whole_sheet,
    seat_of,
    view_fields,
    view_paths,
)

SECRET_ID = re.compile(r"[A-Za-z0-9_-]{22}")
"""How a shared sheet's id is spelled: 128 bits in base64url."""
OPENER = ""
"""The device of the entries with which a sheet was opened."""
CHANNEL = "tally_shared"
"""PostgreSQL's channel on which servers hear of each other's changes."""
MAX_NOTICE_BYTES = 7_900
"""PostgreSQL's NOTIFY takes 8,000."""
_MAX_CACHED_SHEETS = 10_000
_KEPT_OPTION = re.compile(r"players\.\d+\.(name|colour)", re.ASCII)

_sheets, _entries, _log, _devices, _codes, _attempts = (
    cast("Table", model.__table__) for model in (SharedSheet, SharedEntry, SharedChange, SharedDevice, ShortCode, Attempt)
)
_logger = logging.getLogger("tally.together")

P = ParamSpec("P")
R = TypeVar("R")


class Request(NamedTuple):
    """A change as it comes in: to a path of the sheet's JSON, or to a field of the form, whose value is then a list of texts."""

    path: str
    value: Any
    n: int
    base: int
    age: float
    is_field: bool = False


@dataclass(slots=True)
class News:
    """What one transaction, or several in a row, changed: all cells that came to stand after `start`, up to `seq`."""

    start: int
    seq: int
    cells: dict[str, Cell] | None
    """None where they have to be read."""


@dataclass(slots=True)
class Answer:
    """What a device is told: the cells that changed since it last asked, how far its changes are kept, and what was wrong with them."""

    game: AnyGame
    seq: int
    kept: int = 0
    cells: dict[str, Cell] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    lost: list[LogRow] = field(default_factory=list)
    news: News | None = None

    @property
    def entries(self) -> dict[str, Cell]:
        """The changed cells by path of the sheet's JSON."""
        return view_paths(self.game, self.cells, self.changed)

    @property
    def fields(self) -> dict[str, Cell]:
        """The changed cells by field of the form."""
        return view_fields(self.game, self.cells, self.changed)


@dataclass
class Shared:
    """A shared sheet as it stands."""

    id: str
    game: AnyGame
    seats: int
    seq: int
    expires: int
    cells: dict[str, Cell]
    devices: Mapping[str, int] = field(default_factory=dict)
    """When each device was last heard of, in seconds since 1970."""
    invited_until: int = 0

    @cached_property
    def sheet(self) -> dict[str, Any]:
        """The sheet in the shape of scoring."""
        return build_sheet(self.game, {path: cell.value for path, cell in self.cells.items()}, self.seats)

    @cached_property
    def fields(self) -> dict[str, Cell]:
        """All fields that anybody filled or cleared, by name, with their texts."""
        return view_fields(self.game, self.cells, self.cells)

    @property
    def states(self) -> dict[str, Cell]:
        """The fields about the table itself that are not cleared: who sits where, who is done."""
        return {name: cell for name, cell in self.fields.items() if name.startswith("@") and cell.value}

    @property
    def query(self) -> MultiDict[str, str]:
        """The fields as a page's form reads them."""
        pairs = [(name, text) for name, cell in self.fields.items() if not name.startswith("@") and name != "n" for text in cell.value]
        return MultiDict([("n", str(self.seats)), *pairs])


class Past(NamedTuple):
    """A change of the past, by the field that it was made to."""

    field: str
    values: list[str]
    seq: int
    device: str
    typed: float
    stands: bool


class Invitation(NamedTuple):
    """A code for phones that cannot scan, and until when it is valid."""

    code: str
    expires: int


def hash_id(secret_id: str) -> bytes:
    """What is stored of a shared sheet's id."""
    return hashlib.sha256(secret_id.encode()).digest()[:HASH_BYTES]


def _writes(function: "Callable[Concatenate[Store, P], R]") -> "Callable[Concatenate[Store, P], R]":
    """Decorate a method so that a database that started anew is asked once more, and one that cannot write is told in a sentence."""

    def answer(self: "Store", /, *args: P.args, **values: P.kwargs) -> R:
        try:
            return function(self, *args, **values)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise _not_kept(error) from None
        except SQLAlchemyError as error:
            raise _not_kept(error) from None
        try:
            return function(self, *args, **values)
        except SQLAlchemyError as error:
            raise _not_kept(error) from None

    answer.__name__, answer.__doc__ = function.__name__, function.__doc__
    return answer


def _not_kept(error: SQLAlchemyError) -> limits.NotKept:
    reason = getattr(error, "orig", None) or error
    _logger.error("A shared sheet could not be read or written: %s", str(reason).partition("\n")[0])
    return limits.NotKept()


class Store:
    """The shared sheets of one database. Wherever an id is asked for, it is the secret one; `SheetGone` is raised where it is none."""

    def __init__(self, engine: Engine, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self.engine = engine
        self.publish: Callable[[bytes, News], None] = lambda sheet_id, news: None
        """Called after each transaction that changed a sheet."""
        self._key = key
        self._clock = clock
        self._known: dict[bytes, tuple[AnyGame, int]] = {}
        self._is_postgres = engine.dialect.name == "postgresql"
        self._insert = postgresql.insert if self._is_postgres else sqlite.insert
        # Built once: to put such a statement together takes as long as to run it.
        entries, devices = self._insert(_entries), self._insert(_devices)
        entry_columns = {name: entries.excluded[name] for name in Entry._fields}
        self._write_entries = entries.on_conflict_do_update(index_elements=["sheet_id", "path"], set_=entry_columns)
        device_columns = {name: devices.excluded[name] for name in ("n", "seen")}
        self._write_device = devices.on_conflict_do_update(index_elements=["sheet_id", "device"], set_=device_columns)
        counted: dict[str, Any] = {name: bindparam(f"new_{name}") for name in ("seq", "seats", "size", "expires")}
        self._write_sheet: Any = update(_sheets).where(_sheets.c.id == bindparam("at")).values(counted)
        if self._is_postgres:  # the others hear of it with the commit, without a query of its own
            self._write_sheet = self._write_sheet.returning(func.pg_notify(CHANNEL, bindparam("notice", type_=Text())))

    # Opening

    @_writes
    def open(self, game: AnyGame, sheet: object, address: str) -> tuple[str, int] | list[Fault]:
        """Open a shared sheet that holds what a sheet's JSON holds; return its id and `seq`, or what is wrong with the sheet."""
        outcome = read_whole_sheet(game, sheet)
        return outcome if isinstance(outcome, list) else self._open(game, *outcome, address)

    @_writes
    def create(self, game: AnyGame, query: Mapping[str, Any], address: str) -> str:
        """Open a shared sheet that holds what a page's form holds."""
        texts = query.to_dict(flat=False) if isinstance(query, MultiDict) else query
        data = sheet_from_query(game.sheet, texts)
        bounds = players_entry(game.sheet)
        seats = min(max(len(data["players"]), bounds.low), bounds.high)
        cells: Cells = []
        for name, values in texts.items():
            if name != "n":
                outcome = read_field(game, name, values, seats)
                cells += [cell for cell in outcome if not isinstance(cell, Fault) and cell[1] is not None]
        return self._open(game, cells, seats, address)[0]

    def _open(self, game: AnyGame, cells: Cells, seats: int, address: str, secret_id: str = "") -> tuple[str, int]:
        now = self._clock()
        self._count("open", address, 3600, limits.MAX_OPENED_AN_HOUR)
        secret_id = secret_id or secrets.token_urlsafe(limits.SECRET_BYTES)
        sheet_id = hash_id(secret_id)
        changes = [Change(((path, _dump(value)),), n, 0, 0) for n, (path, value) in enumerate(cells, 1)]
        state = State()
        log = take_in(state, OPENER, changes, now)
        with writing(self.engine) as connection:
            self._check_room(connection)
            connection.execute(delete(_sheets).where(_sheets.c.id == sheet_id, _sheets.c.expires <= now))
            row = {
                "id": sheet_id, "game": game.slug, "seats": seats, "seq": state.seq, "size": _size(log), "created": int(now),
                "expires": int(now) + limits.LIFETIME_SECONDS, "invitation": 0, "invited_until": 0,
            }  # fmt: skip
            taken = connection.execute(self._insert(_sheets).values(row).on_conflict_do_nothing()).rowcount == 0
            if not taken and log:
                self._write_log(connection, sheet_id, log, state)
        return secret_id, state.seq

    def _check_room(self, connection: Connection) -> None:
        """Open no more sheets where the file has grown so large that it might fill the disk."""
        if self.engine.dialect.name == "sqlite":
            pages, size = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size"))
            if pages * size > limits.MAX_DATABASE_BYTES:
                raise limits.NotKept

    # Taking changes in

    @_writes
    def sync(self, secret_id: str, device: str, since: int, requests: Sequence[Request], *, with_lost: bool = False) -> Answer:
        """Take a device's changes in and tell it what changed after `since`. It is safe to repeat: each change is taken once."""
        sheet_id = self._hash(secret_id)
        game, seats = self._game_and_seats(sheet_id)
        changes, faults = self._read(game, seats, requests)
        if faults and any(fault.code == "choice" for fault in faults):
            self._known.pop(sheet_id, None)  # another server may have added a seat since
            game, now_seats = self._game_and_seats(sheet_id)
            if now_seats != seats:
                changes, faults = self._read(game, now_seats, requests)
        answer = self._take_in(sheet_id, game, device, since, changes) if changes else self._look(sheet_id, game, device, since)
        answer.faults = faults
        if with_lost and answer.seq > since:
            answer.lost = self._lost(sheet_id, device, since)
        if answer.news:
            self.publish(sheet_id, answer.news)
        return answer

    def _read(self, game: AnyGame, seats: int, requests: Sequence[Request]) -> tuple[list[Change], list[Fault]]:
        """The requests as changes of cells, and what is wrong with those that cannot be."""
        changes, faults = [], []
        for one in sorted(requests, key=lambda request: request.n):
            # A seat that is first named here is there from then on.
            named = seat_of(one.path if not one.is_field else f"players.{one.path}" if one.path[:1].isdecimal() else one.path)
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
            changes.append(Change(tuple((path, _dump(value)) for path, value in cells), one.n, one.base, one.age))
        return changes, faults

    def _take_in(self, sheet_id: bytes, game: AnyGame, device: str, since: int, changes: list[Change]) -> Answer:
        """The transaction: lock the sheet's row, merge, write the log and what came to stand, and answer."""
        now = self._clock()
        paths = list(dict.fromkeys(path for change in changes for path, _ in change.cells))
        with writing(self.engine) as connection:
            query = _LOCK_SHEET if self._is_postgres else _READ_SHEET
            row = connection.execute(query, {"id": sheet_id, "now": now, "device": device}).first()
            if row is None:
                raise limits.SheetGone
            if row.kept is None:
                self._check_devices(connection, sheet_id)
            since = since if since <= row.seq else 0
            cells = self._read_entries(connection, sheet_id, game, since, paths)
            state = State(row.seq, cells, row.kept or 0)
            log = take_in(state, device, [change._replace(base=min(change.base, row.seq)) for change in changes], now)
            answer = Answer(game, state.seq, state.kept, _as_cells(cells), [path for path, entry in cells.items() if entry.seq > since])
            if not log:
                return answer
            if state.seq > limits.MAX_HISTORY_CHANGES or row.size + _size(log) > limits.MAX_HISTORY_BYTES:
                raise limits.SheetFull
            standing = [one.path for one in log if one.stands]
            self._write_log(connection, sheet_id, log, state)
            seats = _count_seats(row.seats, [(path, answer.cells[path].value) for path in standing])
            parts = any(is_part(game, path) for path in standing)
            news = News(row.seq, state.seq, None if parts else {path: answer.cells[path] for path in dict.fromkeys(standing)})
            changed = {"at": sheet_id, "new_seq": state.seq, "new_seats": seats, "new_size": row.size + _size(log)}
            changed["new_expires"] = int(now) + limits.LIFETIME_SECONDS
            connection.execute(self._write_sheet, changed | ({"notice": self._notice(sheet_id, news)} if self._is_postgres else {}))
            connection.execute(self._write_device, {"sheet_id": sheet_id, "device": device, "n": state.kept, "seen": int(now)})
        self._remember(sheet_id, game, seats)
        if parts:  # whoever hears of it needs the cells around as well, and here they are known
            news.cells = answer.cells
        answer.news = news
        return answer

    def _read_entries(self, connection: Connection, sheet_id: bytes, game: AnyGame, since: int, paths: Sequence[str]) -> dict[str, Entry]:
        """What stands at these paths and what changed after `since`; all, where one of them shows only together with others."""
        needs_all = any(is_part(game, path) for path in paths)
        query = _ENTRIES if needs_all else _CHANGED_ENTRIES
        entries = _entries_of(connection.execute(query, {"id": sheet_id, "since": since, "paths": paths or [""]}))
        if not needs_all and any(is_part(game, path) for path, entry in entries.items() if entry.seq > since):
            return _entries_of(connection.execute(_ENTRIES, {"id": sheet_id}))
        return entries

    def _check_devices(self, connection: Connection, sheet_id: bytes) -> None:
        """There may be so many devices, and so many entries."""
        counts = [
            connection.execute(select(func.count()).select_from(table).where(table.c.sheet_id == sheet_id)).scalar_one()
            for table in (_devices, _entries)
        ]
        if counts[0] >= limits.MAX_DEVICES or counts[1] >= limits.MAX_ENTRIES:
            raise limits.SheetFull

    def _write_log(self, connection: Connection, sheet_id: bytes, log: Sequence[LogRow], state: State) -> None:
        """Write what was typed, and what stands now."""
        connection.execute(_WRITE_LOG, [{"sheet_id": sheet_id, **row._asdict()} for row in log])
        standing = dict.fromkeys(row.path for row in log if row.stands)
        if standing:
            rows = [{"sheet_id": sheet_id, "path": path, **state.entries[path]._asdict()} for path in standing]
            connection.execute(self._write_entries, rows)

    def _notice(self, sheet_id: bytes, news: News) -> str:
        """What other servers are told: the cells themselves, unless they are too many or need others beside them."""
        cells = None if news.cells is None else {path: list(cell) for path, cell in news.cells.items()}
        text = json.dumps([sheet_id.hex(), news.start, news.seq, cells], separators=(",", ":"))
        return text if len(text) <= MAX_NOTICE_BYTES else json.dumps([sheet_id.hex(), news.start, news.seq, None])

    # Reading

    @_writes
    def load(self, secret_id: str) -> Shared:
        """A shared sheet as it stands."""
        sheet_id = self._hash(secret_id)
        with self.engine.begin() as connection:
            row = connection.execute(select(_sheets).where(_sheets.c.id == sheet_id, _sheets.c.expires > self._clock())).first()
            if row is None:
                raise limits.SheetGone
            cells = _as_cells(_entries_of(connection.execute(_ENTRIES, {"id": sheet_id})))
            devices = connection.execute(select(_devices.c.device, _devices.c.seen).where(_devices.c.sheet_id == sheet_id)).all()
        seen = {device: at for device, at in devices}  # noqa: C416  rows are no pairs to mypy
        return Shared(secret_id, find_game(row.game), row.seats, row.seq, row.expires, cells, seen, row.invited_until)

    @_writes
    def look(self, secret_id: str, since: int) -> Answer:
        """What changed after `since`."""
        sheet_id = self._hash(secret_id)
        return self._look(sheet_id, self._game_and_seats(sheet_id)[0], None, since)

    def look_by_hash(self, sheet_id: bytes, since: int) -> Answer:
        """The same for a sheet that is known by its hash, to those who push what changed."""
        return self._look(sheet_id, self._game_and_seats(sheet_id)[0], None, since)

    def _look(self, sheet_id: bytes, game: AnyGame, device: str | None, since: int) -> Answer:
        with self.engine.begin() as connection:
            row = connection.execute(_READ_SHEET, {"id": sheet_id, "now": self._clock(), "device": device or ""}).first()
            if row is None:
                raise limits.SheetGone
            since = since if since <= row.seq else 0  # a phone knows more than a server that was set back
            cells = self._read_entries(connection, sheet_id, game, since, ()) if since < row.seq else {}
        return Answer(game, row.seq, row.kept or 0, _as_cells(cells), [path for path, entry in cells.items() if entry.seq > since])

    def _lost(self, sheet_id: bytes, device: str, since: int) -> list[LogRow]:
        """What a device typed and did not come to stand."""
        query = select(*(_log.c[name] for name in LogRow._fields)).where(_log.c.sheet_id == sheet_id, _log.c.seq > since)
        with self.engine.begin() as connection:
            return [LogRow(*row) for row in connection.execute(query.where(_log.c.device == device, _log.c.stands.is_(False)))]

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

    @_writes
    def history(self, secret_id: str, name: str | None = None, limit: int = 100) -> list[Past]:
        """What was typed, the newest first; with a name, into one field only."""
        sheet_id = self._hash(secret_id)
        game, _ = self._game_and_seats(sheet_id)
        query = select(*(_log.c[field_name] for field_name in LogRow._fields)).where(_log.c.sheet_id == sheet_id)
        with self.engine.begin() as connection:
            rows = [LogRow(*row) for row in connection.execute(query.order_by(_log.c.seq.desc()))]
        return [past for past in self.view_log(game, rows) if name in (None, past.field)][:limit]

    # Plain forms

    def post_form(self, secret_id: str, once: str, base: int, posted: MultiDict[str, str], names: Iterable[str] = ()) -> Answer:
        """Take in what the reader of a plain page changed, of all that its form sends.

        `base` is the page's `seq`, by which the log knows what stood there; `once` is the random text that makes the form a device of its
        own, so that it counts once however often it is sent. `names` are fields that send nothing when they are blank.
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
                stood.get(path) != value and not (path not in stood and is_default(shared.game, path, value)) for path, value in cells
            ):
                requests.append(Request(name, texts, len(requests) + 1, base, 0.0, is_field=True))
        return self.sync(secret_id, once, base, requests, with_lost=True)

    @_writes
    def _cells_at(self, sheet_id: bytes, seq: int) -> dict[str, Any]:
        """What stood at a `seq` of the past."""
        query = select(_log.c.path, _log.c.value).where(_log.c.sheet_id == sheet_id, _log.c.seq <= seq, _log.c.stands).order_by(_log.c.seq)
        with self.engine.begin() as connection:
            return {path: load_value(value) for path, value in connection.execute(query)}

    # Invitations

    @_writes
    def invite(self, secret_id: str) -> Invitation:
        """The code of a sheet's open invitation; where none is open, a new one."""
        sheet_id, now = self._hash(secret_id), int(self._clock())
        with writing(self.engine) as connection:
            query = select(_sheets.c.invitation, _sheets.c.invited_until).where(_sheets.c.id == sheet_id, _sheets.c.expires > now)
            row = connection.execute(query.with_for_update()).first()
            if row is None:
                raise limits.SheetGone
            if row.invited_until > now:
                return Invitation(self._code(sheet_id, row.invitation), row.invited_until)
            number, expires = row.invitation, now + limits.CODE_SECONDS
            connection.execute(delete(_codes).where(_codes.c.expires <= now))
            while True:
                number += 1
                code, nonce = self._code(sheet_id, number), secrets.token_bytes(HASH_BYTES)
                sealed = self._seal(_decode_id(secret_id), nonce)
                row_values = {"code": self._keyed("code", code), "sealed": sealed, "nonce": nonce, "expires": expires}
                if connection.execute(self._insert(_codes).values(row_values).on_conflict_do_nothing()).rowcount:
                    break
            changed = {"invitation": number, "invited_until": expires}
            connection.execute(update(_sheets).where(_sheets.c.id == sheet_id).values(changed))
        return Invitation(code, expires)

    @_writes
    def uninvite(self, secret_id: str) -> None:
        """Close a sheet's invitation: its code is worth nothing from now on."""
        sheet_id = self._hash(secret_id)
        with writing(self.engine) as connection:
            number = connection.execute(select(_sheets.c.invitation).where(_sheets.c.id == sheet_id)).scalar()
            if number:
                connection.execute(delete(_codes).where(_codes.c.code == self._keyed("code", self._code(sheet_id, number))))
                connection.execute(update(_sheets).where(_sheets.c.id == sheet_id).values(invited_until=0))

    @_writes
    def find_code(self, code: str, address: str) -> str | None:
        """The id of the sheet that a code invites to; None where there is none."""
        self._count("code", address, 60, limits.MAX_TRIED_CODES_A_MINUTE)
        self._count("codes", "", 60, limits.MAX_CODES_A_MINUTE)
        digits = re.sub(r"\D", "", code, flags=re.ASCII)
        query = select(_codes).where(_codes.c.code == self._keyed("code", digits), _codes.c.expires > self._clock())
        with self.engine.begin() as connection:
            row = connection.execute(query).first()
        return _encode_id(self._seal(row.sealed, row.nonce)) if row else None

    def _code(self, sheet_id: bytes, number: int) -> str:
        """The code of a sheet's so many-th invitation: whoever shows it shows the same."""
        digest = hmac.digest(self._key, b"invitation" + sheet_id + str(number).encode(), "sha256")
        return str(int.from_bytes(digest) % 10**limits.CODE_DIGITS).zfill(limits.CODE_DIGITS)

    def _seal(self, text: bytes, nonce: bytes) -> bytes:
        """Encrypt, or decrypt, as many bytes as an id has, each time with a pad of its own."""
        pad = hmac.digest(self._key, b"seal" + nonce, "sha256")
        return bytes(one ^ other for one, other in zip(text, pad, strict=False))

    def _keyed(self, what: str, text: str) -> bytes:
        """A hash that nobody can compute who has the database alone."""
        return hmac.digest(self._key, f"{what}:{text}".encode(), "sha256")[:HASH_BYTES]

    # The next game

    @_writes
    def next(self, secret_id: str, address: str) -> str:
        """The id of the next sheet of the same players, the same for everybody who asks; it is opened by who asks first.

        It follows from this sheet's own secret, so that nothing of it is stored. Names, colours and options that last go along.
        """
        shared = self.load(secret_id)
        next_id = _encode_id(hashlib.sha256(b"next" + secret_id.encode()).digest()[: limits.SECRET_BYTES])
        try:
            self._game_and_seats(hash_id(next_id))
        except limits.SheetGone:
            lasting = {name for name, entry in options_of(shared.game.sheet).items() if not entry.per_game}
            cells = [
                (path, cell.value)
                for path, cell in shared.cells.items()
                if cell.value is not None and (path in lasting or _KEPT_OPTION.fullmatch(path))
            ]
            self._open(shared.game, cells, shared.seats, address, next_id)
        if "@next" not in shared.states:
            self.sync(secret_id, secrets.token_urlsafe(16), 0, [Request("@next", "1", 1, shared.seq, 0.0)])
        return next_id

    # Presence

    def touch(self, devices: Iterable[tuple[bytes, str]]) -> None:
        """Note that devices were heard of, in one short transaction."""
        now = int(self._clock())
        rows = [{"at_sheet": sheet_id, "at_device": device} for sheet_id, device in devices]
        if rows:
            here = (_devices.c.sheet_id == bindparam("at_sheet")) & (_devices.c.device == bindparam("at_device"))
            with writing(self.engine) as connection:
                connection.execute(update(_devices).where(here).values(seen=now), rows)

    @_writes
    def seen(self, secret_id: str) -> dict[str, int]:
        """How many seconds ago each device of a sheet was heard of, those of the last hour."""
        return self.seen_by_hash(self._hash(secret_id))

    def seen_by_hash(self, sheet_id: bytes) -> dict[str, int]:
        """The same for a sheet that is known by its hash."""
        now = int(self._clock())
        query = select(_devices.c.device, _devices.c.seen).where(_devices.c.sheet_id == sheet_id, _devices.c.seen > now - 3600)
        with self.engine.begin() as connection:
            return {device: max(0, now - at) for device, at in connection.execute(query)}

    # What becomes of all this

    def sweep(self) -> int:
        """Delete expired sheets, codes and counters, a few in a transaction; return how many sheets went.

        In SQLite the sheet of the log's last row stays until there is a newer one: row ids must rise for whoever reads the log.
        """
        now, swept = int(self._clock()), 0
        with writing(self.engine) as connection:
            connection.execute(delete(_codes).where(_codes.c.expires <= now))
            connection.execute(delete(_attempts).where(_attempts.c.start < now - 7200))
        expired = select(_sheets.c.id).where(_sheets.c.expires <= now).limit(limits.MAX_SWEPT_SHEETS)
        if self.engine.dialect.name == "sqlite":
            newest = select(_log.c.sheet_id).order_by(_ROW_ID.desc()).limit(1).scalar_subquery()
            expired = expired.where(or_(newest.is_(None), _sheets.c.id != newest))
        else:
            expired = expired.with_for_update(skip_locked=True)
        while True:
            with writing(self.engine) as connection:
                ids = connection.execute(expired).scalars().all()
                if ids:
                    connection.execute(delete(_sheets).where(_sheets.c.id.in_(ids)))
            swept += len(ids)
            if len(ids) < limits.MAX_SWEPT_SHEETS:
                return swept

    # Limits

    def _count(self, what: str, address: str, seconds: int, most: int) -> None:
        """Count something that an address does; raise TooMany where it was done more often in the running minute or hour."""
        now = int(self._clock())
        start = now - now % seconds
        day = now // 86400  # from one day to the next nobody can tell that two hashes are of one address
        row = {"who": self._keyed(f"{what}:{day}", _network(address)), "start": start, "count": 1}
        statement = self._insert(_attempts).values(row)
        statement = statement.on_conflict_do_update(index_elements=["who", "start"], set_={"count": _attempts.c.count + 1})
        with writing(self.engine) as connection:
            count = connection.execute(statement.returning(_attempts.c.count)).scalar_one()
        if count > most:
            raise limits.TooMany(retry_after=start + seconds - now)

    # What is known of a sheet

    def _hash(self, secret_id: str) -> bytes:
        if not SECRET_ID.fullmatch(secret_id):
            raise limits.SheetGone
        return hash_id(secret_id)

    def _game_and_seats(self, sheet_id: bytes) -> tuple[AnyGame, int]:
        """The game, which never changes, and the number of seats as it was last seen."""
        if known := self._known.get(sheet_id):
            return known
        with self.engine.begin() as connection:
            query = select(_sheets.c.game, _sheets.c.seats).where(_sheets.c.id == sheet_id, _sheets.c.expires > self._clock())
            row = connection.execute(query).first()
        if row is None:
            raise limits.SheetGone
        return self._remember(sheet_id, find_game(row.game), row.seats)

    def _remember(self, sheet_id: bytes, game: AnyGame, seats: int) -> tuple[AnyGame, int]:
        if len(self._known) >= _MAX_CACHED_SHEETS:
            self._known.clear()
        self._known[sheet_id] = game, seats
        return game, seats


_ROW_ID: ColumnElement[int] = literal_column("shared_change.rowid")
_WRITE_LOG = insert(_log)
_SHEET = (
    select(_sheets.c.seq, _sheets.c.seats, _sheets.c.size, _devices.c.n.label("kept"))
    .outerjoin(_devices, (_devices.c.sheet_id == _sheets.c.id) & (_devices.c.device == bindparam("device")))
    .where(_sheets.c.id == bindparam("id"), _sheets.c.expires > bindparam("now"))
)
_READ_SHEET = _SHEET
_LOCK_SHEET = _SHEET.with_for_update(of=_sheets)
_ENTRIES = select(*(_entries.c[name] for name in ("path", "value", "seq", "device", "typed"))).where(_entries.c.sheet_id == bindparam("id"))
_CHANGED_ENTRIES = _ENTRIES.where(or_(_entries.c.seq > bindparam("since"), _entries.c.path.in_(bindparam("paths", expanding=True))))


def _count_seats(seats: int, cells: Iterable[tuple[str, Any]]) -> int:
    """How many seats there are after these cells were written."""
    for path, value in cells:
        if path == SEATS and value is not None:
            seats = value
        elif value is not None and (seat := seat_of(path)) is not None:
            seats = max(seats, seat + 1)
    return seats


def _entries_of(rows: Iterable[Any]) -> dict[str, Entry]:
    return {path: Entry(*entry) for path, *entry in rows}


def _as_cells(entries: Mapping[str, Entry]) -> dict[str, Cell]:
    return {path: Cell(load_value(entry.value), entry.seq, entry.device) for path, entry in entries.items()}


def _dump(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode()


def load_value(text: str | None) -> Any:
    """A value as it is kept."""
    return None if text is None else json.loads(text)


def _size(log: Iterable[LogRow]) -> int:
    """Bytes of the values, and some for the rest of a row, so that empty ones count as well."""
    return sum(len(row.path) + len(row.value or "") for row in log)


def _network(address: str) -> str:
    """What counts as one address: for IPv6 the network that one household has."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:45]
    return str(parsed if parsed.version == 4 else ipaddress.ip_network((parsed, 64), strict=False))


def _encode_id(text: bytes) -> str:
    return base64.urlsafe_b64encode(text).rstrip(b"=").decode()


def _decode_id(secret_id: str) -> bytes:
    return base64.urlsafe_b64decode(secret_id + "==")
