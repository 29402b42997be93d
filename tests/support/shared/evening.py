"""An evening at a shared sheet, as Hypothesis plays it: phones whose messages are lost, doubled, late and out of order."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from phones import Phone
from post import SKEWS, Post

from web.together.store.merge import Change, Entry, LogRow, State, take_in

__all__ = ["NOW", "SKEWS", "Evening"]
NOW = 1000.0


class Server:
    """A server whose database is a few dictionaries."""

    def __init__(self) -> None:
        self.seq = 0
        self.entries: dict[str, Entry] = {}
        self.marks: dict[str, int] = {}
        self.log: list[LogRow] = []

    def sync(self, request: dict[str, Any], now: float) -> dict[str, Any]:
        """Take a request in and answer it."""
        state = State(self.seq, self.entries, self.marks.get(request["device"], 0))
        changes = [Change(((one["path"], one["value"]),), one["n"], one["base"], one["age"]) for one in request["changes"]]
        self.log += take_in(state, request["device"], changes, now)
        self.seq = state.seq
        self.marks[request["device"]] = state.kept
        return self.answer(request["since"]) | {"kept": state.kept}

    def answer(self, since: int) -> dict[str, Any]:
        """What changed after `since`, as it is pushed too."""
        changed = {path: entry for path, entry in self.entries.items() if entry.seq > since}
        entries = {path: {"value": entry.value, "seq": entry.seq, "device": entry.device} for path, entry in changed.items()}
        return {"seq": self.seq, "entries": entries, "kept": 0}


VALUES = st.sampled_from([None, *"0123456789"])
PATHS = st.sampled_from(["players.0.name", "players.1.name", "players.2.name", "@seat.0", "@ready.1"])


class Evening(Post):
    """Phones at a table whose messages are lost, doubled, late and out of order, and whose clocks are wrong."""

    make_server: Callable[[], Any] = Server

    @initialize(count=st.integers(2, 4))
    def sit_down(self, count: int) -> None:
        """So many phones, each a device of its own."""
        self.server = self.make_server()
        self.now = NOW
        self.bring_phones(count)
        self.typed: dict[tuple[str, int], tuple[str, str | None]] = {}
        self.acknowledged: set[tuple[str, int]] = set()

    def read_clock(self) -> float:
        """The time."""
        return self.now

    @rule(data=st.data(), path=PATHS, value=VALUES)
    def someone_types(self, data: st.DataObject, path: str, value: str | None) -> None:
        """An entry is typed, with or without a network."""
        phone = data.draw(st.sampled_from(self.phones))
        phone.type(path, value, self.clock_of(phone))
        self.typed[phone.device, phone.n] = (path, value)

    @rule(seconds=st.sampled_from([0.01, 3.0, 600.0]))
    def time_passes(self, seconds: float) -> None:
        """Phones may be away meanwhile."""
        self.now += seconds

    def deliver(self, request: dict[str, Any]) -> dict[str, Any]:
        """The server's answer: whoever saw what stood is never overruled by it, and who did not is known to have replaced it."""
        seen = {path: entry for path, entry in self.server.entries.items() if isinstance(entry, Entry)}
        kept = self.server.marks.get(request["device"], 0)
        answer: dict[str, Any] = self.server.sync(request, self.now)
        for one in request["changes"]:
            before = seen.get(one["path"])
            if not before or one["n"] <= kept:
                continue
            row = next(row for row in self.server.log if (row.device, row.n) == (request["device"], one["n"]))
            is_seen = before.seq <= one["base"]
            assert row.stands or not is_seen
            is_unseen_loss = row.stands and not is_seen and before.device != row.device and before.value != row.value
            assert row.replaced == (before.seq if is_unseen_loss else None)
        return answer

    @rule(data=st.data())
    def something_is_pushed(self, data: st.DataObject) -> None:
        """A phone's stream tells it all that it does not know yet."""
        phone = data.draw(st.sampled_from(self.phones))
        phone.receive_in_turn(self.server.answer(phone.since), phone.since)

    def receive(self, phone: Phone, answer: dict[str, Any], since: int) -> None:
        """An answer arrives; what it acknowledges leaves the outbox."""
        before = {one["n"] for one in phone.outbox.values()}
        super().receive(phone, answer, since)
        self.acknowledged |= {(phone.device, n) for n in before - {one["n"] for one in phone.outbox.values()}}

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        """It is in the log; or a later change of the same phone to the same entry went in its place."""
        logged = {(row.device, row.n): row for row in self.server.log} if hasattr(self, "server") else {}
        for device, n in self.acknowledged if logged else ():
            path, value = self.typed[device, n]
            row = logged.get((device, n))
            if row is None:
                assert any(one.device == device and one.n > n and one.path == path for one in self.server.log)
            else:
                assert (row.path, row.value) == (path, value)

    def teardown(self) -> None:
        """In the end everybody is back, and all see the same."""
        if not hasattr(self, "server"):
            return
        for _ in range(2):
            for phone in self.phones:
                self.exchange(phone)
        self.nothing_acknowledged_is_lost()
        truth = {path: entry.value for path, entry in self.server.entries.items() if entry.value is not None}
        for phone in self.phones:
            assert not phone.outbox
            assert phone.shown == truth
            assert phone.since == self.server.seq
        assert len({(row.device, row.n, row.path) for row in self.server.log}) == len(self.server.log)
        assert [row.seq for row in self.server.log] == list(range(1, self.server.seq + 1))
