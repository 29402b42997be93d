"""Helpers for the tests of groups: results, a group in a store, and a group over the API."""

from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import text
from werkzeug.test import TestResponse

from web.groups.answers import Answer
from web.groups.database import Group, GroupChange, GroupDevice, GroupEntry
from web.groups.store import Store
from web.together.requests import Request

PHONE, TABLET = "ann-phone-0123456789", "bo-tablet-0123456789"
ADDRESS = "192.0.2.1"
DAY = 86_400
TABLES = (Group, GroupEntry, GroupChange, GroupDevice)


def make_id(number: int) -> str:
    """Return the id of a result."""
    return f"{number:024x}"


def make_result(
    number: int, note: str = "", *, names: tuple[str, ...] = ("Ann", "Bo"), **changes: Any
) -> dict[str, Any]:
    """Return a result in which the first player has `number` points, and each following player one point less."""
    query = "&".join(
        [*(f"{seat}.name={name}" for seat, name in enumerate(names)), f"0.left={number}", f"n={len(names)}"]
    )
    players = [
        {"name": name, "colour": "red", "total": number - seat, "rank": seat + 1, "lines": {"provinces": number - seat}}
        for seat, name in enumerate(names)
    ]
    details = {"date": "2026-03-06", "place": "", "note": note, "query": query, "changed": 1_772_800_000_000}
    own = {"id": make_id(number), "slug": "qin", **details}
    return own | {"result": {"players": players, "winners": [0], "decided_by": "total"}} | changes


def keep(
    store: Store, link: str, value: dict[str, Any] | str | None, n: int, *, path: str = "", **about: Any
) -> Answer:
    """Keep, correct or delete a result; `about` may have the change's device, base, age, since and who."""
    path = path or (value["id"] if isinstance(value, dict) else "")
    request = Request(path, value, n, about.get("base", 0), about.get("age", 0.0))
    return store.sync(link, about.get("device", PHONE), about.get("since", 0), [request], about.get("who", ""))


def ids_of(store: Store, link: str) -> list[str]:
    """Return the ids of a scorebook's results."""
    return sorted(one["id"] for one in store.load(link).results)


def rows(books: Store) -> dict[str, list[str]]:
    """Return all rows of the groups' tables as text."""
    with books.engine.begin() as connection:
        return {
            model.__tablename__: [
                repr([bytes(cell) if isinstance(cell, memoryview) else cell for cell in row])
                for row in connection.execute(text(f"SELECT * FROM {model.__tablename__}"))
            ]
            for model in TABLES
        }


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

    def get(self, path: str = "", link: str = "") -> TestResponse:
        """Get one of the scorebook's other resources."""
        return self.client.get(f"/api/v1/groups/{link or self.link}{path}", headers={"Accept-Language": "en"})

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
        return self.sync({"path": value["id"], "value": value}, **options)
