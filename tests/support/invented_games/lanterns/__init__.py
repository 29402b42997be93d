"""Lanterns, an invented game for the tests: all players win together or lose together, one player too."""
