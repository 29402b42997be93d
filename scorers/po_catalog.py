"""Translated texts for the command line: a gettext catalogue read as it is written (.po), so that nothing need be compiled."""

import ast
from functools import cache
from pathlib import Path

from scorers.model import Translate

LANGUAGES = ("en", "zh-Hant")
CATALOGUES = Path(__file__).parents[1] / "translations"


@cache
def load_translator(language: str) -> Translate:
    """The translator of a language. Raises FileNotFoundError where its catalogue is missing: no language is passed off as another."""
    if language == "en":
        return str
    texts = _texts(CATALOGUES / language.replace("-", "_") / "LC_MESSAGES" / "messages.po")
    return lambda text: texts.get(text) or text


@cache
def _texts(path: Path) -> dict[str, str]:
    """msgid -> msgstr, of texts with plurals the first. Read line by line: a keyword opens an entry, quoted lines continue it."""
    texts: dict[str, str] = {}
    entry = {"msgid": "", "msgid_plural": "", "msgstr": "", "msgstr[0]": ""}
    into = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, literal = line.partition(" ")
        if word in entry:
            into = word
            entry[into] = ast.literal_eval(literal)
        elif line.startswith('"'):
            entry[into] += ast.literal_eval(line)
        if into.startswith("msgstr"):
            texts[entry["msgid"]] = entry[into]
    return texts
