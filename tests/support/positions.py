"""Sheets of every game as link queries: examples, and sheets with the most players or with faults."""

from typing import Any
from urllib.parse import urlencode

from scorers.entries import Number, entries_of
from scorers.querystring import sheet_to_query
from scorers.registry import game, slugs
from scorers.service import score_data
from scorers.sheet import load_sheet, players_entry

__all__ = ["at_most_players", "examples", "fullest_example", "scored_at_most_players", "slugs", "with_faults"]

LONG_NAME = "W" * 40
NO_NUMBER = "12345678 x"


def examples(slug: str) -> dict[str, dict[str, Any]]:
    """Return the worked examples of a game, as JSON data by key."""
    return {key: dict(example.sheet) for key, example in game(slug).examples.items()}


def fullest_example(slug: str) -> str:
    """Return the query of the first worked example with the most players."""
    sheet = max(examples(slug).values(), key=lambda data: len(data["players"]))
    return urlencode(sheet_to_query(load_sheet(game(slug), sheet)))


def at_most_players(slug: str) -> str:
    """Return the query of an empty sheet with the most players, each with the longest name."""
    most = players_entry(game(slug).sheet).high
    return urlencode([("n", str(most)), *((f"{seat}.name", LONG_NAME) for seat in range(most))])


def scored_at_most_players(slug: str) -> str:
    """Return the query of a sheet with a result, the most players and the longest names.

    Each player has 1 in the first entry in which all may have 1. Without such an entry, it is the worked example with the most players,
    and further seats without entries.
    """
    players = players_entry(game(slug).sheet)
    for name in (name for name, kind in entries_of(players.of).items() if isinstance(kind, Number)):
        if "faults" not in score_data(slug, {"players": [{name: 1}] * players.high}):
            return at_most_players(slug) + "&" + urlencode([(f"{seat}.{name}", "1") for seat in range(players.high)])
    fullest = max(examples(slug).values(), key=lambda data: len(data["players"]))
    named = [
        {"name": LONG_NAME} | {key: value for key, value in data.items() if key != "name"}
        for data in fullest["players"]
    ]
    sheet = load_sheet(game(slug), fullest | {"players": named + [{"name": LONG_NAME}] * (players.high - len(named))})
    assert not isinstance(sheet, list), f"{slug}: {sheet}"
    return urlencode(sheet_to_query(sheet))


def with_faults(slug: str) -> str:
    """Return the query of a sheet with the most players and a fault in each of their entries."""
    players = players_entry(game(slug).sheet)
    wrong = [(f"{seat}.{name}", NO_NUMBER) for seat in range(players.high) for name in entries_of(players.of)]
    return at_most_players(slug) + "&" + urlencode(wrong)
