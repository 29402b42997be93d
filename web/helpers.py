"""The pages of the games' helpers: a small form made of a helper's entries, and its answer with the reasons."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, make_response, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorers.entries import LoadContext, entries_of, load_record, read_record_query
from scorers.model import Helper
from scorers.registry import game as find_game
from scorers.service import ask_helper
from scorers.sheet import players_entry
from web.fields import FIELDS
from web.locale import translator
from web.rows import LABEL_OF_SEAT, Cell, Row, View
from web.rules import rules
from web.seats import LETTERS

blueprint = Blueprint("helpers", __name__)


@dataclass(slots=True)
class HelperForm:
    """A helper's entries as rows, filled with what the query holds, and what it answers; None where nothing was asked yet."""

    rows: list[Row]
    answer: dict[str, Any] | None

    @property
    def faults(self) -> list[dict[str, str]]:
        """What is wrong with the entries."""
        return list((self.answer or {}).get("faults", ()))


@blueprint.get("/<lang:lang>/<game:slug>/help/<name>")
def helper_page(lang: str, slug: str, name: str) -> Response:
    """A helper's form; filled, its answer; with faults, each beside its entry (422)."""
    game = find_game(slug)
    if name not in game.helpers:
        abort(404)
    helper = game.helpers[name]
    form = _helper_form(helper, request.args)
    seats = [players_entry(game.sheet).of()] * helper.seats
    page = render_template("helper.html", game=game, name=name, helper=helper, form=form, seats=seats, rules=rules(slug, lang))
    return make_response(page, 422 if form.faults else 200)


def _helper_form(helper: Helper, query: MultiDict[str, str]) -> HelperForm:
    data = read_record_query(helper.question, query.to_dict(flat=False), "", helper.seats)
    translate = translator()
    view = View(
        MultiDict(query),
        load_record(helper.question, data, "", LoadContext(helper.seats)),
        LETTERS[: helper.seats],
        translate,
        lambda *_: True,
    )
    rows = []
    for name, declaration in entries_of(helper.question).items():
        first, *others = FIELDS[type(declaration)].rows_for(declaration, name, view, per_player=False)
        first.heading, first.help = helper.rule, translate(declaration.help)
        first.hint = translate(declaration.hint) if declaration.hint else ""
        rows += [first, *others]
    labels = [row.label for row in rows]
    for row in rows:
        if labels.count(row.label) > 1:  # the same things are counted in several places: the label says where
            row.label = row.cells[0].label = view.message(LABEL_OF_SEAT, name=translate(row.entry.label), label=row.label)
    form = HelperForm(rows, ask_helper(helper, data, translate) if "ask" in query else None)
    _place_faults(form)
    return form


def _place_faults(form: HelperForm) -> None:
    """Put each fault beside the cell it belongs to, where there is one."""
    cells: dict[str, Cell] = {cell.name: cell for row in form.rows for cell in row.cells}
    for fault in form.faults:
        path = fault["path"]
        while path and path not in cells:
            path = path.rpartition(".")[0]
        if path:
            cells[path].errors.append(fault["message"])
