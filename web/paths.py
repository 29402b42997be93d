"""Where the files of this checkout, or of an installed Tally, lie."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
