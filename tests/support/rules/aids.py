"""Player aids: their text, and the questions in each game's aid.tsv that they must answer."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from web.rules.model import rules

GAMES = Path(__file__).parents[2] / "games"
COLUMNS = {"en": ("question", "answer"), "zh-Hant": ("問題", "答案")}


def card(slug: str, lang: str) -> str:
    """Return the text of a game's player aid, cells separated by dots, without word joiners."""
    chapter, below = next(iter(rules(slug, lang).chapters()))
    assert chapter.id == "quick-reference"
    return "\n".join(section.text for section in (chapter, *below)).replace("\u2060", "")


def find_gaps(slug: str, values: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the questions that a player aid leaves open, with the missing phrases; placeholders in aid.tsv are filled with `values`."""
    with (GAMES / slug / "aid.tsv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(rows) == 12
    missing = {}
    for row in rows:
        for lang, (question, answer) in COLUMNS.items():
            phrases = [phrase.format_map(values) for phrase in row[answer].split(" | ")]
            if absent := [phrase for phrase in phrases if phrase not in card(slug, lang)]:
                missing[row[question]] = absent
    return missing
