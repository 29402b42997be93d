"""A phone as the protocol of documents wants it, for tests that drive the server."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_numbers = itertools.count()


def new_page() -> str:
    """Return what a page calls itself, which no other does."""
    return f"page{next(_numbers):011}"


@dataclass
class Phone:
    """A replica. `shadow` is what the server is known to have, `outbox` has for each name the change that waits.

    A change keeps the device and number that it was made with; a page that is opened anew numbers under a name of its
    own. `old` is what the server had in another history, until all of the present one is known.
    """

    phone: str = field(default_factory=lambda: f"phone{next(_numbers):07}")
    page: str = field(default_factory=new_page)
    other_tab: tuple[str, int] = field(default_factory=lambda: (new_page(), 0))
    n: int = 0
    since: int = 0
    mark: str = ""
    skew: float = 0.0
    shadow: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    outbox: dict[str, dict[str, Any]] = field(default_factory=dict)
    old: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def device(self) -> str:
        """The name under which this page's changes are counted."""
        return f"{self.phone}.{self.page}"

    def type(self, name: str, value: Any, clock: float) -> None:
        """Put a change in the outbox, made at a time of the phone's own clock."""
        self._put(name, value, self.since, clock + self.skew)

    def _put(self, name: str, value: Any, base: int, typed: float) -> None:
        self.n += 1
        self.outbox[name] = {
            "name": name,
            "value": value,
            "n": self.n,
            "base": base,
            "typed": typed,
            "device": self.device,
        }

    def reload(self) -> None:
        """Open the page anew: what is stored stays, and the counter begins again under another name."""
        self.page, self.n = new_page(), 0

    def switch_tab(self) -> None:
        """Use the other of two tabs: what is stored is common, and each numbers its changes under its own name."""
        (self.page, self.n), self.other_tab = self.other_tab, (self.page, self.n)

    def requests(self, clock: float) -> list[dict[str, Any]]:
        """Return requests with the whole outbox, one for each device in it; ages, as clocks are never compared."""
        devices = list(dict.fromkeys(one["device"] for one in self.outbox.values())) or [self.device]
        return [self._request(device, clock + self.skew) for device in devices]

    def _request(self, device: str, now: float) -> dict[str, Any]:
        rows = sorted((one for one in self.outbox.values() if one["device"] == device), key=lambda one: one["n"])
        changes = [
            {name: one[name] for name in ("name", "value", "n", "base")} | {"age": now - one["typed"]} for one in rows
        ]
        return {"device": device, "since": self.since, "mark": self.mark, "changes": changes}

    def receive(self, answer: Mapping[str, Any], asked: Mapping[str, Any], clock: float) -> None:
        """Take the answer to the present request."""
        if answer["from"] < asked["since"]:
            self._begin_history()
        now = clock + self.skew
        for name, one in answer["values"].items():
            if name not in self.shadow or one["seq"] > self.shadow[name]["seq"]:
                self.shadow[name] = {**one, "typed": now - one["age"]}
        if answer["seq"] >= self.since:
            self.since, self.mark = answer["seq"], answer["mark"]
        if not answer["more"]:  # before, another history might take back what is said to be kept
            # What was typed since goes before what was there: sent after it, one's own older value would stand.
            self.old = {name: one for name, one in self.old.items() if name not in self.outbox.keys() & self.shadow}
            self._drop_sent(answer, asked)
            self._send_again()

    def _drop_sent(self, answer: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
        refused = {one["n"] for one in answer["faults"]}
        done = {one["n"] for one in asked["changes"] if one["n"] <= answer["kept"] or one["n"] in refused}
        self.outbox = {
            name: one for name, one in self.outbox.items() if one["device"] != asked["device"] or one["n"] not in done
        }

    def _begin_history(self) -> None:
        """Lay aside what another history of the server had; nothing that was seen in it counts as seen."""
        self.old |= {name: one for name, one in self.shadow.items() if one["value"] is not None}
        self.shadow, self.since, self.mark = {}, 0, ""
        for one in self.outbox.values():
            one["base"] = 0

    def _send_again(self) -> None:
        """Put what the server had before and lacks now into the outbox; what was cleared stays as the server has it."""
        for name, one in self.old.items():
            if name not in self.outbox and (name not in self.shadow or self.shadow[name]["value"] != one["value"]):
                self._put(name, one["value"], 0, one["typed"])
        self.old = {}

    @property
    def shown(self) -> dict[str, Any]:
        """The values on the phone's screen."""
        values = {name: one["value"] for name, one in (self.old | self.shadow | self.outbox).items()}
        return {name: value for name, value in values.items() if value is not None}
