"""Words that are no longer used, from `retired_words.tsv`, so that no page has two words for one thing.

The columns: the game, nothing for every game and the interface, or `interface` for that alone; the language; a pattern
of the retired word; and the word to write instead, or nothing where the sentence must be rewritten. Players still type
these words, so the search knows them from a game's aliases.tsv.
"""

import csv
from pathlib import Path

EVERY_GAME = ""
INTERFACE = "interface"
FINISHED = ("chang_cheng", "hansa_teutonica", "honshu", "qin", "trajan")
"""Games that must not use the retired words."""

with Path(__file__).with_suffix(".tsv").open(encoding="utf-8", newline="") as table:
    RETIRED = [tuple(row.values()) for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)]
"""Game, language, pattern and replacement."""
