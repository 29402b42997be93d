"""The changes of a shared sheet, as their page shows them."""

import time
from datetime import timedelta
from typing import TYPE_CHECKING

from flask_babel import format_timedelta

from web.sheet.form import SheetForm
from web.together import people

if TYPE_CHECKING:  # the bundle for browsers lacks the store
    from web.together.answers import Past, Shared


class ShownChange:
    """A change as the page of changes shows it."""

    def __init__(self, change: "Past", form: SheetForm, shared: "Shared") -> None:
        field = form.layout.fields.get(change.field)
        self.field, self.values, self.stands = change.field, change.values, change.stands
        self.ago = format_timedelta(timedelta(seconds=change.typed - time.time()), add_direction=True)
        self.label = field.label.text if field is not None else change.field
        labels = dict(field.choices) if field is not None else {}
        self.shown = [labels.get(value, value) for value in change.values]
        self.seat = people.seat_of(shared, change.device[:12])
        current = shared.fields.get(change.field)
        self.is_current = (current.value if current else []) == change.values and change.stands
