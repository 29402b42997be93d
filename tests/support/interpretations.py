"""Sheets in which another interpretation of a disputed rule changes the winner or not, with results reckoned by hand."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

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
    """Yield each case by name: a game, a sheet, who wins under each interpretation, and the change that another one makes."""
    for row in read_rows(Path(__file__).with_name("interpretations.tsv")):
        winners = [read_numbers(seats) for seats in row["winners"].split("|")]
        change = (dict(parse_qsl(row["changed"])), read_numbers(row["winners then"]), read_numbers(row["totals then"]))
        expected = {"winners": winners, "changes": [change] if row["changed"] else []}
        yield row["case"], (row["game"], read_query(row["game"], row["sheet"]), expected)


def read_numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


BY_HAND = dict(read_by_hand())
