"""Orchards, an invented game for the tests: trees are painted on a grid, and baskets stand among them."""
