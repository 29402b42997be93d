"""The board query of Honshu: whether a card fits, and the land's map with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorers.game import (
    N_,
    BoardQuery,
    EntryList,
    Fault,
    LoadContext,
    Number,
    Text,
    Translate,
    entry,
    faults_json,
    load_record,
    object_schema,
    record_schema,
)
from scorers.honshu.land import CUBE, SQUARES_PER_CARD, STRIDE, faults_in, name_of, read_land
from scorers.honshu.laying import Placement, SeenSquare, Spot, lay_card, refuse_card, write_map

BELOW, ABOVE, NEW = range(3)
"""Layers of squares relative to the new card, used in place of the old cards, which the map does not identify."""


@dataclass(frozen=True, slots=True)
class Laying:
    """A card to lay into a land: the map position of its top left square, and the squares of the land that stay
    above it.
    """

    map: str | None = entry(Text(label=N_("Map of the land"), most=4000))
    card: str | None = entry(Text(label=N_("Card"), most=20))
    turns: int | None = entry(Number(label=N_("Quarter turns clockwise"), high=3))
    row: int | None = entry(Number(label=N_("Row"), low=-STRIDE, high=STRIDE))
    column: int | None = entry(Number(label=N_("Column"), low=-STRIDE, high=STRIDE))
    above: tuple[str, ...] = entry(
        EntryList(label=N_("Squares that stay above"), item=Text(label=N_("Square"), most=20), most=SQUARES_PER_CARD)
    )


def lay(data: Mapping[str, Any], translate: Translate = str) -> dict[str, Any]:
    """A land's map with one more card and cubes on its production squares.

    `row` and `column` are the card's place on that map.

    A map does not identify the cards, so any of the squares that the card meets may stay above it.

    >>> lay({"map": "A A / Pb* Pn* / T T", "card": "1", "row": 0, "column": 2})
    {'map': '. L Pb* / A F T / Pb* Pg* T / T T .', 'row': 1, 'column': 2}
    >>> lay({"map": "L T", "card": "49", "row": 1, "column": 1})["faults"][0]["message"]
    'Card 49 would hide the lake in row 1, column 1; lakes stay visible'
    """
    context = LoadContext()
    laying = load_record(Laying, data, "", context)
    outcome = context.faults or _land_with(laying)
    if isinstance(outcome, list):
        return faults_json(outcome, translate)
    top, left = (min(axis) for axis in zip(*outcome, strict=True))
    row, column = _place(laying)
    return {"map": write_map(outcome), "row": row - top + 1, "column": column - left + 1}


def _place(laying: Laying) -> Spot:
    return 1 if laying.row is None else laying.row, 1 if laying.column is None else laying.column


def _land_with(laying: Laying) -> Mapping[Spot, SeenSquare] | list[Fault]:
    before = read_land(laying.map or "")
    if faults := list(faults_in(before, "map", factory_room=2)):
        return faults
    side = dict.fromkeys(laying.above, ABOVE)
    land = {
        divmod(place, STRIDE): SeenSquare(str(square), side.get(name_of(place), BELOW))
        for place, square in before.squares.items()
    }
    card, order = laying.card or "", NEW if land else 0
    squares = refuse_card(card, order) or lay_card(
        land, Placement(card, *_place(laying), laying.turns or 0, under=(ABOVE,)), order
    )
    if isinstance(squares, Fault):
        return [replace(squares, path="card")]
    return land | {
        spot: SeenSquare(square + CUBE if square[0] == "P" else square, NEW) for spot, (square, _) in squares.items()
    }


BOARD_QUERIES = {
    "lay": BoardQuery(
        answer=lay,
        question_schema=record_schema(Laying),
        answer_schema=object_schema(map={"type": "string"}, row={"type": "integer"}, column={"type": "integer"}),
    )
}
