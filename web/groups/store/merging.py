"""Merging a device's changes into a group's scorebook, as shared sheets do. No I/O, no clock."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from web.together.store.merge import Change, LogRow, State, take_in
from web.together.store.models import HASH_BYTES


def likeness(value: Any) -> bytes | None:
    """The hash of a result's game, day and entries: results that have the same may be one game. None for what is no result."""
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
