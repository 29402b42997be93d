"""Merging a device's changes into a group's scorebook, as shared sheets do, and without duplicates. No I/O, no clock."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from web.groups.results import RESULT_ID
from web.together.answers import load_value
from web.together.store.merge import Change, LogRow, State, take_in
from web.together.store.models import HASH_BYTES


def likeness(value: Any) -> bytes | None:
    """The hash of a result's game, day and entries: two results that have the same are one. None for what is no result."""
    if not isinstance(value, dict):
        return None
    entries = sorted(parse_qsl(value["query"], keep_blank_values=True))
    text = json.dumps([value["slug"], value["date"], entries])
    return hashlib.sha256(text.encode()).digest()[:HASH_BYTES]


@dataclass(slots=True)
class Intake:
    """The outcome of a device's changes: rows for the log, and results that the book has under another id."""

    state: State
    likenesses: dict[bytes, str]
    log: list[LogRow] = field(default_factory=list)
    same: dict[str, str] = field(default_factory=dict)

    def take(self, device: str, changes: Sequence[Change], now: float) -> None:
        """Merge a device's changes in its own order, but for those that change nothing: what stands already, and doubles."""
        state = self.state
        for change in sorted(changes, key=lambda change: change.n):
            (path, value), standing = change.cells[0], state.entries.get(change.cells[0][0])
            if change.n <= state.kept:
                continue
            if (standing.value if standing else None) == value:
                state.kept = change.n
                continue
            alike = likeness(load_value(value)) if RESULT_ID.fullmatch(path) else None
            other = self.likenesses.get(alike) if alike else None
            if other not in (None, path) and (standing is None or standing.value is None):
                self.same[path], state.kept = str(other), change.n
                continue
            rows = take_in(state, device, [change], now)
            self.log += rows
            if rows and rows[0].stands:
                if (
                    standing
                    and standing.value
                    and self.likenesses.get(old := likeness(load_value(standing.value)) or b"") == path
                ):
                    del self.likenesses[old]
                if alike:
                    self.likenesses.setdefault(alike, path)
