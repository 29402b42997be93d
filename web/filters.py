"""What templates ask for beside gettext: signs, places of the table by name, links into rules."""

import re
from typing import Any

from flask import Flask, url_for
from markupsafe import Markup

from scorers import N_
from scorers.groups import Places, declared
from web.forms import LETTERS
from web.locale import language, told, translate
from web.rules import folder, terms

_PLACES = (
    (re.compile(r"r(\d+)c(\d+)"), N_("row %(first)s, column %(second)s")),
    (re.compile(r"c(\d+)"), N_("province %(first)s")),
    (re.compile(r"m(\d+)"), N_("region %(first)s")),
)


def register(app: Flask) -> None:
    """Make these known to the templates."""
    app.jinja_env.filters.update(minus=minus, signed=signed, place=place, rule_links=rule_links)
    emblems: dict[str, Markup] = {}
    app.jinja_env.globals.update(declared=declared, letters=LETTERS, terms_of=terms)
    app.jinja_env.globals["emblem"] = lambda slug: emblems.setdefault(slug, _emblem(slug))


def minus(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def signed(number: int) -> str:
    """A change: always with its sign."""
    return f"+{number}" if number > 0 else minus(number)


def place(place_id: str, room: Any) -> str:
    """A place of the table by its name: a city, a square, a province."""
    for kind in declared(room.Sheet).values():
        if isinstance(kind, Places) and place_id in kind.keys:
            return translate(kind.keys[place_id])
    for pattern, said in _PLACES:
        if found := pattern.fullmatch(place_id):
            return told(said, first=found[1], second=found[found.re.groups])
    return place_id


def rule_links(body: Markup, slug: str) -> Markup:
    """A piece of a rules page for use on another page: its links lead back there."""
    page = url_for("pages.rules_page", lang=language(), slug=slug)
    return Markup(str(body).replace('href="#', f'href="{page}#'))  # noqa: S704  rendered Markdown, raw HTML off


def _emblem(slug: str) -> Markup:
    drawing = folder(slug) / "emblem.svg"
    drawn = drawing.read_text(encoding="utf-8") if drawing.exists() else '<svg viewBox="0 0 24 24"></svg>'
    return Markup(drawn.strip().replace("<svg ", '<svg class="emblem" aria-hidden="true" focusable="false" ', 1))  # noqa: S704
