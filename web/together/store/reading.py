"""Reading: a shared sheet as it stands, what changed since, and what was typed into it."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, select

from scorers.model import AnyGame
from scorers.registry import game as find_game
from web.together import limits
from web.together.answers import Answer, Past, Shared, as_cells, load_value
from web.together.fields import is_part, view_fields
from web.together.paths import Cell
from web.together.store.base import DatabaseStore, translate_errors
from web.together.store.merge import Entry, LogRow
from web.together.store.secret_ids import hash_id
from web.together.store.statements import (
    CHANGED_ENTRIES,
    ENTRIES,
    LOG,
    READ_SHEET,
    devices,
    entries_of,
    log_rows,
    sheets,
)

MAX_SHOWN_CHANGES = 100


class Reading(DatabaseStore):
    """The part of the store that only reads."""

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
            row.group_id,
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
        """What a device typed that did not come to stand after `since`, or was replaced then by somebody who had not seen it."""
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
        """What stands at these paths and what changed after `since`; all, where one of them shows only together with others."""
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
