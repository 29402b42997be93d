"""What a device asks of the store and what the store answers, and the same as JSON and as events."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from scorers.model import Fault
from web.sync.limits import MAX_ANSWER_BYTES
from web.sync.merge import LogRow, Value


class Incoming(NamedTuple):
    """A change as a request has it, before it is checked."""

    name: str
    value: Any
    n: int
    base: int = 0
    age: float = 0.0


class Refused(NamedTuple):
    """A change that is not taken, and why."""

    n: int
    name: str
    fault: Fault


@dataclass(slots=True)
class Request:
    """What a device asks, and what it knows: `since` and `mark` come from one answer.

    `device` is two secrets with a dot between, of the phone and of one page of it; it is empty where nobody changes
    anything.
    """

    device: str
    since: int = 0
    mark: str = ""
    who: str = ""

    @property
    def head(self) -> int:
        """The `seq` in the mark: that of the document, which is beyond `since` until all pages are read."""
        head = self.mark.partition(".")[0]
        return int(head) if head.isascii() and head.isdecimal() and len(head) < 19 else 0

    @property
    def phone(self) -> str:
        """The secret of the phone, by which it is the same in all its pages."""
        return self.device.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Head:
    """A document without its values; `writes` is whether the link that found it may write."""

    id: str
    kind: str
    about: Mapping[str, Any]
    seq: int
    mark: str
    created: int
    expires: int
    writes: bool


@dataclass(slots=True)
class Answer:
    """The values that changed after `start` and up to `seq`, and how far the device's changes are kept.

    `start` is lower than what the device asked for where its history is not the server's. `more` says that there are
    values after `seq`. `you` is the phone's handle, `same` the names of values that others are like.
    """

    start: int
    seq: int
    mark: str
    values: Mapping[str, Value]
    now: float
    kept: int = 0
    you: str = ""
    refused: list[Refused] = field(default_factory=list)
    lost: list[LogRow] = field(default_factory=list)
    same: dict[str, str] = field(default_factory=dict)
    more: bool = False
    stands: int = 0
    """How many of the device's changes have come to stand."""
    head: Head | None = None
    start_mark: str = ""
    """The mark at `start`, if this is what one transaction changed; another history has another at the same `seq`."""

    def write(self, faults: Iterable[Mapping[str, Any]] = (), **others: Any) -> str:
        """Return it as JSON; values are JSON already."""
        values = ",".join(_write_value(name, value, self.now) for name, value in self.values.items())
        lost = ",".join(
            f'{{"name":{json.dumps(one.name)},"value":{one.value or "null"},"seq":{one.seq}}}' for one in self.lost
        )
        rest = {"kept": self.kept, "you": self.you, "faults": list(faults), "more": self.more, **others}
        rest |= {"same": self.same} if self.same else {}
        head = f'{{"from":{self.start},"seq":{self.seq},"mark":"{self.mark}"'
        return f'{head},"values":{{{values}}},"lost":[{lost}],{json.dumps(rest, ensure_ascii=False)[1:]}'

    def write_event(self) -> bytes:
        """Return it as a server-sent event, whose id says all that its reader knows then."""
        return f"id: {self.seq}-{self.mark}\ndata: {self.write()}\n\n".encode()


def read_event_id(text: str) -> tuple[int, str]:
    """Return the `seq` and the mark in an event's id, 0 and no mark for anything else."""
    seq, _, mark = text.partition("-")
    return (int(seq), mark) if seq.isascii() and seq.isdecimal() and len(seq) < 17 else (0, "")


def write_mark(seq: int, mark: str) -> str:
    """Return what a device sends back, by which its history is recognised.

    It names the `seq` of the document, not of the page: a page has no values that were replaced after it.
    """
    return f"{seq}.{mark}"


def _write_value(name: str, one: Value, now: float) -> str:
    age = max(0, round(now - one.typed, 1))
    facts = f'"value":{one.value or "null"},"seq":{one.seq},"device":"{one.device}","age":{age}'
    return f"{json.dumps(name, ensure_ascii=False)}:{{{facts}}}"


def cut_page(values: Mapping[str, Value], since: int, seq: int, most: int) -> tuple[dict[str, Value], int, bool]:
    """Return the values after `since` that fit into one answer, the `seq` that they reach, and whether there are
    more.
    """
    page: dict[str, Value] = {}
    size = 0
    for name, value in sorted(values.items(), key=lambda item: item[1].seq):
        if value.seq <= since:
            continue
        size += len(value.value.encode()) if value.value else 0
        if page and (len(page) >= most or size > MAX_ANSWER_BYTES):
            return page, max(one.seq for one in page.values()), True
        page[name] = value
    return page, seq, False


Row = TypeVar("Row")


class Page(list[Row]):
    """Rows that fit into one answer, and where the next page begins, None if there is none."""

    next: Any = None


def cut_rows(
    rows: Iterable[Row], most: int, text_of: Callable[[Row], str | None], key: Callable[[Row], Any]
) -> Page[Row]:
    """Return the rows that fit into one answer, at least one; by the key of the last one more are asked for."""
    page: Page[Row] = Page()
    size = 0
    for row in rows:
        size += len((text_of(row) or "").encode())
        if page and (len(page) >= most or size > MAX_ANSWER_BYTES):
            page.next = key(page[-1])
            break
        page.append(row)
    return page


class Notice(NamedTuple):
    """What a phone tells the others at a document: an event's name, the phone's handle, and where."""

    document_id: str
    event: str
    device: str
    name: str = ""

    def write_event(self) -> bytes:
        """Return it as a server-sent event, which has no id."""
        return f"event: {self.event}\ndata: {json.dumps({'device': self.device, 'name': self.name})}\n\n".encode()
