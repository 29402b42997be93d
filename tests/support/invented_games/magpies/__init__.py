"""Magpies, an invented game for the tests: tricks are bid for in six rounds, and every entry stands in a round."""
