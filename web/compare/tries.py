"""What can be tried on the comparison page: other rules and numbers, and questions about missing entries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorers.entries import Boolean, Choice, Entry, HouseValue, LoadContext, MultipleChoice
from scorers.house import house_values_entry, points_of_things
from scorers.model import N_, AnyGame, Fault, Result
from scorers.querystring import sheet_to_query
from scorers.rulesets import Threshold, find_thresholds
from scorers.sheet import blank_entries, check_sheet, locate, missing_entries, options_of
from web.common.languages import translate
from web.compare.comparison import Comparison, Row, split_number
from web.result.headline import isolate_name, join_leaders, write_sentence
from web.sheet.fields import LABEL_OF_SEAT, EntryField, label_entry
from web.sheet.form import cell_name, sheet_form
from web.sheet.links import Pairs, sheet_link

MAX_KEYS = 5
"""Numbers with a button of their own; higher ones are typed."""


@dataclass(frozen=True, slots=True)
class Question:
    """One missing entry: the row that lacks it, its player's seat (None for the whole sheet), the question, and the
    buttons that answer it.

    `keys` are (value, face) of each button; `is_typed` whether there are values without one.
    """

    row: Row
    path: str
    seat: int | None
    sentence: Markup
    hint: str
    field: EntryField
    keys: list[tuple[str, str]]
    is_typed: bool
    on_sheet: Mapping[str, Any]
    """For a check box, the link to the sheet, since a link cannot represent an answer of "no"; otherwise empty."""

    @property
    def name(self) -> str:
        """The name of the entry in the address."""
        return str(self.field.name)


def find_question(game: AnyGame, comparison: Comparison, names: Sequence[str], wanted: str) -> Question | None:
    """Return the question about the entry named `wanted`, else about the first missing one; None if nothing is
    missing.
    """
    rows = [
        row for row in comparison.lacking if any(cell_name(path) == wanted for path in row.ruleset.needs)
    ] or comparison.lacking
    if not rows:
        return None
    row = rows[0]
    path = next((path for path in row.ruleset.needs if cell_name(path) == wanted), row.ruleset.needs[0])
    form = sheet_form(game)(MultiDict(sheet_to_query(replace(comparison.sheet, **row.ruleset.options))))
    field = form.layout.fields.get(cell_name(path))
    if field is None:
        return None
    field.described_by = ""
    where = locate(game.sheet, path, form.sheet)
    label = label_entry(where)
    is_tick = field.kind == "checkbox"
    if is_tick:
        sentence = write_sentence(LABEL_OF_SEAT, name=isolate_name(names[where.seat or 0]), label=label)
    elif where.seat is None:
        sentence = Markup("{}").format(label)
    else:
        sentence = write_sentence(
            N_("%(label)s: how many does %(name)s have?"), label=label, name=isolate_name(names[where.seat])
        )
    keys = list(_keys(field))
    on_sheet = sheet_link(replace(comparison.sheet, **row.ruleset.options)) if is_tick else {}
    return Question(
        row,
        path,
        where.seat,
        sentence,
        translate(field.entry.hint),
        field,
        keys,
        field.kind not in ("steps", "checkbox"),
        on_sheet,
    )


def _keys(field: EntryField) -> Sequence[tuple[str, str]]:
    if field.kind == "number":
        most = MAX_KEYS - 1 if field.max_value is None else min(MAX_KEYS - 1, field.max_value)
        return [(str(number), str(number)) for number in range(most + 1)]
    return [choice for choice in field.choices if choice[0]] if field.kind == "steps" else []


PREFIX = "try."
HOUSE = "house"
NOT_TRIED = ("board", "length")
"""Kinds of options that describe the board and the length of the game rather than rules."""


@dataclass(frozen=True, slots=True)
class Switch:
    """An option to try: (value, face, label, whether it is chosen) for each value; of `many`, several can be chosen."""

    name: str
    label: str
    note: str
    values: list[tuple[str, str, str, bool]]
    many: bool
    is_changed: bool
    disputed: str


@dataclass(frozen=True, slots=True)
class Stepper:
    """A value of a house rule: tried, printed, one less and more, and the thresholds at which the winner changes."""

    name: str
    label: str
    value: int
    printed: int
    less: int | None
    more: int | None
    thresholds: list[Markup]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A sheet under other rules: its result or faults, the changed options, and their spelling in an address."""

    sheet: Any
    result: Result | None
    changed: Mapping[str, Any]
    house: Mapping[str, int]
    pairs: Pairs
    faults: list[Fault]
    needs: list[str]

    @property
    def count(self) -> int:
        """The number of changed rules."""
        return len(self.changed) + len(self.house)


