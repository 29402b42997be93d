"""The rules of a game: sections, terms, and the steps of the set-up."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

from markupsafe import Markup

from scorers.registry import folder
from web.common.content import read_once
from web.common.languages import language

_DISPUTE = re.compile(r'href="#(disputed-[a-z0-9-]+)"')


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary term: its name in every language, the word `printed` on the pieces, and the heading that explains
    it.
    """

    id: str
    names: Mapping[str, str]
    printed: str
    rule: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and everything up to the next: `body` is HTML, `lead` its first paragraph, `text` the body without
    markup.
    """

    id: str
    level: int
    title: str
    body: Markup
    lead: Markup
    text: str


@dataclass(frozen=True, slots=True)
class Rules:
    """One game's rules in one language; sections in reading order."""

    slug: str
    language: str
    title: str
    edition: str
    changed: date
    sections: tuple[Section, ...]
    by_id: dict[str, Section] = field(repr=False)

    def chapters(self) -> Iterator[tuple[Section, list[Section]]]:
        """Yield the sections of level 2, each with its subsections."""
        chapters: list[tuple[Section, list[Section]]] = []
        for section in self.sections:
            if section.level == 2:
                chapters.append((section, []))
            else:
                chapters[-1][1].append(section)
        yield from chapters

    def disputes_of(self, section: Section) -> list[Section]:
        """Return the disputed rules that a rule refers to."""
        return [] if section.id.startswith("disputed") else [self.by_id[dispute] for dispute in _disputes(section)]

    def rules_of(self, dispute: Section) -> list[Section]:
        """Return the rules that refer to a disputed rule, without the player aid."""
        _, *chapters = self.chapters()
        return [
            section
            for chapter, below in chapters
            for section in (chapter, *below)
            if dispute in self.disputes_of(section)
        ]


def _disputes(section: Section) -> list[str]:
    return list(dict.fromkeys(_DISPUTE.findall(section.body)))


def read_table(slug: str, name: str) -> list[dict[str, str]]:
    """Return the rows of a table in a game's folder; none if it is missing, since its tables are optional."""
    file = folder(slug) / name
    return read_rows(file) if file.exists() else []


def read_rows(file: Path) -> list[dict[str, str]]:
    """Return the rows of a table whose cells are separated by tabs, and whose first row names the columns."""
    rows = file.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE))


@read_once
def rules(slug: str, language: str) -> Rules:
    """Return a game's rules in a language."""
    from web.rules.markdown import read_rules  # not in the browser's bundle

    return read_rules(slug, language)


def terms(slug: str) -> tuple[Term, ...]:
    """Return a game's glossary in alphabetical order in the language of this request."""
    return sort_terms(slug, language())


@read_once
def sort_terms(slug: str, language: str) -> tuple[Term, ...]:
    """Return a game's glossary in alphabetical order in a language."""
    from web.rules.markdown import alphabetical, read_terms

    return tuple(sorted(read_terms(slug), key=partial(alphabetical, language=language)))


def first_chapter(slug: str) -> str:
    """Return the id of the first chapter after the quick reference."""
    return str(next(chapter.id for chapter, _ in list(rules(slug, language()).chapters())[1:]))


CHAPTER = "setup"
"""The id of the set-up chapter in every game's rules."""
_BLOCK = re.compile(r'<ol>.*?</ol>|<div class="scroll"><table>.*?</table></div>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the chapter."""

    head: tuple[Markup, ...]
    rows: tuple[tuple[Markup, ...], ...]

    def narrow(self, seats: int, counts: Sequence[int]) -> "Table":
        """Return the part of the table for a number of players, out of the `counts` that the game allows.

        That is the column or row of this number, or the first rows if the rows are places in the turn order, or else
        the whole table.
        """
        if _numbers(self.head[1:]) == [*counts]:
            at = 1 + counts.index(seats)
            return Table((self.head[0], self.head[at]), tuple((row[0], row[at]) for row in self.rows))
        first = _numbers([row[0] for row in self.rows])
        if first == [*counts]:
            return Table(self.head, (self.rows[counts.index(seats)],))
        if first == [*range(1, counts[-1] + 1)]:
            return Table(self.head, self.rows[:seats])
        return self


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a stage: steps to tick off, a table, or text."""

    steps: tuple[Markup, ...] = ()
    table: Table | None = None
    text: Markup | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A heading of the chapter and the parts below it."""

    id: str
    title: str
    parts: tuple[Part, ...]


@read_once
def stages(slug: str, language: str) -> tuple[Stage, ...]:
    """Return the stages of a game's set-up; none if its rules have no set-up chapter."""
    return tuple(_read_stages(rules(slug, language)))


def _read_stages(rules: Rules) -> Iterator[Stage]:
    for chapter, below in rules.chapters():
        if chapter.id == CHAPTER:
            yield from (Stage(section.id, section.title, tuple(_parts(section))) for section in (chapter, *below))


def _parts(section: Section) -> Iterator[Part]:
    """Split a section's body into lists of steps, tables, and the text between them."""
    body, end = str(section.body), 0
    for match in _BLOCK.finditer(body):
        yield from _text(body[end : match.start()])
        if match[0].startswith("<ol>"):
            yield Part(steps=tuple(Markup(step.strip()) for step in re.findall(r"<li>(.*?)</li>", match[0], re.DOTALL)))  # noqa: S704
        else:
            yield Part(table=_table(match[0]))
        end = match.end()
    yield from _text(body[end:])


def _text(body: str) -> Iterator[Part]:
    if body.strip():
        yield Part(text=Markup(body.strip()))  # noqa: S704  rendered Markdown, raw HTML off


def _table(body: str) -> Table:
    head, *rows = (
        tuple(Markup(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL))  # noqa: S704
        for row in re.findall(r"<tr>.*?</tr>", body, re.DOTALL)
    )
    return Table(head, tuple(rows))


def _numbers(cells: Sequence[Markup]) -> list[int | None]:
    return [int(cell) if cell.isdecimal() else None for cell in cells]
