"""Questions on the comparison page: one missing entry of one player at a time, which is then added to the address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorers.model import N_, AnyGame
from scorers.querystring import sheet_to_query
from scorers.sheet import locate
from web.common.languages import translate
from web.compare.comparison import Comparison
from web.compare.rows import Row
from web.result.headline import isolate_name, write_sentence
from web.sheet.fields import EntryField
from web.sheet.form import cell_name, sheet_form
from web.sheet.links import sheet_link
from web.sheet.rows import LABEL_OF_SEAT, label_entry

MAX_KEYS = 5
"""Numbers with a button of their own; higher ones are typed."""


@dataclass(frozen=True, slots=True)
class Question:
    """One missing entry: the row that lacks it, its player's seat (None for the whole sheet), the question, and the buttons that answer it.

    `keys` are (value, face) of each button; `is_typed` whether there are values without one.
    """

    row: Row
    path: str
    seat: int | None
    sentence: Markup
    hint: str
    field: EntryField
    keys: list[tuple[str, str]]
    is_typed: bool
    on_sheet: Mapping[str, Any]
    """For a check box, the link to the sheet, since a link cannot represent an answer of "no"; otherwise empty."""

    @property
    def name(self) -> str:
        """The name of the entry in the address."""
        return str(self.field.name)


def find_question(game: AnyGame, comparison: Comparison, names: Sequence[str], wanted: str) -> Question | None:
    """Return the question about the entry named `wanted`, else about the first missing one; None if nothing is missing."""
    rows = [
        row for row in comparison.lacking if any(cell_name(path) == wanted for path in row.way.needs)
    ] or comparison.lacking
    if not rows:
        return None
    row = rows[0]
    path = next((path for path in row.way.needs if cell_name(path) == wanted), row.way.needs[0])
    form = sheet_form(game)(MultiDict(sheet_to_query(replace(comparison.sheet, **row.way.options))))
    field = form.layout.fields.get(cell_name(path))
    if field is None:
        return None
    field.described_by = ""
    where = locate(game.sheet, path)
    label = label_entry(where)
    is_tick = field.kind == "checkbox"
    if is_tick:
        sentence = write_sentence(LABEL_OF_SEAT, name=isolate_name(names[where.seat or 0]), label=label)
    elif where.seat is None:
        sentence = Markup("{}").format(label)
    else:
        sentence = write_sentence(
            N_("%(label)s: how many does %(name)s have?"), label=label, name=isolate_name(names[where.seat])
        )
    keys = list(_keys(field))
    on_sheet = sheet_link(replace(comparison.sheet, **row.way.options)) if is_tick else {}
    return Question(
        row,
        path,
        where.seat,
        sentence,
        translate(field.entry.hint),
        field,
        keys,
        field.kind not in ("steps", "checkbox"),
        on_sheet,
    )


def _keys(field: EntryField) -> Sequence[tuple[str, str]]:
    if field.kind == "number":
        most = MAX_KEYS - 1 if field.max_value is None else min(MAX_KEYS - 1, field.max_value)
        return [(str(number), str(number)) for number in range(most + 1)]
    return [choice for choice in field.choices if choice[0]] if field.kind == "steps" else []
