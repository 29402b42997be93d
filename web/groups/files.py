"""A group's scorebook as files: JSON that any scorebook reads, a table for spreadsheets, and BG Stats; and the JSON
of a device read.

docs/scorebook.md describes the JSON. Each file says when the group's book expires.
"""

import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from scorers.model import AnyGame
from scorers.service import dumps, parse
from web.groups.book import Book
from web.groups.limits import MAX_RESULT_BYTES
from web.groups.results import is_result
from web.result.share import write_rows, write_table

FORMAT, VERSION = "tally-scorebook", 1
MAX_TABLE_PLACE = 200
"""Length of a place in a table, which repeats it for each player."""
_RESULT_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SPACE = uuid.UUID("a2f2f5de-0c3b-5f0e-8c0c-6a1b6f2f5d11")
"""The namespace of the ids that BG Stats knows games, people and plays by: the same in every export."""


def read_file(text: bytes) -> list[dict[str, Any]] | str:
    """The results in a device's file; or "newer" where a later version wrote it, "broken" where it is no such file,
    as a whole.
    """
    data = parse(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT or type(data.get("version")) is not int:
        return "broken"
    if data["version"] > VERSION:
        return "newer"
    results = data.get("results")
    return results if isinstance(results, list) and all(map(_can_stand, results)) else "broken"


def _can_stand(one: Any) -> bool:
    """Return whether a scorebook of a group can have a result."""
    try:
        return is_result(one) and bool(_RESULT_ID.fullmatch(one["id"])) and len(dumps(one).encode()) <= MAX_RESULT_BYTES
    except ValueError:  # a lone surrogate
        return False


def write_json(book: Book) -> Iterator[str]:
    """Yield the book as a device's file, with the results as they were kept.

    The group says what is more: joined names, and when it expires.
    """
    expires = datetime.fromtimestamp(book.head.expires, UTC).date().isoformat()
    group = {"name": book.head.name, "expires": expires, "names": book.aliases}
    yield dumps({"format": FORMAT, "version": VERSION, "group": group})[:-1] + ',"results":['
    yield from _write_list(book.kept)
    yield "]}"


def _write_list(items: Iterable[Any]) -> Iterator[str]:
    for number, one in enumerate(items):
        yield ("," if number else "") + dumps(one)


def write_csv(book: Book, columns: Sequence[str], title: Callable[[str], str], expiry: str) -> Iterator[str]:
    """Yield the book as a table, a row for each player of each result, under these headings; the last says when it
    expires.

    A result's note stands in its first row: a long one for each of twelve players would make a table of a third of a
    gigabyte.
    """
    yield write_table([columns])
    for one in book.results:
        rows = []
        winners, note = one["result"]["winners"], one["note"]
        for seat, player in enumerate(one["result"]["players"]):
            about = [one["date"], title(one["slug"]), one["place"][:MAX_TABLE_PLACE], note, one.get("minutes", "")]
            points = [player["name"], player["total"], player["rank"], int(seat in winners)]
            rows.append([*about, *points, int(seat == one.get("starter", -1))])
            note = ""
        yield write_rows(rows)
    yield write_rows([[expiry]])


def write_bg_stats(book: Book, games: Mapping[str, AnyGame], expiry: str) -> Iterator[str]:
    """Yield the book in the format in which BG Stats hands plays on (.bgsplay): games, people and plays, which refer
    to each other by number.
    """
    game_ids, person_ids, place_ids = _Numbers(), _Numbers(), _Numbers()
    yield dumps({"about": f"Tally · {book.head.name} · {expiry}"})[:-1] + ',"plays":['
    yield from _write_list(_bg_play(one, game_ids, person_ids, place_ids) for one in book.results)
    yield '],"games":['
    yield from _write_list(_bg_game(slug, number, games.get(slug)) for slug, number in game_ids.items())
    yield '],"players":['
    yield from _write_list(
        {"id": number, "uuid": _uuid("person", name), "name": name, "isAnonymous": False}
        for name, number in person_ids.items()
    )
    yield '],"locations":['
    yield from _write_list(
        {"id": number, "uuid": _uuid("place", place), "name": place} for place, number in place_ids.items()
    )
    yield "]}"


class _Numbers(dict[str, int]):
    """Numbers of names from 1, in the order in which they first come."""

    def __missing__(self, name: str) -> int:
        self[name] = len(self) + 1
        return self[name]


def _bg_play(one: dict[str, Any], game_ids: _Numbers, person_ids: _Numbers, place_ids: _Numbers) -> dict[str, Any]:
    is_time = 0 <= one["changed"] < 4e12  # what a calendar can have
    changed = f"{datetime.fromtimestamp(one['changed'] / 1000, UTC):%Y-%m-%d %H:%M:%S}" if is_time else ""
    scores = [
        {
            "playerRefId": person_ids[player["name"]], "score": str(player["total"]), "rank": player["rank"],
            "winner": seat in one["result"]["winners"], "seatOrder": seat + 1,
            "startPlayer": seat == one.get("starter", -1), "newPlayer": False,
        }
        for seat, player in enumerate(one["result"]["players"])
    ]  # fmt: skip
    play = {
        "uuid": _uuid("play", one["id"]), "playDate": f"{one['date']} 12:00:00", "entryDate": changed,
        "modificationDate": changed,
        "gameRefId": game_ids[one["slug"]], "playerScores": scores, "comments": one["note"],
        "durationMin": one.get("minutes", 0), "ignored": False,
        "manualWinner": True, "rounds": 0, "usesTeams": False, "rating": 0, "scoringSetting": 0,
    }  # fmt: skip
    return play | ({"locationRefId": place_ids[one["place"]]} if one["place"] else {})


def _bg_game(slug: str, number: int, game: AnyGame | None) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": _uuid("game", slug),
        "name": str(game.title) if game else slug,
        "bggId": (game.bgg if game else None) or 0,
        "highestWins": not (game and game.fewest_win),
        "cooperative": bool(game and game.cooperative),
        "noPoints": False,
        "usesTeams": False,
    }


def _uuid(kind: str, name: str) -> str:
    return str(uuid.uuid5(_SPACE, f"{kind}:{name}")).upper()
