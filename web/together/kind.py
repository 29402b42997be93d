"""The shared sheet as a kind of document: its names are its form's fields, its values their texts, as in a link."""

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from scorers.entries import clean_name
from scorers.model import N_, Fault
from web.sync.kind import About, Kind
from web.sync.limits import DAY, DocumentFull, DocumentGone, Limits
from web.sync.merge import Value
from web.together.codes import end_codes
from web.together.fields import find_fault, is_known

MAX_TEXT_BYTES, MAX_STATE_CHARACTERS = 4_100, 64
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class SheetGone(DocumentGone):
    """The shared sheet does not exist, or not any more."""

    description = N_(
        "This shared sheet is gone, or the link is mistyped. A shared sheet expires after 7 days without a change."
    )


class SheetFull(DocumentFull):
    """A shared sheet takes no more."""

    description = N_("This shared sheet cannot take any more changes. Please begin a new one.")


class SharedSheet(Kind):
    """A sheet that several phones fill at once."""

    name = "shared"
    limits = Limits(
        lifetime_seconds=7 * DAY, max_values=1_000, max_value_bytes=MAX_TEXT_BYTES, max_log_bytes=4 * 1024 * 1024,
        max_log_rows=5_000, max_devices=1_000, max_streams=24, max_opened_an_hour=300,
    )  # fmt: skip
    link_characters = 22
    gone, full = SheetGone, SheetFull

    def read_value(self, about: About, name: str, value: Any) -> Any:
        """Return a list of texts without blanks, or a fault."""
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            return Fault(name, "type", N_("%(label)s must be a list of texts"), {"label": name})
        clean = clean_name if name.endswith(".name") else _clean_text
        texts = [text for one in value if (text := clean(one))]
        if sum(map(len, texts)) > (MAX_STATE_CHARACTERS if name.startswith("@") else MAX_TEXT_BYTES):
            return Fault(name, "too_many", N_("%(label)s is too long"), {"label": name})
        fault = None if name.startswith("@") or not texts else find_fault(about["game"], name, texts)
        return fault or texts or None

    def find_name_fault(self, about: About, name: str) -> Fault | None:
        """Return the fault of what is no field of any form of the game."""
        if is_known(about["game"], name):
            return None
        return Fault(name[:60], "unknown", N_("%(key)s is not known here"), {"key": name[:60]})

    def is_first_come(self, name: str) -> bool:
        """Return whether it is a seat or the next sheet, which are those of the first phone."""
        return name.startswith("@seat.") or name == "@next"

    def write_beside(self, connection: Connection, document_id: str, values: Mapping[str, Value]) -> None:
        """End the invitation with the reveal, whoever wrote it and however."""
        if (reveal := values.get("@reveal")) and reveal.value:
            end_codes(connection, document_id)


def _clean_text(text: str) -> str:
    """Return a text without what cannot be seen; line ends part the rows of a map."""
    return _CONTROLS.sub(" ", text).strip()
