"""Lists of entries: of any length, or with one entry per seat."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from scorers.entries.base import Blank, EnteredNumber, Entry, LoadContext, Query, Where, first_value
from scorers.entries.numbers import Number, fold
from scorers.model import N_, Translate

_GAP = re.compile(r"[\s,;/+]+")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


class ItemWords(NamedTuple):
    """A form's words for the items of a list: the key for the `next` one, and the summary of `one` item or `many`."""

    next: N_ = N_("next number")
    one: N_ = N_("1 number: %(items)s")
    many: N_ = N_("%(count)s numbers: %(items)s")


NUMBERS = ItemWords()
"""Words for lists whose items have no special name."""


def list_items(
    declaration: Entry[Any], raw: object, most: int, path: str, context: LoadContext
) -> Iterator[tuple[str, object]]:
    """Yield the items of a JSON list, up to a limit, with their paths; trailing blanks are ignored."""
    if not isinstance(raw, list):
        context.add(path, "type", N_("%(label)s must be a list"), label=declaration.label)
        return
    length = len(raw)
    while length > most and raw[length - 1] is None:
        length -= 1
    if length > most:
        context.add(path, "too_many", N_("No more than %(high)s: %(label)s"), label=declaration.label, high=most)
    for i, item in enumerate(raw[: min(length, most)]):
        yield f"{path}.{i}", item


def replace_item(items: tuple[Any, ...], at: int, item: object) -> tuple[Any, ...]:
    """Return the items with one of them replaced."""
    return (*items[:at], item, *items[at + 1 :])


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryList(Entry[tuple[Any, ...]]):
    """A list of at most `most` entries like `item`. Blanks are dropped; a blank choice is its first option."""

    item: Entry[Any]
    most: int
    words: ItemWords = NUMBERS

    @property
    def empty(self) -> tuple[Any, ...]:
        """No items."""
        return ()

    def load(self, raw: object, path: str, context: LoadContext) -> tuple[Any, ...]:
        """The items in order."""
        items = list_items(self, raw, self.most, path, context)
        values = [self.item.empty if item is None else self._load_item(item, at, context) for at, item in items]
        return tuple(value for value in values if value is not None)

    def _load_item(self, raw: object, path: str, context: LoadContext) -> Any:
        """Load an item; an invalid one becomes the lowest value, so that the list keeps its length."""
        value = self.item.load(raw, path, context)
        return self.item.low if value is None and isinstance(self.item, Number) else value

    def schema(self, translate: Translate) -> dict[str, Any]:
        """A list of items."""
        return {"type": "array", "items": self.item.described_schema(translate), "maxItems": self.most}

    def entered_numbers(self, value: Any, path: str, seat: int | None) -> Iterator[EnteredNumber]:
        """Yield the numbers among the items."""
        for i, item in enumerate(value):
            for found in self.item.entered_numbers(item, f"{path}.{i}", seat):
                yield found.within(partial(replace_item, value, i))

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read numbers separated by blanks, commas, + or similar; they are not summed.

        >>> lakes = EntryList(label=N_("Lakes"), item=Number(label=N_("Lake")), most=9)
        >>> lakes.read_query({"lakes": ["4+2 + 1"]}, "lakes", 2), lakes.read_query({"lakes": ["4-2"]}, "lakes", 2)
        ([4, 2, 1], ['4-2'])
        """
        text = fold(first_value(query, name))
        return [int(word) if _WHOLE.fullmatch(word) else word for word in _GAP.split(text) if word] or None

    def write_query(self, value: tuple[Any, ...], name: str) -> Iterator[tuple[str, str]]:
        """Write the items separated by blanks."""
        yield name, " ".join(str(item) for item in value)


@dataclass(frozen=True, slots=True, kw_only=True)
class PerSeat(Entry[tuple[Any, ...]]):
    """One entry like `item` for each seat, with blanks; empty if all are blank."""

    item: Entry[Any]

    @property
    def empty(self) -> tuple[Any, ...]:
        """Nothing was entered for any seat."""
        return ()

    @property
    def is_number(self) -> bool:
        """Whether its blanks are numbers, as those of its items are."""
        return self.item.is_number

    @property
    def has_blank(self) -> bool:
        """Its blanks are no answers."""
        return True

    def load(self, raw: object, path: str, context: LoadContext) -> tuple[Any, ...]:
        """Load a list by seat; trailing seats may be omitted."""
        items = list_items(self, raw, context.seats, path, context)
        values = [None if item is None else self.item.load(item, at, context) for at, item in items]
        return (
            tuple(values + [None] * (context.seats - len(values))) if any(value is not None for value in values) else ()
        )

    def schema(self, translate: Translate) -> dict[str, Any]:
        """A list by seat."""
        return {"type": "array", "items": self.item.described_schema(translate)}

    def blanks(self, value: Any, path: str, seat: int | None, seats: int) -> Iterator[Blank]:
        """Yield the blanks of each seat."""
        for own_seat, item in enumerate(value or (None,) * seats):
            yield from self.item.blanks(item, f"{path}.{own_seat}", own_seat, seats)

    def entered_numbers(self, value: Any, path: str, seat: int | None) -> Iterator[EnteredNumber]:
        """Yield the numbers of all seats."""
        for own_seat, item in enumerate(value):
            for found in self.item.entered_numbers(item, f"{path}.{own_seat}", own_seat):
                yield found.within(partial(replace_item, value, own_seat))

    def locate(self, steps: Sequence[str], seat: int | None) -> Where:
        """Resolve the seat in the path."""
        return Where(self.label, int(steps[0]) if steps and steps[0].isdigit() else seat)

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read an entry under `<name>.<seat>` for each seat."""
        cells = [self.item.read_query(query, f"{name}.{seat}", seats) for seat in range(seats)]
        return cells if any(cell is not None for cell in cells) else None

    def write_query(self, value: tuple[Any, ...], name: str) -> Iterator[tuple[str, str]]:
        """Write the entries that are not blank."""
        for seat, item in enumerate(value):
            if item is not None:
                yield from self.item.write_query(item, f"{name}.{seat}")
