"""Worked examples of Oxen, added up by hand."""

from scorers.game import N_, Example

EXAMPLES = {
    "three_rounds": Example(
        title=N_("Three rounds"),
        source="Ann 10 + 0 + 5 = 15, Bo 30 + 20 + 20 = 70, 小明 4 + 9 + 2 and 3 oxen twice: 15 + 6; Bo's 70 ends "
        "the game",
        sheet={
            "players": [{"name": "Ann"}, {"name": "Bo"}, {"name": "小明", "penalties": [3, 3]}],
            "rounds": [{"points": [10, 30, 4]}, {"points": [0, 20, 9]}, {"points": [5, 20, 2]}],
        },
        totals=(15, 70, 21),
    ),
    "ten_players": Example(
        title=N_("Ten players, not over yet"),
        source="Each seat has its own number in the first round and 1 in the second: 1 to 10 points",
        sheet={"players": [{}] * 10, "rounds": [{"points": list(range(10))}, {"points": [1] * 10}]},
        totals=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    ),
}
