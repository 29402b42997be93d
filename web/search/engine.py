"""The search engine: BM25 over topics, without query language, synonyms, stop words or kinds of questions.

A topic is a section or a calculator in all languages at once, so a query may be in any. What players call a thing is in
its questions: a query that fails is mended by two or three questions at its section, never here.
"""

import math
import unicodedata
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest, nsmallest
from itertools import groupby
from typing import TypeAlias

from markupsafe import Markup

from scorers.registry import slugs
from web.common.content import read_once
from web.common.text import fold, is_han, locate_words, words
from web.search.excerpts import choose_excerpt, head, mark, overlap
from web.search.topics import Topic, read_topics

MAX_QUERY_CHARACTERS, PAGE_SIZE = 100, 20  # characters before and after Unicode normalization
HEADING, NAME, TEXT = 3, 2, 1  # weight of a word in a heading, in a term, alias or question, and in the text
K1, B = 3, 0.75  # BM25: how slowly repetition saturates, and how much long sections are discounted
PRIORS = {"quick-reference": 0.75, "help/": 0.8, "faq": 0.95}  # by id: what repeats others or ranks below the main rule
PRIORS |= dict.fromkeys(("first-turns", "common-mistakes", "disputed"), 0.9) | dict.fromkeys(("module", "card-"), 0.8)
MAX_TOPICS_OF_WORD = 700  # those where it counts most, besides those of the game: this bounds the work
MIN_RARITY, MIN_MARKED_RARITY = 0.4, 1  # of a word in 2/3 and in 1/3 of the topics; commoner ones count only alone
GAME_NAME = 0.1  # weight of the words of a game's name if the query has others
NAME_BOOST = 1  # added for a name in the query, of the best score, by the square of its share of the query's rarity
MIN_SHARE = 0.35  # hits with a smaller share of the best score, without its boost, are not shown
MIN_COVER = 0.25  # if the best hit has a smaller share of the query's words, by rarity, nothing is found
MIN_TYPO_LETTERS, MAX_TYPO_LETTERS, MAX_COMPLETIONS = 4, 16, 50
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
Postings: TypeAlias = "tuple[array[int], array[float]]"  # of a word: its topics, and what it adds to their scores


@dataclass(frozen=True, slots=True)
class Hit:
    """A topic that was found: heading and excerpt, with marks, or what players ask if these show no word typed."""

    topic: Topic
    heading: Markup
    excerpt: Markup
    question: Markup
    question_language: str


@dataclass(frozen=True, slots=True)
class Results:
    """The topics that answer a query, best first, what to show of them, the rarity of its words, and corrections."""

    topics: Sequence[Topic] = ()
    query: Mapping[str, float] = field(default_factory=dict)
    is_cut: bool = False
    corrections: Mapping[str, str] = field(default_factory=dict)  # of words that no topic has
    hits: Sequence[Hit] = ()


