"""Random results in the format of scorebooks."""

import random
from typing import Any

from scorers.registry import game, slugs

PEOPLE = [f"Person {number}" for number in range(12)]


def make_result(number: int, chance: random.Random) -> dict[str, Any]:
    """Make a random result with two to four players."""
    slug = chance.choice(slugs())
    names = chance.sample(PEOPLE, chance.randint(2, 4))
    colours = chance.sample(["red", "blue", "green", "yellow", "white"], len(names))
    players = [
        {"name": name, "colour": colour, "lines": {key: chance.randint(0, 30) for key in game(slug).lines}}
        for name, colour in zip(names, colours, strict=True)
    ]
    totals = [sum(player["lines"].values()) for player in players]
    for player, total in zip(players, totals, strict=True):
        player |= {"total": total, "rank": 1 + sum(other > total for other in totals)}
    winners = [seat for seat, player in enumerate(players) if player["rank"] == 1]
    query = "&".join([*(f"{seat}.name={name}" for seat, name in enumerate(names)), f"n={len(names)}", f"of={number}"])
    date = f"20{chance.randint(20, 26)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    own = {"id": f"r{number}", "slug": slug, "date": date, "place": "", "note": "", "query": query, "changed": number}
    return own | {"result": {"players": players, "winners": winners, "decided_by": "total"}}
