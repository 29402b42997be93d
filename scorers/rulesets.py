"""A sheet under every named variant and interpretation, and the house-rule values at which its winner changes.

Limits: at most `MAX_RULESETS` rulesets are scored, and at most `MAX_THRESHOLD_SCORINGS` sheets for the thresholds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scorers.house import house_values_entry, points_of_things
from scorers.model import AnyGame, Fault, Result
from scorers.sensitivity import interpretations_in_use, other_values
from scorers.sheet import blank_entries, check_sheet, missing_entries, options_of

MAX_RULESETS = 256
MAX_THRESHOLD_SCORINGS = 256


class Ruleset(NamedTuple):
    """A sheet under other options: the key of a named variant ("" for none) and the interpretations that differ from
    the sheet's own.

    `options` holds everything that differs from the sheet's own. Without a `result`, the ruleset `needs` entries that
    are blank, or it is impossible because of its `faults`.
    """

    variant: str
    interpretations: Mapping[str, Any]
    options: Mapping[str, Any]
    result: Result | None
    needs: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


class Threshold(NamedTuple):
    """The value of a house rule in use, and the nearest lower and higher values that change the winners, each with
    its result.
    """

    value: int
    below: tuple[int, Result] | None
    above: tuple[int, Result] | None


def score_rulesets(game: AnyGame, sheet: Any) -> tuple[list[Ruleset], bool]:
    """Score a valid sheet under all rulesets, its own first, and tell whether the list is complete.

    The rulesets of one variant are adjacent, the one with the sheet's own interpretations first.

    >>> from scorers.registry import game
    >>> from scorers.sheet import load_sheet
    >>> trajan = game("trajan")
    >>> sheet = load_sheet(trajan, {"players": [{"trajan_tiles": 2}, {"points": 1}]})
    >>> rulesets, complete = score_rulesets(trajan, sheet)
    >>> [(one.variant, one.interpretations, one.result.winners) for one in rulesets]  # doctest: +NORMALIZE_WHITESPACE
    [('second_edition', {}, (0,)), ('second_edition', {'demand_wilds': 'ignored'}, (0,)),
     ('first_edition', {}, (1,)), ('first_edition', {'demand_wilds': 'ignored'}, (1,))]
    """
    blank = {entry.path for entry in blank_entries(sheet)}
    rulesets: list[Ruleset] = []
    seen: set[tuple[Any, ...]] = set()
    names = _option_names(game, sheet)
    for variant, under, interpretations in _sheets(game, sheet):
        options = {name: getattr(under, name) for name in names if getattr(under, name) != getattr(sheet, name)}
        if (key := tuple(options.items())) in seen:
            continue
        if len(rulesets) == MAX_RULESETS:
            return rulesets, False
        seen.add(key)
        faults = check_sheet(game, under)
        needs = () if faults else missing_entries(sheet, under, blank)
        result = None if faults or needs else game.score(under)
        rulesets.append(Ruleset(variant, interpretations, options, result, tuple(needs), tuple(faults)))
    return rulesets, True


def _option_names(game: AnyGame, sheet: Any) -> list[str]:
    """Return the options that a ruleset may change, in the sheet's order."""
    set_by_variants = {name for variant in game.variants_of(sheet) for name in variant.options}
    return [name for name, option in options_of(type(sheet)).items() if option.disputed or name in set_by_variants]


def _sheets(game: AnyGame, sheet: Any) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
    """Yield the variant's key, the sheet under it and its interpretations, starting with the variant in use."""
    variants = game.variants_of(sheet)
    own = next((variant for variant in variants if variant.is_in_use(sheet)), None)
    yield from _vary_interpretations("" if own is None else own.key, sheet, own.options if own else {})
    for variant in variants:
        if variant is not own:
            yield from _vary_interpretations(variant.key, replace(sheet, **variant.options), variant.options)


def _vary_interpretations(
    key: str, sheet: Any, fixed: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
    yield key, sheet, {}
    options = {name: entry for name, entry in interpretations_in_use(sheet).items() if name not in fixed}
    for interpretations in other_values(sheet, options):
        yield key, replace(sheet, **interpretations), interpretations


def find_thresholds(game: AnyGame, sheet: Any) -> dict[str, Threshold]:
    """Find, for each value that a house rule may change and the options use, where the winners change.

    Values are tried one by one, outwards from the one in use; beyond the limit, nothing is reported.

    >>> from scorers.registry import game
    >>> from scorers.sheet import load_sheet
    >>> hansa = game("hansa_teutonica")
    >>> found = find_thresholds(hansa, load_sheet(hansa, {"players": [{"cities": 5}, {"prestige": 14}]}))["city"]
    >>> found.value, found.below, found.above[0], found.above[1].winners
    (2, None, 3, (0,))
    """
    declaration = house_values_entry(type(sheet))
    if declaration is None:
        return {}
    own, present = game.score(sheet).winners, points_of_things(sheet)
    left = MAX_THRESHOLD_SCORINGS
    found: dict[str, Threshold] = {}
    for key, house_value in declaration.values.items():
        if not house_value.asked_if(sheet, None):
            continue
        nearest: list[tuple[int, Result] | None] = []
        for values in (range(present[key] - 1, declaration.low - 1, -1), range(present[key] + 1, declaration.high + 1)):
            turned = None
            for value in values[:left]:
                left -= 1
                result = game.score(replace(sheet, house={**sheet.house, key: value}))
                if result.winners != own:
                    turned = value, result
                    break
            nearest.append(turned)
        found[key] = Threshold(present[key], *nearest)
    return found
