"""One word for one thing: what the tables of terms retired is in no rule, help, label or term of a finished game."""

import ast
import re
from collections.abc import Iterator

import pytest
from retired_words import EVERY_GAME, FINISHED, RETIRED
from shipped import SHIPPED

from scorers.po_catalog import load_translator
from scorers.registry import folder
from web.common.languages import LANGUAGES
from web.rules.markdown import read_terms
from web.rules.model import rules

pytestmark = pytest.mark.usefixtures("application_context")
IN_TEMPLATE = re.compile(r"""\b_\((?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")


def find_strings(slug: str) -> Iterator[str]:
    """What the code and the templates in a game's folder say, in English."""
    for file in sorted(folder(slug).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "N_":
                yield from (str(text.value) for text in node.args[:1] if isinstance(text, ast.Constant))
    for file in sorted(folder(slug).glob("*.html")):
        yield from map("".join, IN_TEMPLATE.findall(file.read_text(encoding="utf-8")))


def texts(slug: str, lang: str) -> Iterator[tuple[str, str]]:
    """All texts of a game in a language, each with where it stands."""
    for section in rules(slug, lang).sections:
        yield f"rules#{section.id}", f"{section.title}\n{section.text}"
    for term in read_terms(slug):
        yield f"terms#{term.id}", term.names[lang]
    translate = load_translator(lang)
    for text in find_strings(slug):
        yield "interface", translate(text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", FINISHED)
def test_retired_words_are_written_nowhere(slug: str, lang: str) -> None:
    patterns = [
        (re.compile(pattern), instead)
        for game, tag, pattern, instead in RETIRED
        if game in (EVERY_GAME, slug) and tag == lang
    ]
    found = [
        (where, match[0], instead)
        for where, text in texts(slug, lang)
        for pattern, instead in patterns
        for match in pattern.finditer(text)
    ]
    assert found == []


def test_every_retired_word_names_a_game_and_a_language() -> None:
    assert {game for game, *_ in RETIRED} <= {EVERY_GAME, *SHIPPED}
    assert {tag for _, tag, *_ in RETIRED} == set(LANGUAGES)
    assert set(FINISHED) <= set(SHIPPED)


def test_strings_of_code_and_templates_are_found() -> None:
    strings = list(find_strings("chang_cheng"))
    assert "Prestige track" in strings
    assert "What is on this space?" in strings
