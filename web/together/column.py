"""One player's column of a sheet: what is filled in, and what is still missing."""

from dataclasses import dataclass
from typing import Any

from flask import current_app
from jinja2 import Template

from scorers.model import AnyGame
from web.rules.model import rules
from web.sheet.fields import EntryField
from web.sheet.form import NOT_ENTRIES, SheetForm
from web.sheet.seats import seat_colours

COUNTED = ("number", "signed", "list")
"""Kinds of fields that are counted as filled or missing; a tick that is not set says something too."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many numbers of a player are filled in, and how many there are."""

    filled: int
    count: int

    @property
    def missing(self) -> int:
        """How many are still blank."""
        return self.count - self.filled


def progress(form: SheetForm) -> list[Progress]:
    """The progress of each seat."""
    return [_progress_of(_numbers_of(form, seat)) for seat in range(len(form.names))]


def _numbers_of(form: SheetForm, seat: int) -> list[EntryField]:
    """The number fields of a seat, without those that only break a tie and those that a drawn board counts."""
    rows = [row for category in form.layout.categories if category.key != "ties" for row in category.rows if not row.entry.fold]
    return [field for row in rows if row.per_seat for field in row.fields if field.seat == seat and field.kind in COUNTED]


def _progress_of(fields: list[EntryField]) -> Progress:
    return Progress(sum(bool(field.data) for field in fields), len(fields))


def sheet_template(slug: str) -> Template:
    """The template of a game's ordinary sheet, which the column's page extends."""
    return current_app.jinja_env.select_template([f"games/{slug}/board.html", "sheet/sheet.html"])


def column_context(game: AnyGame, form: SheetForm, seat: int | None, lang: str) -> dict[str, Any]:
    """What a page with the column of a seat needs: all of the ordinary sheet's, and whose column it is (None: everybody's)."""
    return {
        "game": game,
        "form": form,
        "layout": form.layout,
        "rules": rules(game.slug, lang),
        "board": game.board_data(form.sheet),
        "sheet_template": sheet_template(game.slug),
        "own": seat,
        "progress": progress(form),
    }


def entry_pairs(form: SheetForm) -> list[tuple[str, str]]:
    """What a form holds, as far as a sheet keeps it: its number of players, and a colour for each, so that nobody's changes later."""
    pairs = [(name, value) for name, value in form.query.items(multi=True) if value and name not in NOT_ENTRIES]
    colours = [(f"{seat}.colour", colour) for seat, colour in enumerate(seat_colours(form.game, form.sheet.players))]
    known = {name for name, _ in pairs}
    return [("n", str(len(form.names))), *pairs, *((name, colour) for name, colour in colours if name not in known)]
