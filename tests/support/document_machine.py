"""A Hypothesis machine: phones with wrong clocks, a server that fails, and messages that are lost, late and doubled.

Each thing that is typed is a token of its own, so that at the end each can be looked for.
"""

import copy
import itertools
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from document_phone import Phone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from sqlalchemy import event, insert
from sqlalchemy.exc import DBAPIError
from table import Clock

from web.sync import limits
from web.sync import store as store_module
from web.sync.database import writing
from web.sync.models import Base
from web.sync.store import Store
from web.together.fields import query_of

SKEWS = (0.0, -7200.0, 5.0, 86_400.0 * 400)
"""Seconds by which the phones' clocks are wrong."""
STRANGE_AGES = (-1e9, 1e12, 1e300)
HUGE = 2**53 - 1


class CrashError(Exception):
    """The server died."""


class DocumentMachine(RuleBasedStateMachine):
    """Several phones at one document; a subclass or `run_machine` provides the server."""

    make_store: Callable[[Clock], Store]
    make_client: Callable[[Store], Callable[[str, dict[str, Any]], tuple[int, Any]]]
    kind_name = "shared"
    names: tuple[str, ...] = ()
    make_value: Callable[[str, int], Any]

    def __init__(self) -> None:
        super().__init__()
        self.clock, self.tokens = Clock(), itertools.count(1)
        self.counts: Counter[tuple[str, str]] = Counter()
        self.is_copied = False  # whether a phone or the server was, so that a value may have been sent twice
        self.store = type(self).make_store(self.clock)
        self.post = type(self).make_client(self.store)
        kind = self.store.kinds[self.kind_name]
        about = {"game": "hansa_teutonica"}
        if self.kind_name == "shared":
            self.link, _ = self.store.open(kind, about, {}, "192.0.2.1")
        else:
            self.link, *_ = self.store.open_with_two_links(kind, about, {"name": "Friday"}, "192.0.2.1")
            self.counts["name", '"Friday"'] += 1
        self.phones = [Phone(skew=skew) for skew in SKEWS]
        self.typed: list[tuple[str, str]] = []  # name and value of what must be found in the end
        self.late: list[dict[str, Any]] = []
        self.backup: dict[str, list[Any]] | None = None
        self.is_deleted = False
        self.latest = self.clock.now  # the highest that the server's clock was

    # What people do

    def draw_phone(self, data: st.DataObject) -> Phone:
        """Choose a phone."""
        return self.phones[data.draw(st.integers(0, len(self.phones) - 1))]

    @rule(data=st.data(), seconds=st.integers(0, 30))
    def type_value(self, data: st.DataObject, seconds: int) -> None:
        phone, name = self.draw_phone(data), data.draw(st.sampled_from(self.names))
        self.clock.now += seconds
        value = type(self).make_value(name, next(self.tokens))
        self._forgive(phone, name)
        phone.type(name, value, self.clock.now)
        self.typed.append((name, json.dumps(value)))
        self.counts[name, json.dumps(value)] += 1
        self.latest = max(self.latest, self.clock.now)

    def _forgive(self, phone: Phone, name: str) -> None:
        """Let a token go that somebody replaces who sees it, and that the server does not have, or not any more."""
        token = (name, json.dumps(phone.shown.get(name)))
        if token in self.typed and token not in self._log_tokens(self._read_rows()["document_log"]):
            self.typed.remove(token)

    @rule(data=st.data())
    def clear_value(self, data: st.DataObject) -> None:
        phone, name = self.draw_phone(data), data.draw(st.sampled_from([name for name in self.names if name != "name"]))
        self._forgive(phone, name)
        phone.type(name, None, self.clock.now)

    @rule(data=st.data())
    def repeat_what_stands(self, data: st.DataObject) -> None:
        """Type what the phone shows already."""
        phone = self.draw_phone(data)
        if shown := sorted(phone.shown):
            name = data.draw(st.sampled_from(shown))
            self.counts[name, json.dumps(phone.shown[name])] += 1
            phone.type(name, phone.shown[name], self.clock.now)

    # The network

    @rule(
        data=st.data(),
        fate=st.sampled_from(
            [
                "answered", "answered", "answer lost", "request lost", "late", "doubled", "crash", "crash late",
                "connection lost",
            ]
        ),
        statement=st.integers(1, 7),
    )  # fmt: skip
    def exchange(self, data: st.DataObject, fate: str, statement: int) -> None:
        phone = self.draw_phone(data)
        request = data.draw(st.sampled_from(phone.requests(self.clock.now)))
        if fate in ("request lost", "late"):
            self.late += [request] if fate == "late" else []
            return
        with crashes(fate, statement):
            status, answer = self.post(self.link, request)
        if fate == "doubled":
            status, answer = self.post(self.link, request)
        if fate in ("answered", "doubled", "connection lost") and status == 200:
            phone.receive(answer, request, self.clock.now)

    @precondition(lambda self: self.late)
    @rule(data=st.data())
    def deliver_late(self, data: st.DataObject) -> None:
        """Deliver a request that its phone has given up; nobody reads the answer."""
        request = self.late.pop(data.draw(st.integers(0, len(self.late) - 1)))
        self.post(self.link, request)

    # What goes wrong

    @rule(data=st.data())
    def set_clock(self, data: st.DataObject) -> None:
        """Set a phone's clock, or the server's back."""
        if data.draw(st.integers(0, 4)):
            self.draw_phone(data).skew = data.draw(st.sampled_from(SKEWS))
        else:
            self.clock.now -= 3600

    @rule(data=st.data(), age=st.sampled_from(STRANGE_AGES))
    def send_strange_age(self, data: st.DataObject, age: float) -> None:
        """A broken or hostile device sends an impossible age and a base that nobody gave out."""
        name = data.draw(st.sampled_from(self.names))
        value = type(self).make_value(name, next(self.tokens))
        self.counts[name, json.dumps(value)] += 1
        change = {
            "name": name,
            "value": value,
            "n": 1,
            "base": data.draw(st.sampled_from([0, 10**6, HUGE])),
            "age": age,
        }
        self.post(self.link, {"device": Phone().device, "since": 0, "changes": [change]})

    @rule(data=st.data())
    def steal_device(self, data: st.DataObject) -> None:
        """Somebody counts far ahead under a name that the server tells; were it the counter's, it would swallow
        changes.
        """
        status, answer = self.post(self.link, {"device": Phone().device, "since": 0, "changes": []})
        told = sorted({one["device"] for one in answer["values"].values()} - {""}) if status == 200 else []
        if told:
            name = data.draw(st.sampled_from(self.names))
            value = type(self).make_value(name, next(self.tokens))
            self.counts[name, json.dumps(value)] += 1
            change = {"name": name, "value": value, "n": HUGE, "base": 0, "age": 1e6}
            self.post(self.link, {"device": data.draw(st.sampled_from(told)), "since": 0, "changes": [change]})

    @rule(data=st.data())
    def use_other_tab(self, data: st.DataObject) -> None:
        """Go on in the other of a phone's two tabs, which have one outbox and count apart."""
        self.draw_phone(data).switch_tab()

    @precondition(lambda self: len(self.phones) < 6)
    @rule(data=st.data())
    def copy_phone(self, data: st.DataObject) -> None:
        """A phone's storage is copied to a new one, and both go on."""
        self.phones.append(copy.deepcopy(self.draw_phone(data)))
        for _ in range(2):
            self.phones[-1].reload()
            self.phones[-1].switch_tab()
        self.is_copied = True

    @rule(data=st.data())
    def reload_page(self, data: st.DataObject) -> None:
        self.draw_phone(data).reload()

    @rule(data=st.data())
    def back_up(self, data: st.DataObject) -> None:
        self.backup = self._read_rows()

    @precondition(lambda self: self.backup is not None)
    @rule(goes_on=st.booleans())
    def restore(self, goes_on: bool) -> None:  # noqa: FBT001
        """Set the server back. What must be found from now on is what some phone knows or has still to send.

        Where a stranger goes on before anybody notices, the server is soon as far as it was.
        """
        was = max([row.seq for row in self._read_rows()["document"]], default=0)
        known = {
            (name, json.dumps(one["value"]))
            for phone in self.phones
            for name, one in (phone.old | phone.shadow).items()
            if name not in phone.outbox  # else its owner has written something else there, knowing this
        }
        stood = self._standing()
        in_log = self._log_tokens(self.backup["document_log"] if self.backup else [])
        waiting = {(one["name"], json.dumps(one["value"])) for phone in self.phones for one in phone.outbox.values()}
        self.typed = [
            token for token in self.typed if token in in_log or token in waiting or (token in stood and token in known)
        ]
        self._write_rows(self.backup or {})
        self.is_copied = True
        self.is_deleted = not (self.backup or {}).get("document")
        if goes_on and not self.is_deleted:
            self._go_on(was)

    def _go_on(self, seq: int) -> None:
        """Let a stranger write until the document is as far as it was."""
        device, name = Phone().device, self.names[0]
        for n in range(1, 30):
            value = type(self).make_value(name, next(self.tokens))
            self.counts[name, json.dumps(value)] += 1
            change = {"name": name, "value": value, "n": n, "base": 0, "age": 1e6}
            if (
                self.post(self.link, {"device": device, "since": 0, "changes": [change]})[1]["kept"]
                and self._seq() >= seq
            ):
                return

    def _seq(self) -> int:
        return max(row.seq for row in self._read_rows()["document"])

    def _standing(self) -> set[tuple[str, str]]:
        rows = self._read_rows()["document_value"]
        return {(row.name, json.dumps(json.loads(row.value))) for row in rows if row.value is not None}

    @rule(is_meant=st.integers(0, 9))
    def delete_document(self, is_meant: int) -> None:
        if is_meant == 0 and not self.is_deleted:
            self.store.delete(self.link)
            self.is_deleted = True

    # What must hold

    @rule()
    def settle(self) -> None:
        """Let every phone reach the server, until nothing is left to tell."""
        if self.is_deleted:
            self._check_deleted()
            return
        for _ in range(4):
            for phone in self.phones:
                self._settle_phone(phone)
        self._check()

    def _settle_phone(self, phone: Phone) -> None:
        for _ in range(60):
            request = phone.requests(self.clock.now)[0]
            status, answer = self.post(self.link, request)
            assert status == 200, (status, answer)
            phone.receive(answer, request, self.clock.now)
            if not answer["more"] and not phone.outbox and not phone.old:
                return
        raise AssertionError(f"it does not end: {phone}")

    def _check_deleted(self) -> None:
        """A document that is gone stays gone, and phones keep what they have."""
        for phone in self.phones:
            before = phone.shown
            status, _ = self.post(self.link, phone.requests(self.clock.now)[0])
            assert status == 404
            assert phone.shown == before

    def _check(self) -> None:
        rows = self._read_rows()
        server = {row.name: json.loads(row.value) for row in rows["document_value"] if row.value is not None}
        for phone in self.phones:
            assert phone.shown == server, "I4: a phone shows something else"
        tokens = self._log_tokens(rows["document_log"])
        missing = [token for token in self.typed if token not in tokens]
        assert not missing, f"I3: typed and nowhere: {missing}"
        seqs = [row.seq for row in rows["document_log"]]
        assert sorted(seqs) == list(range(1, len(seqs) + 1)), "I7: the log has gaps"
        taken = Counter(
            (row.name, json.dumps(json.loads(row.value))) for row in rows["document_log"] if row.value is not None
        )
        twice = [token for token, count in taken.items() if count > 1 and self.counts[token] == 1]
        assert self.is_copied or not twice, f"I1: taken twice: {twice}"
        assert all(row.typed <= self.latest for row in rows["document_value"]), "I9: typed in the future"
        if self.kind_name == "shared":
            self._check_seats(server, rows["document_log"])

    def _check_seats(self, server: dict[str, Any], log: list[Any]) -> None:
        """Check that fewer players remove no seat in use, and that nobody takes a seat unseen."""
        seats = int(query_of("hansa_teutonica", server)["n"][0])
        held = [name for name in ("@seat.3", "3.prestige") if name in server]
        assert not held or seats > 3, f"a seat is taken away: {held}, {seats} seats"
        values = {row.seq: row.value for row in log}
        taken = [row for row in log if row.name == "@seat.3" and row.replaced is not None]
        assert all(values[row.replaced] is None for row in taken), "a seat is taken unseen"

    @staticmethod
    def _log_tokens(rows: list[Any]) -> set[tuple[str, str]]:
        return {(row.name, json.dumps(json.loads(row.value))) for row in rows if row.value is not None}

    def teardown(self) -> None:
        """Settle at the end of each run."""
        self.settle()
        self.store.engine.dispose()

    # Backups

    def _read_rows(self) -> dict[str, list[Any]]:
        with self.store.engine.begin() as connection:
            return {table.name: connection.execute(table.select()).all() for table in Base.metadata.sorted_tables}

    def _write_rows(self, rows: dict[str, list[Any]]) -> None:
        with writing(self.store.engine) as connection:
            for table in reversed(Base.metadata.sorted_tables):
                connection.execute(table.delete())
            for table in Base.metadata.sorted_tables:
                if rows.get(table.name):
                    connection.execute(insert(table), [one._asdict() for one in rows[table.name]])


