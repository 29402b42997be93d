"""What the browser tests need of the games: slugs, positions as links, and what the loader makes of a link."""

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from scorers import part, score_data, slugs
from scorers.groups import declared
from scorers.kinds import Number
from scorers.links import from_query, to_query
from scorers.sheets import load, read

__all__ = ["at_most_players", "entries", "examples", "fullest_example", "scored_at_most_players", "slugs", "with_faults"]

LONG_NAME = "W" * 40
NO_NUMBER = "12345678 x"


def examples(slug: str) -> dict[str, dict[str, Any]]:
    """The game's worked examples: their sheets as JSON data."""
    return {key: dict(example.sheet) for key, example in part(slug, "examples").EXAMPLES.items()}


def fullest_example(slug: str) -> str:
    """The query of the worked example with most players; of several, the first."""
    sheet = max(examples(slug).values(), key=lambda data: len(data["players"]))
    return urlencode(to_query(load(part(slug).Sheet, sheet)))


def at_most_players(slug: str) -> str:
    """The query of an empty sheet with as many players as can play, all with the longest name."""
    most = declared(part(slug).Sheet)["players"].high
    return urlencode([("n", str(most)), *((f"{seat}.name", LONG_NAME) for seat in range(most))])


def scored_at_most_players(slug: str) -> str:
    """The query of a sheet that has a result: as many players as can play, and each has 1 of the first thing of which all may have 1."""
    players = declared(part(slug).Sheet)["players"]
    for name in (name for name, kind in declared(players.of).items() if isinstance(kind, Number)):
        if "faults" not in score_data(slug, {"players": [{name: 1}] * players.high}):
            return at_most_players(slug) + "&" + urlencode([(f"{seat}.{name}", "1") for seat in range(players.high)])
    raise AssertionError(f"{slug}: there is nothing of which every player may have 1")


def with_faults(slug: str) -> str:
    """The query of a sheet on which every entry of every player is at fault, with as many players as can play."""
    players = declared(part(slug).Sheet)["players"]
    wrong = [(f"{seat}.{name}", NO_NUMBER) for seat in range(players.high) for name in declared(players.of)]
    return at_most_players(slug) + "&" + urlencode(wrong)


def entries(slug: str, link: str) -> dict[str, str]:
    """What the loader makes of a link, as the entries of a link again."""
    of = part(slug).Sheet
    sheet, _ = read(of, from_query(of, parse_qs(urlsplit(link).query)))
    return dict(to_query(sheet))
