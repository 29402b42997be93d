"""Rights end where they should: after each event, each way to write is tried with each right."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from table import Clock

from app import create_app
from web.sync.store import Store

DEVICE = "astranger001.page000001"
DAY = 86_400


@dataclass
class Table:
    """A group with a result, a shared sheet of it, and who may do what at the beginning."""

    app: Flask
    clock: Clock
    write: str
    read: str
    sheet: str
    n: int = 0
    form: tuple[str, str] = ("", "")
    """The cookie and the token of a form that was opened before, which is sent in place of a new one."""

    @property
    def client(self) -> FlaskClient:
        return self.app.test_client()

    def sync(self, path: str, name: str, value: Any) -> int:
        """Send one change as a new device; return the status, 422 where it was refused alone."""
        self.n += 1
        change = {"name": name, "value": value, "n": 1, "base": 10**9}
        answer = self.client.post(
            f"/api/v1/{path}/sync", json={"device": f"device{self.n:06}.page000001", "changes": [change]}
        )
        return 422 if answer.status_code == 200 and answer.json["faults"] else answer.status_code

    def post(self, path: str, page: str, **form: str) -> int:
        """Send a form, whose token comes from a page; return the status."""
        client = self.client
        cookie, token = self.form
        if cookie:
            client.set_cookie(self.app.config["SESSION_COOKIE_NAME"], cookie)
        else:
            token = find_token(client, page)
        self.n += 1
        data = {"csrf_token": token, "once": f"once{self.n:020}", "base": "0", **form}
        return client.post(f"/en/{path}", data=data).status_code

    @property
    def state(self) -> str:
        """What stands in the group, read from the store, so that no link is needed."""
        store: Store = self.app.extensions["documents"]
        with store.engine.connect() as connection:
            rows = connection.exec_driver_sql("SELECT document_id, name, value FROM document_value ORDER BY 1, 2")
            links = connection.exec_driver_sql("SELECT document_id, hash FROM document_secret ORDER BY 1, 2")
            return repr([*map(tuple, rows), *map(tuple, links)])


def find_token(client: FlaskClient, page: str) -> str:
    found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', client.get(page).text)
    assert found
    return found[1]


def result(note: str) -> dict[str, Any]:
    players = [{"name": "Ann", "colour": "", "total": 1, "rank": 1}]
    return {
        "id": "r1", "slug": "elsewhere", "date": "2026-03-06", "place": "", "note": note, "query": "", "changed": 1,
        "result": {"players": players, "winners": []},
    }  # fmt: skip


@pytest.fixture
def table(tmp_path: Any, clock: Clock) -> Iterator[Table]:
    app = create_app({"DATA_DIR": str(tmp_path)})
    app.config["PROPAGATE_EXCEPTIONS"] = False
    own: Store = app.extensions["documents"]
    own._clock = clock
    client = app.test_client()
    links = client.post("/api/v1/groups", json={"name": "Friday"}).json
    body = {"game": "qin", "sheet": {"players": [{"left": 3}, {"left": 5}]}, "group": links["write"]}
    sheet = client.post("/api/v1/shared", json=body).json["id"]
    table = Table(app, clock, links["write"], links["read"], sheet)
    assert table.sync(f"groups/{table.write}", "results/r1", result("first")) == 200
    yield table
    own.engine.dispose()


WAYS: dict[str, Callable[[Table, str], int]] = {
    "a result by the API": lambda table, link: table.sync(f"groups/{link}", "results/r1", result("forged")),
    "a deletion by the API": lambda table, link: table.sync(f"groups/{link}", "results/r1", None),
    "a joined name by the API": lambda table, link: table.sync(f"groups/{link}", "people/Ann", "Bo"),
    "the group's name by the API": lambda table, link: table.sync(f"groups/{link}", "name", "Forged"),
    "a new link by the API": lambda table, link: table.client.post(
        f"/api/v1/groups/{link}/renew", json={"link": "read"}
    ).status_code,
    "the end of the group by the API": lambda table, link: table.client.delete(f"/api/v1/groups/{link}").status_code,
    "a correction by a form": lambda table, link: table.post(
        f"groups/{link}/results/r1", "/en/groups", do="save", note="forged", date="2026-03-06"
    ),
    "a deletion by a form": lambda table, link: table.post(f"groups/{link}/results/r1", "/en/groups", do="delete"),
    "a name by a form": lambda table, link: table.post(f"groups/{link}/links", "/en/groups", do="rename", name="New"),
    "a new link by a form": lambda table, link: table.post(f"groups/{link}/links", "/en/groups", do="renew_read"),
    "the end by a form": lambda table, link: table.post(f"groups/{link}/links", "/en/groups", do="delete", sure="1"),
    "a pasted link": lambda table, link: table.post(
        f"groups/{link}", "/en/groups", address="http://localhost/en/qin/score?n=2&0.left=3&1.left=5"
    ),
    "a kept sheet": lambda table, link: table.post(
        "qin/keep?n=2&0.left=4&1.left=5", "/en/groups", link=f"http://localhost/en/groups/{link}"
    ),
    "a shared sheet of the group": lambda table, link: table.client.post(
        "/api/v1/shared", json={"game": "qin", "sheet": {"players": [{}, {}]}, "group": link}
    ).status_code,
}  # fmt: skip
"""Each way to write into a group with one of its links."""


def renew_write(table: Table) -> None:
    table.client.post(f"/api/v1/groups/{table.write}/renew", json={"link": "write"})


def renew_read(table: Table) -> None:
    table.client.post(f"/api/v1/groups/{table.write}/renew", json={"link": "read"})


def end(table: Table) -> None:
    table.client.delete(f"/api/v1/groups/{table.write}")


def expire(table: Table) -> None:
    table.clock.now += 731 * DAY


def do_nothing(table: Table) -> None:
    """Nothing happens."""


EVENTS: dict[str, tuple[Callable[[Table], None], str]] = {
    "the link that reads": (do_nothing, "read"),
    "the link that writes after it was renewed": (renew_write, "write"),
    "the link that reads after it was renewed": (renew_read, "read"),
    "the link that reads after the other was renewed": (renew_write, "read"),
    "the link that writes after the end": (end, "write"),
    "the link that writes after it expired": (expire, "write"),
}
"""A right that somebody had, and what has happened since."""


@pytest.mark.parametrize("event", EVENTS)
def test_no_way_writes_after_a_right_has_ended(table: Table, event: str) -> None:
    happen, right = EVENTS[event]
    happen(table)
    before = table.state
    for way, act in WAYS.items():
        status = act(table, getattr(table, right))
        assert status in (200, 302, 403, 404, 422), (way, status)
        assert table.state == before, way


def test_every_way_writes_while_the_right_lasts(table: Table) -> None:
    """So that the test above tries what could work."""
    for way, act in WAYS.items():
        if "the end" not in way:
            table.sync(f"groups/{table.write}", "results/r1", result(f"before {way}"))
            before = table.state
            act(table, table.write)
            assert table.state != before, way
    for way in ("the end by a form", "the end of the group by the API"):
        before = table.state
        WAYS[way](table, table.write)
        if way == "the end by a form":
            assert table.state != before
            links = table.client.post("/api/v1/groups", json={"name": "Saturday"}).json
            table.write = links["write"]
    assert json.loads(table.client.get(f"/api/v1/groups/{table.write}").text)["faults"]


def replace_key(table: Table) -> None:
    """The server starts again on the same data with another SECRET_KEY."""
    table.app.extensions["documents"].engine.dispose()
    table.app = create_app({"DATA_DIR": table.app.config["DATA_DIR"], "SECRET_KEY": "another key of enough characters"})


def read_code(table: Table) -> str:
    page = table.client.get(f"/en/together/{table.sheet}/open").text.partition("<main")[2]
    found = re.search(r"(\d{4})\D{0,30}(\d{4})", re.sub(r"<[^>]+>", "", page))
    assert found
    return "".join(found.groups())


def test_what_was_signed_ends_with_the_key_and_links_go_on(table: Table) -> None:
    """A code, and a form that was open, are of the key that was replaced; links are not."""
    code, client = read_code(table), table.client
    token = find_token(client, "/en/groups")
    cookie = client.get_cookie(table.app.config["SESSION_COOKIE_NAME"])
    assert cookie
    replace_key(table)
    answer = table.client.get(f"/en/together?code={code}")
    assert table.sheet not in answer.headers.get("Location", "")
    before = table.state
    for way in (way for way in WAYS if "by the API" not in way and way != "a shared sheet of the group"):
        table.form = (cookie.value, token)
        assert WAYS[way](table, table.write) == 400, way
        assert table.state == before, way
        table.form = ("", "")
    assert WAYS["a correction by a form"](table, table.write) == 302
    assert WAYS["a result by the API"](table, table.write) == 200
    assert table.state != before
    assert table.sync(f"shared/{table.sheet}", "0.left", ["4"]) == 200
    new = read_code(table)
    assert table.sheet in table.client.get(f"/en/together?code={new}").headers["Location"]
    table.app.extensions["documents"].engine.dispose()


def results_of(table: Table, link: str) -> list[Any]:
    return list(table.client.get(f"/api/v1/groups/{link}/results").json["results"])


def test_sheet_of_a_group_writes_one_result_for_a_day(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits at it has no link of the group."""
    monkeypatch.setattr("web.groups.keeping.time.time", table.clock)
    assert table.sync(f"shared/{table.sheet}", "@reveal", ["2026-03-06"]) == 200
    (first,) = [one for one in results_of(table, table.write) if one["id"] != "r1"]
    assert first["result"]["players"][0]["total"] != 99
    table.clock.now += 2 * DAY
    table.sync(f"shared/{table.sheet}", "0.left", ["9"])
    table.sync(f"shared/{table.sheet}", "@reveal", ["2026-03-07"])
    assert [one for one in results_of(table, table.write) if one["id"] != "r1"] == [first]
