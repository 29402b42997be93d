"""Comparison of a sheet under all variants of its game."""
