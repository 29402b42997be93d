"""A filled sheet under all variants of its game, side by side."""
