"""Matching of a query's words in the names, chapters and texts of sections."""

from collections.abc import Sequence

from web.search.query import Alternative, Word
from web.search.text import Field


class Matcher:
    """Matches the words of a query against many fields, so alternatives of one term are looked up by that term."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self._by_term: dict[str, list[tuple[Word, float]]] = {}
        self._phrases: list[tuple[Word, Alternative]] = []
        for word in words:
            for alternative in word.alternatives:
                if len(alternative.slots) > 1:
                    self._phrases.append((word, alternative))
                    continue
                for term in alternative.slots[0]:
                    self._by_term.setdefault(term, []).append((word, alternative.quality))
        self.all = frozenset(self._by_term).union(*(slot for _, phrase in self._phrases for slot in phrase.slots))

    def qualities(self, field: Field) -> dict[Word, float]:
        """Return the words that match a field, each with the quality of its best match."""
        qualities: dict[Word, float] = {}
        found = self.all & field.words
        for term in found:
            for word, quality in self._by_term.get(term, ()):
                if quality > qualities.get(word, 0):
                    qualities[word] = quality
        for word, phrase in self._phrases:
            if found and phrase.quality > qualities.get(word, 0) and not any(map(found.isdisjoint, phrase.slots)):
                qualities[word] = phrase.quality
        return qualities
