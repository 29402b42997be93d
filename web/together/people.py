"""Who is at a shared sheet, and what they changed."""

import json
import time
from datetime import timedelta
from typing import TYPE_CHECKING

from flask_babel import format_timedelta

from web.sheet.form import SheetForm
from web.sync import documents
from web.together.shared import Shared

if TYPE_CHECKING:  # the bundle for browsers lacks the store
    from web.sync.store import Past

OFFLINE_SECONDS = 50
"""A phone that was not heard of for this long is offline; one with an event stream is heard of every 20 seconds."""


def holders(shared: Shared) -> dict[int, str]:
    """Return the handle of the phone at each taken seat."""
    return _states_of_seats(shared, "@seat.")


def ready_seats(shared: Shared) -> set[int]:
    """Return the seats whose players said that they are done."""
    return set(_states_of_seats(shared, "@ready."))


def _states_of_seats(shared: Shared, prefix: str) -> dict[int, str]:
    """Return a state of the seats that have it."""
    found = {
        int(name.removeprefix(prefix)): texts[0] for name, texts in shared.fields.items() if name.startswith(prefix)
    }
    return dict(sorted(found.items()))


def seat_of(shared: Shared, handle: str) -> int | None:
    """Return the seat of a phone, or None."""
    return next((seat for seat, holder in holders(shared).items() if holder == handle), None)


def helper_seats(shared: Shared, form: SheetForm) -> dict[int, int]:
    """Return, for each seat that another phone fills in, that phone's seat: it typed the latest entry of the column."""
    latest: dict[int, tuple[int, str]] = {}
    for name in shared.fields:
        seat = form.layout.fields[name].seat if name in form.layout.fields else None
        if seat is not None and name not in (f"{seat}.name", f"{seat}.colour"):
            one = shared.values[name]
            latest[seat] = max(latest.get(seat, (0, "")), (one.seq, one.device))
    typists = {seat: seat_of(shared, device) for seat, (_, device) in latest.items()}
    return {seat: typist for seat, typist in typists.items() if typist not in (None, seat)}


def seconds_away(shared: Shared) -> dict[str, int]:
    """Return how many seconds ago each phone was heard of, by its handle; without scripts none is."""
    return documents().notices.seconds_since(shared.head.id)


def away_seats(shared: Shared, own: str) -> set[int]:
    """Return the seats whose phones are offline.

    The reader's own phone never is, nor is a phone without scripts, which is silent between two forms.
    """
    heard = seconds_away(shared)
    return {
        seat for seat, one in holders(shared).items() if one != own and one in heard and heard[one] > OFFLINE_SECONDS
    }


def count_watchers(shared: Shared, own: str) -> int:
    """Count the other phones that look at the sheet and have no seat."""
    others = {*holders(shared).values(), own}
    return sum(seconds <= OFFLINE_SECONDS for one, seconds in seconds_away(shared).items() if one not in others)


class ShownChange:
    """A change as the page of changes shows it."""

    def __init__(self, past: "Past", form: SheetForm, shared: Shared) -> None:
        row, fields = past.row, form.layout.fields
        whole, _, place = row.name.rpartition(".")
        field = fields.get(row.name) or fields.get(whole)
        self.field, self.stands = row.name, row.stands
        self.values: list[str] = json.loads(row.value or "[]")
        self.ago = format_timedelta(timedelta(seconds=row.typed - time.time()), add_direction=True)
        self.label = field.label.text if field is not None else row.name
        if field is not None and row.name not in fields:  # one space of a row
            self.label = f"{self.label} {int(place) + 1}"
        labels = dict(field.choices) if field is not None else {}
        self.shown = [labels.get(value, value) for value in self.values]
        self.seat = seat_of(shared, row.device)
        self.is_current = shared.fields.get(row.name, []) == self.values and row.stands
