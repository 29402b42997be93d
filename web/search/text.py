"""Texts as they are compared: folded letter by letter, and cut into the words that are looked for.

Folding leaves no accents, no case, no full-width letters, no Traditional Chinese and no characters that are mistaken for each other; ×
counts as a Chinese character. The words of a text are its Latin words and numbers, its Chinese characters, and every two of these that
stand together.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from web.search.words import SKIPPED

HAN = "×々〇\u3400-\u9fff\U00020000-\U0003ffff"
"""Chinese characters, for a character class."""
LATIN = re.compile(rf"[^\W_{HAN}]+")
RUN = re.compile(rf"(?P<han>[{HAN}]+)|{LATIN.pattern}")
"""Chinese characters that stand together, or a Latin word."""
_SENTENCE = re.compile(r"\n|(?<=[。！？])|(?<=[.!?]) ")
_ALIKE = ("板版", "州洲", "励厉", "护获", "庄荘", "座坐", "分份", "湖糊", "城诚", "秦泰", "占佔")
"""Simplified characters that are typed for each other, since they sound or look alike: all are compared as the first."""
_, *_CHARACTERS = Path(__file__).with_name("simplified.txt").read_text(encoding="utf-8").splitlines()
_SIMPLIFIED = str.maketrans(*_CHARACTERS)
"""The simplified Chinese characters by the code points of the traditional ones, where they differ."""
_FIRST_ALIKE = {ord(letter): group[0] for group in _ALIKE for letter in group[1:]}


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it is shown and as it is compared; places in the one are places in the other."""

    display: str
    folded: str

    @classmethod
    def of(cls, text: str) -> "Text":
        """A text with its folded form."""
        nfc = unicodedata.normalize("NFC", text)
        return cls(nfc, fold(nfc))

    def split(self, separator: str) -> list["Text"]:
        """The parts of a text."""
        return list(map(Text, self.display.split(separator), self.folded.split(separator)))


@dataclass(frozen=True, slots=True)
class Field:
    """The words of one text or of several."""

    words: frozenset[str]
    size: int
    """How much there is to be met: two for a Latin word, one for a Chinese character, nothing for what makes a question."""

    @classmethod
    def of(cls, *texts: Text) -> "Field":
        """Texts as one field; no word reaches from one into the next."""
        folded = "\n".join(text.folded for text in texts)
        latin = sum(word not in SKIPPED for word in LATIN.findall(folded))
        han = sum(is_han(letter) and letter not in SKIPPED for letter in folded)
        return cls(frozenset(words(folded)), 2 * latin + han or 1)

    @classmethod
    def union(cls, fields: Iterable["Field"]) -> "Field":
        """All words of several fields."""
        several = list(fields)
        return cls(frozenset().union(*(one.words for one in several)), sum(one.size for one in several))


def sentences(text: str) -> list[Text]:
    """A plain text, sentence by sentence; a row of a table is one."""
    return [Text.of(part) for part in _SENTENCE.split(text) if part]


def fold(text: str) -> str:
    """A text as it is compared, as long as it was."""
    return "".join(letter.lower() if letter.isascii() else _fold_letter(letter) for letter in text)


def words(folded: str) -> Iterator[str]:
    """The words of a folded text."""
    for run in RUN.finditer(folded):
        if run["han"]:
            yield from run["han"]
            yield from map("".join, pairwise(run["han"]))
        else:
            yield run[0]


def pairs(phrase: str) -> list[str]:
    """The words that a Chinese phrase is met by: every two of its characters, or its only one."""
    return list(map("".join, pairwise(phrase))) or [phrase]


def is_han(letter: str) -> bool:
    """Whether a letter is a Chinese character."""
    return "\u3400" <= letter <= "\u9fff" or letter in "×々〇" or "\U00020000" <= letter <= "\U0003ffff"


def all_han(texts: Iterable[str]) -> bool:
    """Whether there is nothing but Chinese characters."""
    return all(is_han(letter) for text in texts for letter in text)


def _fold_letter(letter: str) -> str:
    plain = "".join(part for part in unicodedata.normalize("NFKD", letter).casefold() if not unicodedata.combining(part))
    plain = plain if len(plain) == 1 else letter
    return plain.translate(_SIMPLIFIED).translate(_FIRST_ALIKE)
