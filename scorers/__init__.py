"""Scoring for board games: every room stands in a folder here, and this is the one boundary, JSON text in and JSON text out.

A room is a folder named by its slug. Its `score` module holds

* `GAME`: what the game is called, and its score lines in the rulebook's order;
* `Player` and `Sheet`: what lies on the table, declared with the fields of `scorers.sheets`;
* `VARIANTS`: the named variants, the game's default first;
* `faults(sheet)`: all that cannot be on one table together, beyond what the declaration already bounds;
* `score(sheet)`: the one place where the game is scored.

No score reads files, clocks or chance, and nothing outside the standard library is imported.
"""

import importlib
import importlib.util
import json
import pkgutil
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import Any

from scorers.sheets import blanks, check, load, read
from scorers.words import N_, Ask, Example, Fault, Game, Line, Part, Result, Tally, TieBreak, Translate, Variant, say, settle

__all__ = [
    "N_",
    "Ask",
    "Example",
    "Fault",
    "Game",
    "Line",
    "Part",
    "Result",
    "Tally",
    "TieBreak",
    "Translate",
    "Variant",
    "asks",
    "compare_data",
    "dumps",
    "parse",
    "part",
    "say",
    "score_data",
    "score_json",
    "settle",
    "slugs",
]  # fmt: skip


def slugs() -> tuple[str, ...]:
    """The rooms that stand in this package's folders, in alphabetical order."""
    return _slugs(tuple(__path__))


@cache
def _slugs(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(found.name for found in pkgutil.iter_modules(paths) if found.ispkg))


def part(slug: str, name: str = "score") -> ModuleType:
    """A module of a room, `score` unless another is named. Raises KeyError where there is no such room."""
    if slug not in slugs():
        raise KeyError(slug)
    return importlib.import_module(f"{__name__}.{slug}.{name}")


def asks(slug: str) -> Mapping[str, Ask]:
    """What a room answers beside scores, by name: `ASKS` of its module `asks`, which most rooms have no need of."""
    part(slug)
    if importlib.util.find_spec(f"{__name__}.{slug}.asks") is None:
        return {}
    found: Mapping[str, Ask] = part(slug, "asks").ASKS
    return found


def score_data(slug: str, data: object, translate: Translate = str) -> dict[str, Any]:
    """Score one sheet given as JSON data: a result, or `{"faults": […]}`. Raises KeyError where there is no such room.

    `translate` gives labels and messages in the reader's language; without it they are in English.
    """
    room = part(slug)
    sheet = load(room.Sheet, data)
    if isinstance(sheet, list):
        return {"faults": [fault.as_json(translate) for fault in sheet]}
    answer: dict[str, Any] = room.score(sheet).as_json(translate)
    return answer


def compare_data(slug: str, data: object, translate: Translate = str) -> dict[str, Any]:
    """The same sheet under each named variant: `{"columns": […]}`, or `{"faults": […]}` where it cannot be read or be under any of them.

    `data` is a sheet; its key `variants` may list the keys of the variants wanted. A column has `result`, or `needs` (paths of blank
    entries that this variant asks for and the default does not), or `faults` (the sheet cannot be under this variant).
    """
    room = part(slug)
    wanted, rest = [v.key for v in room.VARIANTS], data
    found: list[Fault] = []
    if isinstance(data, dict) and "variants" in data:
        rest = {key: value for key, value in data.items() if key != "variants"}
        wanted = _wanted(data["variants"], wanted, found)
    sheet, faults = read(room.Sheet, rest)
    impossible = check(sheet, faults) if sheet else []
    if sheet is None or faults or found:
        return {"faults": [fault.as_json(translate) for fault in (*faults, *impossible, *found)]}
    default = set(blanks(replace(sheet, **room.VARIANTS[0].options)))
    columns = []
    for variant in room.VARIANTS:
        if variant.key in wanted:
            column = {"key": variant.key, "label": translate(variant.label), "options": dict(variant.options)}
            columns.append(column | _under(room, replace(sheet, **variant.options), default, translate))
    if impossible and all("faults" in column for column in columns):
        return {"faults": [fault.as_json(translate) for fault in impossible]}
    return {"columns": columns}


def _wanted(asked: object, keys: list[str], found: list[Fault]) -> list[str]:
    if asked is None:
        return keys
    if not isinstance(asked, list):
        found.append(Fault("variants", "type", N_("Variants must be a list")))
        return []
    for i, key in enumerate(asked):
        if key not in keys:
            found.append(Fault(f"variants.{i}", "choice", N_("There is no such variant")))
    return [key for key in keys if key in asked]


def _under(room: ModuleType, sheet: Any, default: set[str], translate: Translate) -> dict[str, Any]:
    if impossible := check(sheet):
        return {"faults": [fault.as_json(translate) for fault in impossible]}
    if needs := [path for path in blanks(sheet) if path not in default]:
        return {"needs": needs}
    return {"result": room.score(sheet).as_json(translate)}


def score_json(slug: str, text: str, translate: Translate = str) -> str:
    """Score one sheet: JSON text in, JSON text out, errors as data.

    >>> score_json("qin", '{"players": []}')
    '{"faults": [{"path": "players", "code": "too_few", "message": "Players must number 2 or more"}]}'
    """
    return dumps(score_data(slug, parse(text), translate))


def parse(text: str | bytes) -> object:
    """JSON text as data; None where it is no JSON, or nested beyond reason. Of a number beyond all bounds only the start is read."""
    try:
        return json.loads(text)
    except RecursionError:
        return None
    except ValueError:
        pass
    try:
        return json.loads(text, parse_int=_whole)
    except ValueError:
        return None


def _whole(digits: str) -> int:
    return int(digits[:99])


def dumps(answer: object) -> str:
    """One line of JSON that people can read; half a surrogate pair, which is no text, becomes a question mark."""
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")
