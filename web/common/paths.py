"""The root folder of this checkout or of an installed Tally."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
