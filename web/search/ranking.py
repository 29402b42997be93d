"""Ranking of search results over the sections of all games.

The index yields a bounded number of candidate sections. They are ranked by where the words occur: in one of the names that lead to a
section, in its chapter's heading, or only in its text.
"""

import math
import unicodedata
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from sqlite3 import Connection
from threading import Lock
from typing import Any, NamedTuple

from markupsafe import Markup

from scorers.registry import slugs
from web.common.content import read_once
from web.common.languages import LANGUAGES
from web.rules.model import Rules, Section, Term, rules
from web.search.index import Alias, Entry, Name, entries, index_of, read_aliases, vocabulary_of
from web.search.query import BEGINNING, SAME_WORD, Matcher, Query, Word
from web.search.query import MAX_QUERY_CHARACTERS as MAX_QUERY_CHARACTERS
from web.search.text import Field, Text

PAGE_SIZE = 20
"""Hits on a page."""
MIN_FULL_MATCHES = 8
"""If fewer sections match all words, partial matches follow."""
MAX_ROWS_PER_LOOKUP = 60
"""Upper limit of rows that one index lookup returns; words in more sections say little."""
MAX_RANKED, MAX_RANKED_ELSEWHERE = 100, 50
"""Upper limits of ranked sections, which bound the time: of one game, or of all games after those of one."""
MAX_SINGLE_LOOKUPS = 8
"""Upper limit of words, rarest first, that are looked up one by one if few sections match all of them."""
MIN_MATCHED_SHARE = 0.25
"""The share of the words, by weight, that a partial match must contain."""
CHAPTER_WEIGHT, TEXT_WEIGHT, TEXT_ONLY_WEIGHT = 0.5, 0.3, 1
"""Weight of a match outside of names: in the chapter's heading, in the text, or in the text if no name has the word."""
OPTIONAL_WEIGHT, HINT_WEIGHT = 0.6, 0.4
"""Weight of an optional word, and of one that many questions contain, relative to a required word."""
LATER_PENALTY = 1
"""Deducted from the rating of `Query.rate` for every sentence but the first."""
MIN_TITLE_PREFIX = 4
"""The shortest prefix that identifies a game by its name."""
_Scope = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Hit:
    """A search hit: the section's highlighted heading and best sentence, and the words it lacks."""

    rules: Rules
    section: Section
    heading: Markup
    sentence: Markup
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """The hits, best first, in `language`: the reader's unless only another matches all words; `more` if the list is cut.

    `corrections` are words that no page has, each with the word that was searched for instead.
    """

    hits: Sequence[Hit]
    language: str
    more: bool = False
    corrections: Mapping[str, str] = field(default_factory=dict)


class _Match(NamedTuple):
    """A section's score, the words it lacks, and whether a required word is among them.

    A summary section is only ever a partial match, unless a name leads to it, as it mentions everything.
    """

    score: float
    row: int
    missing: tuple[Word, ...]
    partial: bool


def find(text: str, language: str, game: str) -> Results:
    """Search the rules; hits of `game` (a slug or "") come first."""
    return library().find(text, language, game)


