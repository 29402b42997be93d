"""Groups of the format before documents are carried over whole, links, history and all."""

import base64
import hashlib
import hmac
import json
import random
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from databases import DATABASES
from flask import Flask
from flask_alembic import Alembic
from postgres import new_database
from sqlalchemy import Engine, text

from web.groups.kind import GroupBook
from web.sync import database
from web.sync.answers import Incoming, Request
from web.sync.store import Store

NAMES = [
    "Ann",
    "小明",
    "@name",
    "@is.Bo",
    "Bo %_'\";--",
    "a/b",
    "é" * 100,
    "name",
    "results/r1",
    "🎲 . ",
    "O'Neil\\",
    "people/x",
]
"""Names of people that mean something elsewhere."""
DEVICE, OTHER = "an-old-phone-0123456789", "another-phone-012345678"
RESULTS, DELETED = 700, 59
CREATED = 1_790_000_000


def secret() -> str:
    return secrets.token_urlsafe(16)


def hash_of(one: str) -> bytes:
    return hashlib.sha256(one.encode()).digest()[:16]


def seal(read: str, write: str) -> bytes:
    """Encrypt a secret as the format before documents had it."""
    pad = hmac.digest(write.encode(), b"read" + hash_of(read), "sha256")
    return bytes(one ^ other for one, other in zip(base64.urlsafe_b64decode(read + "=="), pad, strict=False))


def make_result(number: int, chance: random.Random) -> dict[str, Any]:
    players = [
        {"name": name, "colour": "red", "total": number % 90, "rank": seat + 1}
        for seat, name in enumerate(chance.sample(NAMES, 2))
    ]
    date = f"20{chance.randint(20, 26)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    return {
        "id": f"r{number}-_", "slug": "qin", "date": date, "place": "茶館", "note": f"note {number}\n\u2028\x00",
        "query": f"0.left={number}&n=2", "changed": chance.choice([number, -5, 1_772_800_000_000.5]),
        "result": {"players": players, "winners": [0]},
    }  # fmt: skip


