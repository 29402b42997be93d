"""Languages: which there are, which one a request is in, and how marked texts are translated."""

import os
from functools import lru_cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import has_request_context, request
from flask_babel import get_translations, gettext
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorers.model import Translate, format_message

LANGUAGES = {"zh-Hant": "繁體中文", "en": "English"}
"""BCP 47 tag -> the language's own name, the default first."""
LOCALES = {"zh-Hant": "zh_Hant", "en": "en"}
_SPOKEN = {"zh-Hant": "zh-Hant", "zh-TW": "zh-Hant", "zh-HK": "zh-Hant", "zh": "zh-Hant", "en": "en"}


def language() -> str:
    """The language of this request: the path's, else `?lang=`, else the best that Accept-Language names."""
    if not has_request_context():
        return "en"
    asked = request.path.split("/", 2)[1]
    if asked not in LANGUAGES:
        asked = request.args.get("lang", "")
    return asked if asked in LANGUAGES else negotiated()


def negotiated() -> str:
    """The best language by Accept-Language, Traditional Chinese where none fits."""
    return _best(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=256)
def _best(accepted: str) -> str:
    return _SPOKEN[parse_accept_header(accepted, LanguageAccept).best_match(list(_SPOKEN)) or "zh-Hant"]


def selected() -> str:
    """Flask-Babel's name for the language of this request."""
    return LOCALES[language()]


def translate(text: str) -> str:
    """A marked text in the language of this request. Only here and in templates does a text meet its translation."""
    return str(gettext(text)) if text else ""


def translator() -> Translate:
    """`translate` for many texts at once: this request's language is looked up but once."""
    gettext: Translate = get_translations().gettext
    return lambda text: gettext(text) if text else ""


def message(text: str, **values: object) -> str:
    """A marked text with its places filled, in the language of this request."""
    return format_message(text, values, translator())


def compile_catalogues(folder: Path) -> None:
    """Compile catalogues that are missing or older than their source: a page is never served in the wrong language for want of it."""
    for source in sorted(folder.glob("*/LC_MESSAGES/messages.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            with source.open("rb") as text:
                texts = read_po(text, locale=source.parts[-3])
            fresh = compiled.with_suffix(f".{os.getpid()}")
            with fresh.open("wb") as binary:
                write_mo(binary, texts)
            fresh.replace(compiled)  # whole at once: another worker may be reading it
    lacking = [name for name in LOCALES.values() if name != "en" and not (folder / name / "LC_MESSAGES" / "messages.mo").exists()]
    if lacking:
        raise FileNotFoundError(f"no catalogue for {', '.join(lacking)} in {folder}")
