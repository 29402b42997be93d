"""The search index: the sections of all rules with every name that leads to them, and a SQLite FTS5 index of their words."""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from web.rules.model import Rules, Section, Term, read_table
from web.search.text import Field, Text, sentences

ID_WEIGHTS = {"disputed": 0.8, "two-": 0.9, "card-": 0.9, "editions": 0.9, "module": 0.9}
"""Weight by id prefix of disputed rules, exceptions, optional cards and modules, which rank below the main rule."""
SUMMARY_WEIGHT = 0.8
"""Weight of sections in the first chapter, which summarises all the others."""
_TABLE_HEAD = re.compile('<thead>.*?</thead>|<p class="kind">.*?</p>', re.DOTALL)
_CELL = re.compile("<(?:th|p)[^>]*>.*?</(?:th|p)>", re.DOTALL)
_LINKS = ("See also:", "另見：")
"""First words of paragraphs that only refer to other sections."""


class Alias(NamedTuple):
    """Another name for a thing, and the heading that explains it; an alias of the first heading is another name of the game."""

    language: str
    alias: str
    rule: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A section as the search sees it."""

    rules: Rules
    section: Section
    heading: Text
    other_names: Sequence[Text]
    """Its heading in other languages, its terms and its aliases."""
    sentences: Sequence[Text]
    table_heads: Sequence[Text]
    """The head rows of its tables and the headings of its notes, which answer nothing by themselves."""
    names: Sequence[Field]
    """Its heading, alone and with its chapter's, and its other names."""
    all_names: Field
    chapter: Field
    text: Field
    weight: float
    summary: bool
    """Whether it is in the first chapter, which summarises all the others."""


def read_aliases(slug: str) -> tuple[Alias, ...]:
    """Read a game's aliases, which are optional."""
    return tuple(Alias(**row) for row in read_table(slug, "aliases.tsv"))


def entries(rules: Rules, others: Sequence[Rules], terms: Sequence[Term], aliases: Sequence[Alias]) -> Iterator[Entry]:
    """Yield a game's sections in one language, with their headings in the languages of `others`.

    Terms and aliases lead to their rule, the game's titles to the first section.
    """
    (first, below_first), *_ = rules.chapters()
    summaries = {section.id for section in (first, *below_first)}
    chapters = {section.id: chapter.title for chapter, below in rules.chapters() for section in below}
    names = {section.id: [book.by_id[section.id].title for book in others] for section in rules.sections}
    names[first.id] += [book.title for book in (rules, *others)]
    for term in terms:
        own_language_first = sorted(term.names, key=lambda tag: tag != rules.language)
        names[term.rule] += dict.fromkeys(
            filter(None, [*map(term.names.__getitem__, own_language_first), term.printed])
        )
    for alias in aliases:
        names[alias.rule].append(alias.alias)
    for section in rules.sections:
        heading, chapter = Text.of(section.title), Text.of(chapters.get(section.id, ""))
        other_names = list(map(Text.of, names[section.id]))
        text = [sentence for sentence in sentences(section.text) if not sentence.display.startswith(_LINKS)]
        table_heads = [" · ".join(map(_strip_tags, _CELL.findall(row))) for row in _TABLE_HEAD.findall(section.body)]
        yield Entry(
            rules,
            section,
            heading,
            other_names,
            sentences=[sentence for sentence in text if sentence.display not in table_heads],
            table_heads=list(map(Text.of, table_heads)),
            names=list(map(Field.of, [heading, Text.of(f"{chapter.display} {section.title}"), *other_names])),
            all_names=Field.of(heading, *other_names),
            chapter=Field.of(chapter),
            text=Field.of(*text),
            weight=SUMMARY_WEIGHT if section.id in summaries else _weight(section.id),
            summary=section.id in summaries,
        )


def _strip_tags(cell: str) -> str:
    return Markup(cell).striptags()  # noqa: S704  never shown as HTML


def _weight(section_id: str) -> float:
    return next((weight for prefix, weight in ID_WEIGHTS.items() if section_id.startswith(prefix)), 1)


def build_index(entries: Iterable[Entry]) -> sqlite3.Connection:
    """Build the index: row n is entry n, with the words of its names, its chapter's heading and its text."""
    index = sqlite3.connect(":memory:", check_same_thread=False)
    index.execute(
        "CREATE VIRTUAL TABLE sections USING fts5(names, chapter, text, tokenize=ascii, prefix='1 2 3', detail=column, content='')"
    )
    rows = [
        (row, " ".join(entry.all_names.words), " ".join(entry.chapter.words), " ".join(entry.text.words))
        for row, entry in enumerate(entries)
    ]
    index.executemany("INSERT INTO sections(rowid, names, chapter, text) VALUES (?, ?, ?, ?)", rows)
    index.execute("INSERT INTO sections(sections) VALUES ('optimize')")
    index.commit()
    return index
