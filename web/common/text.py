"""Folding of text for comparison, and its words.

Folding removes accents, case, full-width forms, traditional Chinese, and the differences between characters that are
often confused.
"""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

_ALIKE = ("板版", "州洲", "励厉", "护获", "庄荘", "座坐", "分份", "湖糊", "城诚", "占佔")
"""Simplified characters that are often confused; each group is compared as its first character."""
_, *_CHARACTERS = Path(__file__).with_name("simplified.txt").read_text(encoding="utf-8").splitlines()
_SIMPLIFIED = str.maketrans(*_CHARACTERS)
"""Code point of a traditional character -> the simplified character, where they differ."""
_FIRST_ALIKE = {ord(letter): group[0] for group in _ALIKE for letter in group[1:]}
_HAN = "×々〇\u3400-\u9fff\U00020000-\U0003ffff"
_ONE, _PAIR, _LATIN = re.compile(f"[{_HAN}]"), re.compile(f"(?=([{_HAN}]{{2}}))"), re.compile(rf"[^\W_{_HAN}]+")


class _Folded(dict[int, str]):
    """Code point -> its folded letter, filled as letters occur."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        parts = (part for part in unicodedata.normalize("NFKD", letter).casefold() if not unicodedata.combining(part))
        plain = "".join(parts)
        self[code] = (plain if len(plain) == 1 else letter).translate(_SIMPLIFIED).translate(_FIRST_ALIKE)
        return self[code]


_FOLDED = _Folded()


def fold(text: str) -> str:
    """Fold a text; its length does not change.

    >>> fold("Lübeck 獎勵")
    'lubeck 奖励'
    """
    return text.translate(_FOLDED)


def is_han(letter: str) -> bool:
    """Return whether a letter is a Chinese character; × counts as one."""
    return letter >= "\u3400" or letter in "×々〇"


def words(text: str) -> list[str]:
    """Return the words of a text: Latin words and numbers, and Chinese characters alone and in pairs.

    >>> words("Covering 兩座湖")
    ['covering', '两', '座', '湖', '两座', '座湖']
    """
    folded = fold(text)
    return _LATIN.findall(folded) + _ONE.findall(folded) + _PAIR.findall(folded)


def locate_words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the words of a text with their positions."""
    for pattern in (_LATIN, _ONE, _PAIR):
        for match in pattern.finditer(fold(text)):
            word = match[match.lastindex or 0]
            yield word, match.start(), match.start() + len(word)
