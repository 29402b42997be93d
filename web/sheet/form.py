"""The sheet as a form: a FlaskForm for each game, made of its entries, which reads a query, checks it and says what is wrong where."""

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorers.entries import Number, entries_of
from scorers.entries.seats import LETTERS
from scorers.model import MOST_SEATS, AnyGame, Fault, format_message
from scorers.querystring import sheet_from_query
from scorers.sheet import check_sheet, limit_faults, locate, options_of, players_entry, questions, read_sheet
from web.languages import translator
from web.sheet.entry_form import EntryForm
from web.sheet.fields import EntryField
from web.sheet.layout import Layout, build_layout
from web.sheet.rows import LABEL_OF_SEAT, NUMBERED, Row

NOT_ENTRIES = {"n", "to", "seats", "move", "remove", "more", "lang", "variants", "ask"}
MAX_FIELD_ERRORS = 4
_MESSAGES = 40
"""The most that is said at once; the rest can wait until these are mended."""
MAX_HIDDEN_FIELDS = 400
"""Upper limit of hidden inputs copied from the link."""


class SheetForm(EntryForm):
    """A filled or empty sheet of one game.

    `sheet` holds what could be read, and `named_sheet` the same with a letter for a name where none was entered; both stand there whatever
    is wrong. `validate()` checks the whole sheet and fills `faults` and the errors of fields and rows.
    """

    game: ClassVar[AnyGame]

    def __init__(self, query: MultiDict[str, str]) -> None:
        """Read a query's values as the game's sheet; seats beyond what the game takes are left out, missing ones are empty."""
        super().__init__(query)
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
        if self.faults:
            self.layout = build_layout(self, self.faults)  # an entry at fault is shown, whatever the options
        super().validate(extra_validators)
        for fault in self.faults:
            field = self.field_of(fault.path)
            message = format_message(fault.message, fault.values, self.translate)
            if field is not None and len(field.errors) < MAX_FIELD_ERRORS and message not in field.errors:
                field.errors.append(message)
            elif field is None and (row := self._row_of(fault)):
                row.add_error(message)
        return not self.faults

    def ask_again(self, answered: Container[str]) -> bool:
        """Ask beside each number that may not be meant so, unless that was `answered`; whether any question is open."""
        self.questions = [question for question in questions(self.sheet) if cell_name(question.path) not in answered]
        for question in self.questions:
            if field := self.field_of(question.path):
                field.errors.append(format_message(question.message, question.values, self.translate))
        return bool(self.questions)

    @property
    def asked(self) -> str:
        """What the button that scores sends along: the names of the numbers that the page asks about; "" where none is ever asked about."""
        entries = entries_of(players_entry(self.game.sheet).of).values()
        can_ask = any(isinstance(entry, Number) and entry.can_ask for entry in entries)
        return (" ".join(cell_name(question.path) for question in self.questions) or "1") if can_ask else ""

    @cached_property
    def layout(self) -> Layout:
        """The rows that the form shows, sorted into options, position and categories; the form has fields once this was asked for."""
        return build_layout(self, self.faults)

    @cached_property
    def hidden_pairs(self) -> list[tuple[str, str]]:
        """Names and values of entries that the link has and the form does not ask for; they are sent along, so that they come back."""
        entries = {*entries_of(self.game.sheet), *entries_of(players_entry(self.game.sheet).of)}
        counts = {row.name: row for row in self.layout.record_counts}
        pairs = [(f"{name}.shown", str(count.count)) for name, count in counts.items()]
        names = {*NOT_ENTRIES, *self.layout.fields, *counts, *(name for name, _ in pairs)}
        pairs += [
            (name, value)
            for name, value in self.query.items(multi=True)
            if value and name not in names and not entries.isdisjoint(name.split(".")[:2])
        ]
        return pairs[:MAX_HIDDEN_FIELDS]

    def tie_fields(self, paths: Sequence[str]) -> list[EntryField]:
        """The fields of tie inputs, as far as the form asks for them, as the result asks for them: alone, all levels to choose from."""
        fields = [field for field in map(self._own_field, paths) if field is not None]
        for field in fields:
            field.described_by = ""
            if field.kind in ("highest", "steps"):
                field.kind = "select"
        return fields

    def is_expected(self, path: str) -> bool:
        """Whether the form asks for a number in such a way that a blank may have been forgotten; a box that is not ticked is none."""
        field = self._own_field(path)
        return field is not None and field.kind != "highest" and not field.start

    def record_fields(self, name: str) -> list[dict[str, EntryField]]:
        """The fields of each record of an entry, by their names within the record."""
        by_number: dict[str, dict[str, EntryField]] = {}
        for path, field in self.layout.fields.items():
            entry, _, rest = path.partition(".")
            number, _, within = rest.partition(".")
            if entry == name and number.isdigit():
                by_number.setdefault(number, {})[within] = field
        return list(by_number.values())

    def _own_field(self, path: str) -> EntryField | None:
        """The field of just this entry."""
        return self.layout.fields.get(cell_name(path))

    def field_of(self, path: str) -> EntryField | None:
        """The field of a path: its own, that of the entry it is in, otherwise the first that assigns this item to the player."""
        fields, name = self.layout.fields, cell_name(path)
        if (field := self.field_at(name)) or not path.startswith("players."):
            return field
        seat, _, thing = name.partition(".")
        prefix = f"{thing.partition('.')[0]}."
        return next((one for at, one in fields.items() if at.startswith(prefix) and str(one.data)[: len(seat)] == seat), None)

    def _fields_of(self, fault: Fault) -> list[EntryField]:
        """The field at fault, or those that contradict each other."""
        if field := self.field_of(fault.path):
            return [field]
        return [field for field in map(self._own_field, fault.entries) if field is not None and field.data]

    def _row_of(self, fault: Fault) -> Row | None:
        """The first row of the fields that contradict each other."""
        names = {field.name for field in self._fields_of(fault)}
        return next((row for row in self.layout.rows if any(one.name in names for one in row.fields)), None)

    def faults_json(self) -> list[dict[str, Any]]:
        """The faults for the sheet's script: as the API answers them, with the whole sentence and the names of the cells to mark."""
        return [self._mark_json(fault) for fault in self.faults]

    def questions_json(self) -> list[dict[str, Any]]:
        """What is asked about the numbers of a sheet without faults, likewise."""
        self.ask_again(())
        return [self._mark_json(question) for question in self.questions]

    def _mark_json(self, fault: Fault) -> dict[str, Any]:
        names = [field.name for field in self._fields_of(fault)]
        return fault.as_json(self.translate) | {"sentence": self._sentence(fault), "cells": names}

    def messages(self) -> list[tuple[str, str]]:
        """The faults as (id of the cell or of its category, or "", message with whose entry it is), in the order found."""
        messages = dict.fromkeys((self._anchor(fault), self._sentence(fault)) for fault in (*self.faults, *self.questions))
        return list(messages)[:_MESSAGES]

    def _sentence(self, fault: Fault) -> str:
        return self._whose(fault.path) + format_message(fault.message, fault.values, self.translate)

    def _anchor(self, fault: Fault) -> str:
        if fields := self._fields_of(fault):
            return str(fields[0].id)
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
    """The class of a game's forms."""
    return type("SheetForm", (SheetForm,), {"game": game})


def cell_name(path: str) -> str:
    """The form's name of an entry: its path without `players.`."""
    return path.removeprefix("players.")


assert len(LETTERS) >= MOST_SEATS  # noqa: S101  every seat has a letter
