"""Fridays, as Hypothesis plays them: phones that keep, correct and delete while messages are lost, doubled, late and out of order."""

from typing import Any

import pytest
from books import make_id, make_result
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test
from post import Post
from table import Clock

from web.groups.store.merging import likeness
from web.groups.store.store import Store
from web.together.entrance import Request

READER = "a-reader-that-only-looks"
NUMBERS = st.integers(1, 4)
DOUBLES = {3: 1}
"""Result 3 is the same game as result 1, under another id."""


def value_of(number: int, note: str) -> dict[str, Any]:
    """A result; some are doubles of others."""
    return make_result(DOUBLES.get(number, number), note) | {"id": make_id(number)}


class Friday(Post):
    """A group's phones, its server, and the network between them."""

    books: Store
    clock: Clock

    @initialize(count=st.integers(2, 3))
    def begin(self, count: int) -> None:
        """So many phones open the group's book."""
        self.link = self.books.create("Friday", "192.0.2.1").write
        self.bring_phones(count)
        self.truth: dict[str, Any] = {}
        self.before: dict[str, Any] = {}
        self.settled: dict[str, int] = {}
        self.forms = 0
        self.look()

    def read_clock(self) -> float:
        """The time."""
        return self.clock.now

    def look(self) -> None:
        """Read the whole book as a phone that only looks; remember what each result was before it was deleted."""
        since, self.truth = 0, {}
        while True:
            answer = self.books.sync(self.link, READER, since, [])
            self.truth |= {path: cell.value for path, cell in answer.entries.items()}
            since = answer.seq
            if not answer.more:
                break
        self.seq = since
        self.before |= {path: value for path, value in self.truth.items() if value is not None}

    @rule(data=st.data(), number=NUMBERS, note=st.sampled_from("abc"))
    def someone_keeps_or_corrects(self, data: st.DataObject, number: int, note: str) -> None:
        """With or without a network."""
        phone = data.draw(st.sampled_from(self.phones))
        phone.type(make_id(number), value_of(number, note), self.clock_of(phone))

    @rule(data=st.data(), number=NUMBERS)
    def someone_deletes(self, data: st.DataObject, number: int) -> None:
        """Only what stands on the phone can be deleted there."""
        phone = data.draw(st.sampled_from(self.phones))
        if make_id(number) in phone.shown:
            phone.type(make_id(number), None, self.clock_of(phone))

    @rule(data=st.data(), other=st.sampled_from(["Bo", "Cleo", None]))
    def someone_joins_or_parts_names(self, data: st.DataObject, other: str | None) -> None:
        """Joined names are entries like any other."""
        phone = data.draw(st.sampled_from(self.phones))
        phone.type("@is.Ann", other, self.clock_of(phone))

    @rule(data=st.data())
    def someone_restores(self, data: st.DataObject) -> None:
        """On a page of the server: what stands again is what stood before it was deleted, unless its double is there."""
        deleted = {one.value["id"]: one.value for one in self.books.deleted(self.link)}
        assert deleted == {path: self.before[path] for path, value in self.truth.items() if value is None and path[0] != "@"}
        if not deleted:
            return
        path = data.draw(st.sampled_from(sorted(deleted)))
        standing = {likeness(value) for value in self.truth.values()} - {None}
        self.forms += 1
        self.books.change(self.link, f"form-number-{self.forms:08}", self.seq, path, deleted[path])
        self.look()
        assert self.truth[path] == (None if likeness(deleted[path]) in standing else deleted[path])

    @rule(data=st.data())
    def someone_is_online(self, data: st.DataObject) -> None:
        """A request and its answer arrive at once, as they mostly do."""
        self.exchange(data.draw(st.sampled_from(self.phones)))

    @rule(seconds=st.sampled_from([0.01, 3.0, 86_400.0]))
    def time_passes(self, seconds: float) -> None:
        """Phones may be away meanwhile."""
        self.clock.now += seconds

    def deliver(self, request: dict[str, Any]) -> dict[str, Any]:
        """The server's answer; what it acknowledges is in the history, stands already, or is there under another id."""
        standing, seen = dict(self.truth), {past.path: past.seq for past in reversed(self.books.history(self.link)) if past.stands}
        changes = [Request(one["path"], one["value"], one["n"], one["base"], one["age"]) for one in request["changes"]]
        answer = self.books.sync(self.link, request["device"], request["since"], changes)
        assert not answer.faults
        logged = {(past.device, past.path): past for past in reversed(self.books.history(self.link))}
        for one in sorted(changes, key=lambda change: change.n):
            if one.n <= self.settled.get(request["device"], 0):  # it comes again, or late: what replaced it has come before
                continue
            self.settled[request["device"]] = one.n
            past = logged.get((request["device"], one.path))
            if past is not None and past.value == one.value and past.seq > self.seq:
                if seen.get(one.path, 0) <= one.base:  # whoever saw what stood is never overruled by it
                    assert past.stands
                if past.stands:
                    standing[one.path] = one.value
            else:
                assert one.path in answer.same or standing.get(one.path) == one.value
        self.look()
        deleted = {one.path for one in changes if one.value is None}  # by the same device, after it kept the double
        assert all(self.truth[other] is not None or other in deleted for other in answer.same.values())
        entries = {path: cell._asdict() for path, cell in answer.entries.items()}
        return {"seq": answer.seq, "kept": answer.kept, "entries": entries}

    @invariant()
    def no_game_stands_twice(self) -> None:
        """Whatever was kept by whom, and restored."""
        if hasattr(self, "truth"):
            games = [alike for value in self.truth.values() if (alike := likeness(value))]
            assert len(games) == len(set(games))

    def teardown(self) -> None:
        """In the end everybody is back, and all see the same."""
        if not hasattr(self, "truth"):
            return
        for phone in self.phones * 2:
            for _ in range(20):  # an answer tells two entries
                self.exchange(phone)
                if phone.since == self.seq and not phone.outbox:
                    break
        self.no_game_stands_twice()
        truth = {path: value for path, value in self.truth.items() if value is not None}
        for phone in self.phones:
            self.exchange(phone)
            assert phone.shown == truth
        history = self.books.history(self.link)
        assert [past.seq for past in history] == list(range(self.seq, max(0, self.seq - 100), -1))


def play_fridays(books: Store, clock: Clock, examples: int, steps: int) -> None:
    """Play so many Fridays."""
    machine = type("StoredFriday", (Friday,), {"books": books, "clock": clock})
    health = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=health)
    )


@pytest.fixture
def small_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers of two entries each, so that books come in parts."""
    monkeypatch.setattr("web.groups.limits.MAX_ANSWERED_ENTRIES", 2)


@pytest.mark.usefixtures("small_answers")
def test_phones_agree_and_nothing_kept_is_lost(books: Store, clock: Clock) -> None:
    play_fridays(books, clock, examples=25, steps=30)


@pytest.mark.long
@pytest.mark.usefixtures("small_answers")
def test_phones_agree_after_hundreds_of_fridays(books: Store, clock: Clock) -> None:
    play_fridays(books, clock, examples=200, steps=40)
