"""What is the same for every sheet of a game: pictures, boards' drawings, which scripts fetch and browsers keep, and scripts' words."""

import hashlib
from functools import cache

from flask import Blueprint, Flask, Response, abort, current_app, render_template, url_for
from markupsafe import Markup

from scorers.model import AnyGame
from scorers.registry import folder
from scorers.registry import game as find_game
from web.http import IMMUTABLE
from web.languages import language

blueprint = Blueprint("drawings", __name__)


def register(app: Flask) -> None:
    """Make these known to the templates; each drawing is made when it is first named or asked for."""
    app.extensions["drawings"] = {}
    app.extensions["board_words"] = {}
    app.jinja_env.globals.update(drawing_address=drawing_address, board_words=board_words, emblem=emblem, piece=piece)


@blueprint.get("/<lang:lang>/<game:slug>/drawing/<name>/<fingerprint>.svg")
def drawing(lang: str, slug: str, name: str, fingerprint: str) -> Response:
    """A drawing as it is now. Under a fingerprint of before, which a page names while an update goes on, nobody may keep it."""
    game = find_game(slug)
    if name not in game.drawings:
        abort(404)
    svg, current_fingerprint = render_drawing(game, name, lang)
    lifetime = IMMUTABLE if fingerprint == current_fingerprint else "no-cache"
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": lifetime})


def drawing_address(game: AnyGame, name: str) -> str:
    """Where one of a game's drawings is found, in the language of the page."""
    lang = language()
    _, fingerprint = render_drawing(game, name, lang)
    return url_for("drawings.drawing", lang=lang, slug=game.slug, name=name, fingerprint=fingerprint)


def board_words(game: AnyGame) -> Markup:
    """What the script of a game's board says in the language of the page, as JSON; it is made once."""
    cache: dict[tuple[str, str], Markup] = current_app.extensions["board_words"]
    key = game.slug, language()
    if key not in cache:
        cache[key] = Markup(render_template(f"games/{game.slug}/words.html").strip())  # noqa: S704  a template's, so it is escaped
    return cache[key]


def render_drawing(game: AnyGame, name: str, lang: str) -> tuple[str, str]:
    """Return a drawing in the language of the page, which is `lang`, and its fingerprint; it is rendered once."""
    cache: dict[tuple[str, str, str], tuple[str, str]] = current_app.extensions["drawings"]
    key = game.slug, name, lang
    if key not in cache:
        svg = render_template(f"games/{game.slug}/drawing.html", game=game, drawing=game.drawings[name])
        cache[key] = svg, hashlib.sha256(svg.encode()).hexdigest()[:20]
    return cache[key]


@cache
def emblem(slug: str) -> Markup:
    """A game's emblem, set into the page so that it takes the page's colours."""
    return _drawing(slug, "emblem.svg", "emblem") or Markup('<svg class="emblem" viewBox="0 0 24 24"></svg>')


@cache
def piece(slug: str, key: str) -> Markup:
    """The picture of a piece, by the id of its term or the key of its entry; "" where there is none."""
    return _drawing(slug, f"pieces/{key}.svg", "picture")


def _drawing(slug: str, name: str, looks: str) -> Markup:
    file = folder(slug) / name
    svg = file.read_text(encoding="utf-8").strip() if file.exists() else ""
    return Markup(svg.replace("<svg ", f'<svg class="{looks}" aria-hidden="true" focusable="false" ', 1))  # noqa: S704  the project's own
