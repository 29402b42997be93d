"""The sections of all rules as they are searched, with every name that leads to each, and the index over their words (SQLite FTS5)."""

import csv
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from scorers.registry import folder
from web.rules.model import Rules, Section, Term
from web.search.text import Field, Text, sentences
from web.search.vocabulary import Vocabulary

EXCEPTIONS = {"disputed": 0.8, "two-": 0.9, "card-": 0.9, "editions": 0.9}
"""How the ids of other readings, exceptions and optional cards begin, and what they count beside the main rule, which comes first."""
_HEAD, _CELL = re.compile('<thead>.*?</thead>|<p class="kind">.*?</p>', re.DOTALL), re.compile("<(?:th|p)[^>]*>.*?</(?:th|p)>", re.DOTALL)
_LINKS = ("See also:", "另見：")
"""How a paragraph begins that only leads on, and answers nothing."""
SUMMARY = 0.8
"""What a section of the first chapter counts, which has something of all the others."""
WITH_CHAPTER, IN_TERM = 0.9, 0.95
"""What a heading behind its chapter's counts beside the heading alone, and what a term or another name counts."""


class Alias(NamedTuple):
    """Another name of a thing and the heading it leads to; what leads to the first heading is another name of the game."""

    language: str
    alias: str
    rule: str


@dataclass(frozen=True, slots=True)
class Name:
    """One of the names that lead to a section, and what it counts beside its heading."""

    field: Field
    weight: float = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """A section as it is searched.

    Its names are its heading, alone, with its chapter's and in other languages, its terms and its aliases.
    """

    rules: Rules
    section: Section
    heading: Text
    terms: Sequence[Text]
    sentences: Sequence[Text]
    heads: Sequence[Text]
    """The first rows of its tables and what its notes are headed, which answer nothing by themselves."""
    names: Sequence[Name]
    all_names: Field
    chapter: Field
    text: Field
    weight: float
    summary: bool
    """Whether it is in the first chapter, which has something of all the others."""


def read_aliases(slug: str) -> tuple[Alias, ...]:
    """The other names in a game's folder; it need not have any."""
    file = folder(slug) / "aliases.tsv"
    if not file.exists():
        return ()
    with file.open(encoding="utf-8", newline="") as table:
        return tuple(Alias(**row) for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def entries(rules: Rules, others: Sequence[Rules], terms: Sequence[Term], aliases: Sequence[Alias]) -> Iterator[Entry]:
    """A game's sections in one language, and what they are called in `others`.

    Terms and aliases lead to their rule, the game's titles to the first section.
    """
    (card, more), *_ = rules.chapters()
    first, summaries = card.id, {section.id for section in (card, *more)}
    titles = [book.title for book in (rules, *others)]
    leading = {section.id: [book.by_id[section.id].title for book in others] for section in rules.sections}
    names = {section: list(several) for section, several in leading.items()}
    leading[first].append(" · ".join(titles))
    names[first] += titles
    for term in terms:
        own_first = [term.names[tag] for tag in sorted(term.names, key=lambda tag: tag != rules.language)]
        several = list(dict.fromkeys(filter(None, [*own_first, term.printed])))
        leading[term.rule].append(" · ".join(several))
        names[term.rule] += several
    for alias in aliases:
        leading[alias.rule].append(alias.alias)
        names[alias.rule].append(alias.alias)
    above = {section.id: chapter.title for chapter, below in rules.chapters() for section in below}
    for section in rules.sections:
        heading, chapter = Text.of(section.title), Text.of(above.get(section.id, ""))
        whole = Text.of(f"{chapter.display} {section.title}")
        other_names = list(map(Text.of, names[section.id]))
        text = [sentence for sentence in sentences(section.text) if not sentence.display.startswith(_LINKS)]
        heads = [" · ".join(map(_strip, _CELL.findall(row))) for row in _HEAD.findall(section.body)]
        yield Entry(
            rules,
            section,
            heading,
            terms=list(map(Text.of, leading[section.id])),
            sentences=[sentence for sentence in text if sentence.display not in heads],
            heads=list(map(Text.of, heads)),
            names=[Name(Field.of(heading)), Name(Field.of(whole), WITH_CHAPTER), *(Name(Field.of(name), IN_TERM) for name in other_names)],
            all_names=Field.of(heading, *other_names),
            chapter=Field.of(chapter),
            text=Field.of(*text),
            weight=SUMMARY if section.id in summaries else _weight(section.id),
            summary=section.id in summaries,
        )


def _strip(cell: str) -> str:
    return Markup(cell).striptags()  # noqa: S704  it is not shown


def _weight(section: str) -> float:
    return next((weight for beginning, weight in EXCEPTIONS.items() if section.startswith(beginning)), 1)


def vocabulary_of(every: Iterable[Entry]) -> Vocabulary:
    """The words of all sections and names."""
    sections: dict[str, list[frozenset[str]]] = {}
    names: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for entry in every:
        sections.setdefault(entry.rules.language, []).append(entry.all_names.words | entry.text.words)
        labels = [entry.heading, *entry.terms]
        names.setdefault(entry.rules.slug, []).append(("\n".join(text.folded for text in labels), entry.all_names.words))
    return Vocabulary(sections, names)


def index_of(every: Iterable[Entry]) -> sqlite3.Connection:
    """The index: which entries, counted from 0, have a word in their names, their chapter's heading or their text."""
    index = sqlite3.connect(":memory:", check_same_thread=False)
    index.execute(
        "CREATE VIRTUAL TABLE sections USING fts5(names, chapter, text, tokenize=ascii, prefix='1 2 3', detail=column, content='')"
    )
    columns = ((" ".join(field.words) for field in (entry.all_names, entry.chapter, entry.text)) for entry in every)
    index.executemany(
        "INSERT INTO sections(rowid, names, chapter, text) VALUES (?, ?, ?, ?)", ((row, *three) for row, three in enumerate(columns))
    )
    index.execute("INSERT INTO sections(sections) VALUES ('optimize')")
    index.commit()
    return index


def open_index(data: bytes) -> sqlite3.Connection:
    """An index that was serialized."""
    index = sqlite3.connect(":memory:", check_same_thread=False)
    index.deserialize(data)
    return index
