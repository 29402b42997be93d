"""What nobody has answered on a sheet besides numbers, in groups that a form can confirm as they stand."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from werkzeug.datastructures import MultiDict

from scorers.entries import Entry, EntryList, Holdings, MultipleChoice, Number, Records, Seats, entries_of
from scorers.model import N_, AnyGame, Translate, format_message
from scorers.sheet import find_choices, name_entries, open_entries, players_entry

SURE = "sure"
"""The form's field for the names of entries that are confirmed as they stand."""
_NOBODY, _NONE, _ALL_AT = N_("nobody"), N_("none"), N_("all at %(value)s")
_QUESTION = N_("%(label)s: %(answer)s, right?")


@dataclass(frozen=True, slots=True)
class Group:
    """Entries that are confirmed together: `answer` is what they say as they stand, `cell` the name of their first
    field.

    Levels of the desk that pay when full are one group for each line; each player's is a default beside another's. An
    entry of records, such as the threat of a region, is named after both: `regions.threat`.
    """

    names: tuple[str, ...]
    label: N_
    answer: N_
    cell: str
    line: str
    value: str = ""
    is_level: bool = False

    @property
    def key(self) -> str:
        """The value of the control that confirms it."""
        return " ".join(self.names)

    def say_label(self, translate: Translate) -> str:
        """Return the label as the beginning of a sentence."""
        return _begin_sentence(translate(self.label))

    def say_answer(self, translate: Translate) -> str:
        """Return what the entries say as they stand."""
        return format_message(self.answer, {"value": self.value}, translate)


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """A group that nobody has answered, with the paths of its entries and its label, which names the records that
    are meant.
    """

    group: Group
    paths: tuple[str, ...]
    label: str

    def ask(self, translate: Translate) -> str:
        """Return the question whether the entries are meant as they stand."""
        values = {"label": self.label, "answer": self.group.say_answer(translate)}
        return format_message(_QUESTION, values, translate)

    def as_json(self, translate: Translate) -> dict[str, Any]:
        """Return the question for the sheet's script, like those about numbers, with the label and the control that
        confirms it.
        """
        sentence = self.ask(translate)
        return {
            "path": self.paths[0],
            "code": "open",
            "message": sentence,
            "sentence": sentence,
            "cells": [self.group.cell],
            "label": self.label,
            SURE: self.group.key,
        }


@cache
def find_groups(game: AnyGame) -> tuple[Group, ...]:
    """Return the groups that a game's sheets can have, in the order of the score pad."""
    sheet_type: Any = game.sheet  # mypy does not see that classes are hashable
    player_type: Any = players_entry(sheet_type).of
    groups = [*_sheet_groups(sheet_type), *_level_groups(game, player_type), *_player_groups(player_type)]
    order = ["", *game.lines]
    return tuple(sorted(groups, key=lambda group: order.index(group.line)))


def _sheet_groups(sheet_type: Any) -> Iterator[Group]:
    for name, entry in find_choices(sheet_type):
        if not isinstance(entry, Records):
            yield Group((name,), entry.label, _NOBODY, name, entry.line)
        elif not entry.grow:
            for inner_name, inner in entries_of(entry.of).items():
                if isinstance(inner, Seats):
                    yield Group((f"{name}.{inner_name}",), inner.label, _NOBODY, f"{name}.{inner_name}.0", entry.line)
                elif not (inner.is_number or inner.optional):
                    yield Group((f"{name}.{inner_name}",), inner.label, _NONE, f"{name}.0.{inner_name}", entry.line)


def _level_groups(game: AnyGame, player_type: type[Any]) -> Iterator[Group]:
    """Yield the numbers that a form asks for by choices rather than by typing."""
    highest: dict[str, list[str]] = {}
    for name, entry in entries_of(player_type).items():
        if not isinstance(entry, Number) or not entry.faces or entry.tie_input or entry.optional:
            continue
        if entry.only_highest:
            highest.setdefault(entry.line, []).append(name)
        elif entry.start is None:
            yield Group((name,), entry.label, _NONE, f"0.{name}", entry.line)
        else:
            first = entry.faces[entry.start - entry.low]
            yield Group((name,), entry.label, _ALL_AT, f"0.{name}", entry.line, first, is_level=True)
    for line, names in highest.items():
        yield Group(tuple(names), game.lines[line], _NOBODY, f"0.{names[0]}", line, is_level=True)


def _player_groups(player_type: Any) -> Iterator[Group]:
    for name, entry in find_choices(player_type):
        if not isinstance(entry, EntryList):  # a cell to type in, which is counted among the blanks
            yield Group((name,), entry.label, _NOBODY, _first_cell(name, entry), entry.line)


def _first_cell(name: str, entry: Entry[Any]) -> str:
    if isinstance(entry, Holdings):
        return f"{name}.{next(iter(entry.keys))}"
    if isinstance(entry, MultipleChoice) and entry.one_owner:
        return f"{name}.{next(iter(entry.options))}"
    return f"0.{name}"


def sure_names(query: MultiDict[str, str]) -> set[str]:
    """Return the names of the entries that a form confirms as they stand."""
    return {name for value in query.getlist(SURE) for name in value.split()}


def find_open_groups(game: AnyGame, sheet: Any, translate: Translate, sure: Collection[str] = ()) -> list[OpenGroup]:
    """Return the groups that nobody has answered, without those whose names are all in `sure`."""
    paths_by_name: dict[str, list[str]] = {}
    sheet = _with_records(sheet)
    for entry in open_entries(sheet):
        paths_by_name.setdefault(_name_of(game, entry.path), []).append(entry.path)
    groups = []
    for group in find_groups(game):
        found = [paths_by_name.get(name, []) for name in group.names]
        least = len(sheet.players) if group.is_level else 1
        if all(len(paths) >= least for paths in found) and not set(group.names).issubset(sure):
            paths = tuple(path for paths in found for path in paths)
            groups.append(OpenGroup(group, paths, _label(game, sheet, group, paths, translate)))
    return groups


def _label(game: AnyGame, sheet: Any, group: Group, paths: Sequence[str], translate: Translate) -> str:
    """Return a group's label, with the records that are meant if others are answered."""
    records = getattr(sheet, paths[0].partition(".")[0], None)
    if not isinstance(records, tuple) or paths[0].startswith("players.") or len(paths) == len(records):
        holder = sheet.players[0] if paths[0].startswith("players.") else sheet
        entry = entries_of(type(holder)).get(group.names[0])
        return _begin_sentence(
            translate(entry.adapt(sheet).label if entry and entry.label == group.label else group.label)
        )
    (label,) = name_entries(game, paths, translate)
    return _begin_sentence(label)


def _begin_sentence(label: str) -> str:
    return label[:1].upper() + label[1:]


def _with_records(sheet: Any) -> Any:
    """Return a sheet with as many records as its form shows, such as the regions of all boards."""
    seats = len(sheet.players)
    for name, entry in entries_of(type(sheet)).items():
        if name != "players" and isinstance(entry, Records) and entry.shown and entry.is_needed(sheet, None):
            records = getattr(sheet, name) or ()
            missing = entry.shown(seats) - len(records)
            sheet = replace(sheet, **{name: (*records, *(entry.of() for _ in range(missing)))})
    return sheet


def _name_of(game: AnyGame, path: str) -> str:
    """Return the name of a path's entry within its player, or after that of its records."""
    first, *steps = path.split(".")
    if first == "players":
        return steps[1]
    return f"{first}.{steps[1]}" if isinstance(entries_of(game.sheet)[first], Records) and len(steps) > 1 else first
