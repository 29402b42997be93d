"""The base of the store of shared sheets: prepared statements, and a cache of each sheet's game and seats."""

import re
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, Text, bindparam, func, update

from scorers.model import AnyGame
from scorers.registry import game as find_game
from web.common.secret_paths import SHARED_ID
from web.together import limits
from web.together.answers import News
from web.together.live.signs import Sign, Signs
from web.together.store.base import DatabaseStore
from web.together.store.merge import Entry
from web.together.store.secret_ids import hash_id
from web.together.store.statements import READ_SHEET, devices, entries, sheets

CHANNEL = "tally_shared"
"""PostgreSQL's channel on which servers hear of each other's changes."""
_MAX_CACHED_SHEETS = 10_000


class Access(DatabaseStore):
    """A database of shared sheets. Wherever an id is asked for, it is the secret one; `SheetGone` is raised where it is none."""

    def __init__(self, engine: Engine, key: bytes, clock: Callable[[], float] = time.time) -> None:
        super().__init__(engine, key, clock)
        self.publish: Callable[[bytes, News], None] = lambda sheet_id, news: None
        """Called after each transaction that changed a sheet."""
        self._known: dict[bytes, tuple[AnyGame, int]] = {}
        self.signs = Signs()
        self._asked: set[tuple[bytes, str]] = set()
        self._noted: set[tuple[bytes, str]] = set()
        # Built once: building such a statement takes as long as running it.
        self._write_entries = self._upsert(entries, ["sheet_id", "path"], Entry._fields)
        self._write_device = self._upsert(devices, ["sheet_id", "device"], ["n", "seen"])
        counted: dict[str, Any] = {name: bindparam(f"new_{name}") for name in ("seq", "seats", "size", "expires")}
        self._write_sheet: Any = update(sheets).where(sheets.c.id == bindparam("at")).values(counted)
        if self._is_postgres:  # notifies other servers with the commit, without another query
            self._write_sheet = self._write_sheet.returning(func.pg_notify(CHANNEL, bindparam("notice", type_=Text())))

    def show_typing(self, secret_id: str, device: str, field: str) -> None:
        """Tell the others at a sheet where a device is about to type; nothing is written."""
        sheet_id = self._hash(secret_id)
        self._game_and_seats(sheet_id)
        self.signs.add(Sign(sheet_id, device, field))

    # Cached facts about a sheet

    def _hash(self, secret_id: str) -> bytes:
        if not re.fullmatch(SHARED_ID, secret_id):
            raise limits.SheetGone
        return hash_id(secret_id)

    def _game_and_seats(self, sheet_id: bytes) -> tuple[AnyGame, int]:
        """The game, which never changes, and the number of seats as it was last seen."""
        if known := self._known.get(sheet_id):
            return known
        with self.engine.begin() as connection:
            row = connection.execute(READ_SHEET, {"id": sheet_id, "now": self._clock(), "device": ""}).first()
        if row is None:
            raise limits.SheetGone
        return self._remember(sheet_id, find_game(row.game), row.seats)

    def _remember(self, sheet_id: bytes, game: AnyGame, seats: int) -> tuple[AnyGame, int]:
        if len(self._known) >= _MAX_CACHED_SHEETS:
            self._known.clear()
        self._known[sheet_id] = game, seats
        return game, seats
