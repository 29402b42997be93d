"""Scoring for board games, using only the standard library. Each game is a folder here, named by its slug.

A game's `score` module declares the entries (`Player`, `Sheet`), finds contradictions (`faults`), computes the result (`score`), and
binds them in `GAME`. Scoring uses no files, clock or randomness. Callers use `scorers.service`.
"""