class OldGroup:
    """A group in the tables of before: results, corrections, deletions, joined names; each change has its row of the
    log.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self.id, self.write, self.read = secrets.token_urlsafe(9), secret(), secret()
        self.engine, self.seq = engine, 0
        self.values: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.change("", "", {"@name": name})

    def change(self, device: str, who: str, changes: dict[str, Any]) -> None:
        """Write values under paths."""
        for path, value in changes.items():
            self.seq += 1
            written = None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            row = {
                "id": self.id, "path": path, "value": written, "seq": self.seq, "device": device, "n": self.seq,
                "typed": CREATED + self.seq / 4, "who": who,
            }  # fmt: skip
            self.log.append(row)
            self.values[path] = row

    def save(self) -> None:
        """Write the rows."""
        with self.engine.begin() as connection:
            connection.execute(
                text("INSERT INTO group_book VALUES (:id, :write, :read, :sealed, :seq, 1000, :created, :expires)"),
                {
                    "id": self.id, "write": hash_of(self.write), "read": hash_of(self.read),
                    "sealed": seal(self.read, self.write), "seq": self.seq, "created": CREATED,
                    "expires": 4_000_000_000,
                },
            )  # fmt: skip
            statement = "INSERT INTO group_change VALUES (:id, :seq, :path, :value, :device, :n, :typed, TRUE, :who)"
            connection.execute(text(statement), self.log)
            entries = [
                row | {"brief": brief_of(row), "purge": 3_900_000_000 if row["value"] is None else None,
                "like": hash_of(row["path"])}
                for row in self.values.values()
            ]  # fmt: skip
            statement = (
                "INSERT INTO group_entry VALUES (:id, :path, :value, :seq, :device, :typed, :like, :brief, :purge)"
            )
            connection.execute(text(statement), entries)
            connection.execute(text("INSERT INTO group_device VALUES (:id, 'x', 7, 1)"), {"id": self.id})


def brief_of(row: dict[str, Any]) -> str | None:
    """Return the summary that a result had beside it."""
    value = None if row["value"] is None or row["path"].startswith("@") else json.loads(row["value"])
    return value and json.dumps([value["date"], value["changed"], value["slug"], value["id"], []])


def name_of(path: str) -> str:
    if path == "@name":
        return "name"
    return f"people/{path.removeprefix('@is.')}" if path.startswith("@is.") else f"results/{path}"


@pytest.fixture(params=DATABASES)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Flask, Engine, Alembic]]:
    """A database at the revision before documents."""
    if request.param == "postgresql":
        with new_database(request.getfixturevalue("postgres_server")) as address:
            yield open_old(address)
    else:
        yield open_old(f"sqlite:///{tmp_path}/tally.db")


def open_old(address: str) -> tuple[Flask, Engine, Alembic]:
    app = Flask("old")
    engine = database.register(app, address)
    with app.app_context():
        alembic: Alembic = app.extensions["alembic"]
        alembic.downgrade("0003")
    return app, engine, alembic


def test_groups_are_carried_over(old: tuple[Flask, Engine, Alembic]) -> None:
    app, engine, alembic = old
    chance = random.Random(4)
    group, empty = OldGroup(engine, "週五 ‘Friday’"), OldGroup(engine, "Empty")
    group.change(DEVICE, "Ann 安", {f"r{number}-_": make_result(number, chance) for number in range(RESULTS)})
    group.change(OTHER, "小明", {f"@is.{name}": "Ann" if name != "Ann" else "Bo" for name in NAMES})
    group.change(OTHER, "小明", {f"r{number}-_": None for number in range(DELETED)})
    for one in (group, empty):
        one.save()
    with app.app_context():
        alembic.upgrade()

    store = Store(engine, [GroupBook()])
    head, values = store.load(group.id + group.read)
    assert {name: one.value for name, one in values.items()} == {
        name_of(path): row["value"] for path, row in group.values.items()
    }
    assert (head.seq, head.created, head.writes) == (group.seq, CREATED, False)
    assert head.expires == 4_000_000_000
    past = store.read_history(group.id + group.read, most=10_000)
    assert [(one.row.seq, one.row.name, one.row.value, one.who) for one in past] == [
        (row["seq"], name_of(row["path"]), row["value"], row["who"]) for row in reversed(group.log)
    ]
    handles = {one.row.device for one in past}
    assert {len(one) for one in handles} == {0, 12}
    assert len(handles) == 3
    listed = store.list_values(group.id + group.read, "", 1000)
    days = [(json.loads(value)["date"], json.loads(value)["changed"]) for _, value, _ in listed]
    assert days == sorted(days, reverse=True)
    assert len(days) == RESULTS - DELETED
    assert len(store.read_cleared(group.id + group.read, most=1000)) == DELETED
    assert store.find_links(group.id + group.write) == (group.id + group.write, group.id + group.read)
    assert json.loads(store.load(empty.id + empty.read)[1]["name"].value or "") == "Empty"


def test_phone_of_before_compares_its_whole_book(old: tuple[Flask, Engine, Alembic]) -> None:
    """Once, so that it brings back what it still has and the server has lost before; what it knew then counts for
    nothing.
    """
    app, engine, alembic = old
    group = OldGroup(engine, "Friday")
    group.save()
    with app.app_context():
        alembic.upgrade()
    store, link = Store(engine, [GroupBook()]), group.id + group.write
    device = "newphone1234.page12345678"
    assert store.sync(link, Request(device, 1, "")).start == 0
    answer = store.sync(link, Request(device), [Incoming("name", "Saturday", 1)])
    assert (answer.start, answer.kept, answer.seq) == (0, 1, 2)
    assert store.sync(link, Request(device, answer.seq, answer.mark)).start == answer.seq


def test_groups_of_before_are_there_after_a_downgrade(old: tuple[Flask, Engine, Alembic]) -> None:
    app, engine, alembic = old
    OldGroup(engine, "Friday").save()
    with app.app_context():
        alembic.upgrade()
        alembic.downgrade("0003")
    with engine.begin() as connection:
        assert connection.execute(text("SELECT count(*) FROM group_change")).scalar() == 1
