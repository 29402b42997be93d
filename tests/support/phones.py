"""Simulated phones, and a Hypothesis machine that loses, repeats, delays and reorders their messages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

SKEWS = (0.0, -7200.0, 5.0, 86_400.0)
"""Seconds by which the phones' clocks are wrong."""


@dataclass
class Phone:
    """A replica, as the scripts of the pages keep it.

    `outbox` holds for each path the last change that is not known to be kept.
    """

    device: str
    since: int = 0
    n: int = 0
    shadow: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    outbox: dict[str, dict[str, Any]] = field(default_factory=dict)

    def type(self, path: str, value: object, clock: float) -> None:
        """Put a change, made at a time of the phone's own clock, in the outbox."""
        self.n += 1
        self.outbox[path] = {"path": path, "value": value, "n": self.n, "base": self.since, "typed": clock}

    def request(self, clock: float) -> dict[str, Any]:
        """Return a request with the whole outbox. It has ages instead of times, because clocks are never compared."""
        names = ("path", "value", "n", "base")
        changes = [
            {name: change[name] for name in names} | {"age": clock - change["typed"]} for change in self.outbox.values()
        ]
        return {"device": self.device, "since": self.since, "changes": changes}

    def receive(self, answer: Mapping[str, Any], since: int) -> None:
        """Process the answer to a request that asked for changes after `since`; it may come early, late or twice."""
        for path, entry in answer["entries"].items():
            if path not in self.shadow or entry["seq"] > self.shadow[path]["seq"]:
                self.shadow[path] = entry
        self.outbox = {path: change for path, change in self.outbox.items() if change["n"] > answer["kept"]}
        if since <= self.since:  # nothing before this answer is missing
            self.since = max(self.since, answer["seq"])

    @property
    def shown(self) -> dict[str, Any]:
        """The values on the phone's screen."""
        values = {path: entry["value"] for path, entry in self.shadow.items()} | {
            path: one["value"] for path, one in self.outbox.items()
        }
        return {path: value for path, value in values.items() if value is not None}


def make_phones(count: int) -> list[Phone]:
    """Return phones, each a device of its own."""
    return [Phone(f"phone-number-{number:04}") for number in range(count)]


class PhoneMachine(RuleBasedStateMachine):
    """Phones with wrong clocks and the messages on their way; subclasses provide the server and the time."""

    def read_clock(self) -> float:
        """Return the server's time."""
        raise NotImplementedError

    def deliver(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the server's answer to a request."""
        raise NotImplementedError

    def receive(self, phone: Phone, answer: dict[str, Any], since: int) -> None:
        """Have a phone process an answer."""
        phone.receive(answer, since)

    def add_phones(self, count: int) -> None:
        """Start with so many phones and no messages."""
        self.phones = make_phones(count)
        self.requests: list[dict[str, Any]] = []
        self.answers: list[tuple[Phone, dict[str, Any], int]] = []

    def draw_phone(self, data: st.DataObject) -> Phone:
        """Choose a phone."""
        return data.draw(st.sampled_from(self.phones))

    def clock_of(self, phone: Phone) -> float:
        """Return the time by a phone's own clock."""
        return self.read_clock() + SKEWS[self.phones.index(phone) % len(SKEWS)]

    def exchange(self, phone: Phone) -> None:
        """Deliver a request and its answer without delay."""
        request = phone.request(self.clock_of(phone))
        self.receive(phone, self.deliver(request), request["since"])

    @rule(data=st.data())
    def send_request(self, data: st.DataObject) -> None:
        phone = self.draw_phone(data)
        self.requests.append(phone.request(self.clock_of(phone)))

    @rule(data=st.data(), is_repeated=st.booleans(), is_answered=st.booleans())
    def deliver_request(self, data: st.DataObject, is_repeated: bool, is_answered: bool) -> None:  # noqa: FBT001
        """Deliver any request that is on its way; it may be delivered again, and its answer may be lost."""
        if not self.requests:
            return
        request = data.draw(st.sampled_from(self.requests))
        if not is_repeated:
            self.requests.remove(request)
        answer = self.deliver(request)
        if is_answered:
            sender = next(phone for phone in self.phones if phone.device == request["device"])
            self.answers.append((sender, answer, request["since"]))

    @rule(data=st.data(), is_repeated=st.booleans())
    def deliver_answer(self, data: st.DataObject, is_repeated: bool) -> None:  # noqa: FBT001
        """Deliver any answer that is on its way; it may be delivered again."""
        if self.answers:
            message = data.draw(st.sampled_from(self.answers))
            if not is_repeated:
                self.answers.remove(message)
            self.receive(*message)

    @rule()
    def lose_all_messages(self) -> None:
        self.requests, self.answers = [], []


def run_machine(machine: type[PhoneMachine], examples: int, steps: int, **attributes: Any) -> None:
    """Run a machine with these attributes of its class."""
    health = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
    run_state_machine_as_test(
        type(machine.__name__, (machine,), attributes),
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=health
        ),
    )
