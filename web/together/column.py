"""One player's column of a sheet, and how much of it is filled."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import current_app

from scorers.entries import Entry, Holdings, MultipleChoice, PerSeat, Records, entries_of
from scorers.model import AnyGame
from scorers.sheet import players_entry
from web.rules.model import rules
from web.sheet.fields import EntryField
from web.sheet.form import NOT_ENTRIES, Block, SheetForm
from web.sheet.seats import move_pair, seat_colours

COUNTED = ("number", "signed", "list")
"""Kinds of fields that are counted as filled or missing; a tick that is not set says something too."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's numbers: how many are filled, and how many there are."""

    filled: int
    count: int

    @property
    def missing(self) -> int:
        """The number of blanks."""
        return self.count - self.filled


def progress(form: SheetForm) -> list[Progress]:
    """Return the progress of each seat."""
    fields_of_seats = [_numbers_of(form, seat) for seat in range(len(form.names))]
    return [Progress(sum(bool(field.data) for field in fields), len(fields)) for fields in fields_of_seats]


def _numbers_of(form: SheetForm, seat: int) -> list[EntryField]:
    """The number fields of a seat, without those that only break a tie, may stay blank, or that a drawn board counts."""
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
    """Return the context of a page with the column of a seat (None: all columns): the ordinary sheet's, and the column's."""
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
    """The entries of one player alone, as if the player had the first seat; what belongs to the whole table is left out."""
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
