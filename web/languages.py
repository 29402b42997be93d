"""Languages: which there are, which one a request is in, and how marked texts are translated."""

import re
from collections.abc import Mapping

from babel.support import NullTranslations, Translations
from flask import Flask, current_app, has_request_context, request

from scorers.model import Translate, format_message
from web.http import MAX_ACCEPT_CHARACTERS

LANGUAGES = {"zh-Hant": "繁體中文", "en": "English"}
"""BCP 47 tag -> the language's own name, the default first."""
LOCALES = {"zh-Hant": "zh_Hant", "en": "en"}
_QUALITY = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")
_BY_PRIMARY_TAG = {"zh": "zh-Hant", "en": "en", "*": "zh-Hant"}


def language() -> str:
    """The language of this request: the path's, else `?lang=`, else the best that Accept-Language names."""
    if not has_request_context():
        return "en"
    environ = request.environ
    tag = environ["PATH_INFO"].lstrip("/").partition("/")[0]
    if tag not in LANGUAGES:
        tag = request.args.get("lang", "") if environ.get("QUERY_STRING") else ""
    return tag if tag in LANGUAGES else negotiate_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def negotiate_language(header: str) -> str:
    """The best language by an Accept-Language header; Traditional Chinese where none fits, or where it is longer than any browser's."""
    best, language = 0.0, "zh-Hant"
    for choice in header.split(",") if len(header) <= MAX_ACCEPT_CHARACTERS else ():
        tag, _, weight = choice.partition(";")
        quality = _quality(weight)
        candidate = _BY_PRIMARY_TAG.get(tag.strip().partition("-")[0].lower())
        if candidate and quality > best:
            best, language = quality, candidate
    return language


def _quality(weight: str) -> float:
    """The number of "q=0.8", 1 where there is none, and 0 where it cannot be read."""
    name, _, number = weight.strip().partition("=")
    if not name:
        return 1.0
    return float(number) if name in ("q", "Q") and _QUALITY.fullmatch(number) else 0.0


def babel_locale() -> str:
    """Flask-Babel's name for the language of this request."""
    return LOCALES[language()]


def load_translations(app: Flask) -> None:
    """Load every language's catalogue, once."""
    folder = app.config["BABEL_TRANSLATION_DIRECTORIES"]
    app.extensions["translators"] = {tag: _translator(Translations.load(folder, [name])) for tag, name in LOCALES.items()}


def _translator(catalog: NullTranslations) -> Translate:
    def translate_text(text: str) -> str:
        if not text:
            return ""
        context = getattr(text, "context", "")
        return str(catalog.pgettext(context, text) if context else catalog.gettext(text))

    return translate_text


def translator(tag: str = "") -> Translate:
    """What translates a marked text into a language, that of this request unless another is named."""
    translators: Mapping[str, Translate] = current_app.extensions["translators"]
    return translators[tag or language()]


def translate(text: str) -> str:
    """A marked text in the language of this request."""
    return translator()(text)


def message(text: str, **values: object) -> str:
    """A marked text with its places filled, in the language of this request."""
    return format_message(text, values, translator())
