"""Folding and tokenizing of text for the search.

Folding removes accents, case, full-width forms, Traditional Chinese and the differences between characters that are often confused; ×
counts as a Chinese character. The words of a text are its Latin words and numbers, its Chinese characters, and all pairs of adjacent
Chinese characters.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from web.search.words import STOP_WORDS

HAN = "×々〇\u3400-\u9fff\U00020000-\U0003ffff"
"""Chinese characters, for a character class."""
LATIN = re.compile(rf"[^\W_{HAN}]+")
RUN = re.compile(rf"(?P<han>[{HAN}]+)|{LATIN.pattern}")
"""A run of Chinese characters, or a Latin word."""
_SENTENCE = re.compile(r"\n|(?<=[。！？])|(?<=[.!?]) ")
_ALIKE = ("板版", "州洲", "励厉", "护获", "庄荘", "座坐", "分份", "湖糊", "城诚", "秦泰", "占佔")
"""Simplified characters that are often confused; each group is compared as its first character."""
_, *_CHARACTERS = Path(__file__).with_name("simplified.txt").read_text(encoding="utf-8").splitlines()
_SIMPLIFIED = str.maketrans(*_CHARACTERS)
"""Code point of a traditional character -> the simplified character, where they differ."""
_FIRST_ALIKE = {ord(letter): group[0] for group in _ALIKE for letter in group[1:]}


@dataclass(frozen=True, slots=True)
class Text:
    """A text as shown and as folded; positions in both are the same."""

    display: str
    folded: str

    @classmethod
    def of(cls, text: str) -> "Text":
        """Fold a text."""
        nfc = unicodedata.normalize("NFC", text)
        return cls(nfc, fold(nfc))

    def split(self, separator: str) -> list["Text"]:
        """Split a text at a separator."""
        return list(map(Text, self.display.split(separator), self.folded.split(separator)))


@dataclass(frozen=True, slots=True)
class Field:
    """The words of one or more texts."""

    words: frozenset[str]
    size: int
    """Total size of the words: two for a Latin word, one for a Chinese character, none for a stop word."""

    def __reduce__(self) -> tuple[Callable[[str, int], "Field"], tuple[str, int]]:
        """Pickle the words as one sorted text, a third of the size in the browser's bundle."""
        return _read_field, (" ".join(sorted(self.words)), self.size)

    @classmethod
    def of(cls, *texts: Text) -> "Field":
        """Combine texts into one field; no word spans two of them."""
        folded = "\n".join(text.folded for text in texts)
        latin = sum(word not in STOP_WORDS for word in LATIN.findall(folded))
        han = sum(is_han(letter) and letter not in STOP_WORDS for letter in folded)
        return cls(frozenset(words(folded)), 2 * latin + han or 1)


def _read_field(words: str, size: int) -> Field:
    return Field(frozenset(words.split()), size)


def sentences(text: str) -> list[Text]:
    """Split plain text into sentences; a table row is one, and so is a question with its answer.

    >>> [sentence.display for sentence in sentences("May I pass? No. Place a tile.")]
    ['May I pass? No.', 'Place a tile.']
    """
    parts: list[str] = []
    for part in filter(None, _SENTENCE.split(text)):
        if parts and parts[-1].endswith(("?", "？")):
            parts[-1] += part if parts[-1].endswith("？") else f" {part}"
        else:
            parts.append(part)
    return list(map(Text.of, parts))


def fold(text: str) -> str:
    """Fold a text; its length does not change."""
    return "".join(letter.lower() if letter.isascii() else _fold_letter(letter) for letter in text)


def words(folded: str) -> Iterator[str]:
    """Yield the words of a folded text."""
    for run in RUN.finditer(folded):
        if run["han"]:
            yield from run["han"]
            yield from map("".join, pairwise(run["han"]))
        else:
            yield run[0]


def pairs(phrase: str) -> list[str]:
    """Return the pairs of a Chinese phrase's characters, or its only character."""
    return list(map("".join, pairwise(phrase))) or [phrase]


def is_han(letter: str) -> bool:
    """Return whether a letter is a Chinese character."""
    return "\u3400" <= letter <= "\u9fff" or letter in "×々〇" or "\U00020000" <= letter <= "\U0003ffff"


def _fold_letter(letter: str) -> str:
    plain = "".join(
        part for part in unicodedata.normalize("NFKD", letter).casefold() if not unicodedata.combining(part)
    )
    plain = plain if len(plain) == 1 else letter
    return plain.translate(_SIMPLIFIED).translate(_FIRST_ALIKE)
