"""The root folder of this checkout or of an installed Tally, and the error that stops its start."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


class StartError(Exception):
    """Tally cannot start; the message is a complete sentence for the operator."""