def shorten_query(text: str) -> tuple[str, bool]:
    """Return the query as far as it is read, and whether it was cut."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    first = plain[:MAX_QUERY_CHARACTERS].rstrip()
    return first, len(plain) > MAX_QUERY_CHARACTERS or len(unicodedata.normalize("NFKC", first)) > MAX_QUERY_CHARACTERS


class Library:
    """All sections in all languages. Built once and never changed; safe to use from any thread."""

    def __init__(
        self, rules: Mapping[tuple[str, str], Rules], terms: Mapping[str, Sequence[Term]], aliases: Mapping[str, Sequence[Alias]]
    ) -> None:
        self._entries: list[Entry] = []
        self._rows: dict[_Scope, tuple[int, int]] = {}
        self._games: dict[str, tuple[Field, list[Field]]] = {}
        for language in LANGUAGES:
            start = len(self._entries)
            for slug in dict.fromkeys(slug for slug, _ in rules):
                first, other = len(self._entries), aliases.get(slug, ())
                own, *more = (rules[slug, tag] for tag in sorted(LANGUAGES, key=lambda tag: tag != language))
                self._entries += entries(own, more, terms[slug], other)
                self._rows[language, slug] = first, len(self._entries) - 1
                titles = [own.title, *(book.title for book in more)]
                names = [Text.of(name) for name in (*titles, *(alias.alias for alias in other if alias.rule == own.sections[0].id))]
                self._games[slug] = Field.of(*names), [Field.of(name) for name in names]
            self._rows[language, ""] = start, len(self._entries) - 1
        self._all_names = Field.union(every for every, _ in self._games.values())
        self.vocabulary = vocabulary_of(self._entries)
        self._open(index_of(self._entries))

    def _open(self, index: Connection) -> None:
        self._lock = Lock()
        self._index = index
        weakref.finalize(self, index.close)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without what is quicker built from the sections than fetched: the vocabulary and the index."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_lock", "_index", "vocabulary")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.vocabulary = vocabulary_of(self._entries)
        self._open(index_of(self._entries))

    def find(self, text: str, language: str, game: str = "") -> Results:
        """Return the sections with every word, then those with most of them.

        `game`, or the game named in the query, comes first. If no section in the language has every word, the other language is searched;
        if none has any, Chinese characters are searched separately.
        """
        query = Query.read(text, self.vocabulary)
        return self._best(query, language, game) or self._best(query.apart(self.vocabulary), language, game) or Results((), language)

    def _best(self, query: Query, language: str, game: str) -> Results | None:
        by_language: dict[str, list[_Match]] = {}
        for tag in sorted(LANGUAGES, key=lambda tag: tag != language):
            by_language[tag] = self._rank(query, tag, game)
            if any(not match.partial for match in by_language[tag]):
                return self._results(query, tag, by_language[tag])
        return next((self._results(query, tag, matches) for tag, matches in by_language.items() if matches), None)

    def _results(self, query: Query, language: str, matches: Sequence[_Match]) -> Results:
        hits = [_hit(self._entries[match.row], query, match.missing) for match in matches[:PAGE_SIZE]]
        corrections = {query.text[word.start : word.end]: word.correction for word in query.words if word.correction}
        return Results(hits, language, len(matches) > PAGE_SIZE, corrections)

    def _rank(self, query: Query, language: str, game: str) -> list[_Match]:
        """Rank the matching sections: those of the game in question, then all; complete matches first in each group."""
        by_name, naming = self._find_name(query, game)
        scopes = dict.fromkeys(key for key in ((language, by_name or game), (language, "")) if key in self._rows)
        matches: dict[int, _Match] = {}
        for scope in scopes:
            if len(matches) > PAGE_SIZE:
                break
            words = query.about(self.vocabulary.name_words[scope[1]]).words
            most = MAX_RANKED_ELSEWHERE if matches else MAX_RANKED
            for match in self._in_scope(words, naming if scope[1] else frozenset(), scope, most):
                if scope[1] or not (by_name and match.partial):
                    matches.setdefault(match.row, match)
        return list(matches.values())

    def _in_scope(self, words: Sequence[Word], naming: frozenset[tuple[int, int]], scope: _Scope, most: int) -> Iterator[_Match]:
        """Rank the matching sections of a scope.

        All of its sections match the words that name its game; if there are no others, its first section comes first.
        """
        first, only = self._rows[scope][0], bool(naming) and all(word.place in naming for word in words)
        rest = [word for word in words if only or word.place not in naming]
        needs = frozenset(word for word in rest if word.needed)
        weights = {word: self._weight(word, scope[0]) * (1 if word in rest else HINT_WEIGHT) for word in words}
        rarest = sorted(needs, key=lambda word: (-weights[word], word.start))
        everywhere, elsewhere = Matcher(rest), Matcher(words)  # the first section's names are the game's own
        rows = self._choose_rows(rarest, scope, most, [first] if only else [])
        matches = [self._match(row, everywhere if row == first else elsewhere, weights, needs) for row in rows]
        if only:
            matches[0] = matches[0]._replace(score=math.inf)
        least = MIN_MATCHED_SHARE * sum(weights[word] for word in needs if word.ways)
        for number, match in enumerate(sorted(matches, key=lambda match: (match.partial, -match.score, match.row))):
            total = sum(weights[word] for word in needs.difference(match.missing))
            if not match.partial or (total >= least and number < MIN_FULL_MATCHES):
                yield match._replace(missing=tuple(word for word in match.missing if word in rest))

    def _find_name(self, query: Query, game: str) -> tuple[str, frozenset[tuple[int, int]]]:
        """Return the game that the query names, by a full name or its prefix, and the positions of the name; prefer `game` if ambiguous."""
        best: tuple[int, bool, str, frozenset[tuple[int, int]]] = (0, False, "", frozenset())
        matcher = Matcher(query.words)
        for slug, (every, names) in self._games.items() if matcher.words_in(self._all_names) else ():
            for name in names if matcher.words_in(every) else ():
                qualities = matcher.words_in(name).items()
                calling = [
                    word for word, quality in qualities if quality >= (SAME_WORD if word.end - word.start < MIN_TITLE_PREFIX else BEGINNING)
                ]
                if calling and sum(word.size for word in calling) >= name.size:
                    best = max(best, (name.size, slug == game, slug, frozenset(word.place for word in calling)), key=lambda one: one[:2])
        return best[2], best[3]

    def _weight(self, word: Word, language: str) -> float:
        """Weight a word by its rarity."""
        share = max((self.vocabulary.share(way.slots, language) for way in word.ways), default=1)
        return math.log(2 + 1 / share) * (HINT_WEIGHT if word.hint else 1 if word.needed else OPTIONAL_WEIGHT)

    def _match(self, row: int, matcher: Matcher, weights: Mapping[Word, float], needs: frozenset[Word]) -> _Match:
        """Score a section by the words it has, where they occur, and how well its best name fits."""
        entry = self._entries[row]
        by_name, text = matcher.words_in(entry.all_names), matcher.words_in(entry.text)
        chapter = matcher.words_in(entry.chapter)
        score, missing = 0.0, []
        for word in matcher.words:
            place = max(
                by_name.get(word, 0),
                CHAPTER_WEIGHT * chapter.get(word, 0),
                (TEXT_ONLY_WEIGHT if word.nameless else TEXT_WEIGHT) * text.get(word, 0),
            )
            score += weights[word] * place
            if not place:
                missing.append(word)
        if by_name:
            near = (name for name in entry.names if not matcher.all.isdisjoint(name.field.words))
            score += max((_fit(name, matcher, weights) for name in near), default=0)
        partial = (entry.summary and not by_name) or not needs.isdisjoint(missing)
        return _Match(round(score * entry.weight, 6), row, tuple(missing), partial)

    def _choose_rows(self, words: Sequence[Word], scope: _Scope, most: int, first: Sequence[int]) -> list[int]:
        """Choose the rows to rank: those with every word, in names before texts; if these are few, those with a rare word."""
        rows = dict.fromkeys(first)
        if words and all(word.ways for word in words):
            every = " AND ".join(word.match for word in words)
            rows |= dict.fromkeys(self._select_rows(f"{{names chapter}} : ({every})", scope))
            rows |= dict.fromkeys(self._select_rows(every, scope))
        if len(rows) < MIN_FULL_MATCHES and len(words) > 1:
            rarest = [word.match for word in words if word.ways][:MAX_SINGLE_LOOKUPS]
            for match in [*(f"{{names}} : {match}" for match in rarest), *rarest[:3]]:
                if len(rows) < most:
                    rows |= dict.fromkeys(self._select_rows(match, scope))
        return list(rows)[:most]

    def _select_rows(self, match: str, scope: _Scope) -> list[int]:
        query = "SELECT rowid FROM sections WHERE sections MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?"
        with self._lock:
            return [row for (row,) in self._index.execute(query, (match, *self._rows[scope], MAX_ROWS_PER_LOOKUP))]


def _fit(name: Name, matcher: Matcher, weights: Mapping[Word, float]) -> float:
    """Return the weight of the words in a name; the shorter the name, the more."""
    qualities = matcher.words_in(name.field)
    share = min(1, sum(word.size for word in qualities) / name.field.size)
    return name.weight * sum(weights[word] * quality for word, quality in qualities.items()) * (0.4 + 0.6 * share)


def _hit(entry: Entry, query: Query, missing: Sequence[Word]) -> Hit:
    """Build a hit with the best sentence, preceded by the typed alias if nothing else shows it."""
    in_heading = query.words_of(entry.heading)
    rated = [(query.rate(text, in_heading) - min(at, LATER_PENALTY), -at) for at, text in enumerate(entry.sentences)]
    sentence = entry.sentences[-max(rated)[1]] if rated else Text("", "")
    if not in_heading and not query.words_of(sentence):
        sentence = max([sentence, *entry.heads], key=lambda text: len(query.words_of(text)))
    shown = in_heading | query.words_of(sentence)
    names = (
        part for name in entry.terms for part in name.split(" · ") if query.words_of(part) - shown and (not shown or query.is_whole(part))
    )
    marked = query.mark(sentence)
    if name := next(names, None):
        marked = Markup("{}{}{}").format(query.mark(name), "：" if entry.rules.language == "zh-Hant" else ": ", marked)
    return Hit(entry.rules, entry.section, query.mark(entry.heading), marked, query.without(missing))


@read_once
def library() -> Library:
    """Return the index of all games' rules."""
    from web.rules.markdown import read_terms  # not in the browser's bundle

    books = {(slug, language): rules(slug, language) for slug in slugs() for language in LANGUAGES}
    return Library(books, {slug: read_terms(slug) for slug in slugs()}, {slug: read_aliases(slug) for slug in slugs()})
