"""Finding a rule: every section of every game, indexed once at start-up (SQLite FTS5, in memory)."""

import sqlite3
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from flask import Flask, current_app
from markupsafe import Markup

from web.locale import LANGUAGES
from web.queries import Query, Said, indexed, say, sentences
from web.rules import Rules, Section, Term

LONGEST = 100
"""Characters of a query that are read."""
SHOWN = 20
"""Hits on a page."""
CONSIDERED = 200
"""Sections that each step of the ranking looks at: words that stand in more of them tell little, and this bounds the time."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that was found: its heading and the sentence that tells most, what was asked for marked."""

    rules: Rules
    section: Section
    heading: Markup
    told: Markup


@dataclass(frozen=True, slots=True)
class Found:
    """The hits, best first, in `language`: the one asked for unless only another has any; `more` if not all are here."""

    hits: Sequence[Hit]
    language: str
    more: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    """A section as it is searched: `terms` are those that lead to it, `names` its heading and each term's names, one a line.

    Below a chapter's heading, a section is also named by both headings.
    """

    rules: Rules
    section: Section
    heading: Said
    terms: Sequence[Said]
    names: Said
    lead: Sequence[Said]
    text: Sequence[Said]


def index_all(app: Flask) -> None:
    """Index the rules and terms that the application has read."""
    app.extensions["search"] = Library(app.extensions["rules"], app.extensions["terms"])


def find(typed: str, language: str, game: str) -> Found:
    """What a query finds, the hits of `game` (a slug, or "") first."""
    library: Library = current_app.extensions["search"]
    return library.find(typed, language, game)


def shortened(typed: str) -> tuple[str, bool]:
    """A query as it is read, and whether it was cut."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in typed).split())
    return plain[:LONGEST].rstrip(), len(plain) > LONGEST


class Library:
    """All sections in all languages. Any thread may ask."""

    def __init__(self, rules: Mapping[tuple[str, str], Rules], terms: Mapping[str, Sequence[Term]]) -> None:
        self._entries: list[_Entry] = []
        self._rows: dict[tuple[str, str], tuple[int, int]] = {}
        self._lock = Lock()
        self._index = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._index.close)
        self._index.execute(
            "CREATE VIRTUAL TABLE rules USING fts5(heading, terms, text, chapter, game, tokenize=ascii, prefix='1 2 3', content='')"
        )
        for language in LANGUAGES:
            start = len(self._entries)
            for slug in dict.fromkeys(slug for slug, _ in rules):
                first = len(self._entries)
                self._add(rules[slug, language], {tag: rules[slug, tag].title for tag in LANGUAGES}, terms[slug])
                self._rows[language, slug] = first, len(self._entries) - 1
            self._rows[language, ""] = start, len(self._entries) - 1
        self._titles = say("\n".join(book.title for book in rules.values()))
        self._index.execute("INSERT INTO rules(rules) VALUES ('optimize')")

    def _add(self, rules: Rules, titles: Mapping[str, str], terms: Sequence[Term]) -> None:
        """A game's sections in one language. Terms lead to their rule, the game's own title to the first section."""
        game = _names(titles, rules.language)
        leading = {rules.sections[0].id: [game]}
        for term in terms:
            leading.setdefault(term.rule, []).append(_names(term.names, rules.language, term.printed))
        above = {section.id: [chapter.title] for chapter, below in rules.chapters() for section in below}
        for section in rules.sections:
            names, chapter = leading.get(section.id, []), above.get(section.id, [])
            entry = _Entry(
                rules,
                section,
                heading=say(section.title),
                terms=[say(" · ".join(term)) for term in names],
                names=say("\n".join([section.title, " ".join([*chapter, section.title]), *(name for term in names for name in term)])),
                lead=sentences(section.lead.striptags()),
                text=sentences(section.text),
            )
            columns = ([entry.heading], entry.terms, entry.text, map(say, chapter), map(say, game))
            row = (len(self._entries), *map(indexed, columns))
            self._index.execute("INSERT INTO rules(rowid, heading, terms, text, chapter, game) VALUES (?, ?, ?, ?, ?, ?)", row)
            self._entries.append(entry)

    def find(self, typed: str, language: str, game: str = "") -> Found:
        """The sections that meet every word.

        Headings and names come before text, `game` before the others. Where the language asked for has none, another is asked; where no
        language has any, Chinese characters need no longer stand together.
        """
        asked = Query.read(typed)
        for query in (asked, asked.apart()) if asked.words else ():
            for tag in sorted(LANGUAGES, key=lambda tag: tag != language):
                if rows := self._ranked(query, tag, game):
                    return Found([_hit(self._entries[row], query) for row in rows[:SHOWN]], tag, len(rows) > SHOWN)
        return Found((), language, more=False)

    def _ranked(self, query: Query, language: str, game: str) -> list[int]:
        """The rows that meet every word, best first; enough to fill a page.

        A word may also be met by the title of the game, except where titles alone meet them all.
        """
        title = "" if query.met(self._titles) == len(query.words) else " game"
        found: dict[int, None] = {}
        for rows in dict.fromkeys(self._rows[key] for key in ((language, game), (language, "")) if key in self._rows):
            if len(found) <= SHOWN:
                named = self._asked("SELECT rowid", query.match("heading terms chapter" + title), rows)
                entries = {row: self._entries[row] for (row,) in named}
                found |= dict.fromkeys(sorted(entries, key=lambda row: _typed(entries[row], query), reverse=True))
            if len(found) <= SHOWN:
                told = self._asked("SELECT rowid, bm25(rules, 8, 4, 1, 0, 0)", query.match("heading terms text chapter" + title), rows)
                found |= dict.fromkeys(row for row, _ in sorted(told, key=lambda ranked: ranked[1]))
        return list(found)

    def _asked(self, what: str, match: str, rows: tuple[int, int]) -> list[Any]:
        """Ask the index about rows from a first to a last."""
        query = f"{what} FROM rules WHERE rules MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?"
        with self._lock:
            return self._index.execute(query, (match, *rows, CONSIDERED)).fetchall()


def _names(names: Mapping[str, str], language: str, *more: str) -> list[str]:
    """The names in all languages, the own first, each once."""
    own_first = [names[tag] for tag in sorted(names, key=lambda tag: tag != language)]
    return list(dict.fromkeys(filter(None, [*own_first, *more])))


def _typed(entry: _Entry, query: Query) -> tuple[int, bool, float, float]:
    """How many of the words stand in one name that leads there, whether it is the rule itself, and how much of the name was typed.

    Of two alike, the one whose heading it is is the better.
    """
    words, share = query.nearest(entry.names)
    return words, not entry.section.id.startswith("disputed-"), share, query.nearest(entry.heading)[1]


def _hit(entry: _Entry, query: Query) -> Hit:
    """An entry with the sentence or term that has most of the words; of what its heading has already said, how it begins."""
    told = max([*entry.text, *entry.terms], key=query.met, default=say(""))
    if query.met(told) <= query.met(entry.heading):
        told = max(entry.lead or entry.text, key=query.met, default=told)
    return Hit(entry.rules, entry.section, query.mark(entry.heading), query.mark(told))
