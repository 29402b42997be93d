"""The calculator of Honshu: which order card each player gets after a trick."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorers.game import LETTERS as SEAT_LETTERS
from scorers.game import N_, Answer, Boolean, Calculator, Fault, Message, Number, PerSeat, entry

LETTERS = SEAT_LETTERS[:5]
MIN_PLAYERS = 3
MAX_CARD = 60
CUBE = 60
"""Value that a cube adds to a card."""


@dataclass(frozen=True, slots=True)
class Trick:
    """Each player's map card, and whether it has a cube."""

    cards: tuple[int | None, ...] = entry(
        PerSeat(
            label=N_("Map card"),
            item=Number(label=N_("Map card"), low=1, high=MAX_CARD),
            help=N_("Enter the number of the map card that each player played; leave the others blank."),
        )
    )
    cubes: tuple[bool | None, ...] = entry(
        PerSeat(
            label=N_("Cube on it"),
            item=Boolean(label=N_("Cube on it")),
            help=N_(
                "Tick who added a cube to the card: it adds 60. All cubes in a trick must match the colour of "
                "the first."
            ),
        )
    )


def _decide_trick(trick: Trick, names: Sequence[str]) -> Answer | list[Fault]:
    """Give order card 1 to the highest value, 2 to the next, and so on."""
    cards = {seat: card for seat, card in enumerate(trick.cards) if card is not None}
    cubes = trick.cubes or (None,) * len(LETTERS)
    if faults := _faults(cards, cubes):
        return faults
    values = {seat: card + (CUBE if cubes[seat] else 0) for seat, card in cards.items()}
    order = sorted(values, key=lambda seat: values[seat], reverse=True)
    reasons = tuple(
        Message(
            N_("Order card %(place)s: %(name)s, %(working)s."),
            {
                "place": place,
                "name": names[seat],
                "working": f"{cards[seat]} + {CUBE} = {values[seat]}" if cubes[seat] else values[seat],
            },
        )
        for place, seat in enumerate(order, 1)
    )
    sentence = Message(N_("%(name)s takes order card 1 and picks first."), {"name": names[order[0]]})
    return Answer(sentence, reasons, {"order": order, "values": [values.get(seat) for seat in range(len(LETTERS))]})


def _faults(cards: dict[int, int], cubes: tuple[bool | None, ...]) -> list[Fault]:
    if len(cards) < MIN_PLAYERS:
        return [
            Fault(
                "cards",
                "too_few",
                N_("Enter the cards of three players or more; with two players the trick works differently"),
            )
        ]
    faults = []
    for seat, card in cards.items():
        first = next(other for other, number in cards.items() if number == card)
        if first != seat:
            faults.append(Fault(f"cards.{seat}", "impossible", N_("Card %(card)s appears twice"), {"card": card}))
    for seat, cube in enumerate(cubes):
        if cube and seat not in cards:
            faults.append(Fault(f"cubes.{seat}", "impossible", N_("There is a cube, but no card")))
    return faults


CALCULATORS = {
    "trick": Calculator(
        title=N_("Resolve a trick"),
        intro=N_("Enter the cards that were played to see the new order."),
        rule="new-order",
        question=Trick,
        answer=_decide_trick,
        data_schema={
            "order": {"type": "array", "items": {"type": "integer"}},
            "values": {"type": "array", "items": {"type": ["integer", "null"]}},
        },
        seats=len(LETTERS),
        least_seats=MIN_PLAYERS,
    )
}