def try_rules(game: AnyGame, sheet: Any, own: Result, query: MultiDict[str, str]) -> Attempt:
    """Score a sheet under the rules that a query tries; `own` is its result under its own.

    Invalid values are ignored.
    """
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
            pairs += (
                list(option.write_query(value, PREFIX + name))
                if value != option.empty
                else [(PREFIX + name, _spell(option, value))]
            )
    house = _read_house(sheet, values)
    pairs += [(f"{PREFIX}{HOUSE}.{key}", str(value)) for key, value in house.items()]
    under = replace(sheet, **changed)
    if house:
        printed = {key: entry.printed for key, entry in _values(sheet).items()}
        under = replace(
            under,
            house={**sheet.house, **{key: None if value == printed[key] else value for key, value in house.items()}},
        )
    faults = check_sheet(game, under)
    blank = {entry.path for entry in blank_entries(sheet)}
    needs = [] if faults else missing_entries(sheet, under, blank)
    result = None if faults or needs else game.score(under) if changed or house else own
    return Attempt(under, result, changed, house, pairs, faults, needs)


def _values(sheet: Any) -> Mapping[str, HouseValue]:
    entry = house_values_entry(type(sheet))
    return entry.values if entry else {}


def _spell(option: Any, value: Any) -> str:
    """Spell a default, which a sheet's link leaves out."""
    if isinstance(option, Boolean):
        return "0"
    return "" if isinstance(option, MultipleChoice) or value is None else str(value)


def _read_house(sheet: Any, values: Mapping[str, list[str]]) -> dict[str, int]:
    """Return the values of house rules that differ from the sheet's own."""
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
    """Return whether a game has any rule or value to try."""
    return house_values_entry(sheet_type) is not None or any(
        option.kind not in NOT_TRIED for option in options_of(sheet_type).values()
    )


def build_switches(attempt: Attempt, own: Any) -> list[Switch]:
    """Return a switch for each option in use and each option that is tried."""
    switches = []
    for name, option in options_of(type(own)).items():
        value = getattr(attempt.sheet, name)
        if not (option.asked_if(attempt.sheet, None) or name in attempt.changed) or option.kind in NOT_TRIED:
            continue
        faces = list(_faces(option, value))
        note = next((label for _, _, label, is_chosen in faces if is_chosen), "")
        many = isinstance(option, MultipleChoice)
        switches.append(
            Switch(name, translate(option.label), note, faces, many, name in attempt.changed, option.disputed)
        )
    return switches


def _faces(option: Entry[Any], chosen: Any) -> Iterator[tuple[str, str, str, bool]]:
    """Yield an option's values: numbered cards by number, with their names as labels; others by name."""
    if isinstance(option, Boolean):
        yield "0", translate(N_("No")), "", not chosen
        yield "1", translate(N_("Yes")), "", bool(chosen)
    elif isinstance(option, MultipleChoice):
        yield from ((str(key), translate(label), "", key in chosen) for key, label in option.options.items())
    elif isinstance(option, Choice):
        labels = {key: translate(label) for key, label in option.options.items()}
        numbered = any(split_number(label)[0] for label in labels.values())
        for key, label in labels.items():
            yield (
                (str(key), split_number(label)[0] or "–", label, key == chosen)
                if numbered
                else (str(key), label, "", key == chosen)
            )


def build_steppers(game: AnyGame, attempt: Attempt) -> list[Stepper]:
    """Return a stepper for each house value of the game."""
    entry = house_values_entry(type(attempt.sheet))
    if entry is None:
        return []
    thresholds = find_thresholds(game, attempt.sheet) if attempt.result else {}
    steppers, present = [], points_of_things(attempt.sheet)
    for key, house_value in entry.values.items():
        if not house_value.asked_if(attempt.sheet, None) and key not in attempt.house:
            continue
        value = present[key]
        less = value - 1 if value > entry.low else None
        more = value + 1 if value < entry.high else None
        told = list(_say_threshold(thresholds.get(key)))
        steppers.append(
            Stepper(
                f"{PREFIX}{HOUSE}.{key}", translate(house_value.label), value, house_value.printed, less, more, told
            )
        )
    return steppers


def _say_threshold(threshold: Threshold | None) -> list[Markup]:
    """Say at which values the winner changes, the nearer one first."""
    if threshold is None:
        return []
    sides = [
        (
            N_("raised to %(value)s, %(names)s wins"),
            N_("raised to %(value)s, %(names)s share first place"),
            threshold.above,
        ),
        (
            N_("lowered to %(value)s, %(names)s wins"),
            N_("lowered to %(value)s, %(names)s share first place"),
            threshold.below,
        ),
    ]
    found = [(abs(side[0] - threshold.value), one, many, *side) for one, many, side in sides if side]
    return [
        write_sentence(one if len(result.leaders) == 1 else many, value=value, names=join_leaders(result))
        for _, one, many, value, result in sorted(found, key=lambda side: side[0])
    ]
