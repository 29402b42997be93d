"""The words that every room shares: what a score is made of, and how a table is ranked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Translate = Callable[[str], str]


class N_(str):  # noqa: N801  the name that gettext's tools look for
    """A text to be translated when it is shown: marked where it is written, translated where it is read.

    >>> N_("Lakes") == "Lakes"
    True
    """

    __slots__ = ()


def say(text: str, values: Mapping[str, object], translate: Translate = str) -> str:
    """Translate a marked text and fill its `%(name)s` places; marked values are translated too, several joined as the language does.

    >>> say(N_("%(label)s must be %(high)s or fewer"), {"label": N_("Lakes"), "high": 3})
    'Lakes must be 3 or fewer'
    >>> say(N_("%(names)s share the win"), {"names": ("Ann", "Bo")})
    'Ann, Bo share the win'
    """
    said = translate(text) if isinstance(text, N_) else text
    filled = {key: _said(value, translate) for key, value in values.items()}
    return said % filled if filled else said


def _said(value: object, translate: Translate) -> object:
    if isinstance(value, tuple):
        return translate(N_(", ")).join(str(_said(each, translate)) for each in value)
    return translate(value) if isinstance(value, N_) else value


@dataclass(frozen=True, slots=True)
class Game:
    """What a game is called, its number at BoardGameGeek, and its score lines (key -> label) in the rulebook's order.

    `bgg` is the number in the address of its page there, None where it was not found. `decisions` says how first place was settled
    (`decided_by` -> a sentence with places for the winner's name and points).
    """

    slug: str
    title: N_
    bgg: int | None
    designer: str
    year: int
    lines: Mapping[str, N_]
    decisions: Mapping[str, N_] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that cannot be: `path` is dotted as in the sheet's JSON, `code` one word, `message` a marked text."""

    path: str
    code: str
    message: N_
    values: Mapping[str, object] = field(default_factory=dict)

    def as_json(self, translate: Translate = str) -> dict[str, str]:
        return {"path": self.path, "code": self.code, "message": say(self.message, self.values, translate)}


@dataclass(frozen=True, slots=True)
class Part:
    """A share of a line that comes from one place on the table; `at` holds the ids of its places."""

    points: int
    working: str
    at: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {"points": self.points, "working": self.working, "at": list(self.at)}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score pad. `working` is arithmetic without words; `parts`, where there are any, add up to `points`."""

    key: str
    points: int
    working: str
    parts: tuple[Part, ...] | None = None

    @property
    def rule(self) -> str:
        """The heading of the rules page that this line follows."""
        return "scoring-" + self.key.replace("_", "-")


def each(key: str, points: int, count: int | None) -> Line:
    """A line that pays so many points for each thing counted; without working where nothing was typed.

    >>> each("forest", 2, 10).working, each("forest", 2, None).working
    ('2 × 10', '')
    """
    return Line(key, 0, "") if count is None else Line(key, points * count, f"{points} × {count}")


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's column of the score pad."""

    name: str
    lines: tuple[Line, ...]
    rank: int

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Result:
    """A scored table: `winners` are seats from 0; `blank` and `asks` are paths of entries."""

    game: Game
    players: tuple[Tally, ...]
    winners: tuple[int, ...]
    decided_by: str
    blank: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()

    def as_json(self, translate: Translate = str) -> dict[str, Any]:
        """The result in the shape that every entrance answers with."""
        labels = {key: translate(label) for key, label in self.game.lines.items()}
        return {
            "game": self.game.slug,
            "players": [
                {"name": p.name, "total": p.total, "rank": p.rank, "lines": [_line(line, labels) for line in p.lines]} for p in self.players
            ],
            "winners": list(self.winners),
            "decided_by": self.decided_by,
            "blank": list(self.blank),
            "asks": list(self.asks),
        }


def _line(line: Line, labels: Mapping[str, str]) -> dict[str, Any]:
    said = {"key": line.key, "label": labels[line.key], "points": line.points, "working": line.working, "rule": line.rule}
    return said if line.parts is None else {**said, "parts": [p.as_json() for p in line.parts]}


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A step that parts players level on points: the larger of `values` (one a seat) is ahead.

    `entries` are, by seat, the paths still blank that the value would need; a seat with any cannot be compared.
    """

    key: str
    values: Sequence[int]
    entries: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Variant:
    """A named way to score: `options` are sheet entries that replace the sheet's own."""

    key: str
    label: N_
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that a room answers beside scores: `reply` takes and gives JSON data as the two schemas say, or `{"faults": […]}`."""

    reply: Callable[[Mapping[str, Any], Translate], dict[str, Any]]
    question: Mapping[str, Any]
    answer: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: `sheet` in JSON's shape, `totals` by seat, and the `source` that says so."""

    title: N_
    source: str
    sheet: Mapping[str, Any]
    totals: tuple[int, ...]


def settle(
    game: Game, names: Sequence[str], lines: Sequence[Sequence[Line]], blank: Sequence[str], tie_breaks: Sequence[TieBreak] = ()
) -> Result:
    """Rank the table by total, then tie-break by tie-break; who is still level shares the place.

    A tie-break is not applied to players of whom one left it blank: they stay tied, and for first place `asks` names the entries.
    """
    by_total: dict[int, list[int]] = {}
    for seat, column in enumerate(lines):
        by_total.setdefault(sum(line.points for line in column), []).append(seat)
    places: list[list[int]] = []
    asks: list[str] = []
    decided_by = "shared"
    for total in sorted(by_total, reverse=True):
        for level, by in _part_level(by_total[total], tie_breaks):
            if not places:
                decided_by = ("total" if by is None else by) if len(level) == 1 else "shared"
                asks = _asked(level, tie_breaks)
            places.append(level)
    ranks: dict[int, int] = {}
    for level in places:
        ranks |= dict.fromkeys(level, len(ranks) + 1)
    ranked = tuple(Tally(name, tuple(column), ranks[seat]) for seat, (name, column) in enumerate(zip(names, lines, strict=True)))
    still = [path for path in asks if path not in blank]
    return Result(game, ranked, tuple(places[0]), decided_by, (*blank, *still), tuple(asks))


def _part_level(seats: list[int], steps: Sequence[TieBreak], by: str | None = None) -> Iterator[tuple[list[int], str | None]]:
    """Split players who are level, best first; with each group goes the step that parted it from the others."""
    if len(seats) == 1 or not steps or any(steps[0].entries[seat] for seat in seats):
        yield sorted(seats), by
        return
    step, groups = steps[0], dict[int, list[int]]()
    for seat in seats:
        groups.setdefault(step.values[seat], []).append(seat)
    for value in sorted(groups, reverse=True):
        yield from _part_level(groups[value], steps[1:], step.key if len(groups) > 1 else by)


def _asked(level: list[int], steps: Sequence[TieBreak]) -> list[str]:
    """What the first step that could not be applied to these players would need."""
    if len(level) == 1:
        return []
    for step in steps:
        missing = [path for seat in level for path in step.entries[seat]]
        if missing:
            return missing
    return []
