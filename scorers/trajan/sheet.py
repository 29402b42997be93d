"""The sheet of Trajan: each player's track, hand, camps, tiles and display at the end, and the interpretations."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scorers.entries import MAX_NUMBER, Choice, Counts, Holdings, HouseValue, Number, entry
from scorers.house import house_values
from scorers.model import N_
from scorers.sheet import Seat, players
from scorers.trajan.bonus import COMMODITIES, DEMANDS, SIDES, TILES

TYPES = {"stairs": N_("Stairs"), "door": N_("Door"), "fountain": N_("Fountain"), "roof": N_("Roof"), "window": N_("Window")}
"""The five types of construction tiles."""

UNUSUAL_POINTS = 300
"""More than any real game reaches; probably two numbers in one cell."""
POINTS_PER_CARD = POINTS_PER_WORKER = POINTS_PER_LEGIONNAIRE = POINTS_PER_TRAJAN_TILE = 1
POINTS_BY_TILES_OF_A_TYPE = (0, 0, 0, 10, 20)
TOKENS_OF_A_PLAYER = 15
MAX_WAITING_TILES = 7
"""One at each of six slots, and one in the middle of the mat."""
PROVINCES = 10
"""Each takes one legionnaire of a player."""
CARDS, CARDS_OF_A_PAIR = 60, 10
TILES_OF_A_TYPE, FORUM_TILES_OF_A_DEMAND = 4, 14
WILD_CONSTRUCTION, WILD_COMMODITY, WILD_DEMAND = 2, 3, 3
COUNTED = {
    **{pair: f"display.{pair}" for pair in COMMODITIES},
    **{demand: demand for demand in DEMANDS},
    "military": "legionnaires_provinces",
    "building": "workers_field",
}
"""Bonus tile -> path of the entry that it counts, which a form asks only the tile's owner for."""


def _beside_its_tile(sheet: "Sheet") -> bool:
    """Hide the row of an entry that is asked for next to its bonus tile."""
    return False


def _is_owned(sheet: "Sheet", tiles: Collection[str]) -> bool:
    """Return whether any player has one of these bonus tiles."""
    return any(tile in tiles for player in sheet.players for tile in player.bonus)


def _forum_tiles(label: N_, text: N_, hint: N_ = N_()) -> Any:
    """Declare the count of forum tiles with the symbol of a bonus tile."""
    return entry(Number(label=label, help=text, high=FORUM_TILES_OF_A_DEMAND, line="bonus", hint=hint, shown_if=_beside_its_tile))


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
            help=N_("Count the commodity cards in the player's hand: each scores 1 point. Cards in the display score nothing here."),
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
            required_if=lambda sheet, player: sheet.waiting_tiles == "one_each",
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
            shown_if=_beside_its_tile,
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
            shown_if=lambda sheet: _is_owned(sheet, COMMODITIES),
        )
    )
    legionnaires_provinces: int | None = entry(
        Number(
            label=N_("Legionnaires in provinces"),
            help=N_(
                "Count the player's legionnaires in the provinces, not those in the camp. They score only with the military bonus tile."
            ),
            high=PROVINCES,
            line="bonus",
            shown_if=_beside_its_tile,
        )
    )
    workers_field: int | None = entry(
        Number(
            label=N_("Workers in the district"),
            help=N_(
                "Count the player's workers on the spaces of the construction district. They score only with the construction bonus tile."
            ),
            high=TOKENS_OF_A_PLAYER,
            line="bonus",
            hint=N_("Those in the construction district."),
            shown_if=_beside_its_tile,
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
            "Count the forum tiles with religion that the player still has after the last demands. One is enough for the "
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
            required_if=lambda sheet, player: sheet.demand_wilds == "counts",
            shown_if=lambda sheet: sheet.demand_wilds == "counts" and _is_owned(sheet, DEMANDS),
        )
    )
    senate: int | None = entry(
        Number(
            label=N_("Standing in the senate"),
            help=N_(
                "Look at the discs after the last senate vote: the highest disc is 1, the next 2. It is "
                "needed only because players are tied, and it scores nothing."
            ),
            low=1,
            high=4,
            tie_input=True,
            rule="ties",
            hint=N_("1 for the highest disc."),
        )
    )


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
            conditions={"one_each": N_("waiting Trajan tiles score 1 point each"), "none": N_("waiting Trajan tiles score nothing")},
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
            conditions={"counts": N_("a spare wild stands for a missing kind"), "ignored": N_("a spare wild stands for nothing")},
        )
    )
    house: Mapping[str, int | None] = house_values(
        hand=HouseValue(N_("Card in hand"), POINTS_PER_CARD),
        worker=HouseValue(N_("Worker in the camp"), POINTS_PER_WORKER),
        legionnaire=HouseValue(N_("Legionnaire in the camp"), POINTS_PER_LEGIONNAIRE),
        trajan_tile=HouseValue(N_("Waiting Trajan tile"), POINTS_PER_TRAJAN_TILE, lambda sheet: sheet.waiting_tiles == "one_each"),
        three_of_a_type=HouseValue(N_("Three construction tiles of a type"), POINTS_BY_TILES_OF_A_TYPE[3]),
        four_of_a_type=HouseValue(N_("Four construction tiles of a type"), POINTS_BY_TILES_OF_A_TYPE[4]),
    )
