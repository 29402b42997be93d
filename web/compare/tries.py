"""Other rules tried on the sheet that the address holds: what is tried stands beside it as `try.<option>`, and changes nothing in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorers.entries import Boolean, Choice, Entry, HouseValue, LoadContext, MultipleChoice
from scorers.house import house_values_entry, points_of_things
from scorers.model import N_, AnyGame, Fault, Result
from scorers.sheet import blank_entries, check_sheet, missing_entries, options_of
from scorers.ways import Threshold, find_thresholds
from web.compare.rows import split_number
from web.compare.verdict import join_names
from web.languages import translate
from web.result.headline import write_sentence
from web.sheet.links import Pairs

PREFIX = "try."
HOUSE = "house"
NOT_TRIED = ("board", "length")
"""Kinds of options that say what lies on the table and how long was played, which no other rule changes."""


@dataclass(frozen=True, slots=True)
class Switch:
    """An option as it can be tried: (value, face, label, whether it is chosen) of each of its values; of `many`, several can be chosen."""

    name: str
    label: str
    note: str
    values: list[tuple[str, str, str, bool]]
    many: bool
    is_changed: bool
    disputed: str


@dataclass(frozen=True, slots=True)
class Stepper:
    """A value of a house rule: as it is tried, as it is printed, its neighbours, and where the winner changes."""

    name: str
    label: str
    value: int
    printed: int
    less: int | None
    more: int | None
    thresholds: list[Markup]


@dataclass(frozen=True, slots=True)
class Attempt:
    """What is tried: the sheet so changed, its result or why there is none, what differs, and how an address says so."""

    sheet: Any
    result: Result | None
    changed: Mapping[str, Any]
    house: Mapping[str, int]
    pairs: Pairs
    faults: list[Fault]
    needs: list[str]

    @property
    def count(self) -> int:
        """How many rules are tried."""
        return len(self.changed) + len(self.house)


def try_rules(game: AnyGame, sheet: Any, own: Result, query: MultiDict[str, str]) -> Attempt:
    """Score a sheet under the rules that a query tries; `own` is its result under its own. Invalid values are ignored."""
    values = query.to_dict(flat=False)
    changed: dict[str, Any] = {}
    pairs: Pairs = []
    for name, option in options_of(type(sheet)).items():
        if PREFIX + name not in values:
            continue
        context = LoadContext(len(sheet.players))
        raw = option.read_query(values, PREFIX + name, len(sheet.players))
        value = option.empty if raw is None else option.load(raw, name, context)
        if not context.faults and value != getattr(sheet, name):
            changed[name] = value
            pairs += list(option.write_query(value, PREFIX + name)) if value != option.empty else [(PREFIX + name, _spell(option, value))]
    house = _read_house(sheet, values)
    pairs += [(f"{PREFIX}{HOUSE}.{key}", str(value)) for key, value in house.items()]
    under = replace(sheet, **changed)
    if house:
        printed = {key: entry.printed for key, entry in _values(sheet).items()}
        under = replace(under, house={**sheet.house, **{key: None if value == printed[key] else value for key, value in house.items()}})
    faults = check_sheet(game, under)
    blank = {entry.path for entry in blank_entries(sheet)}
    needs = [] if faults else missing_entries(sheet, under, blank)
    result = None if faults or needs else game.score(under) if changed or house else own
    return Attempt(under, result, changed, house, pairs, faults, needs)


def _values(sheet: Any) -> Mapping[str, HouseValue]:
    entry = house_values_entry(type(sheet))
    return entry.values if entry else {}


def _spell(option: Any, value: Any) -> str:
    """A default, which links leave out, is spelled where it is tried."""
    if isinstance(option, Boolean):
        return "0"
    return "" if isinstance(option, MultipleChoice) or value is None else str(value)


def _read_house(sheet: Any, values: Mapping[str, list[str]]) -> dict[str, int]:
    """The values of house rules that differ from the sheet's own."""
    entry = house_values_entry(type(sheet))
    if entry is None:
        return {}
    context = LoadContext(len(sheet.players))
    own, tried = points_of_things(sheet), {}
    for key in entry.keys:
        raw = entry.number(key).read_query(values, f"{PREFIX}{HOUSE}.{key}", len(sheet.players))
        before = len(context.faults)
        value = None if raw is None else entry.number(key).load(raw, key, context)
        if value is not None and len(context.faults) == before and value != own[key]:
            tried[key] = value
    return tried


def can_try(sheet_type: type[Any]) -> bool:
    """Whether a game names any rule or value that can be tried."""
    return house_values_entry(sheet_type) is not None or any(option.kind not in NOT_TRIED for option in options_of(sheet_type).values())


def build_switches(attempt: Attempt, own: Any) -> list[Switch]:
    """The options that the game is scored by as it is tried, and those that are tried."""
    switches = []
    for name, option in options_of(type(own)).items():
        value = getattr(attempt.sheet, name)
        if not (option.required_if(attempt.sheet, None) or name in attempt.changed) or option.kind in NOT_TRIED:
            continue
        faces = list(_faces(option, value))
        note = next((label for _, _, label, is_chosen in faces if is_chosen), "")
        many = isinstance(option, MultipleChoice)
        switches.append(Switch(name, translate(option.label), note, faces, many, name in attempt.changed, option.disputed))
    return switches


def _faces(option: Entry[Any], chosen: Any) -> Iterator[tuple[str, str, str, bool]]:
    """The values of an option: cards that have numbers by these, and their names as labels; the others by their names."""
    if isinstance(option, Boolean):
        yield "0", translate(N_("No")), "", not chosen
        yield "1", translate(N_("Yes")), "", bool(chosen)
    elif isinstance(option, MultipleChoice):
        yield from ((str(key), translate(label), "", key in chosen) for key, label in option.options.items())
    elif isinstance(option, Choice):
        labels = {key: translate(label) for key, label in option.options.items()}
        numbered = any(split_number(label)[0] for label in labels.values())
        for key, label in labels.items():
            yield (str(key), split_number(label)[0] or "–", label, key == chosen) if numbered else (str(key), label, "", key == chosen)


def build_steppers(game: AnyGame, attempt: Attempt) -> list[Stepper]:
    """The values that the game names, each with where another player would win."""
    entry = house_values_entry(type(attempt.sheet))
    if entry is None:
        return []
    thresholds = find_thresholds(game, attempt.sheet) if attempt.result else {}
    steppers, present = [], points_of_things(attempt.sheet)
    for key, house_value in entry.values.items():
        if not house_value.is_used(attempt.sheet) and key not in attempt.house:
            continue
        value = present[key]
        less = value - 1 if value > entry.low else None
        more = value + 1 if value < entry.high else None
        told = list(_say_threshold(thresholds.get(key)))
        steppers.append(Stepper(f"{PREFIX}{HOUSE}.{key}", translate(house_value.label), value, house_value.printed, less, more, told))
    return steppers


def _say_threshold(threshold: Threshold | None) -> list[Markup]:
    """Where the winner changes, the nearer value first."""
    if threshold is None:
        return []
    sides = [
        (N_("raised to %(value)s, %(names)s wins"), N_("raised to %(value)s, %(names)s share first place"), threshold.above),
        (N_("lowered to %(value)s, %(names)s wins"), N_("lowered to %(value)s, %(names)s share first place"), threshold.below),
    ]
    found = [(abs(side[0] - threshold.value), one, many, *side) for one, many, side in sides if side]
    return [
        write_sentence(one if len(result.leaders) == 1 else many, value=value, names=join_names(result))
        for _, one, many, value, result in sorted(found, key=lambda side: side[0])
    ]
