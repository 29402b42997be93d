"""The sheet as a form: a FlaskForm for each game, made of its entries, which reads a query, checks it and says what is wrong where."""

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, ClassVar

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms.fields.core import UnboundField
from wtforms.i18n import DummyTranslations

from scorers.entries import Number, entries_of
from scorers.entries.seats import LETTERS
from scorers.model import MOST_SEATS, AnyGame, Fault, format_message
from scorers.querystring import sheet_from_query
from scorers.sheet import check_sheet, limit_faults, locate, options_of, players_entry, questions, read_sheet
from web.languages import translator
from web.sheet.entry_field import EntryField
from web.sheet.fields import FIELDS
from web.sheet.layout import Layout, lay_out
from web.sheet.rows import LABEL_OF_SEAT, NUMBERED, Cell, Row, View

NOT_ENTRIES = {"n", "to", "seats", "move", "remove", "more", "lang", "variants", "ask"}
_NO_TRANSLATIONS = DummyTranslations()
_ERRORS_OF_A_CELL = 4
_MESSAGES = 40
"""The most that is said at once; the rest can wait until these are mended."""
_KEPT = 400
"""The most entries of a link that a sheet carries along without asking for them."""


class SheetForm(FlaskForm):
    """A filled or empty sheet of one game. It changes nothing on the server, so it has no token.

    `sheet` holds what could be read, and `named_sheet` the same with a letter for a name where none was entered; both stand there whatever
    is wrong. `validate()` checks the whole sheet and fills `faults` and the errors of fields and cells.
    """

    game: ClassVar[AnyGame]

    class Meta(FlaskForm.Meta):
        """No token: nothing is changed. No texts of WTForms either: what is wrong, the loader says."""

        csrf = False

        def get_translations(self, form: object) -> DummyTranslations:
            """None, where each field of each form would look for them on the disk."""
            return _NO_TRANSLATIONS

    def __init__(self, query: MultiDict[str, str]) -> None:
        """Read a query's values as the game's sheet; seats beyond what the game takes are left out, missing ones are empty."""
        super().__init__(formdata=query)
        self.query = query
        self.translate = translator()
        bounds = players_entry(self.game.sheet)
        self.least, self.most = bounds.low, bounds.high
        self.sheet_data = sheet_from_query(self.game.sheet, query.to_dict(flat=False))
        seats = self.sheet_data["players"]
        self.sheet_data["players"] = [*seats, *({} for _ in range(self.least - len(seats)))][: self.most]
        self.sheet: Any
        self.sheet, self._load_faults = read_sheet(self.game.sheet, self.sheet_data)
        self.faults: list[Fault] = []
        self.questions: list[Fault] = []
        self.names = [player.name or LETTERS[seat] for seat, player in enumerate(self.sheet.players)]
        players = tuple(replace(player, name=name) for player, name in zip(self.sheet.players, self.names, strict=True))
        self.named_sheet = replace(self.sheet, players=players)

    @property
    def is_filled(self) -> bool:
        """Whether anything was entered beside names, colours and options."""
        has_entries = any(player.keys() - {"name", "colour"} for player in self.sheet_data["players"])
        return has_entries or bool(self.sheet_data.keys() - options_of(self.game.sheet).keys() - {"players"})

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the sheet as a whole. Each fault is put beside the cell it belongs to, for people and for what reads the page to them."""
        self.faults = limit_faults([*self._load_faults, *check_sheet(self.game, self.named_sheet, self._load_faults)])
        self.__dict__.pop("layout", None)
        for fault in self.faults:
            cell = self.cell_of(fault.path)
            message = format_message(fault.message, fault.values, self.translate)
            if cell is not None and len(cell.errors) < _ERRORS_OF_A_CELL and message not in cell.errors:
                cell.errors.append(message)
                self._field_of(cell).errors.append(message)
            elif cell is None and (row := self._row_of(fault)):
                row.add_error(message)
        return not self.faults

    def ask_again(self, answered: Container[str]) -> bool:
        """Ask beside each number that may not be meant so, unless that was `answered`; whether any question is open."""
        self.questions = [question for question in questions(self.sheet) if cell_name(question.path) not in answered]
        for question in self.questions:
            if cell := self.cell_of(question.path):
                cell.errors.append(format_message(question.message, question.values, self.translate))
        return bool(self.questions)

    @property
    def asked(self) -> str:
        """What the button that scores sends along: the names of the numbers that the page asks about; "" where none is ever asked about."""
        entries = entries_of(players_entry(self.game.sheet).of).values()
        can_ask = any(isinstance(entry, Number) and entry.can_ask for entry in entries)
        return (" ".join(cell_name(question.path) for question in self.questions) or "1") if can_ask else ""

    @cached_property
    def layout(self) -> Layout:
        """The rows that the form shows, sorted into options, position and categories."""
        spoilt = {path for fault in self.faults for path in _with_parents(fault.path)}

        def is_shown(declaration: Any, paths: Sequence[str], players: Sequence[Any] = (None,)) -> bool:
            """Entries that the options in use need, that the game shows all the same, or that have a fault."""
            if not spoilt.isdisjoint(paths):
                return True
            if declaration.shown_if is not None:
                return bool(declaration.shown_if(self.sheet))
            return any(declaration.required_if(self.sheet, player) for player in players)

        view = View(self.query, self.sheet, self.names, self.translate, is_shown)
        rows: list[Row] = []
        self._rows_of: list[tuple[EntryField, list[Row]]] = []
        for field in self:
            name = field.entry_name
            paths = [f"players.{seat}.{name}" for seat in range(len(self.names))] if field.per_player else [name]
            if is_shown(field.declaration, paths, self.sheet.players if field.per_player else (None,)):
                field_rows = list(field.rows(view))
                rows += field_rows
                self._rows_of.append((field, field_rows))
        return lay_out(self.game, rows, self.translate)

    def _field_of(self, cell: Cell) -> EntryField:
        """The field that a cell of the layout belongs to."""
        return next(field for field, rows in self._rows_of for row in rows if any(one is cell for one in (*row.cells, row.beside)))

    @cached_property
    def hidden_pairs(self) -> list[tuple[str, str]]:
        """Names and values of entries that the link has and the form does not ask for; they are sent along, so that they come back."""
        cells = self.layout.cells
        entries = {*entries_of(self.game.sheet), *entries_of(players_entry(self.game.sheet).of)}
        counts = {row.name: row for row in self.layout.record_counts}
        pairs = [(f"{name}.shown", str(count.count)) for name, count in counts.items()]
        names = {*NOT_ENTRIES, *cells, *counts, *(name for name, _ in pairs)}
        pairs += [
            (name, value)
            for name, value in self.query.items(multi=True)
            if value and name not in names and not entries.isdisjoint(name.split(".")[:2])
        ]
        return pairs[:_KEPT]

    def tie_cells(self, paths: Sequence[str]) -> list[Cell]:
        """The cells of tie inputs, as far as the form asks for them, with all levels to choose from."""
        cells = [self.layout.cells[name] for name in map(cell_name, paths) if name in self.layout.cells]
        return [replace(cell, kind="select" if cell.kind in ("highest", "steps") else cell.kind, described_by="") for cell in cells]

    def is_expected(self, path: str) -> bool:
        """Whether the form asks for a number in such a way that a blank may have been forgotten; a box that is not ticked is none."""
        cell = self.layout.cells.get(cell_name(path))
        return cell is not None and cell.kind != "highest" and not cell.start

    def cell_of(self, path: str) -> Cell | None:
        """The cell that a path belongs to: its own, that of the row it is in, or the first that gives such a thing to that player."""
        cells, name = self.layout.cells, cell_name(path)
        while name and name not in cells:
            name = name.rpartition(".")[0]
        if name or not path.startswith("players."):
            return cells.get(name)
        seat, _, thing = cell_name(path).partition(".")
        prefix = f"{thing.partition('.')[0]}."
        return next((cell for at, cell in cells.items() if at.startswith(prefix) and str(cell.value)[: len(seat)] == seat), None)

    def _cells_of(self, fault: Fault) -> list[Cell]:
        """The cell at fault, or those that contradict each other."""
        if cell := self.cell_of(fault.path):
            return [cell]
        return [cell for cell in (self.layout.cells.get(cell_name(path)) for path in fault.entries) if cell and cell.value]

    def _row_of(self, fault: Fault) -> Row | None:
        """The first row of the cells that contradict each other."""
        cells = self._cells_of(fault)
        return next((row for _, rows in self._rows_of for row in rows if any(one is cell for one in row.cells for cell in cells)), None)

    def faults_json(self) -> list[dict[str, Any]]:
        """The faults for the sheet's script: as the API answers them, with the whole sentence and the names of the cells to mark."""
        return [self._mark_json(fault) for fault in self.faults]

    def questions_json(self) -> list[dict[str, Any]]:
        """What is asked about the numbers of a sheet without faults, likewise."""
        self.ask_again(())
        return [self._mark_json(question) for question in self.questions]

    def _mark_json(self, fault: Fault) -> dict[str, Any]:
        return fault.as_json(self.translate) | {"sentence": self._sentence(fault), "cells": [cell.name for cell in self._cells_of(fault)]}

    def messages(self) -> list[tuple[str, str]]:
        """The faults as (id of the cell or of its category, or "", message with whose entry it is), in the order found."""
        messages = dict.fromkeys((self._anchor(fault), self._sentence(fault)) for fault in (*self.faults, *self.questions))
        return list(messages)[:_MESSAGES]

    def _sentence(self, fault: Fault) -> str:
        return self._whose(fault.path) + format_message(fault.message, fault.values, self.translate)

    def _anchor(self, fault: Fault) -> str:
        if cells := self._cells_of(fault):
            return f"f-{cells[0].name}"
        try:
            heading = entries_of(players_entry(self.game.sheet).of)[fault.path.split(".")[2]].line
        except (IndexError, KeyError):
            return ""
        return f"c-{heading}" if heading in (category.key for category in self.layout.categories) else ""

    def _whose(self, path: str) -> str:
        """Whose entry it is, to begin a message with: a round's or a region's, and there perhaps a player's."""
        try:
            where = locate(self.game.sheet, path)
        except (KeyError, ValueError, IndexError):
            return ""
        if "." not in path:
            return ""
        record = format_message(NUMBERED, {"record": where.record[0], "number": where.record[1]}, self.translate) if where.record else ""
        name = self.names[where.seat] if where.seat is not None and where.seat < len(self.names) else ""
        pattern = self.translate(LABEL_OF_SEAT)
        return "".join(pattern % {"name": whose, "label": ""} for whose in (record, name) if whose)


@cache
def sheet_form(game: AnyGame) -> type[SheetForm]:
    """The form of a game: a field for each entry, those of the whole sheet first."""
    fields: dict[str, UnboundField] = {}
    for prefix, of in (("sheet", game.sheet), ("player", players_entry(game.sheet).of)):
        for name, declaration in entries_of(of).items():
            if name != "players":
                fields[f"{prefix}.{name}"] = FIELDS[type(declaration)](declaration, name, per_player=prefix == "player")
    return type("SheetForm", (SheetForm,), {"game": game, **fields})


def cell_name(path: str) -> str:
    """The form's name of an entry: its path without `players.`."""
    return path.removeprefix("players.")


def _with_parents(path: str) -> list[str]:
    steps = path.split(".")
    return [".".join(steps[:length]) for length in range(1, len(steps) + 1)]


assert len(LETTERS) >= MOST_SEATS  # noqa: S101  every seat has a letter
