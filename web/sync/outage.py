"""What does not work for a while, logged once when it begins and once when it is over."""

import logging
import time
from threading import Lock

from prometheus_client import Gauge

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
