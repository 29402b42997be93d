"""The Hypothesis machine of shared sheets: whatever becomes of the messages, phones end up equal and no entry is
lost.
"""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from phones import Phone, PhoneMachine

from web.together.merge import Change, Entry, LogRow, State, take_in

NOW = 1000.0
VALUES = st.sampled_from([None, *"0123456789"])
PATHS = st.sampled_from(["players.0.name", "players.1.name", "players.2.name", "@seat.0", "@ready.1"])


class Server:
    """A server whose database is a few dictionaries."""

    def __init__(self) -> None:
        self.seq = 0
        self.entries: dict[str, Entry] = {}
        self.marks: dict[str, int] = {}
        self.log: list[LogRow] = []

    def sync(self, request: dict[str, Any], now: float) -> dict[str, Any]:
        """Merge a request and answer it."""
        state = State(self.seq, self.entries, self.marks.get(request["device"], 0))
        changes = [
            Change(((one["path"], one["value"]),), one["n"], one["base"], one["age"]) for one in request["changes"]
        ]
        self.log += take_in(state, request["device"], changes, now)
        self.seq = state.seq
        self.marks[request["device"]] = state.kept
        return self.answer(request["since"]) | {"kept": state.kept}

    def answer(self, since: int) -> dict[str, Any]:
        """Return what changed after `since`, as the event stream also sends it."""
        changed = {path: entry for path, entry in self.entries.items() if entry.seq > since}
        entries = {
            path: {"value": entry.value, "seq": entry.seq, "device": entry.device} for path, entry in changed.items()
        }
        return {"seq": self.seq, "entries": entries, "kept": 0}


class SheetMachine(PhoneMachine):
    """Phones that fill one shared sheet."""

    make_server: Callable[[], Any] = Server

    @initialize(count=st.integers(2, 4))
    def start(self, count: int) -> None:
        self.server = self.make_server()
        self.now = NOW
        self.add_phones(count)
        self.typed: dict[tuple[str, int], tuple[str, str | None]] = {}
        self.acknowledged: set[tuple[str, int]] = set()

    def read_clock(self) -> float:
        """Return the server's time."""
        return self.now

    @rule(data=st.data(), path=PATHS, value=VALUES)
    def type_entry(self, data: st.DataObject, path: str, value: str | None) -> None:
        phone = self.draw_phone(data)
        phone.type(path, value, self.clock_of(phone))
        self.typed[phone.device, phone.n] = (path, value)

    @rule(seconds=st.sampled_from([0.01, 3.0, 600.0]))
    def advance_clock(self, seconds: float) -> None:
        self.now += seconds

    def deliver(self, request: dict[str, Any]) -> dict[str, Any]:
        """
        Return the server's answer to a request.

        A change by a phone that had seen the standing value always stands; one by a phone that had not is logged as
        replacing it.
        """
        standing = {path: entry for path, entry in self.server.entries.items() if isinstance(entry, Entry)}
        kept = self.server.marks.get(request["device"], 0)
        answer: dict[str, Any] = self.server.sync(request, self.now)
        for one in request["changes"]:
            before = standing.get(one["path"])
            if not before or one["n"] <= kept:
                continue
            row = next(row for row in self.server.log if (row.device, row.n) == (request["device"], one["n"]))
            is_seen = before.seq <= one["base"]
            assert row.stands or not is_seen
            is_unseen_loss = row.stands and not is_seen and before.device != row.device and before.value != row.value
            assert row.replaced == (before.seq if is_unseen_loss else None)
        return answer

    @rule(data=st.data())
    def push(self, data: st.DataObject) -> None:
        """Send a phone over its stream everything that it does not know yet."""
        phone = self.draw_phone(data)
        phone.receive(self.server.answer(phone.since), phone.since)

    def receive(self, phone: Phone, answer: dict[str, Any], since: int) -> None:
        """Have a phone process an answer, and note which of its changes that acknowledged."""
        before = {one["n"] for one in phone.outbox.values()}
        super().receive(phone, answer, since)
        self.acknowledged |= {(phone.device, n) for n in before - {one["n"] for one in phone.outbox.values()}}

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        """An acknowledged change is in the log, or the same phone sent a later one to the same entry instead."""
        logged = {(row.device, row.n): row for row in self.server.log} if hasattr(self, "server") else {}
        for device, n in self.acknowledged if logged else ():
            path, value = self.typed[device, n]
            row = logged.get((device, n))
            if row is None:
                assert any(one.device == device and one.n > n and one.path == path for one in self.server.log)
            else:
                assert (row.path, row.value) == (path, value)

    def teardown(self) -> None:
        """Bring every phone online: all show the same, and the log has no gap."""
        if not hasattr(self, "server"):
            return
        for phone in self.phones * 2:
            self.exchange(phone)
        self.nothing_acknowledged_is_lost()
        expected = {path: entry.value for path, entry in self.server.entries.items() if entry.value is not None}
        for phone in self.phones:
            assert not phone.outbox
            assert phone.shown == expected
            assert phone.since == self.server.seq
        assert len({(row.device, row.n, row.path) for row in self.server.log}) == len(self.server.log)
        assert [row.seq for row in self.server.log] == list(range(1, self.server.seq + 1))
