"""Worked examples of Orchards, reckoned by hand."""

from scorers.game import N_, Example

EXAMPLES = {
    "two_orchards": Example(
        title=N_("Two orchards"),
        source=(
            "Ann has 3 apple squares with 2 baskets (6), 1 pear with 1 (1), 2 pears with none (0), and 4 "
            "ladders: 6 + 1 + 4 = 11; "
            "Bo has 4 cherry squares with 3 baskets: 12"
        ),
        sheet={
            "players": [
                {"name": "Ann", "orchard": "A A1 P1 / A1 . . / P P", "ladders": 4},
                {"name": "Bo", "orchard": ". C1 C2 / . C C", "ladders": 0},
            ]
        },
        totals=(11, 12),
    ),
}
