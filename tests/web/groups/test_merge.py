"""The Hypothesis machine of groups: phones keep, correct and delete results while messages are lost, repeated, late or reordered."""

from typing import Any

import pytest
from books import make_id, make_result
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from phones import PhoneMachine, run_machine
from table import Clock

from web.groups.store.merging import likeness
from web.groups.store.store import Store
from web.together.entrance import Request

READER = "a-reader-0123456789"
NUMBERS = st.integers(1, 4)
DOUBLES = {3: 1}
"""Result 3 is the same game as result 1, under another id."""


def value_of(number: int, note: str) -> dict[str, Any]:
    """Return a result."""
    return make_result(DOUBLES.get(number, number), note) | {"id": make_id(number)}


class GroupMachine(PhoneMachine):
    """A group's phones, its server, and the network between them."""

    books: Store
    clock: Clock

    @initialize(count=st.integers(2, 3))
    def start(self, count: int) -> None:
        self.link = self.books.create("Friday", "192.0.2.1").write
        self.add_phones(count)
        self.stored: dict[str, Any] = {}
        self.last_values: dict[str, Any] = {}
        self.settled: dict[str, int] = {}
        self.forms = 0
        self.read_book()

    def read_clock(self) -> float:
        """Return the server's time."""
        return self.clock.now

    def read_book(self) -> None:
        """Read the whole scorebook, and note the last value of each result, which a restore brings back."""
        since, self.stored = 0, {}
        while True:
            answer = self.books.sync(self.link, READER, since, [])
            self.stored |= {path: cell.value for path, cell in answer.entries.items()}
            since = answer.seq
            if not answer.more:
                break
        self.seq = since
        self.last_values |= {path: value for path, value in self.stored.items() if value is not None}

    @rule(data=st.data(), number=NUMBERS, note=st.sampled_from("abc"))
    def keep_or_correct(self, data: st.DataObject, number: int, note: str) -> None:
        phone = self.draw_phone(data)
        phone.type(make_id(number), value_of(number, note), self.clock_of(phone))

    @rule(data=st.data(), number=NUMBERS)
    def delete(self, data: st.DataObject, number: int) -> None:
        """Delete a result that the phone shows."""
        phone = self.draw_phone(data)
        if make_id(number) in phone.shown:
            phone.type(make_id(number), None, self.clock_of(phone))

    @rule(data=st.data(), other=st.sampled_from(["Bo", "Cleo", None]))
    def join_or_part_names(self, data: st.DataObject, other: str | None) -> None:
        phone = self.draw_phone(data)
        phone.type("@is.Ann", other, self.clock_of(phone))

    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        """Restore a result on a page of the server: it has its last value, unless another id has the same game by now."""
        deleted = {one.value["id"]: one.value for one in self.books.deleted(self.link)}
        assert deleted == {
            path: self.last_values[path] for path, value in self.stored.items() if value is None and path[0] != "@"
        }
        if not deleted:
            return
        path = data.draw(st.sampled_from(sorted(deleted)))
        standing = {likeness(value) for value in self.stored.values()} - {None}
        self.forms += 1
        self.books.change(self.link, f"form-number-{self.forms:08}", self.seq, path, deleted[path])
        self.read_book()
        assert self.stored[path] == (None if likeness(deleted[path]) in standing else deleted[path])

    @rule(data=st.data())
    def go_online(self, data: st.DataObject) -> None:
        self.exchange(self.draw_phone(data))

    @rule(seconds=st.sampled_from([0.01, 3.0, 86_400.0]))
    def advance_clock(self, seconds: float) -> None:
        self.clock.now += seconds

    def deliver(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the server's answer: what it acknowledges is in the history, stands already, or stands under another id."""
        standing, seen = (
            dict(self.stored),
            {past.path: past.seq for past in reversed(self.books.history(self.link)) if past.stands},
        )
        changes = [Request(one["path"], one["value"], one["n"], one["base"], one["age"]) for one in request["changes"]]
        answer = self.books.sync(self.link, request["device"], request["since"], changes)
        assert not answer.faults
        logged = {(past.device, past.path): past for past in reversed(self.books.history(self.link))}
        for one in sorted(changes, key=lambda change: change.n):
            if one.n <= self.settled.get(request["device"], 0):  # repeated, or later than the change that replaced it
                continue
            self.settled[request["device"]] = one.n
            past = logged.get((request["device"], one.path))
            if past is not None and past.value == one.value and past.seq > self.seq:
                if seen.get(one.path, 0) <= one.base:  # a phone that had seen the standing value overrules it
                    assert past.stands
                if past.stands:
                    standing[one.path] = one.value
            else:
                assert one.path in answer.same or standing.get(one.path) == one.value
        self.read_book()
        deleted = {one.path for one in changes if one.value is None}  # by the same device, after it kept the same game
        assert all(self.stored[other] is not None or other in deleted for other in answer.same.values())
        entries = {path: cell._asdict() for path, cell in answer.entries.items()}
        return {"seq": answer.seq, "kept": answer.kept, "entries": entries}

    @invariant()
    def no_game_stands_twice(self) -> None:
        """Neither by keeping nor by restoring."""
        if hasattr(self, "stored"):
            games = [alike for value in self.stored.values() if (alike := likeness(value))]
            assert len(games) == len(set(games))

    def teardown(self) -> None:
        """Bring every phone online: all show the same, and the history has no gap."""
        if not hasattr(self, "stored"):
            return
        for phone in self.phones * 2:
            for _ in range(20):  # an answer has at most two entries
                self.exchange(phone)
                if phone.since == self.seq and not phone.outbox:
                    break
        self.no_game_stands_twice()
        expected = {path: value for path, value in self.stored.items() if value is not None}
        for phone in self.phones:
            self.exchange(phone)
            assert phone.shown == expected
        history = self.books.history(self.link)
        assert [past.seq for past in history] == list(range(self.seq, max(0, self.seq - 100), -1))


@pytest.mark.parametrize(("examples", "steps"), [(10, 30), pytest.param(60, 40, marks=pytest.mark.long)])
def test_phones_agree_and_nothing_kept_is_lost(
    books: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, examples: int, steps: int
) -> None:
    monkeypatch.setattr("web.groups.limits.MAX_ANSWERED_ENTRIES", 2)  # so that scorebooks come in parts
    run_machine(GroupMachine, examples, steps, books=books, clock=clock)
