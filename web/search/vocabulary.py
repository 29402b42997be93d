"""The vocabulary of all pages: word frequencies, names, stems, synonyms and spelling corrections."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile

from web.search.text import HAN, all_han, is_han
from web.search.words import HINTS, STOP_WORDS, SYNONYMS

MAX_NAME_CHARACTERS = 8
"""Upper limit of a Chinese name recognised in a query."""
MIN_TYPO_LETTERS, MAX_TYPO_LETTERS = 4, 16
"""Length in letters of words that are checked for typing errors."""
MIN_MISTAKEN_CHARACTERS = 3
"""Length of the shortest Chinese name in which one wrong character is corrected."""
_ANY = "?"
_JOINT = re.compile(rf"[^{HAN}]+|[的与和或跟]")
_UMLAUT = re.compile(r"([aou])e(?=[a-z]{2})")
_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s", "y", "e")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


class Vocabulary:
    """The words of all sections; built once and never changed.

    `sections` are the words of each section by language, `names` the folded names by game.
    """

    def __init__(self, sections: Mapping[str, Iterable[frozenset[str]]], names: Mapping[str, Iterable[tuple[str, frozenset[str]]]]) -> None:
        self._counts: dict[str, Counter[str]] = {language: Counter() for language in sections}
        self._sections = dict.fromkeys(sections, 0)
        for language, several in sections.items():
            for one in several:
                self._counts[language].update(one)
                self._sections[language] += 1
        self.all = frozenset().union(*self._counts.values())
        self._latin = sorted(word for word in self.all if not is_han(word[0]))
        self._stems: dict[str, set[str]] = {}
        for word in self._latin:
            self._stems.setdefault(stem(word), set()).add(word)
        self._same: dict[str, set[str]] = {}
        for group in map(str.split, SYNONYMS):
            for word in group:
                self._same.setdefault(word, set()).update(group)
        self.name_words = {game: frozenset().union(*(one for _, one in several)) for game, several in names.items()}
        self.name_words[""] = frozenset().union(*self.name_words.values())
        all_names = [name for several in names.values() for name, _ in several]
        whole_words = {part for name in all_names for part in (name, *_JOINT.split(name)) if len(part) > 1}
        self._mistaken = {pattern: name for name in sorted(whole_words) if all_han(name) for pattern in _patterns(name)}
        whole_words.update(self._same, STOP_WORDS, HINTS)
        self.whole_words = frozenset(name for name in whole_words if len(name) <= MAX_NAME_CHARACTERS and all_han(name))
        """Chinese names, and other Chinese text that is one word in a query."""

    def find_mistaken(self, phrase: str) -> str:
        """Return the Chinese name that differs in one character, if pages never have that character next to its neighbours."""
        for at, pattern in enumerate(_patterns(phrase)):
            if pattern in self._mistaken and self.all.isdisjoint((phrase[max(at - 1, 0) : at + 1] * (at > 0), phrase[at : at + 2])):
                return self._mistaken[pattern]
        return ""

    def share(self, slots: Iterable[frozenset[str]], language: str) -> float:
        """Estimate the share of a language's sections that have a word of every slot."""
        counts = self._counts[language]
        rows = min((sum(counts[word] for word in slot) for slot in slots), default=0)
        return (1 + rows) / (1 + self._sections[language])

    def near(self, word: str) -> set[str]:
        """Return the words that differ only in their ending or the spelling of an umlaut; numbers match only themselves."""
        if word.isdecimal():
            return {word} & self.all
        return self._stems.get(stem(word), set()) | self._stems.get(stem(_UMLAUT.sub(r"\1", word)), set())

    def same(self, words: Iterable[str]) -> set[str]:
        """Return the synonyms of words; Latin ones with all their endings."""
        groups = set().union(*(self._same.get(word, ()) for word in words))
        return {other for word in groups for other in ({word} if is_han(word[0]) else self.near(word))}

    def beginning(self, word: str) -> Iterator[str]:
        """Return the words with this prefix."""
        start = bisect_left(self._latin, word)
        return takewhile(lambda other: other.startswith(word), (self._latin[at] for at in range(start, len(self._latin))))

    def find_corrections(self, word: str) -> set[str]:
        """Return the words that differ by one changed, added, missing or swapped letter, or else their synonyms."""
        if not (MIN_TYPO_LETTERS <= len(word) <= MAX_TYPO_LETTERS and word.isalpha()):
            return set()
        cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
        shorter = {left + right[1:] for left, right in cuts if right}
        swaps = {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
        other = {left + letter + right[more:] for left, right in cuts for letter in _ALPHABET for more in (0, 1)}
        candidates = {candidate for candidate in shorter | swaps | other if len(candidate) >= MIN_TYPO_LETTERS}
        return candidates & self.all or self.same(candidates & self._same.keys())


def _patterns(name: str) -> list[str]:
    """Return a Chinese name with a wildcard for each of its characters in turn; none if it is too short or too long."""
    fits = MIN_MISTAKEN_CHARACTERS <= len(name) <= MAX_NAME_CHARACTERS
    return [f"{name[:at]}{_ANY}{name[at + 1 :]}" for at in range(len(name))] if fits else []


def stem(word: str) -> str:
    """Strip an English word's ending, as long as three letters remain, and a doubled letter before it."""
    rest = next((word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2), word)
    return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] else rest
