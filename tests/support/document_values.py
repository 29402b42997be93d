"""Names and values of both kinds for the machines; `number` makes each value one of a kind."""

from typing import Any

SHARED_NAMES = ("0.prestige", "1.prestige", "coellen.7", "offices.bremen", "@seat.0", "n")
GROUP_NAMES = ("name", "results/r1", "results/r2", "results/r3", "people/小明")


def shared_value(name: str, number: int) -> Any:
    """Return the texts of a field."""
    if name == "n":
        return [str(number % 90 + 2)]
    if name == "coellen.7":
        return [str(number % 5)]
    if name == "offices.bremen":
        return ["".join("01234-"[number // 6**at % 6] for at in range(2))]
    return [f"seat-{number:07}" if name.startswith("@") else str(number)]


def group_value(name: str, number: int) -> Any:
    """Return a result, or a name."""
    if not name.startswith("results/"):
        return f"Name {number} é"
    players = [
        {"name": "Ann", "colour": "red", "total": number, "rank": 1},
        {"name": "小明", "colour": "blue", "total": 1, "rank": 2},
    ]
    return {
        "id": name.removeprefix("results/"), "slug": "a-game-of-elsewhere", "date": "2026-03-06", "place": "",
        "note": "",
        "query": f"0.left={number}&n=2", "changed": 1_772_800_000_000 + number, "result": {"players": players,
        "winners": [0]},
    }  # fmt: skip
