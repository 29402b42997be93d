"""The Chinese catalogue: complete, in line with the code, and really served."""

import re
import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from flask import Flask
from proofreader import Page, Proofreader
from strings import catalogues, update

from app import create_app
from scorers.model import N_
from scorers.po_catalog import load_games, load_translator, read_catalogue
from scorers.registry import slugs
from web.common.languages import load_translations, translator
from web.common.start import StartError

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
