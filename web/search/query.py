"""Query parsing: the words of a query, each with the alternatives that match it.

Chinese is segmented at the names that pages use; other Chinese text is matched by character pairs. A Latin word also matches with another
ending, as a prefix or by a synonym, and a misspelt one those that differ in one letter. The query is bounded and never used as a pattern.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import groupby, pairwise

from markupsafe import Markup, escape

from web.search.text import LATIN, RUN, Text, fold, is_han, pairs
from web.search.vocabulary import MAX_NAME_CHARACTERS, Vocabulary
from web.search.words import ANSWERS, HINTS, NUMBER_WORDS, REWRITES, STOP_WORDS

MAX_QUERY_CHARACTERS = 100
"""Upper limit of a query's length, applied before and after Unicode normalization."""
MAX_QUERY_WORDS = 24
"""Upper limit of searched words; further ones are ignored."""
EXACT, INFLECTION, SYNONYM, CORRECTION, PREFIX = 1, 0.95, 0.9, 0.8, 0.7
"""Quality of a match, by kind."""
_MIN_PREFIX_LETTERS = 3
_REWRITES = re.compile("|".join(f"({pattern})" for pattern, _ in REWRITES))
_ANSWERS = [(re.compile(question), re.compile(answer)) for question, answer in ANSWERS]
_Piece = tuple[int, int, str]
"""Start and end of a word in the query, and the word searched for."""


