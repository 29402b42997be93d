"""Worked examples of Honshu: the rulebook's land, and tables reckoned by hand."""

from scorers.game import N_, Example

_RULEBOOK = " / ".join(
    (
        ". T Pb A T T Py",
        ". L Pb T Mb3* Mn2* F",
        ". F T F Py T A",
        ". Pg T T L Pg F",
        "Pg F T T L L A Pn T",
        "Mg4* T T T T L L T F",
        "A T Mg2* T T T T",
        "Py F F T F F A",
        ". . . T T Pn My3*",
    )
)

EXAMPLES = {
    "rulebook": Example(
        title=N_("The land in the rulebook"),
        source="Rulebook 2016, the land of the scoring page: 2 × 10 + 17 + 3 × (5 − 1) + 3 × (1 − 1) + (3 + 2 + 4 + "
        "2 + 3) = 63; "
        "beside it the same land by counts, with one forest less: 63 − 2 = 61",
        sheet={
            "players": [
                {"name": "Ann", "map": _RULEBOOK},
                {
                    "name": "Bo",
                    "forest": 9,
                    "town": 17,
                    "lakes": [5, 1],
                    "factories": {"2": 2, "3": 2, "4": 1},
                    "fallow": 5,
                },
            ]
        },
        totals=(63, 61),
    ),
    "blocks": Example(
        title=N_("Three players, blocks of fallow fields"),
        source="Card 3, blocks apart. Ann, map: 2 × 1 + 1 × 3 + 0 + 4 (the blue cube goes to the better factory) + "
        "5 × 1 (2 × 3 fields) "
        "= 14. Bo: 2 × 4 + 6 + 3 × (3 − 1) + 3 × 1 + 5 × 2 = 33. Cleo: 2 × 5 + 8 + 3 × (2 − 1) + 2 × 1 + 4 × "
        "0 + 5 × 2 = 33, and 12 "
        "fields against 9 of Bo's",
        sheet={
            "end_card": "fallow_blocks",
            "players": [
                {"name": "Ann", "map": "A A A Pb* / A A A Mb4 / F T T Mb2 / . T"},
                {
                    "name": "Bo",
                    "forest": 4,
                    "town": 6,
                    "lakes": [3],
                    "factories": {"2": 0, "3": 1, "4": 0},
                    "blocks": 2,
                    "fallow": 9,
                },
                {
                    "name": "Cleo",
                    "forest": 5,
                    "town": 8,
                    "lakes": [2],
                    "factories": {"2": 1, "3": 0, "4": 0},
                    "blocks": 2,
                    "fallow": 12,
                },
            ],
        },
        totals=(14, 33, 33),
    ),
    "two_cubes": Example(
        title=N_("Two cubes to a factory"),
        source="Card 1, each cube scores. Ann, map: three blue cubes go to Mb4, to Mb4 again and to Mb3: 4 + 3 as "
        "factories, 4 on the "
        "card, 1 × 2 for the town = 13. Bo: 2 × 3 + 5 + 3 × (4 − 1) + 4 × 1 + 4 × 1 = 28",
        sheet={
            "end_card": "double_factories",
            "players": [
                {"name": "Ann", "map": "Pb* Mb4 T / Pb* Mb3 T / Pb* Mb2"},
                {
                    "name": "Bo",
                    "forest": 3,
                    "town": 5,
                    "lakes": [4],
                    "factories": {"2": 0, "3": 0, "4": 1},
                    "second_resources": {"2": 0, "3": 0, "4": 1},
                    "fallow": 2,
                },
            ],
        },
        totals=(13, 28),
    ),
}
