"""Orchards: each district of equal trees scores its squares times its baskets, and ladders score a point each."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorers.orchards.examples import EXAMPLES

from scorers.game import (
    N_,
    Boolean,
    Game,
    Grid,
    Line,
    LinePart,
    Number,
    Result,
    Seat,
    Square,
    Variant,
    entry,
    find_districts,
    open_entries,
    player_names,
    players,
    points_each,
    rank_players,
)

TREES = {"A": N_("Apples"), "P": N_("Pears"), "C": N_("Cherries")}
WALL_POINTS = 5


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """A player's orchard and ladders."""

    orchard: Mapping[str, Square] = entry(
        Grid(label=N_("Orchard"), rows=5, columns=5, palette=TREES, marks=N_("Baskets"), most_marks=2, line="districts")
    )
    ladders: int | None = entry(Number(label=N_("Ladders"), high=20, line="ladders"))
    wall: bool = entry(Boolean(label=N_("Wall closed"), line="wall", asked_if=lambda sheet, player: sheet.walls))


@dataclass(frozen=True, slots=True)
class Sheet:
    """Two to six players."""

    players: tuple[Player, ...] = players(Player, 2, 6)
    walls: bool = entry(Boolean(label=N_("Walls"), kind="module", rule="scoring-wall"))


def score(sheet: Sheet) -> Result:
    """Add districts and ladders; most points win, and a tie is shared."""
    columns = [
        (
            _districts(player.orchard),
            points_each("ladders", 1, player.ladders),
            points_each("wall", WALL_POINTS, int(player.wall) if sheet.walls else None),
        )
        for player in sheet.players
    ]
    return rank_players(GAME, player_names(sheet), columns, open_entries(sheet))


def _districts(orchard: Mapping[str, Square]) -> Line:
    parts = [
        LinePart(len(one.places) * one.marks, f"{len(one.places)} × {one.marks}", one.places, what=TREES[one.kind])
        for one in find_districts(orchard)
    ]
    return Line(
        "districts", sum(part.points for part in parts), " + ".join(str(part.points) for part in parts), tuple(parts)
    )


GAME = Game(
    slug="orchards",
    title=N_("Orchards"),
    bgg=None,
    designer="Nobody",
    year=2002,
    lines={"districts": N_("Districts"), "ladders": N_("Ladders"), "wall": N_("Wall")},
    sheet=Sheet,
    score=score,
    unused_lines=lambda sheet: () if sheet.walls else ("wall",),
    variants=(
        Variant("plain", N_("Plain"), {"walls": False}),
        Variant("walls", N_("Walls"), {"walls": True}),
    ),
    examples=EXAMPLES,
)