class Role(Enum):
    """How a word takes part in a search. The values are weights in the ranking."""

    REQUIRED = 1.0
    OPTIONAL = 0.6
    """In a question, a word that is in no name: only texts can match it."""
    HINT = 0.4
    """Occurs in so many questions that a section is never said to lack it."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to match a word: each slot must contain one of its words; `phrase` is a Chinese phrase."""

    quality: float
    slots: tuple[frozenset[str], ...]
    phrase: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word of a query: its position, its role and its alternatives, best first."""

    start: int
    end: int
    size: int
    role: Role = Role.REQUIRED
    alternatives: tuple[Alternative, ...] = ()
    match: str = ""
    """An FTS5 expression for any of its alternatives."""
    correction: str = ""
    """The word on the pages that was probably meant."""

    @property
    def position(self) -> tuple[int, int]:
        """Its position in the query."""
        return self.start, self.end

    def is_named(self, names: Container[str]) -> bool:
        """Return whether it occurs in names; single Chinese characters and numbers are too common to count."""
        return any(
            all(
                any(word in names and not word.isdecimal() and word not in NUMBER_WORDS for word in slot)
                for slot in alternative.slots
            )
            for alternative in self.alternatives
            if alternative.quality > SYNONYM and len(alternative.phrase) != 1
        )


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
        if all(word.role is Role.HINT for word in words):
            words = [replace(word, role=Role.REQUIRED) for word in words]
        words += [Word(start, end, size=1) for start, end, _ in unique_pieces[MAX_QUERY_WORDS:]]
        return cls(text, tuple(words), question=0 < len(searched) < len(pieces))

    def with_optional_words(self, names: Container[str]) -> "Query":
        """Return a question with every word optional that is in none of these names, unless all are."""
        words = tuple(
            replace(word, role=Role.OPTIONAL) if word.role is Role.REQUIRED and not word.is_named(names) else word
            for word in self.words
        )
        return (
            replace(self, words=words) if self.question and any(word.role is Role.REQUIRED for word in words) else self
        )

    def in_characters(self, vocabulary: Vocabulary) -> "Query":
        """Return the query with its Chinese characters as separate words, as far as pages have them."""
        folded = fold(self.text)
        places = {folded[at]: at for word in self.words for at in range(word.start, word.end) if is_han(folded[at])}
        words = [_word((at, at + 1, letter), vocabulary) for letter, at in places.items() if letter in vocabulary.all]
        return Query(self.text, tuple(replace(word, role=Role.REQUIRED) for word in words[:MAX_QUERY_WORDS]))

    @cached_property
    def _latin(self) -> dict[str, int]:
        return {
            latin: number
            for number, word in enumerate(self.words)
            for alternative in word.alternatives
            if not alternative.phrase
            for slot in alternative.slots
            for latin in slot
        }

    @cached_property
    def _phrases(self) -> list[tuple[int, str]]:
        return [
            (number, alternative.phrase)
            for number, word in enumerate(self.words)
            for alternative in word.alternatives
            if alternative.phrase
        ]

    @cached_property
    def _answers(self) -> list[re.Pattern[str]]:
        folded = fold(self.text)
        return [answer for question, answer in _ANSWERS if question.search(folded)]

    def words_in(self, text: Text) -> set[int]:
        """Return the numbers of the words in a text."""
        numbers = (
            {self._latin[word] for word in self._latin.keys() & set(LATIN.findall(text.folded))}
            if self._latin
            else set()
        )
        return numbers | {number for number, phrase in self._phrases if phrase in text.folded}

    def _typed(self, text: Text) -> set[int]:
        """Return the positions in a text that belong to a word of the query."""
        typed = {at for match in LATIN.finditer(text.folded) if match[0] in self._latin for at in range(*match.span())}
        for _, phrase in self._phrases:
            starts = (
                [at for at in range(len(text.folded)) if text.folded.startswith(phrase, at)]
                if phrase in text.folded
                else []
            )
            typed.update(at + offset for at in starts for offset in range(len(phrase)))
        return typed

    def has_all_of(self, text: Text) -> bool:
        """Return whether the query contains all of a text."""
        typed = self._typed(text)
        return all(at in typed or not letter.isalnum() for at, letter in enumerate(text.folded))

    def mark(self, text: Text) -> Markup:
        """Highlight the words in a text; adjacent words share one mark."""
        typed = self._typed(text)
        typed |= {at + 1 for at in typed if at + 2 in typed and text.display[at + 1] == " "}
        html = ""
        for is_typed, run in groupby(enumerate(text.display), lambda numbered: numbered[0] in typed):
            part = escape("".join(letter for _, letter in run))
            html += f"<mark>{part}</mark>" if is_typed else f"{part}"
        return Markup(html)  # noqa: S704  every piece of the text is escaped

    def rate(self, text: Text, in_heading: Container[int]) -> int:
        """Rate how likely a sentence answers: by its words, less for those `in_heading`, and by the kind of question."""
        score = sum(
            3 if self.words[number].role is not Role.REQUIRED else 1 if number in in_heading else 8
            for number in self.words_in(text)
        )
        score += 4 * sum(bool(answer.search(text.folded)) for answer in self._answers)
        return score - 5 * text.folded.endswith((":", "："))  # it only announces a list

    def text_of(self, missing: Iterable[Word]) -> tuple[str, ...]:
        """Return the typed text of missing words unless another word covers it; adjacent Chinese characters form one piece."""
        positions = {word.position for word in missing if word.role is not Role.HINT}
        covered = {at for word in self.words if word.position not in positions for at in range(*word.position)}
        pieces: list[str] = []
        for before, at in pairwise([-2, *sorted({at for position in positions for at in range(*position)} - covered)]):
            if at == before + 1 and is_han(self.text[at]) == is_han(self.text[before]):
                pieces[-1] += self.text[at]
            else:
                pieces.append(self.text[at])
        return tuple(pieces)


def shorten_query(text: str) -> tuple[str, bool]:
    """Return the query as far as it is read, and whether it was cut."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    first = plain[:MAX_QUERY_CHARACTERS].rstrip()
    return first, len(plain) > MAX_QUERY_CHARACTERS or len(unicodedata.normalize("NFKC", first)) > MAX_QUERY_CHARACTERS


