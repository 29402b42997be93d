"""Calculator pages: a small form for one mid-game question, and the answer with its reasons."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorers.entries import LoadContext, entries_of, load_record, read_record_query
from scorers.entries.seats import LETTERS
from scorers.model import AnyGame, Calculator
from scorers.registry import game as find_game
from scorers.service import ask_calculator
from scorers.sheet import players_entry
from web.common.languages import translator
from web.common.pages import cached_page, uses_query
from web.rules.model import rules
from web.sheet.fields import LABEL_OF_SEAT, ONE, EntryForm, Options, Row, RowContext, build_rows
from web.sheet.form import sheet_form
from web.sheet.links import Pairs

blueprint = Blueprint("calculators", __name__)

FROM_SHEET = "helper"
"""The value of `to` in links from a sheet, whose query holds all of the sheet's entries."""
_ABOUT_PLAYERS = re.compile(r"n|\d{1,2}\.(name|colour)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Table:
    """The players that a calculator asks about, in seat order, their names, and the query `pairs` that describe
    them.
    """

    players: tuple[Any, ...]
    names: list[str]
    pairs: Pairs

    @property
    def is_named(self) -> bool:
        """Whether any player has entered a name."""
        return any(player.name for player in self.players)


class CalculatorForm(EntryForm):
    """A calculator's form, filled from the query, and its answer; None as long as nothing was asked or entered."""

    def __init__(self, calculator: Calculator, table: Table, query: MultiDict[str, str]) -> None:
        super().__init__(query)
        seats = len(table.names)
        data = read_record_query(calculator.question, query.to_dict(flat=False), "", seats)
        load_context = LoadContext(seats)
        question = load_record(calculator.question, data, "", load_context)
        translate = translator()
        self.is_empty = not load_context.faults and question == calculator.question()
        self.rows = _build_rows(calculator, RowContext(self, question, table.names, translate, lambda *_: True))
        is_asked = "ask" in query and not self.is_empty
        self.answer: dict[str, Any] | None = (
            ask_calculator(calculator, data, translate, table.names) if is_asked else None
        )
        for fault in self.faults:
            if field := self.field_at(fault["path"]):
                field.errors.append(fault["message"])

    @property
    def faults(self) -> list[dict[str, str]]:
        """The faults of the entries."""
        return list((self.answer or {}).get("faults", ()))

    def anchor(self, path: str) -> str:
        """Return the id of the first field that a fault's path refers to, or ""."""
        field = self.field_at(path) or next((one for one in self if one.name.startswith(f"{path}.")), None)
        return str(field.id) if field else ""


@blueprint.get("/<lang:lang>/<game:slug>/help")
@cached_page
def calculators_page(lang: str, slug: str) -> str:
    """List a game's calculators, with what each is for."""
    game = find_game(slug)
    if not game.calculators:
        abort(404)
    return render_template("rules/calculators.html", game=game)


@blueprint.get("/<lang:lang>/<game:slug>/help/<name>")
@uses_query
def calculator_page(lang: str, slug: str, name: str) -> Response:
    """Show a calculator's form with its answer, or with its faults (422).

    The query names the players as a sheet's does.
    """
    game = find_game(slug)
    if name not in game.calculators:
        abort(404)
    calculator = game.calculators[name]
    if request.args.get("to") == FROM_SHEET:
        players: dict[str, Any] = MultiDict(_pairs_about_players(request.args)).to_dict(flat=False)
        return redirect(url_for("calculators.calculator_page", lang=lang, slug=slug, name=name, **players))
    table = _read_table(game, calculator, request.args)
    form = CalculatorForm(calculator, table, request.args)
    page = render_template(
        "rules/calculator.html",
        game=game,
        name=name,
        calculator=calculator,
        form=form,
        table=table,
        rules=rules(slug, lang),
    )
    return make_response(page, 422 if form.faults else 200)


def _pairs_about_players(query: MultiDict[str, str]) -> Pairs:
    return [(name, value) for name, value in query.items(multi=True) if value and _ABOUT_PLAYERS.fullmatch(name)]


def _read_table(game: AnyGame, calculator: Calculator, query: MultiDict[str, str]) -> Table:
    """Return the players in a sheet's query; without one, as many as the calculator can take, named by letters."""
    if not calculator.seats:
        return Table((), [], _pairs_about_players(query))
    if "n" not in query:
        return Table((players_entry(game.sheet).of(),) * calculator.seats, list(LETTERS[: calculator.seats]), [])
    pairs = _pairs_about_players(query)
    sheet = sheet_form(game)(MultiDict(pairs))
    missing = max(calculator.least_seats - len(sheet.names), 0)
    players = (*sheet.sheet.players, *(players_entry(game.sheet).of(),) * missing)
    return Table(players, [*sheet.names, *LETTERS[len(sheet.names) :][:missing]], pairs)


def _build_rows(calculator: Calculator, context: RowContext) -> list[Row]:
    """Build the rows of a calculator's entries; an entry's first row has its hint and help."""
    rows: list[Row] = []
    for name, declaration in entries_of(calculator.question).items():
        first, *others = build_rows(declaration, name, context, ONE)
        first.heading, first.help = calculator.rule, context.translate(declaration.help)
        first.hint = context.translate(declaration.hint) if declaration.hint else ""
        rows += [first, *others]
    _tell_rows_apart(rows, context)
    for row in rows:
        for field in row.fields:
            field.choices = _name_players(field.choices, context.names)
    return rows


def _tell_rows_apart(rows: list[Row], context: RowContext) -> None:
    """Prefix labels that occur more than once with the label of their entry."""
    labels = [row.label for row in rows]
    for row in rows:
        if labels.count(row.label) > 1:
            row.label = context.message(LABEL_OF_SEAT, name=context.translate(row.entry.label), label=row.label)
            row.fields[0].label.text = row.label


def _name_players(options: Options, names: Sequence[str]) -> Options:
    """Replace the seat letters among some options by the players' names, and drop seats that nobody has."""
    seats = {letter: seat for seat, letter in enumerate(LETTERS)}
    named = []
    for value, label in options:
        seat = seats.get(value) if value == label else None
        if seat is None:
            named.append((value, label))
        elif seat < len(names):
            named.append((value, names[seat]))
    return named
