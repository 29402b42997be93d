"""The seats of a shared sheet: their holders, who is ready, and whether the result is revealed."""

from typing import Any


def holders(shared: Any) -> dict[int, str]:
    """Return the id of the phone at each taken seat."""
    found = {
        int(name.removeprefix("@seat.")): one.value[0] for name, one in shared.states.items() if name.startswith("@seat.") and one.value
    }
    return dict(sorted(found.items()))


def seat_of(shared: Any, who: str) -> int | None:
    """The seat of a phone."""
    return next((seat for seat, holder in holders(shared).items() if holder[:12] == who[:12]), None)


def ready_seats(shared: Any) -> set[int]:
    """The seats whose players said that they are done."""
    return {int(name.removeprefix("@ready.")) for name, one in shared.states.items() if name.startswith("@ready.") and one.value}


def is_revealed(shared: Any) -> bool:
    """Whether the result was revealed."""
    return "@reveal" in shared.states and bool(shared.states["@reveal"].value)
