"""The merge: how a document takes what a device changed. No I/O and no clock; `store.py` has the transaction."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


class Change(NamedTuple):
    """What a device wrote under a name, as JSON text; None clears it.

    `n` counts the device's changes from 1, `base` is the `seq` that the device had seen, `age` the seconds since it was
    typed.
    """

    name: str
    value: str | None
    n: int
    base: int
    age: float


class Value(NamedTuple):
    """What stands under a name: since which `seq`, by which phone's handle, and when it was typed by the server's
    clock.
    """

    value: str | None
    seq: int
    device: str
    typed: float


class LogRow(NamedTuple):
    """A change as the log keeps it, whether it stands or not; `replaced` is the `seq` of what it replaced unseen."""

    seq: int
    name: str
    value: str | None
    device: str
    n: int
    typed: float
    stands: bool
    replaced: int | None = None


@dataclass(slots=True)
class State:
    """A document as far as a merge needs it: its counter, the values in question, and how far the device is kept.

    `created` is when the document was opened, before which nothing in it was typed.
    """

    seq: int = 0
    values: dict[str, Value] = field(default_factory=dict)
    kept: int = 0
    created: float = 0.0


def apply_changes(
    state: State,
    device: str,
    changes: Iterable[Change],
    now: float,
    is_first_come: Callable[[str], bool] = lambda name: False,
) -> list[LogRow]:
    """Apply a device's changes in its own order, each once; return the rows for the log.

    A change of a name that `is_first_come` stands only where nothing does, or where its device saw or wrote what does.
    """
    seen, log = state.seq, []
    for change in sorted(changes, key=lambda one: one.n):
        if change.n > state.kept:
            state.kept = change.n
            base = change.base if change.base <= seen else 0  # a device that has seen more saw another history
            row = _apply(state, device, change._replace(base=base), now, is_first_come=is_first_come(change.name))
            log += [row] if row else []
    return log


def _apply(state: State, device: str, change: Change, now: float, *, is_first_come: bool) -> LogRow | None:
    """Apply one change; return its row for the log, or None where the same stands already."""
    typed, old = _time_typed(state, change, now), state.values.get(change.name)
    if old and old.value == change.value:  # somebody said the same again, perhaps later
        state.values[change.name] = old._replace(typed=max(old.typed, typed))
        return None
    knows = old is None or old.seq <= change.base or old.device == device
    stands = knows or _wins(old, typed, now, is_first_come=is_first_come)
    state.seq += 1
    replaced = old.seq if old and stands and not knows else None
    if stands:
        # What was written in knowledge of an earlier value was typed after it, whatever the device's clock says.
        typed = max(typed, old.typed) if old else typed
        state.values[change.name] = Value(change.value, state.seq, device, typed)
    return LogRow(state.seq, change.name, change.value, device, change.n, typed, stands, replaced)


def _time_typed(state: State, change: Change, now: float) -> float:
    """Return when a change was typed by the server's clock: never in the future, nor before the document was opened."""
    return max(now - max(change.age, 0.0), min(state.created, now))


def _wins(old: Value | None, typed: float, now: float, *, is_first_come: bool) -> bool:
    """Return whether a change stands against a value that its device has not seen; nothing was typed after now."""
    return old is None or (old.value is None if is_first_come else typed >= min(old.typed, now))
