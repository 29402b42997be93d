"""The search index: the sections of all rules with every name that leads to them, and a SQLite FTS5 index of their words."""

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

ID_WEIGHTS = {"disputed": 0.8, "two-": 0.9, "card-": 0.9, "editions": 0.9, "module": 0.9}
"""Weight by id prefix of disputed readings, exceptions, optional cards and modules, which rank below the main rule."""
_HEAD, _CELL = re.compile('<thead>.*?</thead>|<p class="kind">.*?</p>', re.DOTALL), re.compile("<(?:th|p)[^>]*>.*?</(?:th|p)>", re.DOTALL)
_LINKS = ("See also:", "另見：")
"""First words of paragraphs that only refer to other sections."""
SUMMARY_WEIGHT = 0.8
"""Weight of sections in the first chapter, which summarises all the others."""
CHAPTER_NAME_WEIGHT, TERM_WEIGHT = 0.9, 0.95
"""Weight of a heading together with its chapter's, and of a term or alias, relative to the heading alone."""


class Alias(NamedTuple):
    """Another name for a thing, and the heading that explains it; an alias of the first heading is another name of the game."""

    language: str
    alias: str
    rule: str


@dataclass(frozen=True, slots=True)
class Name:
    """One of the names that lead to a section, and its weight relative to the heading."""

    field: Field
    weight: float = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """A section as the search sees it.

    Its names are its heading (alone, with its chapter's, in other languages), its terms and its aliases.
    """

    rules: Rules
    section: Section
    heading: Text
    terms: Sequence[Text]
    sentences: Sequence[Text]
    heads: Sequence[Text]
    """The head rows of its tables and the headings of its notes, which answer nothing by themselves."""
    names: Sequence[Name]
    all_names: Field
    chapter: Field
    text: Field
    weight: float
    summary: bool
    """Whether it is in the first chapter, which summarises all the others."""


def read_aliases(slug: str) -> tuple[Alias, ...]:
    """Read a game's aliases, which are optional."""
    file = folder(slug) / "aliases.tsv"
    if not file.exists():
        return ()
    with file.open(encoding="utf-8", newline="") as table:
        return tuple(Alias(**row) for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def entries(rules: Rules, others: Sequence[Rules], terms: Sequence[Term], aliases: Sequence[Alias]) -> Iterator[Entry]:
    """Yield a game's sections in one language, with their headings in the languages of `others`.

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
            names=[
                Name(Field.of(heading)),
                Name(Field.of(whole), CHAPTER_NAME_WEIGHT),
                *(Name(Field.of(name), TERM_WEIGHT) for name in other_names),
            ],
            all_names=Field.of(heading, *other_names),
            chapter=Field.of(chapter),
            text=Field.of(*text),
            weight=SUMMARY_WEIGHT if section.id in summaries else _weight(section.id),
            summary=section.id in summaries,
        )


def _strip(cell: str) -> str:
    return Markup(cell).striptags()  # noqa: S704  never shown as HTML


def _weight(section: str) -> float:
    return next((weight for beginning, weight in ID_WEIGHTS.items() if section.startswith(beginning)), 1)


def vocabulary_of(every: Iterable[Entry]) -> Vocabulary:
    """Build the vocabulary of all sections and names."""
    sections: dict[str, list[frozenset[str]]] = {}
    names: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for entry in every:
        sections.setdefault(entry.rules.language, []).append(entry.all_names.words | entry.text.words)
        labels = [entry.heading, *entry.terms]
        names.setdefault(entry.rules.slug, []).append(("\n".join(text.folded for text in labels), entry.all_names.words))
    return Vocabulary(sections, names)


def index_of(every: Iterable[Entry]) -> sqlite3.Connection:
    """Build the index: row n is entry n, with the words of its names, its chapter's heading and its text."""
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
