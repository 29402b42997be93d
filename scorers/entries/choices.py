"""Choices: yes or no, one option, several options, and items that have one owner at a time."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorers.entries.base import Entry, LoadContext, Query, Where, first_value, whole
from scorers.entries.lists import list_items
from scorers.entries.numbers import object_items, parse_number
from scorers.model import N_, Translate

_OWNER = re.compile(r"(\d{1,2})(.*)", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Boolean(Entry[bool]):
    """Yes or no; no if nothing is entered."""

    @property
    def empty(self) -> bool:
        """No."""
        return False

    def load(self, raw: object, path: str, context: LoadContext) -> bool:
        """Load true or false; numbers are refused."""
        if isinstance(raw, bool):
            return raw
        context.add(path, "type", N_("%(label)s must be true or false"), label=self.label)
        return False

    def schema(self, translate: Translate) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean", "default": False}

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read anything but 0 and a blank as yes."""
        return True if first_value(query, name) not in ("", "0") else None

    def write_query(self, value: bool, name: str) -> Iterator[tuple[str, str]]:  # noqa: FBT001  the value of the entry
        """Write yes as 1."""
        yield name, "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Entry[Any]):
    """One of `options` (value -> label), by default the first. `alias` maps other spellings to values.

    With `unset`, the default is None, shown with this label. `short` has short labels for the summary of a sheet's
    options, which omits a default without one. `conditions` say what holds under each value, as the end of a sentence:
    "Bo wins if blocks of fallow fields may overlap".
    """

    options: Mapping[Any, N_]
    short: Mapping[Any, N_] = field(default_factory=dict)
    alias: Mapping[Any, Any] = field(default_factory=dict)
    unset: N_ = N_()
    conditions: Mapping[Any, N_] = field(default_factory=dict)

    @property
    def empty(self) -> Any:
        """The first option, or None with `unset`."""
        return None if self.unset else next(iter(self.options))

    @property
    def numeric(self) -> bool:
        """Whether the options are numbers rather than text."""
        return type(next(iter(self.options))) is int

    def load(self, raw: object, path: str, context: LoadContext) -> Any:
        """One of the options."""
        raw = whole(raw)
        if type(raw) is not (int if self.numeric else str):
            message = N_("%(label)s must be a whole number") if self.numeric else N_("%(label)s must be text")
            context.add(path, "type", message, label=self.label)
            return self.empty
        value = self.alias.get(raw, raw)
        if value not in self.options:
            labels = tuple(self.options.values())
            context.add(
                path, "choice", N_("%(label)s must be one of these: %(options)s"), label=self.label, options=labels
            )
            return self.empty
        return value

    def schema(self, translate: Translate) -> dict[str, Any]:
        """One of the values, each with its label."""
        options = [
            *_label_options(self.options, translate),
            *({"const": value} for value in self.alias),
            {"type": "null"},
        ]
        return {"default": self.empty, "oneOf": options}

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """One of the values."""
        text = first_value(query, name)
        return (parse_number(text) if self.numeric else text) if text else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipleChoice(Entry[tuple[Any, ...]]):
    """Distinct values out of `options` (value -> label), at most `most`. With `one_owner`, each value belongs to one
    player at a time.
    """

    options: Mapping[Any, N_]
    most: int
    one_owner: bool = False

    @property
    def empty(self) -> tuple[Any, ...]:
        """None of them."""
        return ()

    def load(self, raw: object, path: str, context: LoadContext) -> tuple[Any, ...]:
        """A list of distinct options."""
        one = Choice(label=self.label, options=self.options)
        values: list[Any] = []
        for at, item in list_items(self, raw, self.most, path, context):
            if item is None:
                continue
            before = len(context.faults)
            value = one.load(item, at, context)
            if len(context.faults) > before:
                continue
            if value in values:
                context.add(
                    at,
                    "impossible",
                    N_("%(label)s: %(value)s appears twice"),
                    label=self.label,
                    value=self.options[value],
                )
            else:
                values.append(value)
        return tuple(value for value in self.options if value in values)

    def schema(self, translate: Translate) -> dict[str, Any]:
        """A list of values."""
        return {
            "type": "array",
            "maxItems": self.most,
            "items": {"oneOf": [*_label_options(self.options, translate), {"type": "null"}]},
        }

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read all values of the name."""
        return [value for value in query.get(name, ()) if value] or None

    def write_query(self, value: tuple[Any, ...], name: str) -> Iterator[tuple[str, str]]:
        """Write each value under the same name."""
        return ((name, str(key)) for key in value)

    def read_seats_query(self, query: Query, name: str, seats: int) -> list[Any]:
        """Read values with one owner by item: `coellen.7=0`."""
        if not self.one_owner:
            return Entry.read_seats_query(self, query, name, seats)
        by_seat: list[list[Any]] = [[] for _ in range(seats)]
        for key in self.options:
            if owner := read_owner(query, f"{name}.{key}", seats):
                seat, _ = owner
                by_seat[seat].append(key)
        return [keys or None for keys in by_seat]

    def write_seats_query(self, values: Sequence[tuple[Any, ...]], name: str) -> Iterator[tuple[str, str]]:
        """Write the owner's seat of each item."""
        if not self.one_owner:
            yield from Entry.write_seats_query(self, values, name)
            return
        for seat, value in enumerate(values):
            yield from ((f"{name}.{key}", str(seat)) for key in value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings(Entry[Mapping[str, str]]):
    """The items out of `keys` (key -> label) that a player has, each in one of the states `options`.

    Each item has one owner.

    `counts` is the number of its owner that an item scores (key -> path within the player), which a form asks for next
    to the item; `wilds` are further numbers that may add to those of some items (entry -> keys), which a form asks for
    once one of these has an owner. `helps` are the help texts of items that need their own. `worth` is what an item
    pays in each state (key -> state -> text), which a form shows on the item.
    """

    keys: Mapping[str, N_]
    options: Mapping[str, N_]
    counts: Mapping[str, str] = field(default_factory=dict)
    wilds: Mapping[str, Collection[str]] = field(default_factory=dict)
    helps: Mapping[str, N_] = field(default_factory=dict)
    worth: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def empty(self) -> Mapping[str, str]:
        """Nothing."""
        return {}

    def entries_beside(self, owned: Collection[str]) -> set[str]:
        """Return the entries of a player that have no row of their own if these items have owners."""
        beside = {path.partition(".")[0] for path in self.counts.values()}
        return beside | {name for name, keys in self.wilds.items() if not set(keys).intersection(owned)}

    def load(self, raw: object, path: str, context: LoadContext) -> Mapping[str, str]:
        """An object: key -> state."""
        states = {}
        for key, item in object_items(self, raw, path, context):
            if key not in self.keys:
                context.add_unknown(f"{path}.", key)
                continue
            before = len(context.faults)
            value = Choice(label=self.keys[key], options=self.options).load(item, f"{path}.{key}", context)
            if len(context.faults) == before:
                states[key] = value
        return {key: states[key] for key in self.keys if key in states}

    def schema(self, translate: Translate) -> dict[str, Any]:
        """An object with a state for each key."""
        states = {"enum": [*self.options, None]}
        properties = {key: {"title": translate(label), **states} for key, label in self.keys.items()}
        for key, text in self.helps.items():
            properties[key]["description"] = translate(text)
        return {"type": "object", "properties": properties, "additionalProperties": False}

    def locate(self, steps: Sequence[str], seat: int | None) -> Where:
        """Return the item's own label."""
        return Where(self.keys.get(steps[0], self.label) if steps else self.label, seat)

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read a state under `<name>.<key>` for each key."""
        states = {key: first_value(query, f"{name}.{key}") for key in self.keys}
        return {key: state for key, state in states.items() if state} or None

    def write_query(self, value: Mapping[str, str], name: str) -> Iterator[tuple[str, str]]:
        """Write the state of each item."""
        return ((f"{name}.{key}", state) for key, state in value.items())

    def read_seats_query(self, query: Query, name: str, seats: int) -> list[Any]:
        """Read seat and state by item: `bonus.military=1gold`."""
        by_seat: list[dict[str, str]] = [{} for _ in range(seats)]
        for key in self.keys:
            if owner := read_owner(query, f"{name}.{key}", seats):
                seat, state = owner
                by_seat[seat][key] = state
        return [states or None for states in by_seat]

    def write_seats_query(self, values: Sequence[Mapping[str, str]], name: str) -> Iterator[tuple[str, str]]:
        """Write each item's owner and state."""
        for seat, value in enumerate(values):
            yield from ((f"{name}.{key}", f"{seat}{state}") for key, state in value.items())


def read_owner(query: Query, name: str, seats: int) -> tuple[int, str] | None:
    """Return the seat of an item's owner and the text that follows it; None if no player has the item."""
    match = _OWNER.fullmatch(first_value(query, name))
    return (int(match[1]), match[2]) if match and int(match[1]) < seats else None


def _label_options(options: Mapping[Any, N_], translate: Translate) -> list[dict[str, Any]]:
    return [{"const": value, "title": translate(label)} for value, label in options.items()]
