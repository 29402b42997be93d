"""What the tests of shared sheets have in common: a clock, a sheet in a store, and one over the API."""

from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorers.registry import game
from web.together.entrance import Request
from web.together.store.store import Store

DEVICE = "a-phone-at-the-table"


@dataclass
class Clock:
    """A clock that goes only where a test turns it."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Table:
    """A shared sheet over the API, as a program at the table sees it."""

    client: FlaskClient
    id: str
    url: str
    seq: int
    counts: dict[str, int] = field(default_factory=dict)

    def post(self, body: object, path: str = "/sync", **headers: str) -> TestResponse:
        """The answer to a body in JSON."""
        return self.client.post(f"/api/v1/shared/{self.id}{path}?lang=en", json=body, headers=headers)

    def sync(self, *changes: dict[str, Any], device: str = DEVICE, since: int = 0, **more: Any) -> Any:
        """The answer to changes, which are numbered here unless they are already."""
        for change in changes:
            if "n" not in change:
                self.counts[device] = change["n"] = self.counts.get(device, 0) + 1
            change.setdefault("base", 0)
            change.setdefault("age", 0)
        answer = self.post({"device": device, "since": since, "changes": list(changes)} | more)
        assert answer.status_code == 200, answer.text
        return answer.json

    def type(self, path: str, value: object, **more: Any) -> Any:
        """The answer to one entry."""
        return self.sync({"path": path, "value": value}, **more)

    def entries(self) -> dict[str, Any]:
        """The values of all entries."""
        return {path: entry["value"] for path, entry in self.sync()["entries"].items()}

    def get(self, name: str) -> TestResponse:
        """One of the table's other answers."""
        return self.client.get(f"/api/v1/shared/{self.id}/{name}?lang=en")


def open_sheet(store: Store, slug: str = "qin", seats: int = 3) -> str:
    """The id of a new shared sheet."""
    outcome = store.open(game(slug), {"players": [{} for _ in range(seats)]}, "192.0.2.1")
    assert isinstance(outcome, tuple)
    return outcome[0]


def type_entry(
    store: Store, secret_id: str, path: str, value: object, *, n: int, device: str = DEVICE, base: int = 0, age: float = 0
) -> Any:
    """Have a device type an entry."""
    return store.sync(secret_id, device, 0, [Request(path, value, n, base, age)])
