"""A store of documents for tests: both kinds, with small pages."""

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
