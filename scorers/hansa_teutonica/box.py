"""What the box of Hansa Teutonica holds, and what it scores."""

from typing import NamedTuple

from scorers.game import N_


class Mission(NamedTuple):
    """A mission card: its cities as they are printed, and their ids."""

    label: N_
    cities: tuple[str, str, str]


COELLEN_SPACES = (7, 8, 9, 11)
"""The special spaces beside one city of each board, in the order that Privilege opens them: white, orange, pink,
black.
"""
MARKERS = {"2009": 16, "big_box": 15}
"""Bonus markers in the box."""
MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)
"""Points by number of bonus markers; more markers pay no more."""
ANNEXES = {"2009": 5, "big_box": 4}
"""Annex markers in the box."""
PIECES = 30
"""A player's pieces for offices: 27 traders, less the one on the prestige track, and 4 merchants."""
LAST_SPACE = 99
"""The last space printed on the prestige track."""
POINTS_PER_FULL_ABILITY = 4
POINTS_PER_CITY = 2
POINTS_PER_FULL_ABILITY_WITH_TILE = 7
POINTS_PER_CITY_WITH_TILE = 4
"""What the tiles of Emperor's Favour pay their owner instead."""
POINTS_PER_MISSION_CITY = 1
POINTS_FOR_MISSION_CONTROL = 5
"""Points for controlling all cities of a mission card, besides those for own offices there."""
MISSIONS = (
    Mission(N_("Osnabrück, Stendal, Paderborn"), ("osnabruck", "stendal", "paderborn")),
    Mission(N_("Dortmund, Minden, Lüneburg"), ("dortmund", "minden", "luneburg")),
    Mission(N_("Minden, Perleberg, Goslar"), ("minden", "perleberg", "goslar")),
    Mission(N_("Arnheim, Perleberg, Hannover"), ("arnheim", "perleberg", "hannover")),
    Mission(N_("Dortmund, Stendal, Kampen"), ("dortmund", "stendal", "kampen")),
    Mission(N_("Arnheim, Osnabrück, Hildesheim"), ("arnheim", "osnabruck", "hildesheim")),
    Mission(N_("Arnheim, Perleberg, Bremen"), ("arnheim", "perleberg", "bremen")),
    Mission(N_("Minden, Osnabrück, Magdeburg"), ("minden", "osnabruck", "magdeburg")),
    Mission(N_("Dortmund, Stendal, Münster"), ("dortmund", "stendal", "munster")),
)
"""The mission cards in the order of their numbers here; the printed ones have none."""
CITIES_PER_MISSION = 3
POINTS_BY_PLACE = (7, 4, 2)
"""Points for the first, second and third place in Wales and in Scotland."""
FAVOUR_NAMES = {"city": N_("City tile"), "ability": N_("Ability tile")}
"""The tiles of Emperor's Favour that score at the end."""
COUNTRY_NAMES = {"wales": N_("Wales"), "scotland": N_("Scotland")}
"""The countries that score at the end."""
