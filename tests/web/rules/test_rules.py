"""The rules pages: both languages say the same, every link arrives, and every line of a score has its rule."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from babel.dates import format_date
from flask import Flask
from proofreader import Page, Proofreader, words
from shipped import SHIPPED

from scorers.entries import Choice, Entry, Records, entries_of
from scorers.po_catalog import load_translator
from scorers.registry import folder, game, slugs
from web.common.languages import LANGUAGES, LOCALES
from web.rules.markdown import NOTES
from web.rules.model import Rules, Section, rules

EVERY_GAME = pytest.mark.parametrize("slug", slugs())
OUR_GAMES = pytest.mark.parametrize("slug", SHIPPED)
"""What a stranger's game may leave out, these five have."""
HAN = "\u3400-\u9fff"
STRUCTURE = re.compile(r"<(table|tr|t[hd]|li|ol|ul|pre|h\d|figure|path|rect|circle|aside class=\"[^\"]*\"|a href=\"[^\"]*\")[ >]?")


@pytest.fixture(params=slugs())
def both(app: Flask, request: pytest.FixtureRequest) -> tuple[Rules, Rules]:
    """A game's rules in both languages."""
    with app.app_context():
        chinese, english = (rules(request.param, language) for language in ("zh-Hant", "en"))
    return chinese, english


@cache
def source(slug: str, lang: str) -> str:
    """The Markdown of a game's rules."""
    return (folder(slug) / f"rules.{lang}.md").read_text(encoding="utf-8")


def structure(section: Section) -> list[str]:
    """The marks of a section without its words: tables, lists, notes, drawings, and where its links lead."""
    return STRUCTURE.findall(section.body)


def find_entries(slug: str) -> Iterator[Entry[Any]]:
    """All entries of a sheet, those of its records too."""
    inner = [game(slug).sheet]
    while inner:
        for kind in entries_of(inner.pop()).values():
            yield kind
            inner += [kind.of] if isinstance(kind, Records) else []


def test_both_languages_have_the_same_headings_in_the_same_order(both: tuple[Rules, Rules]) -> None:
    one, other = ([(section.id, section.level) for section in side.sections] for side in both)
    assert one == other
    assert len(dict(one)) == len(one)


def test_both_languages_have_the_same_structure_and_links(both: tuple[Rules, Rules]) -> None:
    for one, other in zip(both[0].sections, both[1].sections, strict=True):
        assert sorted(structure(one)) == sorted(structure(other)), f"{both[0].slug} #{one.id}: {both[0].language}, then {both[1].language}"


def test_both_languages_have_the_same_numbers_in_their_tables(both: tuple[Rules, Rules]) -> None:
    for one, other in zip(both[0].sections, both[1].sections, strict=True):
        cells = [re.findall(r"<td[^>]*>([−+-]?[\d.–+\u2060]+)</td>", section.body) for section in (one, other)]
        assert cells[0] == cells[1], f"{both[0].slug} #{one.id}: the tables of {both[0].language}, then of {both[1].language}"


def test_rules_begin_with_quick_reference_and_end_with_disputes(both: tuple[Rules, Rules]) -> None:
    for side in both:
        chapters = [chapter.id for chapter, _ in side.chapters()]
        assert chapters[0] == "quick-reference"
        if side.slug in SHIPPED:
            assert chapters[1:3] == ["aim", "components"]
            assert chapters[-1] == "disputed"
            assert "editions" in chapters


def test_every_rules_page_has_edition_and_date(client: Proofreader, lang: str) -> None:
    for slug in slugs():
        (sentence,) = client.get(f"/{lang}/{slug}/rules").texts("p", class_="edition")
        edition, changed = (re.search(f"^{key}: (.*)$", source(slug, lang), re.MULTILINE) for key in ("edition", "changed"))
        assert edition
        assert changed
        assert edition[1] in sentence
        assert format_date(date.fromisoformat(changed[1]), "long", locale=LOCALES[lang]) in sentence


@EVERY_GAME
def test_score_lines_and_scoring_rules_match(app: Flask, slug: str) -> None:
    lines = [f"scoring-{key.replace('_', '-')}" for key in game(slug).lines]
    with app.app_context():
        for lang in LANGUAGES:
            rows = [section for section in rules(slug, lang).sections if section.id.startswith("scoring-")]
            assert [section.id for section in rows] == lines
            assert all(section.lead for section in rows)


@EVERY_GAME
def test_every_entry_of_the_sheet_names_a_rule_that_is_there(app: Flask, slug: str) -> None:
    with app.app_context():
        names = {"", *rules(slug, "en").by_id}
    assert {entry.heading for entry in find_entries(slug)} <= names


