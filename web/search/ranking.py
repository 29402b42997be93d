"""Ranking of search results over the sections of all games.

The index yields a bounded number of candidate sections. They are ranked by where the words occur: in one of the names that lead to a
section, in its chapter's heading, or only in its text.
"""

import math
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple

from markupsafe import Markup

from scorers.registry import slugs
from web.common.content import read_once
from web.common.languages import LANGUAGES
from web.rules.model import Rules, Section, Term, rules
from web.search.index import Alias, Entry, build_index, entries, read_aliases
from web.search.matching import Matcher
from web.search.query import PREFIX, SYNONYM, Query, Role, Word
from web.search.text import Field, Text
from web.search.vocabulary import Vocabulary

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
CHAPTER_NAME_WEIGHT, OTHER_NAME_WEIGHT = 0.9, 0.95
"""Weight of a heading together with its chapter's, and of a term or alias, relative to the heading alone."""
LATER_PENALTY = 1
"""Deducted from the rating of `Query.rate` for every sentence but the first."""
MIN_TITLE_PREFIX = 4
"""The shortest prefix that identifies a game by its name."""
_Positions = frozenset[tuple[int, int]]
_Scope = tuple[str, str]
"""A language, and a game or ""."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A search hit: the section's highlighted heading and best sentence, and the words it lacks."""

    rules: Rules
    section: Section
    heading: Markup
    sentence: Markup
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """The hits, best first, in `language`: the reader's unless only another matches all words.

    `corrections` are words that no page has, each with the word that was searched for instead.
    """

    hits: Sequence[Hit]
    language: str
    is_cut: bool = False
    corrections: Mapping[str, str] = field(default_factory=dict)


class _Match(NamedTuple):
    """A section's score, the words it lacks, and whether a required word is among them.

    A summary section is only ever a partial match, unless a name leads to it, as it mentions everything.
    """

    score: float
    row: int
    missing: tuple[Word, ...]
    partial: bool


