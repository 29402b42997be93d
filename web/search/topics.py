"""What is searched: the sections of a game's rules and its calculators, with other names and players' questions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from scorers.po_catalog import load_translator
from scorers.registry import game
from web.common.languages import LANGUAGES
from web.rules.model import Section, read_rows, read_table, rules

CALCULATOR = "help/"  # what the id of a calculator begins with, as the end of its address does
SHARED_QUESTIONS = Path(__file__).with_name("questions.tsv")  # about sections that many games have


@dataclass(frozen=True, slots=True)
class Topic:
    """A section or a calculator by language, with its names (terms and aliases) and its questions by language."""

    slug: str
    id: str
    sections: Mapping[str, Section]
    names: Sequence[str]
    questions: Mapping[str, Sequence[str]]

    @property
    def calculator(self) -> str:
        """The name of the calculator, or "" for a section."""
        return self.id.removeprefix(CALCULATOR) if self.id.startswith(CALCULATOR) else ""


def read_topics(slug: str) -> list[Topic]:
    """Read the topics of a game, in the order of its rules. The names of the first are those of the game."""
    from web.rules.markdown import read_terms  # not in the browser's bundle

    books = {language: rules(slug, language) for language in LANGUAGES}
    sections = {one.id: {tag: book.by_id[one.id] for tag, book in books.items()} for one in books["en"].sections}
    names: dict[str, list[str]] = defaultdict(list, {next(iter(sections)): [book.title for book in books.values()]})
    for term in read_terms(slug):
        names[term.rule] += filter(None, [*term.names.values(), term.printed])
    for row in read_table(slug, "aliases.tsv"):
        names[row["rule"]].append(row["alias"])
    asked: dict[str, dict[str, list[str]]] = defaultdict(lambda: {language: [] for language in LANGUAGES})
    for row in (*read_rows(SHARED_QUESTIONS), *read_table(slug, "questions.tsv")):
        asked[row["section"]][row["language"]].append(row["question"])
    return [Topic(slug, key, one, names[key], asked[key]) for key, one in (sections | _read_calculators(slug)).items()]


def _read_calculators(slug: str) -> dict[str, dict[str, Section]]:
    calculators: dict[str, dict[str, Section]] = defaultdict(dict)
    for name, calculator in game(slug).calculators.items():
        for language in LANGUAGES:
            title, intro = map(load_translator(language), (calculator.title, calculator.intro))
            body = Markup("<p>{}</p>").format(intro)
            calculators[CALCULATOR + name][language] = Section(CALCULATOR + name, 2, title, body, body, intro)
    return calculators
