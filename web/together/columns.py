"""Columns without a server's help: one phone that is passed round the table, and a column that travels as a QR code."""

from typing import Any

from flask import Blueprint, abort, render_template
from werkzeug.datastructures import MultiDict

from scorers.registry import game as find_game
from web.page_cache import cached_page
from web.sheet.links import read_query
from web.sheet.request import fill_form
from web.together import available
from web.together.column import column_context, entry_pairs
from web.view_traits import needs_query, unlisted, uses_query

blueprint = Blueprint("columns", __name__)


@blueprint.get("/<lang:lang>/<game:slug>/column/<int(min=1):number>")
@uses_query
def column(lang: str, slug: str, number: int) -> str:
    """The column of one player (counted from 1) of the sheet in the query, large enough for a thumb."""
    game = find_game(slug)
    form = fill_form(game, read_query(game))
    if number > len(form.names):
        abort(404)
    return render_template("together/column.html", **column_context(game, form, number - 1, lang))


@blueprint.get("/<lang:lang>/together/shell")
@cached_page
@unlisted
def shell(lang: str) -> str:
    """The page that stands in for a shared sheet where no server answers: it knows no secret, its script reads that from the address."""
    return render_template("together/shell.html")


@blueprint.get("/<lang:lang>/<game:slug>/together")
@needs_query
def start(lang: str, slug: str) -> str:
    """The ways to score together, with what was typed so far: every phone on one sheet, one phone for all, or column by column."""
    game = find_game(slug)
    form = fill_form(game, read_query(game))
    pairs = entry_pairs(form)
    link: dict[str, Any] = MultiDict(pairs).to_dict(flat=False)
    return render_template("together/start.html", game=game, form=form, pairs=pairs, link=link, shared_available=available())
