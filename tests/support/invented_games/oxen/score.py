"""Oxen: points of each round are added up; the game ends once somebody has 66, and the fewest points win."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorers.oxen.examples import EXAMPLES

from scorers.game import (
    N_,
    Choice,
    EntryList,
    Fault,
    Game,
    Line,
    LinePart,
    Message,
    Number,
    PerSeat,
    Records,
    Result,
    Seat,
    Variant,
    entry,
    open_entries,
    player_names,
    players,
    rank_players,
)

END = {"long": 66, "short": 33}
"""The game ends once a player has so many points."""


@dataclass(frozen=True, slots=True)
class Round:
    """What each player took in a round."""

    points: tuple[int | None, ...] = entry(
        PerSeat(label=N_("Points"), item=Number(label=N_("Points"), high=99), line="rounds")
    )


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """A player's penalties."""

    penalties: tuple[int, ...] = entry(
        EntryList(label=N_("Penalties"), item=Number(label=N_("Penalty"), high=9), most=15, line="penalties")
    )
    bets: int | None = entry(Number(label=N_("Bets"), high=9, line="penalties", optional=True))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rounds, as many as were played."""

    players: tuple[Player, ...] = players(Player, 2, 10)
    length: str = entry(
        Choice(label=N_("Length"), kind="length", options={"long": N_("Long"), "short": N_("Short")}, rule="ties")
    )
    rounds: tuple[Round, ...] | None = entry(
        Records(label=N_("Round"), of=Round, low=0, high=30, grow=True, line="rounds")
    )


def faults(sheet: Sheet) -> Iterator[Fault]:
    """A round has at most 200 points in all."""
    for i, round_ in enumerate(sheet.rounds or ()):
        if sum(points or 0 for points in round_.points) > 200:
            yield Fault(f"rounds.{i}.points", "impossible", N_("A round has at most 200 points"))


def score(sheet: Sheet) -> Result:
    """Fewest points win once somebody has reached the end.

    >>> sheet = Sheet(players=(Player(), Player()), rounds=(Round(points=(3, 70)),))
    >>> score(sheet).winners
    (0,)
    """
    columns = [(_rounds(sheet, seat), _penalties(player)) for seat, player in enumerate(sheet.players)]
    over = any(sum(line.points for line in column) >= END[sheet.length] for column in columns)
    return rank_players(GAME, player_names(sheet), columns, open_entries(sheet), over=over)


def _rounds(sheet: Sheet, seat: int) -> Line:
    running, parts = 0, []
    for i, round_ in enumerate(sheet.rounds or (), 1):
        points = (round_.points[seat] if round_.points else None) or 0
        running += points
        parts.append(LinePart(points, str(points), (f"round{i}",), running))
    return Line("rounds", running, " + ".join(part.working for part in parts), tuple(parts))


def _penalties(player: Player) -> Line:
    points = (*player.penalties, *([player.bets] if player.bets else []))
    return Line("penalties", sum(points), " + ".join(map(str, points)))


def _place_name(place: str) -> Message | None:
    return Message(N_("Round %(number)s"), {"number": place.removeprefix("round")})


GAME = Game(
    slug="oxen",
    title=N_("Oxen"),
    bgg=None,
    designer="Nobody",
    year=2000,
    lines={"rounds": N_("Rounds"), "penalties": N_("Penalties")},
    sheet=Sheet,
    faults=faults,
    score=score,
    variants=(
        Variant("long", N_("Long game"), {"length": "long"}),
        Variant("short", N_("Short game"), {"length": "short"}),
    ),
    examples=EXAMPLES,
    place_name=_place_name,
    fewest_win=True,
)
