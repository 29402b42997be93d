"""The calculator of Hansa Teutonica: which players a completed route pays, and how much."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorers.game import LETTERS as SEAT_LETTERS
from scorers.game import N_, Answer, Boolean, Calculator, Choice, Message, Number, SeatsByPlace, entry
from scorers.hansa_teutonica.boards import MAX_PRINTED_OFFICES
from scorers.hansa_teutonica.box import ANNEXES, MARKER_POINTS, MARKERS
from scorers.hansa_teutonica.network import find_controller

LETTERS = SEAT_LETTERS[:5]
POINTS_FOR_CONTROL, POINTS_FOR_COIN, POINTS_FOR_BRITISH_COIN = 1, 1, 2
EAST_WEST = (7, 4, 2)
"""Points for the first, second and third player to connect the two red cities."""
MAX_OFFICES = MAX_PRINTED_OFFICES + ANNEXES["2009"]
"""The printed offices of the largest city, London, and all annexes."""
_ENDS = {"one": N_("City at one end"), "other": N_("City at the other end")}


@dataclass(frozen=True, slots=True)
class Completion:
    """A completed route: the offices of its two cities before it, and the player's choice."""

    player: str = entry(
        Choice(
            label=N_("Who completes the route"),
            options={letter: N_(letter) for letter in LETTERS},
            help=N_("The player whose pieces stand on all spaces of the route and who takes the action."),
        )
    )
    offices: Mapping[str, tuple[int, ...]] | None = entry(
        SeatsByPlace(
            label=N_("Offices"),
            keys=_ENDS,
            most=MAX_OFFICES,
            hint=N_("The players' letters from left to right, annexes first, such as AB."),
            help=N_(
                "The player with the most offices in a city controls it; in a tie, the tied player with the office "
                "furthest "
                "right. Each controller gets 1 point, before a new office is established."
            ),
        )
    )
    coin: bool = entry(
        Boolean(
            label=N_("An office is established on a coin"),
            help=N_("The player who establishes an office on a coin gets 1 point at once."),
        )
    )
    british_coin: bool = entry(
        Boolean(
            label=N_("The coin is on the Britannia board"),
            help=N_("A coin on Britannia is worth 2 points, one on another board 1 point."),
        )
    )
    east_west: int = entry(
        Choice(
            label=N_("East–West connection"),
            options={
                0: N_("No connection this time"),
                1: N_("First to connect: 7"),
                2: N_("Second to connect: 4"),
                3: N_("Third to connect: 2"),
            },
            help=N_("The new office may complete a chain from one red city of the board to the other, such as from "
                    "Arnheim to Stendal. "
                "The first player to connect them gets 7 points, the second 4, the third 2."),
        )
    )  # fmt: skip
    markers: int | None = entry(
        Number(
            label=N_("Bonus markers that the player had"),
            high=MARKERS["2009"] - 1,
            hint=N_("Leave it blank if no marker lies on the route."),
            help=N_(
                "The marker on the route goes to the player. It scores nothing now but adds to the player's marker "
                "points at the end."
            ),
        )
    )


def _complete_route(completion: Completion, names: Sequence[str]) -> Answer:
    """Return the prestige paid at once, by seat, and the marker's points at the end of the game."""
    player, points = LETTERS.index(completion.player), [0] * len(LETTERS)
    reasons = []
    for end, label in _ENDS.items():
        row = (completion.offices or {}).get(end, ())
        if not row:
            reasons.append(Message(N_("%(city)s: no office, so nobody gets a point."), {"city": label}))
            continue
        holder = find_controller(row)
        points[holder] += POINTS_FOR_CONTROL
        reasons.append(
            Message(
                N_("%(city)s: controlled by %(name)s, %(points)s."),
                _values(names[holder], POINTS_FOR_CONTROL) | {"city": label},
            )
        )
    if completion.coin:
        worth = POINTS_FOR_BRITISH_COIN if completion.british_coin else POINTS_FOR_COIN
        points[player] += worth
        reasons.append(Message(N_("Coin: %(name)s, %(points)s."), _values(names[player], worth)))
    if completion.east_west:
        points[player] += EAST_WEST[completion.east_west - 1]
        reasons.append(
            Message(
                N_("East–West connection: %(name)s, %(points)s."),
                _values(names[player], EAST_WEST[completion.east_west - 1]),
            )
        )
    later = 0
    if completion.markers is not None:
        before, after = (
            MARKER_POINTS[min(markers, len(MARKER_POINTS) - 1)]
            for markers in (completion.markers, completion.markers + 1)
        )
        later = after - before
        text = N_("At the end of the game, the bonus marker is worth %(after)s − %(before)s = %(later)s more.")
        reasons.append(Message(text, {"after": after, "before": before, "later": later}))
    tallies = tuple(f"{name} {prestige}" for name, prestige in zip(names, points, strict=True) if prestige)
    sentence = (
        Message(N_("Prestige at once: %(points)s."), {"points": tallies})
        if tallies
        else Message(N_("Nobody gets prestige."), {})
    )
    return Answer(sentence, tuple(reasons), {"points": points, "marker": later})


def _values(name: str, points: int) -> dict[str, object]:
    return {"name": name, "points": points}


CALCULATORS = {
    "route": Calculator(
        title=N_("Points for a completed route"),
        intro=N_("Enter the offices at both ends to see who gets prestige."),
        rule="action-complete",
        question=Completion,
        answer=_complete_route,
        data_schema={"points": {"type": "array", "items": {"type": "integer"}}, "marker": {"type": "integer"}},
        seats=len(LETTERS),
    )
}
