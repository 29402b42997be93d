"""Query parsing: the words of a query, each with the alternatives that match it.

Chinese is segmented at the names that pages use; other Chinese text is matched by character pairs. A Latin word also matches with another
ending, as a prefix or by a synonym, and a word that no page has matches words that differ in one letter. The query length is bounded, and
no regular expression is built from it.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from markupsafe import Markup, escape

from web.search.text import LATIN, RUN, Field, Text, fold, is_han, pairs
from web.search.vocabulary import MAX_NAME_CHARACTERS, Vocabulary
from web.search.words import ANSWERS, HINTS, NUMBER_WORDS, REWRITES, STOP_WORDS

MAX_QUERY_CHARACTERS = 100
"""Upper limit of a query's length, applied before and after Unicode normalization."""
MAX_QUERY_WORDS = 24
"""Upper limit of searched words; further ones are ignored."""
EXACT, OTHER_ENDING, SAME_WORD, MISTYPED, BEGINNING = 1, 0.95, 0.9, 0.8, 0.7
"""Quality of a match, by kind."""
_MIN_PREFIX_LETTERS = 3
_REWRITES = re.compile("|".join(f"(?P<i{number}>{pattern})" for number, (pattern, _) in enumerate(REWRITES)))
_ANSWERS = [(re.compile(question), re.compile(answer)) for question, answer in ANSWERS]
_Slots = tuple[frozenset[str], ...]
_Piece = tuple[int, int, str]
"""Start and end of a word in the query, and the word searched for."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to match a word: each slot must contain one of its words; `phrase` is a Chinese phrase."""

    quality: float
    slots: _Slots
    phrase: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word of a query: its position, its alternatives, best first, and whether a section must match it.

    A hint occurs in so many questions that hits do not report it as missing.
    """

    start: int
    end: int
    size: int
    ways: tuple[Alternative, ...]
    match: str = ""
    """An FTS5 expression for any of its alternatives."""
    needed: bool = True
    hint: bool = False
    correction: str = ""
    """The word on the pages that was probably meant."""
    nameless: bool = False  # in no name, so only texts can match it

    @property
    def place(self) -> tuple[int, int]:
        """Its position in the query."""
        return self.start, self.end

    def is_named(self, names: Container[str]) -> bool:
        """Return whether it occurs in names; single Chinese characters and numbers are too common to count."""
        near = [way.slots for way in self.ways if way.quality > SAME_WORD and len(way.phrase) != 1]
        named = {word for slots in near for slot in slots for word in slot if word in names and not word.isdecimal()} - NUMBER_WORDS
        return any(all(not named.isdisjoint(slot) for slot in slots) for slots in near)


class Matcher:
    """Matches the words of a query against many fields."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self._alone: dict[str, list[tuple[Word, float]]] = {}
        self._together: list[tuple[Word, Alternative]] = []
        for word in words:
            for way in word.ways:
                if len(way.slots) > 1:
                    self._together.append((word, way))
                else:
                    for one in way.slots[0]:
                        self._alone.setdefault(one, []).append((word, way.quality))
        self.all = frozenset(self._alone).union(*(slot for _, way in self._together for slot in way.slots))

    def words_in(self, field: Field) -> dict[Word, float]:
        """Return the words that match a field, each with the quality of its match."""
        qualities: dict[Word, float] = {}
        if there := self.all & field.words:
            for one in there:
                for word, quality in self._alone.get(one, ()):
                    if quality > qualities.get(word, 0):
                        qualities[word] = quality
            for word, way in self._together:
                if way.quality > qualities.get(word, 0) and not any(map(there.isdisjoint, way.slots)):
                    qualities[word] = way.quality
        return qualities


