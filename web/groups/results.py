"""Validation of a group's entries: results as in docs/scorebook.schema.json, the group's name, and joined names."""

import re
import time
from collections.abc import Mapping
from datetime import date
from typing import Any

from scorers.entries import clean_name
from scorers.model import N_, Fault
from scorers.service import dumps
from web.groups.limits import MAX_NAME_CHARACTERS, MAX_VALUE_BYTES
from web.together.limits import MAX_COUNTER

NO_NAME = N_("A name has 1 to %(most)s characters")
NAME = "@name"
"""The path of the group's name."""
ALIAS = "@is."
"""Prefix of the path of a joined name; the value is the name under which it counts."""
RESULT_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
MAX_PLAYERS = 12
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

_NO_PATH = N_("There is no such place in a scorebook")
_NO_RESULT = N_("This is not a result of a Tally scorebook")
_TOO_LONG = N_("This result is longer than a scorebook takes")


def find_fault(path: str, value: Any) -> Fault | None:
    """Return the fault of a value at a path of the scorebook, or None."""
    if path == NAME:
        return None if is_name(value) else name_fault(path)
    if path.startswith(ALIAS):
        name = path.removeprefix(ALIAS)
        is_other = value is None or (is_name(value) and value != name)
        return None if is_name(name) and is_other else name_fault(path)
    if not RESULT_ID.fullmatch(path):
        return Fault(path[:120], "unknown", _NO_PATH)
    if value is None:
        return None
    if not is_result(value) or value["id"] != path:
        return Fault(path, "type", _NO_RESULT)
    if len(dumps(value).encode()) > MAX_VALUE_BYTES:
        return Fault(path, "too_many", _TOO_LONG)
    return None


def clean_names(path: str, value: Any) -> tuple[str, Any]:
    """Return a change with its names as they are kept.

    A joined name is parted under the path that it was joined under.
    """
    match value:
        case str() if path == NAME:
            return path, clean_name(value)
        case str() if path.startswith(ALIAS):
            return ALIAS + clean_name(path.removeprefix(ALIAS)), clean_name(value)
        case {"result": {"players": [*players]}}:
            cleaned = [
                one | {"name": clean_name(one["name"])}
                if isinstance(one, dict) and isinstance(one.get("name"), str)
                else one
                for one in players
            ]
            return path, value | {"result": value["result"] | {"players": cleaned}}
    return path, value


def is_name(value: object, most: int = MAX_NAME_CHARACTERS) -> bool:
    """Whether this can be the name of a group or a person."""
    return isinstance(value, str) and len(value) <= most and clean_name(value) != "" and not _UNPRINTABLE.search(value)


def name_fault(path: str, most: int = MAX_NAME_CHARACTERS) -> Fault:
    """Return the fault of a text that cannot be a name."""
    return Fault(path, "type", NO_NAME, {"most": most})


def correct(value: Any, corrections: dict[str, Any]) -> Any:
    """Return a result with corrections: it is later than what it corrects, whatever the clocks say."""
    return value | corrections | {"changed": max(int(time.time() * 1000), int(value["changed"]) + 1)}


def is_result(value: Any) -> bool:
    """Whether this is a result as docs/scorebook.schema.json has it, with a date that the calendar has and winners
    who took part.
    """
    match value:
        case {"result": {"players": [*players], "winners": [*winners]} as outcome}:
            texts = (("id", 64), ("slug", 64), ("place", 1000), ("note", 10_000), ("query", 16_384))
            return (
                all(_is_text(value.get(key), most) for key, most in texts)
                and value["id"] != ""
                and is_date(value.get("date"))
                and type(value.get("changed")) in (int, float)
                and abs(value["changed"]) <= MAX_COUNTER  # which is false of NaN
                and 1 <= len(players) <= MAX_PLAYERS
                and all(map(_is_player, players))
                and all(type(seat) is int and 0 <= seat < len(players) for seat in winners)
                and isinstance(outcome.get("decided_by", ""), str)
            )
    return False


def _is_player(value: Any) -> bool:
    match value:
        case {"name": name, "colour": colour, "total": total, "rank": rank}:
            lines = value.get("lines", {})
            has_texts = _is_text(name, 1000) and _is_text(colour, 20)
            return has_texts and isinstance(lines, dict) and all(map(_is_whole, (total, rank, *lines.values())))
    return False


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most


def _is_whole(value: object) -> bool:
    return type(value) is int and abs(value) <= MAX_COUNTER


def is_date(value: object) -> bool:
    """Return whether this is a day of the calendar, written as 2026-03-06."""
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        return False
    try:
        return bool(date.fromisoformat(value))
    except ValueError:
        return False


def resolve_name(aliases: Mapping[str, str], name: str) -> str:
    """The name under which a name counts, also where it was joined in several steps.

    A circle is left where it closes.
    """
    seen = {name}
    while (other := aliases.get(name)) is not None and other not in seen:
        seen.add(other)
        name = other
    return name


def is_named(one: Mapping[str, Any], seat: int) -> bool:
    """Return whether a seat was named; letters replace missing names and count as nobody."""
    return f"&{seat}.name=" in f"&{one['query']}"
