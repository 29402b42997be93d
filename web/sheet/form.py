"""The form of a game's sheet: reads a query, validates it with the game, and puts each fault at its field."""

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorers.entries import Number, entries_of
from scorers.entries.seats import LETTERS
from scorers.model import MAX_SEATS, AnyGame, Fault, format_message
from scorers.querystring import drop_unused_places, sheet_from_query
from scorers.sheet import check_sheet, limit_faults, locate, options_of, players_entry, questions, read_sheet
from web.common.languages import translator
from web.sheet.entry_form import EntryForm
from web.sheet.fields import EntryField
from web.sheet.layout import Layout, build_layout
from web.sheet.move_seats import MOVES
from web.sheet.rows import LABEL_OF_SEAT, Row

NOT_ENTRIES = {"n", "to", "seats", "lang", "variants", "ask", *MOVES}
MAX_FIELD_ERRORS = 4
MAX_MESSAGES = 40
"""Upper limit of messages shown at once."""
MAX_HIDDEN_FIELDS = 400
"""Upper limit of hidden inputs copied from the link."""


class SheetForm(EntryForm):
    """The form of one game's sheet.

    `sheet` holds what could be read, `named_sheet` the same with letters for missing names; both exist even if there are faults.
    `validate()` checks the whole sheet and sets `faults` and the errors of fields and rows.
    """

    game: ClassVar[AnyGame]

    def __init__(self, query: MultiDict[str, str]) -> None:
        """Read a query as the game's sheet; surplus seats are dropped, missing ones are empty."""
        super().__init__(query)
        self.translate = translator()
        bounds = players_entry(self.game.sheet)
        self.least, self.most = bounds.low, bounds.high
        self.sheet_data = drop_unused_places(
            self.game.sheet, sheet_from_query(self.game.sheet, query.to_dict(flat=False))
        )
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
        """Whether anything was entered besides names, colours and options."""
        has_entries = any(player.keys() - {"name", "colour"} for player in self.sheet_data["players"])
        return has_entries or bool(self.sheet_data.keys() - options_of(self.game.sheet).keys() - {"players"})

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the whole sheet, and add each fault to the errors of its field."""
        self.faults = limit_faults([*self._load_faults, *check_sheet(self.game, self.named_sheet, self._load_faults)])
        if self.faults:
            self.layout = build_layout(self)  # entries with faults are always shown
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
        """Add a question to each doubtful number that is not in `answered`; return whether there are any."""
        self.questions = [question for question in questions(self.sheet) if cell_name(question.path) not in answered]
        for question in self.questions:
            if field := self.field_of(question.path):
                field.errors.append(format_message(question.message, question.values, self.translate))
        return bool(self.questions)

    @property
    def asked(self) -> str:
        """The value of the score button: the names of the numbers that the page asks about; "" if the game never asks."""
        can_ask = any(number.can_ask for number in self._numbers)
        return (" ".join(cell_name(question.path) for question in self.questions) or "1") if can_ask else ""

    @property
    def asks_about_blanks(self) -> bool:
        """Whether the score button asks about numbers that were left blank, which then do not simply count as 0."""
        return any(number.ask_if_blank for number in self._numbers)

    @property
    def _numbers(self) -> list[Number]:
        return [entry for entry in entries_of(players_entry(self.game.sheet).of).values() if isinstance(entry, Number)]

    @cached_property
    def layout(self) -> Layout:
        """The form's rows, grouped into options, position and categories; building it adds the fields to the form."""
        return build_layout(self)

    @cached_property
    def hidden_pairs(self) -> list[tuple[str, str]]:
        """The entries of the link that the form does not show, which hidden inputs carry along."""
        entries = {*entries_of(self.game.sheet), *entries_of(players_entry(self.game.sheet).of)}
        counts = self.layout.record_counts
        pairs = [(f"{name}.shown", str(count)) for name, count in counts.items()]
        names = {*NOT_ENTRIES, *self.layout.fields, *counts, *(name for name, _ in pairs)}
        pairs += [
            (name, value)
            for name, value in self.query.items(multi=True)
            if value and name not in names and not entries.isdisjoint(name.split(".")[:2])
        ]
        return pairs[:MAX_HIDDEN_FIELDS]

    def tie_fields(self, paths: Sequence[str]) -> list[EntryField]:
        """Return the form's fields for these tie inputs, changed for the result page: all levels can be chosen."""
        fields = [field for field in map(self._own_field, paths) if field is not None]
        for field in fields:
            field.described_by = ""
            if field.kind in ("highest", "steps"):
                field.kind = "select"
        return fields

    def is_expected(self, path: str) -> bool:
        """Return whether a blank number may have been forgotten; an unticked box is not a blank."""
        field = self._own_field(path)
        return field is not None and field.kind != "highest" and not field.start

    def record_fields(self, name: str) -> list[dict[str, EntryField]]:
        """Return the fields of each record of an entry by their names within the record."""
        by_number: dict[str, dict[str, EntryField]] = {}
        for path, field in self.layout.fields.items():
            entry, _, rest = path.partition(".")
            number, _, within = rest.partition(".")
            if entry == name and number.isdigit():
                by_number.setdefault(number, {})[within] = field
        return list(by_number.values())

    def _own_field(self, path: str) -> EntryField | None:
        """Return the field of exactly this entry."""
        return self.layout.fields.get(cell_name(path))

    def field_of(self, path: str) -> EntryField | None:
        """Return the field of a path: its own, that of the enclosing entry, or the first that assigns this item to the player."""
        fields, name = self.layout.fields, cell_name(path)
        if (field := self.field_at(name)) or not path.startswith("players."):
            return field
        seat, _, thing = name.partition(".")
        prefix = f"{thing.partition('.')[0]}."
        return next(
            (one for at, one in fields.items() if at.startswith(prefix) and str(one.data)[: len(seat)] == seat), None
        )

    def _fields_of(self, fault: Fault) -> list[EntryField]:
        """Return the field at fault, or all filled fields of the row at fault, or all that contradict each other."""
        if field := self.field_of(fault.path):
            return [field]
        if row := self._own_row(fault.path):
            return [field for field in row.fields if field.data]
        return [field for field in map(self._own_field, fault.entries) if field is not None and field.data]

    def _own_row(self, path: str) -> Row | None:
        """Return the row of exactly this entry, such as that of a round with a field for each seat."""
        return next((row for row in self.layout.rows if row.name == cell_name(path)), None)

    def _row_of(self, fault: Fault) -> Row | None:
        """Return the first row of the fields that contradict each other."""
        names = {field.name for field in self._fields_of(fault)}
        return next((row for row in self.layout.rows if any(one.name in names for one in row.fields)), None)

    def faults_json(self) -> list[dict[str, Any]]:
        """Return the faults for the sheet's script: as in the API, with the whole sentence and the names of the cells to mark."""
        return [self._mark_json(fault) for fault in self.faults]

    def questions_json(self) -> list[dict[str, Any]]:
        """Return the questions about a valid sheet's numbers, in the same shape."""
        return [self._mark_json(question) for question in questions(self.sheet)]

    def questions_about_blanks(self) -> list[dict[str, Any]]:
        """Return the questions about blanks that may not mean 0, which do not tell what somebody entered."""
        return [question for question in self.questions_json() if question["code"] == "blank"]

    def _mark_json(self, fault: Fault) -> dict[str, Any]:
        names = [field.name for field in self._fields_of(fault)]
        return fault.as_json(self.translate) | {"sentence": self._sentence(fault), "cells": names}

    def messages(self) -> list[tuple[str, str]]:
        """The faults as (id of the cell or its category, or ""; message with the entry's owner), in the order found."""
        messages = dict.fromkeys(
            (self._anchor(fault), self._sentence(fault)) for fault in (*self.faults, *self.questions)
        )
        return list(messages)[:MAX_MESSAGES]

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
        """Return the owner of an entry as a message prefix: a round or region, or a player, or both."""
        try:
            where = locate(self.game.sheet, path)
        except (KeyError, ValueError, IndexError):
            return ""
        if "." not in path:
            return ""
        record = where.record.translated(self.translate) if where.record else ""
        name = self.names[where.seat] if where.seat is not None and where.seat < len(self.names) else ""
        pattern = self.translate(LABEL_OF_SEAT)
        return "".join(pattern % {"name": whose, "label": ""} for whose in (record, name) if whose)


@cache
def sheet_form(game: AnyGame) -> type[SheetForm]:
    """Return the form class of a game."""
    return type("SheetForm", (SheetForm,), {"game": game})


def cell_name(path: str) -> str:
    """Return an entry's field name: its path without `players.`."""
    return path.removeprefix("players.")


assert len(LETTERS) >= MAX_SEATS  # noqa: S101  every seat has a letter
