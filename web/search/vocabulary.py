"""The vocabulary of all pages: word frequencies, names, stems, synonyms and spelling corrections."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile

from web.search.index import Entry
from web.search.text import HAN, is_han
from web.search.words import HINTS, STOP_WORDS, SYNONYMS

MAX_NAME_CHARACTERS = 8
"""Upper limit of a Chinese name recognised in a query."""
MIN_TYPO_LETTERS, MAX_TYPO_LETTERS = 4, 16
"""Length in letters of words that are checked for typing errors."""
MIN_MISTAKEN_CHARACTERS = 3
"""Length of the shortest Chinese name in which one wrong character is corrected."""
_WILDCARD = "?"
_JOINT = re.compile(rf"[^{HAN}]+|[的与和或跟]")
_UMLAUT = re.compile(r"([aou])e(?=[a-z]{2})")
_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s", "y", "e")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


class Vocabulary:
    """The words of all sections. Built once and never changed."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._section_counts: Counter[str] = Counter()
        self._word_counts: dict[str, Counter[str]] = {}
        self.name_words: dict[str, set[str]] = {"": set()}
        """The words of names, by game and under "" of all games."""
        names: set[str] = set()
        for entry in entries:
            language = entry.rules.language
            self._section_counts[language] += 1
            self._word_counts.setdefault(language, Counter()).update(entry.all_names.words | entry.text.words)
            self.name_words.setdefault(entry.rules.slug, set()).update(entry.all_names.words)
            self.name_words[""] |= entry.all_names.words
            names.update(
                part
                for name in (entry.heading, *entry.other_names)
                for part in _JOINT.split(name.folded)
                if len(part) > 1
            )
        self.all = frozenset().union(*self._word_counts.values())
        self._latin = sorted(word for word in self.all if not is_han(word[0]))
        self._stems: dict[str, set[str]] = {}
        for word in self._latin:
            self._stems.setdefault(stem(word), set()).add(word)
        self._synonyms: dict[str, set[str]] = {}
        for group in map(str.split, SYNONYMS):
            for word in group:
                self._synonyms.setdefault(word, set()).update(group)
        self._names_by_pattern = {pattern: name for name in sorted(names) for pattern in _patterns(name)}
        known = (word for word in (*self._synonyms, *STOP_WORDS, *HINTS) if is_han(word[0]))
        self.chinese_words = frozenset(word for word in (*names, *known) if len(word) <= MAX_NAME_CHARACTERS)
        """Chinese names, and other Chinese text that is one word in a query."""

    def find_mistaken(self, phrase: str) -> str:
        """Return the Chinese name that differs in one character, if pages never have that character next to its neighbours."""
        for at, pattern in enumerate(_patterns(phrase)):
            if pattern in self._names_by_pattern and self.all.isdisjoint(
                (phrase[max(at - 1, 0) : at + 1] * (at > 0), phrase[at : at + 2])
            ):
                return self._names_by_pattern[pattern]
        return ""

    def share(self, slots: Iterable[frozenset[str]], language: str) -> float:
        """Estimate the share of a language's sections that have a word of every slot."""
        counts = self._word_counts[language]
        sections = min((sum(counts[word] for word in slot) for slot in slots), default=0)
        return (1 + sections) / (1 + self._section_counts[language])

    def inflections(self, word: str) -> set[str]:
        """Return the words that differ only in their ending or the spelling of an umlaut; numbers match only themselves."""
        if word.isdecimal():
            return {word} & self.all
        return self._stems.get(stem(word), set()) | self._stems.get(stem(_UMLAUT.sub(r"\1", word)), set())

    def synonyms(self, words: Iterable[str]) -> set[str]:
        """Return the synonyms of words; Latin ones with all their endings."""
        groups = set().union(*(self._synonyms.get(word, ()) for word in words))
        return {other for word in groups for other in ({word} if is_han(word[0]) else self.inflections(word))}

    def completions(self, prefix: str) -> Iterator[str]:
        """Return the words with a prefix."""
        return takewhile(
            lambda word: word.startswith(prefix), islice(self._latin, bisect_left(self._latin, prefix), None)
        )

    def corrections(self, word: str) -> set[str]:
        """Return the words that differ by one changed, added, missing or swapped letter, or else their synonyms."""
        if not (MIN_TYPO_LETTERS <= len(word) <= MAX_TYPO_LETTERS and word.isalpha()):
            return set()
        cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
        shorter = {left + right[1:] for left, right in cuts if right}
        swaps = {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
        other = {left + letter + right[removed:] for left, right in cuts for letter in _ALPHABET for removed in (0, 1)}
        candidates = {candidate for candidate in shorter | swaps | other if len(candidate) >= MIN_TYPO_LETTERS}
        return candidates & self.all or self.synonyms(candidates & self._synonyms.keys())


def _patterns(name: str) -> list[str]:
    """Return a Chinese name with a wildcard for each of its characters in turn; none if it is too short or too long."""
    fits = MIN_MISTAKEN_CHARACTERS <= len(name) <= MAX_NAME_CHARACTERS
    return [f"{name[:at]}{_WILDCARD}{name[at + 1 :]}" for at in range(len(name))] if fits else []


def stem(word: str) -> str:
    """Strip an English word's ending, as long as three letters remain, and a doubled letter before it."""
    rest = next(
        (word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2),
        word,
    )
    return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] else rest
