"""Scoring for board games, with nothing but the standard library: each game stands in a folder here that is named by its slug.

A game's `score` module declares what lies on its table (`Player`, `Sheet`), finds what cannot be (`faults`), scores it (`score`), and
binds all of this in `GAME`. No score reads files, clocks or chance. `scorers.service` is the way in.
"""