class Library:
    """All sections in all languages, by language and game. Built once and never changed; safe to use from any thread."""

    def __init__(self, entries: Sequence[Entry], game_names: Sequence[tuple[str, Field]]) -> None:
        self._entries = entries
        self._game_names = game_names
        self._rows: dict[_Scope, tuple[int, int]] = {}
        for row, entry in enumerate(entries):
            for game in ("", entry.rules.slug):
                first, _ = self._rows.get((entry.rules.language, game), (row, row))
                self._rows[entry.rules.language, game] = first, row
        self.vocabulary = Vocabulary(entries)
        self._index = build_index(entries)
        weakref.finalize(self, self._index.close)
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["Library"], tuple[Sequence[Entry], Sequence[tuple[str, Field]]]]:
        """Pickle only what is slow to make: the vocabulary and the index are quicker built than fetched."""
        return Library, (self._entries, self._game_names)

    @classmethod
    def of(
        cls,
        rules: Mapping[tuple[str, str], Rules],
        terms: Mapping[str, Sequence[Term]],
        aliases: Mapping[str, Sequence[Alias]],
    ) -> "Library":
        """Collect the sections of all rules, and the names of all games."""
        sections: list[Entry] = []
        game_names: list[tuple[str, Field]] = []
        games = dict.fromkeys(slug for slug, _ in rules)
        for language in LANGUAGES:
            for slug in games:
                own, *others = (rules[slug, tag] for tag in sorted(LANGUAGES, key=lambda tag: tag != language))
                sections += entries(own, others, terms[slug], aliases.get(slug, ()))
        for slug in games:
            books = [rules[slug, language] for language in LANGUAGES]
            names = [book.title for book in books]
            names += [alias.alias for alias in aliases.get(slug, ()) if alias.rule == books[0].sections[0].id]
            game_names += [(slug, Field.of(Text.of(name))) for name in names]
        return cls(sections, game_names)

    def find(self, text: str, language: str, game: str = "") -> Results:
        """Return the sections with every word, then those with most of them.

        `game`, or the game named in the query, comes first. If no section in the language has every word, the other language is searched;
        if none has any, Chinese characters are searched separately.
        """
        query = Query.read(text, self.vocabulary)
        found = self._search(query, language, game) or self._search(
            query.in_characters(self.vocabulary), language, game
        )
        return found or Results((), language)

    def _search(self, query: Query, language: str, game: str) -> Results | None:
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
        named_game, naming = self._find_named_game(query, game)
        scopes = dict.fromkeys(
            scope for scope in ((language, named_game or game), (language, "")) if scope in self._rows
        )
        matches: dict[int, _Match] = {}
        for scope in scopes:
            if len(matches) > PAGE_SIZE:
                break
            words = query.with_optional_words(self.vocabulary.name_words[scope[1]]).words
            limit = MAX_RANKED_ELSEWHERE if matches else MAX_RANKED
            for match in self._rank_scope(words, naming if scope[1] else frozenset(), scope, limit):
                if scope[1] or not (named_game and match.partial):
                    matches.setdefault(match.row, match)
        return list(matches.values())

    def _rank_scope(self, words: Sequence[Word], naming: _Positions, scope: _Scope, limit: int) -> Iterator[_Match]:
        """Rank the matching sections of a scope.

        All of its sections match the words that name its game; if there are no others, its first section comes first.
        """
        first, _ = self._rows[scope]
        only_named = bool(naming) and all(word.position in naming for word in words)
        other_words = [word for word in words if only_named or word.position not in naming]
        required = frozenset(word for word in other_words if word.role is Role.REQUIRED)
        weights = {
            word: self._weight(word, scope[0]) * (1 if word in other_words else Role.HINT.value) for word in words
        }
        rarest_first = sorted(required, key=lambda word: (-weights[word], word.start))
        matcher, first_matcher = Matcher(words), Matcher(other_words)  # the first section's names are the game's own
        rows = self._choose_rows(rarest_first, scope, limit, [first] if only_named else [])
        matches = [self._match(row, first_matcher if row == first else matcher, weights, required) for row in rows]
        if only_named:
            matches[0] = matches[0]._replace(score=math.inf)
        min_weight = MIN_MATCHED_SHARE * sum(weights[word] for word in required if word.alternatives)
        for number, match in enumerate(sorted(matches, key=lambda match: (match.partial, -match.score, match.row))):
            weight = sum(weights[word] for word in required.difference(match.missing))
            if not match.partial or (weight >= min_weight and number < MIN_FULL_MATCHES):
                yield match._replace(missing=tuple(word for word in match.missing if word in other_words))

    def _find_named_game(self, query: Query, game: str) -> tuple[str, _Positions]:
        """Return the game that the query names, by a full name or its prefix, and the positions of the name; prefer `game` if ambiguous."""
        best: tuple[int, bool, str, _Positions] = (0, False, "", frozenset())
        matcher = Matcher(query.words)
        for slug, name in self._game_names:
            naming = [
                word
                for word, quality in matcher.qualities(name).items()
                if quality >= (SYNONYM if word.end - word.start < MIN_TITLE_PREFIX else PREFIX)
            ]
            if naming and sum(word.size for word in naming) >= name.size:
                best = max(
                    best,
                    (name.size, slug == game, slug, frozenset(word.position for word in naming)),
                    key=lambda one: one[:2],
                )
        return best[2:]

    def _weight(self, word: Word, language: str) -> float:
        """Weight a word by its rarity."""
        share = max(
            (self.vocabulary.share(alternative.slots, language) for alternative in word.alternatives), default=1
        )
        return math.log(2 + 1 / share) * word.role.value

    def _match(self, row: int, matcher: Matcher, weights: Mapping[Word, float], required: frozenset[Word]) -> _Match:
        """Score a section by the words it has, where they occur, and how well its best name fits."""
        entry = self._entries[row]
        in_names, in_chapter, in_text = map(matcher.qualities, (entry.all_names, entry.chapter, entry.text))
        places = {
            word: max(
                in_names.get(word, 0),
                CHAPTER_WEIGHT * in_chapter.get(word, 0),
                (TEXT_ONLY_WEIGHT if word.role is Role.OPTIONAL else TEXT_WEIGHT) * in_text.get(word, 0),
            )
            for word in matcher.words
        }
        score = sum(weights[word] * place for word, place in places.items())
        if in_names:
            heading, with_chapter, *others = (_fit(name, matcher, weights) for name in entry.names)
            score += max(heading, CHAPTER_NAME_WEIGHT * with_chapter, OTHER_NAME_WEIGHT * max(others, default=0))
        missing = tuple(word for word, place in places.items() if not place)
        partial = (entry.summary and not in_names) or not required.isdisjoint(missing)
        return _Match(round(score * entry.weight, 6), row, missing, partial)

    def _choose_rows(self, words: Sequence[Word], scope: _Scope, limit: int, first: Sequence[int]) -> list[int]:
        """Choose the rows to rank: those with every word, in names before texts; if these are few, those with a rare word."""
        rows = dict.fromkeys(first)
        if words and all(word.alternatives for word in words):
            every = " AND ".join(word.match for word in words)
            rows |= dict.fromkeys(self._select_rows(f"{{names chapter}} : ({every})", scope))
            rows |= dict.fromkeys(self._select_rows(every, scope))
        if len(rows) < MIN_FULL_MATCHES and len(words) > 1:
            rarest = [word.match for word in words if word.alternatives][:MAX_SINGLE_LOOKUPS]
            for match in [*(f"{{names}} : {match}" for match in rarest), *rarest[:3]]:
                if len(rows) < limit:
                    rows |= dict.fromkeys(self._select_rows(match, scope))
        return list(rows)[:limit]

    def _select_rows(self, match: str, scope: _Scope) -> list[int]:
        query = "SELECT rowid FROM sections WHERE sections MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?"
        with self._lock:
            return [row for (row,) in self._index.execute(query, (match, *self._rows[scope], MAX_ROWS_PER_LOOKUP))]


