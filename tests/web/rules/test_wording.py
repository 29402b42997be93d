"""The wording of the rules, the terms of a game, and the links under a rule."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

import pytest
from flask import Flask
from proofreader import Page, Proofreader, words
from shipped import SHIPPED

from scorers.entries import Records, entries_of
from scorers.model import scoring_heading
from scorers.registry import folder, game, slugs
from scorers.trajan.bonus import TILES
from web.common.languages import LANGUAGES
from web.common.text import fold
from web.rules.model import Rules, rules, terms


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


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("slug", SHIPPED)
def test_quoted_rules_do_not_mention_page_or_sheet(slug: str, lang: str) -> None:
    assert [(lead, word) for lead in find_quotes(rules(slug, lang)) for word in PAGE_WORDS[lang] if word in lead] == []


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize(("slug", "section"), [(slug, section) for slug, section, dispute in NOTES if not dispute])
def test_inferred_rules_are_marked(slug: str, section: str, lang: str) -> None:
    assert {"en": "infer", "zh-Hant": "推論"}[lang] in rules(slug, lang).by_id[section].text


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_game_has_the_required_sections(slug: str, lang: str) -> None:
    required = {row["id"]: row[lang] for row in SECTIONS}
    assert [(section.id, section.title) for section in rules(slug, lang).sections if section.id in required] == list(
        required.items()
    )


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("slug", SHIPPED)
def test_inferences_and_sources_have_one_wording(slug: str, lang: str) -> None:
    text = "\n".join(section.text for section in rules(slug, lang).sections)
    for marks, formula in (
        ({"en": "infer", "zh-Hant": "推論"}, INFERENCE),
        ({"en": "Source:", "zh-Hant": "出處"}, SOURCE),
    ):
        assert len(re.findall(formula[lang], text)) == text.count(marks[lang])
    assert re.search(INFERENCE[lang], text)
    assert [words for words in FORMER[lang] if words in text] == []


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("slug", SHIPPED)
def test_disputes_list_our_interpretation_first(slug: str, lang: str) -> None:
    for section in rules(slug, lang).sections:
        if section.id.startswith("disputed-"):
            _, question, first, *_ = section.text.splitlines()
            assert question.endswith(("?", "？")), section.id
            assert CHOICE[lang] in first
            assert section.text.count(CHOICE[lang]) == 1
            assert section.body.count("<li><strong>") >= 2


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("slug", SHIPPED)
def test_common_mistakes_link_to_rules(slug: str, lang: str) -> None:
    mistakes = re.findall(r"<li>.*?</li>", rules(slug, lang).by_id["common-mistakes"].body, re.DOTALL)
    assert 5 <= len(mistakes) <= 8
    assert [mistake for mistake in mistakes if 'href="#' not in mistake] == []


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize(("slug", "section", "dispute"), [note for note in NOTES if note[2]])
def test_disputed_rule_links_to_the_dispute(slug: str, section: str, dispute: str, lang: str) -> None:
    book = rules(slug, lang)
    assert "note disputed" in book.by_id[dispute].body
    assert f'href="#{dispute}"' in book.by_id[section].body


def list_terms(page: Page) -> list[str]:
    """The terms of a page, in its order."""
    return [words(cell) for cell in page.all("th", scope="row")]


@pytest.mark.parametrize("slug", slugs())
def test_terms_in_english_are_in_alphabetical_order(client: Proofreader, slug: str) -> None:
    order = list_terms(client.get(f"/en/{slug}/terms"))
    assert [fold(term) for term in order] == sorted(map(fold, order))
    assert len(order) > 1 or slug not in SHIPPED


def test_chinese_terms_are_ordered_by_strokes(client: Proofreader) -> None:
    strokes = {"草地": 10, "水域": 4, "寶塔": 20, "村莊": 7, "大型省區": 3, "鳥面": 11, "省區": 9, "版圖": 8}
    order = [term for term in list_terms(client.get("/zh-Hant/qin/terms")) if term in strokes]
    assert order == sorted(strokes, key=strokes.__getitem__)


@pytest.mark.parametrize("slug", SHIPPED)
def test_term_has_the_picture_of_its_piece(client: Proofreader, slug: str) -> None:
    stems = {file.stem for file in (folder(slug) / "pieces").glob("*.svg")}
    rows = client.get(f"/en/{slug}/terms").all("tr")
    pictured = {row.get("id") for row in rows if any(part.get("class") == "picture" for part in row.iter())}
    tiles = set(TILES) if slug == "trajan" else set()
    assert len(pictured) >= 8
    assert stems == pictured | tiles, "every drawing belongs to a term or to a tile of the sheet"


@pytest.mark.parametrize("slug", slugs())
def test_both_languages_list_the_same_terms(client: Proofreader, slug: str) -> None:
    one, other = (
        {row.get("id") for row in client.get(f"/{lang}/{slug}/terms").all("tr")} for lang in ("en", "zh-Hant")
    )
    assert one == other


@pytest.mark.parametrize("slug", slugs())
def test_every_term_has_both_languages_and_a_rule(app: Flask, slug: str) -> None:
    with app.app_context():
        headings, words = rules(slug, "en").by_id, terms(slug)
    assert len(words) >= 15 or slug not in SHIPPED
    assert len({term.id for term in words}) == len(words)
    for term in words:
        assert term.rule in headings, term
        assert all(term.names[lang] for lang in LANGUAGES), term


def test_row_has_both_languages_and_the_printed_word(client: Proofreader) -> None:
    page = client.get("/zh-Hant/hansa_teutonica/terms")
    row = page.one("tr", id="actions")
    assert [words(cell) for cell in row] == ["行動（蠟印信件）", "Actions", "Actiones"]
    assert [cell.get("lang") for cell in row] == [None, "en", "en"]
    assert next(row.iter("a")).get("href") == "/zh-Hant/hansa_teutonica/rules#desk-actions"


def related(page: Page, section: str) -> list[Element]:
    """Return the paragraphs of links under a rule."""
    return [item for item in page.one("section", id=section).iter("p") if "use" in item.get("class", "").split()]


def targets(items: list[Element]) -> set[str]:
    """Return the last path segment and the fragment of each link."""
    links = [urlsplit(link.get("href", "")) for item in items for link in item.iter("a")]
    return {f"{link.path.rpartition('/')[2]}#{link.fragment}" for link in links}


@pytest.mark.usefixtures("application_context")
def test_rule_shows_its_entry_calculator_dispute_and_terms(client: Proofreader) -> None:
    page = client.get("/en/chang_cheng/rules")
    assert targets(related(page, "scoring-invasion")) >= {
        "score#c-invasion",
        "#disputed-tower",
        "#disputed-tower-majority",
        "terms#threat",
    }
    assert targets(related(page, "province-full")) == {"province#", "terms#full_province"}
    assert "The score sheet assumes: In the region it stands in · What the tower protects" in map(
        words, related(page, "action-tower")
    )
    assert "Terms: reserved space 保留的空格, tower 塔樓" in map(words, related(page, "action-tower"))


@pytest.mark.usefixtures("application_context")
def test_disputed_rule_shows_the_rules_it_concerns(client: Proofreader) -> None:
    page = client.get("/zh-Hant/chang_cheng/rules")
    assert {"#action-cards"} <= targets(related(page, "disputed-mandarin"))


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_disputed_rule_belongs_to_a_rule(slug: str, lang: str) -> None:
    book = rules(slug, lang)
    disputes = [section for section in book.sections if section.id.startswith("disputed-")]
    assert [section.id for section in disputes if not book.rules_of(section)] == []


@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("slug", SHIPPED)
def test_terms_under_a_rule_are_in_both_languages(client: Proofreader, lang: str, slug: str) -> None:
    page = client.get(f"/{lang}/{slug}/rules")
    other = next(tag for tag in LANGUAGES if tag != lang)
    for section in rules(slug, lang).sections[2:]:
        named = [term for term in terms(slug) if term.rule == section.id]
        shown = [
            words(span) for item in related(page, section.id) for span in item.iter("span") if span.get("lang") == other
        ]
        if len(named) <= 8 and not section.id.startswith("quick-reference"):
            assert sorted(shown) == sorted(term.names[other] for term in named), section.id
