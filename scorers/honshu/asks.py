"""What the board of a land asks while cards are laid: whether a card fits, and how the land looks with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorers.groups import read_fields
from scorers.honshu.land import CUBE, SQUARES_PER_CARD, STRIDE, faults_in, name_of, read
from scorers.honshu.laying import Laid, Seen, Spot, map_of, out_of_turn, seen_of
from scorers.kinds import Reading, Text
from scorers.sheets import json_schema, listed, number, object_schema, text
from scorers.words import N_, Ask, Fault, Translate

BELOW, ABOVE, NEW = range(3)
"""In place of the card that a square of the land belongs to, which its map does not tell: where it lies against the new card."""


@dataclass(frozen=True, slots=True)
class Laying:
    """A card to lay into a land: where its top left square comes to lie, counted as on the map, and what of the land stays above it."""

    map: str | None = text(N_("Map of the land"), most=4000)
    card: str | None = text(N_("Card"), most=20)
    turns: int | None = number(N_("Quarter turns clockwise"), high=3)
    row: int | None = number(N_("Row"), low=-STRIDE, high=STRIDE)
    column: int | None = number(N_("Column"), low=-STRIDE, high=STRIDE)
    above: tuple[str, ...] = listed(N_("Squares that stay above"), item=Text(label=N_("Square"), most=20), most=SQUARES_PER_CARD)


def lay(data: Mapping[str, Any], translate: Translate = str) -> dict[str, Any]:
    """A land's map with one more card, cubes on its production squares; `row` and `column` are then the card's place on that map.

    A map does not tell which squares belong to one card, so of what the card meets any squares may stay above it.

    >>> lay({"map": "A A / Pb* Pn* / T T", "card": "1", "row": 0, "column": 2})
    {'map': '. L Pb* / A F T / Pb* Pg* T / T T .', 'row': 1, 'column': 2}
    >>> lay({"map": "L T", "card": "49", "row": 1, "column": 1})["faults"][0]["message"]
    'Card 49 would hide the lake in row 1, column 1; lakes stay in sight'
    """
    table = Reading()
    asked = read_fields(Laying, data, "", table)
    found = table.faults or _laid(asked)
    if isinstance(found, list):
        return {"faults": [fault.as_json(translate) for fault in found]}
    top, left = (min(axis) for axis in zip(*found, strict=True))
    row, column = _place(asked)
    return {"map": map_of(found), "row": row - top + 1, "column": column - left + 1}


def _place(asked: Laying) -> Spot:
    return 1 if asked.row is None else asked.row, 1 if asked.column is None else asked.column


def _laid(asked: Laying) -> Mapping[Spot, Seen] | list[Fault]:
    before = read(asked.map or "")
    if unread := list(faults_in(before, "map", factory_room=2)):
        return unread
    side = dict.fromkeys(asked.above, ABOVE)
    land = {divmod(place, STRIDE): Seen(str(square), side.get(name_of(place), BELOW)) for place, square in before.squares.items()}
    card, order = asked.card or "", NEW if land else 0
    seen = out_of_turn(card, order) or seen_of(land, Laid(card, *_place(asked), asked.turns or 0, under=(ABOVE,)), order)
    if isinstance(seen, Fault):
        return [replace(seen, path="card")]
    return land | {spot: Seen(square + CUBE if square[0] == "P" else square, NEW) for spot, (square, _) in seen.items()}


ASKS = {
    "lay": Ask(
        reply=lay,
        question=json_schema(Laying),
        answer=object_schema(map={"type": "string"}, row={"type": "integer"}, column={"type": "integer"}),
    )
}
