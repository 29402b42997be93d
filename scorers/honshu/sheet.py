"""The sheet of Honshu: each player's land by its map or by counts, the scoring card, and the interpretations of the
cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorers.game import (
    N_,
    Choice,
    Counts,
    EntryList,
    HouseValue,
    ItemWords,
    Number,
    Seat,
    Text,
    entry,
    house_values,
    players,
)
from scorers.honshu.interpretations import interpretation_of_card
from scorers.honshu.land import Land, read_land
from scorers.honshu.limits import MAX_BLOCKS, MAX_CROSSES, MAX_RUNS, most_squares
from scorers.honshu.parts import POINTS_OF_THINGS

END_CARDS = {
    "none": N_("No scoring card"),
    "double_factories": N_("1: two cubes to a factory"),
    "forest_runs": N_("2: three forests in a line"),
    "fallow_blocks": N_("3: blocks of fallow fields"),
    "lake_squares": N_("4: lakes by the square"),
    "town_crosses": N_("5: surrounded towns"),
    "empty_production": N_("6: empty production squares"),
    "blue_yellow": N_("7: blue and yellow cubes"),
    "grey_brown": N_("8: grey and brown cubes"),
}
COUNTED_AS = {
    "forest_runs": "runs",
    "fallow_blocks": "blocks",
    "town_crosses": "crosses",
    "empty_production": "empty",
    "blue_yellow": "blue_yellow",
    "grey_brown": "grey_brown",
}
"""Scoring card -> the entry that it counts."""
FACTORIES = {"2": N_("2-point factories"), "3": N_("3-point factories"), "4": N_("4-point factories")}
SECOND_CUBES = {"2": N_("2-point, second cubes"), "3": N_("3-point, second cubes"), "4": N_("4-point, second cubes")}
MAX_FACTORIES = {key: most_squares(f"factories.{key}") for key in FACTORIES}


def _is_counted(sheet: "Sheet", player: "Player") -> bool:
    return player.map is None


def _on_card(card: str, label: N_, help_text: N_, *, high: int, hint: N_ = N_()) -> Any:
    """Declare the count of what a scoring card pays for."""
    return entry(
        Number(
            label=label,
            high=high,
            line="end_card",
            rule=f"card-{card.replace('_', '-')}",
            hint=hint,
            help=help_text,
            asked_if=lambda sheet, player: _is_counted(sheet, player) and sheet.end_card == card,
        )
    )


def second_cubes_pay(sheet: "Sheet") -> bool:
    """Return whether a factory's second cube pays: under the card that allows it, in the interpretation in which
    each pays.
    """
    return sheet.end_card == "double_factories" and sheet.double_factories == "each"


def _of_card(card: str, label: N_) -> HouseValue:
    """Return the value of what a scoring card pays for, which is used with this card only."""
    return HouseValue(label, POINTS_OF_THINGS[card], lambda sheet, player: sheet.end_card == card)


@dataclass(frozen=True)
class Player(Seat):
    """One player's land: its map, or the counts that the map would yield."""

    map: str | None = entry(
        Text(
            label=N_("Map of the land"),
            help=N_(
                "Write the land row by row, only what is visible. The map then gives every count of this player, so "
                "you can leave the other fields blank."
            ),
            most=4000,
            position=True,
            optional=True,
            rule="squares",
            hint=N_("Put / between rows, a space between squares: F T L A, Pb, Mb3, . for nothing, * for a cube."),
        )
    )
    forest: int | None = entry(
        Number(
            label=N_("Forest squares"),
            help=N_("Count all visible forest squares of the land: each scores 2 points, wherever it lies."),
            high=most_squares("forest"),
            line="forest",
            asked_if=_is_counted,
        )
    )
    town: int | None = entry(
        Number(
            label=N_("Largest town district"),
            help=N_(
                "Count the squares of the player's largest town district, joined edge to edge: each scores 1 point. "
                "Smaller districts score nothing."
            ),
            high=most_squares("town"),
            line="town",
            hint=N_("Squares joined edge to edge."),
            asked_if=_is_counted,
        )
    )
    lakes: tuple[int, ...] = entry(
        EntryList(
            label=N_("Lake districts"),
            help=N_(
                "Enter the number of squares of each lake district, joined edge to edge. The first square of a "
                "district scores nothing, each further square 3 points; with scoring card 4 every square scores 2."
            ),
            item=Number(label=N_("Lake district"), low=1, high=most_squares("lakes")),
            most=most_squares("lakes"),
            words=ItemWords(
                N_("next lake district"), N_("1 lake district: %(items)s"), N_("%(count)s lake districts: %(items)s")
            ),
            line="lake",
            hint=N_("The squares of each lake district, such as 4+2+1."),
            asked_if=_is_counted,
        )
    )
    factories: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Factories with a cube"),
            help=N_(
                "Deliver the remaining cubes first, then count the factories that hold one, by the number printed on "
                "them. Each scores that number: 2, 3 or 4 points."
            ),
            keys=FACTORIES,
            highs=MAX_FACTORIES,
            line="factory",
            hint=N_("Those that hold a cube."),
            asked_if=_is_counted,
        )
    )
    second_resources: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Second cubes"),
            help=N_(
                "Count the factories that hold two cubes, by the number printed on them. With scoring card 1 the "
                "second cube scores that number again: 2, 3 or 4 points."
            ),
            keys=SECOND_CUBES,
            highs=MAX_FACTORIES,
            line="end_card",
            rule="card-double-factories",
            hint=N_("Factories that hold two cubes."),
            asked_if=lambda sheet, player: _is_counted(sheet, player) and second_cubes_pay(sheet),
        )
    )
    runs: int | None = _on_card(
        "forest_runs",
        N_("Sets of three forests in a line"),
        N_(
            "Count the sets of three forests next to each other in one row or one column: each scores 4 points, "
            "in addition to the 2 of each forest."
        ),
        high=MAX_RUNS,
    )
    blocks: int | None = _on_card(
        "fallow_blocks",
        N_("Blocks of fallow fields"),
        N_("Count the blocks of fallow fields, 2 rows by 2 columns: each scores 5 points."),
        high=MAX_BLOCKS,
    )
    crosses: int | None = _on_card(
        "town_crosses",
        N_("Surrounded towns"),
        N_(
            "Count the town squares with a town on all four sides: each scores 3 points, in addition to the "
            "points of its district."
        ),
        hint=N_("Towns with a town on all four sides."),
        high=MAX_CROSSES,
    )
    empty: int | None = _on_card(
        "empty_production",
        N_("Empty production squares"),
        N_("Count the visible production squares that hold no cube: each scores 2 points."),
        high=most_squares("empty"),
    )
    blue_yellow: int | None = _on_card(
        "blue_yellow",
        N_("Blue and yellow cubes"),
        N_(
            "Count the blue and the yellow cubes that were delivered to factories: each scores 2 points, in "
            "addition to the points of its factory."
        ),
        hint=N_("Those in factories."),
        high=most_squares("blue_yellow"),
    )
    grey_brown: int | None = _on_card(
        "grey_brown",
        N_("Grey and brown cubes"),
        N_(
            "Count the grey and the brown cubes that were delivered to factories: each scores 2 points, in "
            "addition to the points of its factory."
        ),
        hint=N_("Those in factories."),
        high=most_squares("grey_brown"),
    )
    fallow: int | None = entry(
        Number(
            label=N_("Fallow fields"),
            help=N_(
                "Count the visible fallow fields of the land. They score nothing, but the player with the most of "
                "them wins a tie."
            ),
            high=most_squares("fallow"),
            tie_input=True,
            rule="ties",
            hint=N_("The most win a tie."),
            asked_if=_is_counted,
        )
    )

    @cached_property
    def land(self) -> Land | None:
        """The land that the map shows, parsed once; None if the land was counted."""
        return None if self.map is None else read_land(self.map)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet: two to five players, the scoring card in play, and an interpretation of each card that is not
    clear.
    """

    players: tuple[Player, ...] = players(Player, 2, 5)
    end_card: str = entry(
        Choice(
            label=N_("Scoring card"),
            help=N_(
                "Choose the scoring card that was turned face up before the game. It counts for all players, and the "
                "sheet shows the fields it needs."
            ),
            options=END_CARDS,
            short={"none": N_("no card")},
            kind="cards",
            rule="end-cards",
            per_game=True,
        )
    )
    double_factories: str = interpretation_of_card(
        "double_factories",
        N_("Two cubes in a factory"),
        N_(
            "Card 1 lets a factory take two cubes. Choose whether both score its points, or the factory scores "
            "once, however many cubes it holds."
        ),
        each=N_("Each cube scores"),
        once=N_("A factory scores once"),
    )
    forest_runs: str = interpretation_of_card(
        "forest_runs",
        N_("Forests in longer lines"),
        N_(
            "Choose how a line of more than three forests scores: one set for every three, every three neighbours "
            "even if they overlap, or as many sets as use no forest twice."
        ),
        per_three=N_("One for every three"),
        sliding=N_("Every three in a line"),
        strict=N_("Each forest once"),
    )
    fallow_blocks: str = interpretation_of_card(
        "fallow_blocks",
        N_("Blocks that share a fallow field"),
        N_("Choose whether two blocks may share a fallow field, or every fallow field belongs to one block only."),
        disjoint=N_("No overlap"),
        overlapping=N_("Overlapping blocks count"),
    )
    town_crosses: str = interpretation_of_card(
        "town_crosses",
        N_("Surrounded towns count in"),
        N_(
            "Choose whether surrounded towns score in any town district, or only in the one that scores in the "
            "Town category."
        ),
        any=N_("Any district"),
        largest_only=N_("Largest district only"),
    )
    empty_production: str = interpretation_of_card(
        "empty_production",
        N_("When empty squares are counted"),
        N_(
            "Choose when empty production squares are counted: after the cubes were delivered, which leaves more "
            "of them empty, or before."
        ),
        after=N_("After delivering"),
        before=N_("Before delivering"),
    )
    house: Mapping[str, int | None] = house_values(
        forest=HouseValue(N_("Forest square"), POINTS_OF_THINGS["forest"]),
        town=HouseValue(N_("Square of the largest town district"), POINTS_OF_THINGS["town"]),
        lake=HouseValue(
            N_("Further lake square"), POINTS_OF_THINGS["lake"], lambda sheet, player: sheet.end_card != "lake_squares"
        ),
        lake_squares=_of_card("lake_squares", N_("Lake square")),
        forest_runs=_of_card("forest_runs", N_("Three forests in a line")),
        fallow_blocks=_of_card("fallow_blocks", N_("Block of fallow fields")),
        town_crosses=_of_card("town_crosses", N_("Surrounded town")),
        empty_production=_of_card("empty_production", N_("Empty production square")),
        blue_yellow=_of_card("blue_yellow", N_("Blue or yellow cube")),
        grey_brown=_of_card("grey_brown", N_("Grey or brown cube")),
    )


def interpretation_in_use(sheet: Sheet) -> str:
    """Return the scoring card's interpretation: the option with the card's name, if there is one."""
    return str(getattr(sheet, sheet.end_card, ""))
