"""Statistics of a group's results, for pages without scripts.

Static/scorebook/statistics.js computes the same on devices.

Each game declares whether the fewest points win, and whether all win together, so that nobody is ahead.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorers.model import AnyGame
from web.groups.answers import Brief, Seat

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
    """How often one person ranked ahead of another, behind, and level."""

    other: str
    plays: int = 0
    ahead: int = 0
    behind: int = 0
    level: int = 0


def count_people(results: Iterable[Brief]) -> list[PersonRow]:
    """Count everyone's plays and wins, most wins first."""
    rows: dict[str, PersonRow] = {}
    for one in results:
        for seat in one.seats:
            if seat.name:
                row = rows.setdefault(seat.name, PersonRow(seat.name))
                row.plays += 1
                row.wins += seat.won
    return sorted(rows.values(), key=lambda row: (-row.wins, -row.wins / row.plays, row.name))


def count_games(results: Iterable[Brief], games: Games, name: str = "") -> list[GameRow]:
    """Count the plays of every game, most often first; with a name, of that person alone."""
    plays: dict[str, list[list[Seat]]] = defaultdict(list)
    for one in results:
        seats = [seat for seat in one.seats if seat.name == name] if name else one.seats
        if seats:
            plays[one.slug].append(seats)
    rows = []
    for slug, tables in plays.items():
        totals = [seat.total for seats in tables for seat in seats]
        best = min(totals) if slug in games and games[slug].fewest_win else max(totals)
        wins = sum(seat.won for seats in tables for seat in seats)
        rows.append(GameRow(slug, len(tables), best, sum(totals) / len(totals), wins))
    return sorted(rows, key=lambda row: (-row.plays, row.slug))


def compare_people(results: Iterable[Brief], games: Games, name: str) -> list[Rivalry]:
    """Compare a person with everyone else, those met most often first."""
    rows: dict[str, Rivalry] = {}
    for one in results:
        game = games.get(one.slug)
        if game is not None and game.cooperative:
            continue
        ranks = {seat.name: seat.rank for seat in reversed(one.seats) if seat.name}
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
