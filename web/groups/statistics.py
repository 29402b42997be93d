"""What a group's results say about people and games, for pages without scripts; static/scorebook/statistics.js says the same on devices.

Where somebody is compared, the fewest points may win, and where all win together nobody is ahead: the game says so.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorers.model import AnyGame
from web.groups.results import is_named

Result = Mapping[str, Any]
Games = Mapping[str, AnyGame]


@dataclass(slots=True)
class PersonRow:
    """Somebody who was named: plays, and wins, of which a shared one is one."""

    name: str
    plays: int = 0
    wins: int = 0


@dataclass(slots=True)
class GameRow:
    """A game: its plays, and the best and average of the totals, of everyone or of one person."""

    slug: str
    plays: int
    best: int
    average: float
    wins: int = 0


@dataclass(slots=True)
class Rivalry:
    """How often one person was placed before another, behind, and level."""

    other: str
    plays: int = 0
    ahead: int = 0
    behind: int = 0
    level: int = 0


def seats_of(one: Result) -> list[tuple[int, Mapping[str, Any]]]:
    """The seats of named people in a result."""
    return [(seat, player) for seat, player in enumerate(one["result"]["players"]) if is_named(one, seat)]


def count_people(results: Sequence[Result]) -> list[PersonRow]:
    """Everyone who was named, who won most first."""
    rows: dict[str, PersonRow] = {}
    for one in results:
        winners = one["result"]["winners"]
        for seat, player in seats_of(one):
            row = rows.setdefault(player["name"], PersonRow(player["name"]))
            row.plays += 1
            row.wins += seat in winners
    return sorted(rows.values(), key=lambda row: (-row.wins, -row.wins / row.plays, row.name))


def count_games(results: Sequence[Result], games: Games, name: str = "") -> list[GameRow]:
    """Every game that was played, most often first; with a name, by that person alone."""
    totals: dict[str, list[int]] = defaultdict(list)
    plays: dict[str, int] = defaultdict(int)
    wins: dict[str, int] = defaultdict(int)
    for one in results:
        players = list(enumerate(one["result"]["players"]))
        chosen = [(seat, player) for seat, player in seats_of(one) if player["name"] == name] if name else players
        if chosen:
            plays[one["slug"]] += 1
            totals[one["slug"]] += [player["total"] for _, player in chosen]
            wins[one["slug"]] += sum(seat in one["result"]["winners"] for seat, _ in chosen)
    rows = [
        GameRow(slug, plays[slug], min(points) if _fewest(games, slug) else max(points), sum(points) / len(points), wins[slug])
        for slug, points in totals.items()
    ]
    return sorted(rows, key=lambda row: (-row.plays, row.slug))


def compare_people(results: Sequence[Result], games: Games, name: str) -> list[Rivalry]:
    """How somebody fared against everyone else, whom they met most often first."""
    rows: dict[str, Rivalry] = {}
    for one in results:
        game = games.get(one["slug"])
        if game is not None and game.cooperative:
            continue
        ranks: dict[str, int] = {}
        for _, player in seats_of(one):
            ranks.setdefault(player["name"], player["rank"])
        mine = ranks.pop(name, None)
        if mine is None:
            continue
        for other, rank in ranks.items():
            row = rows.setdefault(other, Rivalry(other))
            row.plays += 1
            row.ahead += mine < rank
            row.behind += mine > rank
            row.level += mine == rank
    return sorted(rows.values(), key=lambda row: (-row.plays, row.other))


def _fewest(games: Games, slug: str) -> bool:
    return slug in games and games[slug].fewest_win
