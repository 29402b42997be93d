"""How queries and texts meet: both folded alike, cut into the same words, and what is met marked.

Folding goes letter by letter: no accents, no case, full-width as half-width, Traditional Chinese as Simplified. A Han character is a word
of its own, and so is ×; one is enough to ask for, several that stand together must stand together in the text. Latin words are met by
their beginning or with another English ending, numbers whole. What the pages spell or call otherwise is asked for as they do.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape
from opencc import OpenCC

_HAN = "×々〇\u3400-\u9fff\U00020000-\U0003ffff"
_LETTER = rf"[^\W_{_HAN}]"
_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s", "y", "e")
_STEM, _STOP = "°", "¶"
"""What begins a stem in the index, and what stands there for all that is no word, so that nothing is met across it."""
_simplified = OpenCC("t2s").convert
_Names = tuple[str, ...]

_MEANT = (
    (r"(?<=\d) ?x ?(?=\d)", "×"),
    (r"\b(col|fav|neighb)or", r"\1our"),
    (r"\bgray", "grey"),
    (r"\bsetup", "set up"),
    (r"\btie[- ]?break\w*", "tie"),
    (r"\b2[- ]?p(?:layers?|eople)?\b", "two player"),
    (r"(?<=\b[3-9])[- ]?p\b", " player"),
    (r"\bwho (?:starts?|begins?|(?:goes|is) first)\b|\bfirst player", "starting player"),
    ("算分", "计分"),
    ("[平和]局", "平手"),
    (r"(?<![\d十])[2二双两]个?人", "两人"),
    ("先手|谁先(?:开始)?|谁开始", "起始玩家"),
)
"""What is typed, folded, and what the pages say instead."""
_ALSO = ((r"([aou])e(?=[a-z]{2})", r"\1"), ("得分", "计分"), ("同分", "平手"), ("皇帝", "帝皇"), ("赢", "胜"))
"""Words of which pages say the one or the other."""
_ASKING = (
    r"\b(?:how|what|when|where|why|which|many|much|happens|do|does|did|is|are|can|could|may|should|i|we|you|my|if|the|of|to|in|on|at|for)\b"
    r"|\ban?\b(?= *\w)|[怎什]么(?:办|样|时候)?|为何|如何|何时|多少|[吗呢几]"
)
"""What makes a question of a few words, and is asked for only where nothing else is."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence or a name, and the same folded; places in the one are places in the other."""

    text: str
    folded: str


class Query:
    """The words that are asked for, each once, with its other names: one of them is enough."""

    def __init__(self, words: Iterable[_Names]) -> None:
        self.words = sorted(dict.fromkeys(words), key=_is_han)
        latin = "|".join(f"({'|'.join(map(_pattern, word))})" for word in self.words if not _is_han(word))
        han = [f"({'|'.join(map(' *'.join, word))})" for word in self.words if _is_han(word)]
        self._pattern = re.compile("|".join([rf"(?<!{_LETTER})(?:{latin})(?!{_LETTER})"] * bool(latin) + han))

    @classmethod
    def read(cls, typed: str) -> "Query":
        """The words of what was typed. A possessive is its owner."""
        folded = re.sub(r"['’]s\b", "", fold(unicodedata.normalize("NFKC", typed)))
        for meant, said in _MEANT:
            folded = re.sub(meant, said, folded)
        words = _words(re.sub(_ASKING, " ", folded)) or _words(folded)
        return cls(tuple(dict.fromkeys([word, *(re.sub(one, other, word) for one, other in _ALSO)])) for word in words)

    def apart(self) -> "Query":
        """The same where Chinese characters need not stand together, as in a question typed in one breath."""
        return Query(part for word in self.words for part in (map(tuple, word[0]) if _is_han(word) else [word]))

    def match(self, columns: str) -> str:
        """For FTS5: every word stands in one of the columns."""
        return f"{{{columns}}} : ({' AND '.join(map(_asked, self.words))})"

    def spans(self, said: Said) -> Iterator[tuple[int, int, _Names]]:
        """Where the words stand: start, end, and which word it is."""
        for met in self._pattern.finditer(said.folded):
            yield met.start(), met.end(), self.words[(met.lastindex or 1) - 1]

    def met(self, said: Said) -> int:
        """How many of the words are met."""
        return len({word for _, _, word in self.spans(said)})

    def nearest(self, names: Said) -> tuple[int, float]:
        """Of several names, one a line, the one that is met best: how many of the words stand in it, and how much of it they are."""
        met: dict[int, set[_Names]] = {}
        letters: dict[int, int] = {}
        for start, end, word in self.spans(names):
            line = names.folded.rfind("\n", 0, start) + 1
            met.setdefault(line, set()).add(word)
            letters[line] = letters.get(line, 0) + min(end - start, max(map(len, word)))
        shares = ((len(met[line]), typed / max(1, _length(names.folded[line:]))) for line, typed in letters.items())
        return max(shares, default=(0, 0))

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


def _length(lines: str) -> int:
    """The letters and digits of the first of some lines."""
    return sum(map(str.isalnum, lines.split("\n", 1)[0]))


def _words(folded: str) -> list[str]:
    return re.findall(rf"[{_HAN}]+|{_LETTER}+", folded)


def _is_han(word: str | _Names) -> bool:
    return re.match(f"[{_HAN}]", word[0]) is not None


def _stem(word: str) -> str:
    """An English word without its ending, as long as three letters remain."""
    return next((word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2), word)


def _asked(word: _Names) -> str:
    """A word as FTS5 is asked for it."""
    return f"({' OR '.join(map(_named, word))})"


def _named(word: str) -> str:
    if _is_han(word):
        return f'"{" ".join(word)}"'
    if word.isdecimal():
        return f'"{word}"'
    stem = _stem(word)
    return f'"{word}"*' if stem == word else f'("{word}"* OR "{_STEM}{stem}")'


def _pattern(word: str) -> str:
    """A word that is not Chinese as a regular expression for a whole word of a folded text."""
    return word if word.isdecimal() else f"{word}{_LETTER}*|{_stem(word)}(?:{'|'.join(_ENDINGS)})?"
