"""The form of the log's lines, in which no link of a shared sheet or a group stands."""

import logging

from web.common.http import hide_secret


class SecretFormatter(logging.Formatter):
    """Writes a record with its traceback, and leaves out what is secret in the addresses that it names."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        return hide_secret(super().format(record))


def set_up_logs(level: str) -> None:
    """Log from a level on, and every request that the access log is told of."""
    handler = logging.StreamHandler()
    handler.setFormatter(SecretFormatter("[%(levelname)s] %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler])
    logging.getLogger("tally.access").setLevel(logging.INFO)
