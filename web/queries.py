"""How queries and texts meet: both folded alike, cut into the same words, and what is met marked.

Folding goes letter by letter: no accents, no case, full-width as half-width, Traditional Chinese as Simplified. A Han character is a word
of its own, so that one is enough to ask for; several that stand together must stand together in the text. Latin words are met by their
beginning or with another English ending, numbers whole.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape
from opencc import OpenCC

_HAN = "々〇\u3400-\u9fff\U00020000-\U0003ffff"
_LETTER = rf"[^\W_{_HAN}]"
_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s", "y", "e")
_STEM, _STOP = "°", "¶"
"""What begins a stem in the index, and what stands there for all that is no word, so that nothing is met across it."""
_simplified = OpenCC("t2s").convert


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence or a name, and the same folded; places in the one are places in the other."""

    text: str
    folded: str


class Query:
    """The words that are asked for, each once."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(dict.fromkeys(words), key=_is_han)
        latin = "|".join(f"({_pattern(word)})" for word in self.words if not _is_han(word))
        han = [f"({' *'.join(word)})" for word in self.words if _is_han(word)]
        self._pattern = re.compile("|".join([rf"(?<!{_LETTER})(?:{latin})(?!{_LETTER})"] * bool(latin) + han))

    @classmethod
    def read(cls, typed: str) -> "Query":
        """The words of what was typed. A possessive is its owner."""
        folded = fold(unicodedata.normalize("NFKC", typed))
        return cls(re.findall(rf"[{_HAN}]+|{_LETTER}+", re.sub(r"['’]s\b", "", folded)))

    def apart(self) -> "Query":
        """The same where Chinese characters need not stand together, as in a question typed in one breath."""
        return Query(part for word in self.words for part in (word if _is_han(word) else [word]))

    def match(self, columns: str) -> str:
        """For FTS5: every word stands in one of the columns."""
        return f"{{{columns}}} : ({' AND '.join(map(_asked, self.words))})"

    def spans(self, said: Said) -> Iterator[tuple[int, int, str]]:
        """Where the words stand: start, end, and which word it is."""
        for met in self._pattern.finditer(said.folded):
            yield met.start(), met.end(), self.words[(met.lastindex or 1) - 1]

    def met(self, said: Said) -> int:
        """How many of the words are met."""
        return len({word for _, _, word in self.spans(said)})

    def share(self, names: Said) -> float:
        """How much of a name was typed, of several, one a line, the one that was typed most of: 1 is all of it."""
        letters: dict[int, int] = {}
        for start, end, word in self.spans(names):
            line = names.folded.rfind("\n", 0, start) + 1
            letters[line] = letters.get(line, 0) + min(end - start, len(word))
        return max((typed / sum(map(str.isalnum, names.folded[line:].split("\n", 1)[0])) for line, typed in letters.items()), default=0)

    def mark(self, said: Said) -> Markup:
        """The text with the words marked; neighbours are one mark."""
        marks: list[tuple[int, int]] = []
        for start, end, _ in self.spans(said):
            first = marks.pop()[0] if marks and said.text[marks[-1][1] : start] in ("", " ") else start
            marks.append((first, end))
        told, at = "", 0
        for start, end in marks:
            told += f"{escape(said.text[at:start])}<mark>{escape(said.text[start:end])}</mark>"
            at = end
        return Markup(f"{told}{escape(said.text[at:])}")  # noqa: S704  every piece of the text is escaped


def say(text: str) -> Said:
    """A text with its folded form."""
    composed = unicodedata.normalize("NFC", text)
    return Said(composed, fold(composed))


def sentences(text: str) -> list[Said]:
    """A plain text, sentence by sentence; a row of a table is one."""
    return [say(part) for part in re.split(r"\n|(?<=[。！？])|(?<=[.!?]) ", text) if part]


def fold(text: str) -> str:
    """A text as it is compared."""
    return "".join(map(_letter, text))


def indexed(column: Iterable[Said]) -> str:
    """Texts as the index reads them: its words parted by blanks, English ones with their stem."""
    parts = re.findall(rf"[{_HAN}]|{_LETTER}+|\S", f" {_STOP} ".join(said.folded for said in column))
    return " ".join(part if _is_han(part) else f"{part} {_STEM}{_stem(part)}" if part.isalnum() else _STOP for part in parts)


@lru_cache(maxsize=16384)
def _letter(letter: str) -> str:
    plain = "".join(part for part in unicodedata.normalize("NFKD", letter).casefold() if not unicodedata.combining(part))
    plain = plain if len(plain) == 1 else letter
    return _simplified(plain) if _is_han(plain) else plain


def _is_han(word: str) -> bool:
    return re.match(f"[{_HAN}]", word) is not None


def _stem(word: str) -> str:
    """An English word without its ending, as long as three letters remain."""
    return next((word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2), word)


def _asked(word: str) -> str:
    """A word as FTS5 is asked for it."""
    if _is_han(word):
        return f'"{" ".join(word)}"'
    if word.isdecimal():
        return f'"{word}"'
    stem = _stem(word)
    return f'"{word}"*' if stem == word else f'("{word}"* OR "{_STEM}{stem}")'


def _pattern(word: str) -> str:
    """A word that is not Chinese as a regular expression for a whole word of a folded text."""
    return word if word.isdecimal() else f"{word}{_LETTER}*|{_stem(word)}(?:{'|'.join(_ENDINGS)})?"
