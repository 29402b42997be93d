"""Worked examples of Trajan, reckoned by hand from the final scoring and the table of bonus tiles."""

from scorers.game import N_, Example

EXAMPLES = {
    "three_players": Example(
        title=N_("Three players, no wild tiles"),
        source="Ann: 92 + 3 + 1 + 2 + 4, three roofs 10, wine and fish 3 x 4, military 2 x 5, bread 9: 102 + 10 + "
               "31 = 143. "
        "Bo: 118 + 1 + 0 + 1 + 2, four doors 20, grey construction half of 7 rounded up 4, games 9: 122 + 20 "
        "+ 13 = 155. "
        "Mei: 121 + 0 + 2 + 0 + 3, no set, scrolls and oil 3 x 6, bonus tiles 3 x 2 gold ones: 126 + 0 + 24 = 150",
        sheet={
            "players": [
                {
                    "name": "Ann",
                    "points": 92, "hand": 3, "workers_camp": 1, "legionnaires_camp": 2, "trajan_tiles": 4,
                    "construction": {"stairs": 1, "door": 0, "fountain": 2, "roof": 3, "window": 0},
                    "wild_construction": 0,
                    "bonus": {"wine_fish": "gold", "military": "gold", "bread": "gold"},
                    "display": {"scroll_oil": 1, "wine_fish": 4, "jewellery_gems": 0,
                                "columns_furs": 2, "fruit_ceramics": 0, "cattle_wheat": 1},
                    "wild_commodity": 0, "legionnaires_provinces": 5, "workers_field": 6,
                    "bread": 2, "games": 0, "religion": 1, "wild_demand": 0,
                },
                {
                    "name": "Bo",
                    "points": 118, "hand": 1, "workers_camp": 0, "legionnaires_camp": 1, "trajan_tiles": 2,
                    "construction": {"stairs": 1, "door": 4, "fountain": 0, "roof": 0, "window": 1},
                    "wild_construction": 0,
                    "bonus": {"building": "grey", "games": "gold"},
                    "display": {"scroll_oil": 0, "wine_fish": 2, "jewellery_gems": 3,
                                "columns_furs": 0, "fruit_ceramics": 0, "cattle_wheat": 0},
                    "wild_commodity": 0, "legionnaires_provinces": 3, "workers_field": 7,
                    "bread": 0, "games": 1, "religion": 0, "wild_demand": 0,
                },
                {
                    "name": "Mei",
                    "points": 121, "hand": 0, "workers_camp": 2, "legionnaires_camp": 0, "trajan_tiles": 3,
                    "construction": {"stairs": 2, "door": 0, "fountain": 0, "roof": 1, "window": 2},
                    "wild_construction": 0,
                    "bonus": {"scroll_oil": "gold", "bonus_tiles": "gold"},
                    "display": {"scroll_oil": 6, "wine_fish": 0, "jewellery_gems": 0,
                                "columns_furs": 4, "fruit_ceramics": 1, "cattle_wheat": 0},
                    "wild_commodity": 0, "legionnaires_provinces": 2, "workers_field": 5,
                    "bread": 0, "games": 0, "religion": 0, "wild_demand": 0,
                },
            ]
        },
        totals=(143, 155, 150),
    ),
    "wild_tiles": Example(
        title=N_("Wild tiles, and a tie"),
        source="Ann: 80; the wild tiles make four doors and three roofs, 20 + 10; both wild commodities go to the "
               "gold tile, "
        "grey scrolls and oil 2 x 3, gold fruit and ceramics 3 x (1 + 2); the wild demand is worth 9 as "
        "religion, 6 as bread: "
        "80 + 30 + (6 + 9 + 0 + 9) = 134. Bo: 120 + 4 + 0 + 3 + 5 + 0 + 2 x 1 = 134, and stands higher in the senate",
        sheet={
            "players": [
                {
                    "name": "Ann", "points": 80, "construction": {"door": 3, "roof": 2}, "wild_construction": 2,
                    "bonus": {"scroll_oil": "grey", "fruit_ceramics": "gold", "bread": "grey", "religion": "gold"},
                    "display": {"scroll_oil": 3, "fruit_ceramics": 1}, "wild_commodity": 2, "wild_demand": 1,
                    "senate": 2,
                },
                {
                    "name": "Bo", "points": 120, "hand": 4, "legionnaires_camp": 3, "trajan_tiles": 5,
                    "bonus": {"military": "gold"}, "legionnaires_provinces": 1, "senate": 1,
                },
            ]
        },
        totals=(134, 134),
    ),
}  # fmt: skip
