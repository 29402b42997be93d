"""Translations for the command line, read from the .po file, so that nothing has to be compiled."""

import ast
from functools import cache
from pathlib import Path

from scorers.model import Translate

LANGUAGES = ("en", "zh-Hant")
CATALOGUES = Path(__file__).parents[1] / "translations"


@cache
def load_translator(language: str) -> Translate:
    """Return the translator of a language. Raises FileNotFoundError if its catalogue is missing, rather than falling back to English."""
    if language == "en":
        return str
    texts = _texts(CATALOGUES / language.replace("-", "_") / "LC_MESSAGES" / "messages.po")
    return lambda text: texts.get((getattr(text, "context", ""), text)) or text


@cache
def _texts(path: Path) -> dict[tuple[str, str], str]:
    """Return (context, msgid) -> msgstr (the first plural form). A keyword starts an entry, and quoted lines continue it."""
    texts: dict[tuple[str, str], str] = {}
    entry = {"msgctxt": "", "msgid": "", "msgid_plural": "", "msgstr": "", "msgstr[0]": ""}
    into = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, literal = line.partition(" ")
        if word in entry:
            into = word
            entry[into] = ast.literal_eval(literal)
        elif line.startswith('"'):
            entry[into] += ast.literal_eval(line)
        elif not line:
            entry["msgctxt"] = into = ""
        if into.startswith("msgstr"):
            texts[entry["msgctxt"], entry["msgid"]] = entry[into]
    return texts
