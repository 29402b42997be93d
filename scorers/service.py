"""The entry points of scoring: JSON in, JSON out, faults as data.

The API, the command line and the pages use these functions.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from scorers.entries import LoadContext, load_record
from scorers.entries.seats import LETTERS
from scorers.house import house_rules
from scorers.model import N_, AnyGame, Calculator, Fault, Translate, Variant, format_message
from scorers.registry import game as find_game
from scorers.sensitivity import find_sensitivity
from scorers.sheet import RepeatedKey, blank_entries, check_sheet, faults_json, load_sheet, missing_entries, read_sheet

MAX_DEPTH = 100
"""Upper limit of JSON nesting (sheets need less than ten), since very deep JSON would crash Python in a browser."""

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.S)


def score_data(slug: str, data: object, translate: Translate = str) -> dict[str, Any]:
    """Score a sheet given as JSON data; return a result or `{"faults": […]}`. Raises KeyError for an unknown game.

    `translate` translates labels and messages, which are in English by default.
    """
    game = find_game(slug)
    sheet = load_sheet(game, data)
    if isinstance(sheet, list):
        return faults_json(sheet, translate)
    return result_data(game, sheet, translate)


def result_data(game: AnyGame, sheet: Any, translate: Translate) -> dict[str, Any]:
    """Score a valid sheet; the result lists the house rules in use under `house`."""
    answer = game.score(sheet).as_json(translate)
    rules = house_rules(sheet)
    return answer | {"house": {rule.key: rule.value for rule in rules}} if rules else answer


ALL = object()
"""All variants, where a request names none; null names none that there is."""


def compare_data(slug: str, data: object, translate: Translate = str) -> dict[str, Any]:
    """Score a sheet under each named variant.

    Return `{"columns": […]}`, or `{"faults": […]}` if no variant can be scored.

    `data` is a sheet; its key `variants` may list the keys of the variants to include, named ones and those of its
    modules. If its key `sensitivity` is true, the answer has the result of `scorers.sensitivity` under that key, or
    null if the sheet is impossible under its own options. A column has `result`, or `needs` (paths of blank entries
    that this variant asks for and the default does not, and of ticks that the sheet did not ask for), or `faults` (the
    sheet cannot be under this variant).
    """
    game = find_game(slug)
    rest, is_sensitivity_asked = data, False
    asked: object = ALL
    variant_faults: list[Fault] = []
    if isinstance(data, dict):
        rest = {key: value for key, value in data.items() if key not in ("variants", "sensitivity")}
        asked = data.get("variants", asked)
        is_sensitivity_asked = _is_true(data.get("sensitivity", False), "sensitivity", variant_faults)
    sheet, faults = read_sheet(game.sheet, rest)
    variants = list(game.variants) if sheet is None else game.variants_of(sheet)
    keys = _variant_keys(asked, [variant.key for variant in variants], variant_faults)
    impossible = check_sheet(game, sheet, faults) if sheet else []
    if sheet is None or faults or variant_faults:
        return faults_json([*faults, *impossible, *variant_faults], translate)
    default = {entry.path for entry in blank_entries(replace(sheet, **game.variants[0].options))}
    columns = []
    for variant in variants:
        if variant.key in keys:
            column = {"key": variant.key, "label": translate(variant.label), "options": dict(variant.options)}
            columns.append(column | _score_under(game, sheet, variant, default, translate))
    if impossible and all("faults" in column for column in columns):
        return faults_json(impossible, translate)
    if not is_sensitivity_asked:
        return {"columns": columns}
    return {"columns": columns, "sensitivity": None if impossible else find_sensitivity(game, sheet).as_json()}


def _is_true(data: object, path: str, faults: list[Fault]) -> bool:
    if isinstance(data, bool):
        return data
    faults.append(Fault(path, "type", N_("%(label)s must be true or false"), {"label": path}))
    return False


def _variant_keys(data: object, keys: Sequence[str], faults: list[Fault]) -> list[str]:
    if data is ALL:
        return list(keys)
    if not isinstance(data, list):
        faults.append(Fault("variants", "type", N_("Variants must be a list")))
        return []
    wrong = [i for i, key in enumerate(data) if key not in keys]
    faults += [Fault(f"variants.{i}", "choice", N_("There is no such variant")) for i in wrong[: len(keys)]]
    return [key for key in keys if key in data]


def _score_under(
    game: AnyGame, sheet: Any, variant: Variant, default: set[str], translate: Translate
) -> dict[str, Any]:
    """Return the answer under a variant's options; `default` are the blank paths under the game's default."""
    under = replace(sheet, **variant.options)
    if impossible := check_sheet(game, under):
        return faults_json(impossible, translate)
    if needs := missing_entries(sheet, under, default):
        return {"needs": needs}
    return {"result": result_data(game, under, translate)}


def ask_calculator(
    calculator: Calculator, data: Mapping[str, object], translate: Translate = str, names: Sequence[str] = LETTERS
) -> dict[str, Any]:
    """Answer a calculator's question given as JSON data: `answer` (a sentence), `reasons` and its data, or
    `{"faults": […]}`.

    Players are referred to by `names`, or else by their letters.
    """
    context = LoadContext(calculator.seats)
    question = load_record(calculator.question, data, "", context)
    outcome = context.faults or calculator.answer(question, [*names, *LETTERS[len(names) :]][: calculator.seats])
    if isinstance(outcome, list):
        return faults_json(outcome, translate)
    sentence, *reasons = (
        format_message(message.text, message.values, translate) for message in (outcome.sentence, *outcome.reasons)
    )
    return {"answer": sentence, "reasons": reasons, **outcome.data}


def score_json(slug: str, text: str, translate: Translate = str) -> str:
    """Score one sheet: JSON text in, JSON text out, errors as data.

    >>> score_json("qin", '{"players": []}')
    '{"faults":[{"path":"players","code":"too_few","message":"2 or more are needed: Players"}]}'
    """
    return dumps(score_data(slug, parse(text), translate))


def compare_json(slug: str, text: str, translate: Translate = str) -> str:
    """Score one sheet under each named variant: JSON text in, JSON text out, errors as data."""
    return dumps(compare_data(slug, parse(text), translate))


def parse(text: str | bytes) -> object:
    """Parse JSON text; return None if it is invalid or nested deeper than `MAX_DEPTH`, and `RepeatedKey` for a
    repeated key.

    Only the start of a very long number is read.
    """
    try:
        text = text if isinstance(text, str) else text.decode(json.detect_encoding(text), "surrogatepass")
    except ValueError:
        return None
    if _is_too_deep(text):
        return None
    try:
        return _decoder.decode(text)
    except _Repeated as repeated:
        return RepeatedKey(repeated.args[0])
    except ValueError:
        pass
    try:
        return json.loads(text, parse_int=_whole)
    except ValueError:
        return None


def _is_too_deep(text: str) -> bool:
    """Return whether arrays and objects nest deeper than `MAX_DEPTH`."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    brackets = re.findall(r"[\[\]{}]", _STRING.sub("", text))
    return max((accumulate(1 if bracket in "[{" else -1 for bracket in brackets)), default=0) > MAX_DEPTH


class _Repeated(Exception):  # noqa: N818  it never leaves this module
    """A JSON object has a repeated key."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        earlier: set[str] = set()
        raise _Repeated(next(key for key, _ in pairs if key in earlier or earlier.add(key)))  # type: ignore[func-returns-value]
    return data


_decoder = json.JSONDecoder(object_pairs_hook=_object)


def _whole(digits: str) -> int:
    return int(digits[:99])


def dumps(answer: object) -> str:
    """Return one line of JSON without ASCII escapes; a lone surrogate becomes a question mark."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode("utf-8")
