"""Answers of the store of shared sheets."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorers.model import AnyGame, Fault
from scorers.service import dumps
from web.sync.links import Link
from web.together.cells import Cell, build_sheet, count_records, view_fields, view_paths
from web.together.merge import Entry, LogRow


@dataclass(slots=True)
class Answer:
    """The answer to a device: the cells changed since its last request, how far its changes are stored, and their
    faults.
    """

    game: AnyGame
    seq: int
    kept: int = 0
    cells: dict[str, Cell] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    lost: list[LogRow] = field(default_factory=list)

    @property
    def entries(self) -> dict[str, Cell]:
        """The changed cells by path of the sheet's JSON."""
        return view_paths(self.game, self.cells, self.changed)

    @property
    def fields(self) -> dict[str, Cell]:
        """The changed cells by field of the form."""
        return view_fields(self.game, self.cells, self.changed)


@dataclass
class Shared:
    """A shared sheet as it stands."""

    id: str
    game: AnyGame
    seats: int
    seq: int
    expires: int
    cells: dict[str, Cell]
    devices: Mapping[str, int] = field(default_factory=dict)
    """When each device was last heard of, in seconds since 1970."""
    invited_until: int = 0
    group: Link | None = None
    """The group in whose scorebook the result is kept."""

    @cached_property
    def sheet(self) -> dict[str, Any]:
        """The sheet in the shape of scoring."""
        return build_sheet(self.game, {path: cell.value for path, cell in self.cells.items()}, self.seats)

    @cached_property
    def fields(self) -> dict[str, Cell]:
        """All fields that anybody filled or cleared, by name, with their texts."""
        return view_fields(self.game, self.cells, self.cells)

    @property
    def states(self) -> dict[str, Cell]:
        """The fields about the table itself that are not cleared: who sits where, who is done."""
        return {name: cell for name, cell in self.fields.items() if name.startswith("@") and cell.value}

    @property
    def query(self) -> MultiDict[str, str]:
        """The fields as a page's form reads them."""
        pairs = [
            (name, text)
            for name, cell in self.fields.items()
            if not name.startswith("@") and name != "n"
            for text in cell.value
        ]
        return MultiDict([("n", str(self.seats)), *pairs, *count_records(self.game, self.sheet)])


class Past(NamedTuple):
    """A change of the past, by the field that it was made to."""

    field: str
    values: list[str]
    seq: int
    device: str
    typed: float
    stands: bool


class Invitation(NamedTuple):
    """A code for phones that cannot scan, and until when it is valid."""

    code: str
    expires: int


def as_cells(standing: Mapping[str, Entry]) -> dict[str, Cell]:
    """Return stored entries as cells, with their values decoded."""
    return {path: Cell(load_value(entry.value), entry.seq, entry.device) for path, entry in standing.items()}


def dump_value(value: Any) -> str | None:
    """A value as it is kept."""
    return None if value is None else dumps(value)


def load_value(text: str | None) -> Any:
    """A value that was kept."""
    return None if text is None else json.loads(text)
