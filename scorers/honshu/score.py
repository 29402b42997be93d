"""Scoring Honshu: forest, largest town, lakes, factories and one scoring card, from counts or from maps."""

from collections.abc import Iterable, Mapping
from typing import Any

from scorers.game import (
    N_,
    Game,
    Line,
    LinePart,
    Message,
    Result,
    TieBreak,
    Variant,
    counts_query,
    missing_tie_inputs,
    open_entries,
    player_names,
    points_each,
    points_of_things,
    rank_players,
)
from scorers.honshu.board_queries import BOARD_QUERIES
from scorers.honshu.calculators import CALCULATORS
from scorers.honshu.cards import MAP_CARDS, START_CARDS
from scorers.honshu.counts import count_position
from scorers.honshu.examples import EXAMPLES
from scorers.honshu.faults import faults
from scorers.honshu.land import VISIBLE_SQUARES, Land
from scorers.honshu.laying import NEVER_COVERED, TURNS
from scorers.honshu.parts import factory_room, find_parts, lake_worth
from scorers.honshu.sheet import COUNTED_AS, END_CARDS, Player, Sheet, interpretation_in_use, second_cubes_pay

VARIANTS = tuple(Variant(card, label, {"end_card": card}) for card, label in END_CARDS.items())


def score(sheet: Sheet) -> Result:
    """Score forest, town, lakes, factories and the scoring card; ties go to most fallow fields, and are then shared.

    >>> ann, bo = Player(forest=10, town=17, lakes=(5, 1), fallow=5), Player(map="T T F / L L F")
    >>> [[line.points for line in player.lines] for player in score(Sheet(players=(ann, bo))).players]
    [[20, 17, 12, 0, 0], [4, 2, 3, 0, 0]]
    """
    fallow = [player.fallow or 0 if player.land is None else len(player.land.kinds["A"]) for player in sheet.players]
    tie_inputs = [
        paths if player.map is None else []
        for player, paths in zip(sheet.players, missing_tie_inputs(sheet, "fallow"), strict=True)
    ]
    points_of = points_of_things(sheet)
    columns = [
        _by_counts(sheet, player, points_of) if player.land is None else _by_map(sheet, player.land, points_of)
        for player in sheet.players
    ]
    return rank_players(
        GAME, player_names(sheet), columns, open_entries(sheet), [TieBreak("fallow", fallow, tie_inputs)]
    )


def _by_map(sheet: Sheet, land: Land, points_of: Mapping[str, int]) -> list[Line]:
    return [
        _line(key, parts)
        for key, parts in find_parts(land, sheet.end_card, interpretation_in_use(sheet), points_of).items()
    ]


def _line(key: str, parts: tuple[LinePart, ...]) -> Line:
    working = parts[0].working if len(parts) == 1 else _sum(str(part.points) for part in parts)
    return Line(key, sum(part.points for part in parts), working, parts)


def _by_counts(sheet: Sheet, player: Player, points_of: Mapping[str, int]) -> list[Line]:
    lakes = [lake_worth(size, sheet.end_card, points_of) for size in player.lakes]
    return [
        points_each("forest", points_of["forest"], player.forest),
        points_each("town", points_of["town"], player.town),
        Line("lake", sum(points for points, _ in lakes), _sum(working for _, working in lakes)),
        _cubes("factory", player.factories),
        _card(sheet, player, points_of),
    ]


def _card(sheet: Sheet, player: Player, points_of: Mapping[str, int]) -> Line:
    if sheet.end_card in COUNTED_AS:
        return points_each("end_card", points_of[sheet.end_card], getattr(player, COUNTED_AS[sheet.end_card]))
    if second_cubes_pay(sheet):
        return _cubes("end_card", player.second_resources)
    return Line("end_card", 0, "")


def _cubes(key: str, cubes: Mapping[str, int | None]) -> Line:
    counts = {int(points): count for points, count in cubes.items() if count is not None}
    return Line(
        key,
        sum(points * count for points, count in counts.items()),
        _sum(f"{points} × {count}" for points, count in counts.items()),
    )


def _sum(terms: Iterable[str]) -> str:
    return " + ".join(terms)


def _unused_lines(sheet: Sheet) -> tuple[str, ...]:
    """Return the unused line: card 4 changes the lakes' line, and without a card there is none."""
    return ("end_card",) if sheet.end_card in ("none", "lake_squares") else ()


def _place_name(place: str) -> Message | None:
    """Name a square: r1c1, r1c2 …, row and column from the top left."""
    row, column = place[1:].split("c")
    return Message(N_("row %(row)s, column %(column)s"), {"row": row, "column": column})


def _board_data(sheet: Sheet) -> Mapping[str, Any]:
    """Return the board script's data: the cards, how they turn, what stays visible, the size of a land, and cubes
    per factory.
    """
    return {
        "start_cards": list(START_CARDS),
        "cards": {number: [" ".join(row) for row in card] for number, card in (START_CARDS | MAP_CARDS).items()},
        "turns": TURNS,
        "stays_in_sight": NEVER_COVERED,
        "reach": VISIBLE_SQUARES,
        "cubes": {"P": 1, "M": factory_room(sheet.end_card)},
    }


GAME = Game(
    slug="honshu",
    title=N_("Honshu"),
    bgg=207336,
    designer="Kalle Malmioja",
    year=2016,
    lines={
        "forest": N_("Forest"),
        "town": N_("Town"),
        "lake": N_("Lakes"),
        "factory": N_("Factories"),
        "end_card": N_("Scoring card"),
    },
    decisions={"fallow": N_("Tied at %(points)s points; %(name)s has more fallow fields.")},
    ground="dusk",
    sheet=Sheet,
    faults=faults,
    score=score,
    unused_lines=_unused_lines,
    variants=VARIANTS,
    examples=EXAMPLES,
    place_name=_place_name,
    board_queries=BOARD_QUERIES | {"counts": counts_query(Sheet, faults, count_position)},
    board_data=_board_data,
    calculators=CALCULATORS,
)