@contextmanager
def crashes(fate: str, statement: int) -> Iterator[None]:
    """Let the server die while it writes: after so many statements, or after the commit, when nobody gets the answer;
    or let it lose its connection in the commit, so that it does not know whether that was done.
    """
    whole = store_module.writing

    @contextmanager
    def failing(engine: Any) -> Iterator[Any]:
        with whole(engine) as connection:
            if fate == "crash":
                executed = itertools.count(1)

                def die(*_: Any) -> None:
                    if next(executed) == statement:
                        raise CrashError

                event.listen(connection, "after_cursor_execute", die)
            yield connection
        if fate == "crash late":
            raise CrashError
        if fate == "connection lost":
            store_module.writing = whole
            raise DBAPIError("COMMIT", None, OSError("the connection is lost"), connection_invalidated=True)

    if fate in ("crash", "crash late", "connection lost"):
        store_module.writing = failing
    try:
        yield
    except CrashError:
        pass
    finally:
        store_module.writing = whole


def post_to_store(store: Store) -> Callable[[str, dict[str, Any]], tuple[int, Any]]:
    """Return what posts a request to the store without HTTP, in the same terms."""
    from web.sync.answers import Request
    from web.sync.store import Incoming

    def post(link: str, body: dict[str, Any]) -> tuple[int, Any]:
        rest = {name: value for name, value in body.items() if name != "changes"}
        try:
            answer = store.sync(link, Request(**rest), [Incoming(**one) for one in body["changes"]])
        except limits.DocumentGone:
            return 404, None
        except limits.DeviceAhead:
            return 409, None
        return 200, json.loads(answer.write({"n": one.n, "name": one.name} for one in answer.refused))

    return post


def run_machine(machine: type[DocumentMachine], examples: int, steps: int, **attributes: Any) -> None:
    """Run a machine with these attributes of its class."""
    health = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]
    phases = [Phase.generate] if os.environ.get("SHRINK") == "0" else [Phase.generate, Phase.shrink]
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=health,
        database=None,
        phases=phases,
    )
    run_state_machine_as_test(type(machine.__name__, (machine,), attributes), settings=chosen)
