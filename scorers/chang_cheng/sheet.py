"""The sheet of Chang Cheng: the players' tracks and cards, and the wall, by regions or as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorers.chang_cheng.wall import AS_PRINTED, LETTERS, OWN_SPACES, REGIONS, SPACES, THREATS, Region
from scorers.game import (
    MAX_NUMBER,
    N_,
    Choice,
    EntryList,
    HouseValue,
    MultipleChoice,
    Number,
    PieceWords,
    Records,
    Seat,
    Text,
    entry,
    house_values,
    players,
)

POINTS_FOR_DIPLOMACY = 4
POINTS_PER_SPACE_OF_ROW = 1
POINTS_PER_UNPLAYED_CARD = 2

ACTION_CARDS = 6
EVENT_CARDS_IN_USE = 2
MAX_REGIONS = max(REGIONS.values())
UNUSUAL_POINTS = 300
"""More than any real game reaches; probably two numbers in one cell."""


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """A player's track and cards; the whole wall makes the entries for diplomacy and overlord unnecessary."""

    track: int | None = entry(
        Number(
            label=N_("Prestige track"),
            help=N_(
                "Read the number of the player's marker on the prestige track before the Mongol invasion. "
                "Provinces and the double wall are already included."
            ),
            low=-MAX_NUMBER,
            unusual_above=UNUSUAL_POINTS,
            line="track",
            hint=N_("The number before the invasion."),
        )
    )
    provinces: int | None = entry(
        Number(
            label=N_("Provinces with walls of your own"),
            help=N_(
                "Count the Chinese provinces in which the player has at least one wall, tower or half of the "
                "double wall. The player with walls in the most provinces scores 4 points; so do "
                "all tied players."
            ),
            high=MAX_REGIONS,
            line="diplomacy",
            hint=N_("Chinese provinces only; destroyed walls do not count."),
            asked_if=lambda sheet, player: "diplomacy" in sheet.events,
            replaced_if=lambda sheet, player: by_wall(sheet),
        )
    )
    chain: int | None = entry(
        Number(
            label=N_("Your longest row"),
            help=N_(
                "Count the spaces of the player's longest unbroken row of walls; seams between boards do not "
                "break it. The player with the longest row scores 1 point per space."
            ),
            high=OWN_SPACES,
            line="overlord",
            hint=N_("In spaces; a tower is 1, a double wall 2."),
            asked_if=lambda sheet, player: "overlord" in sheet.events,
            replaced_if=lambda sheet, player: by_wall(sheet),
        )
    )
    unplayed: int | None = entry(
        Number(
            label=N_("Unplayed action cards"),
            help=N_(
                "Count the action cards that the player still holds at the end: each is worth 2 points with the "
                "emperor's reward. A card placed in a province has been played."
            ),
            high=ACTION_CARDS,
            line="emperors_reward",
            asked_if=lambda sheet, player: "emperors_reward" in sheet.events,
        )
    )


_SIZE = Number(label=N_("Size"), low=1, high=max(SPACES.values()))