def _fit(name: Field, matcher: Matcher, weights: Mapping[Word, float]) -> float:
    """Return the weight of the words in a name; the shorter the name, the more."""
    qualities = matcher.qualities(name)
    share = min(1, sum(word.size for word in qualities) / name.size)
    return sum(weights[word] * quality for word, quality in qualities.items()) * (0.4 + 0.6 * share)


def _hit(entry: Entry, query: Query, missing: Sequence[Word]) -> Hit:
    """Build a hit with the best sentence, preceded by the typed alias if nothing else shows it."""
    in_heading = query.words_in(entry.heading)
    sentence = max(
        enumerate(entry.sentences),
        key=lambda numbered: query.rate(numbered[1], in_heading) - min(numbered[0], LATER_PENALTY),
        default=(0, Text("", "")),
    )[1]
    if not in_heading and not query.words_in(sentence):
        sentence = max([sentence, *entry.table_heads], key=lambda text: len(query.words_in(text)))
    shown = in_heading | query.words_in(sentence)
    names = (name for several in entry.other_names for name in several.split(" · "))
    unseen = (name for name in names if query.words_in(name) - shown and (not shown or query.has_all_of(name)))
    marked = query.mark(sentence)
    if name := next(unseen, None):
        marked = Markup("{}{}{}").format(query.mark(name), "：" if entry.rules.language == "zh-Hant" else ": ", marked)
    return Hit(entry.rules, entry.section, query.mark(entry.heading), marked, query.text_of(missing))


@read_once
def library() -> Library:
    """Return the index of all games' rules."""
    from web.rules.markdown import read_terms  # not in the browser's bundle

    books = {(slug, language): rules(slug, language) for slug in slugs() for language in LANGUAGES}
    return Library.of(
        books, {slug: read_terms(slug) for slug in slugs()}, {slug: read_aliases(slug) for slug in slugs()}
    )
