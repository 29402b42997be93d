"""The players of Hansa Teutonica: track, desk and markers, and counts of cities and offices."""

from dataclasses import dataclass
from typing import Any

from scorers.game import N_, Boolean, MultipleChoice, Number, Seat, entry
from scorers.hansa_teutonica.boards import COUNTRIES, MAPS
from scorers.hansa_teutonica.box import ANNEXES, CITIES_PER_MISSION, FAVOUR_NAMES, LAST_SPACE, MARKERS, MISSIONS, PIECES
from scorers.hansa_teutonica.options import countries_in_use, scores_missions, uses_favours

MAX_CITIES = max(len(board.cities) for board in MAPS.values())
MAX_COUNTRY_CITIES = {
    country: max(len(board.countries.get(country, ())) for board in MAPS.values()) for country in COUNTRIES
}
"""Cities of each country, on the side with the most."""
MAX_COUNTRY_OFFICES = {
    country: ANNEXES["2009"]
    + max(
        sum(len(board.cities[city].offices[name]) for city in board.countries.get(country, ()))
        for name, board in MAPS.items()
    )
    for country in COUNTRIES
}
"""Printed offices of each country, on the side with the most, and all annexes."""
_READ = N_("The rightmost uncovered value.")


def has_map(sheet: Any, player: Any) -> bool:
    """Return whether the offices on the map are given, which every count of cities and offices then follows from."""
    return sheet.offices is not None


def _country_number(country: str, high: int, label: N_, text: N_) -> Any:
    """Declare a count of cities or offices in a country, which is needed if the country scores and the offices are
    not given.
    """
    return entry(
        Number(
            label=label,
            help=text,
            high=high,
            line=country,
            asked_if=lambda sheet, player: country in countries_in_use(sheet),
            replaced_if=has_map,
        )
    )


