"""The Chinese catalogue: complete, in line with the code, and really served; and no word that has been retired."""

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from flask import Flask
from proofreader import Page, Proofreader
from retired_words import EVERY_GAME, FINISHED, RETIRED
from shipped import SHIPPED
from strings import catalogues, update

from app import create_app
from scorers.model import N_
from scorers.po_catalog import load_games, load_translator, read_catalogue
from scorers.registry import folder, slugs
from web.common.languages import LANGUAGES, load_translations, translator
from web.common.start import StartError
from web.rules.markdown import read_terms
from web.rules.model import rules

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "translations" / "zh_Hant" / "LC_MESSAGES" / "messages.po"
CATALOGUES = [path.relative_to(ROOT).as_posix() for path, _ in catalogues(ROOT)]
PLACE = re.compile(r"%\((\w+)\)[sd]|%%|%")
SAME_IN_CHINESE = {"Tally"}
"""What may stand in Latin letters on a Chinese page."""


@pytest.fixture(scope="module", params=CATALOGUES)
def chinese(request: pytest.FixtureRequest) -> Catalog:
    """Each catalogue as it is in the repository."""
    with (ROOT / request.param).open("rb") as text:
        return read_po(text, locale="zh_Hant")


@pytest.fixture(scope="module")
def own_texts() -> Catalog:
    """The catalogue of Tally's own texts."""
    with TEXTS.open("rb") as text:
        return read_po(text, locale="zh_Hant")


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """A text's forms: one, or one for each plural."""
    return (text,) if isinstance(text, str) else tuple(text)


def messages(chinese: Catalog) -> list[Message]:
    """Its texts, without the header."""
    return [message for message in chinese if message.id]


@pytest.mark.parametrize("name", CATALOGUES)
def test_extracting_the_texts_again_changes_nothing(name: str, tmp_path: Path) -> None:
    (folder,) = [folder for path, folder in catalogues(ROOT) if path == ROOT / name]
    for path in (ROOT / name, TEXTS):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    update(tmp_path / name, folder, "zh-Hant", before=tmp_path / TEXTS.relative_to(ROOT))
    assert (tmp_path / name).read_text(encoding="utf-8") == (ROOT / name).read_text(encoding="utf-8"), "make strings"


def test_every_text_is_translated(chinese: Catalog) -> None:
    assert [message.id for message in messages(chinese) if not message.string] == []


def test_no_translation_is_a_guess_or_left_over(chinese: Catalog) -> None:
    assert [message.id for message in messages(chinese) if message.fuzzy] == []
    assert list(chinese.obsolete) == []


def test_places_to_fill_are_the_same(chinese: Catalog) -> None:
    for message in messages(chinese):
        for source, text in zip(forms(message.id)[-1:], forms(message.string), strict=True):
            assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(source)), message.id


def test_chinese_is_written_in_chinese(chinese: Catalog) -> None:
    wrong = [
        message.id
        for message in messages(chinese)
        if message.string and message.id not in SAME_IN_CHINESE
        for text in forms(message.string)
        if not re.search("[\N{CJK UNIFIED IDEOGRAPH-4E00}-\N{CJK UNIFIED IDEOGRAPH-9FFF}]", text)
        if re.search("[A-Za-z]{2}", PLACE.sub("", text))
    ]
    assert wrong == []


def test_pages_and_the_command_line_say_the_same(app: Flask) -> None:
    translate = load_translator("zh-Hant")
    marked = [N_(text) for text in read_catalogue(TEXTS)] + [
        N_(text, slug) for slug, texts in load_games("zh-Hant").items() for text in texts
    ]
    with app.app_context():
        pages = translator("zh-Hant")
        assert [pages(text) for text in marked] == [translate(text) for text in marked]


def test_a_count_is_said_in_the_plural_of_the_language(app: Flask) -> None:
    for lang, page in (("en", ["1 player", "2 players", "12 players"]), ("zh-Hant", ["1人", "2人", "12人"])):
        buttons = Proofreader(app, Page).get(f"/{lang}/lanterns/score").all("button", name="seats")
        labels = [button.get("aria-label") for button in buttons]
        assert [labels[0], labels[1], labels[-1]] == page


def test_a_translated_word_is_served(app: Flask, own_texts: Catalog) -> None:
    page = app.test_client().get("/zh-Hant/qin/score").text
    assert "玩家" in own_texts["Players"].string
    assert f"<legend>{own_texts['Players'].string}</legend>" in page


@pytest.mark.parametrize("page", ["", *(f"{slug}/{page}" for slug in slugs() for page in ("score", "rules"))])
def test_no_english_sentence_is_left_on_a_chinese_page(app: Flask, page: str) -> None:
    served = (
        app.test_client().get(f"/zh-Hant/{page}").text.replace(' lang="en">', ">…")
    )  # the English terms under a rule are meant
    texts = [*read_catalogue(TEXTS), *load_games("zh-Hant").get(page.partition("/")[0], ())]
    sentences = [text for text in texts if len(text.split()) > 2 and "%" not in text]
    assert [text for text in sentences if f">{text}<" in served] == []


def test_each_game_has_words_of_its_own(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages and the command line choose alike; what a game's catalogue lacks is not taken from another."""
    for slug, word in (("tricks", "回合"), ("dice", "局")):
        (tmp_path / slug).mkdir()
        (tmp_path / slug / "zh-Hant.po").write_text(f'msgid "Round"\nmsgstr "{word}"\n', encoding="utf-8")
    monkeypatch.setattr("scorers.__path__", [str(tmp_path)])
    with app.app_context():
        load_translations(app)
        words = [N_("Round", "tricks"), N_("Round", "dice"), N_("Total"), N_("Total", "tricks"), N_("")]
        for translate in (load_translator("zh-Hant"), translator("zh-Hant")):
            assert [translate(word) for word in words] == ["回合", "局", "總分", "Total", ""]
    monkeypatch.undo()
    load_translations(app)


def test_text_that_comes_to_a_game_keeps_its_translation(tmp_path: Path) -> None:
    (tmp_path / "own.po").write_text('msgid "Round"\nmsgstr "輪"\n', encoding="utf-8")
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice" / "score.py").write_text('TEXTS = N_("Round"), N_("Throw")\n', encoding="utf-8")
    update(tmp_path / "dice" / "zh-Hant.po", tmp_path / "dice", "zh-Hant", before=tmp_path / "own.po")
    assert read_catalogue(tmp_path / "dice" / "zh-Hant.po") == {"Round": ("輪",), "Throw": ("",)}


def test_start_fails_without_compiled_translations(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="are missing: `make compile` writes them"):
        create_app({"BABEL_TRANSLATION_DIRECTORIES": str(tmp_path)})


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


@pytest.mark.usefixtures("application_context")
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


@pytest.mark.usefixtures("application_context")
def test_every_retired_word_names_a_game_and_a_language() -> None:
    assert {game for game, *_ in RETIRED} <= {EVERY_GAME, *SHIPPED}
    assert {tag for _, tag, *_ in RETIRED} == set(LANGUAGES)
    assert set(FINISHED) <= set(SHIPPED)


@pytest.mark.usefixtures("application_context")
def test_strings_of_code_and_templates_are_found() -> None:
    strings = list(find_strings("chang_cheng"))
    assert "Prestige track" in strings
    assert "What is on this space?" in strings
