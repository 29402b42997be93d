"""Each game's rules as sections, which pages, pop-ups and the search share."""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from markupsafe import Markup

from scorers.registry import folder
from web.common.content import read_once
from web.common.languages import language

_DISPUTE = re.compile(r'href="#(disputed-[a-z0-9-]+)"')


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary term: its name in every language, the word `printed` on the pieces, and the heading that explains it."""

    id: str
    names: Mapping[str, str]
    printed: str
    rule: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and everything up to the next: `body` is HTML, `lead` its first paragraph, `text` the body without markup."""

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
    """Return the rows of a table in a game's folder; none if it is missing, since terms and aliases are optional."""
    file = folder(slug) / name
    rows = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
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