@dataclass(frozen=True)
class Query:
    """A parsed query: the normalized text, its distinct words, and whether it was phrased as a question."""

    text: str
    words: tuple[Word, ...]
    question: bool = False

    @classmethod
    def read(cls, raw: str, vocabulary: Vocabulary) -> "Query":
        """Parse typed text. Stop words are ignored unless there is nothing else."""
        text = unicodedata.normalize("NFKC", raw[:MAX_QUERY_CHARACTERS])[:MAX_QUERY_CHARACTERS]
        pieces = list(_pieces(fold(text), vocabulary))
        searched = [piece for piece in pieces if piece[2] not in STOP_WORDS]
        first = {word: (start, end, word) for start, end, word in reversed(searched or pieces)}
        unique_pieces = sorted(first.values())
        words = [_word(piece, vocabulary, last=piece is unique_pieces[-1]) for piece in unique_pieces[:MAX_QUERY_WORDS]]
        if not any(word.needed for word in words):
            words = [replace(word, needed=True, hint=False) for word in words]
        words += [Word(start, end, 1, ()) for start, end, _ in unique_pieces[MAX_QUERY_WORDS:]]
        return cls(text, tuple(words), question=0 < len(searched) < len(pieces))

    def about(self, names: Container[str]) -> "Query":
        """Return the question with every word optional that is in none of these names; optional words only affect the ranking."""
        words = tuple(word if word.is_named(names) else replace(word, needed=False, nameless=not word.hint) for word in self.words)
        return replace(self, words=words) if self.question and any(word.needed for word in words) else self

    def apart(self, vocabulary: Vocabulary) -> "Query":
        """Return the query with its Chinese characters as separate words, as far as pages have them."""
        folded = fold(self.text)
        places = {folded[at]: at for word in self.words for at in range(word.start, word.end) if is_han(folded[at])}
        words = [_word((at, at + 1, letter), vocabulary) for letter, at in places.items() if letter in vocabulary.all]
        return Query(self.text, tuple(replace(word, needed=True, hint=False) for word in words[:MAX_QUERY_WORDS]))

    @cached_property
    def _latin(self) -> dict[str, int]:
        return {
            one: number
            for number, word in enumerate(self.words)
            for way in word.ways
            if not way.phrase
            for slot in way.slots
            for one in slot
        }

    @cached_property
    def _phrases(self) -> list[tuple[int, str]]:
        return [(number, way.phrase) for number, word in enumerate(self.words) for way in word.ways if way.phrase]

    def spans(self, text: Text) -> Iterator[tuple[int, int, int]]:
        """Yield start, end and number of each word in a text."""
        for match in LATIN.finditer(text.folded) if self._latin else ():
            if match[0] in self._latin:
                yield match.start(), match.end(), self._latin[match[0]]
        for number, phrase in self._phrases:
            at = text.folded.find(phrase)
            while at >= 0:
                yield at, at + len(phrase), number
                at = text.folded.find(phrase, at + len(phrase))

    def words_of(self, text: Text) -> set[int]:
        """Return the numbers of the words in a text."""
        numbers = {self._latin[one] for one in self._latin.keys() & set(LATIN.findall(text.folded))} if self._latin else set()
        return numbers | {number for number, phrase in self._phrases if phrase in text.folded}

    def is_whole(self, text: Text) -> bool:
        """Return whether the query contains all of a text."""
        typed = {at for start, end, _ in self.spans(text) for at in range(start, end)}
        return all(at in typed or not letter.isalnum() for at, letter in enumerate(text.folded))

    @cached_property
    def _answers(self) -> list[re.Pattern[str]]:
        folded = fold(self.text)
        return [answer for question, answer in _ANSWERS if question.search(folded)]

    def rate(self, text: Text, in_heading: Container[int]) -> int:
        """Rate how likely a sentence answers: by its words, less for those `in_heading`, and by the kind of question."""
        words = self.words_of(text)
        score = sum((1 if number in in_heading else 8) if self.words[number].needed else 3 for number in words)
        score += 4 * sum(bool(answer.search(text.folded)) for answer in self._answers)
        return score - 5 * text.folded.endswith((":", "："))  # it only announces a list

    def mark(self, text: Text) -> Markup:
        """Highlight the words in a text; adjacent words share one mark."""
        marks: list[tuple[int, int]] = []
        for start, end, _ in sorted(self.spans(text)):
            neighbour = marks and (start <= marks[-1][1] or text.display[marks[-1][1] : start] == " ")
            begin, until = marks.pop() if neighbour else (start, end)
            marks.append((begin, max(end, until)))
        html, at = "", 0
        for start, end in marks:
            html += f"{escape(text.display[at:start])}<mark>{escape(text.display[start:end])}</mark>"
            at = end
        return Markup(f"{html}{escape(text.display[at:])}")  # noqa: S704  every piece of the text is escaped

    def without(self, missing: Iterable[Word]) -> tuple[str, ...]:
        """Return the typed text of some words unless another word covers it; adjacent Chinese characters form one piece."""
        places = {word.place for word in missing if not word.hint}
        cover = {at for word in self.words if word.place not in places for at in range(*word.place)}
        bare = sorted({at for place in places for at in range(*place)} - cover)
        pieces: list[str] = []
        for before, at in pairwise([-2, *bare]):
            if at == before + 1 and is_han(self.text[at]) == is_han(self.text[before]):
                pieces[-1] += self.text[at]
            else:
                pieces.append(self.text[at])
        return tuple(pieces)


