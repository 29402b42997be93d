"""Answers of the store of groups: books, results and replies to devices."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from scorers.model import Fault
from web.groups.limits import PAGE_SIZE
from web.groups.results import is_named, resolve_name
from web.together.answers import dump_value
from web.together.cells import Cell


class Past(NamedTuple):
    """A change of the past: what was written, by whom, and whether it came to stand."""

    path: str
    value: Any
    seq: int
    who: str
    device: str
    typed: float
    stands: bool


class Deleted(NamedTuple):
    """A deleted result as it was, and who deleted it when; it can be restored until `until`."""

    value: dict[str, Any]
    who: str
    typed: float
    until: int


class Seat(NamedTuple):
    """A player in a brief; `name` is empty where nobody was named."""

    name: str
    total: int
    rank: int
    won: bool


class Brief(NamedTuple):
    """A summary of a result for lists and statistics: enough to find, order and count it.

    `flat` has the seats one after the other: thousands of briefs are read at once, and most are only looked through.
    """

    date: str
    changed: float
    slug: str
    id: str
    flat: list[Any]

    @property
    def names(self) -> list[str]:
        """The name of each seat."""
        return self.flat[:: len(Seat._fields)]

    @property
    def seats(self) -> list[Seat]:
        """The seats."""
        size = len(Seat._fields)
        return [Seat._make(self.flat[at : at + size]) for at in range(0, len(self.flat), size)]


def write_brief(value: dict[str, Any] | None) -> str | None:
    """The brief of a result as it is kept."""
    if value is None:
        return None
    winners = value["result"]["winners"]
    flat: list[Any] = []
    for seat, player in enumerate(value["result"]["players"]):
        flat += Seat(player["name"] if is_named(value, seat) else "", player["total"], player["rank"], seat in winners)
    return dump_value(Brief(value["date"], value["changed"], value["slug"], value["id"], flat))


def read_brief(data: list[Any], aliases: Mapping[str, str]) -> Brief:
    """A brief that was kept, with everybody under one name."""
    brief = Brief._make(data)
    if aliases:
        size = len(Seat._fields)
        brief.flat[::size] = [resolve_name(aliases, name) for name in brief.names]
    return brief


@dataclass(frozen=True, slots=True)
class Head:
    """A group, without its results; `writes` is whether the link may write."""

    group: str
    name: str
    writes: bool
    seq: int
    expires: int


@dataclass(slots=True)
class Answer:
    """The answer to a device: the entries changed since its last request, how far its changes are stored, and their
    faults.

    `more` says that there are more entries after `seq`.
    """

    head: Head
    seq: int
    kept: int
    entries: Mapping[str, Cell]
    faults: list[Fault] = field(default_factory=list)
    changed: int = 0
    more: bool = False


@dataclass
class Book:
    """A group's scorebook as it stands: its results as they were kept, the newest first, and which names were
    joined.
    """

    head: Head
    kept: list[dict[str, Any]]
    aliases: dict[str, str]

    @cached_property
    def results(self) -> list[dict[str, Any]]:
        """The results, with everybody under one name."""
        names = {name: resolve_name(self.aliases, name) for name in self.aliases}
        return [_rename(one, names) for one in self.kept] if names else self.kept


@dataclass
class BookPage:
    """A page of a book: the book with those of its results that are shown, and the briefs of all."""

    book: Book
    briefs: list[Brief]
    chosen: list[Brief]
    page: int

    @property
    def pages(self) -> int:
        """The number of pages of the chosen results."""
        return -(-len(self.chosen) // PAGE_SIZE)

    @property
    def months(self) -> list[str]:
        """The months in which somebody played, the last first."""
        return sorted({one.date[:7] for one in self.briefs}, reverse=True)

    @property
    def names(self) -> list[str]:
        """Everybody who was named, those with the most results first."""
        counts = Counter(name for one in self.briefs for name in one.names if name)
        return sorted(counts, key=lambda name: (-counts[name], name))


def _rename(one: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A result with other names of its players."""
    players = one["result"]["players"]
    if not any(player["name"] in names for player in players):
        return one
    renamed = [player | {"name": names.get(player["name"], player["name"])} for player in players]
    return one | {"result": one["result"] | {"players": renamed}}
