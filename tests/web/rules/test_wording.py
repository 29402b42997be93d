"""The wording of the rules: what a sheet quotes, how inferences and disputes are marked, and the sections that every game has."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from shipped import SHIPPED

from scorers.entries import Records, entries_of
from scorers.model import scoring_heading
from scorers.registry import game
from web.rules.model import Rules, rules

pytestmark = pytest.mark.usefixtures("application_context")


def read_table(name: str) -> list[dict[str, str]]:
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table, delimiter="\t"))


SECTIONS = read_table("required_sections.tsv")
"""Id and titles of the sections that every game has, in their order."""
NOTES = [tuple(row.values()) for row in read_table("rule_notes.tsv")]
"""Game, section, and the dispute that the section links to; without a dispute, part of the section is our inference."""
PAGE_WORDS = {"en": ("this page", "score sheet", "options", "switch"), "zh-Hant": ("本頁", "計分表", "選項", "切換")}
"""Words that make no sense where a sheet quotes a rule beside an entry."""
INFERENCE = {
    "en": r"\(Not in the rules; we infer it because [^()]+\.\)",
    "zh-Hant": r"（規則未寫明；我們的推論：[^（）]+。）",
}
SOURCE = {"en": r"\(Source: [^()]+\.\)", "zh-Hant": r"（出處：[^（）]+。）"}
CHOICE = {"en": "(our choice):", "zh-Hant": "（我們採用）："}
FORMER = {"en": ("One source only", "(default):", "Default:"), "zh-Hant": ("只有一份資料提到", "（預設）：", "預設：")}
"""Former wordings of inferences, sources and choices."""


def find_quotes(book: Rules) -> Iterator[str]:
    """The first paragraphs of the rules that the entries and lines of a game's sheet name."""
    the_game = game(book.slug)
    inner = [the_game.sheet]
    while inner:
        for entry in entries_of(inner.pop()).values():
            if entry.heading:
                yield book.by_id[entry.heading].lead
            inner += [entry.of] if isinstance(entry, Records) else []
    yield from (book.by_id[scoring_heading(key)].lead for key in the_game.lines)


@pytest.mark.parametrize("slug", SHIPPED)
def test_quoted_rules_do_not_mention_page_or_sheet(slug: str, lang: str) -> None:
    assert [(lead, word) for lead in find_quotes(rules(slug, lang)) for word in PAGE_WORDS[lang] if word in lead] == []


@pytest.mark.parametrize(("slug", "section"), [(slug, section) for slug, section, dispute in NOTES if not dispute])
def test_inferred_rules_are_marked(slug: str, section: str, lang: str) -> None:
    assert {"en": "infer", "zh-Hant": "推論"}[lang] in rules(slug, lang).by_id[section].text


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_game_has_the_required_sections(slug: str, lang: str) -> None:
    required = {row["id"]: row[lang] for row in SECTIONS}
    assert [(section.id, section.title) for section in rules(slug, lang).sections if section.id in required] == list(
        required.items()
    )


@pytest.mark.parametrize("slug", SHIPPED)
def test_inferences_and_sources_have_one_wording(slug: str, lang: str) -> None:
    text = "\n".join(section.text for section in rules(slug, lang).sections)
    for words, formula in (
        ({"en": "infer", "zh-Hant": "推論"}, INFERENCE),
        ({"en": "Source:", "zh-Hant": "出處"}, SOURCE),
    ):
        assert len(re.findall(formula[lang], text)) == text.count(words[lang])
    assert re.search(INFERENCE[lang], text)
    assert [words for words in FORMER[lang] if words in text] == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_disputes_list_our_interpretation_first(slug: str, lang: str) -> None:
    for section in rules(slug, lang).sections:
        if section.id.startswith("disputed-"):
            _, question, first, *_ = section.text.splitlines()
            assert question.endswith(("?", "？")), section.id
            assert CHOICE[lang] in first
            assert section.text.count(CHOICE[lang]) == 1
            assert section.body.count("<li><strong>") >= 2


@pytest.mark.parametrize("slug", SHIPPED)
def test_common_mistakes_link_to_rules(slug: str, lang: str) -> None:
    mistakes = re.findall(r"<li>.*?</li>", rules(slug, lang).by_id["common-mistakes"].body, re.DOTALL)
    assert 5 <= len(mistakes) <= 8
    assert [mistake for mistake in mistakes if 'href="#' not in mistake] == []


@pytest.mark.parametrize(("slug", "section", "dispute"), [note for note in NOTES if note[2]])
def test_disputed_rule_links_to_the_dispute(slug: str, section: str, dispute: str, lang: str) -> None:
    book = rules(slug, lang)
    assert "note disputed" in book.by_id[dispute].body
    assert f'href="#{dispute}"' in book.by_id[section].body
