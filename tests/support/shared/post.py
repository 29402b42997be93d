"""Phones and the messages between them and a server, as Hypothesis plays them: some are lost, doubled, late and out of order."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from phones import Phone

SKEWS = (0.0, -7200.0, 5.0, 86_400.0)
"""Seconds by which phones' clocks are wrong."""


class Post(RuleBasedStateMachine):
    """Phones whose clocks are wrong, and what is on its way to and from them; who extends it has a server, and tells the time."""

    def read_clock(self) -> float:
        """The time."""
        raise NotImplementedError

    def deliver(self, request: dict[str, Any]) -> dict[str, Any]:
        """The server's answer."""
        raise NotImplementedError

    def receive(self, phone: Phone, answer: dict[str, Any], since: int) -> None:
        """An answer arrives."""
        phone.receive_in_turn(answer, since)

    def bring_phones(self, count: int) -> None:
        """So many phones, each a device of its own; nothing is on its way."""
        self.phones = [Phone(f"phone-number-{number:04}") for number in range(count)]
        self.to_server: list[dict[str, Any]] = []
        self.to_phones: list[tuple[Phone, dict[str, Any], int]] = []

    def clock_of(self, phone: Phone) -> float:
        """What a phone takes for the time."""
        return self.read_clock() + SKEWS[self.phones.index(phone) % len(SKEWS)]

    def exchange(self, phone: Phone) -> None:
        """A request and its answer arrive at once, as they mostly do."""
        request = phone.request(self.clock_of(phone))
        self.receive(phone, self.deliver(request), request["since"])

    @rule(data=st.data())
    def someone_sends(self, data: st.DataObject) -> None:
        """A request is on its way."""
        phone = data.draw(st.sampled_from(self.phones))
        self.to_server.append(phone.request(self.clock_of(phone)))

    @rule(data=st.data(), again=st.booleans(), is_answered=st.booleans())
    def a_request_arrives(self, data: st.DataObject, again: bool, is_answered: bool) -> None:  # noqa: FBT001
        """Any of those on their way, perhaps to come once more, perhaps without its answer being heard."""
        if not self.to_server:
            return
        request = data.draw(st.sampled_from(self.to_server))
        if not again:
            self.to_server.remove(request)
        answer = self.deliver(request)
        if is_answered:
            sender = next(phone for phone in self.phones if phone.device == request["device"])
            self.to_phones.append((sender, answer, request["since"]))

    @rule(data=st.data(), again=st.booleans())
    def an_answer_arrives(self, data: st.DataObject, again: bool) -> None:  # noqa: FBT001
        """Any of those on their way, perhaps to come once more."""
        if self.to_phones:
            message = data.draw(st.sampled_from(self.to_phones))
            if not again:
                self.to_phones.remove(message)
            self.receive(*message)

    @rule()
    def all_on_the_way_is_lost(self) -> None:
        """The network is down for a moment."""
        self.to_server, self.to_phones = [], []
