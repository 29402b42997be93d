"""Worked examples of Qin, reckoned by hand from the table of start pagodas (24, 19, 15)."""

from scorers.game import N_, Example

EXAMPLES = {
    "three_players": Example(
        title=N_("Three players, pagodas left over"),
        source="19 pagodas each: 19 - 2 = 17, 19 - 5 = 14, 19 - 0 = 19, the last pagoda",
        sheet={"players": [{"name": "Ann", "left": 2}, {"name": "Bo", "left": 5}, {"name": "小明", "left": 0}]},
        totals=(17, 14, 19),
    ),
    "counted": Example(
        title=N_("Three players, counted on the board"),
        source="A province has 1 pagoda, a major province 2, a village 1: 5 + 2 x 3 + 4 = 15, level with 19 - 4 = "
        "15; 2 + 2 x 5 + 0 = 12",
        sheet={
            "players": [
                {"name": "Ann", "provinces": 5, "major_provinces": 3, "villages": 4},
                {"name": "Bo", "left": 4},
                {"name": "Mei", "provinces": 2, "major_provinces": 5, "villages": 0},
            ]
        },
        totals=(15, 15, 12),
    ),
    "match": Example(
        title=N_("Two players, both boards"),
        source="24 pagodas each and each game: (24 - 0) + (24 - 7) = 41, (24 - 4) + (24 - 1) = 43",
        sheet={
            "match": True,
            "players": [
                {"name": "Ann", "left_bird": 0, "left_lion": 7},
                {"name": "Bo", "left_bird": 4, "left_lion": 1},
            ],
        },
        totals=(41, 43),
    ),
}
