"""What the box of Trajan holds, and what it scores."""

from scorers.game import N_

TYPES = {
    "stairs": N_("Stairs"),
    "door": N_("Door"),
    "fountain": N_("Fountain"),
    "roof": N_("Roof"),
    "window": N_("Window"),
}
"""The five types of construction tiles."""

POINTS_PER_CARD = POINTS_PER_WORKER = POINTS_PER_LEGIONNAIRE = POINTS_PER_TRAJAN_TILE = 1
POINTS_BY_TILES_OF_A_TYPE = (0, 0, 0, 10, 20)
"""Points by number of construction tiles of one type, from none to four."""
TOKENS_OF_A_PLAYER = 15
MAX_WAITING_TILES = 7
"""One at each of six slots, and one in the middle of the mat."""
PROVINCES = 10
"""Each takes at most one legionnaire of a player."""
CARDS, CARDS_OF_A_PAIR = 60, 10
TILES_OF_A_TYPE, FORUM_TILES_OF_A_DEMAND = 4, 14
WILD_CONSTRUCTION, WILD_COMMODITY, WILD_DEMAND = 2, 3, 3
