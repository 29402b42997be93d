"""Worked examples of Chang Cheng, reckoned by hand from the rules of the invasion and the event cards."""

from scorers.game import N_, Example

EXAMPLES = {
    "level_in_a_region": Example(
        title=N_("A tie in a region, and below zero"),
        source="Threat 3 with 3 walls of Ann, 3 of Ben and 1 of Cleo: Ann 2 - 3 = -1, Ben 5 - 3 = 2, Cleo 0",
        sheet={
            "regions": [{"threat": 3, "walls": [3, 3, 1]}],
            "players": [{"name": "Ann", "track": 2}, {"name": "Ben", "track": 5}, {"name": "Cleo", "track": 0}],
        },
        totals=(-1, 2, 0),
    ),
    "two_players": Example(
        title=N_("Two players, neutral walls"),
        source="Regions: 1 Ann loses 3; 2 neutral has most, nobody; 3 Bo is level with neutral and loses 4; 4 Ann "
        "alone has most, "
        "safe behind the tower, nobody; 5 Bo loses 3; 6 the tile is removed; 7 level, Bo has the tower, "
        "Ann loses 2; 8 neutral, nobody; 9 Bo loses 3. "
        "Ann 24 - 3 - 2 + 2 x 1 = 21, Bo 30 - 4 - 3 - 3 + 2 x 0 = 20",
        sheet={
            "events": ["emperors_reward", "scout"],
            "regions": [
                {"threat": 3, "walls": [2, 1], "neutral": 1},
                {"threat": 2, "walls": [1, 1], "neutral": 2},
                {"threat": 4, "walls": [0, 2], "neutral": 2},
                {"threat": 2, "walls": [3, 1], "towers": [0], "neutral": 0},
                {"threat": 3, "walls": [1, 3], "neutral": 0},
                {"threat": 0, "walls": [2, 2], "neutral": 1},
                {"threat": 2, "walls": [2, 2], "towers": [1], "neutral": 0},
                {"threat": 4, "walls": [1, 0], "neutral": 3},
                {"threat": 3, "walls": [1, 2], "neutral": 1},
            ],
            "players": [{"name": "Ann", "track": 24, "unplayed": 1}, {"name": "Bo", "track": 30, "unplayed": 0}],
        },
        totals=(21, 20),
    ),
    "whole_wall": Example(
        title=N_("Three players, the whole wall"),
        source="Regions: 1 A B B A, A and B lose 3; 2 C C x B A, C loses 2; 3 A C Bt A, A loses 4; 4 B B A C C, B "
        "and C lose 2; "
        "5 At A B x, nobody; 6 removed; 7 A B A, A loses 4; 8 B B B B C A, B loses 2; 9 Ct C A B, nobody. "
        "Provinces: A 1 3 4 5 7 8 9, B 1 2 3 4 5 7 8 9, C 1 2 3 4 5 6 8 9: B and C score 4. "
        "Rows: A 2, B 4 (spaces 30 to 33), C 4 (23 to 26): B and C score 4. "
        "A 38 - 3 - 4 - 4 = 27, B 31 - 3 - 2 - 2 + 4 + 4 = 32, C 29 - 2 - 2 + 4 + 4 = 33",
        sheet={
            "events": ["diplomacy", "overlord"],
            "wall": "A B B A C C x B Ad Ad C Bt A B B A C C At A B x C C Cd Cd A B A B B Bd Bd C A Ct C A B",
            "china": [5, 3, 5, 4, 5, 4, 6, 3, 4],
            "mongol": [4, 5, 4, 5, 4, 4, 3, 6, 4],
            "threats": [3, 2, 4, 2, 3, 0, 4, 2, 3],
            "players": [{"name": "Ann", "track": 38}, {"name": "Bo", "track": 31}, {"name": "小明", "track": 29}],
        },
        totals=(27, 32, 33),
    ),
}
