"""Columns without a server's help: one phone that is passed round the table, and a column that travels as a QR code."""

from typing import Any

from flask import Blueprint, abort, render_template
from werkzeug.datastructures import MultiDict

from scorers.registry import game as find_game
from scorers.sheet import players_entry
from web.common.pages import cached_page, needs_query, unlisted, uses_query
from web.result.share import draw_code
from web.sheet.form import NOT_ENTRIES, SheetForm, fill_form
from web.sheet.links import address, read_query, short_link
from web.together import available
from web.together.column import SHOWN, column_context, column_pairs, entry_pairs, seat_pairs

blueprint = Blueprint("columns", __name__)


@blueprint.get("/<lang:lang>/<game:slug>/column/<int(min=1):number>")
@uses_query
def column(lang: str, slug: str, number: int) -> str:
    """The column of one player (counted from 1) of the sheet in the query, large enough for a thumb."""
    form = _fill_column(slug, number)
    return render_template("together/column.html", **column_context(form.game, form, number - 1, lang))


@blueprint.get("/<lang:lang>/<game:slug>/column/<int(min=1):number>/qr")
@uses_query
def qr(lang: str, slug: str, number: int) -> str:
    """A player's entries as a QR code, for the phone of whoever keeps the sheet."""
    form = _fill_column(slug, number)
    link = address("columns.take_in", short_link(form.game, column_pairs(form, number - 1)), lang=lang, slug=slug)
    return render_template(
        "together/column_qr.html", game=form.game, form=form, seat=number - 1, code_link=link, svg=draw_code(link)
    )


def _fill_column(slug: str, number: int) -> SheetForm:
    """Return the form of this request; abort with 404 if it has no such player."""
    game = find_game(slug)
    form = fill_form(game, read_query(game))
    if number > len(form.names):
        abort(404)
    return form


@blueprint.get("/<lang:lang>/<game:slug>/column")
@needs_query
def take_in(lang: str, slug: str) -> str:
    """A column that came as a link: a script asks whose it is, and puts it into the sheet that is being filled in on this phone."""
    game = find_game(slug)
    pairs = [(name, value) for name, value in read_query(game).items(multi=True) if name not in NOT_ENTRIES]
    form = fill_form(game, MultiDict(pairs))
    labels = {name: field.label.text for name, field in form.layout.fields.items()}
    seats = [seat_pairs(game, pairs, seat) for seat in range(players_entry(game.sheet).high)]
    data = {
        "slug": slug,
        "name": form.sheet.players[0].name or "",
        "seats": seats,
        "labels": [labels.get(name, name) for name, _ in pairs],
    }
    link: dict[str, Any] = MultiDict(pairs).to_dict(flat=False)
    count = sum(not name.endswith(SHOWN) for name, _ in pairs)
    return render_template("together/take_in.html", game=game, form=form, data=data, column_link=link, count=count)


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
    return render_template(
        "together/start.html", game=game, form=form, pairs=pairs, link=link, shared_available=available()
    )
