"""Scoring for board games, using only the standard library. Each game is a folder here, named by its slug.

A game's `score` module declares the entries (`Player`, `Sheet`), finds contradictions (`faults`), computes the result
(`score`), and binds them in `GAME`. Scoring uses no files, clock or randomness. Callers use `scorers.service`.

The environment variable GAMES_DIR names one more folder with games.
"""

import os
from pathlib import Path

GAMES_DIR = str(Path(os.environ["GAMES_DIR"]).resolve()) if os.environ.get("GAMES_DIR") else ""
if GAMES_DIR:
    __path__.append(GAMES_DIR)
