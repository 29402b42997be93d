"""A phone at a shared sheet, as the scripts of the pages work: what the server has, and over it what is not known to be kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Phone:
    """A replica. `outbox` holds one change a path: the last that was typed and is not known to be kept."""

    device: str
    since: int = 0
    n: int = 0
    shadow: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    outbox: dict[str, dict[str, Any]] = field(default_factory=dict)

    def type(self, path: str, value: object, clock: float) -> None:
        """An entry is typed, at a time of the phone's own clock."""
        self.n += 1
        self.outbox[path] = {"path": path, "value": value, "n": self.n, "base": self.since, "typed": clock}

    def request(self, clock: float) -> dict[str, Any]:
        """All that is not known to be kept, with its age: clocks are never compared."""
        names = ("path", "value", "n", "base")
        changes = [{name: change[name] for name in names} | {"age": clock - change["typed"]} for change in self.outbox.values()]
        return {"device": self.device, "since": self.since, "changes": changes}

    def receive(self, answer: Mapping[str, Any]) -> None:
        """The answer to a request, early, late or twice."""
        for path, entry in answer["entries"].items():
            if path not in self.shadow or entry["seq"] > self.shadow[path]["seq"]:
                self.shadow[path] = entry
        self.outbox = {path: change for path, change in self.outbox.items() if change["n"] > answer["kept"]}

    def receive_in_turn(self, answer: Mapping[str, Any], since: int) -> None:
        """An answer to what was asked after `since`: with it, everything up to its `seq` is known, unless something before is missing."""
        self.receive(answer)
        if since <= self.since:
            self.since = max(self.since, answer["seq"])

    @property
    def shown(self) -> dict[str, Any]:
        """What its screen shows."""
        values = {path: entry["value"] for path, entry in self.shadow.items()} | {path: one["value"] for path, one in self.outbox.items()}
        return {path: value for path, value in values.items() if value is not None}
