"""Who is at a shared sheet, and what they changed."""

import time
from datetime import timedelta
from typing import TYPE_CHECKING

from flask_babel import format_timedelta

from web.sheet.form import SheetForm

if TYPE_CHECKING:
    from web.together.answers import Past, Shared

OFFLINE_SECONDS = 50
"""A phone that was not seen for this long is offline; one with an event stream is seen every 20 seconds."""
TABLE_TAB = "table"
"""The name of a tab that shows the invitation or the seats."""
PHONE_CHARACTERS = 12
"""Length of a phone's id, with which the ids of its tabs and forms begin; in a tab's id, a dot follows."""


def holders(shared: "Shared") -> dict[int, str]:
    """Return the id of the phone at each taken seat."""
    found = {
        int(name.removeprefix("@seat.")): one.value[0]
        for name, one in shared.states.items()
        if name.startswith("@seat.")
    }
    return dict(sorted(found.items()))


def seat_of(shared: "Shared", who: str) -> int | None:
    """Return the seat of a phone, or None."""
    return next(
        (seat for seat, holder in holders(shared).items() if holder[:PHONE_CHARACTERS] == who[:PHONE_CHARACTERS]), None
    )


def ready_seats(shared: "Shared") -> set[int]:
    """Return the seats whose players said that they are done."""
    return {int(name.removeprefix("@ready.")) for name in shared.states if name.startswith("@ready.")}


def helper_seats(shared: "Shared", form: SheetForm) -> dict[int, int]:
    """Return, for each seat that another phone fills in, that phone's seat: it typed the latest entry of the column."""
    latest: dict[int, tuple[int, str]] = {}
    for name, cell in shared.fields.items():
        seat = form.layout.fields[name].seat if name in form.layout.fields else None
        if seat is not None and cell.value and name not in (f"{seat}.name", f"{seat}.colour"):
            latest[seat] = max(latest.get(seat, (0, "")), (cell.seq, cell.device))
    typists = {seat: seat_of(shared, device) for seat, (_, device) in latest.items()}
    return {seat: typist for seat, typist in typists.items() if typist not in (None, seat)}


def away_seats(shared: "Shared", own_phone: str) -> set[int]:
    """Return the seats whose phones are offline.

    The reader's own phone never is, nor is a phone without scripts, which is silent between two forms.
    """
    heard = last_heard(shared)
    missing = time.time() - OFFLINE_SECONDS
    phones = {seat: holder[:PHONE_CHARACTERS] for seat, holder in holders(shared).items()}
    return {seat for seat, phone in phones.items() if phone != own_phone and heard.get(phone, missing) < missing}


def count_watchers(shared: "Shared", own_phone: str) -> int:
    """Count the other phones that look at the sheet and have no seat."""
    seated = {holder[:PHONE_CHARACTERS] for holder in holders(shared).values()}
    heard = last_heard(shared, other_than=TABLE_TAB)
    return sum(
        time.time() - seen <= OFFLINE_SECONDS
        for phone, seen in heard.items()
        if phone not in seated and phone != own_phone
    )


def last_heard(shared: "Shared", other_than: str = "") -> dict[str, int]:
    """Return when each phone with scripts was last heard of, by the latest of its tabs other than one of this name."""
    heard: dict[str, int] = {}
    for device, seen in shared.devices.items():
        phone, dot, tab = device.partition(".")
        if dot and len(phone) == PHONE_CHARACTERS and tab != other_than:
            heard[phone] = max(seen, heard.get(phone, 0))
    return heard


def seconds_away(shared: "Shared") -> dict[str, int]:
    """Return how many seconds ago each phone was heard of, for the page's script."""
    now = int(time.time())
    return {f"{phone}.": max(0, now - seen) for phone, seen in last_heard(shared).items()}


class ShownChange:
    """A change as the page of changes shows it."""

    def __init__(self, change: "Past", form: SheetForm, shared: "Shared") -> None:
        field = form.layout.fields.get(change.field)
        self.field, self.values, self.stands = change.field, change.values, change.stands
        self.ago = format_timedelta(timedelta(seconds=change.typed - time.time()), add_direction=True)
        self.label = field.label.text if field is not None else change.field
        labels = dict(field.choices) if field is not None else {}
        self.shown = [labels.get(value, value) for value in change.values]
        self.seat = seat_of(shared, change.device[:12])
        current = shared.fields.get(change.field)
        self.is_current = (current.value if current else []) == change.values and change.stands
