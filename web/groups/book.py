"""A group's scorebook as pages, files and programs read it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from web.groups.limits import PAGE_SIZE
from web.groups.results import NAME, PERSON, RESULT, resolve_names
from web.sync import documents
from web.sync.answers import Head, Page
from web.sync.limits import MAX_HISTORY_ROWS
from web.sync.merge import Value


class Past(NamedTuple):
    """A change of the past: what was written, by whom, and whether it came to stand."""

    name: str
    value: Any
    seq: int
    who: str
    device: str
    typed: float
    stands: bool


class Deleted(NamedTuple):
    """A deleted result as it was, and who deleted it when; it can be restored until `until`."""

    name: str
    value: dict[str, Any]
    seq: int
    who: str
    typed: float
    until: int


@dataclass(frozen=True, slots=True)
class BookHead:
    """A group without its results; `writes` is whether the link may write, `count` the number of results."""

    group: str
    name: str
    writes: bool
    seq: int
    mark: str
    expires: int
    count: int


@dataclass
class Book:
    """A group's scorebook as it stands: its results as they were kept, the newest first, and which names were
    joined.
    """

    head: BookHead
    kept: list[dict[str, Any]]
    aliases: dict[str, str]

    @cached_property
    def results(self) -> list[dict[str, Any]]:
        """The results, with everybody under one name."""
        names = resolve_names(self.aliases)
        return [_rename(one, names) for one in self.kept] if names else self.kept


class BookPage(NamedTuple):
    """A page of a book's results; `older` is where the next page begins, if there is one."""

    results: list[dict[str, Any]]
    older: str | None


def load_head(link: str) -> BookHead:
    """Return a group by one of its links. Raises GroupGone."""
    head, values, count = documents().read(link, NAME)
    return _head_of(head, values, count)


def load_book(link: str) -> Book:
    """Return a group's whole scorebook. Raises GroupGone."""
    head, values = documents().load(link)
    kept = [load_result(one.value) for name, one in values.items() if name.startswith(RESULT) and one.value]
    kept.sort(key=lambda one: (one["date"], one["changed"]), reverse=True)
    aliases = {
        name.removeprefix(PERSON): json.loads(one.value)
        for name, one in values.items()
        if name.startswith(PERSON) and one.value
    }
    return Book(_head_of(head, values, len(kept)), kept, aliases)


def list_results(link: str, before: str = "", most: int = PAGE_SIZE) -> BookPage:
    """Return a page of a group's results, the newest first. Raises GroupGone."""
    found = documents().list_values(link, before, most)
    return BookPage([load_result(value) for _, value, _ in found], found.next)


def read_result(link: str, result_id: str) -> dict[str, Any] | None:
    """Return a result as it stands, None if the group has none of this id. Raises GroupGone."""
    name = f"{RESULT}{result_id}"
    _, values, _ = documents().read(link, name)
    value = values[name].value if name in values else None
    return load_result(value) if value else None


def read_history(link: str, name: str | None = None, before: int = 0, most: int = MAX_HISTORY_ROWS) -> Page[Past]:
    """Return what was kept, corrected and deleted, or only that under a name, newest first. Raises GroupGone."""
    found = documents().read_history(link, name, before, most)
    page = Page(Past(row.name, _load(row.value), row.seq, who, row.device, row.typed, row.stands) for row, who in found)
    page.next = found.next
    return page


def read_deleted(link: str, before: int = 0, most: int = MAX_HISTORY_ROWS) -> Page[Deleted]:
    """Return the deleted results that can be restored, the last deleted first; a page may have none of what was
    cleared then. Raises GroupGone.
    """
    found = documents().read_cleared(link, before, most)
    page = Page(
        Deleted(one.name, load_result(one.value), row.seq, who, row.typed, one.until)
        for one in found
        if one.name.startswith(RESULT)
        for row, who in [one.clearing]
    )
    page.next = found.next
    return page


def load_result(text: str) -> dict[str, Any]:
    """Return a result that was kept; one of before may name a winner several times."""
    one: dict[str, Any] = json.loads(text)
    return one | {"result": one["result"] | {"winners": list(dict.fromkeys(one["result"]["winners"]))}}


def _load(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _head_of(head: Head, values: Mapping[str, Value], count: int) -> BookHead:
    name = values[NAME].value if NAME in values else None
    return BookHead(head.id, str(_load(name) or ""), head.writes, head.seq, head.mark, head.expires, count)


def _rename(one: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return a result with other names of its players."""
    players = one["result"]["players"]
    if not any(player["name"] in names for player in players):
        return one
    renamed = [player | {"name": names.get(player["name"], player["name"])} for player in players]
    return one | {"result": one["result"] | {"players": renamed}}
