"""Helpers for the tests of groups: results, and a group over the API."""

from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

PHONE, TABLET = "annphone0123.page01234567", "botablet0123.page01234567"
ADDRESS = "192.0.2.1"
DAY = 86_400


def make_id(number: int) -> str:
    """Return the id of a result."""
    return f"{number:024x}"


def make_result(
    number: int, note: str = "", *, names: tuple[str, ...] = ("Ann", "Bo"), **changes: Any
) -> dict[str, Any]:
    """Return a result in which the first player has `number` points, and each following player one point less.

    Tally does not know the game, so that the server takes the points as they are.
    """
    query = "&".join(
        [*(f"{seat}.name={name}" for seat, name in enumerate(names)), f"0.left={number}", f"n={len(names)}"]
    )
    players = [
        {"name": name, "colour": "red", "total": number - seat, "rank": seat + 1, "lines": {"provinces": number - seat}}
        for seat, name in enumerate(names)
    ]
    details = {"date": "2026-03-06", "place": "", "note": note, "query": query, "changed": 1_772_800_000_000}
    own = {"id": make_id(number), "slug": "elsewhere", **details}
    return own | {"result": {"players": players, "winners": [0], "decided_by": "total"}} | changes


@dataclass
class GroupBook:
    """A group's scorebook over the API."""

    client: FlaskClient
    link: str
    read_link: str
    counts: dict[str, int] = field(default_factory=dict)

    def post(self, body: object, path: str = "/sync", link: str = "", **headers: str) -> TestResponse:
        """Post JSON."""
        return self.client.post(f"/api/v1/groups/{link or self.link}{path}?lang=en", json=body, headers=headers)

    def get(self, path: str = "", link: str = "", **headers: str) -> TestResponse:
        """Get one of the scorebook's other resources."""
        return self.client.get(f"/api/v1/groups/{link or self.link}{path}", headers={"Accept-Language": "en"} | headers)

    def sync(self, *changes: dict[str, Any], device: str = PHONE, since: int = 0, **options: Any) -> Any:
        """Send changes, numbered here unless they have a number; return the answer."""
        for change in changes:
            if "n" not in change:
                self.counts[device] = change["n"] = self.counts.get(device, 0) + 1
        answer = self.post({"device": device, "since": since, "changes": list(changes)} | options)
        assert answer.status_code == 200, answer.text
        return answer.json

    def keep(self, value: dict[str, Any], **options: Any) -> Any:
        """Keep a result; return the answer."""
        return self.sync({"name": f"results/{value['id']}", "value": value}, **options)

    @property
    def values(self) -> dict[str, Any]:
        """What stands under each name, None where it was cleared."""
        values, since, mark = {}, 0, ""
        while True:
            answer = self.sync(device="areader0123.page01234567", since=since, mark=mark)
            values |= {name: one["value"] for name, one in answer["values"].items()}
            since, mark = answer["seq"], answer["mark"]
            if not answer["more"]:
                return values

    @property
    def ids(self) -> list[str]:
        """The ids of the results that stand."""
        return sorted(name[8:] for name, value in self.values.items() if name.startswith("results/") and value)
