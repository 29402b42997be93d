"""House rules: scoring values that a group has changed from the printed ones."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorers.entries import MAX_HOUSE_POINTS, HouseValue, HouseValues, entries_of, entry
from scorers.model import N_


def house_values(**values: HouseValue) -> Any:
    """Declare the sheet's field `house`: the values that house rules may change, by key."""
    return entry(
        HouseValues(
            label=N_("House rules"),
            help=N_(
                "What your group agreed that a thing scores, in place of what the rulebook says. Leave blank what "
                "scores as printed."
            ),
            keys={key: value.label for key, value in values.items()},
            values=values,
            high=MAX_HOUSE_POINTS,
            kind="house",
            asked_if=lambda sheet, player: bool(house_rules(sheet)),
        )
    )


def house_values_entry(sheet_type: type[Any]) -> HouseValues | None:
    """Return the entry for a sheet's house rules, or None if the game declares no such values."""
    declaration = entries_of(sheet_type).get("house")
    return declaration if isinstance(declaration, HouseValues) else None


class HouseRule(NamedTuple):
    """A scoring value in use that differs from the printed one."""

    key: str
    label: N_
    value: int
    printed: int


def house_rules(sheet: Any) -> list[HouseRule]:
    """Return the house rules that affect a sheet's score; every display of the score must mention them.

    >>> from scorers.registry import game
    >>> from scorers.sheet import load_sheet
    >>> sheet = load_sheet(game("hansa_teutonica"), {"players": [{}, {}], "house": {"city": 3, "ability": 4}})
    >>> house_rules(sheet)
    [HouseRule(key='city', label='Controlled city', value=3, printed=2)]
    """
    declaration = house_values_entry(type(sheet))
    return [
        HouseRule(key, value.label, points, value.printed)
        for key, value in (declaration.values.items() if declaration else ())
        if (points := sheet.house[key]) is not None and value.asked_if(sheet, None)
    ]


def points_of_things(sheet: Any) -> Mapping[str, int]:
    """Return the value of each item that house rules may change, printed or changed."""
    declaration = house_values_entry(type(sheet))
    printed = {key: value.printed for key, value in declaration.values.items()} if declaration else {}
    return printed | {key: points for key, points in sheet.house.items() if points is not None}
