"""The merge: how a shared sheet takes in what a device changed.

No I/O and no clock: the transaction around it is `store.py`'s.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

FIRST_COME = "@seat."
"""Entries with this prefix belong to whoever wrote them first, until they are cleared or taken over knowingly."""


class Change(NamedTuple):
    """What a device changed at once: `cells` are paths with their new values as JSON text, None where the entry is
    cleared.

    `n` counts the device's changes, `base` is the `seq` that it had seen, `age` the seconds since it was typed.
    """

    cells: tuple[tuple[str, str | None], ...]
    n: int
    base: int
    age: float


class Entry(NamedTuple):
    """What stands at a path: since which `seq`, by which device, and when it was typed by the server's clock."""

    value: str | None
    seq: int
    device: str
    typed: float


class LogRow(NamedTuple):
    """One cell of one change as the log keeps it, whether it came to stand or not.

    `replaced` is the `seq` of what it replaced without its device having seen that.
    """

    seq: int
    path: str
    value: str | None
    device: str
    n: int
    typed: float
    stands: bool
    replaced: int | None = None


@dataclass(slots=True)
class State:
    """A shared sheet as far as a merge needs it: its counter, the entries in question, and the device's last change
    that was taken in.
    """

    seq: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    kept: int = 0


def take_in(state: State, device: str, changes: Iterable[Change], now: float) -> list[LogRow]:
    """Take a device's changes in, in its own order, each once; return what the log keeps of them.

    A change stands where nothing stood, where it was typed no earlier, where its device saw what stood, and where its
    device wrote that.
    """
    log = []
    for change in sorted(changes, key=lambda change: change.n):
        if change.n <= state.kept:
            continue  # it came before, and only the answer was lost
        state.seq, state.kept = state.seq + 1, change.n
        typed = now - max(0.0, change.age)
        for path, value in change.cells:
            entry = state.entries.get(path)
            stands, replaced = True, None
            if entry and entry.seq > change.base and entry.device != device:
                stands = entry.value is None if path.startswith(FIRST_COME) else typed >= entry.typed
                replaced = entry.seq if stands and value != entry.value else None
            log.append(LogRow(state.seq, path, value, device, change.n, typed, stands, replaced))
            if stands:
                state.entries[path] = Entry(value, state.seq, device, typed)
    return log
