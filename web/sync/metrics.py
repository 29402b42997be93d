"""What an operator sees of documents: figures, which `web/serving/metrics.py` shows, and lines in the log about what
does not work for a while.
"""

import logging
import time
from threading import Lock

from prometheus_client import Counter, Gauge, Histogram

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper limits of the seconds that are counted together."""
STREAMS = Gauge("tally_streams", "Open event streams.", multiprocess_mode="livesum")
MESSAGES = Counter("tally_stream_messages_total", "Changes that were put into event streams, once for each stream.")
TRANSACTIONS = Histogram(
    "tally_database_seconds", "Seconds of transactions, with the wait for a connection.", ["kind"], buckets=BUCKETS
)
AWAY = Gauge(
    "tally_database_away", "1 while a worker finds that the database does not answer.", multiprocess_mode="livemax"
)
RETRIES = Counter("tally_database_retries_total", "Transactions begun again because the connection was lost.")
NOTICES = Counter(
    "tally_notices_total", "Notices of changed documents, told to other workers or heard from any.", ["way"]
)
NOTICES_UNHEARD = Gauge(
    "tally_notices_unheard", "1 while a worker hears no notices and looks for changes.", multiprocess_mode="livemax"
)
REPEAT_SECONDS = 60
"""Pause between two lines about errors that go on."""
_logger = logging.getLogger("tally.sync")


class Outage:
    """Something that works or does not; a gauge is 1 while it does not."""

    def __init__(self, gauge: Gauge | None = None) -> None:
        self.is_on = False
        self._gauge, self._lock = gauge, Lock()

    def begin(self, text: str, *values: object) -> bool:
        """Log that it has begun, unless that is known; return whether it was news."""
        if is_news := self._set(is_on=True):
            _logger.error(text, *values)
        return is_news

    def end(self, text: str) -> None:
        """Log that it is over, if it had begun."""
        if self._set(is_on=False):
            _logger.warning(text)

    def _set(self, *, is_on: bool) -> bool:
        """Note whether it is on, and return whether that is news; several threads may find out at once."""
        with self._lock:
            is_news, self.is_on = self.is_on != is_on, is_on
        if is_news and self._gauge:
            self._gauge.set(is_on)
        return is_news


def say_reason(error: Exception) -> str:
    """Return the first line of what the database's driver says of an error; it may go on with the statement."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]


class Errors:
    """Errors of which many may come at once: the first is logged, and in each later minute one with their number."""

    def __init__(self) -> None:
        self._count, self._logged_at = 0, -float("inf")

    def log(self, text: str, reason: object) -> None:
        """Log an error, or count it."""
        self._count += 1
        now = time.monotonic()
        if now - self._logged_at >= REPEAT_SECONDS:
            more = f" ({self._count} times since the last such line)" if self._count > 1 else ""
            _logger.error("%s: %s%s", text, reason, more)
            self._count, self._logged_at = 0, now