@pytest.mark.long
def test_every_link_on_a_page_of_rules_arrives(client: Proofreader, lang: str) -> None:
    """Also those to the score sheet: the entry stands there under that name."""
    for path in [f"/{lang}/{slug}/{page}" for slug in slugs() for page in ("rules", "both", "terms")]:
        links = {link.get("href", "") for link in client.get(path).all("a")}
        for link in sorted(links):
            address = urlsplit(urljoin(path, link))
            anchor = address.fragment
            page = _fetch(client, f"{address.path}?{address.query}")
            assert not anchor or anchor in page, f"{path}: {link}"


_PAGES: dict[str, set[str]] = {}


def _fetch(client: Proofreader, path: str) -> set[str]:
    """The ids on a page, which must be there."""
    if path not in _PAGES:
        page = client.get(path)
        assert page.status_code == 200, path
        assert isinstance(page, Page)
        _PAGES[path] = {element.get("id", "") for element in page.html.iter()}
    return _PAGES[path]


@EVERY_GAME
def test_every_line_of_the_score_is_one_link_from_its_rule(client: Proofreader, slug: str) -> None:
    """A later game may have a line for which nothing is asked: then there is nowhere to go."""
    page = client.get(f"/en/{slug}/rules")
    lines = {entry.line for entry in find_entries(slug)}
    for key in game(slug).lines:
        section = page.one("section", id=f"scoring-{key.replace('_', '-')}")
        linked = [urlsplit(link.get("href", "")) for link in section.iter("a")]
        there = [f"/en/{slug}/score"] if key in lines or slug in SHIPPED else []
        assert [link.path for link in linked if link.fragment == f"c-{key}"] == there, key


@EVERY_GAME
def test_dispute_names_the_default_and_links_to_its_option(client: Proofreader, slug: str) -> None:
    page = client.get(f"/en/{slug}/rules")
    for name, kind in entries_of(game(slug).sheet).items():
        if isinstance(kind, Choice) and kind.heading.startswith("disputed-"):
            (paragraph,) = [one for one in page.one("section", id=kind.heading).iter("p") if one.get("class") == "use"]
            assert kind.options[kind.empty] in words(paragraph)
            assert [urlsplit(link.get("href", "")).fragment for link in paragraph.iter("a")] == [f"f-{name}"]


def test_interpretations_have_the_names_of_the_sheet(app: Flask, lang: str) -> None:
    translate = load_translator(lang)
    with app.app_context():
        sections = rules("honshu", lang).by_id
    for kind in entries_of(game("honshu").sheet).values():
        if isinstance(kind, Choice) and kind.heading.startswith("disputed-"):
            phrases = re.findall(r"<li><strong>(.*?)</strong>", sections[kind.heading].body)
            assert phrases == [translate(option) for option in kind.options.values()], kind.heading


@EVERY_GAME
def test_the_entries_that_a_rule_explains_are_named_once(client: Proofreader, lang: str, slug: str) -> None:
    for item in client.get(f"/{lang}/{slug}/rules").all("p", class_="use"):
        names = [words(link) for link in item.iter("a")]
        assert len(set(names)) == len(names)


def test_option_that_a_card_asks_for_comes_with_the_card(client: Proofreader) -> None:
    section = client.get("/en/chang_cheng/rules").one("section", id="disputed-overlord-tie")
    (switch,) = [link.get("href", "") for link in section.iter("a") if "score" in link.get("href", "")]
    assert "events=overlord" in switch
    assert "f-overlord_tie" in {element.get("id") for element in client.get(switch).html.iter()}


def test_notes_are_headed_by_their_kind(client: Proofreader, lang: str) -> None:
    translate = load_translator(lang)
    for slug in slugs():
        for note in client.get(f"/{lang}/{slug}/rules").all("aside"):
            (kind,) = {"disputed", "example", "note"} & set(note.get("class", "").replace("note ", "", 1).split())
            assert words(note[0]) == translate(NOTES[kind])


def test_a_rule_that_is_a_note_alone_still_has_words_to_pop_up(app: Flask) -> None:
    with app.app_context():
        lead = rules("trajan", "en").by_id["disputed-waiting-tiles"].lead
    assert lead.startswith("<p>Do Trajan tiles that still wait at your slots score")


def test_contents_and_neighbours_lead_through_the_whole_page(client: Proofreader, both: tuple[Rules, Rules]) -> None:
    for side in both:
        page = client.get(f"/{side.language}/{side.slug}/rules")
        contents = [link.get("href") for link in next(page.one("div", class_="contents").iter("ol")).iter("a")]
        assert contents == [f"#{section.id}" for section in side.sections]
        chapters = [f"#{chapter.id}" for chapter, _ in side.chapters()]
        assert [link.get("href") for link in page.all("a", rel="next")] == chapters[2:]
        assert [link.get("href") for link in page.all("a", rel="prev")] == chapters[:-1]
        assert {link.get("href") for link in page.all("a", class_="anchor")} == set(contents)