def _pieces(folded: str, vocabulary: Vocabulary) -> Iterator[_Piece]:
    """Split a folded query into words."""
    at = 0
    for match in _REWRITES.finditer(folded):
        yield from _cut(folded, at, match.start(), vocabulary)
        yield match.start(), match.end(), REWRITES[int((match.lastgroup or "i0")[1:])][1]
        at = match.end()
    yield from _cut(folded, at, len(folded), vocabulary)


def _cut(folded: str, start: int, end: int, vocabulary: Vocabulary) -> Iterator[_Piece]:
    """Segment Chinese text at the names that pages use, the longest first."""
    for run in RUN.finditer(folded, start, end):
        if not run["han"]:
            yield run.start(), run.end(), run[0]
            continue
        at = unknown = run.start()
        while at < run.end():
            longest = range(min(MAX_NAME_CHARACTERS, run.end() - at), 0, -1)
            name = next((folded[at : at + length] for length in longest if folded[at : at + length] in vocabulary.whole_words), "")
            name = name or next(filter(None, (vocabulary.find_mistaken(folded[at : at + length]) for length in longest)), "")
            if name:
                yield from _in_pairs(folded, unknown, at, vocabulary)
                yield at, at + len(name), name
                unknown = at + len(name)
            at += len(name) or 1
        yield from _in_pairs(folded, unknown, at, vocabulary)


def _in_pairs(folded: str, start: int, end: int, vocabulary: Vocabulary) -> Iterator[_Piece]:
    """Split other Chinese text into pairs; of a pair that no page has, only characters outside the neighbouring pairs are searched."""
    if end - start == 1:
        yield start, end, folded[start:end]
    there = {at for at in range(start, end - 1) if folded[at : at + 2] in vocabulary.all}
    for at in range(start, end - 1):
        first, last = at + (at - 1 in there), at + 2 - (at + 1 in there)
        if at in there:
            yield at, at + 2, folded[at : at + 2]
        elif first < last:
            yield first, last, folded[first:last]


def _word(piece: _Piece, vocabulary: Vocabulary, *, last: bool = False) -> Word:
    """Build a word with its alternatives."""
    start, end, text = piece
    hint = text in HINTS
    if is_han(text[0]):
        phrases = {text: EXACT} | dict.fromkeys(sorted(vocabulary.same([text]) - {text}), SAME_WORD)
        ways = [Alternative(quality, tuple(frozenset([one]) for one in pairs(phrase)), phrase) for phrase, quality in phrases.items()]
        return Word(start, end, len(text), tuple(ways), _any(_all(map(_quote, pairs(phrase))) for phrase in phrases), not hint, hint)
    latin = text.split()
    near = [vocabulary.near(word) for word in latin]
    same = [vocabulary.same({word, *endings}) for word, endings in zip(latin, near, strict=True)]
    beginnings = [set(vocabulary.beginning(word)) if _may_begin(word, last=last) else set() for word in latin]
    corrections = set() if any(near) or any(beginnings) or any(same) else set().union(*map(vocabulary.find_corrections, latin))
    choices = [
        (EXACT, [{word} & vocabulary.all for word in latin]),
        (OTHER_ENDING, near),
        (SAME_WORD, [one | more for one, more in zip(near, same, strict=True)] if any(same) else []),
        (MISTYPED, [corrections]),
        (BEGINNING, [one | more for one, more in zip(near, beginnings, strict=True)] if any(beginnings) else []),
    ]
    ways = [Alternative(quality, tuple(map(frozenset, slots))) for quality, slots in choices if slots and all(slots)]
    others = [one | more | corrections for one, more in zip(near, same, strict=True)]
    slots = [
        _any([*map(_quote, sorted(one - two)), *([_quote(word) + "*"] if two else [])])
        for word, one, two in zip(latin, others, beginnings, strict=True)
    ]
    return Word(start, end, 2 * len(latin), tuple(ways), _all(slots) if ways else "", not hint, hint, min(corrections, default=""))


def _may_begin(word: str, *, last: bool) -> bool:
    """Return whether a word may be a prefix; a short one only at the end, where typing may go on."""
    return not word.isdecimal() and (last or len(word) >= _MIN_PREFIX_LETTERS)


def _all(matches: Iterable[str]) -> str:
    return f"({' AND '.join(matches)})"


def _any(matches: Iterable[str]) -> str:
    return f"({' OR '.join(matches)})"


def _quote(word: str) -> str:
    return f'"{word}"'
