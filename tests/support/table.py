"""Helpers for the tests of shared sheets: a clock, and a sheet over the API."""

from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

DEVICE = "phone0at0table.page0000001"


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
    url: str = ""
    seq: int = 0
    mark: str = ""
    counts: dict[str, int] = field(default_factory=dict)

    def post(self, body: object, path: str = "/sync", **headers: str) -> TestResponse:
        """Post JSON."""
        return self.client.post(f"/api/v1/shared/{self.id}{path}?lang=en", json=body, headers=headers)

    def sync(self, *changes: dict[str, Any], device: str = DEVICE, **about: Any) -> Any:
        """Send changes, numbered here unless they have a number; return the answer."""
        for change in changes:
            if "n" not in change:
                self.counts[device] = change["n"] = self.counts.get(device, 0) + 1
        answer = self.post({"device": device, "changes": list(changes)} | about)
        assert answer.status_code == 200, answer.text
        return answer.json

    def type(self, name: str, *texts: str, device: str = DEVICE, **about: Any) -> Any:
        """Type into a field, or clear it; return the answer."""
        return self.sync({"name": name, "value": list(texts) or None} | about, device=device)

    def fields(self) -> dict[str, Any]:
        """Return the texts of all fields but the number of players."""
        values = self.sync()["values"].items()
        return {name: one["value"] for name, one in values if name != "n" and one["value"]}

    def get(self, name: str) -> TestResponse:
        """Get one of the sheet's other resources."""
        return self.client.get(f"/api/v1/shared/{self.id}/{name}?lang=en")
