"""Sheets in which another interpretation of a disputed rule changes the winner or not, with results reckoned by
hand.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tables import read_query, read_rows

from scorers.registry import game
from scorers.sensitivity import Sensitivity, find_sensitivity
from scorers.sheet import load_sheet


def analyse(slug: str, data: Mapping[str, Any]) -> Sensitivity:
    sheet = load_sheet(game(slug), dict(data))
    assert not isinstance(sheet, list), sheet
    return find_sensitivity(game(slug), sheet)


def change_entry(data: Mapping[str, Any], path: str, number: Any) -> dict[str, Any]:
    """Return the data of a sheet with another number, row or text at a path."""
    first, *rest = path.split(".")
    if not rest:
        return {**data, first: number}
    inner = data[first]
    if isinstance(inner, list):
        at, *deeper = rest
        items = list(inner)
        items[int(at)] = change_entry(items[int(at)], ".".join(deeper), number) if deeper else number
        return {**data, first: items}
    return {**data, first: change_entry(inner, ".".join(rest), number)}


def read_by_hand() -> Iterator[tuple[str, tuple[str, dict[str, Any], dict[str, list[Any]]]]]:
    """Yield each case by name: a game, a sheet, who wins under each interpretation, and the change that another one
    makes.
    """
    for row in read_rows(Path(__file__).with_name("interpretations.tsv")):
        winners = [read_numbers(seats) for seats in row["winners"].split("|")]
        change = (dict(parse_qsl(row["changed"])), read_numbers(row["winners then"]), read_numbers(row["totals then"]))
        expected = {"winners": winners, "changes": [change] if row["changed"] else []}
        yield row["case"], (row["game"], read_query(row["game"], row["sheet"]), expected)


def read_numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


BY_HAND = dict(read_by_hand())
"""Case -> game, sheet, and what is expected."""

OVERLAPPING_LANDS = {
    "0.map": "A A A T/A A A T/F T T T/F F L L",
    "1.map": "A A A F F/A A A T T/F F F F T/L L L Mb3 T/. . Mn2 Pb* T",
    "2.map": "F F A A/T A A T/T T F T/T L L Mb4/T T T Pb*/T T F F/L L L L",
}
"""Three lands of Honshu whose winner depends on whether blocks of fallow fields may overlap.

A block is worth 5. Two blocks that overlap are one where they may not share a field, and two where they may.

Ann: fallow 5, forest 3 × 2, town 5, a lake of 2: 3 = 19. Bo: fallow 5, forest 6 × 2, town 5, a lake of 3: 6, factory 3
= 31. Cleo: forest 5 × 2, town 9, lakes of 2 and 4: 3 + 9, factory 4 = 35. Where blocks may overlap, Ann has 24 and Bo
36.
"""
DEPENDS = "n=3&end_card=fallow_blocks&" + urlencode(
    {"0.name": "Ann", "1.name": "Bo", "2.name": "Cleo"} | OVERLAPPING_LANDS
)
"""The link of the sheet, under the card that pays for blocks, which may not overlap."""
