"""Translations read from .po files: the games' own for every part of Tally, all of them for the command line."""

import re
from functools import cache
from pathlib import Path

import scorers
from scorers.texts import Translate

LANGUAGES = ("en", "zh-Hant")
SOURCE_LANGUAGE = "en"
CATALOGUES = Path(__file__).parents[1] / "translations"
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}

Texts = dict[str, tuple[str, ...]]
"""The translation of each text, with all its plural forms."""


def load_translator(language: str) -> Translate:
    """Return the translator of a language. Raises FileNotFoundError if Tally's own catalogue is missing."""
    return _load_translator(language, tuple(scorers.__path__))


@cache
def _load_translator(language: str, paths: tuple[str, ...]) -> Translate:
    if language == SOURCE_LANGUAGE:
        return str
    own = read_catalogue(CATALOGUES / language.replace("-", "_") / "LC_MESSAGES" / "messages.po")
    games = _load_games(language, paths)

    def translate(text: str) -> str:
        game = getattr(text, "game", "")
        forms = (games.get(game, {}) if game else own).get(str.__str__(text))
        return forms[0] if forms and forms[0] else text

    return translate


def load_games(language: str) -> dict[str, Texts]:
    """Return the texts of each game that has a catalogue in this language, such as `scorers/qin/zh-Hant.po`."""
    return _load_games(language, tuple(scorers.__path__))


@cache
def _load_games(language: str, paths: tuple[str, ...]) -> dict[str, Texts]:
    files = [file for path in paths for file in Path(path).glob(f"*/{language}.po")]
    return {file.parent.name: read_catalogue(file) for file in files}


def read_catalogue(path: Path) -> Texts:
    """Return the texts of a .po file. A keyword starts a part of an entry, and quoted lines continue it."""
    texts: Texts = {}
    entry: list[tuple[str, str]] = []
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        keyword, _, literal = line.partition(" ")
        if line.startswith('"') and entry:
            entry[-1] = (entry[-1][0], entry[-1][1] + _unquote(line))
        elif keyword.startswith(("msgid", "msgstr")):
            entry.append((keyword, _unquote(literal)))
        elif not line and entry:
            text = dict(entry)["msgid"]
            texts[text] = tuple(form for keyword, form in entry if keyword.startswith("msgstr"))
            entry = []
    texts.pop("", None)
    return texts


def _unquote(literal: str) -> str:
    body = literal[1:-1]
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), body) if "\\" in body else body
