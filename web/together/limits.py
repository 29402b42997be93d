"""Every limit on shared sheets, and the errors above them. SECURITY.md says the same in words."""

from werkzeug.exceptions import Conflict, NotFound

from scorers.model import N_
from web.sync.limits import NotKept, TooMany, TooMuch

SECRET_BYTES = 16
"""Random bytes of a shared sheet's id: 128 bits."""
LIFETIME_SECONDS = 7 * 24 * 60 * 60
"""A shared sheet expires when it has not changed for this long."""
SWEEP_SECONDS = 600
"""Interval between two searches for expired sheets."""
MAX_SWEPT_SHEETS = 50
"""Sheets that one transaction of a sweep deletes."""

MIN_DEVICE_CHARACTERS, MAX_DEVICE_CHARACTERS = 16, 64
MAX_DEVICES = 1_000
"""Devices that changed something, by sheet: a tab is one, and so is each posted form."""
MAX_NOTED_DEVICES = 200
"""Devices up to which a sheet notes those that are there and have changed nothing yet."""
MAX_COUNTER = 2**53
"""The highest whole number that every reader of JSON can hold."""
MAX_CHANGES = 500
"""Changes in one request."""
MAX_VALUE_BYTES = 4_100
"""Size of one value as JSON; a position in notation may have 4,000 characters."""
MAX_PATH_CHARACTERS = 120
MAX_ENTRIES = 1_000
"""Entries that a sheet can have, cleared ones included."""
MAX_HISTORY_CHANGES = 5_000
"""Changes of one sheet in its whole life."""
MAX_HISTORY_BYTES = 1024 * 1024
"""Bytes of all values ever typed into one sheet."""
MAX_STATE_CHARACTERS = 2_000
"""Length of an entry about the table itself, such as who sits where."""
MAX_DATABASE_BYTES = 2 * 1024**3
"""Size of an SQLite file above which no more sheets are opened."""

MAX_OPENED_AN_HOUR = 300
"""Sheets that one address opens."""
CODE_DIGITS = 8
CODE_SECONDS = 15 * 60
"""Lifetime of an invitation."""
MAX_TRIED_CODES_A_MINUTE = 10
"""Codes that one address may try."""
MAX_CODES_A_MINUTE = 1_000
"""Codes that all addresses together may try."""

MAX_STREAMS_OF_SHEET = 24
MAX_STREAMS_OF_ADDRESS = 1_000
"""A club, or a carrier's network, may stand behind one address; it can hold a quarter of a worker's streams."""
MAX_STREAMS = 4_000
"""Event streams of one worker."""
MAX_WAITING_MESSAGES = 64
"""Messages that wait for a slow reader of a stream; then the stream ends."""
MAX_SIGNS_A_SECOND = 10
"""Typing signs of one sheet in one worker; more are dropped."""
RETRY_SECONDS = 3
"""Delay before a client tries again."""


class SheetGone(NotFound):
    """The shared sheet does not exist, or not any more."""

    description = N_(
        "This shared sheet is gone, or the link is mistyped. A shared sheet expires after 7 days without a change."
    )


class SheetFull(Conflict):
    """A shared sheet takes no more."""

    description = N_("This shared sheet has taken all the changes it can. Please go on with a new one.")


class SeatsFull(Conflict):
    """The game takes no more players."""

    description = N_("This game takes no more players.")


__all__ = ["NotKept", "TooMany", "TooMuch"]
