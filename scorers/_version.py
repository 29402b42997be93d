"""The version of Tally, written in this one place."""

__version__ = "1.0.0"