def _pieces(folded: str, vocabulary: Vocabulary) -> Iterator[_Piece]:
    """Split a folded query into words."""
    at = 0
    for match in _REWRITES.finditer(folded):
        yield from _segment(folded, at, match.start(), vocabulary)
        yield match.start(), match.end(), REWRITES[(match.lastindex or 1) - 1][1]
        at = match.end()
    yield from _segment(folded, at, len(folded), vocabulary)


def _segment(folded: str, start: int, end: int, vocabulary: Vocabulary) -> Iterator[_Piece]:
    """Segment Chinese text at the names that pages use, the longest first."""
    for run in RUN.finditer(folded, start, end):
        if not run["han"]:
            yield run.start(), run.end(), run[0]
            continue
        at = unknown = run.start()
        while at < run.end():
            phrases = [folded[at : at + length] for length in range(min(MAX_NAME_CHARACTERS, run.end() - at), 0, -1)]
            name = next((phrase for phrase in phrases if phrase in vocabulary.chinese_words), "")
            name = name or next(filter(None, map(vocabulary.find_mistaken, phrases)), "")
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
    known = {at for at in range(start, end - 1) if folded[at : at + 2] in vocabulary.all}
    for at in range(start, end - 1):
        first, last = (at, at + 2) if at in known else (at + (at - 1 in known), at + 2 - (at + 1 in known))
        if first < last:
            yield first, last, folded[first:last]


def _word(piece: _Piece, vocabulary: Vocabulary, *, last: bool = False) -> Word:
    """Build a word with its alternatives."""
    start, end, text = piece
    role = Role.HINT if text in HINTS else Role.REQUIRED
    if is_han(text[0]):
        phrases = [text, *sorted(vocabulary.synonyms([text]) - {text})]
        alternatives = [
            Alternative(
                EXACT if phrase == text else SYNONYM, tuple(frozenset([pair]) for pair in pairs(phrase)), phrase
            )
            for phrase in phrases
        ]
        return Word(
            start,
            end,
            len(text),
            role,
            tuple(alternatives),
            _any(_all(map(_quote, pairs(phrase))) for phrase in phrases),
        )
    latin = text.split()
    inflections = [vocabulary.inflections(word) for word in latin]
    synonyms = [vocabulary.synonyms({word, *forms}) for word, forms in zip(latin, inflections, strict=True)]
    completions = [set(vocabulary.completions(word)) if _may_be_prefix(word, last=last) else set() for word in latin]
    unknown = not any((*inflections, *synonyms, *completions))
    corrections = set().union(*map(vocabulary.corrections, latin)) if unknown else set()
    choices = [
        (EXACT, [{word} & vocabulary.all for word in latin]),
        (INFLECTION, inflections),
        (
            SYNONYM,
            [forms | others for forms, others in zip(inflections, synonyms, strict=True)] if any(synonyms) else [],
        ),
        (CORRECTION, [corrections]),
        (
            PREFIX,
            [forms | others for forms, others in zip(inflections, completions, strict=True)]
            if any(completions)
            else [],
        ),
    ]
    alternatives = [
        Alternative(quality, tuple(map(frozenset, slots))) for quality, slots in choices if slots and all(slots)
    ]
    match = _all(
        _any([*map(_quote, sorted((forms | others | corrections) - longer)), *([_quote(word) + "*"] if longer else [])])
        for word, forms, others, longer in zip(latin, inflections, synonyms, completions, strict=True)
    )
    return Word(
        start,
        end,
        2 * len(latin),
        role,
        tuple(alternatives),
        match if alternatives else "",
        min(corrections, default=""),
    )


def _may_be_prefix(word: str, *, last: bool) -> bool:
    """Return whether a word may be a prefix; a short one only at the end, where typing may go on."""
    return not word.isdecimal() and (last or len(word) >= _MIN_PREFIX_LETTERS)


def _all(matches: Iterable[str]) -> str:
    return f"({' AND '.join(matches)})"


def _any(matches: Iterable[str]) -> str:
    return f"({' OR '.join(matches)})"


def _quote(word: str) -> str:
    return f'"{word}"'
