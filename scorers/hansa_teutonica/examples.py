"""Worked examples of Hansa Teutonica: the rulebook's network, and two tables reckoned by hand."""

from scorers.model import N_, Example

EXAMPLES = {
    "network": Example(
        title=N_("The rulebook's network"),
        source=(
            "Big Box rulebook: 7 connected cities with 9 own offices and key value 3 pay 9 * 3 = 27, one in unconnected Kampen is left"
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
            "Paderborn holds an annex and an office of Bo's and one office of Ann's, further right: 2 against 1 for Bo. Stendal is cut off"
            " by Bo's Brunswiek. Ann: 5 cities, 7 offices in the network, 5 * 2 + 7 * 3 = 31. Bo: 2 cities, 2 offices, 2 * 2 + 2 * 1 = 6"
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
            "Ann: 22 + 2 * 4 + 6 + 7 + 6 * 2 + 8 * 3 = 79. Bo: 17 + 1 * 4 + 3 + (8 + 11) + 4 * 2 + 7 * 4 = 79, with fewer Actions."
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
}  # fmt: skip
