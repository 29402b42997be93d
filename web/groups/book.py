"""A group's scorebook as pages, files and programs read it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from web.groups.limits import PAGE_SIZE
from web.groups.results import NAME, PERSON, RESULT, as_result, resolve_names
from web.sync import documents
from web.sync.answers import Head, Page
from web.sync.limits import MAX_HISTORY_ROWS, MAX_READ_VALUES
from web.sync.merge import Value

if TYPE_CHECKING:
    from web.sync.store import Store


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
    """A group's whole scorebook: its results as they were kept, the newest first, and which names were joined.

    Results are read some at a time, and no more of them than somebody asks for. Those that cannot be shown are left
    out.
    """

    head: BookHead
    link: str
    names: list[str]
    aliases: dict[str, str]

    @property
    def kept(self) -> Iterator[dict[str, Any]]:
        """The results as they were kept."""
        store = documents()
        return self._read(store)

    def _read(self, store: "Store") -> Iterator[dict[str, Any]]:
        for start in range(0, len(self.names), MAX_READ_VALUES):
            names = self.names[start : start + MAX_READ_VALUES]
            _, values, _ = store.read(self.link, *names)
            for name in names:
                if name in values and (one := as_result(_load(values[name].value))):
                    yield one

    @property
    def results(self) -> Iterator[dict[str, Any]]:
        """The results, with everybody under one name."""
        names = resolve_names(self.aliases)
        return (_rename(one, names) for one in self.kept)


class BookPage(NamedTuple):
    """A page of a book's results; `older` is where the next page begins, if there is one.

    `unreadable` is the number of results on it that cannot be shown, and are left out.
    """

    results: list[dict[str, Any]]
    older: str | None
    unreadable: int


def load_head(link: str) -> BookHead:
    """Return a group by one of its links. Raises GroupGone."""
    head, values, count = documents().read(link, NAME)
    return _head_of(head, values, count)


def load_book(link: str) -> Book:
    """Return a group's whole scorebook. Raises GroupGone."""
    below = documents().read_below(link, PERSON)
    aliases = {name.removeprefix(PERSON): json.loads(one.value) for name, one in below.items() if one.value}
    return Book(load_head(link), link, documents().list_names(link), aliases)


def list_results(link: str, before: str = "", most: int = PAGE_SIZE) -> BookPage:
    """Return a page of a group's results, the newest first. Raises GroupGone."""
    found = documents().list_values(link, before, most)
    results = [one for _, value, _ in found if (one := as_result(_load(value)))]
    return BookPage(results, found.next, len(found) - len(results))


def read_result(link: str, result_id: str) -> Any:
    """Return what stands as a result of this id, which may be unreadable, or None. Raises GroupGone."""
    name = f"{RESULT}{result_id}"
    _, values, _ = documents().read(link, name)
    return _load(values[name].value) if name in values else None


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
        Deleted(one.name, value, row.seq, who, row.typed, one.until)
        for one in found
        if one.name.startswith(RESULT) and (value := as_result(_load(one.value)))
        for row, who in [one.clearing]
    )
    page.next = found.next
    return page


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
