"""Worked examples of Hansa Teutonica: the rulebook's network, and tables reckoned by hand for both editions, all
boards and modules.
"""

from scorers.game import N_, Example

EXAMPLES = {
    "network": Example(
        title=N_("The rulebook's network"),
        source=(
            "Big Box rulebook: 7 connected cities with 9 own offices and key value 3 pay 9 * 3 = 27, one in "
            "unconnected Kampen is left"
            " out. The cities are chosen here. Ann controls all but Osnabrück: 8 * 2 + 27 = 43. Bo: 1 * 2 + 1 * 1 = 3"
        ),
        sheet={
            "offices": {
                "lubeck": [0, None],
                "hamburg": [0, 1, 0],
                "bremen": [0],
                "hannover": [0, None],
                "minden": [0, 1, 0, None],
                "paderborn": [0, None],
                "warburg": [0, None],
                "osnabruck": [1, None, None],
                "kampen": [0, None],
            },
            "players": [{"name": "Ann", "keys": 3}, {"name": "Bo", "keys": 0}],
        },
        totals=(43, 3),
    ),
    "annex": Example(
        title=N_("Control by an annex"),
        source=(
            "Paderborn holds an annex and an office of Bo's and one office of Ann's, further right: 2 against 1 "
            "for Bo. Stendal is cut off"
            " by Bo's Brunswiek. Ann: 5 cities, 7 offices in the network, 5 * 2 + 7 * 3 = 31. Bo: 2 cities, 2 "
            "offices, 2 * 2 + 2 * 1 = 6"
        ),
        sheet={
            "side": "4-5",
            "offices": {
                "lubeck": [0, None],
                "hamburg": [0, 0, None],
                "bremen": [0, None],
                "minden": [0, 0, None, None],
                "paderborn": [1, 0],
                "brunswiek": [1],
                "stendal": [0, None, None, None],
            },
            "annexes": {"paderborn": [1]},
            "players": [{"name": "Ann", "keys": 3}, {"name": "Bo", "keys": 0}],
        },
        totals=(31, 6),
    ),
    "tie": Example(
        title=N_("A tie in the Big Box"),
        source=(
            "Ann: 22 + 2 * 4 + 6 + 7 + 6 * 2 + 8 * 3 = 79. Bo: 17 + 1 * 4 + 3 + (8 + 11) + 4 * 2 + 7 * 4 = 79, "
            "with fewer Actions."
            " 小明: 9 + 2 * 4 + 1 + 0 + 5 * 2 + 6 * 1 = 34"
        ),
        sheet={
            "edition": "big_box",
            "players": [
                {
                    "name": "Ann", "prestige": 22, "keys": 3, "actions": 5, "privilege": 1, "book": 1, "bag": 3,
                    "markers": 5, "coellen": [7], "cities": 6, "network": 8,
                },
                {
                    "name": "Bo", "prestige": 17, "keys": 4, "actions": 3, "privilege": 3, "book": 2, "bag": 1,
                    "markers": 3, "coellen": [8, 11], "cities": 4, "network": 7,
                },
                {
                    "name": "小明", "prestige": 9, "keys": 0, "actions": 4, "privilege": 3, "book": 3, "bag": 0,
                    "markers": 1, "coellen": [], "cities": 5, "network": 6,
                },
            ],
        },
        totals=(79, 79, 34),
    ),
    "wales": Example(
        title=N_("A tie in Wales"),
        source=(
            "Rule and shares by the Big Box rulebook: two tied for first place get (7 + 4) / 2, rounded down to "
            "5, and the next place is"
            " third. In Wales, Ann and Bo control a city with 2 offices each, 小明 the Isle of Man with 1: 2 "
            "points; Cleo is fourth."
            " The Isle of Man is the only city in Scotland that anybody holds: 7. Ann: 2 + 2 * 2 + 5 = 11. Bo: 2 "
            "+ 2 * 1 + 5 = 9."
            " Cleo: 1 * 1 = 1. 小明: 2 + 1 * 1 + 2 + 7 = 12"
        ),
        sheet={
            "board": "britannia",
            "offices": {"cardiff": [0, 0, 2, None, None], "chester": [1, 1, None], "isle_of_man": [3, None]},
            "players": [{"name": "Ann", "keys": 1}, {"name": "Bo", "keys": 0}, {"name": "Cleo", "keys": 0},
            {"name": "小明", "keys": 0}],
        },
        totals=(11, 9, 1, 12),
    ),
    "east": Example(
        title=N_("A city without printed offices"),
        source=(
            "Belgard holds an annex of Bo's and, right of it, a permanent office of Ann's: one each, so that Ann "
            "controls it. Ann: Belgard"
            " and Danzig, 3 offices in the network, 2 * 2 + 3 * 1 = 7. Bo: Kulm, and with Belgard 2 offices, 1 * "
            "2 + 2 * 2 = 6. Cleo: Visby"
            " and the 7 in Königsberg, 7 + 2 + 1 = 10"
        ),
        sheet={
            "board": "east",
            "offices": {"danzig": [0, 0, None, None], "kulm": [1, None], "visby": [2]},
            "annexes": {"belgard": [1]},
            "permanent": {"belgard": [0]},
            "players": [{"name": "Ann", "keys": 0}, {"name": "Bo", "keys": 1},
            {"name": "Cleo", "keys": 0, "coellen": [7]}],
        },
        totals=(7, 6, 10),
    ),
    "missions": Example(
        title=N_("Mission cards and tiles"),
        source=(
            "Ann with the city tile and a mission of which she controls all: 20 + 2 * 4 + 1 + 6 * 4 + 5 * 2 + (3 "
            "+ 5) = 71. Bo with the"
            " ability tile: 25 + 2 * 7 + 6 + 4 * 2 + 6 * 3 + 2 = 73. Cleo: 15 + 0 + 10 + 8 + 5 * 2 + 7 * 1 + 1 = 51"
        ),
        sheet={
            "modules": ["missions", "favours"],
            "players": [
                {
                    "name": "Ann", "prestige": 20, "keys": 2, "actions": 5, "privilege": 1, "book": 1, "bag": 3,
                    "markers": 1,
                    "cities": 6, "network": 5, "favours": ["city"], "mission_cities": 3, "mission_control": True,
                },
                {
                    "name": "Bo", "prestige": 25, "keys": 3, "actions": 2, "privilege": 3, "book": 3, "bag": 0,
                    "markers": 4,
                    "cities": 4, "network": 6, "favours": ["ability"], "mission_cities": 2,
                },
                {
                    "name": "Cleo", "prestige": 15, "keys": 0, "actions": 1, "privilege": 2, "book": 2, "bag": 1,
                    "markers": 6,
                    "coellen": [8], "cities": 5, "network": 7, "mission_cities": 1,
                },
            ],
        },
        totals=(71, 73, 51),
    ),
}  # fmt: skip
