"""Oxen, an invented game for the tests: fewest points win, round by round, until somebody has too many."""
