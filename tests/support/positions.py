"""Sheets of every game as link queries: examples, and sheets with the most players or with faults."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from scorers.entries import Number, entries_of
from scorers.querystring import sheet_to_query
from scorers.registry import game, slugs
from scorers.service import score_data
from scorers.sheet import load_sheet, players_entry

__all__ = ["at_most_players", "examples", "fullest_example", "scored", "scored_at_most_players", "slugs", "with_faults"]

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
    """Return the query of a sheet with a result, the most players and the longest names."""
    return scored(slug, [LONG_NAME] * players_entry(game(slug).sheet).high)


def scored(slug: str, names: Sequence[str]) -> str:
    """Return the query of a sheet with a result for players of these names.

    Each player has 1 in the first entry in which all may have 1. Without such an entry, it is the worked example whose
    number of players is the nearest, with further seats without entries if it has fewer.
    """
    entries = entries_of(players_entry(game(slug).sheet).of)
    for entry in (name for name, declaration in entries.items() if isinstance(declaration, Number)):
        if "faults" not in score_data(slug, {"players": [{entry: 1}] * len(names)}):
            cells = [
                pair for seat, name in enumerate(names) for pair in ((f"{seat}.name", name), (f"{seat}.{entry}", "1"))
            ]
            return urlencode([("n", str(len(names))), *cells])
    nearest = min(examples(slug).values(), key=lambda data: abs(len(data["players"]) - len(names)))
    players = [*nearest["players"], *({} for _ in names[len(nearest["players"]) :])]
    named = [player | {"name": name} for player, name in zip(players, names, strict=False)]
    sheet = load_sheet(game(slug), nearest | {"players": named + players[len(named) :]})
    assert not isinstance(sheet, list), f"{slug}: {sheet}"
    return urlencode(sheet_to_query(sheet))


def with_faults(slug: str) -> str:
    """Return the query of a sheet with the most players and a fault in each of their entries."""
    players = players_entry(game(slug).sheet)
    wrong = [(f"{seat}.{name}", NO_NUMBER) for seat in range(players.high) for name in entries_of(players.of)]
    return at_most_players(slug) + "&" + urlencode(wrong)
