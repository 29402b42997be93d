"""The sheet of Hansa Teutonica: the players, the edition, board and modules, and the offices on the board."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorers.game import N_, Choice, HouseValue, MultipleChoice, PieceWords, SeatsByPlace, entry, house_values, players
from scorers.hansa_teutonica.boards import ALIASES, CITY_NAMES, MAPS, MAX_PRINTED_OFFICES
from scorers.hansa_teutonica.box import (
    ANNEXES,
    PIECES,
    POINTS_PER_CITY,
    POINTS_PER_CITY_WITH_TILE,
    POINTS_PER_FULL_ABILITY,
    POINTS_PER_FULL_ABILITY_WITH_TILE,
)
from scorers.hansa_teutonica.east import EAST
from scorers.hansa_teutonica.map import LARGE, SMALL
from scorers.hansa_teutonica.options import BRITANNIA, STANDARD, countries_in_use, map_in_use, uses_favours
from scorers.hansa_teutonica.player import Player

SPARE_SLOTS = 2
"""Free slots for annexes, and for permanent offices, that a form shows in each city; more than one is rarely needed."""
GREEN_CITIES = tuple(city_id for city_id, city in MAPS[EAST].cities.items() if not city.offices[EAST])
"""The cities without printed offices."""
MAX_PERMANENT = 5 * PIECES
"""No more than the pieces of all players."""


def count_offices(sheet: "Sheet", city: str) -> int:
    """Return how many offices a city has on the map in use: none in a green city, and in a city that is not on it."""
    name = map_in_use(sheet)
    return len(MAPS[name].cities[city].offices[name]) if city in MAPS[name].cities else 0


def _uses_favours(sheet: "Sheet", player: None) -> bool:
    return uses_favours(sheet)


def _count_annex_slots(sheet: "Sheet", city: str) -> int:
    if city not in MAPS[map_in_use(sheet)].cities:
        return 0
    return min(len((sheet.annexes or {}).get(city, ())) + SPARE_SLOTS, ANNEXES[sheet.edition])


def _count_permanent_slots(sheet: "Sheet", city: str) -> int:
    return len((sheet.permanent or {}).get(city, ())) + SPARE_SLOTS if sheet.board == EAST else 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet: two to five players (Big Box and Eastern board three to five), edition, board and modules, and the
    offices on the board.

    `side` is None for the default of the number of players. `offices` are the occupied cities (id -> seats from left to
    right, one per office, None if free), or None to use the players' counts; `annexes` are left of them and `permanent`
    right of them.
    """

    players: tuple[Player, ...] = players(Player, 2, 5)
    edition: str = entry(
        Choice(
            label=N_("Edition"),
            help=N_(
                "Choose the box that you play with. It decides who wins a tie, and how many bonus markers there "
                "are: 16 in "
                "the 2009 edition, 15 in the Big Box."
            ),
            options={"2009": N_("2009: ties are shared"), "big_box": N_("Big Box: Actions decide ties")},
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
    board: str = entry(
        Choice(
            label=N_("Board"),
            help=N_("Choose the board that you play on. The Eastern board is for 3 to 5 players."),
            options={STANDARD: N_("Standard"), EAST: N_("East"), BRITANNIA: N_("Britannia")},
            short={EAST: N_("East"), BRITANNIA: N_("Britannia")},
            kind="board",
            rule="modules",
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
            asked_if=lambda sheet, player: sheet.board != EAST,
        )
    )
    modules: tuple[str, ...] = entry(
        MultipleChoice(
            label=N_("Modules"),
            help=N_("Tick what you play with. Mission cards are for the standard board."),
            options={"missions": N_("Mission cards"), "favours": N_("Emperor's Favour")},
            most=2,
            kind="module",
            rule="modules",
        )
    )
    three_way: str = entry(
        Choice(
            label=N_("If three or more are tied in a country"),
            help=N_(
                "Tied players share the points of their place and the next lower one. Whether three tied players "
                "share a third place too "
                "is disputed. Choose how you play."
            ),
            options={
                "two_places": N_("Share two places: (7 + 4) ÷ 3"),
                "all_places": N_("Share three places: (7 + 4 + 2) ÷ 3"),
            },
            short={"all_places": N_("ties share every place")},
            conditions={
                "two_places": N_("three tied players share the points of two places"),
                "all_places": N_("three tied players share the points of three places"),
            },
            kind="interpretation",
            disputed="disputed-three-way",
            asked_if=lambda sheet, player: bool(countries_in_use(sheet)),
        )
    )
    offices: Mapping[str, tuple[int | None, ...]] | None = entry(
        SeatsByPlace(
            label=N_("Offices on the map"),
            help=N_(
                "Enter the offices of every city from left to right. Tally then finds who controls each city and "
                "each player's "
                "best network, so you can leave the other fields blank."
            ),
            keys=CITY_NAMES,
            most=MAX_PRINTED_OFFICES,
            gaps=True,
            alias=ALIASES,
            slots=count_offices,
            optional=True,
            piece_words=PieceWords(
                fewer=N_("One office fewer for %(name)s in %(place)s"),
                more=N_("One more office for %(name)s in %(place)s"),
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
                "Enter the pieces left of the printed office spaces of a city, from left to right. They count as "
                "offices for "
                "control and for the network."
            ),
            keys=CITY_NAMES,
            most=ANNEXES["2009"],
            alias=ALIASES,
            slots=_count_annex_slots,
            optional=True,
            piece_words=PieceWords(fewer=N_("One annex fewer for %(name)s in %(place)s")),
            line="cities",
            rule="marker-annex",
            hint=N_("From left to right, left of the printed office spaces."),
        )
    )
    permanent: Mapping[str, tuple[int, ...]] | None = entry(
        SeatsByPlace(
            label=N_("Permanent offices"),
            help=N_(
                "Enter the pieces that a permanent marker put into a green city, from left to right. They stand "
                "right of its annexes and "
                "count as offices for control and for the network."
            ),
            keys={city_id: CITY_NAMES[city_id] for city_id in GREEN_CITIES},
            most=MAX_PERMANENT,
            alias={spelling: city_id for spelling, city_id in ALIASES.items() if city_id in GREEN_CITIES},
            slots=_count_permanent_slots,
            optional=True,
            piece_words=PieceWords(fewer=N_("One permanent office fewer for %(name)s in %(place)s")),
            line="cities",
            rule="module-east-green",
            hint=N_("From left to right, right of the annexes."),
            asked_if=lambda sheet, player: sheet.board == EAST,
        )
    )
    house: Mapping[str, int | None] = house_values(
        ability=HouseValue(N_("Full ability"), POINTS_PER_FULL_ABILITY),
        city=HouseValue(N_("Controlled city"), POINTS_PER_CITY),
        ability_tile=HouseValue(
            N_("Full ability with the ability tile"), POINTS_PER_FULL_ABILITY_WITH_TILE, _uses_favours
        ),
        city_tile=HouseValue(N_("Controlled city with the city tile"), POINTS_PER_CITY_WITH_TILE, _uses_favours),
    )
