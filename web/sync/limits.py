"""The limits of documents, and the errors above them. SECURITY.md describes them."""

from dataclasses import dataclass

from werkzeug.exceptions import (
    Conflict,
    Forbidden,
    NotFound,
    RequestEntityTooLarge,
    ServiceUnavailable,
    TooManyRequests,
)

from scorers.model import N_

DAY = 24 * 60 * 60
SECRET_BYTES = 16
"""Random bytes of a secret: 128 bits."""
HASH_BYTES = 16
"""Bytes that are stored of a SHA-256 digest; the secrets that are hashed have as many."""
MAX_ID_CHARACTERS, MAX_NAME_CHARACTERS, MAX_RANK_CHARACTERS = 24, 120, 100
MARK_CHARACTERS, HANDLE_CHARACTERS = 8, 12
MAX_COUNTER = 2**53 - 1
"""The highest whole number that every reader of JSON can hold."""
MAX_CHANGES = 500
"""Changes in one request."""
MAX_AHEAD = 5_000
"""How far the number of a change may be beyond the last that is kept of its device."""
MAX_WHO_CHARACTERS = 40
"""Length of a writer's name."""
MAX_ANSWER_VALUES = 500
MAX_ANSWER_BYTES = 256 * 1024
"""Size of the values in one answer, after which the device asks for more; no list or history has more either."""
MAX_READ_VALUES = 64
"""Values that one query reads, of which an answer may need fewer."""
MAX_LOST = 100
"""Replaced values that one answer tells."""
MAX_LOST_ROWS = 5_000
"""The last changes of a document among which a device's replaced values are looked for."""
MAX_RECKONING_SECONDS = 0.15
"""Time that the results in one request may take to be reckoned; a device sends them in several."""
MAX_HISTORY_ROWS = 100
"""Changes that one page or answer shows."""
DEVICE_SECONDS = 90 * DAY
"""Time after which an unseen device is forgotten."""
SWEEP_SECONDS = 600
"""Interval between two searches for what has expired."""
MAX_SWEPT_VALUES = 50
"""Cleared values that a sweep looks up at once."""
MAX_SWEPT_ROWS = 500
"""Rows, or pages of SQLite, that one transaction of a sweep frees: others wait for no more than that."""
MAX_DATABASE_BYTES = 2 * 1024**3
"""Size of a database in use above which nothing is written."""
MAX_OPENING_BYTES = MAX_DATABASE_BYTES * 3 // 4
"""Size above which no document is opened, so that those that are there can go on."""
SHARES = 32
"""An address may fill one in so many parts of what is free, a day: however many come, something is left for others."""
ROOM_PIECE = 16 * 1024
"""Bytes by which a document grows until the room is looked at again; opening one takes as much at once."""
MEASURED_SECONDS = 10
"""How long PostgreSQL's sum of all documents is remembered."""
MAX_WRONG_GUESSES = 10
"""Wrong guesses of a short secret, such as an invitation's code, that an address has a minute."""
MAX_ALL_WRONG_GUESSES = 1_000
"""Wrong guesses of all addresses a minute above which each has one an hour, so that nobody is locked out by others."""
RETRY_SECONDS = 3
"""Delay before a client tries again."""

MAX_STREAMS = 2_400
"""Event streams of one worker."""
MAX_STREAMS_OF_ADDRESS = 600
"""A club, or a carrier's network, may stand behind one address; it can hold a quarter of a worker's streams."""
MAX_TOLD_BYTES_OF_ADDRESS = 16 * 1024**2
"""Bytes that the streams of one address are being told at their beginning: they are kept until somebody reads them."""
MAX_TOLD_BYTES = 4 * MAX_TOLD_BYTES_OF_ADDRESS
"""The same for all streams of one worker."""
MAX_UNSENT_BYTES = 16 * 1024
"""Bytes that the system takes for a client that does not read; Tally holds the rest, and counts it."""
MAX_FIRST_LOOKS = 4
"""Streams of one worker that are told what their readers lack at once; each takes a megabyte or so."""
MAX_WAITING_MESSAGES = 64
"""Messages that wait for a slow reader of a stream; then the stream ends."""
MAX_WAITING_BYTES = 64 * 1024**2
"""Bytes that wait for all readers of one worker; then the stream that adds more ends."""
MAX_NOTICES_A_SECOND = 10
"""Notices of one document in one worker, such as that somebody is about to type; more are dropped."""
MAX_PHONES_NOTED, MAX_DOCUMENTS_NOTED = 200, 5_000
"""Phones of one document, and documents, of which a worker remembers when they were heard of."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a document of a kind lives, and how much it holds."""

    lifetime_seconds: int
    max_values: int
    max_value_bytes: int
    max_log_bytes: int
    max_log_rows: int
    max_devices: int
    max_streams: int
    max_opened_an_hour: int
    max_answer_values: int = MAX_ANSWER_VALUES
    is_extended_by_reading: bool = False


class DocumentGone(NotFound):
    """There is no such document, or not any more."""

    description = N_("This is gone, or its link was mistyped.")


class ReadOnly(Forbidden):
    """A link that only reads was used to write."""

    description = N_("With this link the scorebook can be read, not changed.")


class DocumentFull(Conflict):
    """A document takes no more."""

    description = N_("This is full. Please begin a new one.")


class DeviceAhead(Conflict):
    """A device's changes are numbered far beyond what is kept of them; it begins to count anew under another name."""

    description = N_("These changes contain impossible numbers. Please reload the page.")


class TooMuch(RequestEntityTooLarge):
    """A request has too many changes."""

    description = N_("That is more than can be sent at once. Please send it in several requests.")


class TooMany(TooManyRequests):
    """An address asks too often."""

    description = N_("That was tried too often. Please wait a little.")


class ShareFull(TooManyRequests):
    """An address has filled its share of the room for today."""

    description = N_(
        "So much was saved from your network today that this has to wait. What you typed stays on your device and will "
        "be sent again."
    )

    def __init__(self) -> None:
        super().__init__(retry_after=SWEEP_SECONDS)


class NotKept(ServiceUnavailable):
    """The database cannot be read or written."""

    description = N_("This could not be saved just now. What you typed stays on your device and will be sent again.")

    def __init__(self) -> None:
        super().__init__(retry_after=RETRY_SECONDS)


class Offline(ServiceUnavailable):
    """The page comes from the engine on the device, which has no database."""

    title = N_("This needs a network")
    description = N_(
        "Shared sheets and group scorebooks are on the server, which cannot be reached now. "
        "Everything else works offline too."
    )


class SwitchedOff(ServiceUnavailable):
    """This server has no database."""

    description = N_("Scoring together is switched off on this server: it has no place to keep shared sheets.")