def _ability(key: str, label: N_, text: N_, faces: tuple[str, ...], hint: N_ = _READ) -> Any:
    """Declare the level of an ability that pays once its row of the desk is empty and shows the last of `faces`."""
    return entry(
        Number(
            label=label,
            help=text,
            high=len(faces) - 1,
            faces=faces,
            line="abilities",
            rule=f"desk-{key}",
            hint=hint,
            only_highest=True,
        )
    )


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """A player's track, desk and pieces. A level is the number of pieces cleared from its row of the desk.

    `cities` and `network` are not needed if the sheet has `offices`.
    """

    prestige: int | None = entry(
        Number(
            label=N_("Prestige points"),
            help=N_(
                "Read the number where the player's trader stands on the prestige track before the final scoring. "
                "All points "
                "from routes, coins and the East–West connection are included."
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
                "Choose the rightmost value of the City Keys row that no trader covers. Every office in the network "
                "scores this value: 1, 2, 2, 3 or 4 points; both 2s score the same. Until you choose, the first value "
                "counts."
            ),
            high=4,
            start=0,
            faces=("1", N_("2 (1st)"), N_("2 (2nd)"), "3", "4"),
            line="network",
            rule="desk-keys",
            hint=_READ,
        )
    )
    actions: int | None = _ability(
        "actions",
        N_("Actions"),
        N_(
            "If the Actions row is empty and shows 5, tick this for 4 points. "
            "If a trader is still on the row, leave it blank."
        ),
        ("2", N_("3 (1st)"), N_("3 (2nd)"), N_("4 (1st)"), N_("4 (2nd)"), "5"),
    )
    privilege: int | None = _ability(
        "privilege",
        N_("Privilege"),
        N_(
            "If the Privilege row is empty and shows black, tick this for 4 points. "
            "If a trader is still on the row, leave it blank."
        ),
        (N_("White"), N_("Orange"), N_("Pink"), N_("Black")),
        hint=N_("The rightmost uncovered colour."),
    )
    book: int | None = _ability(
        "book",
        N_("Book of Knowledge"),
        N_(
            "If the Book row is empty and shows 5, tick this for 4 points. "
            "If a merchant is still on the row, leave it blank."
        ),
        ("2", "3", "4", "5"),
    )
    bag: int | None = _ability(
        "bag",
        N_("Money Bag"),
        N_(
            "If the Money Bag row is empty and shows C, tick this for 4 points. "
            "If a trader is still on the row, leave it blank."
        ),
        ("3", "5", "7", "C"),
    )
    markers: int | None = entry(
        Number(
            label=N_("Bonus markers"),
            help=N_(
                "Count all bonus markers that the player took, face up or face down, but no new markers not yet "
                "placed. 1 "
                "scores 1 point, 2 or 3 score 3, 4 or 5 score 6, 6 or 7 score 10, 8 or 9 score 15, and 10 or more "
                "score 21."
            ),
            high=MARKERS["2009"],
            line="markers",
            hint=N_("Used or not."),
        )
    )
    coellen: tuple[int, ...] = entry(
        MultipleChoice(
            label=N_("Special spaces"),
            help=N_(
                "Look at the row of special spaces and choose whose merchant stands on each. It scores the number of "
                "its space: 7, 8, 9 or "
                "11 points."
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
                "Count the cities in which the player has the most offices, annexes included; in a tie, the tied "
                "player with the"
                " office furthest right controls the city. Each city scores 2 points."
            ),
            high=MAX_CITIES,
            line="cities",
            hint=N_("The most offices there; in a tie, the one furthest right."),
            replaced_if=has_map,
        )
    )
    network: int | None = entry(
        Number(
            label=N_("Offices in the network"),
            help=N_(
                "Find the connected group of cities, each with at least one of the player's offices, that holds the "
                "most of "
                "them; count those offices. Each scores the City Keys value."
            ),
            high=PIECES,
            line="network",
            hint=N_("All your offices in connected cities, annexes too."),
            replaced_if=has_map,
        )
    )
    favours: tuple[str, ...] = entry(
        MultipleChoice(
            label=N_("Emperor's Favour"),
            help=N_(
                "Choose who owns each of these tiles. With the city tile, each controlled city scores 4 points "
                "instead of 2; with the "
                "ability tile, each full ability 7 instead of 4. The other four tiles score nothing."
            ),
            options=FAVOUR_NAMES,
            most=len(FAVOUR_NAMES),
            one_owner=True,
            line="cities",
            rule="module-favours",
            hint=N_("Who has the tile?"),
            asked_if=lambda sheet, player: uses_favours(sheet),
        )
    )
    mission: int | None = entry(
        Number(
            label=N_("Mission card"),
            help=N_(
                "Reveal the mission card and choose it by its cities. With the offices on the map, Tally counts the "
                "rest. Each city with "
                "an office of the player scores 1 point; controlling all three scores 5 more."
            ),
            low=1,
            high=len(MISSIONS),
            faces=tuple(mission.label for mission in MISSIONS),
            nominal=True,
            line="missions",
            rule="module-missions",
            hint=N_("Needed only with the map."),
            asked_if=lambda sheet, player: scores_missions(sheet),
            replaced_if=lambda sheet, player: not has_map(sheet, player),
        )
    )
    mission_cities: int | None = entry(
        Number(
            label=N_("Mission cities with your office"),
            help=N_(
                "Count the cities of the player's mission card in which the player has at least one office or annex. "
                "Each scores 1 point."
            ),
            high=CITIES_PER_MISSION,
            line="missions",
            asked_if=lambda sheet, player: scores_missions(sheet),
            replaced_if=has_map,
        )
    )
    mission_control: bool = entry(
        Boolean(
            label=N_("All three controlled"),
            help=N_("Tick it if the player controls all three cities of the mission card: that scores 5 points more."),
            line="missions",
            asked_if=lambda sheet, player: scores_missions(sheet),
            replaced_if=has_map,
        )
    )
    wales_cities: int | None = _country_number(
        "wales",
        MAX_COUNTRY_CITIES["wales"],
        N_("Cities controlled in Wales"),
        N_("Count the cities in Wales that the player controls, the Isle of Man among them."),
    )
    wales_offices: int | None = _country_number(
        "wales",
        MAX_COUNTRY_OFFICES["wales"],
        N_("Offices in Wales"),
        N_(
            "Count the player's offices in all cities of Wales, annexes included. They break ties, and the "
            "places left over go to players "
            "with offices but no controlled city there."
        ),
    )
    scotland_cities: int | None = _country_number(
        "scotland",
        MAX_COUNTRY_CITIES["scotland"],
        N_("Cities controlled in Scotland"),
        N_("Count the cities in Scotland that the player controls, the Isle of Man among them."),
    )
    scotland_offices: int | None = _country_number(
        "scotland",
        MAX_COUNTRY_OFFICES["scotland"],
        N_("Offices in Scotland"),
        N_(
            "Count the player's offices in all cities of Scotland, annexes included. They break ties, and the "
            "places left over go to "
            "players with offices but no controlled city there."
        ),
    )
