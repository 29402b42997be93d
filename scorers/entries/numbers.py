"""Whole numbers: one, or one per key; and parsing of typed numbers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from scorers.entries.base import (
    MAX_NUMBER,
    Blank,
    Condition,
    EnteredNumber,
    Entry,
    LoadContext,
    Query,
    Where,
    always,
    first_value,
    whole,
)
from scorers.model import N_, Translate

_MAX_SUM_CHARACTERS = 60
_WIDE = (
    {0xFF10 + digit: str(digit) for digit in range(10)}
    | dict.fromkeys(map(ord, "＋﹢"), "+")
    | dict.fromkeys(map(ord, "－﹣−‐‑‒–—ーｰ"), "-")
    | dict.fromkeys(map(ord, "　、，；。｡"), " ")
    | {ord("／"): "/"}
)
"""Variants of digits, + - / and gaps that people type; ー stands where Japanese keyboards have the minus."""
_INVISIBLE = dict.fromkeys(
    code
    for first, last in (
        (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x180B, 0x180F), (0x200B, 0x200F),
        (0x202A, 0x202E),
        (0x2060, 0x206F), (0x20E3, 0x20E3), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0),
    )
    for code in range(first, last + 1)
)  # fmt: skip
"""Characters that come along when a number is pasted and cannot be seen; and the key around a digit that is an
emoji.
"""
_FOLD = _WIDE | _INVISIBLE


def fold(text: str) -> str:
    """Return a typed number with plain digits and signs, and without invisible characters.

    >>> fold("５ー２"), fold("\\u200b12\\ufeff"), fold("４；２")
    ('5-2', '12', '4 2')
    """
    return text.translate(_FOLD)


_SUM = re.compile(r"\s*[+-]?\s*[0-9]+(\s*[+-]\s*[0-9]+)*\s*")
_TERM = re.compile(r"[+-]?[0-9]+")
_UNFINISHED = re.compile(rf"({_SUM.pattern})[+-]\s*")


def parse_number(text: str) -> int | str:
    """Parse a whole number or a sum of them; anything else is returned unchanged, for the loader to refuse.

    >>> parse_number("１２"), parse_number(" 10 + 15-5 "), parse_number("²"), parse_number("1 2")
    (12, 20, '²', '1 2')
    """
    if len(text) > _MAX_SUM_CHARACTERS:
        return text
    plain = fold(text)
    if not _SUM.fullmatch(plain):
        return text
    return sum(int(term) for term in _TERM.findall("".join(plain.split())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Entry[int | None]):
    """A whole number. `faces` are the values printed for the levels from `low`.

    A `tie_input` is asked for only if it could settle a tie.

    With `only_highest`, a form asks only whether the highest level is reached. With `start`, a blank counts as this
    value, which every player starts with and a form shows as chosen. Above `unusual_above`, a form asks whether the
    number was meant. A `nominal` number names a thing, such as a card, so that one more or fewer has no meaning.
    `ask_if_blank` is a form's question about a blank that another player has filled, for numbers where a blank may not
    mean 0.
    """

    low: int = 0
    high: int = MAX_NUMBER
    faces: tuple[str, ...] = ()
    tie_input: bool = False
    only_highest: bool = False
    start: int | None = None
    unusual_above: int | None = None
    nominal: bool = False
    ask_if_blank: N_ = N_()

    @property
    def is_number(self) -> bool:
        """Its blank is a number."""
        return True

    @property
    def can_ask(self) -> bool:
        """Whether a form may ask about the entered number."""
        return self.unusual_above is not None or bool(self.ask_if_blank)

    @property
    def empty(self) -> int | None:
        """A blank."""
        return None

    def load(self, raw: object, path: str, context: LoadContext) -> int | None:
        """A number within the bounds."""
        raw = whole(raw)
        if type(raw) is not int:
            if isinstance(raw, str) and len(raw) <= _MAX_SUM_CHARACTERS and _UNFINISHED.fullmatch(fold(raw)):
                context.add(path, "type", N_("%(text)s is not finished: add the next number."), text=raw.strip())
                return None
            context.add(path, "type", N_("%(label)s must be a whole number"), label=self.label)
        elif raw < self.low:
            context.add(path, "too_few", N_("%(label)s must be %(low)s or more"), label=self.label, low=self.low)
        elif raw > self.high:
            context.add(path, "too_many", N_("%(label)s must be %(high)s or fewer"), label=self.label, high=self.high)
        else:
            return raw
        return None

    def schema(self, translate: Translate) -> dict[str, Any]:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def blanks(self, value: Any, path: str, seat: int | None, seats: int) -> Iterator[Blank]:
        """Yield the number itself if nobody entered it."""
        if value is None and not self.tie_input and not self.optional:
            yield Blank(path, seat)

    def entered_numbers(self, value: Any, path: str, seat: int | None) -> Iterator[EnteredNumber]:
        """Yield the number itself, unless it is nominal."""
        if value is not None and not self.nominal:
            yield EnteredNumber(path, seat, value, self.low, self.high, self.tie_input, lambda number: number)

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read a number or a sum."""
        text = first_value(query, name)
        return parse_number(text) if fold(text).strip() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Entry[Mapping[str, int | None]]):
    """A number for each of `keys` (key -> label), up to `high` or to the key's own bound in `highs`."""

    keys: Mapping[str, N_]
    low: int = 0
    high: int = MAX_NUMBER
    highs: Mapping[str, int] = field(default_factory=dict)

    @property
    def empty(self) -> Mapping[str, int | None]:
        """A blank for each key."""
        return dict.fromkeys(self.keys)

    @property
    def is_number(self) -> bool:
        """Its blanks are numbers."""
        return True

    @property
    def has_blank(self) -> bool:
        """Its blanks are no answers."""
        return True

    def number(self, key: str) -> Number:
        """Return the entry for one of the numbers."""
        return Number(label=self.keys[key], low=self.low, high=self.highs.get(key, self.high))

    def load(self, raw: object, path: str, context: LoadContext) -> Mapping[str, int | None]:
        """An object of numbers."""
        counts = dict(self.empty)
        for key, item in object_items(self, raw, path, context):
            if key in self.keys:
                counts[key] = self.number(key).load(item, f"{path}.{key}", context)
            else:
                context.add_unknown(f"{path}.", key)
        return counts

    def schema(self, translate: Translate) -> dict[str, Any]:
        """An object with a number for each key."""
        properties = {key: self.number(key).described_schema(translate) for key in self.keys}
        return {"type": "object", "properties": properties, "additionalProperties": False}

    def blanks(self, value: Any, path: str, seat: int | None, seats: int) -> Iterator[Blank]:
        """Yield each number that nobody entered."""
        for key in self.keys:
            if value.get(key) is None:
                yield Blank(f"{path}.{key}", seat)

    def entered_numbers(self, value: Any, path: str, seat: int | None) -> Iterator[EnteredNumber]:
        """Yield each number that is filled in."""
        for key in self.keys:
            for found in self.number(key).entered_numbers(value.get(key), f"{path}.{key}", seat):
                yield found.within(partial(_with_key, value, key))

    def locate(self, steps: Sequence[str], seat: int | None) -> Where:
        """Return the number's own label."""
        return Where(self.keys.get(steps[0], self.label) if steps else self.label, seat)

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read a number under `<name>.<key>` for each key."""
        numbers = {key: self.number(key).read_query(query, f"{name}.{key}", seats) for key in self.keys}
        return {key: value for key, value in numbers.items() if value is not None} or None

    def write_query(self, value: Mapping[str, int | None], name: str) -> Iterator[tuple[str, str]]:
        """Write the numbers that are not blank."""
        return ((f"{name}.{key}", str(number)) for key, number in value.items() if number is not None)


MAX_HOUSE_POINTS = 40
"""Upper limit of a house rule's points, twice the highest printed value."""


