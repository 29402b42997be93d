"""Groups and shared sheets of the formats before documents are carried over: groups whole, links, history and all."""

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

from scorers.querystring import sheet_from_query
from scorers.registry import game
from web.groups.kind import GroupBook
from web.sync import database
from web.sync.answers import Incoming, Request
from web.sync.links import Link
from web.sync.store import Store
from web.together.fields import query_of
from web.together.kind import SharedSheet
from web.together.shared import Shared

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


class OldSheet:
    """A shared sheet in the tables of before: values by paths of the sheet's JSON, lists in parts."""

    def __init__(self, engine: Engine, slug: str, seats: int, values: dict[str, Any], group: str | None = None) -> None:
        self.link = secrets.token_urlsafe(16)
        sheet = {
            "id": hash_of(self.link), "game": slug, "seats": seats, "seq": len(values), "group": group,
            "created": CREATED, "expires": 4_000_000_000,
        }  # fmt: skip
        with engine.begin() as connection:
            connection.execute(
                text(
                    "INSERT INTO shared_sheet (id, game, seats, seq, size, created, expires, invitation, "
                    "invited_until, group_id) VALUES (:id, :game, :seats, :seq, 0, :created, :expires, 1, 5, :group)"
                ),
                sheet,
            )
            for seq, (path, value) in enumerate(values.items(), 1):
                row = {
                    "id": sheet["id"], "path": path, "value": None if value is None else json.dumps(value), "seq": seq
                }  # fmt: skip
                entry = "INSERT INTO shared_entry VALUES (:id, :path, :value, :seq, 'an-old-phone.tab', :seq)"
                change = (
                    "INSERT INTO shared_change (sheet_id, seq, path, value, device, n, typed, stands) "
                    "VALUES (:id, :seq, :path, :value, 'an-old-phone.tab', :seq, :seq, TRUE)"
                )
                for statement in (entry, change):
                    connection.execute(text(statement), row)
            device = "INSERT INTO shared_device VALUES (:id, 'an-old-phone.tab', 7, 1)"
            connection.execute(text(device), sheet)


def read(engine: Engine, link: str) -> tuple[Shared, dict[str, list[str]]]:
    """Return a sheet as it is now, and its fields."""
    store = Store(engine, [SharedSheet()])
    head, values = store.load(link)
    return Shared(link, head, {}), {name: json.loads(one.value or "[]") for name, one in values.items()}


def test_shared_sheets_are_carried_over(old: tuple[Flask, Engine, Alembic]) -> None:
    app, engine, alembic = old
    group = OldGroup(engine, "Friday")
    group.save()
    hansa = OldSheet(
        engine, "hansa_teutonica", 3,
        {
            "players.0.name": "小明", "players.0.prestige": 12, "players.1.coellen:7": True,
            "players.0.coellen:7": None, "offices.bremen": [1, None], "offices": {}, "edition": "big_box",
            "@seat.0": "an-old-phone", "@ready.0": "1", "@reveal": "2026-03-06", "@next": "1", "@seats": 3,
            "sure": ["bonus", "actions privilege book bag"], "players.1.prestige": None,
        },
        group.id,
    )  # fmt: skip
    wall = OldSheet(
        engine, "chang_cheng", 2,
        {
            "wall.0": "A", "wall.2": "Bt", "events": ["scout", "overlord"], "regions.1.walls.1": 2,
            "regions.2.towers:1": True, "regions.1.threat": -3, "china": [2, 1],
        },
    )  # fmt: skip
    trajan = OldSheet(engine, "trajan", 2, {"players.1.bonus.military": "gold", "players.0.construction.roof": 3})
    qin = OldSheet(engine, "qin", 2, {"match": True, "players.0.left_bird": 3})
    with app.app_context():
        alembic.upgrade()

    shared, fields = read(engine, hansa.link)
    assert fields == {
        "n": ["3"], "0.name": ["小明"], "0.prestige": ["12"], "coellen.7": ["1"], "offices.bremen": ["1-"],
        "offices": ["0"], "edition": ["big_box"], "@ready.0": ["1"], "@reveal": ["2026-03-06"],
        "sure": ["bonus", "actions privilege book bag"],
    }  # fmt: skip
    assert (shared.expires, shared.group) == (4_000_000_000, Link(group.id, hash_of(group.write)))
    assert sheet_of("chang_cheng", read(engine, wall.link)[1]) == {
        "players": [{}, {}], "wall": "A . Bt", "china": [2, 1], "events": ["scout", "overlord"],
        "regions": [{}, {"threat": -3, "walls": [None, 2]}, {"towers": [1]}],
    }  # fmt: skip
    assert sheet_of("trajan", read(engine, trajan.link)[1]) == {
        "players": [{"construction": {"roof": 3}}, {"bonus": {"military": "gold"}}]
    }
    assert sheet_of("qin", read(engine, qin.link)[1]) == {"players": [{"left_bird": 3}, {}], "match": True}
    with engine.begin() as connection:
        for name in ("shared_sheet", "shared_entry", "shared_change", "shared_device"):
            assert connection.execute(text(f"SELECT count(*) FROM {name}")).scalar() == 0


def sheet_of(slug: str, fields: dict[str, list[str]]) -> dict[str, Any]:
    """Return the sheet that these fields are, without what is blank."""
    sheet = sheet_from_query(game(slug).sheet, query_of(slug, fields))
    return {name: _filled(value) for name, value in sheet.items()}


def _filled(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _filled(one) for name, one in value.items() if one not in (None, [], {}, [None, None])}
    return [_filled(one) for one in value] if isinstance(value, list) else value
