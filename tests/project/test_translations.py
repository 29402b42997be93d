"""The Chinese catalogue: complete, in line with the code, and really served; and no word that has been retired."""

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask_babel import force_locale, gettext
from proofreader import Page, Proofreader
from retired_words import EVERY_GAME, FINISHED, RETIRED
from shipped import SHIPPED

from app import create_app
from scorers import po_catalog
from scorers.model import N_
from scorers.po_catalog import load_translator
from scorers.registry import folder, slugs
from web.common.languages import LANGUAGES, load_translations, translator
from web.rules.markdown import read_terms
from web.rules.model import rules
from web.serving.settings import StartError

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "translations" / "zh_Hant" / "LC_MESSAGES" / "messages.po"
PLACE = re.compile(r"%\((\w+)\)[sd]|%%|%")
SAME_IN_CHINESE = {"Tally"}
"""What may stand in Latin letters on a Chinese page."""


@pytest.fixture(scope="module")
def chinese() -> Catalog:
    """The catalogue as it is in the repository."""
    with TEXTS.open("rb") as text:
        return read_po(text, locale="zh_Hant")


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """A text's forms: one, or one for each plural."""
    return (text,) if isinstance(text, str) else tuple(text)


def messages(chinese: Catalog) -> list[Message]:
    """Its texts, without the header."""
    return [message for message in chinese if message.id]


def test_extracting_the_texts_again_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands are those of `make strings`, on a copy."""
    monkeypatch.chdir(ROOT)
    shutil.copytree(ROOT / "translations", tmp_path / "translations")
    text = (ROOT / "Makefile").read_text(encoding="utf-8").replace("build/messages.pot", str(tmp_path / "messages.pot"))
    commands = re.findall(r"^\t\$\(BIN\)/(pybabel .*)$", text, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", command)]
        CommandLineInterface().run([str(tmp_path / word) if word == "translations" else word for word in words])
    again = tmp_path / TEXTS.relative_to(ROOT)
    assert again.read_text(encoding="utf-8") == TEXTS.read_text(encoding="utf-8"), "run `make strings`"


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


def test_pages_and_the_command_line_say_the_same(chinese: Catalog, app: Flask) -> None:
    translate = load_translator("zh-Hant")
    texts = [message.id for message in messages(chinese) if isinstance(message.id, str)]
    with app.test_request_context("/zh-Hant/"), force_locale("zh_Hant"):
        assert {text: gettext(text) for text in texts} == {text: translate(text) for text in texts}


def test_a_count_is_said_in_the_plural_of_the_language(app: Flask) -> None:
    for lang, page in (("en", ["1 player", "2 players", "12 players"]), ("zh-Hant", ["1人", "2人", "12人"])):
        buttons = Proofreader(app, Page).get(f"/{lang}/lanterns/score").all("button", name="seats")
        labels = [button.get("aria-label") for button in buttons]
        assert [labels[0], labels[1], labels[-1]] == page


def test_a_translated_word_is_served(app: Flask, chinese: Catalog) -> None:
    page = app.test_client().get("/zh-Hant/qin/score").text
    assert "玩家" in chinese["Players"].string
    assert f"<legend>{chinese['Players'].string}</legend>" in page


@pytest.mark.parametrize("page", ["", *(f"{slug}/{page}" for slug in slugs() for page in ("score", "rules"))])
def test_no_english_sentence_is_left_on_a_chinese_page(app: Flask, chinese: Catalog, page: str) -> None:
    served = (
        app.test_client().get(f"/zh-Hant/{page}").text.replace(' lang="en">', ">…")
    )  # the English terms under a rule are meant
    texts = [message.id for message in messages(chinese) if isinstance(message.id, str)]
    sentences = [text for text in texts if len(text.split()) > 2 and "%" not in text]
    assert [text for text in sentences if f">{text}<" in served] == []


def test_context_gives_a_game_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled catalogue and the one read as written choose alike; a text without a context is not taken for one with it."""
    source = tmp_path / "zh_Hant" / "LC_MESSAGES" / "messages.po"
    source.parent.mkdir(parents=True)
    texts = (
        'msgid "Round"\nmsgstr "輪"\n',
        'msgctxt "tricks"\nmsgid "Round"\nmsgstr "回合"\n',
        'msgid "Score"\nmsgstr "計分"\n',
    )
    source.write_text("\n".join(texts), encoding="utf-8")
    with source.open("rb") as file, source.with_suffix(".mo").open("wb") as binary:
        write_mo(binary, read_po(file, locale="zh_Hant"))
    monkeypatch.setattr(po_catalog, "CATALOGUES", tmp_path)
    po_catalog.load_translator.cache_clear()
    app = Flask(__name__)
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(tmp_path)
    load_translations(app)
    with app.app_context():
        for translate in (po_catalog.load_translator("zh-Hant"), translator("zh-Hant")):
            words = [N_("Round"), N_("Round", "tricks"), N_("Score"), N_("Score", "tricks"), N_("")]
            assert [translate(word) for word in words] == ["輪", "回合", "計分", "Score", ""]
    po_catalog.load_translator.cache_clear()


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
