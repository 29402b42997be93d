"""What the browser tests need of the games: slugs, positions as links, and what the loader makes of a link."""

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
    """The game's worked examples: their sheets as JSON data."""
    return {key: dict(example.sheet) for key, example in game(slug).examples.items()}


def fullest_example(slug: str) -> str:
    """The query of the worked example with most players; of several, the first."""
    sheet = max(examples(slug).values(), key=lambda data: len(data["players"]))
    return urlencode(sheet_to_query(load_sheet(game(slug), sheet)))


def at_most_players(slug: str) -> str:
    """The query of an empty sheet with as many players as can play, all with the longest name."""
    most = players_entry(game(slug).sheet).high
    return urlencode([("n", str(most)), *((f"{seat}.name", LONG_NAME) for seat in range(most))])


def scored_at_most_players(slug: str) -> str:
    """The query of a sheet that has a result: as many players as can play, and each has 1 of the first thing of which all may have 1.

    Where there is no such thing, it is the worked example with most players, with seats that have nothing beside them.
    """
    players = players_entry(game(slug).sheet)
    for name in (name for name, kind in entries_of(players.of).items() if isinstance(kind, Number)):
        if "faults" not in score_data(slug, {"players": [{name: 1}] * players.high}):
            return at_most_players(slug) + "&" + urlencode([(f"{seat}.{name}", "1") for seat in range(players.high)])
    fullest = max(examples(slug).values(), key=lambda data: len(data["players"]))
    named = [{"name": LONG_NAME} | {key: value for key, value in data.items() if key != "name"} for data in fullest["players"]]
    sheet = load_sheet(game(slug), fullest | {"players": named + [{"name": LONG_NAME}] * (players.high - len(named))})
    assert not isinstance(sheet, list), f"{slug}: {sheet}"
    return urlencode(sheet_to_query(sheet))


def with_faults(slug: str) -> str:
    """The query of a sheet on which every entry of every player is at fault, with as many players as can play."""
    players = players_entry(game(slug).sheet)
    wrong = [(f"{seat}.{name}", NO_NUMBER) for seat in range(players.high) for name in entries_of(players.of)]
    return at_most_players(slug) + "&" + urlencode(wrong)
