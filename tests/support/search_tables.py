"""What players look up, and the sections that answer it.

`search_lookups.tsv` has words and questions with the section that must come first. `search_questions.tsv` has questions as people type
them, with mistakes and in everyday words: one of the sections must come first, and the shown sentence must match the pattern `answer`.
The `game` is the one that the reader comes from, if any.
"""

import csv
from pathlib import Path

from web.search.ranking import Results


def _read(name: str) -> list[dict[str, str]]:
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


_LOOKUPS = [
    (row["kind"], (row["language"], row["game"], row["query"], row["section"])) for row in _read("search_lookups.tsv")
]
WORDS = [row for kind, row in _LOOKUPS if kind == "word"]
QUESTIONS = [row for kind, row in _LOOKUPS if kind == "question"]
TABLE_QUESTIONS = [
    (row["language"], row["game"], row["query"], row["sections"].split(), row["answer"])
    for row in _read("search_questions.tsv")
]


def places(results: Results) -> list[str]:
    """Return the sections that were found, each as game#section."""
    return [f"{hit.rules.slug}#{hit.section.id}" for hit in results.hits]
