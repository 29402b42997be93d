"""The rules pages: links, chapters, notes, diagrams and punctuation.

Web/rules/checks.py compares the languages at every start.
"""

import os
import re
import subprocess
import sys
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
from serving import ROOT
from shipped import SHIPPED

from app import create_app
from scorers.entries import Choice, Entry, Records, entries_of
from scorers.po_catalog import load_translator
from scorers.registry import folder, game, slugs
from web.common import content
from web.common.content import read_once
from web.common.languages import LANGUAGES, LOCALES
from web.rules.markdown import NOTES, read_terms
from web.rules.model import Rules, rules
from web.search.engine import library

EVERY_GAME = pytest.mark.parametrize("slug", slugs())
OUR_GAMES = pytest.mark.parametrize("slug", SHIPPED)
"""Games from elsewhere may leave out what these tests ask for."""
HAN = "\u3400-\u9fff"


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


def find_entries(slug: str) -> Iterator[Entry[Any]]:
    """All entries of a sheet and of its records."""
    inner = [game(slug).sheet]
    while inner:
        for kind in entries_of(inner.pop()).values():
            yield kind
            inner += [kind.of] if isinstance(kind, Records) else []


@OUR_GAMES
def test_chapters_are_in_the_usual_order(app: Flask, lang: str, slug: str) -> None:
    with app.app_context():
        chapters = [chapter.id for chapter, _ in rules(slug, lang).chapters()]
    assert chapters[:3] == ["quick-reference", "aim", "components"]
    assert chapters[-1] == "disputed"
    assert "editions" in chapters


def test_every_rules_page_has_edition_and_date(client: Proofreader, lang: str) -> None:
    for slug in slugs():
        (sentence,) = client.get(f"/{lang}/{slug}/rules").texts("p", class_="edition")
        edition, changed = (
            re.search(f"^{key}: (.*)$", source(slug, lang), re.MULTILINE) for key in ("edition", "changed")
        )
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


@pytest.mark.long
def test_links_of_rules_pages_lead_somewhere(client: Proofreader, lang: str) -> None:
    """A link to the score sheet must lead to the id of the entry there."""
    for path in [f"/{lang}/{slug}/{page}" for slug in slugs() for page in ("rules", "both", "terms")]:
        links = {link.get("href", "") for link in client.get(path).all("a")}
        for link in sorted(links):
            address = urlsplit(urljoin(path, link))
            anchor = address.fragment
            page = _fetch(client, f"{address.path}?{address.query}")
            assert not anchor or anchor in page, f"{path}: {link}"


_PAGES: dict[str, set[str]] = {}


def _fetch(client: Proofreader, path: str) -> set[str]:
    """The ids on a page that must exist."""
    if path not in _PAGES:
        page = client.get(path)
        assert page.status_code == 200, path
        assert isinstance(page, Page)
        _PAGES[path] = {element.get("id", "") for element in page.html.iter()}
    return _PAGES[path]


@EVERY_GAME
def test_scoring_rules_link_to_their_lines(client: Proofreader, slug: str) -> None:
    """A game from elsewhere may have a line without entries; its rule links to no entry."""
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
def test_rule_names_each_entry_once(client: Proofreader, lang: str, slug: str) -> None:
    for item in client.get(f"/{lang}/{slug}/rules").all("p", class_="use"):
        names = [words(link) for link in item.iter("a")]
        assert len(set(names)) == len(names)


def test_link_to_an_option_of_a_card_selects_the_card(client: Proofreader) -> None:
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


def test_lead_of_a_rule_may_come_from_a_note(app: Flask) -> None:
    with app.app_context():
        lead = rules("trajan", "en").by_id["disputed-waiting-tiles"].lead
    assert lead.startswith("<p>Do Trajan tiles that are still waiting at your slots score")


def test_contents_and_neighbours_link_all_chapters(client: Proofreader, both: tuple[Rules, Rules]) -> None:
    for side in both:
        page = client.get(f"/{side.language}/{side.slug}/rules")
        contents = [link.get("href") for link in next(page.one("div", class_="contents").iter("ol")).iter("a")]
        assert contents == [f"#{section.id}" for section in side.sections]
        chapters = [f"#{chapter.id}" for chapter, _ in side.chapters()]
        assert [link.get("href") for link in page.all("a", rel="next")] == chapters[2:]
        assert [link.get("href") for link in page.all("a", rel="prev")] == chapters[:-1]
        assert {link.get("href") for link in page.all("a", class_="anchor")} == set(contents)


@OUR_GAMES
def test_quick_reference_has_a_column_per_player_count(client: Proofreader, lang: str, slug: str) -> None:
    card = client.get(f"/{lang}/{slug}/rules").one("section", id="quick-reference")
    seats = entries_of(game(slug).sheet)["players"]
    assert isinstance(seats, Records)
    assert [words(cell) for cell in next(card.iter("tr"))][1:] == [
        str(count) for count in range(seats.low, seats.high + 1)
    ]


