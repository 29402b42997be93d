"""What templates draw a sheet with, beside its form: emblems, pieces, board drawings and the board script's words."""

import hashlib
from functools import cache

from flask import Blueprint, Response, abort, current_app, render_template, url_for
from markupsafe import Markup

from scorers.model import AnyGame
from scorers.registry import folder
from scorers.registry import game as find_game
from web.common.http import IMMUTABLE
from web.common.languages import language
from web.sheet.seats import seat_classes

blueprint = Blueprint("drawings", __name__)
blueprint.add_app_template_global(seat_classes)


@blueprint.get("/<lang:lang>/<game:slug>/drawing/<name>/<fingerprint>.svg")
def drawing(lang: str, slug: str, name: str, fingerprint: str) -> Response:
    """Return a board drawing.

    Under an outdated fingerprint, which pages use during an update, it must not be cached.
    """
    game = find_game(slug)
    if name not in game.drawings:
        abort(404)
    svg, current_fingerprint = render_drawing(game, name, lang)
    lifetime = IMMUTABLE if fingerprint == current_fingerprint else "no-cache"
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": lifetime})


@blueprint.app_template_global()
def drawing_address(game: AnyGame, name: str) -> str:
    """Return the address of a game's drawing in the page's language."""
    lang = language()
    _, fingerprint = render_drawing(game, name, lang)
    return url_for("drawings.drawing", lang=lang, slug=game.slug, name=name, fingerprint=fingerprint)


@blueprint.app_template_global()
def board_words(game: AnyGame) -> Markup:
    """Return the words of a game's board script in the page's language as JSON; cached."""
    cache: dict[tuple[str, str], Markup] = current_app.extensions.setdefault("board_words", {})
    key = game.slug, language()
    if key not in cache:
        cache[key] = Markup(render_template(f"games/{game.slug}/words.html").strip())  # noqa: S704  a template escapes it
    return cache[key]


def render_drawing(game: AnyGame, name: str, lang: str) -> tuple[str, str]:
    """Return a drawing in the page's language, which is `lang`, and its fingerprint; cached."""
    cache: dict[tuple[str, str, str], tuple[str, str]] = current_app.extensions.setdefault("drawings", {})
    key = game.slug, name, lang
    if key not in cache:
        svg = render_template(f"games/{game.slug}/drawing.html", game=game, drawing=game.drawings[name])
        cache[key] = svg, hashlib.sha256(svg.encode()).hexdigest()[:20]
    return cache[key]


@blueprint.app_template_global()
@cache
def emblem(slug: str) -> Markup:
    """Return a game's emblem as inline SVG, so that it takes the page's colours."""
    return _read_svg(slug, "emblem.svg", "emblem") or Markup('<svg class="emblem" viewBox="0 0 24 24"></svg>')


@blueprint.app_template_global()
@cache
def piece(slug: str, key: str) -> Markup:
    """Return the picture of a piece by its term's id or its entry's key, or ""."""
    return _read_svg(slug, f"pieces/{key}.svg", "picture")


def _read_svg(slug: str, name: str, css_class: str) -> Markup:
    file = folder(slug) / name
    svg = file.read_text(encoding="utf-8").strip() if file.exists() else ""
    return Markup(svg.replace("<svg ", f'<svg class="{css_class}" aria-hidden="true" focusable="false" ', 1))  # noqa: S704  our own file
