"""One player's part of a sheet, filled on that player's own phone."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, current_app, render_template
from werkzeug.datastructures import MultiDict

from scorers.entries import Entry, Holdings, MultipleChoice, PerSeat, Records, entries_of
from scorers.model import AnyGame
from scorers.registry import game as find_game
from scorers.sheet import players_entry
from web.common.pages import cached_page, needs_query, unlisted, uses_query
from web.result.share import draw_code
from web.rules.model import rules
from web.sheet.fields import EntryField
from web.sheet.form import NOT_ENTRIES, Block, SheetForm, fill_form
from web.sheet.links import address, read_query, short_link
from web.sheet.seats import move_pair, seat_colours

COUNTED = ("number", "signed", "list")
"""Kinds of fields that are counted as filled or missing; a tick that is not set says something too."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many numbers of a player are filled, and how many there are, with the groups of choices that nobody has
    answered.
    """

    filled: int
    count: int

    @property
    def missing(self) -> int:
        """The number of blanks, and of groups that nobody has answered."""
        return self.count - self.filled


def progress(form: SheetForm) -> list[Progress]:
    """Return the progress of each seat."""
    fields_of_seats = [_numbers_of(form, seat) for seat in range(len(form.names))]
    unanswered = len(form.unanswered)
    return [Progress(sum(bool(field.data) for field in fields), len(fields) + unanswered) for fields in fields_of_seats]


def _numbers_of(form: SheetForm, seat: int) -> list[EntryField]:
    """The number fields of a seat, without those that only break a tie, may stay blank, or that a drawn board
    counts.
    """
    blocks = [block for category in form.layout.categories if category.key != "ties" for block in category.blocks]
    rows = [
        row
        for block in blocks
        if block.kind != "fold" and not _is_next_record(block)
        for row in block.rows
        if row.per_seat
    ]
    return [
        field
        for row in rows
        for field in row.fields
        if field.seat == seat and field.kind in COUNTED and not field.is_free
    ]


def _is_next_record(block: Block) -> bool:
    """Return whether a block is an empty record, such as a round, other than the first."""
    return block.kind == "record" and not block.is_filled and not block.record.endswith(".0")


def column_context(game: AnyGame, form: SheetForm, seat: int | None, lang: str) -> dict[str, Any]:
    """Return the context of a page with the column of a seat (None: all columns): the ordinary sheet's, and the
    column's.
    """
    return {
        "game": game,
        "form": form,
        "layout": form.layout,
        "rules": rules(game.slug, lang),
        "board": game.board_data(form.sheet),
        "sheet_template": current_app.jinja_env.select_template([f"games/{game.slug}/board.html", "sheet/sheet.html"]),
        "own": seat,
        "progress": progress(form),
    }


def entry_pairs(form: SheetForm) -> list[tuple[str, str]]:
    """Return a form's entries as a query, with a colour for each player, so that nobody's changes later."""
    pairs = [(name, value) for name, value in form.query.items(multi=True) if value and name not in NOT_ENTRIES]
    colours = [(f"{seat}.colour", colour) for seat, colour in enumerate(seat_colours(form.game, form.sheet.players))]
    known = {name for name, _ in pairs}
    return [("n", str(len(form.names))), *pairs, *((name, colour) for name, colour in colours if name not in known)]


def column_pairs(form: SheetForm, seat: int) -> list[tuple[str, str]]:
    """The entries of one player alone, as if the player had the first seat.

    What belongs to the whole table is left out.
    """
    sheet = entries_of(form.game.sheet)
    own = {seat: 0}
    pairs = []
    for name, value in form.query.items(multi=True):
        first, _, rest = name.partition(".")
        is_own = first == str(seat) and rest != "colour"
        is_held = _OWNED.match(value) and int(_OWNED.match(value)[0]) == seat and _is_owner(form, first)  # type: ignore[index]
        is_listed = (
            isinstance(sheet.get(first), Records | PerSeat)
            and name.rpartition(".")[2] == str(seat)
            and first != "players"
        )
        if value and (is_own or is_held or is_listed):
            pairs.append(move_pair(form.game, own, name, value))
    return [*pairs, *_record_counts(sheet, pairs)]


def _record_counts(sheet: Mapping[str, Entry[Any]], pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """How many records a sheet has to show for a column: as many as its last one needs, where they grow."""
    for name, declaration in sheet.items():
        places = [place.split(".") for place, _ in pairs if place.startswith(f"{name}.")]
        numbers = [int(number) for _, number, *rest in places if rest and number.isdecimal()]
        if isinstance(declaration, Records) and declaration.grow and numbers:
            yield f"{name}{SHOWN}", str(max(numbers) + 1)


SHOWN = ".shown"
"""Suffix of the field that says how many records of a list are shown."""
_OWNED = re.compile(r"\d{1,2}(?=[a-z]*$)", re.ASCII)


def _is_owner(form: SheetForm, name: str) -> bool:
    """Whether the fields under a name say who has a thing."""
    declaration = entries_of(players_entry(form.game.sheet).of).get(name)
    return isinstance(declaration, Holdings) or (isinstance(declaration, MultipleChoice) and declaration.one_owner)


def seat_pairs(game: AnyGame, pairs: Sequence[tuple[str, str]], seat: int) -> list[tuple[str, str]]:
    """A column's entries for the seat that it goes to."""
    return [move_pair(game, {0: seat}, name, value) for name, value in pairs]


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
    """A column that came as a link: a script asks whose it is, and puts it into the sheet that is being filled in on
    this phone.
    """
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
    """The page that stands in for a shared sheet where no server answers: it knows no secret, its script reads that
    from the address.
    """
    return render_template("together/shell.html")


@blueprint.get("/<lang:lang>/<game:slug>/together")
@needs_query
def start(lang: str, slug: str) -> str:
    """The ways to score together, with what was typed so far: every phone on one sheet, one phone for all, or column
    by column.
    """
    game = find_game(slug)
    form = fill_form(game, read_query(game))
    pairs = entry_pairs(form)
    link: dict[str, Any] = MultiDict(pairs).to_dict(flat=False)
    return render_template("together/start.html", game=game, form=form, pairs=pairs, link=link)
