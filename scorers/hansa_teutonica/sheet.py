"""The sheet of Hansa Teutonica: each player's track, desk and markers, the edition, and the offices on the map."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorers.entries import Choice, HouseValue, MultipleChoice, Number, PieceWords, SeatsByPlace, entry
from scorers.hansa_teutonica.map import ALIASES, CITIES, LARGE, SMALL
from scorers.house import house_values
from scorers.model import N_
from scorers.sheet import Seat, players

COELLEN_SPACES = (7, 8, 9, 11)
"""The special spaces in Coellen, in the order that Privilege opens them: white, orange, pink, black."""
MARKERS = {"2009": 16, "big_box": 15}
"""Bonus markers in the box."""
MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)
"""Points by number of bonus markers; more markers pay no more."""
ANNEXES = {"2009": 5, "big_box": 4}
"""Annex markers in the box."""
SPARE_ANNEXES = 2
"""Free annex slots that a form shows in each city; more than one is rarely needed."""
PIECES = 30
"""A player's pieces for offices: 27 traders, less the one on the prestige track, and 4 merchants."""
LAST_SPACE = 99
"""The last space printed on the prestige track."""
POINTS_PER_FULL_ABILITY = 4
POINTS_PER_CITY = 2
_READ = N_("The rightmost uncovered value.")


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """A player's track, desk and pieces. A level is the number of pieces cleared from its row of the desk.

    `cities` and `network` are not needed if the sheet has `offices`.
    """

    prestige: int | None = entry(
        Number(
            label=N_("Prestige points"),
            help=N_(
                "Read the number where the player's trader stands on the prestige track before the final scoring. All points "
                "from routes, coins and the East–West connection are in it."
            ),
            line="prestige",
            unusual_above=LAST_SPACE,
            hint=N_("Where the trader stands on the track."),
        )
    )
    keys: int | None = entry(
        Number(
            label=N_("City Keys"),
            help=N_(
                "Choose the rightmost value of the City Keys row that no trader covers. Every office in the network scores this "
                "value: 1, 2, 2, 3 or 4 points. Until you choose, the first value counts."
            ),
            high=4,
            start=0,
            faces=("1", N_("2 (1st)"), N_("2 (2nd)"), "3", "4"),
            line="network",
            rule="desk-keys",
            hint=_READ,
        )
    )
    actions: int | None = entry(
        Number(
            label=N_("Actions"),
            help=N_("Tick it for 4 points: the Actions row is empty and shows 5. Leave it if a trader is still there."),
            high=5,
            faces=("2", N_("3 (1st)"), N_("3 (2nd)"), N_("4 (1st)"), N_("4 (2nd)"), "5"),
            line="abilities",
            rule="desk-actions",
            hint=_READ,
            only_highest=True,
        )
    )
    privilege: int | None = entry(
        Number(
            label=N_("Privilege"),
            help=N_("Tick it for 4 points: the Privilege row is empty and shows black. Leave it if a trader is still there."),
            high=3,
            faces=(N_("White"), N_("Orange"), N_("Pink"), N_("Black")),
            line="abilities",
            rule="desk-privilege",
            hint=N_("The rightmost uncovered colour."),
            only_highest=True,
        )
    )
    book: int | None = entry(
        Number(
            label=N_("Book of Knowledge"),
            help=N_("Tick it for 4 points: the book's row is empty and shows 5. Leave it if a merchant is still there."),
            high=3,
            faces=("2", "3", "4", "5"),
            line="abilities",
            rule="desk-book",
            hint=_READ,
            only_highest=True,
        )
    )
    bag: int | None = entry(
        Number(
            label=N_("Money Bag"),
            help=N_("Tick it for 4 points: the bag's row is empty and shows C. Leave it if a trader is still there."),
            high=3,
            faces=("3", "5", "7", "C"),
            line="abilities",
            rule="desk-bag",
            hint=_READ,
            only_highest=True,
        )
    )
    markers: int | None = entry(
        Number(
            label=N_("Bonus markers"),
            help=N_(
                "Count all bonus markers that the player took, face up or face down, but no new markers not yet placed. 1 "
                "scores 1 point, 2 or 3 score 3, 4 or 5 score 6, 6 or 7 score 10, 8 or 9 score 15, and 10 or more score 21."
            ),
            high=MARKERS["2009"],
            line="markers",
            hint=N_("Used or not."),
        )
    )
    coellen: tuple[int, ...] = entry(
        MultipleChoice(
            label=N_("Special spaces in Coellen"),
            help=N_(
                "Look at the row of special spaces beside Coellen and choose whose merchant stands on each. It scores the "
                "number of its space: 7, 8, 9 or 11 points."
            ),
            options={7: N_("7, white"), 8: N_("8, orange"), 9: N_("9, pink"), 11: N_("11, black")},
            most=4,
            one_owner=True,
            line="coellen",
            hint=N_("Whose merchant is there?"),
        )
    )
    cities: int | None = entry(
        Number(
            label=N_("Cities controlled"),
            help=N_(
                "Count the cities in which the player has the most offices, annexes included; if tied, the tied player with the"
                " office furthest right controls the city. Each city scores 2 points."
            ),
            high=len(CITIES),
            line="cities",
            hint=N_("The most offices there; if tied, the one furthest right."),
            required_if=lambda sheet, player: sheet.offices is None,
            shown_if=lambda sheet: True,
        )
    )
    network: int | None = entry(
        Number(
            label=N_("Offices in the network"),
            help=N_(
                "Find the connected group of cities, each with at least one of the player's offices, that holds the most of "
                "them; count those offices. Each scores the City Keys value."
            ),
            high=PIECES,
            line="network",
            hint=N_("All your offices in connected cities, annexes too."),
            required_if=lambda sheet, player: sheet.offices is None,
            shown_if=lambda sheet: True,
        )
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet: two to five players (Big Box three to five), the edition, the side of the board, and the offices on it.

    `side` is None for the default of the number of players. `offices` are the occupied cities (id -> seats from left to right, one per
    office, None if free), or None to use the players' counts; `annexes` are left of them.
    """

    players: tuple[Player, ...] = players(Player, 2, 5)
    edition: str = entry(
        Choice(
            label=N_("Edition"),
            help=N_(
                "Choose the box that you play with. It decides who wins a tie, and how many bonus markers there are: 16 in "
                "the 2009 edition, 15 in the Big Box."
            ),
            options={"2009": N_("2009: a tie is shared"), "big_box": N_("Big Box: less developed Actions win a tie")},
            short={"2009": N_("2009 edition"), "big_box": N_("Big Box")},
            conditions={
                "2009": N_("a tie is shared, as in the 2009 edition"),
                "big_box": N_("less developed Actions win a tie, as in the Big Box"),
            },
            kind="edition",
            rule="editions",
            disputed="disputed-ties",
        )
    )
    side: str | None = entry(
        Choice(
            label=N_("Side of the board"),
            help=N_("Choose the side that you play on. It decides which office spaces and routes there are."),
            options={SMALL: N_("2–3 players"), LARGE: N_("4–5 players")},
            short={SMALL: N_("map 2–3"), LARGE: N_("map 4–5")},
            unset=N_("By number of players"),
            kind="board",
            rule="map",
        )
    )
    offices: Mapping[str, tuple[int | None, ...]] | None = entry(
        SeatsByPlace(
            label=N_("Offices on the map"),
            help=N_(
                "Enter the offices of every city from left to right. Tally then finds who controls each city and each player's "
                "best network, so you can leave the other fields blank."
            ),
            keys={city_id: city.name for city_id, city in CITIES.items()},
            most=4,
            gaps=True,
            alias=ALIASES,
            slots=lambda sheet, city: len(CITIES[city].offices[side_in_use(sheet)]),
            piece_words=PieceWords(
                fewer=N_("One office fewer for %(name)s in %(place)s"), more=N_("One more office for %(name)s in %(place)s")
            ),
            line="cities",
            rule="map-cities",
            hint=N_("Instead of the counts: whose piece is in each office space?"),
        )
    )
    annexes: Mapping[str, tuple[int, ...]] | None = entry(
        SeatsByPlace(
            label=N_("Annexes"),
            help=N_(
                "Enter the pieces left of the printed office spaces of a city, from left to right. They count as offices for "
                "control and for the network."
            ),
            keys={city_id: city.name for city_id, city in CITIES.items()},
            most=ANNEXES["2009"],
            alias=ALIASES,
            slots=lambda sheet, city: min(len((sheet.annexes or {}).get(city, ())) + SPARE_ANNEXES, ANNEXES[sheet.edition]),
            piece_words=PieceWords(fewer=N_("One annex fewer for %(name)s in %(place)s")),
            line="cities",
            rule="marker-annex",
            hint=N_("From left to right, left of the printed office spaces."),
        )
    )
    house: Mapping[str, int | None] = house_values(
        ability=HouseValue(N_("Full ability"), POINTS_PER_FULL_ABILITY),
        city=HouseValue(N_("Controlled city"), POINTS_PER_CITY),
    )


def side_in_use(sheet: Sheet) -> str:
    """Return the side of the board: the chosen one, else the default of the number of players.

    >>> side_in_use(Sheet(players=(Player(), Player(), Player())))
    '2-3'
    """
    return sheet.side or (SMALL if len(sheet.players) <= 3 else LARGE)
