"""Supported languages, the language of a request, and translation of marked texts."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from babel.support import NullTranslations, Translations
from flask import Flask, current_app, has_request_context, request
from jinja2 import pass_eval_context
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.nodes import EvalContext
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

import scorers
from scorers.model import N_, NN_, Translate, format_message
from scorers.po_catalog import Texts, load_games
from web.common.start import StartError

LANGUAGES = {"zh-Hant": "繁體中文", "en": "English"}
"""BCP 47 tag -> the language's own name, the default first."""
LOCALES = {"zh-Hant": "zh_Hant", "en": "en"}
SOURCE_LANGUAGE = "en"
MAX_ACCEPT_CHARACTERS = 200
"""Upper limit of an Accept header; a longer one is ignored, so that parsing it stays cheap. Browsers send less."""
_BY_PRIMARY_TAG = {"zh": "zh-Hant", "en": "en", "*": "zh-Hant"}


def language() -> str:
    """Return the language of this request: the path's, else `?lang=`, else the best match for Accept-Language."""
    if not has_request_context():
        return "en"
    environ = request.environ
    tag = environ["PATH_INFO"].lstrip("/").partition("/")[0]
    if tag not in LANGUAGES:
        tag = request.args.get("lang", "") if environ.get("QUERY_STRING") else ""
    return tag if tag in LANGUAGES else negotiate_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def negotiate_language(header: str) -> str:
    """Return the best supported language for an Accept-Language header, or Traditional Chinese."""
    choices = parse_accept_header(header, LanguageAccept) if len(header) <= MAX_ACCEPT_CHARACTERS else LanguageAccept()
    # Best first, so that in reverse the best of several tags of a language is the last.
    qualities = {_BY_PRIMARY_TAG.get(tag.partition("-")[0].lower()): quality for tag, quality in reversed(choices)}
    supported = {language: quality for language, quality in qualities.items() if language and quality}
    return max(supported, key=lambda language: supported[language], default="zh-Hant")


def babel_locale() -> str:
    """Return Flask-Babel's name for the language of this request."""
    return LOCALES[language()]


def load_translations(app: Flask) -> None:
    """Load the catalogues of all languages once.

    Raises StartError if one is missing, which Babel would replace by the source texts.
    """
    folder = app.config["BABEL_TRANSLATION_DIRECTORIES"]
    catalogs = {tag: Translations.load(folder, [name]) for tag, name in LOCALES.items()}
    for tag, catalog in catalogs.items():
        if tag != SOURCE_LANGUAGE and not isinstance(catalog, Translations):
            raise StartError(
                f"The compiled translations {folder}/{LOCALES[tag]}/LC_MESSAGES/messages.mo are missing: `make "
                "compile` writes them."
            )
    app.extensions["translators"] = {tag: _translator(catalog, load_games(tag)) for tag, catalog in catalogs.items()}


def _translator(catalog: NullTranslations, games: Mapping[str, Texts]) -> Translate:
    def translate_text(text: str) -> str:
        if not text:
            return ""
        if game := getattr(text, "game", ""):
            return look_up(text, games.get(game, {}))
        if isinstance(text, NN_):
            return catalog.ngettext(str.__str__(text), text.plural, text.number)
        return str(catalog.gettext(text))

    def look_up(text: str, texts: Texts) -> str:
        forms = texts.get(str.__str__(text))
        if forms and isinstance(text, NN_):
            return forms[catalog.plural(text.number)]
        return forms[0] if forms and forms[0] else str(text)

    return translate_text


def translator(tag: str = "") -> Translate:
    """Return the function that translates marked texts into a language, by default that of this request."""
    translators: Mapping[str, Translate] = current_app.extensions["translators"]
    return translators[tag or language()]


def translate(text: str) -> str:
    """Translate a marked text into the language of this request."""
    return translator()(text)


def translate_plural(text: str, plural: str, number: int) -> str:
    """Translate a text into the form for a number."""
    return translate(NN_(text, plural, number))


class GameWords(Extension):
    """Jinja extension: `_("…")` in the template of a game takes its words from the game's catalogue."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Turn `_(` into `game_text("slug", ` in the templates of games."""
        folder = Path(stream.filename or "").parent
        is_game = folder.parent in {Path(path) for path in scorers.__path__}
        is_marked = False
        for token in stream:
            if is_marked and token.type == "lparen":
                values = (("lparen", "("), ("string", folder.name), ("comma", ","))
                yield from (Token(token.lineno, kind, value) for kind, value in values)
                is_marked = False
                continue
            is_marked = is_game and token.type == "name" and token.value == "_"
            yield Token(token.lineno, "name", "game_text") if is_marked else token


@pass_eval_context
def translate_game_text(context: EvalContext, slug: str, text: str, /, **values: object) -> str:
    """Translate a text of a game's template and fill its placeholders, as Jinja's own `_` does."""
    pattern = translate(N_(text, slug))
    return (Markup(pattern) if context.autoescape else pattern) % values  # noqa: S704  as Jinja's i18n extension


def message(text: str, **values: object) -> str:
    """Translate a marked text and fill its placeholders."""
    return format_message(text, values, translator())
