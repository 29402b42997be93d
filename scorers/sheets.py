"""How a room declares what lies on its table, and how that declaration is read: data in, a sheet or all its faults out.

A room's `Sheet` and `Player` are frozen, slotted dataclasses whose fields are made by the functions below, each giving the field its
kind (`scorers.kinds`, `scorers.groups`) and a default: empty.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import field, replace
from functools import cache, partial
from typing import Any, TypeVar

from scorers.groups import Counts, Listed, Marks, Places, Records, Seats, Several, declared, read_fields
from scorers.kinds import Choice, Kind, Number, Reading, Text, Tick
from scorers.words import N_, Fault, Translate

S = TypeVar("S")


def _declare(kind: type[Kind], label: str, **bounds: Any) -> Any:
    made = kind(label=N_(label), **bounds)
    return field(default_factory=lambda: made.empty, metadata={"kind": made})


number: Callable[..., Any] = partial(_declare, Number)
choice: Callable[..., Any] = partial(_declare, Choice)
tick: Callable[..., Any] = partial(_declare, Tick)
text: Callable[..., Any] = partial(_declare, Text)
several: Callable[..., Any] = partial(_declare, Several)
counts: Callable[..., Any] = partial(_declare, Counts)
listed: Callable[..., Any] = partial(_declare, Listed)
seats: Callable[..., Any] = partial(_declare, Seats)
marks: Callable[..., Any] = partial(_declare, Marks)
places: Callable[..., Any] = partial(_declare, Places)
records: Callable[..., Any] = partial(_declare, Records)


def name() -> Any:
    """The field that every player has."""
    return text(N_("Name"), most=40)


def players(of: type[Any], low: int, high: int) -> Any:
    """The field that every sheet has, first: its players in seat order."""
    return field(metadata={"kind": Records(label=N_("Players"), of=of, low=low, high=high)})


def read(of: type[S], data: object) -> tuple[S | None, list[Fault]]:
    """A sheet of what could be read of `data`, and the faults of what could not; None where there are no players to score."""
    table = Reading()
    if not isinstance(data, dict):
        table.fault("", "type", N_("A sheet must be a JSON object"))
        return None, table.faults
    players = data.get("players")
    if players is None:
        table.fault("players", "missing", N_("Players are missing"))
    seated, given = declared(of)["players"], len(players) if isinstance(players, list) else 0
    # Where the players themselves are at fault, the seats named elsewhere are not.
    table.seats = given if seated.low <= given <= seated.high else seated.high
    sheet = read_fields(of, data, "", table)
    unseated = any(found.path == "players" for found in table.faults)
    return None if unseated else sheet, table.faults


def check(sheet: Any, unread: Iterable[Fault] = ()) -> list[Fault]:
    """What the room itself finds impossible in a sheet: its `faults`, which stands beside its `Sheet`.

    `unread` are the faults of what could not be read: nothing more is said of such an entry, and where it is an option, only what is
    impossible whichever was meant.
    """
    faults: Callable[[Any], Iterable[Fault]] = sys.modules[type(sheet).__module__].faults
    found, spoilt = list(faults(sheet)), {fault.path for fault in unread}
    if not spoilt:
        return found
    for name, kind in declared(type(sheet)).items():
        if name in spoilt and isinstance(kind, Choice | Tick):
            for meant in kind.options if isinstance(kind, Choice) else (False, True):
                still = {(fault.path, fault.code) for fault in faults(replace(sheet, **{name: meant}))}
                found = [fault for fault in found if (fault.path, fault.code) in still]
    return [fault for fault in found if fault.path == "players" or not any(_within(fault.path, path) for path in spoilt)]


def _within(path: str, other: str) -> bool:
    """Whether one of two paths leads to the other."""
    return f"{path}.".startswith(f"{other}.") or f"{other}.".startswith(f"{path}.")


def load(of: type[S], data: object) -> S | list[Fault]:
    """Read JSON data as a sheet: the sheet, or a list of all its faults at once."""
    sheet, faults = read(of, data)
    if sheet is not None:
        faults += check(sheet, faults)
    return faults if faults or sheet is None else sheet


def names(sheet: Any) -> list[str]:
    """The players' names; who gave none is called by the seat, counted from 1."""
    return [player.name or str(seat) for seat, player in enumerate(sheet.players, 1)]