@pytest.mark.short(slug="trajan")
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
def test_unknown_game_is_404(client: Proofreader, name: str) -> None:
    assert client.get(f"/en/chess/{name}").status_code == 404


@EVERY_GAME
def test_markdown_has_no_html(lang: str, slug: str) -> None:
    assert not re.findall(r"</?[a-zA-Z][^>]*>|<!--", source(slug, lang))


@EVERY_GAME
def test_chinese_text_has_full_width_punctuation(slug: str) -> None:
    text = re.sub(r"\]\([^)]*\)|^\{#.*\}$|^(title|edition|changed):", "", source(slug, "zh-Hant"), flags=re.MULTILINE)
    assert not re.findall(f"[{HAN}][,.;:!?()]+|[,;:!?()]+[{HAN}]", text)
    assert not re.findall(f"[{HAN}] [A-Za-z0-9]|[A-Za-z0-9] [{HAN}]", re.sub(r"\|[^|\n]*", "", text)), (
        "spacing is the page's"
    )


@EVERY_GAME
def test_diagrams_are_on_the_page_with_a_caption(client: Proofreader, lang: str, slug: str) -> None:
    page = client.get(f"/{lang}/{slug}/rules")
    matches = re.findall(r"^!\[([^\]]+)\]\(diagrams/([a-z-]+\.svg)\)$", source(slug, lang), re.MULTILINE)
    assert {name for _, name in matches} == {file.name for file in (folder(slug) / "diagrams").glob("*.svg")}
    captions = [caption.replace("\N{WORD JOINER}", "") for caption in page.texts("figcaption")]
    assert captions == [" ".join(sentence.split()) for sentence, _ in matches]
    assert not page.all("img")


@EVERY_GAME
def test_drawings_take_colours_from_the_style_sheet(slug: str) -> None:
    for file in sorted(
        file for kind in ("emblem", "diagrams/*", "pieces/*") for file in folder(slug).glob(f"{kind}.svg")
    ):
        drawing = file.read_text(encoding="utf-8")
        assert not re.findall(
            r'\b(style|id|fill|stroke|href|on\w+)="|<(style|script|image|use|a)\b|#[0-9a-f]{3}', drawing
        ), file
        assert set(re.findall(r'class="([^"]*)"', drawing)) <= _drawn_classes(), file
        words = re.findall(r">([^<]*[A-Za-z]{2,}[^<]*)</text>", re.sub(r'x="[^"]* [^"]*">[^<]*<', "><", drawing))
        assert set(words) <= {term.printed for term in read_terms(slug)}, f"{file}: words that are not on the pieces"
        assert len(drawing) <= {"pieces": 800, "diagrams": 5120}.get(file.parent.name, 1500), file


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


def test_sections_are_in_the_language_of_the_page(both: tuple[Rules, Rules]) -> None:
    chinese, english = both
    for one, other in zip(chinese.sections, english.sections, strict=True):
        assert re.search(f"[{HAN}]", one.text) or not one.text, one.id
        assert not re.search(f"[{HAN}]", other.text), other.id
        assert one.title != other.title


PAGES = ("score", "rules", "both", "terms", "setup", "score?n=2&to=sheet")


@pytest.fixture(scope="module")
def content_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the content file of the offline bundle."""
    folder = tmp_path_factory.mktemp("content")
    order = os.environ | {"PYTHONHASHSEED": "0"}
    subprocess.run(
        [sys.executable, "offline/content.py", str(folder)], cwd=ROOT, env=order, capture_output=True, check=True
    )
    return folder / content.FILE.name


@pytest.fixture
def empty_content(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[object, ...], object]:
    """Replace the content that was read by an empty dictionary."""
    contents: dict[tuple[object, ...], object] = {}
    monkeypatch.setattr(content, "CONTENT", contents)
    return contents


def test_content_is_read_once(empty_content: dict[tuple[object, ...], object]) -> None:
    readings = []

    @read_once
    def read_page(slug: str, language: str) -> str:
        readings.append(slug)
        return f"{slug} {language}"

    assert [read_page("a", "en"), read_page("a", "en"), read_page("b", "en")] == ["a en", "a en", "b en"]
    assert readings == ["a", "b"]
    assert empty_content == {("read_page", "a", "en"): "a en", ("read_page", "b", "en"): "b en"}


@pytest.mark.long
def test_pages_from_the_bundled_file_are_the_same(
    app: Flask, content_file: Path, empty_content: dict[tuple[object, ...], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(content, "FILE", content_file)
    content._bundled_content.cache_clear()
    try:
        read, bundled = app.test_client(), create_app({}).test_client()
        for path in [f"/{lang}/{slug}/{page}" for lang in LANGUAGES for slug in SHIPPED for page in PAGES]:
            assert bundled.get(path).data == read.get(path).data, path
        assert {hit.topic.slug for hit in library().find("tie", "en").hits} >= set(SHIPPED)
        assert library().find("vilage", "en").corrections == {"vilage": "village"}
    finally:
        content._bundled_content.cache_clear()