def _beside_the_wall(label: N_, **bounds: Any) -> Any:
    """Declare a list with an entry for each region or province, used with the whole wall."""
    return entry(
        EntryList(
            label=label,
            most=MAX_REGIONS,
            rule="board",
            replaced_if=lambda sheet, player: not by_wall(sheet),
            **bounds,
        )
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet: options, and the Mongol regions by counts or the whole wall; if both are given, the wall is scored."""

    players: tuple[Player, ...] = players(Player, 2, 4)
    events: tuple[str, ...] = entry(
        MultipleChoice(
            label=N_("Event cards in use"),
            help=N_(
                "Tick the event cards that lie beside the boards, at most 2; none in the basic game. The sheet "
                "then shows the fields they need."
            ),
            kind="cards",
            rule="event-cards",
            most=EVENT_CARDS_IN_USE,
            per_game=True,
            options={
                "diplomacy": N_("Diplomacy"),
                "overlord": N_("Overlord"),
                "emperors_reward": N_("Emperor's reward"),
                "scout": N_("Scout"),
            },
        )
    )
    tower: str = entry(
        Choice(
            label=N_("A tower protects its owner…"),
            help=N_(
                "The sources do not say how far a tower protects: its owner loses nothing in the region where it "
                "stands, or in no region at all. Choose how you play."
            ),
            kind="interpretation",
            disputed="disputed-tower",
            options={"region": N_("In the region it stands in"), "all": N_("In every region")},
            short={"all": N_("towers protect everywhere")},
            conditions={
                "region": N_("a tower protects in its own region only"),
                "all": N_("a tower protects in every region"),
            },
        )
    )
    tower_majority: str = entry(
        Choice(
            label=N_("If every leading player has a tower there"),
            help=N_(
                "This matters if all players with the most walls in a region are safe behind a tower: then nobody"
                " loses there, or the players with the next most walls do. Choose how you play."
            ),
            kind="interpretation",
            disputed="disputed-tower-majority",
            options={"nobody": N_("Nobody loses"), "pass_on": N_("The player with the next most walls loses")},
            short={"pass_on": N_("next player loses")},
            conditions={
                "nobody": N_("nobody loses where every leading player has a tower"),
                "pass_on": N_("the player with the next most walls loses where every leading player has a tower"),
            },
        )
    )
    neutral: str = entry(
        Choice(
            label=N_("Neutral walls"),
            help=N_(
                "With two players, choose whether neutral walls count when you look for the player with the most "
                "walls in a region. If they count and neutral alone has the most, nobody loses."
            ),
            kind="interpretation",
            disputed="disputed-neutral",
            options={"competes": N_("Count for the majority"), "ignored": N_("Don't count")},
            short={"ignored": N_("neutral walls don't count")},
            conditions={"competes": N_("neutral walls count"), "ignored": N_("neutral walls don't count")},
            asked_if=lambda sheet, player: len(sheet.players) == 2,
        )
    )
    overlord_tie: str = entry(
        Choice(
            label=N_("Tie for overlord"),
            help=N_(
                "Choose what happens if several players have the longest row: each of them scores its length, or "
                "nobody scores."
            ),
            kind="interpretation",
            disputed="disputed-overlord-tie",
            options={"all": N_("Each of them scores"), "none": N_("Nobody scores")},
            short={"none": N_("tied overlords score nothing")},
            conditions={"all": N_("each tied overlord scores"), "none": N_("tied overlords score nothing")},
            asked_if=lambda sheet, player: "overlord" in sheet.events,
        )
    )
    regions: tuple[Region, ...] | None = entry(
        Records(
            label=N_("Region"),
            help=N_(
                "Go through the Mongol regions from left to right. In each, the player with the most standing "
                "walls loses the threat of the region, 2, 3 or 4 points; all tied players lose it."
            ),
            of=Region,
            low=0,
            high=MAX_REGIONS,
            line="invasion",
            hint=N_("The Mongol regions from left to right."),
            shown=REGIONS.__getitem__,
            replaced_if=lambda sheet, player: by_wall(sheet),
        )
    )
    wall: str | None = entry(
        Text(
            label=N_("The whole wall"),
            help=N_(
                "Enter the wall space by space from left to right. Tally then counts regions, provinces and rows "
                "for you, so you can leave the other fields blank."
            ),
            most=400,
            position=True,
            optional=True,
            spaces=max(SPACES.values()),
            piece_words=PieceWords(
                fewer=N_("One wall fewer for %(name)s in space %(place)s"),
                more=N_("One more wall for %(name)s in space %(place)s"),
            ),
            rule="board",
            hint=N_(
                "Instead of the regions, with blanks between: A wall, At tower, Ad half a double wall, n neutral, x "
                "destroyed, . empty."
            ),
        )
    )
    china: tuple[int, ...] = _beside_the_wall(
        N_("Sizes of the provinces"),
        help=N_(
            "Count the wall spaces of each Chinese province from left to right; the number is printed in it. "
            "Together they equal the number of spaces in the wall."
        ),
        item=_SIZE,
        hint=N_("Spaces of each Chinese province from the left."),
    )
    mongol: tuple[int, ...] = _beside_the_wall(
        N_("Sizes of the regions"),
        help=N_(
            "Count the wall spaces of each Mongol region from left to right. Together they equal the number of "
            "spaces in the wall."
        ),
        item=_SIZE,
        hint=N_("Spaces of each Mongol region from the left."),
    )
    threats: tuple[int, ...] = _beside_the_wall(
        N_("Threat tiles"),
        help=N_(
            "Reveal the threat tiles and enter them from left to right: 2, 3 or 4 each, and 0 where a traitor "
            "removed the tile."
        ),
        item=Choice(label=N_("Threat tiles"), options=THREATS, alias=AS_PRINTED),
        hint=N_("One for each Mongol region from the left; 0 where it was removed."),
    )
    house: Mapping[str, int | None] = house_values(
        diplomacy=HouseValue(N_("Diplomacy"), POINTS_FOR_DIPLOMACY, lambda sheet, player: "diplomacy" in sheet.events),
        overlord=HouseValue(
            N_("Space of the longest row"), POINTS_PER_SPACE_OF_ROW, lambda sheet, player: "overlord" in sheet.events
        ),
        emperors_reward=HouseValue(
            N_("Unplayed action card"),
            POINTS_PER_UNPLAYED_CARD,
            lambda sheet, player: "emperors_reward" in sheet.events,
        ),
    )


def by_wall(sheet: Sheet) -> bool:
    """Return whether the whole wall is given."""
    return sheet.wall is not None


def wall_arguments(sheet: Sheet) -> tuple[str, Sequence[int], Sequence[int], Sequence[int], int]:
    """Return the arguments of `read_wall`: the text, the sizes of provinces and regions, the threats, and the number
    of players.
    """
    return sheet.wall or "", sheet.china, sheet.mongol, sheet.threats, len(sheet.players)


def owner_names(sheet: Sheet) -> list[str]:
    """Return the players' names in faults of a wall, or else the letters of their pieces."""
    return [player.name or letter for player, letter in zip(sheet.players, LETTERS, strict=False)]


def counts_for_event(sheet: Sheet, event: str) -> bool:
    """Return whether an event card is in use and players have to count for it, as the wall is not given."""
    return event in sheet.events and not by_wall(sheet)
