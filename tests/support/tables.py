"""Answers of a game for the sheets of its tests, and the tables of sheets and results beside these tests."""

import csv
import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from scorers.querystring import sheet_from_query
from scorers.registry import game
from scorers.service import ask_calculator, score_data


def answer(slug: str, *players: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Return the answer for a sheet; empty seats are added to fewer than two players."""
    return score_data(slug, {"players": [*players, {}, {}][: max(2, len(players))], **options})


def line(slug: str, key: str, player: dict[str, Any], **options: Any) -> tuple[int, str]:
    """Return the points and the working of one line of the first player."""
    return column(slug, key, player, **options)[0]


def column(slug: str, key: str, *players: dict[str, Any], **options: Any) -> list[tuple[int, str]]:
    """Return the points and the working of a line of every player."""
    result = answer(slug, *players, **options)
    return [
        (entry["points"], entry["working"])
        for player in result["players"]
        for entry in player["lines"]
        if entry["key"] == key
    ]


def points(slug: str, key: str, *players: dict[str, Any], **options: Any) -> list[int]:
    """Return the points of a line of every player."""
    return [number for number, _ in column(slug, key, *players, **options)]


def find_faults(slug: str, *players: dict[str, Any], **options: Any) -> list[dict[str, str]]:
    """Return the faults of a sheet."""
    return list(answer(slug, *players, **options).get("faults", ()))


def faults(slug: str, *players: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    """Return the path and the code of each fault of a sheet."""
    return [(fault["path"], fault["code"]) for fault in find_faults(slug, *players, **options)]


def messages(slug: str, *players: dict[str, Any], **options: Any) -> list[str]:
    """Return the sentence of each fault of a sheet."""
    return [fault["message"] for fault in find_faults(slug, *players, **options)]


def read_query(slug: str, query: str) -> dict[str, Any]:
    """Return the data of a sheet that is spelled as in a link."""
    return sheet_from_query(game(slug).sheet, parse_qs(query, keep_blank_values=True))


def read_rows(file: Path) -> list[dict[str, str]]:
    """Return the rows of a table parted by tabs; a blank rule is that of the row above."""
    with file.open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    for above, row in pairwise(rows):
        if row.get("rule") == "":
            row["rule"] = above["rule"]
    return rows


def read_cases(test_file: str, name: str) -> list[Any]:
    """Return the rows of a table in a test's folder as parameters of the test."""
    rows = read_rows(Path(test_file).with_name(name))
    return [pytest.param(row, id=f"{number}: {next(iter(row.values()))[:50]}") for number, row in enumerate(rows, 2)]


def check_reply(slug: str, case: dict[str, str]) -> None:
    """Compare the reply of a calculator to the data of a row with the values that the row names.

    The reply has no value that no row of the calculator names.
    """
    reply = ask_calculator(game(slug).calculators[case["calculator"]], json.loads(case["data"]))
    wanted = json.loads(case["reply"])
    assert {key: reply.get(key) for key in wanted} == wanted, case["rule"]
    assert reply.keys() <= _reply_keys(slug, case["calculator"])


@cache
def _reply_keys(slug: str, calculator: str) -> set[str]:
    rows = read_rows(Path(__file__).parents[1] / "games" / slug / "calculators.tsv")
    return {key for row in rows if row["calculator"] == calculator for key in json.loads(row["reply"])}


def check_result(slug: str, case: dict[str, str]) -> None:
    """Compare the result of a sheet with that in its row: values by name, those of players in the order of seats.

    A name is a key of the answer, of its players or of a line; `working` after a line's key is the working of that
    line.
    """
    result = score_data(slug, read_query(slug, case["sheet"]))
    for name, _, expected in (part.partition(":") for part in case["result"].split("; ")):
        key, _, working = name.partition(" ")
        values = find_values(result, key, "working" if working else "points")
        wanted = [text.strip() for text in expected.split("|")] if working else expected.split()
        # Of a line the row may give the first players alone.
        assert values[: len(wanted)] == wanted if key in _line_keys(result) else values == wanted, (name, values, case)


def find_values(result: dict[str, Any], key: str, part: str) -> list[str]:
    """Return the values of a key of the answer, of its players, or of the part of a line, as texts."""
    if key in result:
        return [str(value) for value in (result[key] if isinstance(result[key], list) else [result[key]])]
    if key in _line_keys(result):
        return [str(line[part]) for player in result["players"] for line in player["lines"] if line["key"] == key]
    return [str(player[key]) for player in result["players"]]


def _line_keys(result: dict[str, Any]) -> set[str]:
    return {line["key"] for line in result["players"][0]["lines"]}
