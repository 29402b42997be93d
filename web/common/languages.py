"""Supported languages, the language of a request, and translation of marked texts."""

from collections.abc import Mapping

from babel.support import NullTranslations, Translations
from flask import Flask, current_app, has_request_context, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorers.model import NN_, Translate, format_message
from web.common.http import MAX_ACCEPT_CHARACTERS
from web.serving.settings import StartError

LANGUAGES = {"zh-Hant": "繁體中文", "en": "English"}
"""BCP 47 tag -> the language's own name, the default first."""
LOCALES = {"zh-Hant": "zh_Hant", "en": "en"}
SOURCE_LANGUAGE = "en"
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
    """Load the catalogues of all languages once. Raises StartError if one is missing, which Babel would replace by the source texts."""
    folder = app.config["BABEL_TRANSLATION_DIRECTORIES"]
    catalogs = {tag: Translations.load(folder, [name]) for tag, name in LOCALES.items()}
    for tag, catalog in catalogs.items():
        if tag != SOURCE_LANGUAGE and not isinstance(catalog, Translations):
            raise StartError(
                f"The compiled translations {folder}/{LOCALES[tag]}/LC_MESSAGES/messages.mo are missing: `make compile` writes them."
            )
    app.extensions["translators"] = {tag: _translator(catalog) for tag, catalog in catalogs.items()}


def _translator(catalog: NullTranslations) -> Translate:
    def translate_text(text: str) -> str:
        if not text:
            return ""
        if isinstance(text, NN_):
            return catalog.ngettext(str.__str__(text), text.plural, text.number)
        context = getattr(text, "context", "")
        return str(catalog.pgettext(context, text) if context else catalog.gettext(text))

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


def message(text: str, **values: object) -> str:
    """Translate a marked text and fill its placeholders."""
    return format_message(text, values, translator())
