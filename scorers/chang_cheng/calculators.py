"""The calculator of Chang Cheng: which players a full province pays, and how much."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorers.chang_cheng.invasion import find_majority
from scorers.chang_cheng.wall import LETTERS, Region
from scorers.game import N_, Answer, Calculator, Choice, Fault, Message, Number, PerSeat, entry

MIN_SPACES, MAX_SPACES = 3, 6
"""Size of a Chinese province in wall spaces."""
MAX_PRESTIGE = 4
FLOOD = {"none": 0, "raise": 2, "lower": -2}
"""The flood's change of the value, by its owner's choice."""
ARCHITECT_POINTS, ARCHITECT_WALLS, GREAT_ARCHITECT_WALLS = 2, 1, 2


@dataclass(frozen=True, slots=True)
class Province:
    """A full province after all its cards have taken effect."""

    walls: tuple[int | None, ...] = entry(
        PerSeat(
            label=N_("Standing walls"),
            item=Number(label=N_("Standing walls"), high=MAX_SPACES),
            help=N_(
                "Count each player's standing walls in the province after the traitor and the mandarin have taken"
                " effect: a tower counts 1, the double wall 1 per space here."
            ),
        )
    )
    neutral: int | None = entry(
        Number(
            label=N_("Neutral walls"),
            high=MAX_SPACES,
            help=N_(
                "Count the neutral walls in a two-player game. If neutral alone has the most walls, nobody scores."
            ),
        )
    )
    destroyed: int | None = entry(
        Number(
            label=N_("Destroyed walls"),
            high=MAX_SPACES,
            help=N_(
                "Count the spaces whose wall the traitor destroyed. Each lowers the value by 1 and belongs to nobody."
            ),
        )
    )
    prestige: int | None = entry(
        Number(label=N_("Prestige tile"), high=MAX_PRESTIGE, help=N_("Enter the number of the prestige tile: 0 to 4."))
    )
    flood: str = entry(
        Choice(
            label=N_("Flood"),
            options={"none": N_("No flood, or cancelled"), "raise": N_("Raise by 2"), "lower": N_("Lower by 2")},
            help=N_(
                "The owner of the flood chooses whether the value rises or falls by 2. Two floods cancel each other."
            ),
        )
    )
    architect: str = entry(
        Choice(
            label=N_("Architect"),
            options={"none": N_("No architect, or used for a wall"), "points": N_("Raise by 2")},
            help=N_(
                "The architect raises the value by 2, or counts as 1 wall of its owner: then enter that wall below."
            ),
        )
    )
    added: tuple[int | None, ...] = entry(
        PerSeat(
            label=N_("Walls added by architects"),
            item=Number(label=N_("Walls added by architects"), high=ARCHITECT_WALLS + GREAT_ARCHITECT_WALLS),
            help=N_(
                "Enter 1 for the owner of an architect used for a wall, and 2 for the owner of the great architect."
            ),
        )
    )


def _settle_province(province: Province, names: Sequence[str]) -> Answer | list[Fault]:
    """Pay the full value to every player with most walls, architects included."""
    walls, architects = _by_seat(province.walls), _by_seat(province.added)
    neutral, ruins, prestige = province.neutral or 0, province.destroyed or 0, province.prestige or 0
    spaces = sum(walls) + neutral + ruins
    if faults := _faults(province, spaces, architects):
        return faults
    parts = [spaces, -ruins, prestige, FLOOD[province.flood], ARCHITECT_POINTS if province.architect == "points" else 0]
    value = max(sum(parts), 0)
    counts = tuple(stands + more for stands, more in zip(walls, architects, strict=True))
    scoring = find_majority(Region(walls=counts, neutral=neutral), "competes")
    working = str(spaces) + "".join(f" {'+' if part > 0 else '−'} {abs(part)}" for part in parts[1:] if part)
    tallies = tuple(f"{name} {count}" for name, count in zip(names, counts, strict=True) if count)
    reasons = [
        Message(N_("Value: %(working)s = %(value)s."), {"working": working, "value": f"{sum(parts)}".replace("-", "−")})
    ]
    if sum(parts) < 0:
        reasons.append(Message(N_("A province is never worth less than 0."), {}))
    if tallies:
        reasons.append(Message(N_("Walls, with architects: %(counts)s."), {"counts": tallies}))
    if neutral:
        reasons.append(Message(N_("Neutral walls: %(count)s."), {"count": neutral}))
    points = [value if seat in scoring else 0 for seat in range(len(LETTERS))]
    return Answer(
        _sentence([names[seat] for seat in scoring], value), tuple(reasons), {"value": value, "points": points}
    )


def _sentence(scoring: Sequence[str], value: int) -> Message:
    names = tuple(scoring)
    if not names:
        return Message(N_("Nobody scores: no player has the most walls."), {})
    if len(names) == 1:
        return Message(N_("%(names)s scores %(points)s."), {"names": names, "points": value})
    return Message(N_("%(names)s are tied and score %(points)s each."), {"names": names, "points": value})


def _faults(province: Province, spaces: int, architects: list[int]) -> list[Fault]:
    if not MIN_SPACES <= spaces <= MAX_SPACES:
        message = N_("This makes %(spaces)s spaces, but a full province has from %(low)s to %(high)s")
        return [Fault("walls", "impossible", message, {"spaces": spaces, "low": MIN_SPACES, "high": MAX_SPACES})]
    cards = sorted(more for more in architects if more)
    small, great = ARCHITECT_WALLS, GREAT_ARCHITECT_WALLS
    possible = (
        [[], [great]] if province.architect == "points" else [[], [small], [great], [small, great], [small + great]]
    )
    if cards not in possible:
        message = N_(
            "Cards of one number cancel each other, so there is at most one architect (1 wall) and one great "
            "architect (2 walls)"
        )
        return [Fault("added", "impossible", message)]
    return []


def _by_seat(counts: tuple[int | None, ...]) -> list[int]:
    return [count or 0 for count in counts] or [0] * len(LETTERS)


_COUNT = {"type": "integer"}

CALCULATORS = {
    "province": Calculator(
        title=N_("Score a full province"),
        intro=N_(
            "Reveal the cards, resolve them in the order of their numbers, then enter what is left in the province."
        ),
        rule="province-full",
        question=Province,
        answer=_settle_province,
        data_schema={"value": _COUNT, "points": {"type": "array", "items": _COUNT}},
        seats=len(LETTERS),
    )
}
