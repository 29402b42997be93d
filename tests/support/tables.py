"""A game's answer for a table, as the tests of the games ask for it; each game's tests fix the slug with `partial`."""

from typing import Any

from scorers.service import score_data


def answer(slug: str, *players: dict[str, Any], **options: Any) -> dict[str, Any]:
    """The answer for a table; where fewer than two players are given, empty seats make it up."""
    return score_data(slug, {"players": [*players, {}, {}][: max(2, len(players))], **options})


def line(slug: str, key: str, player: dict[str, Any], **options: Any) -> tuple[int, str]:
    """Points and working of one line of the first player."""
    data = {entry["key"]: entry for entry in answer(slug, player, **options)["players"][0]["lines"]}[key]
    return data["points"], data["working"]


def column(slug: str, key: str, *players: dict[str, Any], **options: Any) -> list[tuple[int, str]]:
    """Points and working of a line of every player."""
    result = answer(slug, *players, **options)
    return [(entry["points"], entry["working"]) for player in result["players"] for entry in player["lines"] if entry["key"] == key]


def points(slug: str, key: str, *players: dict[str, Any], **options: Any) -> list[int]:
    """Points of a line of every player."""
    return [number for number, _ in column(slug, key, *players, **options)]


def find_faults(slug: str, *players: dict[str, Any], **options: Any) -> list[dict[str, str]]:
    """The faults of a table."""
    return list(answer(slug, *players, **options).get("faults", ()))


def faults(slug: str, *players: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    """Path and code of each fault of a table."""
    return [(fault["path"], fault["code"]) for fault in find_faults(slug, *players, **options)]


def messages(slug: str, *players: dict[str, Any], **options: Any) -> list[str]:
    """What each fault of a table says."""
    return [fault["message"] for fault in find_faults(slug, *players, **options)]
