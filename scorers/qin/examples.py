"""Worked examples of Qin, reckoned by hand from the table of start pagodas (24, 19, 15)."""

from scorers.words import Example, N_

EXAMPLES = {
    "three_players": Example(
        title=N_("Three players, pagodas left over"),
        source="19 pagodas each: 19 - 2 = 17, 19 - 5 = 14, 19 - 0 = 19, the last pagoda",
        sheet={"players": [{"name": "Ann", "left": 2}, {"name": "Bo", "left": 5}, {"name": "小明", "left": 0}]},
        totals=(17, 14, 19),
    ),
    "match": Example(
        title=N_("Two players, both boards"),
        source="24 pagodas each and each game: (24 - 0) + (24 - 7) = 41, (24 - 4) + (24 - 1) = 43",
        sheet={
            "match": True,
            "players": [{"name": "Ann", "left_bird": 0, "left_lion": 7}, {"name": "Bo", "left_bird": 4, "left_lion": 1}],
        },
        totals=(41, 43),
    ),
}
