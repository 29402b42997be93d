"""What the store of groups answers: a book as it stands, and what a device is told."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from scorers.model import Fault
from web.groups.results import is_named, resolve_name
from web.together.paths import Cell


class Request(NamedTuple):
    """A change as it comes in."""

    path: str
    value: Any
    n: int
    base: int
    age: float


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
    """What a device is told: the entries that changed since it last asked, how far its changes are kept, and what became of the others.

    `same` names, for each result that the book has under another id, that id. `more` says that there are more entries after `seq`.
    """

    head: Head
    seq: int
    kept: int
    entries: Mapping[str, Cell]
    faults: list[Fault] = field(default_factory=list)
    same: dict[str, str] = field(default_factory=dict)
    changed: int = 0
    more: bool = False


@dataclass
class Book:
    """A group's scorebook as it stands: its results as they were kept, the newest first, and which names were joined."""

    head: Head
    kept: list[dict[str, Any]]
    aliases: dict[str, str]

    @cached_property
    def results(self) -> list[dict[str, Any]]:
        """The results, with everybody under one name."""
        names = {name: resolve_name(self.aliases, name) for name in self.aliases}
        return [_rename(one, names) for one in self.kept] if names else self.kept

    @cached_property
    def names(self) -> list[str]:
        """Everybody who was named, those with the most results first."""
        counts = Counter(
            player["name"] for one in self.results for seat, player in enumerate(one["result"]["players"]) if is_named(one, seat)
        )
        return sorted(counts, key=lambda name: (-counts[name], name))


def _rename(one: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A result with other names of its players."""
    players = one["result"]["players"]
    if not any(player["name"] in names for player in players):
        return one
    renamed = [player | {"name": names.get(player["name"], player["name"])} for player in players]
    return one | {"result": one["result"] | {"players": renamed}}
