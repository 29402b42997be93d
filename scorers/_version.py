"""The version of Tally."""

__version__ = "1.0.0"
