"""Helpers for the tests of shared sheets: a clock, a sheet in a store, and a sheet over the API."""

from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorers.registry import game
from web.together.requests import Request
from web.together.store import Store

DEVICE = "a-phone-at-the-table"


@dataclass
class Clock:
    """A clock that stands still until a test sets it."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Table:
    """A shared sheet over the API."""

    client: FlaskClient
    id: str
    url: str
    seq: int
    counts: dict[str, int] = field(default_factory=dict)

    def post(self, body: object, path: str = "/sync", **headers: str) -> TestResponse:
        """Post JSON."""
        return self.client.post(f"/api/v1/shared/{self.id}{path}?lang=en", json=body, headers=headers)

    def sync(self, *changes: dict[str, Any], device: str = DEVICE, since: int = 0, **options: Any) -> Any:
        """Send changes, numbered here unless they have a number; return the answer."""
        for change in changes:
            if "n" not in change:
                self.counts[device] = change["n"] = self.counts.get(device, 0) + 1
            change.setdefault("base", 0)
            change.setdefault("age", 0)
        answer = self.post({"device": device, "since": since, "changes": list(changes)} | options)
        assert answer.status_code == 200, answer.text
        return answer.json

    def type(self, path: str, value: object, **options: Any) -> Any:
        """Send one entry; return the answer."""
        return self.sync({"path": path, "value": value}, **options)

    def entries(self) -> dict[str, Any]:
        """Return the values of all entries."""
        return {path: entry["value"] for path, entry in self.sync()["entries"].items()}

    def get(self, name: str) -> TestResponse:
        """Get one of the sheet's other resources."""
        return self.client.get(f"/api/v1/shared/{self.id}/{name}?lang=en")


def open_sheet(store: Store, slug: str = "qin", seats: int = 3) -> str:
    """Open a shared sheet; return its id."""
    outcome = store.open(game(slug), {"players": [{} for _ in range(seats)]}, "192.0.2.1")
    assert isinstance(outcome, tuple)
    return outcome[0]


def type_entry(
    store: Store,
    secret_id: str,
    path: str,
    value: object,
    *,
    n: int,
    device: str = DEVICE,
    base: int = 0,
    age: float = 0,
) -> Any:
    """Send an entry of a device; return the answer."""
    return store.sync(secret_id, device, 0, [Request(path, value, n, base, age)])