@OUR_GAMES
def test_set_up_tables_have_a_column_per_number_of_players(client: Proofreader, lang: str, slug: str) -> None:
    card = client.get(f"/{lang}/{slug}/rules").one("section", id="quick-reference")
    seats = entries_of(game(slug).sheet)["players"]
    assert isinstance(seats, Records)
    assert [words(cell) for cell in next(card.iter("tr"))][1:] == [str(count) for count in range(seats.low, seats.high + 1)]


@EVERY_GAME
def test_bilingual_page_pairs_every_section(client: Proofreader, lang: str, slug: str, app: Flask) -> None:
    page = client.get(f"/{lang}/{slug}/both")
    other = next(tag for tag in LANGUAGES if tag != lang)
    with app.app_context():
        sides = rules(slug, lang), rules(slug, other)
    pairs = page.all("section", class_="pair")
    assert [pair.get("id") for pair in pairs] == [section.id for section in sides[0].sections]
    for pair, *there in zip(pairs, sides[0].sections, sides[1].sections, strict=True):
        assert [side.get("lang") for side in pair] == [lang, other]
        for side, section in zip(pair, there, strict=True):
            assert words(side[0]).startswith(section.title)


def test_rules_page_does_not_depend_on_earlier_requests(client: Proofreader) -> None:
    client.get("/en/qin/rules?q=first")
    assert "q=first" not in client.get("/en/qin/rules").text


@pytest.mark.parametrize("name", ["rules", "both", "terms"])
def test_a_game_that_is_not_there_has_no_pages(client: Proofreader, name: str) -> None:
    assert client.get(f"/en/chess/{name}").status_code == 404


@EVERY_GAME
def test_the_text_has_no_html_of_its_own(lang: str, slug: str) -> None:
    assert not re.findall(r"</?[a-zA-Z][^>]*>|<!--", source(slug, lang))


@EVERY_GAME
def test_chinese_text_has_full_width_punctuation(slug: str) -> None:
    text = re.sub(r"\]\([^)]*\)|^\{#.*\}$|^(title|edition|changed):", "", source(slug, "zh-Hant"), flags=re.MULTILINE)
    assert not re.findall(f"[{HAN}][,.;:!?()]+|[,;:!?()]+[{HAN}]", text)
    assert not re.findall(f"[{HAN}] [A-Za-z0-9]|[A-Za-z0-9] [{HAN}]", re.sub(r"\|[^|\n]*", "", text)), "spacing is the page's"


@EVERY_GAME
def test_every_diagram_is_on_its_page_with_a_caption(client: Proofreader, lang: str, slug: str) -> None:
    page = client.get(f"/{lang}/{slug}/rules")
    matches = re.findall(r"^!\[([^\]]+)\]\(diagrams/([a-z-]+\.svg)\)$", source(slug, lang), re.MULTILINE)
    assert {name for _, name in matches} == {file.name for file in (folder(slug) / "diagrams").glob("*.svg")}
    assert page.texts("figcaption") == [" ".join(sentence.split()) for sentence, _ in matches]
    assert not page.all("img")


@EVERY_GAME
def test_drawings_take_their_colours_from_the_page(slug: str) -> None:
    for file in sorted(file for kind in ("emblem", "diagrams/*", "pieces/*") for file in folder(slug).glob(f"{kind}.svg")):
        drawing = file.read_text(encoding="utf-8")
        assert not re.findall(r'\b(style|id|fill|stroke|href|on\w+)="|<(style|script|image|use|a)\b|#[0-9a-f]{3}', drawing), file
        assert set(re.findall(r'class="([^"]*)"', drawing)) <= _drawn_classes(), file
        assert not re.findall(r">[^<]*[A-Za-z]{2,}[^<]*</text>", re.sub(r'x="[^"]* [^"]*">[^<]*<', "><", drawing)), file
        assert len(drawing) <= {"pieces": 800, "diagrams": 4096}.get(file.parent.name, 1500), file


@cache
def _drawn_classes() -> set[str]:
    style = (Path(__file__).parents[3] / "static" / "common" / "drawings.css").read_text(encoding="utf-8")
    return set(re.findall(r"\.(d-[a-z-]+)", style))


def test_no_line_ends_within_an_office_or_a_range(app: Flask) -> None:
    with app.app_context():
        sections = rules("hansa_teutonica", "zh-Hant").by_id
    assert "□\u2060白 ○\u2060白 □\u2060橘 □\u2060粉" in sections["map-cities"].body
    assert '<td class="figure">2–\u20603</td>' in sections["quick-reference"].body
    assert not [section.id for section in sections.values() if "\u2060" in section.text + section.lead]


def test_no_section_was_left_in_the_other_language(both: tuple[Rules, Rules]) -> None:
    chinese, english = both
    for one, other in zip(chinese.sections, english.sections, strict=True):
        assert re.search(f"[{HAN}]", one.text) or not one.text, one.id
        assert not re.search(f"[{HAN}]", other.text), other.id
        assert one.title != other.title