class Library:
    """All topics of all games, those of a game together. Built once and never changed; safe to use from any thread."""

    def __init__(self, topics: Sequence[Topic]) -> None:
        self.topics = topics
        runs = [list(run) for _, run in groupby(range(len(topics)), lambda number: topics[number].slug)]
        self._ranges = {topics[run[0]].slug: range(run[0], run[-1] + 1) for run in runs}
        games = [(name, slug) for slug, own in self._ranges.items() for name in topics[own.start].names]
        self._games = [(frozenset(words(name)), slug) for name, slug in sorted(games, key=lambda pair: -len(pair[0]))]
        bags = list(map(_count_words, topics))
        mean = sum(bag.total() for bag in bags) / (len(bags) or 1)
        self._counts = Counter(word for bag in bags for word in bag)
        self._rarity = {word: math.log(1 + (len(bags) - n + 0.5) / (n + 0.5)) for word, n in self._counts.items()}
        self._postings: dict[str, Postings] = {word: (array("I"), array("d")) for word in self._counts}
        self._names: dict[str, list[tuple[frozenset[str], int]]] = defaultdict(list)  # by the rarest word
        for number, (topic, bag) in enumerate(zip(topics, bags, strict=True)):
            prior = next((weight for prefix, weight in PRIORS.items() if topic.id.startswith(prefix)), 1)
            room = K1 * (1 - B + B * bag.total() / mean)
            for word, weight in bag.items():
                numbers, scores = self._postings[word]
                numbers.append(number)
                scores.append(prior * self._rarity[word] * weight * (K1 + 1) / (weight + room))
            for name in {*topic.names, *(section.title for section in topic.sections.values())}:
                if parts := frozenset(words(name)):
                    self._names[max(parts, key=self._rarity.__getitem__)].append((parts, number))
        self._best = {word: _choose_best(postings) for word, postings in self._postings.items()}
        self._latin = sorted(word for word in self._counts if not is_han(word[0]))

    def __reduce__(self) -> tuple[type["Library"], tuple[Sequence[Topic]]]:
        """Pickle only the topics: a browser builds the index in less time than it would take to fetch it."""
        return Library, (self.topics,)

    def find(self, text: str, language: str, game: str = "") -> Results:
        """Return what to show in a language of the topics that answer a query, those of `game` first."""
        found = self.rank(text, game)
        return replace(found, hits=tuple(self._hit(topic, language, found.query) for topic in found.topics))

    def rank(self, text: str, game: str = "") -> Results:
        """Return the topics that answer a query, those of `game`, or of the game that the query names, first."""
        folded = fold(unicodedata.normalize("NFKC", text[:MAX_QUERY_CHARACTERS])[:MAX_QUERY_CHARACTERS])
        ends = {word: end for word, _, end in locate_words(folded)}
        meant = {word: self._find_meant(word, last=end == len(folded)) for word, end in ends.items()}
        sure = {ones[0] for ones in meant.values() if len(ones) == 1}
        games = [one for one in self._games if one[0] <= sure and self._means(*one, game)]
        naming, named = games[0] if games else (frozenset[str](), "")
        is_only_named = bool(named) and not any(naming.isdisjoint(ones) for ones in meant.values())
        front = self._ranges[named].start if is_only_named else None
        naming, game = frozenset() if is_only_named else naming, named or game
        shares = {word: (GAME_NAME if word in naming else 1) / len(ones) for ones in meant.values() for word in ones}
        query = {word: share * self._rarity[word] for word, share in shares.items()}
        scores = self._score(shares, naming, self._ranges.get(game, range(0)))
        fits = self._fit_names(query, naming)
        exact = {number for number, fit in fits.items() if fit > 0.999}
        best = max(scores.values(), default=0)
        for number, fit in fits.items():
            scores[number] += NAME_BOOST * best * fit**2
        likely = [number for number, score in scores.items() if number in exact or score >= MIN_SHARE * best]
        others = {number for number in likely if game and self.topics[number].slug != game}
        order = ((one != front, one in others, one not in exact, -round(scores[one], 6), one) for one in likely)
        ranked = [number for *_, number in nsmallest(PAGE_SIZE + 1, order)]
        corrections = {word: ones[0] for word, ones in meant.items() if ones and not ones[0].startswith(word)}
        total = sum(query.values()) + sum(math.log(1 + 2 * len(self.topics)) for ones in meant.values() if not ones)
        cover = sum(rarity for word, rarity in query.items() if ranked[:1] and ranked[0] in self._postings[word][0])
        if not ranked or not (named or exact or cover >= MIN_COVER * total):
            return Results(corrections=corrections)
        return Results([self.topics[one] for one in ranked[:PAGE_SIZE]], query, len(ranked) > PAGE_SIZE, corrections)

    def _means(self, name: frozenset[str], slug: str, game: str) -> bool:
        """Return whether words that are a game's name mean it on the pages of `game`, which may use them itself."""
        own = self._ranges.get(game, range(0))
        said = [{self._postings[word][0][at] for at in self._within(own, word)} for word in name]
        return slug == game or not set.intersection(*said)

    def _within(self, own: range, word: str) -> range:
        """Return where the postings of a word have the topics of a game."""
        numbers = self._postings[word][0]
        return range(bisect_left(numbers, own.start), bisect_left(numbers, own.stop))

    def _find_meant(self, word: str, *, last: bool) -> list[str]:
        """Return the words meant by a typed one: itself, or what the last one begins, or what differs in one letter."""
        if word in self._postings or is_han(word[0]):
            return [word] if word in self._postings else []
        first, after = bisect_left(self._latin, word), bisect_left(self._latin, word + "\uffff")
        longer = self._latin[first:after] if last or len(word) >= MIN_TYPO_LETTERS else []
        may_be_typo = MIN_TYPO_LETTERS <= len(word) <= MAX_TYPO_LETTERS and word.isalpha() and not (last and longer)
        near = sorted(_near_words(word) & self._postings.keys()) if may_be_typo else []
        return near or nlargest(MAX_COMPLETIONS, longer, key=self._counts.__getitem__)

    def _score(self, shares: Mapping[str, float], naming: frozenset[str], own: range) -> dict[int, float]:
        """Return the scores of the topics where each word counts most, and of all those of the game: `own`."""
        least = min(MIN_RARITY, max((self._rarity[word] for word in shares if word not in naming), default=0))
        scores: dict[int, float] = defaultdict(float)
        for word in (word for word in shares if self._rarity[word] >= least):
            for number, score in zip(*self._best[word], strict=True):
                if number not in own:
                    scores[number] += shares[word] * score
            numbers, all_scores = self._postings[word]
            for at in self._within(own, word):
                scores[numbers[at]] += shares[word] * all_scores[at]
        return scores

    def _fit_names(self, query: Mapping[str, float], naming: frozenset[str]) -> dict[int, float]:
        """Return the topics whose names the query contains, each with the share of the query that its best name is."""
        total = sum(rarity for word, rarity in query.items() if word not in naming) or 1
        fits: dict[int, float] = defaultdict(float)
        for name, number in (pair for word in query for pair in self._names.get(word, ())):
            if name <= query.keys():
                fits[number] = max(fits[number], sum(query[word] for word in name - naming) / total)
        return fits

    @staticmethod
    def _hit(topic: Topic, language: str, query: Mapping[str, float]) -> Hit:
        section = topic.sections[language]
        by_head = {head(word): rarity for word, rarity in query.items()}
        rare = {word for word, rarity in by_head.items() if rarity >= MIN_MARKED_RARITY} or set(by_head)
        heading, excerpt = mark(section.title, rare), mark(choose_excerpt(section, by_head), rare)
        question = ("", language)
        if "<mark>" not in heading + excerpt:
            asked = [(one, tag) for tag, several in topic.questions.items() for one in several]
            asked += [(name, language) for name in topic.names] or [question]
            question = max(asked, key=lambda pair: overlap(set(map(head, words(pair[0]))), by_head))
        # Names and questions of either language lead to a topic.
        written_in = "zh-Hant" if any(map(is_han, question[0])) else "en"
        return Hit(topic, heading, excerpt, mark(question[0], rare), written_in)


