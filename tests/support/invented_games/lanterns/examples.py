"""Worked examples of Lanterns, added up by hand."""

from scorers.game import N_, Example

EXAMPLES = {
    "alone": Example(
        title=N_("Alone"),
        source="6 lanterns burn and 1 of them is red: 6 + 2 = 8, and one player needs 3 + 4 = 7",
        sheet={"storm": 3, "players": [{"name": "Ann", "lanterns": 6, "red": 1}]},
        totals=(8,),
    ),
    "lost": Example(
        title=N_("Lost in the storm"),
        source="3 + 2 and 1 + 0 make 6; two players need 4 + 2 * 4 = 12",
        sheet={"storm": 4, "players": [{"name": "Ann", "lanterns": 3, "red": 1}, {"lanterns": 1, "red": 0}]},
        totals=(5, 1),
    ),
    "twelve": Example(
        title=N_("Twelve players"),
        source="12 * (4 + 2 * 1) = 72, and 0 + 12 * 4 = 48 are needed",
        sheet={"storm": 0, "players": [{"lanterns": 4, "red": 1}] * 12},
        totals=(6,) * 12,
    ),
}
