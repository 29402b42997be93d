"""A store of documents for tests: both kinds, with small pages, and names and values for them."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Engine

from web.groups.kind import GroupBook
from web.sync.database import writing
from web.sync.kind import Kind
from web.sync.models import Base
from web.sync.store import Store
from web.together.kind import SharedSheet

PAGE = 3
"""Values in one answer, few enough that phones have to turn pages."""
MANY = 1_000_000
SHARED_NAMES = ("0.prestige", "3.prestige", "coellen.7", "offices.bremen", "@seat.3", "n")
GROUP_NAMES = ("name", "results/r1", "results/r2", "results/r3", "people/小明")


def empty_store(engine: Engine, clock: Any = None, page: int = PAGE) -> Store:
    """Empty all tables, and return a store that answers in small pages."""
    with writing(engine) as connection:
        for table in reversed(Base.metadata.sorted_tables):
            connection.execute(table.delete())
    return Store(engine, [_small_pages(SharedSheet(), page), _small_pages(GroupBook(), page)], clock=clock)


def _small_pages(kind: Any, page: int) -> Kind:
    """Return a kind that answers in small pages, and of which one address may open many."""
    kind.limits = replace(kind.limits, max_answer_values=page, max_opened_an_hour=MANY)
    return kind  # type: ignore[no-any-return]


def shared_value(name: str, number: int) -> Any:
    """Return the texts of a field, of which `number` makes each another."""
    if name == "n":
        return [str(number % 4 + 2)]
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
