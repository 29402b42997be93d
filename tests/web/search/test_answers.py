"""What players type at the table leads to the section that answers, and shows the sentence that does."""

import re

import pytest
from search_tables import TABLE_QUESTIONS
from shipped import SHIPPED

from tests.web.search.test_search import places
from web.common.languages import LANGUAGES
from web.search.ranking import Library


def test_table_has_sixty_questions_per_language_of_five_games() -> None:
    for language in LANGUAGES:
        rows = [row for row in TABLE_QUESTIONS if row[0] == language]
        assert len({row[:3] for row in rows}) == len(rows) >= 60
        assert {section.partition("#")[0] for row in rows for section in row[3]} == set(SHIPPED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_answer_comes_first_nineteen_times_in_twenty(five_games: Library, language: str) -> None:
    rows = [row for row in TABLE_QUESTIONS if row[0] == language]
    missed = [query for _, game, query, sections, _ in rows if (places(five_games.find(query, language, game)) or [""])[0] not in sections]
    assert len(missed) <= 0.05 * len(rows), missed


def test_answer_is_among_the_first_three_with_its_sentence(five_games: Library) -> None:
    for language, game, query, sections, answer in TABLE_QUESTIONS:
        hits = five_games.find(query, language, game).hits[:3]
        answering = [hit for hit in hits if f"{hit.rules.slug}#{hit.section.id}" in sections]
        assert answering, (query, [f"{hit.rules.slug}#{hit.section.id}" for hit in hits])
        assert re.search(answer, answering[0].sentence.striptags()), (query, answering[0].sentence)
