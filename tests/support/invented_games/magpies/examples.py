"""Worked examples of Magpies, reckoned by hand."""

from scorers.game import N_, Example

EXAMPLES = {
    "three_rounds": Example(
        title=N_("Three rounds"),
        source=(
            "Ann made 1 (20 and 30 more), made 0 in round 2 (10 × 2), made 2 with a big wager (2 × 40): 50 + 20 "
            "+ 80 = 150; "
            "Bo missed 1 by 1, made 2, missed 2 by 1 with a big wager: -10 + 40 - 20 = 10; "
            "小明 made 0, missed 1 by 1, made 0: 10 - 10 + 30 = 30"
        ),
        sheet={
            "players": [{"name": "Ann"}, {"name": "Bo"}, {"name": "小明"}],
            "rounds": [
                {"bid": [1, 1, 0], "tricks": [1, 0, 0], "bonus": [30, None, None]},
                {"bid": [0, 2, 1], "tricks": [0, 2, 0]},
                {"bid": [2, 2, 0], "tricks": [2, 1, 0], "wager": ["big", "big", "small"]},
            ],
        },
        totals=(150, 10, 30),
    ),
    "six_players": Example(
        title=N_("Six players, one round"),
        source="Ann made 1: 20; the others made 0 in round 1: 10 each",
        sheet={"players": [{}] * 6, "rounds": [{"bid": [1, 0, 0, 0, 0, 0], "tricks": [1, 0, 0, 0, 0, 0]}]},
        totals=(20, 10, 10, 10, 10, 10),
    ),
}
