"""Magpies: who makes a bid exactly scores for the tricks, who misses it loses for the difference; six rounds."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorers.magpies.examples import EXAMPLES

from scorers.game import (
    N_,
    NN_,
    Choice,
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

ROUNDS = 6
ROUND = N_("Round %(number)s")


@dataclass(frozen=True, slots=True)
class Round:
    """What each player bid and took in a round."""

    bid: tuple[int | None, ...] = entry(
        PerSeat(label=N_("Bid"), item=Number(label=N_("Bid"), high=ROUNDS), line="rounds")
    )
    tricks: tuple[int | None, ...] = entry(
        PerSeat(label=N_("Tricks"), item=Number(label=N_("Tricks"), high=ROUNDS), line="rounds")
    )
    bonus: tuple[int | None, ...] = entry(
        PerSeat(label=N_("Bonus"), item=Number(label=N_("Bonus"), high=90, optional=True), line="rounds")
    )
    wager: tuple[str | None, ...] = entry(
        PerSeat(
            label=N_("Wager"),
            item=Choice(label=N_("Wager"), options={"small": N_("Small"), "big": N_("Big")}),
            optional=True,
            line="rounds",
        )
    )


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """A player, of whom all stands in the rounds."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rounds, as many as were played."""

    players: tuple[Player, ...] = players(Player, 3, 6)
    rounds: tuple[Round, ...] | None = entry(
        Records(label=N_("Round"), numbered=ROUND, of=Round, low=0, high=ROUNDS, grow=True, line="rounds")
    )


def faults(sheet: Sheet) -> Iterator[Fault]:
    """A round has as many tricks as its number."""
    for i, round_ in enumerate(sheet.rounds or ()):
        if sum(tricks or 0 for tricks in round_.tricks) > i + 1:
            message = NN_("The round has %(count)s trick", "The round has %(count)s tricks")
            yield Fault(f"rounds.{i}.tricks", "impossible", message, {"count": i + 1})


def score(sheet: Sheet) -> Result:
    """Add up the rounds; most points win, and a tie is shared.

    >>> sheet = Sheet(players=(Player(), Player(), Player()), rounds=(Round(bid=(1, 0, 0), tricks=(1, 0, 0)),))
    >>> [player.total for player in score(sheet).players]
    [20, 10, 10]
    """
    columns = [[_rounds(sheet, seat)] for seat in range(len(sheet.players))]
    return rank_players(GAME, player_names(sheet), columns, open_entries(sheet))


def _rounds(sheet: Sheet, seat: int) -> Line:
    running, parts = 0, []
    for number, round_ in enumerate(sheet.rounds or (), 1):
        points, working = _score_round(number, round_, seat)
        running += points
        parts.append(LinePart(points, working, (f"round{number}",), running))
    return Line(
        "rounds",
        running,
        " + ".join(f"({part.points})" if part.points < 0 else str(part.points) for part in parts),
        tuple(parts),
    )


def _score_round(number: int, round_: Round, seat: int) -> tuple[int, str]:
    """Return a player's points of a round and their working."""
    bid, tricks, bonus, wager = (
        values[seat] if values else None for values in (round_.bid, round_.tricks, round_.bonus, round_.wager)
    )
    if bid is None or tricks is None:
        return 0, ""
    if bid != tricks:
        points, working = -10 * abs(bid - tricks), f"−10 × {abs(bid - tricks)}"
    elif bid == 0:
        points, working = 10 * number, f"10 × {number}"
    else:
        points, working = 20 * bid, f"20 × {bid}"
    if wager == "big":
        points, working = 2 * points, f"2 × ({working})"
    if bonus and bid == tricks:
        points, working = points + bonus, f"{working} + {bonus}"
    return points, working


def _place_name(place: str) -> Message | None:
    return Message(ROUND, {"number": place.removeprefix("round")})


GAME = Game(
    slug="magpies",
    title=N_("Magpies"),
    bgg=None,
    designer="Nobody",
    year=2001,
    lines={"rounds": N_("Rounds")},
    sheet=Sheet,
    faults=faults,
    score=score,
    variants=(Variant("plain", N_("Plain"), {}),),
    examples=EXAMPLES,
    place_name=_place_name,
)