def blanks(sheet: Any) -> list[str]:
    """The paths of number entries that the options in use need and nobody typed."""
    found = _blanks(sheet, sheet, None, "")
    for seat, player in enumerate(sheet.players):
        found += _blanks(player, sheet, player, f"players.{seat}.")
    return found


def _blanks(record: Any, sheet: Any, player: Any, prefix: str) -> list[str]:
    return [
        f"{prefix}{name}{rest}"
        for name, kind in _with_leaves(type(record))  # type: ignore[arg-type]  # as in `declared`
        for rest, typed in kind.leaves(getattr(record, name))
        if not typed and kind.when(sheet, player)
    ]


@cache
def _with_leaves(of: type[Any]) -> tuple[tuple[str, Kind], ...]:
    return tuple((name, kind) for name, kind in declared(of).items() if type(kind).leaves is not Kind.leaves)


def untyped(sheet: Any, *entries: str) -> list[list[str]]:
    """By seat, the paths of those entries that are blank: what a tie-break lacks."""
    return [[f"players.{seat}.{entry}" for entry in entries if getattr(player, entry) is None] for seat, player in enumerate(sheet.players)]


def object_schema(**properties: Any) -> dict[str, Any]:
    """The JSON Schema of an object that has all of these properties."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def json_schema(of: type[Any], translate: Translate = str) -> dict[str, Any]:
    """The declaration as a JSON Schema (2020-12), with labels and hints in the language of `translate`."""
    kinds = declared(of)
    schema: dict[str, Any] = {"type": "object", "properties": {name: _schema(kind, translate) for name, kind in kinds.items()}}
    schema |= {"required": ["players"]} if "players" in kinds else {}
    return schema | {"additionalProperties": False}


def _schema(kind: Kind, translate: Translate) -> dict[str, Any]:
    schema = {"title": translate(kind.label)} | _form(kind, translate)
    if kind.hint:
        schema["description"] = translate(kind.hint)
    if "type" in schema and not (isinstance(kind, Records) and kind.low):
        schema["type"] = [schema["type"], "null"]
    return schema


def _form(kind: Kind, translate: Translate) -> dict[str, Any]:
    seat = {"type": "integer", "minimum": 0}
    match kind:
        case Number():
            return {"type": "integer", "minimum": kind.low, "maximum": kind.high}
        case Choice():
            labels = [{"const": value, "title": translate(label)} for value, label in kind.options.items()]
            return {"default": kind.empty, "oneOf": [*labels, *({"const": value} for value in kind.alias), {"type": "null"}]}
        case Tick():
            return {"type": "boolean", "default": False}
        case Text():
            return {"type": "string", "maxLength": kind.most}
        case Several():
            labels = [{"const": value, "title": translate(label)} for value, label in kind.options.items()]
            return {"type": "array", "maxItems": kind.most, "items": {"oneOf": [*labels, {"type": "null"}]}}
        case Counts():
            numbers = {key: _schema(kind.number(key), translate) for key in kind.keys}
            return {"type": "object", "properties": numbers, "additionalProperties": False}
        case Listed():
            return {"type": "array", "items": _schema(kind.item, translate)} | ({} if kind.by_seat else {"maxItems": kind.most})
        case Seats():
            return {"type": "array", "items": seat | {"type": ["integer", "null"]}}
        case Marks():
            marks = {"enum": [*kind.options, None]}
            properties = {key: {"title": translate(N_(label)), **marks} for key, label in kind.keys.items()}
            return {"type": "object", "properties": properties, "additionalProperties": False}
        case Places():
            slots = {"type": ["array", "null"], "maxItems": kind.most, "items": seat | {"type": ["integer", "null"]}}
            return {"type": "object", "additionalProperties": slots}
        case Records():
            return {"type": "array", "minItems": kind.low, "maxItems": kind.high, "items": json_schema(kind.of, translate)}
    raise NotImplementedError(kind)
