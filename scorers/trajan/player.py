"""The players of Trajan: track, hand, camps, tiles and display at the end of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorers.game import MAX_NUMBER, N_, Counts, Holdings, Number, Seat, entry
from scorers.trajan.bonus import COMMODITIES, DEMANDS, SIDES, TILES
from scorers.trajan.box import (
    CARDS,
    CARDS_OF_A_PAIR,
    FORUM_TILES_OF_A_DEMAND,
    MAX_WAITING_TILES,
    PROVINCES,
    TILES_OF_A_TYPE,
    TOKENS_OF_A_PLAYER,
    TYPES,
    WILD_COMMODITY,
    WILD_CONSTRUCTION,
    WILD_DEMAND,
)

UNUSUAL_POINTS = 300
"""More than any real game reaches; probably two numbers in one cell."""
COUNTED = {
    **{pair: f"display.{pair}" for pair in COMMODITIES},
    **{demand: demand for demand in DEMANDS},
    "military": "legionnaires_provinces",
    "building": "workers_field",
}
"""Bonus tile -> path of the entry that it counts, which a form asks only the tile's owner for."""


def _forum_tiles(label: N_, text: N_, hint: N_ = N_()) -> Any:
    """Declare the count of forum tiles with the symbol of a bonus tile."""
    return entry(Number(label=label, help=text, high=FORUM_TILES_OF_A_DEMAND, line="bonus", hint=hint))


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """A player's mat, camps, display and track; the entries from `display` on are counted by bonus tiles."""

    points: int | None = entry(
        Number(
            label=N_("Points on the track"),
            help=N_(
                "Read the player's disc on the victory point track after subtracting the losses for the last demands. "
                "It counts as it is, and it may be below 0."
            ),
            low=-MAX_NUMBER,
            unusual_above=UNUSUAL_POINTS,
            line="points",
            hint=N_("After the last quarter's demands; may be negative."),
        )
    )
    hand: int | None = entry(
        Number(
            label=N_("Cards in hand"),
            help=N_(
                "Count the commodity cards in the player's hand: each scores 1 point. Cards in the display score "
                "nothing here."
            ),
            high=CARDS,
            line="hand",
            hint=N_("Cards in the display do not count here."),
        )
    )
    workers_camp: int | None = entry(
        Number(
            label=N_("Workers in the camp"),
            help=N_(
                "Count the player's workers in the worker camp: each scores 1 point. Workers in the construction "
                "district and tokens in the supply score nothing here."
            ),
            high=TOKENS_OF_A_PLAYER,
            line="workers",
        )
    )
    legionnaires_camp: int | None = entry(
        Number(
            label=N_("Legionnaires in the camp"),
            help=N_(
                "Count the player's legionnaires in the military camp: each scores 1 point. Leave out the leader and "
                "the legionnaires in provinces."
            ),
            high=TOKENS_OF_A_PLAYER,
            line="legionnaires",
            hint=N_("The leader does not count."),
        )
    )
    trajan_tiles: int | None = entry(
        Number(
            label=N_("Waiting Trajan tiles"),
            help=N_(
                "Count the Trajan tiles still waiting at the slots of the player's mat: each scores 1 point. "
                "Completed tiles that the player kept do not count."
            ),
            high=MAX_WAITING_TILES,
            line="trajan_tiles",
            hint=N_("Those at the six slots or in the middle, not those completed."),
            asked_if=lambda sheet, player: sheet.waiting_tiles == "one_each",
        )
    )
    construction: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Construction tiles"),
            help=N_(
                "Count the construction tiles of each type on the player's mat. Of each type, exactly 3 tiles score "
                "10 points and 4 tiles score 20; fewer score nothing."
            ),
            keys=TYPES,
            high=TILES_OF_A_TYPE,
            line="construction",
        )
    )
    wild_construction: int | None = entry(
        Number(
            label=N_("Wild construction tiles"),
            help=N_(
                "Count the player's forum tiles that stand for any construction tile. Each counts as 1 tile of a "
                "type, and Tally uses it where it is worth the most."
            ),
            high=WILD_CONSTRUCTION,
            line="construction",
            hint=N_("Each becomes the type where it is worth the most."),
        )
    )
    bonus: Mapping[str, str] = entry(
        Holdings(
            label=N_("Bonus tiles"),
            help=N_(
                "For each bonus tile, choose who has it and which side is up. The player who was first in the senate "
                "vote has it gold side up, the second grey; everyone starts with 1, gold side up."
            ),
            keys={key: tile.label for key, tile in TILES.items()},
            helps={key: tile.help for key, tile in TILES.items()},
            options=SIDES,
            worth={key: {side: tile.worth(side) for side in SIDES} for key, tile in TILES.items()},
            line="bonus",
            hint=N_("Who has it, and which side is up?"),
            counts=COUNTED,
            wilds={"wild_commodity": COMMODITIES, "wild_demand": DEMANDS},
        )
    )
    display: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Cards in the display"),
            help=N_(
                "Count the cards that lie face up in front of the player, by the two goods that share a bonus tile. "
                "They score only for the player who holds that bonus tile."
            ),
            keys={pair: tile.label for pair, tile in COMMODITIES.items()},
            high=CARDS_OF_A_PAIR,
            line="bonus",
            hint=N_("In the display: cards of both kinds together."),
        )
    )
    wild_commodity: int | None = entry(
        Number(
            label=N_("Wild commodity tiles"),
            help=N_(
                "Count the player's wild commodity tiles that no ship has used up. Each counts as 1 more card for the "
                "bonus tile that is worth the most for it."
            ),
            high=WILD_COMMODITY,
            line="bonus",
            hint=N_("Each is one more card for one bonus tile."),
        )
    )
    legionnaires_provinces: int | None = entry(
        Number(
            label=N_("Legionnaires in provinces"),
            help=N_(
                "Count the player's legionnaires in the provinces, not those in the camp. They score only with the "
                "military bonus tile."
            ),
            high=PROVINCES,
            line="bonus",
        )
    )
    workers_field: int | None = entry(
        Number(
            label=N_("Workers in the district"),
            help=N_(
                "Count the player's workers on the spaces of the construction district. They score only with the "
                "construction bonus tile."
            ),
            high=TOKENS_OF_A_PLAYER,
            line="bonus",
            hint=N_("Those in the construction district."),
        )
    )
    bread: int | None = _forum_tiles(
        N_("Bread tiles left"),
        N_(
            "Count the forum tiles with bread that the player still has after the last demands. One is enough for the "
            "bread bonus tile; Trajan tiles do not count."
        ),
        hint=N_("Forum tiles left after the last demands."),
    )
    games: int | None = _forum_tiles(
        N_("Games tiles left"),
        N_(
            "Count the forum tiles with games that the player still has after the last demands. One is enough for the "
            "games bonus tile; Trajan tiles do not count."
        ),
    )
    religion: int | None = _forum_tiles(
        N_("Religion tiles left"),
        N_(
            "Count the forum tiles with religion that the player still has after the last demands. One is enough "
            "for the "
            "religion bonus tile; Trajan tiles do not count."
        ),
    )
    wild_demand: int | None = entry(
        Number(
            label=N_("Wild demand tiles left"),
            help=N_(
                "Count the wild demand tiles that the player still has after the last demands. Each stands for one "
                "symbol that the player lacks for a bonus tile, the most valuable first."
            ),
            high=WILD_DEMAND,
            line="bonus",
            hint=N_("Each stands for one missing symbol."),
            asked_if=lambda sheet, player: sheet.demand_wilds == "counts",
        )
    )
    senate: int | None = entry(
        Number(
            label=N_("Standing in the senate"),
            help=N_(
                "Look at the discs after the last senate vote: the highest disc is 1, the next 2. It is "
                "needed only if players are tied, and it scores nothing."
            ),
            low=1,
            high=4,
            tie_input=True,
            rule="ties",
            hint=N_("1 for the highest disc, which wins a tie."),
        )
    )
