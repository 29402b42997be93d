"""Checks of a game's rules, terms, aliases and questions.

Each mistake is a sentence with the file, the line and the remedy.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from scorers.entries import Entry, Records, entries_of
from scorers.model import DeclarationError, scoring_heading
from scorers.registry import folder, game
from web.common.languages import LANGUAGES
from web.common.text import fold
from web.rules.model import Rules, Section, rules

TERM_COLUMNS = ("id", "en", "zh-Hant", "printed", "rule")
ALIAS_COLUMNS = ("language", "alias", "rule")
QUESTION_COLUMNS = ("section", "language", "question")
_ID = re.compile(r"\{#([^}]*)\}")
_LINK = re.compile(r"\]\(#([^)]+)\)")
_MARKS = re.compile(
    r"<(table|tr|t[hd]|li|ol|ul|pre|figure|path|rect|circle|aside class=\"[^\"]*\"|a href=\"[^\"]*\")[ >]?"
)
_MARK_NAMES = {
    "td": "cells",
    "th": "header cells",
    "tr": "rows",
    "li": "list items",
    "ol": "numbered lists",
    "ul": "lists",
    "figure": "drawings",
}
_LEFTOVER = re.compile(r"REPLACE|請改成")


def find_mistakes(slug: str) -> list[str]:
    """Return the mistakes in a game's rules, terms, aliases and questions, a sentence each.

    They stop the start of Tally.
    """
    try:
        pages = [rules(slug, language) for language in sorted(LANGUAGES)]
    except DeclarationError as error:
        return [str(error)]
    mistakes = [mistake for page in pages for mistake in _heading_mistakes(page)]
    if not mistakes:
        mistakes = [*_order_mistakes(*pages), *_rule_mistakes(pages[0])]
    if not mistakes:
        mistakes = list(_structure_mistakes(*pages))
    headings = set().union(*(page.by_id for page in pages))
    for name, columns in (("terms.tsv", TERM_COLUMNS), ("aliases.tsv", ALIAS_COLUMNS)):
        mistakes += _table_mistakes(folder(slug) / name, columns, headings)
    answers = headings | {f"help/{name}" for name in game(slug).calculators}
    questions = folder(slug) / "questions.tsv"
    return [*mistakes, *_table_mistakes(questions, QUESTION_COLUMNS, answers), *_question_mistakes(questions)]


def find_leftovers(slug: str) -> list[str]:
    """Return the placeholders of `make game` that are left, a sentence each; Tally runs with them."""
    leftovers = []
    for file in sorted(folder(slug).rglob("*")):
        if file.suffix in (".py", ".md", ".tsv"):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                if found := _LEFTOVER.search(line):
                    leftovers.append(f"{file}:{number}: replace the text that says {found[0]}.")
    return leftovers


def _heading_mistakes(page: Rules) -> Iterator[str]:
    file = _rules_file(page)
    for section in page.sections:
        if not section.id:
            yield (
                f"{file}: the heading {section.title!r} has no id; write one such as {{#quick-reference}} in the "
                "line above it."
            )
    for heading, count in Counter(section.id for section in page.sections).items():
        if heading and count > 1:
            yield f"{_line(file, heading)}: {count} headings have the id {{#{heading}}}; each needs its own."
    if not page.sections or page.sections[0].id != "quick-reference":
        yield f"{file}: the first heading must have the id {{#quick-reference}}."
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for heading in _LINK.findall(line):
            if heading not in page.by_id:
                yield f"{file}:{number}: the link leads to #{heading}, but no heading has the id {{#{heading}}}."


def _order_mistakes(one: Rules, other: Rules) -> Iterator[str]:
    """Yield the headings that only one language has, or else the first one whose order differs."""
    for page, twin in ((one, other), (other, one)):
        for section in page.sections:
            if section.id not in twin.by_id:
                yield (
                    f"{_line(_rules_file(page), section.id)}: {_rules_file(twin).name} has no heading with the id "
                    f"{{#{section.id}}}; "
                    "all languages have the same headings in the same order."
                )
    if one.by_id.keys() == other.by_id.keys():
        for section, twin_section in zip(one.sections, other.sections, strict=True):
            if (section.id, section.level) != (twin_section.id, twin_section.level):
                yield (
                    f"{_line(_rules_file(other), twin_section.id)}: {{#{twin_section.id}}} of level "
                    f"{twin_section.level} stands where "
                    f"{_rules_file(one).name} has {{#{section.id}}} of level {section.level}."
                )
                return


def _rule_mistakes(page: Rules) -> Iterator[str]:
    """Yield the references of score.py that have no heading; all languages have the same headings."""
    declaration, file = game(page.slug), _rules_file(page)
    needed = {scoring_heading(key): f"explains the line {key!r}" for key in declaration.lines} | {
        "ties": "says who wins a tie"
    }
    for heading, purpose in needed.items():
        if heading not in page.by_id:
            yield f"{file}: a heading with the id {{#{heading}}} is missing, which {purpose}; add it in every language."
        elif heading != "ties" and not page.by_id[heading].lead:
            yield (
                f"{_line(file, heading)}: the section {{#{heading}}} needs a paragraph, which the sheet shows as help."
            )
    for label, entry in _find_entries(declaration.sheet, "Sheet"):
        if entry.heading and entry.heading not in page.by_id and entry.heading not in needed:
            yield (
                f"{folder(page.slug) / 'score.py'}: {label} follows the rule {entry.heading!r}, but no heading has "
                "that id."
            )


def _find_entries(sheet: type[object], prefix: str) -> Iterator[tuple[str, Entry[object]]]:
    for name, entry in entries_of(sheet).items():
        yield f"{prefix}.{name}", entry
        if isinstance(entry, Records):
            yield from _find_entries(entry.of, entry.of.__name__)


def _structure_mistakes(one: Rules, other: Rules) -> Iterator[str]:
    for section, twin in zip(one.sections, other.sections, strict=True):
        marks, twin_marks = (Counter(_MARKS.findall(half.body)) for half in (section, twin))
        for mark in sorted(marks | twin_marks):
            if marks[mark] != twin_marks[mark]:
                yield (
                    f"{_line(_rules_file(other), section.id)}: under {{#{section.id}}} there are {twin_marks[mark]} "
                    f"{_mark_name(mark)} "
                    f"where {_rules_file(one).name} has {marks[mark]}."
                )
        if numbers := _differing_numbers(section, twin):
            yield f"{_line(_rules_file(other), section.id)}: under {{#{section.id}}} {numbers}."


def _mark_name(mark: str) -> str:
    kind, _, detail = mark.partition(" ")
    named = {"aside": f"notes ({detail[7:-1]})", "a": f"links to {detail[6:-1]}"}
    return named.get(kind) or _MARK_NAMES.get(kind, f"<{kind}> elements")


def _differing_numbers(section: Section, twin: Section) -> str:
    """Describe the first table whose numbers differ between languages: cells with only numbers must be equal."""
    cells = [re.findall(r"<td[^>]*>([−+-]?[\d.–+\u2060]+)</td>", half.body) for half in (section, twin)]
    if cells[0] == cells[1]:
        return ""
    return (
        f"the tables' numbers are {', '.join(cells[1]) or 'none'}, but {', '.join(cells[0]) or 'none'} in the "
        "other language"
    )


def _table_mistakes(file: Path, columns: Sequence[str], headings: set[str]) -> Iterator[str]:
    """Yield the mistakes in a table, whose column `rule` or `section` says where each row leads."""
    if not file.exists():
        return
    header, *rows = file.read_text(encoding="utf-8").splitlines() or [""]
    if tuple(header.split("\t")) != tuple(columns):
        yield f"{file}:1: the columns must be {', '.join(columns)}, separated by tabs, not {header!r}."
        return
    leading = columns.index("section" if "section" in columns else "rule")
    for number, row in enumerate(rows, 2):
        cells = row.split("\t")
        if len(cells) != len(columns):
            yield f"{file}:{number}: there are {len(cells)} cells separated by tabs, but {len(columns)} columns."
        elif cells[leading] not in headings:
            yield (
                f"{file}:{number}: the {columns[leading]} is {cells[leading]!r}, but the rules have no heading with "
                "that id."
            )


def _question_mistakes(file: Path) -> Iterator[str]:
    """Yield the questions in no language of Tally, and those that an earlier line has: a question leads to one
    section.
    """
    lines: dict[tuple[str, str], int] = {}
    rows = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for number, row in enumerate(rows[1:], 2):
        _, language, question, *_ = (*row.split("\t"), "", "")
        earlier = lines.setdefault((language, fold(question).strip(" ?？")), number)
        if language not in LANGUAGES:
            yield f"{file}:{number}: the language is {language!r}, but must be one of {', '.join(LANGUAGES)}."
        elif earlier != number:
            yield (
                f"{file}:{number}: the question {question!r} is already in line {earlier}; keep it where it is "
                "answered best."
            )


def _rules_file(page: Rules) -> Path:
    return folder(page.slug) / f"rules.{page.language}.md"


def _line(file: Path, heading: str) -> str:
    """Return the file and line number of an id."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if heading in _ID.findall(line):
            return f"{file}:{number}"
    return str(file)