def shorten_query(text: str) -> tuple[str, bool]:
    """Return the query as far as it is read, and whether it was cut."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    first = plain[:MAX_QUERY_CHARACTERS].rstrip()
    return first, max(len(plain), len(unicodedata.normalize("NFKC", first))) > MAX_QUERY_CHARACTERS


@read_once
def library() -> Library:
    """Return the library of all games."""
    return Library([topic for slug in slugs() for topic in read_topics(slug)])


def _count_words(topic: Topic) -> Counter[str]:
    """Count the words of a topic by their weights."""
    bag: Counter[str] = Counter()
    names = [*topic.names, *(question for asked in topic.questions.values() for question in asked)]
    weights = {"\n".join(names): NAME}
    for section in topic.sections.values():
        weights |= {section.title: HEADING, section.text: TEXT}
    for text, weight in weights.items():
        bag.update(words(text) * weight)
    return bag


def _choose_best(postings: Postings) -> Postings:
    numbers, scores = postings
    if len(numbers) <= MAX_TOPICS_OF_WORD:
        return postings
    places = sorted(nlargest(MAX_TOPICS_OF_WORD, range(len(numbers)), key=scores.__getitem__))
    return array("I", (numbers[at] for at in places)), array("d", (scores[at] for at in places))


def _near_words(word: str) -> set[str]:
    """Return all texts that differ from a word by one changed, added, missing or swapped letter."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    near = {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    near |= {left + right[1:] for left, right in cuts if right}
    return near | {left + letter + right[gone:] for left, right in cuts for letter in _ALPHABET for gone in (0, 1)}