class HouseValue(NamedTuple):
    """The printed value of a scoring item that a house rule may change, if the options of the sheet score it."""

    label: N_
    printed: int
    asked_if: Condition = always


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseValues(Counts):
    """House rules: other values for scoring items. Blank means as printed.

    The printed value itself is loaded as blank.
    """

    values: Mapping[str, HouseValue]

    def load(self, raw: object, path: str, context: LoadContext) -> Mapping[str, int | None]:
        """Load an object of numbers."""
        points = Counts.load(self, raw, path, context)
        return {key: None if number == self.values[key].printed else number for key, number in points.items()}

    def blanks(self, value: Any, path: str, seat: int | None, seats: int) -> Iterator[Blank]:
        """Yield nothing: a blank is as printed."""
        yield from ()

    def entered_numbers(self, value: Any, path: str, seat: int | None) -> Iterator[EnteredNumber]:
        """Yield nothing: a rule is no number that somebody counted."""
        yield from ()


def _with_key(values: Mapping[str, int | None], key: str, number: int) -> Mapping[str, int | None]:
    return {**values, key: number}


def object_items(declaration: Entry[Any], raw: object, path: str, context: LoadContext) -> Iterator[tuple[str, object]]:
    """Yield the non-blank items of a JSON object; anything else is a fault."""
    if isinstance(raw, dict):
        yield from ((key, value) for key, value in raw.items() if value is not None)
    else:
        context.add(path, "type", N_("%(label)s must be an object"), label=declaration.label)
