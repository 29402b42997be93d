"""Lanterns: a point for each lantern that burns, two more for a red one.

Together the players must outshine the storm.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorers.lanterns.examples import EXAMPLES

from scorers.game import (
    N_,
    Boolean,
    Fault,
    Game,
    Line,
    Number,
    Result,
    Seat,
    Variant,
    entry,
    open_entries,
    player_names,
    players,
    points_each,
    rank_together,
)

NEEDED_FOR_EACH = 4
POINTS_OF_RED = 2


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """A player's lanterns."""

    lanterns: int | None = entry(Number(label=N_("Lanterns"), high=20, line="lanterns", hint=N_("Those that burn.")))
    red: int | None = entry(Number(label=N_("Red lanterns"), high=5, line="red"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lanterns, and the storm."""

    players: tuple[Player, ...] = players(Player, 1, 12, usual=4)
    calm: bool = entry(Boolean(label=N_("Calm night"), kind="module", rule="ties"))
    storm: int | None = entry(Number(label=N_("Storm"), high=30, line="lanterns"))


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Nobody has more red lanterns than lanterns."""
    for seat, player in enumerate(sheet.players):
        if player.lanterns is not None and (player.red or 0) > player.lanterns:
            yield Fault(f"players.{seat}.red", "impossible", N_("There are more red lanterns than lanterns"))


def score(sheet: Sheet) -> Result:
    """All win if together they have as many points as the storm asks for.

    >>> score(Sheet(players=(Player(lanterns=5),), storm=1)).winners
    (0,)
    """
    columns = [
        (points_each("lanterns", 1, player.lanterns), points_each("red", POINTS_OF_RED, player.red))
        for player in sheet.players
    ]
    aim = 0 if sheet.calm else (sheet.storm or 0) + NEEDED_FOR_EACH * len(sheet.players)
    won = sum(_points(column) for column in columns) >= aim
    return rank_together(GAME, player_names(sheet), columns, open_entries(sheet), won=won)


def _points(column: tuple[Line, ...]) -> int:
    return sum(line.points for line in column)


GAME = Game(
    slug="lanterns",
    title=N_("Lanterns"),
    bgg=None,
    designer="Nobody",
    year=2001,
    lines={"lanterns": N_("Lanterns"), "red": N_("Red lanterns")},
    sheet=Sheet,
    faults=faults,
    score=score,
    variants=(
        Variant("storm", N_("Storm"), {"calm": False}),
        Variant("calm", N_("Calm night"), {"calm": True}),
    ),
    examples=EXAMPLES,
    decisions={"won": N_("Together the players outshine the storm."), "lost": N_("The storm is stronger.")},
    cooperative=True,
)
