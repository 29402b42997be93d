"""The sheet of Trajan: the players, and the two rules on which editions and interpretations differ."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorers.game import N_, Choice, HouseValue, entry, house_values, players
from scorers.trajan.box import (
    POINTS_BY_TILES_OF_A_TYPE,
    POINTS_PER_CARD,
    POINTS_PER_LEGIONNAIRE,
    POINTS_PER_TRAJAN_TILE,
    POINTS_PER_WORKER,
)
from scorers.trajan.player import Player


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet: two to four players, and the two rules on which editions and interpretations differ."""

    players: tuple[Player, ...] = players(Player, 2, 4)
    waiting_tiles: str = entry(
        Choice(
            label=N_("Waiting Trajan tiles score"),
            help=N_(
                "The second edition of the rules gives 1 point for each Trajan tile still waiting, the first edition "
                "nothing. Choose the rules that you play by."
            ),
            kind="interpretation",
            disputed="disputed-waiting-tiles",
            options={"one_each": N_("1 point each (second edition)"), "none": N_("Nothing (first edition)")},
            short={"one_each": N_("2nd edition"), "none": N_("1st edition")},
            conditions={
                "one_each": N_("waiting Trajan tiles score 1 point each"),
                "none": N_("waiting Trajan tiles score nothing"),
            },
        )
    )
    demand_wilds: str = entry(
        Choice(
            label=N_("A wild demand tile left over"),
            help=N_(
                "Sources do not agree whether a wild demand tile may stand for the symbol that a bonus tile "
                "needs. Choose how you play: the difference is 9 or 6 points."
            ),
            kind="interpretation",
            disputed="disputed-demand-wilds",
            options={"counts": N_("Stands for a missing kind"), "ignored": N_("Stands for nothing")},
            short={"ignored": N_("spare wilds stand for nothing")},
            conditions={
                "counts": N_("a spare wild stands for a missing kind"),
                "ignored": N_("a spare wild stands for nothing"),
            },
        )
    )
    house: Mapping[str, int | None] = house_values(
        hand=HouseValue(N_("Card in hand"), POINTS_PER_CARD),
        worker=HouseValue(N_("Worker in the camp"), POINTS_PER_WORKER),
        legionnaire=HouseValue(N_("Legionnaire in the camp"), POINTS_PER_LEGIONNAIRE),
        trajan_tile=HouseValue(
            N_("Waiting Trajan tile"), POINTS_PER_TRAJAN_TILE, lambda sheet, player: sheet.waiting_tiles == "one_each"
        ),
        three_of_a_type=HouseValue(N_("Three construction tiles of a type"), POINTS_BY_TILES_OF_A_TYPE[3]),
        four_of_a_type=HouseValue(N_("Four construction tiles of a type"), POINTS_BY_TILES_OF_A_TYPE[4]),
    )
