"""Validation of a group's entries: results as in docs/scorebook.schema.json, the group's name, and joined names."""

import re
import time
from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import parse_qs

from scorers.entries import clean_lines, clean_name
from scorers.model import N_, Fault
from scorers.querystring import sheet_from_query
from scorers.registry import game as find_game
from scorers.registry import slugs
from scorers.sheet import check_sheet, read_sheet
from web.groups.limits import MAX_NAME_CHARACTERS
from web.sync.limits import MAX_COUNTER

NO_NAME = N_("A name has 1 to %(most)s characters")
NAME = "name"
"""The name of the value with the group's name."""
RESULT, PERSON = "results/", "people/"
"""Prefixes of the names of results, and of joined names, whose value is the name under which they count."""
MAX_PLAYERS, MAX_MINUTES, MAX_PLAYER_CHARACTERS = 12, 10_000, 40
MAX_PLACE_CHARACTERS, MAX_NOTE_CHARACTERS = 1_000, 10_000
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def clean_result(value: dict[str, Any]) -> dict[str, Any]:
    """Return a result with its texts as texts are kept; names are no longer than those of sheets.

    `withCleanTexts` in static/scorebook/results.js does the same.
    """
    players = [
        one | {"name": clean_name(one["name"])[:MAX_PLAYER_CHARACTERS].rstrip()} for one in value["result"]["players"]
    ]
    texts = {"place": clean_name(value["place"]), "note": clean_lines(value["note"]), "slug": clean_name(value["slug"])}
    return value | texts | {"result": value["result"] | {"players": players}}


def reckon_result(value: dict[str, Any]) -> dict[str, Any]:
    """Return a result with the points that its entries yield; unchanged where they yield none, or the game is not
    known.
    """
    if value["slug"] not in slugs():
        return value
    game = find_game(value["slug"])
    query = parse_qs(value["query"], keep_blank_values=True)
    sheet, faults = read_sheet(game.sheet, sheet_from_query(game.sheet, query))
    players = value["result"]["players"]
    if sheet is None or faults or check_sheet(game, sheet, faults) or len(sheet.players) != len(players):
        return value
    result = game.score(sheet)
    reckoned = [
        one | {"total": player.total, "rank": player.rank, "lines": {line.key: line.points for line in player.lines}}
        for one, player in zip(players, result.players, strict=True)
    ]
    outcome = {"players": reckoned, "winners": list(result.winners), "decided_by": result.decided_by}
    return value | {"result": value["result"] | outcome}


def is_name(value: object) -> bool:
    """Whether this can be the name of a group or a person."""
    if not isinstance(value, str) or len(value) > MAX_NAME_CHARACTERS:
        return False
    return clean_name(value) != "" and not _UNPRINTABLE.search(value)


def name_fault(path: str) -> Fault:
    """Return the fault of a text that cannot be a name."""
    return Fault(path, "type", NO_NAME, {"most": MAX_NAME_CHARACTERS})


def correct(value: Any, corrections: dict[str, Any]) -> Any:
    """Return a result with corrections: it is later than what it corrects, whatever the clocks say."""
    return value | corrections | {"changed": max(int(time.time() * 1000), int(value["changed"]) + 1)}


def is_result(value: Any) -> bool:
    """Whether this is a result as docs/scorebook.schema.json has it, with a date that the calendar has and winners
    who took part.
    """
    match value:
        case {"result": {"players": [*players], "winners": [*winners]} as outcome}:
            texts = (
                ("id", 64), ("slug", 64), ("place", MAX_PLACE_CHARACTERS), ("note", MAX_NOTE_CHARACTERS),
                ("query", 16_384),
            )  # fmt: skip
            return (
                all(_is_text(value.get(key), most) for key, most in texts)
                and value["id"] != ""
                and is_date(value.get("date"))
                and type(value.get("changed")) in (int, float)
                and abs(value["changed"]) <= MAX_COUNTER  # which is false of NaN
                and 1 <= len(players) <= MAX_PLAYERS
                and all(map(_is_player, players))
                and all(type(seat) is int and 0 <= seat < len(players) for seat in winners)
                and len(set(winners)) == len(winners)
                and type(value.get("starter", 0)) is int
                and 0 <= value.get("starter", 0) < len(players)
                and type(value.get("minutes", 0)) is int
                and 0 <= value.get("minutes", 0) <= MAX_MINUTES
                and _is_text(outcome.get("decided_by", ""), 64)
            )
    return False


def as_result(value: Any) -> dict[str, Any] | None:
    """Return a kept value as a result, or None if it is none: an earlier version or another program may have written
    it.

    Results of earlier versions may name a winner several times.
    """
    try:
        winners = list(dict.fromkeys(value["result"]["winners"]))
        one: dict[str, Any] = value | {"result": value["result"] | {"winners": winners}}
    except (LookupError, TypeError):
        return None
    return one if is_result(one) else None


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


def resolve_names(aliases: Mapping[str, str]) -> dict[str, str]:
    """Return the name under which each joined name counts, also where it was joined in several steps.

    A circle is left where it closes. Each name is looked at a few times, however long its chain.
    """
    resolved: dict[str, str] = {}
    for start in aliases:
        chain = {start: None}
        name = start
        while name not in resolved and (other := aliases.get(name)) is not None and other not in chain:
            name = other
            chain[name] = None
        resolved |= dict.fromkeys((one for one in chain if one in aliases), resolved.get(name, name))
    return resolved


def is_named(one: Mapping[str, Any], seat: int) -> bool:
    """Return whether a seat was named; letters replace missing names and count as nobody."""
    return f"&{seat}.name=" in f"&{one['query']}"
